//! Loads what decisions about discounts and comps need.

use std::collections::BTreeMap;

use super::PricingCommand;
use crate::orders::moves::moved_to;
use crate::orders::{OrderContext, load_order};
use crate::settings::Settings;
use base::Envelope;
use store::{Stored, View};

/// Data that decisions about discounts and comps need.
#[derive(Debug)]
pub struct PricingContext<'a> {
    /// The order of the command.
    pub orders: OrderContext<'a>,
    /// Where items of the command went that are not all on the order any more.
    pub moved: BTreeMap<u64, u64>,
}

impl PricingContext<'_> {
    /// The order that an item, or a part of it, went to.
    pub(super) fn moved_to(&self, item_id: u64) -> Option<u64> {
        let order_id = self.orders.order.as_ref().map(|order| order.id);
        self.moved.get(&item_id).copied().filter(|to| Some(*to) != order_id)
    }
}

/// Loads the data that the decision needs.
pub fn load_pricing<'a>(
    view: &dyn View,
    settings: &'a Settings,
    command: &PricingCommand,
    envelope: &Envelope,
) -> Stored<PricingContext<'a>> {
    let mut moved = BTreeMap::new();
    for id in command.item_ids() {
        moved.extend(moved_to(view, id)?.map(|to| (id, to)));
    }
    Ok(PricingContext { orders: load_order(view, settings, envelope, command.lookup())?, moved })
}
