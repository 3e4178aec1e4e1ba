//! Settlement: allocates what is tendered to what is owed, and computes the change.

use super::debt::AllocationResult;
use super::request::{check_methods, known_tenders, unused};
use super::{
    Allocation, Change, ChangeIn, Debt, Payment, PaymentRequest, Tender, Tendered, TillContext, allocate, due, remaining, tenders_of,
    word_of,
};
use crate::base::{Cash, Code, CurrencyCode, Decided, Price, Refusal};
use crate::methods::PaymentMethod;

/// Whether a payment must cover all that is owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    /// Less is refused.
    Full,
    /// Less pays a part.
    Partial,
}

/// A payment that can be taken, and what becomes of the debts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The payment, which names neither an order, a customer nor a receipt yet.
    pub payment: Payment,
    /// The debts afterwards, in their order.
    pub debts: Vec<Debt>,
    /// For each debt, the money that was allocated to it.
    pub allocations: Vec<Vec<Allocation>>,
    /// Whether nothing is owed any more.
    pub settled: bool,
}

/// Lays what `request` offers on `debts`. `exact` says what an exact payment hands over: the method and currency of each debt.
///
/// # Errors
/// 400 for what the bar's methods do not take; 409 `underpaid`, `overpaid` or `reference_used`.
pub fn settle(
    request: &PaymentRequest,
    debts: &[Debt],
    exact: &[PaymentMethod],
    coverage: Coverage,
    till: &TillContext,
) -> Decided<Settled> {
    let (tenders, word) = tenders(request, debts, exact, till)?;
    let assumed = matches!(request.tendered, Tendered::Exact { .. });
    let allocation = allocate(debts, tenders.iter().map(Tender::cash).sum(), till.rate);
    let allocation = if assumed { allocation.in_full() } else { allocation };
    if coverage == Coverage::Full && !allocation.settled {
        return Err(underpaid(remaining(allocation.debts.iter(), till.rate)));
    }
    if matches!(request.tendered, Tendered::Tenders(_)) {
        not_overpaid(&tenders, debts, till)?;
    }
    unused(&tenders, till)?;
    let change = Change::of(allocation.excess, till.rate, change_in(request, &tenders), till.cash_step);
    let payment = Payment {
        id: till.next_payment_id,
        refund: false,
        order_id: None,
        sale_id: None,
        customer: None,
        change: change.given,
        rounding: change.rounding,
        rate: till.rate,
        by_word: matches!(request.tendered, Tendered::Amounts { .. } | Tendered::Exact { word: Some(_), .. }),
        method: word,
        assumed,
        notes: request.notes.clone(),
        receipt_number: None,
        when: Some(till.now),
        tenders,
    };
    let AllocationResult { debts: after, settled, .. } = allocation;
    let allocations = attribute(debts, &after, &payment);
    Ok(Settled { payment, debts: after, allocations, settled })
}

/// The tenders and the word of a payment.
fn tenders(request: &PaymentRequest, debts: &[Debt], exact: &[PaymentMethod], till: &TillContext) -> Decided<(Vec<Tender>, PaymentMethod)> {
    match &request.tendered {
        Tendered::Tenders(asked) => {
            let tenders = known_tenders("tenders", asked, till)?;
            let word = word_of(&tenders);
            Ok((tenders, word))
        }
        Tendered::Amounts { word, amount, reference } => {
            let tenders = tenders_of(word, *amount, reference.as_deref());
            check_methods("paymentMethod", &tenders, till)?;
            Ok((tenders, word.clone()))
        }
        Tendered::Exact { word, reference } => {
            let (tenders, said) = match word {
                Some(word) => (tenders_of(word, due(debts.iter()), reference.as_deref()), word.clone()),
                None => of_lines(debts, exact, reference.as_deref()),
            };
            check_methods("paymentMethod", &tenders, till)?;
            Ok((tenders, said))
        }
    }
}

/// What the lines of a sale come to, by the method and currency of each.
fn of_lines(debts: &[Debt], methods: &[PaymentMethod], reference: Option<&str>) -> (Vec<Tender>, PaymentMethod) {
    let mut tenders: Vec<Tender> = Vec::new();
    for (debt, method) in debts.iter().zip(methods) {
        let amount = due(std::iter::once(debt)).minor_in(debt.currency);
        match tenders.iter_mut().find(|tender| tender.method == *method && tender.currency == debt.currency) {
            Some(tender) => tender.amount += amount,
            None => {
                let reference = reference.map(str::to_owned);
                tenders.push(Tender { method: method.clone(), currency: debt.currency, amount, reference });
            }
        }
    }
    let word = word_of(&tenders);
    tenders.retain(|tender| tender.amount != 0);
    (tenders, word)
}

fn change_in(request: &PaymentRequest, tenders: &[Tender]) -> ChangeIn {
    let only_lrd = tenders.iter().all(|tender| tender.currency == CurrencyCode::Lrd);
    request.change_in.unwrap_or(if only_lrd { ChangeIn::Lrd } else { ChangeIn::Split })
}

fn underpaid(left: Price) -> Refusal {
    Refusal::new(Code::Underpaid, format!("{} / {} is still to pay", left.usd.display(), left.lrd.display()))
        .with("remainingUSD", left.usd.to_string().into())
        .with("remainingLRD", left.lrd.to_string().into())
}

/// Change is given from cash: other methods may not come to more than what is due.
fn not_overpaid(tenders: &[Tender], debts: &[Debt], till: &TillContext) -> Decided<()> {
    let not_cash: Cash = tenders.iter().filter(|tender| tender.method != PaymentMethod::CASH).map(Tender::cash).sum();
    if not_cash == Cash::ZERO || allocate(debts, not_cash, till.rate).excess == 0 {
        return Ok(());
    }
    let due = remaining(debts.iter(), till.rate);
    let message = format!("Only {} / {} is due, and change is given from cash alone", due.usd.display(), due.lrd.display());
    Err(Refusal::new(Code::Overpaid, message).with("dueUSD", due.usd.to_string().into()).with("dueLRD", due.lrd.to_string().into()))
}

/// Says of the money that each debt got which tender of `payment` it came from: the tenders of a currency are used up in their
/// order. Where cents were rounded, the last tender of the currency gives what is missing.
pub fn attribute(before: &[Debt], after: &[Debt], payment: &Payment) -> Vec<Vec<Allocation>> {
    let mut left: Vec<i64> = payment.tenders.iter().map(|tender| tender.amount).collect();
    let mut take = |currency: CurrencyCode, mut wanted: i64| {
        let mut parts = Vec::new();
        let of_currency: Vec<usize> = (0..left.len()).filter(|place| payment.tenders[*place].currency == currency).collect();
        for (nth, place) in of_currency.iter().enumerate() {
            let is_last = nth + 1 == of_currency.len();
            let amount = if is_last { wanted } else { wanted.min(left[*place]) };
            if amount != 0 {
                left[*place] -= amount;
                wanted -= amount;
                parts.push(Allocation { payment_id: payment.id, tender: u32::try_from(*place).unwrap_or(u32::MAX), currency, amount });
            }
        }
        parts
    };
    let one = |(before, after): (&Debt, &Debt)| {
        let got = after.paid + -before.paid;
        let mut parts = take(CurrencyCode::Usd, got.usd.as_minor());
        parts.extend(take(CurrencyCode::Lrd, got.lrd.as_minor()));
        parts.sort_by_key(|allocation| allocation.tender);
        parts
    };
    before.iter().zip(after).map(one).collect()
}
