//! Sales report of a period.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::Topic;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reports::SalesSums;
use crate::http::api::reports::report_days;
use crate::http::api::reports::today;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::readers::ReportReader;
use crate::methods::PaymentMethod;
use crate::reports::{self, Goods, RevenueOf, Takings, TenderTotals, Totals};
use crate::settings::{Settings, settings};
use base::{BusinessDay, Cash, CurrencyCode};

/// Topics that the report depends on. Takings also include payments of orders and credit.
const TOPICS: [Topic; 4] = [Topic::Sales, Topic::Orders, Topic::Credit, Topic::Settings];

/// Sales report of a period.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesReport {
    overall_summary: SalesSums,
    /// Days with sales, oldest first.
    days: Vec<DaySales>,
    /// Takings by payment method: payments less change, tips and refunds.
    takings: Vec<MethodTakings>,
    #[serde(flatten)]
    tips: TipSums,
    /// Tenders and refunds by payment method and currency.
    tenders: Vec<TenderSums>,
    /// Change given.
    #[serde(rename = "changeUSD")]
    change_usd: String,
    #[serde(rename = "changeLRD")]
    change_lrd: String,
    categories: Vec<CategorySales>,
    /// Hours of the bar's clock in which something was sold, from the hour in which a business day begins.
    hours: Vec<HourSales>,
}

/// Tips less those that were given back, which are no takings. Absent without any.
#[derive(Serialize, ToSchema)]
pub struct TipSums {
    #[serde(rename = "tipsUSD", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "2.50")]
    tips_usd: Option<String>,
    #[serde(rename = "tipsLRD", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    tips_lrd: Option<String>,
}

impl TipSums {
    fn new(tips: Cash) -> Self {
        let shown = |amount: String| (tips != Cash::ZERO).then_some(amount);
        TipSums { tips_usd: shown(tips.usd.to_string()), tips_lrd: shown(tips.lrd.to_string()) }
    }
}

/// Sales of a business day.
#[derive(Serialize, ToSchema)]
pub struct DaySales {
    #[schema(example = "2026-11-21")]
    date: String,
    #[serde(flatten)]
    sums: SalesSums,
}

/// Sales of an hour of the bar's clock.
#[derive(Serialize, ToSchema)]
pub struct HourSales {
    /// 0 to 23.
    #[schema(example = 22)]
    hour: u8,
    #[serde(flatten)]
    sums: SalesSums,
}

/// Takings of a payment method: payments less change and refunds.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MethodTakings {
    #[schema(value_type = String, example = "cash")]
    payment_method: PaymentMethod,
    #[serde(rename = "amountUSD")]
    amount_usd: String,
    #[serde(rename = "amountLRD")]
    amount_lrd: String,
}

/// Tenders of a payment method in one currency.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenderSums {
    #[schema(value_type = String, example = "cash")]
    method: PaymentMethod,
    #[schema(example = "Cash")]
    name: String,
    currency: CurrencyCode,
    /// Number of tenders.
    count: u64,
    tendered: String,
    refunded: String,
}

impl TenderSums {
    fn new(((method, currency), totals): ((PaymentMethod, CurrencyCode), TenderTotals), settings: &Settings) -> Self {
        let amount = |minor| Cash::of(currency, minor).in_currency(currency);
        let (tendered, refunded) = (amount(totals.tendered), amount(totals.refunded));
        TenderSums { name: settings.method_name(&method), method, currency, count: totals.count, tendered, refunded }
    }
}

/// Sales of a category, or the service charge.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategorySales {
    category: RevenueOf,
    /// In US dollars.
    total_revenue: String,
    total_quantity: i64,
}

impl CategorySales {
    fn new((category, goods): (RevenueOf, Goods)) -> Self {
        CategorySales { category, total_revenue: goods.usd.to_string(), total_quantity: goods.quantity }
    }
}

impl DaySales {
    fn new((day, totals): &(BusinessDay, Totals)) -> Self {
        DaySales { date: day.to_string(), sums: SalesSums::new(totals) }
    }
}

/// Sales report from `startDate` to `endDate`.
#[utoipa::path(get, path = "/api/admin/sales-report", tag = "reports",
    params(("startDate" = Option<String>, Query), ("endDate" = Option<String>, Query)),
    responses((status = 200, body = SalesReport), (status = 400), (status = 401), (status = 403)))]
pub async fn report(State(app): State<AppState>, _: ReportReader, request: ReadRequest) -> Result<Response, ApiError> {
    let today = today(&app)?;
    let range = report_days(&request, today)?;
    request
        .answer(&app, &TOPICS, &today.to_string(), |view| {
            let days = reports::each_day(view, range)?;
            let mut overall = Totals::default();
            days.iter().for_each(|(_, totals)| overall += *totals);
            let settings = settings(view)?;
            let Takings { kept, tenders, change, tips } = reports::takings(view, range)?;
            let mut takings: Vec<_> = kept.into_iter().collect();
            takings.sort_by_key(|(method, _)| settings.method_place(method));
            let mut tenders: Vec<_> = tenders.into_iter().collect();
            tenders.sort_by_key(|((method, currency), _)| (settings.method_place(method), *currency));
            Ok(SalesReport {
                overall_summary: SalesSums::new(&overall),
                days: days.iter().map(DaySales::new).collect(),
                takings: takings
                    .into_iter()
                    .map(|(payment_method, kept)| MethodTakings {
                        payment_method,
                        amount_usd: kept.usd.to_string(),
                        amount_lrd: kept.lrd.to_string(),
                    })
                    .collect(),
                tips: TipSums::new(tips),
                tenders: tenders.into_iter().map(|row| TenderSums::new(row, &settings)).collect(),
                change_usd: change.usd.to_string(),
                change_lrd: change.lrd.to_string(),
                categories: reports::categories(view, range)?.into_iter().map(CategorySales::new).collect(),
                hours: reports::hours(view, range, settings.bar_time().first_hour())?
                    .into_iter()
                    .map(|(hour, totals)| HourSales { hour, sums: SalesSums::new(&totals) })
                    .collect(),
            })
        })
        .await
}
