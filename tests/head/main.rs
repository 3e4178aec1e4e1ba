//! Head office against a real PostgreSQL.

mod database;
mod postgres;
mod reports;
