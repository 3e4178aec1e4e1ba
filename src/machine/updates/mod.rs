//! Updates of the machine's software: a file is found or sent, checked, written to the root that does not run, started, and either found
//! good or left for the root of before.

mod after_start;
mod candidate;
mod release_notes;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::sleep;

pub use self::after_start::run;
pub use self::candidate::{Found, Source, compare_versions};
use super::rescue;
use super::update_memory::{Attempt, LastResult, Memory, Rescue, folder_in};
use appliance::software::Slot;
use appliance::{BusError, Machine};
use base::Timestamp;

/// The file that an admin sent.
const SENT: &str = "sent.raucb";
/// Where the machine mounts sticks.
const STICKS: &str = "/media";

/// How often progress and plan are looked at.
const LOOK: Duration = Duration::from_secs(1);

/// Version of this software.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Updates of a machine.
pub struct Updates {
    folder: PathBuf,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The last file that was checked, and what it is.
    checked: Option<(Found, Result<Offer, String>)>,
    /// Percent of an installation.
    installing: Option<u8>,
    memory: Memory,
}

/// A file that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub found: Found,
    /// The update in it, or why it is refused.
    pub update: Result<Offer, String>,
}

/// An update that can be installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    pub version: String,
    /// What is new in it, one line each; `None` if it does not say.
    pub notes: Option<String>,
}

impl Candidate {
    /// Whether it is older than what runs.
    pub fn is_older(&self) -> bool {
        self.update.as_ref().is_ok_and(|update| compare_versions(&update.version, VERSION).is_lt())
    }
}

impl Updates {
    /// With the memory of a data folder.
    pub fn new(data: &Path) -> Self {
        let folder = folder_in(data);
        let memory = Memory::read(&folder);
        Updates { folder, state: Mutex::new(State { memory, ..State::default() }) }
    }

    /// Where a sent file is stored.
    pub fn sent_file(&self) -> PathBuf {
        self.folder.join(SENT)
    }

    /// The folder of updates.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Percent of an installation that runs.
    pub fn installing(&self) -> Option<u8> {
        self.state().installing
    }

    /// The update that was written and waits for its start, and how the last one ended.
    pub fn memory(&self) -> Memory {
        self.state().memory.clone()
    }

    /// Looks for an update file and checks it. A file is checked once.
    pub async fn candidate(&self, machine: &Machine) -> Option<Candidate> {
        let sent = self.sent_file();
        let found = tokio::task::spawn_blocking(move || candidate::find(&sent, Path::new(STICKS))).await.ok().flatten()?;
        let known = self.state().checked.as_ref().filter(|(file, _)| *file == found).map(|(_, update)| update.clone());
        let update = match known {
            Some(update) => update,
            None => {
                let update = check(machine, &found.path).await;
                self.state().checked = Some((found.clone(), update.clone()));
                update
            }
        };
        Some(Candidate { found, update })
    }

    /// Writes an update to the other root, then restarts at once or when the bar is closed. Returns when it is written or has failed.
    pub async fn install(&self, machine: &Machine, version: String, path: &Path, waits: bool, now: Timestamp) -> Result<(), String> {
        {
            let mut state = self.state();
            if state.installing.is_some() {
                return Err("An update is being written".to_owned());
            }
            state.installing = Some(0);
        }
        let written = self.write(machine, &version, path, waits).await;
        let mut memory = self.memory();
        match &written {
            Ok(()) => {
                if let Some(attempt) = &mut memory.attempt {
                    attempt.is_written = true;
                }
            }
            Err(reason) => {
                let message = format!("Version {version} could not be written: {reason}. Version {VERSION} runs. Nothing was lost.");
                memory.attempt = None;
                memory.last = Some(LastResult { version, worked: false, message, reason: None, at: now });
            }
        }
        self.remember(memory);
        self.state().installing = None;
        written
    }

    /// Notes the attempt, then writes. In this order the new root never starts without the note, also if the power is cut right after the
    /// machine has chosen it: it would open the store without a copy.
    async fn write(&self, machine: &Machine, version: &str, path: &Path, waits: bool) -> Result<(), String> {
        let words = |error: BusError| error.to_string();
        let from_slot = booted(&machine.slots().await.map_err(words)?).map(|slot| slot.name.clone()).unwrap_or_default();
        let (version, from_version) = (version.to_owned(), VERSION.to_owned());
        let attempt = Attempt { version, from_slot, from_version, waits, is_written: false, failure: None, rescue: Rescue::NotMade };
        self.remember(Memory { attempt: Some(attempt), last: None });
        machine.install(&path.display().to_string()).await.map_err(words)?;
        loop {
            sleep(LOOK).await;
            let progress = machine.progress().await.map_err(words)?;
            if !progress.is_installing {
                return if progress.last_error.is_empty() { Ok(()) } else { Err(progress.last_error) };
            }
            self.state().installing = Some(progress.percent);
        }
    }

    /// Forgets a planned start: the update stays written and starts with the next restart, whenever that is.
    pub fn plan(&self, waits: bool) {
        let mut memory = self.memory();
        if let Some(attempt) = &mut memory.attempt {
            attempt.waits = waits;
            self.remember(memory);
        }
    }

    /// Cancels a planned start: the running root starts next time too, and the update can be installed again. Returns its version; `None` if no
    /// start is planned.
    ///
    /// # Errors
    /// The machine's reason. The start is still planned then.
    pub async fn cancel(&self, machine: &Machine) -> Result<Option<String>, BusError> {
        if self.memory().planned().is_none() {
            return Ok(None);
        }
        machine.start_the_same_next().await?;
        let mut memory = self.memory();
        let attempt = memory.attempt.take();
        self.remember(memory);
        Ok(attempt.map(|attempt| attempt.version))
    }

    /// Forgets the attempt, and how the last update ended is this.
    fn end(&self, last: LastResult) {
        rescue::give_up(&self.folder);
        self.remember(Memory { attempt: None, last: Some(last) });
    }

    fn remember(&self, memory: Memory) {
        if let Err(error) = memory.write(&self.folder) {
            tracing::error!("{}: {error}", self.folder.display());
        }
        self.state().memory = memory;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Checks the signature of a file, and that it is for this kind of machine.
async fn check(machine: &Machine, path: &Path) -> Result<Offer, String> {
    let words = |error: BusError| error.to_string();
    let update = machine.update_in(&path.display().to_string()).await.map_err(|error| match error {
        // RAUC's own words are `rauc info error`, whatever it found.
        BusError::Refused(reason) => {
            tracing::warn!("{}: {reason}", path.display());
            "This is no update for this box: it is not whole, or others have signed it".to_owned()
        }
        BusError::TimedOut | BusError::Broken(_) => format!("The file could not be checked: {error}"),
    })?;
    let compatible = machine.compatible().await.map_err(words)?;
    if update.compatible != compatible {
        return Err(format!("This update is for another kind of box: {}", update.compatible));
    }
    let file = path.to_owned();
    let notes = tokio::task::spawn_blocking(move || release_notes::read(&file)).await.ok().and_then(Result::ok).flatten();
    Ok(Offer { version: update.version, notes })
}

fn booted(slots: &[Slot]) -> Option<&Slot> {
    slots.iter().find(|slot| slot.is_booted)
}
