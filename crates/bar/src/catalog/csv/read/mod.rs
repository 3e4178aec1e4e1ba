//! Parses CSV text into typed rows, with all checks that do not need the products.

mod article;
mod marks;
mod row;

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

pub use row::ListRow;

use crate::catalog::barcode_key;
use base::CurrencyCode;

use super::cells::{self, Cell};
use super::figure::DecimalSign;
use super::group::Group;
use super::header::{COLUMNS_MAX, FileColumn, Header, Mapping};
use super::layout::{headings_in, layout};
use super::open::{Opened, Source};
use super::problem::{LineError, Problems};
use super::split::{RawRow, Rows, line_breaks};
use super::{Column, code, prefix, words};
use article::Articles;
use marks::Marks;
use row::RowReader;

/// Most rows of a file: far more than any bar has, and few enough for the memory of a small box.
pub const ROWS_MAX: usize = 100_000;
/// Values of a column or of a question that are shown.
pub(in crate::catalog) const SAMPLES: usize = 3;

/// What a person said of a file, and of earlier ones.
#[derive(Debug, Clone, Default)]
pub struct Said {
    /// What each column becomes; `None`: as its heading says.
    pub columns: Option<Vec<Option<Column>>>,
    /// How figures are read that can be read in two ways.
    pub figures: Option<DecimalSign>,
    /// The currency of prices that name none.
    pub currency: Option<CurrencyCode>,
    /// What was chosen for earlier files, the newest first.
    pub remembered: Vec<Mapping>,
}

/// What the file looks like.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shape {
    /// What is between two cells; `None` in a workbook.
    pub separator: Option<char>,
    /// Physical line of the headings, from 1; 0 if the list has none.
    pub headings: usize,
    pub columns: Vec<FileColumn>,
}

/// What a person must say before the file can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ImportQuestionKind)]
pub enum QuestionKind {
    /// Which sign is the decimal one, in figures that can be read in two ways.
    Figures,
    /// The currency of prices that name none.
    Currency,
}

/// A question about the whole file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ImportQuestion)]
pub struct Question {
    pub kind: QuestionKind,
    /// The column in which it first arises.
    pub column: Column,
    /// The first three cells that it is about.
    pub samples: Vec<String>,
    /// Line of the first of them.
    #[serde(skip)]
    pub line: usize,
}

/// A list that was not read at all, with what is known of it.
#[derive(Debug, Clone, Default)]
pub struct Unread {
    pub errors: Vec<LineError>,
    /// Its headings, if they were found.
    pub shape: Option<Shape>,
}

impl From<Vec<LineError>> for Unread {
    fn from(errors: Vec<LineError>) -> Self {
        Unread { errors, shape: None }
    }
}

/// A product list that was read. [`plan`](crate::catalog::import::plan) reports the mistakes of its rows, so that those of cells and
/// those of products are reported together.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    /// Without blank rows.
    pub rows: Vec<ListRow>,
    /// Names of the columns that the import does not read, as they are written.
    pub ignored_columns: Vec<String>,
    pub shape: Shape,
    /// The question about figures, if one is open.
    pub question: Option<Question>,
    /// What a person chose for the columns of this file, to be remembered.
    pub chosen: Option<Mapping>,
    /// Mistakes of single cells and rows.
    pub(in crate::catalog) problems: Problems,
}

/// Reads a whole file. Mistakes of single rows are in the sheet, and planning it reports them.
///
/// # Errors
/// The errors if the file is not a list at all: no text, no valid header, no rows or too many.
pub fn read(file: &mut Opened<'_>, said: &Said) -> Result<Sheet, Unread> {
    match file.source() {
        Source::Text(data) => {
            let text = data.strip_prefix('\u{feff}').unwrap_or(data);
            if let Some(nul) = text.find('\0') {
                let line = 1 + line_breaks(&text[..nul]);
                return Err(Problems::fatal(line, None, "This is not a text file: it contains a NUL character").into());
            }
            let layout = layout(text)?;
            let rows = || Rows::new(text, layout.dialect).skip(layout.above);
            let separator = Some(char::from(layout.dialect.separator));
            let columns = (!layout.has_headings).then(|| widest(rows().map(|row| used(&row))));
            read_rows(rows(), columns, separator, said)
        }
        Source::Cells(rows) => {
            let Some(place) = headings_in(&rows, false) else {
                return Err(Problems::fatal(1, None, "The file is empty").into());
            };
            let columns = (!place.has_headings).then(|| widest(rows.iter().map(used)));
            read_rows(rows.into_iter().skip(place.above), columns, None, said)
        }
    }
}

/// Reads a text as its headings say.
///
/// # Errors
/// As [`read`].
pub fn read_text(text: &str) -> Result<Sheet, Unread> {
    read(&mut Opened::of_text(text), &Said::default())
}

/// Number of cells of a row up to the last one that is filled.
fn used(row: &RawRow<'_>) -> usize {
    row.cells.iter().rposition(|cell| !cell.trim().is_empty()).map_or(0, |last| last + 1)
}

fn widest(rows: impl Iterator<Item = usize>) -> usize {
    rows.max().unwrap_or(0).min(COLUMNS_MAX)
}

/// Reads `rows`, of which the first holds the headings; without headings `columns` is the number of columns.
fn read_rows<'a>(
    mut rows: impl Iterator<Item = RawRow<'a>>,
    columns: Option<usize>,
    separator: Option<char>,
    said: &Said,
) -> Result<Sheet, Unread> {
    let mut headings = None;
    let (header, problems) = if let Some(columns) = columns {
        Header::numbered(columns, said.columns.as_deref())
    } else {
        let Some(first) = rows.next() else { return Err(Problems::fatal(1, None, "The file is empty").into()) };
        let (header, problems) = Header::of(&first, said.columns.as_deref(), &said.remembered);
        headings = Some(first);
        let Some(header) = header else { return Err(problems.into_errors().into()) };
        (header, problems)
    };
    let mut reader = ListReader {
        header,
        said,
        in_workbook: separator.is_none(),
        sheet: Sheet::default(),
        seen: HashMap::new(),
        articles: Articles::default(),
        marks: Marks::default(),
    };
    let headings_are_wrong = !problems.is_empty();
    let mut count = 0;
    for raw in rows {
        count += 1;
        if count > ROWS_MAX {
            return Err(Problems::fatal(raw.line, None, format!("A file may have at most {ROWS_MAX} products")).into());
        }
        reader.take_samples(&raw);
        if !headings_are_wrong {
            reader.read_row(raw);
        } else if reader.has_samples() {
            break;
        }
    }
    let ignored_columns = reader.header.ignored();
    let shape = Shape { separator, headings: reader.header.line, columns: std::mem::take(&mut reader.header.columns) };
    if headings_are_wrong {
        return Err(Unread { errors: problems.into_errors(), shape: Some(shape) });
    }
    if count == 0 {
        let errors = Problems::fatal(1, None, "The file has a header and no products below it");
        return Err(Unread { errors, shape: Some(shape) });
    }
    let mut sheet = reader.sheet;
    reader.marks.read_blanks(&mut sheet.rows);
    // Columns that are only numbers say nothing of the next file.
    sheet.chosen = headings.zip(said.columns.as_ref()).and_then(|(headings, fields)| chosen(&headings, fields));
    sheet.ignored_columns = ignored_columns;
    sheet.shape = shape;
    Ok(sheet)
}

/// What a person chose for the columns, if it is something else than what their headings say.
fn chosen(headings: &RawRow<'_>, fields: &[Option<Column>]) -> Option<Mapping> {
    let columns = Header::of(headings, None, &[]).0?.columns;
    let own = columns.iter().map(|column| column.field).ne(fields.iter().copied());
    own.then(|| Mapping { headings: columns.into_iter().map(|column| column.heading).collect(), fields: fields.to_vec() })
}

/// Reads the rows of a list one after the other.
struct ListReader<'s> {
    header: Header,
    said: &'s Said,
    in_workbook: bool,
    sheet: Sheet,
    /// The line of each barcode.
    seen: HashMap<String, usize>,
    articles: Articles,
    /// What stands in the columns in which a cross can mean yes.
    marks: Marks,
}

impl ListReader<'_> {
    fn has_samples(&self) -> bool {
        self.header.columns.iter().all(|column| column.samples.len() == SAMPLES)
    }

    fn take_samples(&mut self, raw: &RawRow<'_>) {
        for (column, cell) in self.header.columns.iter_mut().zip(&raw.cells) {
            if column.samples.len() < SAMPLES && !cell.trim().is_empty() {
                column.samples.push(prefix::unguard(cell).trim().to_owned());
            }
        }
    }

    fn read_row(&mut self, mut raw: RawRow<'_>) {
        if article::is_only_handle(&raw, &self.header) || marks::is_filled_down(&raw, &self.header) {
            return;
        }
        self.articles.complete(&mut raw, &self.header);
        if article::is_only_article(&raw, &self.header) {
            return;
        }
        self.marks.note(&raw, &self.header);
        let mut row = self.row(&raw);
        if let Cell::Value(barcode) = &row.barcode {
            match self.seen.get(barcode_key(barcode).as_ref()) {
                Some(first) => {
                    let message = format!("The barcode {barcode} is on line {first} and on line {}", row.line);
                    row.wrong.get_or_insert_with(|| message.clone());
                    self.sheet.problems.push(row.line, Some(Column::Barcode), message);
                }
                None => {
                    self.seen.insert(barcode_key(barcode).into_owned(), row.line);
                }
            }
        }
        self.sheet.rows.push(row);
    }

    /// The row; if its cells cannot be assigned to columns, only its line and what is wrong.
    fn row(&mut self, raw: &RawRow<'_>) -> ListRow {
        let (found, wanted) = (raw.cells.len(), self.header.columns.len());
        let surplus = raw.cells.iter().skip(wanted).any(|cell| !cell.trim().is_empty());
        let message = match (raw.broken, surplus) {
            (true, _) => "The quotes are not in pairs: a quote inside a quoted cell is written twice".to_owned(),
            (_, true) => format!("This row has {found} cells, the header has {wanted}"),
            _ => return self.assigned(raw),
        };
        self.sheet.problems.push(raw.line, None, message.clone());
        ListRow { line: raw.line, unclear: true, wrong: Some(message), ..ListRow::default() }
    }

    fn assigned(&mut self, raw: &RawRow<'_>) -> ListRow {
        let name = self.name_of(raw);
        let mut cells = RowReader {
            header: &self.header,
            raw,
            sheet: &mut self.sheet,
            said: self.said,
            in_workbook: self.in_workbook,
            unclear: false,
            wrong: None,
        };
        let (name, brand) = (cells.name(&name), cells.read(Column::Brand, cells::line));
        let group = cells.group();
        let mut row = ListRow {
            line: raw.line,
            name,
            brand,
            section: cells.read(Column::Section, cells::section),
            stock: cells.figure(Column::Stock, cells::stock).unwrap_or_default(),
            description: cells.read(Column::Description, if self.header.has_markup { cells::shop_notes } else { cells::notes }),
            is_available: cells.read(Column::IsAvailable, words::is_available),
            tax_class: cells.read(Column::TaxClass, cells::line),
            stock_mode: cells.read(Column::StockMode, words::stock_mode),
            floor: cells.read(Column::Floor, words::floor),
            // These follow. Every member stands here, so that none that is added later is never read.
            barcode: Cell::Keep,
            written_barcode: None,
            category: Cell::Keep,
            price: Cell::Keep,
            currency: Cell::Keep,
            price_usd: Cell::Keep,
            price_lrd: Cell::Keep,
            unclear: false,
            wrong: None,
            unnamed_price: None,
        };
        row.category = match group {
            Cell::Keep => Cell::Keep,
            Cell::Empty => Cell::Empty,
            Cell::Value(Group { category, section }) => {
                if let (Some(section), Cell::Keep | Cell::Empty) = (section, &row.section) {
                    row.section = Cell::Value(section);
                }
                category.map_or(Cell::Keep, Cell::Value)
            }
        };
        cells.read_not_counted(&mut row);
        cells.read_archived(&mut row);
        row.barcode = cells.read_key(Column::Barcode, code::barcode);
        row.written_barcode =
            cells.cell(Column::Barcode).and_then(|cell| code::written(cell, row.barcode.as_ref().value().map(String::as_str)));
        row.currency = cells.read_key(Column::Currency, cells::currency);
        row.price_usd = cells.money(Column::PriceUsd, |cell, sign| cells::amount(cell, sign, CurrencyCode::Usd));
        row.price_lrd = cells.money(Column::PriceLrd, |cell, sign| cells::amount(cell, sign, CurrencyCode::Lrd));
        cells.read_dashes(&mut row);
        let is_derived = row.price_usd.value().is_some() || row.price_lrd.value().is_some();
        let beside = row.currency.value();
        let price = cells.money(Column::Price, |cell, sign| cells::price(cell, sign, is_derived, beside));
        if let Cell::Value((price, named)) = price {
            row.price = price;
            cells.name_currency(&mut row, named);
        } else if price == Cell::Empty {
            row.price = Cell::Empty;
        }
        (row.unclear, row.wrong) = (cells.unclear, cells.wrong.take());
        row
    }

    /// The name, with what tells the variations of an article apart behind it.
    fn name_of(&self, raw: &RawRow<'_>) -> String {
        let cell = |place: usize| raw.cells.get(place).map_or("", |cell| prefix::unguard(cell).trim());
        let mut name = self.header.place(Column::Name).map_or("", cell).to_owned();
        if name.is_empty() {
            return name;
        }
        for &place in &self.header.variations {
            let variation = cell(place);
            if !variation.is_empty() && !NO_VARIATION.iter().any(|word| variation.eq_ignore_ascii_case(word)) {
                name = format!("{name} {variation}");
            }
        }
        name
    }
}

/// What programs write for an article that comes in one kind.
const NO_VARIATION: [&str; 4] = ["regular", "default", "default title", "standard"];

#[cfg(test)]
mod programs;
#[cfg(test)]
mod tests;
