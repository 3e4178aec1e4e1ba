//! An update over a start of the box: whether the version that runs is the new one, whether it is good, and the planned start.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Empty;
use hyper::{Request, StatusCode, header};
use tokio::time::{Instant, sleep, timeout};

use super::{LOOK, Updates, VERSION, booted};
use crate::box_events::MachineChange;
use crate::engine::{self, Command, Engine, Entry};
use crate::machine::update_memory::{Attempt, LastResult, Rescue};
use crate::machine::{open_work, rescue};
use appliance::Machine;
use appliance::software::Slot;
use base::{Actor, Timestamp};
use store::Store;
use web::client::{Connection, Endpoint, Timeouts};

/// How long a new system must run well before it is good.
const GOOD_AFTER: Duration = Duration::from_secs(60);
/// A planned restart waits until nothing was entered for this long: 10 minutes, in milliseconds.
const QUIET_MILLIS: i64 = 10 * 60 * 1000;
/// Longest time until the box answers itself, and the most bytes of its answer.
const ANSWER_WAIT: Duration = Duration::from_secs(5);
const HEALTH_BYTES: usize = 4_096;
/// Said of a version that did not note why it stopped.
const UNKNOWN_REASON: &str = "It was started three times and did not come to run for a minute.";
/// Entries of the journal that are read while a new system is tried: more than the box itself writes in a minute.
const PAGE: usize = 200;

/// Follows the update over a start: says how it ended, marks the running root good once it has run well, and restarts when a planned start is
/// due. `address` is where the box listens. Runs until it is aborted.
pub async fn run(updates: &Updates, machine: &Machine, engine: &Engine, store: &Store, address: SocketAddr) {
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
        Some((Outcome::Interrupted, attempt)) => {
            let message =
                format!("The box was restarted while version {} was written. Version {VERSION} runs. Nothing was lost.", attempt.version);
            fail(updates, engine, attempt.version, message, None).await;
            None
        }
        Some((Outcome::IsBack, attempt)) => {
            let message = format!("Version {} did not start. Version {VERSION} runs. Nothing was lost.", attempt.version);
            let reason = attempt.failure.unwrap_or_else(|| UNKNOWN_REASON.to_owned());
            fail(updates, engine, attempt.version, message, Some(reason)).await;
            None
        }
    };
    tokio::join!(become_good(updates, machine, engine, store, attempt, address), start_when_closed(updates, machine, engine, store));
}

/// Marks the running root good once it has run well, and says that an update worked. It is not good while the box does not answer or cannot
/// write: the machine then restarts it.
async fn become_good(updates: &Updates, machine: &Machine, engine: &Engine, store: &Store, attempt: Option<Attempt>, address: SocketAddr) {
    loop {
        run_well(updates, store, address).await;
        let Some(attempt) = &attempt else { break };
        if note_end(engine, MachineChange::UpdateWorked { version: attempt.version.clone() }).await {
            break;
        }
    }
    match machine.mark_good().await {
        Ok(()) => tracing::info!("this system is good"),
        Err(error) => tracing::error!("this system could not be marked good: {error}"),
    }
    if let Some(Attempt { version, .. }) = attempt {
        // A stick keeps its file; the one that was sent has done its work.
        let _ = std::fs::remove_file(updates.sent_file());
        let message = format!("Version {VERSION} runs.");
        updates.end(LastResult { version, worked: true, message, reason: None, at: engine.reading().at });
    }
}

/// Says that an update did not come to run.
async fn fail(updates: &Updates, engine: &Engine, version: String, message: String, reason: Option<String>) {
    note_end(engine, MachineChange::UpdateFailed { version: version.clone() }).await;
    updates.end(LastResult { version, worked: false, message, reason, at: engine.reading().at });
}

/// Records how an update ended. Returns whether it could.
async fn note_end(engine: &Engine, change: MachineChange) -> bool {
    let noted = engine.run(Command::NoteMachine(change), Actor::the_box()).await;
    noted.inspect_err(|error| tracing::error!("the end of the update was not noted: {error:?}")).is_ok()
}

/// Restarts when a planned start is due.
async fn start_when_closed(updates: &Updates, machine: &Machine, engine: &Engine, store: &Store) {
    loop {
        sleep(LOOK).await;
        let is_planned = updates.memory().planned().is_some();
        if is_planned && store.read(|view| is_closed(view, engine.reading().at)).unwrap_or(false) {
            updates.plan(false);
            if let Err(error) = machine.restart().await {
                tracing::error!("the box could not restart: {error}");
            }
        }
    }
}

/// Waits until a new system has run well: for a minute without a gap it answered and could read what it holds. What a person does meanwhile
/// gives up the way back to the store of before.
async fn run_well(updates: &Updates, store: &Store, address: SocketAddr) {
    let mut began = Instant::now();
    let head = store::journal_head(store).unwrap_or_default();
    while began.elapsed() < GOOD_AFTER {
        sleep(LOOK).await;
        if store::journal_head(store).is_err() || !answers(address).await {
            tracing::warn!("the box does not answer itself, or cannot read: it is not good yet");
            began = Instant::now();
        }
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

/// Whether the box answers its health check.
async fn answers(address: SocketAddr) -> bool {
    let ip = if address.ip().is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { address.ip() };
    let host = ip.to_string();
    let Ok(request) = Request::get("/healthz").header(header::HOST, host.as_str()).body(Empty::<Bytes>::new()) else { return false };
    let asked = async {
        let endpoint = Endpoint { host: &host, port: address.port(), tls: None };
        let mut connection = Connection::open(&endpoint, Timeouts { connect: ANSWER_WAIT, write: None }).await?;
        connection.call(request, HEALTH_BYTES).await
    };
    timeout(ANSWER_WAIT, asked).await.is_ok_and(|answer| answer.is_ok_and(|(status, ..)| status == StatusCode::OK))
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
    /// It was being written when the box stopped.
    Interrupted,
    /// It runs now.
    Runs,
    /// It did not start; the root of before runs again.
    IsBack,
}

fn outcome(attempt: &Attempt, slots: &[Slot]) -> Outcome {
    let is_from = booted(slots).is_some_and(|slot| slot.name == attempt.from_slot);
    // A root without tries left was tried, also by a power cut before the planned start.
    let was_tried = slots.iter().any(|slot| !slot.is_booted && !slot.is_good);
    match attempt {
        _ if !is_from => Outcome::Runs,
        // What has made the copy has run.
        Attempt { is_written: false, rescue: Rescue::NotMade, .. } => Outcome::Interrupted,
        Attempt { waits: true, .. } if !was_tried => Outcome::Waits,
        Attempt { .. } => Outcome::IsBack,
    }
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
        let attempt = |waits| {
            let [version, from_slot, from_version] = ["0.2", "A", "0.1"].map(str::to_owned);
            Attempt { version, from_slot, from_version, waits, is_written: true, failure: None, rescue: Rescue::NotMade }
        };
        let half = |rescue| Attempt { is_written: false, rescue, ..attempt(false) };
        assert_eq!(outcome(&half(Rescue::NotMade), &slots("A", false)), Outcome::Interrupted);
        assert_eq!(outcome(&half(Rescue::NotMade), &slots("B", true)), Outcome::Runs);
        assert_eq!(outcome(&half(Rescue::Made), &slots("A", false)), Outcome::IsBack);
        assert_eq!(outcome(&attempt(true), &slots("A", true)), Outcome::Waits);
        assert_eq!(outcome(&attempt(true), &slots("A", false)), Outcome::IsBack);
        assert_eq!(outcome(&attempt(true), &slots("B", true)), Outcome::Runs);
        assert_eq!(outcome(&attempt(false), &slots("A", true)), Outcome::IsBack);
        assert_eq!(outcome(&attempt(false), &slots("B", true)), Outcome::Runs);
    }
}
