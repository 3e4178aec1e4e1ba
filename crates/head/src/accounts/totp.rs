//! Second factor by time (TOTP, RFC 6238): 6 digits, 30 s, one step either side, SHA-1 as all apps know it.

use serde::{Deserialize, Serialize};
use totp_rs::{Algorithm, Builder, Secret, Totp};
use url::Url;

use crate::error::HeadError;
use crate::keys;
use base::Timestamp;

/// Digits of a code.
const DIGITS: u8 = 6;
/// Seconds of a step.
const STEP_SECONDS: u64 = 30;
/// Steps before and after the present one whose codes count.
const SKEW: u16 = 1;
/// Random bytes of a secret (RFC 4226, 4, recommends 160 bits).
const SECRET_BYTES: usize = 20;
/// What apps show beside the code.
const ISSUER: &str = "Barback";

/// The secrets of a user, in base32. A new one does not replace the old one before a code of it was given.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct TotpSecrets {
    /// The one whose codes count.
    pub current: Option<String>,
    /// A new one that waits for its first code.
    pub pending: Option<String>,
}

impl TotpSecrets {
    /// Opens what the database has of a user; without it, no secrets.
    ///
    /// # Errors
    /// 500 if another secret file sealed it.
    pub(super) fn open(seal: &keys::Secret, user_id: &str, sealed: Option<&[u8]>) -> Result<Self, HeadError> {
        let Some(sealed) = sealed else { return Ok(TotpSecrets::default()) };
        let plain = seal.open(&seal_name(user_id), sealed).map_err(HeadError::internal)?;
        serde_json::from_slice(&plain).map_err(HeadError::internal)
    }

    /// Seals them for the database.
    ///
    /// # Errors
    /// 500 without random bytes.
    pub(super) fn seal(&self, seal: &keys::Secret, user_id: &str) -> Result<Vec<u8>, HeadError> {
        let plain = serde_json::to_vec(self).map_err(HeadError::internal)?;
        seal.seal(&seal_name(user_id), &plain).map_err(HeadError::internal)
    }
}

fn seal_name(user_id: &str) -> String {
    format!("totp {user_id}")
}

/// A random secret in base32.
///
/// # Errors
/// 500 without random bytes.
pub(super) fn new_secret() -> Result<String, HeadError> {
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(HeadError::internal)?;
    Ok(Secret::new_stack(bytes).to_base32())
}

/// The step whose code this is; `None` for a wrong code.
///
/// # Errors
/// 500 for a secret that is no base32.
pub(super) fn step_of(secret: &str, code: &str, now: Timestamp) -> Result<Option<i64>, HeadError> {
    let step = totp(secret)?.check(code, now.as_millis().unsigned_abs() / 1000);
    Ok(step.and_then(|step| i64::try_from(step).ok()))
}

/// The address that an app reads from a QR code (`otpauth://totp/…`).
///
/// # Errors
/// 500 for a name that no address can have.
pub(super) fn uri(secret: &str, username: &str) -> Result<String, HeadError> {
    let mut uri = Url::parse("otpauth://totp/").map_err(HeadError::internal)?;
    uri.set_path(&format!("/{ISSUER}:{}", username.replace(':', " ")));
    let digits = DIGITS.to_string();
    let period = STEP_SECONDS.to_string();
    let parameters = [("secret", secret), ("issuer", ISSUER), ("algorithm", "SHA1"), ("digits", &digits), ("period", &period)];
    uri.query_pairs_mut().extend_pairs(parameters);
    Ok(uri.into())
}

fn totp(secret: &str) -> Result<Totp, HeadError> {
    let secret = Secret::try_from_base32(secret).map_err(HeadError::internal)?;
    let builder = Builder::new().with_algorithm(Algorithm::SHA1).with_digits(DIGITS).with_skew(SKEW).with_step_duration(STEP_SECONDS);
    builder.with_secret(secret).build().map_err(HeadError::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of RFC 6238's test vectors, `12345678901234567890`, in base32.
    const RFC: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    fn step(code: &str, second: i64) -> Option<i64> {
        step_of(RFC, code, Timestamp::from_millis(second * 1000)).expect("a secret")
    }

    #[test]
    fn the_codes_are_those_of_rfc_6238() {
        assert_eq!(step("287082", 59), Some(1));
        for (second, code) in [(1_111_111_109, "081804"), (1_234_567_890, "005924"), (2_000_000_000, "279037")] {
            assert_eq!(step(code, second), Some(second / 30), "{second}");
            assert_eq!((step(code, second + 30), step(code, second - 30)), (Some(second / 30), Some(second / 30)), "one step either side");
            assert_eq!((step(code, second + 61), step(code, second - 61)), (None, None), "no more");
        }
        for wrong in ["", "28708", "2870822", "28708a", "287083"] {
            assert_eq!(step(wrong, 59), None, "{wrong}");
        }
    }

    #[test]
    fn apps_read_the_address() {
        let secret = new_secret().expect("random");
        assert_eq!(secret.len(), 32);
        let uri = uri(&secret, "jane doe").expect("an address");
        let expected = format!("otpauth://totp/Barback:jane%20doe?secret={secret}&issuer=Barback&algorithm=SHA1&digits=6&period=30");
        assert_eq!(uri, expected);
    }

    #[test]
    fn secrets_are_sealed_for_their_user() {
        let seal = keys::Secret::new(&[7; 32]).expect("a key");
        let secrets = TotpSecrets { current: Some(RFC.to_owned()), pending: None };
        let sealed = secrets.seal(&seal, "u1").expect("sealed");
        assert!(!sealed.windows(8).any(|part| part == &RFC.as_bytes()[..8]));
        assert_eq!(TotpSecrets::open(&seal, "u1", Some(&sealed)).expect("opened").current.as_deref(), Some(RFC));
        assert!(TotpSecrets::open(&seal, "u2", Some(&sealed)).is_err());
    }
}
