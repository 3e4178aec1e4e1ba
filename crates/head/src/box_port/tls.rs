//! TLS of the box port: 1.3 only, client certificates of head office's authority, and none while a box pairs.

use std::sync::Arc;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::server::{NoServerSessionStorage, WebPkiClientVerifier};
use tokio_rustls::rustls::version::TLS13;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};

use crate::keys::{Authority, AuthorityError};
use web::https::ClampedClock;

/// Performs the TLS handshake on accepted connections, with a new server certificate. A client without a certificate is let through: it
/// may only pair. One with another authority's certificate is not.
///
/// # Errors
/// [`AuthorityError::Certificate`] and [`AuthorityError::Tls`].
pub fn acceptor(authority: &Authority, clock: ClampedClock) -> Result<TlsAcceptor, AuthorityError> {
    let tls = |error: &dyn std::fmt::Display| AuthorityError::Tls(error.to_string());
    let identity = authority.issue_server()?;
    let provider = Arc::new(ring::default_provider());
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from(authority.certificate().to_vec())).map_err(|error| tls(&error))?;
    let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider.clone())
        .allow_unauthenticated()
        .build()
        .map_err(|error| tls(&error))?;
    let chain = identity.chain.into_iter().map(CertificateDer::from).collect();
    let mut server = ServerConfig::builder_with_details(provider, Arc::new(clock))
        .with_protocol_versions(&[&TLS13])
        .map_err(|error| tls(&error))?
        .with_client_cert_verifier(verifier)
        .with_single_cert(chain, PrivatePkcs8KeyDer::from(identity.key).into())
        .map_err(|error| tls(&error))?;
    server.alpn_protocols = vec![b"http/1.1".to_vec()];
    // Boxes keep their connections, so resuming sessions would save little, and each handshake checks the certificate.
    server.session_storage = Arc::new(NoServerSessionStorage {});
    server.send_tls13_tickets = 0;
    Ok(TlsAcceptor::from(Arc::new(server)))
}
