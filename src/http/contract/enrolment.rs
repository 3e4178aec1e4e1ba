//! The cookie of enrolled devices: a random secret, of which the box keeps the hash, and extractors that require it.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use sha2::{Digest, Sha256};

use crate::devices::{self, Device};
use crate::http::ApiError;
use crate::http::AppState;
use crate::staff::pins::device_required;
use base::text::hex;
use web::headers::{cookies, same_origin};
use web::server::serve::IsHttps;

/// Name of the cookie.
pub const DEVICE_COOKIE: &str = "barback_device";
/// How long a browser keeps the cookie, in seconds: 400 days, the longest time that browsers allow.
const COOKIE_SECONDS: u64 = 400 * 24 * 60 * 60;
/// Random bytes of a secret.
const SECRET_BYTES: usize = 32;
/// Cookies of that name that are looked at: those of other paths have the same name.
const COOKIES_MAX: usize = 4;

/// The secret of a device, as its cookie carries it.
#[derive(Clone)]
pub struct DeviceSecret(String);

impl DeviceSecret {
    /// A new random secret.
    ///
    /// # Errors
    /// 500 if the system gives no random bytes.
    pub fn new() -> Result<Self, ApiError> {
        let mut bytes = [0; SECRET_BYTES];
        getrandom::fill(&mut bytes).map_err(|_| ApiError::internal())?;
        Ok(DeviceSecret(hex(&bytes)))
    }

    fn parse(text: &str) -> Option<Self> {
        let is_secret = text.len() == 2 * SECRET_BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_secret.then(|| DeviceSecret(text.to_owned()))
    }

    /// SHA-256 of the secret, in hexadecimal: what the box keeps.
    pub fn hash(&self) -> String {
        hex(&Sha256::digest(&self.0))
    }

    /// `Set-Cookie` of a device that was enrolled over HTTPS (`secure`) or not.
    ///
    /// # Errors
    /// 500 for a secret that is no header value.
    pub fn cookie(&self, secure: bool) -> Result<HeaderValue, ApiError> {
        let secure = if secure { "; Secure" } else { "" };
        let text = format!("{DEVICE_COOKIE}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age={COOKIE_SECONDS}{secure}", self.0);
        HeaderValue::try_from(text).map_err(|_| ApiError::internal())
    }
}

/// The enrolled device that sent a request.
#[derive(Clone)]
pub struct Enrolled {
    pub device: Device,
    pub secret: DeviceSecret,
}

/// The enrolled device that sent these headers, and notes that it was seen. `None` without the cookie of one.
///
/// # Errors
/// 503 if the store cannot be read.
pub fn enrolled(app: &AppState, headers: &HeaderMap) -> Result<Option<Enrolled>, ApiError> {
    let secrets = cookies(headers).filter(|(name, _)| *name == DEVICE_COOKIE).take(COOKIES_MAX);
    for secret in secrets.filter_map(|(_, value)| DeviceSecret::parse(value)) {
        if let Some(device) = app.store.read(|view| devices::device_with_secret(view, &secret.hash()))? {
            app.device_uses.saw(device.id, app.stamp());
            return Ok(Some(Enrolled { device, secret }));
        }
    }
    Ok(None)
}

/// As [`enrolled`], for a write without a session: one that the device's cookie alone authenticates must come from our own pages.
///
/// # Errors
/// 403 if the write comes from another page.
pub fn enrolled_for_write(app: &AppState, headers: &HeaderMap, is_https: bool) -> Result<Option<Enrolled>, ApiError> {
    let found = enrolled(app, headers)?;
    // Pages of other sites cannot send this header.
    if found.is_some() && !headers.contains_key(header::AUTHORIZATION) {
        same_origin(headers, is_https)?;
    }
    Ok(found)
}

/// A device on which people sign in, for calls without a session.
pub struct TillDevice(pub Enrolled);

impl FromRequestParts<AppState> for TillDevice {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let is_https = parts.extensions.get::<IsHttps>().is_some();
        let found = enrolled_for_write(app, &parts.headers, is_https)?;
        Ok(TillDevice(found.filter(|found| found.device.is_till()).ok_or_else(device_required)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_lasts_400_days_and_only_our_own_pages_send_it() {
        let secret = DeviceSecret::new().expect("random");
        let cookie = secret.cookie(true).expect("a header");
        let text = cookie.to_str().expect("text");
        for part in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=34560000", "Secure"] {
            assert!(text.split("; ").any(|found| found == part), "{part} is missing: {text}");
        }
        assert!(!secret.cookie(false).expect("a header").to_str().expect("text").contains("Secure"));
        let value = text.split(['=', ';']).nth(1).expect("a value");
        assert_eq!(DeviceSecret::parse(value).map(|read| read.hash()), Some(secret.hash()));
        assert_ne!(DeviceSecret::new().expect("random").hash(), secret.hash());
        assert!(["", "g", &value[1..], &"g".repeat(64)].into_iter().all(|text| DeviceSecret::parse(text).is_none()));
    }
}
