//! Events of discounts and comps, as the journal holds them.

use serde::{Deserialize, Serialize};

use crate::orders::{OrderItem, ServiceAfter};
use crate::payments::Share;
use crate::sales::SaleRecorded;
use base::{Approved, BusinessDay, Price, Usd};

/// Why items of an order cost another amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Repricing {
    /// A discount was given.
    Discount,
    /// A discount was taken off.
    DiscountOff,
    /// They were given free.
    Comp,
    /// They are no longer free.
    CompOff,
}

/// Items of an order cost another amount.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderRepriced {
    pub order_id: u64,
    /// The business day on which it happened.
    pub day: BusinessDay,
    pub why: Repricing,
    /// The items that it is about.
    pub item_ids: Vec<u64>,
    /// All items that changed, as they become, before money was allocated to them again. An item whose id is new to the order is a part
    /// that was cut from another one, and stands after it.
    pub items: Vec<OrderItem>,
    /// What the items cost less than before, in each currency; negative if they cost more.
    pub amount: Price,
    /// What a discount takes off beyond an earlier one on the same items, or what a comp is worth, in US dollars, each item at its own
    /// rate. Zero where one is taken off.
    pub worth: Usd,
    /// The service charge after it, where the order has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<ServiceAfter>,
    /// The lines to which money was allocated again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<Share>,
    /// The sale, if nothing is owed any more and there is money on the order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sale: Option<SaleRecorded>,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

impl OrderRepriced {
    /// The items that it is about, as they become.
    pub fn subjects(&self) -> impl Iterator<Item = &OrderItem> {
        self.items.iter().filter(|item| self.item_ids.contains(&item.id))
    }

    /// Freezes the approval that it was made with.
    pub fn mark_approved(&mut self, mark: &Approved) {
        self.approval = Some(mark.clone());
        let ids = &self.item_ids;
        let given = self.items.iter_mut().filter(|item| ids.contains(&item.id)).filter_map(|item| item.line.discount.as_mut());
        given.for_each(|discount| discount.approval = Some(mark.clone()));
        let sold = self.sale.iter_mut().flat_map(|sale| &mut sale.lines);
        let sold = sold.filter(|line| line.order_item_id.is_some_and(|id| ids.contains(&id))).filter_map(|line| line.discount.as_mut());
        sold.for_each(|discount| discount.approval = Some(mark.clone()));
    }
}

/// An order that owed nothing was closed without a payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderClosed {
    pub order_id: u64,
    /// Its receipt of nothing.
    pub sale: SaleRecorded,
}

/// An event of [`super::decide_pricing`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PricingEvent {
    Repriced(Box<OrderRepriced>),
    Closed(Box<OrderClosed>),
}
