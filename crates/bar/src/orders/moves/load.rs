//! Loads what decisions about moves need.

use std::collections::BTreeMap;

use super::{HandOverOf, MoveCommand, MoveContext, MoveTarget, SplitInto};
use crate::orders::{self, Order, OrderLookup, load_order};
use crate::seating::{self, DiningTable};
use crate::settings::Settings;
use crate::staff;
use base::Envelope;
use store::{Stored, View};

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
        MoveCommand::Items(command) => match &command.to {
            MoveTarget::Order(id) => vec![*id],
            MoveTarget::New(_) => Vec::new(),
        },
        MoveCommand::Merge(command) => command.from.clone(),
        MoveCommand::Table(command) => command.order_ids.clone().unwrap_or_default(),
        MoveCommand::HandOver(command) => match &command.of {
            HandOverOf::Orders(ids) => ids.clone(),
            HandOverOf::Person(_) => Vec::new(),
        },
        MoveCommand::Split(_) | MoveCommand::Label(_) => Vec::new(),
    }
}

fn items_of(command: &MoveCommand) -> Vec<u64> {
    match command {
        MoveCommand::Items(command) => command.pieces.iter().map(|pieces| pieces.item_id).collect(),
        MoveCommand::Split(command) => match &command.into {
            SplitInto::Bills(bills) => bills.iter().flat_map(|bill| &bill.pieces).map(|pieces| pieces.item_id).collect(),
            SplitInto::Guests => Vec::new(),
        },
        MoveCommand::Label(command) => command.labels.iter().map(|label| label.item_id).collect(),
        MoveCommand::Merge(_) | MoveCommand::Table(_) | MoveCommand::HandOver(_) => Vec::new(),
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
