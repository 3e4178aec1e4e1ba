//! Largest-remainder apportionment: divides an amount into whole minor units that sum to it.

use crate::decimal::divide_rounded;

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

/// The share of the first `pieces` of `all` in `amount`, rounded half away from zero. The whole amount is the share of all pieces, and
/// what is beyond them grows alike.
pub fn share_up_to(amount: i64, pieces: i64, all: i64) -> i64 {
    if pieces == all {
        return amount;
    }
    if all == 0 {
        return 0;
    }
    let (pieces, all) = (i128::from(pieces) * i128::from(all.signum()), i128::from(all).abs());
    i64::try_from(divide_rounded(i128::from(amount) * pieces, all)).unwrap_or(amount)
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

    #[test]
    fn a_share_is_rounded_half_away_from_zero() {
        assert_eq!([1, 2, 3].map(|pieces| share_up_to(1_000, pieces, 3)), [333, 667, 1_000]);
        assert_eq!([1, 2].map(|pieces| share_up_to(5, pieces, 2)), [3, 5]);
        assert_eq!([1, 2].map(|pieces| share_up_to(-5, pieces, 2)), [-3, -5]);
        assert_eq!(share_up_to(700, 0, 4), 0);
        assert_eq!([1, 2, 3].map(|pieces| share_up_to(158, pieces, 3)), [53, 105, 158], "three shots of 50 ml with 5 % waste");
        assert_eq!([-1, -2, 0].map(|pieces| share_up_to(-100, pieces, -2)), [-50, -100, 0], "pieces that came back");
        assert_eq!((share_up_to(100, 3, 2), share_up_to(0, 0, 0), share_up_to(5, 1, 0)), (150, 0, 0));
    }

    proptest! {
        #[test]
        fn all_parts_together_are_the_whole(amount in -1_000_000_000_000i64..1_000_000_000_000, parts in proptest::collection::vec(1i64..50, 1..20)) {
            let all: i64 = parts.iter().sum();
            let (mut done, mut sum) = (0, 0);
            for part in parts {
                let share = share_up_to(amount, done + part, all) - share_up_to(amount, done, all);
                prop_assert!(share.signum() * amount.signum() >= 0, "no part goes the other way");
                (done, sum) = (done + part, sum + share);
            }
            prop_assert_eq!(sum, amount);
        }

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
