//! Decides new orders and new items of an order.

use super::decide::{OrderContext, items_can_change};
use super::money::{Freed, Reallocated, reallocate};
use super::moves::known_label;
use super::room::has_room;
use super::service::{ServiceBasis, by_guests, renewed, service_tax};
use super::{ItemAdded, Order, OrderItem, OrderPlaced, OrderType};
use crate::payments::GrandTotalClaim;
use crate::sales::{LineRequest, SaleLine, current_figures, debt, on_shelf, price_lines, stocked_product};
use base::{Code, CurrencyCode, Customer, Decided, Lrd, Price, Rate, Refusal, Usd};

/// The total of an order that the phone showed. Each figure that is given must match.
#[derive(Debug, Clone, Default)]
pub struct TotalClaim {
    /// In minor units of the order's currency.
    pub total: Option<i64>,
    pub total_usd: Option<Usd>,
    pub total_lrd: Option<Lrd>,
    /// LRD per USD.
    pub rate: Option<Rate>,
    /// With the service charge and all taxes.
    pub grand_total: GrandTotalClaim,
}

impl TotalClaim {
    /// Whether every figure that is given matches `total`; `currency` is that of the order.
    pub fn holds(&self, total: Price, currency: CurrencyCode) -> bool {
        self.total.is_none_or(|claimed| claimed == total.minor_in(currency))
            && self.total_usd.is_none_or(|claimed| claimed == total.usd)
            && self.total_lrd.is_none_or(|claimed| claimed == total.lrd)
    }
}

/// Places an order.
#[derive(Debug, Clone)]
pub struct PlaceOrder {
    pub order_type: OrderType,
    pub table_id: Option<u64>,
    pub customer: Customer,
    pub notes: Option<String>,
    /// 1 to [`ITEMS_MAX`](super::ITEMS_MAX).
    pub items: Vec<LineRequest>,
    pub claim: TotalClaim,
    /// People at the table, as far as anybody said: 1 to [`GUESTS_MAX`](super::GUESTS_MAX).
    pub guests: Option<u32>,
    /// The guest of each item; items beyond the list have none.
    pub labels: Vec<Option<String>>,
    /// Whether goods are ordered of which the box believes that there are none.
    pub oversell: bool,
}

/// Adds an item to an order.
#[derive(Debug, Clone)]
pub struct AddItem {
    pub order_id: u64,
    pub item: LineRequest,
    /// The guest that it is for.
    pub guest: Option<String>,
    /// As [`PlaceOrder::oversell`].
    pub oversell: bool,
}

/// Decides a new order: prices, stock, and the total that the phone showed.
///
/// # Errors
/// 404 for an unknown table or product; 409 `rate_changed` or `price_changed`, with current figures, or `insufficient_stock`.
pub fn place_order(command: &PlaceOrder, context: &OrderContext) -> Decided<Vec<OrderPlaced>> {
    if command.table_id.is_some() && context.table.is_none() {
        return Err(Refusal::not_found("table"));
    }
    // 404 comes before every other refusal.
    command.items.iter().try_for_each(|item| stocked_product(&context.products, item.product_id).map(|_| ()))?;
    if command.claim.rate.is_some_and(|claimed| claimed != context.till.rate) {
        return Err(Refusal::rate_changed(context.till.rate));
    }
    let lines = price_lines(&command.items, &context.products, &context.till, &context.reasons, true)?;
    let oversold = on_shelf(&command.items, &context.products, command.oversell)?;
    let items = with_guests(items(lines, context)?, &command.labels);
    let (total, currency) = totals(&items);
    if !command.claim.holds(total, currency) {
        let lines: Vec<SaleLine> = items.iter().map(|item| item.line.clone()).collect();
        return Err(Refusal::new(Code::PriceChanged, "The total has changed").with("fresh", current_figures(&lines, true)));
    }
    let basis = ServiceBasis { order_id: context.next_order_id, items: &items, is_known: false, lines: &[], is_exempt: false };
    let charge = by_guests(command.order_type, command.guests, None, context.service);
    let next_id = context.next_item_id + items.len() as u64;
    let service = renewed(basis, charge, next_id, context.service, &context.till.tax)?;
    let charged = service.iter().flat_map(|service| &service.lines);
    command.claim.grand_total.check(items.iter().chain(charged).map(|item| item.line.gross()).sum())?;
    let is_lowered = items.iter().any(|item| item.line.discount_reason.is_some());
    Ok(vec![OrderPlaced {
        order_id: context.next_order_id,
        order_type: command.order_type,
        table_id: command.table_id,
        customer: command.customer.clone(),
        notes: command.notes.clone(),
        items,
        rate: context.till.rate,
        day: is_lowered.then_some(context.till.now.day),
        guests: command.guests,
        service,
        oversold: oversold.map(Box::new),
    }])
}

fn totals(items: &[OrderItem]) -> (Price, CurrencyCode) {
    (items.iter().map(|item| item.line.priced()).sum(), crate::sales::main_currency(items.iter().map(|item| item.line.currency)))
}

/// Labels that differ only by capitals are written as the first of them.
fn with_guests(mut items: Vec<OrderItem>, labels: &[Option<String>]) -> Vec<OrderItem> {
    for (place, label) in labels.iter().enumerate().take(items.len()) {
        items[place].guest = label.as_deref().map(|label| known_label(label, &items));
    }
    items
}

fn items(lines: Vec<SaleLine>, context: &OrderContext) -> Decided<Vec<OrderItem>> {
    let tax = service_tax(context);
    let numbered = lines.into_iter().zip(context.next_item_id..);
    numbered.map(|(line, id)| Ok(OrderItem { service_tax: tax.clone(), ..OrderItem::new(id, debt(&line)?, line) })).collect()
}

/// Decides a further item of an order that is neither cancelled, paid nor on credit.
///
/// # Errors
/// Those of [`place_order`]; 409 `conflict` for an order whose items are fixed, or for one that is full.
pub fn add_item(command: &AddItem, context: &OrderContext) -> Decided<Vec<ItemAdded>> {
    let order = context.order()?;
    // 404 comes before every other refusal.
    stocked_product(&context.products, command.item.product_id)?;
    items_can_change(order)?;
    let lines = price_lines(std::slice::from_ref(&command.item), &context.products, &context.till, &context.reasons, false)?;
    let oversold = on_shelf(std::slice::from_ref(&command.item), &context.products, command.oversell)?.map(Box::new);
    let mut added = Vec::new();
    for item in items(lines, context)? {
        let guest = command.guest.as_deref().map(|guest| known_label(guest, &order.items));
        let item = OrderItem { guest, ..order.with_its_exemption(item.on_order(order.id))? };
        has_room(order.items.iter().chain([&item]))?;
        let changed = Order { items: order.items.iter().chain([&item]).cloned().collect(), ..order.clone() };
        let Reallocated { service, shares, .. } = reallocate(changed, order.service.clone(), Freed::None, context)?;
        let day = item.line.discount_reason.is_some().then_some(context.till.now.day);
        added.push(ItemAdded { order_id: order.id, item, day, service, shares, oversold: oversold.clone(), approval: None });
    }
    Ok(added)
}
