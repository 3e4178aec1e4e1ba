//! QR codes of the menu, and the record of when they were printed.

use axum::extract::State;
use axum::http::HeaderValue;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::schemas::PictureFormat;
use crate::http::contract::session::Staff;
use crate::http::contract::write::{OptionalBody, no_content};
use crate::menu::CodesPrinted;
use crate::menu::qr::{QrError, QrPicture};
use crate::seating::TABLE_NUMBER_MAX;
use crate::settings;
use web::form::{Form, RawField};

/// Which QR codes were printed.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct PrintedBody {
    /// Number of the table; null for the code without a table.
    #[schema(value_type = Option<u32>, example = 4)]
    table: RawField,
}

/// Returns the QR code of the menu, as an image of 800 × 800 pixels.
#[utoipa::path(get, path = "/api/menu/qr", tag = "menu", params(("format" = inline(Option<PictureFormat>), Query), ("table" = Option<u32>, Query)), responses(
    (status = 200, content((String = "image/svg+xml"), (String = "image/png"))), (status = 400)))]
pub async fn code(State(app): State<AppState>, request: ReadRequest) -> Result<Response, ApiError> {
    let table = table_param(&request)?;
    let base = app.store.read(settings::settings)?.guest_base(&*app.guest_address);
    let address = match table {
        Some(table) => format!("{base}/t/{table}"),
        None => format!("{base}/m"),
    };
    picture(&request, &address)
}

/// Answers with the QR code of a URL, in the requested format.
pub fn picture(request: &ReadRequest, address: &str) -> Result<Response, ApiError> {
    answer_picture(request, &QrPicture::new(address).map_err(qr_error)?)
}

/// Answers with a QR code, in the requested format.
pub(super) fn answer_picture(request: &ReadRequest, code: &QrPicture) -> Result<Response, ApiError> {
    let (kind, picture) = match request.param("format") {
        None | Some("svg") => ("image/svg+xml", code.svg().into_bytes()),
        Some("png") => ("image/png", code.png().map_err(qr_error)?),
        Some(_) => return Err(ApiError::invalid("format must be svg or png")),
    };
    Ok(request.answer_bytes(HeaderValue::from_static(kind), picture))
}

pub(in crate::http::api) fn qr_error(error: QrError) -> ApiError {
    match error {
        QrError::TooLong => ApiError::invalid("The public address is too long for a code"),
        QrError::Png(_) => {
            tracing::error!("QR code: {error}");
            ApiError::internal()
        }
    }
}

/// Records that QR codes were printed, so that admins are warned when the URL in them changes.
#[utoipa::path(post, path = "/api/menu/printed", tag = "menu", request_body = Option<PrintedBody>, responses(
    (status = 204), (status = 400), (status = 401), (status = 403)))]
pub async fn printed(State(app): State<AppState>, Staff(caller): Staff, write: OptionalBody<PrintedBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let table = form.integer("table", &write.body.table).and_then(|number| {
        let number = u32::try_from(number).ok().filter(|number| (1..=TABLE_NUMBER_MAX).contains(number));
        if number.is_none() {
            form.reject("table", "Must be the number of a table");
        }
        number
    });
    form.finish()?;
    let base = app.store.read(settings::settings)?.guest_base(&*app.guest_address);
    let command = Command::NotePrinted(CodesPrinted { base, table });
    write.submit(&app, &caller, command, |_, _| Ok(no_content())).await
}

/// The number of a table that the request names, whether it is there or not.
pub(super) fn table_param(request: &ReadRequest) -> Result<Option<u32>, ApiError> {
    let Some(text) = request.param("table") else { return Ok(None) };
    table_number(text).map(Some).ok_or_else(|| ApiError::invalid("table must be the number of a table"))
}

pub(super) fn table_number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|table| (1..=TABLE_NUMBER_MAX).contains(table))
}
