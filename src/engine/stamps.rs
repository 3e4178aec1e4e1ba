//! Time stamps of entries: from the wall clock, as long as its date can be believed.
//!
//! Stamps do not go back while the clock is believed. A clock that was ahead for one entry would stop them for years, so a
//! jump of more than a day puts the clock in doubt: stamps follow it forward and back, but never before the last one that is
//! certain, until the clock is right again or a manager confirms its date. Entries are ordered by their numbers, never by stamps.

use super::execute::step;
use super::replay::last_entry;
use super::{Command, Entry};
use crate::base::{Actor, Envelope, Timestamp};
use crate::box_events::{ClockDoubt, ClockJumped, DOUBT_MILLIS, JUMP_MILLIS, clock_doubt};
use crate::store::{Stored, Tables, View};

/// What decides the next entry's time stamp. Pure: clocks are read by the caller.
#[derive(Debug, Clone, Default)]
pub struct Stamps {
    /// Stamp and running time of the last entry; none for a bar without entries, which any date suits.
    latest: Option<(Timestamp, u64)>,
    /// Why the wall clock is not believed.
    doubt: Option<ClockDoubt>,
    /// Wall clock and running time at the last look; none before the first look of this run.
    looked: Option<(Timestamp, u64)>,
}

/// What the next entry is stamped with, and what has to be noted before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The stamp.
    pub at: Timestamp,
    /// The doubt that the stamp was made under.
    pub doubt: Option<ClockDoubt>,
    /// What the clock did since the last look, where that is worth an entry.
    pub jump: Option<ClockJumped>,
}

impl Stamps {
    /// After the last entry of a journal.
    pub fn after(view: &dyn View) -> Stored<Self> {
        let latest = last_entry(view)?.map(|entry| (entry.envelope.at, entry.envelope.running));
        Ok(Stamps { latest, doubt: clock_doubt(view)?, looked: None })
    }

    /// The same after the last entry of a journal that may be longer by now; the last look stays.
    pub fn again_after(&self, view: &dyn View) -> Stored<Self> {
        Ok(Stamps { looked: self.looked, ..Stamps::after(view)? })
    }

    /// The stamp of an entry that is written when the wall clock says `now` and the box has been running for `running`
    /// milliseconds of its life.
    pub fn read(&self, now: Timestamp, running: u64) -> Reading {
        let Some((latest, latest_running)) = self.latest else { return Reading { at: now, doubt: None, jump: None } };
        let by = self.moved(now, running, latest);
        let doubt = self.doubt.or_else(|| {
            let doubtful = by > DOUBT_MILLIS || latest.since(now) > DOUBT_MILLIS;
            doubtful.then_some(ClockDoubt { floor: latest, running: latest_running })
        });
        // Where the clock is near to what it should show, there is nothing to ask, whatever it did before.
        let doubt = doubt.filter(|doubt| now.since(doubt.expected(running)).abs() > DOUBT_MILLIS);
        let at = self.stamp(now, latest, doubt);
        let turned_from = (at < latest).then_some(latest);
        let noted = by.abs() > JUMP_MILLIS || doubt != self.doubt || turned_from.is_some();
        Reading { at, doubt, jump: noted.then_some(ClockJumped { by, doubt, turned_from }) }
    }

    fn stamp(&self, now: Timestamp, latest: Timestamp, doubt: Option<ClockDoubt>) -> Timestamp {
        let Some(before) = self.doubt else { return now.max(latest) };
        let followed = now.max(before.floor);
        // A doubt that just ended shows that the clock is right, so stamps follow it back however little that is.
        if followed >= latest || doubt.is_none() || latest.since(followed) > DOUBT_MILLIS { followed } else { latest }
    }

    /// How far the clock moved beyond the time that passed. While the box is off the time that passed is not known: then only
    /// a step back counts, or one beyond a day.
    fn moved(&self, now: Timestamp, running: u64, latest: Timestamp) -> i64 {
        match self.looked {
            Some((wall, then)) => now.since(wall) - i64::try_from(running.saturating_sub(then)).unwrap_or(i64::MAX),
            None => Some(now.since(latest)).filter(|by| !(0..=DOUBT_MILLIS).contains(by)).unwrap_or(0),
        }
    }

    /// The clock was looked at, and what [`Stamps::read`] wanted noted is in the journal.
    pub fn looked(&mut self, now: Timestamp, running: u64, doubt: Option<ClockDoubt>) {
        (self.looked, self.doubt) = (Some((now, running)), doubt);
    }

    /// An entry was written with this stamp.
    pub fn wrote(&mut self, at: Timestamp, running: u64) {
        self.latest = Some((at, running));
    }

    /// The moment that it most likely is, for ages and the names of copies: the stamp of the next entry, unless the clock is in
    /// doubt. Then it is the last certain stamp and the running time since, which is late by the time the box was off.
    pub fn reckoned(&self, now: Timestamp, running: u64) -> Timestamp {
        let reading = self.read(now, running);
        reading.doubt.map_or(reading.at, |doubt| doubt.expected(running))
    }
}

/// Under which envelope the box writes into a bar that is not running: stamped by the same rule, and at the running time of the
/// newest entry. What the clock did since is noted first.
pub fn while_closed(tables: &mut dyn Tables, now: Timestamp) -> Stored<Envelope> {
    let stamps = Stamps::after(tables.view())?;
    let running = stamps.latest.map_or(0, |(_, running)| running);
    let reading = stamps.read(now, running);
    let envelope = Envelope { at: reading.at, running, actor: Actor::the_box() };
    if let Some(jump) = reading.jump {
        step(tables, &envelope, &Command::NoteClock(jump))?;
    }
    Ok(envelope)
}

/// As [`Stamps::reckoned`], for a bar that is not running. The box may have been off for days, so only a doubt that the journal
/// has counts.
pub fn reckoned_while_closed(view: &dyn View, now: Timestamp) -> Stored<Timestamp> {
    let last = last_entry(view)?.map(|Entry { envelope, .. }| (envelope.at, envelope.running));
    let (at, running) = last.unwrap_or((now, 0));
    Ok(clock_doubt(view)?.map_or(now.max(at), |doubt| doubt.expected(running)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 60 * 60 * 1000;
    const DAY: i64 = 24 * HOUR;
    /// When every story begins.
    const OPENS: i64 = 20_000 * DAY;
    /// Ten years.
    const AHEAD: i64 = 3_653 * DAY;

    /// A writer without a store: what an entry at a moment is stamped with, what is noted, and restarts.
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

        /// The box was off for so long.
        fn restarts_after(&mut self, millis: i64) -> &mut Self {
            self.wall += millis;
            self.stamps.looked = None;
            self.running = self.stamps.latest.expect("an entry").1 as i64;
            self
        }

        fn confirms(&mut self) {
            let now = Timestamp::from_millis(self.wall);
            self.stamps.looked(now, self.running as u64, None);
            self.stamps.wrote(now, self.running as u64);
        }

        fn reading(&self) -> Reading {
            self.stamps.read(Timestamp::from_millis(self.wall), self.running as u64)
        }

        fn writes(&mut self) -> i64 {
            let (reading, running) = (self.reading(), self.running as u64);
            self.stamps.looked(Timestamp::from_millis(self.wall), running, reading.doubt);
            self.stamps.wrote(reading.at, running);
            reading.at.as_millis()
        }

        fn doubted(&self) -> bool {
            self.reading().doubt.is_some()
        }
    }

    #[test]
    fn a_clock_that_was_ahead_for_one_entry_is_followed_back() {
        let mut writer = Writer::open();
        assert_eq!(writer.passes(HOUR).jumps(AHEAD).writes(), OPENS + HOUR + AHEAD);
        assert!(writer.doubted());
        let jump = writer.passes(HOUR).jumps(-AHEAD).reading().jump.expect("noted");
        assert_eq!((jump.by, jump.doubt), (-AHEAD, None), "the clock is where it should be");
        assert_eq!(jump.turned_from, Some(Timestamp::from_millis(OPENS + HOUR + AHEAD)));
        for passed in [2 * HOUR, 2 * HOUR + DAY, 2 * HOUR + 366 * DAY, 2 * HOUR + 5 * 366 * DAY] {
            let ahead = OPENS + passed - writer.wall;
            assert_eq!(writer.passes(ahead).writes(), OPENS + passed);
            assert!(!writer.doubted());
        }
    }

    #[test]
    fn also_when_the_box_was_off_meanwhile() {
        let mut writer = Writer::open();
        writer.restarts_after(3 * HOUR).jumps(AHEAD).writes();
        assert!(writer.doubted());
        // Off for two days, and right again: how long it was off cannot be told, so somebody is asked; stamps are right already.
        assert_eq!(writer.restarts_after(2 * DAY).jumps(-AHEAD).writes(), OPENS + 3 * HOUR + 2 * DAY);
        assert!(writer.doubted());
        writer.confirms();
        assert!(!writer.doubted());
        assert_eq!(writer.restarts_after(10 * HOUR).writes(), OPENS + 13 * HOUR + 2 * DAY);
        assert!(!writer.doubted());
    }

    #[test]
    fn stamps_never_go_before_the_last_certain_one() {
        let mut writer = Writer::open();
        writer.passes(HOUR).jumps(AHEAD).writes();
        assert_eq!(writer.jumps(-2 * AHEAD).writes(), OPENS);
        assert!(writer.doubted());
        assert_eq!(writer.jumps(AHEAD).writes(), OPENS + HOUR);
        assert!(!writer.doubted());
    }

    #[test]
    fn a_clock_that_starts_in_1970_stands_still_and_is_in_doubt() {
        let mut writer = Writer::open();
        writer.restarts_after(HOUR).jumps(-OPENS);
        assert_eq!(writer.writes(), OPENS);
        assert!(writer.doubted());
        assert_eq!(writer.passes(HOUR).writes(), OPENS);
        assert_eq!(writer.stamps.reckoned(Timestamp::default(), writer.running as u64).as_millis(), OPENS + HOUR);
        // Set right, it is believed at once: it says what it should.
        assert_eq!(writer.jumps(OPENS).writes(), OPENS + 2 * HOUR);
        assert!(!writer.doubted());
    }

    #[test]
    fn what_was_stamped_ahead_from_the_first_entry_on_is_left_behind_by_a_word() {
        let mut writer = Writer::open();
        writer.jumps(-AHEAD);
        assert_eq!(writer.writes(), OPENS);
        assert!(writer.doubted());
        writer.confirms();
        assert_eq!(writer.passes(HOUR).writes(), OPENS - AHEAD + HOUR);
        assert!(!writer.doubted());
    }

    #[test]
    fn days_of_closure_are_asked_about_once_and_a_night_is_not() {
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
    fn small_jumps_are_noted_and_believed() {
        let mut writer = Writer::open();
        assert_eq!(writer.passes(HOUR).jumps(2 * HOUR).reading().jump, Some(ClockJumped { by: 2 * HOUR, ..ClockJumped::default() }));
        writer.writes();
        assert_eq!(writer.passes(HOUR).jumps(-2 * HOUR).writes(), OPENS + 3 * HOUR, "it stands still");
        assert!(!writer.doubted());
        assert_eq!(writer.passes(HOUR).reading().jump, None);
    }

    #[test]
    fn a_first_entry_has_no_date_to_compare_with() {
        for wall in [0, OPENS + AHEAD] {
            let reading = Stamps::default().read(Timestamp::from_millis(wall), 0);
            assert_eq!((reading.at.as_millis(), reading.doubt, reading.jump), (wall, None, None));
        }
    }
}
