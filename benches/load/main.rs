//! Load test of a busy night: phones read, sell, order and pay as fast as they can, over HTTP with the real binary. For comparison,
//! it measures the disk with one write and one sync at a time (`times the disk`: how much more the box does). At the end a list is
//! imported while phones sell.
//!
//!     cargo bench --bench load
//!     BARBACK_LOAD_SYNC_MS=20 cargo bench --bench load
//!
//! `BARBACK_LOAD_SECONDS` sets how long each line of the table is measured (3). With `BARBACK_LOAD_SYNC_MS` every sync takes
//! that long, as on an SD card, and is counted; the bar then runs in this process, because the product has no such switch. 0
//! only counts. With `BARBACK_LOAD_TILLS=1` the bar has a drawer with an open shift, into which the cash goes.

mod import;
mod slow;
mod support;

use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde_json::json;

use support::{BoxProcess, Outcome, Phone, Times, Usage, bar_of, length, number, open_drawer, phone, sell, stocked_bar};

/// How long each line of the table is measured, in seconds.
const SECONDS: u64 = 3;
/// Numbers of concurrent phones.
const CROWDS: [u64; 4] = [1, 8, 32, 64];
/// Guests' names on orders.
const GUESTS: u64 = 200;
/// Longest wait for the nightly copy, and the time between two checks for it.
const COPY_MAX: Duration = Duration::from_secs(60);
const CHECK_EVERY: Duration = Duration::from_millis(200);
/// Size in bytes of a write when the disk is measured alone.
const PAGE: usize = 4_096;

/// What a phone does repeatedly.
#[derive(Clone, Copy)]
enum Act {
    /// Sells a cart of three lines, with an idempotency key.
    Sell,
    /// Places an order of three lines and pays it in cash.
    Order,
    /// Reads all products.
    List,
    /// Reads all products when nothing has changed.
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

    /// Whether its answer waits for the disk.
    fn writes(self) -> bool {
        matches!(self, Act::Sell | Act::Order)
    }

    async fn once(self, phone: &mut Phone) -> Outcome<()> {
        match self {
            Act::Sell => sell(phone).await,
            Act::Order => {
                let item = |product_id: u64| json!({ "productId": product_id, "quantity": 1 });
                let items = [item(1 + phone.any() % 499), item(2), item(3)];
                let order = json!({ "customerName": format!("Guest {}", phone.any() % GUESTS), "orderType": "takeout", "items": items });
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

/// The bar under test.
struct BarUnderTest {
    port: u16,
    pid: u32,
    /// The count of its syncs, if they are counted.
    syncs: Option<slow::Syncs>,
    /// The folder of its nightly copy.
    copies: Option<PathBuf>,
    /// Writes of one page per second on its disk, each with a sync of its own.
    alone: f64,
}

impl BarUnderTest {
    fn syncs(&self) -> Option<u64> {
        self.syncs.as_ref().map(|syncs| syncs.load(Ordering::Relaxed))
    }
}

fn main() -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    bar_of(folder.path(), |tables, at| stocked_bar::open_the_bar(tables, at))?;
    let runtime = tokio::runtime::Runtime::new()?;
    match number("BARBACK_LOAD_SYNC_MS") {
        Some(millis) => {
            let bar = slow::SlowBar::open(folder.path(), Duration::from_millis(millis))?;
            println!("every sync takes {millis} ms; bar and phones are one process, so CPU and memory are those of both");
            let alone = disk_alone(folder.path(), Duration::from_millis(millis))?;
            let bar_under_test = BarUnderTest { port: bar.port(), pid: std::process::id(), syncs: Some(bar.syncs()), copies: None, alone };
            runtime.block_on(run(&bar_under_test, &[Act::Sell, Act::Order]))
        }
        None => {
            let bar = open_timed(folder.path(), "open");
            let alone = disk_alone(folder.path(), Duration::ZERO)?;
            let copies = Some(folder.path().join("backups"));
            let bar_under_test = BarUnderTest { port: bar.port(), pid: bar.pid(), syncs: None, copies, alone };
            let result = runtime.block_on(run(&bar_under_test, &Act::ALL));
            bar.kill();
            open_timed(folder.path(), "after the night the power was cut; open again").terminate();
            result
        }
    }
}

/// Starts the bar. Returns it with the time that took.
fn open_timed(folder: &Path, what: &str) -> BoxProcess {
    let began = Instant::now();
    let bar = BoxProcess::open(folder, &[]);
    println!("{what} after {:.1} ms", began.elapsed().as_secs_f64() * 1e3);
    bar
}

async fn run(bar: &BarUnderTest, acts: &[Act]) -> Outcome<()> {
    println!("the disk alone: {:.0} writes of 4 KiB per second, each synced", bar.alone);
    let token = Arc::new(Phone::sign_in(bar.port, "admin", stocked_bar::PASSWORD).await?);
    if number("BARBACK_LOAD_TILLS") == Some(1) {
        open_drawer(&mut Phone::connect(bar.port, token.clone(), u64::MAX).await?).await?;
        println!("the shift of the drawer is open, and cash goes into it");
    }
    println!("after the sign-in {:.1} MB of memory", Usage::of(bar.pid)?.memory as f64 / 1e6);
    if let Some(folder) = &bar.copies {
        wait_for_tonights_copy(folder)?;
    }
    let listener = tokio::spawn(phone::listen(bar.port, token.clone()));
    println!(
        "{:<28} {:>6} {:>9} {:>6} {:>9} {:>9} {:>9} {:>11} {:>9} {:>12} {:>7}",
        "", "phones", "per s", "disk", "p50 ms", "p99 ms", "max ms", "CPU ms each", "MB", "kB written", "syncs"
    );
    for act in acts {
        for crowd in CROWDS {
            stage(*act, crowd, bar, &token).await?;
        }
    }
    import::beside_an_import(bar.port, &token).await?;
    listener.abort();
    Ok(())
}

async fn stage(act: Act, crowd: u64, bar: &BarUnderTest, token: &Arc<String>) -> Outcome<()> {
    let length = length(SECONDS);
    let mut phones = Vec::new();
    for number in 0..crowd {
        let mut phone = Phone::connect(bar.port, token.clone(), number).await?;
        // One request before the clock starts, to warm up the connection and the cache.
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
    let times = Times::of(times);
    let count = times.count();
    let per_second = count / took.as_secs_f64();
    println!(
        "{:<28} {crowd:>6} {:>9.0} {:>6} {:>9.2} {:>9.2} {:>9.2} {:>11.3} {:>9.1} {:>12.1} {:>7}",
        act.name(),
        per_second,
        if act.writes() { format!("{:.2}", per_second / bar.alone) } else { "-".to_owned() },
        times.millis(50),
        times.millis(99),
        times.millis(100),
        (used.cpu - before.cpu).as_secs_f64() * 1e3 / count,
        used.memory as f64 / 1e6,
        (used.written - before.written) as f64 / 1e3 / count,
        syncs.map_or("-".to_owned(), |syncs| format!("{:.3}", syncs as f64 / count)),
    );
    Ok(())
}

/// Waits for the nightly copy. The box makes it some seconds after its start, and it would distort what is measured meanwhile.
fn wait_for_tonights_copy(folder: &Path) -> Outcome<()> {
    let began = Instant::now();
    let is_nightly = |name: &OsStr| name.to_string_lossy().contains("-nightly-");
    while !std::fs::read_dir(folder).is_ok_and(|mut copies| copies.any(|copy| copy.is_ok_and(|copy| is_nightly(&copy.file_name())))) {
        if began.elapsed() > COPY_MAX {
            return Err("tonight's copy does not come".into());
        }
        std::thread::sleep(CHECK_EVERY);
    }
    Ok(())
}

/// How often per second this disk writes and syncs one page, with `slower` added to each sync.
fn disk_alone(folder: &Path, slower: Duration) -> Outcome<f64> {
    let mut file = OpenOptions::new().create(true).truncate(true).write(true).open(folder.join("alone"))?;
    let began = Instant::now();
    let mut count = 0;
    while began.elapsed() < Duration::from_secs(1) {
        file.write_all(&[7; PAGE])?;
        file.sync_data()?;
        count += 1;
    }
    Ok(1.0 / (began.elapsed().as_secs_f64() / f64::from(count) + slower.as_secs_f64()))
}
