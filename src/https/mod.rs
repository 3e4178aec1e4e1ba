//! HTTPS with the box's own certificate authority. Optional: all features work over HTTP.
//!
//! The authority is made once and lives in the data folder; phones that trust it see the lock. What it vouches for is
//! limited, in the certificate itself, to `.local` names and to addresses that only exist inside a house. The
//! certificate that connections see is made anew at each start, when the box's names change, and every month.

mod authority;
mod leaf;
mod pinned;

use std::path::Path;
use std::sync::Arc;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;

pub use authority::Authority;
pub use leaf::{Leaves, Names};
pub use pinned::connector;

use crate::base::Timestamp;

/// Why there is no HTTPS.
#[derive(Debug, thiserror::Error)]
pub enum HttpsError {
    /// A file of the authority cannot be used.
    #[error("{file}: {reason}. Remove it to have a new authority made; phones then need its certificate again.")]
    File {
        /// Which.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// A certificate cannot be made.
    #[error("no certificate can be made: {0}")]
    Certificate(String),
}

impl From<rcgen::Error> for HttpsError {
    fn from(error: rcgen::Error) -> Self {
        HttpsError::Certificate(error.to_string())
    }
}

/// Certificate authority, server certificate and TLS acceptor.
pub struct Https {
    /// What phones are asked to trust.
    pub authority: Arc<Authority>,
    /// What connections are shown.
    pub leaves: Arc<Leaves>,
    acceptor: TlsAcceptor,
}

impl Https {
    /// Opens the authority in the data folder, or makes it there, and a first certificate for `names`.
    pub fn open(data: &Path, names: Names, now: Timestamp) -> Result<Self, HttpsError> {
        let authority = Arc::new(Authority::open(data, now)?);
        let leaves = Arc::new(Leaves::new(authority.clone(), names, now)?);
        let mut server = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| HttpsError::Certificate(error.to_string()))?
            .with_no_client_auth()
            .with_cert_resolver(leaves.clone());
        server.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Https { authority, leaves, acceptor: TlsAcceptor::from(Arc::new(server)) })
    }

    /// Turns connections into secure ones.
    pub fn acceptor(&self) -> TlsAcceptor {
        self.acceptor.clone()
    }
}
