//! Connections to the database with TLS, for a URL that says `sslmode=require`.

use std::future::Future;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, InvalidDnsNameError, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::DatabaseError;

/// Makes TLS connections, and checks the server's certificate and name.
#[derive(Clone)]
pub(super) struct Encryption(TlsConnector);

impl Encryption {
    /// Trusts the authorities in the PEM file `authorities`; without one, those of this machine.
    pub fn new(authorities: Option<&Path>) -> Result<Self, DatabaseError> {
        let roots = match authorities {
            Some(file) => from_file(file).map_err(|why| DatabaseError::Authorities(format!("{}: {why}", file.display())))?,
            None => of_this_machine(),
        };
        let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider())).with_safe_default_protocol_versions();
        let client = client.map_err(|error| DatabaseError::Authorities(error.to_string()))?;
        let client = client.with_root_certificates(roots).with_no_client_auth();
        Ok(Encryption(TlsConnector::from(Arc::new(client))))
    }
}

fn from_file(file: &Path) -> Result<RootCertStore, String> {
    let certificates: Result<Vec<_>, _> = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
    let mut roots = RootCertStore::empty();
    for certificate in certificates.map_err(|error| error.to_string())? {
        roots.add(certificate).map_err(|error| error.to_string())?;
    }
    if roots.is_empty() { Err("there is no certificate in it".to_owned()) } else { Ok(roots) }
}

fn of_this_machine() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    roots
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Encryption {
    type Stream = Encrypted<S>;
    type TlsConnect = Handshake;
    type Error = InvalidDnsNameError;

    fn make_tls_connect(&mut self, host: &str) -> Result<Handshake, InvalidDnsNameError> {
        Ok(Handshake { connector: self.0.clone(), server: ServerName::try_from(host)?.to_owned() })
    }
}

/// A connection on which the server said that it speaks TLS.
pub(super) struct Handshake {
    connector: TlsConnector,
    server: ServerName<'static>,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for Handshake {
    type Stream = Encrypted<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move { self.connector.connect(self.server, stream).await.map(Encrypted) })
    }
}

/// A stream that is encrypted.
pub(super) struct Encrypted<S>(TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Encrypted<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Encrypted<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> tokio_postgres::tls::TlsStream for Encrypted<S> {
    /// None: the certificate and the name are checked, so the password needs no binding to the connection.
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}
