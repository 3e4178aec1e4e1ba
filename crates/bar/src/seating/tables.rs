//! Rows of dining tables.

use super::{DiningTable, TableLabel, TableSaved, TableStatus};
use base::{Envelope, Timestamp};
use store::{Counter, Stored, Table, Tables, View};

const SEATING: Table<u64, DiningTable> = Table::new("seating");
/// Occupied table → since when it is.
const OCCUPIED_AT: Table<u64, Timestamp> = Table::new("seating_occupied");
const TABLE_IDS: Counter = Counter("seating");

/// The id of the next table.
pub fn next_table_id(view: &dyn View) -> Stored<u64> {
    TABLE_IDS.next(view)
}

/// The table, even if it is archived.
pub fn any_table(view: &dyn View, id: u64) -> Stored<Option<DiningTable>> {
    SEATING.get(view, &id)
}

/// The table; `None` if it is archived.
pub fn table(view: &dyn View, id: u64) -> Stored<Option<DiningTable>> {
    Ok(any_table(view, id)?.filter(|table| !table.archived))
}

/// What people call the table at present, even if it is archived; `None` without a table.
pub fn label_of(view: &dyn View, table_id: Option<u64>) -> Stored<Option<TableLabel>> {
    let table = table_id.map_or(Ok(None), |id| any_table(view, id))?;
    Ok(table.map(|table| table.label()))
}

/// All tables, archived ones too.
pub fn all_tables(view: &dyn View) -> Stored<Vec<DiningTable>> {
    Ok(SEATING.all(view)?.into_iter().map(|(_, table)| table).collect())
}

/// All tables that are not archived, by number.
pub fn tables(view: &dyn View) -> Stored<Vec<DiningTable>> {
    let mut tables: Vec<DiningTable> = all_tables(view)?.into_iter().filter(|table| !table.archived).collect();
    tables.sort_by_key(|table| table.number);
    Ok(tables)
}

/// Since when the table is occupied; `None` if it is not.
pub fn occupied_at(view: &dyn View, id: u64) -> Stored<Option<Timestamp>> {
    OCCUPIED_AT.get(view, &id)
}

/// Writes the table, and since when it is occupied.
pub fn apply_table(tables: &mut dyn Tables, envelope: &Envelope, event: &TableSaved) -> Stored<()> {
    let DiningTable { id, status, .. } = event.table;
    TABLE_IDS.mark_used(tables, id)?;
    if status != TableStatus::Occupied {
        OCCUPIED_AT.remove(tables, &id)?;
    } else if occupied_at(tables.view(), id)?.is_none() {
        OCCUPIED_AT.put(tables, &id, &envelope.at)?;
    }
    SEATING.put(tables, &id, &event.table)
}
