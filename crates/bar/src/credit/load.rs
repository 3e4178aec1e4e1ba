//! Loads the data that decisions about credit, and about voided orders with credit, need.

use super::customers::{active_items, customers_named};
use super::{CreditItem, CreditStatus, KnownCustomer, Owed, Payer, PayerPhone, customer_of, tab_of_key};
use crate::orders::{OrderCredit, VoidOrder, VoidOrderContext};
use crate::payments::{MoneyLookup, payments_of_order, references_of};
use crate::sales::{payments_of_allocations, tips_to_return};
use crate::settings::Settings;
use base::{Customer, Envelope};
use store::{Stored, View};

/// Loads the data that [`super::pay_tab`] needs.
pub fn load_owed(view: &dyn View, settings: &Settings, payer: &Payer) -> Stored<Owed> {
    let with_phone = |phone: Option<&str>| match Customer::new(&payer.name, phone) {
        Some(typed) => customer_of(view, &typed, &settings.phone_country).map(|known| known.into_iter().collect()),
        None => Ok(Vec::new()),
    };
    let customers = match &payer.phone {
        PayerPhone::NotGiven => customers_named(view, &payer.name)?,
        PayerPhone::Without => with_phone(None)?,
        PayerPhone::Is(phone) => with_phone(Some(phone))?,
    };
    let mut owed = Owed { active: Vec::new(), customers: Vec::new(), settled: false };
    for known in customers {
        owed.settled |= tab_of_key(view, &known.key)?.is_some_and(|row| row.settled_at.is_some());
        let active = active_items(view, &known)?;
        if !active.is_empty() {
            owed.customers.push(known);
            owed.active.extend(active);
        }
    }
    owed.active.sort_by_key(|item| item.id);
    let oldest = |known: &KnownCustomer| owed.active.iter().position(|item| item.tab == known.key);
    owed.customers.sort_by_key(oldest);
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
