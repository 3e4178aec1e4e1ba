//! Decides changes of dining tables: unique numbers, none removed under an open order, occupied by dine-in orders.

use super::{DiningTable, FRESH_TABLES, TableSaved, TableStatus};
use base::{Decided, Refusal};

/// A command about dining tables.
#[derive(Debug, Clone)]
pub enum SeatingCommand {
    /// Creates [`FRESH_TABLES`] if there are no tables.
    Seed,
    Create {
        number: u32,
        capacity: u32,
    },
    /// Changes what is given.
    Update {
        table_id: u64,
        number: Option<u32>,
        capacity: Option<u32>,
    },
    /// Refused while there is an open order on the table.
    Archive {
        table_id: u64,
    },
    SetStatus {
        table_id: u64,
        status: TableStatus,
    },
}

/// Decides a command. `all` are the tables that are not archived; `busy` returns whether a table has open orders.
///
/// # Errors
/// 404 for an unknown table; 409 `taken` for a number, `conflict` for the removal of a table with an open order.
pub fn decide(command: &SeatingCommand, all: &[DiningTable], next_id: u64, busy: impl Fn(u64) -> bool) -> Decided<Vec<TableSaved>> {
    let find = |id: u64| all.iter().find(|table| table.id == id).cloned().ok_or_else(|| Refusal::not_found("table"));
    let taken = |number: u32, own: Option<u64>| all.iter().any(|table| table.number == number && Some(table.id) != own);
    let new = |id, number, capacity| DiningTable { id, number, capacity, status: TableStatus::Available, archived: false };
    let changed = |before: DiningTable, table: DiningTable| if before == table { Vec::new() } else { vec![TableSaved { table }] };
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
                DiningTable { number: number.unwrap_or(before.number), capacity: capacity.unwrap_or(before.capacity), ..before.clone() };
            Ok(changed(before, table))
        }
        SeatingCommand::Archive { table_id } => {
            let table = find(table_id)?;
            if busy(table_id) {
                return Err(Refusal::conflict("There is an open order on this table"));
            }
            Ok(vec![TableSaved { table: DiningTable { archived: true, ..table } }])
        }
        SeatingCommand::SetStatus { table_id, status } => {
            let before = find(table_id)?;
            Ok(changed(before.clone(), DiningTable { status, ..before }))
        }
    }
}

/// The event that marks a table as occupied, for a new dine-in order; `None` if it is already.
pub fn occupied(table: Option<&DiningTable>) -> Option<TableSaved> {
    becomes(table, TableStatus::Occupied)
}

/// The event that marks a table as available, when its last open order has left it; `None` if it is already.
pub fn freed(table: Option<&DiningTable>) -> Option<TableSaved> {
    becomes(table, TableStatus::Available)
}

fn becomes(table: Option<&DiningTable>, status: TableStatus) -> Option<TableSaved> {
    let table = table.filter(|table| table.status != status)?;
    Some(TableSaved { table: DiningTable { status, ..table.clone() } })
}

fn number_taken() -> Refusal {
    Refusal::taken("tableNumber", "There is a table with this number")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_start_that_was_interrupted_creates_no_table_twice() {
        let seed = |all: &[DiningTable], next_id| decide(&SeatingCommand::Seed, all, next_id, |_| false).expect("tables");
        let fresh: Vec<DiningTable> = seed(&[], 1).into_iter().map(|event| event.table).collect();
        assert_eq!(fresh.iter().map(|table| (table.number, table.capacity)).collect::<Vec<_>>(), FRESH_TABLES);
        assert_eq!(seed(&fresh, 13), []);
    }
}
