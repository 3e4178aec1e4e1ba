//! What an entry does to billed pieces that are not settled: found by comparing the orders before and after it, whatever its event is.

use crate::bills::piece::{Charge, Fate, Piece, Placed, Touched, charge_of, descendants, fate_of, item_before, service_share};
use crate::bills::tables::bills_on;
use crate::orders::{Order, OrderItem};
use crate::sales::SaleLine;
use base::{CurrencyCode, Price};
use store::{Stored, View};

/// What was done to pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BilledChangeKind {
    /// They were taken off.
    TakenOff,
    /// They cost less.
    Lowered,
    /// Their order was cancelled or voided.
    Cancelled,
    /// They went on a tab.
    OnTab,
    /// Their service charge is less, or gone.
    ChargeOff,
}

impl BilledChangeKind {
    /// Whether the guests pay less than was billed.
    pub fn is_less(self) -> bool {
        match self {
            BilledChangeKind::TakenOff | BilledChangeKind::Lowered | BilledChangeKind::Cancelled | BilledChangeKind::ChargeOff => true,
            BilledChangeKind::OnTab => false,
        }
    }
}

/// Something that was done to billed pieces of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BilledChange {
    pub kind: BilledChangeKind,
    /// The order that they were on.
    pub order_id: u64,
    pub item_id: u64,
    /// The latest bill that asks for them.
    pub bill: String,
    pub quantity: i64,
    /// The item before.
    pub line: SaleLine,
    /// What the guests pay less by it; of pieces on a tab, what they cost.
    pub amount: Price,
}

/// What was done to billed pieces of these orders. Read before the bills are brought up to date.
pub fn billed_changes(view: &dyn View, touched: &[Touched]) -> Stored<Vec<BilledChange>> {
    let mut changed = Vec::new();
    for Touched { before, .. } in touched {
        // Of an item on several bills, the latest counts.
        let mut latest: Vec<(Piece, String)> = Vec::new();
        for bill in bills_on(view, before.id)? {
            for piece in bill.pieces_on(before.id).filter(|piece| is_open(piece)) {
                latest.retain(|(known, _)| known.item_id != piece.item_id);
                latest.push((piece.clone(), bill.number.clone()));
            }
        }
        for (piece, bill) in latest {
            let Some((order, item)) = item_before(touched, before.id, piece.item_id) else { continue };
            let found = descendants(item.id, touched);
            let done = done_to(&piece, (order, item), &found);
            changed.extend(done.into_iter().map(|(kind, quantity, amount)| BilledChange {
                kind,
                order_id: before.id,
                item_id: item.id,
                bill: bill.clone(),
                quantity,
                line: item.line.clone(),
                amount,
            }));
        }
    }
    Ok(changed)
}

/// Whether a piece was not settled yet.
fn is_open(piece: &Piece) -> bool {
    match piece.fate {
        Fate::Unpaid | Fate::WalkedOut => true,
        Fate::OnTab => !piece.now.is_settled,
        Fate::Paid | Fate::Cancelled | Fate::Gone => false,
    }
}

fn done_to(piece: &Piece, (order, item): Placed, found: &[Placed]) -> Vec<(BilledChangeKind, i64, Price)> {
    let gross = item.line.gross();
    let after: Price = found.iter().map(|(_, item)| item.line.gross()).sum();
    let quantity: i64 = found.iter().map(|(_, item)| item.line.quantity).sum();
    let billed = item.line.quantity.min(piece.quantity);
    if fate_of(order) != Fate::Cancelled && found.iter().any(|(order, _)| fate_of(order) == Fate::Cancelled) {
        let is_less = fate_of(order) != Fate::WalkedOut;
        return if is_less { vec![(BilledChangeKind::Cancelled, billed, gross)] } else { Vec::new() };
    }
    let mut done = Vec::new();
    if quantity < billed {
        done.push((BilledChangeKind::TakenOff, billed - quantity, gross + -after));
    } else if is_cheaper(item, quantity, after) {
        done.push((BilledChangeKind::Lowered, billed, gross + -after));
    }
    let is_new_on_tab = |order: &Order| fate_of(order) == Fate::OnTab;
    if !is_new_on_tab(order) && found.iter().any(|(order, _)| is_new_on_tab(order)) {
        done.push((BilledChangeKind::OnTab, billed, after));
    }
    if let Some(was) = piece.charge.and(charge_of(order)) {
        let off: Vec<&Placed> = found.iter().filter(|(order, _)| is_charge_less(was, charge_of(order))).collect();
        if !off.is_empty() {
            let left: Price = off.iter().map(|(order, item)| service_share(order, item)).sum();
            let pieces = off.iter().map(|(_, item)| item.line.quantity).sum();
            done.push((BilledChangeKind::ChargeOff, pieces, part_of(service_share(order, item), pieces, item.line.quantity) + -left));
        }
    }
    done
}

/// Whether a piece costs less than before.
fn is_cheaper(before: &OrderItem, quantity: i64, after: Price) -> bool {
    let minor = |price: Price| i128::from(price.minor_in(before.line.currency));
    minor(after) * i128::from(before.line.quantity) < minor(before.line.gross()) * i128::from(quantity)
}

fn is_charge_less(was: Charge, now: Option<Charge>) -> bool {
    now.is_none_or(|now| now.percent < was.percent)
}

/// The share of `pieces` in an amount for `all` of them.
fn part_of(amount: Price, pieces: i64, all: i64) -> Price {
    let weights = [pieces, (all - pieces).max(0)];
    let part = |minor: i64| base::apportion(minor, &weights).first().copied().unwrap_or_default();
    let minor = |currency| part(amount.minor_in(currency));
    Price { usd: base::Usd::minor(minor(CurrencyCode::Usd)), lrd: base::Lrd::minor(minor(CurrencyCode::Lrd)) }
}
