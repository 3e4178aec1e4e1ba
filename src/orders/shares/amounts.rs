//! What a part of an order comes to, in each way to pay it.

use super::PayIn;
use crate::base::{Cash, Lrd, Rate, Usd};
use crate::payments::{Change, ChangeIn, Debt, outstanding_value, remaining, value_in_both};

/// What the next of `left` parts of these debts comes to: what remains, to the cent, divided by the parts left, rounded up to what can
/// be paid. Never more than what remains; the last part is exactly that. `step` is the smallest amount of Liberian dollars.
pub fn part_amount(debts: &[Debt], left: u32, pay_in: PayIn, rate: Rate, step: Lrd) -> Cash {
    let all = all_of(debts, pay_in, rate);
    if left <= 1 {
        return all;
    }
    let (of, left) = (remaining(debts.iter(), rate), i128::from(left));
    let step = i128::from(step.as_minor().max(1));
    let (usd_cents, lrd_cents) = (i128::from(of.usd.as_minor()), i128::from(of.lrd.as_minor()));
    match pay_in {
        PayIn::Lrd => {
            let part = divide_up(lrd_cents, left * step) * step;
            if part >= lrd_cents { all } else { Cash { usd: Usd::ZERO, lrd: Lrd::minor(narrow(part)) } }
        }
        PayIn::Usd => {
            let part = divide_up(usd_cents, left);
            if part >= usd_cents { all } else { Cash { usd: Usd::minor(narrow(part)), lrd: Lrd::ZERO } }
        }
        PayIn::Split => {
            // `scaled` hundredths of a Liberian cent are a dollar: the rate is LRD per USD, times 10,000.
            let scaled = i128::from(rate.scaled());
            let dollars = lrd_cents * 100 / (left * scaled);
            let rest = divide_up(lrd_cents * 100 - dollars * left * scaled, left * 100 * step) * step;
            let part = Cash { usd: Usd::minor(narrow(dollars * 100)), lrd: Lrd::minor(narrow(rest)) };
            if value_in_both(part, rate).lrd >= of.lrd { all } else { part }
        }
    }
}

/// What each of `left` parts comes to if all of them are paid in Liberian dollars.
pub fn parts_in_lrd(debts: &[Debt], left: u32, rate: Rate, step: Lrd) -> Vec<Lrd> {
    let (mut rest, step) = (i128::from(remaining(debts.iter(), rate).lrd.as_minor()), i128::from(step.as_minor().max(1)));
    let part = |left: u32| {
        let part = if left == 1 { rest } else { (divide_up(rest, i128::from(left) * step) * step).min(rest) };
        rest -= part;
        Lrd::minor(narrow(part))
    };
    (1..=left).rev().map(part).collect()
}

/// All of these debts, to the cent.
fn all_of(debts: &[Debt], pay_in: PayIn, rate: Rate) -> Cash {
    let change_in = match pay_in {
        PayIn::Lrd => ChangeIn::Lrd,
        PayIn::Split => ChangeIn::Split,
        PayIn::Usd => ChangeIn::Usd,
    };
    Change::of(outstanding_value(debts.iter(), rate), rate, change_in, Lrd::minor(1)).given
}

/// The quotient of what is not negative, rounded up.
fn divide_up(numerator: i128, denominator: i128) -> i128 {
    (numerator + denominator - 1) / denominator
}

fn narrow(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
