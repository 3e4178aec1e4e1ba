//! Head office against a real PostgreSQL.

mod box_port;
mod database;
mod history;
mod postgres;
