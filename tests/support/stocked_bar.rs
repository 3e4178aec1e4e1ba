//! Test data: a bar with stock for years, and a deterministic sequence of sales, orders and tabs.
#![allow(dead_code)]

use barback::catalog::{CatalogCommand, PriceChange, ProductChange};
use barback::credit::{PayTab, Payer, PutOrderOnTab, active_credits};
use barback::engine::{Command, StepOutcome, step};
use barback::methods::PaymentMethod;
use barback::orders::{OrderStatus, OrderType, PayOrder, PlaceOrder, ReturnedGoods, SetOrderStatus, TotalClaim, open_orders};
use barback::payments::{Coverage, PaymentRequest};
use barback::rates::SetRate;
use barback::reasons::ReasonChoice;
use barback::sales::{Claim, LineRequest, Sell};
use barback::staff::StaffCommand;
use barback::web::password;
use base::{Actor, Cash, Customer, Envelope, Lrd, Rate, Role, Timestamp};
use store::Tables;

/// Number of products.
pub const PRODUCTS: u64 = 500;
/// Number of named customers; three sales in four are to walk-ins.
pub const CUSTOMERS: u64 = 400;
/// Number of bartenders.
pub const SELLERS: u64 = 8;
/// Password of all accounts.
pub const PASSWORD: &str = "a year of nights";

/// Sets the rate and creates an admin, sellers, and products that never run out.
pub fn open_the_bar(tables: &mut dyn Tables, at: Timestamp) {
    let password_hash = password::hash(PASSWORD).expect("memory for a hash");
    let sellers = (0..SELLERS).map(|number| (format!("seller{number}"), Role::Bartender));
    for (username, role) in [("admin".to_owned(), Role::Admin)].into_iter().chain(sellers) {
        let account = StaffCommand::SeedAdmin { username, password_hash: password_hash.clone(), role, must_change_password: false };
        execute(tables, at, Actor::the_box(), &Command::Staff(account));
    }
    execute(tables, at, Actor::the_box(), &Command::Rate(SetRate { rate: Rate::INITIAL }));
    for number in 0..PRODUCTS {
        let price = PriceChange { own: Some(100 + i64::try_from(number).unwrap_or(0) * 5), ..PriceChange::default() };
        let change =
            ProductChange { name: Some(format!("Product {number:03}")), price, stock: Some(100_000_000), ..ProductChange::default() };
        let command = CatalogCommand::Create { change, generated_barcode: format!("{number:012}") };
        execute(tables, at, Actor::the_box(), &Command::Catalog(command));
    }
}

/// The seller of sale `number`.
pub fn seller(number: u64) -> Actor {
    Actor { id: 2 + number % SELLERS, name: format!("seller{}", number % SELLERS), role: Role::Bartender }
}

/// Sale `number`: 1 to 3 lines; one in four is to a named customer.
pub fn sale(number: u64) -> Command {
    let customer =
        number.is_multiple_of(4).then(|| Customer::new(&format!("Guest {}", number % CUSTOMERS), Some("0770 00 00 00"))).flatten();
    Command::Sell(Sell {
        lines: (0..1 + number % 3).map(|place| line(number, place)).collect(),
        customer,
        batch: true,
        payment: PaymentRequest::exactly(None),
        exemption: None,
        discount: None,
        oversell: false,
    })
}

/// Records activity `number`. Of twenty, eighteen are sales over the counter, one is an order that is paid, and one an order that is
/// put on a tab, after the customer's previous tab is paid.
pub fn record_activity(tables: &mut dyn Tables, at: Timestamp, number: u64) {
    let actor = seller(number);
    match number % 20 {
        7 => {
            let order_id = place_and_serve(tables, at, number, walk_in());
            let owed = open_orders(tables.view()).expect("a disk").into_iter().find(|order| order.id == order_id).expect("just taken");
            let amount = Cash { usd: owed.total().usd, lrd: Lrd::ZERO };
            let payment = PaymentRequest::amounts(PaymentMethod::CASH, amount);
            execute(tables, at, actor, &Command::PayOrder(PayOrder { order_id, payment, share: None }));
        }
        17 => {
            let regular = Customer::new(&format!("Guest {}", number % CUSTOMERS), Some("0770 00 00 00")).expect("a name");
            if active_credits(tables.view()).expect("a disk").iter().any(|credit| credit.customer == regular) {
                let payer = Payer::exactly(regular.clone());
                let payment = PaymentRequest::exactly(Some(PaymentMethod::CASH));
                execute(tables, at, actor.clone(), &Command::PayTab(PayTab { payer, payment, coverage: Coverage::Full }));
            }
            let order_id = place_and_serve(tables, at, number, regular.clone());
            execute(tables, at, actor, &Command::PutOrderOnTab(PutOrderOnTab { order_id, customer: regular, over_limit: true }));
        }
        _ => execute(tables, at, actor, &sale(number)),
    }
}

fn walk_in() -> Customer {
    Customer::new("Guest", None).expect("a name")
}

/// Places an order of two items, serves it, and returns its id.
fn place_and_serve(tables: &mut dyn Tables, at: Timestamp, number: u64, customer: Customer) -> u64 {
    let items = (0..2).map(|place| line(number, place)).collect();
    let order = PlaceOrder {
        order_type: OrderType::Takeout,
        table_id: None,
        customer,
        notes: None,
        items,
        claim: TotalClaim::default(),
        guests: None,
        labels: Vec::new(),
        oversell: false,
    };
    execute(tables, at, seller(number), &Command::PlaceOrder(order));
    let order_id = open_orders(tables.view()).expect("a disk").iter().map(|order| order.id).max().expect("just taken");
    for status in [OrderStatus::Preparing, OrderStatus::Ready, OrderStatus::Served] {
        execute(
            tables,
            at,
            seller(number),
            &Command::SetOrderStatus(SetOrderStatus { order_id, status, reason: ReasonChoice::default(), returns: ReturnedGoods::All }),
        );
    }
    order_id
}

fn line(number: u64, place: u64) -> LineRequest {
    LineRequest {
        product_id: 1 + (number * 7 + place * 131) % PRODUCTS,
        quantity: 1 + i64::try_from((number + place) % 3).unwrap_or(0),
        label: None,
        currency: None,
        claim: Claim::default(),
        discount_reason: ReasonChoice::default(),
        notes: None,
        method: PaymentMethod::FOR_SALES[usize::try_from(number % 4).unwrap_or(0)].clone(),
    }
}

/// Executes a command that must not be refused. The box's running time advances with `at`, as that of a real box does:
/// a backup reads the journal in segments that end where it changes.
pub fn execute(tables: &mut dyn Tables, at: Timestamp, actor: Actor, command: &Command) {
    let running = u64::try_from(at.as_millis()).expect("after 1970");
    let done = step(tables, &Envelope { at, running, actor }, command).expect("a disk");
    assert!(matches!(done, StepOutcome::Done(_)), "the rules refuse what the year needs");
}
