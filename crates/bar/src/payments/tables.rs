//! Rows of payments, and the index of used references.

use std::ops::ControlFlow;

use super::row::{CorrectionTuple, Row, WholeRow};
use super::{EarlierForm, Payment, PaymentRow, Tender};
use base::Envelope;
use store::{Counter, Key, Stored, Table, Tables, View};

pub(crate) const PAYMENT_IDS: Counter = Counter("payments");
const PAYMENTS: Table<u64, Row> = Table::new("payments");
const ORDER_PAYMENTS: Table<(u64, u64), ()> = Table::new("order_payments");
/// Method and reference → the first payment with it.
const REFERENCES: Table<(String, String), u64> = Table::new("payment_references");
/// Payment → its earlier forms, oldest first.
const CORRECTIONS: Table<u64, Vec<CorrectionTuple>> = Table::new("payment_corrections");

/// Where a payment is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentLocation {
    /// In a row of its own.
    Separate(Box<PaymentRow>),
    /// In the sale whose first line has this id.
    InSale(u64),
}

impl PaymentLocation {
    fn of(row: Row, id: u64) -> Self {
        match row {
            Row::Whole(row) => PaymentLocation::Separate(Box::new(row.into_payment_row(id))),
            Row::OfSale(line) => PaymentLocation::InSale(line),
        }
    }
}

/// The payment with this id, or the place where it is stored. [`crate::sales::payment`] reads it in either case.
pub fn stored_payment(view: &dyn View, id: u64) -> Stored<Option<PaymentLocation>> {
    Ok(PAYMENTS.get(view, &id)?.map(|row| PaymentLocation::of(row, id)))
}

/// Payments with ids below `before`, newest first, until `each` breaks.
pub fn visit_stored_payments(view: &dyn View, before: u64, mut each: impl FnMut(u64, PaymentLocation) -> ControlFlow<()>) -> Stored<()> {
    PAYMENTS.visit(view, &[], &before.to_bytes(), true, |id, row| each(id, PaymentLocation::of(row, id)))
}

/// The payments of an order, refunds among them, oldest first.
pub fn payments_of_order(view: &dyn View, order_id: u64) -> Stored<Vec<PaymentRow>> {
    let mut payments = Vec::new();
    for ((_, id), ()) in ORDER_PAYMENTS.with_prefix(view, &order_id)? {
        if let Some(PaymentLocation::Separate(row)) = stored_payment(view, id)? {
            payments.push(*row);
        }
    }
    Ok(payments)
}

/// The first payment with this reference, in its normal form.
pub fn first_use(view: &dyn View, method: &str, reference: &str) -> Stored<Option<u64>> {
    REFERENCES.get(view, &(method.to_owned(), reference.to_owned()))
}

/// Payments whose tips were given back.
const RETURNED_TIPS: Table<u64, ()> = Table::new("payment_returned_tips");

/// Whether the tip of this payment was given back.
pub fn is_tip_returned(view: &dyn View, payment_id: u64) -> Stored<bool> {
    Ok(RETURNED_TIPS.get(view, &payment_id)?.is_some())
}

/// Stores a payment. Every event that takes money or gives it back calls this.
pub fn apply_payment(tables: &mut dyn Tables, envelope: &Envelope, payment: &Payment) -> Stored<()> {
    PAYMENT_IDS.mark_used(tables, payment.id)?;
    if let Some(order_id) = payment.order_id {
        ORDER_PAYMENTS.put(tables, &(order_id, payment.id), &())?;
    }
    index_references(tables, payment.id, &payment.tenders)?;
    for id in payment.tip.iter().flat_map(|tip| &tip.returns) {
        RETURNED_TIPS.put(tables, id, &())?;
    }
    let row = PaymentRow { payment: payment.clone(), at: envelope.at, when: payment.when, user_name: envelope.actor.name.clone() };
    PAYMENTS.put(tables, &payment.id, &Row::Whole(Box::new(WholeRow::new(&row))))
}

/// Gives a payment to the order into which its own was merged. The payment keeps its id, till and time, and tells the order that it was
/// taken on.
pub fn change_order_of_payment(tables: &mut dyn Tables, row: PaymentRow, order_id: u64) -> Stored<()> {
    let Some(before) = row.payment.order_id else { return Ok(()) };
    ORDER_PAYMENTS.remove(tables, &(before, row.payment.id))?;
    ORDER_PAYMENTS.put(tables, &(order_id, row.payment.id), &())?;
    let taken_on_order_id = row.payment.taken_on_order_id.or(Some(before));
    let payment = Payment { order_id: Some(order_id), taken_on_order_id, ..row.payment.clone() };
    let row = PaymentRow { payment, ..row };
    PAYMENTS.put(tables, &row.payment.id, &Row::Whole(Box::new(WholeRow::new(&row))))
}

/// Stores a corrected payment that has a row of its own. Its time and person stay.
pub fn change_payment(tables: &mut dyn Tables, payment: &Payment) -> Stored<()> {
    let Some(PaymentLocation::Separate(row)) = stored_payment(tables.view(), payment.id)? else { return Ok(()) };
    let row = PaymentRow { payment: payment.clone(), ..*row };
    PAYMENTS.put(tables, &payment.id, &Row::Whole(Box::new(WholeRow::new(&row))))
}

/// The earlier forms of a payment, oldest first.
pub fn corrections(view: &dyn View, payment_id: u64) -> Stored<Vec<EarlierForm>> {
    let rows = CORRECTIONS.get(view, &payment_id)?.unwrap_or_default();
    Ok(rows.into_iter().map(EarlierForm::from).collect())
}

/// Stores the form that a payment had before its last correction.
pub fn add_correction(tables: &mut dyn Tables, payment_id: u64, correction: &EarlierForm) -> Stored<()> {
    CORRECTIONS.change(tables, &payment_id, |rows| rows.push(correction.into()))
}

/// Stores that a payment is part of the sale whose first line is `first_line`.
pub fn apply_counter_payment(tables: &mut dyn Tables, id: u64, tenders: &[Tender], first_line: u64) -> Stored<()> {
    PAYMENT_IDS.mark_used(tables, id)?;
    index_references(tables, id, tenders)?;
    PAYMENTS.put(tables, &id, &Row::OfSale(first_line))
}

/// Notes the references of a payment, each for the first payment that has it.
pub fn index_references(tables: &mut dyn Tables, id: u64, tenders: &[Tender]) -> Stored<()> {
    for tender in tenders {
        let Some(reference) = &tender.reference else { continue };
        let key = (tender.method.as_str().to_owned(), reference.clone());
        if REFERENCES.get(tables.view(), &key)?.is_none() {
            REFERENCES.put(tables, &key, &id)?;
        }
    }
    Ok(())
}
