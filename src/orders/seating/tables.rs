//! Tables to sit at, as rows.

use super::{SeatingTable, TableSaved};
use crate::store::{Counter, Stored, Table, Tables, View};

const SEATING: Table<u64, SeatingTable> = Table::new("seating");
const TABLE_IDS: Counter = Counter("seating");

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
    TABLE_IDS.mark_used(tables, event.table.id)?;
    SEATING.put(tables, &event.table.id, &event.table)
}
