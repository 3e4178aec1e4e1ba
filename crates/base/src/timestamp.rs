//! Timestamps: milliseconds since 1970 in UTC.

use std::fmt;

use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

/// Milliseconds since 1970-01-01T00:00Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(i64);

/// The latest timestamp (year 9000); the calendar of `jiff` ends at the year 9999.
const LATEST_MILLIS: i64 = 221_845_392_000_000;

impl Timestamp {
    /// From milliseconds since 1970, clamped to the years that the calendar has.
    pub fn from_millis(millis: i64) -> Self {
        Timestamp(millis.clamp(0, LATEST_MILLIS))
    }

    /// Milliseconds since 1970.
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// Milliseconds from `earlier` to this moment; negative if `earlier` is the later one.
    pub const fn since(self, earlier: Timestamp) -> i64 {
        self.0 - earlier.0
    }

    /// The moment this many seconds later.
    pub fn plus_seconds(self, seconds: u64) -> Self {
        let millis = i64::try_from(seconds.saturating_mul(1000)).unwrap_or(i64::MAX);
        Timestamp::from_millis(self.0.saturating_add(millis))
    }

    /// Parses an RFC 3339 timestamp; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        text.parse::<jiff::Timestamp>().ok().map(|moment| Timestamp::from_millis(moment.as_millisecond()))
    }

    /// Year, month and day in UTC.
    pub fn utc_date(self) -> (i32, u8, u8) {
        let date = TimeZone::UTC.to_datetime(self.civil()).date();
        (i32::from(date.year()), date.month().unsigned_abs(), date.day().unsigned_abs())
    }

    pub(super) fn civil(self) -> jiff::Timestamp {
        jiff::Timestamp::from_millisecond(self.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH)
    }
}

/// As in the API: RFC 3339 UTC with milliseconds, `2026-11-21T20:42:00.000Z`.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.civil())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("legal")
    }

    #[test]
    fn timestamps_are_displayed_as_rfc_3339() {
        assert_eq!(at("2026-11-21T20:42:00Z").to_string(), "2026-11-21T20:42:00.000Z");
        assert_eq!(at("2026-11-21T20:42:00.123Z").to_string(), "2026-11-21T20:42:00.123Z");
    }
}
