//! References of stock movements and payments: receipt numbers in compact form, or free text.

use serde::{Deserialize, Serialize};

use super::BusinessDay;
use super::decimal::push_zero_padded;

/// What a stock movement or payment refers to: a receipt number, or free text. Tables hold millions of receipt numbers, so these are stored as
/// day and count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reference {
    /// The receipt with this count on a business day.
    Receipt(BusinessDay, u64),
    /// Any other text.
    Text(String),
}

/// Length of a receipt number whose count has 4 digits.
const NUMBER_CHARS: usize = 15;
/// Fewest digits of a count.
const COUNT_DIGITS: usize = 4;

/// `R-20261121-0001`; after 9999 comes 10000.
pub fn receipt_number(day: BusinessDay, count: u64) -> String {
    numbered("R-", day, count)
}

/// `B-20261121-0001`, the number of a bill before payment; after 9999 comes 10000.
pub fn bill_number(day: BusinessDay, count: u64) -> String {
    numbered("B-", day, count)
}

fn numbered(prefix: &str, day: BusinessDay, count: u64) -> String {
    let mut text = String::with_capacity(NUMBER_CHARS);
    text.push_str(prefix);
    day.push_compact(&mut text);
    text.push('-');
    push_zero_padded(&mut text, count, COUNT_DIGITS);
    text
}

/// The business day and the count of a receipt number; `None` for any other text, also for `R-20261121-001`, which no receipt has.
fn parse_receipt_number(text: &str) -> Option<(BusinessDay, u64)> {
    let (date, count) = text.strip_prefix("R-")?.split_once('-')?;
    let digits = count.bytes().all(|byte| byte.is_ascii_digit());
    let padded = count.len() == COUNT_DIGITS || (count.len() > COUNT_DIGITS && !count.starts_with('0'));
    let day = BusinessDay::parse_compact(date)?;
    (digits && padded).then(|| count.parse().ok())?.map(|count| (day, count))
}

impl Reference {
    /// The compact form of any text.
    pub fn of(text: &str) -> Self {
        match parse_receipt_number(text) {
            Some((day, count)) => Reference::Receipt(day, count),
            None => Reference::Text(text.to_owned()),
        }
    }

    /// The original text.
    pub fn text(&self) -> String {
        match self {
            Reference::Receipt(day, count) => receipt_number(*day, *count),
            Reference::Text(text) => text.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_text_survives_a_round_trip(text in "(R-)?[0-9]{0,9}-?[0-9]{0,5}|.{0,20}") {
            prop_assert_eq!(Reference::of(&text).text(), text);
        }

        #[test]
        fn receipt_numbers_become_compact(day in -719_528i32..2_932_896, count in any::<u64>()) {
            let day = BusinessDay::from_number(day);
            prop_assert_eq!(Reference::of(&receipt_number(day, count)), Reference::Receipt(day, count));
        }
    }

    #[test]
    fn texts_that_only_look_like_receipt_numbers_stay_text() {
        for text in ["R-20261121-001", "R-20261131-0001", "R-20261121-00001", "R-20261121-+001", "R-2026112-0001", "r-20261121-0001", ""] {
            assert_eq!(Reference::of(text), Reference::Text(text.to_owned()));
        }
    }
}
