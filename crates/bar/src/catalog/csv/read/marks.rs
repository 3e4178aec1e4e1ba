//! Columns in which a cross means yes and a blank no, and rows in which nothing else stands.

use super::ListRow;
use crate::catalog::StockMode;
use crate::catalog::csv::figure::figure;
use crate::catalog::csv::header::Header;
use crate::catalog::csv::split::RawRow;
use crate::catalog::csv::{Cell, Column, code, prefix, words};

/// The columns that hold yes or no.
const FLAGS: [Column; 3] = [Column::IsAvailable, Column::StockMode, Column::Floor];

/// Whether a row holds only what fills a column down to the end of a sheet by itself: unticked boxes, and formulas that make nothing.
pub(super) fn is_filled_down(raw: &RawRow<'_>, header: &Header) -> bool {
    let is_nothing = |cell: &str| {
        let is_zero = || figure(cell, None).is_ok_and(|figure| figure.plain.bytes().all(|byte| matches!(byte, b'0' | b'.')));
        words::flag(cell) == Some(false) || is_zero() || code::is_error(cell)
    };
    let name = header.place(Column::Name).and_then(|place| raw.cells.get(place)).map_or("", |cell| cell.trim());
    let mut filled = raw.cells.iter().map(|cell| prefix::unguard(cell).trim()).filter(|cell| !cell.is_empty()).peekable();
    !raw.broken && name.is_empty() && filled.peek().is_some() && filled.all(is_nothing)
}

/// What stands in these columns, in their order.
#[derive(Default)]
pub(super) struct Marks([Seen; FLAGS.len()]);

/// Whether the cells of a column are marks.
#[derive(Default)]
struct Seen {
    marks: bool,
    others: bool,
}

impl Marks {
    /// Notes the cells of a row.
    pub fn note(&mut self, raw: &RawRow<'_>, header: &Header) {
        for (column, seen) in FLAGS.into_iter().zip(&mut self.0) {
            let cell = header.place(column).and_then(|place| raw.cells.get(place)).map_or("", |cell| cell.trim());
            if !cell.is_empty() {
                let is_mark = words::is_mark(cell);
                (seen.marks, seen.others) = (seen.marks | is_mark, seen.others | !is_mark);
            }
        }
    }

    /// Reads a blank cell as no where all others of its column are marks.
    pub fn read_blanks(&self, rows: &mut [ListRow]) {
        for (column, _) in FLAGS.into_iter().zip(&self.0).filter(|(_, seen)| seen.marks && !seen.others) {
            for row in rows.iter_mut() {
                match column {
                    Column::IsAvailable if row.is_available == Cell::Empty => row.is_available = Cell::Value(false),
                    Column::StockMode if row.stock_mode == Cell::Empty => row.stock_mode = Cell::Value(StockMode::Free),
                    Column::Floor if row.floor == Cell::Empty => row.floor = Cell::Value(false),
                    _ => {}
                }
            }
        }
    }
}
