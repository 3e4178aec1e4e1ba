//! Head office: keeps what the boxes of several bars send in a database that speaks the PostgreSQL protocol, shows it to owners, and
//! passes their changes down. Its program is `barback-head`.
//!
//! Head office never writes into a bar: it asks, and the box decides by its own rules.

pub mod accounts;
pub mod books;
pub mod box_calls;
pub mod box_port;
pub mod catalog;
pub mod cli;
pub mod config;
pub mod database;
pub mod demo;
pub mod directives;
pub mod error;
pub mod history;
pub mod idempotency;
pub mod reports;
pub mod server;
mod system_user;
pub mod web;

// `tests/head/postgres.rs` is also part of the unit tests, where this crate has its name too.
#[cfg(test)]
extern crate self as head;
