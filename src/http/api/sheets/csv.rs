//! Sheets as CSV: the list with its JSON keys, and a sheet with a row for each figure, named by its JSON keys.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::figure_views::RowView;
use super::view::SheetView;
use crate::http::ApiError;
use crate::http::api::reports::files::csv::Sheet;
use crate::reports::Days;
use crate::reports::parts::Cell;
use crate::sheets::SheetRow;

const LIST_COLUMNS: [&str; 5] = ["number", "day", "version", "issuedAt", "issuedBy"];
const SHEET_COLUMNS: [&str; 6] = ["part", "key", "name", "currency", "amount", "count"];

/// The list of issued sheets.
pub fn list(rows: &[SheetRow], days: Days) -> Result<Response, ApiError> {
    let mut sheet = Sheet::new(&LIST_COLUMNS);
    for row in rows {
        sheet.row(&[
            Cell::figure(row.sheet.number()),
            Cell::Day(row.sheet.day),
            row.sheet.version.into(),
            Cell::figure(row.issued_at),
            Cell::Text(row.issued_by.clone()),
        ]);
    }
    file(sheet, &format!("truth-sheets-{}-to-{}.csv", days.first, days.last))
}

/// One figure.
struct Figure<'a> {
    part: &'static str,
    key: &'a str,
    name: &'a str,
    currency: &'static str,
    amount: Option<&'a str>,
    count: Option<i64>,
}

impl<'a> Figure<'a> {
    fn money(part: &'static str, key: &'a str, currency: &'static str, amount: &'a str) -> Self {
        Figure::known_money(part, key, currency, Some(amount))
    }

    /// An amount that may be unknown: then its cell is empty.
    fn known_money(part: &'static str, key: &'a str, currency: &'static str, amount: Option<&'a str>) -> Self {
        Figure { part, key, name: "", currency, amount, count: None }
    }

    fn count(part: &'static str, key: &'a str, count: i64) -> Self {
        Figure { part, key, name: "", currency: "", amount: None, count: Some(count) }
    }

    fn named(self, name: &'a str) -> Self {
        Figure { name, ..self }
    }

    fn cells(&self) -> [Cell; 6] {
        [
            Cell::figure(self.part),
            Cell::figure(self.key),
            Cell::from(self.name),
            Cell::figure(self.currency),
            self.amount.map_or(Cell::None, Cell::figure),
            self.count.map_or(Cell::None, Cell::Number),
        ]
    }
}

const USD: &str = "USD";
const LRD: &str = "LRD";

/// One sheet.
pub fn sheet(view: &SheetView) -> Result<Response, ApiError> {
    let mut sheet = Sheet::new(&SHEET_COLUMNS);
    for figure in figures(view) {
        sheet.row(&figure.cells());
    }
    let name = view.number.as_ref().unwrap_or(&view.day);
    file(sheet, &format!("truth-sheet-{name}.csv"))
}

fn figures(view: &SheetView) -> Vec<Figure<'_>> {
    let mut figures = vec![
        Figure::count("sold", "receipts", view.sold.receipts),
        Figure::money("sold", "totalUSD", USD, &view.sold.total_usd),
        Figure::money("sold", "pricedUSD", USD, &view.sold.priced_usd),
        Figure::money("sold", "pricedLRD", LRD, &view.sold.priced_lrd),
    ];
    figures.extend(view.sold.categories.iter().map(|sum| {
        let figure = Figure::money("sold", "categories", USD, &sum.total_usd).named(sum.category.label());
        Figure { count: Some(sum.quantity), ..figure }
    }));
    figures.extend(view.money.rows.iter().map(|row| Figure::money("money", "kept", row.currency.as_str(), &row.kept).named(&row.method)));
    figures.extend([
        Figure::money("money", "changeUSD", USD, &view.money.change_usd),
        Figure::money("money", "changeLRD", LRD, &view.money.change_lrd),
        Figure::money("money", "roundingLRD", LRD, &view.money.rounding_lrd),
        Figure::money("money", "tipsUSD", USD, &view.money.tips_usd),
        Figure::money("money", "tipsLRD", LRD, &view.money.tips_lrd),
    ]);
    for count in &view.cash {
        let currency = count.currency.as_str();
        let keys = [("expected", &count.expected), ("counted", &count.counted), ("difference", &count.difference)];
        figures.extend(keys.map(|(key, amount)| Figure::money("cash", key, currency, amount)));
    }
    figures.extend([
        Figure::money("credit", "newUSD", USD, &view.credit.new_usd),
        Figure::money("credit", "collectedUSD", USD, &view.credit.collected_usd),
        Figure::money("credit", "owedUSD", USD, &view.credit.owed_usd),
        Figure::money("credit", "owedLRD", LRD, &view.credit.owed_lrd),
    ]);
    figures.extend(rows("unpaid", &view.unpaid));
    figures.extend(rows("takenBack", &view.taken_back));
    figures.extend(rows("givenAway", &view.given_away));
    figures.extend(view.stock.sold_out.iter().map(|name| Figure::count("stock", "soldOut", 1).named(name)));
    figures.extend(view.stock.losses.iter().map(|loss| Figure::money("stock", "losses", USD, &loss.worth_usd).named(&loss.product_name)));
    figures.extend([
        Figure::known_money("stock", "wastedUSD", USD, view.stock.wasted_usd.as_deref()),
        Figure { count: view.stock.empties_owed, ..Figure::known_money("stock", "emptiesOwed", "", None) },
    ]);
    for paid in &view.paid_out {
        figures.extend([
            Figure::money("paidOut", "amountUSD", USD, &paid.amount_usd).named(&paid.category),
            Figure::money("paidOut", "amountLRD", LRD, &paid.amount_lrd).named(&paid.category),
        ]);
    }
    figures.extend(tail(view));
    figures
}

/// What is left, people and box.
fn tail(view: &SheetView) -> Vec<Figure<'_>> {
    let left = &view.left;
    let mut figures: Vec<Figure<'_>> = [
        ("soldUSD", Some(&left.sold_usd)),
        ("costSoldUSD", left.cost_sold_usd.as_ref()),
        ("costGivenUSD", left.cost_given_usd.as_ref()),
        ("taxUSD", Some(&left.tax_usd)),
        ("paidOutUSD", Some(&left.paid_out_usd)),
        ("leftUSD", left.left_usd.as_ref()),
        ("unknownCostUSD", Some(&left.unknown_cost_usd)),
    ]
    .into_iter()
    .map(|(key, amount)| Figure::known_money("left", key, USD, amount.map(String::as_str)))
    .collect();
    for hours in &view.people.hours {
        figures.extend([
            Figure::count("people", "paidMinutes", hours.paid_minutes).named(&hours.user_name),
            Figure::count("people", "notStamped", hours.not_stamped).named(&hours.user_name),
        ]);
    }
    figures.extend([
        Figure::count("people", "granted", view.people.granted),
        Figure::count("people", "refused", view.people.refused),
        Figure::count("people", "pinResets", view.people.pin_resets),
        Figure::count("people", "wrongPins", view.people.wrong_pins),
        Figure::count("people", "noSales", view.people.no_sales),
        Figure::count("people", "reprints", view.people.reprints),
        Figure::count("people", "negativeCash", view.people.negative_cash),
        Figure::count("people", "methodCorrected", view.people.method_corrected),
        Figure::count("box", "starts", view.machine.starts),
        Figure::count("box", "clockJumps", view.machine.clock_jumps),
        Figure::count("box", "notPrinted", view.machine.not_printed),
    ]);
    figures.extend(
        view.machine.last_backup_at.as_deref().map(|at| Figure { count: None, ..Figure::count("box", "lastBackupAt", 0).named(at) }),
    );
    figures
}

/// The sum of a row, then its people.
fn rows<'a>(part: &'static str, rows: &'a [RowView]) -> Vec<Figure<'a>> {
    let of_row = |row: &'a RowView| {
        let sum = Figure { count: Some(row.count), ..Figure::money(part, row.kind.as_str(), USD, &row.worth_usd) };
        let people = row.people.iter().map(move |person| Figure::count(part, row.kind.as_str(), person.count).named(&person.user_name));
        std::iter::once(sum).chain(people)
    };
    rows.iter().flat_map(of_row).collect()
}

fn file(sheet: Sheet, name: &str) -> Result<Response, ApiError> {
    let bytes = sheet.finish().map_err(|error| {
        tracing::error!("A sheet cannot be written: {error}");
        ApiError::internal()
    })?;
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::try_from(disposition).map_err(|_| ApiError::internal())?),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, bytes).into_response())
}
