//! The latest barcode scans: what a hardware scanner read, and what it turned out to be.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::tables::any_product;
use crate::base::{Envelope, Timestamp};
use crate::store::{Counter, Key, Stored, Table, Tables, View};

/// How many scans are kept.
pub const SCANS_KEPT: u64 = 200;

const SCANS: Table<u64, Scan> = Table::new("scans");
const SCAN_IDS: Counter = Counter("scans");

/// Something was scanned.
#[derive(Debug, Clone)]
pub struct RecordScan {
    /// What the scanner read.
    pub barcode: String,
}

/// Something was scanned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScanRecorded {
    /// What the scanner read.
    pub barcode: String,
    /// Whose barcode it is, if anybody's.
    pub product_id: Option<u64>,
}

/// A scan as a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scan {
    /// Counts from 1.
    pub id: u64,
    /// What the scanner read.
    pub barcode: String,
    /// Whose barcode it was.
    pub product_id: Option<u64>,
    /// What that product was called.
    pub product_name: Option<String>,
    /// When.
    pub scanned_at: Timestamp,
}

/// A scan is a fact; nothing refuses it.
pub fn record_scan(command: &RecordScan, owner: Option<u64>) -> Vec<ScanRecorded> {
    vec![ScanRecorded { barcode: command.barcode.clone(), product_id: owner }]
}

/// At most `limit` scans before id `before`, newest first.
pub fn scans(view: &dyn View, before: u64, limit: usize) -> Stored<Vec<Scan>> {
    let mut found = Vec::new();
    SCANS.visit(view, &[], &before.to_bytes(), true, |_, scan| {
        found.push(scan);
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(found)
}

/// Applies the event: the newest in, the oldest out.
pub fn apply_scan(tables: &mut dyn Tables, envelope: &Envelope, event: &ScanRecorded) -> Stored<()> {
    let product_name = match event.product_id {
        Some(id) => any_product(tables.view(), id)?.map(|product| product.name),
        None => None,
    };
    let id = SCAN_IDS.take(tables)?;
    let scan = Scan { id, barcode: event.barcode.clone(), product_id: event.product_id, product_name, scanned_at: envelope.at };
    SCANS.put(tables, &id, &scan)?;
    match id.checked_sub(SCANS_KEPT) {
        Some(old) => SCANS.remove(tables, &old),
        None => Ok(()),
    }
}
