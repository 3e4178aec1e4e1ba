//! The box's clock: whether its date is in doubt, and its confirmation by a manager.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::base::{Refusal, Timestamp};
use crate::box_events::{self, ClockDoubt};
use crate::engine::{self, Command};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::form::{Form, RawField};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::{Manager, Staff};
use crate::http::contract::write::{OptionalBody, json};
use crate::settings;
use crate::store::{Stored, View};

/// The clock of the device on which somebody confirms may differ by so much from the box's: 2 minutes, in milliseconds.
const DEVICE_DIFFERENCE_MAX: u64 = 2 * 60 * 1000;

/// The box's clock.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoxClock)]
pub struct ClockView {
    /// What it says.
    #[schema(example = "2026-11-21T20:42:00.000Z")]
    now: String,
    /// Whether its date is in doubt, so that somebody has to look at it.
    doubted: bool,
    /// The last time stamp before the doubt; null while the clock is believed.
    since: Option<String>,
    /// What the newest entry is stamped with; null before there is one.
    last_entry_at: Option<String>,
    /// The business day that a sale counts on now.
    #[schema(example = "2026-11-21")]
    business_day: String,
}

impl ClockView {
    /// With `stamp` for the next entry.
    fn new(view: &dyn View, now: Timestamp, stamp: Timestamp, doubt: Option<ClockDoubt>) -> Stored<Self> {
        Ok(ClockView {
            now: now.to_string(),
            doubted: doubt.is_some(),
            since: doubt.map(|doubt| doubt.floor.to_string()),
            last_entry_at: engine::last_entry(view)?.map(|entry| entry.envelope.at.to_string()),
            business_day: settings::settings(view)?.bar_time().business_day(stamp).to_string(),
        })
    }
}

/// What the device of whoever confirms says.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ConfirmClockBody {
    /// RFC 3339. Nothing is confirmed where it is more than two minutes from the box's clock.
    #[schema(value_type = Option<String>, example = "2026-11-21T20:42:00Z")]
    device_time: RawField,
}

/// What the box's clock says, and whether its date is in doubt.
#[utoipa::path(get, path = "/api/box/clock", tag = "box", responses((status = 200, body = ClockView), (status = 401), (status = 403)))]
pub async fn get(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let (now, reading) = (app.now(), app.engine.reading());
    request.answer_fresh(&app.store.read(|view| ClockView::new(view, now, reading.at, reading.doubt))?)
}

/// Confirms that the date of the box's clock is right. Sales count on that date from now on.
#[utoipa::path(post, path = "/api/box/clock/confirm", tag = "box", request_body = Option<ConfirmClockBody>, responses(
    (status = 200, body = ClockView), (status = 400), (status = 401), (status = 403), (status = 409), (status = 415)))]
pub async fn confirm(
    State(app): State<AppState>,
    Manager(caller): Manager,
    write: OptionalBody<ConfirmClockBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let device = moment(&mut form, "deviceTime", &write.body.device_time);
    form.done()?;
    // What was confirmed stays so for whoever asks again, however late.
    if let Some(device) = device.filter(|_| !write.was_answered(&app, &caller).unwrap_or(false)) {
        let now = app.now();
        if device.since(now).unsigned_abs() > DEVICE_DIFFERENCE_MAX {
            let bar_time = app.store.read(settings::settings)?.bar_time();
            let [here, there] = [now, device].map(|moment| {
                let (date, time) = bar_time.on_paper(moment);
                format!("{date}, {time}")
            });
            let said = format!("The box says {here}, and this device says {there}. Set the box's date first; nothing was confirmed.");
            return Err(Refusal::conflict(said).into());
        }
    }
    let asked = app.clone();
    write
        .submit(&app, &caller, Command::ConfirmClock, move |entries, view| {
            let now = asked.now();
            let stamp = entries.last().map_or_else(|| asked.stamp(), |entry| entry.envelope.at);
            json(StatusCode::OK, &ClockView::new(view, now, stamp, box_events::clock_doubt(view)?)?)
        })
        .await
}

fn moment(form: &mut Form, name: &str, given: &RawField) -> Option<Timestamp> {
    let text = form.line(name, given)?;
    let moment = Timestamp::parse(&text);
    if moment.is_none() {
        form.wrong(name, "Must be a moment such as 2026-11-21T20:42:00Z");
    }
    moment
}
