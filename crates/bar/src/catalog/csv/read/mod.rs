//! Parses CSV text into typed rows, with all checks that do not need the products.

use std::collections::HashMap;

use crate::catalog::Category;
use base::{CurrencyCode, Lrd, Usd};

use super::cells::{self, Cell, Parsed};
use super::header::Header;
use super::problem::{LineError, Problems};
use super::split::{RawRow, line_breaks};
use super::{Column, prefix};

/// Most rows of a file: far more than any bar has, and few enough for the memory of a small box.
pub const ROWS_MAX: usize = 100_000;

/// A product list that was read. [`plan`](crate::catalog::import::plan) reports the mistakes of its rows, so that those of cells and
/// those of products are reported together.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    /// Without blank rows.
    pub rows: Vec<Row>,
    /// Names of the columns that the import does not read, as they are written.
    pub ignored_columns: Vec<String>,
    /// Mistakes of single cells and rows.
    pub(in crate::catalog) problems: Problems,
}

/// A row: the values of one product.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// Physical line on which it starts, from 1.
    pub line: usize,
    /// Never empty in a row without errors.
    pub name: String,
    pub brand: Cell<String>,
    /// The row is matched to a product by it.
    pub barcode: Cell<String>,
    pub category: Cell<Category>,
    pub section: Cell<String>,
    /// Minor units of the row's currency.
    pub price: Cell<i64>,
    /// The currency of `price`.
    pub currency: Cell<CurrencyCode>,
    /// The price set in US dollars.
    pub price_usd: Cell<Usd>,
    /// The price set in Liberian dollars.
    pub price_lrd: Cell<Lrd>,
    /// Pieces.
    pub stock: Cell<i64>,
    /// Free text.
    pub description: Cell<String>,
    /// Whether the menu shows it.
    pub is_available: Cell<bool>,
    /// Id of a tax class, which may not exist.
    pub tax_class: Cell<String>,
    /// Whether its barcode, its currency or one of its prices could not be read, so that its price cannot be checked.
    pub(in crate::catalog) unclear: bool,
}

/// Reads a whole file. Mistakes of single rows are in the sheet, and planning it reports them.
///
/// # Errors
/// One error if the file is not a list at all: no text, no valid header, no rows or too many.
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

/// The row, or `None` if its cells cannot be assigned to columns.
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
        section: cells.read(Column::Section, cells::section),
        stock: cells.read(Column::Stock, cells::stock),
        description: cells.read(Column::Description, cells::notes),
        is_available: cells.read(Column::IsAvailable, cells::is_available),
        tax_class: cells.read(Column::TaxClass, cells::line),
        ..Row::default()
    };
    row.barcode = cells.read_key(Column::Barcode, cells::barcode);
    row.currency = cells.read_key(Column::Currency, cells::currency);
    row.price_usd = cells.read_key(Column::PriceUsd, |cell| cells::amount(cell, header.decimal_comma));
    row.price_lrd = cells.read_key(Column::PriceLrd, |cell| cells::amount(cell, header.decimal_comma));
    let is_derived = row.price_usd.value().is_some() || row.price_lrd.value().is_some();
    row.price = cells.read_key(Column::Price, |cell| cells::price(cell, header.decimal_comma, is_derived));
    row.unclear = cells.unclear;
    Some(row)
}

/// Reports a barcode that an earlier row has.
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

/// Reads the cells of one row by column, and collects their mistakes.
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

    /// Reads a cell without which the product's price cannot be checked.
    fn read_key<T>(&mut self, column: Column, parse: impl FnOnce(&str) -> Parsed<T>) -> Cell<T> {
        self.parse(column, parse).unwrap_or_else(|| {
            self.unclear = true;
            Cell::Keep
        })
    }

    fn read<T>(&mut self, column: Column, parse: impl FnOnce(&str) -> Parsed<T>) -> Cell<T> {
        self.parse(column, parse).unwrap_or_default()
    }

    /// `None` if the cell has a mistake.
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
