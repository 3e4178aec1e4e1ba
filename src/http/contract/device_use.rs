//! When enrolled devices and their sessions were last used, and the end of unused sessions. All in memory: a restart
//! starts the time anew.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::devices::{self, Device};
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::settings;
use crate::staff::pins::PinCommand;
use crate::staff::{self, EndReason};
use base::{Actor, Timestamp};

/// How often sessions that have ended are removed.
const SWEEP_INTERVAL: Duration = Duration::from_secs(5);
/// How long a session stays after its screen has locked by itself, in milliseconds: a phone may be late.
const GRACE_MILLIS: u64 = 30_000;

/// When devices and their sessions were last used.
#[derive(Default)]
pub struct DeviceUses {
    uses: Mutex<Uses>,
}

#[derive(Default)]
struct Uses {
    /// When each device last sent a request.
    seen: HashMap<u64, Timestamp>,
    /// The box's running time at the last write of each session, in milliseconds.
    written: HashMap<String, u64>,
}

impl DeviceUses {
    /// Notes a request of a device.
    pub fn saw(&self, device_id: u64, at: Timestamp) {
        self.uses().seen.insert(device_id, at);
    }

    /// When the device last sent a request; `None` if it has sent none since the start.
    pub fn last_seen(&self, device_id: u64) -> Option<Timestamp> {
        self.uses().seen.get(&device_id).copied()
    }

    /// Notes a write of a session on a device, at the box's running time `running`.
    pub fn wrote(&self, session_id: &str, running: u64) {
        self.uses().written.insert(session_id.to_owned(), running);
    }

    /// Milliseconds since the last write of a session; since now, if it has written nothing since the start.
    pub fn idle_millis(&self, session_id: &str, running: u64) -> u64 {
        let mut uses = self.uses();
        let last = *uses.written.entry(session_id.to_owned()).or_insert(running);
        running.saturating_sub(last)
    }

    fn forget_all_but(&self, session_ids: &[&str]) {
        self.uses().written.retain(|session_id, _| session_ids.contains(&session_id.as_str()));
    }

    fn uses(&self) -> MutexGuard<'_, Uses> {
        self.uses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a session on `device` was unused for so long that it has ended.
///
/// # Errors
/// 503 if the store cannot be read.
pub fn is_idle(app: &AppState, session_id: &str, device: &Device) -> Result<bool, ApiError> {
    let seconds = device.lock_seconds(&*app.store.read(settings::settings)?);
    let limit = u64::from(seconds) * 1000 + GRACE_MILLIS;
    Ok(app.device_uses.idle_millis(session_id, app.engine.running()) > limit)
}

/// Removes sessions that have ended, again and again. Requests do not depend on it: they look at the time themselves.
pub async fn sweep(app: AppState) {
    let mut interval = tokio::time::interval(SWEEP_INTERVAL);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        if let Err(error) = end_unused(&app).await {
            tracing::warn!("sessions on devices were not ended: {error:?}");
        }
    }
}

async fn end_unused(app: &AppState) -> Result<(), ApiError> {
    let sessions = app.store.read(staff::device_sessions)?;
    app.device_uses.forget_all_but(&sessions.iter().map(|(_, session_id)| session_id.as_str()).collect::<Vec<_>>());
    for (device_id, session_id) in sessions {
        let running = app.engine.running();
        let is_live = app.store.read(|view| staff::live_session(view, &session_id, running))?.is_some();
        let device = app.store.read(|view| devices::device(view, device_id))?;
        let why = match device {
            Some(device) if is_idle(app, &session_id, &device)? => EndReason::Idle,
            _ if !is_live => EndReason::Expired,
            _ => continue,
        };
        let command = Command::Pins(PinCommand::EndSession { session_id, why });
        app.engine.run(command, Actor::the_box()).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_idle_from_its_last_write_or_from_the_first_look() {
        let uses = DeviceUses::default();
        assert_eq!(uses.idle_millis("a", 5_000), 0, "a restart starts the time anew");
        assert_eq!(uses.idle_millis("a", 9_000), 4_000);
        uses.wrote("a", 9_000);
        uses.wrote("b", 9_000);
        assert_eq!(uses.idle_millis("a", 9_500), 500);
        uses.forget_all_but(&["b"]);
        assert_eq!((uses.idle_millis("a", 10_000), uses.idle_millis("b", 10_000)), (0, 1_000));
        assert_eq!(uses.last_seen(1), None);
    }
}
