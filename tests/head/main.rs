//! Head office against a real PostgreSQL.

mod accounts;
mod books;
mod box_port;
#[path = "../support/box_process.rs"]
mod box_process;
mod chain;
mod command_line;
mod contract;
mod database;
mod directives;
mod head_office;
mod history;
mod nul;
#[path = "../support/phone.rs"]
mod phone;
mod postgres;
mod reports;
#[path = "../support/rng.rs"]
mod rng;
mod together;
