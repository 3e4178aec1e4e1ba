//! Reports: sales analytics, best sellers, the owner's reports, the bartender's dashboard, the audit log.

pub mod accounts;
pub mod analytics;
pub mod audit;
pub mod best_sellers;
pub mod dashboard;
pub mod files;
pub mod paper;
pub mod people;
pub mod period;
pub mod products;
pub mod recent;
pub mod tax;
mod tax_lines;

use serde::Serialize;
use utoipa::ToSchema;

use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::read::ReadRequest;
use crate::reports::{Days, Goods, Totals};
use crate::settings;
use base::BusinessDay;

/// Days of a report without dates: the last 30, including today.
pub(in crate::http::api) const DAYS_DEFAULT: i32 = 30;

/// Totals of sales.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesSums {
    /// Revenue in either currency, in US dollars.
    #[schema(example = "1284.50")]
    total_revenue: String,
    /// Revenue of lines priced in US dollars.
    #[serde(rename = "revenueUSD")]
    revenue_usd: String,
    /// Revenue of lines priced in Liberian dollars.
    #[serde(rename = "revenueLRD")]
    revenue_lrd: String,
    /// The sum of the lines' taxes.
    #[serde(rename = "taxUSD")]
    tax_usd: String,
    #[serde(rename = "taxLRD")]
    tax_lrd: String,
    /// The sum of the lines' totals without any tax.
    #[serde(rename = "netUSD")]
    net_usd: String,
    #[serde(rename = "netLRD")]
    net_lrd: String,
    /// Number of receipts.
    total_sales: i64,
    /// Number of units.
    total_quantity: i64,
}

impl SalesSums {
    fn new(totals: &Totals) -> Self {
        SalesSums {
            total_revenue: totals.goods.usd.to_string(),
            revenue_usd: totals.goods.charged.usd.to_string(),
            revenue_lrd: totals.goods.charged.lrd.to_string(),
            tax_usd: totals.goods.tax.usd.to_string(),
            tax_lrd: totals.goods.tax.lrd.to_string(),
            net_usd: totals.goods.net().usd.to_string(),
            net_lrd: totals.goods.net().lrd.to_string(),
            total_sales: totals.receipts,
            total_quantity: totals.goods.quantity,
        }
    }
}

/// Totals of sale lines.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GoodsSums {
    /// Revenue in either currency, in US dollars.
    #[schema(example = "1284.50")]
    total_revenue: String,
    /// Revenue of lines priced in US dollars.
    #[serde(rename = "revenueUSD")]
    revenue_usd: String,
    /// Revenue of lines priced in Liberian dollars.
    #[serde(rename = "revenueLRD")]
    revenue_lrd: String,
    /// The sum of the lines' taxes.
    #[serde(rename = "taxUSD")]
    tax_usd: String,
    #[serde(rename = "taxLRD")]
    tax_lrd: String,
    /// The sum of the lines' totals without any tax.
    #[serde(rename = "netUSD")]
    net_usd: String,
    #[serde(rename = "netLRD")]
    net_lrd: String,
    /// Number of units.
    total_quantity: i64,
}

impl GoodsSums {
    fn new(goods: &Goods) -> Self {
        GoodsSums {
            total_revenue: goods.usd.to_string(),
            revenue_usd: goods.charged.usd.to_string(),
            revenue_lrd: goods.charged.lrd.to_string(),
            tax_usd: goods.tax.usd.to_string(),
            tax_lrd: goods.tax.lrd.to_string(),
            net_usd: goods.net().usd.to_string(),
            net_lrd: goods.net().lrd.to_string(),
            total_quantity: goods.quantity,
        }
    }
}

/// The business day on which a sale would be counted now.
pub(in crate::http::api) fn today(app: &AppState) -> Result<BusinessDay, ApiError> {
    let stamp = app.stamp();
    Ok(app.store.read(settings::settings)?.bar_time().business_day(stamp))
}

/// `?startDate=&endDate=`; the last 30 days by default.
fn report_days(request: &ReadRequest, today: BusinessDay) -> Result<Days, ApiError> {
    let (first, last) = request.days("startDate", "endDate")?;
    Ok(days_or_default(first, last, today))
}

fn days_or_default(first: Option<BusinessDay>, last: Option<BusinessDay>, today: BusinessDay) -> Days {
    last_days(first, last, today, DAYS_DEFAULT)
}

/// The range from `first` to `last`; without them the `default` days up to the end.
fn last_days(first: Option<BusinessDay>, last: Option<BusinessDay>, today: BusinessDay, default: i32) -> Days {
    let last = last.unwrap_or_else(|| first.map_or(today, |first| first.max(today)));
    Days { first: first.unwrap_or_else(|| last.plus(1 - default)), last }
}
