//! Control socket of a running box, for `barback backup` and `barback promote`: requests, replies and the client.
//!
//! It is an abstract Unix socket (a socket without a file), named after the data folder. The kernel gives the user id of the other end.

use std::io::{BufRead, BufReader, Write};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The requests, each sent as one line.
pub(crate) const BACKUP: &str = "backup";
pub(crate) const PROMOTE: &str = "promote";
pub(crate) const PROMOTE_ANYWAY: &str = "promote anyway";
/// User id of root.
pub(crate) const ROOT: u32 = 0;

/// Reply to a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reply {
    /// A backup was made and verified.
    Made {
        /// Path of the file.
        path: PathBuf,
        /// Number of its last journal entry.
        journal: u64,
    },
    /// The request failed.
    Failed {
        /// The reason, as a sentence.
        why: String,
    },
    /// The box is now the first one.
    Promoted {
        /// Report for the operator.
        lines: Vec<String>,
    },
}

/// Address of the socket, made from the folder's device and inode, so that it is the same under every path of the folder.
pub(crate) fn address(data: &Path) -> std::io::Result<SocketAddr> {
    let folder = std::fs::metadata(data)?;
    SocketAddr::from_abstract_name(format!("barback/{}/{}", folder.dev(), folder.ino()))
}

/// User id of the process at the other end.
pub(crate) fn peer_uid(stream: &impl std::os::fd::AsFd) -> Option<u32> {
    rustix::net::sockopt::socket_peercred(stream).ok().map(|peer| peer.uid.as_raw())
}

/// Requests a backup from the box that runs on `data`. `None` if no box listens, or if the listener belongs to another user.
pub fn request_backup(data: &Path) -> std::io::Result<Option<Reply>> {
    send(data, BACKUP)
}

/// Requests the promotion of the second box that runs on `data`. `anyway`: even if the first box still answers.
pub fn request_promotion(data: &Path, anyway: bool) -> std::io::Result<Option<Reply>> {
    send(data, if anyway { PROMOTE_ANYWAY } else { PROMOTE })
}

fn send(data: &Path, request: &str) -> std::io::Result<Option<Reply>> {
    let Ok(mut stream) = UnixStream::connect_addr(&address(data)?) else { return Ok(None) };
    let owner = std::fs::metadata(data)?.uid();
    if peer_uid(&stream).is_none_or(|uid| uid != ROOT && uid != owner) {
        return Ok(None);
    }
    writeln!(stream, "{request}")?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    serde_json::from_str(&line).map(Some).map_err(|_| std::io::Error::other("the box closed the connection"))
}
