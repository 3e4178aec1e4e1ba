//! Where time stamps went back: lists by date are searched in the stretches between, each of which runs forward.

use serde::{Deserialize, Serialize};

use crate::base::{BarTime, BusinessDay, Timestamp};
use crate::store::{Counter, Stored, Table, Tables, View};

/// One row: every turn, oldest first.
const TURNS: Table<u8, Vec<Turn>> = Table::new("clock_turns");
const ONLY: u8 = 0;
/// Turns that are kept apart; beyond that the oldest two become one, which only makes searches longer.
const TURNS_MAX: usize = 64;

/// Time stamps went back: what came before, of each list that is searched by date.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Turn {
    /// The last stamp before the turn, which is the latest of its stretch.
    latest: Timestamp,
    /// The next ids at the turn, in the order of [`Listed`].
    next_ids: Vec<u64>,
}

/// A list that is searched by date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Listed {
    /// Sale lines.
    Sales,
    /// Receipts.
    Receipts,
    /// Orders.
    Orders,
    /// Credit items.
    Credits,
}

impl Listed {
    const ALL: [Listed; 4] = [Listed::Sales, Listed::Receipts, Listed::Orders, Listed::Credits];

    fn counter(self) -> Counter {
        Counter(match self {
            Listed::Sales => "sales",
            Listed::Receipts => "receipts",
            Listed::Orders => "orders",
            Listed::Credits => "credits",
        })
    }
}

/// Notes that the entry being applied is earlier than the one before, which was stamped `turned_from`.
pub(super) fn note(tables: &mut dyn Tables, turned_from: Option<Timestamp>) -> Stored<()> {
    let Some(latest) = turned_from else { return Ok(()) };
    let next_ids = Listed::ALL.iter().map(|list| list.counter().next(tables.view())).collect::<Stored<Vec<u64>>>()?;
    TURNS.change(tables, &ONLY, |turns: &mut Vec<Turn>| {
        turns.push(Turn { latest, next_ids });
        if turns.len() > TURNS_MAX {
            let oldest = turns.remove(0);
            turns[0].latest = turns[0].latest.max(oldest.latest);
        }
    })
}

/// The stretches of a list in which days do not go back, newest first.
#[derive(Debug, Clone, Default)]
pub struct Stretches {
    /// For each stretch but the newest: rows with smaller ids are in it or in an older one, and its last row is of this day.
    ends: Vec<(u64, BusinessDay)>,
}

impl Stretches {
    /// Those of `list`.
    pub fn of(view: &dyn View, list: Listed, bar_time: &BarTime) -> Stored<Self> {
        let turns = TURNS.get(view, &ONLY)?.unwrap_or_default();
        let end = |turn: &Turn| (turn.next_ids.get(list as usize).copied().unwrap_or(0), bar_time.business_day(turn.latest));
        Ok(Stretches { ends: turns.iter().rev().map(end).collect() })
    }

    /// Where a search for rows of `first` or a later day goes on, when it came to row `id`, which is too old, as is the rest
    /// of its stretch: before which id. `None` when no older row can be of such a day.
    pub fn older(&self, id: u64, first: BusinessDay) -> Option<u64> {
        self.ends.iter().find(|(end, latest)| *end <= id && !latest.is_past_all_of(first)).map(|(end, _)| *end)
    }
}
