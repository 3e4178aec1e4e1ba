//! Barback.
pub mod base;
pub mod catalog;
pub mod engine;
pub mod printing;
pub mod rates;
pub mod receipts;
pub mod sales;
pub mod settings;
pub mod staff;
pub mod stock;
pub mod store;
