//! A payment of one part: its money is allocated as far as the part goes; what is above it is change or a tip.

use super::{OwedInParts, PayIn, SharePlan, ShareRequest};
use crate::payments::{ChangeIn, Coverage, Debt, PaymentRequest, Settled, SharePart, TillContext, settle};
use base::{Cash, Code, Decided, Refusal};

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
    owed: &OwedInParts,
    till: &TillContext,
) -> Decided<PartPaid> {
    let amount = owed.part_amount(plan.left(), request.pay_in, till.rate, till.steps.lrd);
    let part = if plan.left() <= 1 { owed.clone().without_money() } else { owed.cover(amount, request.pay_in, till.rate) };
    let payment = with_change(payment, request.pay_in);
    let settled =
        settle(&payment, &part.debts, &part.readings, &[], Coverage::Full, till).map_err(|refusal| underpaid(refusal, request, amount))?;
    let debts = owed.debts.iter().zip(&part.debts).zip(&settled.debts);
    let rest = |((before, part), paid): ((&Debt, &Debt), &Debt)| Debt {
        paid: before.paid + paid.paid,
        outstanding: before.outstanding - part.outstanding,
        ..*before
    };
    let debts: Vec<Debt> = debts.map(rest).collect();
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
