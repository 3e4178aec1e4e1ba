//! Receipt numbers, and the shorter form in which tables refer to them.

use serde::{Deserialize, Serialize};

use super::BusinessDay;

/// What somebody noted, or the number of a receipt: night and count alone, for there are millions of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reference {
    /// The receipt of a night with this count.
    Receipt(BusinessDay, u64),
    /// Anything else.
    Text(String),
}

/// `R-20261121-0001`; after 9999 comes 10000.
pub fn receipt_number(day: BusinessDay, count: u64) -> String {
    format!("R-{}-{count:04}", day.compact())
}

impl Reference {
    /// The short form of `text`, whatever it is.
    pub fn of(text: &str) -> Self {
        let parts = || {
            let (date, count) = text.strip_prefix("R-")?.split_once('-')?;
            let (year, month, day) = (date.get(..4)?, date.get(4..6)?, date.get(6..)?);
            Some((BusinessDay::parse(&format!("{year}-{month}-{day}"))?, count.parse().ok()?))
        };
        // Only what reads back the same: `R-20261121-001` is no number of ours.
        match parts().filter(|(day, count)| receipt_number(*day, *count) == text) {
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
