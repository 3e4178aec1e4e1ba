//! Barback.
pub mod base;
pub mod catalog;
pub mod store;
