//! Root certificate of the box and its fingerprint, for phones that install it.

use std::net::Ipv4Addr;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::read::ReadRequest;
use base::SecureAddress;
use web::https::Authority;

/// Path of the root certificate.
pub const CERTIFICATE_PATH: &str = "/trust/barback-ca.crt";
/// Default port of HTTPS, which a URL does not name.
const HTTPS_PORT: u16 = 443;

/// HTTPS endpoint of the box.
pub struct HttpsEndpoint {
    /// The root certificate that phones install.
    pub authority: Arc<Authority>,
    /// Returns the current address for phones.
    pub host: Box<dyn Fn() -> Ipv4Addr + Send + Sync>,
    pub port: u16,
}

impl HttpsEndpoint {
    /// Base URL: `https://192.168.8.1:8443`.
    pub fn url(&self) -> String {
        address((self.host)(), self.port)
    }

    /// Base URL and fingerprint, for the slip on paper.
    pub fn address(&self) -> SecureAddress {
        SecureAddress { url: self.url(), fingerprint: self.authority.fingerprint() }
    }
}

/// Root certificate of the box, for phones that install it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Trust)]
pub struct TrustView {
    /// Whether the box serves HTTPS.
    enabled: bool,
    /// SHA-256 of the certificate, as on phones and on the printed slip.
    #[schema(example = "AB:CD:EF")]
    fingerprint: Option<String>,
    /// URL of the box over HTTPS.
    #[schema(example = "https://192.168.8.1:8443")]
    url: Option<String>,
    /// Path of the certificate.
    #[schema(example = "/trust/barback-ca.crt")]
    certificate_url: Option<&'static str>,
}

/// Returns how phones can trust the box over HTTPS.
#[utoipa::path(get, path = "/api/trust", tag = "box", responses((status = 200, body = TrustView)))]
pub async fn trust(State(app): State<AppState>, request: ReadRequest) -> Result<Response, ApiError> {
    let view = match app.https.get().map(HttpsEndpoint::address) {
        None => TrustView { enabled: false, fingerprint: None, url: None, certificate_url: None },
        Some(endpoint) => TrustView {
            enabled: true,
            fingerprint: Some(endpoint.fingerprint),
            url: Some(endpoint.url),
            certificate_url: Some(CERTIFICATE_PATH),
        },
    };
    request.answer_fresh(&view)
}

fn address(host: Ipv4Addr, port: u16) -> String {
    if port == HTTPS_PORT { format!("https://{host}") } else { format!("https://{host}:{port}") }
}

/// Serves the root certificate as a file.
pub async fn certificate(State(app): State<AppState>) -> Result<Response, ApiError> {
    let endpoint = app.https.get().ok_or_else(|| ApiError::not_found("certificate"))?;
    let headers = [
        (header::CONTENT_TYPE, "application/x-x509-ca-cert"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"barback-ca.crt\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, endpoint.authority.certificate().to_vec()).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_url_over_https() {
        let host = Ipv4Addr::new(192, 168, 8, 1);
        assert_eq!([8443, 443].map(|port| address(host, port)), ["https://192.168.8.1:8443", "https://192.168.8.1"]);
    }
}
