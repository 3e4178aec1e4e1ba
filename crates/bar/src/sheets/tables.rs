//! Rows of issued sheets, and what the tables of other features do not keep by business day.

use serde::{Deserialize, Serialize};

use super::SheetIssued;
use crate::payments::{due, remaining};
use crate::reports::{self, Days};
use crate::stock;
use crate::{bills, catalog, credit, orders};
use base::{BusinessDay, Cash, Envelope, Lrd, Timestamp, Usd};
use store::{Key, Stored, Table, Tables, View};

/// Business day and version → the sheet.
pub(super) const SHEETS: Table<(BusinessDay, u64), SheetRow> = Table::new("sheets");
/// Check code → the sheet.
pub(super) const CODES: Table<String, (BusinessDay, u64)> = Table::new("sheet_codes");
pub(super) const NIGHTS: Table<BusinessDay, NightFacts> = Table::new("sheet_nights");
/// Business day that has ended and had entries → what was open at its end.
const ENDS: Table<BusinessDay, DayEnd> = Table::new("sheet_day_ends");
/// The latest business day with an entry, at the key 0.
const LATEST_DAY: Table<u8, BusinessDay> = Table::new("sheet_latest_day");

/// An issued sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetRow {
    pub sheet: SheetIssued,
    pub issued_at: Timestamp,
    /// Username of the person who issued it, or the box's name.
    pub issued_by: String,
}

/// Facts of a business day. A day without a row has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct NightFacts {
    /// Credit that was given, at each record's own rate.
    pub credit_given: Usd,
    /// Payments of credit, each at its own rate.
    pub credit_collected: Usd,
    /// Change that was given less change that was due.
    pub rounding: Lrd,
    pub starts: i64,
    pub clock_jumps: i64,
}

/// An order with something that is not paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnpaidOrder {
    /// Username of the person who placed the order, or who made its latest unpaid bill.
    pub user_name: String,
    pub is_billed: bool,
    /// What remains to be paid, in US dollars at the rate of the order.
    pub worth: Usd,
}

/// What was open at the end of a business day, or is open now while it lasts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DayEnd {
    pub unpaid: Vec<UnpaidOrder>,
    /// All active credit.
    pub owed: Cash,
    /// Names of the products that were sold on the day and of which none was left.
    pub sold_out: Vec<String>,
}

/// Keeps what is open at the end of a business day that ends with an entry of `day`. Called before the rows of the entry are written.
pub fn end_days_before(tables: &mut dyn Tables, day: BusinessDay) -> Stored<()> {
    let latest = LATEST_DAY.get(tables.view(), &0)?;
    if latest.is_some_and(|latest| latest >= day) {
        return Ok(());
    }
    if let Some(ended) = latest {
        let end = end_now(tables.view(), ended)?;
        ENDS.put(tables, &ended, &end)?;
    }
    LATEST_DAY.put(tables, &0, &day)
}

/// What was open at the end of a business day; what is open now where nothing happened after it.
pub(super) fn end_of(view: &dyn View, day: BusinessDay) -> Stored<DayEnd> {
    if LATEST_DAY.get(view, &0)?.is_none_or(|latest| latest <= day) {
        return end_now(view, day);
    }
    let next = BusinessDay::from_number(day.number().saturating_add(1));
    Ok(match ENDS.last(view, &next.to_bytes())? {
        Some((ended, end)) if ended == day => end,
        // Nothing happened on the day: nothing was sold.
        Some((_, earlier)) => DayEnd { sold_out: Vec::new(), ..earlier },
        None => DayEnd::default(),
    })
}

/// What is open at this moment.
fn end_now(view: &dyn View, day: BusinessDay) -> Stored<DayEnd> {
    let owed = due(credit::active_credits(view)?.iter().map(|item| &item.debt));
    Ok(DayEnd { unpaid: unpaid_now(view)?, owed, sold_out: sold_out_now(view, day)? })
}

/// The products that were sold on the day and of which none is left, by name.
fn sold_out_now(view: &dyn View, day: BusinessDay) -> Stored<Vec<String>> {
    let mut names = Vec::new();
    for product_id in reports::products(view, Some(Days { first: day, last: day }))?.into_keys() {
        let Some(product) = catalog::product(view, product_id)? else { continue };
        if stock::shelf(view, &product, None)?.is_out() {
            names.push(product.name);
        }
    }
    names.sort_by_key(|name| base::text::fold(name));
    Ok(names)
}

/// The orders that are not paid at this moment, whatever day they are of.
fn unpaid_now(view: &dyn View) -> Stored<Vec<UnpaidOrder>> {
    let mut unpaid = Vec::new();
    for order in orders::open_orders(view)?.into_iter().filter(|order| !order.settled && !order.on_credit) {
        let worth = match order.untouched_totals(order.rate) {
            Some(totals) => totals.into_iter().map(|total| total.usd).sum(),
            None => order.lines().map(|item| remaining([&item.debt].into_iter(), item.line.rate).usd).sum(),
        };
        let bill = bills::unpaid_on(view, order.id)?;
        let is_billed = bill.is_some();
        unpaid.push(UnpaidOrder { user_name: bill.map_or(order.user_name, |bill| bill.user_name), is_billed, worth });
    }
    Ok(unpaid)
}

/// Writes the sheet and the code on it.
pub fn apply_issued(tables: &mut dyn Tables, envelope: &Envelope, event: &SheetIssued) -> Stored<()> {
    let key = (event.day, event.version);
    CODES.put(tables, &event.check_code, &key)?;
    SHEETS.put(tables, &key, &SheetRow { sheet: event.clone(), issued_at: envelope.at, issued_by: envelope.actor.name.clone() })
}

/// Changes the facts of a business day.
pub fn change_night(tables: &mut dyn Tables, day: BusinessDay, change: impl FnOnce(&mut NightFacts)) -> Stored<()> {
    NIGHTS.change(tables, &day, change)
}
