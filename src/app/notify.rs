//! Service notifications for systemd (`sd_notify`): ready, watchdog, stopping. Without systemd nothing is sent.

use std::sync::Arc;

use sd_notify::NotifyState;
use tokio::task::JoinHandle;

use crate::store::{self, Store};

/// Watchdog messages within the time after which systemd would restart the box.
const SIGNS: u32 = 3;

/// Tells systemd that the box is ready.
pub fn ready() {
    say(NotifyState::Ready);
}

/// Tells systemd that the box is shutting down.
pub fn stopping() {
    say(NotifyState::Stopping);
}

fn say(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!("systemd could not be notified: {error}");
    }
}

/// Sends watchdog messages as often as systemd requests, as long as tasks run and the store can be read. `None` if systemd watches no
/// process.
pub fn watch(store: Arc<Store>) -> Option<JoinHandle<()>> {
    let every = sd_notify::watchdog_enabled()? / SIGNS;
    if every.is_zero() {
        return None;
    }
    Some(tokio::spawn(async move {
        loop {
            let store = store.clone();
            if let Ok(Ok(_)) = tokio::task::spawn_blocking(move || store::journal_head(&store)).await {
                say(NotifyState::Watchdog);
            }
            tokio::time::sleep(every).await;
        }
    }))
}
