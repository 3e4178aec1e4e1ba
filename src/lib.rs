//! Barback.
pub mod base;
pub mod config;
pub mod discovery;
pub mod http;
pub mod menu;
pub mod store;
