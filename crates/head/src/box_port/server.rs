//! The server of the box port: pairing, the calls of paired boxes, and their limits.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use futures_util::FutureExt;
use serde::de::DeserializeOwned;
use tokio::net::TcpListener;

use super::callers::{Callers, without_certificate};
use super::pairing::{PairContext, pair, wrong_code};
use super::parcel_body::{ParcelSlots, read_body};
use super::quota::Quota;
use super::tls::acceptor;
use crate::database::{Database, Transaction};
use crate::error::{HeadCode, HeadError};
use crate::keys::{Authority, AuthorityError};
use crate::web::{has_nul, moment};
use backup::parcels::PairRequest;
use bar::engine::Clock;
use bar::standby::Code;
use web::https::ClampedClock;
use web::server::connections::{Connection, network};
use web::server::limits::{BodyTimeouts, Limits};
use web::server::middleware::refuse_nul;
use web::server::serve::{ClientCertificate, Peer, TlsListener, serve_tls};

/// Wrong codes of an address in a minute.
const WRONG_CODES_MAX: u32 = 10;
/// Calls of a box in a minute, besides parcels.
const CALLS_MAX: u32 = 240;
/// The call that the number of calls does not count.
const PARCELS_PATH: &str = "/box/v1/parcels";
/// Largest JSON of a call: a hello with the marks and kinds of a box.
const JSON_BYTES_MAX: usize = 1024 * 1024;
/// How JSON writes NUL.
const ESCAPED_NUL: &[u8] = b"\\u0000";
/// Largest JSON of a box that pairs.
const PAIR_BYTES_MAX: usize = 32 * 1024;
/// Longest time for a whole body: 4 MB over a poor mobile connection.
const BODY_TIME_MAX: Duration = Duration::from_secs(10 * 60);
/// Longest idle time of a connection: longer than the 60 s between two hellos, so that they need no further handshake.
const IDLE_TIME_MAX: Duration = Duration::from_secs(90);

/// What the box port needs of head office.
pub struct BoxPort {
    pub database: Database,
    pub authority: Arc<Authority>,
    /// Head office's clock.
    pub clock: Arc<dyn Clock>,
    /// Head office's name, as boxes show it.
    pub name: String,
    /// Bytes of parcels that a bar may send in a day.
    pub bar_day_bytes: u64,
}

/// State that all calls share.
struct Shared {
    port: BoxPort,
    callers: Callers,
    wrong_codes: Quota<std::net::IpAddr>,
    calls: Quota<String>,
    slots: ParcelSlots,
    /// How often it is noted that a bar has sent as much as it may.
    quota_notes: Quota<String>,
}

/// Serves the box port until `shutdown` completes. `routes` are the calls of paired boxes, under `/box/v1/`.
///
/// # Errors
/// [`AuthorityError`] if TLS cannot be set up.
pub async fn serve(listener: TcpListener, port: BoxPort, routes: Router, shutdown: impl Future<Output = ()>) -> Result<(), AuthorityError> {
    let clock = port.clock.clone();
    let acceptor = acceptor(&port.authority, ClampedClock::new(move || clock.now()))?;
    let usual = Limits::of_this_machine();
    let limits = Limits { head: IDLE_TIME_MAX, body: BodyTimeouts { whole: BODY_TIME_MAX, ..usual.body }, ..usual };
    serve_tls(TlsListener { listener, acceptor }, router(port, routes), limits, shutdown).await;
    Ok(())
}

/// All calls of the box port. `routes` see a request only if a box calls that was not revoked; they get it as [`super::BoxCaller`].
pub fn router(port: BoxPort, routes: Router) -> Router {
    let shared = Arc::new(Shared {
        callers: Callers::new(port.database.clone()),
        slots: ParcelSlots::new(port.bar_day_bytes),
        quota_notes: Quota::per_minute(1),
        port,
        wrong_codes: Quota::per_minute(WRONG_CODES_MAX),
        calls: Quota::per_minute(CALLS_MAX),
    });
    let identified = routes.layer(middleware::from_fn_with_state(shared.clone(), identify));
    Router::new()
        .route("/box/v1/pair", post(pair_box))
        .with_state(shared)
        .merge(identified)
        .method_not_allowed_fallback(async || HeadError::new(HeadCode::MethodNotAllowed, "This call has another method"))
        .fallback(async || HeadError::not_found("page"))
        .layer(middleware::from_fn(refuse_nul))
        .layer(middleware::from_fn(catch_panics))
}

/// Extractor of a JSON body of at most 1 MB.
pub struct BoxJson<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for BoxJson<T> {
    type Rejection = HeadError;
    async fn from_request(request: Request, _: &S) -> Result<Self, HeadError> {
        Ok(BoxJson(read_json(request, JSON_BYTES_MAX).await?))
    }
}

async fn read_json<T: DeserializeOwned>(request: Request, max: usize) -> Result<T, HeadError> {
    let bytes = read_body(request, max).await?;
    // Only the escape can stand for NUL in JSON. Few bodies have it, and then it may still be text.
    let has_escape = bytes.windows(ESCAPED_NUL.len()).any(|part| part == ESCAPED_NUL);
    if has_escape && serde_json::from_slice(&bytes).is_ok_and(|value| has_nul(&value)) {
        return Err(HeadError::invalid("The request must not contain NUL"));
    }
    serde_json::from_slice(&bytes).map_err(|error| HeadError::invalid(format!("The request cannot be read: {error}")))
}

/// Answers 500 if a handler panics, instead of closing the connection.
async fn catch_panics(request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let answered = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    answered.unwrap_or_else(|_| HeadError::internal(format!("a handler of {path} panicked")).into_response())
}

/// Lets a request through if it is of a box that may call, and says which.
async fn identify(State(shared): State<Arc<Shared>>, mut request: Request, next: Next) -> Result<Response, HeadError> {
    // Refused before the body is read.
    let shown = request.extensions().get::<ClientCertificate>().cloned();
    let ClientCertificate(certificate) = shown.ok_or_else(without_certificate)?;
    let caller = shared.callers.find(&certificate).await?;
    if request.uri().path() != PARCELS_PATH {
        shared.calls.take(&caller.box_name, Instant::now()).map_err(too_many_calls)?;
    }
    if let Some(connection) = request.extensions().get::<Connection>() {
        connection.mark_signed_in();
    }
    let (bar, is_parcel) = (caller.bar.clone(), request.uri().path() == PARCELS_PATH);
    request.extensions_mut().insert(caller);
    request.extensions_mut().insert(shared.slots.clone());
    let answer = next.run(request).await;
    // Parcels have this answer for no other reason.
    if is_parcel && answer.status() == StatusCode::TOO_MANY_REQUESTS && shared.quota_notes.take(&bar, Instant::now()).is_ok() {
        note_quota(&shared.port, &bar).await?;
    }
    Ok(answer)
}

/// Notes that a bar has sent as much as it may in a day, for an alert.
async fn note_quota(port: &BoxPort, bar: &str) -> Result<(), HeadError> {
    let now = moment(port.clock.now());
    let update = "UPDATE bars SET quota_at = $2 WHERE bar = $1";
    let work = move |transaction: Transaction| async move { transaction.execute(update, &[&bar, &now]).await };
    port.database.transaction(work).await?;
    Ok(())
}

fn too_many_calls(seconds: u64) -> HeadError {
    let words = format!("This box calls too often. Try again in {seconds} seconds.");
    HeadError::new(HeadCode::TooManyAttempts, words).retry_after(seconds)
}

/// `POST /box/v1/pair`: a box gives its code and gets a certificate.
async fn pair_box(State(shared): State<Arc<Shared>>, request: Request) -> Result<Response, HeadError> {
    let address = request.extensions().get::<Peer>().map(|peer| network(peer.0.ip()));
    let code = bearer(request.headers());
    let body: PairRequest = read_json(request, PAIR_BYTES_MAX).await?;
    // Counted before it is looked at, so that many at once count too.
    if let Some(address) = &address {
        shared.wrong_codes.take(address, Instant::now()).map_err(HeadError::too_many)?;
    }
    let port = &shared.port;
    let context = PairContext { database: &port.database, authority: &port.authority, name: &port.name, now: port.clock.now() };
    let paired = match code {
        Some(code) => pair(context, &code, &body).await,
        None => Err(wrong_code()),
    };
    let is_wrong = paired.as_ref().is_err_and(|error| matches!(error, HeadError::Refused(refused) if refused.fields.contains_key("code")));
    if let (false, Some(address)) = (is_wrong, &address) {
        shared.wrong_codes.give_back(address);
    }
    let answer = axum::Json(paired?);
    Ok((StatusCode::CREATED, [(header::CACHE_CONTROL, "no-store")], answer).into_response())
}

/// The code of `Authorization: Bearer`.
fn bearer(headers: &HeaderMap) -> Option<Code> {
    let (scheme, code) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(code)?.parse().ok()
}
