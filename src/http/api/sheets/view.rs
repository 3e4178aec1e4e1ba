//! Sheets, as answers show them.

use serde::Serialize;
use utoipa::ToSchema;

use super::figure_views::{BoxView, CashCountView, CreditView, LeftView, MoneyView, PaidOutView, PeopleView, RowView, SoldView, StockView};
use super::share_url;
use crate::settings::Settings;
use crate::sheets::{CountedRow, Night, NightText, SentText, SheetFigures, SheetRow, differences, message};

/// An issued sheet in the list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = IssuedSheet)]
pub struct SheetRowView {
    #[schema(example = "T-20261120-1")]
    number: String,
    #[schema(example = "2026-11-20")]
    day: String,
    version: u64,
    issued_at: String,
    /// The username of the person who issued it, or the box.
    issued_by: String,
}

impl From<&SheetRow> for SheetRowView {
    fn from(row: &SheetRow) -> Self {
        SheetRowView {
            number: row.sheet.number().to_string(),
            day: row.sheet.day.to_string(),
            version: row.sheet.version,
            issued_at: row.issued_at.to_string(),
            issued_by: row.issued_by.clone(),
        }
    }
}

/// A truth sheet. Worth is in US dollars, at each record's own rate.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Sheet)]
pub struct SheetView {
    /// Null for a night as it stands.
    #[schema(example = "T-20261120-1")]
    pub number: Option<String>,
    #[schema(example = "2026-11-20")]
    pub day: String,
    version: Option<u64>,
    /// Whether it is the night as it stands, and not an issued sheet.
    provisional: bool,
    issued_at: Option<String>,
    issued_by: Option<String>,
    pub sold: SoldView,
    pub money: MoneyView,
    /// One for each currency that was counted.
    pub cash: Vec<CashCountView>,
    pub credit: CreditView,
    pub unpaid: Vec<RowView>,
    pub taken_back: Vec<RowView>,
    pub given_away: Vec<RowView>,
    pub stock: StockView,
    pub paid_out: Vec<PaidOutView>,
    pub left: LeftView,
    pub people: PeopleView,
    #[serde(rename = "box")]
    pub machine: BoxView,
    /// The message for the owner; ASCII.
    text: String,
    /// Null for a night as it stands.
    #[schema(example = "7Q4M-K2XD-91FB")]
    check_code: Option<String>,
    /// The address that sends the message by WhatsApp; null for a night as it stands.
    share_url: Option<String>,
}

impl SheetView {
    /// A night as it stands.
    pub fn provisional(night: Night) -> Self {
        let text = message(&NightText { business: &night.business, day: night.day, number: None }, &night.figures);
        SheetView {
            number: None,
            day: night.day.to_string(),
            version: None,
            provisional: true,
            issued_at: None,
            issued_by: None,
            text,
            check_code: None,
            share_url: None,
            ..SheetView::of(night.figures)
        }
    }

    /// A sheet as it was issued.
    pub fn issued(row: SheetRow, settings: &Settings) -> Self {
        SheetView {
            number: Some(row.sheet.number().to_string()),
            day: row.sheet.day.to_string(),
            version: Some(row.sheet.version),
            provisional: false,
            issued_at: Some(row.issued_at.to_string()),
            share_url: Some(share_url(&row, &settings.people.sheet_owner_phone)),
            issued_by: Some(row.issued_by),
            text: row.sheet.text,
            check_code: Some(row.sheet.check_code),
            ..SheetView::of(row.sheet.figures)
        }
    }

    fn of(figures: SheetFigures) -> Self {
        let rows = |rows: Vec<CountedRow>| rows.into_iter().map(RowView::from).collect();
        SheetView {
            number: None,
            day: String::new(),
            version: None,
            provisional: true,
            issued_at: None,
            issued_by: None,
            sold: figures.sold.into(),
            money: figures.money.into(),
            cash: figures.cash.into_iter().map(CashCountView::from).collect(),
            credit: figures.credit.into(),
            unpaid: rows(figures.unpaid),
            taken_back: rows(figures.taken_back),
            given_away: rows(figures.given_away),
            stock: figures.stock.into(),
            paid_out: figures.paid_out.into_iter().map(PaidOutView::from).collect(),
            left: figures.left.into(),
            people: figures.people.into(),
            machine: figures.machine.into(),
            text: String::new(),
            check_code: None,
            share_url: None,
        }
    }
}

/// Whether a message is one that this box wrote.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SheetCheck)]
pub struct CheckView {
    /// Whether nothing in it was changed.
    valid: bool,
    /// The sheet it is of; null if the box has none that fits.
    number: Option<String>,
    issued_at: Option<String>,
    issued_by: Option<String>,
    /// Whether that is the newest sheet of its night.
    latest: bool,
    /// The lines that were changed, added or left out.
    differences: Vec<DifferenceView>,
}

/// A line that differs; empty where one was added or left out.
#[derive(Serialize, ToSchema)]
#[schema(as = SheetDifference)]
pub struct DifferenceView {
    sent: String,
    real: String,
}

impl CheckView {
    /// The result for the message `sent`, which is `valid` or not, of the sheet in `row`.
    pub fn new(valid: bool, row: Option<&SheetRow>, latest: bool, sent: &SentText) -> Self {
        let changed = row.filter(|_| !valid).map(|row| differences(&sent.lines, &SentText::read(&row.sheet.text).lines));
        CheckView {
            valid,
            number: row.map(|row| row.sheet.number().to_string()),
            issued_at: row.map(|row| row.issued_at.to_string()),
            issued_by: row.map(|row| row.issued_by.clone()),
            latest,
            differences: changed.into_iter().flatten().map(|one| DifferenceView { sent: one.sent, real: one.real }).collect(),
        }
    }
}
