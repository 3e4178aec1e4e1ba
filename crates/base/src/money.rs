//! Exact money: integer minor units, one type per currency, so that adding US dollars to Liberian dollars does not compile.

use std::fmt;
use std::iter::Sum;
use std::marker::PhantomData;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

use super::decimal::{split_decimal, thousands};

/// Maximum number of digits of a typed amount, including decimals.
pub const AMOUNT_DIGITS_MAX: usize = 15;
/// Largest product of price and quantity, in minor units: far above any bar's figures, far below the limit of `i64`.
pub const MINOR_MAX: i64 = 100_000_000_000_000_000;
/// Minor units per major unit, in both currencies.
const MINOR: i64 = 100;

/// Marker type of [`Usd`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UsDollar {}
/// Marker type of [`Lrd`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LiberianDollar {}

/// How amounts of a currency are displayed.
pub trait Currency {
    /// `$` or `L$`.
    const SYMBOL: &'static str;
}

impl Currency for UsDollar {
    const SYMBOL: &'static str = "$";
}
impl Currency for LiberianDollar {
    const SYMBOL: &'static str = "L$";
}

/// An exact amount of one currency, in minor units (cents). Negative amounts occur in calculations
/// (refunds), and are refused in input.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub struct Money<C>(i64, #[serde(skip)] PhantomData<C>);

/// US dollars, in cents.
pub type Usd = Money<UsDollar>;
/// Liberian dollars, in cents.
pub type Lrd = Money<LiberianDollar>;

/// Why a text is not a valid amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// Not a plain decimal number.
    #[error("Must be an amount such as 3.50")]
    NotANumber,
    /// Below zero.
    #[error("Must not be negative")]
    Negative,
    /// More than two decimals: half a cent does not exist.
    #[error("Must have at most 2 decimals")]
    TooManyDecimals,
    /// More than [`AMOUNT_DIGITS_MAX`] digits.
    #[error("Must have at most 15 digits")]
    TooManyDigits,
}

impl<C> Money<C> {
    /// No money.
    pub const ZERO: Self = Money(0, PhantomData);

    /// From minor units (cents).
    pub const fn minor(minor: i64) -> Self {
        Money(minor, PhantomData)
    }

    /// In minor units (cents).
    pub const fn as_minor(self) -> i64 {
        self.0
    }

    /// Returns whether the amount is zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// This amount times `quantity`. `None` if the product is above [`MINOR_MAX`].
    pub fn times(self, quantity: i64) -> Option<Self> {
        let product = i128::from(self.0) * i128::from(quantity);
        if product.unsigned_abs() > MINOR_MAX as u128 {
            return None;
        }
        i64::try_from(product).ok().map(Money::minor)
    }

    /// Parses `3`, `3.5` or `3.50`. Refuses signs, exponents, blanks, more than 2 decimals and more than 15 digits.
    pub fn parse(text: &str) -> Result<Self, MoneyError> {
        let negative = text.starts_with('-');
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, decimals) = split_decimal(digits).ok_or(MoneyError::NotANumber)?;
        if negative {
            return Err(MoneyError::Negative);
        }
        if decimals.len() > 2 {
            return Err(MoneyError::TooManyDecimals);
        }
        let whole = whole.trim_start_matches('0');
        // Trailing zeros do not count, so that the largest amount can be parsed as it is written out.
        if whole.len() + decimals.trim_end_matches('0').len() > AMOUNT_DIGITS_MAX {
            return Err(MoneyError::TooManyDigits);
        }
        let major: i64 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| MoneyError::TooManyDigits)? };
        let cents: i64 = format!("{decimals:0<2}").parse().map_err(|_| MoneyError::NotANumber)?;
        Ok(Money::minor(major * MINOR + cents))
    }
}

impl<C: Currency> Money<C> {
    /// For people: `$3.50`, `L$665`, `L$1,330.50`. Dollars always show cents, Liberian dollars only when there are any.
    pub fn display(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (major, cents) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        let whole = thousands(major);
        if C::SYMBOL == LiberianDollar::SYMBOL && cents == 0 {
            format!("{sign}{}{whole}", C::SYMBOL)
        } else {
            format!("{sign}{}{whole}.{cents:02}", C::SYMBOL)
        }
    }
}

/// Buffer size for an amount: a sign, 20 digits, a point, and some to spare.
const AMOUNT_CHARS_MAX: usize = 24;

/// As in the API: `3.50`.
impl<C> fmt::Display for Money<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // By hand, because the answer to a sale has a hundred amounts, and the standard formatter takes three times as long for each.
        let mut text = [0; AMOUNT_CHARS_MAX];
        let mut begin = text.len();
        let mut rest = self.0.unsigned_abs();
        let mut written = 0;
        while rest > 0 || written < 3 {
            if written == 2 {
                begin -= 1;
                text[begin] = b'.';
            }
            begin -= 1;
            text[begin] = b'0' + (rest % 10) as u8;
            rest /= 10;
            written += 1;
        }
        if self.0 < 0 {
            begin -= 1;
            text[begin] = b'-';
        }
        f.write_str(std::str::from_utf8(&text[begin..]).map_err(|_| fmt::Error)?)
    }
}

impl<C> fmt::Debug for Money<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

// By hand, because a derive would require the same traits of the marker type.
impl<C> Clone for Money<C> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<C> Copy for Money<C> {}
impl<C> PartialEq for Money<C> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<C> Eq for Money<C> {}
impl<C> PartialOrd for Money<C> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<C> Ord for Money<C> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}
impl<C> Default for Money<C> {
    fn default() -> Self {
        Money::ZERO
    }
}
// Sums saturate instead of overflowing. No bar's figures come near the limit.
impl<C> Add for Money<C> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Money::minor(self.0.saturating_add(other.0))
    }
}
impl<C> Sub for Money<C> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Money::minor(self.0.saturating_sub(other.0))
    }
}
impl<C> Neg for Money<C> {
    type Output = Self;
    fn neg(self) -> Self {
        Money::minor(self.0.saturating_neg())
    }
}
impl<C> AddAssign for Money<C> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
impl<C> SubAssign for Money<C> {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
impl<C> Sum for Money<C> {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Money::ZERO, Add::add)
    }
}

#[cfg(test)]
#[path = "money_tests.rs"]
mod tests;
