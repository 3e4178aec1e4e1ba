//! A year of a busy bar, made by the product's own commands, and what every list and report costs after it.
//!
//!     cargo bench --no-default-features --bench year
//!
//! `BARBACK_YEAR_SALES` sets how many sales there are (300,000). Each call is timed right after a sale, so that no answer
//! comes from the cache.

use std::collections::BTreeMap;
use std::error::Error;
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use barback::app::Bar;
use barback::base::{Actor, Clock, Customer, Envelope, Rate, Role, SystemClock, Timestamp};
use barback::catalog::{CatalogCommand, PriceChange, ProductChange};
use barback::config::{Config, PrinterChoice};
use barback::engine::{Command, Step, step};
use barback::rates::SetRate;
use barback::sales::{Claim, LineRequest, PaymentMethod, Sell};
use barback::staff::{StaffCommand, password};
use barback::store::{Folder, Store, Tables};
use serde_json::{Value, json};
use tokio::net::TcpListener;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Sales of the year unless told otherwise.
const SALES: u64 = 300_000;
/// Sales that share a commit while the year is made.
const BATCH: u64 = 2_000;
/// Products on the list.
const PRODUCTS: u64 = 500;
/// Customers who give their name; three sales in four are walk-ins.
const CUSTOMERS: u64 = 400;
/// Bartenders.
const SELLERS: u64 = 8;
/// How often each call is timed.
const ROUNDS: usize = 50;
const PASSWORD: &str = "a year of nights";
const YEAR_MILLIS: i64 = 365 * 24 * 60 * 60 * 1000;

fn main() -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let sales = std::env::var("BARBACK_YEAR_SALES").ok().and_then(|text| text.parse().ok()).unwrap_or(SALES);
    make_the_year(folder.path(), sales)?;
    tokio::runtime::Runtime::new()?.block_on(time_the_calls(folder.path()))
}

fn make_the_year(folder: &Path, sales: u64) -> Outcome<()> {
    let store = Store::open(Folder::take(folder)?)?;
    store.claim(false)?;
    barback::engine::bring_up_to_date(&store)?;
    let now = SystemClock::start().now().as_millis();
    let began = Instant::now();
    store.write(|tables| {
        open_the_bar(tables, Timestamp::from_millis(now - YEAR_MILLIS));
        Ok(())
    })?;
    let mut made = 0;
    while made < sales {
        store.write(|tables| {
            for number in made..(made + BATCH).min(sales) {
                let at = now - YEAR_MILLIS + i64::try_from(number).unwrap_or(0) * (YEAR_MILLIS / i64::try_from(sales).unwrap_or(1));
                give(tables, Timestamp::from_millis(at), seller(number), &sale(number));
            }
            Ok(())
        })?;
        made += BATCH;
    }
    let bytes = std::fs::metadata(store.folder().store_file())?.len();
    println!("{sales} sales in {:.1} s, {:.1} MB on the disk", began.elapsed().as_secs_f64(), bytes as f64 / 1e6);
    Ok(())
}

fn open_the_bar(tables: &mut dyn Tables, at: Timestamp) {
    let password_hash = password::hash(PASSWORD).expect("memory for a hash");
    let sellers = (0..SELLERS).map(|number| (format!("seller{number}"), Role::Bartender));
    for (username, role) in [("admin".to_owned(), Role::Admin)].into_iter().chain(sellers) {
        let account = StaffCommand::SeedAdmin { username, password_hash: password_hash.clone(), role, must_change_password: false };
        give(tables, at, Actor::the_box(), &Command::Staff(account));
    }
    give(tables, at, Actor::the_box(), &Command::Rate(SetRate { rate: Rate::FRESH }));
    for number in 0..PRODUCTS {
        let price = PriceChange { own: Some(100 + i64::try_from(number).unwrap_or(0) * 5), ..PriceChange::default() };
        let change =
            ProductChange { name: Some(format!("Product {number:03}")), price, stock: Some(100_000_000), ..ProductChange::default() };
        let command = CatalogCommand::Create { change, made_barcode: format!("{number:012}") };
        give(tables, at, Actor::the_box(), &Command::Catalog(command));
    }
}

fn seller(number: u64) -> Actor {
    Actor { id: 2 + number % SELLERS, name: format!("seller{}", number % SELLERS), role: Role::Bartender }
}

fn sale(number: u64) -> Command {
    let line = |place: u64| LineRequest {
        product_id: 1 + (number * 7 + place * 131) % PRODUCTS,
        quantity: 1 + i64::try_from((number + place) % 3).unwrap_or(0),
        currency: None,
        claim: Claim::default(),
        discount_reason: None,
        notes: None,
        method: PaymentMethod::FOR_SALES[usize::try_from(number % 4).unwrap_or(0)],
    };
    let customer =
        number.is_multiple_of(4).then(|| Customer::new(&format!("Guest {}", number % CUSTOMERS), Some("0770 00 00 00"))).flatten();
    Command::Sell(Sell { lines: (0..1 + number % 3).map(line).collect(), customer, batch: true })
}

fn give(tables: &mut dyn Tables, at: Timestamp, actor: Actor, command: &Command) {
    let done = step(tables, &Envelope { at, running: 0, actor }, command).expect("a disk");
    assert!(matches!(done, Step::Done(_)), "the rules refuse what the year needs");
}

async fn time_the_calls(folder: &Path) -> Outcome<()> {
    let config = Config {
        data: folder.to_owned(),
        listen: (Ipv4Addr::LOCALHOST, 0).into(),
        demo: false,
        printer: PrinterChoice::AsSet,
        printer_networks: Vec::new(),
        name: "bar".to_owned(),
        mdns: false,
        allowed_hosts: Vec::new(),
        https: None,
        admin_password: None,
    };
    let began = Instant::now();
    let bar = Bar::open(&config, Arc::new(SystemClock::start())).await?;
    println!("open in {:.1} ms", began.elapsed().as_secs_f64() * 1e3);
    let listener = TcpListener::bind(config.listen).await?;
    let home = format!("http://{}", listener.local_addr()?);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(async move {
        let over = async { stopped.await.unwrap_or(()) };
        bar.run(&config, listener, over).await.map_err(|error| error.to_string())
    });
    measure(&home).await?;
    stop.send(()).map_err(|()| "the bar is gone")?;
    serving.await??;
    Ok(())
}

async fn measure(home: &str) -> Outcome<()> {
    let client = reqwest::Client::new();
    let sign_in = client.post(format!("{home}/api/auth/login")).json(&json!({ "username": "admin", "password": PASSWORD }));
    let token = sign_in.send().await?.json::<Value>().await?["token"].as_str().unwrap_or_default().to_owned();
    let year = {
        let clock = SystemClock::start().now();
        let day = |millis: i64| Timestamp::from_millis(millis).to_string()[..10].to_owned();
        format!("startDate={}&endDate={}", day(clock.as_millis() - YEAR_MILLIS), day(clock.as_millis()))
    };
    let calls = [
        "/api/products".to_owned(),
        "/api/sales".to_owned(),
        "/api/sales?q=guest%200".to_owned(),
        "/api/receipts".to_owned(),
        "/api/sales/analytics".to_owned(),
        "/api/bartender/dashboard-stats".to_owned(),
        "/api/admin/sales-summary".to_owned(),
        "/api/admin/recent-sales-with-customers".to_owned(),
        "/api/admin/sales-report".to_owned(),
        format!("/api/admin/sales-report?{year}"),
        format!("/api/admin/user-sales?userId=2&{year}"),
        "/api/admin/audit".to_owned(),
    ];
    let mut took: BTreeMap<String, Vec<Duration>> = BTreeMap::new();
    for _ in 0..ROUNDS {
        for call in &calls {
            let lines = json!({ "sales": [{ "productId": 1, "quantity": 1 }, { "productId": 2, "quantity": 1 }, { "productId": 3, "quantity": 2 }] });
            let sell = client.post(format!("{home}/api/sales/batch")).bearer_auth(&token).json(&lines);
            time(&mut took, "POST /api/sales/batch, 3 lines", sell, 201).await?;
            let look = client.get(format!("{home}{call}")).bearer_auth(&token);
            time(&mut took, &format!("GET {call}"), look, 200).await?;
        }
    }
    println!("{:<96} {:>9} {:>9}", "call", "p50 ms", "p99 ms");
    for (call, mut times) in took {
        times.sort();
        let at = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1e3;
        println!("{call:<96} {:>9.2} {:>9.2}", at(50), at(99));
    }
    Ok(())
}

async fn time(took: &mut BTreeMap<String, Vec<Duration>>, name: &str, request: reqwest::RequestBuilder, wanted: u16) -> Outcome<()> {
    let began = Instant::now();
    let answer = request.send().await?;
    let status = answer.status().as_u16();
    answer.bytes().await?;
    took.entry(name.to_owned()).or_default().push(began.elapsed());
    if status == wanted { Ok(()) } else { Err(format!("{name} answered {status}").into()) }
}
