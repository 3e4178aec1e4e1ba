//! Loads what a correction needs: the payment, and everything that has its money.

use super::{CorrectPayment, CorrectionContext};
use crate::credit::{credit, credits_of_order, credits_of_payment};
use crate::orders::order;
use crate::payments::{MoneyLookup, PaymentLocation, PaymentRow, is_tip_returned, payments_of_order, references_of, stored_payment};
use crate::sales::{self, Sale, load_till, payments_of_allocations};
use crate::settings::Settings;
use crate::tills::{self, Container, Shift};
use crate::{reasons, receipts};
use base::Envelope;
use store::{Stored, View};

/// Loads the data that [`super::correct_payment`] needs.
pub fn load<'a>(view: &dyn View, settings: &'a Settings, command: &CorrectPayment, envelope: &Envelope) -> Stored<CorrectionContext<'a>> {
    let lookup = MoneyLookup { references: references_of(&command.tenders), ..MoneyLookup::default() };
    let mut context = CorrectionContext {
        payment: sales::payment(view, command.payment_id)?,
        is_given_back: is_tip_returned(view, command.payment_id)?,
        shift: None,
        sales: Vec::new(),
        orders: Vec::new(),
        credits: Vec::new(),
        closed_elsewhere: None,
        till: load_till(view, settings, envelope, lookup)?,
        reasons: reasons::load_choices(view, settings, [&command.reason])?,
    };
    let Some(row) = context.payment.clone() else { return Ok(context) };
    load_places(view, &row, &mut context)?;
    if let Some(shift_id) = row.payment.booking.and_then(|booking| booking.shift_id()) {
        context.shift = tills::shift(view, shift_id)?;
    }
    for sale in &context.sales {
        if let Some(Container::Shift(id)) = container_of_sale(view, sale)? {
            let closed = tills::shift(view, id)?.and_then(|shift: Shift| shift.closing);
            context.closed_elsewhere = context.closed_elsewhere.or(closed.map(|closing| closing.z_number));
        }
    }
    Ok(context)
}

/// Finds the sales, orders and credit items with the money of a payment.
fn load_places(view: &dyn View, row: &PaymentRow, context: &mut CorrectionContext) -> Stored<()> {
    let id = row.payment.id;
    if let Some(PaymentLocation::InSale(line)) = stored_payment(view, id)? {
        context.sales.extend(sales::sale_of_line(view, line)?);
        return Ok(());
    }
    let mut credits = Vec::new();
    for credit_id in credits_of_payment(view, id)? {
        credits.extend(credit(view, credit_id)?);
    }
    let mut order_ids: Vec<u64> = row.payment.order_id.into_iter().collect();
    for order_id in &order_ids {
        credits.extend(credits_of_order(view, *order_id)?);
        context.is_given_back |= payments_of_order(view, *order_id)?.iter().any(|other| other.payment.refunds == Some(id));
    }
    credits.sort_by_key(|item| item.id);
    credits.dedup_by_key(|item| item.id);
    order_ids.extend(credits.iter().filter_map(|item| item.line.order_id));
    order_ids.sort_unstable();
    order_ids.dedup();
    let mut numbers: Vec<String> = credits.iter().filter_map(|item| item.receipt_number.clone()).collect();
    for order_id in order_ids {
        numbers.extend(sales::recorded_lines_of_order(view, order_id)?.into_iter().map(|line| line.receipt_number));
        context.orders.extend(order(view, order_id)?);
    }
    numbers.sort_unstable();
    numbers.dedup();
    for number in numbers {
        context.sales.extend(receipts::receipt(view, &number)?);
    }
    context.credits = credits;
    Ok(())
}

/// Where a sale counts: with the payment that made it, else with the last one that had paid for it, unless its shift was closed by then.
/// `None` in a bar without tills, and for a sale that cost nothing.
pub fn container_of_sale(view: &dyn View, sale: &Sale) -> Stored<Option<Container>> {
    let rows = match sale.payment_id {
        Some(id) => sales::payment(view, id)?.into_iter().collect(),
        None => payments_of_allocations(view, sale.lines.iter().flat_map(|line| &line.line.allocations))?,
    };
    let Some(row) = rows.last() else { return Ok(None) };
    let Some(booking) = row.payment.booking else { return Ok(None) };
    let container = Container::of(booking, row.when.day);
    if let (Container::Shift(id), None) = (container, sale.payment_id)
        && tills::shift(view, id)?.and_then(|shift| shift.closing).is_some_and(|closing| closing.at < sale.at)
    {
        return Ok(Some(Container::Unassigned(sale.day)));
    }
    Ok(Some(container))
}
