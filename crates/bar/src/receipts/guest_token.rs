//! Guest token: unguessable token in the URL of a guest's receipt; an HMAC signature with the receipt number, so it needs no table.
//!
//! The HMAC covers the content of the receipt, with a secret from the journal. So a token stays valid after a rebuild of the tables and
//! on another box that the bar was restored to. After a restore another receipt may get the same number; its content differs, so an
//! old token does not show it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::Receipt;

/// Bytes of the signature: 128 bits.
const SIGNATURE_BYTES: usize = 16;
/// Bytes of the receipt number: day and counter.
const NUMBER_BYTES: usize = 8;
/// Domain separation from other uses of the secret.
const PURPOSE: &[u8] = b"barback guest receipt\n";

/// Key that signs and verifies guest tokens.
#[derive(Clone)]
pub struct GuestTokenKey {
    mac: Hmac<Sha256>,
}

/// A parsed token. It is not valid until [`GuestTokenKey::verify`] confirms it for a receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuestToken {
    /// Number of the receipt that it claims to belong to.
    pub number: String,
    signature: [u8; SIGNATURE_BYTES],
}

impl GuestTokenKey {
    /// A key from `secret`, of any length.
    pub fn new(secret: &[u8]) -> Option<Self> {
        Some(GuestTokenKey { mac: Hmac::new_from_slice(secret).ok()? })
    }

    /// The token of a receipt: 32 URL-safe characters. `None` if it has no valid receipt number.
    pub fn token(&self, receipt: &Receipt) -> Option<String> {
        let packed = pack(&receipt.number)?;
        let signature = self.mac_of(packed, receipt).finalize().into_bytes();
        Some(URL_SAFE_NO_PAD.encode([&signature[..SIGNATURE_BYTES], &packed].concat()))
    }

    /// The URL that shows a receipt on a guest's phone; `base` is its beginning. Empty if it has no valid receipt number.
    pub fn url(&self, base: &str, receipt: &Receipt) -> String {
        self.token(receipt).map(|token| format!("{base}/r/{token}")).unwrap_or_default()
    }

    /// Parses a token; `None` if it is malformed.
    pub fn parse(&self, token: &str) -> Option<GuestToken> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (signature, packed) = bytes.split_at_checked(SIGNATURE_BYTES)?;
        Some(GuestToken { number: unpack(packed.try_into().ok()?), signature: signature.try_into().ok()? })
    }

    /// Whether `token` is the token of `receipt`, signed with this key.
    pub fn verify(&self, token: &GuestToken, receipt: &Receipt) -> bool {
        let packed = pack(&receipt.number).filter(|_| receipt.number == token.number);
        packed.is_some_and(|packed| self.mac_of(packed, receipt).verify_truncated_left(&token.signature).is_ok())
    }

    /// The MAC over the immutable content of a receipt: a void, a customer's new phone number or another version does not change it.
    fn mac_of(&self, packed: [u8; NUMBER_BYTES], receipt: &Receipt) -> Hmac<Sha256> {
        let mut mac = self.mac.clone().chain_update(PURPOSE).chain_update(packed);
        let Receipt { total, paid, change, .. } = receipt;
        let money =
            [(total.usd, total.lrd), (paid.usd, paid.lrd), (change.usd, change.lrd)].map(|(usd, lrd)| [usd.as_minor(), lrd.as_minor()]);
        mac.update(&receipt.id.to_be_bytes());
        mac.update(&receipt.at.as_millis().to_be_bytes());
        money.as_flattened().iter().for_each(|sum| mac.update(&sum.to_be_bytes()));
        receipt.sale_ids.iter().for_each(|id| mac.update(&id.to_be_bytes()));
        // Texts last, each after its length, so that no two different contents give the same bytes.
        let customer = receipt.customer.as_ref().map_or("", |customer| customer.name.as_str());
        for text in [receipt.served_by.as_str(), customer] {
            mac.update(&(text.len() as u64).to_be_bytes());
            mac.update(text.as_bytes());
        }
        mac
    }
}

/// Packs `R-20251120-0126` into two numbers. Only a number that [`unpack`] formats identically is valid.
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
    use crate::methods::PaymentMethod;
    use crate::sales::VoidedExtent;
    use base::{BusinessDay, Cash, CurrencyCode, Customer, Price, Rate, Timestamp, Usd};

    fn key(secret: &str) -> GuestTokenKey {
        GuestTokenKey::new(secret.as_bytes()).expect("any length")
    }

    fn receipt(number: &str) -> Receipt {
        Receipt {
            id: 126,
            number: number.to_owned(),
            day: BusinessDay::from_number(20_412),
            at: Timestamp::from_millis(1_763_671_320_000),
            order_id: None,
            customer: Customer::new("Musu", Some("0770")),
            method: PaymentMethod::CASH,
            rate: Rate::INITIAL,
            total: Price { usd: Usd::minor(350), ..Price::ZERO },
            tax: Price::ZERO,
            service_charge: Price::ZERO,
            paid: Cash { usd: Usd::minor(500), ..Cash::ZERO },
            change: Cash { usd: Usd::minor(150), ..Cash::ZERO },
            currency: CurrencyCode::Usd,
            refund_of: None,
            sale_ids: vec![200, 201],
            served_by: "bartender".to_owned(),
            notes: None,
            voided: VoidedExtent::None,
        }
    }

    /// Whether `token` is valid for `receipt`.
    fn shows(key: &GuestTokenKey, token: &str, receipt: &Receipt) -> bool {
        key.parse(token).is_some_and(|token| key.verify(&token, receipt))
    }

    #[test]
    fn a_token_is_valid_for_its_receipt() {
        for number in ["R-20251120-0001", "R-20251120-9999", "R-20251120-10000", "R-20251120-999990001", "R-99991231-4294967295"] {
            let receipt = receipt(number);
            let token = key("one").token(&receipt).expect("a number");
            assert_eq!(token.len(), 32, "{token}");
            assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{token}");
            assert_eq!(key("one").parse(&token).map(|token| token.number).as_deref(), Some(number));
            assert!(shows(&key("one"), &token, &receipt));
            assert!(!shows(&key("another"), &token, &receipt), "another bar's key");
        }
        assert_ne!(key("one").token(&receipt("R-20251120-0001")), key("one").token(&receipt("R-20251120-0002")));
    }

    #[test]
    fn a_token_is_invalid_for_another_receipt_with_the_same_number() {
        let mine = receipt("R-20251120-0126");
        let token = key("one").token(&mine).expect("a number");
        let others = [
            Receipt { id: 127, ..mine.clone() },
            Receipt { at: Timestamp::from_millis(1_763_671_320_001), ..mine.clone() },
            Receipt { total: Price { usd: Usd::minor(351), ..Price::ZERO }, ..mine.clone() },
            Receipt { paid: Cash::ZERO, ..mine.clone() },
            Receipt { change: Cash::ZERO, ..mine.clone() },
            Receipt { sale_ids: vec![200], ..mine.clone() },
            Receipt { customer: Customer::new("James", Some("0770")), ..mine.clone() },
            Receipt { served_by: "manager".to_owned(), ..mine.clone() },
        ];
        for other in others {
            assert!(!shows(&key("one"), &token, &other), "{other:?}");
        }
        assert!(shows(&key("one"), &token, &Receipt { notes: Some("later".to_owned()), ..mine }));
    }

    #[test]
    fn an_invalid_receipt_number_has_no_token() {
        for number in ["", "R-20251120", "R-2025112-0001", "R-20251120-126", "R-20251120-00126", "r-20251120-0126", "R-20251120-4294967296"]
        {
            assert_eq!(key("one").token(&receipt(number)), None, "{number}");
        }
    }

    #[test]
    fn a_changed_token_is_invalid() {
        let receipt = receipt("R-20251120-0126");
        let token = key("one").token(&receipt).expect("a number");
        for place in 0..token.len() {
            for letter in ['A', 'z', '-'] {
                let mut other: Vec<char> = token.chars().collect();
                other[place] = letter;
                let other = String::from_iter(other);
                assert!(other == token || !shows(&key("one"), &other, &receipt), "{other}");
            }
            assert_eq!(key("one").parse(&token[..place]), None);
        }
        for other in ["ä", "=", "%00", "../..", &format!("{token}A"), &format!("{token}AAAA")] {
            assert_eq!(key("one").parse(other), None, "{other}");
        }
    }
}
