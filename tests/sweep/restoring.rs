//! Power cuts and disk failures while a backup is restored over a bar: the old bar or the complete new one is left, and repeating the
//! restore succeeds.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use barback::backup::{BackupDirectory, BackupError, BackupKind, Restored, Source, create, restore_on};
use base::Timestamp;
use serde_json::Value;
use store::{Disk, RawEntry, Store, entries_after};

use crate::crash_image::{Shape, UnsyncedDisk};
use crate::faulty_boxes::{Defect, FaultyDisk};
use crate::power::undisturbed_run;
use crate::rebuild_check;
use crate::rng::{SeededRng, number};
use crate::sim_disk::{Fault, Image, SimDisk};
use crate::story::{OpenBox, Part, Step, story};

/// Crash images of each test in the ordinary run.
const IMAGES: u64 = 32;
/// Operations at which the disk fails in the ordinary run, for each kind of failure.
const FAILURES: u64 = 6;
/// Parts of the story that the old bar has run.
const OLD_PARTS: usize = 9;
/// When the backup is made and restored, in Unix milliseconds: after the story.
const LATER: i64 = 1_795_300_000_000;

/// A bar, a copy of another bar, and the expected journals before and after the restore.
struct Scenario {
    folder: tempfile::TempDir,
    _directory: tempfile::TempDir,
    source: Source,
    /// The disk with the old bar; empty for none.
    before: Image,
    old: Vec<RawEntry>,
    new: Vec<RawEntry>,
}

fn entries(store: &Store) -> Result<Vec<RawEntry>, String> {
    store.read(|view| entries_after(view, 0, usize::MAX)).map_err(|error| error.to_string())
}

/// Makes a copy of the bar after the whole story, on the real disk.
fn copy(folder: &Path, directory: &Path) -> PathBuf {
    let whole = undisturbed_run(folder);
    let mut unsynced = UnsyncedDisk::starting_with(&Image::new());
    whole.trace.iter().for_each(|op| unsynced.apply(op));
    let image = unsynced.crash_image(Shape::Everything, &mut SeededRng::new(1));
    let bar = OpenBox::start(Arc::new(SimDisk::holding(&image)), folder).expect("it opens");
    create(&bar.store, &BackupDirectory::of(Some(directory), folder), BackupKind::Manual, Timestamp::from_millis(LATER))
        .expect("a copy")
        .path
}

/// A bar after the first parts of the story, after a power cut or a clean shutdown.
fn old_bar(folder: &Path, clean: bool) -> (Image, Vec<RawEntry>) {
    let disk = SimDisk::default();
    let bar = OpenBox::start(Arc::new(disk.clone()), folder).expect("it opens");
    for part in story().into_iter().take(OLD_PARTS) {
        let Part::Steps(steps) = part else { continue };
        let steps: Vec<&Step> = steps.iter().collect();
        bar.submit(&steps).into_iter().for_each(|answer| drop(answer.expect("done")));
    }
    let (image, journal) = (disk.image(), entries(&bar.store).expect("read"));
    drop(bar);
    (if clean { disk.image() } else { image }, journal)
}

/// The journal without the random series of receipt numbers, which differs from restore to restore.
fn without_series(mut journal: Vec<RawEntry>) -> Vec<RawEntry> {
    if let Some(last) = journal.last_mut() {
        let mut entry: Value = serde_json::from_slice(&last.bytes).expect("an entry");
        if entry["kind"] == "box.restored" {
            assert!(entry["data"]["series"].as_u64().is_some_and(|series| series > 0), "{entry}");
            (entry["data"]["series"], entry["data"]["receipts_skipped_to"]) = (Value::Null, Value::Null);
            last.bytes = entry.to_string().into_bytes();
        }
    }
    journal
}

impl Scenario {
    fn of(before: impl FnOnce(&Path) -> (Image, Vec<RawEntry>)) -> Self {
        let (folder, directory) = (tempfile::tempdir().expect("room"), tempfile::tempdir().expect("room"));
        let source = Source::open(&copy(folder.path(), directory.path())).expect("a copy");
        let (before, old) = before(folder.path());
        let mut scenario = Scenario { folder, _directory: directory, source, before, old, new: Vec::new() };
        let disk = SimDisk::holding(&scenario.before);
        scenario.restore(Arc::new(disk.clone())).expect("no failure");
        scenario.new = scenario.journal_after_start(&disk.image()).expect("it opens");
        assert!(scenario.new.len() > scenario.old.len() + 2, "both bars are the same");
        scenario
    }

    fn restore(&self, disk: Arc<dyn Disk>) -> Result<Restored, BackupError> {
        restore_on(disk, &self.source, self.folder.path(), Timestamp::from_millis(LATER))
    }

    /// The journal of the bar that opens on `image`.
    fn journal_after_start(&self, image: &Image) -> Result<Vec<RawEntry>, String> {
        let disk = Arc::new(SimDisk::holding(image));
        let bar = OpenBox::start(disk, self.folder.path()).map_err(|error| format!("the box does not open: {error}"))?;
        rebuild_check::assert_rebuilds(&bar.store);
        entries(&bar.store).map(without_series)
    }

    /// Fails unless `image` contains one of the two bars, the new one if the restore was `acknowledged`, and a further restore
    /// succeeds on it.
    fn check(&self, image: &Image, acknowledged: bool) -> Result<(), String> {
        let found = self.journal_after_start(image)?;
        if found == self.new {
            self.check_old_bar_is_kept(image)?;
        } else if found != self.old {
            return Err("the bar is neither the old one nor the new one".to_owned());
        } else if acknowledged {
            return Err("the restore was acknowledged, and the old bar is there".to_owned());
        }
        let disk = SimDisk::holding(image);
        self.restore(Arc::new(disk.clone())).map_err(|error| format!("repeating it fails: {error}"))?;
        if self.journal_after_start(&disk.image())? != self.new {
            return Err("repeated it gives another bar".to_owned());
        }
        Ok(())
    }

    /// Fails unless the old bar is kept under another name, and opens under its own.
    fn check_old_bar_is_kept(&self, image: &Image) -> Result<(), String> {
        if self.before.is_empty() {
            return Ok(());
        }
        // A log that could not be checkpointed before is kept beside it, under a name of the same kind.
        let mut back = Image::new();
        for (name, bytes) in image {
            if let Some((own, _)) = name.file_name().and_then(|name| name.to_str()).and_then(|name| name.split_once(".before-")) {
                back.insert(self.folder.path().join(own), bytes.clone());
            }
        }
        if back.is_empty() {
            return Err("the old bar is not kept".to_owned());
        }
        if self.journal_after_start(&back)? == self.old { Ok(()) } else { Err("the kept old bar differs".to_owned()) }
    }

    /// Restores the copy on the disk that `wrap` wraps, and checks many crash images. Returns the problems.
    fn sweep(&self, images: u64, wrap: impl Fn(SimDisk) -> Arc<dyn Disk>) -> Vec<String> {
        let disk = SimDisk::holding(&self.before);
        self.restore(wrap(disk.clone())).expect("no power cut yet");
        let trace = disk.trace();
        let mut rng = SeededRng::from_env();
        let mut broken = Vec::new();
        for number in 0..images {
            // The last operations are decisive, so they are tried most.
            let place = match number % 4 {
                0 => trace.len(),
                1 => trace.len() - rng.below(8.min(trace.len() as u64)) as usize,
                _ => rng.below(trace.len() as u64 + 1) as usize,
            };
            let mut unsynced = UnsyncedDisk::starting_with(&self.before);
            trace[..place].iter().for_each(|op| unsynced.apply(op));
            let shape = Shape::ALL[rng.below(Shape::ALL.len() as u64) as usize];
            // The draft is removed after the rename and its sync, which acknowledge the restore.
            let acknowledged = place == trace.len();
            if let Err(wrong) = self.check(&unsynced.crash_image(shape, &mut rng), acknowledged) {
                broken.push(format!("cut after {place} of {}, {shape:?}: {wrong}", trace.len()));
            }
        }
        println!("{images} images of {} operations, {} broken", trace.len(), broken.len());
        broken
    }
}

fn images() -> u64 {
    number("BARBACK_SWEEP_IMAGES", IMAGES)
}

fn check_all_power_cuts(scenario: &Scenario) {
    let broken = scenario.sweep(images(), |disk| Arc::new(disk));
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn a_power_cut_while_restoring_leaves_the_old_bar_or_the_new_one() {
    check_all_power_cuts(&Scenario::of(|folder| old_bar(folder, true)));
}

#[test]
fn a_power_cut_while_restoring_over_a_bar_with_a_log_leaves_the_old_bar_or_the_new_one() {
    let scenario = Scenario::of(|folder| old_bar(folder, false));
    assert!(scenario.before.keys().any(|name| name.ends_with("barback.log")), "there is no log");
    check_all_power_cuts(&scenario);
}

#[test]
fn a_power_cut_while_restoring_into_an_empty_folder_leaves_no_bar_or_the_new_one() {
    let scenario = Scenario::of(|_| (Image::new(), Vec::new()));
    check_all_power_cuts(&scenario);
}

#[test]
fn a_disk_failure_while_restoring_leaves_the_old_bar_or_the_new_one() {
    let scenario = Scenario::of(|folder| old_bar(folder, false));
    let undisturbed = SimDisk::holding(&scenario.before);
    scenario.restore(Arc::new(undisturbed.clone())).expect("no failure");
    let (mut refused, mut rng) = (0, SeededRng::from_env());
    for fault in [Fault::Once, Fault::Permanent, Fault::ReadOnly, Fault::Full] {
        for _ in 0..number("BARBACK_SWEEP_FAILURES", FAILURES) {
            let at = 1 + rng.below(undisturbed.operations());
            let disk = SimDisk::holding(&scenario.before);
            disk.fail_at(at, fault);
            let result = scenario.restore(Arc::new(disk.clone()));
            refused += u64::from(result.is_err());
            disk.repair();
            if let Err(wrong) = scenario.check(&disk.image(), result.is_ok()) {
                panic!("{fault:?} at {at}, then {result:?}: {wrong}");
            }
        }
    }
    assert!(refused > FAILURES, "too few restores were disturbed");
}

#[test]
fn a_restore_that_never_syncs_is_detected() {
    let scenario = Scenario::of(|folder| old_bar(folder, true));
    assert!(!scenario.sweep(images(), |disk| Arc::new(FaultyDisk::new(Defect::NeverSyncs, disk))).is_empty());
}
