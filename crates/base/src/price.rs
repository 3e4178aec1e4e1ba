//! Pairs of amounts in both currencies: a price in either, and cash of both.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg};

use serde::{Deserialize, Serialize};

use super::{CurrencyCode, Lrd, Usd};

/// A price, given in both currencies: a guest pays one *or* the other. Neither is derived from the other here. Prices add up to
/// prices, never to [`Cash`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Price {
    pub usd: Usd,
    pub lrd: Lrd,
}

/// Money in both currencies: US dollars *and* Liberian dollars. Never added to a [`Price`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Cash {
    pub usd: Usd,
    pub lrd: Lrd,
}

impl Price {
    /// The unit price times `quantity`, in each currency separately. `None` if either passes [`super::money::MINOR_MAX`].
    pub fn times(self, quantity: i64) -> Option<Price> {
        Some(Price { usd: self.usd.times(quantity)?, lrd: self.lrd.times(quantity)? })
    }

    /// The money that is due if the price is charged in `currency`.
    pub fn charged_in(self, currency: CurrencyCode) -> Cash {
        Cash::of(currency, self.minor_in(currency))
    }
}

impl Cash {
    /// `minor` units of `currency`, and nothing of the other.
    pub const fn of(currency: CurrencyCode, minor: i64) -> Cash {
        match currency {
            CurrencyCode::Usd => Cash { usd: Usd::minor(minor), lrd: Lrd::ZERO },
            CurrencyCode::Lrd => Cash { usd: Usd::ZERO, lrd: Lrd::minor(minor) },
        }
    }
}

/// Operations of both pairs of amounts, each within its own type.
macro_rules! pair_of_amounts {
    ($pair:ident) => {
        impl $pair {
            /// Nothing in either currency.
            pub const ZERO: $pair = $pair { usd: Usd::ZERO, lrd: Lrd::ZERO };

            /// The amount in `currency`, as in the API.
            pub fn in_currency(self, currency: CurrencyCode) -> String {
                match currency {
                    CurrencyCode::Usd => self.usd.to_string(),
                    CurrencyCode::Lrd => self.lrd.to_string(),
                }
            }

            /// The amount in `currency`, in minor units.
            pub fn minor_in(self, currency: CurrencyCode) -> i64 {
                match currency {
                    CurrencyCode::Usd => self.usd.as_minor(),
                    CurrencyCode::Lrd => self.lrd.as_minor(),
                }
            }
        }
        impl Add for $pair {
            type Output = $pair;
            fn add(self, other: $pair) -> $pair {
                $pair { usd: self.usd + other.usd, lrd: self.lrd + other.lrd }
            }
        }
        impl Neg for $pair {
            type Output = $pair;
            fn neg(self) -> $pair {
                $pair { usd: -self.usd, lrd: -self.lrd }
            }
        }
        impl AddAssign for $pair {
            fn add_assign(&mut self, other: $pair) {
                *self = *self + other;
            }
        }
        impl Sum for $pair {
            fn sum<I: Iterator<Item = $pair>>(amounts: I) -> $pair {
                amounts.fold($pair::ZERO, Add::add)
            }
        }
    };
}

pair_of_amounts!(Price);
pair_of_amounts!(Cash);
