//! The machine below the box: network, software, clock, restart. On a machine that is not the box's own, none of these calls exist.

pub mod clock;
pub mod diagnosis;
pub mod network;
pub mod power;
pub mod reset;
pub mod software;

use std::sync::Arc;

use crate::box_events::MachineChange;
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::session::Caller;
use appliance::{BusError, ClockSource, Machine, Services};
use base::{Code, Refusal};

/// The machine, if it has the service that a call needs.
///
/// # Errors
/// 404 `not_found`.
fn machine_with<'a>(app: &'a AppState, needs: fn(&Services) -> bool, what: &str) -> Result<&'a Arc<Machine>, ApiError> {
    let machine = app.machine.as_ref().filter(|machine| needs(&machine.services()));
    machine.ok_or_else(|| ApiError::not_found(what))
}

/// A refusal of the machine: its own words, which people can look up.
fn refused(error: BusError) -> ApiError {
    tracing::warn!("the machine: {error}");
    Refusal::new(Code::Conflict, format!("The box could not do that: {error}")).into()
}

/// Room on a partition, in bytes.
struct Room {
    free: u64,
    total: u64,
}

/// The room on the partition with a folder.
fn room(folder: &std::path::Path) -> std::io::Result<Room> {
    let facts = rustix::fs::statvfs(folder)?;
    let bytes = |blocks: u64| blocks.saturating_mul(facts.f_frsize);
    Ok(Room { free: bytes(facts.f_bavail), total: bytes(facts.f_blocks) })
}

/// Records in the journal who changed the machine.
async fn note(app: &AppState, caller: &Caller, change: MachineChange) -> Result<(), ApiError> {
    Ok(app.engine.run(Command::NoteMachine(change), caller.actor()).await?)
}

/// Whether a phone's time may be offered: nothing better is known.
pub async fn takes_phones_time(app: &AppState) -> bool {
    match machine_with(app, |services: &Services| services.clock, "clock") {
        Err(_) => false,
        Ok(machine) => machine.clock_source().await.is_ok_and(|source| source == ClockSource::Nothing),
    }
}
