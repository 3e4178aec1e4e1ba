//! Reports of head office over figures in a real PostgreSQL.

mod chain;
mod lists;
mod lines;
mod speed;
mod totals;
