//! Backup scheduler: the thread that creates a backup each business day and on request, and the status of all backups.

use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::BackupError;
use super::archive::BackupKind;
use super::backup_directory::{BackupDirectory, BackupFile};
use super::continuous::{ContinuousBackup, ContinuousState, ContinuousStatus};
use super::create::{CreatedBackup, create};
use super::uploader::{RemoteStatus, Uploader};
use bar::box_events::{self, BackupMade};
use bar::engine::{Command, Engine};
use bar::settings;
use base::{Actor, BarTime, Timestamp};
use store::{Store, View};

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
    /// When the newest backup was created. The folder has only backups that were verified.
    pub newest_at: Option<Timestamp>,
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
    pub backups: Vec<(BackupFile, bool)>,
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
            failed_at: None,
            created_at: None,
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
        let backups = self.directory.backups(now);
        let newest_at = backups.first().map(|backup| backup.at);
        let age_seconds = backups.first().and_then(|backup| age_seconds(backup, now));
        let state = lock(&self.state);
        Overview {
            folder: self.directory.folder().to_owned(),
            newest_at,
            age_seconds,
            // A demo has no data worth a backup.
            overdue: self.nightly && age_seconds.is_none_or(|age| age > OVERDUE_SECONDS),
            running: state.running,
            last_error: state.last_error.clone(),
            encrypted: !self.directory.keys().is_empty(),
            backups: backups
                .into_iter()
                .map(|backup| (self.directory.is_encrypted(&backup), backup))
                .map(|(encrypted, backup)| (backup, encrypted))
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
        self.continuous.as_ref().map_or(off, |continuous| continuous.status())
    }
}

impl CreatedBackup {
    /// The command that records it in the journal.
    pub fn note(&self) -> Command {
        let file = &self.file;
        Command::NoteBackup(BackupMade { name: file.name.clone(), journal: file.last_entry, size_bytes: file.size_bytes })
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
    failed_at: Option<Instant>,
    /// When this process created its last nightly backup.
    created_at: Option<Instant>,
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
        if !self.nightly || lately(self.failed_at, RETRY) || lately(self.created_at, NIGHTLY_INTERVAL_MIN) || !self.is_due() {
            return;
        }
        if std::mem::replace(&mut lock(&self.state).running, true) {
            return;
        }
        self.failed_at = None;
        match self.make(BackupKind::Nightly) {
            Ok(made) => {
                self.created_at = Some(Instant::now());
                tracing::info!("created the backup {}", made.path.display());
                let _ = handle.block_on(self.engine.run(made.note(), Actor::the_box()));
            }
            Err(error) => {
                tracing::warn!("the nightly backup failed: {error}");
                self.failed_at = Some(Instant::now());
            }
        }
    }

    fn is_due(&self) -> bool {
        let known = |view: &dyn View| Ok((settings::settings(view)?.bar_time(), store::head(view)?, box_events::last_nightly(view)?));
        let Ok((bar_time, head, last_nightly_at)) = self.store.read(known) else { return false };
        let (now, journal_time) = (self.engine.estimated_now(), self.engine.reading().at);
        head > 0 && (is_due(&self.directory.backups(now), &bar_time, now) || is_another_day(last_nightly_at, &bar_time, journal_time))
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
fn age_seconds(backup: &BackupFile, now: Timestamp) -> Option<u64> {
    let known = !backup.is_dated_in_the_future(now);
    known.then(|| u64::try_from(now.since(backup.at)).unwrap_or(0) / 1000)
}

/// Whether the business day of `now` has no nightly backup yet.
fn is_due(backups: &[BackupFile], bar_time: &BarTime, now: Timestamp) -> bool {
    let today = bar_time.business_day(now);
    !backups.iter().any(|backup| backup.kind == BackupKind::Nightly && bar_time.business_day(backup.at) == today)
}

/// Whether the journal has reached another business day than that of the entry that recorded the last nightly backup. Journal time
/// stamps are compared because they advance with the clock even while it is in doubt: the estimated time may then stand still for
/// days, and by it no backup would be due. Both times come from the same clock, so a wrong date does not matter.
fn is_another_day(last_nightly_at: Option<Timestamp>, bar_time: &BarTime, journal_time: Timestamp) -> bool {
    last_nightly_at.is_some_and(|last| bar_time.business_day(last) != bar_time.business_day(journal_time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_business_day_has_one_nightly_backup() {
        let bar_time = BarTime::monrovia();
        let at = |text: &str| Timestamp::parse(text).expect("a moment");
        let backups = [
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
            assert_eq!(is_due(&backups, &bar_time, at(now)), due, "{now}");
        }
        assert!(is_due(&[], &bar_time, at("2026-11-21T12:00:00.000Z")));
        assert!(is_due(&backups[1..], &bar_time, at("2026-11-22T04:30:00.000Z")), "a backup on request is no nightly one");
    }

    #[test]
    fn while_the_clock_is_in_doubt_the_journals_day_decides_whether_a_backup_is_due() {
        let bar_time = BarTime::monrovia();
        let at = |text: &str| Timestamp::parse(text).expect("a moment");
        let due = |last: &str, journal_time: &str| is_another_day(Some(at(last)), &bar_time, at(journal_time));
        assert!(due("2026-11-21T05:00:10.000Z", "2026-11-24T18:00:00.000Z"), "after days of closure");
        assert!(!due("2035-02-07T20:00:00.000Z", "2035-02-07T23:00:00.000Z"), "the same day of a clock that is ahead");
        assert!(due("2035-02-07T20:00:00.000Z", "2026-11-21T20:00:00.000Z"), "the clock was put right");
        assert!(!is_another_day(None, &bar_time, at("2026-11-21T20:00:00.000Z")));
    }

    #[test]
    fn a_backup_dated_in_the_future_has_no_known_age() {
        let at = |text: &str| Timestamp::parse(text).expect("a moment");
        let backup = |text: &str| BackupFile::new(at(text), BackupKind::Nightly, 30, 900);
        let (future, past) = (backup("2035-02-07T20:00:00.000Z"), backup("2026-11-22T19:00:00.000Z"));
        let now = at("2026-11-22T20:00:00.000Z");
        assert_eq!((age_seconds(&future, now), age_seconds(&past, now)), (None, Some(3_600)));
        // The clock was set back by less than a day, to before the backup: its age is shown as zero.
        assert_eq!(age_seconds(&past, at("2026-11-22T18:00:00.000Z")), Some(0));
    }
}
