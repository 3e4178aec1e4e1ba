//! A year of a busy bar, made by the product's own commands, and what every list and report costs after it.
//!
//!     cargo bench --no-default-features --bench year
//!
//! `BARBACK_YEAR_SALES` sets how many sales there are (300,000). Each call is timed right after a sale, so that no answer
//! comes from the cache.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use barback::app::Bar;
use barback::base::{Clock, SystemClock, Timestamp};
use barback::config::Config;
use barback::store::{Folder, Store};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use stocked::{PASSWORD, give, open_the_bar, sale, seller};

#[path = "../tests/support/stocked.rs"]
mod stocked;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Sales of the year unless told otherwise.
const SALES: u64 = 300_000;
/// Sales that share a commit while the year is made.
const BATCH: u64 = 2_000;
/// How often each call is timed.
const ROUNDS: usize = 50;
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
    let bytes = store.folder().map(|folder| std::fs::metadata(folder.store_file())).transpose()?.map_or(0, |data| data.len());
    println!("{sales} sales in {:.1} s, {:.1} MB on the disk", began.elapsed().as_secs_f64(), bytes as f64 / 1e6);
    let sizes = store.sizes()?;
    for size in sizes.iter().filter(|size| size.bytes > bytes / 1_000) {
        let each = |bytes: u64| bytes as f64 / sales as f64;
        println!("{:<28} {:>9} rows {:>8.1} bytes per sale, {:>8.1} with pages", size.name, size.rows, each(size.stored), each(size.bytes));
    }
    let all: u64 = sizes.iter().map(|size| size.bytes).sum();
    println!("{:.0} bytes per sale in all tables", all as f64 / sales as f64);
    Ok(())
}

async fn time_the_calls(folder: &Path) -> Outcome<()> {
    let config = Config::quiet(folder);
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
