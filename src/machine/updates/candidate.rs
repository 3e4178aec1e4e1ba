//! Update files that wait: one that an admin sent, or one on a stick.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Serialize;
use utoipa::ToSchema;

/// Ending of an update file.
pub const EXTENSION: &str = "raucb";

/// Where an update came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UpdateSource)]
pub enum Source {
    /// A phone sent the file.
    File,
    /// A USB stick.
    Stick,
}

/// A file that may be an update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub path: PathBuf,
    pub source: Source,
    /// In bytes.
    pub size: u64,
    pub modified: SystemTime,
}

/// Finds the update file to offer: the one that was sent, else the newest in the top folder of a stick. `sticks` has a folder for each stick.
pub fn find(sent: &Path, sticks: &Path) -> Option<Found> {
    found(sent.to_owned(), Source::File).or_else(|| {
        let folders = std::fs::read_dir(sticks).ok()?.filter_map(Result::ok).map(|entry| entry.path());
        let files = folders.filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().filter_map(Result::ok).map(|entry| entry.path());
        let updates = files.filter(|path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(EXTENSION)));
        updates.filter_map(|path| found(path, Source::Stick)).max_by_key(|file| file.modified)
    })
}

fn found(path: PathBuf, source: Source) -> Option<Found> {
    // Not through a link: a stick may hold one to any file.
    let facts = std::fs::symlink_metadata(&path).ok().filter(std::fs::Metadata::is_file)?;
    Some(Found { size: facts.len(), modified: facts.modified().ok()?, path, source })
}

/// Compares versions number by number: 0.10 is newer than 0.9. What is not a number counts as 0.
pub fn compare_versions(one: &str, other: &str) -> Ordering {
    let numbers = |version: &str| -> Vec<u64> {
        let core = version.split(['-', '+']).next().unwrap_or_default();
        core.split('.').map(|part| part.parse().unwrap_or(0)).collect()
    };
    let (mut one, mut other) = (numbers(one), numbers(other));
    let length = one.len().max(other.len());
    one.resize(length, 0);
    other.resize(length, 0);
    one.cmp(&other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_number_by_number() {
        for (one, other, expected) in [
            ("0.1.0", "0.1.0", Ordering::Equal),
            ("0.10.0", "0.9.9", Ordering::Greater),
            ("0.2", "0.2.0", Ordering::Equal),
            ("1.0.0-unsigned", "1.0.0", Ordering::Equal),
            ("0.1.9", "0.2", Ordering::Less),
            ("", "0.1", Ordering::Less),
        ] {
            assert_eq!(compare_versions(one, other), expected, "{one} and {other}");
        }
    }

    #[test]
    fn a_file_that_was_sent_comes_before_one_on_a_stick() {
        let folder = tempfile::tempdir().expect("a folder");
        let (sent, sticks) = (folder.path().join("sent"), folder.path().join("media"));
        assert_eq!(find(&sent, &sticks), None);
        std::fs::create_dir_all(sticks.join("sda1/deeper")).expect("a stick");
        std::fs::write(sticks.join("sda1/deeper/b.raucb"), "below the top folder").expect("a file");
        std::fs::write(sticks.join("sda1/notes.txt"), "no update").expect("a file");
        assert_eq!(find(&sent, &sticks), None);
        std::fs::write(sticks.join("sda1/A.RAUCB"), "an update").expect("a file");
        assert_eq!(find(&sent, &sticks).map(|file| (file.source, file.size)), Some((Source::Stick, 9)));
        std::fs::write(&sent, "sent").expect("a file");
        assert_eq!(find(&sent, &sticks).map(|file| (file.source, file.size)), Some((Source::File, 4)));
    }

    #[test]
    fn a_link_on_a_stick_is_no_update() {
        let folder = tempfile::tempdir().expect("a folder");
        let sticks = folder.path().join("media");
        std::fs::create_dir_all(sticks.join("sda1")).expect("a stick");
        std::fs::write(folder.path().join("secret"), "of the box").expect("a file");
        std::os::unix::fs::symlink(folder.path().join("secret"), sticks.join("sda1/x.raucb")).expect("a link");
        assert_eq!(find(&folder.path().join("sent"), &sticks), None);
    }
}
