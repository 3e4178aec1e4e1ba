//! One row: the values of its cells, and what is wrong with them.

use crate::catalog::{Category, StockMode};
use base::{CurrencyCode, Lrd, Usd};

use super::{Question, QuestionKind, SAMPLES, Said, Sheet};
use crate::catalog::csv::cells::{self, Cell, Parsed, WrongFigure};
use crate::catalog::csv::figure::DecimalSign;
use crate::catalog::csv::group::{Group, group};
use crate::catalog::csv::header::Header;
use crate::catalog::csv::split::RawRow;
use crate::catalog::csv::{Column, prefix, words};

/// A row: the values of one product.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListRow {
    /// Physical line on which it starts, from 1.
    pub line: usize,
    /// Never empty in a row without errors.
    pub name: String,
    pub brand: Cell<String>,
    /// The row is matched to a product by it.
    pub barcode: Cell<String>,
    /// The barcode as it is written, where it is read as another or as none.
    pub written_barcode: Option<String>,
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
    /// Whether its stock is counted.
    pub stock_mode: Cell<StockMode>,
    /// Whether sales stop at 0.
    pub floor: Cell<bool>,
    /// Whether its barcode, its currency or one of its prices could not be read, so that its price cannot be checked.
    pub(in crate::catalog) unclear: bool,
    /// The first mistake of the row, for people.
    pub(in crate::catalog) wrong: Option<String>,
    /// The price as it is written, where neither it nor another cell nor a person names its currency.
    pub(in crate::catalog) unnamed_price: Option<String>,
}

/// What tills write for a price that is typed at each sale: here a product has one.
const OPEN_PRICE: &str = "variable";

/// Reads the cells of one row by column, and collects their mistakes.
pub(super) struct RowReader<'a> {
    pub header: &'a Header,
    pub raw: &'a RawRow<'a>,
    pub sheet: &'a mut Sheet,
    pub said: &'a Said,
    /// Whether the list is the sheet of a workbook.
    pub in_workbook: bool,
    /// Whether something could not be read without which the price cannot be checked.
    pub unclear: bool,
    /// The first mistake.
    pub wrong: Option<String>,
}

impl RowReader<'_> {
    /// The name; empty, with a mistake, if it is missing or wrong.
    pub fn name(&mut self, name: &str) -> String {
        if name.is_empty() {
            self.mistake(Column::Name, "Product name is required".to_owned());
            return String::new();
        }
        match cells::line(name) {
            Ok(name) => name.value().unwrap_or_default(),
            Err(message) => {
                self.mistake(Column::Name, message);
                String::new()
            }
        }
    }

    /// What the row says of its category, in one of two columns.
    pub fn group(&mut self) -> Cell<Group> {
        let type_cell = self.header.type_column.and_then(|place| self.raw.cells.get(place)).map_or("", |cell| prefix::unguard(cell).trim());
        match self.read(Column::Category, group) {
            Cell::Empty if !type_cell.is_empty() => group(type_cell).unwrap_or_else(|message| {
                self.mistake(Column::Category, message);
                Cell::Keep
            }),
            read => read,
        }
    }

    /// What other programs say of a product that is not counted: nothing at all, or a figure that means nothing.
    pub fn read_not_counted(&self, row: &mut ListRow) {
        let is_free = match self.header.free_if_empty {
            Some(Column::StockMode) => row.stock_mode == Cell::Empty,
            Some(_) => row.stock == Cell::Empty,
            None => false,
        };
        if is_free {
            row.stock_mode = Cell::Value(StockMode::Free);
        }
        if row.stock_mode == Cell::Value(StockMode::Free) && (is_free || self.header.has_foreign_mode) && row.stock != Cell::Keep {
            row.stock = Cell::Empty;
        }
    }

    /// What is archived, or only a draft, is not on the menu, whatever else the row says.
    pub fn read_archived(&self, row: &mut ListRow) {
        let cell = |place: Option<usize>| place.and_then(|place| self.raw.cells.get(place));
        let is_archived = cell(self.header.archived).is_some_and(|cell| words::flag(cell) == Some(true));
        if is_archived || cell(self.header.status).is_some_and(|cell| words::flag(cell) == Some(false)) {
            row.is_available = Cell::Value(false);
        }
    }

    /// A dash in the column of a currency, beside a price in the other one: it has none in this one. It is 0 anywhere else.
    pub fn read_dashes(&self, row: &mut ListRow) {
        let is_dash = |column| self.cell(column).is_some_and(|cell| !cell.bytes().any(|byte| byte.is_ascii_digit()));
        let (usd, lrd) = (row.price_usd.value(), row.price_lrd.value());
        if usd.is_some() && is_dash(Column::PriceUsd) && lrd.is_some_and(|price| price.as_minor() > 0) {
            row.price_usd = Cell::Empty;
        }
        if lrd.is_some() && is_dash(Column::PriceLrd) && usd.is_some_and(|price| price.as_minor() > 0) {
            row.price_lrd = Cell::Empty;
        }
    }

    /// What the price says of the currency, or a person for all that say nothing.
    pub fn name_currency(&mut self, row: &mut ListRow, named: Option<CurrencyCode>) {
        match (row.currency, named) {
            (Cell::Value(currency), Some(named)) if currency != named => {
                self.mistake(Column::Price, format!("The price is in {}, the currency says {}", named.as_str(), currency.as_str()));
                self.unclear = true;
            }
            (Cell::Value(_), _) => {}
            (Cell::Keep | Cell::Empty, Some(named)) => row.currency = Cell::Value(named),
            (Cell::Keep | Cell::Empty, None) if row.price.value().is_none() => {}
            (before, None) => {
                if let Some(currency) = self.said.currency {
                    row.currency = Cell::Value(currency);
                } else if before == Cell::Keep && self.header.place(Column::Currency).is_none() {
                    row.unnamed_price = self.cell(Column::Price).map(|cell| cell.trim().to_owned());
                }
            }
        }
    }

    /// Reads a cell without which the product's price cannot be checked.
    pub fn read_key<T>(&mut self, column: Column, parse: impl FnOnce(&str) -> Parsed<T>) -> Cell<T> {
        self.parse(column, parse).unwrap_or_else(|| {
            self.unclear = true;
            Cell::Keep
        })
    }

    /// Reads a cell; one with a mistake keeps what the product has.
    pub fn read<T>(&mut self, column: Column, parse: impl FnOnce(&str) -> Parsed<T>) -> Cell<T> {
        self.parse(column, parse).unwrap_or_default()
    }

    /// Reads an amount, without which the product's price cannot be checked.
    pub fn money<T>(&mut self, column: Column, parse: impl FnOnce(&str, Option<DecimalSign>) -> Result<T, WrongFigure>) -> Cell<T> {
        if self.cell(column).is_some_and(|cell| cell.trim().eq_ignore_ascii_case(OPEN_PRICE)) {
            return Cell::Empty;
        }
        // What a formula made, and its cell shows in as many digits as there is room for.
        let cents = self.in_workbook.then(|| self.cell(column).and_then(rounded)).flatten();
        let read = self.figure(column, |cell, sign| parse(cents.as_deref().unwrap_or(cell), sign));
        read.unwrap_or_else(|| {
            self.unclear = true;
            Cell::Keep
        })
    }

    /// Reads a figure; `None` if it cannot be read.
    pub fn figure<T>(
        &mut self,
        column: Column,
        parse: impl FnOnce(&str, Option<DecimalSign>) -> Result<T, WrongFigure>,
    ) -> Option<Cell<T>> {
        let Some(cell) = self.cell(column) else { return Some(Cell::Keep) };
        if cell.trim().is_empty() {
            return Some(Cell::Empty);
        }
        match parse(cell, self.said.figures) {
            Ok(value) => Some(Cell::Value(value)),
            Err(WrongFigure::Wrong(message)) => {
                self.mistake(column, message);
                None
            }
            Err(WrongFigure::TwoWays) => {
                let cell = cell.trim().to_owned();
                self.wrong.get_or_insert_with(|| format!("{cell} can be read in two ways"));
                let question = self.sheet.question.get_or_insert_with(|| Question {
                    kind: QuestionKind::Figures,
                    column,
                    samples: Vec::new(),
                    line: self.raw.line,
                });
                if question.samples.len() < SAMPLES {
                    question.samples.push(cell);
                }
                None
            }
        }
    }

    /// The cell of a column; `None` if the file does not have the column.
    pub fn cell(&self, column: Column) -> Option<&str> {
        let place = self.header.place(column)?;
        Some(self.raw.cells.get(place).map_or("", |cell| prefix::unguard(cell)))
    }

    /// `None` if the cell has a mistake.
    fn parse<T>(&mut self, column: Column, parse: impl FnOnce(&str) -> Parsed<T>) -> Option<Cell<T>> {
        let Some(cell) = self.cell(column) else { return Some(Cell::Keep) };
        if cell.trim().is_empty() {
            return Some(Cell::Empty);
        }
        parse(cell).map_err(|message| self.mistake(column, message)).ok()
    }

    fn mistake(&mut self, column: Column, message: String) {
        self.wrong.get_or_insert_with(|| message.clone());
        self.sheet.problems.push(self.raw.line, Some(column), message);
    }
}

/// A figure with more than two decimals, rounded to two; `None` for any other.
fn rounded(cell: &str) -> Option<String> {
    let (whole, decimals) = cell.trim().split_once('.').filter(|(_, decimals)| decimals.len() > 2)?;
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    if digits.is_empty() || !digits.bytes().chain(decimals.bytes()).all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let cents: u64 = format!("{digits}{}", &decimals[..2]).parse().ok()?;
    let cents = cents + u64::from(decimals.as_bytes()[2] >= b'5');
    let sign = if whole.len() > digits.len() { "-" } else { "" };
    Some(format!("{sign}{}.{:02}", cents / 100, cents % 100))
}
