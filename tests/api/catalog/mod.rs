//! Catalog tests: products, CSV import and export, barcode scans.

mod import;
mod products;
mod scans;
