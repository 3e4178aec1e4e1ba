//! Printing of receipts: once, without delaying a sale, and never repeated without a mark.

use serde_json::json;

use crate::bar::{TestBar, text, values_of};
use crate::fake_printer::{Behavior, Connection, FakePrinter};

/// Number of printed jobs that contain this text.
fn printed_count(connections: &[Connection], what: &str) -> usize {
    connections.iter().filter(|connection| connection.job().windows(what.len()).any(|window| window == what.as_bytes())).count()
}

#[tokio::test]
async fn a_receipt_prints_once() {
    let printer = FakePrinter::start(Behavior::Normal);
    let mut bar = TestBar::with_printer(&printer.url()).await;
    bar.stocks("Club Beer", "2.00", 9).await;
    let number = bar.sells("Club Beer", 2).await["receiptNumber"].clone();
    let jobs = bar.wait_for_jobs(&["confirmed"]).await;
    let expected = json!({"id": 1, "kind": "receipt", "receiptNumber": number, "orderId": null, "printerId": 1, "printerName": "Receipt printer", "status": "confirmed", "attempts": 1, "error": null,
        "createdAt": "2026-11-21T20:00:00.000Z"});
    assert_eq!(jobs[0], expected);
    let status = bar.bartender().get("/api/printers").await.ok();
    let ready = json!({"id": 1, "name": "Receipt printer", "url": printer.url(), "status": "ready", "error": null, "queued": 0, "lastSeenAt": "2026-11-21T20:00:00.000Z",
        "enabled": true, "columns": 48, "profile": "generic-80", "opensDrawer": false, "categories": []});
    assert_eq!(status, json!([ready]));
    bar.restart().await;
    bar.sells("Club Beer", 1).await;
    bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
    let connections = printer.connections();
    assert_eq!((printed_count(&connections, text(&number)), printed_count(&connections, "R-20261121-0002")), (1, 1));
}

#[tokio::test]
async fn an_offline_printer_delays_no_sale_and_prints_later() {
    let mut printer = FakePrinter::start(Behavior::Normal);
    printer.stop();
    let mut bar = TestBar::with_printer(&printer.url()).await;
    bar.stocks("Club Beer", "2.00", 9).await;
    for _ in 0..3 {
        bar.sells("Club Beer", 1).await;
    }
    let jobs = bar.wait_for_jobs(&["queued", "queued", "blocked"]).await;
    assert!(text(&jobs[2]["error"]).starts_with("Receipt printer: "), "{jobs}");
    assert_eq!(jobs[2]["attempts"], 0);
    let status = bar.wait_until("/api/printers", |printers| printers[0]["status"] == "offline").await;
    assert_eq!(status[0]["queued"], 3);
    bar.restart().await;
    printer.restart();
    bar.wait_for_jobs(&["confirmed", "confirmed", "confirmed"]).await;
    let connections = printer.connections();
    let order: Vec<usize> = (1..=3).map(|count| printed_count(&connections, &format!("R-20261121-{count:04}"))).collect();
    assert_eq!(order, [1, 1, 1]);
}

#[tokio::test]
async fn a_printer_that_hangs_delays_no_sale() {
    let printer = FakePrinter::start(Behavior::Hangs);
    let bar = TestBar::with_printer(&printer.url()).await;
    bar.stocks("Club Beer", "2.00", 9).await;
    bar.sells("Club Beer", 1).await;
    bar.wait_for_jobs(&["sending"]).await;
    bar.sells("Club Beer", 1).await;
    let jobs = bar.bartender().get("/api/print-jobs").await.ok();
    assert_eq!(values_of(&jobs, "status"), ["queued", "sending"], "the sale was answered while the printer hung");
    printer.set_behavior(Behavior::Normal);
    bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
}

#[tokio::test]
async fn a_half_printed_receipt_is_not_repeated_automatically() {
    let printer = FakePrinter::start(Behavior::DiesAfter(60));
    let mut bar = TestBar::with_printer(&printer.url()).await;
    bar.stocks("Club Beer", "2.00", 9).await;
    let first = bar.sells("Club Beer", 1).await["receiptNumber"].clone();
    let jobs = bar.wait_for_jobs(&["unknown"]).await;
    assert!(text(&jobs[0]["error"]).contains("Look at the paper"), "{jobs}");
    printer.set_behavior(Behavior::Normal);
    bar.restart().await;
    let second = bar.sells("Club Beer", 1).await["receiptNumber"].clone();
    bar.wait_for_jobs(&["confirmed", "unknown"]).await;
    let connections = printer.connections();
    assert_eq!((printed_count(&connections, text(&first)), printed_count(&connections, text(&second))), (0, 1));
    // A person has checked the paper and prints it again.
    let job = bar.bartender().post("/api/print-jobs/1/retry", json!({})).await.ok();
    assert_eq!(job["status"], "queued");
    bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
    assert_eq!(printed_count(&printer.connections(), text(&first)), 1);
}

#[tokio::test]
async fn a_printer_without_paper_blocks_its_jobs() {
    for (behavior, status) in [(Behavior::PaperOut, "paper_out"), (Behavior::CoverOpen, "cover_open")] {
        let printer = FakePrinter::start(behavior);
        let bar = TestBar::with_printer(&printer.url()).await;
        bar.stocks("Club Beer", "2.00", 9).await;
        bar.sells("Club Beer", 1).await;
        bar.wait_for_jobs(&["blocked"]).await;
        let printers = bar.bartender().get("/api/printers").await.ok();
        assert_eq!((&printers[0]["status"], &printers[0]["queued"]), (&json!(status), &json!(1)));
        printer.set_behavior(Behavior::Normal);
        bar.wait_for_jobs(&["confirmed"]).await;
    }
}

#[tokio::test]
async fn a_receipt_is_printed_again_by_hand() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::with_printer(&printer.url()).await;
    bar.admin().put("/api/settings", json!({"autoPrint": false})).await.ok();
    bar.stocks("Club Beer", "2.00", 9).await;
    let number = text(&bar.sells("Club Beer", 1).await["receiptNumber"]).to_owned();
    assert_eq!(bar.bartender().get("/api/print-jobs").await.ok(), json!([]), "automatic printing is off");
    let path = format!("/api/receipts/{number}/print");
    let print = || bar.bartender().request("POST", &path).key("one").send();
    let job = print().await.has_status(202);
    assert_eq!((&job["status"], &job["receiptNumber"]), (&json!("queued"), &json!(number)));
    assert_eq!(print().await.has_status(202), job, "the same key, the same job");
    bar.wait_for_jobs(&["confirmed"]).await;
    bar.bartender().post(&path, json!({})).await.has_status(202);
    bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
    assert_eq!(printed_count(&printer.connections(), &number), 2);
}

#[tokio::test]
async fn without_a_printer_nothing_is_queued() {
    let bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 9).await;
    let number = text(&bar.sells("Club Beer", 1).await["receiptNumber"]).to_owned();
    assert_eq!(bar.bartender().get("/api/print-jobs").await.ok(), json!([]));
    bar.bartender().post(&format!("/api/receipts/{number}/print"), json!({})).await.refused(409, "conflict");
    bar.bartender().post("/api/print-jobs/1/retry", json!({})).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_test_page_prints_on_the_chosen_printer() {
    let (one, two) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::NoReplies));
    let bar = TestBar::open().await;
    let printers = json!([{"name": "Bar", "url": one.url()}, {"name": "Kitchen", "url": two.url(), "columns": 32}]);
    bar.admin().put("/api/settings", json!({"printers": printers})).await.ok();
    bar.admin().post("/api/printers/9/test", json!({})).await.refused(404, "not_found");
    let job = bar.admin().post("/api/printers/2/test", json!({})).await.has_status(202);
    assert_eq!((&job["kind"], &job["receiptNumber"], &job["printerId"]), (&json!("test"), &json!(null), &json!(2)));
    bar.wait_for_jobs(&["sent"]).await;
    assert_eq!((printed_count(&one.connections(), "Kitchen"), printed_count(&two.connections(), "Kitchen")), (0, 1));
}

#[tokio::test]
async fn a_paused_printer_keeps_its_jobs_queued() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::with_printer(&printer.url()).await;
    let mut setting = bar.admin().get("/api/settings").await.ok()["printers"][0].clone();
    setting["enabled"] = json!(false);
    bar.admin().put("/api/settings", json!({"printers": [setting]})).await.ok();
    bar.admin().post("/api/printers/1/test", json!({})).await.has_status(202);
    let printers = bar.bartender().get("/api/printers").await.ok();
    assert_eq!((&printers[0]["status"], &printers[0]["queued"]), (&json!("paused"), &json!(1)));
    setting["enabled"] = json!(true);
    bar.admin().put("/api/settings", json!({"printers": [setting]})).await.ok();
    bar.wait_for_jobs(&["confirmed"]).await;
}
