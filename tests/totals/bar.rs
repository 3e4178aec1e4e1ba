//! In-memory bar: translates actions into commands, executes them with the engine, and passes the results to the oracle.

use std::collections::BTreeMap;

use barback::catalog::{self, CatalogCommand, Category, PriceChange, ProductChange};
use barback::credit::{self, GiveCredit, PayCredit, PayTab, Payer, PutOrderOnTab};
use barback::engine::{Command, Event, Stamps, StepOutcome, last_entry, step};
use barback::methods::PaymentMethod;
use barback::orders::{
    self, AddItem, ChangeItem, ChangeOrder, OrderStatus, OrderType, PayOrder, PlaceOrder, RemoveItem, ReturnedGoods, SetOrderStatus,
    TotalClaim, VoidOrder,
};
use barback::payments::{self, Coverage, GrandTotalClaim, PaymentRequest, TillRequest};
use barback::rates::{self, SetRate};
use barback::reasons::ReasonChoice;
use barback::sales::{Claim, DiscountFigure, LineRequest, LineToVoid, Sell, VoidSale};
use barback::settings::{self, SetScreens, SetSettings};
use barback::stock::{AdjustStock, Adjustment, Reason};
use base::{Actor, CurrencyCode, Customer, Envelope, Lrd, Price, Rate, Role, Timestamp, Usd};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use store::{MemoryTables, Rows};

use crate::action::{Action, Line, Seller, SentFigures};
use crate::oracle::Oracle;
use crate::pricing;
use crate::requests::{CUSTOMERS, actor, named, rate, tender};
use crate::shelves;
use crate::stamps::StampOracle;
use crate::{moves, tax};

/// 2026-11-21T20:00Z, a Saturday night.
const OPENS: i64 = 1_795_291_200_000;
const DAY_STARTS: [&str; 3] = ["05:00", "00:00", "12:30"];
const ZONES: [&str; 3] = ["Africa/Monrovia", "Africa/Nairobi", "America/New_York"];
const NAMES: [&str; 4] = ["Club Beer", "Pepper Soup", "Guinness", "Cohiba"];
/// The bar, with the oracles that its state is compared with.
pub struct Bar {
    pub tables: MemoryTables,
    pub oracle: Oracle,
    clock: i64,
    /// Total running time, in milliseconds.
    running: u64,
    stamps: Stamps,
    stamp_oracle: StampOracle,
}

impl Bar {
    /// A bar with three products.
    pub fn open() -> Self {
        let (tables, oracle) = (MemoryTables::new(), Oracle::default());
        let mut bar = Bar { tables, oracle, clock: OPENS, running: 0, stamps: Stamps::default(), stamp_oracle: StampOracle::default() };
        for (usd, lrd) in [(Some(350), None), (None, Some(95_000)), (Some(600), Some(120_000))] {
            bar.apply_action(&Action::Create { usd, lrd, stock: 40 }).expect("a product");
        }
        bar
    }

    /// Executes `action`. Returns the kind of its first entry, the code of its refusal, or `nothing`.
    pub fn apply_action(&mut self, action: &Action) -> Result<String, TestCaseError> {
        let Some((actor, command)) = self.command(action) else { return Ok("nothing".to_owned()) };
        let (wall, running) = (Timestamp::from_millis(self.clock), self.running);
        let reading = self.stamps.read(wall, running);
        // As in the writer, a jump of the clock is recorded first.
        if let Some(jump) = &reading.jump {
            self.execute(Envelope { at: reading.at, running, actor: Actor::the_box() }, &Command::NoteClock(jump.clone()))?;
        }
        self.stamps.record_reading(wall, running, reading.doubt);
        let confirms = matches!(command, Command::ConfirmClock);
        let at = if confirms { wall } else { reading.at };
        let (outcome, wrote) = self.execute(Envelope { at, running, actor }, &command)?;
        if wrote && confirms {
            self.stamps.record_reading(wall, running, None);
        }
        self.stamp_oracle.observe(self.clock, running, wrote || reading.jump.is_some(), confirms);
        let latest = last_entry(&self.tables).expect("readable").map(|entry| entry.envelope.at.as_millis());
        prop_assert_eq!(latest.unwrap_or_default(), self.stamp_oracle.latest, "the last entry has another stamp than expected");
        Ok(outcome)
    }

    /// Executes a command. Returns the outcome, and whether it wrote an entry.
    fn execute(&mut self, envelope: Envelope, command: &Command) -> Result<(String, bool), TestCaseError> {
        let before = self.tables.clone();
        let settings = settings::settings(&self.tables).expect("settings");
        match step(&mut self.tables, &envelope, command).expect("memory does not fail") {
            StepOutcome::Refused(refusal) => {
                prop_assert!(before == self.tables, "a refusal changed something: {command:?}");
                Ok((format!("{:?}", refusal.code), false))
            }
            StepOutcome::Done(entries) => {
                let kind = entries.first().map_or_else(|| "nothing".to_owned(), |entry| kind(&entry.event));
                if !entries.is_empty() {
                    self.stamps.record_entry(envelope.at, envelope.running);
                }
                moves::keeps_sums(&before, &self.tables, &entries)?;
                self.oracle.record(&entries, &settings.bar_time());
                Ok((kind, !entries.is_empty()))
            }
        }
    }

    fn command(&mut self, action: &Action) -> Option<(Actor, Command)> {
        let command = match action {
            Action::Clock { millis } => {
                self.clock = (self.clock + millis).max(0);
                return None;
            }
            Action::Pass { millis } => {
                self.running += millis;
                self.clock += i64::try_from(*millis).expect("hours");
                return None;
            }
            Action::CorrectClock => {
                self.clock = OPENS + i64::try_from(self.running).expect("years");
                return None;
            }
            Action::ConfirmClock => Command::ConfirmClock,
            Action::Sell { lines, customer, seller, discount } => {
                return Some((actor(*seller), self.sell(lines, *customer, seller, *discount)));
            }
            Action::Void { pick, pieces, return_to_stock } => {
                let sale_id = 1 + pick % (self.oracle.lines.len() as u64 + 1);
                let lines = vec![LineToVoid { sale_id, quantity: *pieces }];
                Command::VoidSale(VoidSale { lines, ..VoidSale::whole(sale_id, "Wrong drink", *return_to_stock) })
            }
            Action::VoidLines { pick, pieces, return_to_stock } => self.void_of_receipt(*pick, pieces, *return_to_stock),
            Action::Refund { pick, amounts, return_to_stock } => self.refund_of_receipt(*pick, amounts, *return_to_stock),
            Action::Rate { scaled } => Command::Rate(SetRate { rate: rate(*scaled) }),
            Action::Create { usd, lrd, stock } => {
                let count = self.oracle.stock.len();
                let name = NAMES[count % NAMES.len()].to_owned();
                let price = PriceChange { usd: Some(usd.map(Usd::minor)), lrd: Some(lrd.map(Lrd::minor)), ..PriceChange::default() };
                let category = Some(Category::ALL[count % 4]);
                let currency = Some(if count.is_multiple_of(2) { CurrencyCode::Usd } else { CurrencyCode::Lrd });
                let change = ProductChange { name: Some(name), price, category, currency, stock: Some(*stock), ..ProductChange::default() };
                Command::Catalog(CatalogCommand::Create { change, generated_barcode: format!("{count:012}") })
            }
            Action::Edit { pick, usd, lrd, name, stock } => {
                let price = PriceChange {
                    usd: usd.map(|usd| usd.map(Usd::minor)),
                    lrd: lrd.map(|lrd| lrd.map(Lrd::minor)),
                    ..PriceChange::default()
                };
                let name = name.map(|name| NAMES[usize::from(name)].to_owned());
                let change = ProductChange { name, price, stock: *stock, ..ProductChange::default() };
                Command::Catalog(CatalogCommand::Update { product_id: self.product(*pick), change, generated_barcode: String::new() })
            }
            Action::Mode { pick, mode, floor, stock } => {
                let change = ProductChange { stock_mode: *mode, floor: *floor, stock: *stock, ..ProductChange::default() };
                Command::Catalog(CatalogCommand::Update { product_id: self.product(*pick), change, generated_barcode: String::new() })
            }
            Action::Recipe { pick, ingredients } => {
                let ingredients: Vec<_> = ingredients.iter().map(|(pick, amount, spilt)| (self.product(*pick), *amount, *spilt)).collect();
                shelves::recipe(self.product(*pick), &ingredients)
            }
            Action::Count { pick, count } => Command::Stock(AdjustStock {
                product_id: self.product(*pick),
                to: Adjustment::Count(*count),
                reason: Reason::Count,
                notes: None,
            }),
            Action::Archive { pick } => Command::Catalog(CatalogCommand::Archive { product_id: self.product(*pick) }),
            Action::Move { pick, delta } => Command::Stock(AdjustStock {
                product_id: self.product(*pick),
                to: Adjustment::Delta(*delta),
                reason: Reason::Delivery,
                notes: None,
            }),
            Action::Order { lines, customer, seller } => {
                let items = lines.iter().map(|line| self.line(line)).collect();
                let order = PlaceOrder {
                    order_type: OrderType::DineIn,
                    table_id: None,
                    customer: named(*customer),
                    notes: None,
                    items,
                    claim: TotalClaim::default(),
                    guests: u32::try_from(lines.len() * 3).ok(),
                    labels: Vec::new(),
                    oversell: shelves::oversells(lines),
                };
                return Some((actor(*seller), Command::PlaceOrder(order)));
            }
            Action::AddItem { pick, line } => Command::AddItem(AddItem {
                order_id: self.order(*pick),
                item: self.line(line),
                guest: None,
                oversell: shelves::oversells(std::slice::from_ref(line)),
            }),
            Action::RemoveItem { pick, item, return_to_stock } => {
                let order_id = self.order(*pick);
                let item_id = self.item(order_id, *item);
                Command::RemoveItem(RemoveItem {
                    order_id,
                    item_id,
                    reason: ReasonChoice::default(),
                    return_to_stock: Some(*return_to_stock),
                })
            }
            Action::ChangeItem { pick, item, quantity, return_to_stock } => {
                let order_id = self.order(*pick);
                Command::ChangeItem(ChangeItem {
                    order_id,
                    item_id: self.item(order_id, *item),
                    quantity: Some(*quantity),
                    of: None,
                    reason: "Spilled".into(),
                    return_to_stock: Some(*return_to_stock),
                    notes: (quantity % 2 == 0).then(|| Some(format!("{quantity} glasses"))),
                })
            }
            Action::Price { pick, item, what } => {
                let order_id = self.order(*pick);
                pricing::command(&self.tables, order_id, self.item(order_id, *item), *what)
            }
            Action::Step { pick, cancel, serve, returned } => {
                let order_id = self.order(*pick);
                let now = orders::order(&self.tables, order_id).expect("readable").map(|order| order.status);
                let status = match now {
                    _ if *cancel => OrderStatus::Cancelled,
                    _ if *serve => OrderStatus::Served,
                    Some(OrderStatus::Pending) => OrderStatus::Preparing,
                    Some(OrderStatus::Preparing) => OrderStatus::Ready,
                    _ => OrderStatus::Served,
                };
                let returns = match returned {
                    None => ReturnedGoods::All,
                    Some(0) => ReturnedGoods::None,
                    Some(item) => ReturnedGoods::Items(vec![self.item(order_id, *item)]),
                };
                Command::SetOrderStatus(SetOrderStatus { order_id, status, reason: "They left".into(), returns })
            }
            Action::PayOrder { pick, money, seller } => {
                let order_id = self.order(*pick);
                let order = orders::order(&self.tables, order_id).expect("readable");
                let owed = order.map(|order| order.remaining(self.rate())).unwrap_or_default();
                return Some((actor(*seller), Command::PayOrder(PayOrder { order_id, payment: tender(money, owed), share: None })));
            }
            Action::MoveOrders(moving) => moving.command(self),
            Action::EndOrder(ending) => ending.command(self, self.rate()),
            Action::Attach { pick, customer } => {
                Command::PutOrderOnTab(PutOrderOnTab { order_id: self.order(*pick), customer: named(*customer), over_limit: true })
            }
            Action::VoidOrder { pick, return_to_stock } => Command::VoidOrder(VoidOrder {
                order_id: self.order(*pick),
                reason: "Complaint".into(),
                returns: if *return_to_stock { ReturnedGoods::All } else { ReturnedGoods::None },
                refund: None,
                return_tip: false,
                till: TillRequest::default(),
            }),
            Action::Give { line, customer } => Command::GiveCredit(GiveCredit {
                customer: named(*customer),
                items: vec![self.line(line)],
                batch: false,
                rate: None,
                grand_total: GrandTotalClaim::default(),
                exemption: None,
                oversell: shelves::oversells(std::slice::from_ref(line)),
                over_limit: true,
            }),
            Action::PayCredit { pick, money, seller } => {
                let credit_id = 1 + pick % (self.oracle.credits + 1);
                let item = credit::credit(&self.tables, credit_id).expect("readable");
                let owed = item.map(|item| payments::remaining([&item.debt].into_iter(), self.rate())).unwrap_or_default();
                let exactly = || PaymentRequest::exactly(Some(PaymentMethod::CASH));
                let command = PayCredit { credit_id, payment: money.as_ref().map_or_else(exactly, |money| tender(money, owed)) };
                return Some((actor(*seller), Command::PayCredit(command)));
            }
            Action::PayTab { customer, money } => {
                let customer = named(*customer);
                let exactly = || PaymentRequest::exactly(Some(PaymentMethod::CARD));
                let payment = money.as_ref().map_or_else(exactly, |money| tender(money, Price::ZERO));
                let payer = Payer::exactly(customer);
                Command::PayTab(PayTab { payer, payment, coverage: Coverage::Partial })
            }
            Action::Tax { mode, percent, charge } => tax::settings(*mode, *percent, *charge),
            Action::Charge { pick, apply } => tax::charge(self.order(*pick), *apply),
            Action::Guests { pick, guests } => Command::ChangeOrder(ChangeOrder {
                order_id: self.order(*pick),
                customer_name: None,
                customer_phone: None,
                notes: None,
                table_id: None,
                guests: Some(Some(*guests)),
                claim: TotalClaim::default(),
            }),
            Action::Exempt { pick, is_exempt, item } => {
                let order_id = self.order(*pick);
                tax::exempt(order_id, *is_exempt, item.map(|item| vec![self.item(order_id, item)]))
            }
            Action::Settings { day_starts, zone, steps } => {
                let (day_starts_at, time_zone) = (Some(DAY_STARTS[*day_starts].to_owned()), Some(ZONES[*zone].to_owned()));
                let screens = SetScreens { order_steps: Some(*steps), ..SetScreens::default() };
                Command::Settings(Box::new(SetSettings { day_starts_at, time_zone, screens, ..SetSettings::default() }))
            }
        };
        Some((actor(Seller { id: 1, role: Role::Admin }), command))
    }

    fn sell(&self, lines: &[Line], customer: usize, seller: &Seller, discount: Option<DiscountFigure>) -> Command {
        let discount = discount.filter(|_| seller.role >= Role::Manager).map(pricing::request);
        // The last of the customers needs no approval of a manager.
        let exemption = (customer + 1 == CUSTOMERS.len() && seller.role >= Role::Manager).then(tax::embassy);
        let customer = CUSTOMERS.get(customer).and_then(|(name, phone)| Customer::new(name, *phone));
        Command::Sell(Sell {
            lines: lines.iter().map(|line| self.line(line)).collect(),
            customer,
            batch: true,
            payment: PaymentRequest::exactly(None),
            exemption,
            discount,
            oversell: shelves::oversells(lines),
        })
    }

    /// Voids lines of one receipt, some with a number of pieces that may be too large.
    fn void_of_receipt(&self, pick: u64, pieces: &[Option<i64>], return_to_stock: bool) -> Command {
        let lines = &self.oracle.lines;
        let receipt = lines.get((pick % (lines.len() as u64 + 1)) as usize).map_or("R-none", |line| line.receipt.as_str()).to_owned();
        let on_receipt = lines.iter().filter(|line| line.receipt == receipt).map(|line| line.line.id);
        let chosen = on_receipt.zip(pieces).map(|(sale_id, quantity)| LineToVoid { sale_id, quantity: *quantity }).collect();
        Command::VoidSale(VoidSale { receipt_number: Some(receipt), lines: chosen, ..VoidSale::whole(0, "Wrong table", return_to_stock) })
    }

    fn line(&self, line: &Line) -> LineRequest {
        let product_id = self.product(line.pick);
        let now = rates::rate(&self.tables).expect("a rate");
        let product = catalog::product(&self.tables, product_id).expect("readable");
        let correct = product.map(|product| {
            let unit = product.prices(now);
            match line.currency.unwrap_or(product.currency) {
                CurrencyCode::Usd => unit.usd.as_minor(),
                CurrencyCode::Lrd => unit.lrd.as_minor(),
            }
        });
        let mut claim = Claim { unit: correct, rate: Some(now), ..Claim::default() };
        match line.figures {
            SentFigures::Correct => {}
            SentFigures::WrongPrice => claim.unit = correct.map(|minor| minor + 1),
            SentFigures::WrongRate => claim.rate = Some(rate(now.scaled() + 1)),
        }
        if line.discount.is_some() {
            claim.unit = line.discount;
        }
        LineRequest {
            product_id,
            quantity: line.quantity,
            label: None,
            currency: line.currency,
            claim,
            discount_reason: line.discount.map(|_| "A regular".to_owned()).into(),
            notes: None,
            method: line.method.clone(),
        }
    }

    /// The id of an order, seldom one that does not exist.
    pub fn order(&self, pick: u64) -> u64 {
        1 + pick % (self.oracle.orders.len() as u64 * 8 + 1) / 8
    }

    /// The id of an item of an order, seldom one that does not exist.
    pub fn item(&self, order_id: u64, pick: u64) -> u64 {
        let items: Vec<u64> = self.oracle.orders.get(&order_id).map(|items| items.keys().copied().collect()).unwrap_or_default();
        items.get((pick % (items.len() as u64 + 1)) as usize).copied().unwrap_or(0)
    }

    fn rate(&self) -> Rate {
        rates::rate(&self.tables).expect("a rate")
    }

    /// The id of a product, seldom one that does not exist.
    fn product(&self, pick: u64) -> u64 {
        1 + pick % (self.oracle.stock.len() as u64 * 8 + 1) / 8
    }
}

/// The event's kind in the journal.
fn kind(event: &Event) -> String {
    let event = serde_json::to_value(event).expect("an event is JSON");
    event["kind"].as_str().expect("a kind").to_owned()
}

/// The rows that follow from the journal.
pub fn rows(tables: &MemoryTables) -> BTreeMap<&str, &Rows> {
    tables.derived()
}
