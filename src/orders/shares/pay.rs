//! A payment of one part: its money is allocated as far as the part goes; what is above it is change or a tip.

use super::{PayIn, SharePlan, ShareRequest, part_amount};
use crate::base::{Cash, Code, Decided, Refusal};
use crate::payments::{ChangeIn, Coverage, Debt, PaymentRequest, Settled, SharePart, TillContext, allocate, settle};

/// A part that was paid.
pub(in crate::orders) struct PartPaid {
    /// With the debts of the whole order afterwards.
    pub settled: Settled,
    pub share: SharePart,
}

/// Decides the payment of the next part of `plan`. The debts that it pays off are those that exactly the part would pay off.
///
/// # Errors
/// 409 `underpaid` for less than the part; else those of [`settle`].
pub(in crate::orders) fn pay_part(
    payment: &PaymentRequest,
    request: &ShareRequest,
    plan: &SharePlan,
    debts: &[Debt],
    till: &TillContext,
) -> Decided<PartPaid> {
    let amount = part_amount(debts, plan.left(), request.pay_in, till.rate, till.cash_step);
    let is_last = plan.left() <= 1;
    let mut after = allocate(debts, amount, till.rate).debts;
    if is_last {
        after.iter_mut().for_each(|debt| debt.outstanding = 0);
    }
    let of_part = |(before, after): (&Debt, &Debt)| Debt {
        currency: before.currency,
        outstanding: before.outstanding - after.outstanding,
        paid: Cash::ZERO,
    };
    let part: Vec<Debt> = debts.iter().zip(&after).map(of_part).collect();
    let payment = with_change(payment, request.pay_in);
    let settled = settle(&payment, &part, &[], &[], Coverage::Full, till).map_err(|refusal| underpaid(refusal, request, amount))?;
    let debts = debts.iter().zip(after).zip(&settled.debts);
    let debts: Vec<Debt> =
        debts.map(|((before, after), part)| Debt { paid: before.paid + part.paid, outstanding: after.outstanding, ..*before }).collect();
    let is_settled = debts.iter().all(Debt::is_settled);
    let share = SharePart { part: request.part, of: request.of };
    Ok(PartPaid { settled: Settled { debts, settled: is_settled, ..settled }, share })
}

/// Change of a part in Liberian dollars is in Liberian dollars, if the request does not say otherwise.
fn with_change(payment: &PaymentRequest, pay_in: PayIn) -> PaymentRequest {
    let in_lrd = (pay_in == PayIn::Lrd).then_some(ChangeIn::Lrd);
    PaymentRequest { change_in: payment.change_in.or(in_lrd), ..payment.clone() }
}

fn underpaid(refusal: Refusal, request: &ShareRequest, amount: Cash) -> Refusal {
    if refusal.code != Code::Underpaid {
        return refusal;
    }
    let amount = match (amount.usd.is_zero(), amount.lrd.is_zero()) {
        (false, false) => format!("{} + {}", amount.usd.display(), amount.lrd.display()),
        (true, false) => amount.lrd.display(),
        (_, true) => amount.usd.display(),
    };
    Refusal { message: format!("Part {} of {} is {amount}", request.part, request.of), ..refusal }
}
