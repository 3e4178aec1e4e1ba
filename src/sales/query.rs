//! Payments, wherever they are kept: by themselves, or, over the counter, in their sale.

use std::ops::ControlFlow;

use super::sale_of_line;
use crate::payments::{PaymentLocation, PaymentRow, UsedReference, first_use, stored_payment, visit_stored_payments};
use crate::store::{Stored, View};

/// One payment.
pub fn payment(view: &dyn View, id: u64) -> Stored<Option<PaymentRow>> {
    match stored_payment(view, id)? {
        Some(location) => whole(view, location),
        None => Ok(None),
    }
}

fn whole(view: &dyn View, location: PaymentLocation) -> Stored<Option<PaymentRow>> {
    match location {
        PaymentLocation::Separate(row) => Ok(Some(*row)),
        PaymentLocation::InSale(line) => Ok(sale_of_line(view, line)?.and_then(|sale| sale.payment())),
    }
}

/// Payments with ids below `before`, newest first, until `each` breaks.
pub fn visit_payments(view: &dyn View, before: u64, mut each: impl FnMut(PaymentRow) -> ControlFlow<()>) -> Stored<()> {
    let mut failed = None;
    visit_stored_payments(view, before, |_, location| match whole(view, location) {
        Ok(Some(row)) => each(row),
        Ok(None) => ControlFlow::Continue(()),
        Err(error) => {
            failed = Some(error);
            ControlFlow::Break(())
        }
    })?;
    failed.map_or(Ok(()), Err)
}

/// Those of `references` (method and normal reference) that were used before.
pub fn used_references(view: &dyn View, references: Vec<(String, String)>) -> Stored<Vec<UsedReference>> {
    let mut used = Vec::new();
    for (method, reference) in references {
        let Some(id) = first_use(view, &method, &reference)? else { continue };
        let Some(PaymentRow { payment, at, user_name, .. }) = payment(view, id)? else { continue };
        used.push(UsedReference { method, reference, payment_id: id, at, user_name, receipt_number: payment.receipt_number });
    }
    Ok(used)
}
