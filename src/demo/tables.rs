//! Demo orders at tables: placed, served, paid in both currencies, or put on a tab.

use super::lines::{ensure_stock, line};
use super::rng::SeededRng;
use super::{Script, bartender, manager};
use crate::catalog::{Category, Product};
use crate::credit::{PayTab, Payer, PutOrderOnTab, active_credits};
use crate::engine::Command;
use crate::methods::PaymentMethod;
use crate::orders::{self, Order, OrderStatus, OrderType, PayOrder, PlaceOrder, ReturnedGoods, SetOrderStatus, TotalClaim};
use crate::payments::{Coverage, PaymentRequest};
use crate::reasons::ReasonChoice;
use crate::seating::{self, SeatingCommand, TableStatus};
use base::{Cash, Customer, Lrd, Usd};
use store::Stored;

/// Percentage of paid orders after which the table becomes free.
const LEAVING: u64 = 90;
/// Guests at tables and with tabs: name and phone.
const REGULARS: [(&str, &str); 4] =
    [("Musu Kpadeh", "0770 55 12 40"), ("Emmanuel Toe", "0886 41 09 77"), ("Hawa Dolo", "0775 90 12 34"), ("James Flomo", "0880 65 43 21")];

/// One order, from placing it to payment or tab.
pub fn evening(bar: &mut Script<'_>, rng: &mut SeededRng, products: &[Product]) -> Stored<()> {
    let Some(order) = place_order(bar, rng, products, None)? else { return Ok(()) };
    for status in [OrderStatus::Preparing, OrderStatus::Ready, OrderStatus::Served] {
        move_to(bar, &order, status)?;
    }
    if rng.happens(12) {
        let command = PutOrderOnTab { order_id: order.id, customer: order.customer.clone(), over_limit: true };
        bar.execute(bartender(), &Command::PutOrderOnTab(command))?;
        // They pay another day, and leave.
        return leave(bar, order.table_id);
    }
    pay(bar, &order, rng)?;
    // Most guests leave after paying; some keep the table.
    if order.table_id.is_some() && rng.happens(LEAVING) { leave(bar, order.table_id) } else { Ok(()) }
}

fn leave(bar: &mut Script<'_>, table_id: Option<u64>) -> Stored<()> {
    let Some(table_id) = table_id else { return Ok(()) };
    bar.execute(bartender(), &Command::Seating(SeatingCommand::SetStatus { table_id, status: TableStatus::Available }))
}

/// Pays the oldest tab in full.
pub fn pay_oldest_tab(bar: &mut Script<'_>) -> Stored<()> {
    let Some(oldest) = active_credits(bar.tables.view())?.pop() else { return Ok(()) };
    let payer = Payer::exactly(oldest.customer);
    bar.execute(
        manager(),
        &Command::PayTab(PayTab { payer, payment: PaymentRequest::exactly(Some(PaymentMethod::CASH)), coverage: Coverage::Full }),
    )
}

/// Leaves open work for the demo: orders in three stages, and two tabs, one of them paid in part.
pub fn open_orders_and_tabs(bar: &mut Script<'_>, rng: &mut SeededRng, products: &[Product]) -> Stored<()> {
    for steps in 0..3 {
        let Some(order) = place_order(bar, rng, products, None)? else { continue };
        for status in [OrderStatus::Preparing, OrderStatus::Ready].into_iter().take(steps) {
            move_to(bar, &order, status)?;
        }
    }
    for (place, part) in [(0, None), (1, Some(Usd::minor(200)))] {
        let Some(order) = place_order(bar, rng, products, Some(REGULARS[place]))? else { continue };
        let customer = order.customer.clone();
        bar.execute(
            bartender(),
            &Command::PutOrderOnTab(PutOrderOnTab { order_id: order.id, customer: customer.clone(), over_limit: true }),
        )?;
        if let Some(usd) = part {
            let payment = PaymentRequest::amounts(PaymentMethod::CASH, Cash { usd, lrd: Lrd::ZERO });
            let payer = Payer::exactly(customer);
            bar.execute(bartender(), &Command::PayTab(PayTab { payer, payment, coverage: Coverage::Partial }))?;
        }
    }
    Ok(())
}

/// Places an order of `guest`, or of one of the regulars.
fn place_order(bar: &mut Script<'_>, rng: &mut SeededRng, products: &[Product], guest: Option<(&str, &str)>) -> Stored<Option<Order>> {
    let mut items = Vec::new();
    for category in [Category::Drinks, Category::Food, Category::Drinks] {
        let candidates: Vec<&Product> = products.iter().filter(|product| product.category == category).collect();
        let Some(product) = rng.favourite(&candidates) else { continue };
        let quantity = 1 + i64::try_from(rng.below(3)).unwrap_or(0);
        let twice = items.iter().any(|item: &crate::sales::LineRequest| item.product_id == product.id);
        if !twice && ensure_stock(bar, product, quantity)? {
            items.push(line(product.id, quantity, PaymentMethod::CASH));
        }
    }
    if items.is_empty() {
        return Ok(None);
    }
    let tables = seating::tables(bar.tables.view())?;
    let table_id = rng.favourite(&tables).map(|table| table.id);
    let Some(regular) = rng.favourite(&REGULARS) else { return Ok(None) };
    let (name, phone) = guest.unwrap_or(*regular);
    let customer = Customer { name: name.to_owned(), phone: Some(phone.to_owned()) };
    let command = PlaceOrder {
        order_type: OrderType::DineIn,
        table_id,
        customer,
        notes: None,
        items,
        claim: TotalClaim::default(),
        guests: None,
        labels: Vec::new(),
        oversell: false,
    };
    bar.execute(bartender(), &Command::PlaceOrder(command))?;
    Ok(orders::open_orders(bar.tables.view())?.into_iter().next())
}

fn move_to(bar: &mut Script<'_>, order: &Order, status: OrderStatus) -> Stored<()> {
    bar.execute(
        bartender(),
        &Command::SetOrderStatus(SetOrderStatus {
            order_id: order.id,
            status,
            reason: ReasonChoice::default(),
            returns: ReturnedGoods::All,
        }),
    )
}

/// Pays an order: in US dollars, in Liberian dollars, or in both.
fn pay(bar: &mut Script<'_>, order: &Order, rng: &mut SeededRng) -> Stored<()> {
    let rate = crate::rates::rate(bar.tables.view())?;
    let owed = order.remaining(rate);
    let ten_dollars = Usd::minor(1_000);
    let (amount, method) = match rng.below(3) {
        0 => (Cash { usd: round_up_to_five(owed.usd), lrd: Lrd::ZERO }, PaymentMethod::CASH),
        1 => (Cash { usd: Usd::ZERO, lrd: owed.lrd }, PaymentMethod::MOBILE),
        _ if owed.usd > ten_dollars => (Cash { usd: ten_dollars, lrd: owed.lrd - rate.to_lrd(ten_dollars) }, PaymentMethod::MIXED),
        _ => (Cash { usd: owed.usd, lrd: Lrd::ZERO }, PaymentMethod::CARD),
    };
    bar.execute(
        bartender(),
        &Command::PayOrder(PayOrder { order_id: order.id, payment: PaymentRequest::amounts(method, amount), share: None }),
    )
}

/// Rounds up to the next five dollars.
fn round_up_to_five(owed: Usd) -> Usd {
    Usd::minor((owed.as_minor() + 499) / 500 * 500)
}
