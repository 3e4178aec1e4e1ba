//! When and where an entry counts, read from the tables as they are before it.

use crate::orders::OrderVoided;
use crate::payments::PaymentRow;
use crate::settings;
use crate::tills::Container;
use base::{BarMoment, BusinessDay, Envelope};
use store::{Stored, View};

/// Business day and hour of an entry whose event does not contain them, by the settings at that entry.
pub(super) fn moment(view: &dyn View, envelope: &Envelope) -> Stored<BarMoment> {
    Ok(settings::settings(view)?.bar_time().moment(envelope.at))
}

/// The business day on which an order was voided: that of its refunds, if money went back.
pub(super) fn day_of_void(view: &dyn View, envelope: &Envelope, event: &OrderVoided) -> Stored<BusinessDay> {
    match event.refunds.first() {
        Some(refund) => Ok(refund.when.day),
        None => Ok(moment(view, envelope)?.day),
    }
}

/// Where a payment counts; `None` if no till took it.
pub(super) fn container_of(row: &PaymentRow) -> Option<Container> {
    row.payment.booking.map(|booking| Container::of(booking, row.when.day))
}
