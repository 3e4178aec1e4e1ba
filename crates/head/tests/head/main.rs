//! Head office against a real PostgreSQL.

mod accounts;
mod books;
mod box_port;
#[path = "../../../../tests/support/box_process.rs"]
mod box_process;
mod chain;
mod command_line;
mod contract;
mod database;
mod directives;
mod head_office;
mod history;
mod nul;
#[path = "../../../../tests/support/phone.rs"]
mod phone;
mod postgres;
mod reports;
#[path = "../../../../tests/support/rng.rs"]
mod rng;
mod together;
