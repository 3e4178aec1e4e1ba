//! Decides changes of customers: names, limits, and tabs that become one.

use serde_json::json;

use super::{CustomerChanged, KnownCustomer, TabsJoined};
use crate::settings::check_limit;
use base::text::fold_case;
use base::{Code, Customer, Decided, Refusal, Usd};

/// A change of customers.
#[derive(Debug, Clone)]
pub enum CustomerCommand {
    Change(ChangeCustomer),
    Join(JoinTabs),
}

/// An event about customers.
#[derive(Debug, Clone)]
pub enum CustomerEvent {
    Changed(CustomerChanged),
    Joined(TabsJoined),
}

/// Renames a customer, or sets the limit; `None` keeps.
#[derive(Debug, Clone)]
pub struct ChangeCustomer {
    pub id: String,
    /// Not blank.
    pub name: Option<String>,
    /// `Some(None)` removes it.
    pub phone: Option<Option<String>>,
    /// `Some(None)` removes it.
    pub limit: Option<Option<Usd>>,
}

impl ChangeCustomer {
    /// The customer with the new name and phone; `None` for a blank name.
    pub(super) fn renamed(&self, known: &KnownCustomer) -> Option<Customer> {
        let name = self.name.as_ref().unwrap_or(&known.customer.name);
        let phone = self.phone.as_ref().unwrap_or(&known.customer.phone);
        Customer::new(name, phone.as_deref())
    }
}

/// Data that [`change_customer`] needs.
#[derive(Debug)]
pub struct ChangeContext {
    pub known: Option<KnownCustomer>,
    /// The customer to whom the new name and phone lead already.
    pub other: Option<KnownCustomer>,
    /// The folded keys of the new name and phone.
    pub folded: Vec<String>,
}

/// Decides a new name, phone or limit. The same as before is no change.
///
/// # Errors
/// 404 for an unknown customer; 400 for a limit out of range; 409 `taken` with `customerId` if another customer has that name and phone.
pub fn change_customer(command: &ChangeCustomer, context: ChangeContext) -> Decided<Vec<CustomerEvent>> {
    let ChangeContext { known, other, folded } = context;
    if let Some(Some(limit)) = command.limit {
        check_limit(limit).map_err(|why| Refusal::field("limitUSD", &why))?;
    }
    let known = known.ok_or_else(|| Refusal::not_found("customer"))?;
    let customer = command.renamed(&known).ok_or_else(|| Refusal::field("customerName", "Customer name is required"))?;
    if let Some(other) = other.filter(|other| other.key != known.key) {
        let message = format!("{} has this name and phone already. Join the tabs instead.", other.customer.name);
        return Err(Refusal::new(Code::Taken, message).with("customerId", json!(other.id)));
    }
    let limit = command.limit.unwrap_or(known.limit);
    if customer == known.customer && limit == known.limit {
        return Ok(Vec::new());
    }
    let (before, limit_before) = (known.customer, known.limit);
    Ok(vec![CustomerEvent::Changed(CustomerChanged { key: known.key, before, customer, limit_before, limit, folded })])
}

/// Joins the tab of one customer to that of another, who stays.
#[derive(Debug, Clone)]
pub struct JoinTabs {
    /// Who stays.
    pub id: String,
    /// Whose tab is joined to it.
    pub from: String,
}

/// Data that [`join_tabs`] needs.
#[derive(Debug)]
pub struct JoinContext {
    pub known: Option<KnownCustomer>,
    pub from: Option<KnownCustomer>,
}

/// Decides that two tabs become one.
///
/// # Errors
/// 404 for an unknown customer; 409 `conflict` for a tab that is joined to itself, and for one that was joined already.
pub fn join_tabs(command: &JoinTabs, context: JoinContext) -> Decided<Vec<CustomerEvent>> {
    let JoinContext { known, from } = context;
    let known = known.ok_or_else(|| Refusal::not_found("customer"))?;
    let from = from.ok_or_else(|| Refusal::not_found("customer"))?;
    if from.aliases.iter().any(|alias| fold_case(alias) == fold_case(&command.from)) {
        return Err(Refusal::conflict(format!("This tab was joined to that of {} already", from.customer.name)));
    }
    if from.key == known.key {
        return Err(Refusal::conflict("A tab cannot be joined to itself"));
    }
    Ok(vec![CustomerEvent::Joined(TabsJoined { key: known.key, from_key: from.key, customer: known.customer, from: from.customer })])
}
