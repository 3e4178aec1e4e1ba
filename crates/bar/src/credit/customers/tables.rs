//! Rows of customers, and what leads to them: spellings, folded keys, names.

use super::{CustomerChanged, KnownCustomer, TabsJoined, folded_keys};
use crate::credit::{CreditItem, NewCredit};
use crate::settings::PHONE_COUNTRY;
use base::Customer;
use base::text::{fold, fold_case};
use store::{Stored, Table, Tables, View};

const CUSTOMERS: Table<String, KnownCustomer> = Table::new("customers");
/// A name and phone as typed, but for case and blanks → the customer's key. It comes before [`FOLDED`]: a bar whose customers had two tabs
/// before names were folded goes on with both.
const SPELLED: Table<String, String> = Table::new("customers_spelled");
/// A folded key → the key of the first customer that has it.
const FOLDED: Table<String, String> = Table::new("customers_folded");
/// Folded name, and the customer's key.
const NAMES: Table<(String, String), ()> = Table::new("customer_names");
/// The customer's key, and the credit item.
const ITEMS: Table<(String, u64), ()> = Table::new("customer_credits");

/// The customer with this key.
pub fn customer_by_key(view: &dyn View, key: &str) -> Stored<Option<KnownCustomer>> {
    CUSTOMERS.get(view, &key.to_owned())
}

/// All customers, by their keys.
pub(super) fn all_customers(view: &dyn View) -> Stored<Vec<KnownCustomer>> {
    Ok(CUSTOMERS.all(view)?.into_iter().map(|(_, customer)| customer).collect())
}

/// The customer to whom a typed name and phone lead: the one that was typed in the same way, else the first one whom the folding makes the
/// same, else the one whose number is dialled the same from abroad.
pub fn customer_of(view: &dyn View, typed: &Customer, country: &str) -> Stored<Option<KnownCustomer>> {
    if let Some(key) = SPELLED.get(view, &typed.key())? {
        return customer_by_key(view, &key);
    }
    for folded in folded_keys(typed, country) {
        if let Some(key) = FOLDED.get(view, &folded)? {
            return customer_by_key(view, &key);
        }
    }
    Ok(None)
}

/// The customer to whom an id leads, be it that of one who was renamed or joined since.
pub fn customer_by_id(view: &dyn View, id: &str, country: &str) -> Stored<Option<KnownCustomer>> {
    if let Some(key) = SPELLED.get(view, &fold_case(id))? {
        return customer_by_key(view, &key);
    }
    let typed = id.rsplit_once('_').and_then(|(name, phone)| Customer::new(name, Some(phone)));
    typed.map_or(Ok(None), |typed| customer_of(view, &typed, country))
}

/// All customers to whom this name leads.
pub(in crate::credit) fn customers_named(view: &dyn View, name: &str) -> Stored<Vec<KnownCustomer>> {
    let mut found = Vec::new();
    for ((_, key), ()) in NAMES.with_prefix(view, &fold(name))? {
        found.extend(customer_by_key(view, &key)?);
    }
    Ok(found)
}

/// The ids of all credit items of a customer, oldest first.
pub(in crate::credit) fn items_of(view: &dyn View, key: &str) -> Stored<Vec<u64>> {
    Ok(ITEMS.with_prefix(view, &key.to_owned())?.into_iter().map(|((_, id), ())| id).collect())
}

/// The customer of a new credit item; a new one where there is none. Entries from before names were folded have no owner: their key is the
/// name and phone as typed.
pub(in crate::credit) fn open_customer(tables: &mut dyn Tables, new: &NewCredit) -> Stored<KnownCustomer> {
    let key = match &new.tab {
        Some(owner) => owner.key.clone(),
        None => new.customer.key(),
    };
    if let Some(known) = customer_by_key(tables.view(), &key)? {
        return Ok(known);
    }
    let opened = new.tab.as_ref().and_then(|owner| owner.opened.clone());
    let (limit, folded) = match opened {
        Some(opened) => (opened.limit, opened.folded),
        None => (None, folded_keys(&new.customer, PHONE_COUNTRY)),
    };
    let known = KnownCustomer {
        key,
        id: new.customer.id(),
        customer: new.customer.clone(),
        limit,
        aliases: Vec::new(),
        spellings: vec![new.customer.clone()],
        folded,
    };
    lead_to(tables, &known)?;
    CUSTOMERS.put(tables, &known.key, &known)?;
    Ok(known)
}

/// Notes that a credit item is the customer's.
pub(in crate::credit) fn own_item(tables: &mut dyn Tables, item: &CreditItem) -> Stored<()> {
    ITEMS.put(tables, &(item.tab.clone(), item.id), &())
}

/// Makes all spellings and keys of a customer lead to them, unless they lead to another one.
fn lead_to(tables: &mut dyn Tables, known: &KnownCustomer) -> Stored<()> {
    for spelling in &known.spellings {
        first(tables, &SPELLED, spelling.key(), &known.key)?;
        NAMES.put(tables, &(fold(&spelling.name), known.key.clone()), &())?;
    }
    known.folded.iter().try_for_each(|folded| first(tables, &FOLDED, folded.clone(), &known.key))
}

fn first(tables: &mut dyn Tables, table: &Table<String, String>, from: String, key: &String) -> Stored<()> {
    match table.get(tables.view(), &from)? {
        Some(_) => Ok(()),
        None => table.put(tables, &from, key),
    }
}

/// Removes what leads to a customer.
fn lead_nowhere(tables: &mut dyn Tables, known: &KnownCustomer) -> Stored<()> {
    for spelling in &known.spellings {
        unless_others(tables, &SPELLED, spelling.key(), &known.key)?;
        NAMES.remove(tables, &(fold(&spelling.name), known.key.clone()))?;
    }
    known.folded.iter().try_for_each(|folded| unless_others(tables, &FOLDED, folded.clone(), &known.key))
}

fn unless_others(tables: &mut dyn Tables, table: &Table<String, String>, from: String, key: &String) -> Stored<()> {
    match table.get(tables.view(), &from)?.as_ref() == Some(key) {
        true => table.remove(tables, &from),
        false => Ok(()),
    }
}

/// Renames a customer, or sets the limit. `None` for one who is not there.
pub(in crate::credit) fn apply_changed_row(tables: &mut dyn Tables, event: &CustomerChanged) -> Stored<Option<KnownCustomer>> {
    let Some(mut known) = customer_by_key(tables.view(), &event.key)? else { return Ok(None) };
    known.customer = event.customer.clone();
    known.limit = event.limit;
    add_new(&mut known.spellings, [event.customer.clone()]);
    add_new(&mut known.folded, event.folded.iter().cloned());
    lead_to(tables, &known)?;
    CUSTOMERS.put(tables, &known.key, &known)?;
    Ok(Some(known))
}

/// Makes one customer of two, and returns the one that stays. `None` where one of them is not there.
pub(in crate::credit) fn join_rows(tables: &mut dyn Tables, event: &TabsJoined) -> Stored<Option<KnownCustomer>> {
    let known = customer_by_key(tables.view(), &event.key)?;
    let from = customer_by_key(tables.view(), &event.from_key)?;
    let (Some(mut known), Some(from)) = (known, from) else { return Ok(None) };
    lead_nowhere(tables, &from)?;
    CUSTOMERS.remove(tables, &from.key)?;
    for id in items_of(tables.view(), &from.key)? {
        ITEMS.remove(tables, &(from.key.clone(), id))?;
        ITEMS.put(tables, &(known.key.clone(), id), &())?;
    }
    add_new(&mut known.aliases, std::iter::once(from.id).chain(from.aliases));
    add_new(&mut known.spellings, from.spellings);
    add_new(&mut known.folded, from.folded);
    lead_to(tables, &known)?;
    CUSTOMERS.put(tables, &known.key, &known)?;
    Ok(Some(known))
}

fn add_new<T: PartialEq>(list: &mut Vec<T>, more: impl IntoIterator<Item = T>) {
    for one in more {
        if !list.contains(&one) {
            list.push(one);
        }
    }
}
