#![doc = include_str!("ARCHITECTURE.md")]

pub mod base;
pub mod store;
// Features, each knowing only those before it.
pub mod staff;
pub mod rates;
pub mod settings;
pub mod catalog;
pub mod stock;
pub mod sales;
pub mod printing;
pub mod receipts;
pub mod menu;
// Everything that knows all features.
pub mod engine;
// Edges.
pub mod printer;
pub mod discovery;
pub mod http;
// The whole.
pub mod config;
pub mod demo;
pub mod app;
