//! The fiscal device: documents of receipts and voids, their delivery, and receipts that wait for a signature.

use std::time::Duration;

use serde_json::{Value, json};

use super::fake_adapter::{Answer, FakeAdapter, url_of};
use super::figures;
use crate::bar::{SECOND, TestBar, text, values_of};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::live::updates::LiveClient;
use crate::printing_steps::pages;

const FIRST: &str = "R-20261121-0001";
const SECOND_NUMBER: &str = "R-20261121-0002";
const THIRD: &str = "R-20261121-0003";

impl TestBar {
    async fn uses_adapter(&self, url: &str, policy: &str) {
        self.admin().put("/api/settings", json!({"fiscal": {"url": url, "policy": policy}})).await.ok();
    }

    /// Waits until the fiscal documents have these statuses, oldest first.
    async fn wait_for_documents(&self, statuses: &[&str]) -> Vec<Value> {
        let is = |documents: &Value| values_of(documents, "status").into_iter().rev().eq(statuses.iter().map(|status| json!(status)));
        let documents = self.wait_until("/api/fiscal/documents", is).await;
        documents.as_array().expect("documents").iter().rev().cloned().collect()
    }

    /// Waits until the printer got as many pages.
    async fn wait_for_pages(&self, printer: &FakePrinter, count: usize) -> Vec<Vec<String>> {
        self.wait_until("/api/print-jobs", |jobs| {
            values_of(jobs, "kind").iter().filter(|kind| *kind == "receipt").count() >= count
                && values_of(jobs, "status").iter().all(|status| status == "confirmed")
        })
        .await;
        pages(printer)
    }
}

#[tokio::test]
async fn a_bar_without_a_device_has_no_documents() {
    let bar = TestBar::with_gst("included").await;
    let fiscal = bar.admin().get("/api/settings").await.ok()["fiscal"].clone();
    assert_eq!(fiscal, json!({"url": null, "policy": "later", "waitSeconds": 5}));
    bar.sells("Club", 1).await;
    assert_eq!(bar.manager().get("/api/fiscal/documents").await.ok(), json!([]));
    assert_eq!(bar.bartender().get(&format!("/api/receipts/{FIRST}")).await.ok()["fiscal"], Value::Null);
    for (fiscal, field, sentence) in [
        (
            json!({"url": "https://127.0.0.1"}),
            "fiscal.url",
            "Must be an address on this box or in its network, such as http://127.0.0.1:8090",
        ),
        (json!({"url": "http://8.8.8.8"}), "fiscal.url", "Must be an address on this box or in its network, such as http://127.0.0.1:8090"),
        (json!({"policy": "never"}), "fiscal.policy", "Must be later, wait or hold"),
        (json!({"waitSeconds": 61}), "fiscal.waitSeconds", "Must be between 1 and 60"),
        (json!({"waitSeconds": 0}), "fiscal.waitSeconds", "Must be between 1 and 60"),
    ] {
        let refused = bar.admin().put("/api/settings", json!({"fiscal": fiscal})).await;
        assert_eq!(refused.refused(400, "invalid")["fields"][field], sentence);
    }
    let merged = bar.admin().put("/api/settings", json!({"fiscal": {"policy": "hold"}})).await.ok()["fiscal"].clone();
    assert_eq!(merged, json!({"url": null, "policy": "hold", "waitSeconds": 5}));
}

#[tokio::test]
async fn a_receipt_and_its_void_are_signed_with_their_figures() {
    let adapter = FakeAdapter::start(Answer::Signs).await;
    let bar = TestBar::with_gst("included").await;
    bar.sets_tax(json!({"tin": "500123456"})).await;
    bar.uses_adapter(&adapter.url(), "later").await;
    let order = bar.order_a(2, 1).await;
    let mut manager = LiveClient::listen(&bar.manager(), None).await;
    bar.pays(&order, json!({"amountUSD": "9.00", "buyer": {"name": "Acme Group"}})).await.ok();
    bar.wait_for_documents(&["signed"]).await;
    let mut topics = Vec::new();
    while !topics.contains(&"fiscal".to_owned()) {
        topics.extend(manager.next_change().await.expect("a change").topics);
    }
    let sale = adapter.received().remove(0);
    assert_eq!(sale["documentId"], FIRST);
    let expected = json!({"transaction": "sale", "type": "normal", "number": FIRST, "day": "2026-11-21", "tin": "500123456",
        "buyer": {"name": "Acme Group", "tin": null, "address": null}, "refundOf": null});
    for (name, value) in expected.as_object().expect("members") {
        assert_eq!(sale[name], *value, "{name}");
    }
    assert_eq!(figures(&sale, ["grandTotalUSD", "grandTotalLRD"]), ["9.00", "1710.00"]);
    let row =
        json!({"label": "GST 13 %", "kind": "taxed", "mode": "included", "currency": "USD", "net": "3.54", "tax": "0.46", "gross": "4.00"});
    assert_eq!((&sale["rows"][0], sale["lines"].as_array().map(Vec::len)), (&row, Some(2)));
    assert_eq!(figures(&sale["lines"][0], ["netUSD", "taxUSD", "grossUSD", "unitPriceUSD"]), ["3.54", "0.46", "4.00", "2.00"]);
    let signed = json!({"deviceId": "LRA-77", "number": "1", "signature": "SIG0001", "qr": format!("https://lra.example/{FIRST}"),
        "at": "2026-11-21T20:00:01Z"});
    let detail = bar.bartender().get(&format!("/api/receipts/{FIRST}")).await.ok();
    assert_eq!(detail["fiscal"], json!({"documentId": FIRST, "status": "signed", "error": null, "signed": signed}));
    // What is signed has its buyer.
    let other = bar.manager().put(&format!("/api/receipts/{FIRST}/buyer"), json!({"name": "Other"})).await;
    assert_eq!(other.refused(409, "conflict")["message"], "This receipt is signed");
    // One of two Club is taken back, by one void, and later the whole order.
    let void = json!({"reason": "Flat", "lines": [{"saleId": sale["lines"][0]["saleId"], "quantity": 1}]});
    bar.manager().post(&format!("/api/receipts/{FIRST}/void"), void).await.ok();
    bar.clock.pass(SECOND);
    bar.manager().post(&format!("/api/orders/{}/void", order["id"]), json!({"reason": "Wrong table"})).await.ok();
    let documents = bar.wait_for_documents(&["signed", "signed", "signed"]).await;
    let [part, rest] = [1, 2].map(|at| adapter.received()[at].clone());
    for document in [&part, &rest] {
        assert_eq!((&document["transaction"], &document["number"], &document["refundOf"]), (&json!("refund"), &Value::Null, &json!(FIRST)));
    }
    assert_eq!(figures(&part["lines"][0], ["netUSD", "taxUSD", "grossUSD"]), ["1.77", "0.23", "2.00"]);
    assert_eq!((figures(&part, ["grandTotalUSD"]), rest["lines"].as_array().map(Vec::len)), (["2.00".to_owned()], Some(2)));
    assert_eq!(figures(&rest, ["grandTotalUSD", "grandTotalLRD"]), ["7.00", "1330.00"]);
    assert_eq!((&documents[1]["refundOf"], &documents[1]["number"]), (&json!(FIRST), &Value::Null));
    let retry = bar.manager().post(&format!("/api/fiscal/documents/{FIRST}/retry"), json!({})).await;
    assert_eq!(retry.refused(409, "conflict")["message"], "This document is already signed");
    assert_eq!(adapter.received().len(), 3, "what is signed is not sent again");
}

#[tokio::test]
async fn three_sales_are_signed_in_order_and_once_after_a_power_cut() {
    let address = FakeAdapter::stopped().await;
    let mut bar = TestBar::with_gst("included").await;
    bar.uses_adapter(&url_of(address), "later").await;
    for _ in 0..3 {
        bar.sells("Club", 1).await;
    }
    bar.loses_power().await;
    bar.wait_for_documents(&["to_sign"; 3]).await;
    let adapter = FakeAdapter::start_at(address, Answer::Signs).await;
    bar.wait_for_documents(&["signed"; 3]).await;
    assert_eq!(adapter.signed(), [FIRST, SECOND_NUMBER, THIRD]);
    bar.loses_power().await;
    bar.sells("Club", 1).await;
    bar.wait_for_documents(&["signed"; 4]).await;
    assert_eq!(adapter.received().len(), 4, "each was signed once");
}

#[tokio::test]
async fn a_refused_document_holds_neither_the_next_one_nor_a_sale_until_a_person_retries() {
    let adapter = FakeAdapter::start(Answer::Refuses(SECOND_NUMBER.to_owned())).await;
    let bar = TestBar::with_gst("added").await;
    bar.uses_adapter(&adapter.url(), "later").await;
    for _ in 0..3 {
        bar.sells("Club", 1).await;
    }
    let documents = bar.wait_for_documents(&["signed", "failed", "signed"]).await;
    assert_eq!((&documents[1]["error"], &documents[1]["signed"]), (&json!("unknown TIN"), &Value::Null));
    let failed = bar.manager().get("/api/fiscal/documents?status=failed").await.ok();
    assert_eq!(values_of(&failed, "documentId"), [SECOND_NUMBER]);
    adapter.answers(Answer::Signs);
    let retried = bar.manager().post(&format!("/api/fiscal/documents/{SECOND_NUMBER}/retry"), json!({})).await.ok();
    assert_eq!((&retried["id"], &retried["status"]), (&json!(SECOND_NUMBER), &json!("to_sign")));
    bar.wait_for_documents(&["signed"; 3]).await;
    let audit = bar.admin().get("/api/admin/audit?kind=fiscal").await.ok();
    let summaries = values_of(&audit, "summary");
    for sentence in [
        format!("Fiscal document of receipt {SECOND_NUMBER}"),
        format!("Fiscal document {SECOND_NUMBER} refused: unknown TIN"),
        format!("Fiscal document {SECOND_NUMBER} is sent again"),
        format!("Fiscal document {SECOND_NUMBER} signed by LRA-77, No. 3"),
    ] {
        assert!(summaries.contains(&json!(sentence)), "{sentence} in {summaries:?}");
    }
    bar.bartender().get("/api/fiscal/documents").await.refused(403, "forbidden");
}

#[tokio::test]
async fn an_adapter_that_answers_wrongly_or_not_at_all_is_asked_again() {
    let adapter = FakeAdapter::start(Answer::Says(503, "busy".to_owned())).await;
    let bar = TestBar::with_gst("included").await;
    bar.uses_adapter(&adapter.url(), "later").await;
    bar.sells("Club", 1).await;
    adapter.wait_for_document().await;
    adapter.answers(Answer::Says(200, json!({"deviceId": "LRA-77"}).to_string()));
    bar.wait_until("/api/fiscal/documents", |_| adapter.received().len() >= 2).await;
    bar.wait_for_documents(&["to_sign"]).await;
    // It hangs now; another address is asked at once.
    adapter.answers(Answer::Hangs);
    bar.wait_until("/api/fiscal/documents", |_| adapter.received().len() >= 3).await;
    bar.sells("Club", 1).await;
    let other = FakeAdapter::start(Answer::Signs).await;
    bar.uses_adapter(&other.url(), "later").await;
    bar.wait_for_documents(&["signed", "signed"]).await;
    assert_eq!(other.signed(), [FIRST, SECOND_NUMBER]);
    assert!(adapter.received().iter().all(|document| document["documentId"] == FIRST), "one at a time");
}

#[tokio::test]
async fn paper_prints_at_once_and_a_copy_has_the_signature() {
    let printer = FakePrinter::start(Behavior::Normal);
    let address = FakeAdapter::stopped().await;
    let bar = TestBar::with_gst("included").await;
    bar.sets_up_printers(&[("Bar", &printer, json!({"profile": "generic-58", "columns": 32}))]).await;
    bar.uses_adapter(&url_of(address), "later").await;
    bar.sells("Club", 1).await;
    let page = bar.wait_for_pages(&printer, 1).await.pop().expect("a page");
    assert_eq!(page.last().map(String::as_str), Some("Fiscal signature pending"), "{page:#?}");
    let _adapter = FakeAdapter::start_at(address, Answer::Signs).await;
    bar.wait_for_documents(&["signed"]).await;
    bar.bartender().post(&format!("/api/receipts/{FIRST}/print"), json!({})).await.has_status(202);
    let page = bar.wait_for_pages(&printer, 2).await.pop().expect("a page");
    let place = page.iter().position(|line| line == "Fiscal device LRA-77").unwrap_or_else(|| panic!("no signature in {page:#?}"));
    assert_eq!(page[place..place + 3], ["Fiscal device LRA-77", "No. 1", "SIG0001"]);
    assert!(!page.iter().any(|line| line.contains("pending")));
    bar.wait_for_documents(&["signed"]).await;
}

#[tokio::test]
async fn held_paper_prints_when_it_is_signed() {
    let printer = FakePrinter::start(Behavior::Normal);
    let address = FakeAdapter::stopped().await;
    let mut bar = TestBar::with_gst("included").await;
    bar.sets_up_printers(&[("Bar", &printer, json!({"profile": "generic-58", "columns": 32}))]).await;
    bar.uses_adapter(&url_of(address), "hold").await;
    bar.sells("Club", 1).await;
    bar.loses_power().await;
    bar.clock.pass(Duration::from_secs(3600));
    assert_eq!(values_of(&bar.bartender().get("/api/print-jobs").await.ok(), "kind"), [""; 0], "nothing waits in the printer's list");
    bar.bartender().post(&format!("/api/receipts/{FIRST}/print"), json!({})).await.refused(409, "conflict");
    let _adapter = FakeAdapter::start_at(address, Answer::Signs).await;
    let page = bar.wait_for_pages(&printer, 1).await.pop().expect("a page");
    assert!(page.iter().any(|line| line == "SIG0001"), "{page:#?}");
    assert!(!page.iter().any(|line| line.contains("COPY")), "it is the first printing");
}

#[tokio::test]
async fn an_odd_answer_holds_up_no_other_document() {
    let signed = json!({"deviceId": "LRA-77", "number": 1, "signature": "SIG", "qr": "", "at": "2026-11-21T20:00:00Z"});
    let adapter = FakeAdapter::start(Answer::Says(200, signed.to_string())).await;
    let bar = TestBar::with_gst("included").await;
    bar.uses_adapter(&adapter.url(), "later").await;
    bar.sells("Club", 1).await;
    bar.wait_for_documents(&["signed"]).await;
    let long = json!({"deviceId": "LRA-77", "number": 2, "signature": "S".repeat(9_000), "at": "2026-11-21T20:00:00Z"});
    adapter.answers(Answer::Says(200, long.to_string()));
    bar.sells("Club", 1).await;
    bar.wait_for_documents(&["signed", "failed"]).await;
    adapter.answers(Answer::Signs);
    bar.sells("Club", 1).await;
    bar.wait_for_documents(&["signed", "failed", "signed"]).await;
}

#[tokio::test]
async fn a_refused_receipt_that_was_printed_by_hand_is_not_printed_again_when_it_is_signed() {
    let printer = FakePrinter::start(Behavior::Normal);
    let adapter = FakeAdapter::start(Answer::Says(400, "unknown TIN".to_owned())).await;
    let bar = TestBar::with_gst("included").await;
    bar.sets_up_printers(&[("Bar", &printer, json!({"profile": "generic-58", "columns": 32}))]).await;
    bar.uses_adapter(&adapter.url(), "hold").await;
    bar.sells("Club", 1).await;
    bar.wait_for_documents(&["failed"]).await;
    let path = format!("/api/receipts/{FIRST}/print");
    bar.bartender().post(&path, json!({})).await.has_status(202);
    bar.wait_for_pages(&printer, 1).await;
    adapter.answers(Answer::Signs);
    let document = bar.manager().get("/api/fiscal/documents").await.ok()[0]["documentId"].clone();
    bar.manager().post(&format!("/api/fiscal/documents/{}/retry", text(&document)), json!({})).await.ok();
    bar.wait_for_documents(&["signed"]).await;
    bar.bartender().post(&path, json!({})).await.has_status(202);
    let page = bar.wait_for_pages(&printer, 2).await.pop().expect("a page");
    assert!(page.contains(&"COPY 1".to_owned()) && page.contains(&"SIG0001".to_owned()), "{page:#?}");
}

#[tokio::test]
async fn paper_waits_some_seconds_for_its_signature() {
    let printer = FakePrinter::start(Behavior::Normal);
    let adapter = FakeAdapter::start(Answer::Signs).await;
    let bar = TestBar::with_gst("included").await;
    bar.sets_up_printers(&[("Bar", &printer, json!({"profile": "generic-58", "columns": 32}))]).await;
    bar.uses_adapter(&adapter.url(), "wait").await;
    bar.sells("Club", 1).await;
    let page = bar.wait_for_pages(&printer, 1).await.pop().expect("a page");
    assert!(page.iter().any(|line| line == "SIG0001"), "signed in time: {page:#?}");
    adapter.answers(Answer::Says(500, String::new()));
    bar.sells("Club", 1).await;
    bar.wait_for_documents(&["signed", "to_sign"]).await;
    bar.clock.pass(Duration::from_secs(5));
    let page = bar.wait_for_pages(&printer, 2).await.pop().expect("a page");
    assert_eq!(page.last().map(String::as_str), Some("Fiscal signature pending"));
    // The device is taken away while a receipt waits: it prints.
    adapter.answers(Answer::Hangs);
    bar.sells("Club", 1).await;
    bar.admin().put("/api/settings", json!({"fiscal": {"url": null}})).await.ok();
    bar.wait_for_pages(&printer, 3).await;
    let sold = bar.sells("Club", 1).await;
    bar.wait_for_pages(&printer, 4).await;
    let detail = bar.bartender().get(&format!("/api/receipts/{}", text(&sold["receiptNumber"]))).await.ok();
    assert_eq!(detail["fiscal"], Value::Null);
}

#[tokio::test]
async fn the_lines_of_the_report_are_a_file() {
    let bar = TestBar::with_gst("included").await;
    let order = bar.order_a(2, 1).await;
    bar.pays(&order, json!({"amountUSD": "9.00", "buyer": {"name": "Acme, Group", "tin": "500"}})).await.ok();
    let sale = bar.sells("Club", 1).await;
    bar.clock.jump_to("2026-11-22T20:00:00Z");
    bar.voids_sale(&sale).await.ok();
    let file = bar.admin().get("/api/reports/tax?from=2026-11-21&to=2026-11-22&format=csv&detail=lines").await;
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"tax-2026-11-21-2026-11-22.csv\""));
    let lines: Vec<String> = file.text().lines().map(str::to_owned).collect();
    assert_eq!(
        lines[0],
        "day,time,receiptNumber,part,saleId,product,category,class,label,percent,mode,currency,quantity,netUSD,taxUSD,grossUSD,netLRD,taxLRD,grossLRD,buyerName,buyerTIN,exemption"
    );
    assert_eq!(lines.len(), 5);
    assert!(lines[1].starts_with("2026-11-21,"), "{}", lines[1]);
    assert!(lines[1].ends_with(",USD,2,3.54,0.46,4.00,672.57,87.43,760.00,\"Acme, Group\",500,"), "{}", lines[1]);
    assert!(lines[2].contains(",R-20261121-0001,sales,2,Rice,food,standard,GST 13 %,13.00,included,LRD,1,"), "{}", lines[2]);
    assert!(lines[3].contains(",sales,3,Club,"), "a line that is voided later was sold all the same: {}", lines[3]);
    assert!(lines[4].starts_with("2026-11-22,") && lines[4].contains(",voids,3,Club,"), "{}", lines[4]);
    assert!(lines[4].ends_with(",USD,-1,-1.77,-0.23,-2.00,-336.28,-43.72,-380.00,,,"), "{}", lines[4]);
}
