//! Standby mode: replicates the first box, serves a status page, and waits for promotion.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot, watch};

use super::control_server::{self, ControlTarget};
use super::{console, notify};
use crate::backup::{BackupDirectory, FollowedBox, Keyring};
use crate::config::{Config, FirstBox, Secret};
use crate::discovery::addresses;
use crate::engine::{Clock, SystemClock};
use crate::http::api::standby::standby_router;
use crate::http::server::host::HostList;
use crate::http::server::limits::Limits;
use crate::http::{self};
use crate::second_box::{FirstBoxClient, Replicator, SharedStatus, promote};
use crate::store::{self, Store};

/// Time limit for sending the reply to a promotion.
const REPLY_GRACE: Duration = Duration::from_secs(1);

/// Why standby mode ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The process was told to stop.
    Stopped,
    /// The box was promoted: it is the first one now.
    Promoted,
}

/// Request to promote this box.
pub struct PromoteRequest {
    /// Promote even if the first box still answers.
    pub anyway: bool,
    /// Receives the report, or why it failed.
    pub reply: oneshot::Sender<Result<Vec<String>, String>>,
}

/// Runs in standby mode until `stop` or a promotion.
pub async fn stand_by(
    config: &Config,
    store: &Arc<Store>,
    following: FollowedBox,
    listener: TcpListener,
    mut stop: Pin<&mut (impl Future<Output = ()> + Send)>,
) -> Result<Ended, String> {
    let first: FirstBox = following.first.parse()?;
    let journal = store::journal_head(store).map_err(|error| error.to_string())?;
    let shown = SharedStatus::new(following.first.clone(), journal);
    let here = console::local_address(listener.local_addr().unwrap_or(config.listen));
    println!("Barback stands by for {} on http://{here}", following.first);
    println!("It serves nobody until it is promoted: barback promote --data {}", config.data.display());

    let (over, ending) = watch::channel(false);
    let (asks, mut asked) = mpsc::channel(1);
    let watch = notify::watch(store.clone());
    notify::ready();
    let keys = Keyring::for_backups(config.passphrase.read()?.as_ref().map(Secret::reveal))?;
    keys.note_whether_encrypted(store).map_err(|error| error.to_string())?;
    let directory = BackupDirectory::of(config.backup_dir.as_deref(), &config.data).with_keys(&keys);
    let control = tokio::spawn(control_server::run(config.data.clone(), ControlTarget::Standby { store: store.clone(), directory, asks }));
    let asking = shown.clone();
    let router = standby_router::router(Arc::new(move || asking.status()));
    let hosts = Arc::new(HostList::new(&config.name, &config.allowed_hosts, addresses::all));
    let mut closing = over.subscribe();
    let serving = tokio::spawn(http::server::serve::serve(
        listener,
        None,
        http::server::middleware::wrap(router, hosts),
        Limits::of_this_machine(),
        async move {
            let _ = closing.wait_for(|over| *over).await;
        },
    ));

    let ended = loop {
        let (pause, paused) = watch::channel(false);
        let client = FirstBoxClient::new(first.clone(), following.code.clone())?;
        let keeping = tokio::spawn(Replicator::new(client, store.clone(), following.clone(), shown.clone()).run(paused));
        let ask = tokio::select! {
            () = &mut stop => None,
            ask = asked.recv() => ask,
        };
        pause.send_replace(true);
        let _ = keeping.await;
        let Some(PromoteRequest { anyway, reply }) = ask else { break Ended::Stopped };
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
    // The reply to the promotion is sent before the control socket is closed.
    let unheard = control.abort_handle();
    if ended == Ended::Stopped || tokio::time::timeout(REPLY_GRACE, control).await.is_err() {
        unheard.abort();
    }
    if let Some(watch) = watch {
        watch.abort();
    }
    Ok(ended)
}
