//! The tax report: sums by class, label and mode, as JSON and as a file.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::printing::printers::JobView;
use crate::http::api::reports::files::csv::Sheet;
use crate::http::api::reports::people::{self, PrintPeopleBody};
use crate::http::api::reports::tax_lines;
use crate::http::api::reports::{DAYS_DEFAULT, today};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::schemas::TaxDetail;
use crate::http::contract::session::Admin;
use crate::http::contract::write::OptionalBody;
use crate::printing::PrintCommand;
use crate::reports::parts::Cell;
use crate::reports::{Days, ExemptSale, TaxPeriod, served_unpaid, tax_period};
use crate::settings::settings;
use crate::tax::{TaxKind, TaxMode, TaxSums, TaxTotal};
use base::BusinessDay;

/// The tax of some business days.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxReport {
    #[schema(example = "2026-11-01")]
    from: String,
    #[schema(example = "2026-11-30")]
    to: String,
    /// The bar's taxpayer number.
    tin: Option<String>,
    /// What was sold on these days, voided later or not: by class, label and mode.
    rows: Vec<TaxReportRow>,
    /// What was voided or refunded on these days, of sales of whatever day; negative.
    voids: Vec<TaxReportRow>,
    /// Rows and voids together, without what is outside tax.
    totals: TaxReportSums,
    receipts: TaxReceipts,
    /// What is served and not paid at present, for information.
    served_unpaid: Vec<TaxReportRow>,
    /// Receipts of exempt customers, oldest first.
    exemptions: Vec<TaxReportExemption>,
}

/// A receipt of an exempt customer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxReportExemption {
    receipt_number: String,
    #[schema(example = "2026-11-21")]
    day: String,
    #[schema(example = "US Embassy")]
    name: String,
    #[schema(example = "DIP-2231")]
    document_number: String,
    /// Of its exempt lines that are priced in US dollars.
    #[serde(rename = "netUSD")]
    net_usd: String,
    /// Of its exempt lines that are priced in Liberian dollars.
    #[serde(rename = "netLRD")]
    net_lrd: String,
}

impl TaxReportExemption {
    fn new((day, sale): &(BusinessDay, ExemptSale)) -> Self {
        TaxReportExemption {
            receipt_number: sale.number.text(),
            day: day.to_string(),
            name: sale.name.clone(),
            document_number: sale.document_number.clone(),
            net_usd: sale.net.usd.to_string(),
            net_lrd: sale.net.lrd.to_string(),
        }
    }
}

/// The receipts of the report, those without any tax left out.
#[derive(Serialize, ToSchema)]
pub struct TaxReceipts {
    count: i64,
    /// Number of the first one; null without any.
    first: Option<String>,
    last: Option<String>,
}

/// The lines of one class, label and mode.
#[derive(Serialize, ToSchema)]
pub struct TaxReportRow {
    /// Id of the tax class.
    #[schema(example = "standard")]
    class: String,
    kind: TaxKind,
    #[schema(example = "GST 13 %")]
    label: String,
    #[schema(example = "13.00")]
    percent: String,
    mode: TaxMode,
    #[serde(flatten)]
    sums: TaxReportSums,
}

/// The figures of a row.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxReportSums {
    lines: i64,
    /// Of lines that are priced in US dollars.
    #[serde(rename = "netUSD")]
    net_usd: String,
    #[serde(rename = "taxUSD")]
    tax_usd: String,
    /// Of lines that are priced in Liberian dollars.
    #[serde(rename = "netLRD")]
    net_lrd: String,
    #[serde(rename = "taxLRD")]
    tax_lrd: String,
    /// Of all lines, by their frozen figures.
    #[serde(rename = "worthNetUSD")]
    worth_net_usd: String,
    #[serde(rename = "worthTaxUSD")]
    worth_tax_usd: String,
    #[serde(rename = "worthNetLRD")]
    worth_net_lrd: String,
    #[serde(rename = "worthTaxLRD")]
    worth_tax_lrd: String,
}

impl From<&TaxSums> for TaxReportSums {
    fn from(sums: &TaxSums) -> Self {
        TaxReportSums {
            lines: sums.lines,
            net_usd: sums.net.usd.to_string(),
            tax_usd: sums.tax.usd.to_string(),
            net_lrd: sums.net.lrd.to_string(),
            tax_lrd: sums.tax.lrd.to_string(),
            worth_net_usd: sums.worth_net.usd.to_string(),
            worth_tax_usd: sums.worth_tax.usd.to_string(),
            worth_net_lrd: sums.worth_net.lrd.to_string(),
            worth_tax_lrd: sums.worth_tax.lrd.to_string(),
        }
    }
}

impl TaxReportRow {
    /// Its label and mode, and net and tax in each currency.
    pub fn amounts(&self) -> (String, [&str; 2], [&str; 2]) {
        let TaxReportSums { net_usd, net_lrd, tax_usd, tax_lrd, .. } = &self.sums;
        (format!("{}, {}", self.label, self.mode.as_str()), [net_usd, net_lrd], [tax_usd, tax_lrd])
    }

    /// Number of lines.
    pub fn lines(&self) -> i64 {
        self.sums.lines
    }
}

impl From<&TaxTotal> for TaxReportRow {
    fn from(TaxTotal { key, sums }: &TaxTotal) -> Self {
        TaxReportRow {
            class: key.class.clone(),
            kind: key.kind,
            label: key.label.clone(),
            percent: key.percent.to_string(),
            mode: key.mode,
            sums: sums.into(),
        }
    }
}

/// The tax of some business days, by default of the last 30. As a file with `format=csv`: sums, or with
/// `detail=lines` each line.
#[utoipa::path(get, path = "/api/reports/tax", tag = "tax",
    params(("from" = Option<String>, Query), ("to" = Option<String>, Query), ("format" = Option<String>, Query),
        ("detail" = inline(Option<TaxDetail>), Query)),
    responses((status = 200, content((TaxReport = "application/json"), (String = "text/csv"))), (status = 400), (status = 401),
        (status = 403)))]
pub async fn report(State(app): State<AppState>, _: Admin, request: ReadRequest) -> Result<Response, ApiError> {
    let days = people::days(&request, today(&app)?, DAYS_DEFAULT)?;
    let read = || {
        Ok(app.store.read(|view| {
            let rows = |totals: Vec<TaxTotal>| totals.iter().map(TaxReportRow::from).collect();
            let period = tax_period(view, days)?;
            let report = TaxReport {
                from: days.first.to_string(),
                to: days.last.to_string(),
                tin: settings(view)?.tax.tin.clone(),
                totals: (&period.totals()).into(),
                receipts: TaxReceipts { count: period.receipts, first: period.first.clone(), last: period.last.clone() },
                rows: rows(period.sales.clone()),
                voids: rows(period.voids.clone()),
                served_unpaid: rows(served_unpaid(view)?),
                exemptions: period.exemptions.iter().map(TaxReportExemption::new).collect(),
            };
            Ok((report, period))
        })?)
    };
    let format = request.word("format", |word| (word == "csv").then_some(()), "format must be csv")?;
    let has_lines = request.word("detail", detail, "detail must be summary or lines")?.unwrap_or(false);
    let (report, period) = app.read_limiter.run(read).await?;
    let name = format!("tax-{}-{}", days.first, days.last);
    match format {
        None => request.answer_fresh(&report),
        Some(()) if has_lines => people::csv_file_named(app.read_limiter.run(|| tax_lines::sheet(&app, days, &period)).await?, &name),
        Some(()) => people::csv_file_named(summary(&period), &name),
    }
}

/// Whether the file has a row for each line.
fn detail(word: &str) -> Option<bool> {
    match word {
        "summary" => Some(false),
        "lines" => Some(true),
        _ => None,
    }
}

const COLUMNS: [&str; 15] = [
    "part",
    "class",
    "kind",
    "label",
    "percent",
    "mode",
    "lines",
    "netUSD",
    "taxUSD",
    "netLRD",
    "taxLRD",
    "worthNetUSD",
    "worthTaxUSD",
    "worthNetLRD",
    "worthTaxLRD",
];

fn summary(period: &TaxPeriod) -> Sheet {
    let mut sheet = Sheet::new(&COLUMNS);
    let text = |text: &str| Cell::Text(text.to_owned());
    for (part, rows) in [("sales", &period.sales), ("voids", &period.voids)] {
        for TaxTotal { key, sums } in rows {
            let names = [part, &key.class, key.kind.as_str(), &key.label, &key.percent.to_string(), key.mode.as_str()].map(text);
            sheet.row(&names.into_iter().chain(cells(sums)).collect::<Vec<_>>());
        }
    }
    let names = ["total", "", "", "", "", ""].map(text);
    sheet.row(&names.into_iter().chain(cells(&period.totals())).collect::<Vec<_>>());
    sheet
}

fn cells(sums: &TaxSums) -> [Cell; 9] {
    [
        Cell::Number(sums.lines),
        Cell::figure(sums.net.usd),
        Cell::figure(sums.tax.usd),
        Cell::figure(sums.net.lrd),
        Cell::figure(sums.tax.lrd),
        Cell::figure(sums.worth_net.usd),
        Cell::figure(sums.worth_tax.usd),
        Cell::figure(sums.worth_net.lrd),
        Cell::figure(sums.worth_tax.lrd),
    ]
}

/// Prints the tax report.
#[utoipa::path(post, path = "/api/reports/tax/print", tag = "tax", request_body = Option<PrintPeopleBody>, responses(
    (status = 202, body = JobView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn print(State(app): State<AppState>, Admin(caller): Admin, write: OptionalBody<PrintPeopleBody>) -> Result<Response, ApiError> {
    let command = |Days { first, last }, printer_id| PrintCommand::TaxReport { first, last, printer_id };
    people::print(&app, &caller, write, DAYS_DEFAULT, command).await
}
