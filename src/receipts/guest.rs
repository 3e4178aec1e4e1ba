//! The name under which a guest's phone finds a receipt: nobody can guess it, and it needs no table.
//!
//! It is a seal over what the receipt says, made with something secret in the bar's journal, and the receipt's number: so it
//! lives as long as the journal does, through a rebuild of the tables and on another box that the bar was restored to. A receipt
//! of another life of the bar says something else, so a code never shows it, even where both have one number.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::Receipt;

/// Bytes of the seal: 128 bits.
const SEAL_BYTES: usize = 16;
/// Bytes of the day and of the count within it.
const NUMBER_BYTES: usize = 8;
/// Keeps this use of the secret apart from every other.
const PURPOSE: &[u8] = b"barback guest receipt\n";

/// Seals receipts, and knows them again.
#[derive(Clone)]
pub struct GuestKey {
    mac: Hmac<Sha256>,
}

/// A name as it was read: it may be anybody's until a receipt is held against it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuestName {
    /// The number of the receipt that it is said to be of.
    pub number: String,
    seal: [u8; SEAL_BYTES],
}

impl GuestKey {
    /// With what only the bar knows. Every length will do.
    pub fn new(secret: &[u8]) -> Option<Self> {
        Some(GuestKey { mac: Hmac::new_from_slice(secret).ok()? })
    }

    /// The name of a receipt: 32 letters that fit an address. `None` where its number is no receipt number.
    pub fn token(&self, receipt: &Receipt) -> Option<String> {
        let packed = pack(&receipt.number)?;
        let seal = self.sealing(packed, receipt).finalize().into_bytes();
        Some(URL_SAFE_NO_PAD.encode([&seal[..SEAL_BYTES], &packed].concat()))
    }

    /// Where a guest's phone shows a receipt, at a bar whose guests' addresses begin with `base`; empty where its number is no
    /// receipt number.
    pub fn url(&self, base: &str, receipt: &Receipt) -> String {
        self.token(receipt).map(|token| format!("{base}/r/{token}")).unwrap_or_default()
    }

    /// Reads a name; `None` for what has not the form of one.
    pub fn read(&self, token: &str) -> Option<GuestName> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (seal, packed) = bytes.split_at_checked(SEAL_BYTES)?;
        Some(GuestName { number: unpack(packed.try_into().ok()?), seal: seal.try_into().ok()? })
    }

    /// Whether `name` is the one that this bar gave `receipt`.
    pub fn names(&self, name: &GuestName, receipt: &Receipt) -> bool {
        let packed = pack(&receipt.number).filter(|_| receipt.number == name.number);
        packed.is_some_and(|packed| self.sealing(packed, receipt).verify_truncated_left(&name.seal).is_ok())
    }

    /// Over what of a receipt is frozen with its sale: a void, a customer's new phone or another version changes none of it.
    fn sealing(&self, packed: [u8; NUMBER_BYTES], receipt: &Receipt) -> Hmac<Sha256> {
        let mut mac = self.mac.clone().chain_update(PURPOSE).chain_update(packed);
        let Receipt { total, paid, change, .. } = receipt;
        let money =
            [(total.usd, total.lrd), (paid.usd, paid.lrd), (change.usd, change.lrd)].map(|(usd, lrd)| [usd.as_minor(), lrd.as_minor()]);
        mac.update(&receipt.id.to_be_bytes());
        mac.update(&receipt.at.as_millis().to_be_bytes());
        money.as_flattened().iter().for_each(|sum| mac.update(&sum.to_be_bytes()));
        receipt.sale_ids.iter().for_each(|id| mac.update(&id.to_be_bytes()));
        // Texts of any length come last, each behind its own.
        let customer = receipt.customer.as_ref().map_or("", |customer| customer.name.as_str());
        for text in [receipt.served_by.as_str(), customer] {
            mac.update(&(text.len() as u64).to_be_bytes());
            mac.update(text.as_bytes());
        }
        mac
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
    use crate::base::{BusinessDay, Cash, CurrencyCode, Customer, Price, Rate, Timestamp, Usd};
    use crate::methods::PaymentMethod;

    fn key(secret: &str) -> GuestKey {
        GuestKey::new(secret.as_bytes()).expect("any length")
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
            rate: Rate::FRESH,
            total: Price { usd: Usd::minor(350), ..Price::ZERO },
            paid: Cash { usd: Usd::minor(500), ..Cash::ZERO },
            change: Cash { usd: Usd::minor(150), ..Cash::ZERO },
            currency: CurrencyCode::Usd,
            sale_ids: vec![200, 201],
            served_by: "bartender".to_owned(),
            notes: None,
        }
    }

    /// Whether the name `token` shows `receipt`.
    fn shows(key: &GuestKey, token: &str, receipt: &Receipt) -> bool {
        key.read(token).is_some_and(|name| key.names(&name, receipt))
    }

    #[test]
    fn a_name_leads_back_to_its_receipt() {
        for number in ["R-20251120-0001", "R-20251120-9999", "R-20251120-10000", "R-20251120-999990001", "R-99991231-4294967295"] {
            let receipt = receipt(number);
            let token = key("one").token(&receipt).expect("a number");
            assert_eq!(token.len(), 32, "{token}");
            assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{token}");
            assert_eq!(key("one").read(&token).map(|name| name.number).as_deref(), Some(number));
            assert!(shows(&key("one"), &token, &receipt));
            assert!(!shows(&key("another"), &token, &receipt), "another bar's name");
        }
        assert_ne!(key("one").token(&receipt("R-20251120-0001")), key("one").token(&receipt("R-20251120-0002")));
    }

    #[test]
    fn a_receipt_of_the_same_number_that_says_something_else_is_not_shown() {
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
    fn what_is_no_receipt_number_has_no_name() {
        for number in ["", "R-20251120", "R-2025112-0001", "R-20251120-126", "R-20251120-00126", "r-20251120-0126", "R-20251120-4294967296"]
        {
            assert_eq!(key("one").token(&receipt(number)), None, "{number}");
        }
    }

    #[test]
    fn no_other_name_leads_anywhere() {
        let receipt = receipt("R-20251120-0126");
        let token = key("one").token(&receipt).expect("a number");
        for place in 0..token.len() {
            for letter in ['A', 'z', '-'] {
                let mut other: Vec<char> = token.chars().collect();
                other[place] = letter;
                let other = String::from_iter(other);
                assert!(other == token || !shows(&key("one"), &other, &receipt), "{other}");
            }
            assert_eq!(key("one").read(&token[..place]), None);
        }
        for other in ["ä", "=", "%00", "../..", &format!("{token}A"), &format!("{token}AAAA")] {
            assert_eq!(key("one").read(other), None, "{other}");
        }
    }
}
