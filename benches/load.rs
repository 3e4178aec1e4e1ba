//! A busy night: phones that look, sell, order and pay, as fast as they can, at the real binary over HTTP; and beside it
//! what the disk does with one write and one sync at a time.
//!
//!     cargo bench --no-default-features --bench load
//!     BARBACK_LOAD_SYNC_MS=20 cargo bench --no-default-features --bench load
//!
//! `BARBACK_LOAD_SECONDS` sets how long each line of the table is measured (3). With `BARBACK_LOAD_SYNC_MS` every sync takes
//! that long, as on an SD card, and is counted; the bar then runs in this process, because the product has no such switch. 0
//! counts alone.

#[path = "../tests/support/box_process.rs"]
mod box_process;
#[path = "load/phone.rs"]
mod phone;
#[path = "load/process.rs"]
mod process;
#[path = "load/slow.rs"]
mod slow;
#[path = "../tests/support/stocked.rs"]
mod stocked;

use std::error::Error;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use barback::base::{Clock, SystemClock};
use barback::store::{Folder, Store};
use serde_json::json;

use box_process::BoxProcess;
use phone::Phone;
use process::Usage;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Seconds that each line of the table is measured.
const SECONDS: u64 = 3;
/// Phones at a time.
const CROWDS: [u64; 4] = [1, 8, 32, 64];
/// Bytes of the one write that the disk syncs by itself.
const PAGE: usize = 4_096;

/// What phones do, one after the other, again and again.
#[derive(Clone, Copy)]
enum Act {
    /// Sells a cart of three lines, under a key.
    Sell,
    /// Places an order of three lines and pays it in cash.
    Order,
    /// Looks at all products.
    List,
    /// Looks at all products, and nothing has changed.
    Unchanged,
}

impl Act {
    const ALL: [Act; 4] = [Act::Sell, Act::Order, Act::List, Act::Unchanged];

    fn name(self) -> &'static str {
        match self {
            Act::Sell => "a sale of 3 lines",
            Act::Order => "an order of 3 lines, paid",
            Act::List => "500 products",
            Act::Unchanged => "500 products, unchanged",
        }
    }

    async fn once(self, phone: &mut Phone) -> Outcome<()> {
        match self {
            Act::Sell => {
                let line = |product_id: u64| json!({ "productId": product_id, "quantity": 1 });
                let cart = json!({ "sales": [line(1 + phone.any() % 499), line(2), line(3)], "paymentMethod": "cash" });
                phone.post("/api/sales/batch", &cart, 201).await.map(|_| ())
            }
            Act::Order => {
                let item = |product_id: u64| json!({ "productId": product_id, "quantity": 1 });
                let order =
                    json!({ "customerName": "Musu", "orderType": "takeout", "items": [item(1 + phone.any() % 499), item(2), item(3)] });
                let placed = phone.post("/api/orders", &order, 201).await?;
                let id = placed["id"].as_u64().ok_or("an order has an id")?;
                let money = json!({ "amountUSD": "100.00", "paymentMethod": "cash" });
                phone.post(&format!("/api/orders/{id}/payment"), &money, 200).await.map(|_| ())
            }
            Act::List => phone.get("/api/products", None, 200).await.map(|_| ()),
            Act::Unchanged => {
                let tag = match phone.tag.clone() {
                    Some(tag) => tag,
                    None => phone.get("/api/products", None, 200).await?,
                };
                phone.tag = Some(tag.clone());
                phone.get("/api/products", Some(&tag), 304).await.map(|_| ())
            }
        }
    }
}

/// A bar that is measured.
struct Watched {
    port: u16,
    pid: u32,
    /// Its syncs, where they are counted.
    syncs: Option<slow::Syncs>,
}

impl Watched {
    fn syncs(&self) -> Option<u64> {
        self.syncs.as_ref().map(|syncs| syncs.load(Ordering::Relaxed))
    }
}

fn main() -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    stock(folder.path())?;
    let runtime = tokio::runtime::Runtime::new()?;
    match number("BARBACK_LOAD_SYNC_MS") {
        Some(millis) => {
            let bar = slow::SlowBar::open(folder.path(), Duration::from_millis(millis))?;
            println!("every sync takes {millis} ms; bar and phones are one process, so CPU and memory are those of both");
            let watched = Watched { port: bar.port(), pid: std::process::id(), syncs: Some(bar.syncs()) };
            runtime.block_on(night(&watched, &[Act::Sell, Act::Order], folder.path()))
        }
        None => {
            let began = Instant::now();
            let bar = BoxProcess::open(folder.path(), &[]);
            println!("open after {:.1} ms", began.elapsed().as_secs_f64() * 1e3);
            let watched = Watched { port: bar.port(), pid: bar.pid(), syncs: None };
            let result = runtime.block_on(night(&watched, &Act::ALL, folder.path()));
            bar.terminate();
            result
        }
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// A bar with 500 products that never run out.
fn stock(folder: &Path) -> Outcome<()> {
    let store = Store::open(Folder::take(folder)?)?;
    store.claim(false)?;
    barback::engine::bring_up_to_date(&store)?;
    store.write(|tables| {
        stocked::open_the_bar(tables, SystemClock::start().now());
        Ok(())
    })?;
    Ok(())
}

async fn night(bar: &Watched, acts: &[Act], folder: &Path) -> Outcome<()> {
    let token = Arc::new(Phone::sign_in(bar.port, "admin", stocked::PASSWORD).await?);
    println!("after the sign-in {:.1} MB of memory", Usage::of(bar.pid)?.memory as f64 / 1e6);
    let listener = tokio::spawn(phone::listen(bar.port, token.clone()));
    println!(
        "{:<28} {:>6} {:>9} {:>9} {:>9} {:>9} {:>11} {:>9} {:>12} {:>7}",
        "", "phones", "per s", "p50 ms", "p99 ms", "max ms", "CPU ms each", "MB", "kB written", "syncs"
    );
    for act in acts {
        for crowd in CROWDS {
            stage(*act, crowd, bar, &token).await?;
        }
    }
    listener.abort();
    let alone = disk_alone(folder)?;
    println!("the disk alone: {alone:.0} writes of 4 KiB per second, each synced");
    Ok(())
}

async fn stage(act: Act, crowd: u64, bar: &Watched, token: &Arc<String>) -> Outcome<()> {
    let length = Duration::from_secs(number("BARBACK_LOAD_SECONDS").unwrap_or(SECONDS));
    let mut phones = Vec::new();
    for number in 0..crowd {
        let mut phone = Phone::connect(bar.port, token.clone(), number).await?;
        // Once before the clock starts: the connection, the cache.
        act.once(&mut phone).await?;
        phones.push(phone);
    }
    let (before, syncs) = (Usage::of(bar.pid)?, bar.syncs());
    let began = Instant::now();
    let mut tasks = Vec::new();
    for mut phone in phones {
        tasks.push(tokio::spawn(async move {
            let mut times = Vec::new();
            while began.elapsed() < length {
                let start = Instant::now();
                act.once(&mut phone).await?;
                times.push(start.elapsed());
            }
            Outcome::Ok(times)
        }));
    }
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await??);
    }
    let took = began.elapsed();
    let used = Usage::of(bar.pid)?;
    let syncs = bar.syncs().zip(syncs).map(|(now, before)| now - before);
    times.sort_unstable();
    let count = times.len() as f64;
    let part = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
    println!(
        "{:<28} {crowd:>6} {:>9.0} {:>9.2} {:>9.2} {:>9.2} {:>11.3} {:>9.1} {:>12.1} {:>7}",
        act.name(),
        count / took.as_secs_f64(),
        part(50),
        part(99),
        part(100),
        (used.cpu - before.cpu).as_secs_f64() * 1e3 / count,
        used.memory as f64 / 1e6,
        (used.written - before.written) as f64 / 1e3 / count,
        syncs.map_or("-".to_owned(), |syncs| format!("{:.3}", syncs as f64 / count)),
    );
    Ok(())
}

/// How often per second this disk takes one page and syncs it.
fn disk_alone(folder: &Path) -> Outcome<f64> {
    let mut file = OpenOptions::new().create(true).truncate(true).write(true).open(folder.join("alone"))?;
    let began = Instant::now();
    let mut count = 0;
    while began.elapsed() < Duration::from_secs(1) {
        file.write_all(&[7; PAGE])?;
        file.sync_data()?;
        count += 1;
    }
    Ok(f64::from(count) / began.elapsed().as_secs_f64())
}
