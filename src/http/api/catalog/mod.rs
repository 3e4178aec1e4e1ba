//! Products, barcode scans, import and export.

mod details_body;
pub mod import;
pub mod price_list;
mod product_view;
pub mod products;
pub mod scans;
