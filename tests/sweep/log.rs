//! The write-ahead log: one sync for each change, checkpoints when they are due, and no start without a log that is needed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use store::{
    CHECKPOINT_AFTER, Disk, FORMAT_VERSION, Folder, MemoryTables, OpenError, RawEntry, SYNC_MARKER_AFTER, Store, StoreError, entries_after,
    metadata, set_metadata,
};

use crate::rng::{SeededRng, number};
use crate::sim_disk::{BLOCK, Fault, Image, Op, SimDisk, written_blocks};
use crate::story::{OpenBox, Part, Step, story};

/// Flipped bits of the ordinary run.
const FLIPS: u64 = 200;
/// Lengths to which the log is truncated in the ordinary run.
const CUTS: u64 = 40;
/// Bytes of a metadata value that make a record some kilobytes long.
const LARGE: usize = 6_000;
/// The log may grow to the length of the store file, within these bounds.
const LOG_MIN: usize = 512 * 1024;
const LOG_MAX: usize = 16 * 1024 * 1024;
/// Most bytes that a single sale may write.
const SALE_BYTES_MAX: usize = 8 * 1024;

/// A power cut while the log is in use: the disk, and what the bar had acknowledged.
struct Cut {
    image: Image,
    journal: Vec<RawEntry>,
    tables: MemoryTables,
}

fn log_in(folder: &Path) -> PathBuf {
    folder.join("barback.log")
}

fn file_in(folder: &Path) -> PathBuf {
    folder.join("barback.redb")
}

/// A bar after the steps among the first `parts` of the story, without pauses.
fn bar_after(disk: &SimDisk, folder: &Path, parts: usize) -> OpenBox {
    let bar = OpenBox::start(Arc::new(disk.clone()), folder).expect("it opens");
    for part in story().iter().take(parts) {
        if let Part::Steps(steps) = part {
            let steps: Vec<&Step> = steps.iter().collect();
            bar.submit(&steps).into_iter().for_each(|result| drop(result.expect("it is done")));
        }
    }
    bar
}

/// A busy bar with a power cut after the sync marker.
fn cut_after_sync_marker(folder: &Path) -> Cut {
    let disk = SimDisk::default();
    let bar = bar_after(&disk, folder, 12);
    bar.idle_for(SYNC_MARKER_AFTER).expect("marked");
    let journal = bar.store.read(|view| entries_after(view, 0, usize::MAX)).expect("readable");
    Cut { image: disk.image(), journal, tables: bar.store.derived_tables().expect("readable") }
}

/// Opens a changed image of `cut` and fails unless it is refused unchanged or everything is right. Returns the file that a refusal
/// names.
fn refused(cut: &Cut, image: &Image, folder: &Path, what: &str) -> Option<PathBuf> {
    let disk = SimDisk::holding(image);
    match OpenBox::start(Arc::new(disk.clone()), folder) {
        Ok(bar) => {
            let journal = bar.store.read(|view| entries_after(view, 0, usize::MAX)).expect("readable");
            assert!(journal == cut.journal, "{what}: opened, and the journal is another");
            assert!(bar.store.derived_tables().expect("readable") == cut.tables, "{what}: opened with other figures");
            None
        }
        Err(OpenError::Damaged { file }) => {
            assert!(disk.image() == *image, "{what}: something was touched");
            Some(file)
        }
        Err(error) => panic!("{what}: {error}"),
    }
}

#[test]
fn a_single_change_is_one_write_and_one_sync() {
    let folder = tempfile::tempdir().expect("room");
    let disk = SimDisk::default();
    let bar = bar_after(&disk, folder.path(), 6);
    let store = &bar.store;
    let steps: Vec<Step> =
        story().into_iter().filter_map(|part| if let Part::Steps(steps) = part { Some(steps) } else { None }).flatten().collect();
    for step in &steps[6..8] {
        // The writer may still be growing the log after the previous change.
        store.maintain(Duration::ZERO).expect("a disk");
        let before = disk.changes();
        bar.submit(&[step]).remove(0).expect("it is done");
        let did = disk.trace().split_off(before);
        let [Op::Write { offset, data, .. }, Op::Sync { .. }, after @ ..] = did.as_slice() else {
            panic!("{} operations that do not begin with a write and a sync", did.len())
        };
        // The log grows for the next records while no caller waits.
        let is_room = |op: &Op| match op {
            Op::Write { data, .. } => data.iter().all(|byte| *byte == 0),
            Op::SetLen { .. } | Op::Sync { .. } => true,
            _ => false,
        };
        assert!(after.iter().all(is_room), "{} more operations", after.len());
        assert!(data.len() <= SALE_BYTES_MAX, "{} bytes for a sale", data.len());
        assert!(offset.is_multiple_of(BLOCK), "a write that tears at {offset} takes with it what was synced before");
    }
    // What follows while the store is idle: one sync marker; much later one checkpoint.
    for (idle, syncs) in [(Duration::ZERO, 0), (SYNC_MARKER_AFTER, 1), (SYNC_MARKER_AFTER, 0), (CHECKPOINT_AFTER, 2), (CHECKPOINT_AFTER, 0)]
    {
        let before = disk.changes();
        store.maintain(idle).expect("a disk");
        let did = disk.trace().split_off(before);
        assert_eq!(did.iter().filter(|op| matches!(op, Op::Sync { .. })).count(), syncs, "after {idle:?}");
    }
}

/// Bytes of a block header with the sequence number, and offset of the first record.
const HEADER_SEQ: std::ops::Range<usize> = 16..24;
const FIRST_RECORD: usize = 2 * BLOCK;

#[test]
fn a_log_that_continues_another_commit_of_the_file_is_refused() {
    let folder = tempfile::tempdir().expect("room");
    let disk = SimDisk::default();
    let store = open(&disk, folder.path());
    let write = |name: &str| store.write(|tables| set_metadata(tables, name, "noted")).expect("a disk");
    write("it begins the log");
    ["one", "two", "three"].into_iter().for_each(write);
    let mut earlier = disk.image();
    store.maintain(CHECKPOINT_AFTER).expect("a disk");
    write("four");
    let mut image = disk.image();
    // The present file, with a log in which the fourth record follows the three that the file already contains.
    let (log, file) = (log_in(folder.path()), file_in(folder.path()));
    let fourth = image[&log][FIRST_RECORD..FIRST_RECORD + BLOCK].to_vec();
    let early = earlier.get_mut(&log).expect("a log");
    let number = |bytes: &[u8], at: usize| bytes[at..][HEADER_SEQ].to_vec();
    let behind = FIRST_RECORD + 3 * BLOCK;
    assert_eq!([0, 1, 2].map(|place| number(early, FIRST_RECORD + place * BLOCK)[0]), [1, 2, 3], "a record is a block");
    assert_eq!(number(&fourth, 0)[0], 4);
    early[behind..behind + BLOCK].copy_from_slice(&fourth);
    image.insert(log.clone(), early.clone());
    drop(store);
    let opens = |image: &Image| Store::open_on(Arc::new(SimDisk::holding(image)), Folder::lock(folder.path()).expect("free")).map(drop);
    assert!(matches!(opens(&image), Err(OpenError::Damaged { file }) if file == log), "the fourth record is not left out in silence");
    // An incomplete fourth record is an interrupted write that was not acknowledged.
    image.get_mut(&log).expect("a log")[behind + 60] ^= 1;
    opens(&image).expect("it opens");
    assert!(image.contains_key(&file));
}

#[test]
fn a_flipped_bit_in_the_log_is_detected_or_harmless() {
    let folder = tempfile::tempdir().expect("room");
    let cut = cut_after_sync_marker(folder.path());
    let log = log_in(folder.path());
    let mut rng = SeededRng::from_env();
    let (flips, mut found) = (number("BARBACK_SWEEP_FLIPS", FLIPS), 0);
    assert_eq!(refused(&cut, &cut.image, folder.path(), "as it is"), None);
    for _ in 0..flips {
        let mut image = cut.image.clone();
        let bytes = image.get_mut(&log).expect("a log");
        let written: Vec<usize> = written_blocks(bytes).into_iter().collect();
        let block = written[rng.below(written.len() as u64) as usize];
        let bit = (block * BLOCK * 8) as u64 + rng.below(BLOCK as u64 * 8);
        bytes[(bit / 8) as usize] ^= 1 << (bit % 8);
        if let Some(file) = refused(&cut, &image, folder.path(), &format!("bit {bit}")) {
            assert_eq!(file, log);
            found += 1;
        }
    }
    println!("{flips} flipped bits, {found} logs refused");
    assert!(found * 4 > flips, "most of what is written matters");
}

#[test]
fn pages_of_the_log_that_were_zeroed_or_overwritten_are_detected() {
    let folder = tempfile::tempdir().expect("room");
    let cut = cut_after_sync_marker(folder.path());
    let log = log_in(folder.path());
    let (mut rng, mut found) = (SeededRng::from_env(), 0);
    for block in written_blocks(&cut.image[&log]) {
        for noise in [false, true] {
            let mut image = cut.image.clone();
            let page = &mut image.get_mut(&log).expect("a log")[block * BLOCK..(block + 1) * BLOCK];
            page.iter_mut().for_each(|byte| *byte = if noise { rng.any() as u8 } else { 0 });
            found += u64::from(refused(&cut, &image, folder.path(), &format!("page {block}")).is_some());
        }
    }
    assert!(found > 4, "{found}");
}

#[test]
fn a_log_that_was_truncated_removed_or_replaced_is_refused() {
    let folder = tempfile::tempdir().expect("room");
    let (cut, other) = (cut_after_sync_marker(folder.path()), cut_after_sync_marker(folder.path()));
    let (log, file) = (log_in(folder.path()), file_in(folder.path()));
    let mut rng = SeededRng::from_env();
    let length = cut.image[&log].len() as u64;
    for cut_off in (0..CUTS).map(|_| rng.below(length)).chain([0, 1, 511, 512, 4_096, 8_192, length - 1]) {
        let mut image = cut.image.clone();
        image.get_mut(&log).expect("a log").truncate(cut_off as usize);
        assert_eq!(refused(&cut, &image, folder.path(), &format!("cut off after {cut_off}")).as_ref(), Some(&log));
    }
    let mut image = cut.image.clone();
    image.insert(log.clone(), other.image[&log].clone());
    assert_eq!(refused(&cut, &image, folder.path(), "another's log").as_ref(), Some(&log));
    image.remove(&log);
    assert_eq!(refused(&cut, &image, folder.path(), "no log").as_ref(), Some(&file));
    // The log without its store file: the file was removed, and no new bar may be created in its place.
    let mut image = cut.image.clone();
    image.remove(&file);
    assert_eq!(refused(&cut, &image, folder.path(), "no file").as_ref(), Some(&file));
}

#[test]
fn a_closed_bar_needs_no_log_and_ignores_an_old_one() {
    let folder = tempfile::tempdir().expect("room");
    let disk = SimDisk::default();
    let bar = bar_after(&disk, folder.path(), 12);
    let journal = bar.store.read(|view| entries_after(view, 0, usize::MAX)).expect("readable");
    let in_use = disk.image();
    drop(bar);
    let mut image = disk.image();
    assert!(!image.contains_key(&log_in(folder.path())), "the log is gone");
    // An old log beside it, as after a removal that was not durable.
    image.insert(log_in(folder.path()), in_use[&log_in(folder.path())].clone());
    let bar = OpenBox::start(Arc::new(SimDisk::holding(&image)), folder.path()).expect("it opens");
    assert!(bar.store.read(|view| entries_after(view, 0, usize::MAX)).expect("readable") == journal);
}

fn open(disk: &SimDisk, folder: &Path) -> Store {
    let disk: Arc<dyn Disk> = Arc::new(disk.clone());
    Store::open_on(disk, Folder::lock(folder).expect("free")).expect("it opens")
}

#[test]
fn a_file_of_an_older_format_is_left_unchanged() {
    let folder = tempfile::tempdir().expect("room");
    let disk = SimDisk::default();
    let store = open(&disk, folder.path());
    store.write(|tables| set_metadata(tables, "format", "3")).expect("written");
    drop(store);
    let image = disk.image();
    let Err(refused) = Store::open_on(Arc::new(disk.clone()), Folder::lock(folder.path()).expect("free")) else { panic!("it opens") };
    let expected = format!(
        "The file {} has format 3, of a trial version; this Barback knows format {FORMAT_VERSION} and leaves it alone. \
         Make a backup with the version that wrote it, and restore that.",
        file_in(folder.path()).display()
    );
    assert_eq!(refused.to_string(), expected);
    assert!(disk.image() == image, "the file was touched");
}

#[test]
fn a_nearly_full_log_is_checkpointed_with_the_next_change_or_when_idle() {
    let folder = tempfile::tempdir().expect("room");
    let disk = SimDisk::default();
    let store = open(&disk, folder.path());
    let long = || disk.image()[&file_in(folder.path())].len().clamp(LOG_MIN, LOG_MAX) / 4 * 3;
    let syncs_of = |idle: Duration| {
        let before = disk.changes();
        store.maintain(idle).expect("a disk");
        disk.trace().split_off(before).iter().filter(|op| matches!(op, Op::Sync { .. })).count()
    };
    let mut number = 0;
    // Where the record of a change ends in the log; `None` when the change went into the file.
    let mut write = || {
        store.maintain(Duration::ZERO).expect("a disk");
        let before = disk.changes();
        number += 1;
        store.write(|tables| set_metadata(tables, &format!("fact {}", number % 7), &format!("{number:0LARGE$}"))).expect("a disk");
        match disk.trace().split_off(before).as_slice() {
            [Op::Write { offset, data, .. }, Op::Sync { .. }] => Some(offset + data.len()),
            _ => None,
        }
    };
    assert_eq!(write(), None, "the log begins");
    while write().is_some() {}
    let limit = long();
    let ends: Vec<usize> = std::iter::from_fn(&mut write).collect();
    let (last, others) = ends.split_last().expect("records");
    assert!(*last > limit && others.iter().all(|end| *end <= limit), "{last} and {limit}");
    // And in an idle store, where no caller waits for it.
    let limit = long();
    while write().expect("in the log") <= limit {}
    assert_eq!([Duration::ZERO, SYNC_MARKER_AFTER, SYNC_MARKER_AFTER].map(syncs_of), [0, 2, 0]);
    assert_eq!(write(), ends.first().copied(), "the log was reset");
}

#[test]
fn a_full_log_is_reset_and_so_is_one_that_cannot_grow() {
    let folder = tempfile::tempdir().expect("room");
    let disk = SimDisk::default();
    let store = open(&disk, folder.path());
    let write = |number: usize| store.write(|tables| set_metadata(tables, &format!("fact {}", number % 7), &format!("{number:0LARGE$}")));
    // The file may become shorter than it was when the log began.
    let mut beside = 0;
    for number in 0..400 {
        write(number).expect("a disk");
        beside = beside.max(disk.image()[&file_in(folder.path())].len());
    }
    let longest = disk.image()[&log_in(folder.path())].len();
    assert!((256 * 1024..=beside).contains(&longest), "{longest} bytes of log beside {beside}");
    // No further space can be allocated: the log is reset early, or the change is refused.
    let mut told = std::collections::BTreeMap::new();
    for round in 0..6 {
        disk.fail_at(1 + round * 3, Fault::Full);
        for number in (400 + round as usize * 100)..(500 + round as usize * 100) {
            match write(number) {
                Ok(()) => drop(told.insert(number % 7, number)),
                Err(error) => assert!(matches!(error, StoreError::Unavailable(_)), "{error}"),
            }
        }
        disk.repair();
        write(round as usize).expect("there is room again");
        told.insert(round as usize, round as usize);
    }
    let image = disk.image();
    drop(store);
    let store = open(&SimDisk::holding(&image), folder.path());
    for (fact_number, number) in told {
        let kept = store.read(|view| metadata(view, &format!("fact {fact_number}"))).expect("readable");
        assert_eq!(kept.and_then(|text| text.parse().ok()), Some(number));
    }
}

#[test]
fn neither_the_file_nor_its_log_keeps_growing_under_a_constant_load() {
    let folder = tempfile::tempdir().expect("room");
    let disk = SimDisk::default();
    let store = open(&disk, folder.path());
    let mut sizes = Vec::new();
    for number in 0..3_000 {
        store.write(|tables| set_metadata(tables, &format!("fact {}", number % 50), &format!("{number:01000}"))).expect("a disk");
        if number % 1_000 == 999 {
            sizes.push(disk.image().values().map(Vec::len).sum::<usize>());
        }
    }
    println!("{sizes:?} bytes after 1,000, 2,000 and 3,000 changes");
    assert!(sizes[2] <= sizes[1] * 5 / 4, "{sizes:?}");
}
