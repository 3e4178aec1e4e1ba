//! CSV reader and writer for product lists. The lists come from spreadsheets, other point-of-sale programs or Barback's own export.
//!
//! [`read`] checks every row on its own; [`super::import`] decides what a row does to the products.

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
pub(super) use write::cell;
