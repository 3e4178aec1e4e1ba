//! Rows of reasons that were added or changed; the others are the seeds.

use std::collections::BTreeMap;

use super::seeds::{SEED_COUNT, seed, seeds};
use super::{Reason, ReasonSaved};
use store::{Counter, Stored, Table, Tables, View};

const REASONS: Table<u64, Reason> = Table::new("reasons");
const REASON_IDS: Counter = Counter("reasons");

/// The id of the next reason.
pub fn next_reason_id(view: &dyn View) -> Stored<u64> {
    Ok(REASON_IDS.next(view)?.max(SEED_COUNT + 1))
}

/// The reason with this id, even if it is hidden.
pub fn reason(view: &dyn View, id: u64) -> Stored<Option<Reason>> {
    Ok(REASONS.get(view, &id)?.or_else(|| seed(id)))
}

/// All reasons, hidden ones included, by kind and in the order in which they were added.
pub fn reasons(view: &dyn View) -> Stored<Vec<Reason>> {
    let mut by_id: BTreeMap<u64, Reason> = seeds().map(|reason| (reason.id, reason)).collect();
    by_id.extend(REASONS.all(view)?);
    let mut all: Vec<Reason> = by_id.into_values().collect();
    all.sort_by_key(|reason| reason.kind);
    Ok(all)
}

/// Writes the reason.
pub fn apply_saved(tables: &mut dyn Tables, event: &ReasonSaved) -> Stored<()> {
    REASON_IDS.mark_used(tables, event.reason.id)?;
    REASONS.put(tables, &event.reason.id, &event.reason)
}
