//! A percent with two decimals.

use std::fmt;

use serde::{Deserialize, Serialize};

use base::decimal::{divide_rounded, split_decimal};

/// Hundredths of a percent in the whole: 100.00 %.
const WHOLE: u32 = 10_000;

/// A percent, exact, in hundredths of a percent: 13.00 % is 1,300.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Percent(u32);

/// Why a text is no percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Must be a percent such as 13.00")]
pub struct PercentError;

impl Percent {
    /// 0.00 %.
    pub const ZERO: Percent = Percent(0);
    /// 0.01 %, the smallest percent of a rate.
    pub const MIN: Percent = Percent(1);
    /// 100.00 %, the largest percent of a rate.
    pub const MAX: Percent = Percent(WHOLE);

    /// From hundredths of a percent.
    pub const fn hundredths(hundredths: u32) -> Self {
        Percent(hundredths)
    }

    /// In hundredths of a percent.
    pub const fn as_hundredths(self) -> u32 {
        self.0
    }

    /// Parses `13`, `12.5` or `12.50`. At most two decimals, at most 1,000,000.00.
    ///
    /// # Errors
    /// [`PercentError`] for any other text.
    pub fn parse(text: &str) -> Result<Self, PercentError> {
        let (whole, decimals) = split_decimal(text).ok_or(PercentError)?;
        let decimals = decimals.trim_end_matches('0');
        let whole = whole.trim_start_matches('0');
        if decimals.len() > 2 || whole.len() > 6 {
            return Err(PercentError);
        }
        let whole: u32 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| PercentError)? };
        let hundredths: u32 = format!("{decimals:0<2}").parse().map_err(|_| PercentError)?;
        Ok(Percent(whole * 100 + hundredths))
    }

    /// The sum of percents.
    pub fn sum(percents: impl Iterator<Item = Percent>) -> Self {
        Percent(percents.fold(0, |sum, percent| sum.saturating_add(percent.0)))
    }

    /// For people, without trailing zeros: `13 %`, `12.5 %`.
    pub fn in_words(self) -> String {
        let text = self.to_string();
        format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
    }

    /// This percent of `minor`, rounded half away from zero.
    pub fn of(self, minor: i64) -> i64 {
        self.share(minor, WHOLE)
    }

    /// What `minor` contains of this percent, which was added to the rest of it: minor × percent ÷ (100 + percent), rounded half away
    /// from zero.
    pub fn contained_in(self, minor: i64) -> i64 {
        self.share(minor, WHOLE.saturating_add(self.0))
    }

    fn share(self, minor: i64, whole: u32) -> i64 {
        let share = divide_rounded(i128::from(minor) * i128::from(self.0), i128::from(whole));
        i64::try_from(share).unwrap_or(if share < 0 { i64::MIN } else { i64::MAX })
    }
}

/// As in the API: `13.00`.
impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percent_has_two_decimals() {
        for (text, shown, words) in [
            ("13", "13.00", "13 %"),
            ("12.5", "12.50", "12.5 %"),
            ("0.01", "0.01", "0.01 %"),
            ("100.00", "100.00", "100 %"),
            ("10", "10.00", "10 %"),
            ("7.250", "7.25", "7.25 %"),
        ] {
            let percent = Percent::parse(text).expect("a percent");
            assert_eq!((percent.to_string().as_str(), percent.in_words().as_str()), (shown, words));
        }
        for text in ["", "-1", "13.001", "1e1", "13 %", ".5", "13.", "1000000000"] {
            assert_eq!(Percent::parse(text), Err(PercentError), "{text}");
        }
    }

    #[test]
    fn shares_are_rounded_half_away_from_zero() {
        let percent = |text: &str| Percent::parse(text).expect("a percent");
        assert_eq!([1, -1].map(|minor| percent("50").of(minor)), [1, -1]);
        assert_eq!([3, -3].map(|minor| percent("100").contained_in(minor)), [2, -2]);
        assert_eq!(percent("13").contained_in(5), 1, "0.575 of a cent");
    }
}
