//! Discounts on an order, items that are given free (comps), and closing an order that owes nothing.
//!
//! A discount is an amount on each item, in each currency. A comp takes off all of an item; its goods stay out of stock. Money on an
//! item that costs less is allocated to the others. Nothing of it is given back here.

mod close;
mod comp;
mod discount;
mod event;
mod items;
mod load;
mod tables;

pub use close::{CloseOrder, close_order};
pub use comp::{CompItems, RemoveComp, comp_items, remove_comp};
pub use discount::{DiscountOrder, RemoveDiscount, discount_order, remove_discount};
pub use event::{OrderClosed, OrderRepriced, PricingEvent, Repricing};
pub use load::{PricingContext, load_pricing};
pub use tables::{apply_closed, apply_repriced};

use super::OrderLookup;
use base::Decided;

/// A command about what an order costs.
#[derive(Debug, Clone)]
pub enum PricingCommand {
    Discount(DiscountOrder),
    RemoveDiscount(RemoveDiscount),
    Comp(CompItems),
    RemoveComp(RemoveComp),
    Close(CloseOrder),
}

impl PricingCommand {
    /// The order that it is about.
    pub fn order_id(&self) -> u64 {
        match self {
            PricingCommand::Discount(command) => command.order_id,
            PricingCommand::RemoveDiscount(command) => command.order_id,
            PricingCommand::Comp(command) => command.order_id,
            PricingCommand::RemoveComp(command) => command.order_id,
            PricingCommand::Close(command) => command.order_id,
        }
    }

    /// The items that it names.
    fn item_ids(&self) -> Vec<u64> {
        match self {
            PricingCommand::Discount(command) => command.item_ids.clone().unwrap_or_default(),
            PricingCommand::RemoveDiscount(command) => command.item_ids.clone().unwrap_or_default(),
            PricingCommand::Comp(command) => command.items.iter().map(|pieces| pieces.item_id).collect(),
            PricingCommand::RemoveComp(command) => command.item_ids.clone(),
            PricingCommand::Close(_) => Vec::new(),
        }
    }

    /// What its decision needs.
    fn lookup(&self) -> OrderLookup {
        let reasons = match self {
            PricingCommand::Discount(command) => vec![command.discount.reason.clone()],
            PricingCommand::Comp(command) => vec![command.reason.clone()],
            PricingCommand::RemoveDiscount(_) | PricingCommand::RemoveComp(_) | PricingCommand::Close(_) => Vec::new(),
        };
        OrderLookup { order_id: Some(self.order_id()), reasons, ..OrderLookup::default() }
    }
}

/// Decides a command about what an order costs.
///
/// # Errors
/// Those of the functions for each of them.
pub fn decide_pricing(command: &PricingCommand, context: &PricingContext) -> Decided<Vec<PricingEvent>> {
    let repriced = |event: Option<OrderRepriced>| event.map(|event| PricingEvent::Repriced(Box::new(event))).into_iter().collect();
    Ok(match command {
        PricingCommand::Discount(command) => repriced(discount_order(command, context)?),
        PricingCommand::RemoveDiscount(command) => repriced(remove_discount(command, context)?),
        PricingCommand::Comp(command) => repriced(comp_items(command, context)?),
        PricingCommand::RemoveComp(command) => repriced(remove_comp(command, context)?),
        PricingCommand::Close(command) => vec![PricingEvent::Closed(Box::new(close_order(command, &context.orders)?))],
    })
}

#[cfg(test)]
mod tests;
