//! A box that sold for long without a connection, and is back.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::time::sleep;

use super::{Bar, Chain, LOOK_EVERY, PATIENCE};

/// Receipts of 30 nights.
const MONTH: usize = 45_000;
/// Receipts of an evening, for the test that always runs.
const EVENING: usize = 300;
/// Sales that are timed, one after the other.
const TIMED: usize = 100;
/// Phones that sell at once.
const PHONES: usize = 8;
/// Nothing listens there.
const NOWHERE: &str = "https://127.0.0.1:1";
/// The overview is right within this time.
const OVERVIEW_MAX: Duration = Duration::from_secs(5);
/// All entries are there within this time.
const ENTRIES_MAX: Duration = Duration::from_secs(60);
/// How much slower the middle sale may be without a connection; the machine itself is that uneven.
const SLOWER_MAX: f64 = 1.5;
/// The price of a beer, in US cents.
const BEER_CENTS: usize = 250;

/// Changes the address of head office.
async fn moves(bar: &Bar, url: &Value) {
    bar.phone.put("/api/settings", &json!({ "head": { "url": url } })).await.expect("an answer").is(200);
}

async fn sells_one(bar: &Bar, beer: u64) {
    bar.phone.sells(beer, 1).await.expect("an answer").is(201);
}

/// The middle time of some sales.
async fn time_of_a_sale(bar: &Bar, beer: u64) -> Duration {
    let mut times = Vec::new();
    for _ in 0..TIMED {
        let began = Instant::now();
        sells_one(bar, beer).await;
        times.push(began.elapsed());
    }
    times.sort();
    times[TIMED / 2]
}

/// Sells with several phones at once.
async fn sell(bar: &Bar, beer: u64, receipts: usize) {
    let sells = |phone: usize| {
        let own = bar.phone.clone();
        tokio::spawn(async move {
            for _ in (phone..receipts).step_by(PHONES) {
                own.sells(beer, 1).await.expect("an answer").is(201);
            }
        })
    };
    for selling in (0..PHONES).map(sells).collect::<Vec<_>>() {
        selling.await.expect("sold");
    }
}

/// Waits until the overview shows these receipts, all of one beer.
async fn overview_shows(chain: &Chain, receipts: usize) {
    let cents = receipts * BEER_CENTS;
    let revenue = format!("{}.{:02}", cents / 100, cents % 100);
    let began = Instant::now();
    loop {
        let total = chain.sees("/api/head/overview?period=year").await["total"].clone();
        if total["totalSales"] == receipts && total["totalRevenue"] == revenue.as_str() {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "{receipts} receipts, {revenue}: {total}");
        sleep(LOOK_EVERY).await;
    }
}

/// What came of the time without a connection.
struct Offline {
    /// The middle sale, connected and alone.
    sale: [Duration; 2],
    overview: Duration,
    entries: Duration,
    /// How many entries were sent afterwards.
    behind: u64,
}

/// Connects a box, lets it sell without a connection, and brings it back.
async fn offline(receipts: usize) -> Offline {
    let chain = Chain::start().await;
    let bar = chain.bar("Cape Bar").await;
    let beer = bar.phone.stocks("Club Beer", "2.50", 1_000_000).await;
    let connected = time_of_a_sale(&bar, beer).await;
    chain.has_all_of(&bar).await;
    let online = bar.phone.sees("/api/settings").await["head"]["url"].clone();

    moves(&bar, &json!(NOWHERE)).await;
    sells_one(&bar, beer).await;
    let began = Instant::now();
    while bar.phone.sees("/api/head-link").await["state"] != "away" {
        bar.phone.post("/api/head-link/try", &json!({}), None).await.expect("an answer");
        assert!(began.elapsed() < PATIENCE, "the connection is not lost");
        sleep(LOOK_EVERY).await;
    }
    sell(&bar, beer, receipts - TIMED).await;
    let alone = time_of_a_sale(&bar, beer).await;
    let behind = bar.phone.sees("/api/head-link").await["entriesBehind"].as_u64().expect("a number");
    assert!(behind >= receipts as u64, "{behind}");

    let began = Instant::now();
    moves(&bar, &online).await;
    bar.phone.post("/api/head-link/try", &json!({}), None).await.expect("an answer");
    overview_shows(&chain, TIMED + 1 + receipts).await;
    let overview = began.elapsed();
    chain.has_all_of(&bar).await;
    Offline { sale: [connected, alone], overview, entries: began.elapsed(), behind }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_sold_without_a_connection_is_there_soon_after() {
    let came = offline(EVENING).await;
    assert!(came.overview < OVERVIEW_MAX && came.entries < ENTRIES_MAX, "{:?}, {:?}", came.overview, came.entries);
}

/// `cargo test --no-default-features --features head --test head -- --ignored --nocapture a_month_without`
#[tokio::test(flavor = "multi_thread")]
#[ignore = "sells 45,000 times"]
async fn a_month_without_a_connection_is_there_within_a_minute() {
    let Offline { sale, overview, entries, behind } = offline(MONTH).await;
    println!("a sale took {sale:?}, connected and alone; the overview was right after {overview:?}, {behind} entries after {entries:?}");
    assert!(sale[1].as_secs_f64() < sale[0].as_secs_f64() * SLOWER_MAX, "{sale:?}");
    assert!(overview < OVERVIEW_MAX && entries < ENTRIES_MAX, "{overview:?}, {entries:?}");
}
