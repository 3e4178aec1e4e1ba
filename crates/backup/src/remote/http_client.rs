//! Requests to object storage: one connection per request, TLS with the system's root certificates.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::Uri;
use hyper::body::Body;
use hyper::header::{HOST, HeaderValue};
use object_store::ClientOptions;
use object_store::client::{HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpResponseBody, HttpService};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use web::client::{Connection, Endpoint, Timeouts};

/// Time limit for connecting, and for the TLS handshake.
const CONNECT_WAIT: Duration = Duration::from_secs(15);
/// Time limit from a request to the head of its answer: enough for 8 MiB over a slow line.
const REQUEST_WAIT: Duration = Duration::from_secs(10 * 60);

/// HTTP client that `object_store` sends its requests with.
#[derive(Clone)]
pub struct StorageHttpClient {
    tls: TlsConnector,
}

impl std::fmt::Debug for StorageHttpClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StorageHttpClient")
    }
}

impl StorageHttpClient {
    /// Trusts the machine's root certificates. If it has none, only endpoints without TLS work.
    pub fn new() -> Result<Self, String> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(StorageHttpClient { tls: TlsConnector::from(Arc::new(client)) })
    }

    async fn send(&self, mut request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let uri = request.uri().clone();
        let (secure, host, port) = endpoint(&uri)?;
        let authority = uri.authority().map(|authority| authority.as_str().to_owned()).unwrap_or_default();
        // The request line has the path only; the host goes into its own header.
        *request.uri_mut() =
            uri.path_and_query().map_or_else(|| Ok(Uri::from_static("/")), |path| path.as_str().parse()).map_err(invalid)?;
        if !request.headers().contains_key(HOST) {
            request.headers_mut().insert(HOST, HeaderValue::from_str(&authority).map_err(invalid)?);
        }
        let tls = secure.then_some((&self.tls, host.as_str()));
        let timeouts = Timeouts { connect: CONNECT_WAIT, write: None };
        let mut connection = Connection::open(&Endpoint { host: &host, port, tls }, timeouts).await.map_err(connect_error)?;
        let answer = connection.send(request).await.map_err(|error| HttpError::new(HttpErrorKind::Request, error))?;
        // Its body is read later, and ends the connection.
        connection.detach();
        let (head, body) = answer.into_parts();
        Ok(HttpResponse::from_parts(head, response_body(body)))
    }
}

#[async_trait::async_trait]
impl HttpService for StorageHttpClient {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        timeout(REQUEST_WAIT, self.send(request)).await.map_err(|error| HttpError::new(HttpErrorKind::Timeout, error))?
    }
}

impl HttpConnector for StorageHttpClient {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

fn endpoint(uri: &Uri) -> Result<(bool, String, u16), HttpError> {
    let secure = uri.scheme_str() == Some("https");
    let host = uri.host().ok_or_else(|| invalid(std::io::Error::other("an address without a host")))?;
    let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
    Ok((secure, host, uri.port_u16().unwrap_or(if secure { 443 } else { 80 })))
}

fn response_body(body: impl Body<Data = Bytes, Error = hyper::Error> + Send + Sync + 'static) -> HttpResponseBody {
    HttpResponseBody::new(body.map_err(|error| HttpError::new(HttpErrorKind::Interrupted, error)))
}

fn invalid(error: impl std::error::Error + Send + Sync + 'static) -> HttpError {
    HttpError::new(HttpErrorKind::Unknown, error)
}

fn connect_error(error: impl std::error::Error + Send + Sync + 'static) -> HttpError {
    HttpError::new(HttpErrorKind::Connect, error)
}
