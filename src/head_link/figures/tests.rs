//! Figures of shifts, open orders and settings, as the bar shows them.

use serde_json::{Value, json};

use super::*;
use crate::catalog::{CatalogCommand, PriceChange, ProductChange};
use crate::engine::{Command, StepOutcome, figure_notes, step};
use crate::methods::PaymentMethod;
use crate::orders::{OrderType, PlaceOrder, TotalClaim};
use crate::parcels::FigureRows;
use crate::payments::PaymentRequest;
use crate::rates::SetRate;
use crate::reasons::ReasonChoice;
use crate::sales::{Claim, LineRequest, Sell};
use crate::seating::{self, SeatingCommand};
use crate::settings::{CashMode, CountBy, SetCash, SetSettings};
use crate::tills::{self, Count, CountShift, OpenShift, TillsCommand};
use base::{Actor, Cash, CurrencyCode, Customer, Envelope, Rate, Role, Timestamp, Usd};
use store::{MemoryTables, head};

struct Bar {
    tables: MemoryTables,
    /// What head office has.
    upto: u64,
}

impl Bar {
    /// A connected bar with a drawer, and beer at $2.50.
    fn open() -> Self {
        let mut bar = Bar { tables: MemoryTables::new(), upto: 0 };
        let price = PriceChange { usd: Some(Some(Usd::minor(250))), ..PriceChange::default() };
        let change = ProductChange { name: Some("Club Beer".to_owned()), price, stock: Some(24), ..ProductChange::default() };
        bar.does(Command::Catalog(CatalogCommand::Create { change, generated_barcode: "1".to_owned() }));
        bar.does(Command::Seating(SeatingCommand::Seed));
        let cash = SetCash { mode: Some(CashMode::Drawer), count_by: Some(CountBy::Totals), ..SetCash::default() };
        bar.does(Command::Settings(Box::new(SetSettings { cash, ..SetSettings::default() })));
        figure_notes::begin(&mut bar.tables).expect("memory");
        bar
    }

    fn does(&mut self, command: Command) {
        let actor = Actor { id: 1, name: "musu".to_owned(), role: Role::Admin };
        let envelope = Envelope { at: Timestamp::from_millis(1_795_291_200_000), running: 0, actor };
        match step(&mut self.tables, &envelope, &command).expect("memory does not fail") {
            StepOutcome::Done(_) => {}
            StepOutcome::Refused(refusal) => panic!("{command:?}: {}", refusal.message),
        }
    }

    /// The figures that changed, which head office then has.
    fn changed(&mut self) -> FigureRows {
        let (part, cursor) = figures_part(&self.tables, self.upto, &Cursor::default(), &[]).expect("readable").expect("something new");
        assert!(part.last && cursor.is_complete());
        assert_eq!((part.upto, part.first), (head(&self.tables).expect("memory"), part.upto));
        assert_eq!(figures_part(&self.tables, self.upto, &cursor, &[]).expect("readable"), None);
        self.upto = part.first;
        while figures_sent(&mut self.tables, &cursor).expect("memory") {}
        part
    }

    fn sells(&mut self, quantity: i64) {
        let sell = Sell {
            lines: vec![line(quantity)],
            customer: None,
            batch: true,
            payment: PaymentRequest::exactly(None),
            exemption: None,
            discount: None,
            oversell: false,
        };
        self.does(Command::Sell(sell));
    }
}

fn line(quantity: i64) -> LineRequest {
    LineRequest {
        product_id: 1,
        quantity,
        label: None,
        currency: Some(CurrencyCode::Usd),
        claim: Claim::default(),
        discount_reason: ReasonChoice::default(),
        notes: None,
        method: PaymentMethod::CASH,
    }
}

fn rows(part: &FigureRows, set: Set) -> &[Vec<Value>] {
    part.sets.get(set.as_str()).map_or(&[], Vec::as_slice)
}

#[test]
fn a_shift_shows_what_it_should_hold_and_what_was_counted() {
    let mut bar = Bar::open();
    assert_eq!(bar.changed().whole.len(), SETS.len(), "everything at first");
    let count = |minor| Count::of(Cash { usd: Usd::minor(minor), ..Cash::ZERO });
    bar.does(Command::Tills(TillsCommand::Open(OpenShift { till_id: 1, count: count(10_000), user_id: None, float: None })));
    bar.sells(2);
    let part = bar.changed();
    assert!(part.whole.is_empty());
    let [shift] = rows(&part, Set::Shift) else { panic!("one shift: {part:?}") };
    let till = tills::till(&bar.tables, 1).expect("memory").expect("a drawer").till.name;
    assert_eq!(shift[1..4], [json!(till), json!("musu"), json!("2026-11-21")]);
    assert_eq!(shift[5..], [Value::Null, json!("open"), Value::Null, json!(10_500), json!(0), Value::Null, Value::Null]);
    for _ in 0..2 {
        // A first count beyond the tolerance asks for a second one.
        let close = CountShift { shift_id: 1, count: count(9_300), leave_usd: None, leave_lrd: None, to_till_id: None, hand_to: None };
        bar.does(Command::Tills(TillsCommand::Count(close)));
    }
    let part = bar.changed();
    let [shift] = rows(&part, Set::Shift) else { panic!("one shift: {part:?}") };
    assert_eq!(shift[6..], [json!("closed"), json!("Z-000001"), json!(10_500), json!(0), json!(9_300), json!(0)]);
    assert!(rows(&part, Set::Day).is_empty(), "what did not change is not sent");
}

#[test]
fn an_open_order_follows_its_table_and_the_rate() {
    let mut bar = Bar::open();
    bar.changed();
    let order = PlaceOrder {
        order_type: OrderType::DineIn,
        table_id: Some(1),
        customer: Customer::new("Musu", None).expect("a name"),
        notes: None,
        items: vec![line(3)],
        claim: TotalClaim::default(),
        guests: None,
        labels: Vec::new(),
        oversell: false,
    };
    bar.does(Command::PlaceOrder(order));
    let part = bar.changed();
    let [open] = rows(&part, Set::Open) else { panic!("one order: {part:?}") };
    let table = seating::any_table(&bar.tables, 1).expect("memory").expect("a table").number.to_string();
    assert_eq!(open[..4], [json!("order"), json!("1"), json!("Musu"), json!(table)]);
    assert_eq!(open[5..], [json!("musu"), json!(750), json!(0), json!(750)]);
    let [stock] = rows(&part, Set::Stock) else { panic!("one product: {part:?}") };
    assert_eq!(stock[..], [json!(1), json!(21), Value::Null, Value::Null, Value::Null]);
    bar.does(Command::Rate(SetRate { rate: Rate::parse("210").expect("a rate") }));
    let part = bar.changed();
    assert_eq!(rows(&part, Set::Open).len(), 1, "what remains is said at the present rate");
    let renamed = SeatingCommand::Update { table_id: 1, number: None, name: Some(Some("VIP".to_owned())), area: None, capacity: None };
    bar.does(Command::Seating(renamed));
    assert_eq!(rows(&bar.changed(), Set::Open)[0][3], json!("VIP"), "an open order has the present name of its table");
    assert_eq!(rows(&part, Set::Setting)[3], [json!("rate"), json!("210")]);
}

#[test]
fn an_entry_without_figures_moves_the_position_alone() {
    let mut bar = Bar::open();
    bar.changed();
    bar.does(Command::BeginTaxDay);
    let at = head(&bar.tables).expect("memory");
    let part = figures_part(&bar.tables, at, &Cursor::default(), &[]).expect("readable");
    assert_eq!(part, None, "nothing is new");
    let wants = ["stock".to_owned(), "of_a_newer_head".to_owned()];
    let (part, _) = figures_part(&bar.tables, at, &Cursor::default(), &wants).expect("readable").expect("a set");
    assert_eq!((part.whole, rows_in(&part.sets)), (vec!["stock".to_owned()], 2));
}

fn rows_in(sets: &std::collections::BTreeMap<String, Vec<Vec<Value>>>) -> usize {
    sets.values().map(Vec::len).sum()
}
