//! HTTPS with the box's own certificate authority. Optional: all features work over HTTP.
//!
//! The authority is created once and stored in the data folder; phones that trust it show the lock. Its certificate limits itself to
//! `.local` names and private addresses (name constraints). The server certificate is issued again at each start, when the box's names
//! change, and every month.

mod authority;
mod clamped_clock;
mod head_client;
mod pinned;
mod server_certificate;

use std::path::Path;
use std::sync::Arc;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;

pub use authority::Authority;
pub use clamped_clock::{ClampedClock, VALID_FROM_YEAR, VALID_UNTIL_YEAR};
pub use head_client::{BoxIdentity, box_connector, pairing_connector};
pub use pinned::connector;
pub use server_certificate::{Names, ServerCertificates};

use base::Timestamp;

/// Why HTTPS cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum HttpsError {
    /// A file of the authority cannot be used.
    #[error("{file}: {reason}. Remove it and a new authority is made; phones then need its certificate again.")]
    File { file: String, reason: String },
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
    pub authority: Arc<Authority>,
    pub certificates: Arc<ServerCertificates>,
    acceptor: TlsAcceptor,
}

impl Https {
    /// Opens or creates the authority in the data folder, and issues a first certificate for `names`.
    pub fn open(data: &Path, names: Names, now: Timestamp) -> Result<Self, HttpsError> {
        let authority = Arc::new(Authority::open(data, now)?);
        let certificates = Arc::new(ServerCertificates::new(authority.clone(), names, now)?);
        let mut server = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| HttpsError::Certificate(error.to_string()))?
            .with_no_client_auth()
            .with_cert_resolver(certificates.clone());
        server.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Https { authority, certificates, acceptor: TlsAcceptor::from(Arc::new(server)) })
    }

    /// The acceptor with which a server performs the TLS handshake of an accepted connection. Clones share the certificates.
    pub fn acceptor(&self) -> TlsAcceptor {
        self.acceptor.clone()
    }
}
