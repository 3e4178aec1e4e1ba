//! Errors at startup, with advice on what to do.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::PathBuf;

use crate::engine::Failure;
use store::{OpenError, StoreError};
use web::https::HttpsError;

/// Reason why the box did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data folder is not usable.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The folder has backups but no bar. A new bar in it would look as if nothing had ever been sold.
    #[error(
        "The folder {} holds backups and no bar. Bring it back: barback restore {}; or, to start a new bar, move the backups elsewhere.",
        .folder.display(), .newest.display()
    )]
    Gone {
        folder: PathBuf,
        /// The newest backup.
        newest: PathBuf,
    },
    /// The store failed.
    #[error("The store cannot be used: {0}")]
    Store(#[from] StoreError),
    /// The address cannot be bound.
    #[error("Cannot listen on {address}: {reason}. {}", listen_advice(.reason, .flag))]
    Listen {
        address: SocketAddr,
        /// The flag that set it.
        flag: &'static str,
        reason: std::io::Error,
    },
    /// The box cannot stand by for another box.
    #[error("{0}")]
    Standby(String),
    /// HTTPS was requested and cannot be served.
    #[error("HTTPS cannot be served: {0}")]
    Https(#[from] HttpsError),
    /// Any other error.
    #[error("The box cannot start: {0}")]
    Other(String),
}

/// Advice for an address that cannot be bound.
fn listen_advice(reason: &std::io::Error, flag: &str) -> String {
    match reason.kind() {
        ErrorKind::AddrInUse => format!("Another program uses this port. Stop that program, or choose another port with {flag}."),
        ErrorKind::PermissionDenied => {
            format!("Ports below 1024 are reserved: let systemd start the box, or choose a higher port with {flag}.")
        }
        ErrorKind::AddrNotAvailable => {
            format!("This machine has no such address. Choose another with {flag}; 0.0.0.0 means all of its addresses.")
        }
        _ => format!("Choose another address with {flag}."),
    }
}

impl From<Failure> for StartError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Store(error) => StartError::Store(error),
            Failure::Refused(refusal) => StartError::Other(refusal.message),
            Failure::Internal | Failure::Stopped | Failure::Unanswered => StartError::Other("an internal error; see the log".to_owned()),
        }
    }
}
