//! Largest-remainder apportionment: divides an amount into whole minor units that sum to it.

/// `amount` divided in proportion to `weights`. Each part is its exact share, rounded towards zero; what is then left goes, one unit
/// each, to the parts with the largest remainders, of equal ones to the earlier. A part never has another sign than `amount`, and never
/// exceeds its weight if `amount` is at most the sum of the weights.
///
/// Weights below zero count as zero. Without any positive weight the whole amount is the last part's; without parts there are none.
pub fn apportion(amount: i64, weights: &[i64]) -> Vec<i64> {
    let weight = |place: usize| i128::from(weights[place].max(0));
    let sum: i128 = (0..weights.len()).map(weight).sum();
    let Some(last) = weights.len().checked_sub(1) else { return Vec::new() };
    if sum == 0 {
        return (0..weights.len()).map(|place| if place == last { amount } else { 0 }).collect();
    }
    let whole = i128::from(amount).abs();
    let mut parts: Vec<i128> = (0..weights.len()).map(|place| whole * weight(place) / sum).collect();
    let mut by_remainder: Vec<usize> = (0..weights.len()).collect();
    by_remainder.sort_by_key(|place| std::cmp::Reverse(whole * weight(*place) % sum));
    // Fewer units are left than there are parts with a remainder.
    let left = usize::try_from(whole - parts.iter().sum::<i128>()).unwrap_or(0);
    for place in by_remainder.into_iter().take(left) {
        parts[place] += 1;
    }
    parts.into_iter().map(|part| i64::try_from(part * i128::from(amount.signum())).unwrap_or(amount)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_left_goes_to_the_largest_remainders() {
        assert_eq!(apportion(25, &[1_300, 100]), [23, 2]);
        assert_eq!(apportion(104, &[2, 3]), [42, 62]);
        assert_eq!(apportion(19_673, &[2, 3]), [7_869, 11_804]);
        assert_eq!(apportion(10, &[1, 1, 1]), [4, 3, 3], "of equal remainders the earlier one");
        assert_eq!(apportion(-10, &[1, 1, 1]), [-4, -3, -3]);
        assert_eq!(apportion(20_000, &[190_000, 95_000]), [13_333, 6_667]);
        assert_eq!((apportion(5, &[]), apportion(5, &[0, 0])), (vec![], vec![0, 5]));
    }

    proptest! {
        #[test]
        fn parts_sum_to_the_whole_and_differ_from_their_share_by_less_than_one(
            amount in -1_000_000_000_000i64..1_000_000_000_000, weights in proptest::collection::vec(0i64..1_000_000, 1..12)
        ) {
            prop_assume!(weights.iter().any(|weight| *weight > 0));
            let parts = apportion(amount, &weights);
            prop_assert_eq!(parts.iter().sum::<i64>(), amount);
            let sum: i128 = weights.iter().map(|weight| i128::from(*weight)).sum();
            for (part, weight) in parts.iter().zip(&weights) {
                let away = i128::from(*part) * sum - i128::from(amount) * i128::from(*weight);
                prop_assert!(away.abs() < sum);
                prop_assert!(part.signum() * amount.signum() >= 0);
            }
        }

        #[test]
        fn no_part_of_a_part_exceeds_the_whole_part(weights in proptest::collection::vec(0i64..1_000, 1..6), share in 0u8..=100) {
            let sum: i64 = weights.iter().sum();
            let parts = apportion(sum * i64::from(share) / 100, &weights);
            prop_assert!(sum == 0 || parts.iter().zip(&weights).all(|(part, weight)| part <= weight));
        }
    }
}
