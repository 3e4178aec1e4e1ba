//! Decides which guest of an order an item is for.

use super::pieces::order_changed;
use super::{ItemLabel, ItemsLabelled, MoveContext};
use crate::orders::pay::payable;
use crate::orders::{GUEST_LETTERS_MAX, OrderItem};
use base::text::fold;
use base::{Decided, Refusal};

/// Gives items to guests of their order.
#[derive(Debug, Clone)]
pub struct LabelItems {
    pub order_id: u64,
    /// At least one, each item once.
    pub labels: Vec<ItemLabel>,
}

/// Decides the labels; `None` if none changes. A label that differs from one on the order only by capitals is written as that one.
///
/// # Errors
/// See [`super::decide_move`].
pub(super) fn label_items(command: &LabelItems, context: &MoveContext) -> Decided<Option<ItemsLabelled>> {
    let order = context.orders.order()?;
    if command.labels.iter().any(|label| label.item_id >= context.orders.next_item_id) {
        return Err(Refusal::not_found("item"));
    }
    payable(order)?;
    let mut items = order.items.clone();
    let mut changed = Vec::new();
    for label in &command.labels {
        let guest = label.guest.as_deref().map(|guest| known_label(guest, &items));
        let item = items.iter_mut().find(|item| item.id == label.item_id);
        let item = item.ok_or_else(|| order_changed(context.moved_to(label.item_id)))?;
        if item.guest != guest {
            item.guest.clone_from(&guest);
            changed.push(ItemLabel { item_id: label.item_id, guest });
        }
    }
    Ok((!changed.is_empty()).then_some(ItemsLabelled { order_id: order.id, items: changed }))
}

/// The label as it is written on `items` already, whatever its capitals; else as given. At most [`GUEST_LETTERS_MAX`] characters.
pub(in crate::orders) fn known_label(label: &str, items: &[OrderItem]) -> String {
    let known = items.iter().filter_map(|item| item.guest.as_deref()).find(|known| fold(known) == fold(label));
    known.unwrap_or(label).chars().take(GUEST_LETTERS_MAX).collect()
}
