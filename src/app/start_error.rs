//! Why a box did not start, and what to do about it.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::PathBuf;

use crate::engine::Failure;
use crate::https::HttpsError;
use crate::store::{OpenError, StoreError};

/// Reason why the box did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data folder is not usable.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The folder has backups but no bar. A new bar in its place would look as if nothing had ever been sold.
    #[error(
        "The folder {} holds backups and no bar. Bring it back: barback restore {}; or, to begin anew, put the backups somewhere else.",
        .folder.display(), .newest.display()
    )]
    Gone {
        /// The data folder.
        folder: PathBuf,
        /// The newest of the copies.
        newest: PathBuf,
    },
    /// The store failed.
    #[error("The store cannot be used: {0}")]
    Store(#[from] StoreError),
    /// The address is not usable.
    #[error("Cannot listen on {address}: {reason}. {}", listen_advice(.reason, .flag))]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The flag that set it.
        flag: &'static str,
        /// The system's error.
        reason: std::io::Error,
    },
    /// It cannot stand by for another box.
    #[error("{0}")]
    Standby(String),
    /// HTTPS was requested and is not possible.
    #[error("HTTPS cannot be served: {0}")]
    Https(#[from] HttpsError),
    /// Something else.
    #[error("The box cannot start: {0}")]
    Other(String),
}

/// Advice for an address that cannot be bound.
fn listen_advice(reason: &std::io::Error, flag: &str) -> String {
    match reason.kind() {
        ErrorKind::AddrInUse => format!("Another program uses this port. Stop that program, or choose another port with {flag}."),
        ErrorKind::PermissionDenied => {
            format!("Ports below 1024 are the system's: let systemd start the box, or choose a higher one with {flag}.")
        }
        ErrorKind::AddrNotAvailable => {
            format!("This machine has no such address. Choose another with {flag}; 0.0.0.0 stands for all that it has.")
        }
        _ => format!("Choose another address with {flag}."),
    }
}

impl From<Failure> for StartError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Store(error) => StartError::Store(error),
            Failure::Refused(refusal) => StartError::Other(refusal.message),
            Failure::Internal | Failure::Stopped | Failure::Unanswered => {
                StartError::Other("something inside it broke; the log says what".to_owned())
            }
        }
    }
}
