//! Events after which another business day may count.

use super::Event;
use super::groups::{cash_events, paper_events, people_events, plain_events};

impl Event {
    /// Whether planned prices or another tax may be in force from this event on, although no row says so.
    pub(in crate::engine) fn may_begin_day(&self) -> bool {
        match self {
            Event::TaxDayBegan(_) | Event::ClockJumped(_) | Event::ClockConfirmed(_) => true,
            plain_events!() | people_events!() | paper_events!() | cash_events!() => false,
            Event::ProductSaved(_)
            | Event::PricesPlanned(_)
            | Event::SaleRecorded(_)
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
            | Event::OrderWalkedOut(_)
            | Event::WalkOutRecovered(_)
            | Event::OrderAttached(_)
            | Event::OrderVoided(_)
            | Event::CreditGiven(_)
            | Event::CreditPaid(_) => false,
        }
    }
}
