//! What a phone needs to trust the box: its authority's certificate, and the fingerprint to compare.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::{ApiError, App};
use crate::base::Secure;
use crate::https::Authority;

/// Where the certificate is.
pub const CERTIFICATE_PATH: &str = "/trust/barback-ca.crt";
/// The port of HTTPS that needs no saying.
const USUAL_PORT: u16 = 443;

/// HTTPS as this box serves it.
pub struct Secured {
    /// What phones are asked to trust.
    pub authority: Arc<Authority>,
    /// Where it listens.
    pub port: u16,
}

impl Secured {
    /// The box that is at `http` in clear, by HTTPS.
    pub fn way(&self, http: &str) -> Secure {
        Secure { url: address(http, self.port), fingerprint: self.authority.fingerprint() }
    }
}

/// How phones may come to trust the box.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Trust)]
pub struct TrustView {
    /// Whether the box serves HTTPS.
    enabled: bool,
    /// SHA-256 of the certificate, as phones show it; the slip on paper says the same.
    #[schema(example = "AB:CD:EF")]
    fingerprint: Option<String>,
    /// The box by HTTPS.
    #[schema(example = "https://192.168.8.1:8443")]
    url: Option<String>,
    /// The certificate to install.
    #[schema(example = "/trust/barback-ca.crt")]
    certificate_url: Option<&'static str>,
}

/// How phones may come to trust the box.
#[utoipa::path(get, path = "/api/trust", tag = "box", responses((status = 200, body = TrustView)))]
pub async fn trust(State(app): State<App>) -> Response {
    let view = match app.secured.get().map(|secured| secured.way(&(app.guest_address)())) {
        None => TrustView { enabled: false, fingerprint: None, url: None, certificate_url: None },
        Some(way) => {
            TrustView { enabled: true, fingerprint: Some(way.fingerprint), url: Some(way.url), certificate_url: Some(CERTIFICATE_PATH) }
        }
    };
    ([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], Json(view)).into_response()
}

/// The same host as `http`, by HTTPS.
pub fn address(http: &str, port: u16) -> String {
    let host = http.trim_start_matches("http://").split(':').next().unwrap_or_default();
    if port == USUAL_PORT { format!("https://{host}") } else { format!("https://{host}:{port}") }
}

/// The certificate that a phone installs.
pub async fn certificate(State(app): State<App>) -> Result<Response, ApiError> {
    let secured = app.secured.get().ok_or_else(|| ApiError::not_found("certificate"))?;
    let headers = [
        (header::CONTENT_TYPE, "application/x-x509-ca-cert"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"barback-ca.crt\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, secured.authority.certificate().to_vec()).into_response())
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn the_address_by_https() {
        assert_eq!(address("http://192.168.8.1:8080", 8443), "https://192.168.8.1:8443");
        assert_eq!(address("http://192.168.8.1", 443), "https://192.168.8.1");
    }
}
