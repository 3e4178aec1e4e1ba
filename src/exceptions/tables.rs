//! Rows of the counts, one for each person and business day.

use serde::{Deserialize, Serialize};

use super::Counts;
use crate::base::BusinessDay;
use crate::store::{Stored, Table, Tables, View};

pub(super) const PERSON_DAYS: Table<(BusinessDay, u64), PersonDay> = Table::new("exceptions");

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
