//! Service notifications for systemd (`sd_notify`): ready, watchdog, stopping. Without systemd nothing is sent.

use std::sync::Arc;

use sd_notify::NotifyState;
use tokio::task::JoinHandle;

use store::Store;

/// Time that systemd gives the box for the next thousand entries of a rebuild, whatever its time limit for a start: 2 minutes, in µs.
const REBUILD_STEP_USEC: u32 = 120_000_000;

/// Number of watchdog messages within the time after which systemd would restart the box.
const MESSAGES_PER_TIMEOUT: u32 = 3;

/// Notifies systemd that the box is ready.
pub fn ready() {
    notify(NotifyState::Ready);
}

/// Asks systemd for more time to start: the tables are being rebuilt.
pub fn rebuilding() {
    notify(NotifyState::ExtendTimeoutUsec(REBUILD_STEP_USEC));
}

/// Notifies systemd that the box is shutting down.
pub fn stopping() {
    notify(NotifyState::Stopping);
}

fn notify(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!("systemd could not be notified: {error}");
    }
}

/// Sends watchdog messages as often as systemd requires, as long as tasks run and the store can be read. `None` if systemd does not watch
/// this process.
pub fn start_watchdog(store: Arc<Store>) -> Option<JoinHandle<()>> {
    let every = sd_notify::watchdog_enabled()? / MESSAGES_PER_TIMEOUT;
    if every.is_zero() {
        return None;
    }
    Some(tokio::spawn(async move {
        loop {
            let store = store.clone();
            if let Ok(Ok(_)) = tokio::task::spawn_blocking(move || store::journal_head(&store)).await {
                notify(NotifyState::Watchdog);
            }
            tokio::time::sleep(every).await;
        }
    }))
}
