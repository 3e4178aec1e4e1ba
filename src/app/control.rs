//! The box's own ear for `barback backup` while it runs: a socket without a file, named after the data folder.
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

use crate::backup::Backups;
use crate::base::Actor;
use crate::engine::Engine;

/// The one thing that can be asked.
const BACKUP: &str = "backup";
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
    /// None was made.
    Failed {
        /// Why.
        why: String,
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

/// Listens until it is dropped.
pub async fn listen(data: &Path, backups: Arc<Backups>, engine: Engine) -> std::io::Result<()> {
    let listener = UnixListener::bind_addr(&address(data)?)?;
    listener.set_nonblocking(true)?;
    let listener = tokio::net::UnixListener::from_std(listener)?;
    let me = rustix::process::geteuid().as_raw();
    loop {
        let (stream, _) = listener.accept().await?;
        if caller(&stream).is_some_and(|uid| uid == ROOT || uid == me) {
            // One after the other: there is one copy at a time anyway.
            if let Err(error) = answer(stream, &backups, &engine).await {
                tracing::debug!("who asked for a backup is gone: {error}");
            }
        }
    }
}

async fn answer(mut stream: tokio::net::UnixStream, backups: &Backups, engine: &Engine) -> std::io::Result<()> {
    let mut word = String::new();
    let (read, mut write) = stream.split();
    let mut reader = tokio::io::BufReader::new(read.take(WORD_MAX));
    tokio::time::timeout(WORD_WAIT, reader.read_line(&mut word)).await??;
    let reply = match word.trim_end() {
        BACKUP => match backups.make().await {
            Ok(made) => {
                let _ = engine.run(made.note(), Actor::the_box()).await;
                Reply::Made { journal: made.copy.journal, path: std::path::absolute(made.path)? }
            }
            Err(error) => Reply::Failed { why: error.to_string() },
        },
        other => Reply::Failed { why: format!("The box does not know what `{other}` is.") },
    };
    let mut line = serde_json::to_vec(&reply)?;
    line.push(b'\n');
    write.write_all(&line).await
}

/// Asks the box that runs on `data` for a copy. `None` when none listens there.
pub fn ask_for_backup(data: &Path) -> std::io::Result<Option<Reply>> {
    let Ok(mut stream) = UnixStream::connect_addr(&address(data)?) else { return Ok(None) };
    let owner = std::fs::metadata(data)?.uid();
    if caller(&stream).is_none_or(|uid| uid != ROOT && uid != owner) {
        return Ok(None);
    }
    writeln!(stream, "{BACKUP}")?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    let broke_off = || std::io::Error::other("the box broke off");
    serde_json::from_str(&line).map(Some).map_err(|_| broke_off())
}
