//! Standby mode: replicates the first box, serves a status page, and waits for promotion.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};

use super::control_server::{self, ControlTarget, PromoteRequest};
use super::{console, notify};
use crate::backup::{BackupDirectory, FollowedBox, Keyring};
use crate::config::{Config, FirstBox, Secret};
use crate::engine::{Clock, SystemClock};
use crate::http::api::standby::standby_router;
use crate::second_box::{FirstBoxClient, Replicator, SharedStatus, promote};
use store::Store;
use web::discovery::addresses;
use web::server::host::HostList;
use web::server::limits::Limits;

/// Time limit for sending the reply to a promotion.
const REPLY_GRACE: Duration = Duration::from_secs(1);

/// Why standby mode ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The process is to stop.
    Stopped,
    /// The box was promoted: it is now the first one.
    Promoted,
}

/// Runs in standby mode until `stop` or a promotion.
pub async fn stand_by(
    config: &Config,
    store: &Arc<Store>,
    following: FollowedBox,
    listener: TcpListener,
    mut stop: Pin<&mut (impl Future<Output = ()> + Send)>,
) -> Result<Ended, String> {
    let first: FirstBox = following.first_address.parse()?;
    let last_entry = store::journal_head(store).map_err(|error| error.to_string())?;
    let status = SharedStatus::new(following.first_address.clone(), last_entry);
    let address = console::local_address(listener.local_addr().unwrap_or(config.listen));
    println!("Barback stands by for {} on http://{address}", following.first_address);
    println!("It sells nothing until it is promoted: barback promote --data {}", config.data.display());

    let (stop_serving, ending) = watch::channel(false);
    let (promotions, mut requests) = mpsc::channel(1);
    let watchdog = notify::start_watchdog(store.clone());
    notify::ready();
    let keys = Keyring::for_backups(config.passphrase.read()?.as_ref().map(Secret::reveal))?;
    keys.note_whether_encrypted(store).map_err(|error| error.to_string())?;
    let directory = BackupDirectory::of(config.backup_dir.as_deref(), &config.data).with_keys(&keys);
    let control =
        tokio::spawn(control_server::run(config.data.clone(), ControlTarget::Standby { store: store.clone(), directory, promotions }));
    let shown_status = status.clone();
    let router = standby_router::router(Arc::new(move || shown_status.status()));
    let hosts = Arc::new(HostList::new(&config.name, &config.allowed_hosts, addresses::all));
    let mut closing = stop_serving.subscribe();
    let serving = tokio::spawn(web::server::serve::serve(
        listener,
        None,
        web::server::middleware::wrap(router, hosts),
        Limits::of_this_machine(),
        async move {
            let _ = closing.wait_for(|closing| *closing).await;
        },
    ));

    let ended = loop {
        let (stop_replicating, stopping) = watch::channel(false);
        let client = FirstBoxClient::new(first.clone(), following.code.clone())?;
        let replication = tokio::spawn(Replicator::new(client, store.clone(), following.clone(), status.clone()).run(stopping));
        let request = tokio::select! {
            () = &mut stop => None,
            request = requests.recv() => request,
        };
        stop_replicating.send_replace(true);
        let _ = replication.await;
        let Some(PromoteRequest { anyway, reply }) = request else { break Ended::Stopped };
        let promoted = promote(store, anyway, SystemClock::start().now()).await;
        let is_promoted = promoted.is_ok();
        let _ = reply.send(promoted);
        if is_promoted {
            break Ended::Promoted;
        }
    };
    drop((ending, requests));
    stop_serving.send_replace(true);
    let _ = serving.await;
    // The reply to the promotion is sent before the control socket is closed.
    let control_task = control.abort_handle();
    if ended == Ended::Stopped || tokio::time::timeout(REPLY_GRACE, control).await.is_err() {
        control_task.abort();
    }
    if let Some(watchdog) = watchdog {
        watchdog.abort();
    }
    Ok(ended)
}
