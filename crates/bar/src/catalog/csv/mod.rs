//! Reader and writer of product lists. The lists come from spreadsheets, other point-of-sale programs or Barback's own export.
//!
//! [`Opened`] is a file of any kind; [`read`] finds the headings and checks every row on its own; [`super::import`] decides what a row does to
//! the products.

mod beside;
mod cells;
mod code;
mod column;
mod encoding;
mod figure;
mod group;
mod header;
mod heading;
mod layout;
mod likelihood;
mod markup;
mod open;
mod prefix;
mod problem;
mod read;
mod split;
mod typed;
mod words;
mod write;

pub use cells::Cell;
pub use column::Column;
pub use encoding::Encoding;
pub use figure::DecimalSign;
pub use header::{COLUMNS_MAX, ColumnPart, FileColumn, KnownBy, Mapping};
pub use open::{FileKind, Opened};
pub use prefix::guard;
pub use problem::{ERRORS_MAX, LineError};
pub use read::{ListRow, Question, QuestionKind, ROWS_MAX, Said, Shape, Sheet, Unread, read, read_text};
pub use split::RawRow;
pub use write::{BYTE_ORDER_MARK, write};

pub(super) use cells::NEGATIVE;
pub(super) use code::ungrouped;
pub(super) use problem::Problems;
pub(super) use read::SAMPLES;
pub(super) use write::cell;
