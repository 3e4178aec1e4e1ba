//! The report on exceptions per person: as JSON, as CSV, on paper. An admin sees everybody, a manager bartenders and themself.

use std::borrow::Cow;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};

use crate::exceptions::{self, Counts, ExceptionKind, ExceptionsReport, Per100, PersonCounts};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::printing::printers::JobView;
use crate::http::api::reports::files::csv::Sheet;
use crate::http::api::reports::people::{self, PrintPeopleBody};
use crate::http::api::reports::today;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::{Caller, Manager};
use crate::http::contract::write::OptionalBody;
use crate::printing::PrintCommand;
use crate::reports::Days;
use crate::reports::parts::Cell;
use base::Role;

/// Business days of a report without dates, including today.
const DAYS_DEFAULT: i32 = 7;

/// Declares a schema with one member for each kind of exception: its name in the code, its name in the document, what each kind has.
macro_rules! of_each_kind {
    ($(#[$about:meta])* $name:ident, $schema:ident, $value:ty) => {
        $(#[$about])*
        #[derive(Serialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        #[schema(as = $schema)]
        pub struct $name {
            /// Items taken off an order after they were sent to a station, or two minutes after they were added.
            removed_sent: $value,
            /// Acts that took off or lowered what was billed, and bills settled for less without one.
            after_bill: $value,
            /// Voids of sale lines or orders.
            voids: $value,
            /// Lines sold below the list price; worth what they were lowered by.
            discounts: $value,
            comps: $value,
            walk_outs: $value,
            /// Guests who had left and came back; they take no walk-out away.
            recovered: $value,
            /// Exchanges that brought less than the house rate; worth the loss.
            exchange_loss: $value,
            /// Exchanges that brought more than the house rate.
            exchange_gain: $value,
            /// Entries with which the expected cash of a till fell below zero; worth by how much.
            negative_cash: $value,
            /// Payments whose method was corrected; worth what the bar kept of them.
            method_corrected: $value,
            /// The drawer opened without a sale.
            no_sales: $value,
            /// Receipts printed again.
            reprints: $value,
            late_timed_price: $value,
            /// Approvals that were asked for and refused.
            refused_approvals: $value,
            /// Wrong PINs tried in the person's name.
            wrong_pins: $value,
        }

        impl $name {
            fn new(of: impl Fn(ExceptionKind) -> $value) -> Self {
                $name {
                    removed_sent: of(ExceptionKind::RemovedSent),
                    after_bill: of(ExceptionKind::AfterBill),
                    voids: of(ExceptionKind::Voids),
                    discounts: of(ExceptionKind::Discounts),
                    comps: of(ExceptionKind::Comps),
                    walk_outs: of(ExceptionKind::WalkOuts),
                    recovered: of(ExceptionKind::Recovered),
                    exchange_loss: of(ExceptionKind::ExchangeLoss),
                    exchange_gain: of(ExceptionKind::ExchangeGain),
                    negative_cash: of(ExceptionKind::NegativeCash),
                    method_corrected: of(ExceptionKind::MethodCorrected),
                    no_sales: of(ExceptionKind::NoSales),
                    reprints: of(ExceptionKind::Reprints),
                    late_timed_price: of(ExceptionKind::LateTimedPrice),
                    refused_approvals: of(ExceptionKind::RefusedApprovals),
                    wrong_pins: of(ExceptionKind::WrongPins),
                }
            }
        }
    };
}

of_each_kind! {
    /// How often each kind happened.
    TalliesView, ExceptionTallies, TallyView
}
of_each_kind! {
    /// The median of the rates of each kind; null for fewer than three people with a rate.
    MediansView, ExceptionMedians, RateView
}

/// Exceptions per 100 receipts, with one decimal; null where there are too few receipts or people.
#[derive(Serialize)]
#[serde(transparent)]
pub struct RateView(Value);

impl utoipa::PartialSchema for RateView {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(SchemaType::Array(vec![Type::Number, Type::Null])).examples([5.8]).into()
    }
}

impl ToSchema for RateView {
    fn name() -> Cow<'static, str> {
        "ExceptionRate".into()
    }
}

impl RateView {
    fn new(rate: Option<Per100>) -> Self {
        RateView(rate.map_or(Value::Null, Per100::to_json))
    }
}

/// How often something happened.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExceptionTally)]
pub struct TallyView {
    count: i64,
    /// At each record's own rate; `0.00` for kinds without goods.
    #[serde(rename = "worthUSD")]
    #[schema(example = "14.00")]
    worth_usd: String,
    /// Of exchanges: what they lost or gained in Liberian dollars. Absent for other kinds.
    #[serde(rename = "worthLRD", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "100.00")]
    worth_lrd: Option<String>,
    /// Null below 30 receipts.
    #[schema(value_type = Option<f64>, example = 5.8)]
    per100: RateView,
}

impl TallyView {
    fn new(counts: &Counts, kind: ExceptionKind) -> Self {
        let tally = counts.of(kind);
        TallyView {
            count: tally.count,
            worth_usd: tally.usd.to_string(),
            worth_lrd: kind.is_exchange().then(|| tally.lrd.to_string()),
            per100: RateView::new(counts.rate(kind)),
        }
    }
}

/// The exceptions of one person: who asked, not who approved.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExceptionRow)]
pub struct RowView {
    user_id: u64,
    user_name: String,
    /// Receipts for which the person took the money.
    receipts: i64,
    kinds: TalliesView,
    #[serde(rename = "overUSD")]
    over_usd: String,
    #[serde(rename = "overLRD")]
    over_lrd: String,
    /// Approvals that the person granted to others.
    granted: i64,
}

impl RowView {
    fn new(person: PersonCounts) -> Self {
        RowView {
            kinds: TalliesView::new(|kind| TallyView::new(&person.counts, kind)),
            user_id: person.user_id,
            user_name: person.user_name,
            receipts: person.counts.receipts,
            over_usd: person.over_short.usd.to_string(),
            over_lrd: person.over_short.lrd.to_string(),
            granted: person.counts.granted,
        }
    }
}

/// Exceptions per person, and the medians of the house.
#[derive(Serialize, ToSchema)]
#[schema(as = ExceptionsReport)]
pub struct ReportView {
    /// One for each person with a receipt or an exception, by username.
    rows: Vec<RowView>,
    /// Median of all rates, also of people who are not in `rows`; null for fewer than three people with a rate.
    medians: MediansView,
}

impl ReportView {
    fn new(report: ExceptionsReport) -> Self {
        ReportView {
            medians: MediansView::new(|kind| RateView::new(report.medians.get(&kind).copied())),
            rows: report.people.into_iter().map(RowView::new).collect(),
        }
    }
}

/// Exceptions of each person from `from` to `to`, by default of the last 7 business days; as a file with `format=csv`. A manager sees
/// bartenders and themself.
#[utoipa::path(get, path = "/api/reports/exceptions", tag = "people",
    params(("from" = Option<String>, Query), ("to" = Option<String>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, content((ReportView = "application/json"), (String = "text/csv"))), (status = 400), (status = 401),
        (status = 403)))]
pub async fn report(State(app): State<AppState>, Manager(caller): Manager, request: ReadRequest) -> Result<Response, ApiError> {
    let is_file = match request.param("format") {
        None => false,
        Some("csv") => true,
        Some(_) => return Err(ApiError::invalid("format must be csv")),
    };
    let days = people::days(&request, today(&app)?, DAYS_DEFAULT)?;
    let read = || Ok(app.store.read(|view| exceptions::report(view, days.first, days.last, manager_id(&caller)))?);
    let report = app.read_limiter.run(read).await?;
    if is_file { csv(report, days) } else { request.answer_fresh(&ReportView::new(report)) }
}

/// The manager as whom the report is seen; `None` for an admin.
fn manager_id(caller: &Caller) -> Option<u64> {
    (caller.user.role < Role::Admin).then_some(caller.user.id)
}

/// The columns are the members of a row; those of its kinds have their path, such as `kinds.voids.count`.
fn csv(report: ExceptionsReport, days: Days) -> Result<Response, ApiError> {
    let of_kinds = ExceptionKind::ALL.into_iter().flat_map(|kind| {
        let path = |member: &str| format!("kinds.{}.{member}", kind.as_str());
        let worth_lrd = kind.is_exchange().then(|| path("worthLRD"));
        [path("count"), path("worthUSD")].into_iter().chain(worth_lrd).chain([path("per100")])
    });
    let all = |first: [&str; 3], last: [&str; 3]| -> Vec<String> {
        first.into_iter().map(str::to_owned).chain(of_kinds).chain(last.into_iter().map(str::to_owned)).collect()
    };
    let columns = all(["userId", "userName", "receipts"], ["overUSD", "overLRD", "granted"]);
    let mut sheet = Sheet::new(&columns.iter().map(String::as_str).collect::<Vec<_>>());
    for PersonCounts { user_id, user_name, counts, over_short } in report.people {
        let mut row: Vec<Cell> = vec![user_id.into(), user_name.into(), counts.receipts.into()];
        for kind in ExceptionKind::ALL {
            let tally = counts.of(kind);
            row.extend([tally.count.into(), tally.usd.into()]);
            row.extend(kind.is_exchange().then(|| Cell::figure(tally.lrd)));
            row.push(counts.rate(kind).map_or(Cell::None, Cell::figure));
        }
        row.extend([over_short.usd.into(), Cell::figure(over_short.lrd), counts.granted.into()]);
        sheet.row(&row);
    }
    people::csv_file(sheet, "exceptions", days)
}

/// Prints the exceptions, as the caller sees them.
#[utoipa::path(post, path = "/api/reports/exceptions/print", tag = "people", request_body = Option<PrintPeopleBody>, responses(
    (status = 202, body = JobView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn print(
    State(app): State<AppState>,
    Manager(caller): Manager,
    write: OptionalBody<PrintPeopleBody>,
) -> Result<Response, ApiError> {
    let command = |Days { first, last }, printer_id| PrintCommand::ExceptionsReport { first, last, printer_id };
    people::print(&app, &caller, write, DAYS_DEFAULT, command).await
}
