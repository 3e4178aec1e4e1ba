//! The name under which a guest's phone finds a receipt: nobody can guess it, and it needs no table.
//!
//! It is a seal over the receipt's number, made with something secret in the bar's journal, and the number itself: so it
//! lives as long as the journal does, through a rebuild of the tables and on another box that the bar was restored to.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Bytes of the seal: 128 bits.
const SEAL_BYTES: usize = 16;
/// Bytes of the day and of the count within it.
const NUMBER_BYTES: usize = 8;
/// Keeps this use of the secret apart from every other.
const PURPOSE: &[u8] = b"barback guest receipt\n";

/// Seals receipt numbers, and reads them back.
#[derive(Clone)]
pub struct GuestKey {
    mac: Hmac<Sha256>,
}

impl GuestKey {
    /// With what only the bar knows. Every length will do.
    pub fn new(secret: &[u8]) -> Option<Self> {
        Some(GuestKey { mac: Hmac::new_from_slice(secret).ok()? })
    }

    /// The name of the receipt with this number: 32 letters that fit an address. `None` for what is no receipt number.
    pub fn token(&self, number: &str) -> Option<String> {
        let packed = pack(number)?;
        let seal = self.sealing(packed).finalize().into_bytes();
        Some(URL_SAFE_NO_PAD.encode([&seal[..SEAL_BYTES], &packed].concat()))
    }

    /// Where a guest's phone shows the receipt with this number, at a bar whose guests' addresses begin with `base`; empty
    /// for what is no receipt number.
    pub fn url(&self, base: &str, number: &str) -> String {
        self.token(number).map(|token| format!("{base}/r/{token}")).unwrap_or_default()
    }

    /// The number of the receipt with this name; `None` for a name that this bar never gave.
    pub fn number(&self, token: &str) -> Option<String> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (seal, packed) = bytes.split_at_checked(SEAL_BYTES)?;
        let packed = packed.try_into().ok()?;
        self.sealing(packed).verify_truncated_left(seal).ok()?;
        Some(unpack(packed))
    }

    fn sealing(&self, packed: [u8; NUMBER_BYTES]) -> Hmac<Sha256> {
        self.mac.clone().chain_update(PURPOSE).chain_update(packed)
    }
}

/// `R-20251120-0126` as two numbers. Only what [`unpack`] spells the same way is a receipt number.
fn pack(number: &str) -> Option<[u8; NUMBER_BYTES]> {
    let (day, count) = number.strip_prefix("R-")?.split_once('-')?;
    let (day, count): (u32, u32) = (day.parse().ok()?, count.parse().ok()?);
    let mut packed = [0; NUMBER_BYTES];
    packed[..4].copy_from_slice(&day.to_be_bytes());
    packed[4..].copy_from_slice(&count.to_be_bytes());
    (unpack(packed) == number).then_some(packed)
}

fn unpack(packed: [u8; NUMBER_BYTES]) -> String {
    let [a, b, c, d, e, f, g, h] = packed;
    format!("R-{:08}-{:04}", u32::from_be_bytes([a, b, c, d]), u32::from_be_bytes([e, f, g, h]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(secret: &str) -> GuestKey {
        GuestKey::new(secret.as_bytes()).expect("any length")
    }

    #[test]
    fn a_name_leads_back_to_its_receipt() {
        for number in ["R-20251120-0001", "R-20251120-9999", "R-20251120-10000", "R-99991231-4294967295"] {
            let token = key("one").token(number).expect("a number");
            assert_eq!(token.len(), 32, "{token}");
            assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{token}");
            assert_eq!(key("one").number(&token).as_deref(), Some(number));
            assert_eq!(key("another").number(&token), None, "another bar's name");
        }
        assert_ne!(key("one").token("R-20251120-0001"), key("one").token("R-20251120-0002"));
    }

    #[test]
    fn what_is_no_receipt_number_has_no_name() {
        for number in ["", "R-20251120", "R-2025112-0001", "R-20251120-126", "R-20251120-00126", "r-20251120-0126", "R-20251120-4294967296"]
        {
            assert_eq!(key("one").token(number), None, "{number}");
        }
    }

    #[test]
    fn no_other_name_leads_anywhere() {
        let token = key("one").token("R-20251120-0126").expect("a number");
        for place in 0..token.len() {
            for letter in ['A', 'z', '-'] {
                let mut other: Vec<char> = token.chars().collect();
                other[place] = letter;
                let other = String::from_iter(other);
                assert!(other == token || key("one").number(&other).is_none(), "{other}");
            }
            assert_eq!(key("one").number(&token[..place]), None);
        }
        for other in ["ä", "=", "%00", "../..", &format!("{token}A"), &format!("{token}AAAA")] {
            assert_eq!(key("one").number(other), None, "{other}");
        }
    }
}
