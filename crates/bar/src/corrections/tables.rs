//! Applies a correction to the rows of the payment and of everything with its money.

use super::PaymentCorrected;
use crate::payments::{EarlierForm, add_correction, change_payment, index_references};
use crate::reasons::in_words;
use crate::{credit, orders, sales};
use base::Envelope;
use store::{Stored, Tables};

/// Applies the event. Its figures in reports and tills are changed by the engine.
pub fn apply_corrected(tables: &mut dyn Tables, envelope: &Envelope, event: &PaymentCorrected) -> Stored<()> {
    let (before, payment) = (&event.before, &event.payment);
    let correction = EarlierForm {
        at: envelope.at,
        user_name: envelope.actor.name.clone(),
        approved_by: event.approval.as_ref().map(|approval| approval.approved_by.clone()),
        reason: in_words(event.listed_reason.as_ref(), &event.reason),
        tenders: before.tenders.clone(),
        change: before.change,
        rounding: before.rounding,
    };
    add_correction(tables, payment.id, &correction)?;
    change_payment(tables, payment)?;
    index_references(tables, payment.id, &payment.tenders)?;
    event.sales.iter().try_for_each(|sale| sales::apply_corrected(tables, sale))?;
    for order in &event.orders {
        orders::apply_corrected(tables, envelope, order.order_id, &order.items, (before, payment))?;
    }
    event.credits.iter().try_for_each(|item| credit::apply_corrected(tables, item))
}
