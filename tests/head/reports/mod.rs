//! Reports of head office over figures in a real PostgreSQL.

mod calls;
mod chain;
mod lists;
mod lines;
mod speed;
mod totals;
