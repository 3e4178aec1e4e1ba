//! Benchmark with years of data: generates sales through the engine's own commands, then times every list and report.
//!
//!     cargo bench --bench year
//!     BARBACK_YEAR_SALES=20000,2000000 BARBACK_YEAR_DAYS=1825 cargo bench --bench year
//!
//! `BARBACK_YEAR_SALES` sets how much is sold (300,000; several numbers: one bar after the other), `BARBACK_YEAR_DAYS` in how
//! many days (365). The real binary is then opened on it, killed and opened again. Each call is timed right after a sale, so
//! that no answer comes from the cache. At the end eight phones search for words that are in no sale, page by page, while
//! another one sells.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use barback::engine::{Clock, SystemClock};
use base::Timestamp;
use serde_json::{Value, json};
use store::{Folder, Store};

use box_process::BoxProcess;
use process::{Usage, cpu_of_threads};
use stocked_bar::{PASSWORD, open_the_bar, record_activity};

#[path = "../tests/support/box_process.rs"]
mod box_process;
#[path = "load/process.rs"]
mod process;
#[path = "../tests/support/stocked_bar.rs"]
mod stocked_bar;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Default number of sales.
const SALES: &str = "300000";
/// Default number of days.
const DAYS: i64 = 365;
/// Sales that share a commit while data is generated.
const BATCH: u64 = 2_000;
/// How often each call is timed.
const ROUNDS: usize = 50;
/// Sales right before the process is killed.
const LAST_SALES: usize = 20;
/// Phones that search for words that are in no sale.
const SEARCHERS: usize = 8;
/// Sales timed without the searching phones, and then with them.
const SALES_TIMED: usize = 400;
/// Pause between two of these sales.
const BETWEEN_SALES: Duration = Duration::from_millis(25);
const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;

/// p50 and p99 in milliseconds, by call.
type Times = BTreeMap<String, (f64, f64)>;

fn main() -> Outcome<()> {
    let sales = std::env::var("BARBACK_YEAR_SALES").unwrap_or_else(|_| SALES.to_owned());
    let days = std::env::var("BARBACK_YEAR_DAYS").ok().and_then(|text| text.parse().ok()).unwrap_or(DAYS);
    let runtime = tokio::runtime::Runtime::new()?;
    let mut bars: Vec<Times> = Vec::new();
    for sales in sales.split(',') {
        let folder = tempfile::tempdir()?;
        generate_sales(folder.path(), sales.trim().parse()?, days)?;
        bars.push(runtime.block_on(open_and_measure(folder.path()))?);
    }
    let (first, last) = (&bars[0], &bars[bars.len() - 1]);
    println!("{:<96} {:>9} {:>9} {:>9}", "call", "p50 ms", "p99 ms", "to first");
    for (call, (p50, p99)) in last {
        println!("{call:<96} {p50:>9.2} {p99:>9.2} {:>9.2}", p50 / first[call].0);
    }
    Ok(())
}

fn generate_sales(folder: &Path, sales: u64, days: i64) -> Outcome<()> {
    let store = Store::open(Folder::lock(folder)?)?;
    store.claim(false)?;
    barback::engine::upgrade_tables(&store)?;
    let span = days * DAY_MILLIS;
    let start = SystemClock::start().now().as_millis() - span;
    let began = Instant::now();
    store.write(|tables| {
        open_the_bar(tables, Timestamp::from_millis(start));
        Ok(())
    })?;
    let mut generated = 0;
    while generated < sales {
        store.write(|tables| {
            for number in generated..(generated + BATCH).min(sales) {
                let at = start + i64::try_from(number).unwrap_or(0) * (span / i64::try_from(sales).unwrap_or(1));
                record_activity(tables, Timestamp::from_millis(at), number);
            }
            Ok(())
        })?;
        generated += BATCH;
    }
    let bytes = store.folder().map(|folder| std::fs::metadata(folder.store_file())).transpose()?.map_or(0, |data| data.len());
    println!("{sales} sales in {:.1} s, {:.1} MB on disk", began.elapsed().as_secs_f64(), bytes as f64 / 1e6);
    let sizes = store.table_sizes()?;
    for size in sizes.iter().filter(|size| size.bytes > bytes / 1_000) {
        let each = |bytes: u64| bytes as f64 / sales as f64;
        println!("{:<28} {:>9} rows {:>8.1} bytes per sale, {:>8.1} with pages", size.name, size.rows, each(size.stored), each(size.bytes));
    }
    let all: u64 = sizes.iter().map(|size| size.bytes).sum();
    println!("{:.0} bytes per sale in all tables", all as f64 / sales as f64);
    Ok(())
}

/// Opens the bar, sells, kills the process, opens the bar again, and times everything.
async fn open_and_measure(folder: &Path) -> Outcome<Times> {
    let began = Instant::now();
    let bar = BoxProcess::open(folder, &["--printer", "none"]);
    println!("open in {:.1} ms", began.elapsed().as_secs_f64() * 1e3);
    let client = reqwest::Client::new();
    let home = format!("http://127.0.0.1:{}", bar.port());
    let token = sign_in(&client, &home).await?;
    let (before, cpu_before) = (Usage::of(bar.pid())?, cpu_of_threads(bar.pid())?);
    println!("{:.1} MB of memory after the sign-in", before.memory as f64 / 1e6);
    for _ in 0..LAST_SALES {
        let answer = sell(&client, &home, &token).send().await?;
        answer.error_for_status()?.bytes().await?;
    }
    let (used, cpu) = (Usage::of(bar.pid())?, cpu_of_threads(bar.pid())? - cpu_before);
    println!(
        "sale alone: {:.2} ms of CPU, {:.1} kB written",
        cpu.as_secs_f64() * 1e3 / LAST_SALES as f64,
        (used.written - before.written) as f64 / 1e3 / LAST_SALES as f64
    );
    bar.kill();
    let began = Instant::now();
    let bar = BoxProcess::open(folder, &["--printer", "none"]);
    println!("open in {:.1} ms after the process was killed", began.elapsed().as_secs_f64() * 1e3);
    let home = format!("http://127.0.0.1:{}", bar.port());
    let times = measure(&client, &home, &token).await?;
    sell_beside_searches(&client, &home, &token).await?;
    println!("{:.1} MB of memory after all calls", Usage::of(bar.pid())?.memory as f64 / 1e6);
    Ok(times)
}

async fn sign_in(client: &reqwest::Client, home: &str) -> Outcome<String> {
    let sign_in = client.post(format!("{home}/api/auth/login")).json(&json!({ "username": "admin", "password": PASSWORD }));
    Ok(sign_in.send().await?.json::<Value>().await?["token"].as_str().ok_or("a sign-in gives a token")?.to_owned())
}

fn sell(client: &reqwest::Client, home: &str, token: &str) -> reqwest::RequestBuilder {
    let lines =
        json!({ "sales": [{ "productId": 1, "quantity": 1 }, { "productId": 2, "quantity": 1 }, { "productId": 3, "quantity": 2 }] });
    client.post(format!("{home}/api/sales/batch")).bearer_auth(token).json(&lines)
}

async fn measure(client: &reqwest::Client, home: &str, token: &str) -> Outcome<Times> {
    let year = {
        let clock = SystemClock::start().now();
        let day = |millis: i64| Timestamp::from_millis(millis).to_string()[..10].to_owned();
        format!("startDate={}&endDate={}", day(clock.as_millis() - 365 * DAY_MILLIS), day(clock.as_millis()))
    };
    let calls = [
        "/api/products".to_owned(),
        "/api/sales".to_owned(),
        "/api/sales?q=guest%200".to_owned(),
        "/api/orders".to_owned(),
        "/api/credit".to_owned(),
        "/api/tabs".to_owned(),
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
            let sell = sell(client, home, token);
            time(&mut took, "POST /api/sales/batch, 3 lines", sell, 201).await?;
            let request = client.get(format!("{home}{call}")).bearer_auth(token);
            time(&mut took, &format!("GET {call}"), request, 200).await?;
        }
    }
    Ok(percentiles(took).into_iter().map(|(call, (p50, p99, _))| (call, (p50, p99))).collect())
}

/// p50, p99 and maximum in milliseconds, by call.
fn percentiles(took: BTreeMap<String, Vec<Duration>>) -> BTreeMap<String, (f64, f64, f64)> {
    let summary = took.into_iter().map(|(call, mut times)| {
        times.sort();
        let percentile = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
        (call, (percentile(50), percentile(99), percentile(100)))
    });
    summary.collect()
}

/// Times sales of one phone alone, and while others search without pause for words that are in no sale.
async fn sell_beside_searches(client: &reqwest::Client, home: &str, token: &str) -> Outcome<()> {
    let mut took = BTreeMap::new();
    for searchers in [0, SEARCHERS] {
        let mut searches = tokio::task::JoinSet::new();
        for number in 0..searchers {
            let (client, home, token) = (client.clone(), home.to_owned(), token.to_owned());
            searches.spawn(async move { search_without_pause(&client, &home, &token, number).await });
        }
        for _ in 0..SALES_TIMED {
            time(&mut took, &format!("sale beside {searchers} phones that search"), sell(client, home, token), 201).await?;
            tokio::time::sleep(BETWEEN_SALES).await;
            if let Some(ended) = searches.try_join_next() {
                return Err(format!("a search ended: {:?}", ended?.err()).into());
            }
        }
        searches.abort_all();
    }
    // One search through everything, with no other load.
    let began = Instant::now();
    let pages = search_through(client, home, token, "in-no-sale", &mut took).await?;
    println!("all sales searched in {:.0} ms, {pages} pages", began.elapsed().as_secs_f64() * 1e3);
    for (call, (p50, p99, max)) in percentiles(took) {
        println!("{call:<60} p50 {p50:.2} ms, p99 {p99:.2} ms, max {max:.2} ms");
    }
    Ok(())
}

/// Searches for one word after the other, without pause.
async fn search_without_pause(client: &reqwest::Client, home: &str, token: &str, phone: usize) -> Outcome<()> {
    let mut words = 0;
    loop {
        words += 1;
        search_through(client, home, token, &format!("in-no-sale-{phone}-{words}"), &mut BTreeMap::new()).await?;
    }
}

/// Follows the pages of a search to the end. Returns their number.
async fn search_through(
    client: &reqwest::Client,
    home: &str,
    token: &str,
    word: &str,
    took: &mut BTreeMap<String, Vec<Duration>>,
) -> Outcome<usize> {
    let mut pages = 0;
    let mut next = Some(format!("/api/sales?q={word}"));
    while let Some(address) = next {
        let began = Instant::now();
        let answer = client.get(format!("{home}{address}")).bearer_auth(token).send().await?.error_for_status()?;
        let link = answer.headers().get("link").map(|link| link.to_str().map(str::to_owned)).transpose()?;
        let rows: Vec<Value> = answer.json().await?;
        took.entry("page of a search without hits".to_owned()).or_default().push(began.elapsed());
        if !rows.is_empty() {
            return Err(format!("{word} was sold").into());
        }
        pages += 1;
        next = link.and_then(|link| Some(link.strip_prefix('<')?.split_once('>')?.0.to_owned()));
    }
    Ok(pages)
}

async fn time(took: &mut BTreeMap<String, Vec<Duration>>, name: &str, request: reqwest::RequestBuilder, wanted: u16) -> Outcome<()> {
    let began = Instant::now();
    let answer = request.send().await?;
    let status = answer.status().as_u16();
    answer.bytes().await?;
    took.entry(name.to_owned()).or_default().push(began.elapsed());
    if status == wanted { Ok(()) } else { Err(format!("{name} answered {status}").into()) }
}
