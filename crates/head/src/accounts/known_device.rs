//! Devices on which a user signed in before, recognised by a sealed cookie. Such a device keeps a count of its own, so that strangers'
//! guesses never use up its tries.
//!
//! The cookie needs no row: the secret that all head offices share seals it, so each of them recognises it. It is no credential: it opens
//! nothing, and a thief may guess with it no more often than from an address.

use axum::http::{HeaderMap, HeaderValue};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use crate::error::HeadError;
use crate::keys::Secret;
use base::Timestamp;
use web::device_key::{DeviceKey, NONCE_BYTES};
use web::headers::cookies;

/// Name of the cookie.
const COOKIE: &str = "barback_head_device";
/// How long a device is recognised after a sign-in, in seconds: 400 days, the longest that browsers keep a cookie.
const DEVICE_SECONDS: i64 = 400 * 24 * 60 * 60;
/// Most users for whom one device is recognised.
const USERS_MAX: usize = 8;
/// Separates the marks of two users.
const SEPARATOR: char = '.';
/// What the mark is, for the seal.
const SEAL_NAME: &str = "known device";

/// Mark of one user in the cookie.
#[derive(Serialize, Deserialize)]
struct Mark {
    user_id: String,
    /// When the user signed in, in milliseconds.
    since: i64,
    key: [u8; NONCE_BYTES],
}

/// The calling device, if this user signed in on it lately.
pub(super) fn known_device(seal: &Secret, headers: &HeaderMap, user_id: &str, now: Timestamp) -> Option<DeviceKey> {
    let mark = marks(seal, headers, now).find(|(_, mark)| mark.user_id == user_id);
    mark.map(|(_, mark)| DeviceKey::of_bytes(mark.key))
}

/// `Set-Cookie` after a sign-in of this user. Marks of other users are kept.
///
/// # Errors
/// 500 without random bytes.
pub(super) fn device_cookie(
    seal: &Secret,
    headers: &HeaderMap,
    user_id: &str,
    now: Timestamp,
    secure: bool,
) -> Result<HeaderValue, HeadError> {
    let mut key = [0; NONCE_BYTES];
    getrandom::fill(&mut key).map_err(HeadError::internal)?;
    let known = marks(seal, headers, now).find(|(_, mark)| mark.user_id == user_id);
    let own = Mark { user_id: user_id.to_owned(), since: now.as_millis(), key: known.map_or(key, |(_, mark)| mark.key) };
    let plain = serde_json::to_vec(&own).map_err(HeadError::internal)?;
    let mut value = URL_SAFE_NO_PAD.encode(seal.seal(SEAL_NAME, &plain).map_err(HeadError::internal)?);
    for (text, _) in marks(seal, headers, now).filter(|(_, mark)| mark.user_id != user_id).take(USERS_MAX - 1) {
        value.push(SEPARATOR);
        value.push_str(text);
    }
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{COOKIE}={value}; Path=/api/head; HttpOnly; SameSite=Strict; Max-Age={DEVICE_SECONDS}{secure}");
    HeaderValue::try_from(text).map_err(HeadError::internal)
}

/// The valid marks in the caller's cookie, each with its text.
fn marks<'a>(seal: &'a Secret, headers: &'a HeaderMap, now: Timestamp) -> impl Iterator<Item = (&'a str, Mark)> {
    let values = cookies(headers).filter(|(name, _)| *name == COOKIE);
    let texts = values.flat_map(|(_, value)| value.split(SEPARATOR)).take(USERS_MAX);
    texts.filter_map(move |text| {
        let sealed = URL_SAFE_NO_PAD.decode(text).ok()?;
        let mark: Mark = serde_json::from_slice(&seal.open(SEAL_NAME, &sealed).ok()?).ok()?;
        (now.as_millis() - mark.since < DEVICE_SECONDS * 1000).then_some((text, mark))
    })
}

#[cfg(test)]
mod tests {
    use axum::http::header::COOKIE as COOKIE_HEADER;

    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(seconds * 1000)
    }

    /// What a browser sends after the `Set-Cookie` header `set`.
    fn sent(set: &HeaderValue) -> HeaderMap {
        let pair = set.to_str().expect("text").split(';').next().expect("a pair");
        HeaderMap::from_iter([(COOKIE_HEADER, HeaderValue::try_from(pair).expect("a header"))])
    }

    #[test]
    fn a_device_is_recognised_for_the_users_who_signed_in_on_it() {
        let seal = Secret::new(&[1; 32]).expect("a key");
        let mut headers = HeaderMap::new();
        for user in 1..=USERS_MAX + 2 {
            let set = device_cookie(&seal, &headers, &user.to_string(), at(1), true).expect("sealed");
            assert!(set.len() < 4_000 && set.to_str().expect("text").ends_with("; Secure"), "{} bytes", set.len());
            headers = sent(&set);
        }
        let known: Vec<usize> = (1..20).filter(|user| known_device(&seal, &headers, &user.to_string(), at(2)).is_some()).collect();
        assert_eq!(known, (3..=USERS_MAX + 2).collect::<Vec<_>>(), "the oldest ones are dropped");
        let again = sent(&device_cookie(&seal, &headers, "9", at(5), false).expect("sealed"));
        assert_eq!(known_device(&seal, &headers, "9", at(5)), known_device(&seal, &again, "9", at(5)), "the key stays");
    }

    #[test]
    fn only_fresh_marks_under_our_seal_are_valid() {
        let seal = Secret::new(&[1; 32]).expect("a key");
        let headers = sent(&device_cookie(&seal, &HeaderMap::new(), "7", at(0), false).expect("sealed"));
        assert!(known_device(&seal, &headers, "7", at(DEVICE_SECONDS - 1)).is_some());
        assert!(known_device(&seal, &headers, "7", at(DEVICE_SECONDS)).is_none(), "too old");
        assert!(known_device(&seal, &headers, "8", at(1)).is_none(), "another user");
        let other = Secret::new(&[2; 32]).expect("a key");
        assert!(known_device(&other, &headers, "7", at(1)).is_none(), "another head office");
    }
}
