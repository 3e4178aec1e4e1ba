//! Boxes with deliberate defects. The sweep must find every one of them; otherwise a sweep without findings would prove nothing.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use store::{Disk, DiskFile};

use crate::power::{Plan, sweep, undisturbed_run};
use crate::sim_disk::{Image, SimDisk};
use crate::story_run::{StoryRun, run_story};

/// Most crash images for each defect; the first that shows the defect ends the sweep.
const IMAGES: u64 = 600;

/// The defect of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defect {
    /// It never syncs.
    NeverSyncs,
    /// It creates the store file under its final name at once.
    NoTemporaryName,
    /// It does not sync the folder after the rename.
    NoSyncOfNames,
    /// It renames the file before its bytes are synced.
    NoSyncBeforeRename,
    /// It answers without syncing the log.
    LogNeverSyncs,
    /// It resets the log before the store file has its records durably.
    FileNeverSyncs,
    /// It does not sync the name of the log before the store file refers to it.
    NoSyncOfLogName,
}

/// A disk as a box with a defect uses it.
#[derive(Debug, Clone)]
pub struct FaultyDisk {
    disk: SimDisk,
    defect: Defect,
    /// Whether the last rename was that of the log.
    named: Arc<AtomicBool>,
}

/// A file, and how many of its syncs reach the disk.
#[derive(Debug)]
struct FaultyFile(Box<dyn DiskFile>, AtomicU64);

impl FaultyDisk {
    /// The disk as a box with this defect uses it.
    pub fn new(defect: Defect, disk: SimDisk) -> Self {
        FaultyDisk { disk, defect, named: Arc::default() }
    }

    fn name(&self, name: &Path) -> PathBuf {
        let in_place =
            self.defect == Defect::NoTemporaryName && !is_log(name) && name.extension().is_some_and(|extension| extension == "new");
        if in_place { name.with_extension("") } else { name.to_owned() }
    }

    fn file(&self, name: &Path, file: Box<dyn DiskFile>) -> Box<dyn DiskFile> {
        let new = name.extension().is_some_and(|extension| extension == "new");
        let syncs = match self.defect {
            Defect::NeverSyncs => 0,
            Defect::NoSyncBeforeRename if new => 0,
            // It creates the log correctly, and later does not sync it.
            Defect::LogNeverSyncs if is_log(name) => 1,
            Defect::FileNeverSyncs if !is_log(name) && !new => 0,
            _ => u64::MAX,
        };
        Box::new(FaultyFile(file, AtomicU64::new(syncs)))
    }
}

/// Whether it is the log, or one that is being created.
fn is_log(name: &Path) -> bool {
    name.to_string_lossy().contains("barback.log")
}

impl Disk for FaultyDisk {
    fn exists(&self, file: &Path) -> io::Result<bool> {
        // Without a temporary name, an interrupted start leaves no temporary file.
        let is_leftover = !is_log(file) && file.extension().is_some_and(|extension| extension == "new");
        if self.defect == Defect::NoTemporaryName && is_leftover { Ok(false) } else { self.disk.exists(file) }
    }

    fn create(&self, name: &Path) -> io::Result<Box<dyn DiskFile>> {
        let file = self.disk.create(&self.name(name))?;
        if self.defect == Defect::NoTemporaryName && !is_log(name) {
            self.disk.sync_folder(name)?;
        }
        Ok(self.file(name, file))
    }

    fn open(&self, name: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(self.file(name, self.disk.open(&self.name(name))?))
    }

    fn remove(&self, file: &Path) -> io::Result<()> {
        self.disk.remove(file)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let names_log = is_log(to);
        match self.defect {
            Defect::NoTemporaryName if !names_log => Ok(()),
            _ => {
                self.named.store(names_log, Ordering::Relaxed);
                self.disk.rename(from, to)
            }
        }
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        let after_log = self.named.swap(false, Ordering::Relaxed);
        let skips = self.defect == Defect::NoSyncOfNames || (self.defect == Defect::NoSyncOfLogName && after_log);
        if skips { Ok(()) } else { self.disk.sync_folder(folder) }
    }
}

impl DiskFile for FaultyFile {
    fn len(&self) -> io::Result<u64> {
        self.0.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.0.read(offset, out)
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.0.write(offset, data)
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.0.set_len(length)
    }

    fn sync(&self) -> io::Result<()> {
        let remaining = self.1.load(Ordering::Relaxed);
        self.1.store(remaining.saturating_sub(1), Ordering::Relaxed);
        if remaining > 0 { self.0.sync() } else { Ok(()) }
    }
}

/// The first problem that the sweep finds in a box with this defect, in words; empty if it finds none. `within` limits the cuts to the
/// first operations.
fn problems_of(defect: Defect, within: impl FnOnce(&StoryRun) -> usize) -> String {
    let folder = tempfile::tempdir().expect("room");
    let whole = undisturbed_run(folder.path());
    let run =
        run_story(&Image::new(), folder.path(), |disk| Arc::new(FaultyDisk::new(defect, disk))).expect("it works without a power cut");
    let plan = Plan { images: IMAGES, within: within(&run), enough: 1 };
    sweep(&run, |changes| run.acknowledged(changes), &whole, plan, folder.path()).broken.join("\n")
}

#[test]
fn a_box_that_never_syncs_is_detected() {
    assert_ne!(problems_of(Defect::NeverSyncs, |_| usize::MAX), "");
}

#[test]
fn a_box_that_creates_its_file_in_place_is_detected() {
    let problems = problems_of(Defect::NoTemporaryName, |run| run.open);
    assert!(problems.contains("the box does not open"), "{problems}");
}

#[test]
fn a_box_that_does_not_sync_names_is_detected() {
    assert_ne!(problems_of(Defect::NoSyncOfNames, |_| usize::MAX), "");
}

#[test]
fn a_box_that_renames_before_the_sync_is_detected() {
    let problems = problems_of(Defect::NoSyncBeforeRename, |run| run.open);
    assert!(problems.contains("the box does not open"), "{problems}");
}

#[test]
fn a_box_that_answers_before_the_sync_of_the_log_is_detected() {
    assert_ne!(problems_of(Defect::LogNeverSyncs, |_| usize::MAX), "");
}

#[test]
fn a_box_that_resets_its_log_too_early_is_detected() {
    assert_ne!(problems_of(Defect::FileNeverSyncs, |_| usize::MAX), "");
}

#[test]
fn a_box_that_does_not_sync_the_name_of_its_log_is_detected() {
    let problems = problems_of(Defect::NoSyncOfLogName, |_| usize::MAX);
    assert!(problems.contains("does not open"), "{problems}");
}

#[test]
fn a_box_that_answers_before_its_commit_is_detected() {
    let folder = tempfile::tempdir().expect("room");
    let whole = undisturbed_run(folder.path());
    // As if every answer had been given when the request arrived.
    let mut too_early = whole.clone();
    too_early.promises.values_mut().for_each(|promise| promise.answered_at = promise.requested_at);
    let plan = Plan { images: IMAGES, within: usize::MAX, enough: 1 };
    let problems = sweep(&whole, |changes| too_early.acknowledged(changes), &whole, plan, folder.path()).broken.join("\n");
    assert!(problems.contains("were answered and are not stored"), "{problems}");
}
