//! Test oracle: keeps every line and payment of the journal's events, and computes each total from scratch.

use std::collections::{BTreeMap, BTreeSet};

use barback::engine::{Entry, Event};
use barback::methods::PaymentMethod;
use barback::orders::{OrderItem, OrderStatus};
use barback::payments::Payment;
use barback::reports::{AllTotals, CustomerTotals, Goods, Span, Takings, Totals};
use barback::sales::{SaleLine, SaleRecorded, SaleVoided};
use barback::tax::LineTax;
use base::{BarTime, BusinessDay, Cash, Customer, Price, Timestamp};

use crate::line::{ExpectedLine, goods_in, minus};
use crate::shelves::Shelves;

/// All recorded lines, payments and stock.
#[derive(Default)]
pub struct Oracle {
    pub lines: Vec<ExpectedLine>,
    /// Every payment and refund with its day.
    pub payments: Vec<(BusinessDay, Payment)>,
    pub stock: BTreeMap<u64, i64>,
    pub shelves: Shelves,
    /// Product and pieces by order and item.
    pub orders: BTreeMap<u64, BTreeMap<u64, (u64, i64)>>,
    /// Number of credit items.
    pub credits: u64,
    /// Orders that were put on a tab.
    pub attached: BTreeSet<u64>,
    /// Money kept by order and method, without what was paid as credit.
    pub kept_by_order: BTreeMap<(u64, PaymentMethod), Cash>,
    /// Pieces of order items that were returned to stock.
    pub returned: BTreeMap<u64, i64>,
    /// Pieces of order items that were voided as sale lines.
    pub voided_before: BTreeMap<u64, i64>,
    /// Voided pieces of sale lines, and the money that was given back for them.
    pub given_back: BTreeMap<u64, (i64, Cash)>,
    /// Violations that were found while recording events.
    pub wrong: Vec<String>,
}

impl Oracle {
    /// Records new entries; `bar_time` is the one in force when they were written.
    pub fn record(&mut self, entries: &[Entry], bar_time: &BarTime) {
        for entry in entries {
            let today = bar_time.business_day(entry.envelope.at);
            match &entry.event {
                Event::ProductSaved(event) => self.save_product(event),
                Event::StockMoved(event) => self.move_by_hand(event),
                Event::SaleRecorded(event) => {
                    self.sell(event);
                    match event.payment() {
                        Some(payment) => self.add_payment(&payment, event.day),
                        None => self.wrong.push(format!("no payment for {}", event.receipt_number)),
                    }
                    self.add_sale(entry, event, bar_time);
                }
                Event::SaleVoided(event) => self.void_line(event, today),
                Event::SaleRefunded(event) => self.refund(entry, event, bar_time),
                Event::OrderPlaced(event) => {
                    self.orders.insert(event.order_id, BTreeMap::new());
                    event.items.iter().for_each(|item| self.add_item(event.order_id, item));
                    self.check_floor(event.items.iter().map(|item| item.line.product_id), event.oversold.as_deref());
                }
                Event::ItemAdded(event) => {
                    self.add_item(event.order_id, &event.item);
                    self.check_floor([event.item.line.product_id].into_iter(), event.oversold.as_deref());
                }
                Event::ItemRemoved(event) => {
                    if event.returns_stock {
                        self.return_item(event.order_id, event.item_id);
                    }
                    self.orders.entry(event.order_id).or_default().remove(&event.item_id);
                    event.sale.iter().for_each(|sale| self.add_sale(entry, sale, bar_time));
                }
                Event::ItemChanged(event) => {
                    let (product_id, quantity) =
                        self.orders.get_mut(&event.order_id).and_then(|items| items.get_mut(&event.item_id)).expect("an item");
                    *quantity = event.quantity;
                    let product_id = *product_id;
                    self.change_item(event.item_id, product_id, event.stock);
                    event.sale.iter().for_each(|sale| self.add_sale(entry, sale, bar_time));
                }
                Event::OrderRepriced(event) => {
                    let items = self.orders.entry(event.order_id).or_default();
                    let mut cut_from = None;
                    for item in &event.items {
                        match (items.insert(item.id, (item.line.product_id, item.line.quantity)), cut_from) {
                            // A part that was cut from the item before it is as that one.
                            (None, Some(whole)) => self.shelves.move_item(whole, item.id),
                            (None | Some(_), _) => cut_from = Some(item.id),
                        }
                    }
                    event.sale.iter().for_each(|sale| self.add_sale(entry, sale, bar_time));
                }
                Event::OrderClosed(event) => self.add_sale(entry, &event.sale, bar_time),
                Event::OrderChanged(event) => event.sale.iter().for_each(|sale| self.add_sale(entry, sale, bar_time)),
                Event::ServiceChargeSet(event) => event.sale.iter().for_each(|sale| self.add_sale(entry, sale, bar_time)),
                Event::OrderMoved(event) if event.status == OrderStatus::Cancelled => {
                    for item in self.items_of(event.order_id).into_iter().filter(|id| !event.not_returned.contains(id)) {
                        self.return_item(event.order_id, item);
                    }
                }
                Event::ItemsMoved(event) => {
                    event.to.iter().for_each(|to| self.move_pieces(event.source.order_id, to.after.order_id, &to.pieces));
                    event.sale.iter().for_each(|sale| self.add_sale(entry, sale, bar_time));
                }
                Event::OrdersMerged(event) => {
                    for source in &event.sources {
                        self.move_pieces(source.order_id, event.target.order_id, &source.pieces);
                        self.merge_money(source.order_id, event.target.order_id);
                    }
                    event.sale.iter().for_each(|sale| self.add_sale(entry, sale, bar_time));
                }
                Event::OrderPaid(event) => {
                    self.add_payment(&event.payment, today);
                    event.sale.iter().for_each(|sale| self.add_sale(entry, sale, bar_time));
                }
                Event::OrderAttached(event) => {
                    self.credits += event.credits.len() as u64;
                    self.attached.insert(event.order_id);
                    event.sale.iter().for_each(|sale| self.add_sale(entry, sale, bar_time));
                }
                Event::OrderVoided(event) => {
                    for expected in self.lines.iter_mut().filter(|expected| expected.line.order_id == Some(event.order_id)) {
                        (expected.voided, expected.voided_total) = (expected.line.quantity, expected.line.total);
                        expected.voided_taxes = expected.line.tax.as_deref().map(LineTax::amounts).unwrap_or_default();
                    }
                    event.refunds.iter().for_each(|refund| self.add_payment(refund, today));
                    event.return_item_ids.iter().for_each(|item| self.return_rest(event.order_id, *item));
                    let has_money =
                        self.kept_by_order.iter().any(|((order_id, _), kept)| *order_id == event.order_id && *kept != Cash::ZERO);
                    if has_money && !self.attached.contains(&event.order_id) {
                        self.wrong.push(format!("order {} is voided and not fully refunded", event.order_id));
                    }
                }
                Event::CreditGiven(event) => {
                    self.credits += 1;
                    self.give(event);
                }
                Event::CreditPaid(event) => {
                    self.add_payment(&event.payment, today);
                    event.sale.iter().for_each(|sale| self.add_sale(entry, sale, bar_time));
                }
                _ => self.record_ending(entry, today, bar_time),
            }
        }
    }

    fn add_item(&mut self, order_id: u64, item: &OrderItem) {
        self.orders.entry(order_id).or_default().insert(item.id, (item.line.product_id, item.line.quantity));
        self.order_item(item);
    }

    fn items_of(&self, order_id: u64) -> Vec<u64> {
        self.orders.get(&order_id).map(|items| items.keys().copied().collect()).unwrap_or_default()
    }

    fn return_item(&mut self, order_id: u64, item_id: u64) {
        self.return_pieces(order_id, item_id, self.orders[&order_id][&item_id].1);
    }

    /// Returns the pieces of an item that were not voided on their own.
    fn return_rest(&mut self, order_id: u64, item_id: u64) {
        let (_, quantity) = self.orders[&order_id][&item_id];
        let voided = self.voided_before.get(&item_id).copied().unwrap_or_default();
        self.return_pieces(order_id, item_id, quantity - voided);
    }

    fn return_pieces(&mut self, order_id: u64, item_id: u64, pieces: i64) {
        let (product_id, quantity) = self.orders[&order_id][&item_id];
        let returned = self.returned.entry(item_id).or_default();
        *returned += pieces;
        if *returned > quantity {
            self.wrong.push(format!("{returned} pieces of item {item_id} were returned, and it has {quantity}"));
        }
        self.move_took(&self.shelves.of_item(item_id, product_id), pieces);
    }

    pub fn add_payment(&mut self, payment: &Payment, today: BusinessDay) {
        if self.payments.iter().any(|(_, other)| other.id == payment.id) {
            self.wrong.push(format!("payment {} twice", payment.id));
        }
        if let Some(order_id) = payment.order_id {
            for (method, kept) in kept_by_method(payment) {
                *self.kept_by_order.entry((order_id, method)).or_default() += kept;
            }
        }
        self.payments.push((today, payment.clone()));
    }

    pub fn add_sale(&mut self, entry: &Entry, event: &SaleRecorded, bar_time: &BarTime) {
        for line in &event.lines {
            self.check_goods_of_item(line);
            // Of an item that was partly paid when its guests left, the rest can be paid as credit.
            let goods = |line: &SaleLine| line.order_item_id.or(line.credit_id).map(|_| (line.order_item_id, line.credit_id));
            let twice = |expected: &ExpectedLine| goods(line).is_some_and(|one| goods(&expected.line) == Some(one));
            if self.lines.iter().any(twice) {
                self.wrong.push(format!("recorded twice: {line:?}"));
            }
            self.lines.push(ExpectedLine {
                line: line.clone(),
                at: entry.envelope.at,
                day: event.day,
                hour: bar_time.hour(entry.envelope.at),
                user_id: entry.envelope.actor.id,
                customer: event.customer.clone(),
                receipt: event.receipt_number.clone(),
                first_of_receipt: event.lines[0].id,
                voided: 0,
                voided_total: Price::ZERO,
                voided_taxes: Vec::new(),
                refunded: (0, Price::ZERO, Cash::ZERO),
                is_refund: event.refund.is_some(),
            });
        }
    }

    fn void_line(&mut self, event: &SaleVoided, today: BusinessDay) {
        let expected = self.lines.iter_mut().find(|expected| expected.line.id == event.sale_id).expect("a recorded line");
        let line = expected.line.clone();
        let left = line.quantity - expected.voided;
        let pieces = event.part.as_ref().map_or(left, |part| part.quantity);
        let goods = goods_in(&line, pieces);
        let total = event.part.as_ref().map_or(line.total + minus(expected.voided_total), |part| part.total);
        let rest = expected.counting().line.tax.as_deref().map(LineTax::amounts).unwrap_or_default();
        let taxes = event.part.as_ref().map_or(rest, |part| part.taxes.clone());
        expected.voided_taxes.resize(taxes.len(), Price::ZERO);
        expected.voided_taxes.iter_mut().zip(taxes).for_each(|(sum, tax)| *sum += tax);
        expected.voided += pieces;
        expected.voided_total += total;
        if pieces < 1 || pieces > left {
            self.wrong.push(format!("{pieces} pieces of line {} are voided, and {left} were left", line.id));
        }
        if expected.voided == line.quantity && expected.voided_total != line.total {
            self.wrong.push(format!("the voided parts of line {} are not the line", line.id));
        }
        if let Some(item_id) = line.order_item_id {
            *self.voided_before.entry(item_id).or_default() += goods;
        }
        self.check_money_back(event, &line, pieces);
        event.refunds.iter().for_each(|refund| self.add_payment(refund, today));
        match (line.order_id, line.order_item_id) {
            _ if !event.returns_stock => {}
            (Some(order_id), Some(item_id)) if goods > 0 => self.return_pieces(order_id, item_id, goods),
            _ => self.move_took(&self.took(&line), goods),
        }
    }

    /// Lines that are not voided, without their voided pieces.
    pub fn counting(&self) -> Vec<ExpectedLine> {
        self.lines.iter().filter(|expected| expected.counts()).map(ExpectedLine::counting).collect()
    }

    /// All expected totals.
    pub fn all_totals(&self) -> AllTotals {
        let lines = self.counting();
        let counting = || lines.iter();
        let products = || lines.iter().filter(|expected| expected.line.is_product());
        let spans = |expected: &ExpectedLine| [Span::Day(expected.day), Span::month_of(expected.day), Span::Ever];
        AllTotals {
            ever: totals(counting()),
            days: group(counting(), |expected| vec![expected.day], totals),
            hours: group(counting(), |expected| vec![(expected.day, expected.hour)], totals),
            users: group(counting(), |expected| vec![expected.user_id], totals),
            user_days: group(counting(), |expected| vec![(expected.day, expected.user_id)], totals),
            categories: group(products(), |expected| vec![(expected.day, expected.line.category)], goods),
            products: group(products(), |expected| spans(expected).map(|span| (span, expected.line.product_id)).to_vec(), goods),
            customers: group(
                counting(),
                |expected| spans(expected)[..2].iter().map(|span| (expected.user_id, *span, key(expected))).collect(),
                |lines| customer(lines.collect()),
            )
            .into_iter()
            .map(|((user_id, span, key), sums)| {
                let spelling = self.spelling(user_id, span, &key);
                ((user_id, span, key), CustomerTotals { customer: spelling, ..sums })
            })
            .collect(),
            takings: self
                .payment_days()
                .into_iter()
                .map(|day| (day, self.takings(|one| one == day)))
                .filter(|(_, takings)| *takings != Takings::default())
                .collect(),
            user_receipts: group(counting(), |expected| vec![(expected.user_id, expected.day, expected.first_of_receipt)], when),
            customer_receipts: group(
                counting(),
                |expected| vec![((expected.user_id, key(expected)), (expected.day, expected.first_of_receipt))],
                when,
            ),
        }
    }

    fn payment_days(&self) -> BTreeSet<BusinessDay> {
        self.payments.iter().map(|(day, _)| *day).collect()
    }

    /// Takings of the days that `wanted` selects.
    pub fn takings(&self, wanted: impl Fn(BusinessDay) -> bool) -> Takings {
        let mut takings = Takings::default();
        for (_, payment) in self.payments.iter().filter(|(day, _)| wanted(*day)) {
            for (method, kept) in kept_by_method(payment) {
                *takings.kept.entry(method).or_default() += kept;
            }
            for tender in &payment.tenders {
                let row = takings.tenders.entry((tender.method.clone(), tender.currency)).or_default();
                let (count, tendered, refunded) = if payment.refund { (0, 0, -tender.amount) } else { (1, tender.amount, 0) };
                (row.count, row.tendered, row.refunded) = (row.count + count, row.tendered + tendered, row.refunded + refunded);
            }
            takings.change += payment.change;
        }
        takings
    }

    /// The customer as spelled on the newest receipt, voided or not.
    pub fn spelling(&self, user_id: u64, span: Span, wanted: &str) -> Option<Customer> {
        let in_span = |expected: &&ExpectedLine| {
            expected.user_id == user_id
                && key(expected) == wanted
                && [Span::Day(expected.day), Span::month_of(expected.day)].contains(&span)
        };
        self.lines.iter().rev().find(in_span).and_then(|expected| expected.customer.clone())
    }
}

/// Money kept of a payment, by method: under the payment's own method if it has one (`by_word`), otherwise tender by tender.
fn kept_by_method(payment: &Payment) -> Vec<(PaymentMethod, Cash)> {
    if payment.by_word {
        let tendered: Cash = payment.tenders.iter().map(|tender| Cash::of(tender.currency, tender.amount)).sum();
        return vec![(payment.method.clone(), tendered + -payment.change)];
    }
    let tenders = payment.tenders.iter().map(|tender| (tender.method.clone(), Cash::of(tender.currency, tender.amount)));
    tenders.chain([(PaymentMethod::CASH, -payment.change)]).filter(|(_, cash)| *cash != Cash::ZERO).collect()
}

/// Groups lines by keys, a line possibly under several, and computes a value for each group; without sums of nothing, for which the box keeps no row.
pub fn group<'a, K: Ord, T: Default + PartialEq>(
    lines: impl Iterator<Item = &'a ExpectedLine>,
    keys: impl Fn(&ExpectedLine) -> Vec<K>,
    count: impl Fn(std::vec::IntoIter<&'a ExpectedLine>) -> T,
) -> BTreeMap<K, T> {
    let mut groups = BTreeMap::<K, Vec<&'a ExpectedLine>>::new();
    for expected in lines {
        for key in keys(expected) {
            groups.entry(key).or_default().push(expected);
        }
    }
    groups.into_iter().map(|(key, lines)| (key, count(lines.into_iter()))).filter(|(_, sum)| *sum != T::default()).collect()
}

/// The key that all spellings of a customer share.
pub fn key(expected: &ExpectedLine) -> String {
    expected.customer.as_ref().map(Customer::key).unwrap_or_default()
}

/// Totals of lines; each receipt counts once.
pub fn totals<'a>(lines: impl Iterator<Item = &'a ExpectedLine>) -> Totals {
    let lines: Vec<&ExpectedLine> = lines.collect();
    let receipts: BTreeSet<&str> = lines.iter().filter(|expected| !expected.is_refund).map(|expected| expected.receipt.as_str()).collect();
    Totals { receipts: i64::try_from(receipts.len()).expect("few"), goods: goods(lines.into_iter()) }
}

/// Sums of pieces and money.
pub fn goods<'a>(lines: impl Iterator<Item = &'a ExpectedLine>) -> Goods {
    let mut sum = Goods::default();
    for ExpectedLine { line, .. } in lines {
        sum.quantity += goods_in(line, line.quantity);
        sum.tax += line.tax_due();
        sum.contained += line.total + minus(line.net());
        sum.usd += line.total.usd;
        sum.lrd += line.total.lrd;
        match line.currency {
            base::CurrencyCode::Usd => sum.charged.usd += line.total.usd,
            base::CurrencyCode::Lrd => sum.charged.lrd += line.total.lrd,
        }
    }
    sum
}

/// Sums of one customer's lines; `customer` is left `None`.
pub fn customer(lines: Vec<&ExpectedLine>) -> CustomerTotals {
    let products =
        group(lines.iter().copied().filter(|expected| expected.line.is_product()), |expected| vec![expected.line.product_id], goods);
    CustomerTotals { customer: None, totals: totals(lines.into_iter()), products }
}

/// Time of the last line of the latest business day.
pub fn last<'a>(lines: impl Iterator<Item = &'a ExpectedLine>) -> Option<Timestamp> {
    lines.max_by_key(|expected| (expected.day, expected.first_of_receipt)).map(|expected| expected.at)
}

fn when<'a>(mut lines: impl Iterator<Item = &'a ExpectedLine>) -> Timestamp {
    lines.next().map(|expected| expected.at).unwrap_or_default()
}
