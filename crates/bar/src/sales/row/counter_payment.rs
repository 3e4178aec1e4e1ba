//! The payment of a counter sale, as a part of the row of its sale.

use serde::{Deserialize, Serialize};

use crate::payments::{Allocation, Booking, Tender, TenderTuple, Tip, TipTuple};
use crate::sales::{CounterPayment, Sale, SaleLine};
use base::{Cash, Lrd};

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
