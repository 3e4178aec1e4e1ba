//! Working hours: the clock of the person who asks, and the periods of everybody.

pub mod report;
mod view;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use self::view::{ClockView, PeriodView};
use crate::engine::{Command, Entry, Topic};
use crate::hours::{self, ClockStep, ClockStepKind, CorrectHours};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reports::{DAYS_DEFAULT, people, today};
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::{Caller, Manager, Staff};
use crate::http::contract::write::{EmptyBody, OptionalBody, Write, json, missing};
use crate::settings::{self, ClockMode};
use base::{Envelope, Refusal, Role, Timestamp};
use store::Stored;
use store::View;
use web::form::{Form, RawField};

/// A correction of a period. What is absent stays.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct CorrectionBody {
    #[schema(value_type = Option<String>, example = "2026-11-20T18:00:00Z")]
    in_at: RawField,
    /// Required for a period without a clock-out.
    #[schema(value_type = Option<String>, example = "2026-11-21T02:00:00Z")]
    out_at: RawField,
    /// Whole minutes of all breaks together.
    #[schema(value_type = Option<i64>, example = 25)]
    break_minutes: RawField,
    #[schema(value_type = String, example = "Forgot to clock out")]
    reason: RawField,
}

/// Tells whether the caller is clocked in. With `signIn=true` the answer says too whether to ask 'Clock in now?'.
#[utoipa::path(get, path = "/api/clock", tag = "people", params(("signIn" = Option<bool>, Query)), responses(
    (status = 200, body = ClockView), (status = 400), (status = 401), (status = 403)))]
pub async fn get(State(app): State<AppState>, Staff(caller): Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let after_sign_in = match request.param("signIn") {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => return Err(ApiError::invalid("signIn must be true or false")),
    };
    let mut clock = app.store.read(|view| state(view, caller.user.id))?;
    if after_sign_in {
        clock.ask = Some(asks(&app, &caller)?);
    }
    request.answer_fresh(&clock)
}

/// Whether this session is the caller's first sign-in of the business day, and they have neither worked on it nor are clocked in.
fn asks(app: &AppState, caller: &Caller) -> Result<bool, ApiError> {
    let today = today(app)?;
    let envelope = Envelope { at: app.stamp(), running: app.engine.running(), actor: caller.actor() };
    let started = app.engine.started();
    Ok(app.store.read(|view| {
        let is_on = settings::settings(view)?.people.clock_mode == ClockMode::On;
        let first = hours::first_sign_in(view, caller.user.id)?;
        let is_first = first.is_some_and(|(day, session)| day == today && session == caller.session_id);
        let latest = hours::latest_period(view, caller.user.id)?;
        let facts = hours::load_facts(view, started)?;
        let may_clock_in = latest.is_none_or(|period| match period.is_open() {
            true => hours::is_forgotten(&period.start, &envelope, &facts),
            false => period.day != today,
        });
        Ok(is_on && is_first && may_clock_in)
    })?)
}

/// The clock of a person: with the open period, or with the last one they clocked out of.
fn state(view: &dyn View, user_id: u64) -> Stored<ClockView> {
    Ok(ClockView::new(hours::latest_period(view, user_id)?))
}

/// Clocks in.
#[utoipa::path(post, path = "/api/clock/in", tag = "people", responses(
    (status = 200, body = ClockView), (status = 401), (status = 403), (status = 409)))]
pub async fn clock_in(State(app): State<AppState>, Staff(caller): Staff, write: OptionalBody<EmptyBody>) -> Result<Response, ApiError> {
    step(app, caller, write, ClockStepKind::In).await
}

/// Takes a break.
#[utoipa::path(post, path = "/api/clock/break", tag = "people", responses(
    (status = 200, body = ClockView), (status = 401), (status = 403), (status = 409)))]
pub async fn take_break(State(app): State<AppState>, Staff(caller): Staff, write: OptionalBody<EmptyBody>) -> Result<Response, ApiError> {
    step(app, caller, write, ClockStepKind::Break).await
}

/// Ends the break.
#[utoipa::path(post, path = "/api/clock/back", tag = "people", responses(
    (status = 200, body = ClockView), (status = 401), (status = 403), (status = 409)))]
pub async fn back_to_work(State(app): State<AppState>, Staff(caller): Staff, write: OptionalBody<EmptyBody>) -> Result<Response, ApiError> {
    step(app, caller, write, ClockStepKind::Back).await
}

/// Clocks out; a break ends too.
#[utoipa::path(post, path = "/api/clock/out", tag = "people", responses(
    (status = 200, body = ClockView), (status = 401), (status = 403), (status = 409)))]
pub async fn clock_out(State(app): State<AppState>, Staff(caller): Staff, write: OptionalBody<EmptyBody>) -> Result<Response, ApiError> {
    step(app, caller, write, ClockStepKind::Out).await
}

async fn step(app: AppState, caller: Caller, write: OptionalBody<EmptyBody>, step: ClockStepKind) -> Result<Response, ApiError> {
    let command = Command::Clock(ClockStep { step, started: app.engine.started() });
    let user_id = caller.user.id;
    write.submit(&app, &caller, command, move |_: &[Entry], view| json(StatusCode::OK, &state(view, user_id)?)).await
}

/// Lists periods by business day, newest first: the caller's own, or all of them for managers and admins. Default: the last 30 days.
#[utoipa::path(get, path = "/api/clock/periods", tag = "people",
    params(("from" = Option<String>, Query), ("to" = Option<String>, Query), ("userId" = Option<u64>, Query)),
    responses((status = 200, body = [PeriodView]), (status = 400), (status = 401), (status = 403)))]
pub async fn periods(State(app): State<AppState>, Staff(caller): Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let user_id = match request.param("userId") {
        Some(text) => Some(text.parse().map_err(|_| ApiError::invalid("userId must be the number of a person"))?),
        None => None,
    };
    let user_id = whose(&caller, user_id)?;
    let today = today(&app)?;
    let days = people::days(&request, today, DAYS_DEFAULT)?;
    request
        .answer(&app, &[Topic::Clock], &format!("{today} {user_id:?}"), |view| {
            let periods = hours::periods(view, days.first, days.last, user_id)?;
            Ok(periods.into_iter().map(PeriodView::from).collect::<Vec<_>>())
        })
        .await
}

/// Whose periods the caller may list; `None` for everybody's. Managers and admins who are on a device by PIN alone see their own, as
/// bartenders do.
fn whose(caller: &Caller, wanted: Option<u64>) -> Result<Option<u64>, ApiError> {
    let own = caller.user.id;
    let asks_for_others = wanted.is_some_and(|user_id| user_id != own);
    if caller.user.role < Role::Manager {
        return if asks_for_others { Err(Refusal::forbidden().into()) } else { Ok(Some(own)) };
    }
    match caller.has_password() {
        Ok(()) => Ok(wanted),
        Err(refusal) if asks_for_others => Err(refusal),
        Err(_) => Ok(Some(own)),
    }
}

/// Corrects a period: managers those of bartenders, admins all. The figures before it stay in `corrections`.
#[utoipa::path(post, path = "/api/clock/periods/{id}/correct", tag = "people", request_body = CorrectionBody, params(("id" = u64, Path)),
    responses((status = 200, body = PeriodView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn correct(
    State(app): State<AppState>,
    Manager(caller): Manager,
    Path(id): Path<String>,
    write: Write<CorrectionBody>,
) -> Result<Response, ApiError> {
    let body = &write.body;
    let mut form = Form::default();
    let in_at = form.word("inAt", &body.in_at, Timestamp::parse, NO_TIME);
    let out_at = form.word("outAt", &body.out_at, Timestamp::parse, NO_TIME);
    let break_minutes = form.integer("breakMinutes", &body.break_minutes);
    if break_minutes.is_some_and(|minutes| minutes < 0) {
        form.reject("breakMinutes", "Must not be negative");
    }
    let reason = form.required_line("reason", &body.reason, "Reason is required").unwrap_or_default();
    form.finish()?;
    let period_id = parse_id(&id, "period")?;
    let command = Command::CorrectHours(CorrectHours { period_id, in_at, out_at, break_minutes, reason });
    write
        .submit(&app, &caller, command, move |_, view| {
            json(StatusCode::OK, &PeriodView::from(hours::period(view, period_id)?.ok_or_else(|| missing("hours"))?))
        })
        .await
}

const NO_TIME: &str = "Must be a time such as 2026-11-21T18:00:00Z";
