//! Barback.
pub mod base;
pub mod store;
pub mod settings;
pub mod staff;
pub mod rates;
pub mod catalog;
pub mod stock;
pub mod sales;
pub mod printing;
pub mod receipts;
pub mod menu;
pub mod engine;
pub mod printer;
pub mod discovery;
pub mod http;
