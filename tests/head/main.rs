//! Head office against a real PostgreSQL.

mod accounts;
mod box_port;
mod command_line;
mod database;
mod head_office;
mod history;
mod postgres;
mod reports;
