//! Updates of the machine's software: a file is found or sent, checked, written to the root that does not run, started, and either found
//! good or left for the root of before.

mod candidate;
mod memory;
mod release_notes;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep};

pub use self::candidate::{Found, Source, compare_versions};
pub use self::memory::{Attempt, LastResult, Memory, Rescue};
use super::{open_work, rescue};
use crate::box_events::MachineChange;
use crate::engine::{self, Command, Engine, Entry};
use appliance::software::Slot;
use appliance::{BusError, Machine};
use base::{Actor, Timestamp};
use store::Store;

/// Folder in the data folder for what belongs to updates.
const FOLDER: &str = "software";
/// The file that an admin sent.
const SENT: &str = "sent.raucb";
/// Where the machine mounts sticks.
const STICKS: &str = "/media";

/// How long a new system must run well before it is good.
pub const GOOD_AFTER: Duration = Duration::from_secs(60);
/// A planned restart waits until nothing was entered for this long: 10 minutes, in milliseconds.
const QUIET_MILLIS: i64 = 10 * 60 * 1000;
/// How often progress and plan are looked at.
const LOOK: Duration = Duration::from_secs(1);

/// Entries of the journal that are read while a new system is tried: more than the box itself writes in a minute.
const PAGE: usize = 200;

/// Version of this software.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The folder of updates in a data folder.
pub fn folder_in(data: &Path) -> PathBuf {
    data.join(FOLDER)
}

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
        let written = self.write(machine, path).await;
        let mut memory = self.memory();
        match &written {
            Ok(from_slot) => {
                let from_version = VERSION.to_owned();
                let (from_slot, rescue) = (from_slot.clone(), Rescue::NotMade);
                memory.attempt = Some(Attempt { version, from_slot, from_version, waits, rescue });
                memory.last = None;
            }
            Err(reason) => {
                let message = format!("Version {version} could not be written: {reason}. Version {VERSION} runs. Nothing was lost.");
                memory.last = Some(LastResult { version, worked: false, message, at: now });
            }
        }
        self.remember(memory);
        self.state().installing = None;
        written.map(|_| ())
    }

    async fn write(&self, machine: &Machine, path: &Path) -> Result<String, String> {
        let words = |error: BusError| error.to_string();
        let from = booted(&machine.slots().await.map_err(words)?).map(|slot| slot.name.clone()).unwrap_or_default();
        machine.install(&path.display().to_string()).await.map_err(words)?;
        loop {
            sleep(LOOK).await;
            let progress = machine.progress().await.map_err(words)?;
            if !progress.is_installing {
                return if progress.last_error.is_empty() { Ok(from) } else { Err(progress.last_error) };
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
        if !self.memory().attempt.is_some_and(|attempt| attempt.waits) {
            return Ok(None);
        }
        machine.start_the_same_next().await?;
        let mut memory = self.memory();
        let attempt = memory.attempt.take();
        self.remember(memory);
        Ok(attempt.map(|attempt| attempt.version))
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

/// Follows the update over a start: says how it ended, marks the running root good once it has run well, and restarts when a planned start is
/// due. Runs until it is aborted.
pub async fn run(updates: &Updates, machine: &Machine, engine: &Engine, store: &Store) {
    let slots = match machine.slots().await {
        Ok(slots) => slots,
        Err(error) => {
            tracing::warn!("the roots of the machine are not known: {error}");
            return;
        }
    };
    let memory = updates.memory();
    let outcome = memory.attempt.map(|attempt| (outcome(&attempt, &slots), attempt));
    let attempt = match outcome {
        Some((Outcome::Waits, _)) | None => None,
        Some((Outcome::Runs, attempt)) => {
            // Also if a power cut started it before its time.
            updates.plan(false);
            Some(attempt)
        }
        Some((Outcome::IsBack, attempt)) => {
            let message = format!("Version {} did not start. Version {VERSION} runs. Nothing was lost.", attempt.version);
            end(updates, engine, &attempt, false, message).await;
            None
        }
    };
    tokio::join!(become_good(updates, machine, engine, store, attempt), start_when_closed(updates, machine, engine, store));
}

/// Marks the running root good once it has run well, and says that an update worked.
async fn become_good(updates: &Updates, machine: &Machine, engine: &Engine, store: &Store, attempt: Option<Attempt>) {
    run_well(updates, store).await;
    match machine.mark_good().await {
        Ok(()) => tracing::info!("this system is good"),
        Err(error) => tracing::error!("this system could not be marked good: {error}"),
    }
    if let Some(attempt) = &attempt {
        end(updates, engine, attempt, true, format!("Version {VERSION} runs.")).await;
    }
}

/// Restarts when a planned start is due.
async fn start_when_closed(updates: &Updates, machine: &Machine, engine: &Engine, store: &Store) {
    loop {
        sleep(LOOK).await;
        let is_planned = updates.memory().attempt.is_some_and(|attempt| attempt.waits);
        if is_planned && store.read(|view| is_closed(view, engine.reading().at)).unwrap_or(false) {
            updates.plan(false);
            if let Err(error) = machine.restart().await {
                tracing::error!("the box could not restart: {error}");
            }
        }
    }
}

/// Waits until a new system has run well. What a person does meanwhile gives up the way back to the store of before.
async fn run_well(updates: &Updates, store: &Store) {
    let began = Instant::now();
    let head = store::journal_head(store).unwrap_or_default();
    while began.elapsed() < GOOD_AFTER {
        sleep(LOOK).await;
        let mut memory = updates.memory();
        if let Some(attempt) = memory.attempt.as_mut().filter(|attempt| attempt.rescue == Rescue::Made)
            && store.read(|view| people_acted_since(view, head)).unwrap_or(true)
        {
            attempt.rescue = Rescue::GivenUp;
            updates.remember(memory);
            rescue::give_up(&updates.folder);
        }
    }
}

/// Whether anybody but the box wrote to the journal after the entry `head`.
fn people_acted_since(view: &dyn store::View, head: u64) -> store::Stored<bool> {
    let newer = store::entries_after(view, head, PAGE)?;
    let entries: store::Stored<Vec<Entry>> = newer.iter().map(Entry::parse).collect();
    Ok(newer.len() == PAGE || entries?.iter().any(|entry| entry.envelope.actor != Actor::the_box()))
}

/// What became of an update, seen from a start of the box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// It is written, and its start is planned.
    Waits,
    /// It runs now.
    Runs,
    /// It did not start; the root of before runs again.
    IsBack,
}

fn outcome(attempt: &Attempt, slots: &[Slot]) -> Outcome {
    let is_from = booted(slots).is_some_and(|slot| slot.name == attempt.from_slot);
    // A root without tries left was tried, also by a power cut before the planned start.
    let was_tried = slots.iter().any(|slot| !slot.is_booted && !slot.is_good);
    match (is_from, attempt.waits && !was_tried) {
        (false, _) => Outcome::Runs,
        (true, true) => Outcome::Waits,
        (true, false) => Outcome::IsBack,
    }
}

async fn end(updates: &Updates, engine: &Engine, attempt: &Attempt, worked: bool, message: String) {
    let version = attempt.version.clone();
    let change = match worked {
        true => MachineChange::UpdateWorked { version: version.clone() },
        false => MachineChange::UpdateFailed { version: version.clone() },
    };
    if let Err(error) = engine.run(Command::NoteMachine(change), Actor::the_box()).await {
        tracing::warn!("the end of the update was not noted: {error:?}");
    }
    if worked {
        // A stick keeps its file; the one that was sent has done its work.
        let _ = std::fs::remove_file(updates.sent_file());
    }
    rescue::give_up(&updates.folder);
    let last = LastResult { version, worked, message, at: engine.reading().at };
    updates.remember(Memory { attempt: None, last: Some(last) });
}

/// Whether a restart interrupts no work: nothing is open, and nothing was entered for ten minutes.
fn is_closed(view: &dyn store::View, now: Timestamp) -> store::Stored<bool> {
    let newest = engine::last_entry(view)?.map(|entry| entry.envelope.at);
    let is_quiet = newest.is_none_or(|newest| now.as_millis() - newest.as_millis() >= QUIET_MILLIS);
    Ok(is_quiet && open_work(view)?.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(booted: &str, other_is_good: bool) -> [Slot; 2] {
        ["A", "B"].map(|name| {
            let is_booted = name == booted;
            Slot { name: name.to_owned(), is_booted, is_good: is_booted || other_is_good, version: None }
        })
    }

    #[test]
    fn what_became_of_an_update() {
        let attempt = |waits| Attempt {
            version: "0.2".to_owned(),
            from_slot: "A".to_owned(),
            from_version: "0.1".to_owned(),
            waits,
            rescue: Rescue::NotMade,
        };
        assert_eq!(outcome(&attempt(true), &slots("A", true)), Outcome::Waits);
        assert_eq!(outcome(&attempt(true), &slots("A", false)), Outcome::IsBack);
        assert_eq!(outcome(&attempt(true), &slots("B", true)), Outcome::Runs);
        assert_eq!(outcome(&attempt(false), &slots("A", true)), Outcome::IsBack);
        assert_eq!(outcome(&attempt(false), &slots("B", true)), Outcome::Runs);
    }
}
