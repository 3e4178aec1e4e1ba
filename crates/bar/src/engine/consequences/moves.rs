//! What follows from moves: tables that become occupied or free, and slips for the bar and the kitchen.

use std::collections::BTreeSet;

use super::table;
use crate::engine::event::MovedItems;
use crate::orders::{self, ItemsMoved, MovedPieces, Order, OrderStatus, OrderType, OrdersMerged, TableMoved};
use crate::printing::{self, PaperPlace, PrintTrigger};
use crate::seating::{self, TableSaved};
use store::{Stored, View};

/// The tables of orders whose items are moved.
pub(super) fn tables_of_items(view: &dyn View, moved: &ItemsMoved) -> Stored<Vec<TableSaved>> {
    let mut seats = Seats::default();
    seats.of_items(view, moved)?;
    seats.changes(view)
}

/// The tables of orders that become one.
pub(super) fn tables_of_merge(view: &dyn View, merged: &OrdersMerged) -> Stored<Vec<TableSaved>> {
    let mut seats = Seats::default();
    seats.of_merge(view, merged)?;
    seats.changes(view)
}

/// The table that orders leave, and the one that they come to.
pub(super) fn tables_of_table(view: &dyn View, moved: &TableMoved) -> Stored<Vec<TableSaved>> {
    let mut seats = Seats::default();
    seats.of_table(moved);
    seats.changes(view)
}

/// Tables that orders come to and leave.
#[derive(Default)]
struct Seats {
    taken: BTreeSet<u64>,
    left: BTreeSet<u64>,
    /// The orders that leave.
    gone: BTreeSet<u64>,
}

impl Seats {
    fn of_items(&mut self, view: &dyn View, moved: &ItemsMoved) -> Stored<()> {
        for to in &moved.to {
            let place = match &to.new {
                Some(new) => Some((new.order_type, new.table_id)),
                None => orders::order(view, to.after.order_id)?.map(|order| (order.order_type, order.table_id)),
            };
            self.taken.extend(place.filter(|(kind, _)| *kind == OrderType::DineIn).and_then(|(_, table)| table));
        }
        if moved.source.merged_into.is_some() {
            self.leaves(view, moved.source.order_id)?;
        }
        Ok(())
    }

    fn of_merge(&mut self, view: &dyn View, merged: &OrdersMerged) -> Stored<()> {
        let target = orders::order(view, merged.target.order_id)?.filter(|order| order.order_type == OrderType::DineIn);
        self.taken.extend(target.and_then(|order| order.table_id));
        merged.sources.iter().try_for_each(|source| self.leaves(view, source.order_id))
    }

    fn of_table(&mut self, moved: &TableMoved) {
        self.taken.insert(moved.to_table_id);
        self.left.insert(moved.from_table_id);
        self.gone.extend(&moved.order_ids);
    }

    fn leaves(&mut self, view: &dyn View, order_id: u64) -> Stored<()> {
        let order = orders::order(view, order_id)?.filter(|order| order.order_type == OrderType::DineIn);
        self.left.extend(order.and_then(|order| order.table_id));
        self.gone.insert(order_id);
        Ok(())
    }

    fn changes(&self, view: &dyn View) -> Stored<Vec<TableSaved>> {
        let stay: BTreeSet<u64> = orders::open_orders(view)?
            .into_iter()
            .filter(|order| !self.gone.contains(&order.id))
            .filter_map(|order| order.table_id)
            .collect();
        let mut changes = Vec::new();
        for id in &self.taken {
            changes.extend(seating::occupied(table(view, Some(*id))?.as_ref()));
        }
        for id in self.left.iter().filter(|id| !self.taken.contains(id) && !stay.contains(id)) {
            changes.extend(seating::freed(table(view, Some(*id))?.as_ref()));
        }
        Ok(changes)
    }
}

/// A slip for each printer that had a ticket of an item that went to another place, unless its order was served.
pub(super) fn slips<'a>(view: &dyn View, items: MovedItems) -> Stored<Vec<PrintTrigger<'a>>> {
    let mut slips = Vec::new();
    match items {
        MovedItems::Moved(moved) => {
            for to in &moved.to {
                let target = match &to.new {
                    Some(new) => Some((to.after.order_id, new.order_type, new.table_id)),
                    None => orders::order(view, to.after.order_id)?.map(|order| place_of(&order)),
                };
                slips.extend(slip(view, moved.source.order_id, &to.pieces, target)?);
            }
        }
        MovedItems::Merged(merged) => {
            let target = orders::order(view, merged.target.order_id)?.map(|order| place_of(&order));
            for source in &merged.sources {
                slips.extend(slip(view, source.order_id, &source.pieces, target)?);
            }
        }
    }
    Ok(slips)
}

/// An order, and where it is.
type PlaceOfOrder = (u64, OrderType, Option<u64>);

fn place_of(order: &Order) -> PlaceOfOrder {
    (order.id, order.order_type, order.table_id)
}

fn slip<'a>(view: &dyn View, source: u64, pieces: &[MovedPieces], target: Option<PlaceOfOrder>) -> Stored<Option<PrintTrigger<'a>>> {
    let (Some(source), Some(target)) = (orders::order(view, source)?, target) else { return Ok(None) };
    let from = place_of(&source);
    if source.status == OrderStatus::Served || (from.1, from.2) == (target.1, target.2) {
        return Ok(None);
    }
    let tickets = printing::tickets_of_items(view, &source)?;
    let pieces = pieces.iter().map(|moved| (moved.item_id, moved.quantity)).collect();
    Ok(Some(PrintTrigger::ItemsMoved { from: on_paper(view, from)?, to: on_paper(view, target)?, pieces, tickets }))
}

fn on_paper(view: &dyn View, (order_id, order_type, table_id): PlaceOfOrder) -> Stored<PaperPlace> {
    Ok(PaperPlace { order_id, order_type, table: seating::label_of(view, table_id)? })
}
