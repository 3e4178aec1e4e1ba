//! Reports of head office over figures in a real PostgreSQL.

mod calls;
mod chain;
mod lines;
mod lists;
mod speed;
mod totals;

pub use chain::{csv_sum, read_csv};
