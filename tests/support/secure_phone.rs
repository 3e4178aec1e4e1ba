//! HTTPS client that trusts only the box's own certificate authority.

use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// A request that closes the connection after its answer.
pub const HEALTH: &str = "GET /healthz HTTP/1.1\r\nHost: bar.local\r\nConnection: close\r\n\r\n";

/// Sends one request to `name` at `port` of this machine and returns the whole answer. `Err` if the connection fails or its
/// certificate is not issued by the authority with this `certificate`.
pub async fn https_get(certificate: &[u8], port: u16, name: &str, request: &str) -> std::io::Result<String> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from(certificate.to_vec())).expect("a certificate");
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let tcp = TcpStream::connect(("127.0.0.1", port)).await?;
    let server = ServerName::try_from(name.to_owned()).expect("a name");
    let mut stream = TlsConnector::from(Arc::new(config)).connect(server, tcp).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}
