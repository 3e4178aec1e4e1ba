//! Rates of exceptions per 100 receipts, and the median of the house.

use serde_json::Value;

use base::decimal::divide_rounded;

/// Receipts from which on a person has a rate: of fewer, it says little.
pub const RECEIPTS_MIN: i64 = 30;
/// People with a rate from whom on the house has a median.
pub const RATES_MIN: usize = 3;

/// Exceptions per 100 receipts, in tenths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Per100(i64);

impl Per100 {
    /// The rate of `count` exceptions in `receipts`, rounded half away from zero; `None` below [`RECEIPTS_MIN`].
    pub fn of(count: i64, receipts: i64) -> Option<Self> {
        (receipts >= RECEIPTS_MIN).then(|| Per100::tenths(i128::from(count) * 1_000, i128::from(receipts)))
    }

    /// As in the API: a JSON number with one decimal, `5.8`.
    pub fn to_json(self) -> Value {
        serde_json::from_str(&self.to_string()).unwrap_or_default()
    }

    fn tenths(numerator: i128, denominator: i128) -> Self {
        Per100(i64::try_from(divide_rounded(numerator, denominator)).unwrap_or(i64::MAX))
    }
}

impl std::fmt::Display for Per100 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// The median of the people's rates: of an even number, the mean of the middle two. `None` for fewer than [`RATES_MIN`].
pub fn median(rates: impl IntoIterator<Item = Per100>) -> Option<Per100> {
    let mut rates: Vec<Per100> = rates.into_iter().collect();
    if rates.len() < RATES_MIN {
        return None;
    }
    rates.sort_unstable();
    let (low, high) = (rates[(rates.len() - 1) / 2], rates[rates.len() / 2]);
    Some(Per100::tenths(i128::from(low.0) + i128::from(high.0), 2))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rates(people: &[(i64, i64)]) -> Vec<Option<Per100>> {
        people.iter().map(|(count, receipts)| Per100::of(*count, *receipts)).collect()
    }

    fn in_words(rate: Option<Per100>) -> String {
        rate.map_or_else(|| "null".to_owned(), |rate| rate.to_json().to_string())
    }

    #[test]
    fn three_people_with_30_receipts_have_a_median_and_who_took_12_has_no_rate() {
        let people = [(7, 120), (4, 200), (2, 90), (3, 12)];
        let rates = rates(&people);
        assert_eq!(rates.iter().copied().map(in_words).collect::<Vec<_>>(), ["5.8", "2.0", "2.2", "null"]);
        assert_eq!(in_words(median(rates.into_iter().flatten())), "2.2");
    }

    #[test]
    fn a_rate_begins_with_30_receipts_and_a_median_with_3_people() {
        assert_eq!(
            rates(&[(3, 29), (3, 30), (0, 30), (0, 0)]).into_iter().map(in_words).collect::<Vec<_>>(),
            ["null", "10.0", "0.0", "null"]
        );
        assert_eq!(median(rates(&[(1, 100), (2, 100)]).into_iter().flatten()), None);
        assert_eq!(median([]), None);
    }

    #[test]
    fn the_median_of_four_is_the_mean_of_the_middle_two_rounded_half_up() {
        let of = |people: &[(i64, i64)]| in_words(median(rates(people).into_iter().flatten()));
        assert_eq!(of(&[(1, 100), (2, 100), (3, 100), (90, 100)]), "2.5");
        // 2.0 and 2.1.
        assert_eq!(of(&[(0, 100), (20, 1_000), (21, 1_000), (90, 100)]), "2.1");
    }

    proptest! {
        #[test]
        fn the_order_of_people_does_not_matter(
            (people, shuffled) in proptest::collection::vec((0i64..500, 0i64..400), 0..12).prop_flat_map(|people| {
                (Just(people.clone()), Just(people).prop_shuffle())
            })
        ) {
            prop_assert_eq!(median(rates(&people).into_iter().flatten()), median(rates(&shuffled).into_iter().flatten()));
        }

        #[test]
        fn a_median_has_as_many_rates_on_either_side(people in proptest::collection::vec((0i64..500, 30i64..400), 3..12)) {
            let rates: Vec<Per100> = rates(&people).into_iter().flatten().collect();
            let middle = median(rates.iter().copied()).expect("a median of three people or more");
            let (below, above) = (rates.iter().filter(|rate| **rate < middle).count(), rates.iter().filter(|rate| **rate > middle).count());
            prop_assert!(below <= rates.len() / 2 && above <= rates.len() / 2, "{} below and {} above of {}", below, above, rates.len());
        }

        #[test]
        fn a_rate_is_within_half_a_tenth_of_the_quotient(count in 0i64..100_000, receipts in 30i64..100_000) {
            let Per100(tenths) = Per100::of(count, receipts).expect("a rate");
            prop_assert!((tenths * receipts - count * 1_000).abs() * 2 <= receipts);
        }
    }
}
