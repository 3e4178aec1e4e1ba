//! Moves: items to another order, an order split into several, orders merged, tables changed, orders handed over.
//!
//! An item keeps its price, rate, tax, discount and origin wherever it goes; moving never prices it again, prints no ticket again and
//! moves no stock. Money stays with a move and comes along with a merge.

mod context;
mod cut;
mod event;
mod labels;
mod load;
mod merge;
mod move_items;
mod pieces;
mod seats;
mod split;
mod tables;
mod transfer;

pub use context::MoveContext;
pub use event::*;
pub use labels::LabelItems;
pub(super) use labels::known_label;
pub use load::load_move;
pub use merge::MergeOrders;
pub use move_items::{MoveItems, MoveTarget, NewOrderRequest};
pub use pieces::Pieces;
pub(super) use pieces::order_changed;
pub use seats::MoveTable;
pub use split::{SplitBill, SplitInto, SplitOrder};
pub use tables::*;
pub use transfer::{HandOver, HandOverOf};

use base::Decided;

/// Most orders that one order is split into, itself included, and most that are merged.
pub const SIBLINGS_MAX: usize = 20;

/// A command that moves items, orders or the work on them.
#[derive(Debug, Clone)]
pub enum MoveCommand {
    Items(MoveItems),
    Split(SplitOrder),
    Merge(MergeOrders),
    Label(LabelItems),
    Table(MoveTable),
    HandOver(HandOver),
}

impl MoveCommand {
    /// The orders that it takes items from or brings items to; none for a move that leaves all items where they are.
    pub fn order_ids(&self) -> Vec<u64> {
        match self {
            MoveCommand::Items(command) => match &command.to {
                MoveTarget::Order(target) => vec![command.order_id, *target],
                MoveTarget::New(_) => vec![command.order_id],
            },
            MoveCommand::Split(command) => vec![command.order_id],
            MoveCommand::Merge(command) => command.from.iter().copied().chain([command.order_id]).collect(),
            MoveCommand::Label(_) | MoveCommand::Table(_) | MoveCommand::HandOver(_) => Vec::new(),
        }
    }
}

/// Decides a move.
///
/// # Errors
/// 404 for what does not exist; 409 `already_paid`, `already_on_credit` or `conflict` for an order that cannot change, `order_changed`
/// with `movedTo` for an item that is gone or has another quantity, `table_not_free` with `status`.
pub fn decide_move(command: &MoveCommand, context: &MoveContext) -> Decided<Vec<MoveEvent>> {
    match command {
        MoveCommand::Items(command) => move_items::move_items(command, context).map(|event| vec![MoveEvent::Items(event)]),
        MoveCommand::Split(command) => split::split_order(command, context).map(|event| vec![MoveEvent::Items(event)]),
        MoveCommand::Merge(command) => merge::merge_orders(command, context).map(|event| vec![MoveEvent::Merged(event)]),
        MoveCommand::Label(command) => Ok(labels::label_items(command, context)?.map(MoveEvent::Labelled).into_iter().collect()),
        MoveCommand::Table(command) => seats::move_table(command, context).map(|event| vec![MoveEvent::Table(event)]),
        MoveCommand::HandOver(command) => Ok(transfer::hand_over(command, context)?.map(MoveEvent::HandedOver).into_iter().collect()),
    }
}
