//! Decides how the pool of a business day is shared: by paid minutes, in whole dollars and cash steps, by largest remainder.

use super::{PoolShare, TipsShared};
use base::{BusinessDay, Cash, Decided, Lrd, Refusal, Usd};

/// Cents of the smallest share in US dollars: US coins are not in use.
const DOLLAR: i64 = 100;

/// Shares the pool of a business day.
#[derive(Debug, Clone, Copy)]
pub struct ShareTips {
    pub day: BusinessDay,
}

/// A person with their working hours of a business day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worked {
    pub user_id: u64,
    pub user_name: String,
    pub paid_minutes: i64,
}

/// Data that [`share`] needs.
#[derive(Debug)]
pub struct ShareContext {
    /// The present business day.
    pub today: BusinessDay,
    pub is_shared: bool,
    /// The tips of the day in the pool, and what the pools before it left over.
    pub pool: Cash,
    /// The people with hours of that day, each once, in the order of the answer.
    pub worked: Vec<Worked>,
    /// The usernames of those who are clocked in on that day.
    pub clocked_in: Vec<String>,
    /// Smallest share in Liberian dollars.
    pub cash_step: Lrd,
}

/// Decides the shares.
///
/// # Errors
/// 400 for a day to come; 409 `conflict` for a day that was shared, a pool with nothing in it, a person who is still clocked in, and
/// a day without paid hours.
pub fn share(command: &ShareTips, context: &ShareContext) -> Decided<Vec<TipsShared>> {
    if command.day > context.today {
        return Err(Refusal::field("day", "This day is not over yet"));
    }
    if context.is_shared {
        return Err(Refusal::conflict("The tips of this day are shared already"));
    }
    if let Some(name) = context.clocked_in.first() {
        return Err(Refusal::conflict(format!("{name} is still clocked in")));
    }
    if context.pool.usd <= Usd::ZERO && context.pool.lrd <= Lrd::ZERO {
        return Err(Refusal::conflict("There are no tips to share"));
    }
    let worked: Vec<&Worked> = context.worked.iter().filter(|one| one.paid_minutes > 0).collect();
    if worked.is_empty() {
        return Err(Refusal::conflict("Nobody has paid hours on this day"));
    }
    let usd = shares(context.pool.usd.as_minor(), DOLLAR, &worked);
    let lrd = shares(context.pool.lrd.as_minor(), context.cash_step.as_minor().max(1), &worked);
    let shares: Vec<PoolShare> = worked
        .iter()
        .zip(usd.into_iter().zip(lrd))
        .map(|(one, (usd, lrd))| PoolShare {
            user_id: one.user_id,
            user_name: one.user_name.clone(),
            paid_minutes: one.paid_minutes,
            amount: Cash { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) },
        })
        .collect();
    let shared: Cash = shares.iter().map(|share| share.amount).sum();
    Ok(vec![TipsShared { day: command.day, pool: context.pool, left: context.pool + -shared, shares }])
}

/// The shares in `amount`, in multiples of `step`: each gets the whole steps of their part, and those with the largest remainders
/// one more, on a tie the one with the lower id. What is no whole step stays.
fn shares(amount: i64, step: i64, worked: &[&Worked]) -> Vec<i64> {
    let steps = i128::from(amount.max(0) / step);
    let minutes: i128 = worked.iter().map(|one| i128::from(one.paid_minutes)).sum();
    let parts: Vec<(i128, i128)> = worked
        .iter()
        .map(|one| {
            let part = steps * i128::from(one.paid_minutes);
            (part / minutes, part % minutes)
        })
        .collect();
    let given: i128 = parts.iter().map(|(whole, _)| whole).sum();
    let mut order: Vec<usize> = (0..worked.len()).collect();
    order.sort_by_key(|place| (-parts[*place].1, worked[*place].user_id));
    let rest = usize::try_from(steps - given).unwrap_or(0);
    let mut counts: Vec<i128> = parts.iter().map(|(whole, _)| *whole).collect();
    for place in order.into_iter().take(rest) {
        counts[place] += 1;
    }
    counts.into_iter().map(|count| i64::try_from(count * i128::from(step)).unwrap_or(i64::MAX)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn worked(minutes: &[i64]) -> Vec<Worked> {
        let one =
            |(paid_minutes, user_id): (&i64, u64)| Worked { user_id, user_name: format!("user{user_id}"), paid_minutes: *paid_minutes };
        minutes.iter().zip(1..).map(one).collect()
    }

    fn cash(usd: i64, lrd: i64) -> Cash {
        Cash { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) }
    }

    fn day(text: &str) -> BusinessDay {
        BusinessDay::parse(text).expect("a day")
    }

    fn context(pool: Cash, minutes: &[i64]) -> ShareContext {
        ShareContext {
            today: day("2026-11-22"),
            is_shared: false,
            pool,
            worked: worked(minutes),
            clocked_in: Vec::new(),
            cash_step: Lrd::minor(500),
        }
    }

    fn shared(context: &ShareContext) -> TipsShared {
        share(&ShareTips { day: day("2026-11-21") }, context).expect("shared").remove(0)
    }

    #[test]
    fn a_pool_is_shared_by_paid_minutes() {
        let event = shared(&context(cash(2_400, 190_000), &[460, 300, 240]));
        let amounts: Vec<Cash> = event.shares.iter().map(|share| share.amount).collect();
        assert_eq!(amounts, [cash(1_100, 87_500), cash(700, 57_000), cash(600, 45_500)]);
        assert_eq!(event.left, Cash::ZERO);
    }

    #[test]
    fn what_is_no_whole_step_is_left_over_and_a_tie_goes_to_the_lower_id() {
        let event = shared(&context(cash(350, 1_299), &[60, 60]));
        let amounts: Vec<Cash> = event.shares.iter().map(|share| share.amount).collect();
        assert_eq!(amounts, [cash(200, 500), cash(100, 500)]);
        assert_eq!(event.left, cash(50, 299));
    }

    #[test]
    fn nobody_without_paid_minutes_has_a_share_and_a_debt_of_the_pool_stays() {
        let event = shared(&context(cash(-150, 1_000), &[0, 60]));
        assert_eq!(event.shares.len(), 1);
        assert_eq!((event.shares[0].user_id, event.shares[0].amount, event.left), (2, cash(0, 1_000), cash(-150, 0)));
    }

    #[test]
    fn what_cannot_be_shared_says_why() {
        let refused = |context: &ShareContext, of: &str| share(&ShareTips { day: day(of) }, context).expect_err("refused").message;
        let pool = cash(2_400, 0);
        assert_eq!(refused(&context(pool, &[60]), "2026-11-23"), "This day is not over yet");
        let again = ShareContext { is_shared: true, ..context(pool, &[60]) };
        assert_eq!(refused(&again, "2026-11-21"), "The tips of this day are shared already");
        let working = ShareContext { clocked_in: vec!["musa".to_owned()], ..context(pool, &[60]) };
        assert_eq!(refused(&working, "2026-11-21"), "musa is still clocked in");
        assert_eq!(refused(&context(Cash::ZERO, &[60]), "2026-11-21"), "There are no tips to share");
        assert_eq!(refused(&context(pool, &[0]), "2026-11-21"), "Nobody has paid hours on this day");
    }

    proptest! {
        #[test]
        fn shares_and_what_is_left_are_the_pool(
            (usd, lrd) in (0i64..1_000_000, 1i64..100_000_000),
            minutes in proptest::collection::vec(0i64..1_440, 1..20),
            step in 1i64..10_000,
        ) {
            prop_assume!(minutes.iter().any(|one| *one > 0));
            let context = ShareContext { cash_step: Lrd::minor(step), ..context(cash(usd, lrd), &minutes) };
            let event = shared(&context);
            let sum: Cash = event.shares.iter().map(|share| share.amount).sum();
            prop_assert_eq!(sum + event.left, event.pool);
            prop_assert!(event.left.usd.as_minor() < DOLLAR && event.left.lrd.as_minor() < step);
            let all: i64 = minutes.iter().sum();
            for share in &event.shares {
                let fair = i128::from(usd / DOLLAR) * i128::from(share.paid_minutes);
                let steps = i128::from(share.amount.usd.as_minor() / DOLLAR);
                prop_assert!((fair - steps * i128::from(all)).abs() < i128::from(all), "less than a dollar from the exact part");
                prop_assert_eq!(share.amount.lrd.as_minor() % step, 0);
            }
        }
    }
}
