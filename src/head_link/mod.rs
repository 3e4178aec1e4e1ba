//! The box's side of head office: pairs the box, sends what happens in the bar, and knows how that goes.
//!
//! The box is the only writer of its bar and never waits for head office. All of this runs beside the writer, and reads what is synced to
//! the disk. A box without head office runs nothing of it.

mod books_fetch;
mod client;
mod directives;
mod fetched_books;
pub mod figures;
mod journal;
mod key_files;
mod pace;
mod packing;
mod pairing;
mod parcel_file;
mod second;
mod sending;
mod session;
mod shipper;
mod shipping;
mod status;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use tokio::task::JoinHandle;

pub use books_fetch::{FetchError, FetchProgress, fetch_books};
pub use client::HeadError;
pub use fetched_books::FetchedBooks;
pub use key_files::KeptSecond;
pub use pace::Pace;
pub use pairing::PairError;
pub use parcel_file::ParcelFile;
pub use second::{SecondCertificate, SecondKey, kept_second};
pub use status::{HeadLinkState, Known, LinkError};

use crate::directives::Counts;
use crate::engine::{Engine, Feed, WeakEngine, figure_notes};
use crate::head_office::{HeadConnected, HeadOffice, head_office};
use crate::parcels::{HeadFile, ParcelError, Position};
use crate::settings::HeadAddress;
use crate::standby::Code;
use base::Timestamp;
use key_files::{KeyFiles, Keys};
use packing::unreadable;
use session::OfficeSession;
use status::SharedStatus;
use store::{Store, StoreError, Stored, Tables, View};

/// Longest wait for the end of the task.
const STOP_WAIT: Duration = Duration::from_millis(500);

/// The box's wall clock, and whether its date is in doubt.
pub type ClockFn = Arc<dyn Fn() -> (Timestamp, bool) + Send + Sync>;

/// What all of it uses. Cheap to clone; does not keep the writer alive.
#[derive(Clone)]
struct Parts {
    store: Arc<Store>,
    engine: WeakEngine,
    feed: Feed,
    settings_feed: Feed,
    clock: ClockFn,
    /// `None` for a bar in memory.
    files: Option<Arc<KeyFiles>>,
    pace: Pace,
    status: Arc<SharedStatus>,
    /// Ends a pause.
    wake: Arc<Notify>,
    position_saved: Arc<Mutex<Option<Instant>>>,
    /// Held by each read, so that the end of the box can wait for it.
    reading: Arc<tokio::sync::Mutex<()>>,
}

impl Parts {
    fn clock_now(&self) -> Timestamp {
        (self.clock)().0
    }

    /// Whether the position is to be saved now: as often as a quiet box says hello, to spare the SD card.
    fn position_is_due(&self) -> bool {
        let mut saved = self.position_saved.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = saved.is_none_or(|at| at.elapsed() >= self.pace.hello_every);
        if is_due {
            *saved = Some(Instant::now());
        }
        is_due
    }
}

/// Writes beside the journal on a blocking thread: what the box knows of head office's figures, in no journal.
async fn note<T: Send + 'static>(parts: &Parts, write: impl FnOnce(&mut dyn Tables) -> Stored<T> + Send + 'static) -> Option<T> {
    let (store, held) = (parts.store.clone(), parts.reading.clone().lock_owned().await);
    let done = tokio::task::spawn_blocking(move || {
        let outcome = store.write(write);
        drop(store);
        drop(held);
        outcome
    });
    let failed = |error: &StoreError| tracing::warn!("what head office has of the figures is not noted: {error}");
    done.await.ok()?.inspect_err(failed).ok()
}

/// Reads the bar on a blocking thread.
async fn blocking<T: Send + 'static>(
    parts: &Parts,
    read: impl FnOnce(&dyn View) -> Result<T, LinkError> + Send + 'static,
) -> Result<T, LinkError> {
    let (store, held) = (parts.store.clone(), parts.reading.clone().lock_owned().await);
    let done = tokio::task::spawn_blocking(move || {
        let outcome = store.read(|view| Ok(read(view))).map_err(unreadable);
        drop(store);
        drop(held);
        outcome?
    });
    let done = done.await;
    done.unwrap_or_else(|_| Err(LinkError::Damaged("The box is stopping".to_owned())))
}

/// The connection with head office, as the rest of the box sees it.
pub struct HeadLink {
    parts: OnceLock<Parts>,
    /// Without the pace.
    unpaced: Parts,
    task: Mutex<Option<JoinHandle<()>>>,
    /// Held while the bar is connected or disconnected.
    changing: tokio::sync::Mutex<()>,
}

/// The connection and how it goes, at one look.
pub struct LinkView {
    pub state: HeadLinkState,
    /// `None` while the bar is not connected.
    pub office: Option<(HeadOffice, String)>,
    pub known: Known,
    /// The newest entry.
    pub journal: u64,
    /// What became of the changes that head office asked for.
    pub directives: Counts,
}

impl HeadLink {
    /// Nothing runs before [`HeadLink::resume`].
    pub fn new(engine: &Engine, store: Arc<Store>) -> Self {
        let files = store.folder().map(|folder| Arc::new(KeyFiles::of(folder.path())));
        let unpaced = Parts {
            store,
            engine: engine.downgrade(),
            feed: engine.feed(),
            settings_feed: engine.settings_feed(),
            clock: engine.clock_fn().into(),
            files,
            pace: Pace::default(),
            status: Arc::default(),
            wake: Arc::default(),
            position_saved: Arc::default(),
            reading: Arc::default(),
        };
        HeadLink { parts: OnceLock::new(), unpaced, task: Mutex::default(), changing: tokio::sync::Mutex::default() }
    }

    /// Starts to send, if the bar is connected.
    pub fn resume(&self, pace: Pace) -> Stored<()> {
        let _ = self.parts.set(Parts { pace, ..self.unpaced.clone() });
        if self.parts().store.read(head_office)?.is_some() {
            self.start();
        }
        Ok(())
    }

    /// To be held from the look whether the bar is connected until that has changed: otherwise the files could be those of another
    /// connection than the journal names.
    ///
    /// # Errors
    /// [`PairError::Busy`] while another request holds it.
    pub fn begin_change(&self) -> Result<tokio::sync::MutexGuard<'_, ()>, PairError> {
        self.changing.try_lock().map_err(|_| PairError::Busy)
    }

    /// Gets a certificate with a code and writes it beside the journal. It counts once the event is recorded, and
    /// [`HeadLink::connected`] is called.
    ///
    /// # Errors
    /// [`PairError`].
    pub async fn pair(&self, address: HeadAddress, code: &Code) -> Result<HeadConnected, PairError> {
        pairing::pair(self.parts(), address, code).await
    }

    /// Starts to send: the bar was connected.
    pub fn connected(&self) {
        self.parts().status.reset(None);
        self.start();
    }

    /// Stops sending and removes the key: the bar was disconnected.
    pub async fn disconnected(&self) {
        self.stop().await;
        note(self.parts(), |tables| figure_notes::end(tables)).await;
        self.parts().status.reset(None);
        if let Some(Err(error)) = self.parts().files.as_ref().map(|files| files.remove()) {
            tracing::warn!("the key for head office stays in the data folder: {error}");
        }
    }

    /// Stops sending, and waits for what it reads.
    pub async fn stop(&self) {
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        let ended = async {
            if let Some(task) = task {
                task.abort();
                let _ = task.await;
            }
            drop(self.parts().reading.lock().await);
        };
        // A disk that hangs must not hold up the end of the box.
        let _ = tokio::time::timeout(STOP_WAIT, ended).await;
    }

    /// Says hello and sends what there is, without waiting for its time.
    pub fn try_now(&self) {
        self.parts().wake.notify_one();
    }

    /// The connection and how it goes.
    pub fn view(&self) -> Stored<LinkView> {
        let parts = self.parts();
        // Before the journal: what was sent is in it.
        let known = parts.status.known();
        // The feed tells of an entry only after it is stored.
        let (office, directives, journal) = parts.store.read(|view| {
            let url = crate::settings::settings(view)?.head.url.clone();
            let office = head_office(view)?.map(|office| (office, url.unwrap_or_default()));
            Ok((office, crate::directives::counts(view)?, store::head(view)?))
        })?;
        let state = match &office {
            None => HeadLinkState::Off,
            Some((office, _)) if self.keys(office).is_none() => HeadLinkState::Unpaired,
            Some(_) => known.state(journal),
        };
        Ok(LinkView { state, office, known, journal, directives })
    }

    /// Makes a file with signed parcels of the entries after `after`; `None` begins where head office's own end, as far as known. It ends
    /// with `upto` or with the first parcel that makes it too large.
    ///
    /// # Errors
    /// [`LinkError::Damaged`] if the journal cannot be read or the disk is full. `Ok(None)` if there is nothing to send.
    pub async fn save_file(&self, session: FileSession, after: Option<u64>, upto: u64) -> Result<Option<ParcelFile>, LinkError> {
        parcel_file::save(self.parts(), session.0, after, upto).await
    }

    /// What a file needs; `None` if the bar has no head office, or this box no key.
    pub async fn file_session(&self) -> Result<Option<FileSession>, LinkError> {
        Ok(OfficeSession::open(self.parts()).await?.map(FileSession))
    }

    /// Reads a file that head office made for this box; the next file for it begins after the position in it. Returns it, and how many
    /// of the directives in the file were new.
    ///
    /// # Errors
    /// [`HeadFileError`].
    pub async fn load_file(&self, session: FileSession, bytes: Vec<u8>) -> Result<(Option<Position>, u64), HeadFileError> {
        let FileSession(session) = session;
        let file = HeadFile::from_bytes(&bytes, &session.keys.tls.authority).map_err(HeadFileError::Spoilt)?;
        if file.bar != session.bar {
            return Err(HeadFileError::OtherBar);
        }
        if !session.adopt(self.parts(), file.position).await.map_err(HeadFileError::Disk)? {
            return Err(HeadFileError::OtherHistory);
        }
        // A connection knows better.
        if !self.parts().status.known().greeted {
            self.parts().status.set_position(file.position);
        }
        let received = directives::receive(self.parts(), file.directives).await.map_err(HeadFileError::Disk)?;
        Ok((file.position, received))
    }

    fn start(&self) {
        let parts = self.parts().clone();
        let mut task = self.task.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(old) = task.take() {
            old.abort();
        }
        *task = Some(tokio::spawn(shipper::run(parts)));
    }

    fn keys(&self, office: &HeadOffice) -> Option<Keys> {
        self.parts().files.as_ref()?.load(&office.key)
    }

    fn parts(&self) -> &Parts {
        self.parts.get().unwrap_or(&self.unpaced)
    }
}

/// Why a file of head office is not taken.
#[derive(Debug, thiserror::Error)]
pub enum HeadFileError {
    /// It is damaged, or another head office signed it.
    #[error("This is no file of head office: {0}")]
    Spoilt(ParcelError),
    #[error("This file is for another bar")]
    OtherBar,
    /// The position in it is not in the journal.
    #[error("This file is for another history of this bar")]
    OtherHistory,
    #[error("{}", .0.words())]
    Disk(LinkError),
}

/// A connection for which files are made and read.
pub struct FileSession(OfficeSession);
