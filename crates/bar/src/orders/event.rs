//! Events of orders, as the journal holds them.

use serde::{Deserialize, Serialize};

use super::{OrderExemption, OrderItem, OrderStatus, OrderType, ServiceAfter};
use crate::payments::{Payment, Share};
use crate::reasons::ListedReason;
use crate::sales::{LineDiscount, Oversold, SaleRecorded, Take};
use crate::tax::{Buyer, LineTax};
use base::{Approved, BusinessDay, Cash, Customer, Price, Rate, Usd};

/// An order was placed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderPlaced {
    /// Counts from 1.
    pub order_id: u64,
    pub order_type: OrderType,
    pub table_id: Option<u64>,
    pub customer: Customer,
    pub notes: Option<String>,
    /// At least one.
    pub items: Vec<OrderItem>,
    /// LRD per USD.
    pub rate: Rate,
    /// The business day, if an item has another price than the list price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<BusinessDay>,
    /// People at the table, as far as anybody said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guests: Option<u32>,
    /// Its service charge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<ServiceAfter>,
    /// What was ordered although the box believed that there were not as many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub oversold: Option<Box<Oversold>>,
}

/// An item was added to an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemAdded {
    pub order_id: u64,
    pub item: OrderItem,
    /// The business day, if it has another price than the list price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<BusinessDay>,
    /// The service charge after it, where the order has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<ServiceAfter>,
    /// The lines to which money of the service charge was moved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<Share>,
    /// What was ordered although the box believed that there were not as many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub oversold: Option<Box<Oversold>>,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

/// An item was removed from an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemRemoved {
    pub order_id: u64,
    pub item_id: u64,
    /// For the audit.
    pub name: String,
    /// What was removed and when.
    pub facts: RemovedFacts,
    /// What of it was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<SentGoods>,
    /// Whether its goods went back to the shelf.
    pub returns_stock: bool,
    pub reason: Option<String>,
    /// The reason of the list that was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed_reason: Option<ListedReason>,
    /// The remaining items to which money of the removed one was moved.
    pub shares: Vec<Share>,
    /// The sale, if that settled all remaining items.
    pub sale: Option<SaleRecorded>,
    /// The service charge after it, where the order has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<ServiceAfter>,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

/// Pieces that were taken off an order, as they were at that moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovedFacts {
    pub product_id: u64,
    /// Pieces.
    pub quantity: i64,
    /// What they cost.
    pub total: Price,
    /// How far the order was.
    pub status: OrderStatus,
}

/// Goods that were sent to a station, or added more than two minutes before, when they were taken off an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentGoods {
    /// Items of the order, whatever their pieces.
    pub items: i64,
    /// What the pieces cost, each item at its own rate.
    pub usd: Usd,
    /// The business day on which they were taken off.
    pub day: BusinessDay,
}

/// The quantity or the note of an item changed. The item keeps its id, its price and its rate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemChanged {
    pub order_id: u64,
    pub item_id: u64,
    /// For the audit.
    pub name: String,
    /// The quantity before.
    pub before: i64,
    /// The quantity after; it differs from `before` unless only the note changed.
    pub quantity: i64,
    /// The total of the item after.
    pub total: Price,
    /// The tax of the item after; `None` if it was ordered while the mode was off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax: Option<Box<LineTax>>,
    /// The discount on the item after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discount: Option<Box<LineDiscount>>,
    /// The pieces that were taken off; `None` if none were.
    pub removed: Option<RemovedFacts>,
    /// What of them was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<SentGoods>,
    /// Pieces that went back to the shelf; negative if they were taken from it again.
    pub stock: i64,
    pub reason: Option<String>,
    /// The reason of the list that was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed_reason: Option<ListedReason>,
    /// The note after.
    pub notes: Option<String>,
    /// Whether the note changed.
    pub is_note_new: bool,
    /// The debts of this item and of those to which money of the removed pieces was moved.
    pub shares: Vec<Share>,
    /// The sale, if that settled all items.
    pub sale: Option<SaleRecorded>,
    /// The service charge after it, where the order has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<ServiceAfter>,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

/// The guest, the table or the notes of an order changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderChanged {
    pub order_id: u64,
    pub table_id: Option<u64>,
    pub customer: Customer,
    pub notes: Option<String>,
    /// People at the table, as far as anybody said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guests: Option<u32>,
    /// The service charge, where another number of guests changed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<ServiceAfter>,
    /// The lines to which money of the service charge was moved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<Share>,
    /// The sale, if that settled all lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sale: Option<SaleRecorded>,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

/// The service charge of an order was added or waived.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceChargeSet {
    pub order_id: u64,
    /// The service charge after it.
    pub service: ServiceAfter,
    /// The lines to which money of the service charge was moved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<Share>,
    /// The sale, if that settled all lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sale: Option<SaleRecorded>,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

/// An order, on which there is no money, became exempt from tax or taxed again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderExempted {
    pub order_id: u64,
    /// `None`: it is taxed again.
    pub exemption: Option<OrderExemption>,
    /// The items whose tax changed.
    pub items: Vec<RetaxedItem>,
    /// The service charge after it, where the order has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<ServiceAfter>,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

/// An item of which nothing is paid, with another tax.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetaxedItem {
    pub item_id: u64,
    /// What it comes to now.
    pub total: Price,
    pub tax: Option<Box<LineTax>>,
}

/// The status of an order changed. The goods of a cancelled order go back to the shelf, but for those named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderMoved {
    pub order_id: u64,
    pub status: OrderStatus,
    /// Why it was cancelled.
    pub reason: Option<String>,
    /// The reason of the list that was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed_reason: Option<ListedReason>,
    /// Items of a cancelled order whose goods do not go back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_returned: Vec<u64>,
    /// What of a cancelled order was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<SentGoods>,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

/// A payment on an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderPaid {
    pub order_id: u64,
    pub payment: Payment,
    /// The items to which money was allocated, and those that became settled with them.
    pub shares: Vec<Share>,
    /// The sale, if everything is paid.
    pub sale: Option<SaleRecorded>,
    /// Who the receipt of the order is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buyer: Option<Buyer>,
}

/// A payment on an open order was given back, because it was not right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentRefunded {
    pub order_id: u64,
    /// The refund; it names the payment.
    pub payment: Payment,
    /// The lines whose debts are others without the payment.
    pub shares: Vec<Share>,
    pub reason: String,
    /// The reason of the list that was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed_reason: Option<ListedReason>,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

/// An order is no longer paid in equal shares. What was paid stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharesEnded {
    pub order_id: u64,
    /// How many parts there were.
    pub of: u32,
    /// How many of them were paid.
    pub paid: u32,
}

/// The guests of an order left without paying all of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderWalkedOut {
    pub order_id: u64,
    /// The sale of what payments cover; `None` if nothing was paid.
    pub sale: Option<SaleRecorded>,
    /// What was owed, in each currency that items are priced in.
    pub written_off: Cash,
    /// That in US dollars, each item at its own rate.
    pub worth: Usd,
    /// The business day of the loss.
    pub day: BusinessDay,
    pub reason: String,
    /// The reason of the list that was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed_reason: Option<ListedReason>,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

/// An order was voided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderVoided {
    pub order_id: u64,
    pub reason: String,
    /// The reason of the list that was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed_reason: Option<ListedReason>,
    /// Its sale lines that were not voided yet.
    pub sale_ids: Vec<u64>,
    /// Items whose goods go back.
    pub return_item_ids: Vec<u64>,
    /// Items and their pieces that were voided before: those pieces do not go back again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub returned_before: Vec<(u64, i64)>,
    /// What goes back of those of these items that take something else than their own pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rest_goods: Vec<(u64, Vec<Take>)>,
    /// Its credit items that were not voided yet.
    pub credit_ids: Vec<u64>,
    pub refunds: Vec<Payment>,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}
