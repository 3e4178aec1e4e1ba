//! Loads what the print of a bill depends on.

use super::tables::{bills_of_day, latest_of_order};
use super::{BillContext, PrintBill};
use crate::settings::Settings;
use crate::{orders, printing, rates, seating};
use base::Envelope;
use store::{Stored, View};

/// Loads what [`super::print_bill`] needs.
pub fn load_print_bill<'a>(view: &dyn View, settings: &'a Settings, command: &PrintBill, envelope: &Envelope) -> Stored<BillContext<'a>> {
    let order = orders::order(view, command.order_id)?;
    let table = seating::label_of(view, order.as_ref().and_then(|order| order.table_id))?;
    let split = match &order {
        Some(order) => orders::split_place(view, order)?,
        None => None,
    };
    let day = settings.bar_time().business_day(envelope.at);
    Ok(BillContext {
        order,
        table,
        split,
        latest: latest_of_order(view, command.order_id)?,
        day,
        bills_today: bills_of_day(view, day)?,
        rate: rates::rate(view)?,
        settings,
        next_job_id: printing::next_job_id(view)?,
    })
}
