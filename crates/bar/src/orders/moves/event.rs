//! Events of moves, as the journal holds them: they freeze each touched order as it becomes.

use serde::{Deserialize, Serialize};

use crate::orders::{Order, OrderExemption, OrderItem, OrderStatus, OrderType, ServedBy, ServiceCharge, SplitPlace};
use crate::sales::SaleRecorded;
use crate::seating::TableLabel;
use base::{Approved, Customer};

/// An order after items or money came to it or left it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderAfter {
    pub order_id: u64,
    pub status: OrderStatus,
    /// All of them, with what is owed and was paid on each.
    pub items: Vec<OrderItem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<ServiceCharge>,
    /// What the service charge comes to, with the money on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub service_lines: Vec<OrderItem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exemption: Option<OrderExemption>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<SplitPlace>,
    /// The order that all of its items went to. It is cancelled then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merged_into: Option<u64>,
}

impl OrderAfter {
    /// What a move may change of `order`.
    pub(super) fn of(order: &Order) -> Self {
        OrderAfter {
            order_id: order.id,
            status: order.status,
            items: order.items.clone(),
            service: order.service.clone(),
            service_lines: order.service_lines.clone(),
            exemption: order.exemption.clone(),
            split: order.split,
            merged_into: order.merged_into,
        }
    }
}

/// What a new order has that its items do not say. The rest is as on the order that they come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewOrder {
    pub customer: Customer,
    pub table_id: Option<u64>,
    pub order_type: OrderType,
}

/// Pieces of an item that went to another order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedPieces {
    /// The item that they were pieces of.
    pub item_id: u64,
    /// The item that they are now: the same id, if all pieces went.
    pub moved_as: u64,
    pub quantity: i64,
    /// For the audit.
    pub name: String,
}

/// An order that items came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Destination {
    pub pieces: Vec<MovedPieces>,
    pub after: OrderAfter,
    /// `None` for an order that existed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<NewOrder>,
}

/// How items came to other orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveKind {
    Move,
    Split,
    SplitByGuest,
}

/// Items went from one order to others, with nothing paid on them: money stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemsMoved {
    pub kind: MoveKind,
    /// The order that they were on.
    pub source: OrderAfter,
    /// At least one.
    pub to: Vec<Destination>,
    /// The sale of the source, if the money on it pays for all that stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sale: Option<SaleRecorded>,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

/// An order whose items and payments all went to another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergedOrder {
    pub order_id: u64,
    pub pieces: Vec<MovedPieces>,
    /// Its payments, refunds among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub payment_ids: Vec<u64>,
}

/// Orders became one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrdersMerged {
    /// The order that the others went into.
    pub target: OrderAfter,
    /// People at the table, of all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guests: Option<u32>,
    /// At least one.
    pub sources: Vec<MergedOrder>,
    /// The sale, if nothing is owed any more: a service charge ended with its order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sale: Option<SaleRecorded>,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

/// The guest of an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemLabel {
    pub item_id: u64,
    /// `None`: no guest in particular.
    pub guest: Option<String>,
}

/// Items were given to guests of their order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemsLabelled {
    pub order_id: u64,
    /// Those whose label changed.
    pub items: Vec<ItemLabel>,
}

/// Orders went to another table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableMoved {
    pub from_table_id: u64,
    pub from: TableLabel,
    pub to_table_id: u64,
    pub to: TableLabel,
    /// At least one.
    pub order_ids: Vec<u64>,
    /// Those that were called after the table that they left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub renamed: Vec<RenamedOrder>,
}

/// An order without the name of a guest, which is called after its new table now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenamedOrder {
    pub order_id: u64,
    /// `Table 4`
    pub name: String,
}

/// An order that another person serves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandedOver {
    pub order_id: u64,
    /// Who served it before.
    pub from: ServedBy,
}

/// Orders are served by another person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrdersHandedOver {
    pub to: ServedBy,
    /// At least one.
    pub orders: Vec<HandedOver>,
}

/// An event of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveEvent {
    Items(ItemsMoved),
    Merged(OrdersMerged),
    Labelled(ItemsLabelled),
    Table(TableMoved),
    HandedOver(OrdersHandedOver),
}
