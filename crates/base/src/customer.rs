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

    /// Name and phone as they are typed, but for case and blanks. It is the key in reports, and the one that tabs had at first.
    pub fn key(&self) -> String {
        format!("{}_{}", fold_case(&self.name), self.phone.as_deref().map(fold_case).unwrap_or_default())
    }

    /// Key that is equal for all spellings of the same customer: the folded name, and the [phone's key](phone_key) in a bar whose
    /// telephones have this country code.
    pub fn folded_key(&self, country: &str) -> String {
        format!("{}_{}", text::fold(&self.name), self.phone.as_deref().map(|phone| phone_key(phone, country)).unwrap_or_default())
    }

    /// Key of a phone that is written as it is dialled from abroad, whatever the bar's own country is; `None` for any other.
    pub fn abroad_key(&self) -> Option<String> {
        let abroad = dialled_abroad(&text::fold(self.phone.as_deref()?))?;
        Some(format!("{}_+{abroad}", text::fold(&self.name)))
    }
}

/// Whether the first sign of a phone that says anything is a plus sign.
fn begins_with_plus(phone: &str) -> bool {
    phone.chars().find(|sign| *sign == '+' || sign.is_ascii_digit()) == Some('+')
}

fn digits_of(phone: &str) -> String {
    phone.chars().filter(char::is_ascii_digit).collect()
}

/// The digits of a phone that is written as it is dialled from abroad, from its country code on; `None` for any other. A zero in brackets
/// behind that code, as in `+231 (0)770`, is that of calls within the country.
fn dialled_abroad(phone: &str) -> Option<String> {
    let digits = digits_of(&without_trunk_zero(phone));
    if begins_with_plus(phone) { Some(digits) } else { digits.strip_prefix("00").map(str::to_owned) }
}

/// A phone without the first zero that stands alone in brackets, where a country code can be before it.
fn without_trunk_zero(phone: &str) -> String {
    let zeros = ["(0)", "( 0 )", "(0 )", "( 0)", "[0]"];
    let found = zeros.into_iter().filter_map(|zero| phone.split_once(zero)).min_by_key(|(before, _)| before.len());
    let is_code = |before: &str| {
        let digits = digits_of(before);
        let code = if begins_with_plus(before) { Some(digits.as_str()) } else { digits.strip_prefix("00") };
        code.is_some_and(|code| (1..=COUNTRY_MAX).contains(&code.len()))
    };
    match found {
        Some((before, behind)) if is_code(before) => format!("{before} {behind}"),
        Some(_) | None => phone.to_owned(),
    }
}

/// What two spellings of one telephone number have in common: its digits, where a leading `+` or `00` with the country code counts as
/// `0`. A text without digits is compared as a name is.
pub fn phone_key(phone: &str, country: &str) -> String {
    let folded = text::fold(phone);
    let digits = digits_of(&folded);
    if digits.is_empty() {
        // The underscore ends the name in a key.
        return folded.replace('_', "-");
    }
    let Some(abroad) = dialled_abroad(&folded) else { return digits };
    match abroad.strip_prefix(country) {
        // `+231 0770` has the zero of calls within the country too.
        Some(rest) if !country.is_empty() => format!("0{}", rest.strip_prefix('0').unwrap_or(rest)),
        Some(_) | None => digits_of(&without_trunk_zero(&folded)),
    }
}

/// Whether a phone number contains the digits of `wanted` in a row, or begins with them where one of the two is written as it is dialled
/// from abroad and the other within the country. `false` if `wanted` does not look like a phone number.
fn has_digits(phone: &str, wanted: &str) -> bool {
    if !wanted.chars().all(|letter| letter.is_ascii_digit() || " +-/().".contains(letter)) {
        return false;
    }
    let (phone, wanted) = (Dialled::of(phone), Dialled::of(wanted));
    if wanted.digits.is_empty() {
        return false;
    }
    let own = |dialled: &Dialled| dialled.digits.strip_prefix('0').filter(|_| !dialled.is_abroad).map(str::to_owned);
    let begins = match (phone.is_abroad, wanted.is_abroad) {
        (true, false) => own(&wanted).is_some_and(|number| phone.behind_code().any(|rest| rest.starts_with(&number))),
        (false, true) => own(&phone).is_some_and(|number| wanted.behind_code().any(|rest| number.starts_with(rest))),
        (true, true) | (false, false) => false,
    };
    begins || phone.digits.contains(&wanted.digits)
}

/// Most digits of a country code.
const COUNTRY_MAX: usize = 3;
/// Fewest digits behind a country code that say which number it is.
const NUMBER_MIN: usize = 3;

/// A phone number in a search.
struct Dialled {
    /// Without what is dialled for abroad, and without the zero in `+231 (0)770`.
    digits: String,
    /// Whether it has a country code.
    is_abroad: bool,
}

impl Dialled {
    fn of(text: &str) -> Self {
        match dialled_abroad(text) {
            Some(digits) => Dialled { digits, is_abroad: true },
            None => Dialled { digits: digits_of(text), is_abroad: false },
        }
    }

    /// What can be behind its country code, of which the length is not known.
    fn behind_code(&self) -> impl Iterator<Item = &str> {
        let rests = (1..=COUNTRY_MAX).filter_map(|code| self.digits.get(code..));
        rests.map(|rest| rest.strip_prefix('0').unwrap_or(rest)).filter(|rest| rest.len() >= NUMBER_MIN)
    }
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
        assert_eq!(one.folded_key("231"), two.folded_key("231"));
        assert_eq!(Customer::new("  ", Some("0770")), None);
        assert_eq!(Customer::new("Musu", Some(" ")).map(|c| c.id()).as_deref(), Some("Musu_"));
    }

    #[test]
    fn spellings_of_a_telephone_number_are_one() {
        for (phone, key) in [
            ("0770551240", "0770551240"),
            ("0770 55 12 40", "0770551240"),
            ("0770-551-240", "0770551240"),
            ("(0770) 55.12/40", "0770551240"),
            ("+231 770 551240", "0770551240"),
            ("(+231) 770 551240", "0770551240"),
            ("00231 770 551240", "0770551240"),
            ("＋２３１ ７７０ ５５１２４０", "0770551240"),
            // Neither a plus sign nor two zeros: these are the digits of another number.
            ("231770551240", "231770551240"),
            ("+233 770 551240", "233770551240"),
            ("00233770", "00233770"),
            ("+231 (0)770 551240", "0770551240"),
            ("00231-0770-551240", "0770551240"),
            ("+231", "0"),
            ("No Phone", "no phone"),
            ("a_b", "a-b"),
            ("", ""),
        ] {
            assert_eq!(phone_key(phone, "231"), key, "{phone}");
        }
        assert_eq!(phone_key("+1 231 555", "1"), "0231555");
        assert_eq!([phone_key("+233 (0)24 555", "231"), phone_key("00233 (0)24 555", "231")], ["23324555", "0023324555"]);
    }

    #[test]
    fn a_number_dialled_from_abroad_is_one_in_every_country() {
        let key = |phone: &str| Customer::new("Musu", Some(phone)).and_then(|musu| musu.abroad_key());
        for phone in
            ["+231 770 55 12 40", "+231 (0)770 55 12 40", "(+231) ( 0 ) 770-551-240", "00231 [0] 770551240", "＋２３１（０）770551240"]
        {
            assert_eq!(key(phone).as_deref(), Some("musu_+231770551240"), "{phone}");
        }
        assert_eq!(key("+231 77(0)55").as_deref(), Some("musu_+23177055"), "a zero within the number");
        for phone in ["0770 55 12 40", "(0)770 55 12 40", "770", "No Phone"] {
            assert_eq!(key(phone), None, "{phone}");
        }
    }

    #[test]
    fn spellings_of_a_name_are_one() {
        let key = |name: &str| Customer::new(name, None).expect("named").folded_key("231");
        assert_eq!(key("O’Brien"), key("o'BRIEN"));
        assert_eq!(key("José  Müller"), key("jose muller"));
        assert_ne!(key("Emanuel"), key("Emmanuel"));
    }

    proptest::proptest! {
        /// The oracle writes one number in several ways, instead of reading it.
        #[test]
        fn every_way_to_write_a_number_has_one_key(country in "[1-9][0-9]{0,2}", number in "[1-9][0-9]{5,9}", signs in "[ ./()-]{1,12}") {
            let mut spaced = signs.chars().cycle();
            let spelled: String = number.chars().flat_map(|digit| [digit, spaced.next().unwrap_or(' ')]).collect();
            proptest::prop_assume!(!spelled.contains("(0)"));
            for way in [format!("0{spelled}"), format!("+{country} {spelled}"), format!("+{country} (0){spelled}"), format!("00{country}{spelled}"), format!("(0{number}")] {
                proptest::prop_assert_eq!(phone_key(&way, &country), format!("0{}", number), "{}", way);
            }
            proptest::prop_assert_eq!(phone_key(&number, &country), number.clone());
            for way in [format!("+{country} {spelled}"), format!("+{country} (0){spelled}"), format!("00{country} (0) {spelled}")] {
                let abroad = Customer::new("Musu", Some(&way)).and_then(|musu| musu.abroad_key());
                proptest::prop_assert_eq!(abroad, Some(format!("musu_+{country}{number}")), "{}", way);
            }
        }

        /// The oracle decorates a plain name, instead of folding it.
        #[test]
        fn every_way_to_write_a_name_has_one_key(name in "[a-z]{1,6}( [a-z]{1,6})?", marks in proptest::collection::vec(0..5u8, 14)) {
            let decorated: String = name.chars().zip(marks).map(|(letter, mark)| match mark {
                0 => letter.to_uppercase().to_string(),
                1 if letter != ' ' => format!("{letter}\u{301}"),
                2 => format!("{letter}\u{200b}"),
                3 if letter == ' ' => "\u{a0} ".to_owned(),
                _ => letter.to_string(),
            }).collect();
            let key = |name: &str| Customer { name: name.to_owned(), phone: None }.folded_key("231");
            proptest::prop_assert_eq!(key(&decorated), format!("{name}_"));
        }
    }

    #[test]
    fn a_phone_is_found_by_its_digits() {
        let musu = Customer::new("Musu 2", Some("0770 55-12 40")).expect("named");
        for wanted in ["0770551240", "0770 55 12 40", "5512", "55-12", "(0770)", "musu", "2"] {
            assert!(musu.mentions(wanted), "{wanted}");
        }
        for other in ["0770551241", "musu 5512", "-", "+", "5512x", "(0)0"] {
            assert!(!Customer { phone: Some("0770 551240".to_owned()), ..musu.clone() }.mentions(other), "{other}");
        }
        let named = |phone: &str| Customer::new("Musu", Some(phone)).expect("named");
        for phone in ["0770551240", "+231770551240", "00231 770 551240", "+231 (0)770 551240"] {
            for wanted in ["0770551240", "+231770551240", "00231 770 55", "+231 770", "077", "770551240"] {
                assert!(named(phone).mentions(wanted), "{phone}: {wanted}");
            }
            assert!(!named(phone).mentions("0880551240") && !named(phone).mentions("+231 880"), "{phone}");
        }
        assert!(!named("0770551240").mentions("+231"));
        assert!(!Customer::new("Musu", None).expect("named").mentions("0770"));
    }
}
