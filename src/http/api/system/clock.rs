//! The box's clock: whether its date is in doubt, and its confirmation by a manager.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::box_events::{self, ClockDoubt};
use crate::engine::{self, Command};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::machine::takes_phones_time;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::{Manager, Staff};
use crate::http::contract::write::{OptionalBody, json};
use crate::settings;
use base::{Refusal, Timestamp};
use store::{Stored, View};
use web::form::{Form, RawField};

/// Largest difference between the clocks of the box and of the confirming device: 2 minutes, in milliseconds.
const DEVICE_DIFFERENCE_MAX: u64 = 2 * 60 * 1000;

/// The box's clock.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoxClock)]
pub struct ClockView {
    /// Current time of the box.
    #[schema(example = "2026-11-21T20:42:00.000Z")]
    now: String,
    /// Whether its date is in doubt, and must be confirmed.
    doubted: bool,
    /// The last timestamp before the doubt; null if there is none.
    since: Option<String>,
    /// Timestamp of the newest journal entry; null if there is none.
    last_entry_at: Option<String>,
    /// Business day on which a sale is counted now.
    #[schema(example = "2026-11-21")]
    business_day: String,
    /// True if nothing better than a phone's time is known and a manager's phone may set the clock; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    takes_device_time: bool,
}

impl ClockView {
    /// `stamp` is the timestamp of the next entry.
    pub fn new(view: &dyn View, now: Timestamp, stamp: Timestamp, doubt: Option<ClockDoubt>) -> Stored<Self> {
        Ok(ClockView {
            now: now.to_string(),
            doubted: doubt.is_some(),
            since: doubt.map(|doubt| doubt.floor.to_string()),
            last_entry_at: engine::last_entry(view)?.map(|entry| entry.envelope.at.to_string()),
            business_day: settings::settings(view)?.bar_time().business_day(stamp).to_string(),
            takes_device_time: false,
        })
    }
}

/// Confirmation of the date.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ConfirmClockBody {
    /// Time of the confirming device (RFC 3339). 409 if it differs from the box's by more than two minutes.
    #[schema(value_type = Option<String>, example = "2026-11-21T20:42:00Z")]
    device_time: RawField,
}

/// Returns the time of the box, and whether its date is in doubt.
#[utoipa::path(get, path = "/api/box/clock", tag = "box", responses((status = 200, body = ClockView), (status = 401), (status = 403)))]
pub async fn get(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let takes_device_time = takes_phones_time(&app).await;
    let (now, reading) = (app.now(), app.engine.reading());
    let clock = app.store.read(|view| ClockView::new(view, now, reading.at, reading.doubt))?;
    request.answer_fresh(&ClockView { takes_device_time, ..clock })
}

/// Confirms that the date of the box is right. Sales are counted on that date from now on.
#[utoipa::path(post, path = "/api/box/clock/confirm", tag = "box", request_body = Option<ConfirmClockBody>, responses(
    (status = 200, body = ClockView), (status = 400), (status = 401), (status = 403), (status = 409), (status = 415)))]
pub async fn confirm(
    State(app): State<AppState>,
    Manager(caller): Manager,
    write: OptionalBody<ConfirmClockBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let device = moment(&mut form, "deviceTime", &write.body.device_time);
    form.finish()?;
    // A retry under the same key gets the first answer, even if it comes after two minutes.
    if let Some(device) = device.filter(|_| !write.was_answered(&app, &caller).unwrap_or(false)) {
        let now = app.now();
        if device.since(now).unsigned_abs() > DEVICE_DIFFERENCE_MAX {
            let bar_time = app.store.read(settings::settings)?.bar_time();
            let [here, there] = [now, device].map(|moment| {
                let (date, time) = bar_time.on_paper(moment);
                format!("{date}, {time}")
            });
            let message = format!("The box says {here}, and this device says {there}. Set the box's date first; nothing was confirmed.");
            return Err(Refusal::conflict(message).into());
        }
    }
    let state = app.clone();
    write
        .submit(&app, &caller, Command::ConfirmClock, move |entries, view| {
            let now = state.now();
            let stamp = entries.last().map_or_else(|| state.stamp(), |entry| entry.envelope.at);
            json(StatusCode::OK, &ClockView::new(view, now, stamp, box_events::clock_doubt(view)?)?)
        })
        .await
}

/// A moment that a device sends.
pub fn moment(form: &mut Form, name: &str, field: &RawField) -> Option<Timestamp> {
    let text = form.line(name, field)?;
    let moment = Timestamp::parse(&text);
    if moment.is_none() {
        form.reject(name, "Must be a moment such as 2026-11-21T20:42:00Z");
    }
    moment
}
