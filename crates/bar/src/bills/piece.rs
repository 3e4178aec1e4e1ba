//! Pieces of a bill: what stood on it, wherever it went, and what became of it.

use serde::{Deserialize, Serialize};

use super::Bill;
use crate::orders::{Order, OrderItem, OrderStatus, ServiceCharge};
use crate::tax::Percent;
use base::{Lrd, Price, Usd, apportion};

/// What became of a piece of a bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// It is on an order that is not paid.
    Unpaid,
    Paid,
    /// On a customer's tab.
    OnTab,
    /// The guests left without paying all of its order.
    WalkedOut,
    /// Its order was cancelled or voided.
    Cancelled,
    /// It was taken off its order.
    Gone,
}

/// The service charge that an item carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    pub percent: Percent,
    /// Whether its tax is not due.
    pub is_exempt: bool,
}

/// Billed pieces of one item, on the order where they are now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The line of the bill that they are of.
    pub line: u64,
    /// The item that they are now.
    pub item_id: u64,
    pub order_id: u64,
    /// How many were billed.
    pub quantity: i64,
    /// The charge that they were billed with.
    pub charge: Option<Charge>,
    /// Whether a later bill asks for them too.
    pub on_newer: bool,
    pub fate: Fate,
    /// Whether it was on an order whose guests left without paying all of it, also if they came back.
    pub walked_out: bool,
    /// The item as it is now, with its share of the service charge.
    pub now: Now,
}

/// What an item comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Now {
    pub quantity: i64,
    pub gross: Price,
    pub service: Price,
    pub charge: Option<Charge>,
    /// Whether its order is settled.
    pub is_settled: bool,
}

impl Now {
    fn of(order: &Order, item: &OrderItem) -> Self {
        Now {
            quantity: item.line.quantity,
            gross: item.line.gross(),
            service: service_share(order, item),
            charge: charge_of(order),
            is_settled: order.settled,
        }
    }
}

/// The charge of an order.
pub fn charge_of(order: &Order) -> Option<Charge> {
    let due = order.service.as_ref().filter(|charge: &&ServiceCharge| charge.is_due() && !order.service_lines.is_empty())?;
    let is_exempt = order.service_lines.iter().any(|line| line.line.tax.as_ref().is_some_and(|tax| tax.exempt));
    Some(Charge { percent: due.percent, is_exempt })
}

/// The share of an item in the service charge of its order.
pub fn service_share(order: &Order, item: &OrderItem) -> Price {
    let currency = item.line.currency;
    let items: Vec<&OrderItem> = order.items.iter().filter(|one| one.line.currency == currency).collect();
    let Some(place) = items.iter().position(|one| one.id == item.id) else { return Price::ZERO };
    let service: Price = order.service_lines.iter().filter(|line| line.line.currency == currency).map(|line| line.line.gross()).sum();
    let weights: Vec<i64> = items.iter().map(|one| one.line.total.minor_in(currency)).collect();
    let share = |minor: i64| apportion(minor, &weights).get(place).copied().unwrap_or_default();
    Price { usd: Usd::minor(share(service.usd.as_minor())), lrd: Lrd::minor(share(service.lrd.as_minor())) }
}

/// What becomes of the items of an order that is now as it is.
pub fn fate_of(order: &Order) -> Fate {
    if order.status == OrderStatus::Cancelled {
        Fate::Cancelled
    } else if order.on_credit {
        Fate::OnTab
    } else if order.walked_out.is_some() {
        Fate::WalkedOut
    } else if order.settled {
        Fate::Paid
    } else {
        Fate::Unpaid
    }
}

/// The pieces of a bill that is printed of an order.
pub fn pieces_of_order(order: &Order) -> Vec<Piece> {
    let piece = |item: &OrderItem| Piece {
        line: item.id,
        item_id: item.id,
        order_id: order.id,
        quantity: item.line.quantity,
        charge: charge_of(order),
        on_newer: false,
        fate: Fate::Unpaid,
        walked_out: false,
        now: Now::of(order, item),
    };
    order.items.iter().map(piece).collect()
}

/// An order before and after an entry.
#[derive(Debug, Clone)]
pub struct Touched {
    pub before: Order,
    pub after: Order,
}

/// An item after an entry, with the order that it is on.
pub type Placed<'a> = (&'a Order, &'a OrderItem);

/// What an item became: itself, on whatever order, and the parts that were cut from it, itself last. Empty if it was taken off.
pub fn descendants<'a>(item_id: u64, touched: &'a [Touched]) -> Vec<Placed<'a>> {
    let is_new = |id: u64| touched.iter().all(|one| one.before.items.iter().all(|item| item.id != id));
    let all = touched.iter().flat_map(|one| one.after.items.iter().map(move |item| (&one.after, item)));
    let mut found: Vec<Placed> = all.filter(|(_, item)| item.id == item_id || (item.part_of == Some(item_id) && is_new(item.id))).collect();
    found.sort_by_key(|(_, item)| (item.id == item_id, item.id));
    found
}

/// The order before the entry, and the item on it.
pub fn item_before(touched: &[Touched], order_id: u64, item_id: u64) -> Option<Placed<'_>> {
    let order = &touched.iter().find(|one| one.before.id == order_id)?.before;
    Some((order, order.items.iter().find(|item| item.id == item_id)?))
}

impl Piece {
    /// What the piece became with an entry that touched these orders. Of an item of which more was ordered after the bill, the others go
    /// first.
    pub fn follow(&self, touched: &[Touched]) -> Vec<Piece> {
        if self.fate == Fate::Gone {
            return vec![self.clone()];
        }
        let Some((_, before)) = item_before(touched, self.order_id, self.item_id) else { return vec![self.clone()] };
        let found = descendants(self.item_id, touched);
        let Some(((order, item), parts)) = found.split_last() else {
            return vec![Piece { fate: Fate::Gone, ..self.clone() }];
        };
        let mut others = (before.line.quantity - self.quantity).max(0);
        let mut left = self.quantity;
        let mut pieces = Vec::with_capacity(found.len());
        let at = |order: &Order, item: &OrderItem, quantity| Piece {
            item_id: item.id,
            order_id: order.id,
            quantity,
            fate: fate_of(order),
            walked_out: self.walked_out || order.walked_out.is_some(),
            now: Now::of(order, item),
            ..self.clone()
        };
        for (order, part) in parts {
            let not_billed = others.min(part.line.quantity);
            others -= not_billed;
            let quantity = (part.line.quantity - not_billed).min(left);
            left -= quantity;
            if quantity > 0 {
                pieces.push(at(order, part, quantity));
            }
        }
        if left > 0 {
            pieces.push(at(order, item, left));
        }
        pieces
    }

    /// Whether it is unpaid and on no later bill.
    pub fn is_waiting(&self) -> bool {
        self.fate == Fate::Unpaid && !self.on_newer
    }

    /// Whether it is where it was and costs what it did, apart from money.
    fn is_same(&self, other: &Piece) -> bool {
        let figures =
            |piece: &Piece| (piece.item_id, piece.order_id, piece.quantity, piece.now.quantity, piece.now.gross, piece.now.charge);
        figures(self) == figures(other)
    }

    pub(in crate::bills) fn is_settled(&self) -> bool {
        matches!(self.fate, Fate::Paid | Fate::OnTab)
    }
}

/// Whether pieces are where they were and cost what they did, apart from money.
pub fn are_same(before: &[Piece], after: &[Piece]) -> bool {
    before.len() == after.len() && before.iter().zip(after).all(|(before, after)| before.is_same(after))
}

impl Bill {
    /// The pieces that are on an order.
    pub fn pieces_on(&self, order_id: u64) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.order_id == order_id && piece.fate != Fate::Gone)
    }

    /// Whether all pieces of a line of it were settled as billed.
    pub(in crate::bills) fn is_line_as_billed(&self, line: u64) -> bool {
        let Some(billed) = self.items.iter().find(|item| item.id == line) else { return true };
        let pieces = || self.pieces.iter().filter(move |piece| piece.line == line);
        if pieces().any(|piece| !piece.is_settled() || piece.now.charge != piece.charge) {
            return false;
        }
        let quantity: i64 = pieces().map(|piece| piece.now.quantity).sum();
        let gross: Price = pieces().map(|piece| piece.now.gross).sum();
        let minor = |price: Price| price.minor_in(billed.line.currency);
        if quantity > billed.line.quantity { minor(gross) >= minor(billed.line.gross()) } else { gross == billed.line.gross() }
    }

    /// Whether a piece was settled as billed, so that it is no longer one of the bill's.
    pub(in crate::bills) fn is_done(&self, piece: &Piece) -> bool {
        piece.fate == Fate::Gone || (piece.is_settled() && piece.now.is_settled && self.is_line_as_billed(piece.line))
    }

    /// Whether something of it was not settled as billed, and never will be.
    pub fn is_other(&self) -> bool {
        let is_lost = |piece: &Piece| piece.walked_out || matches!(piece.fate, Fate::Gone | Fate::Cancelled);
        let is_settled = |line: u64| self.pieces.iter().filter(|piece| piece.line == line).all(Piece::is_settled);
        self.pieces.iter().any(|piece| is_lost(piece) || (is_settled(piece.line) && !self.is_line_as_billed(piece.line)))
    }

    /// What its pieces were settled for, with their service charge.
    pub fn settled_pieces(&self) -> Price {
        self.pieces.iter().filter(|piece| piece.is_settled()).map(|piece| piece.now.gross + piece.now.service).sum()
    }

    /// Whether all pieces that are left are on the order that it was printed of.
    pub fn is_at_home(&self) -> bool {
        self.pieces.iter().filter(|piece| piece.fate != Fate::Gone).all(|piece| piece.order_id == self.order_id)
    }
}
