//! The latest barcodes that a hardware scanner read, and their products.

use serde::{Deserialize, Serialize};

use base::Timestamp;

/// Number of scans that are stored; older ones are removed.
pub const SCANS_KEPT: u64 = 200;

/// Records a scan.
#[derive(Debug, Clone)]
pub struct RecordScan {
    pub barcode: String,
}

/// A barcode was scanned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScanRecorded {
    pub barcode: String,
    /// The product with this barcode, if there is one.
    pub product_id: Option<u64>,
}

/// A scan as a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scan {
    /// Counts from 1.
    pub id: u64,
    pub barcode: String,
    /// The product with this barcode at that moment.
    pub product_id: Option<u64>,
    /// Its name at that moment.
    pub product_name: Option<String>,
    pub scanned_at: Timestamp,
}

/// Decides a scan, which is never refused. `owner` is the product with this barcode.
pub fn record_scan(command: &RecordScan, owner: Option<u64>) -> Vec<ScanRecorded> {
    vec![ScanRecorded { barcode: command.barcode.clone(), product_id: owner }]
}
