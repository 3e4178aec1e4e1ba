//! Payments of counter sales, which are stored inside the event of their sale, and in its row.

use serde::{Deserialize, Serialize};

use super::SaleLine;
use crate::methods::PaymentMethod;
use crate::payments::{Booking, Payment, Tender, Tip, add_to_tenders, is_false, is_nothing, is_zero};
use base::{BarMoment, Cash, Customer, Lrd, Rate};

/// The fields of a counter sale's payment that the sale does not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterPayment {
    /// See [`Payment::tenders`].
    pub tenders: Vec<Tender>,
    /// See [`Payment::change`].
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub change: Cash,
    /// See [`Payment::rounding`].
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rounding: Lrd,
    /// See [`Payment::rounded_due`].
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rounded_due: Lrd,
    /// See [`Payment::tip`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tip: Option<Tip>,
    /// See [`Payment::by_word`].
    #[serde(default, skip_serializing_if = "is_false")]
    pub by_word: bool,
    /// See [`Payment::assumed`].
    #[serde(default, skip_serializing_if = "is_false")]
    pub assumed: bool,
    /// See [`Payment::notes`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// See [`Payment::booking`].
    #[serde(rename = "till", skip_serializing_if = "Option::is_none")]
    pub booking: Option<Booking>,
}

impl CounterPayment {
    /// The payment of a sale whose lines were paid exactly, each in its own currency and by its own method.
    pub(super) fn exact(lines: &[SaleLine], booking: Option<Booking>) -> Self {
        let mut tenders: Vec<Tender> = Vec::new();
        for line in lines {
            add_to_tenders(&mut tenders, &line.method, line.currency, line.gross().minor_in(line.currency), None);
        }
        tenders.retain(|tender| tender.amount != 0);
        CounterPayment {
            tenders,
            change: Cash::ZERO,
            rounding: Lrd::ZERO,
            rounded_due: Lrd::ZERO,
            tip: None,
            by_word: false,
            assumed: true,
            notes: None,
            booking,
        }
    }

    /// The fields of a payment that its sale does not have.
    pub fn of(payment: &Payment) -> Self {
        CounterPayment {
            tenders: payment.tenders.clone(),
            change: payment.change,
            rounding: payment.rounding,
            rounded_due: payment.rounded_due,
            tip: payment.tip.clone(),
            by_word: payment.by_word,
            assumed: payment.assumed,
            notes: payment.notes.clone(),
            booking: payment.booking,
        }
    }

    /// The whole payment, with the fields of its sale.
    pub(super) fn payment(
        self,
        id: u64,
        customer: &Option<Customer>,
        rate: Rate,
        method: &PaymentMethod,
        receipt_number: &str,
        when: BarMoment,
    ) -> Payment {
        Payment {
            id,
            refund: false,
            order_id: None,
            sale_id: None,
            customer: customer.clone(),
            tenders: self.tenders,
            change: self.change,
            rounding: self.rounding,
            rounded_due: self.rounded_due,
            tip: self.tip,
            rate,
            method: method.clone(),
            by_word: self.by_word,
            assumed: self.assumed,
            notes: self.notes,
            receipt_number: Some(receipt_number.to_owned()),
            when,
            booking: self.booking,
            share: None,
            refunds: None,
            taken_on_order_id: None,
            owed: None,
        }
    }
}
