//! Decides the steps of the clock: in, break, back, out.

use super::length::{ClockFacts, is_forgotten, since};
use super::{BREAKS_MAX, BreakBegan, BreakEnded, ClockedIn, ClockedOut, HoursEvent, HoursFigures, Period, PeriodStatus};
use base::{BusinessDay, Code, Decided, Envelope, Refusal};

/// What a person does with the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockStepKind {
    In,
    Break,
    Back,
    Out,
}

/// A step of the person who sends it.
#[derive(Debug, Clone)]
pub struct ClockStep {
    pub step: ClockStepKind,
    /// The total running time at which the box started last, in milliseconds.
    pub started: u64,
}

/// Data that [`decide`] needs.
#[derive(Debug)]
pub struct ClockContext {
    /// Whether the bar has the clock.
    pub is_on: bool,
    /// Whether breaks are paid.
    pub breaks_paid: bool,
    /// The person's newest period, if they have one.
    pub latest: Option<Period>,
    pub next_id: u64,
    /// The present business day.
    pub today: BusinessDay,
    pub facts: ClockFacts,
}

/// Decides a step.
///
/// # Errors
/// 409 `conflict` while the bar has no clock, and for too many breaks; 409 `bad_transition` for a step that does not follow.
pub fn decide(command: &ClockStep, context: &ClockContext, envelope: &Envelope) -> Decided<Vec<HoursEvent>> {
    if !context.is_on {
        return Err(Refusal::conflict("The clock is off"));
    }
    let user_name = envelope.actor.name.clone();
    let open = context.latest.as_ref().filter(|period| period.is_open());
    Ok(vec![match (command.step, open) {
        (ClockStepKind::In, Some(period)) if !is_forgotten(&period.start, envelope, &context.facts) => {
            return wrong("You are clocked in already");
        }
        (ClockStepKind::In, forgotten) => HoursEvent::ClockedIn(ClockedIn {
            period_id: context.next_id,
            user_id: envelope.actor.id,
            user_name,
            day: context.today,
            not_stamped: forgotten.map(|period| period.id),
        }),
        (_, None) => return wrong("You are not clocked in"),
        (ClockStepKind::Break, Some(period)) if period.status == PeriodStatus::OnBreak => return wrong("You are on a break already"),
        (ClockStepKind::Break, Some(period)) if period.breaks.len() >= BREAKS_MAX => {
            return Err(Refusal::conflict(format!("{BREAKS_MAX} breaks are the most of one period")));
        }
        (ClockStepKind::Break, Some(period)) => HoursEvent::BreakBegan(BreakBegan { period_id: period.id, user_name }),
        (ClockStepKind::Back, Some(period)) => match lasting_break(period, envelope, &context.facts) {
            None => return wrong("You are not on a break"),
            Some((minutes, clock_doubtful)) => {
                HoursEvent::BreakEnded(BreakEnded { period_id: period.id, user_name, minutes, clock_doubtful })
            }
        },
        (ClockStepKind::Out, Some(period)) => HoursEvent::ClockedOut(clocked_out(period, user_name, context, envelope)),
    }])
}

fn wrong<T>(message: &str) -> Decided<T> {
    Err(Refusal::new(Code::BadTransition, message))
}

/// Whole minutes of the break that lasts, and whether they are doubtful.
fn lasting_break(period: &Period, envelope: &Envelope, facts: &ClockFacts) -> Option<(i64, bool)> {
    let last = period.breaks.last().filter(|last| last.end_at.is_none())?;
    let length = since(&last.start, envelope, facts);
    Some((length.minutes(), length.doubtful))
}

/// Clocking out ends a break too. Period and breaks are cut to whole minutes, each once.
fn clocked_out(period: &Period, user_name: String, context: &ClockContext, envelope: &Envelope) -> ClockedOut {
    let whole = since(&period.start, envelope, &context.facts);
    let last = lasting_break(period, envelope, &context.facts);
    let breaks: i64 = period.breaks.iter().map(|one| one.minutes).sum::<i64>() + last.map_or(0, |(minutes, _)| minutes);
    let clock_doubtful = whole.doubtful || period.figures.clock_doubtful || last.is_some_and(|(_, doubtful)| doubtful);
    let figures = HoursFigures::new(whole.minutes(), breaks, context.breaks_paid);
    ClockedOut {
        period_id: period.id,
        user_name,
        last_break_minutes: last.map(|(minutes, _)| minutes),
        figures: HoursFigures { clock_doubtful, ..figures },
    }
}

impl HoursFigures {
    /// The figures of a period with these minutes. Breaks count at most as much as the period: the two may have been measured by
    /// different clocks.
    pub fn new(minutes: i64, break_minutes: i64, breaks_paid: bool) -> Self {
        let break_minutes = break_minutes.min(minutes);
        let paid_minutes = if breaks_paid { minutes } else { minutes - break_minutes };
        HoursFigures { minutes, break_minutes, paid_minutes, clock_doubtful: false }
    }
}
