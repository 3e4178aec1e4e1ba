//! Queries of the totals.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::span::cover;
use super::tables::{
    CATEGORIES, CUSTOMER_RECEIPTS, CUSTOMERS, DAYS, EVER, HOURS, ONLY, PRODUCTS, TAKINGS, USER_DAYS, USER_RECEIPTS, USERS, VOIDED_EVER,
    WALK_INS, category_of, customer_key,
};
use super::{CustomerTotals, Days, Goods, RevenueOf, Span, Takings, Totals, VoidedEver};
use crate::catalog::{self, Category};
use crate::sales::{self, RecordedLine};
use crate::staff;
use crate::stock;
use base::{BusinessDay, Cash, Customer, Timestamp, Usd};
use store::{Key, Search, Stored, Verdict, View};

/// Hours of the bar's clock.
const HOURS_OF_A_DAY: u8 = 24;

/// The sum of all sales ever, or of a range of days.
pub fn totals(view: &dyn View, days: Option<Days>) -> Stored<Totals> {
    let Some(days) = days else { return Ok(EVER.get(view, &ONLY)?.unwrap_or_default()) };
    Ok(each_day(view, days)?.into_iter().fold(Totals::default(), |mut sum, (_, totals)| {
        sum += totals;
        sum
    }))
}

/// What was voided and refunded on all days.
pub fn voided_ever(view: &dyn View) -> Stored<VoidedEver> {
    Ok(VOIDED_EVER.get(view, &ONLY)?.unwrap_or_default())
}

/// The sum of one day.
pub fn day(view: &dyn View, day: BusinessDay) -> Stored<Totals> {
    Ok(DAYS.get(view, &day)?.unwrap_or_default())
}

/// What one person sold on a day.
pub fn day_of(view: &dyn View, user_id: u64, day: BusinessDay) -> Stored<Totals> {
    Ok(USER_DAYS.get(view, &(day, user_id))?.unwrap_or_default())
}

/// The days of a range on which something was sold, oldest first.
pub fn each_day(view: &dyn View, days: Days) -> Stored<Vec<(BusinessDay, Totals)>> {
    DAYS.range(view, &days.first.to_bytes(), &days.end().to_bytes())
}

/// What was sold on `day` in each hour of the bar's clock, in dollars, by hour.
pub fn hourly(view: &dyn View, day: BusinessDay) -> Stored<[Usd; HOURS_OF_A_DAY as usize]> {
    let mut hours = [Usd::ZERO; HOURS_OF_A_DAY as usize];
    for ((_, hour), totals) in HOURS.with_prefix(view, &day)? {
        if let Some(sum) = hours.get_mut(usize::from(hour)) {
            *sum = totals.goods.usd;
        }
    }
    Ok(hours)
}

/// What one person sold on `day` in each hour of the bar's clock, in dollars, by hour.
pub fn hourly_of(view: &dyn View, user_id: u64, day: BusinessDay) -> Stored<[Usd; HOURS_OF_A_DAY as usize]> {
    let mut firsts = Vec::new();
    visit_receipts_of(view, user_id, Days::between(Some(day), Some(day)), false, |_, first_line| {
        firsts.push(first_line);
        ControlFlow::Continue(())
    })?;
    let mut hours = [Usd::ZERO; HOURS_OF_A_DAY as usize];
    for first_line in firsts {
        let Some(sale) = sales::sale_of_line(view, first_line)? else { continue };
        if let Some(sum) = hours.get_mut(usize::from(sale.hour)) {
            let counting = sale.into_recorded_lines().into_iter().filter(|line| line.voided_at.is_none() && line.line.is_revenue());
            counting.map(RecordedLine::counting).for_each(|line| *sum += line.line.total.usd);
        }
    }
    Ok(hours)
}

/// The hours of the bar's clock in the order of a business day that begins in hour `first`.
pub fn hours_from(first: u8) -> impl Iterator<Item = u8> {
    (0..HOURS_OF_A_DAY).map(move |count| (first + count) % HOURS_OF_A_DAY)
}

/// The hours in which something was sold in a range of days, hour `first` first.
pub fn hours(view: &dyn View, days: Days, first: u8) -> Stored<Vec<(u8, Totals)>> {
    let mut sums = BTreeMap::<u8, Totals>::new();
    HOURS.visit(view, &days.first.to_bytes(), &days.end().to_bytes(), false, |(_, hour), totals| {
        *sums.entry(hour).or_default() += totals;
        ControlFlow::Continue(())
    })?;
    sums.retain(|_, totals| *totals != Totals::default());
    Ok(hours_from(first).filter_map(|hour| sums.get(&hour).map(|totals| (hour, *totals))).collect())
}

/// What was sold of each product, by id.
pub fn products(view: &dyn View, days: Option<Days>) -> Stored<BTreeMap<u64, Goods>> {
    let mut sums = BTreeMap::<u64, Goods>::new();
    let ranges = match days {
        Some(days) => cover(days).into_iter().map(|(from, to)| (from.to_bytes(), to.to_bytes())).collect(),
        None => vec![(Span::Ever.to_bytes(), Vec::new())],
    };
    for (from, to) in ranges {
        PRODUCTS.visit(view, &from, &to, false, |(_, product_id), goods| {
            *sums.entry(product_id).or_default() += goods;
            ControlFlow::Continue(())
        })?;
    }
    // Such as goods that were sold on one day and refunded on another.
    sums.retain(|_, goods| *goods != Goods::default());
    Ok(sums)
}

/// What one person sold of each product, by id.
pub fn products_of(view: &dyn View, user_id: u64, days: Option<Days>) -> Stored<BTreeMap<u64, Goods>> {
    let mut sums = BTreeMap::<u64, Goods>::new();
    for customer in customers(view, user_id, days.unwrap_or(Days::between(None, None)))? {
        for (product_id, goods) in customer.sums.products {
            *sums.entry(product_id).or_default() += goods;
        }
    }
    sums.retain(|_, goods| *goods != Goods::default());
    Ok(sums)
}

/// The sales of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductSales {
    pub product_id: u64,
    /// Its present name.
    pub name: String,
    pub goods: Goods,
}

/// `sums` with the products' names: by revenue, then by pieces, the highest first; then by name.
pub fn ranked(view: &dyn View, sums: &BTreeMap<u64, Goods>) -> Stored<Vec<ProductSales>> {
    let mut ranked = Vec::with_capacity(sums.len());
    for (product_id, goods) in sums {
        let name = catalog::any_product(view, *product_id)?.map(|product| product.name).unwrap_or_default();
        ranked.push(ProductSales { product_id: *product_id, name, goods: *goods });
    }
    ranked.sort_by(|a, b| {
        let by_figures = (b.goods.usd, b.goods.quantity).cmp(&(a.goods.usd, a.goods.quantity));
        by_figures.then_with(|| a.name.cmp(&b.name)).then(a.product_id.cmp(&b.product_id))
    });
    Ok(ranked)
}

/// What was sold of each category in a range of days, in the catalog's order, then the service charge: the rows sum to the total.
pub fn categories(view: &dyn View, days: Days) -> Stored<Vec<(RevenueOf, Goods)>> {
    let mut sums = BTreeMap::<Category, Goods>::new();
    for ((_, number), goods) in CATEGORIES.range(view, &days.first.to_bytes(), &days.end().to_bytes())? {
        if let Some(category) = category_of(number) {
            *sums.entry(category).or_default() += goods;
        }
    }
    sums.retain(|_, goods| *goods != Goods::default());
    let service = service_charge(view, days, sums.values().copied())?;
    let rows = sums.into_iter().map(|(category, goods)| (RevenueOf::from(category), goods));
    Ok(rows.chain(service.map(|goods| (RevenueOf::ServiceCharge, goods))).collect())
}

/// The service charge of a range of days: what was sold beside `goods`, which are all that was sold from the catalog. `None` without one.
pub fn service_charge(view: &dyn View, days: Days, goods: impl Iterator<Item = Goods>) -> Stored<Option<Goods>> {
    let total = each_day(view, days)?.into_iter().fold(Goods::default(), |sum, (_, totals)| sum + totals.goods);
    let service = goods.fold(total, |rest, goods| rest + -goods);
    Ok((service != Goods::default()).then_some(service))
}

/// The takings of a range of days. Methods whose sum is zero are left out of `kept`.
pub fn takings(view: &dyn View, days: Days) -> Stored<Takings> {
    let mut sums = Takings::default();
    for (_, day) in TAKINGS.range(view, &days.first.to_bytes(), &days.end().to_bytes())? {
        sums += &day;
    }
    sums.kept.retain(|_, kept| *kept != Cash::ZERO);
    Ok(sums)
}

/// The sales of each person, by user id.
pub fn users(view: &dyn View, days: Option<Days>) -> Stored<BTreeMap<u64, Totals>> {
    let Some(days) = days else { return Ok(USERS.all(view)?.into_iter().collect()) };
    let mut sums = BTreeMap::<u64, Totals>::new();
    for ((_, user_id), totals) in USER_DAYS.range(view, &days.first.to_bytes(), &days.end().to_bytes())? {
        *sums.entry(user_id).or_default() += totals;
    }
    sums.retain(|_, totals| *totals != Totals::default());
    Ok(sums)
}

/// The sales of a person.
#[derive(Debug, Clone)]
pub struct UserSales {
    pub user: staff::User,
    pub totals: Totals,
    /// When they last sold something that is not voided.
    pub last: Option<Timestamp>,
}

/// The sales of all people with an account, and of former ones who sold something: by revenue, then by username.
pub fn accounts(view: &dyn View, days: Option<Days>) -> Stored<Vec<UserSales>> {
    let sums = users(view, days)?;
    let mut accounts = Vec::new();
    for user in staff::all_users(view)? {
        let totals = sums.get(&user.id).copied().unwrap_or_default();
        if !user.archived || totals != Totals::default() {
            accounts.push(UserSales { last: last_sale(view, user.id, days)?, totals, user });
        }
    }
    accounts.sort_by_cached_key(|account| (std::cmp::Reverse(account.totals.goods.usd), account.user.username.to_lowercase()));
    Ok(accounts)
}

/// When a person last sold something that is not voided.
pub fn last_sale(view: &dyn View, user_id: u64, days: Option<Days>) -> Stored<Option<Timestamp>> {
    let days = days.unwrap_or(Days::between(None, None));
    let mut last = None;
    let (from, to) = ((user_id, days.first), (user_id, days.end()));
    USER_RECEIPTS.visit(view, &from.to_bytes(), &to.to_bytes(), true, |_, at| {
        last = Some(at);
        ControlFlow::Break(())
    })?;
    Ok(last)
}

/// One person's sales to a customer.
#[derive(Debug, Clone)]
pub struct CustomerSales {
    pub sums: CustomerTotals,
    /// When they last bought something that is not voided.
    pub last: Option<Timestamp>,
}

/// A person's sales by customer: the one who spent the most first, walk-ins last.
pub fn customers(view: &dyn View, user_id: u64, days: Days) -> Stored<Vec<CustomerSales>> {
    let mut by_key = BTreeMap::<String, CustomerTotals>::new();
    for (from, to) in cover(days) {
        CUSTOMERS.visit(view, &(user_id, from).to_bytes(), &(user_id, to).to_bytes(), false, |(_, _, key), row| {
            let sums = by_key.entry(key).or_default();
            sums.totals += row.totals;
            for (product_id, goods) in row.products {
                *sums.products.entry(product_id).or_default() += goods;
            }
            sums.customer = row.customer;
            ControlFlow::Continue(())
        })?;
        WALK_INS.visit(view, &(user_id, from).to_bytes(), &(user_id, to).to_bytes(), false, |(_, _, product_id), goods| {
            if let Some(sums) = by_key.get_mut(&customer_key(&None)) {
                *sums.products.entry(product_id).or_default() += goods;
            }
            ControlFlow::Continue(())
        })?;
    }
    let mut customers = Vec::with_capacity(by_key.len());
    for mut sums in by_key.into_values() {
        sums.products.retain(|_, goods| *goods != Goods::default());
        customers.push(CustomerSales { last: last_sale_to(view, user_id, &sums.customer, days)?, sums });
    }
    customers.sort_by_cached_key(|CustomerSales { sums, .. }| {
        (sums.customer.is_none(), std::cmp::Reverse(sums.totals.goods.usd), customer_key(&sums.customer))
    });
    Ok(customers)
}

fn last_sale_to(view: &dyn View, user_id: u64, customer: &Option<Customer>, days: Days) -> Stored<Option<Timestamp>> {
    let who = (user_id, customer_key(customer));
    let mut last = None;
    let (from, to) = ((who.clone(), days.first), (who, days.end()));
    CUSTOMER_RECEIPTS.visit(view, &from.to_bytes(), &to.to_bytes(), true, |_, at| {
        last = Some(at);
        ControlFlow::Break(())
    })?;
    Ok(last)
}

/// The latest lines that are not voided, of all time or of a range of days, newest first.
pub fn recent_sales(view: &dyn View, days: Option<Days>, limit: usize) -> Stored<Vec<RecordedLine>> {
    match days {
        Some(days) => recent_sales_of(view, days, limit),
        None => {
            let search = Search::new(u64::MAX, limit).run(|search, before| {
                sales::visit_recorded_lines(view, before, |sale| {
                    search.visit_row(sale.line.id, || {
                        if sale.voided_at.is_none() && sale.line.is_revenue() { Verdict::Include(sale.counting()) } else { Verdict::Skip }
                    })
                })
            })?;
            Ok(search.finish().0)
        }
    }
}

/// Reads the latest sales of each person, because their rows are sorted by day: sales themselves are not.
fn recent_sales_of(view: &dyn View, days: Days, limit: usize) -> Stored<Vec<RecordedLine>> {
    let mut firsts = Vec::new();
    for (user_id, _) in USERS.all(view)? {
        let mut count = 0;
        visit_receipts_of(view, user_id, days, true, |day, first_line| {
            firsts.push((day, first_line));
            count += 1;
            if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
    }
    firsts.sort_unstable_by(|a, b| b.cmp(a));
    let mut lines = Vec::with_capacity(limit);
    for (_, first_line) in firsts {
        let Some(sale) = sales::sale_of_line(view, first_line)? else { continue };
        let counting = sale.into_recorded_lines().into_iter().rev().filter(|line| line.voided_at.is_none() && line.line.is_revenue());
        lines.extend(counting.map(RecordedLine::counting));
        if lines.len() >= limit {
            break;
        }
    }
    lines.truncate(limit);
    Ok(lines)
}

/// The sales of a range of days with a line that is not voided, oldest first: business day and first line.
pub fn sales_of_days(view: &dyn View, days: Days) -> Stored<Vec<(BusinessDay, u64)>> {
    let mut firsts = Vec::new();
    for (user_id, _) in USERS.all(view)? {
        visit_receipts_of(view, user_id, days, false, |day, first_line| {
            firsts.push((day, first_line));
            ControlFlow::Continue(())
        })?;
    }
    firsts.sort_unstable();
    Ok(firsts)
}

/// Business day and first line of each sale of a person in a range of days that has a line that is not voided.
fn visit_receipts_of(
    view: &dyn View,
    user_id: u64,
    days: Days,
    newest_first: bool,
    mut each: impl FnMut(BusinessDay, u64) -> ControlFlow<()>,
) -> Stored<()> {
    let (from, to) = ((user_id, days.first).to_bytes(), (user_id, days.end()).to_bytes());
    USER_RECEIPTS.visit(view, &from, &to, newest_first, |(_, day, first_line), _| each(day, first_line))
}

/// Numbers of products with a low or no stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shortage {
    /// With no stock.
    pub out: u64,
    /// With some stock, but fewer than [`LOW_STOCK_BELOW`](stock::LOW_STOCK_BELOW) pieces.
    pub low: u64,
}

/// Counts the products that are out of stock or low.
pub fn shortage(view: &dyn View) -> Stored<Shortage> {
    let mut shortage = Shortage::default();
    for product in catalog::products(view)? {
        let shelf = stock::shelf(view, &product, None)?;
        shortage.out += u64::from(shelf.is_out());
        shortage.low += u64::from(shelf.is_low());
    }
    Ok(shortage)
}
