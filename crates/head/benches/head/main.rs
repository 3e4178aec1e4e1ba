//! Load test of head office: many boxes that were offline for some nights are back at the same moment.
//!
//!     cargo bench --bench head
//!     BARBACK_HEAD_BOXES=100 BARBACK_HEAD_NIGHTS=1 cargo bench --bench head
//!
//! The nights of one bar are recorded with the box's own code: products, sales, orders, tabs, and an answer for each commit. Then a
//! throw-away PostgreSQL that syncs every commit, the program `barback-head`, and 1,000 boxes (`BARBACK_HEAD_BOXES`) that connect to it
//! by TLS with keys of their own. All send the recording at once, three nights (`BARBACK_HEAD_NIGHTS`) of 1,500 receipts
//! (`BARBACK_HEAD_RECEIPTS`): entries, then figures. The boxes are one process beside head office and the database, so the CPU with which
//! they pack, sign and encrypt is not available to these.

mod fleet;
mod office;
#[path = "../../../../benches/load/process.rs"]
mod process;
mod recording;
#[path = "../../../../tests/support/stocked_bar.rs"]
mod stocked_bar;

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use head::accounts::Bars;
use head::database::Database;
use head::reports::{Period, ReportName, ReportRequest, Rows, overview, report};
use tokio::time::sleep;

use fleet::{Fleet, Sent};
use office::Office;
use process::Usage;
use recording::Recording;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// How many boxes send at once.
const BOXES: u64 = 1_000;
/// Nights without a connection, 29 at most.
const NIGHTS: u64 = 3;
/// Receipts of a night.
const RECEIPTS: u64 = 1_500;
/// Times that each report runs; the middle one counts.
const RUNS: usize = 5;
/// Pause between two looks at head office's memory.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// Memory is shown each time that this part of the entries has arrived.
const PARTS: u64 = 4;

fn main() -> Outcome<()> {
    let setting = |name: &str, usual: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual).max(1);
    let boxes = setting("BARBACK_HEAD_BOXES", BOXES);
    let (nights, receipts) = (setting("BARBACK_HEAD_NIGHTS", NIGHTS), setting("BARBACK_HEAD_RECEIPTS", RECEIPTS));
    let recording = Recording::make(nights, receipts)?;
    println!(
        "recorded: {nights} nights of {receipts} receipts, {} entries of {:.0} bytes, {} rows of figures",
        recording.entries, recording.bytes_per_entry, recording.rows
    );
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(measure(Arc::new(recording), boxes))
}

async fn measure(recording: Arc<Recording>, boxes: u64) -> Outcome<()> {
    let office = Office::start().await?;
    println!("{:.1} MB of memory without boxes", office.usage()?.memory as f64 / 1e6);
    let one = Fleet::pair(&office, recording.clone(), 0..1).await?;
    show("one box", &watch(&office, &one).await?);
    let all = Fleet::pair(&office, recording.clone(), 1..boxes + 1).await?;
    let before = office.database_bytes().await?;
    show(&format!("{boxes} boxes"), &watch(&office, &all).await?);
    let grown = office.database_bytes().await? - before;
    let per_receipt = grown as f64 / (boxes * recording.receipts) as f64;
    println!("the database grew by {:.0} MB: {per_receipt:.0} bytes for each receipt, products and indexes included", grown as f64 / 1e6);
    for (name, bytes) in office.largest_tables().await? {
        println!("    {name:<24} {:>9.1} MB", bytes as f64 / 1e6);
    }
    reports(&office.database, boxes + 1, &recording).await
}

/// How the boxes sent.
struct Shipped {
    entries: u64,
    sent: Sent,
    took: Duration,
    /// CPU of head office.
    cpu: Duration,
    /// The most memory that was seen, and the memory at each part of the entries.
    memory_max: u64,
    memory: Vec<u64>,
}

/// Sends everything, and looks at head office meanwhile.
async fn watch(office: &Office, fleet: &Fleet) -> Outcome<Shipped> {
    let (cpu, entries) = (office.usage()?.cpu, fleet.entries());
    let began = Instant::now();
    let mut memory = Vec::new();
    let mut memory_max = 0;
    let looking = async {
        loop {
            let Ok(Usage { memory: now, .. }) = office.usage() else { return };
            memory_max = memory_max.max(now);
            if fleet.arrived() * PARTS >= entries * (memory.len() as u64 + 1) {
                memory.push(now);
            }
            sleep(LOOK_EVERY).await;
        }
    };
    let sent = tokio::select! {
        sent = fleet.send() => sent?,
        () = looking => return Err("head office has ended".into()),
    };
    let took = began.elapsed();
    Ok(Shipped { entries, sent, took, cpu: office.usage()?.cpu - cpu, memory_max, memory })
}

fn show(who: &str, shipped: &Shipped) {
    let Shipped { entries, sent, took, cpu, memory_max, memory } = shipped;
    let seconds = took.as_secs_f64();
    println!("{who}: {entries} entries and their figures in {seconds:.1} s, {:.0} entries per second", *entries as f64 / seconds);
    println!(
        "    a parcel p50 {:.1} ms, p99 {:.1} ms; {} parcels, {:.1} kB each; {} times busy, {} connections broken",
        sent.percentile(50).as_secs_f64() * 1e3,
        sent.percentile(99).as_secs_f64() * 1e3,
        sent.times.len(),
        sent.bytes as f64 / 1e3 / sent.times.len().max(1) as f64,
        sent.busy,
        sent.broken
    );
    let parts: Vec<String> = memory.iter().map(|bytes| format!("{:.1}", *bytes as f64 / 1e6)).collect();
    println!(
        "    head office: {:.3} ms of CPU for an entry, at most {:.1} MB of memory ({} MB from part to part)",
        cpu.as_secs_f64() * 1e3 / *entries as f64,
        *memory_max as f64 / 1e6,
        parts.join(", ")
    );
}

/// Checks the sums of all bars, and times the reports over 30 days of them.
async fn reports(database: &Database, boxes: u64, recording: &Recording) -> Outcome<()> {
    let period = Period::Dates { first: None, last: None };
    let request = || ReportRequest { period, bars: None, now: recording::now() };
    let shown = serde_json::to_value(overview(database, &Bars::All, &request()).await?)?;
    let (receipts, cents) = (recording.receipts * boxes, recording.cents * boxes);
    let revenue = format!("{}.{:02}", cents / 100, cents % 100);
    if shown["total"]["totalSales"] != receipts || shown["total"]["totalRevenue"] != revenue.as_str() {
        return Err(format!("{boxes} boxes have {receipts} receipts and {revenue} USD, and head office {}", shown["total"]).into());
    }
    println!("reports over {boxes} bars with {receipts} receipts, which head office has to the cent; the middle of {RUNS}:");
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let began = Instant::now();
        serde_json::to_vec(&overview(database, &Bars::All, &request()).await?)?;
        times.push(began.elapsed());
    }
    print_time("overview", times, usize::try_from(boxes)?);
    for name in ReportName::ALL {
        let (mut times, mut rows) = (Vec::new(), 0);
        for _ in 0..RUNS {
            let began = Instant::now();
            let limit = name.parse_limit(None).unwrap_or(Rows::All);
            let shown = report(database, &Bars::All, name, &request(), limit).await?;
            serde_json::to_vec(&shown)?;
            times.push(began.elapsed());
            rows = shown.table().row_count();
        }
        print_time(name.as_str(), times, rows);
    }
    Ok(())
}

fn print_time(name: &str, mut times: Vec<Duration>, rows: usize) {
    times.sort();
    println!("    {name:<12} {:>8.1} ms, {rows} rows", times[times.len() / 2].as_secs_f64() * 1e3);
}
