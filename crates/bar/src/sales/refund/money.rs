//! Which money of the payments of a refund belongs to which of its lines.

use crate::methods::PaymentMethod;
use crate::payments::{Allocation, Payment, Refundable, TillContext, value_in_both};
use base::{Cash, CurrencyCode};

/// A tender of a refund that is not spread yet.
struct Unspread<'a> {
    method: &'a PaymentMethod,
    /// Positive.
    rest: Allocation,
}

/// Spreads the tenders of `given` over lines, in their order. As it came in, each line takes the tenders of its own money; else
/// (`is_chosen`) it takes its worth, and the last line what remains. Amounts are negative.
pub(super) fn money_on_lines(given: &[Payment], lines: &[Refundable], is_chosen: bool, till: &TillContext) -> Vec<Vec<Allocation>> {
    let mut unspread: Vec<Unspread> = Vec::new();
    for payment in given {
        for (tender, place) in payment.tenders.iter().zip(0u32..) {
            let rest = Allocation { payment_id: payment.id, tender: place, currency: tender.currency, amount: -tender.amount };
            unspread.push(Unspread { method: &tender.method, rest });
        }
    }
    let last = lines.len().saturating_sub(1);
    let of_line = |(place, line): (usize, &Refundable)| match is_chosen {
        true => of_worth(&mut unspread, (place != last).then(|| line.total()), till),
        false => as_it_came(&mut unspread, line),
    };
    lines.iter().enumerate().map(of_line).collect()
}

fn as_it_came(unspread: &mut [Unspread], line: &Refundable) -> Vec<Allocation> {
    let mut taken = Vec::new();
    for tender in line.tenders() {
        let mut wanted = tender.amount;
        for one in unspread.iter_mut().filter(|one| *one.method == tender.method && one.rest.currency == tender.currency) {
            wanted -= take(one, wanted, &mut taken);
        }
    }
    taken
}

/// `None`: all that remains.
fn of_worth(unspread: &mut [Unspread], worth: Option<Cash>, till: &TillContext) -> Vec<Allocation> {
    let (mut worth, mut taken) = (worth, Vec::new());
    for one in unspread {
        let currency = one.rest.currency;
        let wanted = worth.map_or(i64::MAX, |worth| value_in_both(worth, till.rate).minor_in(currency).max(0));
        let amount = take(one, wanted, &mut taken);
        let less = |worth: Cash| {
            let left = value_in_both(worth + -Cash::of(currency, amount), till.rate);
            Cash::of(CurrencyCode::Usd, left.usd.as_minor())
        };
        worth = worth.map(less);
    }
    taken
}

/// Takes at most `wanted` of a tender. Returns how much.
fn take(one: &mut Unspread, wanted: i64, taken: &mut Vec<Allocation>) -> i64 {
    let amount = wanted.min(one.rest.amount);
    if amount <= 0 {
        return 0;
    }
    one.rest.amount -= amount;
    taken.push(Allocation { amount: -amount, ..one.rest });
    amount
}
