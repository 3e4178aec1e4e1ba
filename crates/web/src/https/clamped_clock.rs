//! Clock by which a box and head office check each other's certificates. A box without a battery may believe that it is 1970, and must
//! still connect, so both sides keep the time within the years in which all of these certificates count.

use std::fmt;
use std::time::Duration;

use tokio_rustls::rustls::pki_types::UnixTime;
use tokio_rustls::rustls::time_provider::TimeProvider;

use base::Timestamp;

/// First year of validity of every certificate between a box and head office.
pub const VALID_FROM_YEAR: i32 = 2024;
/// Last year of validity; they end with 31 December, 00:00 UTC.
pub const VALID_UNTIL_YEAR: i32 = 2049;
/// The earliest time by which certificates are checked, in milliseconds since 1970: 2025-01-01T00:00Z.
const EARLIEST_MILLIS: i64 = 1_735_689_600_000;
/// The latest one: 2049-12-31T00:00Z.
const LATEST_MILLIS: i64 = 2_524_521_600_000;

/// A clock that says no time outside of 2025 to 2049.
pub struct ClampedClock(Box<dyn Fn() -> Timestamp + Send + Sync>);

impl ClampedClock {
    /// Clamps what `now` says.
    pub fn new(now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        ClampedClock(Box::new(now))
    }
}

impl fmt::Debug for ClampedClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClampedClock")
    }
}

impl TimeProvider for ClampedClock {
    fn current_time(&self) -> Option<UnixTime> {
        let millis = (self.0)().as_millis().clamp(EARLIEST_MILLIS, LATEST_MILLIS);
        Some(UnixTime::since_unix_epoch(Duration::from_millis(millis.unsigned_abs())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_kept_within_the_years_of_the_certificates() {
        for (says, counts) in [
            ("1970-01-01T00:00:00Z", "2025-01-01T00:00:00Z"),
            ("2026-11-21T20:42:00Z", "2026-11-21T20:42:00Z"),
            ("2049-12-31T12:00:00Z", "2049-12-31T00:00:00Z"),
            ("2090-06-30T00:00:00Z", "2049-12-31T00:00:00Z"),
        ] {
            let [says, counts] = [says, counts].map(|text| Timestamp::parse(text).expect("a moment"));
            let shown = ClampedClock::new(move || says).current_time().expect("a time");
            assert_eq!(i64::try_from(shown.as_secs() * 1000), Ok(counts.as_millis()));
        }
    }
}
