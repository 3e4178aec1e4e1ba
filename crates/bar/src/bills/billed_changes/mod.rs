//! What an entry does to billed pieces.

mod query;

pub use query::{BilledChange, BilledChangeKind, billed_changes};
