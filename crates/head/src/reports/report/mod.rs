//! The ten reports. The fields of each row are listed once, so that JSON and CSV show the same figures.

mod lists;
mod products;
mod revenue;
mod row;
mod shifts;
mod words;

use std::collections::BTreeSet;

use serde::Serialize;
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

pub use lists::{ExceptionsReport, OpenReport, StockReport, TakingsReport};
pub use products::{ProductRow, ProductSums, ProductsReport};
pub use revenue::{CategoriesReport, DaysReport, HoursReport, PeopleReport};
pub use shifts::ShiftsReport;

use self::row::Columns;
use super::{Bar, Period, ReportRequest, State, load_bars};
use crate::accounts::Bars;
use crate::database::{Database, DatabaseError, Transaction};
use crate::error::HeadError;
use bar::reports::parts::Cell;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
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

base::words!(ReportName);

impl ReportName {
    /// The fields of its rows, in the order of the CSV.
    pub fn columns(self) -> Vec<&'static str> {
        match self {
            ReportName::Days => revenue::DayRow::columns(),
            ReportName::Hours => revenue::HourRow::columns(),
            ReportName::Categories => revenue::CategoryRow::columns(),
            ReportName::People => revenue::PersonRow::columns(),
            ReportName::Exceptions => lists::ExceptionRow::columns(),
            ReportName::Products => ProductRow::columns(),
            ReportName::Takings => lists::TakingRow::columns(),
            ReportName::Shifts => shifts::ShiftRow::columns(),
            ReportName::Open => lists::OpenRow::columns(),
            ReportName::Stock => lists::StockRow::columns(),
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AsOf {
    pub bar: String,
    /// Null for a bar that never sent.
    pub at: Option<String>,
    /// `behind` while a new line has not sent all figures, and `at` is that of the line before.
    pub state: State,
}

/// A report: its rows, their sums, and up to when each bar is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Report {
    Days(DaysReport),
    Hours(HoursReport),
    Categories(CategoriesReport),
    People(PeopleReport),
    Exceptions(ExceptionsReport),
    Products(ProductsReport),
    Takings(TakingsReport),
    Shifts(ShiftsReport),
    Open(OpenReport),
    Stock(StockReport),
}

/// A report as a table, for files.
pub trait Table {
    /// The field names.
    fn columns(&self) -> Vec<&'static str>;
    /// How many rows it has.
    fn row_count(&self) -> usize;
    /// The rows, each with a value for each name.
    fn rows(&self) -> Box<dyn Iterator<Item = Vec<Cell>> + '_>;
}

impl Report {
    /// The report as a table.
    pub fn table(&self) -> &dyn Table {
        match self {
            Report::Days(report) => report,
            Report::Hours(report) => report,
            Report::Categories(report) => report,
            Report::People(report) => report,
            Report::Exceptions(report) => report,
            Report::Products(report) => report,
            Report::Takings(report) => report,
            Report::Shifts(report) => report,
            Report::Open(report) => report,
            Report::Stock(report) => report,
        }
    }
}

/// The report of each name, for the OpenAPI document: an answer has one of them.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the document reads the types of the members")]
pub struct Reports {
    days: DaysReport,
    hours: HoursReport,
    categories: CategoriesReport,
    people: PeopleReport,
    exceptions: ExceptionsReport,
    products: ProductsReport,
    takings: TakingsReport,
    shifts: ShiftsReport,
    open: OpenReport,
    stock: StockReport,
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
            Ok::<_, HeadError>(load(name, &query).await?)
        })
        .await?;
    if report.table().row_count() > CSV_ROWS_MAX {
        return Err(HeadError::invalid("These are too many rows for one report. Please choose fewer days or bars."));
    }
    Ok(report)
}

async fn load(name: ReportName, query: &Query<'_>) -> Result<Report, DatabaseError> {
    Ok(match name {
        ReportName::Days => Report::Days(revenue::days(query).await?),
        ReportName::Hours => Report::Hours(revenue::hours(query).await?),
        ReportName::Categories => Report::Categories(revenue::categories(query).await?),
        ReportName::People => Report::People(revenue::people(query).await?),
        ReportName::Exceptions => Report::Exceptions(lists::exceptions(query).await?),
        ReportName::Products => Report::Products(products::products(query).await?),
        ReportName::Takings => Report::Takings(lists::takings(query).await?),
        ReportName::Shifts => Report::Shifts(shifts::shifts(query).await?),
        ReportName::Open => Report::Open(lists::open(query).await?),
        ReportName::Stock => Report::Stock(lists::stock(query).await?),
    })
}

impl Query<'_> {
    /// Up to when each bar is known.
    fn as_of(&self) -> Vec<AsOf> {
        let of_bar = |bar: &Bar| AsOf { bar: bar.bar.clone(), at: bar.as_of().map(|at| at.to_string()), state: bar.state(self.now) };
        self.bars.iter().map(of_bar).collect()
    }
}
