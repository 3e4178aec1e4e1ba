//! Journal replication for the second box, by long polling.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::backup::{self, HistoryMatch, Position, ReplicaPosition};
use crate::base::Timestamp;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::ErrorCode;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::credentials;
use crate::http::server::connections::Connection;
use crate::http::server::serve::Peer;
use crate::standby::{self, Code};
use crate::store;

/// Longest wait for an entry.
pub const WAIT_MAX: Duration = Duration::from_secs(20);
/// Tells the number of the newest entry beside every answer.
pub const HEAD_HEADER: &str = "barback-journal";
/// What travels instead of a journal.
const PARCEL: HeaderValue = HeaderValue::from_static("application/octet-stream");

/// Somebody who shows the code that an admin made for a second box.
pub struct SecondBox;

impl FromRequestParts<AppState> for SecondBox {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let refused =
            || ApiError::new(StatusCode::UNAUTHORIZED, ErrorCode::Unauthenticated, "This call is for the second box, with its code");
        let (code, by_cookie) = credentials(&parts.headers).ok_or_else(refused)?;
        let code: Code = code.parse().map_err(|_| refused())?;
        let pairing = app.store.read(standby::pairing)?;
        // Hashes are compared, so that the time it takes tells nothing of the code.
        let known = pairing.is_some_and(|pairing| pairing.code_hash == code.hash());
        if !known || by_cookie {
            return Err(refused());
        }
        if let Some(connection) = parts.extensions.get::<Connection>() {
            connection.showed_session();
        }
        Ok(SecondBox)
    }
}

/// The second box as it was last heard.
#[derive(Debug, Clone, Copy)]
pub struct LastContact {
    /// Where it asked from.
    pub address: Option<IpAddr>,
    /// When, by a clock that does not jump.
    pub at: Instant,
    /// The same for people.
    pub told_at: Timestamp,
    /// Its last entry.
    pub journal: u64,
}

/// What is known of the second box in this run.
pub struct SecondBoxStatus {
    known: Mutex<Known>,
    begun: Instant,
    /// The bar's name, once it was looked up.
    bar: OnceLock<String>,
}

#[derive(Default)]
struct Known {
    last_contact: Option<LastContact>,
    /// A code was made in this run: somebody is on the way with it.
    expected: bool,
}

impl Default for SecondBoxStatus {
    fn default() -> Self {
        SecondBoxStatus { known: Mutex::default(), begun: Instant::now(), bar: OnceLock::new() }
    }
}

impl SecondBoxStatus {
    /// As it was last heard, since this one started.
    pub fn last_contact(&self) -> Option<LastContact> {
        self.lock().last_contact
    }

    /// Forgets it: another one is to come.
    pub fn expect(&self) {
        *self.lock() = Known { last_contact: None, expected: true };
    }

    /// For how long this box has run without hearing of one that followed it before; none while one is on the way.
    pub fn missed_for(&self) -> Option<Duration> {
        let known = self.lock();
        (known.last_contact.is_none() && !known.expected).then(|| self.begun.elapsed())
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bar(&self, view: &dyn store::View) -> store::Stored<Option<&str>> {
        if self.bar.get().is_none()
            && let Some(name) = backup::bar_name(view)?
        {
            let _ = self.bar.set(name);
        }
        Ok(self.bar.get().map(String::as_str))
    }
}

/// Where the call came from.
pub struct RequestOrigin(Option<IpAddr>);

impl FromRequestParts<AppState> for RequestOrigin {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, ApiError> {
        Ok(RequestOrigin(parts.extensions.get::<Peer>().map(|peer| peer.0.ip())))
    }
}

/// What comes after an entry, for a second box that has everything up to it. It waits up to `wait` seconds for something to
/// come. `mark` is the SHA-256 of that entry, `bar` the bar's name: both tell another history from this one.
#[utoipa::path(get, path = "/api/journal", tag = "box", params(
    ("after" = Option<u64>, Query), ("mark" = Option<String>, Query), ("bar" = Option<String>, Query), ("wait" = Option<u64>, Query)),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>), (status = 204), (status = 401), (status = 409)))]
pub async fn after(
    State(app): State<AppState>,
    _: SecondBox,
    RequestOrigin(address): RequestOrigin,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let number = |name: &'static str| match request.param(name) {
        None => Ok(0),
        Some(text) => text.parse::<u64>().map_err(|_| ApiError::invalid(format!("{name} must be a number"))),
    };
    let (after, wait) = (number("after")?, Duration::from_secs(number("wait")?).min(WAIT_MAX));
    let there = ReplicaPosition { bar: request.param("bar").map(str::to_owned), after, mark: request.param("mark").map(str::to_owned) };
    let place = match app.store.read(|view| backup::compare_history(view, app.second_boxes.bar(view)?, &there))? {
        HistoryMatch::Matches(place) => place,
        other => return Err(diverged(&app, &there, other)),
    };
    app.second_boxes.lock().last_contact = Some(LastContact { address, at: Instant::now(), told_at: app.now(), journal: after });
    let mut feed = app.engine.feed();
    tokio::select! {
        _ = feed.after(after) => {}
        () = tokio::time::sleep(wait) => {}
        () = app.streams.ended() => {}
    }
    answer(&app, place).await
}

/// A step of the journal may be large: it is packed beside the phones.
async fn answer(app: &AppState, place: Position) -> Result<Response, ApiError> {
    let store = app.store.clone();
    let parcel = tokio::task::spawn_blocking(move || backup::pack_segment(&store, place)).await.map_err(|_| ApiError::internal())??;
    let head = (HeaderName::from_static(HEAD_HEADER), HeaderValue::from(app.engine.feed().head()));
    let fresh = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(match parcel {
        None => (StatusCode::NO_CONTENT, [head, fresh]).into_response(),
        Some(parcel) => ([(header::CONTENT_TYPE, PARCEL), head, fresh], parcel).into_response(),
    })
}

/// The second box has another history than this one.
fn diverged(app: &AppState, there: &ReplicaPosition, how: HistoryMatch) -> ApiError {
    let head = app.engine.feed().head();
    let words = match how {
        HistoryMatch::OtherBar => "This is the box of another bar".to_owned(),
        _ if there.after > head => format!("The journal of this box ends at entry {head}; it does not have entry {}", there.after),
        _ => format!("Entry {} of this box is another one", there.after),
    };
    ApiError::new(StatusCode::CONFLICT, ErrorCode::Conflict, words).with("otherBar", how == HistoryMatch::OtherBar).with("journal", head)
}
