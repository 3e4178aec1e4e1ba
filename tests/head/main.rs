//! Head office against a real PostgreSQL.

mod accounts;
mod box_port;
mod command_line;
mod database;
mod head_office;
mod history;
mod postgres;
mod reports;
mod together;

#[path = "../support/box_process.rs"]
mod box_process;
#[path = "../support/phone.rs"]
mod phone;
