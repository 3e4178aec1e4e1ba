//! Recognised phones: a signed cookie on phones and computers on which an account has signed in before. They are not enrolled
//! devices (`crate::devices`).
//!
//! The cookie needs no row: it is signed with the secret that signs sessions, so it survives a restart and becomes invalid with
//! a restore. It is not a credential. It only exempts the device from waiting for wrong guesses of others, and so outlives a
//! change of the password, when its owner needs it most. A thief may guess with it as often as from any address, and no more
//! often with a hundred copies.

use axum::http::{HeaderMap, HeaderValue};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::http::ApiError;
use crate::staff;
use web::device_key::{DeviceKey, NONCE_BYTES};
use web::headers::cookies;
use web::throttle::RECOGNISED_MILLIS;

/// Name of the cookie.
pub const KNOWN_COOKIE: &str = "barback_known";
/// Name of the cookie in 0.1. Since then it is that of enrolled devices, whose secrets have no valid signature.
const OLD_COOKIE: &str = "barback_device";
/// How long a device is recognised after a sign-in, in milliseconds of running time: as long as a session lasts.
const DEVICE_MILLIS: u64 = staff::SESSION_MILLIS;
const _: () = assert!(DEVICE_MILLIS == RECOGNISED_MILLIS);
/// How long a browser keeps the cookie, in seconds.
const COOKIE_SECONDS: u64 = DEVICE_MILLIS / 1000;
/// Most accounts for which one device is recognised: all staff may sign in on a phone of the bar.
const ACCOUNTS_MAX: usize = 8;
/// Separates the marks of two accounts.
const SEPARATOR: char = '.';
/// Bytes of an id and of a time.
const NUMBER_BYTES: usize = 8;
/// Bytes of the truncated signature: 128 bits.
const SIGNATURE_BYTES: usize = 16;
/// Bytes before the signature.
const CONTENT_BYTES: usize = 2 * NUMBER_BYTES + NONCE_BYTES;
/// Domain separation: no other use of the secret signs the same message.
const PURPOSE: &[u8] = b"barback device\n";

/// Mark of one account in the cookie.
struct DeviceMark {
    user_id: u64,
    /// Running time of the sign-in, in milliseconds.
    since: u64,
    key: DeviceKey,
}

/// Signs and verifies the cookie.
pub struct DeviceSigner {
    mac: Option<Hmac<Sha256>>,
}

impl DeviceSigner {
    /// With the box's own secret.
    pub fn new(secret: &[u8]) -> Self {
        DeviceSigner { mac: Hmac::new_from_slice(secret).ok() }
    }

    /// The calling device, if this account signed in on it lately.
    pub fn device(&self, headers: &HeaderMap, user_id: u64, now: u64) -> Option<DeviceKey> {
        self.marks(headers, now).find(|(_, mark)| mark.user_id == user_id).map(|(_, mark)| mark.key)
    }

    /// `Set-Cookie` after a sign-in to this account. Marks of other accounts are kept.
    pub fn cookie(&self, headers: &HeaderMap, user_id: u64, now: u64, secure: bool) -> Result<HeaderValue, ApiError> {
        let known = self.device(headers, user_id, now);
        let mut nonce = [0; NONCE_BYTES];
        getrandom::fill(&mut nonce).map_err(|_| ApiError::internal())?;
        let own = DeviceMark { user_id, since: now, key: known.unwrap_or(DeviceKey::of_bytes(nonce)) };
        let mut value = self.sign(&own).ok_or_else(ApiError::internal)?;
        for (text, _) in self.marks(headers, now).filter(|(_, mark)| mark.user_id != user_id).take(ACCOUNTS_MAX - 1) {
            value.push(SEPARATOR);
            value.push_str(text);
        }
        let secure = if secure { "; Secure" } else { "" };
        // Sent to sign-in and change-password alone.
        let text = format!("{KNOWN_COOKIE}={value}; Path=/api/auth; HttpOnly; SameSite=Strict; Max-Age={COOKIE_SECONDS}{secure}");
        HeaderValue::try_from(text).map_err(|_| ApiError::internal())
    }

    /// The valid marks in the caller's cookie, each with its text.
    fn marks<'a>(&'a self, headers: &'a HeaderMap, now: u64) -> impl Iterator<Item = (&'a str, DeviceMark)> {
        let values = cookies(headers).filter(|(name, _)| [KNOWN_COOKIE, OLD_COOKIE].contains(name));
        let texts = values.flat_map(|(_, value)| value.split(SEPARATOR)).take(ACCOUNTS_MAX);
        texts.filter_map(move |text| Some((text, self.verify(text).filter(|mark| is_fresh(mark, now))?)))
    }

    fn sign(&self, mark: &DeviceMark) -> Option<String> {
        let content = [&mark.user_id.to_be_bytes()[..], &mark.since.to_be_bytes(), mark.key.as_bytes()].concat();
        let signature = self.mac.clone()?.chain_update(PURPOSE).chain_update(&content).finalize().into_bytes();
        Some(URL_SAFE_NO_PAD.encode([&content, &signature[..SIGNATURE_BYTES]].concat()))
    }

    fn verify(&self, text: &str) -> Option<DeviceMark> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok().filter(|bytes| bytes.len() == CONTENT_BYTES + SIGNATURE_BYTES)?;
        let (content, signature) = bytes.split_at_checked(CONTENT_BYTES)?;
        self.mac.clone()?.chain_update(PURPOSE).chain_update(content).verify_truncated_left(signature).ok()?;
        let (user_id, rest) = content.split_first_chunk()?;
        let (since, key) = rest.split_first_chunk()?;
        Some(DeviceMark {
            user_id: u64::from_be_bytes(*user_id),
            since: u64::from_be_bytes(*since),
            key: DeviceKey::of_bytes(key.try_into().ok()?),
        })
    }
}

/// Whether a mark has not expired. One from the future belongs to another journal, and is not fresh either.
fn is_fresh(mark: &DeviceMark, now: u64) -> bool {
    now.checked_sub(mark.since).is_some_and(|age| age < DEVICE_MILLIS)
}

#[cfg(test)]
mod tests {
    use axum::http::header::COOKIE;

    use super::*;

    /// What a browser sends after the `Set-Cookie` header `set`.
    fn sent(set: &HeaderValue) -> HeaderMap {
        let pair = set.to_str().expect("text").split(';').next().expect("a pair");
        HeaderMap::from_iter([(COOKIE, HeaderValue::try_from(format!("other=1; {pair}")).expect("a header"))])
    }

    #[test]
    fn a_device_is_recognised_for_the_accounts_that_signed_in_on_it() {
        let signer = DeviceSigner::new(b"one secret");
        let mut headers = HeaderMap::new();
        for user_id in 1..=ACCOUNTS_MAX as u64 + 2 {
            let cookie = signer.cookie(&headers, user_id, 1_000, false).expect("signed");
            assert!(cookie.len() < 1_000, "{} bytes travel with each sign-in", cookie.len());
            headers = sent(&cookie);
        }
        let known: Vec<u64> = (1..20).filter(|user_id| signer.device(&headers, *user_id, 2_000).is_some()).collect();
        assert_eq!(known, (3..=ACCOUNTS_MAX as u64 + 2).collect::<Vec<_>>(), "the oldest ones are dropped");
    }

    #[test]
    fn a_device_keeps_its_key_over_further_sign_ins() {
        let signer = DeviceSigner::new(b"one secret");
        let first = sent(&signer.cookie(&HeaderMap::new(), 7, 1_000, false).expect("signed"));
        let again = sent(&signer.cookie(&first, 7, 5_000, false).expect("signed"));
        assert_eq!(signer.device(&first, 7, 5_000), signer.device(&again, 7, 5_000));
        let other = sent(&signer.cookie(&HeaderMap::new(), 7, 1_000, true).expect("signed"));
        assert_ne!(signer.device(&first, 7, 5_000), signer.device(&other, 7, 5_000));
    }

    #[test]
    fn a_cookie_of_the_first_version_is_still_recognised() {
        let signer = DeviceSigner::new(b"one secret");
        let cookie = signer.cookie(&HeaderMap::new(), 7, 1_000, false).expect("signed");
        let (pair, _) = cookie.to_str().expect("text").split_once(';').expect("attributes");
        let value = HeaderValue::try_from(pair.replace(KNOWN_COOKIE, OLD_COOKIE)).expect("a header");
        assert!(signer.device(&HeaderMap::from_iter([(COOKIE, value)]), 7, 1_000).is_some());
    }

    #[test]
    fn only_fresh_marks_with_our_signature_are_valid() {
        let signer = DeviceSigner::new(b"one secret");
        let cookie = signer.cookie(&HeaderMap::new(), 7, 1_000, true).expect("signed");
        let text = cookie.to_str().expect("text");
        for part in ["HttpOnly", "SameSite=Strict", "Path=/api/auth", "Secure", "Max-Age=5184000"] {
            assert!(text.split("; ").any(|found| found == part), "{part} is missing: {text}");
        }
        let headers = sent(&cookie);
        assert!(signer.device(&headers, 7, 1_000).is_some() && signer.device(&headers, 7, DEVICE_MILLIS + 999).is_some());
        assert!(signer.device(&headers, 7, DEVICE_MILLIS + 1_000).is_none(), "too old");
        assert!(signer.device(&headers, 7, 999).is_none(), "of the future");
        assert!(signer.device(&headers, 8, 1_000).is_none(), "another account");
        assert!(DeviceSigner::new(b"another").device(&headers, 7, 1_000).is_none(), "another box");
        for rubbish in ["", ".", "a", "....", &text[..60], &"A".repeat(64)] {
            let value = HeaderValue::try_from(format!("{KNOWN_COOKIE}={rubbish}")).expect("a header");
            assert!(signer.device(&HeaderMap::from_iter([(COOKIE, value)]), 7, 1_000).is_none(), "{rubbish}");
        }
    }
}
