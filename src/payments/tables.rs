//! Payments as rows, and the references that were used.

use std::ops::ControlFlow;

use super::row::Row;
use super::{PAYMENT_IDS, Payment, PaymentRow, UsedReference};
use crate::base::{BarMoment, Envelope};
use crate::store::{Key, Stored, Table, Tables, View};

const PAYMENTS: Table<u64, Row> = Table::new("payments");
const ORDER_PAYMENTS: Table<(u64, u64), ()> = Table::new("order_payments");
/// Method and reference → the first payment with it.
const REFERENCES: Table<(String, String), u64> = Table::new("payment_references");

/// One payment.
pub fn payment(view: &dyn View, id: u64) -> Stored<Option<PaymentRow>> {
    Ok(PAYMENTS.get(view, &id)?.map(|row| row.read(id)))
}

/// Payments with ids below `before`, newest first, until `each` breaks.
pub fn visit_payments(view: &dyn View, before: u64, mut each: impl FnMut(PaymentRow) -> ControlFlow<()>) -> Stored<()> {
    PAYMENTS.visit(view, &[], &before.to_bytes(), true, |id, row| each(row.read(id)))
}

/// The payments of an order, refunds among them, oldest first.
pub fn payments_of_order(view: &dyn View, order_id: u64) -> Stored<Vec<PaymentRow>> {
    let mut found = Vec::new();
    for ((_, id), ()) in ORDER_PAYMENTS.with_prefix(view, &order_id)? {
        found.extend(payment(view, id)?);
    }
    Ok(found)
}

/// Those of `references` (method and normal reference) that were used before.
pub fn used_references(view: &dyn View, references: impl Iterator<Item = (String, String)>) -> Stored<Vec<UsedReference>> {
    let mut used = Vec::new();
    for (method, reference) in references {
        let Some(id) = REFERENCES.get(view, &(method.clone(), reference.clone()))? else { continue };
        let Some(row) = payment(view, id)? else { continue };
        let PaymentRow { payment, at, user_name, .. } = row;
        used.push(UsedReference { method, reference, payment_id: id, at, user_name, receipt_number: payment.receipt_number });
    }
    Ok(used)
}

/// Writes a payment down. Every event that takes money or gives it back calls it. `when` is the bar's clock at that moment.
pub fn apply_payment(tables: &mut dyn Tables, envelope: &Envelope, payment: &Payment, when: BarMoment) -> Stored<()> {
    PAYMENT_IDS.used(tables, payment.id)?;
    if let Some(order_id) = payment.order_id {
        ORDER_PAYMENTS.put(tables, &(order_id, payment.id), &())?;
    }
    for tender in &payment.tenders {
        let Some(reference) = &tender.reference else { continue };
        let key = (tender.method.as_str().to_owned(), reference.clone());
        if REFERENCES.get(tables.view(), &key)?.is_none() {
            REFERENCES.put(tables, &key, &payment.id)?;
        }
    }
    let row = PaymentRow { payment: payment.clone(), at: envelope.at, when, user_name: envelope.actor.name.clone() };
    PAYMENTS.put(tables, &payment.id, &Row::new(&row))
}
