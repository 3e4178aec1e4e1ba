//! Products, barcode scans, import and export.

pub mod import;
pub mod products;
pub mod scans;
