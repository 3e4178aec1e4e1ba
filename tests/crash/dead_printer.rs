//! An unreachable or hanging printer does not slow sales down, and gets its receipts when it is back.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::box_process::BoxProcess;
use crate::fake_printer::{Behavior, Connection, FakePrinter};
use crate::phone::Phone;

/// Sales whose times are compared.
const SALES: usize = 60;
/// Factor by which the median may be longer: noise on a busy machine, and far below any wait for a printer.
const FACTOR: u32 = 6;
/// Longest wait for the expected status of jobs.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running box, and a phone that sells.
struct Bar {
    process: BoxProcess,
    phone: Phone,
}

impl Bar {
    async fn first_start(data: &Path, printer: &str) -> (Self, String) {
        let process = BoxProcess::open(data, &["--printer", printer]);
        let token = Phone::first_sign_in(process.port()).await;
        let phone = Phone::new(process.port(), &token);
        assert_eq!(phone.stocks("Club Beer", "3.50", 10_000).await, 1);
        (Bar { process, phone }, token)
    }

    fn restart(data: &Path, printer: &str, token: &str) -> Self {
        let process = BoxProcess::open(data, &["--printer", printer]);
        let phone = Phone::new(process.port(), token);
        Bar { process, phone }
    }

    /// Sells one and returns the receipt number.
    async fn sells(&self) -> String {
        let answer = self.phone.sells(1, 1).await.expect("an answer").is(201);
        answer["receiptNumber"].as_str().expect("a number").to_owned()
    }

    async fn time_sale(&self) -> Duration {
        let began = Instant::now();
        self.sells().await;
        began.elapsed()
    }

    /// Waits until `wanted` accepts the print jobs, and returns them.
    async fn jobs_until(&self, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let began = Instant::now();
        loop {
            let jobs = self.phone.sees("/api/print-jobs").await.as_array().expect("a list").clone();
            if wanted(&jobs) {
                return jobs;
            }
            assert!(began.elapsed() < PATIENCE, "the jobs never reach the expected status: {jobs:#?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

async fn assert_sells_as_fast_with(printer: &str) {
    let (folder, other) = (tempfile::tempdir().expect("room"), tempfile::tempdir().expect("room"));
    let (with, _) = Bar::first_start(folder.path(), printer).await;
    let (without, _) = Bar::first_start(other.path(), "none").await;
    let (mut slow, mut usual) = (Vec::new(), Vec::new());
    // Alternating, so that other load on the machine slows both.
    for _ in 0..SALES {
        slow.push(with.time_sale().await);
        usual.push(without.time_sale().await);
    }
    let (slow, usual) = (median(slow), median(usual));
    println!("{printer}: {slow:?} a sale, without a printer {usual:?}");
    assert!(slow < usual * FACTOR, "with {printer} a sale takes {slow:?}, without a printer {usual:?}");
    let jobs = with.jobs_until(|jobs| jobs.len() == SALES).await;
    assert!(jobs.iter().all(|job| job["status"] != "confirmed" && job["status"] != "sent"), "{jobs:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sale_does_not_wait_for_a_printer_that_refuses() {
    let mut printer = FakePrinter::start(Behavior::Normal);
    printer.stop();
    assert_sells_as_fast_with(&printer.url()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sale_does_not_wait_for_a_printer_that_hangs() {
    let printer = FakePrinter::start(Behavior::Hangs);
    assert_sells_as_fast_with(&printer.url()).await;
}

/// Number of printed jobs that contain this receipt.
fn copies(seen: &[Connection], number: &str) -> usize {
    seen.iter().filter(|connection| connection.job().windows(number.len()).any(|window| window == number.as_bytes())).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn receipts_print_once_when_the_printer_is_back_even_after_power_cuts() {
    let folder = tempfile::tempdir().expect("room");
    let mut printer = FakePrinter::start(Behavior::Normal);
    printer.stop();
    let (bar, token) = Bar::first_start(folder.path(), &printer.url()).await;
    let mut numbers = vec![bar.sells().await, bar.sells().await];
    bar.jobs_until(|jobs| jobs.len() == 2 && jobs.iter().any(|job| job["status"] == "blocked")).await;
    bar.process.kill();

    let bar = Bar::restart(folder.path(), &printer.url(), &token);
    numbers.push(bar.sells().await);
    printer.restart();
    printer.wait_until(|seen| numbers.iter().all(|number| copies(seen, number) == 1));
    let jobs = bar.jobs_until(|jobs| jobs.iter().all(|job| job["status"] == "confirmed")).await;
    assert_eq!(jobs.len(), numbers.len());
    bar.process.kill();

    let bar = Bar::restart(folder.path(), &printer.url(), &token);
    numbers.push(bar.sells().await);
    let seen = printer.wait_until(|seen| numbers.iter().all(|number| copies(seen, number) > 0));
    for number in &numbers {
        assert_eq!(copies(&seen, number), 1, "{number}: each receipt is printed once");
    }
    bar.jobs_until(|jobs| jobs.iter().all(|job| job["status"] == "confirmed")).await;
    assert_eq!(bar.process.terminate().status.code(), Some(0));
}
