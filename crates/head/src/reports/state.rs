//! Whether a bar is heard, and whether it has sent everything.

use serde::Serialize;
use strum::IntoStaticStr;
use utoipa::ToSchema;

use super::Bar;
use base::{BarTime, Timestamp};

/// A box says hello every minute, so three minutes without one mean that it is away.
const AWAY_MILLIS: i64 = 3 * 60 * 1000;
/// A bar that was not heard for a day.
pub(super) const SILENT_MILLIS: i64 = 24 * 60 * 60 * 1000;

/// How a bar stands to head office.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = BarState)]
#[derive(IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum State {
    /// Heard within three minutes, and nothing is behind.
    Live,
    /// Heard within three minutes; entries or figures are on their way.
    Behind,
    /// Not heard for three minutes.
    Away,
    /// Not heard for a day.
    Silent,
    /// Never heard.
    Never,
}

impl State {
    /// As in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl Bar {
    /// The state at `now`, by head office's clock.
    pub fn state(&self, now: Timestamp) -> State {
        let Some(heard) = self.last_seen_at() else { return State::Never };
        let is_behind = self.entries_behind().is_some_and(|behind| behind > 0) || self.current().is_none_or(|line| !line.figures_whole);
        match now.since(heard) {
            silence if silence >= SILENT_MILLIS => State::Silent,
            silence if silence > AWAY_MILLIS => State::Away,
            _ if is_behind => State::Behind,
            _ => State::Live,
        }
    }

    /// The state in words, by the bar's clock: `Last heard 9:14 PM`.
    pub fn state_text(&self, now: Timestamp) -> String {
        let heard = self.last_seen_at().unwrap_or(now);
        match (self.state(now), self.entries_behind()) {
            (State::Live, _) => "Live".to_owned(),
            (State::Behind, Some(1)) => "Sending, 1 entry behind".to_owned(),
            (State::Behind, Some(behind)) if behind > 0 => format!("Sending, {} entries behind", thousands(behind)),
            (State::Behind, _) => "Sending".to_owned(),
            (State::Away, _) => format!("Last heard {}", self.bar_time().on_paper(heard).1),
            (State::Silent, _) => format!("Silent since {}", short_date(&self.bar_time(), heard, now)),
            (State::Never, _) => "Not heard yet".to_owned(),
        }
    }
}

/// A number for people: `5,980`.
pub(super) fn thousands(number: i64) -> String {
    base::decimal::thousands(number.unsigned_abs())
}

/// `21 Nov`; with the year when it is another than that of `now`.
pub(super) fn short_date(time: &BarTime, at: Timestamp, now: Timestamp) -> String {
    let (date, today) = (time.on_paper(at).0, time.on_paper(now).0);
    match (date.rsplit_once(' '), today.rsplit_once(' ')) {
        (Some((short, year)), Some((_, this))) if year == this => short.to_owned(),
        _ => date,
    }
}
