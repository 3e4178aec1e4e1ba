//! Root certificate of the box and its fingerprint, for phones that install it.

use std::net::Ipv4Addr;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::base::SecureAddress;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::read::ReadRequest;
use crate::https::Authority;

/// Where the certificate is.
pub const CERTIFICATE_PATH: &str = "/trust/barback-ca.crt";
/// The port of HTTPS that needs no saying.
const USUAL_PORT: u16 = 443;

/// HTTPS as this box serves it.
pub struct HttpsEndpoint {
    /// What phones are asked to trust.
    pub authority: Arc<Authority>,
    /// Tells the address at which phones reach it now.
    pub host: Box<dyn Fn() -> Ipv4Addr + Send + Sync>,
    /// Where it listens there.
    pub port: u16,
}

impl HttpsEndpoint {
    /// The box by HTTPS: `https://192.168.8.1:8443`.
    pub fn url(&self) -> String {
        address((self.host)(), self.port)
    }

    /// The same, and by what a phone knows that it is the right one.
    pub fn address(&self) -> SecureAddress {
        SecureAddress { url: self.url(), fingerprint: self.authority.fingerprint() }
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
pub async fn trust(State(app): State<AppState>, request: ReadRequest) -> Result<Response, ApiError> {
    let view = match app.https.get().map(HttpsEndpoint::address) {
        None => TrustView { enabled: false, fingerprint: None, url: None, certificate_url: None },
        Some(way) => {
            TrustView { enabled: true, fingerprint: Some(way.fingerprint), url: Some(way.url), certificate_url: Some(CERTIFICATE_PATH) }
        }
    };
    request.answer_fresh(&view)
}

fn address(host: Ipv4Addr, port: u16) -> String {
    if port == USUAL_PORT { format!("https://{host}") } else { format!("https://{host}:{port}") }
}

/// The certificate that a phone installs.
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
    fn the_address_by_https() {
        let host = Ipv4Addr::new(192, 168, 8, 1);
        assert_eq!([8443, 443].map(|port| address(host, port)), ["https://192.168.8.1:8443", "https://192.168.8.1"]);
    }
}
