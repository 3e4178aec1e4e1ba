//! What phones are told when bills change.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::pieces;
use crate::bar::{Person, TIMEOUT, TestBar};
use crate::live::updates::LiveClient;

/// Reads changes until all of these topics were named.
async fn expect_topics(phone: &mut LiveClient, wanted: &[&str], after: &str) {
    let mut missing: BTreeSet<&str> = wanted.iter().copied().collect();
    while !missing.is_empty() {
        let Ok(Some(change)) = tokio::time::timeout(TIMEOUT, phone.next_change()).await else {
            panic!("no word of {missing:?} after {after}");
        };
        missing.retain(|topic| !change.topics.iter().any(|named| named == topic));
    }
}

/// A stream from now on.
async fn listen(person: &Person) -> LiveClient {
    LiveClient::listen(person, None).await
}

#[tokio::test]
async fn each_change_of_an_order_tells_its_topics() {
    let bar = TestBar::stocked().await;
    let (bartender, manager) = (bar.bartender(), bar.manager());
    let order = bar.order_12().await;
    let path = |call: &str| format!("/api/orders/{}/{call}", order["id"]);

    let mut phone = listen(&bartender).await;
    bar.bills(&order).await;
    expect_topics(&mut phone, &["bills", "orders"], "the bill").await;
    let mut phone = listen(&bartender).await;
    let bill = json!({"bills": [{"items": pieces(&[(&order["items"][0], 2, 5)])}]});
    let created = bar.splits(&order, bill).await.created()["created"][0].clone();
    expect_topics(&mut phone, &["orders", "tables", "bills"], "a split of a billed order").await;
    bar.bills(&order).await;
    let mut phone = listen(&bartender).await;
    bar.merges(&order, &[&created]).await.ok();
    expect_topics(&mut phone, &["orders", "tables", "bills"], "a merge").await;
    bar.bills(&order).await;
    let mut phone = listen(&bartender).await;
    bar.discounts(&order, json!({"percent": 10})).await;
    expect_topics(&mut phone, &["orders", "bills"], "a discount").await;
    let mut phone = listen(&bartender).await;
    let paid = bar.pays_part(&order, (1, 2), json!({"amountUSD": 7})).await.ok();
    expect_topics(&mut phone, &["orders"], "a part").await;
    let mut phone = listen(&bartender).await;
    bar.gives_payment_back(&paid["payment"]).await.created();
    expect_topics(&mut phone, &["orders"], "a payment that was given back").await;
    bar.bills(&order).await;
    let now = bar.order(&order).await;
    let quantity = |item: &Value| item["quantity"].as_i64().expect("a number");
    let all: Vec<_> = now["items"].as_array().expect("items").iter().map(|item| (item, quantity(item), quantity(item))).collect();
    let mut phone = listen(&bartender).await;
    manager.post(&path("comp"), json!({"items": pieces(&all), "reason": "Owner's guest"})).await.ok();
    expect_topics(&mut phone, &["orders", "bills"], "a comp").await;
    let mut phone = listen(&bartender).await;
    bartender.post(&path("close"), json!({})).await.ok();
    expect_topics(&mut phone, &["orders", "sales", "receipts", "bills"], "the close").await;
}

#[tokio::test]
async fn walk_outs_and_refunds_tell_their_topics() {
    let bar = TestBar::stocked().await;
    let bartender = bar.bartender();
    let (left, paid) = (bar.order_12().await, bar.order_12().await);
    bar.bills(&left).await;
    bar.pays(&left, json!({"amountUSD": 8})).await.ok();
    let mut phone = listen(&bartender).await;
    bar.walk_out(&left).await.ok();
    expect_topics(&mut phone, &["orders", "sales", "receipts", "bills"], "a walk-out").await;
    let mut phone = listen(&bartender).await;
    // What was billed goes on a tab by a manager.
    bar.manager().post(&format!("/api/orders/{}/walk-out/recover", left["id"]), json!({"customerName": "Musu"})).await.ok();
    expect_topics(&mut phone, &["orders", "credit"], "the guest who came back").await;
    let receipt = bar.pays(&paid, json!({"amountUSD": 15})).await.ok()["receipt"]["receiptNumber"].clone();
    let sale = bar.sale_lines().await.iter().find(|line| line["receiptNumber"] == receipt).expect("a line").clone();
    let mut phone = listen(&bartender).await;
    let refund = json!({"items": [{"saleId": sale["id"], "quantity": 1}], "reason": "Flat"});
    bar.manager().post(&format!("/api/receipts/{}/refund", receipt.as_str().expect("a number")), refund).await.created();
    expect_topics(&mut phone, &["sales", "receipts"], "a refund").await;
}
