//! Network addresses of the box, and whether printed QR codes still have the right URL.

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::{Command, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::menu::qr::picture;
use crate::http::api::printing::printers::{JobView, queued};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::schemas::PictureFormat;
use crate::http::contract::session::Admin;
use crate::http::contract::write::Write;
use crate::menu;
use crate::printing::PrintCommand;
use crate::settings;
use base::{NetworkAddresses, Refusal};
use web::form::{Form, RawField};

/// Name and addresses of the box on the network.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Network)]
pub struct NetworkView {
    /// Announced name; null while none is announced.
    #[schema(example = "bar.local")]
    name: Option<String>,
    /// Configured name; null if no name is to be announced.
    #[schema(example = "bar.local")]
    wanted_name: Option<String>,
    /// Whether another device has that name.
    conflict: bool,
    port: u16,
    addresses: Vec<AddressView>,
    /// URL for staff phones; null if the box is on no network.
    #[schema(example = "http://192.168.8.1:8080")]
    staff_url: Option<String>,
    /// URL in the QR code of the menu.
    #[schema(example = "http://192.168.8.1:8080/m")]
    menu_url: String,
    /// Base URL of the QR codes that were printed last.
    printed_url: Option<String>,
    printed_at: Option<String>,
    /// Whether new QR codes would have another URL.
    address_changed: bool,
}

/// An address of the box.
#[derive(Serialize, ToSchema)]
#[schema(as = NetworkAddress)]
pub struct AddressView {
    #[schema(example = "wlan0")]
    interface: String,
    #[schema(example = "192.168.8.1")]
    address: String,
    url: String,
}

/// The printer of the slip.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct SlipBody {
    #[schema(value_type = u64, example = 1)]
    printer_id: RawField,
}

impl NetworkView {
    fn new(found: NetworkAddresses, base: &str, printed: Option<menu::Printed>) -> Self {
        let addresses = found.addresses.iter().map(|one| AddressView {
            interface: one.interface.clone(),
            address: one.address.to_string(),
            url: found.url(one.address),
        });
        NetworkView {
            conflict: found.conflict(),
            port: found.port,
            addresses: addresses.collect(),
            staff_url: found.staff_url(),
            menu_url: format!("{base}/m"),
            address_changed: printed.as_ref().is_some_and(|printed| printed.base != base),
            printed_at: printed.as_ref().map(|printed| printed.at.to_string()),
            printed_url: printed.map(|printed| printed.base),
            name: found.name,
            wanted_name: found.requested_name,
        }
    }
}

/// Returns the name and the addresses of the box on the network.
#[utoipa::path(get, path = "/api/network", tag = "network", responses((status = 200, body = NetworkView), (status = 401), (status = 403)))]
pub async fn get(State(app): State<AppState>, _: Admin, request: ReadRequest) -> Result<Response, ApiError> {
    let found = (app.network_addresses)();
    let own = (app.guest_address)();
    // Addresses and the name change without an entry in the journal.
    let variant = format!("{found:?} {own}");
    request
        .answer(&app, &[Topic::Settings], &variant, |view| {
            let base = settings::settings(view)?.guest_base(&|| own.clone());
            Ok(NetworkView::new(found, &base, menu::printed(view)?))
        })
        .await
}

/// Returns the QR code for staff phones, as an image of 800 × 800 pixels.
#[utoipa::path(get, path = "/api/network/qr", tag = "network", params(("format" = inline(Option<PictureFormat>), Query)), responses(
    (status = 200, content((String = "image/svg+xml"), (String = "image/png"))), (status = 400), (status = 401), (status = 403), (status = 409)))]
pub async fn code(State(app): State<AppState>, _: Admin, request: ReadRequest) -> Result<Response, ApiError> {
    let url = (app.network_addresses)().staff_url();
    picture(&request, &url.ok_or_else(|| Refusal::conflict("The box is on no network"))?)
}

/// Prints a slip with the addresses for staff phones.
#[utoipa::path(post, path = "/api/network/slip", tag = "network", request_body = SlipBody, responses(
    (status = 202, body = JobView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn slip(State(app): State<AppState>, Admin(caller): Admin, write: Write<SlipBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let printer_id = form.required_id("printerId", &write.body.printer_id, "Please choose a printer").unwrap_or_default();
    form.finish()?;
    let found = (app.network_addresses)();
    let secure = app.https.get().map(|endpoint| endpoint.address());
    let command = PrintCommand::Slip { printer_id, url: found.staff_url(), name_url: found.name_url(), secure };
    write.submit(&app, &caller, Command::Print(command), |_, view| queued(view)).await
}
