//! Decides corrections of a period: other times, or other minutes of breaks.

use super::{CORRECTIONS_MAX, HoursCorrected, HoursEvent, HoursFigures, Period, may_correct};
use base::{BarTime, Decided, Envelope, Refusal, Role, Timestamp};

/// Milliseconds of a minute.
const MINUTE_MILLIS: i64 = 60 * 1000;
/// Longest period that a correction may make: a day, in minutes. A longer one is a wrong date.
const PERIOD_MINUTES_MAX: i64 = 24 * 60;

/// Corrects a period; `None` keeps.
#[derive(Debug, Clone)]
pub struct CorrectHours {
    pub period_id: u64,
    pub in_at: Option<Timestamp>,
    pub out_at: Option<Timestamp>,
    /// Whole minutes of all breaks together.
    pub break_minutes: Option<i64>,
    pub reason: String,
}

/// Data that [`correct`] needs.
#[derive(Debug)]
pub struct CorrectionContext {
    pub period: Option<Period>,
    /// The present role of the person whose hours they are.
    pub role: Option<Role>,
    pub breaks_paid: bool,
    pub bar_time: BarTime,
}

/// Decides a correction. The first figures stay readable in the period's list of corrections.
///
/// # Errors
/// 404 for an unknown period; 403 for one whose hours the person may not correct; 400 for times that make no period or are still to come; 409
/// `conflict` for too many corrections.
pub fn correct(command: &CorrectHours, context: &CorrectionContext, envelope: &Envelope) -> Decided<Vec<HoursEvent>> {
    let period = context.period.as_ref().ok_or_else(|| Refusal::not_found("period"))?;
    if !context.role.is_some_and(|of| may_correct(envelope.actor.role, of)) {
        return Err(Refusal::forbidden());
    }
    let (in_at, out_at) = (command.in_at.unwrap_or(period.in_at), command.out_at.or(period.out_at));
    let out_at = out_at.ok_or_else(|| Refusal::field("outAt", "Please enter when the work ended"))?;
    if out_at <= in_at {
        return Err(Refusal::field("outAt", "Work ends after it begins"));
    }
    // Hours that are not worked yet would be paid.
    if command.out_at.is_some_and(|out_at| out_at > envelope.at) {
        return Err(Refusal::field("outAt", "This time is still to come"));
    }
    // The length by the box's running time stays where no time is corrected.
    let is_same = in_at == period.in_at && Some(out_at) == period.out_at;
    let minutes = if is_same { period.figures.minutes } else { out_at.since(in_at) / MINUTE_MILLIS };
    if !is_same && minutes > PERIOD_MINUTES_MAX {
        return Err(Refusal::field("outAt", "A period is at most 24 hours"));
    }
    let of_list = || period.breaks.iter().map(|one| one.minutes).sum();
    let recorded = if period.corrections.is_empty() { of_list() } else { period.figures.break_minutes };
    let break_minutes = command.break_minutes.unwrap_or_else(|| i64::min(recorded, minutes));
    if !(0..=minutes).contains(&break_minutes) {
        return Err(Refusal::field("breakMinutes", "Breaks are part of the period"));
    }
    let clock_doubtful = is_same && period.figures.clock_doubtful;
    let figures = HoursFigures { clock_doubtful, ..HoursFigures::new(minutes, break_minutes, context.breaks_paid) };
    if is_same && figures == period.figures {
        return Ok(Vec::new());
    }
    if period.corrections.len() >= CORRECTIONS_MAX {
        return Err(Refusal::conflict(format!("{CORRECTIONS_MAX} corrections are the most of one period")));
    }
    Ok(vec![HoursEvent::Corrected(HoursCorrected {
        period_id: period.id,
        user_name: period.user_name.clone(),
        day: context.bar_time.business_day(in_at),
        in_at,
        out_at,
        figures,
        reason: command.reason.clone(),
    })])
}
