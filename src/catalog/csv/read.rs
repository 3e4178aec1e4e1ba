//! From CSV text to typed rows, with everything that can be said of a row without knowing the products.

use std::collections::HashMap;

use crate::base::{CurrencyCode, Lrd, Usd};
use crate::catalog::Category;

use super::cells::{self, Cell, Parsed};
use super::header::Header;
use super::problem::{LineError, Problems};
use super::split::{RawRow, line_breaks};
use super::{Column, prefix};

/// Most rows of one file: far above any bar, and what a small box can hold at once.
pub const ROWS_MAX: usize = 100_000;

/// A file that is a list of products. Whether all its rows are good is for [`plan`](crate::catalog::import::plan) to tell,
/// so that what is wrong with the cells and what is wrong with the products is told at once.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    /// The rows, blank ones left out.
    pub rows: Vec<Row>,
    /// Names of the columns that mean nothing to us, as the file spells them.
    pub ignored_columns: Vec<String>,
    /// What is wrong with single cells and rows.
    pub(in crate::catalog) problems: Problems,
}

/// What one row says about one product.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// Physical line on which it starts.
    pub line: usize,
    /// Never empty in a row without errors.
    pub name: String,
    /// Who makes it.
    pub brand: Cell<String>,
    /// What the row is matched by.
    pub barcode: Cell<String>,
    pub category: Cell<Category>,
    /// Minor units of the row's currency, whichever that turns out to be.
    pub price: Cell<i64>,
    /// The currency that `price` is in.
    pub currency: Cell<CurrencyCode>,
    /// The price set in US dollars.
    pub price_usd: Cell<Usd>,
    /// The price set in Liberian dollars.
    pub price_lrd: Cell<Lrd>,
    /// Pieces.
    pub stock: Cell<i64>,
    /// Free text.
    pub description: Cell<String>,
    /// Whether it is on sale.
    pub is_available: Cell<bool>,
    /// Its barcode or one of its prices could not be read, so that nothing more can be said of its price.
    pub(in crate::catalog) unclear: bool,
}

/// Reads a whole file. `Err` where it is no list at all (no header, no rows, not text); what is wrong with single rows
/// comes with the sheet, and no [`Sheet`] can be planned without telling it.
pub fn read(data: &str) -> Result<Sheet, Vec<LineError>> {
    let text = data.strip_prefix('\u{feff}').unwrap_or(data);
    if let Some(nul) = text.find('\0') {
        return Err(Problems::fatal(1 + line_breaks(&text[..nul]), None, "This is not a text file: it contains a NUL character"));
    }
    let (header, raw_rows) = Header::read(text)?;
    let mut sheet = Sheet::default();
    let mut seen = HashMap::new();
    let mut count = 0;
    for raw in raw_rows {
        count += 1;
        if count > ROWS_MAX {
            return Err(Problems::fatal(raw.line, None, format!("A file may have at most {ROWS_MAX} products")));
        }
        if let Some(row) = read_row(&header, &raw, &mut sheet.problems) {
            note_barcode(&mut seen, &row, &mut sheet.problems);
            sheet.rows.push(row);
        }
    }
    if count == 0 {
        return Err(Problems::fatal(1, None, "The file has a header and no products below it"));
    }
    sheet.ignored_columns = header.ignored;
    Ok(sheet)
}

/// `None` for a row whose cells cannot be told apart.
fn read_row(header: &Header, raw: &RawRow<'_>, problems: &mut Problems) -> Option<Row> {
    if raw.broken {
        problems.push(raw.line, None, "The quotes are not in pairs: a quote inside a quoted cell is written twice");
        return None;
    }
    if raw.cells.len() != header.width {
        let (found, wanted) = (raw.cells.len(), header.width);
        problems.push(raw.line, None, format!("This row has {found} cells, the header has {wanted}"));
        return None;
    }
    let mut cells = RowReader { header, raw, problems, unclear: false };
    let mut row = Row {
        line: raw.line,
        name: cells.name(),
        brand: cells.read(Column::Brand, cells::line),
        category: cells.read(Column::Category, cells::category),
        stock: cells.read(Column::Stock, cells::stock),
        description: cells.read(Column::Description, cells::notes),
        is_available: cells.read(Column::IsAvailable, cells::is_available),
        ..Row::default()
    };
    row.barcode = cells.read_key(Column::Barcode, cells::line);
    row.currency = cells.read_key(Column::Currency, cells::currency);
    row.price_usd = cells.read_key(Column::PriceUsd, |cell| cells::amount(cell, header.decimal_comma));
    row.price_lrd = cells.read_key(Column::PriceLrd, |cell| cells::amount(cell, header.decimal_comma));
    let decided = row.price_usd.value().is_some() || row.price_lrd.value().is_some();
    row.price = cells.read_key(Column::Price, |cell| cells::price(cell, header.decimal_comma, decided));
    row.unclear = cells.unclear;
    Some(row)
}

/// Two rows of one file cannot both say what becomes of one product.
fn note_barcode(seen: &mut HashMap<String, usize>, row: &Row, problems: &mut Problems) {
    let Cell::Value(barcode) = &row.barcode else { return };
    match seen.get(barcode) {
        Some(first) => {
            let message = format!("The barcode {barcode} is on line {first} and on line {}", row.line);
            problems.push(row.line, Some(Column::Barcode), message);
        }
        None => {
            seen.insert(barcode.clone(), row.line);
        }
    }
}

/// Takes the cells of one row by their columns, and notes what is wrong with them.
struct RowReader<'a> {
    header: &'a Header,
    raw: &'a RawRow<'a>,
    problems: &'a mut Problems,
    unclear: bool,
}

impl RowReader<'_> {
    fn name(&mut self) -> String {
        match self.read(Column::Name, cells::line) {
            Cell::Value(name) => name,
            Cell::Empty => {
                self.problems.push(self.raw.line, Some(Column::Name), "Product name is required");
                String::new()
            }
            // The header has the column, so its cell was refused.
            Cell::Keep => String::new(),
        }
    }

    /// A cell without which nothing can be said of the product's price.
    fn read_key<T>(&mut self, column: Column, parse: impl FnOnce(&str) -> Parsed<T>) -> Cell<T> {
        self.parse(column, parse).unwrap_or_else(|| {
            self.unclear = true;
            Cell::Keep
        })
    }

    fn read<T>(&mut self, column: Column, parse: impl FnOnce(&str) -> Parsed<T>) -> Cell<T> {
        self.parse(column, parse).unwrap_or_default()
    }

    /// `None` where the cell is refused.
    fn parse<T>(&mut self, column: Column, parse: impl FnOnce(&str) -> Parsed<T>) -> Option<Cell<T>> {
        let Some(place) = self.header.place(column) else { return Some(Cell::Keep) };
        let cell = prefix::unguard(&self.raw.cells[place]);
        if cell.trim().is_empty() {
            return Some(Cell::Empty);
        }
        parse(cell).map_err(|message| self.problems.push(self.raw.line, Some(column), message)).ok()
    }
}

#[cfg(test)]
mod tests;
