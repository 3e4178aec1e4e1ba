//! Sources of a restore: a complete backup, or the folder of a continuous backup.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::{Block, Header, Reader, Trailer, is_encrypted};
use super::continuous;
use super::segment::Segment;
use super::{BackupError, Keyring};
use bar::box_events::DOUBT_MILLIS;
use bar::engine::{self, Clock, SystemClock};
use base::Timestamp;
use store::{Disk, FileStream, RealDisk, StoreError};

/// Approximate size of a bar's store relative to its backup.
const UNPACKED: u64 = 20;

/// The files of one backup, in order.
#[derive(Debug, Clone)]
pub struct Source {
    disk: Arc<dyn Disk>,
    files: Vec<PathBuf>,
    /// Whether it is a complete backup, which must have a trailer.
    whole: bool,
    keys: Keyring,
    /// Number of files in the same folder that need another passphrase.
    skipped_files: usize,
}

/// Summary of a backup that was read.
#[derive(Debug, Clone)]
pub struct SourceSummary {
    /// The header of its first file.
    pub head: Header,
    /// The trailer; `None` for a continuous backup.
    pub end: Option<Trailer>,
    /// Number of its last entry.
    pub last_entry: u64,
    /// Time stamp of that entry.
    pub last_at: Timestamp,
    /// Number of kept answers.
    pub answers: u64,
    /// What is missing because its last file is incomplete, as a sentence.
    pub lost: Option<String>,
    /// Number of files in the folder that were skipped because they need another passphrase.
    pub skipped_files: usize,
}

impl Source {
    /// Opens an unencrypted backup file, or the folder of a continuous backup.
    pub fn open(path: &Path) -> Result<Self, BackupError> {
        Source::open_with(path, &Keyring::default())
    }

    /// Like [`Source::open`], also for backups encrypted with the passphrase of `keys`.
    pub fn open_with(path: &Path, keys: &Keyring) -> Result<Self, BackupError> {
        let disk = Arc::new(RealDisk);
        if !path.is_dir() {
            return Ok(Source::of(disk, path).with_keys(keys));
        }
        let files =
            fs::read_dir(path).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect()).map_err(BackupError::io(path))?;
        Source::among(disk, path, files, keys)
    }

    /// The newest continuous backup among the `files` of `folder` that the passphrase of `keys` opens.
    ///
    /// # Errors
    /// If there is none.
    pub fn among(disk: Arc<dyn Disk>, folder: &Path, files: Vec<PathBuf>, keys: &Keyring) -> Result<Self, BackupError> {
        let mut timelines: BTreeMap<String, Vec<(u64, PathBuf)>> = BTreeMap::new();
        for file in files {
            if let Some((timeline, after)) = continuous::timeline_of(&file) {
                timelines.entry(timeline).or_default().push((after, file));
            }
        }
        // A folder may contain the backups of two bars, or of one bar before and after a restore: the newest entry wins. An entry
        // dated in the future is from a clock in the future and counts as the oldest.
        let now = SystemClock::start().now();
        let mut newest: Option<((bool, Timestamp, u64), Source)> = None;
        let mut locked: Option<BackupError> = None;
        let mut skipped_files = 0;
        for mut files in timelines.into_values() {
            files.sort();
            let files = files.into_iter().map(|(_, file)| file).collect::<Vec<_>>();
            let count = files.len();
            let source = Source { disk: disk.clone(), files, whole: false, keys: keys.clone(), skipped_files: 0 };
            let summary = match source.read(|_| Ok(())) {
                Ok(summary) => summary,
                Err(error @ (BackupError::Encrypted { .. } | BackupError::WrongPassphrase { .. })) => {
                    skipped_files += count;
                    locked.get_or_insert(error);
                    continue;
                }
                Err(_) => continue,
            };
            let age = (summary.last_at.since(now) <= DOUBT_MILLIS, summary.last_at, summary.last_entry);
            if newest.as_ref().is_none_or(|(newest, _)| age > *newest) {
                newest = Some((age, source));
            }
        }
        match (newest, locked) {
            (Some((_, source)), None) => Ok(source),
            // The passphrase is right for some files: the others were written before it was set.
            (Some((_, source)), Some(_)) if source.is_encrypted() => Ok(Source { skipped_files, ..source }),
            // Files that cannot be read may be newer than those that can, so the readable ones must not count as the newest.
            (_, Some(locked)) => Err(locked),
            (None, None) => Err(BackupError::NotABackup { file: folder.to_owned() }),
        }
    }

    /// A complete backup file on the given disk.
    pub fn of(disk: Arc<dyn Disk>, file: &Path) -> Self {
        Source { disk, files: vec![file.to_owned()], whole: true, keys: Keyring::default(), skipped_files: 0 }
    }

    /// Decrypts with the passphrase of `keys`.
    pub fn with_keys(self, keys: &Keyring) -> Self {
        Source { keys: keys.clone(), ..self }
    }

    /// Whether any of its files is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.files.iter().any(|file| self.disk.open_to_read(file).and_then(|file| is_encrypted(FileStream::new(file))).unwrap_or(false))
    }

    /// Size of all files in bytes.
    pub fn size(&self) -> u64 {
        self.files.iter().filter_map(|file| self.disk.open_to_read(file).and_then(|file| file.len()).ok()).sum()
    }

    /// Approximate size in bytes of the store that is rebuilt from it.
    pub fn unpacked_size(&self) -> u64 {
        self.size().saturating_mul(UNPACKED)
    }

    /// Path of its last file, as its name in messages.
    pub fn name(&self) -> &Path {
        self.files.last().map(PathBuf::as_path).unwrap_or(Path::new(""))
    }

    fn reader(&self, file: &Path) -> Result<Reader<BufReader<FileStream>>, BackupError> {
        let opened = self.disk.open_to_read(file).map_err(BackupError::io(file))?;
        let length = opened.len().map_err(BackupError::io(file))?;
        Ok(Reader::of(file, BufReader::new(FileStream::new(opened)), length)?.with_keys(&self.keys))
    }

    /// Reads all segments in order, checks that no entry is missing, and passes each to `each`.
    ///
    /// # Errors
    /// If a file cannot be read, is damaged or incomplete, or `each` fails. A continuous backup may end in an incomplete block.
    pub fn read(&self, mut each: impl FnMut(Segment) -> Result<(), BackupError>) -> Result<SourceSummary, BackupError> {
        let mut summary: Option<SourceSummary> = None;
        for file in &self.files {
            let mut reader = match self.reader(file) {
                Ok(reader) => reader,
                // The stick was pulled right after the file was created.
                Err(BackupError::NotABackup { .. }) if !self.whole => continue,
                Err(error) => return Err(error),
            };
            let read = read_file(&mut reader, &mut summary, file, &mut each);
            match read {
                Ok(()) => {}
                // The entries after it are in the next file, or were never written.
                Err(BackupError::Damaged { what, .. }) if !self.whole => {
                    if let Some(summary) = &mut summary {
                        summary.lost = Some(format!("the last {} bytes of {} are not whole ({what})", reader.left(), file.display()));
                    }
                }
                Err(error) => return Err(error),
            }
        }
        let damaged = |what: &str| BackupError::Damaged { file: self.name().to_owned(), what: what.to_owned() };
        let summary = summary.ok_or_else(|| damaged("there is nothing in it"))?;
        match (&summary.end, self.whole) {
            (None, true) => Err(damaged("its end is missing")),
            (Some(end), true) if end.last_entry != summary.last_entry || end.answers != summary.answers => {
                Err(damaged("parts of it are missing"))
            }
            _ if summary.last_entry == 0 => Err(damaged("no entry is in it")),
            _ => Ok(SourceSummary { skipped_files: self.skipped_files, ..summary }),
        }
    }
}

/// Whether the backup at `path` is encrypted, or any file in the folder of a continuous backup.
///
/// # Errors
/// If it cannot be read.
pub fn holds_encrypted(path: &Path) -> io::Result<bool> {
    if !fs::metadata(path)?.is_dir() {
        return File::open(path).and_then(is_encrypted);
    }
    for entry in fs::read_dir(path)? {
        let file = entry?.path();
        if continuous::timeline_of(&file).is_some() && File::open(&file).and_then(is_encrypted)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn read_file(
    reader: &mut Reader<impl Read>,
    summary: &mut Option<SourceSummary>,
    file: &Path,
    each: &mut impl FnMut(Segment) -> Result<(), BackupError>,
) -> Result<(), BackupError> {
    let damaged = |what: String| BackupError::Damaged { file: file.to_owned(), what };
    let mut begun = false;
    while let Some(piece) = reader.next_block()? {
        match piece {
            Block::Header(head) if !begun => {
                begun = true;
                let before = summary.as_ref().map_or(0, |summary| summary.last_entry);
                if head.after != before {
                    return Err(BackupError::Differs {
                        file: file.to_owned(),
                        what: format!("it begins after entry {}, and those before it end with entry {before}", head.after),
                    });
                }
                match summary {
                    Some(summary) => summary.lost = None,
                    None => {
                        *summary = Some(SourceSummary {
                            head,
                            end: None,
                            last_entry: 0,
                            last_at: Timestamp::default(),
                            answers: 0,
                            lost: None,
                            skipped_files: 0,
                        })
                    }
                }
            }
            Block::Segment(segment) => {
                let summary = summary.as_mut().filter(|summary| begun && summary.end.is_none());
                let summary = summary.ok_or_else(|| damaged("its parts are in no order".to_owned()))?;
                for entry in &segment.entries {
                    if entry.seq != summary.last_entry + 1 {
                        return Err(damaged(format!("entry {} is missing", summary.last_entry + 1)));
                    }
                    summary.last_entry = entry.seq;
                }
                if let Some(last) = segment.entries.last() {
                    summary.last_at = engine::Entry::parse(last).map_err(|error| unreadable(&summary.head, file, error))?.envelope.at;
                }
                summary.answers += segment.answers.len() as u64;
                each(segment)?;
            }
            Block::Trailer(end) => match summary.as_mut().filter(|summary| summary.end.is_none()) {
                Some(summary) => summary.end = Some(end),
                None => return Err(damaged("its parts are in no order".to_owned())),
            },
            Block::Header(_) => return Err(damaged("its parts are in no order".to_owned())),
        }
    }
    Ok(())
}

/// The error for an entry that this version cannot read: it is from a newer version, or damaged.
pub fn unreadable(head: &Header, file: &Path, error: StoreError) -> BackupError {
    if let StoreError::NewerEntry { .. } = error {
        return BackupError::NewerEntry { what: format!("The backup {}", file.display()), entry: error };
    }
    if newer(&head.version) {
        return BackupError::Newer { file: file.to_owned(), version: head.version.clone() };
    }
    BackupError::Damaged { file: file.to_owned(), what: error.to_string() }
}

/// Whether `version` is newer than this program.
pub(super) fn newer(version: &str) -> bool {
    let parts = |version: &str| version.split('.').map(|part| part.parse().unwrap_or(0)).collect::<Vec<u64>>();
    parts(version) > parts(env!("CARGO_PKG_VERSION"))
}
