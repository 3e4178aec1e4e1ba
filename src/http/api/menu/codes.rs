//! What is printed beside the menu's QR codes: where they lead, and the guests' Wi-Fi.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::Topic;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::menu::qr::{answer_picture, qr_error};
use crate::http::api::settings::screens::GuestWifiView;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::schemas::PictureFormat;
use crate::http::contract::session::Staff;
use crate::menu::qr::QrPicture;
use crate::menu::wifi_code;
use crate::settings;
use base::Refusal;
use base::host::Host;
use store::View;

/// What is printed beside the menu's QR codes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MenuCodes {
    /// The URL in the code without a table.
    #[schema(example = "http://192.168.8.1:8080/m")]
    menu_url: String,
    /// Whether that URL leads to this machine alone, so that no phone can open it.
    local_only: bool,
    guest_wifi: GuestWifiView,
}

/// Returns where the menu's QR codes lead, and the guests' Wi-Fi.
#[utoipa::path(get, path = "/api/menu/codes", tag = "menu", responses((status = 200, body = MenuCodes), (status = 401), (status = 403)))]
pub async fn codes(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    // The address changes without an entry in the journal.
    let own = (app.guest_address)();
    let answer = |view: &dyn View| {
        let settings = settings::settings(view)?;
        let base = settings.guest_base(&|| own.clone());
        let local_only = Host::of_url(&base).is_some_and(|host| host.is_loopback());
        let guest_wifi = GuestWifiView::from(settings.screens.guest_wifi.clone());
        Ok(MenuCodes { menu_url: format!("{base}/m"), local_only, guest_wifi })
    };
    request.answer(&app, &[Topic::Settings], &own, answer).await
}

/// Returns the QR code that joins a phone to the guests' Wi-Fi, as an image of 800 × 800 pixels.
#[utoipa::path(get, path = "/api/menu/wifi", tag = "menu", params(("format" = inline(Option<PictureFormat>), Query)), responses(
    (status = 200, content((String = "image/svg+xml"), (String = "image/png"))), (status = 400), (status = 401), (status = 403), (status = 404)))]
pub async fn wifi(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let settings = app.store.read(settings::settings)?;
    let text = wifi_code(&settings.screens.guest_wifi).ok_or_else(|| Refusal::not_found("guest Wi-Fi"))?;
    answer_picture(&request, &QrPicture::exactly(&text).map_err(qr_error)?)
}
