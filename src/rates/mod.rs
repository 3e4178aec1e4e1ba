//! The exchange rate of the bar, and what it was before.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::base::{Envelope, Rate, Timestamp};
use crate::store::{Key, Stored, Table, Tables, View};

const RATE: Table<u8, CurrentRate> = Table::new("rate");
const HISTORY: Table<u64, PastRate> = Table::new("rate_history");
const ONLY: u8 = 0;

/// The rate in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurrentRate {
    /// LRD per 1 USD.
    pub rate: Rate,
    /// Since when.
    pub updated_at: Timestamp,
}

/// A rate and who set it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastRate {
    /// LRD per 1 USD.
    pub rate: Rate,
    /// Since when.
    pub updated_at: Timestamp,
    /// Username of who set it.
    pub user_name: String,
}

/// Sets the rate.
#[derive(Debug, Clone)]
pub struct SetRate {
    /// LRD per 1 USD.
    pub rate: Rate,
}

/// The rate from now on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RateChanged {
    /// LRD per 1 USD.
    pub rate: Rate,
}

/// Setting the same rate again is a statement too ("checked today"), so it is recorded.
pub fn set_rate(command: &SetRate) -> Vec<RateChanged> {
    vec![RateChanged { rate: command.rate }]
}

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
