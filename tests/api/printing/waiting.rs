//! The morning after a night without a printer: one question about all papers that wait.

use std::time::Duration;

use serde_json::{Value, json};

use crate::bar::TestBar;
use crate::fake_printer::{Behavior, FakePrinter};

const MINUTE: Duration = Duration::from_secs(60);

/// A bar whose printer was off for `receipts` sales, more than half an hour ago.
async fn after_a_night(printer: &mut FakePrinter, receipts: usize) -> TestBar {
    printer.stop();
    let bar = TestBar::stocked().await;
    bar.sets_up_printers(&[("Bar", printer, json!({}))]).await;
    for _ in 0..receipts {
        bar.sells("Beer", 1).await;
    }
    bar.clock.pass(31 * MINUTE);
    bar
}

impl TestBar {
    /// Waits until so many papers wait for an answer.
    async fn wait_for_papers_that_wait(&self, count: usize) {
        self.wait_until("/api/printers", |printers| printers[0]["waiting"] == count).await;
    }

    async fn answers(&self, keep: &str) -> crate::bar::Answer {
        self.bartender().post("/api/print-jobs/waiting", json!({"keep": keep})).await
    }
}

#[tokio::test]
async fn many_old_papers_wait_for_an_answer_and_new_ones_print() {
    let mut printer = FakePrinter::start(Behavior::Normal);
    let bar = after_a_night(&mut printer, 5).await;
    printer.restart();
    bar.wait_for_papers_that_wait(5).await;
    let jobs = bar.bartender().get("/api/print-jobs").await.ok();
    for job in jobs.as_array().expect("jobs") {
        assert_eq!((&job["status"], &job["error"]), (&json!("blocked"), &json!("Waiting for an answer")));
    }
    bar.sells("Beer", 1).await;
    bar.wait_for_jobs(&["confirmed", "blocked", "blocked", "blocked", "blocked", "blocked"]).await;
    assert_eq!(bar.answers("none").await.ok(), json!({"printing": 0, "cancelled": 5}));
    bar.answers("none").await.refused(409, "conflict");
    assert_eq!(bar.bartender().get("/api/printers").await.ok()[0]["waiting"], Value::Null);
    bar.answers("some").await.refused(400, "invalid");
    bar.guest().post("/api/print-jobs/waiting", json!({"keep": "all"})).await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn all_of_them_print_without_another_question() {
    let mut printer = FakePrinter::start(Behavior::Normal);
    let bar = after_a_night(&mut printer, 4).await;
    printer.restart();
    bar.wait_for_papers_that_wait(4).await;
    assert_eq!(bar.answers("all").await.ok(), json!({"printing": 4, "cancelled": 0}));
    bar.wait_for_jobs(&["confirmed"; 4]).await;
}

#[tokio::test]
async fn a_few_print_unasked() {
    let mut printer = FakePrinter::start(Behavior::Normal);
    let bar = after_a_night(&mut printer, 3).await;
    printer.restart();
    bar.wait_for_jobs(&["confirmed"; 3]).await;
}

#[tokio::test]
async fn only_tonights_print() {
    let mut printer = FakePrinter::start(Behavior::Normal);
    let bar = after_a_night(&mut printer, 4).await;
    bar.clock.jump_to("2026-11-22T20:00:00Z");
    bar.sells("Beer", 1).await;
    printer.restart();
    bar.wait_for_papers_that_wait(4).await;
    bar.wait_for_jobs(&["confirmed", "blocked", "blocked", "blocked", "blocked"]).await;
    assert_eq!(bar.answers("tonight").await.ok(), json!({"printing": 0, "cancelled": 4}));
}

#[tokio::test]
async fn an_answer_while_the_printer_is_off_counts_when_it_is_back() {
    let mut printer = FakePrinter::start(Behavior::Normal);
    let bar = after_a_night(&mut printer, 5).await;
    let printers: Value = bar.bartender().get("/api/printers").await.ok();
    assert_eq!((&printers[0]["queued"], &printers[0]["waiting"]), (&json!(5), &Value::Null));
    assert_eq!(bar.answers("all").await.ok(), json!({"printing": 5, "cancelled": 0}));
    printer.restart();
    bar.wait_for_jobs(&["confirmed"; 5]).await;
}
