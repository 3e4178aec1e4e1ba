//! One row: the values of its cells, and what is wrong with them.

use crate::catalog::{Category, StockMode};
use base::{CurrencyCode, Lrd, Usd};

use super::{Question, QuestionKind, SAMPLES, Said, Sheet};
use crate::catalog::csv::cells::{self, Cell, Parsed, WrongFigure};
use crate::catalog::csv::figure::DecimalSign;
use crate::catalog::csv::header::Header;
use crate::catalog::csv::split::RawRow;
use crate::catalog::csv::{Column, prefix};

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

    /// What the price says of the currency, or a person for all that say nothing.
    pub fn name_currency(&mut self, row: &mut Row, named: Option<CurrencyCode>) {
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
        self.figure(column, parse).unwrap_or_else(|| {
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
    fn cell(&self, column: Column) -> Option<&str> {
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
