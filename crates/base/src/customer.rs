//! Customers: a name and a phone number on a sale, order or debt. There is no separate list of customers.

use serde::{Deserialize, Serialize};

use super::text::{self, collapse, fold_case};

/// The customer of a sale, an order or a debt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Customer {
    /// As typed, with runs of blanks collapsed.
    pub name: String,
    /// As typed, with runs of blanks collapsed.
    pub phone: Option<String>,
}

impl Customer {
    /// From typed text. `None` if the name is blank (a walk-in guest).
    pub fn new(name: &str, phone: Option<&str>) -> Option<Self> {
        let name = collapse(name);
        let phone = phone.map(collapse).filter(|phone| !phone.is_empty());
        (!name.is_empty()).then_some(Customer { name, phone })
    }

    /// Name and phone joined by an underscore, as in the API.
    pub fn id(&self) -> String {
        format!("{}_{}", self.name, self.phone.as_deref().unwrap_or(""))
    }

    /// Whether the name or the phone contains `wanted`, which is folded. A phone matches by its digits, however they are grouped.
    pub fn mentions(&self, wanted: &str) -> bool {
        let of_phone = |phone: &str| text::mentions(phone, wanted) || has_digits(phone, wanted);
        text::mentions(&self.name, wanted) || self.phone.as_deref().is_some_and(of_phone)
    }

    /// Key that is equal for two spellings of the same customer.
    pub fn key(&self) -> String {
        format!("{}_{}", fold_case(&self.name), self.phone.as_deref().map(fold_case).unwrap_or_default())
    }
}

/// Whether a phone number contains the digits of `wanted` in a row. `false` if `wanted` does not look like a phone number.
fn has_digits(phone: &str, wanted: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let is_phone_like = wanted.chars().all(|letter| letter.is_ascii_digit() || " +-/().".contains(letter));
    let needle = if is_phone_like { digits(wanted) } else { String::new() };
    !needle.is_empty() && digits(phone).contains(&needle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_spellings_of_one_customer_have_the_same_key() {
        let one = Customer::new("  Musu   Kpadeh ", Some("0770 55 12 40")).expect("named");
        let two = Customer::new("MUSU KPADEH", Some(" 0770  55 12 40")).expect("named");
        assert_eq!(one.id(), "Musu Kpadeh_0770 55 12 40");
        assert_eq!(one.key(), two.key());
        assert_eq!(Customer::new("  ", Some("0770")), None);
        assert_eq!(Customer::new("Musu", Some(" ")).map(|c| c.id()).as_deref(), Some("Musu_"));
    }

    #[test]
    fn a_phone_is_found_by_its_digits() {
        let musu = Customer::new("Musu 2", Some("0770 55-12 40")).expect("named");
        for wanted in ["0770551240", "0770 55 12 40", "5512", "55-12", "(0770)", "musu", "2"] {
            assert!(musu.mentions(wanted), "{wanted}");
        }
        for other in ["0770551241", "musu 5512", "-", "+", "5512x"] {
            assert!(!Customer { phone: Some("0770 551240".to_owned()), ..musu.clone() }.mentions(other), "{other}");
        }
        assert!(!Customer::new("Musu", None).expect("named").mentions("0770"));
    }
}
