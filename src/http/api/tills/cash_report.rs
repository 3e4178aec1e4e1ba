//! The cash report of some business days: the bridge, what tills were over and short, pay-outs, money without a till.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::outside_view::OutsideShiftsView;
use super::report_view::{AmountRow, CSV_COLUMNS, csv_amounts};
use super::view::texts;
use crate::engine::{CashReport, cash_report};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::printing::printers::JobView;
use crate::http::api::reports::files::csv::Sheet;
use crate::http::api::reports::people::{self, PrintPeopleBody};
use crate::http::api::reports::today;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::ShiftManager;
use crate::http::contract::write::OptionalBody;
use crate::printing::PrintCommand;
use crate::reports::Days;
use crate::settings::{Settings, settings};
use crate::tills::{Tally, z_name};

/// Business days of a report without dates, including today.
const DAYS_DEFAULT: i32 = 7;

/// Over and short of a closed shift.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverShortRow {
    #[schema(example = "Z-000012")]
    number: String,
    business_day: String,
    till_name: String,
    responsible_name: String,
    /// Null for a shift that was closed without a count.
    #[serde(rename = "amountUSD")]
    amount_usd: Option<String>,
    #[serde(rename = "amountLRD")]
    amount_lrd: Option<String>,
    /// Cash counted by the person who received the hand-in, less the cash handed in.
    #[serde(rename = "handInUSD")]
    hand_in_usd: String,
    #[serde(rename = "handInLRD")]
    hand_in_lrd: String,
}

/// Pay-outs for one reason.
#[derive(Serialize, ToSchema)]
pub struct PayOutRow {
    reason: String,
    count: i64,
    /// Negative: it left the tills.
    #[serde(rename = "amountUSD")]
    amount_usd: String,
    #[serde(rename = "amountLRD")]
    amount_lrd: String,
}

/// How many, and how much in each currency.
#[derive(Serialize, ToSchema)]
pub struct CashTally {
    count: i64,
    #[serde(rename = "amountUSD")]
    amount_usd: String,
    #[serde(rename = "amountLRD")]
    amount_lrd: String,
}

impl From<Tally> for CashTally {
    fn from(tally: Tally) -> Self {
        CashTally { count: tally.count, amount_usd: tally.amount.usd.to_string(), amount_lrd: tally.amount.lrd.to_string() }
    }
}

/// The cash report.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CashReport)]
pub struct ReportView {
    /// Of the shifts of these days, and of money without a till.
    bridge: Vec<AmountRow>,
    /// One for each shift that was closed, oldest first.
    over_short: Vec<OverShortRow>,
    pay_outs: Vec<PayOutRow>,
    assumed: CashTally,
    unassigned: CashTally,
    /// Transfers that wait to be accepted.
    in_transit: CashTally,
    /// What no shift holds of these days.
    outside_shifts: OutsideShiftsView,
}

impl ReportView {
    fn new(report: CashReport, settings: &Settings) -> Self {
        let over_short = report.over_short.into_iter().map(|row| {
            let (amount_usd, amount_lrd) = texts(row.over_short);
            OverShortRow {
                number: z_name(row.number),
                business_day: row.business_day.to_string(),
                till_name: row.till_name,
                responsible_name: row.responsible_name,
                amount_usd,
                amount_lrd,
                hand_in_usd: row.hand_in.usd.to_string(),
                hand_in_lrd: row.hand_in.lrd.to_string(),
            }
        });
        let pay_out = |(reason, tally): (String, Tally)| PayOutRow {
            reason,
            count: tally.count,
            amount_usd: tally.amount.usd.to_string(),
            amount_lrd: tally.amount.lrd.to_string(),
        };
        ReportView {
            bridge: AmountRow::of_bridge(report.bridge),
            over_short: over_short.collect(),
            pay_outs: report.pay_outs.into_iter().map(pay_out).collect::<Vec<_>>(),
            assumed: report.assumed.into(),
            unassigned: report.unassigned.into(),
            in_transit: report.in_transit.into(),
            outside_shifts: OutsideShiftsView::new(report.outside_shifts, settings),
        }
    }

    fn csv(&self) -> Sheet {
        let mut sheet = Sheet::new(&CSV_COLUMNS);
        for row in &self.bridge {
            csv_amounts(&mut sheet, "bridge", &row.row, &row.amount_usd, &row.amount_lrd, None);
        }
        for row in &self.over_short {
            let text = |amount: &Option<String>| amount.clone().unwrap_or_default();
            csv_amounts(&mut sheet, "overShort", &row.number, &text(&row.amount_usd), &text(&row.amount_lrd), None);
            csv_amounts(&mut sheet, "handIn", &row.number, &row.hand_in_usd, &row.hand_in_lrd, None);
        }
        for row in &self.pay_outs {
            csv_amounts(&mut sheet, "payOuts", &row.reason, &row.amount_usd, &row.amount_lrd, Some(row.count));
        }
        for (name, tally) in [("assumed", &self.assumed), ("unassigned", &self.unassigned), ("inTransit", &self.in_transit)] {
            csv_amounts(&mut sheet, "information", name, &tally.amount_usd, &tally.amount_lrd, Some(tally.count));
        }
        self.outside_shifts.csv(&mut sheet);
        sheet
    }
}

/// The cash of the shifts of some business days, by default of the last 7; as a file with `format=csv`.
#[utoipa::path(get, path = "/api/reports/cash", tag = "cash",
    params(("from" = Option<String>, Query), ("to" = Option<String>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, content((ReportView = "application/json"), (String = "text/csv"))), (status = 400), (status = 401),
        (status = 403)))]
pub async fn report(State(app): State<AppState>, _: ShiftManager, request: ReadRequest) -> Result<Response, ApiError> {
    let days = people::days(&request, today(&app)?, DAYS_DEFAULT)?;
    let read = || Ok(app.store.read(|view| Ok((cash_report(view, days)?, settings(view)?)))?);
    let (report, settings) = app.read_limiter.run(read).await?;
    let view = ReportView::new(report, &settings);
    match request.param("format") {
        None => request.answer_fresh(&view),
        Some("csv") => people::csv_file(view.csv(), "cash", days),
        Some(_) => Err(ApiError::invalid("format must be csv")),
    }
}

/// Prints the cash report.
#[utoipa::path(post, path = "/api/reports/cash/print", tag = "cash", request_body = Option<PrintPeopleBody>, responses(
    (status = 202, body = JobView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn print(
    State(app): State<AppState>,
    ShiftManager(caller): ShiftManager,
    write: OptionalBody<PrintPeopleBody>,
) -> Result<Response, ApiError> {
    let command = |Days { first, last }, printer_id| PrintCommand::CashReport { first, last, printer_id };
    people::print(&app, &caller, write, DAYS_DEFAULT, command).await
}
