//! Money that was taken off its lines and is allocated to others: it is worth what it was worth when it was taken, whatever the rate is
//! now, and neither a cent of it nor a millionth of what it paid off is lost.

use crate::orders::OrderItem;
use crate::payments::{Allocation, Debt, allocate, cash_value, give_the_rest, is_rest, outstanding_value, take_allocations, value_unit};
use crate::sales::debt;
use base::decimal::divide_rounded;
use base::{Cash, CurrencyCode, Decided, Rate, Refusal};

/// A line whose money is allocated again.
#[derive(Debug, Clone)]
pub(super) struct FreedLine {
    currency: CurrencyCode,
    /// What the money paid off, in millionths of a cent.
    paid_off: i64,
    allocations: Vec<Allocation>,
}

impl FreedLine {
    /// That of an item as it is, with its money.
    pub fn of(item: &OrderItem) -> Decided<Self> {
        let whole = debt(&item.line)?;
        Ok(FreedLine {
            currency: item.debt.currency,
            paid_off: whole.outstanding - item.debt.outstanding,
            allocations: item.line.allocations.clone(),
        })
    }
}

/// The money of one payment that is allocated again.
struct FreedPayment {
    id: u64,
    rate: Rate,
    /// What it paid off, as an exact value at its rate.
    value: i128,
    allocations: Vec<Allocation>,
}

/// Allocates the money of `freed` to `debts`, in their order. `rate_of` is the rate of a payment, `now` the present one. Returns the
/// debts and the allocations that each got.
///
/// # Errors
/// 409 `conflict` if more was paid than the debts come to.
pub(super) fn allocate_freed(
    debts: Vec<Debt>,
    freed: &[FreedLine],
    rate_of: impl Fn(u64) -> Rate,
    now: Rate,
) -> Decided<Vec<(Debt, Vec<Allocation>)>> {
    if debts.is_empty() {
        return Err(too_much());
    }
    let mut lines: Vec<(Debt, Vec<Allocation>)> = debts.into_iter().map(|debt| (debt, Vec::new())).collect();
    for payment in by_payment(freed, rate_of) {
        allocate_payment(&mut lines, payment)?;
    }
    // As with every payment, less than half a cent is not owed.
    if is_rest(outstanding_value(lines.iter().map(|(debt, _)| debt), now), now) {
        lines.iter_mut().for_each(|(debt, _)| debt.outstanding = 0);
    }
    Ok(lines)
}

/// What was freed, by payment, oldest first.
fn by_payment(freed: &[FreedLine], rate_of: impl Fn(u64) -> Rate) -> Vec<FreedPayment> {
    let mut payments: Vec<FreedPayment> = Vec::new();
    for line in freed {
        let mut ids: Vec<u64> = line.allocations.iter().map(|allocation| allocation.payment_id).collect();
        ids.sort_unstable();
        ids.dedup();
        let mut left = i128::from(line.paid_off);
        for (place, id) in ids.iter().enumerate() {
            let rate = rate_of(*id);
            let own: Vec<Allocation> = line.allocations.iter().copied().filter(|allocation| allocation.payment_id == *id).collect();
            let unit = value_unit(line.currency, rate);
            // Whole cents on a line do not say exactly what they paid off; what several payments did is known together.
            let part = if place + 1 == ids.len() { left } else { divide_rounded(cash_value(sum(&own), rate), unit).clamp(0, left.max(0)) };
            left -= part;
            match payments.iter_mut().find(|payment| payment.id == *id) {
                Some(payment) => {
                    payment.value += part * unit;
                    payment.allocations.extend(own);
                }
                None => payments.push(FreedPayment { id: *id, rate, value: part * unit, allocations: own }),
            }
        }
    }
    payments.sort_by_key(|payment| payment.id);
    payments
}

fn sum(allocations: &[Allocation]) -> Cash {
    crate::payments::sum_of(allocations)
}

/// Allocates one payment to the debts. What it is worth decides what they still owe, and its cash goes along.
fn allocate_payment(lines: &mut [(Debt, Vec<Allocation>)], mut payment: FreedPayment) -> Decided<()> {
    let (rate, cash) = (payment.rate, sum(&payment.allocations));
    let mut left = payment.value;
    let mut covered = Vec::with_capacity(lines.len());
    for (debt, _) in lines.iter_mut() {
        let unit = value_unit(debt.currency, rate);
        let part = divide_rounded(left, unit).clamp(0, i128::from(debt.outstanding));
        left -= part * unit;
        debt.outstanding -= i64::try_from(part).unwrap_or(debt.outstanding);
        covered.push(Debt { currency: debt.currency, outstanding: i64::try_from(part).unwrap_or(i64::MAX), paid: Cash::ZERO });
    }
    if left > 0 && !is_rest(left, rate) {
        return Err(too_much());
    }
    let mut parts: Vec<Cash> = allocate(&covered, cash, rate).debts.into_iter().map(|debt| debt.paid).collect();
    for currency in [CurrencyCode::Usd, CurrencyCode::Lrd] {
        give_the_rest(&mut parts, cash.minor_in(currency), currency);
    }
    payment.allocations.sort_by_key(|allocation| allocation.tender);
    for ((debt, allocations), part) in lines.iter_mut().zip(parts) {
        debt.paid += part;
        allocations.extend(take_allocations(&mut payment.allocations, part));
    }
    Ok(())
}

fn too_much() -> Refusal {
    Refusal::conflict("More has been paid than the rest costs. This item stays.")
}
