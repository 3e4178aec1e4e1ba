//! The price list: both prices and the availability of several products in one request.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::products::ProductView;
use crate::catalog::{self, PRICE_ROWS_MAX, PriceRow, SetPriceList, price_field};
use crate::engine::{Answer, Command, Entry, Event};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::schemas::{Amount, OneOrZero};
use crate::http::contract::session::Manager;
use crate::http::contract::write::{Write, json};
use base::Timestamp;
use store::{Stored, View};
use web::form::{Form, RawField, objects};

/// New prices of several products: all rows are saved, or none.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PriceListBody {
    /// 1 to 2000 rows, each of another product.
    #[serde(deserialize_with = "objects")]
    rows: Vec<PriceRowBody>,
}

/// New prices of one product. An absent member keeps its value, and null removes a price.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PriceRowBody {
    #[schema(value_type = u64, example = 1)]
    id: RawField,
    #[serde(rename = "priceUSD")]
    #[schema(value_type = Option<Amount>)]
    price_usd: RawField,
    #[serde(rename = "priceLRD")]
    #[schema(value_type = Option<Amount>)]
    price_lrd: RawField,
    #[schema(value_type = Option<OneOrZero>)]
    is_available: RawField,
}

/// The products that a price list changed.
#[derive(Serialize, ToSchema)]
pub struct SavedPrices {
    /// In the order of the rows; without products that were already so.
    products: Vec<ProductView>,
}

impl PriceRowBody {
    fn row(&self, form: &mut Form, at: usize) -> PriceRow {
        let field = |name: &str| price_field(at, name);
        let row = PriceRow {
            product_id: form.required_id(&field("id"), &self.id, "Product is required").unwrap_or_default(),
            usd: form.money_change(&field("priceUSD"), &self.price_usd),
            lrd: form.money_change(&field("priceLRD"), &self.price_lrd),
            is_available: form.flag(&field("isAvailable"), &self.is_available),
        };
        if row.usd == Some(None) && row.lrd == Some(None) {
            for name in ["priceUSD", "priceLRD"] {
                form.reject(&field(name), catalog::no_price().message);
            }
        }
        row
    }
}

/// Sets the prices and the availability of several products: all rows or none.
#[utoipa::path(put, path = "/api/products/prices", tag = "catalog", request_body = PriceListBody, responses(
    (status = 200, body = SavedPrices), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn save(State(app): State<AppState>, Manager(caller): Manager, write: Write<PriceListBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let rows = &write.body.rows;
    if !(1..=PRICE_ROWS_MAX).contains(&rows.len()) {
        form.reject("rows", format!("A price list needs 1 to {PRICE_ROWS_MAX} rows"));
    }
    let rows = rows.iter().take(PRICE_ROWS_MAX).enumerate().map(|(at, row)| row.row(&mut form, at)).collect();
    form.finish()?;
    let at = app.stamp();
    write.submit(&app, &caller, Command::PriceList(SetPriceList { rows }), move |entries, view| saved(entries, view, at)).await
}

fn saved(entries: &[Entry], view: &dyn View, at: Timestamp) -> Stored<Answer> {
    let mut products = Vec::new();
    for entry in entries {
        if let Event::ProductSaved(event) = &entry.event {
            products.push(ProductView::load(view, event.product.clone(), at)?);
        }
    }
    json(StatusCode::OK, &SavedPrices { products })
}
