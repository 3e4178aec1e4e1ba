//! Exact exchange rate, and conversion between the two currencies.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::decimal::{divide_rounded, split_decimal};
use super::{Lrd, Price, Usd};

/// Rates are stored in ten-thousandths.
pub const SCALE: u64 = 10_000;
/// Most decimals of a rate.
const DECIMALS_MAX: usize = 4;
/// Largest rate: LRD per USD.
pub const RATE_MAX: u64 = 1_000_000;

/// LRD per 1 USD, exact, with at most 4 decimals. Refuses zero and anything above [`RATE_MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rate(u64);

/// The text is not a valid rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Please enter a valid exchange rate")]
pub struct RateError;

impl Rate {
    /// Rate of a new box: 190 LRD per USD.
    pub const INITIAL: Rate = Rate(190 * SCALE);

    /// Parses `190` or `190.25`.
    pub fn parse(text: &str) -> Result<Self, RateError> {
        let (whole, decimals) = split_decimal(text.trim()).ok_or(RateError)?;
        let decimals = decimals.trim_end_matches('0');
        if decimals.len() > DECIMALS_MAX {
            return Err(RateError);
        }
        let whole: u64 = whole.parse().map_err(|_| RateError)?;
        let fraction: u64 = format!("{decimals:0<4}").parse().map_err(|_| RateError)?;
        let scaled = whole.checked_mul(SCALE).and_then(|w| w.checked_add(fraction)).ok_or(RateError)?;
        if scaled == 0 || scaled > RATE_MAX * SCALE {
            return Err(RateError);
        }
        Ok(Rate(scaled))
    }

    /// The rate in ten-thousandths: LRD per USD × 10,000.
    pub const fn scaled(self) -> u64 {
        self.0
    }

    /// As in the API: a JSON number, `190` or `190.25`.
    pub fn to_json(self) -> serde_json::Value {
        serde_json::from_str(&self.to_string()).unwrap_or_default()
    }

    /// Converts US dollars to Liberian dollars, rounded half away from zero to the cent.
    pub fn to_lrd(self, usd: Usd) -> Lrd {
        Lrd::minor(saturate(divide_rounded(i128::from(usd.as_minor()) * i128::from(self.0), i128::from(SCALE))))
    }

    /// Converts Liberian dollars to US dollars, rounded half away from zero to the cent.
    pub fn to_usd(self, lrd: Lrd) -> Usd {
        Usd::minor(saturate(divide_rounded(i128::from(lrd.as_minor()) * i128::from(SCALE), i128::from(self.0))))
    }

    /// A price in both currencies: a missing one is converted at this rate, a given one stays.
    pub fn both(self, usd: Option<Usd>, lrd: Option<Lrd>) -> Price {
        match (usd, lrd) {
            (Some(usd), Some(lrd)) => Price { usd, lrd },
            (Some(usd), None) => Price { usd, lrd: self.to_lrd(usd) },
            (None, Some(lrd)) => Price { usd: self.to_usd(lrd), lrd },
            (None, None) => Price::ZERO,
        }
    }
}

/// Conversions of valid amounts at valid rates fit into `i64`, except LRD of the largest dollar amounts at rates above ten thousand: those
/// saturate instead of overflowing.
fn saturate(minor: i128) -> i64 {
    i64::try_from(minor).unwrap_or(if minor < 0 { i64::MIN } else { i64::MAX })
}

/// Without trailing zeros: `190`, `190.25`.
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, fraction) = (self.0 / SCALE, self.0 % SCALE);
        if fraction == 0 {
            return write!(f, "{whole}");
        }
        write!(f, "{whole}.{}", format!("{fraction:04}").trim_end_matches('0'))
    }
}

impl fmt::Debug for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn parses_and_displays() {
        for (text, shown) in
            [("190", "190"), ("190.5", "190.5"), ("0.0001", "0.0001"), ("1000000", "1000000"), ("185.00", "185"), ("1.50000", "1.5")]
        {
            assert_eq!(Rate::parse(text).map(|r| r.to_string()), Ok(shown.to_owned()), "{text}");
        }
        for text in ["0", "-1", "abc", "", "1.00001", "1000000.0001", "1e3", "NaN", "18446744073709551616"] {
            assert_eq!(Rate::parse(text), Err(RateError), "{text}");
        }
    }

    #[test]
    fn rounds_half_away_from_zero() {
        let rate = Rate::parse("1.5").expect("legal");
        assert_eq!(rate.to_lrd(Usd::minor(1)), Lrd::minor(2));
        assert_eq!(rate.to_lrd(Usd::minor(-1)), Lrd::minor(-2));
        assert_eq!(Rate::INITIAL.to_usd(Lrd::minor(95_000)), Usd::minor(500));
    }

    #[test]
    fn the_other_price_is_derived_and_a_given_one_is_not() {
        let dual = |usd, lrd| Price { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) };
        let (usd, lrd) = (Some(Usd::minor(350)), Some(Lrd::minor(95_000)));
        let rate = Rate::INITIAL;
        assert_eq!(
            [rate.both(usd, lrd), rate.both(usd, None), rate.both(None, lrd)],
            [dual(350, 95_000), dual(350, 66_500), dual(500, 95_000)]
        );
        assert_eq!(rate.both(None, None), Price::ZERO);
    }

    #[test]
    fn conversions_saturate() {
        let rate = Rate::parse("1000000").expect("legal");
        assert_eq!([i64::MAX, i64::MIN].map(|minor| rate.to_lrd(Usd::minor(minor)).as_minor()), [i64::MAX, i64::MIN]);
        assert_eq!(rate.to_lrd(Usd::minor(7)).as_minor(), 7_000_000);
    }

    #[test]
    fn a_rate_is_a_json_number() {
        assert_eq!((rate("190").to_json(), rate("190.25").to_json()), (serde_json::json!(190), serde_json::json!(190.25)));
        assert_eq!((rate("190").scaled(), format!("{:?}", rate("0.5"))), (1_900_000, "0.5".to_owned()));
    }

    fn rate(text: &str) -> Rate {
        Rate::parse(text).expect("legal")
    }

    proptest! {
        #[test]
        fn dollars_survive_a_round_trip(minor in 1i64..1_000_000_000_000, scaled in 10_000u64..=10_000_000_000) {
            let rate = Rate(scaled);
            prop_assert_eq!(rate.to_usd(rate.to_lrd(Usd::minor(minor))), Usd::minor(minor));
        }

        #[test]
        fn a_displayed_rate_is_parsed_back(scaled in 1u64..=10_000_000_000) {
            prop_assert_eq!(Rate::parse(&Rate(scaled).to_string()), Ok(Rate(scaled)));
        }

        #[test]
        fn conversion_keeps_order(a in 0i64..1_000_000_000, b in 0i64..1_000_000_000, scaled in 1u64..=10_000_000_000) {
            let rate = Rate(scaled);
            let (small, large) = (a.min(b), a.max(b));
            prop_assert!(rate.to_lrd(Usd::minor(small)) <= rate.to_lrd(Usd::minor(large)));
            prop_assert!(rate.to_usd(Lrd::minor(small)) <= rate.to_usd(Lrd::minor(large)));
        }
    }
}
