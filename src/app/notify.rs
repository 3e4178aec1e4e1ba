//! Service notifications for systemd (`sd_notify`): ready, watchdog, stopping. Without systemd nothing is sent.

use std::sync::Arc;

use sd_notify::NotifyState;
use tokio::task::JoinHandle;

use crate::store::{self, Store};

/// Signs of life in the time after which systemd would start the box again.
const SIGNS: u32 = 3;

/// The box is open.
pub fn ready() {
    say(NotifyState::Ready);
}

/// The box was told to stop.
pub fn stopping() {
    say(NotifyState::Stopping);
}

fn say(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!("systemd could not be notified: {error}");
    }
}

/// Sends the watchdog's sign of life as often as systemd wants it, as long as tasks run and the store answers. `None` where
/// systemd wants none of this process.
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
