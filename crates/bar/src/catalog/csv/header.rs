//! Parses the first row of a file: its separator, and the places of the columns.

use super::problem::{LineError, Problems};
use super::split::{RawRow, Rows};
use super::{Column, prefix};

/// Most columns of a file, ignored ones included.
const COLUMNS_MAX: usize = 200;

/// On a tie the first one wins.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

/// The header of a file.
#[derive(Debug)]
pub(super) struct Header {
    /// Number of cells that each row must have.
    pub width: usize,
    /// Whether the comma can be a decimal comma.
    pub decimal_comma: bool,
    /// Names of the columns that the import does not read, as they are written.
    pub ignored: Vec<String>,
    places: [Option<usize>; Column::COUNT],
}

impl Header {
    /// The place of `column` in each row; `None` if the file does not have it.
    pub fn place(&self, column: Column) -> Option<usize> {
        self.places[column as usize]
    }

    /// Parses the first row of `text`. Returns the header and the rows after it.
    pub fn read(text: &str) -> Result<(Header, Rows<'_>), Vec<LineError>> {
        let separator = separator_of(text);
        let mut rows = Rows::new(text, separator);
        let row = rows.next().ok_or_else(|| Problems::fatal(1, None, "The file is empty"))?;
        Ok((Header::of(&row, separator)?, rows))
    }

    fn of(row: &RawRow<'_>, separator: u8) -> Result<Header, Vec<LineError>> {
        if row.broken {
            return Err(Problems::fatal(row.line, None, "The quotes in the header are not in pairs"));
        }
        if row.cells.len() > COLUMNS_MAX {
            return Err(Problems::fatal(row.line, None, format!("A file may have at most {COLUMNS_MAX} columns")));
        }
        let mut header =
            Header { width: row.cells.len(), decimal_comma: separator != b',', ignored: Vec::new(), places: [None; Column::COUNT] };
        let mut problems = Problems::default();
        for (place, cell) in row.cells.iter().enumerate() {
            let name = prefix::unguard(cell).trim();
            match Column::parse(name) {
                Some(column) if header.place(column).is_some() => {
                    problems.push(row.line, Some(column), format!("The column {} is there twice", column.as_str()));
                }
                Some(column) => header.places[column as usize] = Some(place),
                None if name.is_empty() => {}
                None => header.ignored.push(name.to_owned()),
            }
        }
        if header.place(Column::Name).is_none() {
            problems.push(row.line, Some(Column::Name), "No “name” column. Row 1 must hold the headings: name, price, stock, …");
        }
        problems.into_result(header)
    }
}

/// The separator with which the first row has the most known columns. Counting commas and semicolons instead would go wrong with
/// names such as `Price, old`.
fn separator_of(text: &str) -> u8 {
    let known = |separator: &u8| {
        let first = Rows::new(text, *separator).next();
        first.map_or(0, |row| row.cells.iter().filter(|cell| Column::parse(cell.trim()).is_some()).count())
    };
    // `max_by_key` returns the last of equal elements.
    SEPARATORS.into_iter().rev().max_by_key(known).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_separator_and_columns() {
        for (text, width, decimal_comma, price) in [
            ("name", 1, false, None),
            ("name,price", 2, false, Some(1)),
            ("PRICE;Name", 2, true, Some(0)),
            ("\"price\"\tname", 2, true, Some(0)),
            (" name ; price ;", 3, true, Some(1)),
            ("\"Price, old, in USD\";name;price", 3, true, Some(2)),
            ("name,\"a;b;c\",price", 3, false, Some(2)),
        ] {
            let (header, _) = Header::read(text).expect(text);
            assert_eq!((header.width, header.decimal_comma, header.place(Column::Price)), (width, decimal_comma, price), "{text}");
        }
    }

    #[test]
    fn lists_what_it_ignores() {
        let (header, _) = Header::read("Supplier,name,,PriceEUR").expect("legal");
        assert_eq!(header.ignored, ["Supplier", "PriceEUR"]);
    }

    #[test]
    fn refuses_a_header_that_it_cannot_use() {
        let wide = "x,".repeat(COLUMNS_MAX) + "name";
        for (text, line, column, message) in [
            ("", 1, None, "The file is empty"),
            ("\n\n", 1, None, "The file is empty"),
            ("price,stock", 1, Some(Column::Name), "No “name” column. Row 1 must hold the headings: name, price, stock, …"),
            ("\nClub Beer;350", 2, Some(Column::Name), "No “name” column. Row 1 must hold the headings: name, price, stock, …"),
            ("name,Name", 1, Some(Column::Name), "The column name is there twice"),
            ("name,\"price", 1, None, "The quotes in the header are not in pairs"),
            (&wide, 1, None, "A file may have at most 200 columns"),
        ] {
            let errors = Header::read(text).map(|(header, _)| header).expect_err(text);
            assert_eq!(errors, Problems::fatal(line, column, message), "{text}");
        }
    }
}
