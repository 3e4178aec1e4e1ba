//! Cells of a row: from JSON, and as arrays for a statement.

use jiff::civil::Date;
use serde_json::Value;
use tokio_postgres::types::ToSql;

use super::layout::{Kind, Layout};

/// Longest text in a key, in bytes.
const KEY_BYTES_MAX: usize = 200;
/// Longest other text, in bytes.
const TEXT_BYTES_MAX: usize = 8_192;
/// The years that every database of the protocol has.
const YEARS: std::ops::RangeInclusive<i16> = 1..=9_999;

/// A value that a column can hold.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    Null,
    Day(Date),
    Moment(jiff::Timestamp),
    Number(i64),
    Text(String),
    Truth(bool),
}

/// The cells of a row, one for each column. Members that a newer box adds at the end are left out; where an older one ends sooner, the
/// rest is null if it may be.
///
/// # Errors
/// Which of the columns cannot be kept, and why.
pub fn read_row(layout: &Layout, row: &[Value]) -> Result<Vec<Cell>, String> {
    let cell = |(place, (name, kind)): (usize, &(&'static str, Kind))| {
        let is_key = place < layout.keys;
        match row.get(place).unwrap_or(&Value::Null) {
            Value::Null if is_key || !layout.nullable => Err(format!("{name} is missing")),
            Value::Null => Ok(Cell::Null),
            value => read_cell(name, *kind, value, is_key),
        }
    };
    layout.columns.iter().enumerate().map(cell).collect()
}

fn read_cell(name: &str, kind: Kind, value: &Value, is_key: bool) -> Result<Cell, String> {
    let text = || value.as_str().unwrap_or_default();
    match kind {
        Kind::Number => value.as_i64().map(Cell::Number).ok_or_else(|| format!("{name} is no number of 64 bits")),
        Kind::Truth => value.as_bool().map(Cell::Truth).ok_or_else(|| format!("{name} is neither true nor false")),
        Kind::Day => {
            let day = text().parse::<Date>().ok().filter(|day| YEARS.contains(&day.year()));
            day.map(Cell::Day).ok_or_else(|| format!("{name} is no date"))
        }
        Kind::Moment => {
            let at = text().parse::<jiff::Timestamp>().ok();
            let at = at.filter(|at| YEARS.contains(&at.to_zoned(jiff::tz::TimeZone::UTC).year()));
            at.map(Cell::Moment).ok_or_else(|| format!("{name} is no moment"))
        }
        Kind::Text => {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                Value::Bool(truth) => truth.to_string(),
                _ => return Err(format!("{name} is no text")),
            };
            let max = if is_key { KEY_BYTES_MAX } else { TEXT_BYTES_MAX };
            if text.contains('\0') {
                Err(format!("{name} is no text"))
            } else if text.len() > max {
                Err(format!("{name} is longer than {max} bytes"))
            } else {
                Ok(Cell::Text(text))
            }
        }
    }
}

/// A column of several rows.
pub enum Column {
    Days(Vec<Option<Date>>),
    Moments(Vec<Option<jiff::Timestamp>>),
    Numbers(Vec<Option<i64>>),
    Texts(Vec<Option<String>>),
    Truths(Vec<Option<bool>>),
}

impl Column {
    /// The cells of a column.
    pub fn new<'a>(kind: Kind, column: impl Iterator<Item = &'a Cell>) -> Self {
        macro_rules! cells {
            ($variant:ident) => {
                column
                    .map(|cell| match cell {
                        Cell::$variant(value) => Some(value.clone()),
                        _ => None,
                    })
                    .collect()
            };
        }
        match kind {
            Kind::Day => Column::Days(cells!(Day)),
            Kind::Moment => Column::Moments(cells!(Moment)),
            Kind::Number => Column::Numbers(cells!(Number)),
            Kind::Text => Column::Texts(cells!(Text)),
            Kind::Truth => Column::Truths(cells!(Truth)),
        }
    }

    /// As a parameter.
    pub fn as_param(&self) -> &(dyn ToSql + Sync) {
        match self {
            Column::Days(cells) => cells,
            Column::Moments(cells) => cells,
            Column::Numbers(cells) => cells,
            Column::Texts(cells) => cells,
            Column::Truths(cells) => cells,
        }
    }
}
