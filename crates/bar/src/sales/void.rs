//! Voids of sale lines: of one or several of a receipt, whole or in part.

use serde::{Deserialize, Serialize};

use super::{ReceiptMoney, RecordedLine, SaleVoided, VoidedPart};
use crate::payments::{
    CashSteps, Payment, RefundOf, Refundable, Tender, TenderRequest, TillContext, TillRequest, label_of, refunds, returned, tip_refunds,
    value_in_both,
};
use crate::reasons::{ReasonChoice, ReasonContext, ReasonKind};
use base::{Cash, CurrencyCode, Decided, Lrd, Refusal};

/// Voids sale lines: all of them or none.
#[derive(Debug, Clone)]
pub struct VoidSale {
    /// The receipt that all lines must be on; `None` for a single line that is named by its id alone.
    pub receipt_number: Option<String>,
    /// At least one; none twice.
    pub lines: Vec<LineToVoid>,
    pub reason: ReasonChoice,
    /// Whether the goods go back to the shelf; `None`: as the reason says.
    pub return_to_stock: Option<bool>,
    /// The tenders that give the money back; `None`: as it came in.
    pub refund: Option<Vec<TenderRequest>>,
    /// Whether the tips of the payments are given back too.
    pub return_tip: bool,
    /// The till that gives it back.
    pub till: TillRequest,
}

/// A line to void.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineToVoid {
    pub sale_id: u64,
    /// Pieces; `None` for all that are left.
    pub quantity: Option<i64>,
}

impl VoidSale {
    /// A void of one line, whole.
    pub fn whole(sale_id: u64, reason: &str, return_to_stock: bool) -> Self {
        let lines = vec![LineToVoid { sale_id, quantity: None }];
        let reason = reason.into();
        VoidSale {
            receipt_number: None,
            lines,
            reason,
            return_to_stock: Some(return_to_stock),
            refund: None,
            return_tip: false,
            till: TillRequest::default(),
        }
    }
}

/// Data that [`void_sale`] needs.
#[derive(Debug)]
pub struct VoidContext<'a> {
    /// Whether the receipt of the command exists. True for a command without one.
    pub receipt_exists: bool,
    /// The lines of the command that exist.
    pub sales: Vec<RecordedLine>,
    /// The money on their receipts.
    pub money: ReceiptMoney,
    /// The payments whose tips are to be given back, oldest first.
    pub tips: Vec<Payment>,
    pub till: TillContext<'a>,
    pub reasons: ReasonContext,
}

/// Voids lines and gives their money back.
///
/// # Errors
/// 404 for an unknown receipt, and for a line that is unknown or not on it; 409 `conflict` for a line that is voided or
/// refunded already, for one of a refund, and for more pieces than are left; and those of [`refunds`] and [`ReasonContext::require`].
pub fn void_sale(command: &VoidSale, context: &VoidContext) -> Decided<Vec<SaleVoided>> {
    let (reason, text) = context.reasons.require(&command.reason, ReasonKind::Void)?;
    if !context.receipt_exists {
        return Err(Refusal::not_found("receipt"));
    }
    let chosen = parts(&command.lines, command.receipt_number.as_deref(), &context.sales)?;
    let steps = &context.till.steps;
    let refundable: Vec<Refundable> = chosen.iter().map(|(sale, part)| context.money.back(sale.line.id, part, steps)).collect();
    let refunds = refunds_of_lines(command, &chosen, &refundable, context)?;
    let voided = chosen.into_iter().zip(refunds).enumerate().map(|(place, ((sale, part), refunds))| SaleVoided {
        sale_id: sale.line.id,
        receipt_number: sale.receipt_number.clone(),
        reason: text.clone(),
        listed_reason: reason.listed.clone(),
        returns_stock: command.return_to_stock.unwrap_or(reason.returns_stock && !sale.line.is_mixed()),
        refunds,
        when: context.till.now,
        part: (part.quantity != sale.line.quantity).then_some(part),
        continues: place > 0,
        approval: None,
    });
    Ok(voided.collect())
}

/// The tenders that a void of `lines` gives back as the money came in: positive, one for each method and currency.
///
/// # Errors
/// As [`void_sale`].
pub fn money_back(
    lines: &[LineToVoid],
    receipt_number: &str,
    sales: &[RecordedLine],
    money: &ReceiptMoney,
    steps: &CashSteps,
) -> Decided<Vec<Tender>> {
    let mut sum = Refundable::default();
    for (sale, part) in parts(lines, Some(receipt_number), sales)? {
        sum.add_all(&money.back(sale.line.id, &part, steps));
    }
    Ok(sum.tenders())
}

/// The lines with the parts of them to void.
fn parts<'a>(
    lines: &[LineToVoid],
    receipt_number: Option<&str>,
    sales: &'a [RecordedLine],
) -> Decided<Vec<(&'a RecordedLine, VoidedPart)>> {
    let find = |line: &LineToVoid| {
        let fits = |sale: &&RecordedLine| sale.line.id == line.sale_id && receipt_number.is_none_or(|number| sale.receipt_number == number);
        sales.iter().find(fits).map(|sale| (sale, line.quantity)).ok_or_else(|| Refusal::not_found("sale"))
    };
    let found: Vec<_> = lines.iter().map(find).collect::<Decided<_>>()?;
    let part = |(sale, quantity): (&'a RecordedLine, Option<i64>)| {
        if sale.refund_of.is_some() {
            return Err(Refusal::conflict("This receipt is a refund, so it cannot be voided"));
        }
        if !sale.refunded.is_nothing() {
            return Err(Refusal::conflict("This sale was refunded, so it cannot be voided").with("saleId", sale.line.id.into()));
        }
        let left = sale.remaining_quantity();
        if left <= 0 {
            return Err(Refusal::conflict("This sale is already voided"));
        }
        let quantity = quantity.unwrap_or(left);
        if quantity > left {
            let message = format!("Only {left} of {} {} can still be voided", sale.line.quantity, sale.line.product_name);
            return Err(Refusal::conflict(message).with("remaining", left.into()).with("saleId", sale.line.id.into()));
        }
        Ok((sale, sale.part(quantity)))
    };
    found.into_iter().map(part).collect()
}

/// The refunds of each line. Tenders of the request are spread over the lines by their worth, so that each refund names its line.
fn refunds_of_lines(
    command: &VoidSale,
    chosen: &[(&RecordedLine, VoidedPart)],
    refundable: &[Refundable],
    context: &VoidContext,
) -> Decided<Vec<Vec<Payment>>> {
    let till = &context.till;
    let of = |sale: &RecordedLine| RefundOf {
        order_id: sale.line.order_id,
        sale_id: Some(sale.line.id),
        customer: sale.customer.clone(),
        receipt_number: Some(sale.receipt_number.clone()),
    };
    let mut of_lines: Vec<Vec<Payment>> = match command.refund.as_deref() {
        Some(requested) => {
            let mut all = Refundable::default();
            refundable.iter().for_each(|one| all.add_all(one));
            let mut tips = Refundable::default();
            context.tips.iter().for_each(|payment| tips.add_tip(payment));
            all.add_all(&tips);
            let first = chosen.first().map(|(sale, _)| of(sale)).unwrap_or_default();
            let given = refunds(&all, Some(requested), &first, till)?;
            // The tips are the last part.
            let parts: Vec<Refundable> = refundable.iter().cloned().chain((!context.tips.is_empty()).then_some(tips)).collect();
            let mut spread = spread(&given, &parts, till);
            let of_tips = spread.split_off(refundable.len());
            let like = given.first().cloned();
            let payment = |(tenders, (sale, _)): (Vec<Tender>, &(&RecordedLine, VoidedPart))| {
                let RefundOf { order_id, sale_id, customer, .. } = of(sale);
                let like = given.first().filter(|_| !tenders.is_empty());
                like.map(|like| Payment { order_id, sale_id, customer, method: label_of(&tenders), tenders, ..like.clone() })
                    .into_iter()
                    .collect()
            };
            let mut of_lines: Vec<Vec<Payment>> = spread.into_iter().zip(chosen).map(payment).collect();
            let tip = |(tenders, like): (Vec<Tender>, Payment)| {
                let tip = Some(returned(&context.tips));
                Payment { sale_id: None, method: label_of(&tenders), tenders, tip, ..like }
            };
            if let Some(last) = of_lines.last_mut() {
                last.extend(of_tips.into_iter().zip(like).map(tip));
            }
            // One payment was spread: its rounding is that of the first part alone.
            for payment in of_lines.iter_mut().flatten().skip(1) {
                (payment.rounding, payment.rounded_due) = (Lrd::ZERO, Lrd::ZERO);
            }
            of_lines
        }
        None => {
            let of_line = |((sale, _), refundable): (&(&RecordedLine, VoidedPart), &Refundable)| refunds(refundable, None, &of(sale), till);
            let mut of_lines: Vec<Vec<Payment>> = chosen.iter().zip(refundable).map(of_line).collect::<Decided<_>>()?;
            if let (Some(last), Some((sale, _))) = (of_lines.last_mut(), chosen.last()) {
                last.extend(tip_refunds(&context.tips, &of(sale), till)?);
            }
            of_lines
        }
    };
    for (payment, id) in of_lines.iter_mut().flatten().zip(till.next_payment_id..) {
        payment.id = id;
    }
    Ok(of_lines)
}

/// Spreads the tenders of a refund over lines, in their order: each takes its worth, the last one takes what remains.
fn spread(given: &[Payment], refundable: &[Refundable], till: &TillContext) -> Vec<Vec<Tender>> {
    let mut left: Vec<Tender> = given.iter().flat_map(|payment| payment.tenders.iter().cloned()).collect();
    let last = refundable.len().saturating_sub(1);
    let mut of_line = |(place, refundable): (usize, &Refundable)| {
        let mut worth = refundable.total();
        let mut taken = Vec::new();
        for tender in &mut left {
            let wanted = if place == last { -tender.amount } else { value_in_both(worth, till.rate).minor_in(tender.currency).max(0) };
            let amount = wanted.min(-tender.amount);
            if amount > 0 {
                tender.amount += amount;
                worth = less(worth, Cash::of(tender.currency, amount), till);
                taken.push(Tender { amount: -amount, ..tender.clone() });
            }
        }
        taken
    };
    refundable.iter().enumerate().map(&mut of_line).collect()
}

/// What is still to be given back of `worth`, as an amount in US dollars.
fn less(worth: Cash, given: Cash, till: &TillContext) -> Cash {
    Cash::of(CurrencyCode::Usd, value_in_both(worth + -given, till.rate).usd.as_minor())
}
