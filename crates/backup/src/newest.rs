//! Finds the newest backup, and makes the hint that names it and the command that restores it.

use std::path::{Path, PathBuf};

use super::backup_directory::{BackupDirectory, BackupFile, newest_first};
use base::Timestamp;

/// A hint for a damaged bar: the newest backup as of `now`, and the command that restores it. `None` without a backup.
pub fn restore_hint(named: Option<&Path>, data: &Path, now: Timestamp) -> Option<String> {
    let file = newest(named, data, now)?;
    let (file, data) = (file.display(), data.display());
    Some(format!("The newest backup is {file}. To go back to it: barback restore --replace --data {data} {file}"))
}

/// The newest backup of a data folder as of `now`, for a box that is not running.
pub fn newest(named: Option<&Path>, data: &Path, now: Timestamp) -> Option<PathBuf> {
    let directory = BackupDirectory::of(named, data);
    directory.backups(now).first().map(|backup| directory.folder().join(&backup.name))
}

/// The name of the newest backup among files with their sizes, as of `now`.
pub fn newest_of(files: Vec<(String, u64)>, now: Timestamp) -> Option<String> {
    let mut backups: Vec<BackupFile> = files.into_iter().filter_map(|(name, size)| BackupFile::parse(&name, size)).collect();
    newest_first(&mut backups, now);
    backups.into_iter().next().map(|backup| backup.name)
}

#[cfg(test)]
mod tests {
    use super::super::archive::BackupKind;
    use super::*;

    #[test]
    fn a_backup_dated_in_the_future_counts_as_the_oldest() {
        let at = |text: &str| Timestamp::parse(text).expect("a moment");
        let backup = |text: &str, last_entry| BackupFile::new(at(text), BackupKind::Nightly, last_entry, 900);
        let [future, older, newer] =
            [backup("2035-02-07T20:00:00.000Z", 20), backup("2026-11-20T05:00:00.000Z", 10), backup("2026-11-22T19:00:00.000Z", 30)];
        let files = [&future, &newer, &older].map(|backup| (backup.name.clone(), backup.size_bytes)).to_vec();
        assert_eq!(newest_of(files.clone(), at("2026-11-22T20:00:00.000Z")), Some(newer.name.clone()));
        // A clock that starts in 1970: all are dated in the future, and the latest date counts as the newest.
        assert_eq!(newest_of(files[1..].to_vec(), Timestamp::default()), Some(newer.name));
    }
}
