//! A receiver of figures that keeps what is newer than what it has. Whatever is lost, repeated or sent in parts, and whatever happens
//! meanwhile, it ends with what the bar's reports say.

use std::collections::{BTreeMap, BTreeSet};

use barback::catalog::Product;
use barback::credit::TabStatus;
use barback::engine::figure_notes;
use barback::exceptions::{self, CauseKind, ExceptionKind};
use barback::head_link::figures::{Cursor, figures_part_of, figures_sent, tab_id};
use barback::parcels::{FigureRows, ROWS_MAX};
use barback::reports::{self, Days, RevenueOf};
use barback::stock::Shelf;
use barback::{catalog, credit, orders, rates, stock};
use base::{BusinessDay, Cash, Timestamp};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use serde_json::{Value, json};
use store::{self, MemoryTables};

type Checked = Result<(), TestCaseError>;
/// Set and key.
type FigureKey = (String, Vec<String>);

/// Fields of a set's key.
fn key_fields(set: &str) -> usize {
    match set {
        "hour" | "product_day" | "product_month" | "category" | "person" | "open" => 2,
        "taking" => 3,
        "exception" => 4,
        _ => 1,
    }
}

/// What head office has.
#[derive(Clone, Default)]
struct Receiver {
    upto: u64,
    rows: BTreeMap<FigureKey, (u64, Vec<Value>)>,
}

impl Receiver {
    fn take(&mut self, part: &FigureRows) {
        if part.upto < self.upto {
            // Everything in it was sent since.
            return;
        }
        for (set, rows) in &part.sets {
            for row in rows {
                let (key, values) = row.split_at(key_fields(set));
                let key = (set.clone(), key.iter().map(Value::to_string).collect());
                let held = self.rows.entry(key).or_insert_with(|| (0, Vec::new()));
                if held.0 < part.upto {
                    *held = (part.upto, values.to_vec());
                }
            }
        }
        if part.last && self.upto < part.first {
            self.upto = part.first;
            self.rows.retain(|(set, _), (upto, _)| *upto >= part.first || !part.whole.contains(set));
        }
    }

    /// The rows that say anything: no sums of zero, and nothing that is settled.
    fn saying(&self) -> BTreeMap<FigureKey, Vec<Value>> {
        let says = |set: &str, values: &[Value]| match set {
            "day" | "hour" | "product_day" | "product_month" | "category" | "person" | "taking" | "exception" => {
                values.iter().any(|value| *value != json!(0))
            }
            "open" => values.iter().any(|value| !value.is_null()),
            _ => true,
        };
        self.rows
            .iter()
            .filter(|((set, _), (_, values))| says(set, values))
            .map(|(key, (_, values))| (key.clone(), values.clone()))
            .collect()
    }

    /// The rows of a set: key and values.
    fn of<'a>(&'a self, set: &'a str) -> impl Iterator<Item = (&'a [String], &'a [Value])> {
        self.rows.iter().filter(move |((name, _), _)| name == set).map(|((_, key), (_, values))| (key.as_slice(), values.as_slice()))
    }

    /// The sums of the values of a set, by some fields of its key.
    fn sums(&self, set: &str, by: &[usize]) -> BTreeMap<Vec<String>, Vec<i64>> {
        let mut sums = BTreeMap::<Vec<String>, Vec<i64>>::new();
        for (key, values) in self.of(set) {
            let key = by.iter().map(|field| key[*field].clone()).collect();
            let sum = sums.entry(key).or_insert_with(|| vec![0; values.len()]);
            sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value.as_i64().expect("a number"));
        }
        sums.retain(|_, sum| sum.iter().any(|value| *value != 0));
        sums
    }
}

/// Random numbers that follow from a seed.
struct Dice(u64);

impl Dice {
    /// Below `sides`. The multiplier is that of Knuth's MMIX.
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// The connection of the bar to a receiver, which fails now and then.
pub struct Shipping {
    dice: Dice,
    receiver: Receiver,
    copy: Receiver,
    cursor: Cursor,
    sent: Vec<FigureRows>,
    is_connected: bool,
    was_connected: bool,
    /// How often what happened.
    pub seen: BTreeMap<&'static str, u32>,
}

impl Shipping {
    /// Not connected yet.
    pub fn new(seed: u64) -> Self {
        let (receiver, copy) = (Receiver::default(), Receiver::default());
        Shipping {
            dice: Dice(seed),
            receiver,
            copy,
            cursor: Cursor::default(),
            sent: Vec::new(),
            is_connected: false,
            was_connected: false,
            seen: BTreeMap::new(),
        }
    }

    /// What happens between two commands.
    pub fn step(&mut self, tables: &mut MemoryTables) -> Checked {
        if !self.is_connected {
            let notes = figure_notes::count(tables).expect("readable");
            prop_assert!(self.was_connected || notes == 0, "a bar that was never connected has {} notes", notes);
            if self.dice.roll(10) == 0 {
                figure_notes::begin(tables).expect("memory");
                (self.is_connected, self.was_connected) = (true, true);
            }
            return Ok(());
        }
        match self.dice.roll(40) {
            0 => {
                *self.seen.entry("rebuilt").or_default() += 1;
                figure_notes::require_all(tables).expect("memory");
                self.cursor = Cursor::default();
            }
            1 => {
                *self.seen.entry("disconnected").or_default() += 1;
                figure_notes::end(tables).expect("memory");
                (self.is_connected, self.cursor) = (false, Cursor::default());
            }
            2 => self.copy = self.receiver.clone(),
            3 => {
                *self.seen.entry("restored").or_default() += 1;
                self.receiver = self.copy.clone();
                self.cursor = Cursor::default();
                self.sent.clear();
            }
            4..8 if !self.sent.is_empty() => {
                *self.seen.entry("repeated").or_default() += 1;
                let place = self.dice.roll(self.sent.len() as u64) as usize;
                self.receiver.take(&self.sent[place].clone());
            }
            8..24 => self.send(tables),
            _ => {}
        }
        Ok(())
    }

    fn send(&mut self, tables: &mut MemoryTables) {
        let most = 1 + self.dice.roll(40) as usize;
        let wants = if self.dice.roll(12) == 0 { vec!["stock".to_owned(), "of_a_newer_box".to_owned()] } else { Vec::new() };
        let next = figures_part_of(tables, self.receiver.upto, &self.cursor, &wants, most).expect("readable");
        let Some((part, cursor)) = next else {
            self.cursor = Cursor::default();
            return;
        };
        if self.dice.roll(5) == 0 {
            *self.seen.entry("lost").or_default() += 1;
            self.cursor = Cursor::default();
            return;
        }
        let bytes = serde_json::to_vec(&part).expect("JSON");
        let part: FigureRows = serde_json::from_slice(&bytes).expect("the same");
        self.receiver.take(&part);
        *self.seen.entry(if part.whole.len() > 1 { "whole" } else { "changes" }).or_default() += 1;
        self.sent.push(part);
        if self.dice.roll(6) == 0 {
            *self.seen.entry("answer lost").or_default() += 1;
            self.cursor = Cursor::default();
            return;
        }
        self.cursor = cursor;
        if self.cursor.is_complete() {
            *self.seen.entry("complete").or_default() += 1;
            match self.dice.roll(2) {
                0 => figure_notes::all_sent(tables).expect("memory"),
                _ => while figures_sent(tables, &self.cursor).expect("memory") {},
            }
            self.cursor = Cursor::default();
        }
    }

    /// Sends what is left, and compares the receiver with a full sending and with the reports.
    pub fn finish(&mut self, tables: &mut MemoryTables) -> Checked {
        figure_notes::begin(tables).expect("memory");
        let known = self.receiver.upto;
        send_all(tables, &mut self.receiver, known);
        let mut full = Receiver::default();
        send_all(tables, &mut full, u64::MAX);
        prop_assert_eq!(self.receiver.saying(), full.saying(), "not what a full sending says: {:?}", self.seen);
        equals_the_reports(tables, &self.receiver)
    }
}

fn send_all(tables: &MemoryTables, receiver: &mut Receiver, after: u64) {
    let mut cursor = Cursor::default();
    while let Some((part, next)) = figures_part_of(tables, after, &cursor, &[], ROWS_MAX).expect("readable") {
        receiver.take(&part);
        cursor = next;
    }
    receiver.upto = receiver.upto.max(store::head(tables).expect("readable"));
}

fn quoted(text: impl ToString) -> String {
    json!(text.to_string()).to_string()
}

fn equals_the_reports(tables: &MemoryTables, receiver: &Receiver) -> Checked {
    let all = Days::between(None, None);
    let figures = |totals: &reports::Totals| {
        let goods = &totals.goods;
        let charged = goods.charged;
        vec![
            totals.receipts,
            goods.quantity,
            goods.usd.as_minor(),
            charged.usd.as_minor(),
            charged.lrd.as_minor(),
            goods.tax.usd.as_minor(),
            goods.tax.lrd.as_minor(),
        ]
    };
    let of_goods = |goods: &reports::Goods| figures(&reports::Totals { receipts: 0, goods: *goods })[1..5].to_vec();
    let with_any = |sums: BTreeMap<Vec<String>, Vec<i64>>| {
        sums.into_iter().filter(|(_, sum)| sum.iter().any(|value| *value != 0)).collect::<BTreeMap<_, _>>()
    };
    let days = reports::each_day(tables, all).expect("readable");
    prop_assert_eq!(receiver.sums("day", &[0]), with_any(days.iter().map(|(day, totals)| (vec![quoted(day)], figures(totals))).collect()));
    let hours = reports::hours(tables, all, 0).expect("readable");
    prop_assert_eq!(
        receiver.sums("hour", &[1]),
        with_any(hours.iter().map(|(hour, totals)| (vec![hour.to_string()], figures(totals))).collect())
    );
    let products = reports::products(tables, Some(all)).expect("readable");
    let products = with_any(products.iter().map(|(id, goods)| (vec![id.to_string()], of_goods(goods))).collect());
    prop_assert_eq!(&receiver.sums("product_day", &[1]), &products);
    prop_assert_eq!(&receiver.sums("product_month", &[1]), &products);
    let categories = reports::categories(tables, all).expect("readable").into_iter().filter_map(|(of, goods)| match of {
        RevenueOf::ServiceCharge => None,
        of => Some((vec![quoted(of.label())], of_goods(&goods))),
    });
    let categories = with_any(categories.collect());
    prop_assert_eq!(receiver.sums("category", &[1]), categories);
    let users = reports::users(tables, Some(all)).expect("readable");
    prop_assert_eq!(
        receiver.sums("person", &[1]),
        with_any(users.iter().map(|(id, totals)| (vec![id.to_string()], figures(totals))).collect())
    );
    takings_are_equal(tables, receiver, all)?;
    exceptions_are_equal(tables, receiver)?;
    open_is_equal(tables, receiver)?;
    stock_is_equal(tables, receiver)
}

fn takings_are_equal(tables: &MemoryTables, receiver: &Receiver, all: Days) -> Checked {
    let kept = reports::takings(tables, all).expect("readable").kept;
    let wanted = kept.iter().flat_map(|(method, cash)| {
        let row = |currency: &str, amount| (vec![quoted(method.as_str()), quoted(currency)], vec![amount]);
        [row("USD", cash.usd.as_minor()), row("LRD", cash.lrd.as_minor())]
    });
    let wanted: BTreeMap<_, _> = wanted.filter(|(_, sum)| sum[0] != 0).collect();
    prop_assert_eq!(receiver.sums("taking", &[1, 2]), wanted);
    Ok(())
}

fn exceptions_are_equal(tables: &MemoryTables, receiver: &Receiver) -> Checked {
    let kinds = [
        (CauseKind::Void, ExceptionKind::Voids),
        (CauseKind::Discount, ExceptionKind::Discounts),
        (CauseKind::Comp, ExceptionKind::Comps),
        (CauseKind::WalkOut, ExceptionKind::WalkOuts),
        (CauseKind::NoSale, ExceptionKind::NoSales),
    ];
    let mut wanted = BTreeMap::new();
    for person in exceptions::people(tables, BusinessDay::FIRST, BusinessDay::LAST).expect("readable") {
        for (cause, kind) in kinds {
            let tally = person.counts.of(kind);
            if tally != exceptions::Tally::default() {
                wanted.insert(vec![person.user_id.to_string(), quoted(cause.as_str())], vec![tally.count, tally.usd.as_minor()]);
            }
        }
    }
    let mut sums = receiver.sums("exception", &[1, 2]);
    sums.retain(|key, _| key[1] != quoted(CauseKind::Refund.as_str()));
    prop_assert_eq!(sums, wanted);
    Ok(())
}

fn open_is_equal(tables: &MemoryTables, receiver: &Receiver) -> Checked {
    let rate = rates::rate(tables).expect("a rate");
    let mut wanted = BTreeMap::<Vec<String>, (Value, Cash, i64)>::new();
    for order in orders::open_orders(tables).expect("readable").into_iter().filter(|order| !order.settled && !order.on_credit) {
        let key = vec![quoted("order"), quoted(order.id)];
        wanted.insert(key, (json!(order.customer.name), order.owed(), order.remaining(rate).usd.as_minor()));
    }
    for tab in credit::tabs(tables, Timestamp::from_millis(0), 0).expect("readable") {
        if tab.status != TabStatus::Paid {
            let key = vec![quoted("tab"), quoted(tab_id(&tab.customer.key()))];
            wanted.insert(key, (json!(tab.customer.name), tab.owed, tab.due.usd.as_minor()));
        }
    }
    let wanted: BTreeMap<_, _> = wanted
        .into_iter()
        .map(|(key, (name, owed, remaining))| (key, vec![name, json!(owed.usd.as_minor()), json!(owed.lrd.as_minor()), json!(remaining)]))
        .collect();
    let open = receiver.of("open").filter(|(_, values)| values.iter().any(|value| !value.is_null()));
    let open: BTreeMap<_, _> =
        open.map(|(key, values)| (key.to_vec(), [0, 4, 5, 6].map(|field: usize| values[field].clone()).to_vec())).collect();
    prop_assert_eq!(open, wanted);
    Ok(())
}

fn stock_is_equal(tables: &MemoryTables, receiver: &Receiver) -> Checked {
    let shortage = reports::shortage(tables).expect("readable");
    let count = |state: &str| receiver.of("stock").filter(|(_, values)| values[3] == json!(state)).count() as u64;
    prop_assert_eq!((count("out"), count("low")), (shortage.out, shortage.low));
    let mut known = BTreeSet::new();
    for (key, values) in receiver.of("stock") {
        let id: u64 = key[0].parse().expect("an id");
        let level = stock::level(tables, id).expect("readable");
        let product = catalog::product(tables, id).expect("readable");
        let own = |product: Product| Shelf::own_goods(&product, level, false).level.filter(|_| !product.is_recipe());
        prop_assert_eq!(&values[0], &json!(product.map_or(Some(level), own)));
        known.insert(id);
    }
    for (key, values) in receiver.of("product") {
        let product = catalog::any_product(tables, key[0].parse().expect("an id")).expect("readable").expect("a product");
        prop_assert_eq!(&values[0], &json!(product.name));
        prop_assert_eq!((&values[5], &values[7]), (&json!(product.price_usd.map(|price| price.as_minor())), &json!(product.archived)));
        prop_assert!(known.contains(&product.id));
    }
    prop_assert_eq!(known.len(), receiver.of("product").count());
    Ok(())
}
