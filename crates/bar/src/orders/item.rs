//! An item of an order: its line, what is owed on it, and where it comes from.

use serde::{Deserialize, Serialize};

use crate::payments::{Allocation, Debt, Share};
use crate::sales::{SaleLine, Take};
use crate::tax::LineTax;
use base::Timestamp;

/// One item of an order, with the prices of the moment at which it was added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderItem {
    /// Counts from 1 over all orders.
    pub id: u64,
    /// Product, quantity and prices. Its id is assigned when the order becomes a sale.
    pub line: SaleLine,
    pub debt: Debt,
    /// The quantity that was ordered, once it was lowered.
    pub lowered_from: Option<i64>,
    /// Pieces that were taken off and did not go back to stock.
    pub not_returned: Option<i64>,
    /// When it was added, in milliseconds of the box's running time. `None` in events: the entry says it.
    pub added: Option<u64>,
    /// The tax that a service charge has if this is the earliest item of its order, without amounts: as it was when the item was
    /// ordered. `None` where there was no tax or no service charge then.
    pub service_tax: Option<LineTax>,
    /// The guest at the table that it is for: 1 to [`GUEST_LETTERS_MAX`](super::GUEST_LETTERS_MAX) characters.
    pub guest: Option<String>,
    /// The person who added it, and when. `None` in events: the entry says it.
    pub added_by: Option<AddedBy>,
    /// The order that it was ordered on; `None`: this one.
    pub first_order_id: Option<u64>,
    /// The item that it was cut from.
    pub part_of: Option<u64>,
}

/// The person who added an item, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddedBy {
    pub at: Timestamp,
    pub user_id: u64,
    /// Their username at that moment.
    pub user_name: String,
}

impl OrderItem {
    /// An item of which nothing is known but its line.
    pub fn new(id: u64, debt: Debt, line: SaleLine) -> Self {
        OrderItem {
            id,
            line,
            debt,
            lowered_from: None,
            not_returned: None,
            added: None,
            service_tax: None,
            guest: None,
            added_by: None,
            first_order_id: None,
            part_of: None,
        }
    }

    /// The item with its own id and that of its order in its line.
    pub fn on_order(self, order_id: u64) -> Self {
        OrderItem { line: SaleLine { order_id: Some(order_id), order_item_id: Some(self.id), ..self.line }, ..self }
    }

    /// Pieces that were ordered.
    pub fn ordered(&self) -> i64 {
        self.lowered_from.unwrap_or(self.line.quantity)
    }

    /// Pieces whose goods are off the shelf: those on the order, and those that were taken off and did not go back. The latter are the
    /// first ones of what [`SaleLine::takes_between`] spreads over the pieces.
    pub fn off_the_shelf(&self) -> i64 {
        self.line.quantity + self.lost()
    }

    /// Its line as it is sold: it takes the goods of the pieces on the order alone.
    pub fn sold_line(&self) -> SaleLine {
        self.line.clone().taking_between(self.lost(), self.off_the_shelf())
    }

    /// The goods of the pieces on the order.
    pub fn goods(&self) -> Vec<Take> {
        self.line.takes_between(self.lost(), self.off_the_shelf())
    }

    /// The pieces on the order, as the first and the last of those that were taken from the shelf.
    pub(super) fn pieces(&self) -> (i64, i64) {
        (self.lost(), self.off_the_shelf())
    }

    fn lost(&self) -> i64 {
        self.not_returned.unwrap_or(0)
    }

    /// The share of the item in a payment that leaves it with the debt `after`; `None` if the payment changed nothing.
    pub fn share(&self, after: &Debt, new: Vec<Allocation>) -> Option<Share> {
        let changed = *after != self.debt;
        changed.then(|| Share {
            item_id: self.id,
            outstanding: after.outstanding,
            allocations: self.line.allocations.iter().copied().chain(new).collect(),
        })
    }
}
