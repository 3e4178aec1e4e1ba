//! What an entry does to billed pieces.

mod query;

pub use query::{Act, ActKind, acts};
