//! The rate in force as a row, and the rates before it.

use std::ops::ControlFlow;

use super::{CurrentRate, PastRate, RateChanged};
use crate::base::{Envelope, Rate, Timestamp};
use crate::store::{Key, Stored, Table, Tables, View};

const RATE: Table<u8, CurrentRate> = Table::new("rate");
const HISTORY: Table<u64, PastRate> = Table::new("rate_history");
const ONLY: u8 = 0;

/// The rate in force and since when.
pub fn current(view: &dyn View) -> Stored<CurrentRate> {
    Ok(RATE.get(view, &ONLY)?.unwrap_or(CurrentRate { rate: Rate::FRESH, updated_at: Timestamp::default() }))
}

/// The rate in force.
pub fn rate(view: &dyn View) -> Stored<Rate> {
    Ok(current(view)?.rate)
}

/// At most `limit` rates set before journal entry `before`, newest first, each with its entry's number.
pub fn history(view: &dyn View, before: u64, limit: usize) -> Stored<Vec<(u64, PastRate)>> {
    let mut found = Vec::new();
    HISTORY.visit(view, &[], &before.to_bytes(), true, |seq, past| {
        found.push((seq, past));
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(found)
}

/// Applies the event of journal entry `seq`.
pub fn apply_changed(tables: &mut dyn Tables, seq: u64, envelope: &Envelope, event: &RateChanged) -> Stored<()> {
    RATE.put(tables, &ONLY, &CurrentRate { rate: event.rate, updated_at: envelope.at })?;
    HISTORY.put(tables, &seq, &PastRate { rate: event.rate, updated_at: envelope.at, user_name: envelope.actor.name.clone() })
}
