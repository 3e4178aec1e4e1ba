//! Rows of the present rate and of its history.

use std::ops::ControlFlow;

use super::{CurrentRate, PastRate, RateChanged};
use base::{Envelope, Rate, Timestamp};
use store::{Key, Stored, Table, Tables, View};

const RATE: Table<u8, CurrentRate> = Table::new("rate");
const HISTORY: Table<u64, PastRate> = Table::new("rate_history");
const ONLY: u8 = 0;

/// The present rate, and since when.
pub fn current(view: &dyn View) -> Stored<CurrentRate> {
    Ok(RATE.get(view, &ONLY)?.unwrap_or(CurrentRate { rate: Rate::INITIAL, updated_at: Timestamp::default() }))
}

/// The present rate.
pub fn rate(view: &dyn View) -> Stored<Rate> {
    Ok(current(view)?.rate)
}

/// At most `limit` rates that were set before journal entry `before`, newest first, each with the number of its entry.
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
