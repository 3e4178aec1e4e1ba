//! Payments of counter sales, which are stored inside their sale: in its event and in its row.

use serde::{Deserialize, Serialize};

use super::{Sale, SaleLine};
use crate::methods::PaymentMethod;
use crate::payments::{Allocation, Booking, Payment, Tender, TenderTuple, Tip, TipTuple, add_to_tenders, is_false, is_nothing, is_zero};
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

/// The payment of a counter sale, as a row.
#[derive(Serialize, Deserialize)]
pub(super) enum CounterPaymentRow {
    /// The sale has no counter payment: it came from an order or credit.
    None,
    /// The lines were paid exactly: see [`CounterPayment::exact`].
    Exact,
    /// The same, in a bar with tills.
    ExactIn(Booking),
    /// Any other payment.
    Explicit(Box<StoredCounterPayment>),
}

#[derive(Serialize, Deserialize)]
pub(super) struct StoredCounterPayment {
    tenders: Vec<TenderTuple>,
    change: Cash,
    rounding: Lrd,
    rounded_due: Lrd,
    tip: Option<TipTuple>,
    by_word: bool,
    assumed: bool,
    notes: Option<String>,
    booking: Option<Booking>,
}

impl CounterPaymentRow {
    pub(super) fn new(sale: &Sale) -> Self {
        let Some(counter_payment) = &sale.counter_payment else { return CounterPaymentRow::None };
        let lines: Vec<SaleLine> = sale.lines.iter().map(|line| line.line.clone()).collect();
        if *counter_payment == CounterPayment::exact(&lines, counter_payment.booking) {
            return counter_payment.booking.map_or(CounterPaymentRow::Exact, CounterPaymentRow::ExactIn);
        }
        let tenders = counter_payment.tenders.iter().map(TenderTuple::from).collect();
        let CounterPayment { change, rounding, rounded_due, ref tip, by_word, assumed, ref notes, booking, .. } = *counter_payment;
        let (tip, notes) = (tip.as_ref().map(TipTuple::from), notes.clone());
        CounterPaymentRow::Explicit(Box::new(StoredCounterPayment {
            tenders,
            change,
            rounding,
            rounded_due,
            tip,
            by_word,
            assumed,
            notes,
            booking,
        }))
    }

    pub(super) fn into_payment(self, lines: &[SaleLine]) -> Option<CounterPayment> {
        match self {
            CounterPaymentRow::None => None,
            CounterPaymentRow::Exact => Some(CounterPayment::exact(lines, None)),
            CounterPaymentRow::ExactIn(booking) => Some(CounterPayment::exact(lines, Some(booking))),
            CounterPaymentRow::Explicit(stored) => {
                let StoredCounterPayment { tenders, change, rounding, rounded_due, tip, by_word, assumed, notes, booking } = *stored;
                let (tenders, tip) = (tenders.into_iter().map(Tender::from).collect(), tip.map(Tip::from));
                Some(CounterPayment { tenders, change, rounding, rounded_due, tip, by_word, assumed, notes, booking })
            }
        }
    }
}

/// The one allocation of most lines, which is not stored: what is owed for the line in its own currency, from the first tender that fits.
/// `None` for a line that costs nothing.
pub(super) fn usual_allocation(line: &SaleLine, payment_id: Option<u64>, counter_payment: Option<&CounterPayment>) -> Option<Allocation> {
    let (currency, amount) = (line.currency, line.gross().minor_in(line.currency));
    let payment_id = payment_id.filter(|_| amount != 0)?;
    let tenders = counter_payment.map(|payment| payment.tenders.as_slice()).unwrap_or_default();
    let by_method = tenders.iter().position(|tender| tender.currency == currency && tender.method == line.method);
    let place = by_method.or_else(|| tenders.iter().position(|tender| tender.currency == currency)).unwrap_or(0);
    Some(Allocation { payment_id, tender: u32::try_from(place).unwrap_or(u32::MAX), currency, amount })
}
