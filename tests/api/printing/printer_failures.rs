//! A printer that fails after each possible byte: no job is lost, and none is printed twice without a mark.

use futures_util::{StreamExt, stream};
use serde_json::json;

use crate::bar::{TestBar, text};
use crate::escpos_reader::{parse, printed_lines};
use crate::fake_printer::{Behavior, FakePrinter};

/// Bytes of the status queries before a job: four queries of three bytes.
const QUERY_BYTES: usize = 12;
/// Bytes at the start (the queries and the first bytes of the job) that are all tried.
const FIRST: usize = 15;
/// Bytes at the end that are all tried.
const LAST: usize = 6;
/// Number of bytes tried between them.
const MIDDLE: usize = 20;
/// Number of bars at the same time.
const CONCURRENCY: usize = 8;
const DUPLICATE: &str = "POSSIBLE DUPLICATE";

/// The numbers of bytes after which the printer fails, for a job of `length` bytes including the queries.
fn failure_points(length: usize) -> impl Iterator<Item = usize> {
    (0..FIRST).chain((FIRST..length - LAST).step_by(length.div_ceil(MIDDLE))).chain(length - LAST..=length)
}

/// The kind of print job: a receipt for a sale, or a ticket for an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Printout {
    Receipt,
    Ticket,
}

impl Printout {
    async fn bar(self, printer: &FakePrinter) -> TestBar {
        let bar = TestBar::stocked().await;
        let setting = match self {
            Printout::Receipt => json!({}),
            Printout::Ticket => json!({"categories": ["drinks"], "receipts": false}),
        };
        bar.sets_up_printers(&[("Printer", printer, setting)]).await;
        bar
    }

    /// Records the sale or order that prints it.
    async fn trigger(self, bar: &TestBar) {
        match self {
            Printout::Receipt => drop(bar.sells("Beer", 1).await),
            Printout::Ticket => drop(bar.takes_order(&[("Beer", 1)]).await),
        }
    }

    /// Number of bytes of an uninterrupted job including the queries, and its last line.
    async fn uninterrupted(self) -> (usize, String) {
        let printer = FakePrinter::start(Behavior::Normal);
        let bar = self.bar(&printer).await;
        self.trigger(&bar).await;
        bar.wait_for_jobs(&["confirmed"]).await;
        let connection = printer.connections().pop().expect("a page");
        let last = printed_lines(&parse(&connection.job()).expect("whole")).pop().expect("a line");
        (connection.bytes.len(), last)
    }
}

/// The pages that were printed up to their last line: whether each is marked as a possible duplicate.
fn complete_pages(printer: &FakePrinter, last: &str) -> Vec<bool> {
    let lines = printer.connections().into_iter().filter_map(|connection| parse(&connection.job()).ok()).map(|job| printed_lines(&job));
    let complete = lines.filter(|lines| lines.last().is_some_and(|line| line == last));
    complete.map(|lines| lines.iter().any(|line| line == DUPLICATE)).collect()
}

/// Lets the printer fail after `place` bytes and recover, and checks the outcome.
async fn fails_after(printout: Printout, place: usize, length: usize, last: &str) {
    let printer = FakePrinter::start(Behavior::DiesAfter(place));
    let bar = printout.bar(&printer).await;
    printout.trigger(&bar).await;
    let done = bar
        .wait_until("/api/print-jobs", |jobs| {
            let job = &jobs[0];
            job["attempts"] == 1 && job["status"] != "sending" || job["status"] == "blocked"
        })
        .await;
    let (status, before) = (text(&done[0]["status"]).to_owned(), complete_pages(&printer, last));
    let at = format!("{printout:?}, {place} of {length} bytes, {before:?}: {done}");
    assert!(before.len() <= 1, "{at}");
    printer.set_behavior(Behavior::Normal);
    match status.as_str() {
        // No byte of the job was sent: it prints automatically, without a mark.
        "blocked" => {
            assert!(place <= QUERY_BYTES && before.is_empty(), "{at}");
            bar.wait_for_jobs(&["confirmed"]).await;
            assert_eq!(complete_pages(&printer, last), [false], "{at}");
        }
        "queued" => {
            assert!(printout == Printout::Ticket && place >= QUERY_BYTES, "{at}");
            bar.wait_for_jobs(&["confirmed"]).await;
            let after = complete_pages(&printer, last);
            assert!(
                after.len() > before.len() && after[before.len()..].iter().all(|marked| *marked),
                "the repeated ticket is marked: {after:?}; {at}"
            );
        }
        "unknown" => {
            assert!(printout == Printout::Receipt && place >= QUERY_BYTES, "{at}");
            // Later jobs print; this one waits until a person has checked the printout.
            bar.sells("Beer", 2).await;
            bar.wait_for_jobs(&["confirmed", "unknown"]).await;
            bar.bartender().post("/api/print-jobs/1/retry", json!({})).await.ok();
            let jobs = bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
            assert_eq!(jobs[1]["attempts"], 2, "{at}");
        }
        "confirmed" => assert!(place >= length && before == [false], "{at}"),
        other => panic!("{other}: {at}"),
    }
}

async fn fails_everywhere(printout: Printout) {
    let (length, last) = printout.uninterrupted().await;
    assert!(length > QUERY_BYTES + FIRST + LAST, "{length}");
    stream::iter(failure_points(length)).for_each_concurrent(CONCURRENCY, |place| fails_after(printout, place, length, &last)).await;
}

#[tokio::test]
async fn an_interrupted_receipt_waits_for_a_person() {
    fails_everywhere(Printout::Receipt).await;
}

#[tokio::test]
async fn an_interrupted_ticket_is_printed_again_with_a_mark() {
    fails_everywhere(Printout::Ticket).await;
}
