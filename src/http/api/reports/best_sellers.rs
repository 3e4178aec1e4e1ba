//! Best sellers, for the order of products on selling screens.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::Topic;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reports::today;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Staff;
use crate::reports;

/// The products that were sold most often in the last 30 business days.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BestSellers)]
pub struct BestSellersView {
    /// Number of receipts in these days.
    sales_count: i64,
    /// The most units first, then by name.
    products: Vec<BestSellerView>,
}

/// A product and how much of it was sold.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BestSeller)]
pub struct BestSellerView {
    product_id: u64,
    /// Number of units.
    quantity: i64,
}

/// Lists the products that were sold in the last 30 business days, best sellers first. Products that are sold out are in it.
#[utoipa::path(get, path = "/api/products/best-sellers", tag = "catalog", responses(
    (status = 200, body = BestSellersView), (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let today = today(&app)?;
    request
        .answer(&app, &[Topic::Sales, Topic::Products], &today.to_string(), |view| {
            let best = reports::best_sellers(view, today)?;
            let products = best.products.into_iter();
            Ok(BestSellersView {
                sales_count: best.receipts,
                products: products.map(|one| BestSellerView { product_id: one.product_id, quantity: one.quantity }).collect(),
            })
        })
        .await
}
