//! Corrections: a payment as it should have been entered, reckoned at its own rate from what was owed before it.

use super::allocation::{attribute, give_the_rest};
use super::debt::{cash_value, is_rest, narrow, outstanding_value, value_unit};
use super::{
    Allocation, ChangeIn, Coverage, Debt, Payment, PaymentRequest, Reading, Tender, TenderRequest, Tendered, TillChoice, TillContext,
    TipRequest, allocate, allocate_total, settle,
};
use base::decimal::divide_rounded;
use base::{Cash, Code, CurrencyCode, Decided, Lrd, Rate, Refusal, Timestamp};

/// The form that a payment had before a correction, and who corrected it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierForm {
    pub at: Timestamp,
    /// Username of the person who corrected it.
    pub user_name: String,
    /// Username of the person who approved it, if it needed an approval.
    pub approved_by: Option<String>,
    /// In words.
    pub reason: String,
    pub tenders: Vec<Tender>,
    pub change: Cash,
    pub rounding: Lrd,
}

/// A line and the money of the payment on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaidLine {
    pub currency: CurrencyCode,
    pub money: Cash,
}

/// A corrected payment.
#[derive(Debug)]
pub struct CorrectedPayment {
    pub payment: Payment,
    /// For each line, the money of the payment on it.
    pub allocations: Vec<Vec<Allocation>>,
}

/// The debts that a payment was for, as they were before it.
pub struct Before<'a> {
    pub debts: &'a [Debt],
    pub readings: &'a [Reading],
    /// The lines with its money. `None`: the debts are those of the lines, one by one.
    pub lines: Option<&'a [PaidLine]>,
}

/// Decides the payment with `tenders` in place of those that it has.
///
/// # Errors
/// 409 `conflict` for the tenders that it has, and for money that leaves another sum open than it does; else those of [`settle`].
pub fn correct(
    payment: &Payment,
    tenders: &[TenderRequest],
    change_in: Option<ChangeIn>,
    before: &Before,
    till: &TillContext,
) -> Decided<CorrectedPayment> {
    let Before { debts, readings, lines } = *before;
    let tip = TipRequest { amount: payment.tip_amount(), ..TipRequest::default() };
    let request = PaymentRequest { change_in, tip, ..PaymentRequest::of(Tendered::Tenders(tenders.to_vec())) };
    let used = till.used.iter().filter(|used| used.payment_id != payment.id).cloned().collect();
    let choice = payment.booking.map_or(TillChoice::Off, TillChoice::Found);
    let till = TillContext { rate: payment.rate, choice, used, next_payment_id: payment.id, ..till.clone() };
    let settled = settle(&request, debts, readings, &[], Coverage::Partial, &till).map_err(|refusal| of_tip(payment, refusal))?;
    let left = outstanding_value(settled.debts.iter(), payment.rate);
    if !is_rest((left - left_after(payment, debts, readings)).abs(), payment.rate) {
        return Err(another_sum());
    }
    let corrected = Payment {
        tenders: settled.payment.tenders,
        change: settled.payment.change,
        rounding: settled.payment.rounding,
        rounded_due: settled.payment.rounded_due,
        method: settled.payment.method,
        by_word: false,
        assumed: false,
        ..payment.clone()
    };
    if is_same(&corrected.tenders, &payment.tenders) {
        return Err(Refusal::conflict("It was paid like this already"));
    }
    let allocations = match lines {
        Some(lines) => allocate_again(lines, settled.debts.iter().map(|debt| debt.paid).sum(), payment, &corrected),
        None => settled.allocations,
    };
    Ok(CorrectedPayment { payment: corrected, allocations })
}

/// Too little for the bill and the tip leaves the bill open, whatever the tip is.
fn of_tip(payment: &Payment, refusal: Refusal) -> Refusal {
    let is_of_tip = refusal.code == Code::Invalid && refusal.fields.iter().any(|(name, _)| name.starts_with("tip"));
    if payment.tip.is_some() && is_of_tip { another_sum() } else { refusal }
}

fn another_sum() -> Refusal {
    Refusal::conflict("With this another sum would be open. Give the payment back and take a new one.")
}

/// What the payment left open, in the unit of [`super::AllocationResult::excess`].
fn left_after(payment: &Payment, debts: &[Debt], readings: &[Reading]) -> i128 {
    // Only a payment that settles gives change, takes a tip, or rounds what is due.
    if payment.change != Cash::ZERO || payment.tip.is_some() || !payment.rounding.is_zero() {
        return 0;
    }
    let after = allocate_total(debts, readings, payment.kept(), payment.rate);
    if after.settled { 0 } else { outstanding_value(after.debts.iter(), payment.rate) }
}

/// Whether both are the same money, in any order.
fn is_same(some: &[Tender], others: &[Tender]) -> bool {
    let mut left: Vec<&Tender> = others.iter().collect();
    let all_found = some.iter().all(|tender| match left.iter().position(|other| *other == tender) {
        Some(place) => {
            left.swap_remove(place);
            true
        }
        None => false,
    });
    all_found && left.is_empty()
}

/// `money` of the corrected payment on its lines. Where the bar keeps as much in each currency as before, each line gets as much as it had;
/// else each gets its part of the worth, in its own currency first.
fn allocate_again(lines: &[PaidLine], money: Cash, was: &Payment, payment: &Payment) -> Vec<Vec<Allocation>> {
    // Cents on many lines are rounded, so that together they need not be what was kept.
    let before: Cash = lines.iter().map(|line| line.money).sum();
    let is_as_before = money == before || payment.kept() == was.kept();
    let parts = if is_as_before { lines.iter().map(|line| line.money).collect() } else { parts_of(lines, before, money, payment.rate) };
    let nothing: Vec<Debt> = lines.iter().map(|line| Debt { currency: line.currency, outstanding: 0, paid: Cash::ZERO }).collect();
    let paid: Vec<Debt> = nothing.iter().zip(parts).map(|(debt, paid)| Debt { paid, ..*debt }).collect();
    attribute(&nothing, &paid, payment)
}

/// `money` on the lines, in the proportion of what they had.
fn parts_of(lines: &[PaidLine], before: Cash, money: Cash, rate: Rate) -> Vec<Cash> {
    let (was, is) = ((cash_value(before, rate) / PRECISE).max(1), cash_value(money, rate) / PRECISE);
    let share = |line: &PaidLine| {
        let worth = divide_rounded(cash_value(line.money, rate), value_unit(line.currency, rate));
        Debt { currency: line.currency, outstanding: narrow(divide_rounded(worth * is, was)), paid: Cash::ZERO }
    };
    let debts: Vec<Debt> = lines.iter().map(share).collect();
    let mut parts: Vec<Cash> = allocate(&debts, money, rate).debts.into_iter().map(|debt| debt.paid).collect();
    for currency in [CurrencyCode::Usd, CurrencyCode::Lrd] {
        give_the_rest(&mut parts, money.minor_in(currency), currency);
    }
    parts
}

/// What exact values are divided by for a proportion: a product with one of them stays in 128 bits.
const PRECISE: i128 = 1_000_000;
