//! Loads the data that decisions about customers, and about what goes on their tabs, need.

use super::tables::{customer_by_id, customer_by_key, customer_of};
use super::{ChangeContext, ChangeCustomer, JoinContext, JoinTabs, KnownCustomer, NewCustomer, TabOwner, folded_keys};
use crate::credit::{CreditItem, CreditStatus, tab_items, tab_of_key};
use crate::settings::Settings;
use base::{Customer, Usd};
use store::{Stored, View};

/// Data that decisions need of the tab on which they put something.
#[derive(Debug)]
pub struct TabContext {
    pub owner: TabOwner,
    /// The customer as shown: typed first.
    pub customer: Customer,
    /// How much may be due; `None`: without a limit.
    pub limit: Option<Usd>,
    /// What is owed already.
    pub active: Vec<CreditItem>,
}

/// Loads the tab of a customer whose name and phone were typed; a new one if there is none.
pub fn load_tab(view: &dyn View, settings: &Settings, typed: &Customer) -> Stored<TabContext> {
    let Some(known) = customer_of(view, typed, &settings.phone_country)? else {
        let (customer, limit) = (typed.clone(), settings.credit.limit);
        return Ok(TabContext { owner: new_owner(view, settings, typed)?, customer, limit, active: Vec::new() });
    };
    let active = active_items(view, &known)?;
    let KnownCustomer { key, customer, limit, .. } = known;
    Ok(TabContext { owner: TabOwner { key, opened: None }, customer, limit, active })
}

fn new_owner(view: &dyn View, settings: &Settings, typed: &Customer) -> Stored<TabOwner> {
    let mut key = typed.folded_key(&settings.phone_country);
    // The key of another customer, from before names were folded.
    while customer_by_key(view, &key)?.is_some() {
        key.push('+');
    }
    let opened = NewCustomer { limit: settings.credit.limit, folded: folded_keys(typed, &settings.phone_country) };
    Ok(TabOwner { key, opened: Some(opened) })
}

/// What a customer owes, oldest first.
pub(in crate::credit) fn active_items(view: &dyn View, known: &KnownCustomer) -> Stored<Vec<CreditItem>> {
    let Some(row) = tab_of_key(view, &known.key)? else { return Ok(Vec::new()) };
    let mut items = tab_items(view, &row)?;
    items.retain(|item| item.status == CreditStatus::Active);
    Ok(items)
}

/// Loads the data that [`super::change_customer`] needs.
pub fn load_change(view: &dyn View, settings: &Settings, command: &ChangeCustomer) -> Stored<ChangeContext> {
    let country = &settings.phone_country;
    let known = customer_by_id(view, &command.id, country)?;
    let wanted = known.as_ref().and_then(|known| command.renamed(known));
    let other = match &wanted {
        Some(wanted) => customer_of(view, wanted, country)?,
        None => None,
    };
    let folded = wanted.map(|wanted| folded_keys(&wanted, country)).unwrap_or_default();
    Ok(ChangeContext { known, other, folded })
}

/// Loads the data that [`super::join_tabs`] needs.
pub fn load_join(view: &dyn View, settings: &Settings, command: &JoinTabs) -> Stored<JoinContext> {
    let by_id = |id: &str| customer_by_id(view, id, &settings.phone_country);
    Ok(JoinContext { known: by_id(&command.id)?, from: by_id(&command.from)? })
}
