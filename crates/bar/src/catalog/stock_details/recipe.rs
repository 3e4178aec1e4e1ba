//! What one of a mixed product takes of others.

use serde::{Deserialize, Serialize};

use base::decimal::divide_rounded;

/// Part of an ingredient that a recipe takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ingredient {
    pub product_id: u64,
    /// In units of its stock, at least 1.
    pub amount: i64,
    /// What is spilt beside it, in percent of it: 0 to [`WASTE_MAX`](super::WASTE_MAX).
    pub waste_percent: u8,
}

/// Percent in a whole.
const WHOLE: i128 = 100;

/// What `quantity` of a product with this ingredient take of it: quantity × amount × (100 + waste) ÷ 100, rounded once, half away from
/// zero.
pub fn with_waste(ingredient: &Ingredient, quantity: i64) -> i64 {
    let exact = i128::from(quantity) * i128::from(ingredient.amount) * hundredths(ingredient);
    i64::try_from(divide_rounded(exact, WHOLE)).unwrap_or(i64::MAX)
}

/// Hundredths of the amount that one takes.
fn hundredths(ingredient: &Ingredient) -> i128 {
    WHOLE + i128::from(ingredient.waste_percent)
}

impl Ingredient {
    /// How many of its product a level has enough of it for, rounded down, at least 0.
    pub fn portions(&self, level: i64) -> i64 {
        let one = i128::from(self.amount.max(1)) * hundredths(self);
        i64::try_from(i128::from(level.max(0)) * WHOLE / one).unwrap_or(i64::MAX)
    }

    /// How many more than `taken`, which were taken together, a level has enough for before it is less than 0: as [`with_waste`] rounds.
    pub fn sellable(&self, level: i64) -> i64 {
        // The largest quantity whose rounded amount is no more than the level: the amount rounds to at most the level where twice the exact
        // one is below twice the level and one.
        let one = i128::from(self.amount.max(1)) * hundredths(self);
        let limit = (2 * i128::from(level.max(0)) + 1) * WHOLE;
        i64::try_from((limit - 1) / (2 * one)).unwrap_or(i64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn gin(amount: i64, waste_percent: u8) -> Ingredient {
        Ingredient { product_id: 1, amount, waste_percent }
    }

    #[test]
    fn an_amount_is_rounded_once() {
        assert_eq!([1, 2, 3].map(|quantity| with_waste(&gin(50, 5), quantity)), [53, 105, 158]);
        assert_eq!(with_waste(&gin(1, 50), 1), 2, "half away from zero");
        assert_eq!(with_waste(&gin(100_000, 50), i64::MAX), i64::MAX, "no sum is too large to say so");
    }

    proptest! {
        #[test]
        fn the_amount_is_within_half_a_unit_of_the_exact_one(quantity in 0i64..100_000, amount in 1i64..=100_000, waste in 0u8..=50) {
            let found = i128::from(with_waste(&gin(amount, waste), quantity));
            let exact_hundredths = i128::from(quantity) * i128::from(amount) * (100 + i128::from(waste));
            let above = found * 100 - exact_hundredths;
            prop_assert!((-49..=50).contains(&above), "{above} hundredths above");
        }

        #[test]
        fn as_many_are_sellable_as_the_level_has_enough_for(level in 0i64..20_000, amount in 1i64..=500, waste in 0u8..=50) {
            let gin = gin(amount, waste);
            let sellable = gin.sellable(level);
            prop_assert!(with_waste(&gin, sellable) <= level);
            prop_assert!(with_waste(&gin, sellable + 1) > level);
            prop_assert!(gin.portions(level) <= sellable && sellable - gin.portions(level) <= 1);
        }
    }
}
