//! Setting the machine's clock to that of a phone.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{machine_with, note, refused};
use crate::box_events::MachineChange;
use crate::engine::{self, Command};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::staff::session_view::no_store;
use crate::http::api::system::clock::{ClockView, moment};
use crate::http::contract::session::Manager;
use crate::http::contract::write::{Unkept, Write};
use appliance::{ClockSource, Services};
use base::Refusal;
use web::form::{Form, RawField};

/// Phones make mistakes too: a time beyond this is one. 1 January 2100, in milliseconds since 1970.
const LATEST: i64 = 4_102_444_800_000;

/// The time of the phone.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct SetClockBody {
    #[schema(value_type = String, example = "2026-11-21T20:42:00Z")]
    device_time: RawField,
}

/// Sets the box's clock to a phone's time and confirms the date: sales are counted on it from now on. The clock does not go behind the last
/// entry of the journal, and no phone sets a clock that a time server or a clock chip sets.
#[utoipa::path(post, path = "/api/box/clock/set", tag = "machine", request_body = SetClockBody, responses(
    (status = 200, body = ClockView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn set(State(app): State<AppState>, Manager(caller): Manager, write: Unkept<Write<SetClockBody>>) -> Result<Response, ApiError> {
    let machine = machine_with(&app, |services: &Services| services.clock, "clock")?;
    let mut form = Form::default();
    let wanted = moment(&mut form, "deviceTime", &write.0.body.device_time);
    if wanted.is_none() {
        form.reject("deviceTime", "Please send the phone's time");
    }
    form.finish()?;
    let wanted = wanted.ok_or_else(ApiError::internal)?;
    if let Some(better) = better_than_a_phone(machine.clock_source().await.map_err(refused)?) {
        return Err(Refusal::conflict(format!("The box has the time from {better}. Nothing was changed.")).into());
    }
    let newest = app.store.read(engine::last_entry)?.map(|entry| entry.envelope.at);
    if wanted.as_millis() > LATEST || newest.is_some_and(|newest| wanted < newest) {
        let bar_time = app.store.read(crate::settings::settings)?.bar_time();
        let (date, time) = bar_time.on_paper(wanted);
        let message =
            format!("This phone says {date}, {time}, and something was sold after that. Set the phone's date first; nothing was changed.");
        return Err(Refusal::conflict(message).into());
    }
    let from = app.now();
    machine.set_clock(wanted.as_millis()).await.map_err(refused)?;
    app.engine.run(Command::ConfirmClock, caller.actor()).await?;
    note(&app, &caller, MachineChange::ClockSet { from, to: wanted }).await?;
    let (now, reading) = (app.now(), app.engine.reading());
    let view = app.store.read(|view| ClockView::new(view, now, reading.at, reading.doubt))?;
    Ok((StatusCode::OK, no_store(), Json(view)).into_response())
}

/// What tells the time better than a phone; `None` if nothing does.
fn better_than_a_phone(source: ClockSource) -> Option<&'static str> {
    match source {
        ClockSource::Internet => Some("the internet"),
        ClockSource::Chip => Some("its clock chip"),
        ClockSource::Nothing => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Timestamp;

    #[test]
    fn the_latest_time_is_the_year_2100() {
        assert_eq!(Timestamp::from_millis(LATEST).to_string(), "2100-01-01T00:00:00.000Z");
    }
}
