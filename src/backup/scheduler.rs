//! Backup scheduler: the thread that creates a backup each business day and on request.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::BackupError;
use super::archive::BackupKind;
use super::backup_directory::{BackupDirectory, BackupFile, newest_first};
use super::continuous::{ContinuousBackup, ContinuousState, ContinuousStatus};
use super::create::{CreatedBackup, create};
use super::uploader::{RemoteStatus, Uploader};
use crate::base::{Actor, BarTime, Timestamp};
use crate::box_events::{self, BackupMade};
use crate::engine::{Command, Engine};
use crate::settings;
use crate::store::{self, Store, View};

/// Delay of the first check for the day's backup, so that it does not slow down the start.
const FIRST_CHECK: Duration = Duration::from_secs(10);
/// Interval of the following checks.
const CHECK_INTERVAL: Duration = Duration::from_secs(60);
/// Wait after a failed backup.
const RETRY: Duration = Duration::from_secs(15 * 60);
/// Least time between two nightly backups of one run, independent of the wall clock.
const NIGHTLY_INTERVAL_MIN: Duration = Duration::from_secs(20 * 60 * 60);
/// Age in seconds from which the last backup is reported as overdue: a day.
const OVERDUE_SECONDS: u64 = 24 * 60 * 60;

/// Status of the backups, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overview {
    /// The backup folder.
    pub folder: PathBuf,
    /// When the newest backup was created.
    pub last_verified_at: Option<Timestamp>,
    /// Its age in seconds; `None` if it is dated in the future.
    pub age_seconds: Option<u64>,
    /// Whether the newest backup is too old, for a bar with nightly backups.
    pub overdue: bool,
    /// Whether a backup is being created.
    pub running: bool,
    /// Why the last attempt failed, if it did.
    pub last_error: Option<String>,
    /// Whether new backups are encrypted.
    pub encrypted: bool,
    /// All backups, newest first, each with whether it is encrypted.
    pub copies: Vec<(BackupFile, bool)>,
    /// The continuous backup.
    pub continuous: ContinuousStatus,
    /// The off-site backups.
    pub remote: RemoteStatus,
}

/// Handle to the scheduler.
pub struct Backups {
    directory: BackupDirectory,
    nightly: bool,
    requests: mpsc::Sender<Request>,
    state: Arc<Mutex<RunState>>,
    continuous: Option<Arc<ContinuousBackup>>,
    uploader: Option<Arc<Uploader>>,
}

/// A request for a backup: the sender of its result.
type Request = oneshot::Sender<Result<CreatedBackup, BackupError>>;

#[derive(Debug, Default)]
struct RunState {
    running: bool,
    last_error: Option<String>,
}

fn lock(state: &Mutex<RunState>) -> MutexGuard<'_, RunState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Backups {
    /// Starts the thread, which ends when the last handle is dropped. `nightly`: whether to create a backup each business day.
    pub fn start(
        store: Arc<Store>,
        engine: Engine,
        directory: BackupDirectory,
        nightly: bool,
        continuous: Option<Arc<ContinuousBackup>>,
        uploader: Option<Arc<Uploader>>,
    ) -> std::io::Result<Arc<Self>> {
        let (requests, received) = mpsc::channel();
        let state: Arc<Mutex<RunState>> = Arc::default();
        let (its_directory, its_state, its_uploader) = (directory.clone(), state.clone(), uploader.clone());
        let scheduler = BackupScheduler {
            store,
            engine,
            directory: its_directory,
            state: its_state,
            nightly,
            uploader: its_uploader,
            failed: None,
            made: None,
        };
        let handle = Handle::current();
        std::thread::Builder::new().name("backup".to_owned()).spawn(move || scheduler.run(&received, &handle))?;
        Ok(Arc::new(Backups { directory, nightly, requests, state, continuous, uploader }))
    }

    /// Creates and verifies a backup now. The caller records it in the journal ([`CreatedBackup::note`]).
    pub async fn make(&self) -> Result<CreatedBackup, BackupError> {
        if std::mem::replace(&mut lock(&self.state).running, true) {
            return Err(BackupError::Busy);
        }
        let (reply, made) = oneshot::channel();
        if self.requests.send(reply).is_err() {
            lock(&self.state).running = false;
            return Err(BackupError::Stopping);
        }
        made.await.map_err(|_| BackupError::Stopping)?
    }

    /// The status at `now`, the box's estimated time ([`Engine::estimated_now`]).
    pub fn overview(&self, now: Timestamp) -> Overview {
        let copies = self.directory.copies(now);
        let last_verified_at = copies.first().map(|copy| copy.at);
        let age_seconds = copies.first().and_then(|copy| age_seconds(copy, now));
        let state = lock(&self.state);
        Overview {
            folder: self.directory.folder().to_owned(),
            last_verified_at,
            age_seconds,
            // A demo has no data worth a backup.
            overdue: self.nightly && age_seconds.is_none_or(|age| age > OVERDUE_SECONDS),
            running: state.running,
            last_error: state.last_error.clone(),
            encrypted: !self.directory.keys().is_empty(),
            copies: copies
                .into_iter()
                .map(|copy| (self.directory.is_encrypted(&copy), copy))
                .map(|(encrypted, copy)| (copy, encrypted))
                .collect(),
            continuous: self.continuous(),
            remote: self.uploader.as_ref().map_or_else(RemoteStatus::default, |uploader| uploader.status()),
        }
    }

    /// The file of a backup; `None` for any other name.
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        self.directory.find(name)
    }

    fn continuous(&self) -> ContinuousStatus {
        let off = ContinuousStatus { target: None, state: ContinuousState::Off, lag_seconds: None, error: None };
        self.continuous.as_ref().map_or(off, |continuous| continuous.continuous())
    }
}

impl CreatedBackup {
    /// The command that records it in the journal.
    pub fn note(&self) -> Command {
        let copy = &self.copy;
        Command::NoteBackup(BackupMade { name: copy.name.clone(), journal: copy.journal, size_bytes: copy.size_bytes })
    }
}

struct BackupScheduler {
    store: Arc<Store>,
    engine: Engine,
    directory: BackupDirectory,
    state: Arc<Mutex<RunState>>,
    nightly: bool,
    uploader: Option<Arc<Uploader>>,
    /// When the last automatic attempt failed.
    failed: Option<Instant>,
    /// When this process created its last nightly backup.
    made: Option<Instant>,
}

impl BackupScheduler {
    fn run(mut self, received: &mpsc::Receiver<Request>, handle: &Handle) {
        let mut wait = FIRST_CHECK;
        loop {
            match received.recv_timeout(wait) {
                Ok(reply) => {
                    let _ = reply.send(self.make(BackupKind::Manual));
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.create_if_due(handle);
                    wait = CHECK_INTERVAL;
                }
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Creates the day's backup if it is missing.
    fn create_if_due(&mut self, handle: &Handle) {
        let lately = |then: Option<Instant>, span| then.is_some_and(|then| then.elapsed() < span);
        if !self.nightly || lately(self.failed, RETRY) || lately(self.made, NIGHTLY_INTERVAL_MIN) || !self.is_due() {
            return;
        }
        if std::mem::replace(&mut lock(&self.state).running, true) {
            return;
        }
        self.failed = None;
        match self.make(BackupKind::Nightly) {
            Ok(made) => {
                self.made = Some(Instant::now());
                tracing::info!("the backup {} is made", made.path.display());
                let _ = handle.block_on(self.engine.run(made.note(), Actor::the_box()));
            }
            Err(error) => {
                tracing::warn!("the nightly backup: {error}");
                self.failed = Some(Instant::now());
            }
        }
    }

    fn is_due(&self) -> bool {
        let known = |view: &dyn View| Ok((settings::settings(view)?.bar_time(), store::head(view)?, box_events::last_nightly(view)?));
        let Ok((bar_time, head, noted)) = self.store.read(known) else { return false };
        let (now, stamp) = (self.engine.estimated_now(), self.engine.reading().at);
        head > 0 && (is_due(&self.directory.copies(now), &bar_time, now) || is_another_day(noted, &bar_time, stamp))
    }

    /// Creates a backup and records the outcome. The caller has set `running`.
    fn make(&self, kind: BackupKind) -> Result<CreatedBackup, BackupError> {
        let made = create(&self.store, &self.directory, kind, self.engine.estimated_now());
        let mut state = lock(&self.state);
        state.running = false;
        state.last_error = made.as_ref().err().map(ToString::to_string);
        if let (Ok(_), Some(uploader)) = (&made, &self.uploader) {
            uploader.wake();
        }
        made
    }
}

/// Age of a backup in seconds; `None` if it is dated in the future, because its true age is unknown.
fn age_seconds(copy: &BackupFile, now: Timestamp) -> Option<u64> {
    let known = !copy.is_of_the_future(now);
    known.then(|| u64::try_from(now.since(copy.at)).unwrap_or(0) / 1000)
}

/// Whether the business day of `now` has no nightly backup yet.
fn is_due(copies: &[BackupFile], bar_time: &BarTime, now: Timestamp) -> bool {
    let today = bar_time.business_day(now);
    !copies.iter().any(|copy| copy.kind == BackupKind::Nightly && bar_time.business_day(copy.at) == today)
}

/// Whether new entries belong to another business day than the entry of the last nightly backup. While the clock is in doubt, the
/// estimated date may stand still although days pass; this detects it independent of the clock.
fn is_another_day(noted: Option<Timestamp>, bar_time: &BarTime, stamp: Timestamp) -> bool {
    noted.is_some_and(|noted| bar_time.business_day(noted) != bar_time.business_day(stamp))
}

/// A hint for a damaged bar: the newest backup as of `now`, and the command that restores it. `None` without a backup.
pub fn restore_hint(named: Option<&Path>, data: &Path, now: Timestamp) -> Option<String> {
    let file = newest(named, data, now)?;
    let (file, data) = (file.display(), data.display());
    Some(format!("The newest backup is {file}. To go back to it: barback restore --replace --data {data} {file}"))
}

/// The newest backup of a data folder as of `now`, for a box that is not running.
pub fn newest(named: Option<&Path>, data: &Path, now: Timestamp) -> Option<PathBuf> {
    let directory = BackupDirectory::of(named, data);
    directory.copies(now).first().map(|copy| directory.folder().join(&copy.name))
}

/// The name of the newest backup among files with their sizes, as of `now`.
pub fn newest_of(files: Vec<(String, u64)>, now: Timestamp) -> Option<String> {
    let mut copies: Vec<BackupFile> = files.into_iter().filter_map(|(name, size)| BackupFile::parse(&name, size)).collect();
    newest_first(&mut copies, now);
    copies.into_iter().next().map(|copy| copy.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_business_day_has_one_nightly_copy() {
        let bar_time = BarTime::monrovia();
        let at = |text: &str| Timestamp::parse(text).expect("a moment");
        let copies = [
            BackupFile::new(at("2026-11-21T05:00:10.000Z"), BackupKind::Nightly, 12, 900),
            BackupFile::new(at("2026-11-22T04:00:00.000Z"), BackupKind::Manual, 20, 900),
        ];
        // Four in the morning still belongs to the night before.
        for (now, due) in [
            ("2026-11-21T23:00:00.000Z", false),
            ("2026-11-22T04:59:59.000Z", false),
            ("2026-11-22T05:00:00.000Z", true),
            ("2026-11-23T05:00:00.000Z", true),
            // The clock jumped back, or the backup was made while it was in the future: one backup too many is better than none.
            ("2026-11-20T12:00:00.000Z", true),
        ] {
            assert_eq!(is_due(&copies, &bar_time, at(now)), due, "{now}");
        }
        assert!(is_due(&[], &bar_time, at("2026-11-21T12:00:00.000Z")));
        assert!(is_due(&copies[1..], &bar_time, at("2026-11-22T04:30:00.000Z")), "a backup on request is no nightly one");
    }

    #[test]
    fn a_clock_in_doubt_makes_no_copy_late_and_none_again_at_each_start() {
        let bar_time = BarTime::monrovia();
        let at = |text: &str| Timestamp::parse(text).expect("a moment");
        let due = |noted: &str, stamp: &str| is_another_day(Some(at(noted)), &bar_time, at(stamp));
        assert!(due("2026-11-21T05:00:10.000Z", "2026-11-24T18:00:00.000Z"), "after days of closure");
        assert!(!due("2035-02-07T20:00:00.000Z", "2035-02-07T23:00:00.000Z"), "the same day of a clock that is ahead");
        assert!(due("2035-02-07T20:00:00.000Z", "2026-11-21T20:00:00.000Z"), "the clock was put right");
        assert!(!is_another_day(None, &bar_time, at("2026-11-21T20:00:00.000Z")));
    }

    #[test]
    fn a_copy_of_the_future_is_the_oldest_and_of_no_known_age() {
        let at = |text: &str| Timestamp::parse(text).expect("a moment");
        let now = at("2026-11-22T20:00:00.000Z");
        let copy = |text: &str, journal| BackupFile::new(at(text), BackupKind::Nightly, journal, 900);
        let [ahead, older, newer] =
            [copy("2035-02-07T20:00:00.000Z", 20), copy("2026-11-20T05:00:00.000Z", 10), copy("2026-11-22T19:00:00.000Z", 30)];
        let files = [&ahead, &newer, &older].map(|copy| (copy.name.clone(), copy.size_bytes)).to_vec();
        assert_eq!(newest_of(files.clone(), now), Some(newer.name.clone()));
        assert_eq!((age_seconds(&ahead, now), age_seconds(&newer, now)), (None, Some(3_600)));
        // A clock that was set back by less than a day shows no age, not a wrong one.
        assert_eq!(age_seconds(&newer, at("2026-11-22T18:00:00.000Z")), Some(0));
        // Where the clock starts in 1970 all are of the future, and as old as they say.
        assert_eq!(newest_of(files[1..].to_vec(), Timestamp::default()), Some(newer.name));
    }
}
