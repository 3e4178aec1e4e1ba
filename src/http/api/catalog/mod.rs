//! Products, barcode scans, import and export.

pub mod import;
pub mod price_list;
pub mod products;
pub mod scans;
