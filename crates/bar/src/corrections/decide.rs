//! Decides a correction.

use super::lines::{MoneyLine, money_lines};
use super::{CorrectedOrder, PaymentCorrected};
use crate::credit::{CorrectedCredit, CreditItem, CreditStatus};
use crate::orders::{Order, OrderStatus};
use crate::payments::{
    Allocation, Before, Booking, ChangeIn, CorrectedPayment, Debt, PaidLine, Payment, PaymentRow, Reading, TenderRequest, TillContext,
    cash_value, correct, sum_of, value_in_both,
};
use crate::reasons::{ReasonChoice, ReasonContext, ReasonKind};
use crate::sales::{CorrectedLine, CorrectedSale, CounterPayment, Sale, StillOpen};
use crate::tills::{Shift, z_name};
use base::{Cash, Code, Decided, Lrd, Refusal, Usd};

/// Corrects a payment.
#[derive(Debug, Clone)]
pub struct CorrectPayment {
    pub payment_id: u64,
    /// What was really handed over.
    pub tenders: Vec<TenderRequest>,
    /// How change was given; `None`: in LRD when only LRD was tendered, else split.
    pub change_in: Option<ChangeIn>,
    /// The till that the request names.
    pub till_id: Option<u64>,
    pub reason: ReasonChoice,
}

/// Data that [`correct_payment`] needs.
#[derive(Debug)]
pub struct CorrectionContext<'a> {
    /// `None` if there is none with this id.
    pub payment: Option<PaymentRow>,
    /// Whether the payment or its tip was given back.
    pub is_given_back: bool,
    /// The shift that took it.
    pub shift: Option<Shift>,
    /// Those with its money.
    pub sales: Vec<Sale>,
    pub orders: Vec<Order>,
    pub credits: Vec<CreditItem>,
    /// The Z of another shift that was closed with one of these sales.
    pub closed_elsewhere: Option<u64>,
    pub till: TillContext<'a>,
    pub reasons: ReasonContext,
}

/// Decides the correction.
///
/// # Errors
/// 404 for an unknown payment; 409 `shift_closed` with `zNumber` once the shift is closed; `conflict` after the business day of a payment
/// without a till, for another till, for cash in none, for a refund, a payment of which something was given back, and money that is on
/// another order since; those of [`correct`], and of [`ReasonContext::require`].
pub fn correct_payment(command: &CorrectPayment, context: &CorrectionContext) -> Decided<Vec<PaymentCorrected>> {
    let (reason, text) = context.reasons.require(&command.reason, ReasonKind::Void)?;
    let payment = &context.payment.as_ref().ok_or_else(|| Refusal::not_found("payment"))?.payment;
    if payment.refund {
        return Err(Refusal::conflict("This is money that was given back"));
    }
    in_time(payment, context)?;
    if command.till_id.is_some_and(|id| payment.booking.and_then(Booking::till_id) != Some(id)) {
        return Err(Refusal::conflict("The till of a payment stays"));
    }
    let lines = money_lines(payment.id, &context.sales, &context.orders, &context.credits);
    if context.is_given_back || is_given_back(payment.id, context) {
        return Err(Refusal::conflict("Some of this payment was given back already"));
    }
    let corrected = match context.sales.iter().find(|sale| sale.counter_payment.is_some() && sale.payment_id == Some(payment.id)) {
        Some(sale) => at_the_counter(command, payment, sale, &context.till)?,
        None => on_account(command, payment, &lines, &context.till)?,
    };
    in_a_till(payment, &corrected.payment)?;
    Ok(vec![PaymentCorrected {
        sales: context.sales.iter().filter_map(|sale| corrected_sale(sale, payment, &corrected, &lines)).collect(),
        orders: context.orders.iter().filter_map(|order| corrected_order(order, payment, &corrected, &lines)).collect(),
        credits: lines.iter().zip(&corrected.allocations).filter_map(|(line, own)| corrected_credit(line, payment, own)).collect(),
        parts: changed(&lines, &corrected, payment.id, |line| line.sale.is_none() && line.is_revenue),
        old_debts: changed(&lines, &corrected, payment.id, |line| !line.is_revenue),
        day: context.till.now.day,
        reason: text,
        listed_reason: reason.listed,
        approval: None,
        before: Box::new(payment.clone()),
        payment: Box::new(corrected.payment),
    }])
}

/// Refuses a payment that is in a Z, or, without a till, of an earlier business day.
fn in_time(payment: &Payment, context: &CorrectionContext) -> Decided<()> {
    let of_shift = context.shift.as_ref().and_then(|shift| shift.closing.as_ref()).map(|closing| closing.z_number);
    if let Some(number) = of_shift.or(context.closed_elsewhere) {
        let message = format!("{} is closed. Give the payment back and take a new one.", z_name(number));
        return Err(Refusal::new(Code::ShiftClosed, message).with("zNumber", z_name(number).into()));
    }
    if context.shift.is_none() && payment.when.day != context.till.now.day {
        return Err(Refusal::conflict("This payment is of an earlier day. Give it back and take a new one."));
    }
    Ok(())
}

/// Refuses cash for a payment that is in no till: a drawer would hold cash that it does not expect.
fn in_a_till(before: &Payment, after: &Payment) -> Decided<()> {
    let is_new_cash = after.cash_moved() != Cash::ZERO && before.cash_moved() == Cash::ZERO;
    match before.booking {
        Some(Booking::Unassigned) if is_new_cash => {
            Err(Refusal::conflict("This payment is in no till. Give it back and take the cash as a new one."))
        }
        Some(Booking::Unassigned | Booking::Shift { .. }) | None => Ok(()),
    }
}

/// Whether something that has the money of the payment was voided or given back.
fn is_given_back(payment_id: u64, context: &CorrectionContext) -> bool {
    let has_money = |allocations: &[Allocation]| allocations.iter().any(|part| part.payment_id == payment_id);
    let is_less = |sale: &Sale| {
        let mut lines = sale.lines.iter().filter(|line| has_money(&line.line.allocations));
        lines.any(|line| line.voided_at.is_some() || line.voided.quantity != 0 || line.refunded.quantity != 0)
    };
    context.sales.iter().any(is_less)
        || context
            .orders
            .iter()
            .any(|order| order.status == OrderStatus::Cancelled && order.lines().any(|item| has_money(&item.line.allocations)))
        || context.credits.iter().any(|item| item.status == CreditStatus::Voided && has_money(&item.line.allocations))
}

/// The payment of a counter sale: its lines say what was owed.
fn at_the_counter(command: &CorrectPayment, payment: &Payment, sale: &Sale, till: &TillContext) -> Decided<CorrectedPayment> {
    let lines = || sale.lines.iter().map(|line| &line.line);
    let debts: Vec<Debt> = lines().map(|line| Debt::whole(line.currency, line.gross())).collect();
    let readings: Vec<Reading> = lines().map(|line| Reading::of(line.gross())).collect();
    let before = Before { debts: &debts, readings: &readings, lines: None };
    let corrected = correct(payment, &command.tenders, command.change_in, &before, till)?;
    let has_money = lines().map(|line| line.allocations.iter().any(|part| part.payment_id == payment.id));
    let allocations = has_money.zip(corrected.allocations).filter_map(|(has_money, own)| has_money.then_some(own)).collect();
    Ok(CorrectedPayment { allocations, ..corrected })
}

/// A payment on an order or on credit: it keeps what was owed then.
fn on_account(command: &CorrectPayment, payment: &Payment, lines: &[MoneyLine], till: &TillContext) -> Decided<CorrectedPayment> {
    let Some(owed) = payment.owed.filter(|_| is_all(payment, lines)) else {
        return Err(Refusal::conflict("Its money is on another order since. Give the payment back and take a new one."));
    };
    let paid: Vec<PaidLine> = lines.iter().map(|line| line.paid(payment.id)).collect();
    let (debts, readings) = (owed.debts(), owed.readings());
    correct(payment, &command.tenders, command.change_in, &Before { debts: &debts, readings: &readings, lines: Some(&paid) }, till)
}

/// Whether `lines` have all money of the payment: what the bar kept, but for what change and due were rounded by, and what whole cents on
/// each line lose.
fn is_all(payment: &Payment, lines: &[MoneyLine]) -> bool {
    let rate = payment.rate;
    let on_lines: Cash = lines.iter().map(|line| line.money_of(payment.id)).sum();
    let rounded = Cash { lrd: payment.rounding + -payment.rounded_due, ..Cash::ZERO };
    let cents = i64::try_from(lines.len()).map_or(i64::MAX, |lines| lines.saturating_add(1));
    let cents = Cash { usd: Usd::minor(cents), lrd: Lrd::minor(cents) };
    (cash_value(payment.kept() + rounded, rate) - cash_value(on_lines, rate)).abs() <= cash_value(cents, rate)
}

/// What the lines that are `counted` have of the payment after the correction, less what they had.
fn changed(lines: &[MoneyLine], corrected: &CorrectedPayment, payment_id: u64, counted: impl Fn(&MoneyLine) -> bool) -> Cash {
    let counted = lines.iter().zip(&corrected.allocations).filter(|(line, _)| counted(line));
    counted.map(|(line, own)| sum_of(own) + -line.money_of(payment_id)).sum()
}

fn corrected_line(id: u64, line: &MoneyLine, own: &[Allocation], before: &Payment, after: &Payment, is_settled: bool) -> CorrectedLine {
    let is_last = is_settled && line.is_paid_last_by(before.id);
    let method = if is_last { after.method.clone() } else { line.method.clone() };
    CorrectedLine { id, method, allocations: line.with(before.id, own) }
}

fn corrected_sale(sale: &Sale, before: &Payment, corrected: &CorrectedPayment, lines: &[MoneyLine]) -> Option<CorrectedSale> {
    let after = &corrected.payment;
    let on_it = |line: &MoneyLine| line.sale.as_ref().filter(|(number, _)| *number == sale.receipt_number).map(|(_, id)| *id);
    let of_sale = lines.iter().zip(&corrected.allocations).filter_map(|(line, own)| Some((on_it(line)?, line, own)));
    let mut corrected_lines: Vec<CorrectedLine> =
        of_sale.map(|(id, line, own)| corrected_line(id, line, own, before, after, true)).collect();
    if corrected_lines.is_empty() {
        return None;
    }
    if sale.counter_payment.is_some() {
        // Lines that cost nothing are paid like the others of their receipt.
        let others = sale.lines.iter().map(|line| &line.line).filter(|line| line.allocations.is_empty());
        let free = others.map(|line| CorrectedLine { id: line.id, method: after.method.clone(), allocations: Vec::new() });
        corrected_lines.extend(free.collect::<Vec<_>>());
    }
    let is_own = sale.payment_id == Some(before.id);
    // The receipt of an order says what was handed over in all its payments, that of credit what was handed over in the last one.
    let is_of_order = sale.lines.iter().any(|line| line.line.order_id.is_some() && line.line.credit_id.is_none());
    let counts = is_own || is_of_order;
    let tendered = sale.tendered.map(|all| if counts { all + -before.tendered() + after.tendered() } else { all });
    let others = lines.iter().zip(&corrected.allocations).filter(|(line, _)| on_it(line).is_none());
    let on_account: Cash = others.map(|(_, own)| sum_of(own)).sum();
    Some(CorrectedSale {
        receipt_number: sale.receipt_number.clone(),
        method: if is_own { after.method.clone() } else { sale.method.clone() },
        counter_payment: sale.counter_payment.as_ref().map(|_| CounterPayment::of(after)),
        change: if counts && sale.tendered.is_some() { sale.change + -before.change + after.change } else { sale.change },
        tendered,
        open: sale.open.map(|open| if is_own { StillOpen { on_account, ..open } } else { open }),
        lines: corrected_lines,
    })
}

fn corrected_order(order: &Order, before: &Payment, corrected: &CorrectedPayment, lines: &[MoneyLine]) -> Option<CorrectedOrder> {
    let of_order = lines.iter().zip(&corrected.allocations).filter_map(|(line, own)| {
        let (_, item_id) = line.item.filter(|(order_id, _)| *order_id == order.id)?;
        let is_settled = order.lines().any(|item| item.id == item_id && item.debt.is_settled());
        Some(corrected_line(item_id, line, own, before, &corrected.payment, is_settled))
    });
    let items: Vec<CorrectedLine> = of_order.collect();
    (!items.is_empty()).then_some(CorrectedOrder { order_id: order.id, items })
}

fn corrected_credit(line: &MoneyLine, payment: &Payment, own: &[Allocation]) -> Option<CorrectedCredit> {
    let value = |money: Cash| value_in_both(money, payment.rate).usd;
    Some(CorrectedCredit {
        credit_id: line.credit_id?,
        allocations: line.with(payment.id, own),
        value_usd: value(sum_of(own)) - value(line.money_of(payment.id)),
    })
}
