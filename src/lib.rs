//! Barback.
pub mod base;
pub mod printer;
pub mod receipts;
pub mod store;
