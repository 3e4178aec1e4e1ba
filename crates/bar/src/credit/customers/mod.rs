//! Customers of tabs: who is one by the bar's rules, under which key, and how customers are renamed and joined.

mod decide;
mod limit;
mod load;
mod query;
mod tables;

use serde::{Deserialize, Serialize};

pub use decide::{ChangeContext, ChangeCustomer, CustomerCommand, CustomerEvent, JoinContext, JoinTabs, change_customer, join_tabs};
pub(super) use load::active_items;
pub use load::{TabContext, load_change, load_join, load_tab};
pub use query::{CustomerTab, customer_shown, customer_tab, customers, same_customers, tab_of_customer};
pub(super) use tables::{apply_changed_row, customers_named, items_of, join_rows, open_customer, own_item};
pub use tables::{customer_by_id, customer_by_key, customer_of};

use base::{Approved, Customer, Usd};

/// A customer of the bar's tabs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownCustomer {
    /// The key of all rows about them. It was decided when the customer was new, and stays.
    pub key: String,
    /// In the API: name and phone as they were typed first.
    pub id: String,
    /// As shown: typed first, or renamed since.
    pub customer: Customer,
    /// How much they may owe; `None`: without a limit.
    pub limit: Option<Usd>,
    /// The ids of customers that were joined to this one, and lead to it.
    pub aliases: Vec<String>,
    /// Every name and phone that leads to them: their own ones, and those of customers that were joined to them.
    pub spellings: Vec<Customer>,
    /// The folded keys that lead to them.
    pub folded: Vec<String>,
}

/// Whose tab a credit item goes on, as an event carries it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TabOwner {
    /// See [`KnownCustomer::key`].
    pub key: String,
    /// What is decided for a customer who is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened: Option<NewCustomer>,
}

/// A customer who is new.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewCustomer {
    /// See [`KnownCustomer::limit`].
    pub limit: Option<Usd>,
    /// See [`KnownCustomer::folded`].
    pub folded: Vec<String>,
}

/// More was put on a tab than its limit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverLimit {
    pub limit: Usd,
    /// What was due before, in US dollars at the rate of that moment.
    pub due: Usd,
    /// What is due with it.
    pub due_after: Usd,
    /// The approval that it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

/// A customer was renamed, or has another limit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomerChanged {
    /// See [`KnownCustomer::key`].
    pub key: String,
    /// As shown before.
    pub before: Customer,
    /// As shown from now on.
    pub customer: Customer,
    pub limit_before: Option<Usd>,
    pub limit: Option<Usd>,
    /// The folded keys of the new name and phone.
    pub folded: Vec<String>,
}

/// Two tabs became one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TabsJoined {
    /// The key of the customer that stays.
    pub key: String,
    /// The key of the customer that was joined to it.
    pub from_key: String,
    /// The customer that stays, as shown.
    pub customer: Customer,
    /// The customer that was joined to it, as shown.
    pub from: Customer,
}

/// The folded keys that lead to a customer: in a bar whose telephones have this country code, and as dialled from abroad.
fn folded_keys(customer: &Customer, country: &str) -> Vec<String> {
    std::iter::once(customer.folded_key(country)).chain(customer.abroad_key()).collect()
}
