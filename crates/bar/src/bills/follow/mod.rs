//! Where billed pieces go, and what becomes of their bills.

mod tables;

pub use tables::{Followed, follow};
