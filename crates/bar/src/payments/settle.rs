//! Settlement: allocates a payment request to debts and computes the change.

use super::allocation::attribute;
use super::change::DOLLAR;
use super::debt::AllocationResult;
use super::payable::{PayableCash, count_as_nearest, has_lrd_cash, make_exact_payable, settle_payable};
use super::request::{check_methods, known_tenders, no_amount, unused};
use super::total::{is_too_much, missing, rounding_to_step};
use super::{
    Allocation, Change, ChangeIn, Debt, Owed, Payment, PaymentRequest, Reading, Tender, Tendered, TillContext, TipRequest, add_to_tenders,
    allocate_total, due, label_of, remaining, shown, tenders_of, value_in_both,
};
use crate::methods::PaymentMethod;
use base::{Cash, Code, CurrencyCode, Decided, Lrd, Price, Refusal, Usd};

/// Whether a payment must cover everything that is owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    /// A smaller amount is refused.
    Full,
    /// A smaller amount pays a part.
    Partial,
}

/// A payment that was accepted, and the debts after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// Without order, customer and receipt: the caller fills them in.
    pub payment: Payment,
    /// The debts afterwards, in their order.
    pub debts: Vec<Debt>,
    /// For each debt, the money that was allocated to it.
    pub allocations: Vec<Vec<Allocation>>,
    /// Whether nothing is owed any more.
    pub settled: bool,
}

/// Allocates the money of `request` to `debts`. `readings` are what the guest was shown for them, where that is not the sum at the rate
/// (see [`allocate_total`]). `exact` holds the method of each debt, for a payment of exactly what is due.
///
/// # Errors
/// 400 for what the bar's payment methods do not accept, and for a tip above what is left after the bill; 409 `underpaid`, `overpaid`,
/// `reference_used`, `choose_till` or `no_shift`.
pub fn settle(
    request: &PaymentRequest,
    debts: &[Debt],
    readings: &[Reading],
    exact: &[PaymentMethod],
    coverage: Coverage,
    till: &TillContext,
) -> Decided<Settled> {
    let (mut tenders, label) = tenders(request, debts, exact, till)?;
    let offers_lrd = has_lrd_cash(&tenders);
    count_as_nearest(&mut tenders, &till.steps);
    let exact = matches!(request.tendered, Tendered::Exact { .. });
    let tendered: Cash = tenders.iter().map(Tender::cash).sum();
    let allocation = allocate_total(debts, readings, tendered, till.rate);
    let payable = settle_payable(&tenders, offers_lrd, debts, readings, request.tip.amount, till);
    let preselected = || preselected_rounding(request, &tenders, debts, readings, till);
    let (allocation, rounded_due) = match payable {
        Some(PayableCash { allocation, rounding }) => (allocation, rounding),
        None => match preselected().filter(|_| !(till.steps.rounds_due && offers_lrd)) {
            Some(rounding) => (allocation.keeping(tendered, debts), rounding),
            None if exact => (allocation.in_full(), Lrd::ZERO),
            None => (allocation, Lrd::ZERO),
        },
    };
    if offers_lrd && tenders.is_empty() && !allocation.settled {
        return Err(no_amount(request));
    }
    if coverage == Coverage::Full && !allocation.settled {
        let tip = value_in_both(request.tip.amount, till.rate);
        return Err(underpaid(missing(debts, &allocation.debts, readings, tendered, till.rate) + tip));
    }
    let tip = request.tip.take(&allocation, till.rate)?;
    if !exact {
        not_overpaid(&request.tip, &tenders, debts, readings, till)?;
    }
    unused(&tenders, till)?;
    let change = Change::of(tip.excess, till.rate, change_in(request, &tenders), &till.steps);
    let booking = till.choice.book(&tenders, change.given)?;
    let payment = Payment {
        id: till.next_payment_id,
        refund: false,
        order_id: None,
        sale_id: None,
        customer: None,
        change: change.given,
        rounding: rounded_due + change.rounding,
        rounded_due,
        tip: till.tips.tip(tip.amount),
        rate: till.rate,
        by_word: matches!(request.tendered, Tendered::Amounts { .. } | Tendered::Exact { label: Some(_), .. }),
        method: label,
        assumed: exact || request.assumed,
        notes: request.notes.clone(),
        receipt_number: None,
        when: till.now,
        booking,
        share: None,
        refunds: None,
        taken_on_order_id: None,
        owed: Some(Owed::of(debts, readings)),
        tenders,
    };
    let AllocationResult { debts: after, settled, .. } = allocation;
    let allocations = attribute(debts, &after, &payment);
    Ok(Settled { payment, debts: after, allocations, settled })
}

/// What cash that the screen preselected is off what is due, in LRD: there are no coins for the rest. `None` for any other payment.
fn preselected_rounding(
    request: &PaymentRequest,
    tenders: &[Tender],
    debts: &[Debt],
    readings: &[Reading],
    till: &TillContext,
) -> Option<Lrd> {
    let is_cash = tenders.iter().all(|tender| tender.method == PaymentMethod::CASH);
    let has_tip = request.tip.keep_change || request.tip.amount != Cash::ZERO;
    if !request.assumed || tenders.is_empty() || !is_cash || has_tip {
        return None;
    }
    let tender: Cash = tenders.iter().map(Tender::cash).sum();
    let rounding = rounding_to_step(debts, readings, tender, till.rate, till.steps.lrd)?;
    // Any other amount could be less by up to half a step, which a seller might keep from every sale.
    let is_laid_down = i128::from(tender.usd.as_minor()) % DOLLAR == 0 && tender.lrd.as_minor() % till.steps.lrd.as_minor().max(1) == 0;
    (rounding.is_zero() || is_laid_down).then_some(rounding)
}

/// The tenders and the label of a payment.
fn tenders(request: &PaymentRequest, debts: &[Debt], exact: &[PaymentMethod], till: &TillContext) -> Decided<(Vec<Tender>, PaymentMethod)> {
    match &request.tendered {
        Tendered::Tenders(requested) => {
            let tenders = known_tenders("tenders", requested, till)?;
            let label = label_of(&tenders);
            Ok((tenders, label))
        }
        Tendered::Amounts { label, amount, reference } => {
            let tenders = tenders_of(label, *amount, reference.as_deref());
            check_methods("paymentMethod", &tenders, till)?;
            Ok((tenders, label.clone()))
        }
        Tendered::Exact { label, reference } => {
            let (mut tenders, label) = match label {
                Some(label) => (tenders_of(label, due(debts.iter()), reference.as_deref()), label.clone()),
                None => tenders_of_lines(debts, exact, reference.as_deref()),
            };
            make_exact_payable(&mut tenders, debts, till);
            check_methods("paymentMethod", &tenders, till)?;
            Ok((tenders, label))
        }
    }
}

/// Tenders that pay each line of a sale exactly, in its own currency and by its own method, with their label.
fn tenders_of_lines(debts: &[Debt], methods: &[PaymentMethod], reference: Option<&str>) -> (Vec<Tender>, PaymentMethod) {
    let mut tenders: Vec<Tender> = Vec::new();
    for (debt, method) in debts.iter().zip(methods) {
        let amount = due(std::iter::once(debt)).minor_in(debt.currency);
        add_to_tenders(&mut tenders, method, debt.currency, amount, reference);
    }
    let label = label_of(&tenders);
    tenders.retain(|tender| tender.amount != 0);
    (tenders, label)
}

fn change_in(request: &PaymentRequest, tenders: &[Tender]) -> ChangeIn {
    let only_lrd = tenders.iter().all(|tender| tender.currency == CurrencyCode::Lrd);
    request.change_in.unwrap_or(if only_lrd { ChangeIn::Lrd } else { ChangeIn::Split })
}

fn underpaid(outstanding: Price) -> Refusal {
    Refusal::new(Code::Underpaid, format!("{} / {} is still to pay", outstanding.usd.display(), outstanding.lrd.display()))
        .with("remainingUSD", outstanding.usd.to_string().into())
        .with("remainingLRD", outstanding.lrd.to_string().into())
}

/// A tip as what is owed in each currency, for sums of what is still to pay.
fn tip_as_debts(tip: Cash) -> [Debt; 2] {
    [
        Debt::whole(CurrencyCode::Usd, Price { usd: tip.usd, lrd: Lrd::ZERO }),
        Debt::whole(CurrencyCode::Lrd, Price { usd: Usd::ZERO, lrd: tip.lrd }),
    ]
}

/// Refuses more than what is due, the tip included, by methods other than cash, because change is given from cash.
fn not_overpaid(tip: &TipRequest, tenders: &[Tender], debts: &[Debt], readings: &[Reading], till: &TillContext) -> Decided<()> {
    let not_cash: Cash = tenders.iter().filter(|tender| tender.method != PaymentMethod::CASH).map(Tender::cash).sum();
    if tip.keep_change || !is_too_much(debts, readings, not_cash, tip.amount, till.rate) {
        return Ok(());
    }
    let due = match readings {
        [] => remaining(debts.iter().chain(&tip_as_debts(tip.amount)), till.rate),
        readings => shown(debts, readings, till.rate) + value_in_both(tip.amount, till.rate),
    };
    let message = format!("Only {} / {} is due, and only cash can give change", due.usd.display(), due.lrd.display());
    Err(Refusal::new(Code::Overpaid, message).with("dueUSD", due.usd.to_string().into()).with("dueLRD", due.lrd.to_string().into()))
}
