//! Credit: items that customers owe, and the tabs that add them up.

mod customers;
mod give;
mod load;
mod old_debt;
mod pay;
mod put_on_tab;
mod recover;
mod tables;
mod tabs;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

pub use customers::{
    ChangeCustomer, CustomerChanged, CustomerCommand, CustomerEvent, CustomerTab, JoinTabs, KnownCustomer, NewCustomer, OverLimit,
    TabContext, TabOwner, TabsJoined, change_customer, customer_by_id, customer_by_key, customer_of, customer_shown, customer_tab,
    customers, join_tabs, load_change, load_join, load_tab, same_customers, tab_of_customer,
};
pub use give::{GiveCredit, give_credit};
pub use load::{load_owed, load_void};
pub use old_debt::{AddOldDebt, OLD_DEBT_NAME, add_old_debt};
pub use pay::{Owed, PayCredit, PayTab, Payer, PayerPhone, pay_credit, pay_tab};
pub use put_on_tab::{PutOrderOnTab, put_order_on_tab};
pub use recover::{RecoverWalkOut, recover_walk_out};
pub use tables::*;
pub use tabs::{Tab, TabStatus, tabs};

use crate::orders::WalkedOut;
use crate::payments::{Allocation, Debt, Payment, due};
use crate::sales::{Oversold, SaleLine, SaleRecorded};
use crate::tax::TaxExemption;
use base::{Approved, BusinessDay, Cash, Customer, Timestamp, Usd};

/// The status of a credit item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum CreditStatus {
    Active,
    Paid,
    /// Voided with its order.
    Voided,
}

base::words!(CreditStatus);

/// Goods that a customer has received and not yet paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditItem {
    /// Counts from 1.
    pub id: u64,
    /// The customer who owes it, as shown now.
    pub customer: Customer,
    /// The customer's key.
    pub tab: String,
    /// Product, quantity and the prices of that moment. Its id is assigned when it becomes a sale.
    pub line: SaleLine,
    pub debt: Debt,
    /// The value of what was paid for it, in US dollars, each payment at its own rate.
    pub paid_value_usd: Usd,
    pub status: CreditStatus,
    /// The order item that it was.
    pub order_item_id: Option<u64>,
    pub created_at: Timestamp,
    /// Username of the person who gave it out.
    pub user_name: String,
    pub paid_at: Option<Timestamp>,
    /// The receipt of the sale that it became.
    pub receipt_number: Option<String>,
    /// Why it is exempt from tax.
    pub exemption: Option<TaxExemption>,
    /// Since when it is owed, if that is before it was entered.
    pub since: Option<OwedSince>,
}

impl CreditItem {
    /// Marks the item as paid by `sale`.
    pub fn mark_paid(&mut self, at: Timestamp, sale: Option<&SaleRecorded>) {
        self.status = CreditStatus::Paid;
        self.paid_at = Some(at);
        self.receipt_number = sale.map(|sale| sale.receipt_number.clone());
    }

    /// Since when it is owed.
    pub fn owed_since(&self) -> Timestamp {
        self.since.map_or(self.created_at, |since| since.at)
    }

    /// What is still owed, in the currency of the line; zero for a voided item.
    pub fn owed(&self) -> Cash {
        if self.status == CreditStatus::Voided { Cash::ZERO } else { due(std::iter::once(&self.debt)) }
    }
}

/// A new credit item, as an event carries it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewCredit {
    /// Counts from 1.
    pub id: u64,
    /// The customer who owes it.
    pub customer: Customer,
    /// Whose tab it goes on. `None` in entries from before names were folded: the customer's own, by name and phone as typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabOwner>,
    pub line: SaleLine,
    pub debt: Debt,
    /// The value of what was paid before it became credit, in US dollars.
    pub paid_value_usd: Usd,
    /// The order item that it was.
    pub order_item_id: Option<u64>,
    /// Why it is exempt from tax.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exemption: Option<TaxExemption>,
    /// Since when it is owed, if that is before it was entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<OwedSince>,
}

/// Since when a debt is owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwedSince {
    pub day: BusinessDay,
    /// The time of the entry on that day.
    pub at: Timestamp,
}

/// A debt from before the box was put on a tab.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OldDebtAdded {
    pub credit: NewCredit,
    /// Set if it is more than the limit of the tab.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over_limit: Option<OverLimit>,
}

/// Goods were given on credit at the counter; they leave the shelf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditGiven {
    pub credit: NewCredit,
    /// The business day, if it has another price than the list price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<BusinessDay>,
    /// What its request gave although the box believed that there were not as many; in the first item of a request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub oversold: Option<Box<Oversold>>,
    /// Set on the first item of a request that puts more on the tab than its limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over_limit: Option<OverLimit>,
}

/// A credit item after a payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditShare {
    pub credit_id: u64,
    /// What is still owed on it, in millionths of a cent of the currency it is owed in.
    #[serde(rename = "left")]
    pub outstanding: i64,
    /// All the money that was allocated to it so far, tender by tender.
    #[serde(rename = "laid")]
    pub allocations: Vec<Allocation>,
    /// The value of what this payment paid for it, in US dollars.
    pub value_usd: Usd,
}

/// How a credit item is paid after the correction of a payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorrectedCredit {
    pub credit_id: u64,
    /// All money on it.
    #[serde(rename = "laid")]
    pub allocations: Vec<Allocation>,
    /// What the money is worth in US dollars, less what it was worth.
    pub value_usd: Usd,
}

/// A payment on credit items of one customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditPaid {
    pub payment: Payment,
    pub shares: Vec<CreditShare>,
    /// The sale of the items that it settled, if any.
    pub sale: Option<SaleRecorded>,
}

/// An order was put on a customer's tab.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderAttached {
    pub order_id: u64,
    /// The customer who owes it.
    pub customer: Customer,
    /// The items that were not paid.
    pub credits: Vec<NewCredit>,
    /// The sale of the paid items, if any.
    pub sale: Option<SaleRecorded>,
    /// Set if it puts more on the tab than its limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over_limit: Option<OverLimit>,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

/// The guests of a walk-out came back: what was written off is credit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WalkOutRecovered {
    pub order_id: u64,
    /// The customer who owes it.
    pub customer: Customer,
    pub credits: Vec<NewCredit>,
    /// The walk-out whose loss is taken back.
    pub walk_out: WalkedOut,
    /// The business day on which it is.
    pub day: BusinessDay,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}
