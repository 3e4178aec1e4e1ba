//! Walk-out: guests left without paying all of an order, and perhaps came back.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::{AttachBody, customer};
use super::moves::with_fresh;
use super::payment::{AttachedOrder, attached};
use super::view::{OrderView, view_of};
use crate::credit::RecoverWalkOut;
use crate::engine::{Command, Event};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reasons::required_choice;
use crate::http::api::views::{ReceiptView, receipt_of};
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::session::Staff;
use crate::http::contract::write::{Approvable, Write, first_of, json};
use crate::orders::WalkOut;
use web::form::{Form, RawField};

/// Why guests did not pay.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct WalkOutBody {
    /// The reason of the list, of kind `walk_out`.
    #[schema(value_type = Option<u64>)]
    reason_id: RawField,
    /// Required without `reasonId`; with one, a note.
    #[schema(value_type = Option<String>)]
    reason: RawField,
}

/// An order whose guests left, and the receipt of what they paid.
#[derive(Serialize, ToSchema)]
pub struct WalkedOutOrder {
    order: OrderView,
    /// Null if nothing was paid.
    receipt: Option<ReceiptView>,
}

/// Records that guests left without paying all of an order: what is paid becomes a sale, the rest is written off.
#[utoipa::path(post, path = "/api/orders/{id}/walk-out", tag = "orders", request_body = WalkOutBody, params(("id" = u64, Path)), responses(
    (status = 200, body = WalkedOutOrder), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn record(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<WalkOutBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let reason = required_choice(&mut form, &app, &write.body.reason_id, &write.body.reason)?;
    form.finish()?;
    let order_id = parse_id(&id, "order")?;
    let answer = write
        .submit(&app, &caller, Command::WalkOut(WalkOut { order_id, reason }), move |entries, view| {
            let sale = first_of(entries, |event| if let Event::OrderWalkedOut(event) = event { event.sale.as_ref() } else { None });
            let receipt = receipt_of(view, sale.map(|sale| sale.receipt_number.as_str()))?;
            json(StatusCode::OK, &WalkedOutOrder { order: view_of(view, order_id)?, receipt })
        })
        .await;
    answer.or_else(|error| with_fresh(&app, &caller, error, order_id, None))
}

/// Puts what was written off on the tab of the guest who came back.
#[utoipa::path(post, path = "/api/orders/{id}/walk-out/recover", tag = "orders", request_body = AttachBody, params(("id" = u64, Path)), responses(
    (status = 200, body = AttachedOrder), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn recover(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<AttachBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let customer = customer(&mut form, &write.body.customer_name, &write.body.customer_phone);
    form.finish()?;
    let order_id = parse_id(&id, "order")?;
    let command = Command::RecoverWalkOut(RecoverWalkOut { order_id, customer });
    let answer = write.submit(&app, &caller, command, move |entries, view| json(StatusCode::OK, &attached(entries, view, order_id)?)).await;
    answer.or_else(|error| with_fresh(&app, &caller, error, order_id, None))
}
