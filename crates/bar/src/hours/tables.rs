//! Rows of periods, found by person and by business day; and which sign-in of a person was the first of a business day.

use super::{
    Break, BreakBegan, BreakEnded, ClockedIn, ClockedOut, EarlierPeriod, HoursCorrected, HoursFigures, Period, PeriodStatus, Stamp,
};
use base::{BusinessDay, Envelope};
use store::{Counter, Stored, Table, Tables, View};

const PERIODS: Table<u64, Period> = Table::new("hours_periods");
/// Business day and period.
pub(super) const DAYS: Table<(BusinessDay, u64), ()> = Table::new("hours_days");
/// Person → their newest period.
const LATEST: Table<u64, u64> = Table::new("hours_latest");
const PERIOD_IDS: Counter = Counter("hours");
/// Person → the business day of their last first sign-in, and its session.
const FIRST_SIGN_INS: Table<u64, (BusinessDay, String)> = Table::new("hours_sign_ins");

/// The id of the next period.
pub fn next_period_id(view: &dyn View) -> Stored<u64> {
    PERIOD_IDS.next(view)
}

/// The period with this id.
pub fn period(view: &dyn View, id: u64) -> Stored<Option<Period>> {
    PERIODS.get(view, &id)
}

/// The newest period of a person.
pub fn latest_period(view: &dyn View, user_id: u64) -> Stored<Option<Period>> {
    match LATEST.get(view, &user_id)? {
        Some(id) => period(view, id),
        None => Ok(None),
    }
}

/// The business day on which a person signed in last, and the session of their first sign-in of that day.
pub fn first_sign_in(view: &dyn View, user_id: u64) -> Stored<Option<(BusinessDay, String)>> {
    FIRST_SIGN_INS.get(view, &user_id)
}

/// Notes a sign-in on business day `day`.
pub fn apply_sign_in(tables: &mut dyn Tables, user_id: u64, session_id: &str, day: BusinessDay) -> Stored<()> {
    if first_sign_in(tables.view(), user_id)?.is_some_and(|(known, _)| known == day) {
        return Ok(());
    }
    FIRST_SIGN_INS.put(tables, &user_id, &(day, session_id.to_owned()))
}

/// Notes that the sessions of a person ended and this one began: it takes the place of their first sign-in.
pub fn apply_new_session(tables: &mut dyn Tables, user_id: u64, session_id: &str) -> Stored<()> {
    match first_sign_in(tables.view(), user_id)? {
        Some((day, _)) => FIRST_SIGN_INS.put(tables, &user_id, &(day, session_id.to_owned())),
        None => Ok(()),
    }
}

/// Applies the event. `seq` is the number of its entry.
pub fn apply_clocked_in(tables: &mut dyn Tables, seq: u64, envelope: &Envelope, event: &ClockedIn) -> Stored<()> {
    if let Some(id) = event.not_stamped {
        change(tables, id, |period| {
            period.status = PeriodStatus::NotStamped;
            period.figures = HoursFigures::default();
        })?;
    }
    let period = Period {
        id: event.period_id,
        user_id: event.user_id,
        user_name: event.user_name.clone(),
        day: event.day,
        start: stamp(seq, envelope),
        in_at: envelope.at,
        out_at: None,
        breaks: Vec::new(),
        figures: HoursFigures::default(),
        status: PeriodStatus::Working,
        note: None,
        corrections: Vec::new(),
    };
    PERIOD_IDS.mark_used(tables, period.id)?;
    DAYS.put(tables, &(period.day, period.id), &())?;
    LATEST.put(tables, &period.user_id, &period.id)?;
    PERIODS.put(tables, &period.id, &period)
}

/// Applies the event. `seq` is the number of its entry.
pub fn apply_break_began(tables: &mut dyn Tables, seq: u64, envelope: &Envelope, event: &BreakBegan) -> Stored<()> {
    change(tables, event.period_id, |period| {
        period.status = PeriodStatus::OnBreak;
        period.breaks.push(Break { start: stamp(seq, envelope), end_at: None, minutes: 0 });
    })
}

/// Writes the period with the end of its break.
pub fn apply_break_ended(tables: &mut dyn Tables, envelope: &Envelope, event: &BreakEnded) -> Stored<()> {
    change(tables, event.period_id, |period| {
        period.status = PeriodStatus::Working;
        period.figures.clock_doubtful |= event.clock_doubtful;
        end_break(period, envelope, event.minutes);
    })
}

/// Writes the period with its end, and that of its break.
pub fn apply_clocked_out(tables: &mut dyn Tables, envelope: &Envelope, event: &ClockedOut) -> Stored<()> {
    change(tables, event.period_id, |period| {
        period.status = PeriodStatus::Done;
        period.out_at = Some(envelope.at);
        period.figures = event.figures;
        if let Some(minutes) = event.last_break_minutes {
            end_break(period, envelope, minutes);
        }
    })
}

/// Writes the period as corrected, with the form that it had, and moves it to its day.
pub fn apply_corrected(tables: &mut dyn Tables, envelope: &Envelope, event: &HoursCorrected) -> Stored<()> {
    let Some(mut period) = period(tables.view(), event.period_id)? else { return Ok(()) };
    let before = EarlierPeriod {
        in_at: period.in_at,
        out_at: period.out_at,
        figures: period.figures,
        status: period.status,
        reason: event.reason.clone(),
        corrected_at: envelope.at,
        corrected_by_id: envelope.actor.id,
        corrected_by: envelope.actor.name.clone(),
    };
    period.corrections.push(before);
    DAYS.remove(tables, &(period.day, period.id))?;
    DAYS.put(tables, &(event.day, period.id), &())?;
    (period.day, period.in_at, period.out_at) = (event.day, event.in_at, Some(event.out_at));
    (period.figures, period.status) = (event.figures, PeriodStatus::Done);
    period.note = Some(event.reason.clone());
    PERIODS.put(tables, &period.id, &period)
}

fn change(tables: &mut dyn Tables, id: u64, change: impl FnOnce(&mut Period)) -> Stored<()> {
    let Some(mut period) = period(tables.view(), id)? else { return Ok(()) };
    change(&mut period);
    PERIODS.put(tables, &id, &period)
}

fn end_break(period: &mut Period, envelope: &Envelope, minutes: i64) {
    if let Some(last) = period.breaks.last_mut().filter(|last| last.end_at.is_none()) {
        (last.end_at, last.minutes) = (Some(envelope.at), minutes);
    }
}

fn stamp(seq: u64, envelope: &Envelope) -> Stamp {
    Stamp { at: envelope.at, running: envelope.running, seq }
}
