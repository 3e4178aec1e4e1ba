//! Printer setup: receipt preview, and discovery of printers.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::schemas::PrinterProfile;
use crate::http::contract::session::Admin;
use crate::http::contract::write::{EmptyBody, OptionalBody};
use crate::paper::layout::receipt::{PrintInfo, receipt};
use crate::paper::layout::sample::sample;
use crate::printer::profile::{Profile, Qr};
use crate::receipts::business;
use crate::settings::{self, COLUMNS};
use web::form::{Form, RawField};

/// A printer to preview; absent members are those of an ordinary printer.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PreviewBody {
    #[schema(value_type = Option<u8>, example = 42)]
    columns: RawField,
    #[schema(value_type = Option<PrinterProfile>)]
    profile: RawField,
}

/// A sample receipt, as a printer would print it.
#[derive(Serialize, ToSchema)]
pub struct Preview {
    lines: Vec<String>,
    columns: usize,
    /// Whether a QR code is printed below.
    qr: bool,
    /// Whether the paper is cut.
    cut: bool,
}

/// Previews a sample receipt.
#[utoipa::path(post, path = "/api/printers/preview", tag = "printing", request_body = Option<PreviewBody>, responses(
    (status = 200, body = Preview), (status = 400), (status = 401), (status = 403), (status = 415)))]
pub async fn preview(State(app): State<AppState>, _: Admin, write: OptionalBody<PreviewBody>) -> Result<Json<Preview>, ApiError> {
    let mut form = Form::default();
    let preset = form.word("profile", &write.body.profile, Profile::named, "Unknown printer profile").unwrap_or_default();
    let columns = form.integer("columns", &write.body.columns);
    let wanted = match columns.map(usize::try_from) {
        None => Some(preset),
        Some(columns) => columns.ok().and_then(|columns| preset.with_columns(columns)),
    };
    if wanted.is_none() {
        form.reject("columns", format!("Must be {}, {} or {}", COLUMNS[0], COLUMNS[1], COLUMNS[2]));
    }
    form.finish()?;
    let profile = wanted.unwrap_or(preset);
    let settings = app.store.read(settings::settings)?;
    let (date, time) = settings.bar_time().on_paper(app.now());
    let printing = PrintInfo { job: 1, at: format!("{date}, {time}"), ..PrintInfo::default() };
    let base = settings.guest_base(&*app.guest_address);
    let document = sample(business(&settings), date, time, base);
    let paper = receipt(&document, &printing, profile);
    Ok(Json(Preview { lines: paper.picture(), columns: profile.columns, qr: profile.qr != Qr::Text, cut: profile.cuts }))
}

/// A discovered printer.
#[derive(Serialize, ToSchema)]
pub struct FoundPrinter {
    #[schema(example = "tcp://192.168.8.50:9100")]
    url: String,
    /// Name that it reports, if any.
    name: Option<String>,
    /// Whether it is already set up.
    known: bool,
}

/// Finds printers at the box's USB ports and on its network, without printing anything.
#[utoipa::path(post, path = "/api/printers/find", tag = "printing", responses(
    (status = 200, body = [FoundPrinter]), (status = 400), (status = 401), (status = 403), (status = 415)))]
pub async fn find(State(app): State<AppState>, _: Admin, _: OptionalBody<EmptyBody>) -> Result<Json<Vec<FoundPrinter>>, ApiError> {
    let found = app.finders.find().await;
    let settings = app.store.read(settings::settings)?;
    let known = |url: &str| settings.printers.iter().any(|printer| printer.url == url);
    let rows = found.into_iter().map(|(place, name)| {
        let url = place.target().to_string();
        FoundPrinter { known: known(&url), url, name }
    });
    Ok(Json(rows.collect()))
}
