//! Sales report of a period, and the latest sales.

use std::collections::HashMap;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::base::{BusinessDay, Cash, CurrencyCode};
use crate::catalog::Category;
use crate::engine::Topic;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reports::SalesSums;
use crate::http::api::reports::report_days;
use crate::http::api::reports::today;
use crate::http::api::views::{CustomerFields, LineFigures};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Admin;
use crate::methods::PaymentMethod;
use crate::reports::{self, Goods, Takings, TenderTotals, Totals};
use crate::sales::RecordedLine;
use crate::settings::{Settings, settings};
use crate::staff::{self, User};

/// Lines that the list of recent sales shows.
const RECENT_SALES: usize = 50;
/// Topics that the report depends on. Takings also include payments of orders and credit.
const TOPICS: [Topic; 4] = [Topic::Sales, Topic::Orders, Topic::Credit, Topic::Settings];

/// Sales report of a period.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesReport {
    overall_summary: SalesSums,
    /// Days with sales, oldest first.
    days: Vec<DaySales>,
    /// Takings by payment method: payments less change and refunds.
    takings: Vec<MethodTakings>,
    /// Tenders and refunds by payment method and currency.
    tenders: Vec<TenderSums>,
    /// Change given.
    #[serde(rename = "changeUSD")]
    change_usd: String,
    #[serde(rename = "changeLRD")]
    change_lrd: String,
    categories: Vec<CategorySales>,
}

/// Sales of a business day.
#[derive(Serialize, ToSchema)]
pub struct DaySales {
    #[schema(example = "2026-11-21")]
    date: String,
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

/// Sales of a category.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategorySales {
    category: Category,
    /// In US dollars.
    total_revenue: String,
    total_quantity: i64,
}

impl CategorySales {
    fn new((category, goods): (Category, Goods)) -> Self {
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
pub async fn report(State(app): State<AppState>, _: Admin, request: ReadRequest) -> Result<Response, ApiError> {
    let today = today(&app)?;
    let range = report_days(&request, today)?;
    request
        .answer(&app, &TOPICS, &today.to_string(), |view| {
            let days = reports::each_day(view, range)?;
            let mut overall = Totals::default();
            days.iter().for_each(|(_, totals)| overall += *totals);
            let settings = settings(view)?;
            let Takings { kept, tenders, change } = reports::takings(view, range)?;
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
                tenders: tenders.into_iter().map(|row| TenderSums::new(row, &settings)).collect(),
                change_usd: change.usd.to_string(),
                change_lrd: change.lrd.to_string(),
                categories: reports::categories(view, range)?.into_iter().map(CategorySales::new).collect(),
            })
        })
        .await
}

/// A sale line with its customer and seller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecentSale {
    id: u64,
    product_name: String,
    total_amount: String,
    currency: CurrencyCode,
    #[serde(rename = "totalAmountUSD")]
    total_amount_usd: String,
    #[serde(rename = "totalAmountLRD")]
    total_amount_lrd: String,
    quantity: i64,
    #[schema(value_type = String, example = "cash")]
    payment_method: PaymentMethod,
    sale_date: String,
    customer_name: Option<String>,
    customer_phone: Option<String>,
    user_first_name: Option<String>,
    user_last_name: Option<String>,
    user_name: String,
}

impl RecentSale {
    fn new(sale: RecordedLine, user: Option<&User>) -> Self {
        let (line, customer) = (sale.line, CustomerFields::new(sale.customer.as_ref()));
        let figures = LineFigures::new(line.unit, line.total, line.currency);
        RecentSale {
            id: line.id,
            product_name: line.product_name,
            total_amount: figures.total,
            currency: line.currency,
            total_amount_usd: figures.total_usd,
            total_amount_lrd: figures.total_lrd,
            quantity: line.quantity,
            payment_method: line.method,
            sale_date: sale.at.to_string(),
            customer_name: customer.name,
            customer_phone: customer.phone,
            user_first_name: user.and_then(|user| user.first_name.clone()),
            user_last_name: user.and_then(|user| user.last_name.clone()),
            user_name: sale.user_name,
        }
    }
}

/// Lists the latest sale lines that are not voided, newest first.
#[utoipa::path(get, path = "/api/admin/recent-sales-with-customers", tag = "reports", responses(
    (status = 200, body = [RecentSale]), (status = 401), (status = 403)))]
pub async fn recent(State(app): State<AppState>, _: Admin, request: ReadRequest) -> Result<Response, ApiError> {
    request
        .answer(&app, &[Topic::Sales, Topic::Users], "", |view| {
            let staff: HashMap<u64, User> = staff::all_users(view)?.into_iter().map(|user| (user.id, user)).collect();
            let sales = reports::recent_sales(view, RECENT_SALES)?.into_iter();
            Ok(sales
                .map(|sale| {
                    let user = staff.get(&sale.user_id);
                    RecentSale::new(sale, user)
                })
                .collect::<Vec<_>>())
        })
        .await
}
