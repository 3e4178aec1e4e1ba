//! Boxes that are built wrongly on purpose: a sweep that finds nothing wrong with them would mean nothing.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use barback::store::{Disk, DiskFile};

use crate::disk::{Image, SimDisk};
use crate::power::{Plan, sweep, told_undisturbed};
use crate::telling::{Telling, tell};

/// Crash images of each wrong box: the first one that shows it ends the sweep.
const IMAGES: u64 = 600;

/// What is wrong with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wrong {
    /// It does not wait for the disk.
    NeverSyncs,
    /// It makes its file under the real name at once.
    NoOtherName,
    /// It does not make the rename durable.
    NoSyncOfNames,
    /// It renames before the bytes are durable.
    NoSyncBeforeRename,
}

/// A disk as a wrong box uses it.
#[derive(Debug, Clone)]
struct Misused {
    disk: SimDisk,
    wrong: Wrong,
}

#[derive(Debug)]
struct MisusedFile(Box<dyn DiskFile>, bool);

impl Misused {
    fn name(&self, name: &Path) -> PathBuf {
        let in_place = self.wrong == Wrong::NoOtherName && name.extension().is_some_and(|extension| extension == "new");
        if in_place { name.with_extension("") } else { name.to_owned() }
    }

    fn file(&self, name: &Path, file: Box<dyn DiskFile>) -> Box<dyn DiskFile> {
        let new = name.extension().is_some_and(|extension| extension == "new");
        let syncs = self.wrong != Wrong::NeverSyncs && !(self.wrong == Wrong::NoSyncBeforeRename && new);
        Box::new(MisusedFile(file, syncs))
    }
}

impl Disk for Misused {
    fn exists(&self, file: &Path) -> io::Result<bool> {
        // Under no other name there is nothing left over from a start that was cut off.
        let left_over = file.extension().is_some_and(|extension| extension == "new");
        if self.wrong == Wrong::NoOtherName && left_over { Ok(false) } else { self.disk.exists(file) }
    }

    fn create(&self, name: &Path) -> io::Result<Box<dyn DiskFile>> {
        let file = self.disk.create(&self.name(name))?;
        if self.wrong == Wrong::NoOtherName {
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
        if self.wrong == Wrong::NoOtherName { Ok(()) } else { self.disk.rename(from, to) }
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        if self.wrong == Wrong::NoSyncOfNames { Ok(()) } else { self.disk.sync_folder(folder) }
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
        if self.1 { self.0.sync() } else { Ok(()) }
    }
}

/// What the sweep has to say about a box that is `wrong`: the first that it finds. `within`: how far it has to look.
fn told_of(wrong: Wrong, within: impl FnOnce(&Telling) -> usize) -> String {
    let folder = tempfile::tempdir().expect("room");
    let whole = told_undisturbed(folder.path());
    let telling = tell(&Image::new(), folder.path(), |disk| Arc::new(Misused { disk, wrong })).expect("it works as long as there is power");
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
