//! Service charge and tax exemption of an order.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::shown;
use super::view::OrderView;
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reasons::{choice, required_choice};
use crate::http::api::tax::TaxExemptionBody;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::session::Staff;
use crate::http::contract::write::{Approvable, EmptyBody, OptionalBody, Write};
use crate::orders::{ExemptOrder, ITEMS_MAX, SetServiceCharge};
use web::form::{Form, RawField};

/// Whether an order has a service charge.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OrderServiceChargeBody {
    /// False waives it.
    #[schema(value_type = bool)]
    apply: RawField,
    /// Required for a waiver without `reasonId`; with one, a note.
    #[schema(value_type = Option<String>)]
    reason: RawField,
    /// The reason of the list, of kind `discount`.
    #[schema(value_type = Option<u64>)]
    reason_id: RawField,
}

/// A customer who pays no tax, and for which items.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OrderExemptionBody {
    #[serde(flatten)]
    exemption: TaxExemptionBody,
    /// Only these items. Default: all taxed items and the service charge, later ones too.
    #[schema(value_type = Option<Vec<u64>>)]
    item_ids: RawField,
}

/// Adds the service charge to an order, or waives it.
#[utoipa::path(post, path = "/api/orders/{id}/service-charge", tag = "orders", request_body = OrderServiceChargeBody, params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn service_charge(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<OrderServiceChargeBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let apply = form.flag("apply", &write.body.apply);
    let reason = match apply {
        Some(false) => required_choice(&mut form, &app, &write.body.reason_id, &write.body.reason)?,
        _ => choice(&mut form, &write.body.reason_id, &write.body.reason),
    };
    if apply.is_none() {
        form.reject("apply", "Must be true or false");
    }
    form.finish()?;
    let order_id = parse_id(&id, "order")?;
    let command = SetServiceCharge { order_id, apply: apply.unwrap_or_default(), reason };
    write.submit(&app, &caller, Command::SetServiceCharge(command), move |_, view| shown(StatusCode::OK, view, order_id)).await
}

/// Makes an order, or some of its items, exempt from tax. Replaces an earlier exemption.
#[utoipa::path(put, path = "/api/orders/{id}/tax-exemption", tag = "orders", request_body = OrderExemptionBody, params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn exempt(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<OrderExemptionBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let exemption = Some(write.body.exemption.read(&mut form, ""));
    let item_ids = write.body.item_ids.value().map(|value| {
        let ids: Option<Vec<u64>> = value.as_array().and_then(|ids| ids.iter().map(|id| id.as_u64()).collect());
        if ids.as_ref().is_none_or(|ids| !(1..=ITEMS_MAX).contains(&ids.len())) {
            form.reject("itemIds", format!("Must be a list of 1 to {ITEMS_MAX} item numbers"));
        }
        ids.unwrap_or_default()
    });
    form.finish()?;
    let order_id = parse_id(&id, "order")?;
    let command = ExemptOrder { order_id, exemption, item_ids };
    write.submit(&app, &caller, Command::ExemptOrder(command), move |_, view| shown(StatusCode::OK, view, order_id)).await
}

/// Takes the exemption of an order back.
#[utoipa::path(delete, path = "/api/orders/{id}/tax-exemption", tag = "orders", params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn tax_again(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<OptionalBody<EmptyBody>>,
) -> Result<Response, ApiError> {
    let order_id = parse_id(&id, "order")?;
    let command = ExemptOrder { order_id, exemption: None, item_ids: None };
    write.submit(&app, &caller, Command::ExemptOrder(command), move |_, view| shown(StatusCode::OK, view, order_id)).await
}
