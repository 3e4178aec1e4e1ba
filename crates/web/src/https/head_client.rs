//! TLS client of a box towards head office: TLS 1.3, one authority, a clock within the years in which certificates count.

use std::sync::Arc;

use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::version::TLS13;
use tokio_rustls::rustls::{ClientConfig, ConfigBuilder, RootCertStore, WantsVerifier};

use super::pinned::PinnedVerifier;
use super::{ClampedClock, HttpsError};

/// A box's certificate with its key, and the authority that it trusts.
pub struct BoxIdentity {
    /// Certificate of head office's authority, DER.
    pub authority: Vec<u8>,
    /// The box's certificate, DER.
    pub certificate: Vec<u8>,
    /// Its private key, PKCS #8 DER.
    pub key: Vec<u8>,
}

/// Connector for pairing: trusts the authority whose certificate has a SHA-256 that begins with `pin`, and shows no certificate.
///
/// # Errors
/// [`HttpsError::Certificate`] if TLS cannot be set up.
pub fn pairing_connector(pin: [u8; 16], clock: ClampedClock) -> Result<TlsConnector, HttpsError> {
    let provider = Arc::new(ring::default_provider());
    let verifier = Arc::new(PinnedVerifier { pin, provider: provider.clone() });
    let config = client(provider, clock)?.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth();
    Ok(connector(config))
}

/// Connector of a paired box: trusts its authority only, and shows its certificate.
///
/// # Errors
/// [`HttpsError::Certificate`] if the authority, the certificate or the key cannot be read, or do not belong together.
pub fn box_connector(identity: &BoxIdentity, clock: ClampedClock) -> Result<TlsConnector, HttpsError> {
    let unreadable = |error: tokio_rustls::rustls::Error| HttpsError::Certificate(error.to_string());
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from(identity.authority.clone())).map_err(unreadable)?;
    let chain = vec![CertificateDer::from(identity.certificate.clone())];
    let key = PrivatePkcs8KeyDer::from(identity.key.clone());
    let config = client(Arc::new(ring::default_provider()), clock)?
        .with_root_certificates(roots)
        .with_client_auth_cert(chain, key.into())
        .map_err(unreadable)?;
    Ok(connector(config))
}

fn client(provider: Arc<CryptoProvider>, clock: ClampedClock) -> Result<ConfigBuilder<ClientConfig, WantsVerifier>, HttpsError> {
    ClientConfig::builder_with_details(provider, Arc::new(clock))
        .with_protocol_versions(&[&TLS13])
        .map_err(|error| HttpsError::Certificate(error.to_string()))
}

fn connector(mut config: ClientConfig) -> TlsConnector {
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    TlsConnector::from(Arc::new(config))
}
