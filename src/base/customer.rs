//! A customer is a name and a phone; there is no list of customers beside what they bought.

use serde::{Deserialize, Serialize};

use super::text::{self, collapse, fold};

/// Whose purchase it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Customer {
    /// As typed, inner blanks collapsed.
    pub name: String,
    /// As typed, inner blanks collapsed.
    pub phone: Option<String>,
}

impl Customer {
    /// From what was typed. `None` when the name is blank: a walk-in.
    pub fn new(name: &str, phone: Option<&str>) -> Option<Self> {
        let name = collapse(name);
        let phone = phone.map(collapse).filter(|phone| !phone.is_empty());
        (!name.is_empty()).then_some(Customer { name, phone })
    }

    /// Name and phone joined by an underscore, as the records carry it.
    pub fn id(&self) -> String {
        format!("{}_{}", self.name, self.phone.as_deref().unwrap_or(""))
    }

    /// Whether the name or the phone mentions `wanted`, which is folded. A phone is found by its digits, however they are grouped.
    pub fn mentions(&self, wanted: &str) -> bool {
        let of_phone = |phone: &str| text::mentions(phone, wanted) || has_digits(phone, wanted);
        text::mentions(&self.name, wanted) || self.phone.as_deref().is_some_and(of_phone)
    }

    /// What two spellings of one customer have in common.
    pub fn key(&self) -> String {
        format!("{}_{}", fold(&self.name), self.phone.as_deref().map(fold).unwrap_or_default())
    }
}

/// Whether a phone has the digits of `wanted` in a row. What is not written like a phone's number is not looked for.
fn has_digits(phone: &str, wanted: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let looks_like_one = wanted.chars().all(|letter| letter.is_ascii_digit() || " +-/().".contains(letter));
    let sought = if looks_like_one { digits(wanted) } else { String::new() };
    !sought.is_empty() && digits(phone).contains(&sought)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_customer_meet() {
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
