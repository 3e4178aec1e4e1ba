//! What commands about orders look up, and the moment of an entry.

use crate::base::{BarMoment, Envelope};
use crate::orders::OrderLookup;
use crate::store::{Stored, View};
use crate::{reasons, sales, settings};

/// An order by its id.
pub(super) fn of_order(order_id: u64) -> OrderLookup {
    OrderLookup { order_id: Some(order_id), ..OrderLookup::default() }
}

/// The reasons for other prices than the list prices.
pub(super) fn discounts(lines: &[sales::LineRequest]) -> Vec<reasons::ReasonChoice> {
    lines.iter().map(|line| line.discount_reason.clone()).filter(reasons::ReasonChoice::is_given).collect()
}

/// Business day and hour of an entry: those of its event, or, in journals of 0.1, computed with the settings at that entry.
pub(super) fn moment(view: &dyn View, envelope: &Envelope, recorded: Option<BarMoment>) -> Stored<BarMoment> {
    match recorded {
        Some(moment) => Ok(moment),
        None => Ok(settings::settings(view)?.bar_time().moment(envelope.at)),
    }
}
