//! Decides a refund: the parts of the lines, the money that goes back, and the receipt of the refund.

use super::money::money_on_lines;
use super::{LineToRefund, Refund, RefundAmount, RefundedPart, SaleRefunded};
use crate::methods::PaymentMethod;
use crate::payments::{CashSteps, Payment, RefundOf, Refundable, Tender, TenderRequest, TillContext, TillRequest, refunds};
use crate::reasons::{ReasonChoice, ReasonContext, ReasonKind};
use crate::sales::{LineDiscount, ReceiptMoney, RecordedLine, Sale, SaleLine, SaleRecorded, VoidReason, VoidedPart};
use crate::tax::Buyer;
use base::{Cash, CurrencyCode, Decided, Refusal};

/// Gives money back for lines of a receipt: for all of them or none.
#[derive(Debug, Clone)]
pub struct RefundSale {
    pub receipt_number: String,
    /// At least one; none twice.
    pub lines: Vec<LineToRefund>,
    pub reason: ReasonChoice,
    /// Whether the goods go back to the shelf.
    pub returns_stock: bool,
    /// The tenders that give the money back; `None`: as it came in.
    pub refund: Option<Vec<TenderRequest>>,
    /// The till that gives it back.
    pub till: TillRequest,
}

/// Data that [`refund_sale`] needs.
#[derive(Debug)]
pub struct RefundContext<'a> {
    /// The sale of the receipt; `None` for an unknown one.
    pub sale: Option<Sale>,
    /// Who the receipt is for.
    pub buyer: Option<Buyer>,
    /// The money on it.
    pub money: ReceiptMoney,
    pub till: TillContext<'a>,
    pub reasons: ReasonContext,
}

/// Refunds lines, and makes the receipt of the refund.
///
/// # Errors
/// 404 for an unknown receipt, and for a line that is not on it; 409 `conflict` for a receipt that is a refund, for a voided line, and
/// for more than is left of a line, with `refundable`; and those of [`refunds`] and [`ReasonContext::require`].
pub fn refund_sale(command: &RefundSale, context: &RefundContext) -> Decided<Vec<SaleRefunded>> {
    let (reason, text) = context.reasons.require(&command.reason, ReasonKind::Void)?;
    let sale = context.sale.as_ref().ok_or_else(|| Refusal::not_found("receipt"))?;
    let chosen = parts(sale, &command.lines)?;
    let till = &context.till;
    let receipt_number = till.receipt_number();
    let refundable: Vec<Refundable> = chosen.iter().map(|(line, part)| context.money.back(line.line.id, part, &till.steps)).collect();
    let of = RefundOf {
        order_id: None,
        sale_id: if let [(line, _)] = chosen.as_slice() { Some(line.line.id) } else { None },
        customer: sale.customer.clone(),
        receipt_number: Some(receipt_number.clone()),
    };
    let mut payments = refunds(&sum(&refundable), command.refund.as_deref(), &of, till)?;
    // The lines of the refund have the money that is given back.
    payments.iter_mut().for_each(|payment| payment.rounded_due = payment.rounding);
    let method = label(&payments).unwrap_or_else(|| sale.method.clone());
    let money = money_on_lines(&payments, &refundable, command.refund.is_some(), till);
    let lines = chosen.iter().zip(money).zip(till.next_sale_id..).map(|(((line, part), allocations), id)| SaleLine {
        id,
        allocations,
        method: method.clone(),
        ..negative(line, part)
    });
    let refund = Refund {
        of: sale.receipt_number.clone(),
        reason: VoidReason { text, listed: reason.listed.clone() },
        returns_stock: command.returns_stock,
        approval: None,
    };
    let recorded = SaleRecorded {
        receipt_number,
        day: till.now.day,
        hour: till.now.hour,
        lines: lines.collect(),
        customer: sale.customer.clone(),
        method,
        rate: till.rate,
        takes_stock: false,
        payment_id: payments.first().map(|payment| payment.id),
        counter_payment: None,
        tendered: Some(payments.iter().map(Payment::tendered).sum()),
        change: Cash::ZERO,
        open: None,
        table: sale.table.clone(),
        buyer: context.buyer.clone(),
        exemption: sale.exemption.clone(),
        refund: Some(Box::new(refund)),
        oversold: None,
    };
    let parts = chosen.into_iter().map(|(line, part)| RefundedPart { sale_id: line.line.id, part }).collect();
    Ok(vec![SaleRefunded { sale: recorded, parts, payments }])
}

/// The tenders that a refund of `lines` gives back as the money came in: positive, one for each method and currency.
///
/// # Errors
/// 404 and 409 as [`refund_sale`].
pub fn goods_back(sale: &Sale, lines: &[LineToRefund], money: &ReceiptMoney, steps: &CashSteps) -> Decided<Vec<Tender>> {
    let refundable: Vec<Refundable> = parts(sale, lines)?.iter().map(|(line, part)| money.back(line.line.id, part, steps)).collect();
    Ok(sum(&refundable).tenders())
}

fn sum(refundable: &[Refundable]) -> Refundable {
    let mut all = Refundable::default();
    refundable.iter().for_each(|one| all.add_all(one));
    all
}

/// The lines with the parts of them to refund.
fn parts(sale: &Sale, lines: &[LineToRefund]) -> Decided<Vec<(RecordedLine, VoidedPart)>> {
    if sale.refund.is_some() {
        return Err(Refusal::conflict("This receipt is a refund"));
    }
    let part = |wanted: &LineToRefund| {
        let line = sale.line(wanted.sale_id).ok_or_else(|| Refusal::not_found("sale"))?;
        if !line.line.is_revenue() {
            return Err(Refusal::conflict("What was paid on an old debt is voided, not refunded"));
        }
        if line.voided_at.is_some() {
            return Err(Refusal::conflict("This sale is already voided"));
        }
        match line.refund_part(wanted.amount) {
            Some(part) => Ok((line, part)),
            None => Err(too_much(&line, wanted.amount)),
        }
    };
    lines.iter().map(part).collect()
}

fn too_much(line: &RecordedLine, wanted: RefundAmount) -> Refusal {
    let left = line.refundable();
    let (name, sold) = (&line.line.product_name, line.line.quantity);
    let gross = left.gross_charged();
    let shown = match left.currency {
        CurrencyCode::Usd => gross.usd.display(),
        CurrencyCode::Lrd => gross.lrd.display(),
    };
    let amount = if gross == Cash::ZERO { "Nothing".to_owned() } else { format!("Only {shown}") };
    let message = match wanted {
        RefundAmount::Pieces(pieces) if pieces > left.quantity => {
            format!("Only {} of {sold} {name} can still be refunded", left.quantity)
        }
        _ => format!("{amount} of {name} can still be refunded"),
    };
    let refundable = gross.in_currency(left.currency);
    Refusal::conflict(message)
        .with("refundable", refundable.into())
        .with("remaining", left.quantity.into())
        .with("saleId", line.line.id.into())
}

/// The line of a refund: the part of the sold line with negative quantity, totals and tax. It belongs to no order and to no tab.
fn negative(sold: &RecordedLine, part: &VoidedPart) -> SaleLine {
    let (first, last) = sold.last_pieces(part.quantity);
    // From the last piece to the first, so that the goods are negative too.
    let line = sold.line.limited_to(part).taking_between(last, first);
    // What the pieces cost less than their price. Money without goods has no discount.
    let lowered = line.unit.times(part.quantity).map(|full| full + -line.priced());
    let discount = line.discount.as_ref().zip(lowered).filter(|_| part.quantity > 0);
    let discount = discount.map(|(discount, amount)| Box::new(LineDiscount { amount: -amount, ..(**discount).clone() }));
    SaleLine { discount, notes: None, order_id: None, order_item_id: None, credit_id: None, ..line.negative() }
}

/// The one method of the payments, or `mixed`; `None` without payments.
fn label(payments: &[Payment]) -> Option<PaymentMethod> {
    let (first, others) = payments.split_first()?;
    Some(if others.iter().all(|other| other.method == first.method) { first.method.clone() } else { PaymentMethod::MIXED })
}
