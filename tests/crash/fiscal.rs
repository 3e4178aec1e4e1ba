//! The box is killed while receipts are signed by a fiscal device: each document is signed once, in the order of the receipts.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use store::{Folder, Store};

use crate::box_process::BoxProcess;
use crate::fake_adapter::{Answer, FakeAdapter, url_of};
use crate::ledger::{KeyedRequest, stock_up};
use crate::phone::Phone;
use crate::rebuild_check;
use crate::rng::SeededRng;
use crate::rounds;

/// Sales of a round.
const SALES: u64 = 3;
/// The box is killed within this time after the first sale of a round, or after its start, in microseconds.
const KILLED_WITHIN: u64 = 20_000;
/// Longest wait for the signatures of all documents.
const PATIENCE: Duration = Duration::from_secs(30);
/// Wait between two looks at the documents.
const POLL: Duration = Duration::from_millis(20);

/// A fresh bar with stock, a tax and this adapter.
async fn opens_with_tax(folder: &Path, adapter: &str) -> String {
    let bar = BoxProcess::open(folder, &[]);
    let phone = Phone::new(bar.port(), &Phone::first_sign_in(bar.port()).await);
    stock_up(&phone).await;
    let class = json!({"id": "standard", "name": "Standard", "kind": "taxed", "rates": [{"from": null, "parts": [{"name": "GST", "percent": "13"}]}]});
    let present = phone.sees("/api/settings").await["tax"]["classes"].clone();
    let others = present.as_array().expect("classes").iter().filter(|class| class["id"] != "standard").cloned();
    let classes: Vec<Value> = std::iter::once(class).chain(others).collect();
    let settings = json!({"tax": {"mode": "included", "classes": classes}, "fiscal": {"url": adapter, "policy": "later"}});
    phone.put("/api/settings", &settings).await.expect("an answer").is(200);
    bar.kill();
    phone.token().to_owned()
}

/// Sends requests one after the other until one gets no answer.
async fn send_all(phone: Phone, mut requests: Vec<KeyedRequest>) -> Vec<KeyedRequest> {
    for request in &mut requests {
        if !request.send(&phone).await {
            break;
        }
    }
    requests
}

/// The fiscal documents, oldest first, once all of them are signed.
async fn all_signed(phone: &Phone, count: usize) -> Vec<Value> {
    let signed = async {
        loop {
            let documents = phone.sees("/api/fiscal/documents?limit=1000").await;
            let documents: Vec<Value> = documents.as_array().expect("documents").iter().rev().cloned().collect();
            if documents.len() == count && documents.iter().all(|document| document["status"] == "signed") {
                return documents;
            }
            tokio::time::sleep(POLL).await;
        }
    };
    tokio::time::timeout(PATIENCE, signed).await.expect("signatures in time")
}

#[tokio::test(flavor = "multi_thread")]
async fn each_receipt_is_signed_once_and_in_order_however_often_the_box_is_killed() {
    let folder = tempfile::tempdir().expect("room");
    let mut rng = SeededRng::from_env();
    let mut address = FakeAdapter::stopped().await;
    let token = opens_with_tax(folder.path(), &url_of(address)).await;
    let (mut all, mut signed_before): (Vec<KeyedRequest>, Vec<String>) = (Vec::new(), Vec::new());
    for round in 0..rounds().div_ceil(3) {
        // The adapter is down while the bar sells and is killed.
        let bar = BoxProcess::open(folder.path(), &[]);
        let sale = |n: u64| KeyedRequest::new(format!("{round}-{n}"), "/api/sales".to_owned(), json!({"productId": 1, "quantity": 1}));
        let sent = tokio::spawn(send_all(Phone::new(bar.port(), &token), (0..SALES).map(sale).collect()));
        tokio::time::sleep(Duration::from_micros(rng.below(KILLED_WITHIN))).await;
        bar.kill();
        all.extend(sent.await.expect("no panic"));

        // It signs, and the box is killed in the middle of that.
        let adapter = FakeAdapter::start_at(address, Answer::Signs).await;
        let bar = BoxProcess::open(folder.path(), &[]);
        tokio::time::sleep(Duration::from_micros(rng.below(KILLED_WITHIN))).await;
        bar.kill();

        // At the end the phone repeats what it has no answer to, and everything becomes signed.
        let bar = BoxProcess::open(folder.path(), &[]);
        let phone = Phone::new(bar.port(), &token);
        for request in &mut all {
            assert!(request.send(&phone).await, "{}", request.key);
        }
        let documents = all_signed(&phone, all.len()).await;
        let ids: Vec<&str> = documents.iter().map(|document| document["documentId"].as_str().expect("an id")).collect();
        let receipts: Vec<String> = all
            .iter()
            .map(|sale| sale.parsed_answer().expect("an answer")["receiptNumber"].as_str().expect("a number").to_owned())
            .collect();
        assert_eq!(ids, receipts, "one document for each receipt, in their order");
        signed_before.extend(adapter.signed());
        assert_eq!(signed_before, receipts, "the adapter signed each of them once, in their order");
        bar.kill();
        address = adapter.stop().await;
    }
    rebuild_check::assert_rebuilds(&Store::open(Folder::lock(folder.path()).expect("free")).expect("whole"));
}
