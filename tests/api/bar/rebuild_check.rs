//! Rebuild check: rebuilds all tables from the journal in memory and compares them byte for byte with the stored ones.

use std::collections::{BTreeMap, BTreeSet};

use barback::engine::{self, Event, rebuild};
use barback::printing::{self, JobStatus};
use barback::store::{MemoryTables, Store, Stored, View, entries_after, journal_head};
use barback::{catalog, stock};

/// Fails unless the tables of `store` are what its journal says, and the movements of each product sum to its stock.
#[track_caller]
pub fn assert_rebuilds(store: &Store) {
    loop {
        let head = journal_head(store).expect("a head");
        let kept = store.derived_tables().expect("the tables");
        let mut rebuilt = MemoryTables::new();
        let entries = store.read(|view| rebuild(view, &mut rebuilt)).expect("the journal can be read");
        // If a print job changed in between, the two sides are from different moments: compare again.
        if entries == head && journal_head(store).expect("a head") == head {
            compare(&kept, &rebuilt);
            store.read(|view| assert_print_jobs_match_journal(view, &rebuilt)).expect("the store can be read");
            return assert_movements_sum_to_stock(store);
        }
    }
}

#[track_caller]
fn compare(kept: &MemoryTables, rebuilt: &MemoryTables) {
    let (kept, rebuilt) = (kept.derived(), rebuilt.derived());
    let names: BTreeSet<&str> = kept.keys().chain(rebuilt.keys()).copied().collect();
    for name in names {
        let (kept, rebuilt) = (kept.get(name), rebuilt.get(name));
        assert!(kept.is_some() && rebuilt.is_some(), "table {name}: kept {}, rebuilt {}", kept.is_some(), rebuilt.is_some());
        let (Some(kept), Some(rebuilt)) = (kept, rebuilt) else { continue };
        for key in kept.keys().chain(rebuilt.keys()) {
            assert_eq!(
                kept.get(key).map(|row| String::from_utf8_lossy(row)),
                rebuilt.get(key).map(|row| String::from_utf8_lossy(row)),
                "table {name}, key {:?}: left is what the store has, right what the journal makes of it",
                String::from_utf8_lossy(key)
            );
        }
        assert_eq!(kept, rebuilt, "table {name}");
    }
}

/// Fails unless the print jobs of `tables` are those that `journal` queued and no others, each at the printer, with the status
/// and with the attempts that its entries say: applying an entry queues nothing by itself.
#[track_caller]
pub fn assert_print_jobs_match_journal(journal: &dyn View, tables: &dyn View) -> Stored<()> {
    let mut told = BTreeMap::new();
    for raw in entries_after(journal, 0, usize::MAX - 1)? {
        match engine::Entry::parse(&raw)?.event {
            Event::PrintQueued(job) if job.job_id > 0 => {
                let job_id = job.job_id;
                let before = told.insert(job_id, (job.kind, job.printer_id, JobStatus::Queued, 0));
                assert!(before.is_none(), "print job {job_id} is queued twice");
            }
            Event::PrintMoved(moved) => {
                if let Some((_, printer_id, status, attempts)) = told.get_mut(&moved.job_id) {
                    (*printer_id, *status) = (moved.printer_id.unwrap_or(*printer_id), moved.status);
                    *attempts += u32::from(moved.status == JobStatus::Sending);
                }
            }
            _ => {}
        }
    }
    let jobs = printing::jobs(tables, u64::MAX, usize::MAX)?;
    let open = jobs.iter().filter(|job| job.status.is_pending() || job.status == JobStatus::Sending).count();
    let kept: BTreeMap<_, _> = jobs.into_iter().map(|job| (job.id, (job.kind, job.printer_id, job.status, job.attempts))).collect();
    assert_eq!(kept, told, "left are the print jobs as they are kept, right as the journal tells them");
    assert_eq!(printing::all_open_job_count(tables)?, open, "print jobs that wait");
    Ok(())
}

#[track_caller]
fn assert_movements_sum_to_stock(store: &Store) {
    let look = store.read(|view| {
        for id in (1..).take_while(|id| matches!(catalog::any_product(view, *id), Ok(Some(_)))) {
            let sum: i64 = stock::movements(view, id, u64::MAX, usize::MAX)?.iter().map(|movement| movement.delta).sum();
            assert_eq!(sum, stock::level(view, id)?, "the movements of product {id} do not sum to its stock");
        }
        Ok(())
    });
    look.expect("the store can be read");
}
