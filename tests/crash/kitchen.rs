//! Power cuts and a kitchen printer that fails in mid-ticket: every ticket is printed, and every possible duplicate is marked. The cash
//! drawer stays shut.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::box_process::BoxProcess;
use crate::escpos_reader::{Command, parse, printed_lines};
use crate::fake_printer::{Behavior, Connection, FakePrinter};
use crate::phone::Phone;
use crate::rng::SeededRng;
use crate::rounds;

/// Longest wait for the print queue to be empty.
const PATIENCE: Duration = Duration::from_secs(60);
/// Most bytes that the printer reads before it fails. A ticket has about 200, so it fails before, in or after the ticket.
const DIES_AFTER_MAX: u64 = 260;
/// Longest time from an order to the cut, in milliseconds.
const CUT_AFTER_MAX: u64 = 60;

async fn jobs_until(phone: &Phone, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    let began = Instant::now();
    loop {
        let jobs = phone.sees("/api/print-jobs?limit=1000").await.as_array().expect("a list").clone();
        if wanted(&jobs) {
            return jobs;
        }
        assert!(began.elapsed() < PATIENCE, "the jobs never reach the expected status: {jobs:#?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Starts a new box with this printer and without automatic receipts. Also returns the admin's token.
async fn open(data: &Path, printer: &FakePrinter, setting: Value) -> (BoxProcess, String) {
    let process = BoxProcess::open(data, &["--printer", "none"]);
    let token = Phone::first_sign_in(process.port()).await;
    let phone = Phone::new(process.port(), &token);
    phone.stocks("Club Beer", "3.50", 10_000).await;
    let mut row = setting;
    (row["name"], row["url"]) = (json!("Kitchen"), json!(printer.url()));
    let settings = json!({"autoPrint": false, "printers": [row]});
    phone.put("/api/settings", &settings).await.expect("an answer").is(200);
    (process, token)
}

/// For each complete ticket of an order, in the order of printing: whether it was marked as a possible duplicate.
fn whole_tickets(seen: &[Connection], order: u64) -> Vec<bool> {
    let head = format!("ORDER #{order}");
    let page = |seen: &Connection| {
        let lines = parse(&seen.job()).ok().map(|commands| printed_lines(&commands))?;
        let whole = lines.contains(&head) && lines.last().is_some_and(|line| line.starts_with("Job "));
        whole.then(|| lines.contains(&"POSSIBLE DUPLICATE".to_owned()))
    };
    seen.iter().filter_map(page).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_ticket_is_printed_and_a_second_copy_is_marked() {
    let folder = tempfile::tempdir().expect("room");
    let mut rng = SeededRng::from_env();
    let printer = FakePrinter::start(Behavior::Normal);
    let (mut process, token) = open(folder.path(), &printer, json!({"categories": ["drinks"], "receipts": false})).await;
    let rounds = rounds();
    for _ in 0..rounds {
        let phone = Phone::new(process.port(), &token);
        let dies_after = usize::try_from(rng.below(DIES_AFTER_MAX)).expect("small");
        printer.set_behavior(Behavior::DiesAfter(dies_after));
        let order = json!({"customerName": "Musu", "orderType": "takeout", "items": [{"productId": 1, "quantity": 1}]});
        phone.post("/api/orders", &order, None).await.expect("an answer").is(201);
        tokio::time::sleep(Duration::from_millis(rng.below(CUT_AFTER_MAX))).await;
        process.kill();
        printer.set_behavior(Behavior::Normal);
        process = BoxProcess::open(folder.path(), &[]);
        jobs_until(&Phone::new(process.port(), &token), |jobs| jobs.iter().all(|job| job["status"] == "confirmed")).await;
    }
    let jobs = Phone::new(process.port(), &token).sees("/api/print-jobs?limit=1000").await;
    assert_eq!(jobs.as_array().map(Vec::len), usize::try_from(rounds).ok(), "one job for each order");
    let seen = printer.connections();
    for order in 1..=rounds {
        let marks = whole_tickets(&seen, order);
        assert!(!marks.is_empty(), "order {order} was never printed");
        assert!(marks[1..].iter().all(|marked| *marked), "order {order} was printed twice without a mark: {marks:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_drawer_stays_shut_after_the_power_was_cut() {
    let folder = tempfile::tempdir().expect("room");
    let mut printer = FakePrinter::start(Behavior::Normal);
    printer.stop();
    let (process, token) = open(folder.path(), &printer, json!({"opensDrawer": true})).await;
    let phone = Phone::new(process.port(), &token);
    phone.sells(1, 1).await.expect("an answer").is(201);
    jobs_until(&phone, |jobs| jobs.len() == 1 && jobs[0]["status"] == "blocked").await;
    process.kill();
    printer.restart();
    let process = BoxProcess::open(folder.path(), &[]);
    let phone = Phone::new(process.port(), &token);
    let jobs = jobs_until(&phone, |jobs| jobs[0]["status"] == "expired").await;
    assert_eq!(jobs.len(), 1);
    // A new sale opens it once, and the printer receives nothing else.
    phone.sells(1, 1).await.expect("an answer").is(201);
    jobs_until(&phone, |jobs| jobs.len() == 2 && jobs[0]["status"] == "confirmed").await;
    let opened = |seen: &Connection| parse(&seen.job()).expect("whole").iter().any(|command| matches!(command, Command::Drawer { .. }));
    assert_eq!(printer.connections().iter().filter(|seen| opened(seen)).count(), 1);
}
