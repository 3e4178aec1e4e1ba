//! Queries for customers.

use std::collections::BTreeMap;

use super::KnownCustomer;
use super::tables::{all_customers, customer_of, items_of};
use crate::credit::{CreditItem, CreditStatus, Tab, TabRow, tab_of_key};
use base::{Customer, Price, Rate, Timestamp};
use store::{Stored, View};

/// A customer and what is due.
#[derive(Debug, Clone)]
pub struct CustomerTab {
    pub known: KnownCustomer,
    /// As two equal amounts, all in US dollars or all in Liberian dollars, at the present rate.
    pub due: Price,
    /// When the oldest unpaid item was given; `None` if nothing is due.
    pub oldest_at: Option<Timestamp>,
    /// The newest credit item, paid or not.
    newest: Option<u64>,
}

/// A customer of a record as shown now: renamed, or joined to another one since.
pub fn customer_shown(view: &dyn View, recorded: &Customer) -> Stored<Customer> {
    let country = &crate::settings::settings(view)?.phone_country;
    Ok(customer_of(view, recorded, country)?.map_or_else(|| recorded.clone(), |known| known.customer))
}

/// A customer with what is due at the present rate.
pub fn customer_tab(view: &dyn View, known: KnownCustomer) -> Stored<CustomerTab> {
    let tab = tab_of_customer(view, &known, crate::rates::rate(view)?)?;
    let active = tab.items.iter().filter(|item| item.status == CreditStatus::Active);
    let oldest_at = active.map(CreditItem::owed_since).min();
    let newest = items_of(view, &known.key)?.pop();
    Ok(CustomerTab { due: tab.due, oldest_at, newest, known })
}

/// The tab of a customer; one without items if there is none.
pub fn tab_of_customer(view: &dyn View, known: &KnownCustomer, rate: Rate) -> Stored<Tab> {
    let row = tab_of_key(view, &known.key)?;
    Tab::load(view, &row.unwrap_or_else(|| TabRow::empty(known.key.clone())), rate)
}

/// All customers whom `wanted` finds, by name or phone, those that were joined to them among them; the one with the newest item first.
pub fn customers(view: &dyn View, wanted: Option<&str>) -> Stored<Vec<CustomerTab>> {
    let mut all = all_customers(view)?;
    if let Some(wanted) = wanted {
        all.retain(|known| known.spellings.iter().any(|spelling| spelling.mentions(wanted)));
    }
    let mut found = all.into_iter().map(|known| customer_tab(view, known)).collect::<Stored<Vec<_>>>()?;
    found.sort_by_key(|one| std::cmp::Reverse(one.newest));
    Ok(found)
}

/// Of these customers, those whom the folding makes one, next to each other; the first ones have the newest item.
pub fn same_customers(found: Vec<CustomerTab>, country: &str) -> Vec<CustomerTab> {
    let mut groups: BTreeMap<String, Vec<CustomerTab>> = BTreeMap::new();
    for one in found {
        groups.entry(one.known.customer.folded_key(country)).or_default().push(one);
    }
    let mut groups: Vec<Vec<CustomerTab>> = groups.into_values().filter(|group| group.len() > 1).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.iter().map(|one| one.newest).max()));
    groups.into_iter().flatten().collect()
}
