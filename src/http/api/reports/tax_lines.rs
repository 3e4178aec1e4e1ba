//! The lines of the tax report as a file.

use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reports::files::csv::Sheet;
use crate::reports::parts::{Cell, LocalTime, SALES_MAX};
use crate::reports::{Days, ReportedLine, TaxPeriod, tax_lines};
use crate::settings::settings;
use crate::tax::LineTax;
use base::Price;

const COLUMNS: [&str; 22] = [
    "day",
    "time",
    "receiptNumber",
    "part",
    "saleId",
    "product",
    "category",
    "class",
    "label",
    "percent",
    "mode",
    "currency",
    "quantity",
    "netUSD",
    "taxUSD",
    "grossUSD",
    "netLRD",
    "taxLRD",
    "grossLRD",
    "buyerName",
    "buyerTIN",
    "exemption",
];

/// The file. `period` is the report of the same days.
///
/// # Errors
/// 400 for a period with too many sales.
pub fn sheet(app: &AppState, days: Days, period: &TaxPeriod) -> Result<Sheet, ApiError> {
    if period.receipts > SALES_MAX {
        return Err(ApiError::invalid("These dates hold more than 20,000 sales. Choose fewer days."));
    }
    let (lines, bar_time) = app.store.read(|view| Ok((tax_lines(view, days)?, settings(view)?.bar_time())))?;
    let mut sheet = Sheet::new(&COLUMNS);
    for line in &lines {
        let (date, minute) = bar_time.wall_clock(line.at);
        sheet.row(&cells(line, Cell::Time(LocalTime { date, minute })));
    }
    Ok(sheet)
}

fn cells(reported: &ReportedLine, time: Cell) -> Vec<Cell> {
    let ReportedLine { day, receipt_number, is_void, line, buyer, exemption, .. } = reported;
    let tax = line.tax.as_deref();
    let sign = |price: Price| if *is_void { -price } else { price };
    let exempt = exemption.as_ref().filter(|_| tax.is_some_and(|tax| tax.exempt));
    let mut cells = vec![
        Cell::Day(*day),
        time,
        receipt_number.clone().into(),
        if *is_void { "voids" } else { "sales" }.into(),
        line.id.into(),
        line.product_name.clone().into(),
        if line.is_product() { line.category.as_str() } else { "" }.into(),
        tax.map(|tax| tax.class.clone()).into(),
        tax.map(LineTax::label).into(),
        tax.map_or(Cell::None, |tax| Cell::figure(tax.percent_due())),
        tax.map(|tax| tax.mode.as_str().to_owned()).into(),
        line.currency.as_str().into(),
        if *is_void { -line.quantity } else { line.quantity }.into(),
    ];
    let [net, due, gross] = [line.net(), line.tax_due(), line.gross()].map(sign);
    cells.extend([net, due, gross].map(|price| Cell::figure(price.usd)));
    cells.extend([net, due, gross].map(|price| Cell::figure(price.lrd)));
    cells.push(buyer.as_ref().map(|buyer| buyer.name.clone()).into());
    cells.push(buyer.as_ref().and_then(|buyer| buyer.tin.clone()).into());
    cells.push(exempt.map(|exemption| format!("{}, {}", exemption.document_number, exemption.name)).into());
    cells
}
