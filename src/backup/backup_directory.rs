//! The folder of copies: their names say what they are, and only a copy that was proved bears such a name.

use std::cmp::Reverse;
use std::fs::{self, DirBuilder, File};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use super::archive::{BackupKind, is_encrypted};
use super::{BackupError, Keyring};
use crate::base::Timestamp;
use crate::box_events::DOUBT_MILLIS;
use crate::store;

/// Name of the folder in the data folder, unless another is named.
pub const FOLDER_NAME: &str = "backups";
/// How many nightly copies are kept.
pub const NIGHTLY_KEPT: usize = 14;
/// How many copies are kept that somebody asked for.
pub const MANUAL_KEPT: usize = 14;

/// Copies of a kind that are kept.
pub(super) fn kept_of(kind: BackupKind) -> usize {
    if kind == BackupKind::Nightly { NIGHTLY_KEPT } else { MANUAL_KEPT }
}
/// For the owner's eyes only: hashes of passwords are in the copies.
const FOLDER_MODE: u32 = 0o700;
/// What a copy's name ends with.
const ENDING: &str = "barback";

/// A copy on the directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupFile {
    /// Its file's name.
    pub name: String,
    /// When it was made.
    pub at: Timestamp,
    /// Why.
    pub kind: BackupKind,
    /// Its last entry.
    pub journal: u64,
    /// How large it is.
    pub size_bytes: u64,
}

impl BackupFile {
    /// The copy that these lead to.
    pub fn new(at: Timestamp, kind: BackupKind, journal: u64, size_bytes: u64) -> Self {
        let name = format!("bar-{}-{}-{journal}.{ENDING}", stamp(at), kind.as_str());
        BackupFile { name, at, kind, journal, size_bytes }
    }

    /// What a name says; `None` for the name of anything else.
    pub(super) fn parse(name: &str, size_bytes: u64) -> Option<Self> {
        let mut parts = name.strip_prefix("bar-")?.strip_suffix(ENDING)?.strip_suffix('.')?.split('-');
        let (stamp, kind, journal) = (parts.next()?, parts.next()?, parts.next()?);
        let copy = BackupFile::new(unstamp(stamp)?, BackupKind::parse(kind)?, journal.parse().ok()?, size_bytes);
        (copy.name == name).then_some(copy)
    }
}

/// `20261121T050000123Z`: a moment as names carry it.
pub fn stamp(at: Timestamp) -> String {
    at.to_string().replace(['-', ':', '.'], "")
}

/// Reads what [`stamp`] wrote; whoever parses compares the whole name again.
fn unstamp(stamp: &str) -> Option<Timestamp> {
    let part = |from: usize, to: usize| stamp.get(from..to);
    let date = format!("{}-{}-{}", part(0, 4)?, part(4, 6)?, part(6, 8)?);
    Timestamp::parse(&format!("{date}T{}:{}:{}.{}", part(9, 11)?, part(11, 13)?, part(13, 15)?, part(15, 19)?))
}

impl BackupFile {
    /// Whether the name carries a date that is not here yet: the clock was ahead when the copy was made.
    pub fn is_of_the_future(&self, now: Timestamp) -> bool {
        self.at.since(now) > DOUBT_MILLIS
    }
}

/// Sorts the newest first, as seen at `now`. Copies dated in the future come last: their true date is not known, but it is before the
/// clock was put right.
pub(super) fn newest_first(copies: &mut [BackupFile], now: Timestamp) {
    copies.sort_by_key(|copy| (copy.is_of_the_future(now), Reverse((copy.at, copy.journal))));
}

/// Where copies lie, and what they are encrypted with.
#[derive(Debug, Clone)]
pub struct BackupDirectory {
    folder: PathBuf,
    keys: Keyring,
}

impl BackupDirectory {
    /// The folder that was named, or the one in the data folder.
    pub fn of(named: Option<&Path>, data: &Path) -> Self {
        BackupDirectory { folder: named.map_or_else(|| data.join(FOLDER_NAME), Path::to_owned), keys: Keyring::default() }
    }

    /// New copies are encrypted with the passphrase of `keys`, if it holds one.
    pub fn with_keys(self, keys: &Keyring) -> Self {
        BackupDirectory { keys: keys.clone(), ..self }
    }

    /// What new copies are encrypted with.
    pub fn keys(&self) -> &Keyring {
        &self.keys
    }

    /// Whether this copy is encrypted.
    pub fn is_encrypted(&self, copy: &BackupFile) -> bool {
        File::open(self.folder.join(&copy.name)).and_then(is_encrypted).unwrap_or(false)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Every copy, newest first as seen at `now` ([`newest_first`]). A folder that is not there holds none.
    pub fn copies(&self, now: Timestamp) -> Vec<BackupFile> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let copy = |entry: fs::DirEntry| BackupFile::parse(entry.file_name().to_str()?, entry.metadata().ok()?.len());
        let mut copies: Vec<BackupFile> = entries.flatten().filter_map(copy).collect();
        newest_first(&mut copies, now);
        copies
    }

    /// The file of a copy that is there; any other name leads nowhere.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let there = self.copies(Timestamp::default()).into_iter().find(|copy| copy.name == name)?;
        Some(self.folder.join(there.name))
    }

    /// Makes the folder where it is missing, and clears away what a power cut left in it.
    pub(super) fn prepare(&self) -> Result<(), BackupError> {
        if !self.folder.is_dir() {
            DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(&self.folder).map_err(BackupError::io(&self.folder))?;
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

    /// Takes away the oldest copies of a kind, beyond those that are kept.
    pub(super) fn prune(&self, kind: BackupKind, now: Timestamp) -> Result<(), BackupError> {
        for copy in self.copies(now).into_iter().filter(|copy| copy.kind == kind).skip(kept_of(kind)) {
            let file = self.folder.join(copy.name);
            fs::remove_file(&file).map_err(BackupError::io(&file))?;
        }
        Ok(())
    }
}
