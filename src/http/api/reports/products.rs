//! Sales by product.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::Topic;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reports::{GoodsSums, report_days, today};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::readers::ReportReader;
use crate::reports::{self, Goods, ProductSales};

/// Most products that are listed one by one.
const PRODUCTS_MAX: usize = 1_000;

/// Sales by product.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductSalesReport {
    /// By revenue, highest first.
    products: Vec<ProductSalesRow>,
    /// All other products that were sold together.
    others: OtherProducts,
}

/// Sales of a product.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductSalesRow {
    product_id: u64,
    product_name: String,
    #[serde(flatten)]
    sums: GoodsSums,
}

/// Sales of the products that are not listed.
#[derive(Serialize, ToSchema)]
pub struct OtherProducts {
    /// Number of products.
    count: usize,
    #[serde(flatten)]
    sums: GoodsSums,
}

impl ProductSalesRow {
    fn new(product: ProductSales) -> Self {
        ProductSalesRow { product_id: product.product_id, product_name: product.name, sums: GoodsSums::new(&product.goods) }
    }
}

/// Sales by product from `startDate` to `endDate`: the `limit` products with the highest revenue, and the sum of the others.
#[utoipa::path(get, path = "/api/admin/product-sales", tag = "reports",
    params(("startDate" = Option<String>, Query), ("endDate" = Option<String>, Query), ("limit" = Option<u32>, Query)),
    responses((status = 200, body = ProductSalesReport), (status = 400), (status = 401), (status = 403)))]
pub async fn product_sales(State(app): State<AppState>, _: ReportReader, request: ReadRequest) -> Result<Response, ApiError> {
    let today = today(&app)?;
    let days = report_days(&request, today)?;
    let limit = match request.param("limit") {
        None => PRODUCTS_MAX,
        Some(text) => {
            let limit = text.parse().ok().filter(|limit| (1..=PRODUCTS_MAX).contains(limit));
            limit.ok_or_else(|| ApiError::invalid(format!("limit must be a number from 1 to {PRODUCTS_MAX}")))?
        }
    };
    request
        .answer(&app, &[Topic::Sales, Topic::Products], &today.to_string(), |view| {
            let mut listed = reports::ranked(view, &reports::products(view, Some(days))?)?;
            listed.retain(|product| product.goods != Goods::default());
            let others = listed.split_off(limit.min(listed.len()));
            let sum = others.iter().fold(Goods::default(), |sum, product| sum + product.goods);
            Ok(ProductSalesReport {
                products: listed.into_iter().map(ProductSalesRow::new).collect(),
                others: OtherProducts { count: others.len(), sums: GoodsSums::new(&sum) },
            })
        })
        .await
}
