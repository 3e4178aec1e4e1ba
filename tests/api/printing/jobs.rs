//! Print jobs: cancelled, moved to another printer, and the status that a printer reports.

use serde_json::{Value, json};

use crate::bar::{TestBar, text};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::assert_fields;
use crate::printing_steps::pages;

#[tokio::test]
async fn a_waiting_job_can_be_cancelled() {
    let mut printer = FakePrinter::start(Behavior::Normal);
    printer.stop();
    let bar = TestBar::stocked().await;
    bar.sets_up_printers(&[("Bar", &printer, json!({}))]).await;
    bar.sells("Beer", 1).await;
    bar.wait_for_jobs(&["blocked"]).await;
    let job = bar.bartender().post("/api/print-jobs/1/cancel", json!({})).await.ok();
    assert_fields(&job, json!({"id": 1, "status": "cancelled", "error": null}));
    bar.bartender().post("/api/print-jobs/1/cancel", json!({})).await.refused(409, "conflict");
    bar.bartender().post("/api/print-jobs/9/cancel", json!({})).await.refused(404, "not_found");
    printer.restart();
    bar.sells("Beer", 1).await;
    bar.wait_for_jobs(&["confirmed", "cancelled"]).await;
    assert_eq!(pages(&printer).len(), 1);
    bar.bartender().post("/api/print-jobs/2/cancel", json!({})).await.refused(409, "conflict");
    bar.bartender().post("/api/print-jobs/2/move", json!({"printerId": 1})).await.refused(409, "conflict");
    // A cancelled job can be printed after all.
    bar.bartender().post("/api/print-jobs/1/retry", json!({})).await.ok();
    bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
    assert_eq!(pages(&printer).len(), 2);
}

#[tokio::test]
async fn a_job_that_is_being_sent_cannot_be_changed() {
    let printer = FakePrinter::start(Behavior::Hangs);
    let bar = TestBar::stocked().await;
    bar.sets_up_printers(&[("Bar", &printer, json!({}))]).await;
    bar.sells("Beer", 1).await;
    bar.wait_for_jobs(&["sending"]).await;
    bar.bartender().post("/api/print-jobs/1/cancel", json!({})).await.refused(409, "conflict");
    bar.bartender().post("/api/print-jobs/1/move", json!({"printerId": 1})).await.refused(409, "conflict");
    printer.set_behavior(Behavior::Normal);
    bar.wait_for_jobs(&["confirmed"]).await;
}

#[tokio::test]
async fn a_job_can_be_moved_to_another_printer() {
    let (mut one, two) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Normal));
    one.stop();
    let bar = TestBar::stocked().await;
    bar.sets_up_printers(&[("Bar", &one, json!({})), ("Terrace", &two, json!({}))]).await;
    bar.sells("Beer", 1).await;
    bar.wait_for_jobs(&["blocked"]).await;
    bar.bartender().post("/api/print-jobs/1/move", json!({"printerId": 9})).await.refused(404, "not_found");
    bar.bartender().post("/api/print-jobs/9/move", json!({"printerId": 2})).await.refused(404, "not_found");
    bar.bartender().post("/api/print-jobs/1/move", json!({})).await.refused(400, "invalid");
    let job = bar.bartender().post("/api/print-jobs/1/move", json!({"printerId": 2})).await.ok();
    assert_fields(&job, json!({"id": 1, "status": "queued", "printerId": 2, "printerName": "Terrace", "error": null}));
    bar.wait_for_jobs(&["confirmed"]).await;
    one.restart();
    bar.sells("Beer", 1).await;
    bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
    assert_eq!((pages(&one).len(), pages(&two).len()), (1, 1), "each receipt once");
}

/// The first printer may have printed half of it, so the second one marks it as a possible duplicate.
#[tokio::test]
async fn a_half_printed_receipt_is_marked_as_a_duplicate_on_the_other_printer() {
    let (one, two) = (FakePrinter::start(Behavior::DiesAfter(60)), FakePrinter::start(Behavior::Normal));
    let bar = TestBar::stocked().await;
    bar.sets_up_printers(&[("Bar", &one, json!({})), ("Terrace", &two, json!({}))]).await;
    bar.sells("Beer", 1).await;
    bar.wait_for_jobs(&["unknown"]).await;
    bar.bartender().post("/api/print-jobs/1/move", json!({"printerId": 2})).await.ok();
    bar.wait_for_jobs(&["confirmed"]).await;
    assert!(pages(&two)[0].contains(&"POSSIBLE DUPLICATE".to_owned()));
}

/// Moves a job between two printers while they try to print it.
#[tokio::test]
async fn a_job_that_is_moved_repeatedly_prints_once() {
    let (one, two) = (FakePrinter::start(Behavior::NoReplies), FakePrinter::start(Behavior::NoReplies));
    let bar = TestBar::stocked().await;
    bar.sets_up_printers(&[("Bar", &one, json!({})), ("Terrace", &two, json!({}))]).await;
    for round in 0..6 {
        bar.sells("Beer", 1).await;
        let job = round + 1;
        // The box waits a second for the status of a silent printer before the first byte: usually time enough for a move.
        for printer in [2, 1, 2] {
            bar.bartender().post(&format!("/api/print-jobs/{job}/move"), json!({"printerId": printer})).await;
        }
        let done = |jobs: &Value| jobs[0]["status"] == "sent";
        bar.wait_until("/api/print-jobs", done).await;
        assert_eq!(pages(&one).len() + pages(&two).len(), job);
    }
}

#[tokio::test]
async fn a_printer_error_is_reported_in_words() {
    let rows = [(Behavior::PaperOut, "paper_out", "No paper"), (Behavior::CoverOpen, "cover_open", "Cover open")];
    for (behavior, status, error) in rows {
        let printer = FakePrinter::start(behavior);
        let bar = TestBar::stocked().await;
        bar.sets_up_printers(&[("Bar", &printer, json!({"columns": 42, "profile": "epson-80-42"}))]).await;
        bar.sells("Beer", 1).await;
        let printers = bar.wait_until("/api/printers", |printers| printers[0]["status"] == status).await;
        let expected =
            json!({"error": error, "enabled": true, "columns": 42, "profile": "epson-80-42", "opensDrawer": false, "categories": []});
        assert_fields(&printers[0], expected);
        let jobs = bar.wait_for_jobs(&["blocked"]).await;
        assert_eq!(jobs[0]["error"], format!("Bar: {error}"));
        printer.set_behavior(Behavior::Normal);
        let printers = bar.wait_until("/api/printers", |printers| printers[0]["status"] == "ready").await;
        assert_eq!(printers[0]["error"], Value::Null);
    }
    let mut printer = FakePrinter::start(Behavior::Normal);
    printer.stop();
    let bar = TestBar::stocked().await;
    bar.sets_up_printers(&[("Bar", &printer, json!({}))]).await;
    bar.sells("Beer", 1).await;
    let printers = bar.wait_until("/api/printers", |printers| printers[0]["status"] == "offline").await;
    assert!(text(&printers[0]["error"]).starts_with("Cannot be reached at 127.0.0.1:"), "{printers}");
}

/// The box keeps polling a faulty printer without open jobs, and its recovery is sent as a live update.
#[tokio::test]
async fn a_printer_that_recovers_is_reported_without_a_job() {
    let printer = FakePrinter::start(Behavior::PaperOut);
    let bar = TestBar::stocked().await;
    bar.sets_up_printers(&[("Bar", &printer, json!({}))]).await;
    bar.sells("Beer", 1).await;
    bar.wait_until("/api/printers", |printers| printers[0]["error"] == "No paper").await;
    bar.bartender().post("/api/print-jobs/1/cancel", json!({})).await.ok();
    let mut updates = bar.bartender().request("GET", "/api/live").stream().await;
    printer.set_behavior(Behavior::Normal);
    // The cancelled job is sent as an update too, so updates are read until one shows the recovered printer.
    let recovered = async {
        loop {
            updates.chunk().await.expect("an open stream").expect("an open stream");
            let printers = bar.bartender().get("/api/printers").await.ok();
            if printers[0]["status"] == "ready" {
                break printers;
            }
        }
    };
    let printers = tokio::time::timeout(crate::bar::TIMEOUT, recovered).await.expect("an update in time");
    assert_fields(&printers[0], json!({"status": "ready", "error": null}));
    assert!(pages(&printer).is_empty(), "the status is polled, nothing is printed");
}
