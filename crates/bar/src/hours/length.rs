//! How long a period or a break was: by the box's running time where it ran on, else by its wall clock.

use super::Stamp;
use base::Envelope;

/// Milliseconds of a minute.
const MINUTE_MILLIS: i64 = 60 * 1000;
/// A period that is open this long was forgotten: 16 hours, in milliseconds. A night's work is shorter.
pub const FORGOTTEN_MILLIS: i64 = 16 * 60 * MINUTE_MILLIS;

/// What the box knows about its clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClockFacts {
    /// The total running time at which the box started last, in milliseconds.
    pub started: u64,
    /// The number of the last entry about a jump of the wall clock; 0 for none.
    pub last_jump: u64,
    /// Whether the date of the wall clock is in doubt now.
    pub in_doubt: bool,
}

/// A length, and whether it follows from a wall clock that jumped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Length {
    pub millis: i64,
    pub doubtful: bool,
}

impl Length {
    /// Whole minutes; seconds are cut off.
    pub fn minutes(self) -> i64 {
        self.millis / MINUTE_MILLIS
    }
}

/// The time from `start` to now. A start at the very moment at which the box started may be of the run before: then the wall clock
/// decides.
pub(super) fn since(start: &Stamp, envelope: &Envelope, facts: &ClockFacts) -> Length {
    if facts.started < start.running {
        let millis = i64::try_from(envelope.running.saturating_sub(start.running)).unwrap_or(i64::MAX);
        return Length { millis, doubtful: false };
    }
    let doubtful = facts.last_jump > start.seq || facts.in_doubt;
    Length { millis: envelope.at.since(start.at).max(0), doubtful }
}

/// Whether a period that is open since `start` was forgotten.
pub fn is_forgotten(start: &Stamp, envelope: &Envelope, facts: &ClockFacts) -> bool {
    since(start, envelope, facts).millis >= FORGOTTEN_MILLIS
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Actor, Timestamp};

    fn start() -> Stamp {
        Stamp { at: Timestamp::from_millis(1_000_000), running: 500, seq: 7 }
    }

    fn envelope(millis: i64, running: u64) -> Envelope {
        Envelope { at: Timestamp::from_millis(1_000_000 + millis), running: 500 + running, actor: Actor::the_box() }
    }

    #[test]
    fn running_time_counts_where_the_box_ran_on() {
        let facts = ClockFacts { started: 499, last_jump: 9, in_doubt: true };
        let length = since(&start(), &envelope(9 * FORGOTTEN_MILLIS, 90_500), &facts);
        assert_eq!((length.millis, length.minutes(), length.doubtful), (90_500, 1, false));
    }

    #[test]
    fn the_wall_clock_counts_after_a_restart_and_is_doubtful_if_it_jumped() {
        let facts = ClockFacts { started: 500, last_jump: 6, in_doubt: false };
        let length = |millis, facts: ClockFacts| since(&start(), &envelope(millis, 3), &facts);
        assert_eq!(length(90_500, facts), Length { millis: 90_500, doubtful: false });
        assert_eq!(length(90_500, ClockFacts { last_jump: 8, ..facts }), Length { millis: 90_500, doubtful: true });
        assert_eq!(length(90_500, ClockFacts { in_doubt: true, ..facts }), Length { millis: 90_500, doubtful: true });
        assert_eq!(length(-90_500, facts).millis, 0, "a clock that went back counts nothing");
    }

    #[test]
    fn a_period_is_forgotten_after_sixteen_hours() {
        let facts = ClockFacts { started: 500, ..ClockFacts::default() };
        assert!(!is_forgotten(&start(), &envelope(FORGOTTEN_MILLIS - 1, 0), &facts));
        assert!(is_forgotten(&start(), &envelope(FORGOTTEN_MILLIS, 0), &facts));
    }
}
