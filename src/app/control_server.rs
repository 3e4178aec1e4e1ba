//! Control socket, server side: handles `barback backup` and `barback promote` while the box runs.
//!
//! The kernel gives the caller's user id. Only root and the user that runs the box are served: they can read the data folder anyway.

use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt};
use tokio::sync::{mpsc, oneshot};

use crate::backup::{self, BackupDirectory, BackupError, BackupKind, Backups, CreatedBackup};
use crate::control::{BACKUP, PROMOTE, PROMOTE_ANYWAY, ROOT, Reply, address, peer_uid};
use crate::engine::{self, Clock, Engine, SystemClock};
use base::Actor;
use store::Store;

/// Longest request, in bytes.
const REQUEST_MAX: u64 = 64;
/// Time limit for receiving the request.
const REQUEST_WAIT: Duration = Duration::from_secs(5);

/// Request to promote this box.
pub struct PromoteRequest {
    /// Promote even if the first box still answers.
    pub anyway: bool,
    /// Receives the report, or why the promotion failed.
    pub reply: oneshot::Sender<Result<Vec<String>, String>>,
}

/// What the requests act on.
pub enum ControlTarget {
    /// An open bar.
    Bar {
        backups: Arc<Backups>,
        /// Records that a backup was made.
        engine: Engine,
    },
    /// A second box that stands by.
    Standby {
        /// The replicated store.
        store: Arc<Store>,
        /// Folder for backups.
        directory: BackupDirectory,
        /// Receives requests to promote the box.
        promotions: mpsc::Sender<PromoteRequest>,
    },
}

/// Serves requests until the future is dropped, or until the reply to a successful promotion is sent. If the socket cannot be opened, the
/// box runs on without it.
pub async fn run(data: PathBuf, target: ControlTarget) {
    let command = if let ControlTarget::Bar { .. } = target { BACKUP } else { PROMOTE };
    if let Err(error) = accept_loop(&data, target).await {
        tracing::warn!("`barback {command}` cannot reach this box while it runs: {error}");
    }
}

async fn accept_loop(data: &Path, target: ControlTarget) -> std::io::Result<()> {
    let listener = UnixListener::bind_addr(&address(data)?)?;
    listener.set_nonblocking(true)?;
    let listener = tokio::net::UnixListener::from_std(listener)?;
    let own_uid = rustix::process::geteuid().as_raw();
    loop {
        let (stream, _) = listener.accept().await?;
        if peer_uid(&stream).is_some_and(|uid| uid == ROOT || uid == own_uid) {
            // One request at a time, because backups are made one at a time anyway.
            match handle(stream, &target).await {
                Ok(Reply::Promoted { .. }) => return Ok(()),
                Ok(_) => {}
                Err(error) => tracing::debug!("the caller of the control socket has disconnected: {error}"),
            }
        }
    }
}

async fn handle(mut stream: tokio::net::UnixStream, target: &ControlTarget) -> std::io::Result<Reply> {
    let mut request = String::new();
    let (read, mut write) = stream.split();
    let mut reader = tokio::io::BufReader::new(read.take(REQUEST_MAX));
    tokio::time::timeout(REQUEST_WAIT, reader.read_line(&mut request)).await??;
    let reply = match request.trim_end() {
        BACKUP => match target.backup().await {
            Ok(made) => Reply::Made { journal: made.file.last_entry, path: std::path::absolute(made.path)? },
            Err(error) => Reply::Failed { why: error.to_string() },
        },
        request @ (PROMOTE | PROMOTE_ANYWAY) => match target.promote(request == PROMOTE_ANYWAY).await {
            Ok(lines) => Reply::Promoted { lines },
            Err(why) => Reply::Failed { why },
        },
        other => Reply::Failed { why: format!("The box does not know the request `{other}`.") },
    };
    let mut line = serde_json::to_vec(&reply)?;
    line.push(b'\n');
    write.write_all(&line).await?;
    Ok(reply)
}

impl ControlTarget {
    async fn backup(&self) -> Result<CreatedBackup, BackupError> {
        match self {
            ControlTarget::Bar { backups, engine } => {
                let made = backups.make().await?;
                let _ = engine.run(made.note(), Actor::the_box()).await;
                Ok(made)
            }
            // The journal is the first box's, so no entry records the backup.
            ControlTarget::Standby { store, directory, .. } => {
                let (store, directory) = (store.clone(), directory.clone());
                let create = move || {
                    let now = store.read(|view| engine::estimated_now_offline(view, SystemClock::start().now()))?;
                    backup::create(&store, &directory, BackupKind::Manual, now)
                };
                tokio::task::spawn_blocking(create).await.unwrap_or(Err(BackupError::Stopping))
            }
        }
    }

    async fn promote(&self, anyway: bool) -> Result<Vec<String>, String> {
        let stopping = || "The box is shutting down; it was not promoted.".to_owned();
        match self {
            ControlTarget::Bar { .. } => Err("This box does not stand by for another: it is already the first.".to_owned()),
            ControlTarget::Standby { promotions, .. } => {
                let (reply, promoted) = oneshot::channel();
                promotions.send(PromoteRequest { anyway, reply }).await.map_err(|_| stopping())?;
                promoted.await.unwrap_or_else(|_| Err(stopping()))
            }
        }
    }
}
