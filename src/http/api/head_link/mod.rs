//! Head office, for admins: state, connecting, disconnecting, trying now, and files for a box without internet.

pub mod chain;
pub mod contents;
pub mod directives;
pub mod files;
pub mod head_settings;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::directives::Counts;
use crate::engine::Command;
use crate::head_link::{HeadError, HeadLinkState, LinkView, PairError};
use crate::head_office::{HeadOfficeCommand, connected_already};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::HttpCode;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::{Admin, Caller};
use crate::http::contract::write::{EmptyBody, OptionalBody, Unkept, Write, no_content};
use crate::parcels::Position;
use crate::settings::{self, HeadAddress};
use crate::standby::Code;
use base::{BarTime, BusinessDay, Refusal};
use web::form::{Form, RawField};

const WRONG_CODE: &str = "This code is wrong, used or older than 15 minutes";
const NOT_CONNECTED: &str = "This bar has no head office";
/// Seconds after which head office may be asked again, where it does not say.
const RETRY_SECONDS: u64 = 60;

/// The connection with head office.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HeadLink)]
pub struct HeadLinkView {
    state: HeadLinkState,
    /// Null while the bar is not connected.
    #[schema(example = "https://head.example:8444")]
    url: Option<String>,
    #[schema(example = "Sunset Group")]
    name: Option<String>,
    paired_at: Option<String>,
    /// The admin who connected the bar.
    paired_by: Option<String>,
    /// The newest entry that head office has; null if it has none, or that is not known.
    position: Option<Position>,
    /// The newest entry of this box.
    journal: u64,
    /// Entries that head office does not have; null if that is not known.
    entries_behind: Option<u64>,
    /// When the box tries again after a failure.
    next_try_at: Option<String>,
    /// Why the last try failed, or that another box counts.
    error: Option<String>,
    directives: DirectiveCounts,
}

/// Changes that head office asked for.
#[derive(Serialize, ToSchema)]
pub struct DirectiveCounts {
    waiting: u64,
    applied: u64,
    refused: u64,
}

impl HeadLinkView {
    /// `bar_time`: for the day since when another box counts.
    fn new(link: LinkView, bar_time: &BarTime) -> Self {
        let LinkView { state, office, known, journal, directives: Counts { waiting, applied, refused } } = link;
        let (office, url) = office.unzip();
        let error = match (&known.failure, known.counted_elsewhere) {
            (Some((error, _)), _) => Some(error.words()),
            (None, Some(since)) => Some(another_is_counted(since.map(|since| bar_time.business_day(since)))),
            (None, None) => None,
        };
        let known = office.is_some().then_some(known);
        HeadLinkView {
            state,
            url,
            name: office.as_ref().map(|office| office.name.clone()),
            paired_at: office.as_ref().map(|office| office.at.to_string()),
            paired_by: office.map(|office| office.by),
            position: known.as_ref().and_then(|known| known.position),
            journal,
            entries_behind: known.as_ref().and_then(|known| known.entries_behind(journal)),
            next_try_at: known.as_ref().and_then(|known| known.failure.as_ref()).map(|(_, next)| next.to_string()),
            error,
            directives: DirectiveCounts { waiting, applied, refused },
        }
    }
}

/// What admins read at a box that does not count.
fn another_is_counted(since: Option<BusinessDay>) -> String {
    let since = since.map(|day| format!(" since {day}")).unwrap_or_default();
    format!("Head office counts another box of this bar{since}. If that box took over, stop this one.")
}

fn view(app: &AppState) -> Result<HeadLinkView, ApiError> {
    let bar_time = app.store.read(settings::settings)?.bar_time();
    Ok(HeadLinkView::new(app.head_link.view()?, &bar_time))
}

/// Where head office is, and the code that it made.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct PairBody {
    #[schema(value_type = String, example = "https://head.example:8444")]
    url: RawField,
    /// As typed: letters, digits, hyphens and a point.
    #[schema(value_type = String)]
    code: RawField,
}

/// Returns the connection with head office, and how far the box has sent.
#[utoipa::path(get, path = "/api/head-link", tag = "box", responses((status = 200, body = HeadLinkView), (status = 401), (status = 403)))]
pub async fn get(State(app): State<AppState>, _: Admin, request: ReadRequest) -> Result<Response, ApiError> {
    request.answer_fresh(&view(&app)?)
}

/// Connects the bar to head office with a code that head office made.
#[utoipa::path(post, path = "/api/head-link/pair", tag = "box", request_body = PairBody, responses(
    (status = 200, body = HeadLinkView), (status = 400), (status = 401), (status = 403), (status = 409), (status = 415),
    (status = 429), (status = 502)))]
pub async fn pair(State(app): State<AppState>, Admin(caller): Admin, Unkept(write): Unkept<Write<PairBody>>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let url = form.required_line("url", &write.body.url, "Address is required");
    let address = url.and_then(|url| url.parse::<HeadAddress>().map_err(|wrong| form.reject("url", wrong)).ok());
    let code = form.required_line("code", &write.body.code, "Code is required");
    let code = code.and_then(|code| code.parse::<Code>().map_err(|_| form.reject("code", WRONG_CODE)).ok());
    form.finish()?;
    let (Some(address), Some(code)) = (address, code) else { return Err(ApiError::internal()) };
    if app.demo {
        return Err(Refusal::conflict("A demo bar has no head office").into());
    }
    // A code counts once: what head office has answered is recorded even if the phone does not wait for it.
    let paired = tokio::spawn(async move { connect(&app, &caller, write, address, &code).await });
    paired.await.map_err(|_| ApiError::internal())?
}

async fn connect(app: &AppState, caller: &Caller, write: Write<PairBody>, address: HeadAddress, code: &Code) -> Result<Response, ApiError> {
    let _change = app.head_link.begin_change()?;
    let replaces = match app.head_link.view()? {
        LinkView { office: None, .. } => None,
        LinkView { office: Some((office, _)), state: HeadLinkState::Unpaired, .. } => Some(office.key),
        LinkView { office: Some((office, _)), .. } => return Err(connected_already(&office.name).into()),
    };
    let event = app.head_link.pair(address, code).await?;
    let command = Command::HeadOffice(HeadOfficeCommand::Connect { event, replaces });
    write.submit(app, caller, command, |_, _| Ok(no_content())).await?;
    app.head_link.connected();
    let view = view(app)?;
    Ok((StatusCode::OK, [(axum::http::header::CACHE_CONTROL, "no-store")], axum::Json(view)).into_response())
}

/// Disconnects the bar from head office, which keeps what it has.
#[utoipa::path(delete, path = "/api/head-link", tag = "box", responses(
    (status = 204), (status = 401), (status = 403), (status = 409)))]
pub async fn part(State(app): State<AppState>, Admin(caller): Admin, write: OptionalBody<EmptyBody>) -> Result<Response, ApiError> {
    let _change = app.head_link.begin_change()?;
    let done = write.submit(&app, &caller, Command::HeadOffice(HeadOfficeCommand::Disconnect), |_, _| Ok(no_content())).await?;
    // A repeated request gets its old answer; the bar may be connected again. What was saved is answered as saved, whatever a read says.
    if app.store.read(crate::head_office::head_office).is_ok_and(|link| link.is_none()) {
        app.head_link.disconnected().await;
    }
    Ok(done)
}

/// Sends to head office now, without waiting for the next try.
#[utoipa::path(post, path = "/api/head-link/try", tag = "box", responses((status = 202), (status = 401), (status = 403), (status = 409)))]
pub async fn try_now(State(app): State<AppState>, _: Admin, _: Unkept<OptionalBody<EmptyBody>>) -> Result<StatusCode, ApiError> {
    if app.store.read(crate::head_office::head_office)?.is_none() {
        return Err(Refusal::conflict(NOT_CONNECTED).into());
    }
    app.head_link.try_now();
    Ok(StatusCode::ACCEPTED)
}

impl From<PairError> for ApiError {
    fn from(error: PairError) -> Self {
        let words = error.to_string();
        match error {
            PairError::Code => Refusal::field("code", WRONG_CODE).into(),
            PairError::Busy | PairError::NoBar => Refusal::conflict(words).into(),
            PairError::Disk(_) => store::StoreError::Unavailable(words).into(),
            PairError::Head(HeadError::Busy { status: StatusCode::TOO_MANY_REQUESTS, retry_after, .. }) => {
                ApiError::too_many(retry_after.map_or(RETRY_SECONDS, |after| after.as_secs()))
            }
            PairError::Head(HeadError::Refused { body, .. }) if body["fields"]["code"].is_string() => {
                Refusal::field("code", WRONG_CODE).into()
            }
            PairError::Head(HeadError::Refused { status, code, words, .. }) => match (status, code.as_str()) {
                (StatusCode::CONFLICT, "bar_known") => ApiError::new(status, HttpCode::BarKnown, words),
                (StatusCode::CONFLICT, "other_bar") => ApiError::new(status, HttpCode::OtherBar, words),
                (StatusCode::CONFLICT, _) => ApiError::new(status, base::Code::Conflict, words),
                (StatusCode::UNAUTHORIZED, _) => Refusal::field("code", WRONG_CODE).into(),
                _ => unreachable(words),
            },
            PairError::Head(_) => unreachable(words),
        }
    }
}

fn unreachable(words: String) -> ApiError {
    ApiError::new(StatusCode::BAD_GATEWAY, HttpCode::HeadUnreachable, words)
}
