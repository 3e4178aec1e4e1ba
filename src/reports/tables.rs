//! The totals as rows, and the three ways in which they move: a sale, a void, money.

use std::ops::AddAssign;

use super::{CustomerTotals, Goods, Span, Totals};
use crate::base::{BusinessDay, Customer, Dual, Envelope, Timestamp};
use crate::catalog::Category;
use crate::credit::OrderVoided;
use crate::payments::Payment;
use crate::sales::{self, PaymentMethod, Sale, SaleLine, SaleRecorded, SaleVoided};
use crate::store::{Stored, Table, Tables, View};

pub(super) const ONLY: u8 = 0;
pub(super) const EVER: Table<u8, Totals> = Table::new("totals_ever");
pub(super) const DAYS: Table<BusinessDay, Totals> = Table::new("totals_days");
pub(super) const HOURS: Table<(BusinessDay, u8), Totals> = Table::new("totals_hours");
pub(super) const USERS: Table<u64, Totals> = Table::new("totals_users");
pub(super) const USER_DAYS: Table<(BusinessDay, u64), Totals> = Table::new("totals_user_days");
pub(super) const CATEGORIES: Table<(BusinessDay, u8), Goods> = Table::new("totals_categories");
/// Days, months and ever.
pub(super) const PRODUCTS: Table<(Span, u64), Goods> = Table::new("totals_products");
/// By person, days and months, customer. Of walk-ins it has all but the products: these are the whole list within a night,
/// and a row that long would be written with each sale.
pub(super) const CUSTOMERS: Table<(u64, Span, String), CustomerTotals> = Table::new("totals_customers");
/// What walk-ins bought: by person, days and months, product.
pub(super) const WALK_INS: Table<(u64, Span, u64), Goods> = Table::new("totals_walk_ins");
/// Kept amounts by the night on which they came in or went out.
pub(super) const TAKINGS: Table<(BusinessDay, u8), Dual> = Table::new("takings");
/// Person, night, first line → when: who sold last is the last of these, also after a void.
pub(super) const USER_RECEIPTS: Table<(u64, BusinessDay, u64), Timestamp> = Table::new("totals_user_receipts");
/// Person and customer, night and first line → when.
pub(super) const CUSTOMER_RECEIPTS: Table<CustomerReceipt, Timestamp> = Table::new("totals_customer_receipts");

/// Person and customer, night and first line.
pub type CustomerReceipt = ((u64, String), (BusinessDay, u64));

/// Applies the sale: its lines count, and what is paid at once is taken. Comes after the sale's rows and its receipt.
pub fn apply_recorded(tables: &mut dyn Tables, event: &SaleRecorded) -> Stored<()> {
    count_sale(tables, event)?;
    // Lines of orders and credit items were paid by payments, which count themselves.
    let paid_at_once = event.lines.iter().filter(|line| line.order_id.is_none() && line.credit_id.is_none());
    let takings = paid_at_once.map(|line| (line.method, line.total.part_in(line.currency)));
    summed(takings).into_iter().try_for_each(|(method, kept)| count_takings(tables, event.day, method, kept))
}

/// Applies the void of one line, before the line is voided: it counts no more, and its money goes back by the method that
/// it came with, out of the takings of the night on which that happens.
pub fn apply_voided(tables: &mut dyn Tables, envelope: &Envelope, event: &SaleVoided) -> Stored<()> {
    let Some(sale) = sales::sale(tables.view(), event.sale_id)? else { return Ok(()) };
    if sale.voided_at.is_some() {
        return Ok(());
    }
    uncount_line(tables, &sale)?;
    let today = crate::settings::settings(tables.view())?.bar_time().business_day(envelope.at);
    count_takings(tables, today, sale.line.method, -sale.line.total.part_in(sale.line.currency))
}

/// Applies a payment: what the bar kept of it, on the night on which it came in.
pub fn apply_payment(tables: &mut dyn Tables, envelope: &Envelope, payment: &Payment) -> Stored<()> {
    let today = crate::settings::settings(tables.view())?.bar_time().business_day(envelope.at);
    count_takings(tables, today, payment.method, payment.kept())
}

/// Applies the void of an order, before its lines are voided: they count no more, and its money goes back as the event
/// says, not line by line.
pub fn apply_order_voided(tables: &mut dyn Tables, envelope: &Envelope, event: &OrderVoided) -> Stored<()> {
    for id in &event.sale_ids {
        // One after the other: the receipt leaves the count with the last of its lines.
        let Some(sale) = sales::sale(tables.view(), *id)?.filter(|sale| sale.voided_at.is_none()) else { continue };
        uncount_line(tables, &sale)?;
        sales::mark_voided(tables, envelope, *id)?;
    }
    event.refunds.iter().try_for_each(|refund| apply_payment(tables, envelope, refund))
}

/// Counts the lines of a sale, whatever they were paid with. Comes after their rows are written.
fn count_sale(tables: &mut dyn Tables, event: &SaleRecorded) -> Stored<()> {
    let Some(first) = event.lines.first() else { return Ok(()) };
    let Some(sale) = sales::sale(tables.view(), first.id)? else { return Ok(()) };
    let lines: Vec<&SaleLine> = event.lines.iter().collect();
    shift(tables, &Shift { sale: &sale, lines: &lines, sign: 1, receipts: 1 })?;
    USER_RECEIPTS.put(tables, &(sale.user_id, sale.day, first.id), &sale.at)?;
    CUSTOMER_RECEIPTS.put(tables, &customer_receipt(&sale, first.id), &sale.at)
}

/// Takes one line out of every figure. Comes before its row says that it is voided: the receipt leaves the count with the
/// last of its lines.
fn uncount_line(tables: &mut dyn Tables, sale: &Sale) -> Stored<()> {
    let left = lines_left(tables.view(), sale)?;
    let receipts = if left.others { 0 } else { -1 };
    shift(tables, &Shift { sale, lines: &[&sale.line], sign: -1, receipts })?;
    if !left.others {
        USER_RECEIPTS.remove(tables, &(sale.user_id, sale.day, left.first))?;
        CUSTOMER_RECEIPTS.remove(tables, &customer_receipt(sale, left.first))?;
    }
    Ok(())
}

/// Adds money that the bar kept, or gave back (negative), to the takings of a night.
fn count_takings(tables: &mut dyn Tables, day: BusinessDay, method: PaymentMethod, kept: Dual) -> Stored<()> {
    TAKINGS.change(tables, &(day, method_number(method)), |row| *row += kept)
}

/// What moves the totals: some lines of one receipt come or go.
struct Shift<'a> {
    /// Any line of the receipt, for all that its lines have in common.
    sale: &'a Sale,
    lines: &'a [&'a SaleLine],
    /// 1 or -1.
    sign: i64,
    /// 1, 0 or -1.
    receipts: i64,
}

fn shift(tables: &mut dyn Tables, shift: &Shift<'_>) -> Stored<()> {
    let (day, user_id) = (shift.sale.day, shift.sale.user_id);
    let goods = |line: &SaleLine| if shift.sign < 0 { -Goods::of(line) } else { Goods::of(line) };
    let all = shift.lines.iter().map(|line| goods(line)).fold(Goods::default(), |sum, goods| sum + goods);
    let totals = Totals { receipts: shift.receipts, goods: all };
    EVER.change(tables, &ONLY, |row| *row += totals)?;
    DAYS.change(tables, &day, |row| *row += totals)?;
    HOURS.change(tables, &(day, shift.sale.hour), |row| *row += totals)?;
    USERS.change(tables, &user_id, |row| *row += totals)?;
    USER_DAYS.change(tables, &(day, user_id), |row| *row += totals)?;
    for line in shift.lines {
        for span in [Span::Day(day), Span::month_of(day), Span::Ever] {
            PRODUCTS.change(tables, &(span, line.product_id), |row| *row += goods(line))?;
        }
    }
    for (category, sum) in summed(shift.lines.iter().map(|line| (line.category, goods(line)))) {
        CATEGORIES.change(tables, &(day, category_number(category)), |row| *row += sum)?;
    }
    let customer = &shift.sale.customer;
    for span in [Span::Day(day), Span::month_of(day)] {
        let named: &[&SaleLine] = if customer.is_some() { shift.lines } else { &[] };
        if customer.is_none() {
            for line in shift.lines {
                WALK_INS.change(tables, &(user_id, span, line.product_id), |row| *row += goods(line))?;
            }
        }
        CUSTOMERS.change(tables, &(user_id, span, customer_key(customer)), |row| {
            row.totals += totals;
            for line in named {
                *row.products.entry(line.product_id).or_default() += goods(line);
            }
            row.products.retain(|_, goods| *goods != Goods::default());
            if shift.sign > 0 {
                row.customer.clone_from(customer);
            }
            if row.totals == Totals::default() {
                *row = CustomerTotals::default();
            }
        })?;
    }
    Ok(())
}

/// What belongs together, added up: a row is written once for a sale, not once for each of its lines.
fn summed<K: PartialEq, V: AddAssign>(parts: impl Iterator<Item = (K, V)>) -> Vec<(K, V)> {
    let mut sums: Vec<(K, V)> = Vec::new();
    for (key, part) in parts {
        match sums.iter_mut().find(|(one, _)| *one == key) {
            Some((_, sum)) => *sum += part,
            None => sums.push((key, part)),
        }
    }
    sums
}

struct LinesLeft {
    /// Whether the receipt has another line that is not voided.
    others: bool,
    /// Its first line, voided or not.
    first: u64,
}

fn lines_left(view: &dyn View, sale: &Sale) -> Stored<LinesLeft> {
    let lines = sales::sold(view, sale.line.id)?.map(|sold| sold.lines).unwrap_or_default();
    let first = lines.first().map_or(sale.line.id, |(line, _)| line.id);
    let others = lines.iter().any(|(line, voided_at)| line.id != sale.line.id && voided_at.is_none());
    Ok(LinesLeft { others, first })
}

fn customer_receipt(sale: &Sale, first_line: u64) -> CustomerReceipt {
    ((sale.user_id, customer_key(&sale.customer)), (sale.day, first_line))
}

/// What spellings of one customer have in common; nothing for walk-ins.
pub(super) fn customer_key(customer: &Option<Customer>) -> String {
    customer.as_ref().map(Customer::key).unwrap_or_default()
}

/// Numbers of the store: they stay, whatever the order of the words becomes.
fn category_number(category: Category) -> u8 {
    match category {
        Category::Drinks => 0,
        Category::Food => 1,
        Category::Cigars => 2,
        Category::Uncategorized => 3,
    }
}

pub(super) fn category_of(number: u8) -> Option<Category> {
    Category::ALL.into_iter().find(|category| category_number(*category) == number)
}

fn method_number(method: PaymentMethod) -> u8 {
    match method {
        PaymentMethod::Cash => 0,
        PaymentMethod::Card => 1,
        PaymentMethod::Digital => 2,
        PaymentMethod::Check => 3,
        PaymentMethod::Mobile => 4,
        PaymentMethod::Mixed => 5,
    }
}

pub(super) fn method_of(number: u8) -> Option<PaymentMethod> {
    PaymentMethod::ALL.into_iter().find(|method| method_number(*method) == number)
}
