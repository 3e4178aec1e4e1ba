//! Time stamps of journal entries: monotonic while the wall clock is trusted, and able to recover from a clock that jumped.
//!
//! A clock that was in the future for one entry would stop monotonic stamps for years. So a jump of more than a day puts the clock
//! in doubt: stamps then follow it forward and back, but never before the last certain stamp, until the clock is right again or a
//! manager confirms its date. Entries are ordered by their numbers, never by stamps.

use super::execute::step;
use super::replay::last_entry;
use super::{Command, Entry};
use crate::box_events::{ClockDoubt, ClockJumped, DOUBT_MILLIS, JUMP_MILLIS, clock_doubt};
use base::{Actor, Envelope, Timestamp};
use store::{Stored, Tables, View};

/// State from which the next entry's stamp is computed. Pure: the caller reads the clocks.
#[derive(Debug, Clone, Default)]
pub struct Stamps {
    /// Stamp and running time of the last entry; `None` for a bar without entries, which accepts any date.
    latest: Option<(Timestamp, u64)>,
    /// Set while the wall clock is in doubt.
    doubt: Option<ClockDoubt>,
    /// Wall clock and running time when the clock was last read; `None` before the first time in this run.
    last_reading: Option<(Timestamp, u64)>,
}

/// Stamp of the next entry, and the clock event to record before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    pub at: Timestamp,
    /// The doubt that applies to the stamp.
    pub doubt: Option<ClockDoubt>,
    /// How the clock jumped since it was last read; `None` if that needs no entry.
    pub jump: Option<ClockJumped>,
}

impl Stamps {
    /// The state after the last entry of the journal.
    pub fn after(view: &dyn View) -> Stored<Self> {
        let latest = last_entry(view)?.map(|entry| (entry.envelope.at, entry.envelope.running));
        Ok(Stamps { latest, doubt: clock_doubt(view)?, last_reading: None })
    }

    /// The state after a journal that may have grown; keeps the last reading.
    pub fn reloaded(&self, view: &dyn View) -> Stored<Self> {
        Ok(Stamps { last_reading: self.last_reading, ..Stamps::after(view)? })
    }

    /// The stamp of an entry that is written at wall clock `now` and total running time `running`, in milliseconds.
    pub fn read(&self, now: Timestamp, running: u64) -> Reading {
        let Some((latest, latest_running)) = self.latest else { return Reading { at: now, doubt: None, jump: None } };
        let by = self.moved(now, running, latest);
        let doubt = self.doubt.or_else(|| {
            let doubtful = by > DOUBT_MILLIS || latest.since(now) > DOUBT_MILLIS;
            doubtful.then_some(ClockDoubt { floor: latest, running: latest_running })
        });
        // A clock that is near the expected time is not in doubt, whatever it did before.
        let doubt = doubt.filter(|doubt| now.since(doubt.expected(running)).abs() > DOUBT_MILLIS);
        let at = self.stamp(now, latest, doubt);
        let turned_from = (at < latest).then_some(latest);
        let noted = by.abs() > JUMP_MILLIS || doubt != self.doubt || turned_from.is_some();
        Reading { at, doubt, jump: noted.then_some(ClockJumped { by, doubt, turned_from }) }
    }

    fn stamp(&self, now: Timestamp, latest: Timestamp, doubt: Option<ClockDoubt>) -> Timestamp {
        let Some(before) = self.doubt else { return now.max(latest) };
        let followed = now.max(before.floor);
        // A doubt that just ended means that the clock is right, so stamps follow it back even by a little.
        if followed >= latest || doubt.is_none() || latest.since(followed) > DOUBT_MILLIS { followed } else { latest }
    }

    /// How far the clock moved beyond the time that passed, in milliseconds. While the box is off the passed time is unknown: then only
    /// a step back counts, or one of more than a day.
    fn moved(&self, now: Timestamp, running: u64, latest: Timestamp) -> i64 {
        match self.last_reading {
            Some((wall, then)) => now.since(wall) - i64::try_from(running.saturating_sub(then)).unwrap_or(i64::MAX),
            None => Some(now.since(latest)).filter(|by| !(0..=DOUBT_MILLIS).contains(by)).unwrap_or(0),
        }
    }

    /// Records that the clock was read, and that the jump returned by [`Stamps::read`] is in the journal.
    pub fn record_reading(&mut self, now: Timestamp, running: u64, doubt: Option<ClockDoubt>) {
        (self.last_reading, self.doubt) = (Some((now, running)), doubt);
    }

    /// Records the stamp of a new entry.
    pub fn record_entry(&mut self, at: Timestamp, running: u64) {
        self.latest = Some((at, running));
    }

    /// Best estimate of the current time, for ages and the names of backups: the stamp of the next entry, unless the clock is in
    /// doubt. Then it is the last certain stamp plus the running time since, which is late by the time the box was off.
    pub fn estimated_now(&self, now: Timestamp, running: u64) -> Timestamp {
        let reading = self.read(now, running);
        reading.doubt.map_or(reading.at, |doubt| doubt.expected(running))
    }
}

/// Envelope for entries that are written while the bar is not running: stamped by the same rules, at the running time of the newest
/// entry. If the clock has jumped since, that is recorded first.
pub fn offline_envelope(tables: &mut dyn Tables, now: Timestamp) -> Stored<Envelope> {
    let stamps = Stamps::after(tables.view())?;
    let running = stamps.latest.map_or(0, |(_, running)| running);
    let reading = stamps.read(now, running);
    let envelope = Envelope { at: reading.at, running, actor: Actor::the_box() };
    if let Some(jump) = reading.jump {
        step(tables, &envelope, &Command::NoteClock(jump))?;
    }
    Ok(envelope)
}

/// As [`Stamps::estimated_now`], for a bar that is not running. The box may have been off for days, so only a doubt that is in the
/// journal counts.
pub fn estimated_now_offline(view: &dyn View, now: Timestamp) -> Stored<Timestamp> {
    let last = last_entry(view)?.map(|Entry { envelope, .. }| (envelope.at, envelope.running));
    let (at, running) = last.unwrap_or((now, 0));
    Ok(clock_doubt(view)?.map_or(now.max(at), |doubt| doubt.expected(running)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 60 * 60 * 1000;
    const DAY: i64 = 24 * HOUR;
    /// Start of every test.
    const OPENS: i64 = 20_000 * DAY;
    const TEN_YEARS: i64 = 3_653 * DAY;

    /// A writer without a store, with a simulated wall clock, running time and restarts.
    struct Writer {
        stamps: Stamps,
        running: i64,
        wall: i64,
    }

    impl Writer {
        fn open() -> Self {
            let mut writer = Writer { stamps: Stamps::default(), running: 0, wall: OPENS };
            assert_eq!(writer.writes(), OPENS);
            writer
        }

        fn passes(&mut self, millis: i64) -> &mut Self {
            (self.running, self.wall) = (self.running + millis, self.wall + millis);
            self
        }

        fn jumps(&mut self, millis: i64) -> &mut Self {
            self.wall += millis;
            self
        }

        /// The box was off for `millis`.
        fn restarts_after(&mut self, millis: i64) -> &mut Self {
            self.wall += millis;
            self.stamps.last_reading = None;
            self.running = self.stamps.latest.expect("an entry").1 as i64;
            self
        }

        fn confirms(&mut self) {
            let now = Timestamp::from_millis(self.wall);
            self.stamps.record_reading(now, self.running as u64, None);
            self.stamps.record_entry(now, self.running as u64);
        }

        fn reading(&self) -> Reading {
            self.stamps.read(Timestamp::from_millis(self.wall), self.running as u64)
        }

        fn writes(&mut self) -> i64 {
            let (reading, running) = (self.reading(), self.running as u64);
            self.stamps.record_reading(Timestamp::from_millis(self.wall), running, reading.doubt);
            self.stamps.record_entry(reading.at, running);
            reading.at.as_millis()
        }

        fn doubted(&self) -> bool {
            self.reading().doubt.is_some()
        }
    }

    #[test]
    fn stamps_follow_a_clock_back_that_was_in_the_future_for_one_entry() {
        let mut writer = Writer::open();
        assert_eq!(writer.passes(HOUR).jumps(TEN_YEARS).writes(), OPENS + HOUR + TEN_YEARS);
        assert!(writer.doubted());
        let jump = writer.passes(HOUR).jumps(-TEN_YEARS).reading().jump.expect("noted");
        assert_eq!((jump.by, jump.doubt), (-TEN_YEARS, None), "the clock is where it should be");
        assert_eq!(jump.turned_from, Some(Timestamp::from_millis(OPENS + HOUR + TEN_YEARS)));
        for passed in [2 * HOUR, 2 * HOUR + DAY, 2 * HOUR + 366 * DAY, 2 * HOUR + 5 * 366 * DAY] {
            let ahead = OPENS + passed - writer.wall;
            assert_eq!(writer.passes(ahead).writes(), OPENS + passed);
            assert!(!writer.doubted());
        }
    }

    #[test]
    fn stamps_follow_the_clock_back_after_a_restart() {
        let mut writer = Writer::open();
        writer.restarts_after(3 * HOUR).jumps(TEN_YEARS).writes();
        assert!(writer.doubted());
        // Off for two days, and right again: how long it was off is unknown, so the doubt stays; the stamps are right already.
        assert_eq!(writer.restarts_after(2 * DAY).jumps(-TEN_YEARS).writes(), OPENS + 3 * HOUR + 2 * DAY);
        assert!(writer.doubted());
        writer.confirms();
        assert!(!writer.doubted());
        assert_eq!(writer.restarts_after(10 * HOUR).writes(), OPENS + 13 * HOUR + 2 * DAY);
        assert!(!writer.doubted());
    }

    #[test]
    fn stamps_never_go_before_the_last_certain_one() {
        let mut writer = Writer::open();
        writer.passes(HOUR).jumps(TEN_YEARS).writes();
        assert_eq!(writer.jumps(-2 * TEN_YEARS).writes(), OPENS);
        assert!(writer.doubted());
        assert_eq!(writer.jumps(TEN_YEARS).writes(), OPENS + HOUR);
        assert!(!writer.doubted());
    }

    #[test]
    fn a_clock_that_starts_in_1970_stands_still_and_is_in_doubt() {
        let mut writer = Writer::open();
        writer.restarts_after(HOUR).jumps(-OPENS);
        assert_eq!(writer.writes(), OPENS);
        assert!(writer.doubted());
        assert_eq!(writer.passes(HOUR).writes(), OPENS);
        assert_eq!(writer.stamps.estimated_now(Timestamp::default(), writer.running as u64).as_millis(), OPENS + HOUR);
        // Once corrected it is trusted at once, because it shows the expected time.
        assert_eq!(writer.jumps(OPENS).writes(), OPENS + 2 * HOUR);
        assert!(!writer.doubted());
    }

    #[test]
    fn a_confirmation_corrects_stamps_that_were_in_the_future_from_the_first_entry() {
        let mut writer = Writer::open();
        writer.jumps(-TEN_YEARS);
        assert_eq!(writer.writes(), OPENS);
        assert!(writer.doubted());
        writer.confirms();
        assert_eq!(writer.passes(HOUR).writes(), OPENS - TEN_YEARS + HOUR);
        assert!(!writer.doubted());
    }

    #[test]
    fn days_without_power_put_the_clock_in_doubt_once_and_a_night_does_not() {
        let mut writer = Writer::open();
        assert_eq!(writer.restarts_after(DAY).writes(), OPENS + DAY);
        assert!(!writer.doubted());
        assert_eq!(writer.restarts_after(3 * DAY).writes(), OPENS + 4 * DAY);
        assert!(writer.doubted());
        assert_eq!(writer.passes(HOUR).writes(), OPENS + 4 * DAY + HOUR);
        writer.confirms();
        assert!(!writer.doubted());
    }

    #[test]
    fn small_jumps_are_recorded_and_trusted() {
        let mut writer = Writer::open();
        assert_eq!(writer.passes(HOUR).jumps(2 * HOUR).reading().jump, Some(ClockJumped { by: 2 * HOUR, ..ClockJumped::default() }));
        writer.writes();
        assert_eq!(writer.passes(HOUR).jumps(-2 * HOUR).writes(), OPENS + 3 * HOUR, "it stands still");
        assert!(!writer.doubted());
        assert_eq!(writer.passes(HOUR).reading().jump, None);
    }

    #[test]
    fn a_first_entry_has_no_date_to_compare_with() {
        for wall in [0, OPENS + TEN_YEARS] {
            let reading = Stamps::default().read(Timestamp::from_millis(wall), 0);
            assert_eq!((reading.at.as_millis(), reading.doubt, reading.jump), (wall, None, None));
        }
    }
}
