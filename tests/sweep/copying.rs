//! Power cuts and disk failures while a backup is made: every file with the name of a backup is complete.

use std::path::Path;
use std::sync::Arc;

use barback::backup::{BackupDirectory, BackupError, BackupKind, CreatedBackup, Source, TemporaryStore, create_on, rebuild};
use base::Timestamp;
use store::Disk;

use crate::crash_image::{Shape, UnsyncedDisk};
use crate::faulty_boxes::{Defect, FaultyDisk};
use crate::power::undisturbed_run;
use crate::rng::{SeededRng, number};
use crate::sim_disk::{Fault, Image, Op, SimDisk};
use crate::story::OpenBox;

/// Crash images of each test in the ordinary run.
const IMAGES: u64 = 60;
/// Operations at which the disk fails in the ordinary run, for each kind of failure.
const FAILURES: u64 = 6;
/// When the first backup is made, in Unix milliseconds: after the story. The second follows a second later.
const LATER: i64 = 1_795_300_000_000;

/// A bar that does not change, and a backup folder on another disk.
struct Scenario {
    folder: tempfile::TempDir,
    bar: OpenBox,
}

impl Scenario {
    fn open() -> Self {
        let folder = tempfile::tempdir().expect("room");
        let whole = undisturbed_run(folder.path());
        let mut unsynced = UnsyncedDisk::starting_with(&Image::new());
        whole.trace.iter().for_each(|op| unsynced.apply(op));
        let image = unsynced.crash_image(Shape::Everything, &mut SeededRng::new(1));
        let bar = OpenBox::start(Arc::new(SimDisk::holding(&image)), folder.path()).expect("it opens");
        Scenario { folder, bar }
    }

    fn directory(&self) -> BackupDirectory {
        BackupDirectory::of(None, self.folder.path())
    }

    fn make_copy(&self, disk: Arc<dyn Disk>, number: i64) -> Result<CreatedBackup, BackupError> {
        create_on(disk, &self.bar.store, &self.directory(), BackupKind::Manual, Timestamp::from_millis(LATER + number * 1_000))
    }

    /// Fails unless the bar can be rebuilt from every file with the name of a backup, and the acknowledged ones exist.
    fn check(&self, image: &Image, acknowledged: &[&Path]) -> Result<(), String> {
        if let Some(missing) = acknowledged.iter().find(|name| !image.contains_key(**name)) {
            return Err(format!("{} was acknowledged and is missing", missing.display()));
        }
        let disk: Arc<dyn Disk> = Arc::new(SimDisk::holding(image));
        for name in image.keys().filter(|name| name.extension().is_some_and(|end| end == "barback")) {
            let scratch = TemporaryStore::of_size(0, self.folder.path()).expect("memory");
            rebuild(&Source::of(disk.clone(), name), &scratch)
                .map_err(|error| format!("it has a backup's name and is incomplete: {error}"))?;
        }
        Ok(())
    }

    /// Makes two copies in order on the disk that `wrap` wraps, and checks many crash images. Returns the problems.
    fn sweep(&self, wrap: impl Fn(SimDisk) -> Arc<dyn Disk>) -> Vec<String> {
        let disk = SimDisk::default();
        let mut created = Vec::new();
        for number in 0..2 {
            let made = self.make_copy(wrap(disk.clone()), number).expect("no power cut yet");
            created.push((disk.changes(), made.path));
        }
        let trace = disk.trace();
        let decisive: Vec<usize> =
            (0..trace.len()).filter(|place| matches!(trace[*place], Op::Rename { .. } | Op::SyncNames | Op::Sync { .. })).collect();
        let (mut rng, mut broken) = (SeededRng::from_env(), Vec::new());
        let images = number("BARBACK_SWEEP_IMAGES", IMAGES);
        for number in 0..images {
            // Every other cut is right before or after an operation that decisive.
            let place = match number % 2 {
                0 if !decisive.is_empty() => decisive[rng.below(decisive.len() as u64) as usize] + rng.below(2) as usize,
                _ => rng.below(trace.len() as u64 + 1) as usize,
            };
            let mut unsynced = UnsyncedDisk::starting_with(&Image::new());
            trace[..place].iter().for_each(|op| unsynced.apply(op));
            let shape = Shape::ALL[rng.below(Shape::ALL.len() as u64) as usize];
            let acknowledged: Vec<&Path> =
                created.iter().filter(|(changes, _)| *changes <= place).map(|(_, path)| path.as_path()).collect();
            if let Err(wrong) = self.check(&unsynced.crash_image(shape, &mut rng), &acknowledged) {
                broken.push(format!("cut after {place} of {}, {shape:?}: {wrong}", trace.len()));
            }
        }
        println!("{images} images of {} operations, {} broken", trace.len(), broken.len());
        broken
    }
}

#[test]
fn a_power_cut_while_copying_leaves_only_complete_copies() {
    let broken = Scenario::open().sweep(|disk| Arc::new(disk));
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn a_disk_failure_while_copying_leaves_only_complete_copies() {
    let scenario = Scenario::open();
    let undisturbed = SimDisk::default();
    scenario.make_copy(Arc::new(undisturbed.clone()), 0).expect("no failure");
    let (mut refused, mut rng) = (0, SeededRng::from_env());
    for fault in [Fault::Once, Fault::Permanent, Fault::ReadOnly, Fault::Full] {
        for _ in 0..number("BARBACK_SWEEP_FAILURES", FAILURES) {
            let disk = SimDisk::default();
            let first = scenario.make_copy(Arc::new(disk.clone()), 0).expect("no failure yet").path;
            let at = 1 + rng.below(undisturbed.operations());
            disk.fail_at(at, fault);
            let second = scenario.make_copy(Arc::new(disk.clone()), 1);
            disk.repair();
            let mut acknowledged = vec![first.as_path()];
            match &second {
                Ok(made) => acknowledged.push(&made.path),
                Err(_) => refused += 1,
            }
            if let Err(wrong) = scenario.check(&disk.image(), &acknowledged) {
                panic!("{fault:?} at {at}: {wrong}");
            }
        }
    }
    assert!(refused > FAILURES, "too few backups were disturbed");
}

#[test]
fn a_copy_that_is_renamed_before_it_is_durable_is_detected() {
    let problems = Scenario::open().sweep(|disk| Arc::new(FaultyDisk::new(Defect::NeverSyncs, disk))).join("\n");
    assert!(problems.contains("it has a backup's name and is incomplete"), "{problems}");
}
