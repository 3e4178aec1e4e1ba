//! Loads the data that decisions about working hours need.

use super::{ClockContext, ClockFacts, ClockStep, CorrectHours, CorrectionContext};
use crate::box_events::{clock_doubt, last_clock_jump};
use crate::settings::{ClockMode, Settings};
use base::Envelope;
use store::{Stored, View};

/// Loads the data that [`super::decide`] needs.
pub fn load_clock(view: &dyn View, settings: &Settings, command: &ClockStep, envelope: &Envelope) -> Stored<ClockContext> {
    Ok(ClockContext {
        is_on: settings.people.clock_mode == ClockMode::On,
        breaks_paid: settings.people.breaks_paid,
        latest: super::latest_period(view, envelope.actor.id)?,
        next_id: super::next_period_id(view)?,
        today: settings.bar_time().business_day(envelope.at),
        facts: load_facts(view, command.started)?,
    })
}

/// Loads what the box knows about its clocks; `started` is the total running time at its last start, in milliseconds.
pub fn load_facts(view: &dyn View, started: u64) -> Stored<ClockFacts> {
    Ok(ClockFacts { started, last_jump: last_clock_jump(view)?, in_doubt: clock_doubt(view)?.is_some() })
}

/// Loads the data that [`super::correct`] needs.
pub fn load_correction(view: &dyn View, settings: &Settings, command: &CorrectHours) -> Stored<CorrectionContext> {
    let period = super::period(view, command.period_id)?;
    let user = period.as_ref().map(|period| crate::staff::any_user(view, period.user_id)).transpose()?.flatten();
    Ok(CorrectionContext {
        role: user.map(|user| user.role),
        period,
        breaks_paid: settings.people.breaks_paid,
        bar_time: settings.bar_time(),
    })
}
