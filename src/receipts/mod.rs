//! Receipts: what a transaction looks like on paper and on screens.

pub mod document;

pub use document::{Business, Document, Item};
