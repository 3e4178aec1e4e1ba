//! Orders: what is brought to a table, the counter or the door, and paid later.
//!
//! `pending → preparing → ready → served`, one step at a time; `cancelled` while no money is on it. Goods leave the
//! shelf when they are put on an order.

mod change;
mod decide;
mod load;
pub mod pay;
pub mod place;
mod tables;
mod void;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use change::{ChangeOrder, RemoveItem, change_order, remove_item};
pub use decide::*;
pub use load::{OrderLookup, load_order};
pub use pay::{PayOrder, pay_order};
pub use place::{AddItem, PlaceOrder, TotalClaim, add_item, place_order};
pub use tables::*;
pub use void::{OrderCredit, OrderVoided, VoidOrder, VoidOrderContext, void_order};

use crate::base::{Cash, CurrencyCode, Customer, Lrd, Price, Rate, Timestamp, Usd};
use crate::payments::{Allocation, Debt, Payment, Share};
use crate::sales::{SaleLine, SaleRecorded};

/// Most items on one order.
pub const ITEMS_MAX: usize = 200;

/// Where an order is eaten and drunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderType {
    /// At a table or the bar.
    DineIn,
    /// Taken away.
    Takeout,
    /// Brought to the door.
    Delivery,
}

impl OrderType {
    /// The word as it travels.
    pub fn as_str(self) -> &'static str {
        match self {
            OrderType::DineIn => "dine_in",
            OrderType::Takeout => "takeout",
            OrderType::Delivery => "delivery",
        }
    }

    /// Reads `dine_in`, `takeout` or `delivery`.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "dine_in" => Some(OrderType::DineIn),
            "takeout" => Some(OrderType::Takeout),
            "delivery" => Some(OrderType::Delivery),
            _ => None,
        }
    }
}

/// How far an order is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OrderStatus {
    /// Just taken.
    Pending,
    /// Being made.
    Preparing,
    /// Waits to be brought.
    Ready,
    /// On the table.
    Served,
    /// Taken back.
    Cancelled,
}

impl OrderStatus {
    /// The word as it travels.
    pub fn as_str(self) -> &'static str {
        match self {
            OrderStatus::Pending => "pending",
            OrderStatus::Preparing => "preparing",
            OrderStatus::Ready => "ready",
            OrderStatus::Served => "served",
            OrderStatus::Cancelled => "cancelled",
        }
    }

    /// Reads a status.
    pub fn parse(text: &str) -> Option<Self> {
        use OrderStatus::*;
        [Pending, Preparing, Ready, Served, Cancelled].into_iter().find(|status| status.as_str() == text)
    }

    /// Whether somebody still works on it.
    pub fn is_active(self) -> bool {
        self < OrderStatus::Served
    }
}

/// How much of an order is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaymentStatus {
    /// Nothing.
    Unpaid,
    /// Something.
    Partial,
    /// Everything.
    Paid,
}

/// One line of an order. Prices are those of the moment in which it was put on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderItem {
    /// Counts from 1 over all orders.
    pub id: u64,
    /// What it is and what it costs; its own id is given when it becomes a sale.
    pub line: SaleLine,
    /// What is still owed for it.
    pub debt: Debt,
}

/// An order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Counts from 1.
    pub id: u64,
    /// Where it goes.
    pub order_type: OrderType,
    /// How far it is.
    pub status: OrderStatus,
    /// At which table.
    pub table_id: Option<u64>,
    /// Who ordered.
    pub customer: Customer,
    /// What somebody noted.
    pub notes: Option<String>,
    /// The lines, in the order in which they were put on.
    pub items: Vec<OrderItem>,
    /// LRD per USD when it was taken.
    pub rate: Rate,
    /// Whether everything is paid.
    pub settled: bool,
    /// Whether it was attached to a customer's credit.
    pub on_credit: bool,
    /// What the bar kept of payments on the order itself.
    pub paid: Cash,
    /// The worth of that in US cents, each payment at its own rate.
    pub paid_value_usd: Usd,
    /// Change that was given, all payments together.
    pub change: Cash,
    /// Rounding of that change.
    pub rounding: Lrd,
    /// The receipts that it has made, oldest first.
    pub receipt_numbers: Vec<String>,
    /// Why it was cancelled or voided.
    pub cancel_reason: Option<String>,
    /// When it was taken.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// Who took it.
    pub user_id: u64,
    /// Their username then.
    pub user_name: String,
}

impl OrderItem {
    /// The item after a payment, if the payment did anything to it.
    pub fn share(&self, after: &Debt, new: Vec<Allocation>) -> Option<Share> {
        let changed = *after != self.debt;
        changed.then(|| Share {
            item_id: self.id,
            outstanding: after.outstanding,
            allocations: self.line.allocations.iter().copied().chain(new).collect(),
        })
    }
}

impl Order {
    /// The items after `shares`.
    pub fn with_shares(mut self, shares: &[Share]) -> Order {
        for share in shares {
            for item in self.items.iter_mut().filter(|item| item.id == share.item_id) {
                share.put_on(&mut item.debt, &mut item.line.allocations);
            }
        }
        self
    }

    /// The sum of the lines, in each currency.
    pub fn total(&self) -> Price {
        self.items.iter().map(|item| item.line.total).sum()
    }

    /// The currency of most lines, dollars on a tie.
    pub fn currency(&self) -> CurrencyCode {
        crate::sales::main_currency(self.items.iter().map(|item| item.line.currency))
    }

    /// How much of it is paid.
    pub fn payment_status(&self) -> PaymentStatus {
        if self.settled {
            PaymentStatus::Paid
        } else if self.items.iter().any(|item| item.debt.paid != Cash::ZERO) || self.paid != Cash::ZERO {
            PaymentStatus::Partial
        } else {
            PaymentStatus::Unpaid
        }
    }

    /// Whether anything is still to be done with it.
    pub fn is_open(&self) -> bool {
        match self.status {
            OrderStatus::Cancelled => false,
            OrderStatus::Served => !self.settled && !self.on_credit,
            _ => true,
        }
    }

    /// What is still owed, each line in the currency that it was priced in; nothing on a cancelled order.
    pub fn owed(&self) -> Cash {
        if self.status == OrderStatus::Cancelled { Cash::ZERO } else { crate::payments::due(self.items.iter().map(|item| &item.debt)) }
    }

    /// What is still owed on it, in each currency alone, at `rate`.
    pub fn remaining(&self, rate: Rate) -> Price {
        if self.status == OrderStatus::Cancelled {
            Price::ZERO
        } else {
            crate::payments::remaining(self.items.iter().map(|item| &item.debt), rate)
        }
    }

    /// What an order says of money that was given back: none is on it.
    pub fn forget_money(&mut self) {
        self.settled = false;
        self.paid = Cash::ZERO;
        self.paid_value_usd = Usd::ZERO;
        for item in &mut self.items {
            item.debt = Debt::whole(item.line.currency, item.line.total);
            item.line.allocations.clear();
        }
    }

    /// Whether money was taken on it.
    pub fn has_money(&self) -> bool {
        self.settled || self.paid != Cash::ZERO
    }
}

/// A new order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderPlaced {
    /// Counts from 1.
    pub order_id: u64,
    /// Where it goes.
    pub order_type: OrderType,
    /// At which table.
    pub table_id: Option<u64>,
    /// Who ordered.
    pub customer: Customer,
    /// What somebody noted.
    pub notes: Option<String>,
    /// At least one.
    pub items: Vec<OrderItem>,
    /// LRD per USD at that moment.
    pub rate: Rate,
}

/// Something was put on an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemAdded {
    /// Which order.
    pub order_id: u64,
    /// What.
    pub item: OrderItem,
}

/// Something was taken off an order; it goes back to the shelf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemRemoved {
    /// Which order.
    pub order_id: u64,
    /// Which item.
    pub item_id: u64,
    /// For the audit.
    pub name: String,
    /// Why.
    pub reason: Option<String>,
    /// The items that are left, where money moved from the removed one to them.
    #[serde(default)]
    pub shares: Vec<Share>,
    /// In journals of 0.1, in place of `shares`: the debts of the items that are left, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub debts: Vec<Debt>,
    /// Where that paid for all the rest: the sale.
    pub sale: Option<SaleRecorded>,
}

/// What an order says of its guest and place changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderChanged {
    /// Which order.
    pub order_id: u64,
    /// At which table.
    pub table_id: Option<u64>,
    /// Who ordered.
    pub customer: Customer,
    /// What somebody noted.
    pub notes: Option<String>,
}

/// An order went a step on, or was cancelled (then its goods go back to the shelf).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderMoved {
    /// Which order.
    pub order_id: u64,
    /// Where it is now.
    pub status: OrderStatus,
    /// Why it was cancelled.
    pub reason: Option<String>,
}

/// Money was taken on an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderPaid {
    /// Which order.
    pub order_id: u64,
    /// The money.
    pub payment: Payment,
    /// The items to which money was allocated, and those that are settled with them.
    #[serde(default)]
    pub shares: Vec<Share>,
    /// In journals of 0.1, in place of `shares`: the debts of all items, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub debts: Vec<Debt>,
    /// When nothing is: the sale.
    pub sale: Option<SaleRecorded>,
}
