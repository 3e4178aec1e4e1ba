//! Continuous backup: appends the journal to files on a USB stick or another disk, seconds behind, for as long as the box runs.
//!
//! Files are append-only, and an incomplete file is never changed again: each start, and each return of a stick, begins a new file
//! with the number of the entry that it continues after. They are named `copy-TIMELINE-ENTRY.barback`. A timeline is an unbroken
//! sequence of journal entries under one passphrase or none; another bar, a journal that diverged after a restore, or a changed
//! passphrase starts a new one.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use strum::IntoStaticStr;
use tokio::runtime::Handle;
use tokio::sync::watch;
use utoipa::ToSchema;

use super::archive::{BackupKind, Block, Header, Reader, Writer};
use super::backup_directory::stamp;
use super::segment::{Position, Segment};
use super::{BackupError, Keyring};
use bar::engine::{self, Feed};
use base::Timestamp;
use store::{RawEntry, Store};

/// How long entries are collected before they are written, because flash memory wears out.
const COLLECT_FOR: Duration = Duration::from_secs(2);
/// How often the target is checked while the journal does not grow, and the pause after a failure.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// Lag from which the backup is reported as behind.
const BEHIND: Duration = Duration::from_secs(60);
/// Size in bytes after which a new file begins.
const FILE_MAX: u64 = 16 * 1024 * 1024;
/// Digits of the entry number in a file name, so that names sort.
const ENTRY_DIGITS: usize = 12;
/// Prefix and suffix of the file names.
const NAME_PREFIX: &str = "copy-";
const NAME_SUFFIX: &str = ".barback";
/// Metadata key of the path where a stick was mounted. If the stick is missing, the empty mount point is not used as a target.
const MOUNTED_KEY: &str = "copy-mounted-at";

/// State of the continuous backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(as = ContinuousState, rename_all = "lowercase")]
#[derive(IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum ContinuousState {
    /// Not configured.
    Off,
    /// As new as the journal, or at most a minute behind.
    Ok,
    /// More than a minute behind.
    Behind,
    /// The target cannot be written.
    Failed,
}

impl ContinuousState {
    /// The word used in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Status of the continuous backup, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContinuousStatus {
    /// The target folder.
    pub target: Option<PathBuf>,
    /// Its state.
    pub state: ContinuousState,
    /// How long the oldest entry that is not written yet has been waiting, in seconds.
    pub lag_seconds: Option<u64>,
    /// The last error, as a sentence for people.
    pub error: Option<String>,
}

/// Progress of the thread, shared with its handle.
#[derive(Debug, Default)]
struct Progress {
    waiting_since: Option<Instant>,
    error: Option<String>,
}

/// Handle to the thread that writes the continuous backup.
pub struct ContinuousBackup {
    target: PathBuf,
    progress: Mutex<Progress>,
}

impl ContinuousBackup {
    /// Starts the thread, which runs until `stopping`. A stick that hangs does not delay the end of the box, because the thread is
    /// not joined.
    pub fn start(
        target: &Path,
        keys: &Keyring,
        store: Arc<Store>,
        feed: Feed,
        stopping: watch::Receiver<bool>,
    ) -> std::io::Result<Arc<ContinuousBackup>> {
        let continuous = Arc::new(ContinuousBackup { target: target.to_owned(), progress: Mutex::default() });
        let worker = Worker { backup: continuous.clone(), keys: keys.clone(), store, feed, stopping, timeline: None };
        let runtime = Handle::current();
        std::thread::Builder::new().name("continuous".to_owned()).spawn(move || worker.run(&runtime))?;
        Ok(continuous)
    }

    /// The current status.
    pub fn status(&self) -> ContinuousStatus {
        let progress = self.progress();
        let lag = progress.waiting_since.map(|since| since.elapsed());
        let state = match (&progress.error, lag) {
            (Some(_), _) => ContinuousState::Failed,
            (None, Some(lag)) if lag > BEHIND => ContinuousState::Behind,
            _ => ContinuousState::Ok,
        };
        ContinuousStatus {
            target: Some(self.target.clone()),
            state,
            lag_seconds: Some(lag.map_or(0, |lag| lag.as_secs())),
            error: progress.error.clone(),
        }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Worker {
    /// The handle, which has the target and the progress that the status is made of.
    backup: Arc<ContinuousBackup>,
    keys: Keyring,
    store: Arc<Store>,
    feed: Feed,
    stopping: watch::Receiver<bool>,
    /// `None` until the target was scanned.
    timeline: Option<Timeline>,
}

/// The files of one timeline on the target (see the head of this file).
struct Timeline {
    name: String,
    /// Position after the last written entry.
    position: Position,
    file: Option<OpenFile>,
}

/// The file that is being appended to.
struct OpenFile {
    path: PathBuf,
    inode: u64,
    writer: Writer<File>,
}

impl Worker {
    fn run(mut self, runtime: &Handle) {
        loop {
            let written = self.timeline.as_ref().map_or(0, |timeline| timeline.position.seq);
            let behind = self.feed.head() > written;
            self.backup.progress().waiting_since.get_or_insert_with(Instant::now);
            match self.write_new_entries() {
                Ok(()) => *self.backup.progress() = Progress::default(),
                Err(error) => {
                    self.timeline = None;
                    let mut progress = self.backup.progress();
                    let words = error.to_string();
                    if progress.error.as_ref() != Some(&words) {
                        tracing::warn!("the continuous backup: {words}");
                    }
                    progress.error = Some(words);
                    if !behind {
                        progress.waiting_since = None;
                    }
                }
            }
            if self.pause(runtime) {
                return;
            }
        }
    }

    /// Waits for new entries and collects some, or for the next check of the target. True if the box stops; in that case the
    /// remaining entries are written first.
    fn pause(&mut self, runtime: &Handle) -> bool {
        let failed = self.timeline.is_none();
        let written = self.timeline.as_ref().map_or(0, |timeline| timeline.position.seq);
        let (feed, stopping) = (&mut self.feed, &mut self.stopping);
        let stopped = runtime.block_on(async {
            let growth = async {
                if failed {
                    std::future::pending::<()>().await;
                }
                feed.after(written).await;
                tokio::time::sleep(COLLECT_FOR).await;
            };
            tokio::select! {
                () = growth => false,
                () = tokio::time::sleep(CHECK_INTERVAL) => false,
                _ = stopping.wait_for(|stopping| *stopping) => true,
            }
        });
        if stopped && !failed {
            let _ = self.write_new_entries();
        }
        stopped
    }

    /// Writes all entries that are not on the target yet.
    fn write_new_entries(&mut self) -> Result<(), BackupError> {
        let target = self.backup.target.clone();
        self.check_target(&target)?;
        let mut timeline = match self.timeline.take() {
            Some(timeline) => timeline,
            None => resume(&self.store, &self.keys, &target)?,
        };
        while let Some((segment, position)) = self.store.read(|view| Segment::after(view, timeline.position))? {
            timeline.add(&self.store, &self.keys, &target, &segment)?;
            timeline.position = position;
        }
        if timeline.file.as_ref().is_some_and(|open| !open.is_still_there()) {
            timeline.file = None;
        }
        self.timeline = Some(timeline);
        Ok(())
    }

    /// Fails if the stick is not plugged in. Its empty mount point is on the box's own disk and must not be written to.
    fn check_target(&self, target: &Path) -> Result<(), BackupError> {
        let unusable = |words: &str| BackupError::Io { path: target.to_owned(), source: std::io::Error::other(words.to_owned()) };
        let data = fs::metadata(target).map_err(|_| unusable("the folder is not there. Is the stick in?"))?;
        if !data.is_dir() {
            return Err(unusable("it is no folder"));
        }
        let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mounted = fs::metadata(parent).is_ok_and(|parent| parent.dev() != data.dev());
        let known = self.store.read(|view| store::metadata(view, MOUNTED_KEY))?;
        let name = target.display().to_string();
        match (mounted, known.as_deref() == Some(name.as_str())) {
            (false, true) => Err(unusable("nothing is mounted there. Is the stick in?")),
            (true, false) => Ok(self.store.write(|tables| store::set_metadata(tables, MOUNTED_KEY, &name))?),
            _ => Ok(()),
        }
    }
}

impl Timeline {
    fn add(&mut self, store: &Store, keys: &Keyring, target: &Path, segment: &Segment) -> Result<(), BackupError> {
        let full = |open: &OpenFile| fs::metadata(&open.path).is_ok_and(|data| data.len() > FILE_MAX);
        if self.file.as_ref().is_some_and(|open| full(open) || !open.is_still_there()) {
            self.file = None;
        }
        let open = match &mut self.file {
            Some(open) => open,
            none => {
                none.insert(OpenFile::new(store, keys, &timeline_file(target, &self.name, self.position.seq), self.position.seq, segment)?)
            }
        };
        let io = || BackupError::io(&open.path);
        open.writer.segment(segment).map_err(io())?;
        open.writer.get_mut().sync_data().map_err(io())
    }
}

impl OpenFile {
    /// Creates the file. A file of this name can exist if its first segment was not written completely.
    fn new(store: &Store, keys: &Keyring, path: &Path, after: u64, segment: &Segment) -> Result<Self, BackupError> {
        let io = || BackupError::io(path);
        let at = segment.entries.last().map(engine::Entry::parse).transpose()?.map_or_else(Timestamp::default, |entry| entry.envelope.at);
        let head =
            Header { version: env!("CARGO_PKG_VERSION").to_owned(), kind: BackupKind::Continuous, demo: store.is_demo()?, at, after };
        let key = keys.for_new_file(store)?;
        let file = store::create_or_empty_private(path).map_err(io())?;
        let inode = file.metadata().map_err(io())?.ino();
        let writer = Writer::begin_with(file, &head, key).map_err(io())?;
        File::open(path.parent().unwrap_or(path)).and_then(|folder| folder.sync_all()).map_err(io())?;
        Ok(OpenFile { path: path.to_owned(), inode, writer })
    }

    /// Writes to a file that was moved, or whose stick was pulled, would be lost.
    fn is_still_there(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|data| data.ino() == self.inode)
    }
}

/// The timeline and the entry number in a file's name; `None` for any other file.
pub fn timeline_of(file: &Path) -> Option<(String, u64)> {
    let (timeline, after) = file.file_name()?.to_str()?.strip_prefix(NAME_PREFIX)?.strip_suffix(NAME_SUFFIX)?.rsplit_once('-')?;
    Some((timeline.to_owned(), after.parse().ok()?))
}

/// The file of a timeline that begins after this entry.
pub fn timeline_file(target: &Path, timeline: &str, after: u64) -> PathBuf {
    target.join(format!("{NAME_PREFIX}{timeline}-{after:0ENTRY_DIGITS$}{NAME_SUFFIX}"))
}

/// The timeline to append to: among those whose last entry is in this bar's journal, the one with the newest entry; otherwise a new
/// one. A new timeline begins with the first entry of the journal, so that each can be restored on its own.
fn resume(store: &Store, keys: &Keyring, target: &Path) -> Result<Timeline, BackupError> {
    let mut files: Vec<(String, u64, PathBuf)> = Vec::new();
    for entry in fs::read_dir(target).map_err(BackupError::io(target))? {
        let path = entry.map_err(BackupError::io(target))?.path();
        files.extend(timeline_of(&path).map(|(timeline, after)| (timeline, after, path)));
    }
    files.sort();
    let taken: BTreeSet<String> = files.iter().map(|(name, ..)| name.clone()).collect();
    let mut best: Option<Timeline> = None;
    let mut seen: Option<String> = None;
    for (name, _, path) in files.iter().rev() {
        if seen.as_ref() == Some(name) {
            continue;
        }
        let last = match last_entry(path, keys) {
            FileEnd::Entry(last) => last,
            FileEnd::NoSegment => continue,
            FileEnd::DifferentEncryption => {
                seen = Some(name.clone());
                continue;
            }
        };
        // The newest file with any entry determines the position of the timeline.
        seen = Some(name.clone());
        let ours = store.read(|view| store::entries_after(view, last.seq.saturating_sub(1), 1))?;
        let (Some(ours), Ok(theirs)) = (ours.first(), engine::Entry::parse(&last)) else { continue };
        let entry = engine::Entry::parse(ours)?;
        if entry == theirs && best.as_ref().is_none_or(|best| best.position.seq < entry.seq) {
            best =
                Some(Timeline { name: name.clone(), position: Position { seq: entry.seq, running: entry.envelope.running }, file: None });
        }
    }
    if let Some(timeline) = best {
        return Ok(timeline);
    }
    let at = store.read(engine::last_entry)?.map(|entry| entry.envelope.at).unwrap_or_default();
    Ok(Timeline { name: free_name(&stamp(at), &taken), position: Position::default(), file: None })
}

/// An unused timeline name. While time stamps stand still, two histories can begin with the same stamp.
fn free_name(stamp: &str, taken: &BTreeSet<String>) -> String {
    let mut name = stamp.to_owned();
    for count in 2.. {
        if !taken.contains(&name) {
            break;
        }
        name = format!("{stamp}-{count}");
    }
    name
}

/// End of a file of a timeline.
enum FileEnd {
    /// Its last entry.
    Entry(RawEntry),
    /// It contains no complete segment.
    NoSegment,
    /// It is encrypted and new files are not, or the reverse, or it is encrypted with another passphrase.
    DifferentEncryption,
}

fn last_entry(file: &Path, keys: &Keyring) -> FileEnd {
    let Ok(reader) = Reader::open(file) else { return FileEnd::NoSegment };
    let mut reader = reader.with_keys(keys);
    if reader.is_encrypted() == keys.is_empty() {
        return FileEnd::DifferentEncryption;
    }
    let mut last = FileEnd::NoSegment;
    loop {
        match reader.next_block() {
            Ok(Some(Block::Segment(mut segment))) => last = segment.entries.pop().map_or(last, FileEnd::Entry),
            Ok(Some(_)) => {}
            Err(BackupError::WrongPassphrase { .. }) => return FileEnd::DifferentEncryption,
            Ok(None) | Err(_) => return last,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_histories_that_begin_at_one_time_stamp_have_timelines_of_their_own() {
        let mut taken = BTreeSet::new();
        for name in ["20261121T200000000Z", "20261121T200000000Z-2", "20261121T200000000Z-3"] {
            let free = free_name("20261121T200000000Z", &taken);
            assert_eq!(free, name);
            let file = format!("{NAME_PREFIX}{free}-{:0ENTRY_DIGITS$}{NAME_SUFFIX}", 17);
            assert_eq!(timeline_of(Path::new(&file)), Some((free.clone(), 17)));
            taken.insert(free);
        }
    }
}
