//! Reports: the sales screen's figures, the owner's, the bartender's, and the journal as people read it.

pub mod accounts;
pub mod analytics;
pub mod audit;
pub mod dashboard;
pub mod paper;
pub mod period;

use serde::Serialize;
use utoipa::ToSchema;

use crate::base::BusinessDay;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::read::ReadRequest;
use crate::reports::{Days, Totals};
use crate::settings;

/// A report covers so many days when nobody says from when to when: the last 30, today with them.
const DAYS_DEFAULT: i32 = 30;

/// Sums of sales.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesSums {
    /// In dollars: what was sold in either currency.
    #[schema(example = "1284.50")]
    total_revenue: String,
    /// What was priced in dollars.
    #[serde(rename = "revenueUSD")]
    revenue_usd: String,
    /// What was priced in Liberian dollars.
    #[serde(rename = "revenueLRD")]
    revenue_lrd: String,
    /// Receipts.
    total_sales: i64,
    /// Pieces.
    total_quantity: i64,
}

impl SalesSums {
    fn new(totals: &Totals) -> Self {
        SalesSums {
            total_revenue: totals.goods.usd.to_string(),
            revenue_usd: totals.goods.charged.usd.to_string(),
            revenue_lrd: totals.goods.charged.lrd.to_string(),
            total_sales: totals.receipts,
            total_quantity: totals.goods.quantity,
        }
    }
}

/// The business day that a sale would be counted on now.
fn today(app: &AppState) -> Result<BusinessDay, ApiError> {
    let stamp = app.stamp();
    Ok(app.store.read(settings::settings)?.bar_time().business_day(stamp))
}

/// `?startDate=&endDate=`, the last 30 days where they are not named.
fn report_days(request: &ReadRequest, today: BusinessDay) -> Result<Days, ApiError> {
    let (first, last) = request.days("startDate", "endDate")?;
    Ok(days_or_default(first, last, today))
}

fn days_or_default(first: Option<BusinessDay>, last: Option<BusinessDay>, today: BusinessDay) -> Days {
    let last = last.unwrap_or_else(|| first.map_or(today, |first| first.max(today)));
    Days { first: first.unwrap_or_else(|| last.plus(1 - DAYS_DEFAULT)), last }
}
