//! The latest sales, with customers and sellers.

use std::collections::HashMap;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::Topic;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::views::{CustomerFields, LineFigures};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::readers::ReportReader;
use crate::methods::PaymentMethod;
use crate::reports::{self, Days};
use crate::sales::RecordedLine;
use crate::staff::{self, User};
use base::CurrencyCode;

/// Lines in the list of recent sales.
const RECENT_SALES: usize = 50;

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
            total_amount: figures.total_amount,
            currency: line.currency,
            total_amount_usd: figures.total_amount_usd,
            total_amount_lrd: figures.total_amount_lrd,
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

/// Lists the latest sale lines that are not voided, newest first; of all time, or from `startDate` to `endDate`.
#[utoipa::path(get, path = "/api/admin/recent-sales-with-customers", tag = "reports",
    params(("startDate" = Option<String>, Query), ("endDate" = Option<String>, Query)),
    responses((status = 200, body = [RecentSale]), (status = 400), (status = 401), (status = 403)))]
pub async fn recent(State(app): State<AppState>, _: ReportReader, request: ReadRequest) -> Result<Response, ApiError> {
    let (first, last) = request.days("startDate", "endDate")?;
    let days = (first.is_some() || last.is_some()).then(|| Days::between(first, last));
    request
        .answer(&app, &[Topic::Sales, Topic::Users], "", |view| {
            let staff: HashMap<u64, User> = staff::all_users(view)?.into_iter().map(|user| (user.id, user)).collect();
            let sales = reports::recent_sales(view, days, RECENT_SALES)?.into_iter();
            Ok(sales
                .map(|sale| {
                    let user = staff.get(&sale.user_id);
                    RecentSale::new(sale, user)
                })
                .collect::<Vec<_>>())
        })
        .await
}
