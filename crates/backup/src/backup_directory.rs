//! Backup directory: lists, finds and prunes backups by their file names. Only a verified backup has such a name.

use std::cmp::Reverse;
use std::fs::{self, DirBuilder, File};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use super::archive::{BackupKind, is_encrypted};
use super::{BackupError, Keyring};
use bar::box_events::DOUBT_MILLIS;
use base::Timestamp;

/// Default name of the backup folder inside the data folder.
pub const FOLDER_NAME: &str = "backups";
/// Number of nightly backups that are kept.
pub const NIGHTLY_KEPT: usize = 14;
/// Number of backups on request that are kept.
pub const MANUAL_KEPT: usize = 14;
/// File name extension of a backup.
const ENDING: &str = "barback";

/// Number of backups of a kind that are kept.
pub(super) fn retention(kind: BackupKind) -> usize {
    if kind == BackupKind::Nightly { NIGHTLY_KEPT } else { MANUAL_KEPT }
}

/// A backup in the directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupFile {
    /// File name.
    pub name: String,
    /// When it was created.
    pub at: Timestamp,
    /// Why it was created.
    pub kind: BackupKind,
    /// Number of its last journal entry.
    pub last_entry: u64,
    /// Size in bytes.
    pub size_bytes: u64,
}

impl BackupFile {
    /// A backup with the file name that follows from these values.
    pub fn new(at: Timestamp, kind: BackupKind, last_entry: u64, size_bytes: u64) -> Self {
        let name = format!("bar-{}-{}-{last_entry}.{ENDING}", stamp(at), kind.as_str());
        BackupFile { name, at, kind, last_entry, size_bytes }
    }

    /// Parses a file name; `None` for any other file.
    pub(super) fn parse(name: &str, size_bytes: u64) -> Option<Self> {
        let mut parts = name.strip_prefix("bar-")?.strip_suffix(ENDING)?.strip_suffix('.')?.split('-');
        let (stamp, kind, last_entry) = (parts.next()?, parts.next()?, parts.next()?);
        let backup = BackupFile::new(unstamp(stamp)?, BackupKind::parse(kind)?, last_entry.parse().ok()?, size_bytes);
        (backup.name == name).then_some(backup)
    }
}

/// A time stamp as used in file names: `20261121T050000123Z`.
pub fn stamp(at: Timestamp) -> String {
    at.to_string().replace(['-', ':', '.'], "")
}

/// Parses the output of [`stamp`]. The caller compares the whole name again.
fn unstamp(stamp: &str) -> Option<Timestamp> {
    let part = |from: usize, to: usize| stamp.get(from..to);
    let date = format!("{}-{}-{}", part(0, 4)?, part(4, 6)?, part(6, 8)?);
    Timestamp::parse(&format!("{date}T{}:{}:{}.{}", part(9, 11)?, part(11, 13)?, part(13, 15)?, part(15, 19)?))
}

impl BackupFile {
    /// Whether its date is in the future: the clock was wrong when it was created.
    pub fn is_dated_in_the_future(&self, now: Timestamp) -> bool {
        self.at.since(now) > DOUBT_MILLIS
    }
}

/// Sorts the newest first, as of `now`. Backups dated in the future come last: their true date is not known, but it is before the
/// clock was corrected.
pub(super) fn newest_first(backups: &mut [BackupFile], now: Timestamp) {
    backups.sort_by_key(|backup| (backup.is_dated_in_the_future(now), Reverse((backup.at, backup.last_entry))));
}

/// The folder of backups and the key that new ones are encrypted with.
#[derive(Debug, Clone)]
pub struct BackupDirectory {
    folder: PathBuf,
    keys: Keyring,
}

impl BackupDirectory {
    /// The folder `named`, or the default one in the data folder.
    pub fn of(named: Option<&Path>, data: &Path) -> Self {
        BackupDirectory { folder: named.map_or_else(|| data.join(FOLDER_NAME), Path::to_owned), keys: Keyring::default() }
    }

    /// Encrypts new backups with the passphrase of `keys`, if it has one.
    pub fn with_keys(self, keys: &Keyring) -> Self {
        BackupDirectory { keys: keys.clone(), ..self }
    }

    /// The keys that new backups are encrypted with.
    pub fn keys(&self) -> &Keyring {
        &self.keys
    }

    /// Whether this backup is encrypted.
    pub fn is_encrypted(&self, backup: &BackupFile) -> bool {
        File::open(self.folder.join(&backup.name)).and_then(is_encrypted).unwrap_or(false)
    }

    /// Path of the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// All backups, newest first as of `now` ([`newest_first`]). Empty if the folder does not exist.
    pub fn backups(&self, now: Timestamp) -> Vec<BackupFile> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let backup = |entry: fs::DirEntry| BackupFile::parse(entry.file_name().to_str()?, entry.metadata().ok()?.len());
        let mut backups: Vec<BackupFile> = entries.flatten().filter_map(backup).collect();
        newest_first(&mut backups, now);
        backups
    }

    /// Path of an existing backup; `None` for any other name.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let there = self.backups(Timestamp::default()).into_iter().find(|backup| backup.name == name)?;
        Some(self.folder.join(there.name))
    }

    /// Creates the folder if it is missing, and deletes incomplete files that a power cut left in it.
    pub(super) fn prepare(&self) -> Result<(), BackupError> {
        if !self.folder.is_dir() {
            DirBuilder::new().recursive(true).mode(store::FOLDER_MODE).create(&self.folder).map_err(BackupError::io(&self.folder))?;
            if let Some(parent) = self.folder.parent() {
                store::give_to_folder_owner(&self.folder, parent);
            }
        }
        for entry in fs::read_dir(&self.folder).map_err(BackupError::io(&self.folder))?.flatten() {
            if entry.file_name().to_str().is_some_and(|name| name.starts_with("being-made-")) {
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }

    /// Deletes the oldest backups of a kind beyond the number that is kept.
    pub(super) fn prune(&self, kind: BackupKind, now: Timestamp) -> Result<(), BackupError> {
        for backup in self.backups(now).into_iter().filter(|backup| backup.kind == kind).skip(retention(kind)) {
            let file = self.folder.join(backup.name);
            fs::remove_file(&file).map_err(BackupError::io(&file))?;
        }
        Ok(())
    }
}
