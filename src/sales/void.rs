//! Voids of single sale lines.

use super::{RecordedLine, SaleVoided};
use crate::base::{Decided, Refusal};
use crate::payments::{PaymentRow, RefundOf, Refundable, TenderRequest, TillContext, refundable_on, refunds};

/// Voids one sale line.
#[derive(Debug, Clone)]
pub struct VoidSale {
    pub sale_id: u64,
    pub reason: String,
    /// Whether the goods go back to the shelf.
    pub return_to_stock: bool,
    /// The tenders that give the money back; `None`: as it came in.
    pub refund: Option<Vec<TenderRequest>>,
}

/// Data that [`void_sale`] needs.
#[derive(Debug)]
pub struct VoidContext<'a> {
    pub sale: Option<RecordedLine>,
    /// The payments whose money was allocated to it, oldest first.
    pub payments: Vec<PaymentRow>,
    pub till: TillContext<'a>,
}

/// Voids a line, once, and gives its money back.
///
/// # Errors
/// 404 for an unknown line; 409 `conflict` for one that is voided already; and those of [`refunds`].
pub fn void_sale(command: &VoidSale, context: &VoidContext) -> Decided<Vec<SaleVoided>> {
    let sale = context.sale.as_ref().ok_or_else(|| Refusal::not_found("sale"))?;
    if sale.voided_at.is_some() {
        return Err(Refusal::conflict("This sale is already voided"));
    }
    let of = RefundOf {
        order_id: sale.line.order_id,
        sale_id: Some(sale.line.id),
        customer: sale.customer.clone(),
        receipt_number: Some(sale.receipt_number.clone()),
    };
    let refundable = refundable_on_line(sale, &context.payments);
    Ok(vec![SaleVoided {
        sale_id: command.sale_id,
        receipt_number: sale.receipt_number.clone(),
        reason: command.reason.clone(),
        returns_stock: command.return_to_stock,
        refunds: Some(refunds(&refundable, command.refund.as_deref(), &of, &context.till)?),
        when: Some(context.till.now),
    }])
}

/// The money that was allocated to a line. Counter sales of 0.1 have no allocations: there it is the line's total, by its own
/// method.
fn refundable_on_line(sale: &RecordedLine, payments: &[PaymentRow]) -> Refundable {
    let line = &sale.line;
    if sale.payment_id.is_none() && line.allocations.is_empty() {
        let mut refundable = Refundable::default();
        refundable.add(&line.method, true, &line.method.of_tender(), line.charged());
        return refundable;
    }
    refundable_on(&line.allocations, payments)
}
