//! Payments as rows.

use super::{PAYMENT_IDS, Payment, PaymentRow};
use crate::base::Envelope;
use crate::store::{Stored, Table, Tables, View};

const PAYMENTS: Table<u64, PaymentRow> = Table::new("payments");
const ORDER_PAYMENTS: Table<(u64, u64), ()> = Table::new("order_payments");

/// One payment.
pub fn payment(view: &dyn View, id: u64) -> Stored<Option<PaymentRow>> {
    PAYMENTS.get(view, &id)
}

/// The payments of an order, refunds among them, oldest first.
pub fn payments_of_order(view: &dyn View, order_id: u64) -> Stored<Vec<PaymentRow>> {
    let mut found = Vec::new();
    for ((_, id), ()) in ORDER_PAYMENTS.with_prefix(view, &order_id)? {
        found.extend(payment(view, id)?);
    }
    Ok(found)
}

/// Writes a payment down. Every event that takes money or gives it back calls it.
pub fn apply_payment(tables: &mut dyn Tables, envelope: &Envelope, payment: &Payment) -> Stored<()> {
    PAYMENT_IDS.used(tables, payment.id)?;
    if let Some(order_id) = payment.order_id {
        ORDER_PAYMENTS.put(tables, &(order_id, payment.id), &())?;
    }
    let row = PaymentRow { payment: payment.clone(), at: envelope.at, user_name: envelope.actor.name.clone() };
    PAYMENTS.put(tables, &payment.id, &row)
}
