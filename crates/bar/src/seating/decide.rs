//! Decides changes of dining tables: unique numbers and names, none removed under an open order, occupied by dine-in orders.

use super::{DiningTable, FRESH_TABLES, TABLE_NUMBER_MAX, TableSaved, TableStatus};
use base::{Decided, Refusal, text};

/// A command about dining tables.
#[derive(Debug, Clone)]
pub enum SeatingCommand {
    /// Creates [`FRESH_TABLES`] if there are no tables.
    Seed,
    Create {
        /// `None`: the next free number.
        number: Option<u32>,
        name: Option<String>,
        area: Option<String>,
        capacity: u32,
    },
    /// Changes what is given.
    Update {
        table_id: u64,
        number: Option<u32>,
        /// `Some(None)` takes the name off.
        name: Option<Option<String>>,
        /// `Some(None)` takes the area off.
        area: Option<Option<String>>,
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
/// 404 for an unknown table; 409 `taken` for a number or a name, `conflict` for the removal of a table with an open order, and for a table
/// without a number when none is free.
pub fn decide(command: &SeatingCommand, all: &[DiningTable], next_id: u64, busy: impl Fn(u64) -> bool) -> Decided<Vec<TableSaved>> {
    let find = |id: u64| all.iter().find(|table| table.id == id).cloned().ok_or_else(|| Refusal::not_found("table"));
    let changed = |before: &DiningTable, table: DiningTable| {
        let renamed = before.label() != table.label();
        if *before == table { Vec::new() } else { vec![TableSaved { table, renamed }] }
    };
    match command {
        SeatingCommand::Seed => {
            let missing = if all.is_empty() { FRESH_TABLES.as_slice() } else { &[] };
            Ok(missing.iter().zip(next_id..).map(|((number, capacity), id)| saved(new(id, *number, *capacity))).collect())
        }
        SeatingCommand::Create { number, name, area, capacity } => {
            let number = number.map_or_else(|| next_number(all), Ok)?;
            let table = DiningTable { name: name.clone(), area: area_of(area.clone(), all), ..new(next_id, number, *capacity) };
            check_unique(&table, all)?;
            Ok(vec![saved(table)])
        }
        SeatingCommand::Update { table_id, number, name, area, capacity } => {
            let before = find(*table_id)?;
            let table = DiningTable {
                number: number.unwrap_or(before.number),
                name: name.clone().unwrap_or_else(|| before.name.clone()),
                area: match area {
                    None => before.area.clone(),
                    Some(area) if is_same_area(area.as_ref(), before.area.as_ref()) => area.clone(),
                    Some(area) => area_of(area.clone(), all),
                },
                capacity: capacity.unwrap_or(before.capacity),
                ..before.clone()
            };
            check_unique(&table, all)?;
            // An area that is spelled in another way at one of its tables is spelled so at all of them.
            let respelled = all.iter().filter(|other| other.id != table.id && is_same_area(other.area.as_ref(), table.area.as_ref()));
            let respelled = respelled.flat_map(|other| changed(other, DiningTable { area: table.area.clone(), ..other.clone() })).collect();
            Ok([changed(&before, table.clone()), respelled].concat())
        }
        SeatingCommand::Archive { table_id } => {
            let table = find(*table_id)?;
            if busy(*table_id) {
                return Err(Refusal::conflict("There is an open order on this table"));
            }
            Ok(vec![saved(DiningTable { archived: true, ..table })])
        }
        SeatingCommand::SetStatus { table_id, status } => {
            let before = find(*table_id)?;
            Ok(changed(&before, DiningTable { status: *status, ..before.clone() }))
        }
    }
}

/// The event of a table that is called as before, or was not there.
fn saved(table: DiningTable) -> TableSaved {
    TableSaved { table, renamed: false }
}

fn new(id: u64, number: u32, capacity: u32) -> DiningTable {
    DiningTable { id, number, name: None, area: None, capacity, status: TableStatus::Available, archived: false }
}

/// The number after the highest; the lowest free one where that is the last. Numbers of removed tables come last, because their codes may
/// still hang somewhere.
fn next_number(all: &[DiningTable]) -> Decided<u32> {
    let highest = all.iter().map(|table| table.number).max().unwrap_or_default();
    let is_free = |number: &u32| {
        let said = by_number(*number);
        all.iter().all(|table| table.number != *number && table.name.as_deref().map(text::fold).as_deref() != Some(said.as_str()))
    };
    (highest.saturating_add(1)..=TABLE_NUMBER_MAX)
        .chain(1..=highest)
        .find(is_free)
        .ok_or_else(|| Refusal::conflict(format!("All table numbers up to {TABLE_NUMBER_MAX} are used")))
}

/// `area`, spelled as a table that is there spells it: `terrace` is not a second area beside `Terrace`.
fn area_of(area: Option<String>, all: &[DiningTable]) -> Option<String> {
    let known = all.iter().map(|table| &table.area).find(|known| is_same_area(known.as_ref(), area.as_ref()));
    known.cloned().unwrap_or(area)
}

fn is_same_area(one: Option<&String>, other: Option<&String>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if text::fold(one) == text::fold(other))
}

/// Refuses a table that is called as another one, by its number or by its name. `Table 4` is what table 4 is called, even if it has a name:
/// its code says so.
fn check_unique(table: &DiningTable, all: &[DiningTable]) -> Decided<()> {
    let (by_own_number, name) = (by_number(table.number), table.name.as_deref().map(text::fold));
    for other in all.iter().filter(|other| other.id != table.id) {
        if other.number == table.number {
            return Err(Refusal::taken("tableNumber", "There is a table with this number"));
        }
        let other_name = other.name.as_deref().map(text::fold);
        if name.as_ref().is_some_and(|name| Some(name) == other_name.as_ref() || *name == by_number(other.number)) {
            return Err(Refusal::taken("name", NAME_TAKEN));
        }
        if other_name.is_some_and(|name| name == by_own_number) {
            return Err(Refusal::taken("tableNumber", NAME_TAKEN));
        }
    }
    Ok(())
}

const NAME_TAKEN: &str = "There is a table with this name";

/// What a table is called by its number, folded.
fn by_number(number: u32) -> String {
    format!("table {number}")
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
    Some(saved(DiningTable { status, ..table.clone() }))
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

    #[test]
    fn a_new_table_gets_the_number_after_the_highest_and_the_lowest_when_that_is_the_last() {
        let numbered = |numbers: &[u32]| -> Vec<DiningTable> { numbers.iter().zip(1..).map(|(number, id)| new(id, *number, 4)).collect() };
        assert_eq!(next_number(&[]), Ok(1));
        assert_eq!(next_number(&numbered(&[1, 2, 7])), Ok(8));
        assert_eq!(next_number(&numbered(&[1, 2, TABLE_NUMBER_MAX])), Ok(3));
        let mut named = numbered(&[1, 2]);
        named[1].name = Some("Table 3".to_owned());
        assert_eq!(next_number(&named), Ok(4), "what is called Table 3 already is not another table 3");
        let all: Vec<u32> = (1..=TABLE_NUMBER_MAX).collect();
        assert!(next_number(&numbered(&all)).is_err());
    }
}
