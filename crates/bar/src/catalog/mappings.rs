//! What people chose for the columns of imported files, for the next file with the same headings.

use super::ProductsImported;
use super::csv::Mapping;
use store::{Counter, Stored, Table, Tables, View};

/// How many files are remembered.
const KEPT: usize = 50;

/// In the order in which they were chosen.
const MAPPINGS: Table<u64, Mapping> = Table::new("import_mappings");
const MAPPING_IDS: Counter = Counter("import_mappings");

/// What was chosen, the newest first.
pub fn import_mappings(view: &dyn View) -> Stored<Vec<Mapping>> {
    Ok(MAPPINGS.all(view)?.into_iter().rev().map(|(_, mapping)| mapping).collect())
}

/// Applies the event: the newest choice for the same headings counts.
pub fn apply_imported(tables: &mut dyn Tables, event: &ProductsImported) -> Stored<()> {
    let Some(mapping) = &event.mapping else { return Ok(()) };
    let kept = MAPPINGS.all(tables.view())?;
    let surplus = (kept.len() + 1).saturating_sub(KEPT);
    for (place, (id, known)) in kept.iter().enumerate() {
        if place < surplus || known.headings == mapping.headings {
            MAPPINGS.remove(tables, id)?;
        }
    }
    let id = MAPPING_IDS.take(tables)?;
    MAPPINGS.put(tables, &id, mapping)
}
