//! Receipt numbers after restores and promotions: none is issued twice.

use std::collections::BTreeSet;

use barback::backup::{FollowedBox, promote, set_followed_box};
use barback::box_events::BoxRestored;
use barback::catalog::{CatalogCommand, Category, PriceChange, ProductChange};
use barback::engine::{Command, Event, StepOutcome, rebuild, step};
use barback::methods::PaymentMethod;
use barback::payments::PaymentRequest;
use barback::reasons::ReasonChoice;
use barback::sales::{Claim, LineRequest, SERIES_NUMBERS, Sell};
use barback::standby::Code;
use base::{Actor, BusinessDay, Envelope, Timestamp, Usd};
use store::{MemoryTables, Store, Stored, Tables};

/// 2026-11-21T20:00Z.
const OPENS: i64 = 1_795_291_200_000;
const DAY: i64 = 24 * 60 * 60 * 1_000;

fn envelope(at: i64) -> Envelope {
    Envelope { at: Timestamp::from_millis(at), running: 0, actor: Actor::the_box() }
}

fn execute(tables: &mut dyn Tables, at: i64, command: &Command) -> Stored<Vec<Event>> {
    match step(tables, &envelope(at), command)? {
        StepOutcome::Done(entries) => Ok(entries.into_iter().map(|entry| entry.event).collect()),
        StepOutcome::Refused(refusal) => panic!("{}", refusal.message),
    }
}

fn add_product(tables: &mut dyn Tables) -> Stored<()> {
    let price = PriceChange { usd: Some(Some(Usd::minor(200))), ..PriceChange::default() };
    let change = ProductChange {
        name: Some("Club Beer".to_owned()),
        price,
        category: Some(Category::Drinks),
        stock: Some(100_000),
        ..ProductChange::default()
    };
    execute(tables, OPENS, &Command::Catalog(CatalogCommand::Create { change, generated_barcode: "1".to_owned() })).map(|_| ())
}

/// Records a sale at this time and returns its receipt number.
fn sells(tables: &mut dyn Tables, at: i64) -> Stored<String> {
    let line = LineRequest {
        product_id: 1,
        quantity: 1,
        label: None,
        currency: None,
        claim: Claim::default(),
        discount_reason: ReasonChoice::default(),
        notes: None,
        method: PaymentMethod::CASH,
    };
    let events = execute(
        tables,
        at,
        &Command::Sell(Sell {
            lines: vec![line],
            customer: None,
            batch: false,
            payment: PaymentRequest::exactly(None),
            exemption: None,
            discount: None,
            oversell: false,
        }),
    )?;
    let number = events.into_iter().find_map(|event| match event {
        Event::SaleRecorded(sale) => Some(sale.receipt_number),
        _ => None,
    });
    Ok(number.expect("a sale"))
}

fn restored(series: u32, skipped_to: u64) -> Command {
    let day = BusinessDay::parse("2026-11-21").expect("a date");
    Command::NoteRestore(BoxRestored {
        backup_started_at: Timestamp::from_millis(OPENS),
        journal: 1,
        day,
        receipts_skipped_to: skipped_to,
        series,
        replaced_z: 0,
    })
}

#[test]
fn no_number_that_was_issued_after_the_backup_is_issued_again() {
    let mut first = MemoryTables::new();
    add_product(&mut first).expect("memory");
    sells(&mut first, OPENS).expect("memory");
    let backup = first.clone();
    let mut issued = BTreeSet::new();
    // Two busy nights, and one with a clock in the future.
    for at in [OPENS, OPENS + DAY, OPENS + 3_000 * DAY] {
        for _ in 0..1_100 {
            assert!(issued.insert(sells(&mut first, at).expect("memory")));
        }
    }
    let mut second = backup.clone();
    execute(&mut second, OPENS, &restored(48_392, 48_392 * SERIES_NUMBERS)).expect("memory");
    let mut third = backup;
    execute(&mut third, OPENS, &restored(10_007, 10_007 * SERIES_NUMBERS)).expect("memory");
    for (bar, series) in [(&mut second, "48392"), (&mut third, "10007")] {
        for (at, day) in [(OPENS, "20261121"), (OPENS + DAY, "20261122"), (OPENS + 3_000 * DAY, "20350207"), (OPENS, "20261121")] {
            let numbers: Vec<String> = (0..1_100).map(|_| sells(bar, at).expect("memory")).collect();
            assert!(numbers[0].starts_with(&format!("R-{day}-{series}")), "{}", numbers[0]);
            for number in numbers {
                assert!(issued.insert(number.clone()), "{number} was issued twice");
            }
        }
        let mut rebuilt = MemoryTables::new();
        rebuild(bar, &mut rebuilt).expect("the journal");
        assert!(rebuilt.derived() == bar.derived());
    }
}

#[test]
fn a_night_with_more_receipts_than_a_series_continues() {
    let mut bar = MemoryTables::new();
    add_product(&mut bar).expect("memory");
    execute(&mut bar, OPENS, &restored(99_999, 99_999 * SERIES_NUMBERS)).expect("memory");
    let last = (0..=SERIES_NUMBERS).map(|_| sells(&mut bar, OPENS).expect("memory")).last();
    assert_eq!(last.as_deref(), Some("R-20261121-1000000001"));
}

#[test]
fn a_bar_that_is_promoted_twice_has_two_series() {
    let store = Store::in_memory().expect("memory");
    store.write(|tables| add_product(tables)).expect("memory");
    let code: Code = Code::new([7; 16], None);
    let mut issued = BTreeSet::new();
    let mut series = BTreeSet::new();
    for round in 0..20 {
        let following = FollowedBox { first_address: "http://192.168.8.20".to_owned(), code: code.clone(), first_box_head: 0 };
        store.write(|tables| set_followed_box(tables, &following)).expect("memory");
        let promoted = promote(&store, Timestamp::from_millis(OPENS), None).expect("memory").expect("it followed");
        let first = store.write(|tables| sells(tables, OPENS)).expect("memory");
        assert_eq!(first, promoted.next_receipt, "round {round}");
        assert!(issued.insert(first.clone()) && issued.insert(store.write(|tables| sells(tables, OPENS)).expect("memory")));
        assert!(series.insert(first[11..16].to_owned()), "{first}: {series:?}");
    }
}
