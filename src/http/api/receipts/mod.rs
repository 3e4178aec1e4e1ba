//! Receipts: list, detail, a guest's view, code for the guest, reprint, voids.

pub mod detail;
pub mod list;
pub mod refund;
pub mod void;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use self::detail::{GuestReceipt, ReceiptDetail, detail};
use crate::engine::{Command, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::menu::qr::picture;
use crate::http::api::payments::tender::BuyerBody;
use crate::http::api::printing::printers::{JobView, queued};
use crate::http::api::visible::{Visible, sees_receipt};
use crate::http::contract::path::Path;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::schemas::PictureFormat;
use crate::http::contract::session::Staff;
use crate::http::contract::write::{EmptyBody, OptionalBody, Write, json, missing};
use crate::printing::PrintCommand;
use crate::receipts::{self, GuestTokenKey, Receipt, SetBuyer};
use crate::settings::{self, Settings};
use web::form::Form;

/// Returns a receipt with all details.
#[utoipa::path(get, path = "/api/receipts/{receiptNumber}", tag = "receipts", params(("receiptNumber" = String, Path)), responses(
    (status = 200, body = ReceiptDetail), (status = 401), (status = 403), (status = 404)))]
pub async fn one(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(number): Path<String>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let visible = Visible::to(&app, &caller)?;
    let links = GuestLinks::of(&app);
    let variant = format!("{} {}", links.own_url, visible.variant());
    request
        .answer(&app, &[Topic::Receipts, Topic::Settings], &variant, |view| {
            let sale = receipts::receipt(view, &number)?.ok_or_else(|| ApiError::not_found("receipt"))?;
            if !visible.sale(view, &sale)? {
                return Err(ApiError::not_found("receipt"));
            }
            Ok(detail(view, &sale, &links)?)
        })
        .await
}

/// Returns the receipt of a guest, by the token in the link on the paper.
#[utoipa::path(get, path = "/api/guest-receipts/{token}", tag = "receipts", params(("token" = String, Path)), responses(
    (status = 200, body = GuestReceipt), (status = 404)))]
pub async fn for_guest(State(app): State<AppState>, Path(token): Path<String>, request: ReadRequest) -> Result<Response, ApiError> {
    let links = GuestLinks::of(&app);
    let token = links.key.parse(&token).ok_or_else(|| ApiError::not_found("receipt"))?;
    request
        .answer(&app, &[Topic::Receipts, Topic::Settings], &links.own_url, |view| {
            let sale = receipts::receipt(view, &token.number)?.filter(|sale| links.key.verify(&token, &Receipt::of(sale)));
            let sale = sale.ok_or_else(|| ApiError::not_found("receipt"))?;
            Ok(GuestReceipt::from(detail(view, &sale, &links)?))
        })
        .await
}

/// Names the buyer of a receipt; a bartender cannot replace one.
#[utoipa::path(put, path = "/api/receipts/{receiptNumber}/buyer", tag = "receipts", request_body = BuyerBody,
    params(("receiptNumber" = String, Path)), responses(
    (status = 200, body = ReceiptDetail), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn set_buyer(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(receipt_number): Path<String>,
    write: Write<BuyerBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let buyer = write.body.read(&mut form, "");
    form.finish()?;
    sees_receipt(&app, &caller, &receipt_number)?;
    let (own_url, answered) = ((app.guest_address)(), app.clone());
    let command = Command::SetBuyer(SetBuyer { receipt_number: receipt_number.clone(), buyer });
    write
        .submit(&app, &caller, command, move |_, view| {
            let sale = receipts::receipt(view, &receipt_number)?.ok_or_else(|| missing("receipt_numbers"))?;
            let links = GuestLinks { key: &answered.guest_token_key, own_url: own_url.clone() };
            json(StatusCode::OK, &detail(view, &sale, &links)?)
        })
        .await
}

/// Prints a receipt again.
#[utoipa::path(post, path = "/api/receipts/{receiptNumber}/print", tag = "receipts", params(("receiptNumber" = String, Path)), responses(
    (status = 202, body = JobView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn print(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(number): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    sees_receipt(&app, &caller, &number)?;
    let command = Command::Print(PrintCommand::Reprint { number });
    write.submit(&app, &caller, command, |_, view| queued(view)).await
}

/// Returns the code that opens the receipt on the guest's phone, as an image of 800 × 800 pixels.
#[utoipa::path(get, path = "/api/receipts/{receiptNumber}/qr", tag = "receipts",
    params(("receiptNumber" = String, Path), ("format" = inline(Option<PictureFormat>), Query)), responses(
    (status = 200, content((String = "image/svg+xml"), (String = "image/png"))), (status = 400), (status = 401), (status = 403), (status = 404)))]
pub async fn code(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(number): Path<String>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    sees_receipt(&app, &caller, &number)?;
    let links = GuestLinks::of(&app);
    let url = app.store.read(|view| {
        let settings = settings::settings(view)?;
        Ok(receipts::receipt(view, &number)?.map(|sale| links.url(&settings, &Receipt::of(&sale))))
    })?;
    picture(&request, &url.ok_or_else(|| ApiError::not_found("receipt"))?)
}

/// Makes the links under which guests open receipts.
struct GuestLinks<'a> {
    key: &'a GuestTokenKey,
    /// The box's own base URL, used unless the settings name a public one.
    own_url: String,
}

impl<'a> GuestLinks<'a> {
    fn of(app: &'a AppState) -> Self {
        GuestLinks { key: &app.guest_token_key, own_url: (app.guest_address)() }
    }

    fn url(&self, settings: &Settings, receipt: &Receipt) -> String {
        self.key.url(&settings.guest_base(&|| self.own_url.clone()), receipt)
    }
}
