//! TLS for browsers: from files, or with a certificate that head office makes and that all heads of the database share.

use std::path::Path;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use rcgen::{CertificateParams, DistinguishedName, DnType, KeyPair, date_time_ymd};
use serde::{Deserialize, Serialize};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

use crate::config::TlsSource;
use crate::error::HeadError;
use crate::web::HeadState;
use web::discovery::addresses;

/// Name of the row in `meta`, and under which its key is sealed.
const META_NAME: &str = "web_certificate";
/// First and last year of validity: no clock of a browser is outside.
const FIRST_YEAR: i32 = 2024;
const LAST_YEAR: i32 = 2049;

/// Head office's own certificate as `meta` has it.
#[derive(Serialize, Deserialize)]
struct OwnCertificate {
    names: Vec<String>,
    /// DER, base64.
    certificate: String,
    /// PKCS #8, sealed, base64.
    key: String,
}

/// The acceptor of HTTPS for browsers; `None` without TLS.
///
/// # Errors
/// A sentence for the person who starts head office.
pub async fn acceptor(source: &TlsSource, state: &HeadState) -> Result<Option<TlsAcceptor>, String> {
    let (chain, key) = match source {
        TlsSource::Off => return Ok(None),
        TlsSource::Files { certificate, key } => from_files(certificate, key)?,
        TlsSource::Own => own(state).await?,
    };
    let server = ServerConfig::builder_with_provider(Arc::new(ring::default_provider())).with_safe_default_protocol_versions();
    let server = server.map_err(unusable)?.with_no_client_auth().with_single_cert(chain, key);
    let mut server = server.map_err(unusable)?;
    server.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Some(TlsAcceptor::from(Arc::new(server))))
}

type Identity = (Vec<CertificateDer<'static>>, PrivateKeyDer<'static>);

fn from_files(certificate: &Path, key: &Path) -> Result<Identity, String> {
    let chain: Result<Vec<_>, _> = CertificateDer::pem_file_iter(certificate).and_then(Iterator::collect);
    let chain = chain.map_err(|error| format!("--tls-cert {}: {error}", certificate.display()))?;
    if chain.is_empty() {
        return Err(format!("--tls-cert {}: there is no certificate in it", certificate.display()));
    }
    let key = PrivateKeyDer::from_pem_file(key).map_err(|error| format!("--tls-key {}: {error}", key.display()))?;
    Ok((chain, key))
}

/// The certificate in the database, made for the present names if there is none. While the database is away: one for this run.
async fn own(state: &HeadState) -> Result<Identity, String> {
    let names = names(state);
    match kept(state, &names).await {
        Ok(identity) => Ok(identity),
        Err(HeadError::Away(reason)) => {
            tracing::warn!("browsers get another certificate until the next start: {reason}");
            let (certificate, key) = make(&names).map_err(unusable)?;
            Ok(identity(certificate, key))
        }
        Err(error) => Err(unusable(error)),
    }
}

async fn kept(state: &HeadState, names: &[String]) -> Result<Identity, HeadError> {
    let (certificate, key) = make(names).map_err(HeadError::internal)?;
    let sealed = state.secret.seal(META_NAME, &key).map_err(HeadError::internal)?;
    let new = OwnCertificate { names: names.to_vec(), certificate: BASE64.encode(&certificate), key: BASE64.encode(sealed) };
    let new = &serde_json::to_string(&new).map_err(HeadError::internal)?;
    let row: OwnCertificate = state
        .database
        .transaction(move |transaction| async move {
            let insert = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
            transaction.execute(insert, &[&META_NAME, new]).await?;
            let row = transaction.query_one("SELECT value FROM meta WHERE name = $1", &[&META_NAME]).await?;
            let found: OwnCertificate = serde_json::from_str(row.try_get(0)?).map_err(HeadError::internal)?;
            if names.iter().all(|name| found.names.contains(name)) {
                return Ok(found);
            }
            transaction.execute("UPDATE meta SET value = $2 WHERE name = $1", &[&META_NAME, new]).await?;
            serde_json::from_str(new).map_err(HeadError::internal)
        })
        .await?;
    let bytes = |text: &str| BASE64.decode(text).map_err(HeadError::internal);
    let key = state.secret.open(META_NAME, &bytes(&row.key)?).map_err(HeadError::internal)?;
    Ok(identity(bytes(&row.certificate)?, key))
}

fn identity(certificate: Vec<u8>, key: Vec<u8>) -> Identity {
    (vec![certificate.into()], PrivatePkcs8KeyDer::from(key).into())
}

/// Names that browsers may use: what people type, or this machine's names.
fn names(state: &HeadState) -> Vec<String> {
    let own = addresses::ipv4().iter().map(|one| one.address.to_string()).collect::<Vec<_>>();
    let local = ["localhost".to_owned(), "127.0.0.1".to_owned()];
    let typed = state.allowed_hosts();
    let mut names: Vec<String> =
        if typed.is_empty() { local.into_iter().chain(own).collect() } else { typed.into_iter().chain(local).collect() };
    names.sort();
    names.dedup();
    names
}

/// Certificate (DER) and key (PKCS #8).
fn make(names: &[String]) -> Result<(Vec<u8>, Vec<u8>), rcgen::Error> {
    let key = KeyPair::generate()?;
    let mut params = CertificateParams::new(names)?;
    params.distinguished_name = DistinguishedName::new();
    params.distinguished_name.push(DnType::CommonName, "Barback head office");
    (params.not_before, params.not_after) = (date_time_ymd(FIRST_YEAR, 1, 1), date_time_ymd(LAST_YEAR, 12, 31));
    Ok((params.self_signed(&key)?.der().to_vec(), key.serialize_der()))
}

fn unusable(error: impl std::fmt::Display) -> String {
    format!("HTTPS cannot be set up: {error}")
}
