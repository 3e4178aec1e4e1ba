//! Boxes that are built wrongly on purpose: a sweep that finds nothing wrong with them would mean nothing.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use barback::store::{Disk, DiskFile};

use crate::disk::{Image, SimDisk};
use crate::power::{Plan, sweep, told_undisturbed};
use crate::telling::{Telling, tell};

/// Crash images of each wrong box: the first one that shows it ends the sweep.
const IMAGES: u64 = 600;

/// What is wrong with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// It does not wait for the disk.
    NeverSyncs,
    /// It makes its file under the real name at once.
    NoOtherName,
    /// It does not make the rename durable.
    NoSyncOfNames,
    /// It renames before the bytes are durable.
    NoSyncBeforeRename,
    /// It answers before the log's sync.
    LogNeverSyncs,
    /// It begins the log again before the file has what was in it.
    FileNeverSyncs,
    /// It does not make the log's name durable before the file relies on it.
    NoSyncOfTheLogsName,
}

/// A disk as a wrong box uses it.
#[derive(Debug, Clone)]
pub struct Misused {
    disk: SimDisk,
    wrong: Wrong,
    /// Whether the last file that got its name was the log.
    named: Arc<AtomicBool>,
}

/// A file, and how many syncs it does.
#[derive(Debug)]
struct MisusedFile(Box<dyn DiskFile>, AtomicU64);

impl Misused {
    /// A disk that a box which is `wrong` uses.
    pub fn by(wrong: Wrong, disk: SimDisk) -> Self {
        Misused { disk, wrong, named: Arc::default() }
    }

    fn name(&self, name: &Path) -> PathBuf {
        let in_place = self.wrong == Wrong::NoOtherName && !is_log(name) && name.extension().is_some_and(|extension| extension == "new");
        if in_place { name.with_extension("") } else { name.to_owned() }
    }

    fn file(&self, name: &Path, file: Box<dyn DiskFile>) -> Box<dyn DiskFile> {
        let new = name.extension().is_some_and(|extension| extension == "new");
        let syncs = match self.wrong {
            Wrong::NeverSyncs => 0,
            Wrong::NoSyncBeforeRename if new => 0,
            // It makes the log well, and then does not wait for it.
            Wrong::LogNeverSyncs if is_log(name) => 1,
            Wrong::FileNeverSyncs if !is_log(name) && !new => 0,
            _ => u64::MAX,
        };
        Box::new(MisusedFile(file, AtomicU64::new(syncs)))
    }
}

/// Whether it is the log, or one that is being made.
fn is_log(name: &Path) -> bool {
    name.to_string_lossy().contains("barback.log")
}

impl Disk for Misused {
    fn exists(&self, file: &Path) -> io::Result<bool> {
        // Under no other name there is nothing left over from a start that was cut off.
        let left_over = !is_log(file) && file.extension().is_some_and(|extension| extension == "new");
        if self.wrong == Wrong::NoOtherName && left_over { Ok(false) } else { self.disk.exists(file) }
    }

    fn create(&self, name: &Path) -> io::Result<Box<dyn DiskFile>> {
        let file = self.disk.create(&self.name(name))?;
        if self.wrong == Wrong::NoOtherName && !is_log(name) {
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
        match self.wrong {
            Wrong::NoOtherName if !names_log => Ok(()),
            _ => {
                self.named.store(names_log, Ordering::Relaxed);
                self.disk.rename(from, to)
            }
        }
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        let after_log = self.named.swap(false, Ordering::Relaxed);
        let skips = self.wrong == Wrong::NoSyncOfNames || (self.wrong == Wrong::NoSyncOfTheLogsName && after_log);
        if skips { Ok(()) } else { self.disk.sync_folder(folder) }
    }
}

impl DiskFile for MisusedFile {
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
        let left = self.1.load(Ordering::Relaxed);
        self.1.store(left.saturating_sub(1), Ordering::Relaxed);
        if left > 0 { self.0.sync() } else { Ok(()) }
    }
}

/// What the sweep has to say about a box that is `wrong`: the first that it finds. `within`: how far it has to look.
fn told_of(wrong: Wrong, within: impl FnOnce(&Telling) -> usize) -> String {
    let folder = tempfile::tempdir().expect("room");
    let whole = told_undisturbed(folder.path());
    let telling =
        tell(&Image::new(), folder.path(), |disk| Arc::new(Misused::by(wrong, disk))).expect("it works as long as there is power");
    let plan = Plan { images: IMAGES, within: within(&telling), enough: 1 };
    sweep(&telling, |changes| telling.owed(changes), &whole, plan, folder.path()).broken.join("\n")
}

#[test]
fn a_box_that_does_not_wait_for_the_disk_is_found_out() {
    assert_ne!(told_of(Wrong::NeverSyncs, |_| usize::MAX), "");
}

#[test]
fn a_box_that_makes_its_file_in_place_is_found_out() {
    let told = told_of(Wrong::NoOtherName, |telling| telling.open);
    assert!(told.contains("the box does not open"), "{told}");
}

#[test]
fn a_box_that_does_not_make_its_names_durable_is_found_out() {
    assert_ne!(told_of(Wrong::NoSyncOfNames, |_| usize::MAX), "");
}

#[test]
fn a_box_that_renames_before_the_bytes_are_there_is_found_out() {
    let told = told_of(Wrong::NoSyncBeforeRename, |telling| telling.open);
    assert!(told.contains("the box does not open"), "{told}");
}

#[test]
fn a_box_that_answers_before_the_logs_sync_is_found_out() {
    assert_ne!(told_of(Wrong::LogNeverSyncs, |_| usize::MAX), "");
}

#[test]
fn a_box_that_begins_its_log_again_too_early_is_found_out() {
    assert_ne!(told_of(Wrong::FileNeverSyncs, |_| usize::MAX), "");
}

#[test]
fn a_box_that_does_not_make_the_logs_name_durable_is_found_out() {
    let told = told_of(Wrong::NoSyncOfTheLogsName, |_| usize::MAX);
    assert!(told.contains("does not open"), "{told}");
}

#[test]
fn a_box_that_answers_before_its_commit_is_found_out() {
    let folder = tempfile::tempdir().expect("room");
    let whole = told_undisturbed(folder.path());
    // As if every answer had gone out when the question came in.
    let mut hasty = whole.clone();
    hasty.promises.values_mut().for_each(|promise| promise.told = promise.asked);
    let plan = Plan { images: IMAGES, within: usize::MAX, enough: 1 };
    let told = sweep(&whole, |changes| hasty.owed(changes), &whole, plan, folder.path()).broken.join("\n");
    assert!(told.contains("were promised and are not there"), "{told}");
}
