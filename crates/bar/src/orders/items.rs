//! Changes of the items of an order: fewer pieces, another note, removal.

use super::decide::{OrderContext, items_can_change};
use super::money::{Freed, Reallocated, reallocate};
use super::reallocate::FreedLine;
use super::{ItemChanged, ItemRemoved, Order, OrderItem, OrderStatus, RemovedFacts, SentItems};
use crate::payments::{Debt, Share};
use crate::reasons::{ReasonChoice, ReasonKind};
use crate::sales::{SaleLine, debt, more_on_shelf};
use base::{Decided, Price, Refusal};

/// Removes one item from an order.
#[derive(Debug, Clone)]
pub struct RemoveItem {
    pub order_id: u64,
    pub item_id: u64,
    pub reason: ReasonChoice,
    /// `None`: as the reason says.
    pub return_to_stock: Option<bool>,
}

/// Changes the quantity or the note of an item; `None` keeps.
#[derive(Debug, Clone)]
pub struct ChangeItem {
    pub order_id: u64,
    pub item_id: u64,
    /// Pieces, at least 1.
    pub quantity: Option<i64>,
    /// The quantity that the phone showed.
    pub of: Option<i64>,
    pub reason: ReasonChoice,
    /// Whether pieces that are taken off go back to stock; `None`: as the reason says.
    pub return_to_stock: Option<bool>,
    /// `Some(None)` removes it.
    pub notes: Option<Option<String>>,
}

/// Decides the removal. Money on the item is allocated to the remaining ones, whose debts must be large enough for it.
///
/// # Errors
/// 404 for an unknown order or item; 409 `conflict` for an order whose items are fixed, and where more was paid than the rest
/// comes to; and those of [`crate::reasons::ReasonContext::resolve`].
pub fn remove_item(command: &RemoveItem, context: &OrderContext, sent: &SentItems) -> Decided<Vec<ItemRemoved>> {
    let reason = context.reasons.resolve(&command.reason, ReasonKind::Void)?;
    let (order, item) = item_of(context, command.item_id)?;
    items_can_change(order)?;
    let mut removed = ItemRemoved {
        order_id: order.id,
        item_id: item.id,
        name: item.line.product_name.clone(),
        facts: facts(order, item, item.line.quantity, item.line.total),
        sent: sent.goods(std::iter::once((item, item.line.total.usd))),
        returns_stock: command.return_to_stock.unwrap_or(reason.returns_stock && !item.line.is_comp()),
        reason: reason.text,
        listed_reason: reason.listed,
        shares: Vec::new(),
        sale: None,
        service: None,
        approval: None,
    };
    let remaining = Order { items: order.items.iter().filter(|other| other.id != item.id).cloned().collect(), ..order.clone() };
    // Even if nothing was paid for the item itself: it may have been the only one that was still owed.
    let freed = Freed::OfItems { first: vec![item.id], lines: vec![FreedLine::of(item)?] };
    Reallocated { service: removed.service, shares: removed.shares, sale: removed.sale } =
        reallocate(remaining, order.service.clone(), freed, context)?;
    Ok(vec![removed])
}

/// Decides another quantity or another note of an item. A quantity can be lowered, and raised again to what was ordered:
/// further pieces are a new item, at the price of their moment.
///
/// # Errors
/// Those of [`remove_item`]; 400 for a quantity below 1 or above what was ordered; 409 `conflict` for an item that changed
/// meanwhile, or for the note of a served order; 409 `insufficient_stock`.
pub fn change_item(command: &ChangeItem, context: &OrderContext, sent: &SentItems) -> Decided<Vec<ItemChanged>> {
    let reason = context.reasons.resolve(&command.reason, ReasonKind::Void)?;
    let (order, item) = item_of(context, command.item_id)?;
    items_can_change(order)?;
    let before = item.line.quantity;
    if command.of.is_some_and(|seen| seen != before) {
        return Err(Refusal::conflict(format!("This item has changed: there are {before} now")));
    }
    let quantity = command.quantity.unwrap_or(before);
    let stock = stock_change(quantity, item, command.return_to_stock.unwrap_or(reason.returns_stock && !item.line.is_comp()), context)?;
    let notes = command.notes.clone().unwrap_or_else(|| item.line.notes.clone());
    let is_note_new = notes != item.line.notes;
    if is_note_new && order.status == OrderStatus::Served {
        return Err(Refusal::conflict("This order is served; its notes are fixed"));
    }
    if quantity == before && !is_note_new {
        return Ok(Vec::new());
    }
    let line = SaleLine { notes: notes.clone(), ..item.line.clone() };
    let line = line.with_quantity(quantity).ok_or_else(|| Refusal::field("quantity", "The total is too large"))?;
    let changed = OrderItem { line, ..item.clone() };
    let (total, tax, discount) = (changed.line.total, changed.line.tax.clone(), changed.line.discount.clone());
    let (changed, freed) = with_its_money(item, changed)?;
    let own = Share { item_id: item.id, outstanding: changed.debt.outstanding, allocations: changed.line.allocations.clone() };
    let items = order.items.iter().map(|other| if other.id == item.id { changed.clone() } else { other.clone() }).collect();
    let Reallocated { service, mut shares, sale } = if quantity == before {
        Reallocated { service: None, shares: Vec::new(), sale: None }
    } else {
        reallocate(Order { items, ..order.clone() }, order.service.clone(), freed, context)?
    };
    if quantity != before && shares.iter().all(|share| share.item_id != item.id) {
        shares.push(own);
    }
    let taken_off = Price { usd: item.line.total.usd - total.usd, lrd: item.line.total.lrd - total.lrd };
    Ok(vec![ItemChanged {
        order_id: order.id,
        item_id: item.id,
        name: item.line.product_name.clone(),
        before,
        quantity,
        total,
        tax,
        discount,
        removed: (quantity < before).then(|| facts(order, item, before - quantity, taken_off)),
        sent: sent.goods((quantity < before).then_some((item, taken_off.usd)).into_iter()),
        stock,
        reason: reason.text,
        listed_reason: reason.listed,
        notes,
        is_note_new,
        shares,
        sale,
        service,
        approval: None,
    }])
}

fn item_of<'a>(context: &'a OrderContext, item_id: u64) -> Decided<(&'a Order, &'a OrderItem)> {
    let order = context.order()?;
    let item = order.items.iter().find(|item| item.id == item_id);
    Ok((order, item.ok_or_else(|| Refusal::not_found("item"))?))
}

fn facts(order: &Order, item: &OrderItem, quantity: i64, total: Price) -> RemovedFacts {
    RemovedFacts { product_id: item.line.product_id, quantity, total, status: order.status }
}

/// Pieces that go back to the shelf when the item gets this `quantity`; negative if they are taken from it. Pieces that are put
/// back on the order are first those that never returned to the shelf.
fn stock_change(quantity: i64, item: &OrderItem, returns: bool, context: &OrderContext) -> Decided<i64> {
    if quantity < 1 {
        return Err(Refusal::field("quantity", "Quantity must be at least 1"));
    }
    if quantity > item.ordered() {
        return Err(Refusal::field("quantity", "That is more than was ordered. Add more as a new item."));
    }
    if !item.line.moves_stock() {
        return Ok(0);
    }
    let taken_off = item.line.quantity - quantity;
    if taken_off >= 0 {
        return Ok(if returns { taken_off } else { 0 });
    }
    let needed = (-taken_off - item.not_returned.unwrap_or(0)).max(0);
    if needed > 0 {
        let from = item.off_the_shelf();
        more_on_shelf(&item.line, (from, from + needed), &context.products)?;
    }
    Ok(-needed)
}

/// The item as it becomes, with the money that stays on it, and the money that does not. Money stays on an item as far as it owes
/// anything; where more was paid for it than it costs now, all of its money is allocated again, to the item first.
pub(super) fn with_its_money(item: &OrderItem, changed: OrderItem) -> Decided<(OrderItem, Freed)> {
    let (was, whole) = (debt(&item.line)?, debt(&changed.line)?);
    let outstanding = item.debt.outstanding + whole.outstanding - was.outstanding;
    if outstanding >= 0 {
        return Ok((OrderItem { debt: Debt { outstanding, ..item.debt }, ..changed }, Freed::None));
    }
    let unpaid = OrderItem { line: SaleLine { allocations: Vec::new(), ..changed.line }, debt: whole, ..changed };
    Ok((unpaid, Freed::OfItems { first: vec![item.id], lines: vec![FreedLine::of(item)?] }))
}
