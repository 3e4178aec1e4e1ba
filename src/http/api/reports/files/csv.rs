//! A sheet as CSV (RFC 4180, with LF, after a byte order mark), guarded against formulas as the list of products is.

use std::io;

use crate::catalog::csv::{BYTE_ORDER_MARK, guard};
use crate::reports::parts::Cell;

/// Writer for one sheet. An error is reported by [`Sheet::finish`].
pub struct Sheet {
    csv: csv::Writer<Vec<u8>>,
    written: Result<(), csv::Error>,
}

impl Sheet {
    /// A sheet with one row, the headings.
    pub fn new(headings: &[&str]) -> Self {
        let mut csv = csv::Writer::from_writer(BYTE_ORDER_MARK.as_bytes().to_vec());
        let written = csv.write_record(headings);
        Sheet { csv, written }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: &[Cell]) {
        if self.written.is_ok() {
            self.written = self.csv.write_record(cells.iter().map(text));
        }
    }

    /// The file, or the first error.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        self.written?;
        self.csv.into_inner().map_err(|error| error.into_error())
    }
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => guard(text).into_owned(),
        Cell::Figure(text) => text.clone(),
        Cell::Number(number) => number.to_string(),
        Cell::Flag(flag) => flag.to_string(),
        Cell::Day(day) => day.to_string(),
        Cell::Time(time) => time.to_string(),
        Cell::None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::BusinessDay;

    #[test]
    fn names_are_no_formulas_and_figures_stay_figures() {
        let mut sheet = Sheet::new(&["Product", "Night", "Units", "Revenue USD"]);
        let night = Cell::Day(BusinessDay::parse("2026-11-21").expect("a date"));
        sheet.row(&["=HYPERLINK(\"x\"), 2".into(), night, (-3_i64).into(), Cell::figure("-7.50")]);
        sheet.row(&["Club Beer".into(), Cell::None, 24_i64.into(), Cell::figure("48.00")]);
        let text = String::from_utf8(sheet.finish().expect("written")).expect("text");
        let expected = "\u{feff}Product,Night,Units,Revenue USD\n\"'=HYPERLINK(\"\"x\"\"), 2\",2026-11-21,-3,-7.50\nClub Beer,,24,48.00\n";
        assert_eq!(text, expected);
    }
}
