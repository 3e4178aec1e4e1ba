//! Rebuild check: rebuilds all tables from the journal in memory and compares them byte for byte with the stored ones.

use std::collections::{BTreeMap, BTreeSet};

use barback::engine::{self, Event, rebuild};
use barback::printing::{self, JobStatus};
use barback::{catalog, stock};
use store::{MemoryTables, Store, Stored, View, entries_after, journal_head};

/// Asserts that the tables of `store` match a rebuild from its journal, and that the movements of each product sum to its stock.
#[track_caller]
pub fn assert_rebuilds(store: &Store) {
    loop {
        let head = journal_head(store).expect("a head");
        let stored = store.derived_tables().expect("the tables");
        let mut rebuilt = MemoryTables::new();
        let entries = store.read(|view| rebuild(view, &mut rebuilt)).expect("the journal can be read");
        // A print job may change between the two reads; then the sides are from different moments: try again.
        if entries == head && journal_head(store).expect("a head") == head {
            compare(&stored, &rebuilt);
            store.read(|view| assert_print_jobs_match_journal(view, &rebuilt)).expect("the store can be read");
            return assert_movements_sum_to_stock(store);
        }
    }
}

#[track_caller]
fn compare(stored: &MemoryTables, rebuilt: &MemoryTables) {
    let (stored, rebuilt) = (stored.derived(), rebuilt.derived());
    let names: BTreeSet<&str> = stored.keys().chain(rebuilt.keys()).copied().collect();
    for name in names {
        let (stored, rebuilt) = (stored.get(name), rebuilt.get(name));
        assert!(stored.is_some() && rebuilt.is_some(), "table {name}: stored {}, rebuilt {}", stored.is_some(), rebuilt.is_some());
        let (Some(stored), Some(rebuilt)) = (stored, rebuilt) else { continue };
        for key in stored.keys().chain(rebuilt.keys()) {
            assert_eq!(
                stored.get(key).map(|row| String::from_utf8_lossy(row)),
                rebuilt.get(key).map(|row| String::from_utf8_lossy(row)),
                "table {name}, key {:?}: left is the stored row, right the rebuilt one",
                String::from_utf8_lossy(key)
            );
        }
        assert_eq!(stored, rebuilt, "table {name}");
    }
}

/// Asserts that the print jobs of `tables` are exactly those that `journal` queued, each with the printer, the status and the
/// attempts of its entries: applying an entry must not queue a job of its own.
#[track_caller]
pub fn assert_print_jobs_match_journal(journal: &dyn View, tables: &dyn View) -> Stored<()> {
    let mut expected = BTreeMap::new();
    for raw in entries_after(journal, 0, usize::MAX - 1)? {
        match engine::Entry::parse(&raw)?.event {
            Event::PrintQueued(job) if job.job_id > 0 => {
                let job_id = job.job_id;
                let before = expected.insert(job_id, (job.kind, job.printer_id, JobStatus::Queued, 0));
                assert!(before.is_none(), "print job {job_id} is queued twice");
            }
            Event::PrintMoved(moved) => {
                if let Some((_, printer_id, status, attempts)) = expected.get_mut(&moved.job_id) {
                    (*printer_id, *status) = (moved.printer_id.unwrap_or(*printer_id), moved.status);
                    *attempts += u32::from(moved.status == JobStatus::Sending);
                }
            }
            _ => {}
        }
    }
    let jobs = printing::jobs(tables, u64::MAX, usize::MAX)?;
    let open = jobs.iter().filter(|job| job.status.is_pending() || job.status == JobStatus::Sending).count();
    let stored: BTreeMap<_, _> = jobs.into_iter().map(|job| (job.id, (job.kind, job.printer_id, job.status, job.attempts))).collect();
    assert_eq!(stored, expected, "left are the stored print jobs, right those of the journal");
    assert_eq!(printing::all_open_job_count(tables)?, open, "count of open print jobs");
    Ok(())
}

#[track_caller]
fn assert_movements_sum_to_stock(store: &Store) {
    let checked = store.read(|view| {
        for id in (1..).take_while(|id| matches!(catalog::any_product(view, *id), Ok(Some(_)))) {
            let sum: i64 = stock::movements(view, id, u64::MAX, usize::MAX)?.iter().map(|movement| movement.delta).sum();
            assert_eq!(sum, stock::level(view, id)?, "the movements of product {id} do not sum to its stock");
        }
        Ok(())
    });
    checked.expect("the store can be read");
}
