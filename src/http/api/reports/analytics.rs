//! Sales analytics, for the sales screen.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::Topic;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reports::today;
use crate::http::api::visible::{Summed, Visible};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Staff;
use crate::reports::{self, Days, ProductSales, Totals};
use crate::settings::settings;
use base::decimal::divide_rounded;
use base::{BusinessDay, Usd};
use store::{Stored, View};

/// Products in the list of top products.
const TOP_PRODUCTS: usize = 10;
/// Days of the heat map, including today.
const HEAT_DAYS: i32 = 7;
/// The hours that the heat map always shows, in the bar's time zone.
const HEAT_HOURS: std::ops::RangeInclusive<u8> = 9..=21;

/// Sales figures. Where bartenders see their own sales, they are those of what this person took; where they see nothing, null and empty.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesAnalytics {
    /// Revenue in either currency, in US dollars.
    #[schema(example = "1284.50")]
    total_revenue: Option<String>,
    /// Revenue of lines priced in US dollars.
    #[serde(rename = "revenueUSD")]
    revenue_usd: Option<String>,
    /// Revenue of lines priced in Liberian dollars.
    #[serde(rename = "revenueLRD")]
    revenue_lrd: Option<String>,
    /// The sum of the lines' taxes.
    #[serde(rename = "taxUSD")]
    tax_usd: Option<String>,
    #[serde(rename = "taxLRD")]
    tax_lrd: Option<String>,
    /// The sum of the lines' totals without any tax.
    #[serde(rename = "netUSD")]
    net_usd: Option<String>,
    #[serde(rename = "netLRD")]
    net_lrd: Option<String>,
    /// Number of receipts.
    sales_count: Option<i64>,
    /// Number of units.
    total_quantity: Option<i64>,
    /// In US dollars per receipt.
    average_sale: Option<String>,
    /// The ten with the highest revenue.
    top_products: Vec<TopProduct>,
    /// The hour of the first figure of `hoursAll`: the hour in which a business day begins.
    #[schema(example = 5)]
    first_hour: u8,
    /// The last seven days, today last.
    heat_map: Vec<HeatDay>,
}

/// Sales of a product.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TopProduct {
    product_id: u64,
    product_name: String,
    total_quantity: i64,
    /// In US dollars.
    total_revenue: String,
}

/// A day of the heat map.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeatDay {
    #[schema(example = "2026-11-21")]
    date: String,
    /// Revenue in US dollars by hour, 9 to 21, in the bar's time zone.
    hours: Vec<String>,
    /// Revenue in US dollars in each of the 24 hours of the business day, from `firstHour`.
    hours_all: Vec<String>,
}

impl TopProduct {
    pub(super) fn new(product: ProductSales) -> Self {
        TopProduct {
            product_id: product.product_id,
            product_name: product.name,
            total_quantity: product.goods.quantity,
            total_revenue: product.goods.usd.to_string(),
        }
    }
}

/// Sales figures; of all time, or from `from` to `to`.
#[utoipa::path(get, path = "/api/sales/analytics", tag = "sales", params(("from" = Option<String>, Query), ("to" = Option<String>, Query)),
    responses((status = 200, body = SalesAnalytics), (status = 400), (status = 401), (status = 403)))]
pub async fn analytics(State(app): State<AppState>, Staff(caller): Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let visible = Visible::to(&app, &caller)?;
    let (from, to) = request.days("from", "to")?;
    let days = (from.is_some() || to.is_some()).then(|| Days::between(from, to));
    let today = today(&app)?;
    request
        .answer(&app, &[Topic::Sales, Topic::Products, Topic::Settings], &format!("{today} {}", visible.variant()), |view| {
            let first_hour = settings(view)?.bar_time().first_hour();
            let (totals, products) = match visible.summed() {
                Summed::Everyones => (Some(reports::totals(view, days)?), reports::products(view, days)?),
                Summed::Own { user_id } => {
                    let totals = reports::users(view, days)?.remove(&user_id).unwrap_or_default();
                    (Some(totals), reports::products_of(view, user_id, days)?)
                }
                Summed::Nothing => (None, BTreeMap::new()),
            };
            let mut best = reports::ranked(view, &products)?;
            best.truncate(TOP_PRODUCTS);
            let goods = totals.map(|totals| totals.goods);
            Ok(SalesAnalytics {
                total_revenue: goods.map(|goods| goods.usd.to_string()),
                revenue_usd: goods.map(|goods| goods.charged.usd.to_string()),
                revenue_lrd: goods.map(|goods| goods.charged.lrd.to_string()),
                tax_usd: goods.map(|goods| goods.tax.usd.to_string()),
                tax_lrd: goods.map(|goods| goods.tax.lrd.to_string()),
                net_usd: goods.map(|goods| goods.net().usd.to_string()),
                net_lrd: goods.map(|goods| goods.net().lrd.to_string()),
                sales_count: totals.map(|totals| totals.receipts),
                total_quantity: goods.map(|goods| goods.quantity),
                average_sale: totals.map(|totals| average(&totals).to_string()),
                top_products: best.into_iter().map(TopProduct::new).collect(),
                first_hour,
                heat_map: heat_map(view, today, first_hour, visible.summed())?,
            })
        })
        .await
}

/// Revenue per receipt, rounded like all money; zero without sales.
fn average(totals: &Totals) -> Usd {
    if totals.receipts <= 0 {
        return Usd::ZERO;
    }
    let share = divide_rounded(i128::from(totals.goods.usd.as_minor()), i128::from(totals.receipts));
    Usd::minor(i64::try_from(share).unwrap_or_default())
}

fn heat_map(view: &dyn View, today: BusinessDay, first_hour: u8, summed: Summed) -> Stored<Vec<HeatDay>> {
    let mut days = Vec::new();
    for back in (0..HEAT_DAYS).rev() {
        let day = today.plus(-back);
        let sold = match summed {
            Summed::Everyones => reports::hourly(view, day)?,
            Summed::Own { user_id } => reports::hourly_of(view, user_id, day)?,
            Summed::Nothing => break,
        };
        let of = |hour: u8| sold[usize::from(hour)].to_string();
        let hours_all = reports::hours_from(first_hour).map(of).collect();
        days.push(HeatDay { date: day.to_string(), hours: HEAT_HOURS.map(of).collect(), hours_all });
    }
    Ok(days)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reports::Goods;

    #[test]
    fn an_average_is_rounded_half_up() {
        for (cents, receipts, average_cents) in [(0, 0, 0), (1000, 3, 333), (1, 2, 1), (700, 1, 700)] {
            let totals = Totals { receipts, goods: Goods { usd: Usd::minor(cents), ..Goods::default() } };
            assert_eq!(average(&totals), Usd::minor(average_cents), "{cents} over {receipts}");
        }
    }
}
