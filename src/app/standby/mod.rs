//! The box as the second one: it keeps up with the first, says so to whoever asks, and waits to be promoted.

mod ask;
mod hidden;
mod join;
mod keep_up;
mod promote;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot, watch};

pub use hidden::run_without_flag;
pub use join::join;
pub use promote::promote;

use self::ask::FirstBoxClient;
use self::keep_up::{KeepUp, Shown};
use super::control::{self, Ear};
use super::{console, keyring, notify};
use crate::backup::{BackupDirectory, FollowedBox};
use crate::config::{Config, FirstBox};
use crate::discovery::addresses;
use crate::engine::{Clock, SystemClock};
use crate::http::api::standby::stand_in;
use crate::http::server::host::HostList;
use crate::http::server::limits::Limits;
use crate::http::{self};
use crate::store::{self, Store};

/// How long whoever promoted the box may take to hear that.
const LAST_WORD: Duration = Duration::from_secs(1);

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The box was told to stop.
    Stopped,
    /// It is the first one now.
    Promoted,
}

/// Somebody wants this box to be the first, perhaps although the first one still answers.
pub struct PromoteAsk {
    /// Although the first box still answers.
    pub anyway: bool,
    /// Where the answer goes.
    pub reply: oneshot::Sender<Result<Vec<String>, String>>,
}

/// Stands by until `stop` or until somebody promotes the box.
pub async fn stand_by(
    config: &Config,
    store: &Arc<Store>,
    following: FollowedBox,
    listener: TcpListener,
    mut stop: Pin<&mut (impl Future<Output = ()> + Send)>,
) -> Result<Ended, String> {
    let first: FirstBox = following.first.parse()?;
    let journal = store::journal_head(store).map_err(|error| error.to_string())?;
    let shown = Shown::new(following.first.clone(), journal);
    let here = console::here(listener.local_addr().unwrap_or(config.listen));
    println!("Barback stands by for {} on http://{here}", following.first);
    println!("It serves nobody until it is promoted: barback promote --data {}", config.data.display());

    let (over, ending) = watch::channel(false);
    let (asks, mut asked) = mpsc::channel(1);
    let watch = notify::watch(store.clone());
    notify::ready();
    let keys = keyring(config)?;
    keys.note_whether_encrypted(store).map_err(|error| error.to_string())?;
    let directory = BackupDirectory::of(config.backup_dir.as_deref(), &config.data).with_keys(&keys);
    let control = tokio::spawn(control::hear(config.data.clone(), Ear::Standby { store: store.clone(), directory, asks }));
    let asking = shown.clone();
    let router = stand_in::router(Arc::new(move || asking.standing()));
    let hosts = Arc::new(HostList::new(&config.name, &config.allowed_hosts, addresses::all));
    let mut closing = over.subscribe();
    let serving = tokio::spawn(http::server::serve::serve(
        listener,
        None,
        http::server::shield::shield(router, hosts),
        Limits::of_this_machine(),
        async move {
            let _ = closing.wait_for(|over| *over).await;
        },
    ));

    let ended = loop {
        let (pause, paused) = watch::channel(false);
        let client = FirstBoxClient::new(first.clone(), following.code.clone())?;
        let keeping = tokio::spawn(KeepUp::new(client, store.clone(), following.clone(), shown.clone()).run(paused));
        let ask = tokio::select! {
            () = &mut stop => None,
            ask = asked.recv() => ask,
        };
        pause.send_replace(true);
        let _ = keeping.await;
        let Some(PromoteAsk { anyway, reply }) = ask else { break Ended::Stopped };
        let promoted = promote(store, anyway, SystemClock::start().now()).await;
        let done = promoted.is_ok();
        let _ = reply.send(promoted);
        if done {
            break Ended::Promoted;
        }
    };
    drop((ending, asked));
    over.send_replace(true);
    let _ = serving.await;
    // Whoever promoted the box hears so before the ear is taken away.
    let unheard = control.abort_handle();
    if ended == Ended::Stopped || tokio::time::timeout(LAST_WORD, control).await.is_err() {
        unheard.abort();
    }
    if let Some(watch) = watch {
        watch.abort();
    }
    Ok(ended)
}
