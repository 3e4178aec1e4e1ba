//! When the box speaks to head office: pauses between contacts, and after failures.

use std::time::Duration;

/// First pause after a failure.
const RETRY_FIRST: Duration = Duration::from_secs(5);
/// Longest pause after failures.
const RETRY_MAX: Duration = Duration::from_secs(600);
/// A pause is up to this many thousandths longer or shorter, so that the boxes of a chain do not return all at once.
const JITTER: u32 = 200;
/// Thousandths in a whole.
const WHOLE: u32 = 1_000;

/// Times between contacts with head office. Tests shorten them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// From the first unsent entry to the parcel with it.
    pub parcel_after: Duration,
    /// From one contact to the next, while there is nothing to send.
    pub hello_every: Duration,
    /// First pause after a failure; each further one is twice as long, up to `retry_max`.
    pub retry_first: Duration,
    /// Longest pause after failures.
    pub retry_max: Duration,
    /// From one try to the next of a parcel that head office found damaged several times.
    pub damaged_every: Duration,
    /// For a connection, and again for its encryption.
    pub connect_wait: Duration,
    /// For an answer, besides the time that sending takes.
    pub answer_wait: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Pace {
            parcel_after: Duration::from_secs(10),
            hello_every: Duration::from_secs(60),
            retry_first: RETRY_FIRST,
            retry_max: RETRY_MAX,
            damaged_every: RETRY_MAX,
            connect_wait: Duration::from_secs(10),
            answer_wait: Duration::from_secs(30),
        }
    }
}

impl Pace {
    /// The pause after the failure with this number, from 1. `random` spreads it; `retry_after` is what head office asked for.
    pub fn pause(&self, failures: u32, retry_after: Option<Duration>, random: u32) -> Duration {
        if let Some(asked) = retry_after {
            return asked;
        }
        let doubled = 2u32.checked_pow(failures.saturating_sub(1)).and_then(|factor| self.retry_first.checked_mul(factor));
        let pause = doubled.map_or(self.retry_max, |pause| pause.min(self.retry_max));
        pause * (WHOLE - JITTER + random % (2 * JITTER + 1)) / WHOLE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_ten_minutes_and_are_spread_by_a_fifth() {
        let pace = Pace::default();
        let seconds: Vec<u64> = (1..=9).map(|failures| pace.pause(failures, None, JITTER).as_secs()).collect();
        assert_eq!(seconds, [5, 10, 20, 40, 80, 160, 320, 600, 600]);
        assert_eq!(pace.pause(u32::MAX, None, JITTER), RETRY_MAX);
        for (random, seconds) in [(0, 480), (2 * JITTER, 720), (2 * JITTER + 1, 480)] {
            assert_eq!(pace.pause(20, None, random), Duration::from_secs(seconds));
        }
    }

    #[test]
    fn what_head_office_asks_for_counts_instead() {
        let asked = Duration::from_secs(3_000);
        assert_eq!(Pace::default().pause(1, Some(asked), 7), asked);
    }
}
