//! Rows of the totals, and their updates by sales, voids and payments.

use std::ops::AddAssign;

use super::{CustomerTotals, Goods, Span, Takings, Totals, VoidedEver, tax};
use crate::catalog::Category;
use crate::orders::OrderVoided;
use crate::payments::Payment;
use crate::sales::{self, LineVoid, RecordedLine, SaleLine, SaleRecorded, SaleVoided, VoidReason, VoidedPart};
use base::{BusinessDay, Customer, Envelope, Timestamp};
use store::{Key, Stored, Table, Tables, View};

pub(super) const ONLY: u8 = 0;
pub(super) const EVER: Table<u8, Totals> = Table::new("totals_ever");
/// Voided and refunded on all days.
pub(super) const VOIDED_EVER: Table<u8, VoidedEver> = Table::new("voided_ever");
pub(super) const DAYS: Table<BusinessDay, Totals> = Table::new("totals_days");
pub(super) const HOURS: Table<(BusinessDay, u8), Totals> = Table::new("totals_hours");
pub(super) const USERS: Table<u64, Totals> = Table::new("totals_users");
pub(super) const USER_DAYS: Table<(BusinessDay, u64), Totals> = Table::new("totals_user_days");
pub(super) const CATEGORIES: Table<(BusinessDay, u8), Goods> = Table::new("totals_categories");
/// Product by day, month and ever.
pub(super) const PRODUCTS: Table<(Span, u64), Goods> = Table::new("totals_products");
/// By person, day or month, and customer. The row of walk-ins has no products: within a day they are most of the catalog, and a
/// row of that length would be written with each sale.
pub(super) const CUSTOMERS: Table<(u64, Span, String), CustomerTotals> = Table::new("totals_customers");
/// Products of walk-ins: by person, day or month, and product.
pub(super) const WALK_INS: Table<(u64, Span, u64), Goods> = Table::new("totals_walk_ins");
/// By the business day on which money came in or went out.
pub(super) const TAKINGS: Table<BusinessDay, Takings> = Table::new("takings");
/// Person, business day, first line → time of the sale. The last row is a person's latest sale, also after a void.
pub(super) const USER_RECEIPTS: Table<(u64, BusinessDay, u64), Timestamp> = Table::new("totals_user_receipts");
/// Person and customer, business day and first line → time of the sale.
pub(super) const CUSTOMER_RECEIPTS: Table<CustomerReceipt, Timestamp> = Table::new("totals_customer_receipts");

/// Person and customer, business day and first line.
pub type CustomerReceipt = ((u64, String), (BusinessDay, u64));

/// Sorted by kind first, so that the days of a range are adjacent, and so are its months.
impl Key for Span {
    fn write(&self, out: &mut Vec<u8>) {
        let (kind, number): (u8, i32) = match self {
            Span::Day(day) => (0, day.number()),
            Span::Month(month) => (1, *month),
            Span::Ever => (2, 0),
        };
        (kind, number).write(out);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        match <(u8, i32)>::read(bytes)? {
            (0, number) => Some(Span::Day(BusinessDay::from_number(number))),
            (1, month) => Some(Span::Month(month)),
            (2, 0) => Some(Span::Ever),
            _ => None,
        }
    }
}

/// Adds a sale to the totals, and the payment of a counter sale to the takings.
pub fn apply_recorded(tables: &mut dyn Tables, envelope: &Envelope, event: &SaleRecorded) -> Stored<()> {
    count_sale(tables, envelope, event)?;
    if event.refund.is_some() {
        // Its payments are counted by the event that it is a part of.
        let lines: Vec<SaleLine> = event.lines.iter().map(SaleLine::negative).collect();
        VOIDED_EVER.change(tables, &ONLY, |row| lines.iter().for_each(|line| row.usd += line.total.usd))?;
        return lines.iter().try_for_each(|line| tax::apply_void(tables, line, event.day, envelope.at));
    }
    tax::apply_sale(tables, event)?;
    // Payments on orders and credit are counted by their own events.
    event.payment().map_or(Ok(()), |payment| apply_payment(tables, &payment))
}

/// Takes a voided line or a part of it out of the totals of its day, and adds its refunds to the takings.
pub fn apply_voided(tables: &mut dyn Tables, envelope: &Envelope, event: &SaleVoided) -> Stored<()> {
    let Some(sale) = sales::recorded_line(tables.view(), event.sale_id)? else { return Ok(()) };
    if sale.voided_at.is_some() {
        return Ok(());
    }
    let part = event.part.clone().unwrap_or_else(|| sale.rest());
    uncount_part(tables, &sale, &part)?;
    tax::apply_void(tables, &sale.line.limited_to(&part), event.when.day, envelope.at)?;
    event.refunds.iter().try_for_each(|refund| apply_payment(tables, refund))
}

/// Adds a payment or a refund to the takings.
pub fn apply_payment(tables: &mut dyn Tables, payment: &Payment) -> Stored<()> {
    change_takings(tables, payment.when.day, |row| {
        for (method, kept) in payment.counted() {
            row.keep(method, kept);
        }
        row.tips += payment.tip_amount();
        payment.tenders.iter().for_each(|tender| row.tender(tender, payment.refund));
        row.change += payment.change;
    })
}

/// Puts a corrected payment in place of what it was.
pub fn apply_corrected(tables: &mut dyn Tables, before: &Payment, after: &Payment) -> Stored<()> {
    change_takings(tables, after.when.day, |row| {
        before.counted().into_iter().for_each(|(method, kept)| row.keep(method, -kept));
        after.counted().into_iter().for_each(|(method, kept)| row.keep(method, kept));
        before.tenders.iter().for_each(|tender| row.take_out_tender(tender));
        after.tenders.iter().for_each(|tender| row.tender(tender, false));
        row.change += after.change + -before.change;
        row.drop_unused();
    })
}

/// Takes an order's sale lines out of the totals, and adds its refunds to the takings. `day` is the business day of the void.
pub fn apply_order_voided(tables: &mut dyn Tables, envelope: &Envelope, event: &OrderVoided, day: BusinessDay) -> Stored<()> {
    for id in &event.sale_ids {
        // One after the other, because a receipt stops counting with the last of its lines.
        let Some(sale) = sales::recorded_line(tables.view(), *id)?.filter(|sale| sale.voided_at.is_none()) else { continue };
        uncount_part(tables, &sale, &sale.rest())?;
        tax::apply_void(tables, &sale.line.limited_to(&sale.rest()), day, envelope.at)?;
        let reason = VoidReason { text: event.reason.clone(), listed: event.listed_reason.clone() };
        let void = LineVoid { part: None, refunds: &event.refunds, reason, approval: event.approval.as_ref() };
        sales::mark_voided(tables, envelope, *id, void)?;
    }
    event.refunds.iter().try_for_each(|refund| apply_payment(tables, refund))
}

fn change_takings(tables: &mut dyn Tables, day: BusinessDay, change: impl FnOnce(&mut Takings)) -> Stored<()> {
    TAKINGS.change(tables, &day, change)
}

/// Adds the lines of a sale to the totals. Called after their rows are written.
fn count_sale(tables: &mut dyn Tables, envelope: &Envelope, event: &SaleRecorded) -> Stored<()> {
    let Some(first) = event.lines.first() else { return Ok(()) };
    let lines: Vec<&SaleLine> = event.lines.iter().filter(|line| line.is_revenue()).collect();
    if lines.is_empty() {
        return Ok(());
    }
    let of = ReceiptKey { day: event.day, hour: event.hour, user_id: envelope.actor.id, customer: &event.customer };
    // A refund is a receipt, but no sale.
    let receipts = i64::from(event.refund.is_none());
    change_totals(tables, &TotalsChange { of, lines: &lines, sign: 1, receipts })?;
    USER_RECEIPTS.put(tables, &(of.user_id, of.day, first.id), &envelope.at)?;
    CUSTOMER_RECEIPTS.put(tables, &customer_receipt(of, first.id), &envelope.at)
}

/// Takes a part of a line out of the totals. Called before its row is marked as voided. A receipt stops counting with the last of
/// its pieces.
fn uncount_part(tables: &mut dyn Tables, sale: &RecordedLine, part: &VoidedPart) -> Stored<()> {
    if !sale.line.is_revenue() {
        return Ok(());
    }
    let remaining = remaining_lines(tables.view(), sale)?;
    let counts_on = remaining.others || part.quantity < sale.remaining_quantity();
    let (line, receipts) = (sale.line.limited_to(part), if counts_on { 0 } else { -1 });
    VOIDED_EVER.change(tables, &ONLY, |row| {
        row.usd += line.total.usd;
        row.receipts -= receipts;
    })?;
    change_totals(tables, &TotalsChange { of: ReceiptKey::of(sale), lines: &[&line], sign: -1, receipts })?;
    if !counts_on {
        USER_RECEIPTS.remove(tables, &(sale.user_id, sale.day, remaining.first))?;
        CUSTOMER_RECEIPTS.remove(tables, &customer_receipt(ReceiptKey::of(sale), remaining.first))?;
    }
    Ok(())
}

/// The fields that all lines of a receipt share.
#[derive(Clone, Copy)]
struct ReceiptKey<'a> {
    day: BusinessDay,
    hour: u8,
    user_id: u64,
    customer: &'a Option<Customer>,
}

impl<'a> ReceiptKey<'a> {
    fn of(sale: &'a RecordedLine) -> Self {
        ReceiptKey { day: sale.day, hour: sale.hour, user_id: sale.user_id, customer: &sale.customer }
    }
}

/// A change of the totals: lines of one receipt are added or removed.
struct TotalsChange<'a> {
    of: ReceiptKey<'a>,
    lines: &'a [&'a SaleLine],
    /// 1 or -1.
    sign: i64,
    /// 1, 0 or -1.
    receipts: i64,
}

fn change_totals(tables: &mut dyn Tables, change: &TotalsChange<'_>) -> Stored<()> {
    let ReceiptKey { day, hour, user_id, customer } = change.of;
    let goods = |line: &SaleLine| if change.sign < 0 { -Goods::of(line) } else { Goods::of(line) };
    let all = change.lines.iter().map(|line| goods(line)).fold(Goods::default(), |sum, goods| sum + goods);
    let totals = Totals { receipts: change.receipts, goods: all };
    EVER.change(tables, &ONLY, |row| *row += totals)?;
    DAYS.change(tables, &day, |row| *row += totals)?;
    HOURS.change(tables, &(day, hour), |row| *row += totals)?;
    USERS.change(tables, &user_id, |row| *row += totals)?;
    USER_DAYS.change(tables, &(day, user_id), |row| *row += totals)?;
    let products = || change.lines.iter().copied().filter(|line| line.is_product());
    for line in products() {
        for span in [Span::Day(day), Span::month_of(day), Span::Ever] {
            PRODUCTS.change(tables, &(span, line.product_id), |row| *row += goods(line))?;
        }
    }
    for (category, sum) in summed(products().map(|line| (line.category, goods(line)))) {
        CATEGORIES.change(tables, &(day, category_number(category)), |row| *row += sum)?;
    }
    for span in [Span::Day(day), Span::month_of(day)] {
        if customer.is_none() {
            for line in products() {
                WALK_INS.change(tables, &(user_id, span, line.product_id), |row| *row += goods(line))?;
            }
        }
        CUSTOMERS.change(tables, &(user_id, span, customer_key(customer)), |row| {
            row.totals += totals;
            for line in products().filter(|_| customer.is_some()) {
                *row.products.entry(line.product_id).or_default() += goods(line);
            }
            row.products.retain(|_, goods| *goods != Goods::default());
            if change.sign > 0 {
                row.customer.clone_from(customer);
            }
            if row.totals == Totals::default() {
                *row = CustomerTotals::default();
            }
        })?;
    }
    Ok(())
}

/// The parts with the same key, added up: a row is written once for a sale, not once for each of its lines.
pub(super) fn summed<K: PartialEq, V: AddAssign>(parts: impl Iterator<Item = (K, V)>) -> Vec<(K, V)> {
    let mut sums: Vec<(K, V)> = Vec::new();
    for (key, part) in parts {
        match sums.iter_mut().find(|(one, _)| *one == key) {
            Some((_, sum)) => *sum += part,
            None => sums.push((key, part)),
        }
    }
    sums
}

struct RemainingLines {
    /// Whether the receipt has another line that is not voided.
    others: bool,
    /// Its first line, voided or not.
    first: u64,
}

fn remaining_lines(view: &dyn View, sale: &RecordedLine) -> Stored<RemainingLines> {
    let lines = sales::sale_of_line(view, sale.line.id)?.map(|sale| sale.lines).unwrap_or_default();
    let first = lines.first().map_or(sale.line.id, |line| line.line.id);
    let others = lines.iter().any(|line| line.line.id != sale.line.id && line.voided_at.is_none() && line.line.is_revenue());
    Ok(RemainingLines { others, first })
}

fn customer_receipt(of: ReceiptKey<'_>, first_line: u64) -> CustomerReceipt {
    ((of.user_id, customer_key(of.customer)), (of.day, first_line))
}

/// The key of a customer in these tables, equal for all spellings; empty for walk-ins.
pub(super) fn customer_key(customer: &Option<Customer>) -> String {
    customer.as_ref().map(Customer::key).unwrap_or_default()
}

/// The number of a category in rows. It stays, even if the variants change their order.
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
