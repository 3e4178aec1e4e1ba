//! A printer that fails after each single byte: nothing is lost, and nothing is printed twice without a mark.

use futures_util::{StreamExt, stream};
use serde_json::json;

use crate::bar::{TestBar, text};
use crate::escpos_reader::{parse, printed_lines};
use crate::fake_printer::{FakePrinter, Mood};

/// The printer is asked four questions of three bytes before a job.
const QUESTIONS: usize = 12;
/// Places that are tried one by one: the questions and the first bytes of the job, and its last ones.
const FIRST: usize = 15;
const LAST: usize = 6;
/// Places in the middle.
const MIDDLE: usize = 20;
/// Bars at a time.
const TOGETHER: usize = 8;
const DUPLICATE: &str = "POSSIBLE DUPLICATE";

/// Where it dies, for a job that takes `length` bytes with all questions.
fn places(length: usize) -> impl Iterator<Item = usize> {
    (0..FIRST).chain((FIRST..length - LAST).step_by(length.div_ceil(MIDDLE))).chain(length - LAST..=length)
}

/// What is printed: a receipt for a sale, or a ticket for an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Paper {
    Receipt,
    Ticket,
}

impl Paper {
    async fn bar(self, printer: &FakePrinter) -> TestBar {
        let bar = TestBar::stocked().await;
        let setting = match self {
            Paper::Receipt => json!({}),
            Paper::Ticket => json!({"categories": ["drinks"], "receipts": false}),
        };
        bar.sets_up_printers(&[("Printer", printer, setting)]).await;
        bar
    }

    async fn asked_for(self, bar: &TestBar) {
        match self {
            Paper::Receipt => drop(bar.sells("Beer", 1).await),
            Paper::Ticket => drop(bar.takes_order(&[("Beer", 1)]).await),
        }
    }

    /// All bytes of an undisturbed job, and the line that ends it.
    async fn undisturbed(self) -> (usize, String) {
        let printer = FakePrinter::start(Mood::Normal);
        let bar = self.bar(&printer).await;
        self.asked_for(&bar).await;
        bar.wait_for_jobs(&["confirmed"]).await;
        let seen = printer.connections().pop().expect("a page");
        let last = printed_lines(&parse(&seen.job()).expect("whole")).pop().expect("a line");
        (seen.bytes.len(), last)
    }
}

/// The pages that came out to their last line: whether each said that it may be there already.
fn whole(printer: &FakePrinter, last: &str) -> Vec<bool> {
    let lines = printer.connections().into_iter().filter_map(|seen| parse(&seen.job()).ok()).map(|job| printed_lines(&job));
    let whole = lines.filter(|lines| lines.last().is_some_and(|line| line == last));
    whole.map(|lines| lines.iter().any(|line| line == DUPLICATE)).collect()
}

/// The printer dies after `place` bytes and comes back; how it ended is checked.
async fn dies_at(paper: Paper, place: usize, length: usize, last: &str) {
    let printer = FakePrinter::start(Mood::DiesAfter(place));
    let bar = paper.bar(&printer).await;
    paper.asked_for(&bar).await;
    let done = bar
        .wait_until("/api/print-jobs", |jobs| {
            let job = &jobs[0];
            job["attempts"] == 1 && job["status"] != "sending" || job["status"] == "blocked"
        })
        .await;
    let (status, before) = (text(&done[0]["status"]).to_owned(), whole(&printer, last));
    let at = format!("{paper:?}, {place} of {length} bytes, {before:?}: {done}");
    assert!(before.len() <= 1, "{at}");
    printer.set_mood(Mood::Normal);
    match status.as_str() {
        // Nothing of the job was on its way: it prints by itself, and nothing needs to be said.
        "blocked" => {
            assert!(place <= QUESTIONS && before.is_empty(), "{at}");
            bar.wait_for_jobs(&["confirmed"]).await;
            assert_eq!(whole(&printer, last), [false], "{at}");
        }
        "queued" => {
            assert!(paper == Paper::Ticket && place >= QUESTIONS, "{at}");
            bar.wait_for_jobs(&["confirmed"]).await;
            let after = whole(&printer, last);
            assert!(after.len() > before.len() && after[before.len()..].iter().all(|marked| *marked), "it says so: {after:?}; {at}");
        }
        "unknown" => {
            assert!(paper == Paper::Receipt && place >= QUESTIONS, "{at}");
            // What comes after it prints; it waits for somebody who looked.
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

async fn dies_everywhere(paper: Paper) {
    let (length, last) = paper.undisturbed().await;
    assert!(length > QUESTIONS + FIRST + LAST, "{length}");
    stream::iter(places(length)).for_each_concurrent(TOGETHER, |place| dies_at(paper, place, length, &last)).await;
}

#[tokio::test]
async fn an_interrupted_receipt_waits_for_a_person() {
    dies_everywhere(Paper::Receipt).await;
}

#[tokio::test]
async fn an_interrupted_ticket_is_printed_again_with_a_mark() {
    dies_everywhere(Paper::Ticket).await;
}
