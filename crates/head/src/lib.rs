//! Head office, the server of an owner of several bars, with its program `barback-head`: keeps what the boxes send in PostgreSQL, or a
//! database with its protocol, shows it to owners, and passes their changes down. It never writes into a bar: it asks, and the box
//! decides by its own rules.
//!
//! It may know every crate but `printer` and `appliance`: `backup` for parcels and files, `bar` to read entries, `web` for its server, and
//! the box (`barback`) for configuration and for the bodies of the calls that its changes become. No crate knows it.

pub mod accounts;
pub mod books;
pub mod box_calls;
pub mod box_port;
pub mod catalog;
pub mod changes;
pub mod cli;
pub mod config;
pub mod database;
pub mod demo;
pub mod directives;
pub mod error;
pub mod history;
pub mod idempotency;
pub mod keys;
pub mod reports;
pub mod server;
mod system_user;
pub mod web;

// `tests/head/postgres.rs` is also part of the unit tests, where this crate has its name too.
#[cfg(test)]
extern crate self as head;
