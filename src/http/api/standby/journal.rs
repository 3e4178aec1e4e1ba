//! Journal replication for the second box, by long polling.

use std::net::IpAddr;
use std::time::Duration;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::backup::{self, HistoryMatch, Position, ReplicaPosition};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::call::{Argument, CallFacts};
use crate::http::contract::read::Query;
use crate::http::contract::session::credentials;
use crate::standby::{self, Code};
use web::server::connections::Connection;
use web::server::serve::Peer;

/// Longest wait of a request for a new entry.
pub const WAIT_MAX: Duration = Duration::from_secs(20);
/// Header with the number of the newest entry, in every answer.
pub const HEAD_HEADER: &str = "barback-journal";
/// Content type of a journal segment.
const SEGMENT_TYPE: HeaderValue = HeaderValue::from_static("application/octet-stream");

/// Extractor for requests of the second box, authenticated by its pairing code.
pub struct SecondBox;

impl FromRequestParts<AppState> for SecondBox {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let refused =
            || ApiError::new(StatusCode::UNAUTHORIZED, base::Code::Unauthenticated, "This call is for the second box, with its code");
        let (code, by_cookie) = credentials(&parts.headers).ok_or_else(refused)?;
        let code: Code = code.parse().map_err(|_| refused())?;
        let pairing = app.store.read(standby::pairing)?;
        // Hashes are compared, so that the duration reveals nothing about the code.
        let known = pairing.is_some_and(|pairing| pairing.code_hash == code.hash());
        if !known || by_cookie {
            return Err(refused());
        }
        if let Some(connection) = parts.extensions.get::<Connection>() {
            connection.mark_signed_in();
        }
        Ok(SecondBox)
    }
}

impl Argument for SecondBox {
    fn describe(facts: &mut CallFacts) {
        facts.needs_session = true;
    }
}

impl Argument for RequestOrigin {}

/// IP address of the client.
pub struct RequestOrigin(Option<IpAddr>);

impl FromRequestParts<AppState> for RequestOrigin {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, ApiError> {
        Ok(RequestOrigin(parts.extensions.get::<Peer>().map(|peer| peer.0.ip())))
    }
}

/// Returns the journal entries after `after`, for the second box. Waits up to `wait` seconds for one. `mark` is the SHA-256
/// of entry `after`, and `bar` the bar's name: 409 if the history of this box is a different one.
#[utoipa::path(get, path = "/api/journal", tag = "box", params(
    ("after" = Option<u64>, Query), ("mark" = Option<String>, Query), ("bar" = Option<String>, Query), ("wait" = Option<u64>, Query)),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>), (status = 204), (status = 401), (status = 409)))]
pub async fn after(
    State(app): State<AppState>,
    _: SecondBox,
    RequestOrigin(address): RequestOrigin,
    query: Query,
) -> Result<Response, ApiError> {
    let number = |name: &'static str| match query.param(name) {
        None => Ok(0),
        Some(text) => text.parse::<u64>().map_err(|_| ApiError::invalid(format!("{name} must be a number"))),
    };
    let (after, wait) = (number("after")?, Duration::from_secs(number("wait")?).min(WAIT_MAX));
    let replica = ReplicaPosition { bar: query.param("bar").map(str::to_owned), after, mark: query.param("mark").map(str::to_owned) };
    let place = match app.store.read(|view| backup::compare_history(view, app.second_box.bar_name(view)?, &replica))? {
        HistoryMatch::Matches(place) => place,
        other => return Err(diverged(&app, &replica, other)),
    };
    app.second_box.record_contact(address, app.now(), after);
    let mut feed = app.engine.feed();
    tokio::select! {
        _ = feed.after(after) => {}
        () = tokio::time::sleep(wait) => {}
        () = app.streams.ended() => {}
    }
    answer(&app, place).await
}

/// Packs the segment on a blocking thread, because it may be large.
async fn answer(app: &AppState, place: Position) -> Result<Response, ApiError> {
    let store = app.store.clone();
    let segment = tokio::task::spawn_blocking(move || backup::pack_segment(&store, place)).await.map_err(|_| ApiError::internal())??;
    let head = (HeaderName::from_static(HEAD_HEADER), HeaderValue::from(app.engine.feed().head()));
    let fresh = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(match segment {
        None => (StatusCode::NO_CONTENT, [head, fresh]).into_response(),
        Some(segment) => ([(header::CONTENT_TYPE, SEGMENT_TYPE), head, fresh], segment).into_response(),
    })
}

/// 409: the second box has a different history.
fn diverged(app: &AppState, replica: &ReplicaPosition, result: HistoryMatch) -> ApiError {
    let head = app.engine.feed().head();
    let words = match result {
        HistoryMatch::OtherBar => "This is the box of another bar".to_owned(),
        _ if replica.after > head => format!("The journal of this box ends at entry {head}; it does not have entry {}", replica.after),
        _ => format!("Entry {} of this box is another one", replica.after),
    };
    ApiError::new(StatusCode::CONFLICT, base::Code::Conflict, words)
        .with("otherBar", result == HistoryMatch::OtherBar)
        .with("journal", head)
}
