//! Brings bills up to date after an entry: where their pieces went, what changed of them, and what became of them.

use crate::bills::changes::{Gone, is_same, line_changes, piece_changes};
use crate::bills::piece::{Touched, are_same};
use crate::bills::tables::{bills_about, put};
use crate::bills::{Bill, BillChange, BillState, BilledChange, Fate, Piece};
use crate::orders::{self, Order, OrderStatus};
use base::{Envelope, Usd};
use store::{Stored, Tables};

/// What following the bills found.
#[derive(Debug, Default)]
pub struct Followed {
    /// Whether a bill changed.
    pub changed: bool,
    /// Bills that were settled for less without a recorded act, each with what is missing.
    pub settled_for_less: Vec<Usd>,
}

/// Brings the bills of these orders up to date. `gone`: where missing items went, order by order. `changed`: what was done to billed pieces.
pub fn follow(
    tables: &mut dyn Tables,
    envelope: &Envelope,
    touched: &[Touched],
    changed: &[BilledChange],
    gone: impl Fn(u64) -> Gone,
    approved_by: Option<&str>,
) -> Stored<Followed> {
    let mut followed = Followed::default();
    for old in bills_about(tables.view(), touched.iter().map(|one| one.before.id))? {
        let mut bill = old.clone();
        let lowers =
            |change: &BilledChange| change.kind.is_less() && old.pieces_on(change.order_id).any(|piece| piece.item_id == change.item_id);
        bill.lowered |= changed.iter().any(lowers);
        bill.pieces = old.pieces.iter().flat_map(|piece| piece.follow(touched)).collect();
        let mut is_changed = false;
        for one in touched {
            let (changed, lines) = changes_on(&old, one, &bill.pieces, gone(one.before.id));
            is_changed |= changed;
            bill.changes.extend(lines.into_iter().map(|change| BillChange {
                at: envelope.at,
                user_name: envelope.actor.name.clone(),
                approved_by: approved_by.map(str::to_owned),
                text: change.text,
                amount: change.amount,
            }));
        }
        let home = touched.iter().find(|one| one.before.id == bill.order_id).map(|one| &one.after);
        bill.state = state_of(&bill, home, is_changed);
        settle(&mut bill, home);
        if bill == old {
            continue;
        }
        followed.settled_for_less.extend(missing(&old, &bill));
        if missing(&old, &bill).is_some() {
            bill.lowered = true;
        }
        // Orders that pieces went to are compared from now on as well.
        for piece in bill.pieces.iter().filter(|piece| old.pieces_on(piece.order_id).next().is_none()) {
            orders::watch(tables, piece.order_id)?;
        }
        put(tables, bill)?;
        followed.changed = true;
    }
    Ok(followed)
}

/// Whether an entry changed a bill by what it did to an order, and what the guests pay less by it.
fn changes_on(bill: &Bill, Touched { before, after }: &Touched, now: &[Piece], gone: Gone) -> (bool, Vec<crate::bills::LineChange>) {
    // A walk-out cuts the items into what is paid and what is written off; nothing of it is a change of the bill.
    if after.walked_out.is_some() {
        return (false, Vec::new());
    }
    let is_cancelled = after.status == OrderStatus::Cancelled && before.status != after.status;
    if before.id == bill.order_id {
        let is_changed = bill.state != BillState::Replaced && (!is_same(before, after) || is_cancelled);
        return (is_changed, if is_changed { line_changes(before, after, gone) } else { Vec::new() });
    }
    let here: Vec<Piece> = bill.pieces_on(before.id).filter(|piece| !piece.on_newer).cloned().collect();
    let are_here = |piece: &&Piece| here.iter().any(|known| (known.line, known.order_id) == (piece.line, piece.order_id));
    let left: Vec<Piece> = now.iter().filter(are_here).filter(|piece| !piece.on_newer).cloned().collect();
    if here.is_empty() || (are_same(&here, &left) && !is_cancelled && here.iter().zip(&left).all(|(a, b)| b.fate != Fate::Gone || a == b)) {
        return (false, Vec::new());
    }
    let items: Vec<u64> = here.iter().map(|piece| piece.item_id).collect();
    (true, piece_changes(&items, before, after, gone))
}

/// What became of a bill. `home`: the order that it was printed of, if the entry changed that.
fn state_of(bill: &Bill, home: Option<&Order>, is_changed: bool) -> BillState {
    let is_cancelled = home.is_some_and(|order| order.status == OrderStatus::Cancelled && order.merged_into.is_none());
    let left = || bill.pieces.iter().filter(|piece| piece.fate != Fate::Gone);
    let all = |fate: Fate| left().all(|piece| piece.fate == fate);
    let any = |fate: Fate| left().any(|piece| piece.fate == fate);
    if bill.state == BillState::Replaced || home.is_some_and(|order| order.merged_into.is_some()) {
        return BillState::Replaced;
    }
    if any(Fate::Unpaid) {
        let is_as_printed = bill.state == BillState::Open && !is_changed;
        return match bill.pieces.iter().any(Piece::is_waiting) {
            false => BillState::Replaced,
            true if is_as_printed => BillState::Open,
            true => BillState::Changed,
        };
    }
    if is_cancelled && all(Fate::Cancelled) {
        return BillState::Cancelled;
    }
    match bill.state {
        // What happened to it once stays, until it is voided.
        state if left().next().is_none() && !state.is_unpaid() => state,
        _ if left().next().is_some() && all(Fate::Cancelled) => BillState::Cancelled,
        _ if left().any(|piece| piece.walked_out) => BillState::WalkOut,
        _ if any(Fate::Cancelled) => BillState::PaidOther,
        _ if any(Fate::OnTab) => BillState::Credit,
        BillState::Paid | BillState::PaidOther => bill.state,
        BillState::Open | BillState::Changed | BillState::Replaced | BillState::Credit | BillState::WalkOut | BillState::Cancelled => {
            paid_state(bill, home.filter(|_| bill.is_at_home()))
        }
    }
}

/// Whether a bill whose pieces are paid was paid as billed. `home`: its order, if the entry changed that and all pieces are still there.
fn paid_state(bill: &Bill, home: Option<&Order>) -> BillState {
    match home {
        Some(order) if !order.settled => BillState::Changed,
        Some(order) if !bill.is_other() && order.grand_total() == bill.grand_total() => BillState::Paid,
        None if !bill.is_other() => BillState::Paid,
        Some(_) | None => BillState::PaidOther,
    }
}

/// Freezes what it was settled for: the total of its order, or, where its pieces are on others, what these came to.
fn settle(bill: &mut Bill, home: Option<&Order>) {
    let is_final = matches!(bill.state, BillState::Paid | BillState::PaidOther | BillState::Credit | BillState::Replaced);
    let mut left = bill.pieces.iter().filter(|piece| piece.fate != Fate::Gone).peekable();
    let is_settled = left.peek().is_some() && left.all(|piece| piece.is_settled() && piece.now.is_settled);
    if bill.settled.is_some() || !is_final || !is_settled {
        return;
    }
    bill.settled = Some(match home.filter(|order| bill.is_at_home() && order.settled) {
        Some(order) if bill.state != BillState::Replaced => order.grand_total(),
        Some(_) | None => bill.settled_pieces(),
    });
}

/// What was paid less for a bill than it asks for, if that is certain now and no act that lowered it is recorded.
fn missing(old: &Bill, bill: &Bill) -> Option<Usd> {
    let is_new = bill.settled.is_some() && old.settled.is_none();
    let less = bill.grand_total() + -bill.settled?;
    let is_less = less.usd > Usd::ZERO && bill.is_other();
    (is_new && is_less && !bill.lowered && bill.pieces.iter().all(|piece| !piece.on_newer)).then_some(less.usd)
}
