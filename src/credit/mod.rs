//! Credit: what customers owe, item by item, and the tabs that follow from it.

mod attach;
mod give;
mod load;
mod pay;
mod tables;
mod tabs;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use attach::{AttachOrder, attach_order};
pub use give::{GiveCredit, give_credit};
pub use load::{load_owed, load_void};
pub use pay::{Owed, PayCredit, PayTab, Payer, PayerPhone, pay_credit, pay_tab};
pub use tables::*;
pub use tabs::{Tab, TabStatus, tabs};

use crate::base::{Cash, Customer, Timestamp, Usd};
use crate::payments::{Allocation, Debt, Payment, due};
use crate::sales::{SaleLine, SaleRecorded};

/// How a credit item stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CreditStatus {
    /// Owed.
    Active,
    /// Paid.
    Paid,
    /// Taken back with its order.
    Voided,
}

impl CreditStatus {
    /// The word as it travels.
    pub fn as_str(self) -> &'static str {
        match self {
            CreditStatus::Active => "active",
            CreditStatus::Paid => "paid",
            CreditStatus::Voided => "voided",
        }
    }

    /// Reads a status.
    pub fn parse(text: &str) -> Option<Self> {
        [CreditStatus::Active, CreditStatus::Paid, CreditStatus::Voided].into_iter().find(|status| status.as_str() == text)
    }
}

/// Something that was given and not paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditItem {
    /// Counts from 1.
    pub id: u64,
    /// Who owes it.
    pub customer: Customer,
    /// What it is and what it cost then. Its own id is given when it becomes a sale.
    pub line: SaleLine,
    /// What is still owed for it.
    pub debt: Debt,
    /// The worth of what was kept for it, in US cents, each payment at its own rate.
    pub paid_value_usd: Usd,
    /// How it stands.
    pub status: CreditStatus,
    /// The item of the order that it was.
    pub order_item_id: Option<u64>,
    /// Since when.
    pub created_at: Timestamp,
    /// Who gave it out.
    pub user_name: String,
    /// When it was settled.
    pub paid_at: Option<Timestamp>,
    /// The receipt of its settlement.
    pub receipt_number: Option<String>,
}

impl CreditItem {
    /// What is still owed, in the currency of the line; nothing once it is voided.
    pub fn owed(&self) -> Cash {
        if self.status == CreditStatus::Voided { Cash::ZERO } else { due(std::iter::once(&self.debt)) }
    }
}

/// A new credit item, as an event carries it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewCredit {
    /// Counts from 1.
    pub id: u64,
    /// Who owes it.
    pub customer: Customer,
    /// What it is and what it cost.
    pub line: SaleLine,
    /// What is owed for it.
    pub debt: Debt,
    /// The worth of what was paid before it became credit.
    pub paid_value_usd: Usd,
    /// The item of the order that it was.
    pub order_item_id: Option<u64>,
}

/// Something was given on credit over the counter; it leaves the shelf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditGiven {
    /// What.
    pub credit: NewCredit,
}

/// What a payment did to one credit item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditShare {
    /// Which.
    pub credit_id: u64,
    /// What is still owed on it, in millionths of a cent of the currency it is owed in.
    #[serde(default, rename = "left")]
    pub outstanding: i64,
    /// All the money that was allocated to it so far, tender by tender.
    #[serde(default, rename = "laid")]
    pub allocations: Vec<Allocation>,
    /// In journals of 0.1, in place of `left` and `allocations`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub debt: Option<Debt>,
    /// The worth of what it got of this payment.
    pub value_usd: Usd,
}

/// Money was taken on credit items of one customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditPaid {
    /// The money.
    pub payment: Payment,
    /// What it did, item by item.
    pub shares: Vec<CreditShare>,
    /// The sale of the items that it settled.
    pub sale: Option<SaleRecorded>,
}

/// An order became a customer's debt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderAttached {
    /// Which order.
    pub order_id: u64,
    /// Who owes it.
    pub customer: Customer,
    /// What was not covered by payments.
    pub credits: Vec<NewCredit>,
    /// The sale of what was.
    pub sale: Option<SaleRecorded>,
}
