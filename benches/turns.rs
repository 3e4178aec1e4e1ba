//! Compares builds by interleaved bursts of sales, because the speed of a machine changes from minute to minute. Each build runs a
//! demo bar with one phone that sells and one that listens.
//!
//!     BARBACK_TURNS=before/barback,after/barback cargo bench --bench turns
//!
//! The files are any two or more builds of the product, from `cargo build --release` of this version or another.

#[path = "load/support.rs"]
mod support;

use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;

use support::box_process::command_by;
use support::{BoxProcess, Outcome, Phone, Times, Usage, process};

/// The variable that names the files to compare, separated by commas.
const PROGRAMS: &str = "BARBACK_TURNS";
/// Bursts for each program.
const ROUNDS: usize = 30;
/// Sales in a burst.
const BURST: usize = 200;
/// Bottles in stock: enough for all bursts.
const BOTTLES: u32 = 1_000_000;
/// The ids of the products in each sale, one of each.
const CART: [u64; 3] = [1, 2, 3];
/// The account that sells.
const OWNER: (&str, &str) = ("admin", "admin123");

/// A program under test.
struct Candidate {
    name: String,
    bar: BoxProcess,
    phone: Phone,
    /// CPU time of a sale, for each burst.
    cpu: Vec<Duration>,
    /// How long each sale took.
    took: Vec<Duration>,
    _folder: tempfile::TempDir,
}

impl Candidate {
    async fn open(program: &str) -> Outcome<Self> {
        let folder = tempfile::tempdir()?;
        let data = folder.path().join("bar");
        let bar = BoxProcess::run(command_by(Command::new(program), &data, &["--demo"])).map_err(|ended| ended.errors)?;
        let token = Arc::new(Phone::sign_in(bar.port(), OWNER.0, OWNER.1).await?);
        let mut phone = Phone::connect(bar.port(), token.clone(), 0).await?;
        for product in CART {
            phone.post(&format!("/api/products/{product}/stock"), &json!({ "count": BOTTLES, "reason": "count" }), 200).await?;
        }
        tokio::spawn(support::phone::listen(bar.port(), token));
        Ok(Candidate { name: program.to_owned(), bar, phone, cpu: Vec::new(), took: Vec::new(), _folder: folder })
    }

    async fn burst(&mut self) -> Outcome<()> {
        let lines = CART.map(|product_id| json!({ "productId": product_id, "quantity": 1 }));
        let cart = json!({ "sales": lines, "paymentMethod": "cash" });
        let before = process::cpu_of_threads(self.bar.pid())?;
        for _ in 0..BURST {
            let began = Instant::now();
            self.phone.post("/api/sales/batch", &cart, 201).await?;
            self.took.push(began.elapsed());
        }
        let used = process::cpu_of_threads(self.bar.pid())? - before;
        self.cpu.push(used / u32::try_from(BURST)?);
        Ok(())
    }
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let Ok(programs) = std::env::var(PROGRAMS) else {
        println!("{PROGRAMS} names no programs");
        return Ok(());
    };
    let mut candidates = Vec::new();
    for program in programs.split(',') {
        candidates.push(Candidate::open(program).await?);
    }
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
        // Reverse the order, so that what the machine does now and then hits each program in turn.
        candidates.reverse();
    }
    println!("{:>9} {:>9} {:>9} {:>9} {:>9} {:>9}", "CPU ms", "quarter", "3/4", "p50 ms", "p99 ms", "MB");
    for Candidate { name, bar, cpu, took, .. } in candidates {
        let memory = Usage::of(bar.pid())?.memory as f64 / 1e6;
        let (cpu, took) = (Times::of(cpu), Times::of(took));
        println!(
            "{:>9.3} {:>9.3} {:>9.3} {:>9.2} {:>9.2} {memory:>9.1}  {name}",
            cpu.millis(50),
            cpu.millis(25),
            cpu.millis(75),
            took.millis(50),
            took.millis(99)
        );
    }
    Ok(())
}
