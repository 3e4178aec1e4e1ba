//! What ought to be so, reckoned from what the journal says happened: every line is remembered and every figure is
//! counted anew, one by one.

use std::collections::{BTreeMap, BTreeSet};

use barback::base::{BarTime, BusinessDay, Customer, Dual, Timestamp};
use barback::engine::{Entry, Event};
use barback::reports::{CustomerTotals, Days, Goods, Kept, Span, Totals};
use barback::sales::{PaymentMethod, SaleLine};

/// Everything that was ever sold, taken and moved.
#[derive(Default)]
pub struct Oracle {
    pub lines: Vec<Sold>,
    pub money: Vec<(BusinessDay, PaymentMethod, Dual)>,
    pub stock: BTreeMap<u64, i64>,
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
            match &entry.event {
                Event::ProductSaved(event) => {
                    self.stock.entry(event.product.id).or_default();
                }
                Event::StockMoved(event) => *self.stock.entry(event.product_id).or_default() += event.delta,
                Event::SaleRecorded(event) => {
                    for line in &event.lines {
                        if event.takes_stock {
                            *self.stock.entry(line.product_id).or_default() -= line.quantity;
                        }
                        self.money.push((event.day, line.method, line.total.only(line.currency)));
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
                Event::SaleVoided(event) => {
                    let today = bar_time.business_day(entry.envelope.at);
                    let sold = self.lines.iter_mut().find(|sold| sold.line.id == event.sale_id).expect("a line that was sold");
                    sold.voided = true;
                    let Dual { usd, lrd } = sold.line.total.only(sold.line.currency);
                    self.money.push((today, sold.line.method, Dual { usd: -usd, lrd: -lrd }));
                    if event.returns_stock {
                        *self.stock.entry(sold.line.product_id).or_default() += sold.line.quantity;
                    }
                }
                _ => {}
            }
        }
    }

    /// Lines that count.
    pub fn counting(&self) -> impl Iterator<Item = &Sold> {
        self.lines.iter().filter(|sold| !sold.voided)
    }

    /// Every total there must be.
    pub fn kept(&self) -> Kept {
        let spans = |sold: &Sold| [Span::Day(sold.day), Span::month_of(sold.day), Span::Ever];
        Kept {
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
            takings: self.takings(|_| true, |day, method| (day, method)),
            user_receipts: group(self.counting(), |sold| vec![(sold.user_id, sold.day, sold.first_of_receipt)], when),
            customer_receipts: group(self.counting(), |sold| vec![((sold.user_id, key(sold)), (sold.day, sold.first_of_receipt))], when),
        }
    }

    /// What was taken on the days that `wanted` says, by whatever `by` makes of day and method; nothing is left out.
    pub fn takings<K: Ord>(&self, wanted: impl Fn(BusinessDay) -> bool, by: impl Fn(BusinessDay, PaymentMethod) -> K) -> BTreeMap<K, Dual> {
        let mut sums = BTreeMap::<K, Dual>::new();
        for (day, method, kept) in self.money.iter().filter(|(day, ..)| wanted(*day)) {
            *sums.entry(by(*day, *method)).or_default() += *kept;
        }
        sums.retain(|_, kept| *kept != Dual::ZERO);
        sums
    }

    /// As the newest receipt has it, voided or not.
    pub fn spelling(&self, user_id: u64, span: Span, wanted: &str) -> Option<Customer> {
        let in_span = |sold: &&Sold| {
            sold.user_id == user_id && key(sold) == wanted && [Span::Day(sold.day), Span::month_of(sold.day)].contains(&span)
        };
        self.lines.iter().rev().find(in_span).and_then(|sold| sold.customer.clone())
    }
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
