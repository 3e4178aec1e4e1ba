//! Barback.
pub mod base;
pub mod discovery;
pub mod menu;
pub mod store;
