//! Loads what decisions about moves need.

use std::collections::BTreeMap;

use super::{HandOverOf, MoveCommand, MoveTarget};
use crate::orders::{self, Order, OrderContext, OrderLookup, load_order};
use crate::seating::{self, DiningTable};
use crate::settings::Settings;
use crate::staff::{self, User};
use base::{Decided, Envelope, Refusal};
use store::{Stored, View};

/// Data that decisions about moves need.
#[derive(Debug)]
pub struct MoveContext<'a> {
    /// The order of the command, with its payments; those of merged orders are after them.
    pub orders: OrderContext<'a>,
    /// The other orders of the command that exist.
    pub others: Vec<Order>,
    /// The orders that one order was split into, with that of the command.
    pub group: Vec<Order>,
    /// Where items of the command went that are not all on the order any more.
    pub moved: BTreeMap<u64, u64>,
    /// The tables of the command that exist.
    pub tables: Vec<DiningTable>,
    /// The person who is to serve orders.
    pub user: Option<User>,
    /// Whether the person exists who served them.
    pub from_exists: bool,
}

impl MoveContext<'_> {
    /// Another order of the command.
    pub(super) fn other(&self, id: u64) -> Decided<&Order> {
        self.others.iter().find(|order| order.id == id).ok_or_else(|| Refusal::not_found("order"))
    }

    /// Refuses a table that does not exist.
    pub(super) fn known_table(&self, id: Option<u64>) -> Decided<()> {
        let is_known = id.is_none_or(|id| self.tables.iter().any(|table| table.id == id));
        if is_known { Ok(()) } else { Err(Refusal::not_found("table")) }
    }

    /// The order that an item, or a part of it, went to.
    pub(super) fn moved_to(&self, item_id: u64) -> Option<u64> {
        let order_id = self.orders.order.as_ref().map(|order| order.id);
        self.moved.get(&item_id).copied().filter(|to| Some(*to) != order_id)
    }

    /// The payments of an order, refunds among them.
    pub(super) fn payments_of(&self, order_id: u64) -> Vec<u64> {
        self.orders
            .payments
            .iter()
            .map(|row| &row.payment)
            .filter(|payment| payment.order_id == Some(order_id))
            .map(|payment| payment.id)
            .collect()
    }
}

/// Loads the data that the decision of a move needs.
pub fn load_move<'a>(view: &dyn View, settings: &'a Settings, command: &MoveCommand, envelope: &Envelope) -> Stored<MoveContext<'a>> {
    let lookup = OrderLookup { order_id: order_of(command), ..OrderLookup::default() };
    let mut context = MoveContext {
        orders: load_order(view, settings, envelope, lookup)?,
        others: Vec::new(),
        group: Vec::new(),
        moved: BTreeMap::new(),
        tables: Vec::new(),
        user: None,
        from_exists: false,
    };
    for id in others_of(command) {
        context.others.extend(orders::order(view, id)?);
    }
    for id in items_of(command) {
        context.moved.extend(super::moved_to(view, id)?.map(|to| (id, to)));
    }
    if let Some(order) = &context.orders.order {
        context.group = super::split_group(view, order.split.map_or(order.id, |split| split.group))?;
    }
    match command {
        MoveCommand::Items(command) => {
            if let MoveTarget::New(new) = &command.to {
                context.tables = tables(view, new.table_id.flatten())?;
            }
        }
        MoveCommand::Merge(command) => {
            for id in &command.from {
                context.orders.payments.extend(crate::payments::payments_of_order(view, *id)?);
            }
        }
        MoveCommand::Table(command) => {
            context.tables = tables(view, [command.table_id, command.to_table_id])?;
            if command.order_ids.is_none() {
                context.others = open_orders(view, |order| order.table_id == Some(command.table_id))?;
            }
        }
        MoveCommand::HandOver(command) => {
            context.user = staff::user(view, command.user_id)?;
            if let HandOverOf::Person(id) = command.of {
                context.from_exists = staff::any_user(view, id)?.is_some();
                context.others = open_orders(view, |order| order.served_by.user_id == id)?;
            }
        }
        MoveCommand::Split(_) | MoveCommand::Label(_) => {}
    }
    Ok(context)
}

fn order_of(command: &MoveCommand) -> Option<u64> {
    match command {
        MoveCommand::Items(command) => Some(command.order_id),
        MoveCommand::Split(command) => Some(command.order_id),
        MoveCommand::Merge(command) => Some(command.order_id),
        MoveCommand::Label(command) => Some(command.order_id),
        MoveCommand::Table(_) | MoveCommand::HandOver(_) => None,
    }
}

fn others_of(command: &MoveCommand) -> Vec<u64> {
    match command {
        MoveCommand::Items(super::MoveItems { to: MoveTarget::Order(id), .. }) => vec![*id],
        MoveCommand::Merge(command) => command.from.clone(),
        MoveCommand::Table(command) => command.order_ids.clone().unwrap_or_default(),
        MoveCommand::HandOver(super::HandOver { of: HandOverOf::Orders(ids), .. }) => ids.clone(),
        _ => Vec::new(),
    }
}

fn items_of(command: &MoveCommand) -> Vec<u64> {
    match command {
        MoveCommand::Items(command) => command.pieces.iter().map(|pieces| pieces.item_id).collect(),
        MoveCommand::Split(super::SplitOrder { into: super::SplitInto::Bills(bills), .. }) => {
            bills.iter().flat_map(|bill| &bill.pieces).map(|pieces| pieces.item_id).collect()
        }
        MoveCommand::Label(command) => command.labels.iter().map(|label| label.item_id).collect(),
        _ => Vec::new(),
    }
}

fn tables(view: &dyn View, ids: impl IntoIterator<Item = u64>) -> Stored<Vec<DiningTable>> {
    let mut found = Vec::new();
    for id in ids {
        found.extend(seating::table(view, id)?);
    }
    Ok(found)
}

/// The open orders that are `wanted`, oldest first.
fn open_orders(view: &dyn View, wanted: impl Fn(&Order) -> bool) -> Stored<Vec<Order>> {
    let mut found: Vec<Order> = orders::open_orders(view)?.into_iter().filter(|order| wanted(order)).collect();
    found.reverse();
    Ok(found)
}
