//! The box's own ear for `barback backup` and `barback promote` while it runs: a socket without a file, named after the data folder.
//!
//! The kernel says who calls. Only root and whoever runs the box are heard: they could read the data folder anyway.

use std::io::{BufRead, BufReader, Write};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt};
use tokio::sync::{mpsc, oneshot};

use super::standby::PromoteAsk;
use crate::backup::{self, BackupDirectory, BackupError, BackupKind, Backups, CreatedBackup};
use crate::base::Actor;
use crate::engine::{self, Clock, Engine, SystemClock};
use crate::store::Store;

/// What can be asked.
const BACKUP: &str = "backup";
const PROMOTE: &str = "promote";
const PROMOTE_ANYWAY: &str = "promote anyway";
/// Longest word that is listened to.
const WORD_MAX: u64 = 64;
/// How long a caller may take to say it.
const WORD_WAIT: Duration = Duration::from_secs(5);
/// Root.
const ROOT: u32 = 0;

/// What the box answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reply {
    /// A copy was made, and proved.
    Made {
        /// Where it is.
        path: PathBuf,
        /// Its last entry.
        journal: u64,
    },
    /// It was not done.
    Failed {
        /// Why.
        why: String,
    },
    /// The box is the first one now.
    Promoted {
        /// What that means, in words.
        lines: Vec<String>,
    },
}

/// Who hears.
pub enum Ear {
    /// A bar that is open.
    Bar {
        /// Makes copies.
        backups: Arc<Backups>,
        /// Writes down that it did.
        engine: Engine,
    },
    /// A box that stands by.
    Standby {
        /// What it has taken in.
        store: Arc<Store>,
        /// Where copies go.
        directory: BackupDirectory,
        /// Who promotes it.
        asks: mpsc::Sender<PromoteAsk>,
    },
}

/// The same for every name of the folder.
fn address(data: &Path) -> std::io::Result<SocketAddr> {
    let folder = std::fs::metadata(data)?;
    SocketAddr::from_abstract_name(format!("barback/{}/{}", folder.dev(), folder.ino()))
}

fn caller(stream: &impl std::os::fd::AsFd) -> Option<u32> {
    rustix::net::sockopt::socket_peercred(stream).ok().map(|peer| peer.uid.as_raw())
}

/// Hears what is asked of the box until it is dropped, or until whoever promoted the box has heard so. Where that cannot be,
/// the rest goes on.
pub async fn hear(data: PathBuf, ear: Ear) {
    let asked = if let Ear::Bar { .. } = ear { BACKUP } else { PROMOTE };
    if let Err(error) = listen(&data, ear).await {
        tracing::warn!("`barback {asked}` will not reach this box while it runs: {error}");
    }
}

async fn listen(data: &Path, ear: Ear) -> std::io::Result<()> {
    let listener = UnixListener::bind_addr(&address(data)?)?;
    listener.set_nonblocking(true)?;
    let listener = tokio::net::UnixListener::from_std(listener)?;
    let me = rustix::process::geteuid().as_raw();
    loop {
        let (stream, _) = listener.accept().await?;
        if caller(&stream).is_some_and(|uid| uid == ROOT || uid == me) {
            // One after the other: there is one copy at a time anyway.
            match answer(stream, &ear).await {
                Ok(Reply::Promoted { .. }) => return Ok(()),
                Ok(_) => {}
                Err(error) => tracing::debug!("who asked is gone: {error}"),
            }
        }
    }
}

async fn answer(mut stream: tokio::net::UnixStream, ear: &Ear) -> std::io::Result<Reply> {
    let mut word = String::new();
    let (read, mut write) = stream.split();
    let mut reader = tokio::io::BufReader::new(read.take(WORD_MAX));
    tokio::time::timeout(WORD_WAIT, reader.read_line(&mut word)).await??;
    let reply = match word.trim_end() {
        BACKUP => match ear.backup().await {
            Ok(made) => Reply::Made { journal: made.copy.journal, path: std::path::absolute(made.path)? },
            Err(error) => Reply::Failed { why: error.to_string() },
        },
        word @ (PROMOTE | PROMOTE_ANYWAY) => match ear.promote(word == PROMOTE_ANYWAY).await {
            Ok(lines) => Reply::Promoted { lines },
            Err(why) => Reply::Failed { why },
        },
        other => Reply::Failed { why: format!("The box does not know what `{other}` is.") },
    };
    let mut line = serde_json::to_vec(&reply)?;
    line.push(b'\n');
    write.write_all(&line).await?;
    Ok(reply)
}

impl Ear {
    async fn backup(&self) -> Result<CreatedBackup, BackupError> {
        match self {
            Ear::Bar { backups, engine } => {
                let made = backups.make().await?;
                let _ = engine.run(made.note(), Actor::the_box()).await;
                Ok(made)
            }
            // What it has is the first box's: no entry says that a copy was made.
            Ear::Standby { store, directory, .. } => {
                let (store, directory) = (store.clone(), directory.clone());
                let made = move || {
                    let now = store.read(|view| engine::reckoned_while_closed(view, SystemClock::start().now()))?;
                    backup::create(&store, &directory, BackupKind::Manual, now)
                };
                tokio::task::spawn_blocking(made).await.unwrap_or(Err(BackupError::Stopping))
            }
        }
    }

    async fn promote(&self, anyway: bool) -> Result<Vec<String>, String> {
        let stopping = || "The box is shutting down; it was not promoted.".to_owned();
        match self {
            Ear::Bar { .. } => Err("This box stands by for no other: it is the first already.".to_owned()),
            Ear::Standby { asks, .. } => {
                let (reply, promoted) = oneshot::channel();
                asks.send(PromoteAsk { anyway, reply }).await.map_err(|_| stopping())?;
                promoted.await.unwrap_or_else(|_| Err(stopping()))
            }
        }
    }
}

/// Asks the box that runs on `data` for a copy. `None` when none listens there.
pub fn ask_for_backup(data: &Path) -> std::io::Result<Option<Reply>> {
    ask(data, BACKUP)
}

/// Asks the box that runs on `data` to become the first, `anyway`: although the first one answers.
pub fn ask_to_promote(data: &Path, anyway: bool) -> std::io::Result<Option<Reply>> {
    ask(data, if anyway { PROMOTE_ANYWAY } else { PROMOTE })
}

fn ask(data: &Path, word: &str) -> std::io::Result<Option<Reply>> {
    let Ok(mut stream) = UnixStream::connect_addr(&address(data)?) else { return Ok(None) };
    let owner = std::fs::metadata(data)?.uid();
    if caller(&stream).is_none_or(|uid| uid != ROOT && uid != owner) {
        return Ok(None);
    }
    writeln!(stream, "{word}")?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    let broke_off = || std::io::Error::other("the box broke off");
    serde_json::from_str(&line).map(Some).map_err(|_| broke_off())
}
