//! The latest barcodes that a hardware scanner read, and their products.

use serde::{Deserialize, Serialize};

use super::{FoundPack, LabelFigures, Scanned};
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
    /// The product with this barcode, or that it is a label of, if there is one.
    pub product_id: Option<u64>,
    /// What it says if it is a label of a scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<LabelFigures>,
    /// The pack that has the barcode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pack: Option<FoundPack>,
}

/// A scan as a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scan {
    /// Counts from 1.
    pub id: u64,
    pub barcode: String,
    /// The product with this barcode, or that it is a label of, at that moment.
    pub product_id: Option<u64>,
    /// Its name at that moment.
    pub product_name: Option<String>,
    /// What it says if it is a label of a scale.
    pub label: Option<LabelFigures>,
    /// The pack that has the barcode.
    pub pack: Option<FoundPack>,
    pub scanned_at: Timestamp,
}

/// Decides a scan, which is never refused.
pub fn record_scan(command: &RecordScan, found: Option<Scanned>) -> Vec<ScanRecorded> {
    let barcode = command.barcode.clone();
    vec![match found {
        Some(Scanned { product_id, label, pack }) => ScanRecorded { barcode, product_id: Some(product_id), label, pack },
        None => ScanRecorded { barcode, product_id: None, label: None, pack: None },
    }]
}
