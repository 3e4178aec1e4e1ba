//! The parts of the sales report as tables of cells, for files that spreadsheets open.

mod query;

pub use query::visit_rows;

use serde::Serialize;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::Goods;
use base::{BusinessDay, Usd};

/// Most sales of a file that has a row for each line or customer: its memory is bounded, and so is the time for which a core reads.
pub const SALES_MAX: i64 = 20_000;

/// A part of the sales report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Part {
    /// By business day.
    Days,
    /// By product, the highest revenue first.
    Products,
    /// By category.
    Categories,
    /// By hour, from the hour in which a business day begins.
    Hours,
    /// By staff account.
    Staff,
    /// By staff account and customer.
    Customers,
    /// Money kept, by payment method.
    Takings,
    /// Money received and given back, by payment method and currency.
    Tenders,
    /// Every sale line that is not voided.
    Sales,
}

impl Part {
    /// All parts, in the order of the screen.
    pub const ALL: [Part; 9] = [
        Part::Days,
        Part::Takings,
        Part::Tenders,
        Part::Categories,
        Part::Products,
        Part::Hours,
        Part::Staff,
        Part::Customers,
        Part::Sales,
    ];

    /// The name in addresses and file names.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Parses the name; `None` for any other word.
    pub fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    /// The headings of the columns.
    pub fn columns(self) -> &'static [&'static str] {
        match self {
            Part::Days => &["Date", "Sales", "Units", REVENUE, IN_USD, IN_LRD],
            Part::Products => &["Product", "Units", REVENUE, IN_USD, IN_LRD],
            Part::Categories => &["Category", "Units", REVENUE, IN_USD, IN_LRD],
            Part::Hours => &["Hour", "Sales", "Units", REVENUE, IN_USD, IN_LRD],
            Part::Staff => &["Username", "First name", "Last name", "Role", "Sales", "Units", REVENUE, IN_USD, IN_LRD, "Last sale"],
            Part::Customers => &["Seller", "Customer", "Phone", "Sales", "Units", REVENUE, IN_USD, IN_LRD, "Last sale"],
            Part::Takings => &["Payment method", "Kept USD", "Kept LRD"],
            Part::Tenders => &["Payment method", "Currency", "Payments", "Received", "Given back"],
            Part::Sales => &[
                "Business day",
                "Time",
                "Receipt",
                "Product",
                "Category",
                "Units",
                "Currency",
                "Price each",
                "Total",
                REVENUE,
                "LRD per USD",
                "Discount",
                "Payment method",
                "Customer",
                "Phone",
                "Seller",
                "Kind",
                "Net USD",
                "Net LRD",
                "Tax USD",
                "Tax LRD",
                "Gross USD",
                "Gross LRD",
            ],
        }
    }

    /// Whether the file has a row for each line or customer, so that [`SALES_MAX`] applies.
    pub fn lists_sales(self) -> bool {
        matches!(self, Part::Sales | Part::Customers)
    }
}

const REVENUE: &str = "Revenue USD";
const IN_USD: &str = "Priced in USD";
const IN_LRD: &str = "Priced in LRD";

/// A value in a row of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Text that a user may have typed. Writers must keep a spreadsheet from running it as a formula.
    Text(String),
    /// Money or a rate in decimals; in an export also a time. No user typed it.
    Figure(String),
    Number(i64),
    Flag(bool),
    Day(BusinessDay),
    /// A moment by the bar's clock.
    Time(LocalTime),
    None,
}

/// Date and time of the bar's wall clock, to the minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalTime {
    /// The date of the calendar, which after midnight is not the business day.
    pub date: BusinessDay,
    /// Minutes after midnight.
    pub minute: u16,
}

/// `2026-11-21 20:46`.
impl std::fmt::Display for LocalTime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:02}:{:02}", self.date, self.minute / 60, self.minute % 60)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(text)
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Self {
        Cell::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Cell::Number(number)
    }
}

impl From<bool> for Cell {
    fn from(flag: bool) -> Self {
        Cell::Flag(flag)
    }
}

impl From<Usd> for Cell {
    fn from(amount: Usd) -> Self {
        Cell::figure(amount)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Cell::None, Into::into)
    }
}

impl Cell {
    /// Money, a rate or a time: needs no guard against formulas, because no user typed it.
    pub fn figure(value: impl std::fmt::Display) -> Cell {
        Cell::Figure(value.to_string())
    }
}

/// Units, revenue, and the revenue of each currency of the prices.
fn goods_cells(goods: &Goods) -> [Cell; 4] {
    [goods.quantity.into(), goods.usd.into(), goods.charged.usd.into(), Cell::figure(goods.charged.lrd)]
}
