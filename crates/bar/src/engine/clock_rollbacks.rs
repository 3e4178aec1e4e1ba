//! Clock rollbacks: positions where time stamps went back. Lists are searched by date within the ranges between them, in each of
//! which dates only increase.

use serde::{Deserialize, Serialize};

use base::{BarTime, BusinessDay, Timestamp};
use store::{Counter, Stored, Table, Tables, View};

/// One row: every rollback, oldest first.
const ROLLBACKS: Table<u8, Vec<Rollback>> = Table::new("clock_turns");
const ONLY: u8 = 0;
/// Most rollbacks that are stored; beyond that the oldest two are merged, which only makes searches longer.
const ROLLBACKS_MAX: usize = 64;

/// One rollback: the end of a range in each list that is searched by date.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Rollback {
    /// The last stamp before the rollback, which is the latest of its range.
    latest: Timestamp,
    /// The next id of each list at the rollback, in the order of [`DatedList`].
    next_ids: Vec<u64>,
}

/// A list that is searched by date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum DatedList {
    /// Sale lines.
    Sales,
    /// Receipts.
    Receipts,
    /// Orders.
    Orders,
    /// Credit items.
    Credits,
    /// Journal entries.
    Journal,
    /// Bills before payment.
    Bills,
}

impl DatedList {
    const ALL: [DatedList; 6] =
        [DatedList::Sales, DatedList::Receipts, DatedList::Orders, DatedList::Credits, DatedList::Journal, DatedList::Bills];

    /// The id that its next row gets, while entry `seq` is applied.
    fn next_id(self, view: &dyn View, seq: u64) -> Stored<u64> {
        let counter = match self {
            DatedList::Sales => "sales",
            DatedList::Receipts => "receipts",
            DatedList::Orders => "orders",
            DatedList::Credits => "credits",
            DatedList::Bills => "bills",
            DatedList::Journal => return Ok(seq),
        };
        Counter(counter).next(view)
    }
}

/// Records that entry `seq`, which is being applied, has an earlier stamp than the previous one, which was stamped `turned_from`.
pub(super) fn record(tables: &mut dyn Tables, seq: u64, turned_from: Option<Timestamp>) -> Stored<()> {
    let Some(latest) = turned_from else { return Ok(()) };
    let next_ids = DatedList::ALL.iter().map(|list| list.next_id(tables.view(), seq)).collect::<Stored<Vec<u64>>>()?;
    ROLLBACKS.change(tables, &ONLY, |rollbacks: &mut Vec<Rollback>| {
        rollbacks.push(Rollback { latest, next_ids });
        if rollbacks.len() > ROLLBACKS_MAX {
            let oldest = rollbacks.remove(0);
            rollbacks[0].latest = rollbacks[0].latest.max(oldest.latest);
        }
    })
}

/// The ranges of a list in which days do not go back, newest first.
#[derive(Debug, Clone, Default)]
pub struct MonotonicRanges {
    /// For each range but the newest: the id that ends it (rows of it and of older ranges have smaller ids), and its last day.
    ends: Vec<(u64, BusinessDay)>,
}

impl MonotonicRanges {
    /// The ranges of `list`.
    pub fn of(view: &dyn View, list: DatedList, bar_time: &BarTime) -> Stored<Self> {
        let rollbacks = ROLLBACKS.get(view, &ONLY)?.unwrap_or_default();
        let end =
            |rollback: &Rollback| (rollback.next_ids.get(list as usize).copied().unwrap_or(0), bar_time.business_day(rollback.latest));
        Ok(MonotonicRanges { ends: rollbacks.iter().rev().map(end).collect() })
    }

    /// Continues a search for rows of day `first` or later that reached row `id`, which is too old like the rest of its range: the id
    /// before which to continue. `None` if no older row can be of such a day.
    pub fn older(&self, id: u64, first: BusinessDay) -> Option<u64> {
        self.ends.iter().find(|(end, latest)| *end <= id && !latest.is_past_all_of(first)).map(|(end, _)| *end)
    }

    /// The first id of the range that row `id` belongs to; 0 for the oldest range.
    pub fn start(&self, id: u64) -> u64 {
        self.ends.iter().map(|(end, _)| *end).find(|end| *end <= id).unwrap_or(0)
    }
}
