//! Catalog: products, import and export, barcode scans.

mod import;
mod products;
mod scans;
