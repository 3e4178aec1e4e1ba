//! Queries for payments, which are stored in rows of their own or, for counter sales, inside their sale.

use std::ops::ControlFlow;

use super::sale_of_line;
use crate::payments::{Allocation, PaymentLocation, PaymentRow, UsedReference, first_use, stored_payment, visit_stored_payments};
use store::{Stored, View};

/// The payment with this id.
pub fn payment(view: &dyn View, id: u64) -> Stored<Option<PaymentRow>> {
    match stored_payment(view, id)? {
        Some(location) => payment_at(view, location),
        None => Ok(None),
    }
}

fn payment_at(view: &dyn View, location: PaymentLocation) -> Stored<Option<PaymentRow>> {
    match location {
        PaymentLocation::Separate(row) => Ok(Some(*row)),
        PaymentLocation::InSale(line) => Ok(sale_of_line(view, line)?.and_then(|sale| sale.payment())),
    }
}

/// Payments with ids below `before`, newest first, until `each` breaks.
pub fn visit_payments(view: &dyn View, before: u64, mut each: impl FnMut(PaymentRow) -> ControlFlow<()>) -> Stored<()> {
    let mut failed = None;
    visit_stored_payments(view, before, |_, location| match payment_at(view, location) {
        Ok(Some(row)) => each(row),
        Ok(None) => ControlFlow::Continue(()),
        Err(error) => {
            failed = Some(error);
            ControlFlow::Break(())
        }
    })?;
    failed.map_or(Ok(()), Err)
}

/// The payments that `allocations` belong to, each once, in the order of the allocations.
pub fn payments_of_allocations<'a>(view: &dyn View, allocations: impl IntoIterator<Item = &'a Allocation>) -> Stored<Vec<PaymentRow>> {
    let mut payments: Vec<PaymentRow> = Vec::new();
    for allocation in allocations {
        if payments.iter().all(|row| row.payment.id != allocation.payment_id) {
            payments.extend(payment(view, allocation.payment_id)?);
        }
    }
    Ok(payments)
}

/// Those of `references` (method and reference in its normal form) that were used before.
pub fn used_references(view: &dyn View, references: Vec<(String, String)>) -> Stored<Vec<UsedReference>> {
    let mut used = Vec::new();
    for (method, reference) in references {
        let Some(id) = first_use(view, &method, &reference)? else { continue };
        let Some(PaymentRow { payment, at, user_name, .. }) = payment(view, id)? else { continue };
        used.push(UsedReference { method, reference, payment_id: id, at, user_name, receipt_number: payment.receipt_number });
    }
    Ok(used)
}
