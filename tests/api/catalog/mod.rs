//! Catalog tests: products, CSV import and export, barcode scans.

mod import;
mod libreoffice;
mod lists;
mod prices;
mod products;
mod scans;
