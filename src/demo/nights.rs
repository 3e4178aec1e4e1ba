//! Demo sales of thirty nights: more guests on Fridays and Saturdays, mostly drinks, some food, few cigars.

use super::lines::{ensure_stock, line};
use super::rng::SeededRng;
use super::{DAY, NIGHTS, Script, bartender, manager, tables};
use crate::catalog::{self, Category, Product};
use crate::engine::Command;
use crate::methods::PaymentMethod;
use crate::payments::PaymentRequest;
use crate::sales::{LineRequest, Sell};
use base::{Actor, Customer, Timestamp};
use store::Stored;

/// First hour of a night, UTC as in Monrovia.
const OPENS: i64 = 11;
/// Length of a night, in hours.
const HOURS: u64 = 14;
/// Sales of a quiet night.
const SALES: u64 = 22;
/// Percentage of sales that are followed by an order at a table.
const AT_TABLES: u64 = 30;
/// Percentage of nights on which a tab is paid.
const TABS_PAID: u64 = 60;
const HOUR: i64 = 60 * 60 * 1000;
const CUSTOMERS: [(&str, &str); 6] = [
    ("Musu Kpadeh", "0770 55 12 40"),
    ("Emmanuel Toe", "0886 41 09 77"),
    ("Fatu Sherman", "0777 20 31 18"),
    ("James Flomo", "0880 65 43 21"),
    ("Hawa Dolo", "0775 90 12 34"),
    ("Prince Wleh", "0888 12 88 12"),
];

/// Simulates all nights up to `now`, with sales that `seed` chooses.
pub fn run(bar: &mut Script<'_>, seed: u64, now: Timestamp) -> Stored<()> {
    let mut rng = SeededRng::new(seed);
    let products = catalog::products(bar.tables.view())?;
    let today = now.as_millis() - now.as_millis().rem_euclid(DAY);
    for night in (0..=NIGHTS).rev() {
        let opens = today - night * DAY + OPENS * HOUR;
        let weekday = (opens / DAY + 4) % 7;
        let busy = if weekday == 5 || weekday == 6 { 2 } else { 1 };
        let mut moments: Vec<i64> = (0..SALES * busy + rng.below(8)).map(|_| opens + moment(&mut rng)).collect();
        moments.sort_unstable();
        for moment in moments.into_iter().filter(|moment| *moment < now.as_millis()) {
            bar.at = Timestamp::from_millis(moment).max(bar.at);
            serve(bar, &mut rng, &products)?;
            if rng.happens(AT_TABLES) {
                tables::evening(bar, &mut rng, &products)?;
            }
        }
        if rng.happens(TABS_PAID) {
            tables::pay_oldest_tab(bar)?;
        }
    }
    bar.at = now.max(bar.at);
    tables::open_orders_and_tabs(bar, &mut rng, &products)
}

/// A random time of the night in milliseconds, most likely in its middle.
fn moment(rng: &mut SeededRng) -> i64 {
    let minutes = HOURS * 30;
    i64::try_from((rng.below(minutes) + rng.below(minutes)) * 60_000 + rng.below(60_000)).unwrap_or(0)
}

fn serve(bar: &mut Script<'_>, rng: &mut SeededRng, products: &[Product]) -> Stored<()> {
    let mut lines: Vec<LineRequest> = Vec::new();
    let method = if rng.happens(78) {
        PaymentMethod::CASH
    } else if rng.happens(60) {
        PaymentMethod::DIGITAL
    } else {
        PaymentMethod::CARD
    };
    for _ in 0..=rng.below(3) {
        let category = match rng.below(100) {
            0..68 => Category::Drinks,
            68..93 => Category::Food,
            93..97 => Category::Cigars,
            _ => Category::Uncategorized,
        };
        let candidates: Vec<&Product> = products.iter().filter(|product| product.category == category).collect();
        let Some(product) = rng.favourite(&candidates) else { continue };
        let quantity = 1 + i64::try_from(rng.below(if category == Category::Drinks { 4 } else { 2 })).unwrap_or(0);
        if lines.iter().any(|line| line.product_id == product.id) || !ensure_stock(bar, product, quantity)? {
            continue;
        }
        lines.push(line(product.id, quantity, method.clone()));
    }
    if lines.is_empty() {
        return Ok(());
    }
    let customer =
        if rng.happens(25) { rng.favourite(&CUSTOMERS).and_then(|(name, phone)| Customer::new(name, Some(phone))) } else { None };
    let seller: Actor = if rng.happens(80) { bartender() } else { manager() };
    bar.execute(
        seller,
        &Command::Sell(Sell {
            lines,
            customer,
            batch: true,
            payment: PaymentRequest::exactly(None),
            exemption: None,
            discount: None,
            oversell: false,
        }),
    )
}
