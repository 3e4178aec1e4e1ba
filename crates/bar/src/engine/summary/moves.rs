//! Sentences about moves: items, splits, merges, guests, tables, hand-overs.

use crate::orders::{Destination, ItemsLabelled, ItemsMoved, MoveKind, MovedPieces, OrdersHandedOver, OrdersMerged, TableMoved};
use crate::sales::SaleRecorded;

/// `2 × Club Beer moved from order #12 to order #13`, `Order #12 split: #13 with 2 × Club Beer; #14 with 1 × Rice`
pub(super) fn items_moved(event: &ItemsMoved) -> String {
    let from = event.source.order_id;
    let end = settled(event.sale.as_ref());
    if event.kind == MoveKind::Move {
        let to: Vec<String> =
            event.to.iter().map(|to| format!("{} moved from order #{from} to order #{}", named(&to.pieces), to.after.order_id)).collect();
        return format!("{}{end}", to.join("; "));
    }
    let bill = |to: &Destination| format!("#{} with {}", to.after.order_id, named(&to.pieces));
    let bills: Vec<String> = event.to.iter().map(bill).collect();
    let by = if event.kind == MoveKind::SplitByGuest { " by guest" } else { "" };
    format!("Order #{from} split{by}: {}{end}", bills.join("; "))
}

pub(super) fn merged(event: &OrdersMerged) -> String {
    let sources: Vec<u64> = event.sources.iter().map(|source| source.order_id).collect();
    format!("{} merged into order #{}{}", orders(&sources), event.target.order_id, settled(event.sale.as_ref()))
}

/// `Order #12: 2 items for A, 1 item for no guest`
pub(super) fn labelled(event: &ItemsLabelled) -> String {
    let mut guests: Vec<(Option<&str>, usize)> = Vec::new();
    for label in &event.items {
        match guests.iter_mut().find(|(guest, _)| *guest == label.guest.as_deref()) {
            Some((_, count)) => *count += 1,
            None => guests.push((label.guest.as_deref(), 1)),
        }
    }
    let part = |(guest, count): &(Option<&str>, usize)| {
        format!("{count} {} for {}", if *count == 1 { "item" } else { "items" }, guest.unwrap_or("no guest"))
    };
    format!("Order #{}: {}", event.order_id, guests.iter().map(part).collect::<Vec<_>>().join(", "))
}

/// `Orders #12, #13 moved from table 4 to VIP`
pub(super) fn table_moved(event: &TableMoved) -> String {
    format!("{} moved from {} to {}", orders(&event.order_ids), event.from.in_sentence(), event.to.in_sentence())
}

/// `Order #12 handed over to ama, served by musu before`
pub(super) fn handed_over(event: &OrdersHandedOver) -> String {
    let ids: Vec<u64> = event.orders.iter().map(|order| order.order_id).collect();
    let mut before: Vec<&str> = event.orders.iter().map(|order| order.from.user_name.as_str()).collect();
    before.dedup();
    format!("{} handed over to {}, served by {} before", orders(&ids), event.to.user_name, before.join(", "))
}

/// `Order #12`, `Orders #12, #13`
fn orders(ids: &[u64]) -> String {
    let numbers: Vec<String> = ids.iter().map(|id| format!("#{id}")).collect();
    format!("{} {}", if ids.len() == 1 { "Order" } else { "Orders" }, numbers.join(", "))
}

fn named(pieces: &[MovedPieces]) -> String {
    let more = pieces.len().saturating_sub(super::LINES_NAMED);
    let mut names: Vec<String> =
        pieces.iter().take(super::LINES_NAMED).map(|moved| format!("{} × {}", moved.quantity, moved.name)).collect();
    if more > 0 {
        names.push(format!("{more} more"));
    }
    names.join(", ")
}

fn settled(sale: Option<&SaleRecorded>) -> String {
    sale.map(|sale| format!(", the rest is paid, receipt {}", sale.receipt_number)).unwrap_or_default()
}
