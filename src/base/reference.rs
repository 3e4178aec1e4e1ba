//! Receipt numbers, and the shorter form in which tables refer to them.

use serde::{Deserialize, Serialize};

use super::BusinessDay;
use super::decimal::push_number;

/// What somebody noted, or the number of a receipt: night and count alone, for there are millions of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reference {
    /// The receipt of a night with this count.
    Receipt(BusinessDay, u64),
    /// Anything else.
    Text(String),
}

/// Characters of most receipt numbers.
const NUMBER_CHARS: usize = 15;
/// Digits of a count at least.
const COUNT_DIGITS: usize = 4;

/// `R-20261121-0001`; after 9999 comes 10000.
pub fn receipt_number(day: BusinessDay, count: u64) -> String {
    let mut text = String::with_capacity(NUMBER_CHARS);
    text.push_str("R-");
    day.push_compact(&mut text);
    text.push('-');
    push_number(&mut text, count, COUNT_DIGITS);
    text
}

/// The night and the count of a receipt number; `None` for any other text, also for `R-20261121-001`, which no receipt has.
fn parse_receipt_number(text: &str) -> Option<(BusinessDay, u64)> {
    let (date, count) = text.strip_prefix("R-")?.split_once('-')?;
    let digits = count.bytes().all(|byte| byte.is_ascii_digit());
    let padded = count.len() == COUNT_DIGITS || (count.len() > COUNT_DIGITS && !count.starts_with('0'));
    let day = BusinessDay::parse_compact(date)?;
    (digits && padded).then(|| count.parse().ok())?.map(|count| (day, count))
}

impl Reference {
    /// The short form of `text`, whatever it is.
    pub fn of(text: &str) -> Self {
        match parse_receipt_number(text) {
            Some((day, count)) => Reference::Receipt(day, count),
            None => Reference::Text(text.to_owned()),
        }
    }

    /// The text.
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
        fn every_text_reads_back(text in "(R-)?[0-9]{0,9}-?[0-9]{0,5}|.{0,20}") {
            prop_assert_eq!(Reference::of(&text).text(), text);
        }

        #[test]
        fn numbers_of_receipts_are_short(day in -719_528i32..2_932_896, count in any::<u64>()) {
            let day = BusinessDay::from_number(day);
            prop_assert_eq!(Reference::of(&receipt_number(day, count)), Reference::Receipt(day, count));
        }
    }

    #[test]
    fn what_looks_like_a_number_but_is_none_stays_text() {
        for text in ["R-20261121-001", "R-20261131-0001", "R-20261121-00001", "R-20261121-+001", "R-2026112-0001", "r-20261121-0001", ""] {
            assert_eq!(Reference::of(text), Reference::Text(text.to_owned()));
        }
    }
}
