//! Rows of the counts, one for each person and business day.

use serde::{Deserialize, Serialize};

use super::{CauseKind, Counts, Tally};
use base::{BusinessDay, Usd};
use store::{Stored, Table, Tables, View};

pub(super) const PERSON_DAYS: Table<(BusinessDay, u64), PersonDay> = Table::new("exceptions");

/// Business day and person, kind and reason.
type CauseKey = ((BusinessDay, u64), (String, String));

const CAUSES: Table<CauseKey, Tally> = Table::new("exception_reasons");
/// Most bytes of a reason in a key; the rest is cut off.
const REASON_BYTES_MAX: usize = 200;

/// The counts of one person on one business day.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct PersonDay {
    /// Their username, as it was last.
    pub user_name: String,
    pub counts: Counts,
}

/// The counts of a person on a business day.
pub fn counts(view: &dyn View, day: BusinessDay, user_id: u64) -> Stored<Counts> {
    Ok(PERSON_DAYS.get(view, &(day, user_id))?.unwrap_or_default().counts)
}

/// Changes the counts of a person on a business day.
pub fn change(tables: &mut dyn Tables, day: BusinessDay, user_id: u64, user_name: &str, change: impl FnOnce(&mut Counts)) -> Stored<()> {
    PERSON_DAYS.change(tables, &(day, user_id), |row| {
        if row.user_name != user_name {
            user_name.clone_into(&mut row.user_name);
        }
        change(&mut row.counts);
    })
}

/// Adds `count` exceptions of a kind that are worth `usd` together, with their reason; an empty one where none was given.
pub fn with_cause(
    tables: &mut dyn Tables,
    (day, user_id): (BusinessDay, u64),
    kind: CauseKind,
    reason: &str,
    (count, usd): (i64, Usd),
) -> Stored<()> {
    let reason = &reason[..reason.floor_char_boundary(REASON_BYTES_MAX)];
    CAUSES.change(tables, &((day, user_id), (kind.as_str().to_owned(), reason.to_owned())), |tally| {
        tally.count = tally.count.saturating_add(count);
        tally.usd += usd;
    })
}

/// The tally of a person on a business day, by kind and reason.
pub fn of_cause(view: &dyn View, key: &((BusinessDay, u64), (String, String))) -> Stored<Tally> {
    Ok(CAUSES.get(view, key)?.unwrap_or_default())
}
