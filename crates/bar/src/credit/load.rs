//! Loads the data that decisions about credit, and about voided orders with credit, need.

use super::{CreditItem, CreditStatus, Owed, tab_items, tabs_named};
use crate::orders::{OrderCredit, VoidOrder, VoidOrderContext};
use crate::payments::{MoneyLookup, payments_of_order, references_of};
use crate::sales::{payments_of_allocations, tips_to_return};
use crate::settings::Settings;
use base::Envelope;
use store::{Stored, View};

/// Loads the data that [`super::pay_tab`] needs.
pub fn load_owed(view: &dyn View, name: &str) -> Stored<Owed> {
    let mut owed = Owed { active: Vec::new(), settled: false };
    for row in tabs_named(view, name)? {
        owed.settled |= row.settled_at.is_some();
        owed.active.extend(tab_items(view, &row)?.into_iter().filter(|item| item.status == CreditStatus::Active));
    }
    owed.active.sort_by_key(|item| item.id);
    Ok(owed)
}

/// Loads the data that [`crate::orders::void_order`] needs. It is here because `orders` does not know credit items.
pub fn load_void<'a>(view: &dyn View, settings: &'a Settings, command: &VoidOrder, envelope: &Envelope) -> Stored<VoidOrderContext<'a>> {
    let id = command.order_id;
    let order = crate::orders::order(view, id)?;
    let (sales, credits) = match &order {
        Some(_) => (crate::sales::recorded_lines_of_order(view, id)?, super::credits_of_order(view, id)?),
        None => (Vec::new(), Vec::new()),
    };
    let credit_payments = payments_of_allocations(view, credits.iter().flat_map(|item| &item.line.allocations))?;
    let payments = payments_of_order(view, id)?;
    let of_credit = credit_payments.iter().filter(|row| row.payment.order_id != Some(id));
    let tips = match command.return_tip {
        true => tips_to_return(view, payments.iter().chain(of_credit).cloned())?,
        false => Vec::new(),
    };
    let references = references_of(command.refund.as_deref().unwrap_or_default());
    let lookup = MoneyLookup { references, tip_user: None, till: command.till };
    let on_credit =
        |item: CreditItem| OrderCredit { id: item.id, is_owed: item.status == CreditStatus::Active, allocations: item.line.allocations };
    Ok(VoidOrderContext {
        order,
        payments,
        credit_payments,
        tips,
        sales,
        credits: credits.into_iter().map(on_credit).collect(),
        till: crate::sales::load_till(view, settings, envelope, lookup)?,
        reasons: crate::reasons::load_choices(view, settings, [&command.reason])?,
    })
}
