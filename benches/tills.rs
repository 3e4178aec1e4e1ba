//! What tills cost. Two bars side by side sell in bursts in turn, because the speed of a machine changes from minute to minute: one
//! without tills, one with the shift of a drawer open. Then shifts with many payments are closed.
//!
//!     cargo bench --bench tills

#[path = "load/support.rs"]
mod support;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use store::{Folder, Store, entries_after};

use support::{BoxProcess, Outcome, Phone, Times, Usage, bar_of, open_drawer, open_shift, process, sell, stocked_bar};

/// Bursts of each bar, and sales in a burst.
const ROUNDS: usize = 30;
const BURST: u32 = 200;
/// Shifts that are closed, and what each has.
const CLOSES: usize = 5;
const PAYMENTS: u64 = 5_000;
const PAY_OUTS: u64 = 100;
/// Phones that sell into these shifts at the same time.
const PHONES: u64 = 8;

/// A bar under test.
struct Candidate {
    name: &'static str,
    folder: tempfile::TempDir,
    bar: BoxProcess,
    token: Arc<String>,
    phone: Phone,
    /// CPU time of a sale, for each burst.
    cpu: Vec<Duration>,
    /// How long each sale took.
    took: Vec<Duration>,
}

impl Candidate {
    async fn open(name: &'static str, has_drawer: bool) -> Outcome<Self> {
        let folder = tempfile::tempdir()?;
        bar_of(folder.path(), |tables, at| stocked_bar::open_the_bar(tables, at))?;
        let bar = BoxProcess::open(folder.path(), &["--printer", "none"]);
        let token = Arc::new(Phone::sign_in(bar.port(), "admin", stocked_bar::PASSWORD).await?);
        let mut phone = Phone::connect(bar.port(), token.clone(), 0).await?;
        if has_drawer {
            open_drawer(&mut phone).await?;
        }
        tokio::spawn(support::phone::listen(bar.port(), token.clone()));
        Ok(Candidate { name, folder, bar, token, phone, cpu: Vec::new(), took: Vec::new() })
    }

    async fn burst(&mut self) -> Outcome<()> {
        let before = process::cpu_of_threads(self.bar.pid())?;
        for _ in 0..BURST {
            let began = Instant::now();
            sell(&mut self.phone).await?;
            self.took.push(began.elapsed());
        }
        self.cpu.push((process::cpu_of_threads(self.bar.pid())? - before) / BURST);
        Ok(())
    }

    /// Stops the bar and prints what a sale took.
    fn report(self) -> Outcome<()> {
        let (cpu, took) = (Times::of(self.cpu), Times::of(self.took));
        let memory = Usage::of(self.bar.pid())?.memory as f64 / 1e6;
        self.bar.terminate();
        println!(
            "{:<22} {:>9.3} {:>9.3} {:>9.3} {:>9.2} {:>9.2} {:>9.1} {memory:>9.1}",
            self.name,
            cpu.millis(50),
            cpu.millis(25),
            cpu.millis(75),
            took.millis(50),
            took.millis(99),
            sale_bytes(self.folder.path())?
        );
        Ok(())
    }
}

/// Bytes of a sale in the journal, on average, as it was written.
fn sale_bytes(folder: &Path) -> Outcome<f64> {
    let store = Store::open(Folder::lock(folder)?)?;
    let entries = store.read(|view| entries_after(view, 0, usize::MAX))?;
    let is_sale = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).is_ok_and(|entry| entry["kind"] == "sales.recorded");
    let sales: Vec<usize> = entries.iter().filter(|entry| is_sale(&entry.bytes)).map(|entry| entry.bytes.len()).collect();
    Ok(sales.iter().sum::<usize>() as f64 / sales.len() as f64)
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let mut candidates = vec![Candidate::open("no tills", false).await?, Candidate::open("a shift is open", true).await?];
    for candidate in &mut candidates {
        // One burst that does not count, to warm up connections, caches and the log.
        candidate.burst().await?;
        candidate.cpu.clear();
        candidate.took.clear();
    }
    for _ in 0..ROUNDS {
        for candidate in &mut candidates {
            candidate.burst().await?;
        }
        // Reverse the order, so that what the machine does now and then hits each bar in turn.
        candidates.reverse();
    }
    println!(
        "{:<22} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "a sale of 3 lines", "CPU ms", "quarter", "3/4", "p50 ms", "p99 ms", "journal B", "MB"
    );
    for candidate in candidates {
        candidate.report()?;
    }
    close_long_shifts().await
}

/// Closes shifts of many payments, and prints how long each close took until its answer was there, synced.
async fn close_long_shifts() -> Outcome<()> {
    let mut candidate = Candidate::open("long shifts", true).await?;
    let mut shift = 1;
    let (mut closes, mut xs) = (Vec::new(), Vec::new());
    for close in 0..CLOSES {
        let sellers = (0..PHONES).map(|number| {
            let (port, token) = (candidate.bar.port(), candidate.token.clone());
            tokio::spawn(async move {
                let mut phone = Phone::connect(port, token, 1_000 + close as u64 * PHONES + number).await?;
                for _ in 0..PAYMENTS / PHONES {
                    sell(&mut phone).await?;
                }
                Outcome::Ok(())
            })
        });
        for seller in sellers.collect::<Vec<_>>() {
            seller.await??;
        }
        for _ in 0..PAY_OUTS {
            let body = json!({ "kind": "pay_out", "amountUSD": "1.00", "reason": "Ice" });
            candidate.phone.post("/api/tills/1/movements", &body, 201).await?;
        }
        let began = Instant::now();
        candidate.phone.get(&format!("/api/shifts/{shift}/x"), None, 200).await?;
        xs.push(began.elapsed());
        // The first count is far off, and the second one closes.
        let count = json!({ "count": { "amountUSD": "40.00", "amountLRD": "0.00" } });
        let path = format!("/api/shifts/{shift}/count");
        candidate.phone.post(&path, &count, 200).await?;
        let began = Instant::now();
        let closed = candidate.phone.post(&path, &count, 200).await?;
        closes.push(began.elapsed());
        if closed["zNumber"].is_null() {
            return Err(format!("the shift is not closed: {closed}").into());
        }
        shift = open_shift(&mut candidate.phone).await?;
    }
    for (what, times) in [("a close", closes), ("an X", xs)] {
        let times = Times::of(times);
        println!(
            "{what} of a shift with {PAYMENTS} payments and {PAY_OUTS} pay-outs: {:.2} ms, at most {:.2} ms",
            times.millis(50),
            times.millis(100)
        );
    }
    candidate.bar.terminate();
    Ok(())
}
