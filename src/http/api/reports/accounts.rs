//! Sales by staff account and by customer.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::Topic;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reports::SalesSums;
use crate::http::api::reports::analytics::TopProduct;
use crate::http::api::reports::report_days;
use crate::http::api::reports::today;
use crate::http::api::views::CustomerFields;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::{ReadRequest, day};
use crate::http::contract::readers::ReportReader;
use crate::reports::{self, CustomerSales, Days, UserSales};
use crate::staff;
use base::{BusinessDay, Role};
use store::{Stored, View};

/// Sales of a staff account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserSummary {
    user_id: u64,
    user_name: String,
    user_first_name: Option<String>,
    user_last_name: Option<String>,
    user_role: Role,
    #[serde(flatten)]
    sums: SalesSums,
    last_sale_date: Option<String>,
}

/// Sales of a staff account, in total and by customer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserSalesReport {
    summary: SalesSums,
    customer_sales: Vec<CustomerSalesView>,
}

/// Sales of a staff account to a customer. Without a name: all walk-in customers together.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CustomerSales)]
pub struct CustomerSalesView {
    customer_name: Option<String>,
    customer_phone: Option<String>,
    /// By revenue, highest first.
    products: Vec<TopProduct>,
    #[serde(flatten)]
    sums: SalesSums,
    last_sale_date: Option<String>,
}

impl UserSummary {
    fn new(account: UserSales) -> Self {
        UserSummary {
            user_id: account.user.id,
            user_name: account.user.username,
            user_first_name: account.user.first_name,
            user_last_name: account.user.last_name,
            user_role: account.user.role,
            sums: SalesSums::new(&account.totals),
            last_sale_date: account.last.map(|at| at.to_string()),
        }
    }
}

impl CustomerSalesView {
    fn load(view: &dyn View, sales: CustomerSales) -> Stored<Self> {
        let customer = CustomerFields::new(sales.sums.customer.as_ref());
        Ok(CustomerSalesView {
            customer_phone: customer.phone,
            customer_name: customer.name,
            products: reports::ranked(view, &sales.sums.products)?.into_iter().map(TopProduct::new).collect(),
            sums: SalesSums::new(&sales.sums.totals),
            last_sale_date: sales.last.map(|at| at.to_string()),
        })
    }
}

/// Sales by staff account, highest first; of all time, or from `startDate` to `endDate`.
#[utoipa::path(get, path = "/api/admin/sales-summary", tag = "reports",
    params(("startDate" = Option<String>, Query), ("endDate" = Option<String>, Query)),
    responses((status = 200, body = [UserSummary]), (status = 400), (status = 401), (status = 403)))]
pub async fn summary(State(app): State<AppState>, _: ReportReader, request: ReadRequest) -> Result<Response, ApiError> {
    let (first, last) = request.days("startDate", "endDate")?;
    let days = (first.is_some() || last.is_some()).then(|| Days::between(first, last));
    request
        .answer(&app, &[Topic::Sales, Topic::Users], "", |view| {
            Ok(reports::accounts(view, days)?.into_iter().map(UserSummary::new).collect::<Vec<_>>())
        })
        .await
}

/// Sales of a staff account by customer.
#[utoipa::path(get, path = "/api/admin/user-sales", tag = "reports",
    params(("userId" = u64, Query), ("startDate" = Option<String>, Query), ("endDate" = Option<String>, Query)),
    responses((status = 200, body = UserSalesReport), (status = 400), (status = 401), (status = 403), (status = 404)))]
pub async fn user_sales(State(app): State<AppState>, _: ReportReader, request: ReadRequest) -> Result<Response, ApiError> {
    let today = today(&app)?;
    let days = report_days(&request, today)?;
    let user = request.param("userId").ok_or_else(|| ApiError::invalid("userId is required"))?;
    answer(&app, &request, user, days, today).await
}

/// Sales of a staff account by customer, with all parameters in the path.
#[utoipa::path(get, path = "/api/admin/user-sales/{id}/{startDate}/{endDate}", tag = "reports",
    params(("id" = u64, Path), ("startDate" = String, Path), ("endDate" = String, Path)),
    responses((status = 200, body = UserSalesReport), (status = 400), (status = 401), (status = 403), (status = 404)))]
pub async fn user_sales_of(
    State(app): State<AppState>,
    _: ReportReader,
    Path((user, first, last)): Path<(String, String, String)>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let today = today(&app)?;
    let (first, last) = (day("startDate", &first)?, day("endDate", &last)?);
    if first > last {
        return Err(ApiError::invalid("startDate must not be after endDate"));
    }
    answer(&app, &request, &user, Days { first, last }, today).await
}

async fn answer(app: &AppState, request: &ReadRequest, user: &str, days: Days, today: BusinessDay) -> Result<Response, ApiError> {
    let user_id = parse_id(user, "user")?;
    request
        .answer(app, &[Topic::Sales, Topic::Users, Topic::Products], &today.to_string(), |view| {
            // Deleted accounts have sales too.
            if staff::any_user(view, user_id)?.is_none() {
                return Err(ApiError::not_found("user"));
            }
            let summary = reports::users(view, Some(days))?.get(&user_id).copied().unwrap_or_default();
            let mut customer_sales = Vec::new();
            for sales in reports::customers(view, user_id, days)? {
                customer_sales.push(CustomerSalesView::load(view, sales)?);
            }
            Ok(UserSalesReport { summary: SalesSums::new(&summary), customer_sales })
        })
        .await
}
