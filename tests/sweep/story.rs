//! The story that the sweep runs on a disk that may fail: first start, sales, a tab, a printer, an upgrade, more sales, a shift of the
//! drawer from its opening to its Z. It can be run again from the beginning at any time, because every step has an idempotency key.

use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use barback::catalog::{CatalogCommand, PriceChange, ProductChange};
use barback::credit::GiveCredit;
use barback::engine::{Answer, Clock, Command, Engine, Failure, IdempotencyKey, Purpose, Submission, upgrade_tables};
use barback::methods::PaymentMethod;
use barback::orders::{OrderType, PayOrder, PlaceOrder, TotalClaim};
use barback::payments::{GrandTotalClaim, PaymentRequest};
use barback::printing::{JobStatus, PrintCommand};
use barback::rates::SetRate;
use barback::reasons::ReasonChoice;
use barback::sales::{Claim, LineRequest, Sell, VoidSale};
use barback::settings::{AttachPrinter, CashMode, CountBy, SetCash, SetSettings};
use barback::staff::StaffCommand;
use barback::stock::{AdjustStock, Adjustment, Reason};
use barback::tills::{Count, CountShift, OpenShift, TillsCommand};
use base::{Actor, Cash, Customer, Rate, Role, Timestamp, Usd};
use futures_util::future::join_all;
use store::{CHECKPOINT_AFTER, Disk, Folder, IdempotencyHash, OpenError, SYNC_MARKER_AFTER, Store, StoreError, set_metadata};

/// 2026-11-21T20:00Z, a Saturday night.
const OPENS: i64 = 1_795_291_200_000;
/// Metadata name of the version that built the tables.
const TABLES_VERSION_KEY: &str = "tables";

/// Part of the story.
pub enum Part {
    /// One request, or several at the same time.
    Steps(Vec<Step>),
    /// No requests for this time: the store does its maintenance.
    Idle(Duration),
    /// The box restarts, finds tables of another version and rebuilds them.
    Upgrade,
}

/// One request.
pub struct Step {
    /// Counts from 1; also the idempotency key.
    pub number: u8,
    actor: Actor,
    command: Command,
}

impl Step {
    /// Idempotency key, as the store has it.
    pub fn key(&self) -> IdempotencyHash {
        IdempotencyHash([self.number; 32])
    }

    /// A submission whose answer lists the journal entries, so that it shows what was done.
    fn submission(&self) -> Submission {
        let render = |entries: &[barback::engine::Entry], _: &dyn store::View| {
            let texts: Vec<String> = entries.iter().map(|entry| format!("{} {:?}", entry.seq, entry.event)).collect();
            Ok(Answer { status: 200, body: texts.join("\n").into_bytes() })
        };
        let key = IdempotencyKey { key: self.key(), body_hash: [self.number; 32] };
        Submission {
            command: self.command.clone(),
            purpose: Purpose::default(),
            actor: self.actor.clone(),
            key: Some(key),
            render: Box::new(render),
        }
    }
}

/// Every part of the story, in order.
pub fn story() -> Vec<Part> {
    let mut number = 0;
    let mut step = |actor: &Actor, command: Command| {
        number += 1;
        Step { number, actor: actor.clone(), command }
    };
    let the_box = Actor::the_box();
    let seller = Actor { id: 1, name: "admin".to_owned(), role: Role::Admin };
    let printer = AttachPrinter { url: Some("file:///dev/null".to_owned()), profile: "epson".to_owned(), columns: 42 };
    let account = StaffCommand::SeedAdmin {
        username: "admin".to_owned(),
        password_hash: "not checked here".to_owned(),
        role: Role::Admin,
        must_change_password: false,
    };
    let mut parts = vec![
        Part::Steps(vec![step(&the_box, Command::AttachPrinter(printer))]),
        Part::Steps(vec![step(&the_box, Command::Rate(SetRate { rate: Rate::INITIAL }))]),
        Part::Steps(vec![step(&the_box, Command::Staff(account))]),
    ];
    for (name, price) in [("Club Beer", 350), ("Palm Wine", 105), ("Pepper Soup", 499)] {
        parts.push(Part::Steps(vec![step(&seller, create(name, price))]));
    }
    parts.extend([
        Part::Steps(vec![step(&seller, sell(&[(1, 2), (2, 1), (3, 1)], None))]),
        Part::Steps(vec![step(&seller, sell(&[(1, 1)], Some("Musu Kpadeh")))]),
        Part::Idle(SYNC_MARKER_AFTER),
        Part::Steps(vec![step(&the_box, report(1, JobStatus::Sending))]),
        Part::Steps(vec![step(&the_box, report(1, JobStatus::Sent))]),
        Part::Steps((1..=4).map(|number| step(&seller, sell(&[(1 + number % 3, 2)], None))).collect()),
        Part::Idle(CHECKPOINT_AFTER),
        Part::Steps(vec![step(&the_box, report(2, JobStatus::Sending))]),
        Part::Steps(vec![step(&the_box, report(2, JobStatus::Unknown))]),
        Part::Steps(vec![step(&seller, order(&[(1, 2), (3, 1)]))]),
        Part::Steps(vec![step(&seller, pay(1, 1_199))]),
        Part::Steps(vec![step(
            &seller,
            Command::GiveCredit(GiveCredit {
                customer: musu(),
                items: vec![line(2, 3)],
                batch: false,
                rate: None,
                grand_total: GrandTotalClaim::default(),
                exemption: None,
                oversell: false,
                over_limit: true,
            }),
        )]),
        Part::Steps(vec![step(&seller, Command::VoidSale(VoidSale::whole(1, "Wrong drink", true)))]),
        Part::Upgrade,
        Part::Steps(vec![step(&seller, deliver(1, 24))]),
        Part::Steps(vec![step(&seller, sell(&[(1, 3)], None))]),
        Part::Idle(SYNC_MARKER_AFTER),
        Part::Idle(CHECKPOINT_AFTER),
        Part::Steps(vec![step(&seller, sell(&[(3, 1)], None))]),
        Part::Steps(vec![step(&seller, sell(&[(2, 2), (3, 2)], Some("James")))]),
        Part::Steps(vec![step(&seller, switch_drawer_on())]),
        Part::Steps(vec![step(&seller, Command::Tills(TillsCommand::Open(open_drawer(4_000))))]),
        Part::Steps(vec![step(&seller, sell(&[(1, 2)], None))]),
        Part::Steps(vec![step(&seller, Command::Tills(TillsCommand::Count(close_drawer(4_700))))]),
    ]);
    parts
}

/// A sale that is not part of the story. `number` must not be one of the story.
pub fn another_sale(number: u8) -> Step {
    let seller = Actor { id: 1, name: "admin".to_owned(), role: Role::Admin };
    Step { number, actor: seller, command: sell(&[(1, 1)], None) }
}

fn musu() -> Customer {
    Customer::new("Musu Kpadeh", Some("0770 111 111")).expect("a name")
}

fn create(name: &str, cents: i64) -> Command {
    let price = PriceChange { usd: Some(Some(Usd::minor(cents))), ..PriceChange::default() };
    let change = ProductChange { name: Some(name.to_owned()), price, stock: Some(50), ..ProductChange::default() };
    Command::Catalog(CatalogCommand::Create { change, generated_barcode: format!("{cents:012}") })
}

fn line(product_id: u64, quantity: i64) -> LineRequest {
    LineRequest {
        product_id,
        quantity,
        label: None,
        currency: None,
        claim: Claim::default(),
        discount_reason: ReasonChoice::default(),
        notes: None,
        method: PaymentMethod::CASH,
    }
}

fn sell(lines: &[(u64, i64)], customer: Option<&str>) -> Command {
    let lines = lines.iter().map(|(product, quantity)| line(*product, *quantity)).collect();
    Command::Sell(Sell {
        lines,
        customer: customer.and_then(|name| Customer::new(name, None)),
        batch: true,
        payment: PaymentRequest::exactly(None),
        exemption: None,
        discount: None,
        oversell: false,
    })
}

fn order(items: &[(u64, i64)]) -> Command {
    Command::PlaceOrder(PlaceOrder {
        order_type: OrderType::DineIn,
        table_id: None,
        customer: musu(),
        notes: None,
        items: items.iter().map(|(product, quantity)| line(*product, *quantity)).collect(),
        claim: TotalClaim::default(),
        guests: None,
        labels: Vec::new(),
        oversell: false,
    })
}

fn pay(order_id: u64, cents: i64) -> Command {
    let amount = Cash { usd: Usd::minor(cents), ..Cash::ZERO };
    Command::PayOrder(PayOrder { order_id, payment: PaymentRequest::amounts(PaymentMethod::CASH, amount), share: None })
}

fn deliver(product_id: u64, pieces: i64) -> Command {
    Command::Stock(AdjustStock { product_id, to: Adjustment::Delta(pieces), reason: Reason::Delivery, notes: None })
}

fn report(job_id: u64, status: JobStatus) -> Command {
    Command::Print(PrintCommand::Report { job_id, printer_id: 1, status, error: None })
}

fn switch_drawer_on() -> Command {
    let cash = SetCash { mode: Some(CashMode::Drawer), count_by: Some(CountBy::Totals), ..SetCash::default() };
    Command::Settings(Box::new(SetSettings { cash, ..SetSettings::default() }))
}

fn counted(cents: i64) -> Count {
    Count { amount: Cash { usd: Usd::minor(cents), ..Cash::ZERO }, ..Count::default() }
}

fn open_drawer(cents: i64) -> OpenShift {
    OpenShift { till_id: 1, count: counted(cents), user_id: None, float: None }
}

fn close_drawer(cents: i64) -> CountShift {
    CountShift { shift_id: 1, count: counted(cents), leave_usd: None, leave_lrd: None, to_till_id: None, hand_to: None }
}

/// A constant clock, so that two runs give the same bytes.
struct StoppedClock;

impl Clock for StoppedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(OPENS)
    }

    fn running_millis(&self) -> u64 {
        0
    }
}

/// A running box.
pub struct OpenBox {
    /// Its store.
    pub store: Arc<Store>,
    /// The secret that signs its sessions.
    pub secret: Vec<u8>,
    engine: Option<Engine>,
    writer: Option<JoinHandle<()>>,
    runtime: tokio::runtime::Runtime,
}

impl OpenBox {
    /// Starts a box as the product does, with its store on `disk`. `folder` is locked on the real disk. The journal does not note
    /// the start, so that it equals that of a box without a power cut.
    pub fn start(disk: Arc<dyn Disk>, folder: &Path) -> Result<OpenBox, OpenError> {
        let store = Arc::new(Store::open_on(disk, Folder::lock(folder)?)?);
        store.claim(false)?;
        upgrade_tables(&store)?;
        let secret = store.secret()?;
        let (engine, writer) = Engine::start(store.clone(), Arc::new(StoppedClock))?;
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        Ok(OpenBox { store, secret, engine: Some(engine), writer: Some(writer), runtime })
    }

    /// Sends these requests at the same time.
    pub fn submit(&self, steps: &[&Step]) -> Vec<Result<Answer, Failure>> {
        let engine = self.engine.as_ref().expect("open");
        self.runtime.block_on(join_all(steps.iter().map(|step| engine.submit(step.submission()))))
    }

    /// Lets the store do the maintenance that is due after this idle time.
    pub fn idle_for(&self, idle: Duration) -> Result<(), StoreError> {
        self.store.maintain(idle).map(|_| ())
    }

    /// Marks the tables as built by another version.
    pub fn mark_tables_outdated(&self) -> Result<(), StoreError> {
        self.store.write(|tables| set_metadata(tables, TABLES_VERSION_KEY, "0"))
    }
}

impl Drop for OpenBox {
    fn drop(&mut self) {
        drop(self.engine.take());
        if let Some(writer) = self.writer.take() {
            writer.join().expect("the writer never panics");
        }
    }
}
