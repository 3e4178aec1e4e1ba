//! Answers while the disk fails are correct: saved, not saved, or unknown. Reads never show what a power cut could still remove.

use std::path::Path;
use std::sync::Arc;

use barback::engine::{Answer, Entry, Event, Failure};
use store::{Folder, Store, StoreError, View, entries_after, kept_answer, metadata, set_metadata};

use crate::crash_image::{Shape, UnsyncedDisk};
use crate::rng::SeededRng;
use crate::sim_disk::{Fault, Image, SimDisk};
use crate::story::{OpenBox, Part, Step, another_sale, story};

/// Number of records in a change that is too large for the log, and the bytes of each.
const LARGE_RECORDS: usize = 300;
const LARGE_RECORD_BYTES: usize = 6_000;
/// More syncs than such a change takes.
const LARGE_SYNCS_MAX: u64 = 5;
/// Metadata name that the change sets.
const WRITTEN: &str = "written";

/// Whether the answer says that the outcome is unknown.
pub fn is_outcome_unknown<T>(result: &Result<T, Failure>) -> bool {
    matches!(result, Err(Failure::Store(StoreError::OutcomeUnknown(_))))
}

/// Fails unless everything that was refused as not saved is absent, now and after a power cut, and everything that reads show is still
/// there after a power cut.
pub fn check_answers<'s>(
    disk: &SimDisk,
    bar: &OpenBox,
    results: impl Iterator<Item = (&'s Step, &'s Result<Answer, Failure>)>,
) -> Result<(), String> {
    let not_saved: Vec<&Step> =
        results.filter(|(_, result)| result.is_err() && !is_outcome_unknown(result)).map(|(step, _)| step).collect();
    let check = |view: &dyn View| {
        for step in &not_saved {
            if kept_answer(view, &step.key())?.is_some() {
                return Ok(Err(format!("step {} was refused as not saved, and it is", step.number)));
            }
        }
        Ok(Ok(entries_after(view, 0, usize::MAX)?))
    };
    let shown = bar.store.read(check).unwrap_or_else(|_| Ok(Vec::new()))?;
    let mut unsynced = UnsyncedDisk::starting_with(&Image::new());
    disk.trace().iter().for_each(|op| unsynced.apply(op));
    let elsewhere = tempfile::tempdir().map_err(|error| error.to_string())?;
    for shape in [Shape::Nothing, Shape::Everything, Shape::Torn] {
        let image = unsynced.crash_image(shape, &mut SeededRng::new(not_saved.len() as u64));
        let named = |name: &Path| elsewhere.path().join(name.file_name().unwrap_or_default());
        let image = image.into_iter().map(|(name, bytes)| (named(&name), bytes)).collect();
        let after = OpenBox::start(Arc::new(SimDisk::holding(&image)), elsewhere.path())
            .map_err(|error| format!("after a power cut, {shape:?}, the box does not open: {error}"))?;
        let durable = after.store.read(check).map_err(|error| error.to_string())?;
        let durable = durable.map_err(|wrong| format!("after a power cut, {shape:?}: {wrong}"))?;
        if !durable.starts_with(&shown) {
            return Err(format!("{} entries were shown, and after a power cut, {shape:?}, there are {}", shown.len(), durable.len()));
        }
    }
    Ok(())
}

/// A bar with some sales on its own disk, and the next sale.
fn bar_with_sales(disk: &SimDisk, folder: &Path) -> (OpenBox, Step) {
    let bar = OpenBox::start(Arc::new(disk.clone()), folder).expect("it opens");
    let steps = story().into_iter().filter_map(|part| if let Part::Steps(steps) = part { Some(steps) } else { None }).flatten();
    for step in steps.take(7) {
        bar.submit(&[&step]).remove(0).expect("done");
    }
    (bar, another_sale(200))
}

fn sales(bar: &OpenBox) -> usize {
    let journal = bar.store.read(|view| entries_after(view, 0, usize::MAX)).expect("readable");
    let is_sale = |event: &Event| matches!(event, Event::SaleRecorded(_));
    journal.iter().filter(|raw| is_sale(&Entry::parse(raw).expect("an entry").event)).count()
}

#[test]
fn a_sale_that_the_disk_stored_despite_a_failed_sync_is_answered() {
    let folder = tempfile::tempdir().expect("room");
    let disk = SimDisk::default();
    let (bar, sale) = bar_with_sales(&disk, folder.path());
    let before = sales(&bar);
    disk.fail_at(1, Fault::OneSync);
    let answer = bar.submit(&[&sale]).remove(0).expect("the second attempt is stored");
    assert_eq!((disk.failures(), sales(&bar)), (1, before + 1));
    check_answers(&disk, &bar, std::iter::empty()).expect("a power cut does not lose it");
    assert_eq!(bar.submit(&[&sale]).remove(0).expect("the same"), answer);
}

/// The result of a write, small or large, agrees with what reads show, and with what is stored after a power cut.
#[test]
fn the_result_of_a_write_is_correct_whichever_sync_fails() {
    let folder = tempfile::tempdir().expect("room");
    let open = |disk: SimDisk| Store::open_on(Arc::new(disk), Folder::lock(folder.path()).expect("free")).expect("it opens");
    let has = |store: &Store| store.read(|view| metadata(view, WRITTEN)).expect("readable").is_some();
    let (mut stored, mut refused, mut unknown) = (0, 0, 0);
    for (large, at, fault, seed) in [false, true].into_iter().flat_map(|large| {
        let faults = (1..=LARGE_SYNCS_MAX).flat_map(|at| [(at, Fault::OneSync), (at, Fault::Syncs)]);
        faults.flat_map(move |(at, fault)| (0..8).map(move |seed| (large, at, fault, seed)))
    }) {
        let what = format!("large {large}, sync {at}, {fault:?}, seed {seed}");
        let disk = SimDisk::default().seeded(seed);
        let store = open(disk.clone());
        for number in 0..3 {
            store.write(|tables| set_metadata(tables, "before", &number.to_string())).expect("a disk");
        }
        disk.fail_at(at, fault);
        let result = store.write(|tables| {
            for number in 0..if large { LARGE_RECORDS } else { 1 } {
                set_metadata(tables, &format!("fact {number}"), &"x".repeat(LARGE_RECORD_BYTES))?;
            }
            set_metadata(tables, WRITTEN, "yes")
        });
        if disk.failures() == 0 {
            // The change has fewer syncs.
            assert!(result.is_ok() && at > 1, "{what}");
            continue;
        }
        let shown = has(&store);
        let mut unsynced = UnsyncedDisk::starting_with(&Image::new());
        disk.trace().iter().for_each(|op| unsynced.apply(op));
        drop(store);
        let after = [Shape::Nothing, Shape::Everything, Shape::Torn].map(|shape| {
            let store = open(SimDisk::holding(&unsynced.crash_image(shape, &mut SeededRng::new(seed))));
            has(&store)
        });
        match result {
            Ok(()) => {
                stored += 1;
                assert!(shown && after == [true; 3], "{what}: stored, shown {shown}, {after:?}");
            }
            Err(StoreError::Unavailable(_)) => {
                refused += 1;
                assert!(!shown && after == [false; 3], "{what}: not stored, shown {shown}, {after:?}");
            }
            Err(StoreError::OutcomeUnknown(_)) => {
                unknown += 1;
                assert!(!shown, "{what}: unknown, and shown");
            }
            Err(error) => panic!("{what}: {error}"),
        }
    }
    println!("{stored} stored, {refused} refused, {unknown} unknown");
    assert!(stored > 0 && refused > 0 && unknown > 0);
}

#[test]
fn a_sale_that_was_never_written_is_refused_as_not_saved() {
    let folder = tempfile::tempdir().expect("room");
    let disk = SimDisk::default();
    let (bar, sale) = bar_with_sales(&disk, folder.path());
    let before = sales(&bar);
    disk.fail_at(1, Fault::ReadOnly);
    for _ in 0..2 {
        let result = bar.submit(&[&sale]).remove(0);
        assert!(matches!(result, Err(Failure::Store(StoreError::Unavailable(_)))), "{result:?}");
    }
    assert_eq!(sales(&bar), before);
    disk.repair();
    bar.submit(&[&sale]).remove(0).expect("the disk is repaired");
    assert_eq!(sales(&bar), before + 1);
}

#[test]
fn a_sale_with_an_unknown_outcome_is_neither_shown_nor_denied() {
    let folder = tempfile::tempdir().expect("room");
    let disk = SimDisk::default();
    let (bar, sale) = bar_with_sales(&disk, folder.path());
    let before = sales(&bar);
    disk.fail_at(1, Fault::Syncs);
    for _ in 0..3 {
        let result = bar.submit(&[&sale]).remove(0);
        assert!(is_outcome_unknown(&result), "{result:?}");
        assert_eq!(sales(&bar), before, "nothing is shown that a power cut could take away");
    }
    let other = bar.submit(&[&another_sale(201)]).remove(0);
    assert!(matches!(other, Err(Failure::Store(StoreError::Unavailable(_)))), "it was never written: {other:?}");
    disk.repair();
    bar.submit(&[&sale]).remove(0).expect("the disk is repaired");
    assert_eq!(sales(&bar), before + 1, "once");
}

#[test]
fn a_read_only_box_repeats_a_lost_answer() {
    let folder = tempfile::tempdir().expect("room");
    let disk = SimDisk::default();
    let (bar, sale) = bar_with_sales(&disk, folder.path());
    let answer = bar.submit(&[&sale]).remove(0).expect("done");
    disk.fail_at(1, Fault::ReadOnly);
    drop(bar.submit(&[&another_sale(201)]));
    assert_eq!(bar.submit(&[&sale]).remove(0).expect("the saved sale is answered"), answer);
}
