//! What a bar can be made anew from: a whole copy, or the folder of one that goes on for ever.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::{Block, Header, Reader, Trailer, is_encrypted};
use super::continuous;
use super::segment::Segment;
use super::{BackupError, Keyring};
use crate::base::Timestamp;
use crate::box_events::DOUBT_MILLIS;
use crate::engine::{self, Clock, SystemClock};
use crate::store::{Disk, FileStream, RealDisk, StoreError};

/// How much larger a bar is than its copy, about.
const UNPACKED: u64 = 20;

/// The files of one copy, in their order.
#[derive(Debug, Clone)]
pub struct Source {
    disk: Arc<dyn Disk>,
    files: Vec<PathBuf>,
    /// Whether it must have an end.
    whole: bool,
    keys: Keyring,
    /// Files beside it that another passphrase opens.
    skipped_files: usize,
}

/// What was read.
#[derive(Debug, Clone)]
pub struct SourceSummary {
    /// What the copy says of itself.
    pub head: Header,
    /// What it says at its end; none for one that goes on.
    pub end: Option<Trailer>,
    /// Its last entry.
    pub journal: u64,
    /// When that was written.
    pub last_at: Timestamp,
    /// How many answers it holds.
    pub answers: u64,
    /// What is not in it, because its last file breaks off.
    pub lost: Option<String>,
    /// How many files of its folder were not looked at, because another passphrase opens them.
    pub skipped_files: usize,
}

impl Source {
    /// A file, or a folder that a box was summary to copy to, in clear.
    pub fn open(path: &Path) -> Result<Self, BackupError> {
        Source::open_with(path, &Keyring::default())
    }

    /// As [`Source::open`], also for what the passphrase of `keys` opens.
    pub fn open_with(path: &Path, keys: &Keyring) -> Result<Self, BackupError> {
        let disk = Arc::new(RealDisk);
        if !path.is_dir() {
            return Ok(Source::of(disk, path).with_keys(keys));
        }
        let files =
            fs::read_dir(path).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect()).map_err(BackupError::io(path))?;
        Source::among(disk, path, files, keys)
    }

    /// The newest copy among the `files` of `folder` that the passphrase of `keys` opens, on whatever disk.
    ///
    /// # Errors
    /// When there is none.
    pub fn among(disk: Arc<dyn Disk>, folder: &Path, files: Vec<PathBuf>, keys: &Keyring) -> Result<Self, BackupError> {
        let mut lines: BTreeMap<String, Vec<(u64, PathBuf)>> = BTreeMap::new();
        for file in files {
            if let Some((line, after)) = continuous::timeline_of(&file) {
                lines.entry(line).or_default().push((after, file));
            }
        }
        // A folder may hold the copies of two bars, or of one before and after a restore: the newest entry wins, but one of the
        // future is of a clock that was ahead.
        let now = SystemClock::start().now();
        let mut newest: Option<((bool, Timestamp, u64), Source)> = None;
        let mut locked: Option<BackupError> = None;
        let mut skipped_files = 0;
        for mut files in lines.into_values() {
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
            let age = (summary.last_at.since(now) <= DOUBT_MILLIS, summary.last_at, summary.journal);
            if newest.as_ref().is_none_or(|(newest, _)| age > *newest) {
                newest = Some((age, source));
            }
        }
        match (newest, locked) {
            (Some((_, source)), None) => Ok(source),
            // The passphrase is right for some: what other passphrases open was written before it was set.
            (Some((_, source)), Some(_)) if source.is_encrypted() => Ok(Source { skipped_files, ..source }),
            // What cannot be read may be newer than what can, so the older must not be taken for the newest.
            (_, Some(locked)) => Err(locked),
            (None, None) => Err(BackupError::NoCopy { file: folder.to_owned() }),
        }
    }

    /// The file of a whole copy, on whatever disk.
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

    /// Bytes of all files.
    pub fn size(&self) -> u64 {
        self.files.iter().filter_map(|file| self.disk.open_to_read(file).and_then(|file| file.len()).ok()).sum()
    }

    /// Bytes of the bar that is made from it, about.
    pub fn unpacked_size(&self) -> u64 {
        self.size().saturating_mul(UNPACKED)
    }

    /// The name to speak of it.
    pub fn name(&self) -> &Path {
        self.files.last().map(PathBuf::as_path).unwrap_or(Path::new(""))
    }

    fn reader(&self, file: &Path) -> Result<Reader<BufReader<FileStream>>, BackupError> {
        let opened = self.disk.open_to_read(file).map_err(BackupError::io(file))?;
        let length = opened.len().map_err(BackupError::io(file))?;
        Ok(Reader::of(file, BufReader::new(FileStream::new(opened)), length)?.with_keys(&self.keys))
    }

    /// Reads all of it, segment by segment, in order and without a gap.
    pub fn read(&self, mut each: impl FnMut(Segment) -> Result<(), BackupError>) -> Result<SourceSummary, BackupError> {
        let mut summary: Option<SourceSummary> = None;
        for file in &self.files {
            let mut reader = match self.reader(file) {
                Ok(reader) => reader,
                // A stick that was pulled right after a file was made.
                Err(BackupError::NoCopy { .. }) if !self.whole => continue,
                Err(error) => return Err(error),
            };
            let read = read_file(&mut reader, &mut summary, file, &mut each);
            match read {
                Ok(()) => {}
                // What came after it is in the next file, or never was.
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
            (Some(end), true) if end.journal != summary.journal || end.answers != summary.answers => {
                Err(damaged("parts of it are missing"))
            }
            _ if summary.journal == 0 => Err(damaged("no entry is in it")),
            _ => Ok(SourceSummary { skipped_files: self.skipped_files, ..summary }),
        }
    }
}

/// Whether the copy at `path` is encrypted, or any file of a folder that a box was summary to copy to.
///
/// # Errors
/// When it cannot be read.
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
                let before = summary.as_ref().map_or(0, |summary| summary.journal);
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
                            journal: 0,
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
                    if entry.seq != summary.journal + 1 {
                        return Err(damaged(format!("entry {} is missing", summary.journal + 1)));
                    }
                    summary.journal = entry.seq;
                }
                if let Some(last) = segment.entries.last() {
                    summary.last_at = engine::read(last).map_err(|error| unreadable(&summary.head, file, error))?.envelope.at;
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

/// What an entry is called that this Barback cannot read: of a newer one, or damaged.
pub fn unreadable(head: &Header, file: &Path, error: StoreError) -> BackupError {
    if let StoreError::NewerEntry { .. } = error {
        return BackupError::NewerEntry { what: format!("The backup {}", file.display()), entry: error };
    }
    if newer(&head.version) {
        return BackupError::Newer { file: file.to_owned(), version: head.version.clone() };
    }
    BackupError::Damaged { file: file.to_owned(), what: error.to_string() }
}

/// Whether a version is newer than this one.
pub(super) fn newer(version: &str) -> bool {
    let parts = |version: &str| version.split('.').map(|part| part.parse().unwrap_or(0)).collect::<Vec<u64>>();
    parts(version) > parts(env!("CARGO_PKG_VERSION"))
}
