//! The store as it was before an update, until the new version is good: if it does not start, the version of before finds what it left.
//!
//! The new version copies the files before it opens them. The copy is given up when a person does something in the new version, because
//! going back would lose that.

use std::io;
use std::path::{Path, PathBuf};

use super::update_memory::{Memory, Rescue, folder_in};

/// Folder of the copy, in the folder of updates.
const FOLDER: &str = "before-update";
/// The files of the store. The second is its write-ahead log, which a box that was stopped in order does not have.
const FILES: [&str; 2] = [store::STORE_FILE, store::LOG_FILE];

/// Copies the store for an update that starts, or takes the copy back after one that did not. Called before the store is opened.
///
/// # Errors
/// If a version that starts for the first time cannot copy the store: without the copy it must not open it. The store is whole then.
pub fn before_open(data: &Path, version: &str) -> io::Result<()> {
    let folder = folder_in(data);
    let mut memory = Memory::read(&folder);
    let copy = folder.join(FOLDER);
    let Some(attempt) = &mut memory.attempt else { return Ok(()) };
    let is_new = attempt.from_version != version;
    match (is_new, attempt.rescue) {
        (true, Rescue::NotMade) => {
            copy_files(data, &copy)?;
            attempt.rescue = Rescue::Made;
            memory.write(&folder)
        }
        (false, Rescue::Made) => {
            // A store that cannot be taken back may still be one that this version opens.
            if let Err(error) = take_back(&copy, data) {
                tracing::error!("the store of before the update to {} could not be taken back: {error}", attempt.version);
                return Ok(());
            }
            tracing::warn!("the store is again what it was before the update to {}", attempt.version);
            attempt.rescue = Rescue::GivenUp;
            memory.write(&folder)
        }
        (true, Rescue::Made | Rescue::GivenUp) | (false, Rescue::NotMade | Rescue::GivenUp) => Ok(()),
    }
}

/// Removes the copy.
pub fn give_up(data_software: &Path) {
    if let Err(error) = std::fs::remove_dir_all(data_software.join(FOLDER))
        && error.kind() != io::ErrorKind::NotFound
    {
        tracing::warn!("the copy of the store of before the update stays: {error}");
    }
}

fn copy_files(from: &Path, to: &Path) -> io::Result<()> {
    let _ = std::fs::remove_dir_all(to);
    std::fs::create_dir_all(to)?;
    for (source, target) in FILES.iter().map(|name| (from.join(name), to.join(name))).filter(|(source, _)| source.exists()) {
        let mut copy = store::create_private(&target)?;
        io::copy(&mut std::fs::File::open(source)?, &mut copy)?;
        copy.sync_all()?;
    }
    std::fs::File::open(to)?.sync_all()
}

/// Puts the copy in the store's place. A power cut in between leaves the copy, and the next start does it again.
fn take_back(copy: &Path, data: &Path) -> io::Result<()> {
    // The newer log must be gone first: it does not belong to the older file.
    let newer_log = data.join(FILES[1]);
    if newer_log.exists() {
        std::fs::remove_file(newer_log)?;
    }
    for name in FILES.iter().filter(|name| copy.join(name).exists()) {
        let draft: PathBuf = data.join(format!("{name}.back"));
        let mut file = store::replace_private(&draft)?;
        io::copy(&mut std::fs::File::open(copy.join(name))?, &mut file)?;
        file.sync_all()?;
        std::fs::rename(draft, data.join(name))?;
    }
    std::fs::File::open(data)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::super::update_memory::Attempt;
    use super::*;

    fn attempted(data: &Path, rescue: Rescue) {
        let [version, from_slot, from_version] = ["0.2", "A", "0.1"].map(str::to_owned);
        let attempt = Attempt { version, from_slot, from_version, waits: false, is_written: true, failure: None, rescue };
        Memory { attempt: Some(attempt), last: None }.write(&folder_in(data)).expect("a disk");
    }

    fn store(data: &Path) -> String {
        std::fs::read_to_string(data.join(FILES[0])).expect("a store")
    }

    #[test]
    fn a_version_that_does_not_start_leaves_the_store_of_before() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path();
        std::fs::write(data.join(FILES[0]), "of 0.1").expect("a file");
        attempted(data, Rescue::NotMade);
        for _ in 0..3 {
            before_open(data, "0.2").expect("a disk");
            std::fs::write(data.join(FILES[0]), "of 0.2").expect("upgraded");
            std::fs::write(data.join(FILES[1]), "log of 0.2").expect("upgraded");
        }
        before_open(data, "0.1").expect("a disk");
        assert_eq!(store(data), "of 0.1");
        assert!(!data.join(FILES[1]).exists(), "the newer log is gone");
        std::fs::write(data.join(FILES[0]), "sold since").expect("a sale");
        before_open(data, "0.1").expect("a disk");
        assert_eq!(store(data), "sold since");
    }

    #[test]
    fn without_a_copy_the_new_version_does_not_open_the_store() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path();
        std::fs::write(data.join(FILES[0]), "of 0.1").expect("a file");
        attempted(data, Rescue::NotMade);
        // A file where the folder of the copy should be stands for a card that takes nothing.
        std::fs::write(folder_in(data).join(FOLDER), "in the way").expect("a file");
        assert!(before_open(data, "0.2").is_err());
        before_open(data, "0.1").expect("the version of before opens it as always");
        assert_eq!(store(data), "of 0.1");
    }

    #[test]
    fn a_copy_that_was_given_up_is_not_taken_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path();
        std::fs::write(data.join(FILES[0]), "sold in 0.2").expect("a file");
        attempted(data, Rescue::GivenUp);
        before_open(data, "0.2").expect("a disk");
        before_open(data, "0.1").expect("a disk");
        assert_eq!(store(data), "sold in 0.2");
    }

    #[test]
    fn without_an_update_nothing_is_copied() {
        let folder = tempfile::tempdir().expect("a folder");
        before_open(folder.path(), "0.1").expect("a disk");
        assert!(!folder_in(folder.path()).exists());
    }
}
