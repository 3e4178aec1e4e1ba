//! The latest barcode scans: what a hardware scanner read, and what it turned out to be.

use serde::{Deserialize, Serialize};

use crate::base::Timestamp;

/// How many scans are kept.
pub const SCANS_KEPT: u64 = 200;

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
    pub scanned_at: Timestamp,
}

/// A scan is a fact; nothing refuses it.
pub fn record_scan(command: &RecordScan, owner: Option<u64>) -> Vec<ScanRecorded> {
    vec![ScanRecorded { barcode: command.barcode.clone(), product_id: owner }]
}
