//! Events after which another business day may count.

use super::Event;
use super::groups::{cash_events, paper_events, people_events, plain_events, trade_events};

impl Event {
    /// Whether planned prices or another tax may be in force from this event on, although no row says so.
    pub(in crate::engine) fn may_begin_day(&self) -> bool {
        match self {
            Event::TaxDayBegan(_) | Event::ClockJumped(_) | Event::ClockConfirmed(_) => true,
            Event::ProductSaved(_) | Event::PricesPlanned(_) => false,
            plain_events!() | people_events!() | paper_events!() | cash_events!() | trade_events!() => false,
        }
    }
}
