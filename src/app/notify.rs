//! What systemd is told: that the box is open, that it is well, that it stops. Elsewhere nobody listens.

use std::ffi::OsStr;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;

use crate::store::{self, Store};

/// Where systemd listens.
const SOCKET_ENV: &str = "NOTIFY_SOCKET";
/// After how many microseconds of silence it starts the box again.
const WATCHDOG_ENV: &str = "WATCHDOG_USEC";
/// Which process it means.
const WATCHDOG_PID_ENV: &str = "WATCHDOG_PID";
/// Signs of life in that time.
const SIGNS: u32 = 3;

/// The way to systemd, where there is one.
#[derive(Debug, Default)]
pub struct Notify {
    to: Option<(UnixDatagram, SocketAddr)>,
}

impl Notify {
    /// As this process's environment says.
    pub fn from_env() -> Self {
        let to = std::env::var_os(SOCKET_ENV).and_then(|name| Some((UnixDatagram::unbound().ok()?, address(&name)?)));
        Notify { to }
    }

    /// The box is open.
    pub fn ready(&self) {
        self.say("READY=1");
    }

    /// The box was told to stop.
    pub fn stopping(&self) {
        self.say("STOPPING=1");
    }

    fn say(&self, word: &str) {
        if let Some((socket, address)) = &self.to
            && let Err(error) = socket.send_to_addr(word.as_bytes(), address)
        {
            tracing::warn!("systemd does not hear {word}: {error}");
        }
    }
}

/// Says that the box is well, as often as systemd wants to hear it: as long as tasks run and the store answers.
pub fn watch(notify: Arc<Notify>, store: Arc<Store>) -> Option<JoinHandle<()>> {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let every = Duration::from_micros(number(WATCHDOG_ENV)?) / SIGNS;
    if every.is_zero() || number(WATCHDOG_PID_ENV).is_some_and(|pid| pid != u64::from(std::process::id())) {
        return None;
    }
    Some(tokio::spawn(async move {
        loop {
            let store = store.clone();
            if let Ok(Ok(_)) = tokio::task::spawn_blocking(move || store::head_of(&store)).await {
                notify.say("WATCHDOG=1");
            }
            tokio::time::sleep(every).await;
        }
    }))
}

/// A path, or behind an `@` a name without a file.
fn address(name: &OsStr) -> Option<SocketAddr> {
    match name.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name).ok(),
        None => SocketAddr::from_pathname(Path::new(name)).ok(),
    }
}
