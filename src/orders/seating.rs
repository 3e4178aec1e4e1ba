//! The tables that guests sit at.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::base::{Decided, Refusal};
use crate::store::{Counter, Stored, Table, Tables, View};

/// Tables of a fresh box: number and seats.
pub const FRESH_TABLES: [(u32, u32); 12] =
    [(1, 2), (2, 2), (3, 2), (4, 2), (5, 4), (6, 4), (7, 4), (8, 4), (9, 6), (10, 6), (11, 6), (12, 6)];
/// Highest table number.
pub const TABLE_NUMBER_MAX: u32 = 9_999;
/// Most seats of a table.
pub const CAPACITY_MAX: u32 = 100;

const SEATING: Table<u64, SeatingTable> = Table::new("seating");
const TABLE_IDS: Counter = Counter("seating");

/// Whether somebody sits there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TableStatus {
    /// Free.
    Available,
    /// Guests sit there.
    Occupied,
    /// Kept for somebody.
    Reserved,
    /// Being wiped.
    Cleaning,
}

impl TableStatus {
    /// Reads a status.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "available" => Some(TableStatus::Available),
            "occupied" => Some(TableStatus::Occupied),
            "reserved" => Some(TableStatus::Reserved),
            "cleaning" => Some(TableStatus::Cleaning),
            _ => None,
        }
    }

    /// The word as it travels.
    pub fn as_str(self) -> &'static str {
        match self {
            TableStatus::Available => "available",
            TableStatus::Occupied => "occupied",
            TableStatus::Reserved => "reserved",
            TableStatus::Cleaning => "cleaning",
        }
    }
}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatingTable {
    /// Counts from 1.
    pub id: u64,
    /// What is painted on it; unique.
    pub number: u32,
    /// Seats.
    pub capacity: u32,
    /// Whether somebody sits there.
    pub status: TableStatus,
    /// Whether it was carried away. The row stays, because orders name it.
    pub archived: bool,
}

/// A command about tables.
#[derive(Debug, Clone)]
pub enum SeatingCommand {
    /// The tables of a fresh box.
    Seed,
    /// A further table.
    Create {
        /// What is painted on it.
        number: u32,
        /// Seats.
        capacity: u32,
    },
    /// Another number, other seats.
    Update {
        /// Which.
        table_id: u64,
        /// What is painted on it.
        number: Option<u32>,
        /// Seats.
        capacity: Option<u32>,
    },
    /// Carried away.
    Archive {
        /// Which.
        table_id: u64,
    },
    /// Somebody sits down, or gets up.
    SetStatus {
        /// Which.
        table_id: u64,
        /// From now on.
        status: TableStatus,
    },
}

/// A table is as it says from now on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSaved {
    /// All of it.
    pub table: SeatingTable,
}

/// The rules. `all` are the tables that are not archived; `busy` tells whether open orders are on a table.
pub fn decide_seating(
    command: &SeatingCommand,
    all: &[SeatingTable],
    next_id: u64,
    busy: impl Fn(u64) -> bool,
) -> Decided<Vec<TableSaved>> {
    let find = |id: u64| all.iter().find(|table| table.id == id).cloned().ok_or_else(|| Refusal::not_found("table"));
    let taken = |number: u32, own: Option<u64>| all.iter().any(|table| table.number == number && Some(table.id) != own);
    let new = |id, number, capacity| SeatingTable { id, number, capacity, status: TableStatus::Available, archived: false };
    let changed = |before: SeatingTable, table: SeatingTable| if before == table { Vec::new() } else { vec![TableSaved { table }] };
    match *command {
        SeatingCommand::Seed => {
            let missing = if all.is_empty() { FRESH_TABLES.as_slice() } else { &[] };
            Ok(missing.iter().zip(next_id..).map(|((number, capacity), id)| TableSaved { table: new(id, *number, *capacity) }).collect())
        }
        SeatingCommand::Create { number, .. } if taken(number, None) => Err(number_taken()),
        SeatingCommand::Create { number, capacity } => Ok(vec![TableSaved { table: new(next_id, number, capacity) }]),
        SeatingCommand::Update { table_id, number, capacity } => {
            let before = find(table_id)?;
            if number.is_some_and(|number| taken(number, Some(table_id))) {
                return Err(number_taken());
            }
            let table =
                SeatingTable { number: number.unwrap_or(before.number), capacity: capacity.unwrap_or(before.capacity), ..before.clone() };
            Ok(changed(before, table))
        }
        SeatingCommand::Archive { table_id } => {
            let table = find(table_id)?;
            if busy(table_id) {
                return Err(Refusal::conflict("There is an open order on this table"));
            }
            Ok(vec![TableSaved { table: SeatingTable { archived: true, ..table } }])
        }
        SeatingCommand::SetStatus { table_id, status } => {
            let before = find(table_id)?;
            Ok(changed(before.clone(), SeatingTable { status, ..before }))
        }
    }
}

/// A dine-in order takes its table.
pub fn occupied(table: Option<&SeatingTable>) -> Option<TableSaved> {
    becomes(table, TableStatus::Occupied)
}

/// The last open order left its table.
pub fn freed(table: Option<&SeatingTable>) -> Option<TableSaved> {
    becomes(table, TableStatus::Available)
}

fn becomes(table: Option<&SeatingTable>, status: TableStatus) -> Option<TableSaved> {
    let table = table.filter(|table| table.status != status)?;
    Some(TableSaved { table: SeatingTable { status, ..table.clone() } })
}

fn number_taken() -> Refusal {
    Refusal::taken("tableNumber", "There is a table with this number")
}

/// The id that the next table gets.
pub fn next_table_id(view: &dyn View) -> Stored<u64> {
    TABLE_IDS.next(view)
}

/// The table, archived or not.
pub fn any_table(view: &dyn View, id: u64) -> Stored<Option<SeatingTable>> {
    SEATING.get(view, &id)
}

/// The table, unless it is archived.
pub fn table(view: &dyn View, id: u64) -> Stored<Option<SeatingTable>> {
    Ok(any_table(view, id)?.filter(|table| !table.archived))
}

/// All tables that ever were.
pub fn all_tables(view: &dyn View) -> Stored<Vec<SeatingTable>> {
    Ok(SEATING.all(view)?.into_iter().map(|(_, table)| table).collect())
}

/// All tables that are not archived, by number.
pub fn tables(view: &dyn View) -> Stored<Vec<SeatingTable>> {
    let mut tables: Vec<SeatingTable> = all_tables(view)?.into_iter().filter(|table| !table.archived).collect();
    tables.sort_by_key(|table| table.number);
    Ok(tables)
}

/// Applies the event.
pub fn apply_table(tables: &mut dyn Tables, event: &TableSaved) -> Stored<()> {
    TABLE_IDS.used(tables, event.table.id)?;
    SEATING.put(tables, &event.table.id, &event.table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_start_that_was_cut_off_makes_no_table_twice() {
        let seed = |all: &[SeatingTable], next_id| decide_seating(&SeatingCommand::Seed, all, next_id, |_| false).expect("tables");
        let fresh: Vec<SeatingTable> = seed(&[], 1).into_iter().map(|event| event.table).collect();
        assert_eq!(fresh.iter().map(|table| (table.number, table.capacity)).collect::<Vec<_>>(), FRESH_TABLES);
        assert_eq!(seed(&fresh, 13), []);
    }
}
