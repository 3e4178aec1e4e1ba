//! The ten reports. Each is a table of rows with field names, so that JSON and CSV show the same figures.

mod lists;
mod products;
mod revenue;
mod shifts;

use std::collections::BTreeSet;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Bar, Period, ReportRequest, load_bars};
use crate::head::accounts::Bars;
use crate::head::database::{Database, DatabaseError, Transaction};
use crate::head::error::HeadError;
use crate::reports::parts::Cell;

/// Most rows of an answer or a file.
pub const CSV_ROWS_MAX: usize = 200_000;
/// Rows of `exceptions` and `shifts` unless `limit` says otherwise.
pub const LIMIT_DEFAULT: usize = 200;
/// Most rows of `exceptions` and `shifts`.
pub const LIMIT_MAX: usize = 1_000;
/// Rows of `products` unless `limit` says otherwise.
pub const PRODUCTS_DEFAULT: usize = 50;
/// Most rows of `products`.
pub const PRODUCTS_MAX: usize = 500;

/// A report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReportName {
    Days,
    Hours,
    Categories,
    People,
    Exceptions,
    Products,
    Takings,
    Shifts,
    Open,
    Stock,
}

impl ReportName {
    /// All of them.
    pub const ALL: [ReportName; 10] = [
        ReportName::Days,
        ReportName::Hours,
        ReportName::Categories,
        ReportName::People,
        ReportName::Exceptions,
        ReportName::Products,
        ReportName::Takings,
        ReportName::Shifts,
        ReportName::Open,
        ReportName::Stock,
    ];

    /// Parses the name in a path.
    pub fn parse(text: &str) -> Option<Self> {
        ReportName::ALL.into_iter().find(|name| name.as_str() == text)
    }

    /// As in a path.
    pub fn as_str(self) -> &'static str {
        match self {
            ReportName::Days => "days",
            ReportName::Hours => "hours",
            ReportName::Categories => "categories",
            ReportName::People => "people",
            ReportName::Exceptions => "exceptions",
            ReportName::Products => "products",
            ReportName::Takings => "takings",
            ReportName::Shifts => "shifts",
            ReportName::Open => "open",
            ReportName::Stock => "stock",
        }
    }

    /// The fields of its rows, in the order of the CSV.
    pub fn columns(self) -> &'static [&'static str] {
        match self {
            ReportName::Days => &revenue::DAYS,
            ReportName::Hours => &revenue::HOURS,
            ReportName::Categories => &revenue::CATEGORIES,
            ReportName::People => &revenue::PEOPLE,
            ReportName::Exceptions => &lists::EXCEPTIONS,
            ReportName::Products => &products::COLUMNS,
            ReportName::Takings => &lists::TAKINGS,
            ReportName::Shifts => &shifts::COLUMNS,
            ReportName::Open => &lists::OPEN,
            ReportName::Stock => &lists::STOCK,
        }
    }

    /// Rows of an answer without and with the largest `limit`; `None` for a report that always gives all of them.
    pub fn limits(self) -> Option<(usize, usize)> {
        match self {
            ReportName::Products => Some((PRODUCTS_DEFAULT, PRODUCTS_MAX)),
            ReportName::Exceptions | ReportName::Shifts => Some((LIMIT_DEFAULT, LIMIT_MAX)),
            _ => None,
        }
    }

    /// The number of rows that `limit=` asks for.
    ///
    /// # Errors
    /// 400 for anything but a number within the limits.
    pub fn parse_limit(self, text: Option<&str>) -> Result<Rows, HeadError> {
        let Some((default, max)) = self.limits() else { return Ok(Rows::All) };
        let Some(text) = text else { return Ok(Rows::First(default)) };
        let limit = text.parse().ok().filter(|limit| (1..=max).contains(limit));
        limit.map(Rows::First).ok_or_else(|| HeadError::field("limit", format!("limit must be a number from 1 to {max}")))
    }
}

/// How many rows a report gives. Its total always counts all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// All, at most [`CSV_ROWS_MAX`].
    All,
    /// The first ones in the report's order.
    First(usize),
}

impl Rows {
    /// The limit of a query: one more row than is allowed, so that it is noticed.
    fn limit(self) -> i64 {
        let limit = match self {
            Rows::All => CSV_ROWS_MAX + 1,
            Rows::First(limit) => limit,
        };
        i64::try_from(limit).unwrap_or(i64::MAX)
    }
}

/// Up to when the figures of a bar hold.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct AsOf {
    pub bar: String,
    /// `None` for a bar that never sent.
    pub at: Option<String>,
    /// The state of the bar: `behind` while a new line has not sent all figures, and `at` is that of the line before.
    pub state: &'static str,
}

/// A report as a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub columns: &'static [&'static str],
    pub rows: Vec<Vec<Cell>>,
    /// Sums over all rows, also those that a limit leaves out.
    pub total: Vec<(&'static str, Cell)>,
    pub as_of: Vec<AsOf>,
}

/// Rows and sums, as the files of this folder make them.
struct Table {
    rows: Vec<Vec<Cell>>,
    total: Vec<(&'static str, Cell)>,
}

/// The figures of a request.
struct Query<'a> {
    transaction: &'a Transaction,
    bars: &'a [Bar],
    period: Period,
    now: base::Timestamp,
    rows: Rows,
}

/// A report on the bars of a request.
///
/// # Errors
/// 404 for a bar that is not visible, 400 for more than [`CSV_ROWS_MAX`] rows; what the database refuses.
pub async fn report(
    database: &Database,
    visible: &Bars,
    name: ReportName,
    request: &ReportRequest,
    rows: Rows,
) -> Result<Report, HeadError> {
    let report = database
        .snapshot(move |transaction| async move {
            let wanted: Option<&BTreeSet<String>> = request.bars.as_ref();
            let bars = load_bars(&transaction, visible, wanted, request.now).await?;
            let query = Query { transaction: &transaction, bars: &bars, period: request.period, now: request.now, rows };
            let Table { rows, total } = table(name, &query).await?;
            Ok::<_, HeadError>(Report { columns: name.columns(), rows, total, as_of: as_of(&bars, request) })
        })
        .await?;
    if report.rows.len() > CSV_ROWS_MAX {
        return Err(HeadError::invalid("These are too many rows for one report. Please choose fewer days or bars."));
    }
    Ok(report)
}

async fn table(name: ReportName, query: &Query<'_>) -> Result<Table, DatabaseError> {
    match name {
        ReportName::Days => revenue::days(query).await,
        ReportName::Hours => revenue::hours(query).await,
        ReportName::Categories => revenue::categories(query).await,
        ReportName::People => revenue::people(query).await,
        ReportName::Exceptions => lists::exceptions(query).await,
        ReportName::Products => products::products(query).await,
        ReportName::Takings => lists::takings(query).await,
        ReportName::Shifts => shifts::shifts(query).await,
        ReportName::Open => lists::open(query).await,
        ReportName::Stock => lists::stock(query).await,
    }
}

fn as_of(bars: &[Bar], request: &ReportRequest) -> Vec<AsOf> {
    let of_bar =
        |bar: &Bar| AsOf { bar: bar.bar.clone(), at: bar.as_of().map(|at| at.to_string()), state: bar.state(request.now).as_str() };
    bars.iter().map(of_bar).collect()
}

/// Cells under their field names.
struct Fields<I>(I);

impl<'a, I: Iterator<Item = (&'static str, &'a Cell)> + Clone> Serialize for Fields<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, cell) in self.0.clone() {
            match cell {
                Cell::Text(text) | Cell::Figure(text) => map.serialize_entry(name, text)?,
                Cell::Number(number) => map.serialize_entry(name, number)?,
                Cell::Flag(flag) => map.serialize_entry(name, flag)?,
                Cell::Day(day) => map.serialize_entry(name, &day.to_string())?,
                Cell::Time(time) => map.serialize_entry(name, &time.to_string())?,
                Cell::None => map.serialize_entry(name, &())?,
            }
        }
        map.end()
    }
}

/// Rows as objects.
struct Objects<'a>(&'a Report);

impl Serialize for Objects<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns = self.0.columns;
        serializer.collect_seq(self.0.rows.iter().map(|row| Fields(columns.iter().copied().zip(row))))
    }
}

/// As in the API: `{rows, total, asOf}`.
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("rows", &Objects(self))?;
        let total = self.total.iter().map(|(name, cell)| (*name, cell));
        map.serialize_entry("total", &Fields(total))?;
        map.serialize_entry("asOf", &self.as_of)?;
        map.end()
    }
}
