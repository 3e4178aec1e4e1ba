//! Payable cash: amounts that the bar's notes and coins make up.
//!
//! Where `rounds_due` is set, what is due in cash in Liberian dollars, after all other tenders, is rounded to the smallest note or coin, and
//! what is laid down counts as the nearest such amount. The difference is on record as the rounding of the payment.

use super::change::LRD_CENT;
use super::debt::{AllocationResult, Debt, cash_value, narrow, outstanding_value, value_in_both};
use super::total::balances;
use super::{Reading, Tender, TillContext, add_to_tenders, allocate_total};
use crate::methods::PaymentMethod;
use crate::settings::CashSteps;
use base::decimal::divide_rounded;
use base::{Cash, CurrencyCode, Lrd, Usd};

/// What settles debts with payable cash.
pub(super) struct PayableCash {
    /// All money that is kept for the debts is allocated to them; the excess is what was laid down beyond what was due.
    pub allocation: AllocationResult,
    /// What was due less what is kept for it.
    pub rounding: Lrd,
}

pub(super) fn is_lrd_cash(tender: &Tender) -> bool {
    tender.method == PaymentMethod::CASH && tender.currency == CurrencyCode::Lrd
}

/// Whether one of `tenders` is cash in Liberian dollars.
pub(super) fn has_lrd_cash(tenders: &[Tender]) -> bool {
    tenders.iter().any(is_lrd_cash)
}

/// Counts each cash tender in Liberian dollars as the nearest payable amount. Those that come to nothing are left out.
pub(super) fn count_as_nearest(tenders: &mut Vec<Tender>, steps: &CashSteps) {
    if steps.rounds_due {
        tenders.iter_mut().filter(|tender| is_lrd_cash(tender)).for_each(|tender| {
            tender.amount = narrow(steps.nearest(i128::from(tender.amount)));
        });
        tenders.retain(|tender| tender.amount != 0);
    }
}

/// Makes the cash of an exact payment of `debts` payable: dollars in whole steps, the rest in Liberian dollars.
pub(super) fn make_exact_payable(tenders: &mut Vec<Tender>, debts: &[Debt], till: &TillContext) {
    let steps = &till.steps;
    let off_step = |tender: &Tender| i128::from(tender.amount) != steps.whole_usd(i128::from(tender.amount));
    let is_usd_cash = |tender: &&mut Tender| tender.method == PaymentMethod::CASH && tender.currency == CurrencyCode::Usd;
    let mut is_off = false;
    for tender in tenders.iter_mut().filter(is_usd_cash).filter(|tender| off_step(tender)) {
        tender.amount = narrow(steps.whole_usd(i128::from(tender.amount)));
        is_off = true;
    }
    let rounds = steps.rounds_due && has_lrd_cash(tenders);
    if !is_off && !rounds {
        return;
    }
    let others: Cash = tenders.iter().filter(|tender| !is_lrd_cash(tender)).map(Tender::cash).sum();
    let rest = divide_rounded(outstanding_value(debts.iter(), till.rate) - cash_value(others, till.rate), LRD_CENT);
    let payable = narrow(if steps.rounds_due { steps.nearest(rest) } else { rest }.max(0));
    let laid_down: i64 = tenders.iter().filter(|tender| is_lrd_cash(tender)).map(|tender| tender.amount).sum();
    add_to_tenders(tenders, &PaymentMethod::CASH, CurrencyCode::Lrd, payable - laid_down, None);
    tenders.retain(|tender| tender.amount != 0);
}

/// How the money settles debts and `tip` where what is due in cash in Liberian dollars is rounded. `None` where nothing is rounded: no such
/// cash was offered (`offers_lrd`), other money covers everything, too little was laid down, or the due is payable as it is.
pub(super) fn settle_payable(
    tenders: &[Tender],
    offers_lrd: bool,
    debts: &[Debt],
    readings: &[Reading],
    tip: Cash,
    till: &TillContext,
) -> Option<PayableCash> {
    let (steps, rate) = (&till.steps, till.rate);
    let has_usd_cash = tenders.iter().any(|tender| tender.method == PaymentMethod::CASH && tender.currency == CurrencyCode::Usd);
    // In a bar without US coins the rest of a dollar is due in Liberian dollars, which may come to nothing.
    if !steps.rounds_due || !(offers_lrd || has_usd_cash && !steps.has_us_cents()) {
        return None;
    }
    let tendered: Cash = tenders.iter().map(Tender::cash).sum();
    let lrd: i64 = tenders.iter().filter(|tender| is_lrd_cash(tender)).map(|tender| tender.amount).sum();
    let laid_down = i128::from(lrd);
    let (less, more) = balances(debts, readings, tendered, rate);
    let due = |balance: i128| divide_rounded(laid_down * LRD_CENT - balance + cash_value(tip, rate), LRD_CENT);
    let (least, most) = (due(more), due(less));
    if most <= 0 || laid_down < steps.nearest(least).max(0) {
        return None;
    }
    let excess = (laid_down - steps.nearest(most)).max(0);
    // With two readings, money between them is all kept and nothing is rounded.
    let rounding = if excess > 0 { most - steps.nearest(most) } else { -0.clamp(laid_down - most, laid_down - least) };
    if rounding == 0 {
        return None;
    }
    let plain = allocate_total(debts, readings, tendered, rate);
    let over = over(excess, if tip == Cash::ZERO { plain.over.usd } else { Usd::ZERO }, till);
    let kept = without(tendered + -over, tip, till);
    let allocation = allocate_total(debts, readings, kept, rate).keeping(kept, debts);
    let over = over + tip;
    Some(PayableCash {
        allocation: AllocationResult { excess: excess * LRD_CENT + cash_value(tip, rate), over, ..allocation },
        rounding: Lrd::minor(narrow(rounding)),
    })
}

/// `excess` Liberian cents as money: `usd` of it in US dollars, if it is as much as that.
fn over(excess: i128, usd: Usd, till: &TillContext) -> Cash {
    let lrd = excess - divide_rounded(cash_value(Cash { usd, lrd: Lrd::ZERO }, till.rate), LRD_CENT);
    match lrd >= 0 {
        true => Cash { usd, lrd: Lrd::minor(narrow(lrd)) },
        false => Cash { usd: Usd::ZERO, lrd: Lrd::minor(narrow(excess)) },
    }
}

/// `money` without `tip`, each currency out of its own, and what it does not hold out of the other.
fn without(money: Cash, tip: Cash, till: &TillContext) -> Cash {
    let left = money + -tip;
    let missing = Cash { usd: left.usd.min(Usd::ZERO), lrd: left.lrd.min(Lrd::ZERO) };
    if missing == Cash::ZERO {
        return left;
    }
    let of_other = value_in_both(missing, till.rate);
    match missing.usd.is_zero() {
        true => Cash { usd: (left.usd + of_other.usd).max(Usd::ZERO), lrd: Lrd::ZERO },
        false => Cash { usd: Usd::ZERO, lrd: (left.lrd + of_other.lrd).max(Lrd::ZERO) },
    }
}
