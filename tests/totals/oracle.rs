//! What ought to be so, reckoned from what the journal says happened: every line is remembered and every figure is
//! counted anew, one by one.

use std::collections::{BTreeMap, BTreeSet};

use barback::base::{BarTime, BusinessDay, Cash, Customer, Timestamp};
use barback::engine::{Entry, Event};
use barback::methods::PaymentMethod;
use barback::orders::{OrderItem, OrderStatus};
use barback::payments::Payment;
use barback::reports::{AllTotals, CustomerTotals, Days, Goods, Span, Takings, Totals};
use barback::sales::{SaleLine, SaleRecorded, SaleVoided};

/// Everything that was ever sold, taken and moved.
#[derive(Default)]
pub struct Oracle {
    pub lines: Vec<Sold>,
    /// Every payment and refund with its day.
    pub payments: Vec<(BusinessDay, Payment)>,
    pub stock: BTreeMap<u64, i64>,
    /// By order, by item: which product, how many.
    pub orders: BTreeMap<u64, BTreeMap<u64, (u64, i64)>>,
    /// How many credit items there were.
    pub credits: u64,
    /// Orders that became credit.
    pub attached: BTreeSet<u64>,
    /// What is in the drawer because of an order, but for what was paid as credit.
    pub drawers: BTreeMap<(u64, PaymentMethod), Cash>,
    /// Order items whose goods came back.
    pub returned: BTreeSet<u64>,
    /// What ought never to have happened.
    pub wrong: Vec<String>,
}

/// A line that was sold.
pub struct Sold {
    pub line: SaleLine,
    pub at: Timestamp,
    pub day: BusinessDay,
    pub hour: u8,
    pub user_id: u64,
    pub customer: Option<Customer>,
    pub receipt: String,
    pub first_of_receipt: u64,
    pub voided: bool,
}

impl Oracle {
    /// Takes in what happened. `bar_time` is how the bar counted its days then.
    pub fn hear(&mut self, entries: &[Entry], bar_time: &BarTime) {
        for entry in entries {
            let today = bar_time.business_day(entry.envelope.at);
            match &entry.event {
                Event::ProductSaved(event) => self.shelf(event.product.id, 0),
                Event::StockMoved(event) => self.shelf(event.product_id, event.delta),
                Event::SaleRecorded(event) => {
                    for line in &event.lines {
                        self.shelf(line.product_id, -line.quantity);
                    }
                    match event.payment() {
                        Some(payment) => self.paid(&payment, event.day),
                        None => self.wrong.push(format!("no payment for {}", event.receipt_number)),
                    }
                    self.sold(entry, event, bar_time);
                }
                Event::SaleVoided(event) => self.voided(event, today),
                Event::OrderPlaced(event) => {
                    self.orders.insert(event.order_id, BTreeMap::new());
                    event.items.iter().for_each(|item| self.ordered(event.order_id, item));
                }
                Event::ItemAdded(event) => self.ordered(event.order_id, &event.item),
                Event::ItemRemoved(event) => {
                    self.goods_back(event.order_id, event.item_id);
                    self.orders.entry(event.order_id).or_default().remove(&event.item_id);
                    event.sale.iter().for_each(|sale| self.sold(entry, sale, bar_time));
                }
                Event::OrderMoved(event) if event.status == OrderStatus::Cancelled => {
                    for item in self.items_of(event.order_id) {
                        self.goods_back(event.order_id, item);
                    }
                }
                Event::OrderPaid(event) => {
                    self.paid(&event.payment, today);
                    event.sale.iter().for_each(|sale| self.sold(entry, sale, bar_time));
                }
                Event::OrderAttached(event) => {
                    self.credits += event.credits.len() as u64;
                    self.attached.insert(event.order_id);
                    event.sale.iter().for_each(|sale| self.sold(entry, sale, bar_time));
                }
                Event::OrderVoided(event) => {
                    for sold in self.lines.iter_mut().filter(|sold| sold.line.order_id == Some(event.order_id)) {
                        sold.voided = true;
                    }
                    event.refunds.iter().for_each(|refund| self.paid(refund, today));
                    event.return_item_ids.iter().for_each(|item| self.goods_back(event.order_id, *item));
                    let left = self.drawers.iter().any(|((order_id, _), kept)| *order_id == event.order_id && *kept != Cash::ZERO);
                    if left && !self.attached.contains(&event.order_id) {
                        self.wrong.push(format!("order {} is voided and money of it is left", event.order_id));
                    }
                }
                Event::CreditGiven(event) => {
                    self.credits += 1;
                    self.shelf(event.credit.line.product_id, -event.credit.line.quantity);
                }
                Event::CreditPaid(event) => {
                    self.paid(&event.payment, today);
                    event.sale.iter().for_each(|sale| self.sold(entry, sale, bar_time));
                }
                _ => {}
            }
        }
    }

    fn shelf(&mut self, product_id: u64, delta: i64) {
        *self.stock.entry(product_id).or_default() += delta;
    }

    fn ordered(&mut self, order_id: u64, item: &OrderItem) {
        self.orders.entry(order_id).or_default().insert(item.id, (item.line.product_id, item.line.quantity));
        self.shelf(item.line.product_id, -item.line.quantity);
    }

    fn items_of(&self, order_id: u64) -> Vec<u64> {
        self.orders.get(&order_id).map(|items| items.keys().copied().collect()).unwrap_or_default()
    }

    fn goods_back(&mut self, order_id: u64, item_id: u64) {
        let (product_id, quantity) = self.orders[&order_id][&item_id];
        if !self.returned.insert(item_id) {
            self.wrong.push(format!("item {item_id} came back twice"));
        }
        self.shelf(product_id, quantity);
    }

    fn paid(&mut self, payment: &Payment, today: BusinessDay) {
        if self.payments.iter().any(|(_, other)| other.id == payment.id) {
            self.wrong.push(format!("payment {} twice", payment.id));
        }
        if let Some(order_id) = payment.order_id {
            for (method, kept) in counts(payment) {
                *self.drawers.entry((order_id, method)).or_default() += kept;
            }
        }
        self.payments.push((today, payment.clone()));
    }

    fn sold(&mut self, entry: &Entry, event: &SaleRecorded, bar_time: &BarTime) {
        for line in &event.lines {
            let twice = |sold: &Sold| {
                (line.order_item_id.is_some() && sold.line.order_item_id == line.order_item_id)
                    || (line.credit_id.is_some() && sold.line.credit_id == line.credit_id)
            };
            if self.lines.iter().any(twice) {
                self.wrong.push(format!("sold twice: {line:?}"));
            }
            self.lines.push(Sold {
                line: line.clone(),
                at: entry.envelope.at,
                day: event.day,
                hour: bar_time.hour(entry.envelope.at),
                user_id: entry.envelope.actor.id,
                customer: event.customer.clone(),
                receipt: event.receipt_number.clone(),
                first_of_receipt: event.lines[0].id,
                voided: false,
            });
        }
    }

    fn voided(&mut self, event: &SaleVoided, today: BusinessDay) {
        let sold = self.lines.iter_mut().find(|sold| sold.line.id == event.sale_id).expect("a line that was sold");
        sold.voided = true;
        let line = sold.line.clone();
        event.refunds.iter().flatten().for_each(|refund| self.paid(refund, today));
        match (line.order_id, line.order_item_id) {
            _ if !event.returns_stock => {}
            (Some(order_id), Some(item_id)) => self.goods_back(order_id, item_id),
            _ => self.shelf(line.product_id, line.quantity),
        }
    }

    /// Lines that count.
    pub fn counting(&self) -> impl Iterator<Item = &Sold> {
        self.lines.iter().filter(|sold| !sold.voided)
    }

    /// Every total there must be.
    pub fn all_totals(&self) -> AllTotals {
        let spans = |sold: &Sold| [Span::Day(sold.day), Span::month_of(sold.day), Span::Ever];
        AllTotals {
            ever: totals(self.counting()),
            days: group(self.counting(), |sold| vec![sold.day], totals),
            hours: group(self.counting(), |sold| vec![(sold.day, sold.hour)], totals),
            users: group(self.counting(), |sold| vec![sold.user_id], totals),
            user_days: group(self.counting(), |sold| vec![(sold.day, sold.user_id)], totals),
            categories: group(self.counting(), |sold| vec![(sold.day, sold.line.category)], goods),
            products: group(self.counting(), |sold| spans(sold).map(|span| (span, sold.line.product_id)).to_vec(), goods),
            customers: group(
                self.counting(),
                |sold| spans(sold)[..2].iter().map(|span| (sold.user_id, *span, key(sold))).collect(),
                |lines| customer(lines.collect()),
            )
            .into_iter()
            .map(|((user_id, span, key), sums)| {
                let spelling = self.spelling(user_id, span, &key);
                ((user_id, span, key), CustomerTotals { customer: spelling, ..sums })
            })
            .collect(),
            takings: self
                .days_of_money()
                .into_iter()
                .map(|day| (day, self.takings(|one| one == day)))
                .filter(|(_, takings)| *takings != Takings::default())
                .collect(),
            user_receipts: group(self.counting(), |sold| vec![(sold.user_id, sold.day, sold.first_of_receipt)], when),
            customer_receipts: group(self.counting(), |sold| vec![((sold.user_id, key(sold)), (sold.day, sold.first_of_receipt))], when),
        }
    }

    fn days_of_money(&self) -> BTreeSet<BusinessDay> {
        self.payments.iter().map(|(day, _)| *day).collect()
    }

    /// What was taken on the days that `wanted` says.
    pub fn takings(&self, wanted: impl Fn(BusinessDay) -> bool) -> Takings {
        let mut takings = Takings::default();
        for (_, payment) in self.payments.iter().filter(|(day, _)| wanted(*day)) {
            for (method, kept) in counts(payment) {
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

    /// As the newest receipt has it, voided or not.
    pub fn spelling(&self, user_id: u64, span: Span, wanted: &str) -> Option<Customer> {
        let in_span = |sold: &&Sold| {
            sold.user_id == user_id && key(sold) == wanted && [Span::Day(sold.day), Span::month_of(sold.day)].contains(&span)
        };
        self.lines.iter().rev().find(in_span).and_then(|sold| sold.customer.clone())
    }
}

/// What a payment counts as, by method: money given by a word under the word, other money tender by tender.
fn counts(payment: &Payment) -> Vec<(PaymentMethod, Cash)> {
    if payment.by_word {
        let tendered: Cash = payment.tenders.iter().map(|tender| Cash::of(tender.currency, tender.amount)).sum();
        return vec![(payment.method.clone(), tendered + -payment.change)];
    }
    let tenders = payment.tenders.iter().map(|tender| (tender.method.clone(), Cash::of(tender.currency, tender.amount)));
    tenders.chain([(PaymentMethod::CASH, -payment.change)]).filter(|(_, cash)| *cash != Cash::ZERO).collect()
}

/// Whether a line belongs to a range of days.
pub fn within(sold: &Sold, days: Days) -> bool {
    (days.first..=days.last).contains(&sold.day)
}

/// Sorts lines into drawers, one line possibly into several, and counts each drawer.
pub fn group<'a, K: Ord, T>(
    lines: impl Iterator<Item = &'a Sold>,
    drawers: impl Fn(&Sold) -> Vec<K>,
    count: impl Fn(std::vec::IntoIter<&'a Sold>) -> T,
) -> BTreeMap<K, T> {
    let mut sorted = BTreeMap::<K, Vec<&'a Sold>>::new();
    for sold in lines {
        for drawer in drawers(sold) {
            sorted.entry(drawer).or_default().push(sold);
        }
    }
    sorted.into_iter().map(|(drawer, lines)| (drawer, count(lines.into_iter()))).collect()
}

/// What spellings of one customer have in common.
pub fn key(sold: &Sold) -> String {
    sold.customer.as_ref().map(Customer::key).unwrap_or_default()
}

/// Counts each receipt once.
pub fn totals<'a>(lines: impl Iterator<Item = &'a Sold>) -> Totals {
    let lines: Vec<&Sold> = lines.collect();
    let receipts: BTreeSet<&str> = lines.iter().map(|sold| sold.receipt.as_str()).collect();
    Totals { receipts: i64::try_from(receipts.len()).expect("few"), goods: goods(lines.into_iter()) }
}

/// Adds up pieces and money.
pub fn goods<'a>(lines: impl Iterator<Item = &'a Sold>) -> Goods {
    let mut sum = Goods::default();
    for Sold { line, .. } in lines {
        sum.quantity += line.quantity;
        sum.usd += line.total.usd;
        match line.currency {
            barback::base::CurrencyCode::Usd => sum.charged.usd += line.total.usd,
            barback::base::CurrencyCode::Lrd => sum.charged.lrd += line.total.lrd,
        }
    }
    sum
}

/// Sums of one customer, as walk-in: who it is comes from elsewhere.
pub fn customer(lines: Vec<&Sold>) -> CustomerTotals {
    let products = group(lines.iter().copied(), |sold| vec![sold.line.product_id], goods);
    CustomerTotals { customer: None, totals: totals(lines.into_iter()), products }
}

/// When the last of them was sold: the last of the latest night.
pub fn last<'a>(lines: impl Iterator<Item = &'a Sold>) -> Option<Timestamp> {
    lines.max_by_key(|sold| (sold.day, sold.first_of_receipt)).map(|sold| sold.at)
}

fn when<'a>(mut lines: impl Iterator<Item = &'a Sold>) -> Timestamp {
    lines.next().map(|sold| sold.at).unwrap_or_default()
}
