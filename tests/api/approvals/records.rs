//! What is recorded of a deed that was approved: its own records, the audit log, the paper.

use serde_json::{Value, json};

use super::steps::wrong_order;
use crate::bar::{SECOND, TestBar};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::assert_fields;
use crate::printing_steps::pages;

async fn approved(bar: &TestBar, method: &str, path: &str, body: Value) -> Value {
    let musa = bar.bartender();
    let granted = bar.grants(&musa.asks(method, path, body.clone()).await.created()).await;
    let answer = musa.sends(method, path, &body, &granted).await;
    assert!(answer.status < 300, "{method} {path}: {} {}", answer.status, answer.text());
    answer.json()
}

fn by(id: u64) -> Value {
    json!({"approvalId": id, "approvedBy": "manager", "requestedBy": "bartender"})
}

#[tokio::test]
async fn every_record_names_both_people() {
    let all = ["void_sale", "void_order", "discount", "remove_sent", "cancel_order", "no_sale"];
    let rules: serde_json::Map<String, Value> = all.iter().map(|kind| ((*kind).to_owned(), json!("approve"))).collect();
    let bar = TestBar::with_rules(rules.into()).await;
    let (till, kitchen) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Normal));
    let printers = [
        ("Till", &till, json!({"opensDrawer": true, "receipts": false})),
        ("Kitchen", &kitchen, json!({"categories": ["food"], "receipts": false})),
    ];
    bar.sets_up_printers(&printers).await;

    let cheap = || json!({"productId": 3, "quantity": 2, "unitPrice": "900", "discountReason": "Regular", "customerName": "Musu"});
    assert_fields(&approved(&bar, "POST", "/api/sales", cheap()).await, by(1));
    assert_fields(&approved(&bar, "POST", "/api/sales/1/void", json!({"reason": "x", "quantity": 1})).await, by(2));
    assert_fields(&approved(&bar, "POST", "/api/credit", cheap()).await, by(3));
    let order = approved(&bar, "POST", "/api/orders", json!({"customerName": "Musu", "orderType": "takeout", "items": [cheap()]})).await;
    assert_fields(&order["items"][0], by(4));
    assert_fields(&order, json!({"approvalId": null, "approvedBy": null, "requestedBy": null}));
    let order = approved(&bar, "POST", "/api/orders/1/items", cheap()).await;
    assert_fields(&order["items"][1], by(5));
    approved(&bar, "PATCH", "/api/orders/1/items/2", json!({"quantity": 1, "reason": "Spilled"})).await;
    approved(&bar, "DELETE", "/api/orders/1/items/2", json!({})).await;
    assert_fields(&approved(&bar, "PATCH", "/api/orders/1/status", json!({"status": "cancelled", "reason": "left"})).await, by(8));
    let order = bar.takes_order(&[("Rice", 1)]).await;
    bar.pays(&order, json!({"amountLRD": 950})).await.ok();
    assert_fields(&approved(&bar, "POST", "/api/orders/2/void", wrong_order()).await, by(9));
    assert_fields(&approved(&bar, "POST", "/api/drawer", json!({})).await, by(10));
    // A sale keeps what was approved of its price, and of its latest void.
    let lines = bar.sale_lines().await;
    assert_fields(&lines[0], by(2));
    assert_fields(&lines[1], by(9));

    let audit = bar.admin().get("/api/admin/audit?q=approved by manager&limit=30").await.ok();
    assert_eq!(audit.as_array().expect("a list").len(), 10, "{audit:#}");
    let voided = bar.audit_summaries("sales.voided", 1).await;
    assert_eq!(voided, ["Voided 1 × Rice (discount: Regular) of receipt R-20261121-0001: x; approved by manager"]);
    assert_eq!(bar.audit_summaries("people.approval_used", 1).await, ["Used an approval: Open the drawer"]);
    bar.wait_until("/api/print-jobs", |jobs| {
        jobs.as_array().expect("jobs").iter().all(|job| job["status"] == "confirmed" || job["status"] == "sent")
    })
    .await;
    let cancelled: Vec<Vec<String>> = pages(&kitchen).into_iter().filter(|page| page[0] == "CANCELLED").collect();
    assert_eq!(cancelled.len(), 4);
    for page in cancelled {
        assert!(page.contains(&"Approved by manager".to_owned()), "{page:#?}");
    }
}

#[tokio::test]
async fn a_deed_of_a_manager_names_nobody() {
    let bar = TestBar::with_rules(json!({"remove_sent": "approve"})).await;
    let kitchen = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Kitchen", &kitchen, json!({"categories": ["food"], "receipts": false}))]).await;
    bar.takes_order(&[("Rice", 2)]).await;
    bar.clock.pass(SECOND);
    bar.manager().delete("/api/orders/1/items/1").await.ok();
    let printed = bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
    assert_fields(&printed[0], json!({"kind": "cancellation"}));
    assert!(printed[0].get("approvalId").is_none());
    assert!(pages(&kitchen).concat().iter().all(|line| !line.starts_with("Approved")));
}
