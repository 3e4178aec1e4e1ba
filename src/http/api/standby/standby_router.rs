//! Router of a box in standby mode: health, 503 for API calls, and a status page. It shows no data of the bar.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use serde_json::json;

use crate::http::ApiError;
use crate::http::HttpCode;
use web::server::serve::Peer;

/// Refresh interval of the page, in seconds.
const REFRESH: u32 = 5;

/// Status of a box in standby mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandbyStatus {
    /// URL of the first box.
    pub first: String,
    /// Number of its newest journal entry.
    pub journal: u64,
    /// `joining`, `ok`, `behind`, `away` or `refused`.
    pub state: &'static str,
    /// Seconds since it was up to date; `None` if it never was.
    pub behind_seconds: Option<u64>,
    /// The state as a sentence, with the problem if there is one.
    pub words: String,
}

/// Returns the current status.
pub type StandbyStatusFn = Arc<dyn Fn() -> StandbyStatus + Send + Sync>;

/// Routes of a box in standby mode.
pub fn router(status: StandbyStatusFn) -> Router {
    Router::new()
        .route("/healthz", get(health))
        .route("/api/{*rest}", axum::routing::any(api))
        .route("/api", axum::routing::any(api))
        .fallback(page)
        .with_state(status)
}

/// Health check. The number of the newest entry shows how busy the bar is; there are no sessions here, so only the box itself
/// gets it.
async fn health(State(status): State<StandbyStatusFn>, peer: Option<Extension<Peer>>) -> Response {
    let status = status();
    let is_local = peer.is_some_and(|Extension(Peer(address))| address.ip().to_canonical().is_loopback());
    let health = json!({
        "status": "standby", "version": env!("CARGO_PKG_VERSION"), "journal": is_local.then_some(status.journal),
        "first": status.first, "state": status.state, "behindSeconds": status.behind_seconds, "message": status.words,
    });
    ([(header::CACHE_CONTROL, "no-store")], axum::Json(health)).into_response()
}

async fn api(State(status): State<StandbyStatusFn>) -> ApiError {
    let status = status();
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, HttpCode::Standby, status.words)
        .with("first", status.first)
        .with("behindSeconds", status.behind_seconds)
}

async fn page(State(status): State<StandbyStatusFn>, uri: Uri) -> Response {
    if uri.path().starts_with("/assets/") {
        return ApiError::not_found("page").into_response();
    }
    let status = status();
    let (words, first) = (escape_html(&status.words), escape_html(&status.first));
    let page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <meta http-equiv=\"refresh\" content=\"{REFRESH}\"><title>Barback stands by</title></head><body><h1>This box stands by</h1>\
         <p>{words}</p><p>Sell at the first box: <a href=\"{first}/\">{first}</a></p></body></html>\n"
    );
    let mut response = (StatusCode::SERVICE_UNAVAILABLE, Html(page)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn escape_html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}
