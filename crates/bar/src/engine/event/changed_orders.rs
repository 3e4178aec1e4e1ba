//! The orders that an event changes.

use super::Event;
use super::groups::{cash_events, paper_events, people_events, plain_events, price_and_day_events};
use crate::orders::{ItemsMoved, OrdersMerged};

/// Which order an event changes, as far as that is known without applying it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum ChangedOrder {
    /// None, and no row of an order is written.
    None,
    /// None that was there before.
    New,
    Only(u64),
    Unknown,
}

/// Pieces that went from orders to others.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) enum MovedItems<'a> {
    Moved(&'a ItemsMoved),
    Merged(&'a OrdersMerged),
}

impl Event {
    /// The frequent events name the order that they change, so that the others need not be tried out.
    pub(in crate::engine) fn changed_order(&self) -> ChangedOrder {
        match self {
            plain_events!() | people_events!() | price_and_day_events!() | paper_events!() | cash_events!() | Event::SaleRecorded(_) => {
                ChangedOrder::None
            }
            Event::OrderPlaced(_) | Event::CreditGiven(_) | Event::CreditPaid(_) => ChangedOrder::New,
            Event::OrderPaid(event) => ChangedOrder::Only(event.order_id),
            Event::ItemAdded(event) => ChangedOrder::Only(event.order_id),
            Event::ItemRemoved(event) => ChangedOrder::Only(event.order_id),
            Event::ItemChanged(event) => ChangedOrder::Only(event.order_id),
            Event::OrderMoved(event) => ChangedOrder::Only(event.order_id),
            Event::OrderChanged(event) => ChangedOrder::Only(event.order_id),
            Event::OrderRepriced(event) => ChangedOrder::Only(event.order_id),
            Event::SaleVoided(_)
            | Event::SaleRefunded(_)
            | Event::ServiceChargeSet(_)
            | Event::OrderExempted(_)
            | Event::ItemsMoved(_)
            | Event::OrdersMerged(_)
            | Event::ItemsLabelled(_)
            | Event::TableMoved(_)
            | Event::OrdersHandedOver(_)
            | Event::OrderClosed(_)
            | Event::SharesEnded(_)
            | Event::PaymentRefunded(_)
            | Event::PaymentCorrected(_)
            | Event::OrderWalkedOut(_)
            | Event::WalkOutRecovered(_)
            | Event::OrderAttached(_)
            | Event::OrderVoided(_) => ChangedOrder::Unknown,
        }
    }

    /// The items that it moves from order to order.
    pub(in crate::engine) fn moved_items(&self) -> Option<MovedItems<'_>> {
        match self {
            Event::ItemsMoved(event) => Some(MovedItems::Moved(event)),
            Event::OrdersMerged(event) => Some(MovedItems::Merged(event)),
            plain_events!() | people_events!() | price_and_day_events!() | paper_events!() | cash_events!() => None,
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
            | Event::CreditPaid(_) => None,
        }
    }
}
