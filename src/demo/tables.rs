//! Guests at tables: orders taken, brought, paid in both currencies, or put on somebody's tab.

use super::rng::SeededRng;
use super::{Script, bartender, manager};
use crate::base::{Cash, Customer, Lrd, Usd};
use crate::catalog::{Category, Product};
use crate::credit::{AttachOrder, PayTab, Payer, active_credits};
use crate::engine::Command;
use crate::methods::PaymentMethod;
use crate::orders::{self, MoveOrder, Order, OrderStatus, OrderType, PayOrder, PlaceOrder, TotalClaim};
use crate::payments::{Coverage, PaymentRequest};
use crate::seating::{self, SeatingCommand, TableStatus};
use crate::store::Stored;

/// Guests in a hundred whose table is free when they have paid.
const GO_HOME: u64 = 90;
/// Who sits at tables and has a tab.
const REGULARS: [(&str, &str); 4] =
    [("Musu Kpadeh", "0770 55 12 40"), ("Emmanuel Toe", "0886 41 09 77"), ("Hawa Dolo", "0775 90 12 34"), ("James Flomo", "0880 65 43 21")];

/// One table's evening, from the order to the money.
pub fn evening(bar: &mut Script<'_>, rng: &mut SeededRng, products: &[Product]) -> Stored<()> {
    let Some(order) = take(bar, rng, products)? else { return Ok(()) };
    for status in [OrderStatus::Preparing, OrderStatus::Ready, OrderStatus::Served] {
        step(bar, &order, status)?;
    }
    if rng.happens(12) {
        let command = AttachOrder { order_id: order.id, customer: order.customer.clone() };
        return bar.give(bartender(), &Command::AttachOrder(command));
    }
    pay(bar, &order, rng)?;
    // Some stay for another one; most go home.
    match order.table_id {
        Some(table_id) if rng.happens(GO_HOME) => {
            bar.give(bartender(), &Command::Seating(SeatingCommand::SetStatus { table_id, status: TableStatus::Available }))
        }
        _ => Ok(()),
    }
}

/// A regular pays what is owed on the oldest tab.
pub fn settle_a_tab(bar: &mut Script<'_>) -> Stored<()> {
    let Some(oldest) = active_credits(bar.tables.view())?.pop() else { return Ok(()) };
    let payer = Payer::exactly(oldest.customer);
    bar.give(
        manager(),
        &Command::PayTab(PayTab { payer, payment: PaymentRequest::exactly(Some(PaymentMethod::CASH)), coverage: Coverage::Full }),
    )
}

/// What is going on right now: a table that waits, one in the kitchen, one ready, and money on a tab.
pub fn right_now(bar: &mut Script<'_>, rng: &mut SeededRng, products: &[Product]) -> Stored<()> {
    for steps in 0..3 {
        let Some(order) = take(bar, rng, products)? else { continue };
        for status in [OrderStatus::Preparing, OrderStatus::Ready].into_iter().take(steps) {
            step(bar, &order, status)?;
        }
    }
    for (place, part) in [(0, None), (1, Some(Usd::minor(200)))] {
        let Some(order) = take(bar, rng, products)? else { continue };
        let (name, phone) = REGULARS[place];
        let customer = Customer { name: name.to_owned(), phone: Some(phone.to_owned()) };
        bar.give(bartender(), &Command::AttachOrder(AttachOrder { order_id: order.id, customer: customer.clone() }))?;
        if let Some(usd) = part {
            let payment = PaymentRequest::amounts(PaymentMethod::CASH, Cash { usd, lrd: Lrd::ZERO });
            let payer = Payer::exactly(customer);
            bar.give(bartender(), &Command::PayTab(PayTab { payer, payment, coverage: Coverage::Partial }))?;
        }
    }
    Ok(())
}

fn take(bar: &mut Script<'_>, rng: &mut SeededRng, products: &[Product]) -> Stored<Option<Order>> {
    let mut items = Vec::new();
    for category in [Category::Drinks, Category::Food, Category::Drinks] {
        let shelf: Vec<&Product> = products.iter().filter(|product| product.category == category).collect();
        let Some(product) = rng.favourite(&shelf) else { continue };
        let quantity = 1 + i64::try_from(rng.below(3)).unwrap_or(0);
        let twice = items.iter().any(|item: &crate::sales::LineRequest| item.product_id == product.id);
        if !twice && super::nights::fill_up(bar, product, quantity)? {
            items.push(super::nights::line(product.id, quantity, PaymentMethod::CASH));
        }
    }
    if items.is_empty() {
        return Ok(None);
    }
    let tables = seating::tables(bar.tables.view())?;
    let table_id = rng.favourite(&tables).map(|table| table.id);
    let Some((name, phone)) = rng.favourite(&REGULARS) else { return Ok(None) };
    let customer = Customer { name: (*name).to_owned(), phone: Some((*phone).to_owned()) };
    let command = PlaceOrder { order_type: OrderType::DineIn, table_id, customer, notes: None, items, claim: TotalClaim::default() };
    bar.give(bartender(), &Command::PlaceOrder(command))?;
    Ok(orders::open_orders(bar.tables.view())?.into_iter().next())
}

fn step(bar: &mut Script<'_>, order: &Order, status: OrderStatus) -> Stored<()> {
    bar.give(bartender(), &Command::MoveOrder(MoveOrder { order_id: order.id, status, reason: None }))
}

/// Some pay in dollars, some in Liberian dollars, some put both on the counter.
fn pay(bar: &mut Script<'_>, order: &Order, rng: &mut SeededRng) -> Stored<()> {
    let rate = crate::rates::rate(bar.tables.view())?;
    let owed = order.remaining(rate);
    let ten_dollars = Usd::minor(1_000);
    let (amount, method) = match rng.below(3) {
        0 => (Cash { usd: next_note(owed.usd), lrd: Lrd::ZERO }, PaymentMethod::CASH),
        1 => (Cash { usd: Usd::ZERO, lrd: owed.lrd }, PaymentMethod::MOBILE),
        _ if owed.usd > ten_dollars => (Cash { usd: ten_dollars, lrd: owed.lrd - rate.to_lrd(ten_dollars) }, PaymentMethod::MIXED),
        _ => (Cash { usd: owed.usd, lrd: Lrd::ZERO }, PaymentMethod::CARD),
    };
    bar.give(bartender(), &Command::PayOrder(PayOrder { order_id: order.id, payment: PaymentRequest::amounts(method, amount) }))
}

/// The next five dollars up.
fn next_note(owed: Usd) -> Usd {
    Usd::minor((owed.as_minor() + 499) / 500 * 500)
}
