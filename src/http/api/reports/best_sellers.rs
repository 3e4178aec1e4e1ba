//! Best sellers, for the order of products on selling screens.

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
use crate::reports;

/// The products that were sold most often in the last 30 business days.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BestSellers)]
pub struct BestSellersView {
    /// Number of receipts in these days; null for a bartender who does not see all sales.
    sales_count: Option<i64>,
    /// The most units first, then by name.
    products: Vec<BestSellerView>,
}

/// A product and how much of it was sold.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BestSeller)]
pub struct BestSellerView {
    product_id: u64,
    /// Number of units; null for a bartender who does not see all sales.
    quantity: Option<i64>,
}

/// Lists the products that were sold in the last 30 business days, best sellers first. Products that are sold out are in it.
#[utoipa::path(get, path = "/api/products/best-sellers", tag = "catalog", responses(
    (status = 200, body = BestSellersView), (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, Staff(caller): Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let visible = Visible::to(&app, &caller)?;
    let sees_sums = visible.summed() == Summed::Everyones;
    let today = today(&app)?;
    request
        .answer(&app, &[Topic::Sales, Topic::Products], &format!("{today} {sees_sums}"), |view| {
            let best = reports::best_sellers(view, today)?;
            let products = best.products.into_iter();
            Ok(BestSellersView {
                sales_count: sees_sums.then_some(best.receipts),
                products: products
                    .map(|one| BestSellerView { product_id: one.product_id, quantity: sees_sums.then_some(one.quantity) })
                    .collect(),
            })
        })
        .await
}
