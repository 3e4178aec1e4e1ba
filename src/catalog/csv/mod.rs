//! Product lists as CSV text: what a spreadsheet, a till or our own export wrote, read into typed cells, and back.
//!
//! [`read`] judges every row by itself; what a row does to the products is decided in [`super::import`].

mod cells;
mod column;
mod header;
mod prefix;
mod problem;
mod read;
mod split;
mod write;

pub use cells::Cell;
pub use column::Column;
pub use prefix::guard;
pub use problem::{ERRORS_MAX, LineError};
pub use read::{ROWS_MAX, Row, Sheet, read};
pub use write::write;

pub(super) use problem::Problems;
