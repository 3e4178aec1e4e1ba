//! Manual stock changes, the list of stock movements, and what is sold out tonight.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalog;
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::catalog::products::{ProductView, TOPICS};
use crate::http::contract::list_args::Paged;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::{Page, ReadRequest};
use crate::http::contract::schemas::GivenReason;
use crate::http::contract::session::{ShiftManager, Staff};
use crate::http::contract::write::{Write, json, missing};
use crate::stock::{self, AdjustStock, Adjustment, Reason, STOCK_MAX, SetSoldOut};
use web::form::{Form, RawField};

/// A stock movement.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Movement)]
pub struct MovementView {
    id: u64,
    at: String,
    delta: i64,
    stock_after: i64,
    reason: Reason,
    user_name: String,
    reference: Option<String>,
    /// The product that was sold, where it is another one; null otherwise.
    sold_as: Option<SoldAsView>,
}

/// A product whose sale moved the stock of another one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SoldAs)]
pub struct SoldAsView {
    product_id: u64,
    /// Its name at that moment.
    product_name: String,
}

/// A stock change: either by `delta`, or to `count`.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct StockBody {
    #[schema(value_type = Option<i64>, example = 24)]
    delta: RawField,
    #[schema(value_type = Option<i64>)]
    count: RawField,
    #[schema(value_type = GivenReason)]
    reason: RawField,
    #[schema(value_type = Option<String>)]
    notes: RawField,
}

/// Changes the stock of a product manually.
#[utoipa::path(post, path = "/api/products/{id}/stock", tag = "stock", request_body = StockBody, params(("id" = u64, Path)), responses(
    (status = 200, body = ProductView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn adjust(
    State(app): State<AppState>,
    ShiftManager(caller): ShiftManager,
    Path(id): Path<String>,
    write: Write<StockBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let body = &write.body;
    let (delta, count) = (form.integer("delta", &body.delta), form.integer("count", &body.count));
    if body.delta.value().is_some() == body.count.value().is_some() {
        form.reject("delta", "Give either a change or a count");
    }
    if count.is_some_and(|count| !(0..=STOCK_MAX).contains(&count)) {
        form.reject("count", "Stock must be 0 or more");
    }
    if delta.is_some_and(|delta| delta.unsigned_abs() > STOCK_MAX.unsigned_abs()) {
        form.reject("delta", "That is more stock than a bar can hold");
    }
    let to = count.map(Adjustment::Count).unwrap_or(Adjustment::Delta(delta.unwrap_or_default()));
    let reason = form.word("reason", &body.reason, Reason::parse_manual, "Must be delivery, count, waste or correction");
    if body.reason.value().is_none() {
        form.reject("reason", "Reason is required");
    }
    let notes = form.notes("notes", &body.notes);
    form.finish()?;
    let product_id = parse_id(&id, "product")?;
    let command = AdjustStock { product_id, to, reason: reason.unwrap_or(Reason::Correction), notes };
    let at = app.stamp();
    write
        .submit(&app, &caller, Command::Stock(command), move |_, view| {
            let product = catalog::product(view, product_id)?.ok_or_else(|| missing("products"))?;
            json(StatusCode::OK, &ProductView::load(view, product, at)?)
        })
        .await
}

/// Whether a product is sold out tonight.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct SoldOutBody {
    #[schema(value_type = bool)]
    sold_out: RawField,
}

/// Says that a product is sold out until the business day ends, or that it is back on sale.
#[utoipa::path(post, path = "/api/products/{id}/sold-out", tag = "stock", request_body = SoldOutBody, params(("id" = u64, Path)), responses(
    (status = 200, body = ProductView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn set_sold_out(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: Write<SoldOutBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let sold_out = form.flag("soldOut", &write.body.sold_out);
    if write.body.sold_out.value().is_none() {
        form.reject("soldOut", "Say whether it is sold out");
    }
    form.finish()?;
    let product_id = parse_id(&id, "product")?;
    let command = SetSoldOut { product_id, sold_out: sold_out.unwrap_or_default() };
    let at = app.stamp();
    write
        .submit(&app, &caller, Command::SoldOut(command), move |_, view| {
            let product = catalog::product(view, product_id)?.ok_or_else(|| missing("products"))?;
            json(StatusCode::OK, &ProductView::load(view, product, at)?)
        })
        .await
}

/// Lists the stock movements of a product, newest first.
#[utoipa::path(get, path = "/api/products/{id}/movements", tag = "stock", params(("id" = u64, Path)), responses(
    (status = 200, body = [MovementView]), (status = 400), (status = 401), (status = 403), (status = 404)))]
pub async fn movements(
    State(app): State<AppState>,
    _: ShiftManager,
    Path(id): Path<String>,
    Paged(page): Paged,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let product_id = parse_id(&id, "product")?;
    request
        .answer_page(&app, &TOPICS, "", |view| {
            if catalog::product(view, product_id)?.is_none() {
                return Err(ApiError::not_found("product"));
            }
            let found = Page::cut(stock::movements(view, product_id, page.before, page.limit + 1)?, page, |movement| movement.id);
            let rows = found.rows.into_iter().map(|movement| MovementView {
                id: movement.id,
                at: movement.at.to_string(),
                delta: movement.delta,
                stock_after: movement.stock_after,
                reason: movement.reason,
                user_name: movement.user_name,
                reference: movement.reference,
                sold_as: movement.sold_as.map(|sold| SoldAsView { product_id: sold.product_id, product_name: sold.product_name }),
            });
            Ok(Page { rows: rows.collect(), next: found.next })
        })
        .await
}
