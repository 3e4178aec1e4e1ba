//! The money that an event carries: sales, payments, credit, cash in tills. A new kind of event does not compile until each question is
//! answered here.

use super::Event;
use super::groups::{cash_events, paper_events, people_events, plain_events, price_and_day_events, trade_events};
use crate::credit::NewCredit;
use crate::payments::{Booking, Payment};
use crate::sales::{CounterPayment, SaleRecorded, VoidedPart};
use crate::tills::Movement;

impl Event {
    /// The sale with whose receipt the event ends.
    pub(in crate::engine) fn sale(&self) -> Option<&SaleRecorded> {
        match self {
            Event::SaleRecorded(event) => Some(event),
            Event::SaleRefunded(event) => Some(&event.sale),
            Event::ItemRemoved(event) => event.sale.as_ref(),
            Event::ItemChanged(event) => event.sale.as_ref(),
            Event::OrderChanged(event) => event.sale.as_ref(),
            Event::ServiceChargeSet(event) => event.sale.as_ref(),
            Event::ItemsMoved(event) => event.sale.as_ref(),
            Event::OrdersMerged(event) => event.sale.as_ref(),
            Event::OrderRepriced(event) => event.sale.as_ref(),
            Event::OrderClosed(event) => Some(&event.sale),
            Event::OrderPaid(event) => event.sale.as_ref(),
            Event::OrderWalkedOut(event) => event.sale.as_ref(),
            Event::OrderAttached(event) => event.sale.as_ref(),
            Event::CreditPaid(event) => event.sale.as_ref(),
            plain_events!() | people_events!() | price_and_day_events!() | paper_events!() | cash_events!() => None,
            Event::SaleVoided(_)
            | Event::OrderPlaced(_)
            | Event::ItemAdded(_)
            | Event::OrderExempted(_)
            | Event::ItemsLabelled(_)
            | Event::TableMoved(_)
            | Event::OrdersHandedOver(_)
            | Event::OrderMoved(_)
            | Event::SharesEnded(_)
            | Event::PaymentRefunded(_)
            | Event::PaymentCorrected(_)
            | Event::WalkOutRecovered(_)
            | Event::OrderVoided(_)
            | Event::CreditGiven(_) => None,
        }
    }

    /// The payments that the event records, refunds among them; not that of a counter sale, which its sale has.
    pub(in crate::engine) fn payments(&self) -> Vec<&Payment> {
        match self {
            Event::SaleVoided(event) => event.refunds.iter().collect(),
            Event::SaleRefunded(event) => event.payments.iter().collect(),
            Event::OrderPaid(event) => vec![&event.payment],
            Event::PaymentRefunded(event) => vec![&event.payment],
            // It is recorded already.
            Event::PaymentCorrected(_) => Vec::new(),
            Event::OrderVoided(event) => event.refunds.iter().collect(),
            Event::CreditPaid(event) => vec![&event.payment],
            plain_events!() | people_events!() | price_and_day_events!() | paper_events!() | cash_events!() => Vec::new(),
            Event::SaleRecorded(_)
            | Event::OrderPlaced(_)
            | Event::ItemAdded(_)
            | Event::ItemRemoved(_)
            | Event::ItemChanged(_)
            | Event::OrderChanged(_)
            | Event::ServiceChargeSet(_)
            | Event::OrderExempted(_)
            | Event::ItemsMoved(_)
            | Event::OrdersMerged(_)
            | Event::ItemsLabelled(_)
            | Event::TableMoved(_)
            | Event::OrdersHandedOver(_)
            | Event::OrderRepriced(_)
            | Event::OrderClosed(_)
            | Event::OrderMoved(_)
            | Event::SharesEnded(_)
            | Event::OrderWalkedOut(_)
            | Event::WalkOutRecovered(_)
            | Event::OrderAttached(_)
            | Event::CreditGiven(_) => Vec::new(),
        }
    }

    /// The payment of a counter sale.
    pub(in crate::engine) fn counter_payment(&self) -> Option<&CounterPayment> {
        self.sale()?.counter_payment.as_ref()
    }

    /// Whether the event records a payment or a refund, that of a counter sale among them.
    pub(in crate::engine) fn takes_money(&self) -> bool {
        matches!(self, Event::SaleRecorded(_)) || !self.payments().is_empty()
    }

    /// Whether cash came in with a payment.
    pub(in crate::engine) fn took_cash(&self) -> bool {
        self.sale().is_some_and(SaleRecorded::took_cash) || self.payments().iter().any(|payment| payment.took_cash())
    }

    /// Whether it takes a tip or gives one back.
    pub(in crate::engine) fn moves_tips(&self) -> bool {
        self.counter_payment().is_some_and(|payment| payment.tip.is_some()) || self.payments().iter().any(|payment| payment.tip.is_some())
    }

    /// Where its first payment is booked.
    pub(in crate::engine) fn booking(&self) -> Option<Booking> {
        if let Event::PaymentCorrected(event) = self {
            return event.payment.booking;
        }
        match self.counter_payment() {
            Some(payment) => payment.booking,
            None => self.payments().first()?.booking,
        }
    }

    /// What it gives on credit.
    pub(in crate::engine) fn credits(&self) -> &[NewCredit] {
        match self {
            Event::CreditGiven(event) => std::slice::from_ref(&event.credit),
            Event::OrderAttached(event) => &event.credits,
            Event::WalkOutRecovered(event) => &event.credits,
            plain_events!() | people_events!() | price_and_day_events!() | paper_events!() | cash_events!() => &[],
            Event::SaleRecorded(_)
            | Event::SaleVoided(_)
            | Event::SaleRefunded(_)
            | Event::OrderPlaced(_)
            | Event::ItemAdded(_)
            | Event::ItemRemoved(_)
            | Event::ItemChanged(_)
            | Event::OrderChanged(_)
            | Event::ServiceChargeSet(_)
            | Event::OrderExempted(_)
            | Event::ItemsMoved(_)
            | Event::OrdersMerged(_)
            | Event::ItemsLabelled(_)
            | Event::TableMoved(_)
            | Event::OrdersHandedOver(_)
            | Event::OrderRepriced(_)
            | Event::OrderClosed(_)
            | Event::OrderMoved(_)
            | Event::OrderPaid(_)
            | Event::SharesEnded(_)
            | Event::PaymentRefunded(_)
            | Event::PaymentCorrected(_)
            | Event::OrderWalkedOut(_)
            | Event::OrderVoided(_)
            | Event::CreditPaid(_) => &[],
        }
    }

    /// The recorded lines that it voids, and the part of them; no part for all that is left of each. A refund voids none.
    pub(in crate::engine) fn voided_lines(&self) -> (&[u64], Option<&VoidedPart>) {
        match self {
            Event::SaleVoided(event) => (std::slice::from_ref(&event.sale_id), event.part.as_ref()),
            Event::OrderVoided(event) => (&event.sale_ids, None),
            plain_events!() | people_events!() | price_and_day_events!() | paper_events!() | cash_events!() => (&[], None),
            Event::SaleRecorded(_)
            | Event::SaleRefunded(_)
            | Event::OrderPlaced(_)
            | Event::ItemAdded(_)
            | Event::ItemRemoved(_)
            | Event::ItemChanged(_)
            | Event::OrderChanged(_)
            | Event::ServiceChargeSet(_)
            | Event::OrderExempted(_)
            | Event::ItemsMoved(_)
            | Event::OrdersMerged(_)
            | Event::ItemsLabelled(_)
            | Event::TableMoved(_)
            | Event::OrdersHandedOver(_)
            | Event::OrderRepriced(_)
            | Event::OrderClosed(_)
            | Event::OrderMoved(_)
            | Event::OrderPaid(_)
            | Event::SharesEnded(_)
            | Event::PaymentRefunded(_)
            | Event::PaymentCorrected(_)
            | Event::OrderWalkedOut(_)
            | Event::WalkOutRecovered(_)
            | Event::OrderAttached(_)
            | Event::CreditGiven(_)
            | Event::CreditPaid(_) => (&[], None),
        }
    }

    /// The movements of cash that it records.
    pub(in crate::engine) fn movements(&self) -> &[Movement] {
        match self {
            Event::CashMoved(event) => &event.movements,
            Event::TransferAccepted(event) => std::slice::from_ref(&event.movement),
            Event::ShiftOpened(_) | Event::ShiftClosed(_) => &[],
            plain_events!() | people_events!() | price_and_day_events!() | paper_events!() | trade_events!() => &[],
        }
    }

    /// Whether less cash may be in a till after it. The frequent events that never take any out say so, and need no look at the tills.
    pub(in crate::engine) fn may_lower_cash(&self) -> bool {
        match self {
            Event::SaleRecorded(_) => self.counter_payment().is_some_and(|payment| payment.change != base::Cash::ZERO),
            plain_events!() | people_events!() | price_and_day_events!() | paper_events!() => false,
            cash_events!() => true,
            Event::SaleVoided(_)
            | Event::SaleRefunded(_)
            | Event::OrderPlaced(_)
            | Event::ItemAdded(_)
            | Event::ItemRemoved(_)
            | Event::ItemChanged(_)
            | Event::OrderChanged(_)
            | Event::ServiceChargeSet(_)
            | Event::OrderExempted(_)
            | Event::ItemsMoved(_)
            | Event::OrdersMerged(_)
            | Event::ItemsLabelled(_)
            | Event::TableMoved(_)
            | Event::OrdersHandedOver(_)
            | Event::OrderRepriced(_)
            | Event::OrderClosed(_)
            | Event::OrderMoved(_)
            | Event::OrderPaid(_)
            | Event::SharesEnded(_)
            | Event::PaymentRefunded(_)
            | Event::PaymentCorrected(_)
            | Event::OrderWalkedOut(_)
            | Event::WalkOutRecovered(_)
            | Event::OrderAttached(_)
            | Event::OrderVoided(_)
            | Event::CreditGiven(_)
            | Event::CreditPaid(_) => true,
        }
    }
}
