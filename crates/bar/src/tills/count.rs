//! Counts of cash: sums of both currencies, the notes and coins that make them up, and notes that do not count.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::methods::Denomination;
use crate::settings::CountBy;
use base::{Cash, CurrencyCode, Decided, Lrd, Refusal, Usd};

/// Most rows of pieces in a count, and most rows of bad notes.
pub const PIECES_MAX: usize = 100;
/// Largest number of pieces of one denomination.
pub const QUANTITY_MAX: u32 = 1_000_000;

/// Pieces of one note or coin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    pub currency: CurrencyCode,
    /// In minor units.
    pub value: i64,
    pub quantity: u32,
}

/// Why a note is not worth what is printed on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BadReason {
    /// It is torn.
    Torn,
    /// It is counterfeit.
    False,
}

impl BadReason {
    /// Parses the name; `None` for any other word.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "torn" => Some(BadReason::Torn),
            "false" => Some(BadReason::False),
            _ => None,
        }
    }
}

/// Notes in the drawer that the count leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BadNotes {
    pub currency: CurrencyCode,
    /// In minor units.
    pub amount: i64,
    pub reason: BadReason,
}

/// A count of the cash in a till.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Count {
    /// Both currencies, without bad notes.
    pub amount: Cash,
    pub pieces: Vec<Piece>,
    pub bad: Vec<BadNotes>,
}

impl Count {
    /// A count of these sums, without pieces.
    pub fn of(amount: Cash) -> Self {
        Count { amount, ..Count::default() }
    }

    /// The sum of the pieces.
    pub fn in_pieces(&self) -> Cash {
        self.pieces.iter().map(|piece| Cash::of(piece.currency, piece.value.saturating_mul(i64::from(piece.quantity)))).sum()
    }

    /// Checks the count against the bar's notes and coins. Where the bar counts pieces, or pieces are given, they must be switched on
    /// and give the amounts.
    ///
    /// # Errors
    /// 400 in `count`.
    pub fn check(&self, count_by: CountBy, denominations: &[Denomination]) -> Decided<()> {
        if count_by == CountBy::Totals && self.pieces.is_empty() {
            return Ok(());
        }
        let is_on = |piece: &Piece| {
            denominations.iter().any(|known| known.enabled && known.currency == piece.currency && known.value == piece.value)
        };
        if let Some(unknown) = self.pieces.iter().find(|piece| piece.quantity > 0 && !is_on(piece)) {
            let value = match unknown.currency {
                CurrencyCode::Usd => Usd::minor(unknown.value).display(),
                CurrencyCode::Lrd => Lrd::minor(unknown.value).display(),
            };
            return Err(Refusal::field("count", format!("{value} is not among the bar's notes and coins")));
        }
        let sum = self.in_pieces();
        if sum == self.amount {
            return Ok(());
        }
        Err(Refusal::field("count", format!("The pieces come to {} and {}", sum.usd.display(), sum.lrd.display())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::first_denominations;

    fn cash(usd: i64, lrd: i64) -> Cash {
        Cash { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) }
    }

    fn pieces(pieces: &[(CurrencyCode, i64, u32)]) -> Vec<Piece> {
        pieces.iter().map(|(currency, value, quantity)| Piece { currency: *currency, value: *value, quantity: *quantity }).collect()
    }

    #[test]
    fn pieces_must_give_the_amounts() {
        let all = first_denominations();
        let count = |amount, by| {
            let pieces = pieces(&[
                (CurrencyCode::Usd, 2_000, 4),
                (CurrencyCode::Usd, 100, 4),
                (CurrencyCode::Lrd, 100_000, 12),
                (CurrencyCode::Lrd, 5_000, 7),
            ]);
            Count { amount, pieces, bad: Vec::new() }.check(by, &all)
        };
        assert_eq!(count(cash(8_400, 1_235_000), CountBy::Pieces), Ok(()));
        let refusal = count(cash(8_000, 1_235_000), CountBy::Totals).expect_err("other amounts");
        assert_eq!(refusal.message, "The pieces come to $84.00 and L$12,350");
        assert!(refusal.fields.contains_key("count"));
    }

    #[test]
    fn totals_need_no_pieces_and_pieces_do() {
        let all = first_denominations();
        assert_eq!(Count::of(cash(8_400, 500)).check(CountBy::Totals, &all), Ok(()));
        let refusal = Count::of(cash(8_400, 500)).check(CountBy::Pieces, &all).expect_err("no pieces");
        assert_eq!(refusal.message, "The pieces come to $0.00 and L$0");
        assert_eq!(Count::of(Cash::ZERO).check(CountBy::Pieces, &all), Ok(()));
    }

    #[test]
    fn a_coin_that_is_switched_off_does_not_count() {
        let mut all = first_denominations();
        all.iter_mut().filter(|coin| coin.is_lrd_coin()).for_each(|coin| coin.enabled = false);
        let coins = Count { amount: cash(0, 1_000), pieces: pieces(&[(CurrencyCode::Lrd, 500, 2)]), bad: Vec::new() };
        let refusal = coins.check(CountBy::Pieces, &all).expect_err("switched off");
        assert_eq!(refusal.message, "L$5 is not among the bar's notes and coins");
        let none = Count { amount: Cash::ZERO, pieces: pieces(&[(CurrencyCode::Lrd, 500, 0)]), bad: Vec::new() };
        assert_eq!(none.check(CountBy::Pieces, &all), Ok(()));
    }
}
