//! Moves, splits and merges of orders: random ones, their effect on the oracle, and what they keep.

use barback::engine::{Command, Entry, Event};
use barback::orders::{
    self, MergeOrders, MoveCommand, MoveItems, MoveTarget, MovedPieces, NewOrderRequest, Order, Pieces, SplitBill, SplitInto, SplitOrder,
};
use base::{Cash, Price};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use store::MemoryTables;

use crate::bar::Bar;
use crate::oracle::Oracle;

/// A random move of orders or items.
#[derive(Debug, Clone)]
pub enum Moving {
    /// Pieces of up to two items go to an order, or to a new one.
    Items {
        pick: u64,
        items: Vec<(u64, i64)>,
        to: Option<u64>,
    },
    /// Pieces of items go to bills of their own.
    Split {
        pick: u64,
        items: Vec<(u64, i64)>,
    },
    Merge {
        pick: u64,
        from: Vec<u64>,
    },
}

/// Strategy for a random move.
pub fn moving() -> impl Strategy<Value = Moving> {
    let items = || proptest::collection::vec((any::<u64>(), 1i64..6), 1..3);
    prop_oneof![
        4 => (any::<u64>(), items(), proptest::option::of(any::<u64>())).prop_map(|(pick, items, to)| Moving::Items { pick, items, to }),
        3 => (any::<u64>(), items()).prop_map(|(pick, items)| Moving::Split { pick, items }),
        3 => (any::<u64>(), proptest::collection::vec(any::<u64>(), 1..3)).prop_map(|(pick, from)| Moving::Merge { pick, from }),
    ]
}

impl Moving {
    /// The command in this bar. Items are named as a phone would: each once, in the quantity that it has.
    pub fn command(&self, bar: &Bar) -> Command {
        Command::Move(match self {
            Moving::Items { pick, items, to } => {
                let order_id = open_order(bar, *pick);
                let to = to.map_or(MoveTarget::New(NewOrderRequest::default()), |pick| MoveTarget::Order(open_order(bar, pick)));
                // The API refuses a move to the order itself.
                let to = if matches!(to, MoveTarget::Order(id) if id == order_id) { MoveTarget::Order(0) } else { to };
                MoveCommand::Items(MoveItems { order_id, pieces: pieces(bar, order_id, items), to })
            }
            Moving::Split { pick, items } => {
                let order_id = open_order(bar, *pick);
                let bill = |pieces: Pieces| SplitBill { pieces: vec![pieces], customer_name: None };
                let bills = pieces(bar, order_id, items).into_iter().map(bill).collect();
                MoveCommand::Split(SplitOrder { order_id, into: SplitInto::Bills(bills) })
            }
            Moving::Merge { pick, from } => {
                let order_id = open_order(bar, *pick);
                let mut from: Vec<u64> = from.iter().map(|pick| open_order(bar, *pick)).filter(|id| *id != order_id).collect();
                from.dedup();
                let from = if from.is_empty() { vec![0] } else { from };
                MoveCommand::Merge(MergeOrders { order_id, from })
            }
        })
    }
}

/// The orders that are still to be paid.
pub fn open_orders(bar: &Bar) -> Vec<Order> {
    let mut open = orders::open_orders(&bar.tables).expect("readable");
    open.retain(|order| !order.settled && !order.on_credit);
    open
}

/// The id of one of them, sometimes of any order: most orders of a sequence are closed.
pub fn open_order(bar: &Bar, pick: u64) -> u64 {
    let open: Vec<u64> = open_orders(bar).iter().map(|order| order.id).collect();
    open.get((pick % (open.len() as u64 * 4 + 1) / 4) as usize).copied().unwrap_or_else(|| bar.order(pick))
}

fn pieces(bar: &Bar, order_id: u64, items: &[(u64, i64)]) -> Vec<Pieces> {
    let order = orders::order(&bar.tables, order_id).expect("readable");
    let mut pieces: Vec<Pieces> = Vec::new();
    for (item, quantity) in items {
        let item_id = bar.item(order_id, *item);
        let known = order.iter().flat_map(|order| &order.items).find(|known| known.id == item_id);
        let of = known.map_or(1, |item| item.line.quantity);
        if pieces.iter().all(|other| other.item_id != item_id) {
            pieces.push(Pieces { item_id, quantity: (*quantity).min(of), of });
        }
    }
    pieces
}

impl Oracle {
    /// Puts the pieces of a move on their new order.
    pub fn move_pieces(&mut self, from: u64, to: u64, pieces: &[MovedPieces]) {
        for moved in pieces {
            self.shelves.move_item(moved.item_id, moved.moved_as);
            let items = self.orders.entry(from).or_default();
            let (product_id, quantity) = *items.get(&moved.item_id).expect("an item of the source");
            if moved.moved_as == moved.item_id {
                items.remove(&moved.item_id);
            } else {
                items.insert(moved.item_id, (product_id, quantity - moved.quantity));
            }
            self.orders.entry(to).or_default().insert(moved.moved_as, (product_id, moved.quantity));
        }
    }

    /// Gives the money of merged orders to the order that they went into.
    pub fn merge_money(&mut self, from: u64, to: u64) {
        let of_source: Vec<_> = self.kept_by_order.keys().filter(|(order_id, _)| *order_id == from).cloned().collect();
        for key in of_source {
            let kept = self.kept_by_order.remove(&key).unwrap_or_default();
            *self.kept_by_order.entry((to, key.1)).or_default() += kept;
        }
    }
}

/// What orders come to together, without service charges.
#[derive(Debug, Default, PartialEq)]
struct Sums {
    pieces: i64,
    total: Price,
    discount: Price,
    tax: Price,
    gross: Price,
    paid: Cash,
}

impl Sums {
    fn of(tables: &MemoryTables, ids: &[u64]) -> Self {
        let mut sums = Sums::default();
        for order in ids.iter().filter_map(|id| orders::order(tables, *id).expect("readable")) {
            sums.add(&order);
        }
        sums
    }

    fn add(&mut self, order: &Order) {
        self.total += order.total();
        self.discount += order.discount();
        self.paid += order.paid;
        for item in &order.items {
            self.pieces += item.line.quantity;
            self.tax += item.line.tax_due();
            self.gross += item.line.gross();
        }
    }
}

/// A move changes no sum of the orders that it touches.
pub fn keeps_sums(before: &MemoryTables, after: &MemoryTables, entries: &[Entry]) -> Result<(), TestCaseError> {
    for entry in entries {
        let ids: Vec<u64> = match &entry.event {
            Event::ItemsMoved(moved) => moved.to.iter().map(|to| to.after.order_id).chain([moved.source.order_id]).collect(),
            Event::OrdersMerged(merged) => merged.sources.iter().map(|source| source.order_id).chain([merged.target.order_id]).collect(),
            _ => continue,
        };
        prop_assert_eq!(Sums::of(before, &ids), Sums::of(after, &ids), "{:?}", entry.event);
    }
    Ok(())
}
