//! Tests of follow-up events: what a sale and an order print, and that a replay ignores the policy.

use super::*;
use crate::catalog::{CatalogCommand, PriceChange, ProductChange};
use crate::engine::{Command, Entry, StepOutcome, rebuild, step};
use crate::methods::PaymentMethod;
use crate::orders::{PlaceOrder, TotalClaim};
use crate::payments::PaymentRequest;
use crate::printing::{self, JobKind, JobMoved, JobQueued, JobStatus, PrintJob};
use crate::reasons::ReasonChoice;
use crate::sales::{Claim, LineRequest, Sell};
use crate::seating::{SeatingCommand, TableStatus};
use crate::settings::{PrinterSetting, SetSettings};
use base::{Actor, CurrencyCode, Customer, Role, Timestamp, Usd};
use store::MemoryTables;

const COUNTER: u64 = 1;
const KITCHEN: u64 = 2;

fn envelope() -> Envelope {
    Envelope { at: Timestamp::from_millis(1), running: 0, actor: Actor { id: 1, name: "musu".to_owned(), role: Role::Admin } }
}

fn does(tables: &mut MemoryTables, command: Command) -> Vec<Entry> {
    match step(tables, &envelope(), &command).expect("memory does not fail") {
        StepOutcome::Done(entries) => entries,
        StepOutcome::Refused(refusal) => panic!("{command:?}: {}", refusal.message),
    }
}

fn printer(name: &str, port: u16, categories: &[&str]) -> PrinterSetting {
    let categories = categories.iter().map(|category| (*category).to_owned()).collect();
    let url = format!("tcp://192.168.1.50:{port}");
    PrinterSetting { name: name.to_owned(), url, profile: "default".to_owned(), categories, ..PrinterSetting::default() }
}

fn line() -> LineRequest {
    let claim = Claim::default();
    LineRequest {
        product_id: 1,
        quantity: 2,
        label: None,
        currency: None,
        claim,
        discount_reason: ReasonChoice::default(),
        notes: None,
        method: PaymentMethod::CASH,
    }
}

/// A bar with a counter printer and a kitchen printer that has served a table and sold over the counter.
fn served() -> MemoryTables {
    let mut tables = MemoryTables::new();
    let counter = PrinterSetting { opens_drawer: true, ..printer("Counter", 9100, &[]) };
    let kitchen = PrinterSetting { receipts: false, ..printer("Kitchen", 9101, &["food"]) };
    let printers = Some(vec![counter, kitchen]);
    does(&mut tables, Command::Settings(Box::new(SetSettings { printers, ..SetSettings::default() })));
    does(&mut tables, Command::Seating(SeatingCommand::Seed));
    let change = ProductChange {
        name: Some("Pepper Soup".to_owned()),
        price: PriceChange { usd: Some(Some(Usd::minor(600))), ..PriceChange::default() },
        category: Some(catalog::Category::Food),
        currency: Some(CurrencyCode::Usd),
        stock: Some(10),
        ..ProductChange::default()
    };
    does(&mut tables, Command::Catalog(CatalogCommand::Create { change, generated_barcode: "000000000001".to_owned() }));
    let order = PlaceOrder {
        order_type: OrderType::DineIn,
        table_id: Some(4),
        customer: Customer::new("Musu", None).expect("a name"),
        notes: None,
        items: vec![line()],
        claim: TotalClaim::default(),
        guests: None,
        labels: Vec::new(),
        oversell: false,
    };
    does(&mut tables, Command::PlaceOrder(order));
    does(
        &mut tables,
        Command::Sell(Sell {
            lines: vec![line()],
            customer: None,
            batch: false,
            payment: PaymentRequest::exactly(None),
            exemption: None,
            discount: None,
            oversell: false,
        }),
    );
    tables
}

fn jobs(tables: &MemoryTables) -> Vec<(u64, u64, &'static str, JobStatus)> {
    let shown = |job: PrintJob| (job.id, job.printer_id, job.kind.as_str(), job.status);
    printing::jobs(tables, u64::MAX, 100).expect("jobs").into_iter().rev().map(shown).collect()
}

/// Applies the journal of `from`, changed by `edit`, to empty tables.
fn replay(from: &MemoryTables, edit: impl Fn(Event) -> Vec<Event>) -> MemoryTables {
    let mut journal = MemoryTables::new();
    let mut seq = 0;
    for raw in store::entries_after(from, 0, 1_000).expect("a journal") {
        let entry = Entry::parse(&raw).expect("an entry");
        for event in edit(entry.event) {
            seq += 1;
            let bytes = Entry { seq, envelope: entry.envelope.clone(), starts: Vec::new(), event }.to_bytes().expect("JSON");
            store::append(&mut journal, seq, &bytes).expect("memory does not fail");
        }
    }
    let mut tables = MemoryTables::new();
    rebuild(&journal, &mut tables).expect("it replays");
    tables
}

#[test]
fn a_sale_and_an_order_print_where_the_settings_say() {
    let tables = served();
    let expected = [(1, KITCHEN, "ticket"), (2, COUNTER, "drawer"), (3, COUNTER, "receipt")];
    assert_eq!(jobs(&tables), expected.map(|(id, printer, kind)| (id, printer, kind, JobStatus::Queued)));
    assert_eq!(seating::any_table(&tables, 4).expect("readable").map(|table| table.status), Some(TableStatus::Occupied));
}

#[test]
fn a_replay_ignores_the_print_policy() {
    // The journal as a box with another policy wrote it: two copies of a receipt, tickets at the counter, no drawer.
    let other_policy = |event: Event| match event {
        Event::PrintQueued(job) if job.kind.is_drawer() => Vec::new(),
        Event::PrintQueued(job) if matches!(job.kind, JobKind::Ticket(_)) => {
            vec![Event::PrintQueued(JobQueued { printer_id: COUNTER, ..job })]
        }
        Event::PrintQueued(job) => {
            let moved = Event::PrintMoved(JobMoved::new(job.job_id, JobStatus::Sent, None));
            let second = Event::PrintQueued(JobQueued { job_id: job.job_id + 1, ..job.clone() });
            vec![Event::PrintQueued(job), moved, second]
        }
        other => vec![other],
    };
    let tables = replay(&served(), other_policy);
    let expected = [(1, "ticket", JobStatus::Queued), (3, "receipt", JobStatus::Sent), (4, "receipt", JobStatus::Queued)];
    assert_eq!(jobs(&tables), expected.map(|(id, kind, status)| (id, COUNTER, kind, status)));
    assert_eq!(printing::next_job_id(&tables).expect("readable"), 5);
}

#[test]
fn a_replay_ignores_the_seating_policy() {
    let never_occupied = |event: Event| match event {
        Event::TableSaved(saved) if saved.table.status == TableStatus::Occupied => Vec::new(),
        other => vec![other],
    };
    let tables = replay(&served(), never_occupied);
    assert_eq!(seating::any_table(&tables, 4).expect("readable").map(|table| table.status), Some(TableStatus::Available));
}
