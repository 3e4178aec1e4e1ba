//! Conflicting requests of two phones at the same time, many times: one succeeds, the other gets a conflict.

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar};
use crate::order_steps::{CUSTOMER, assert_fields};

/// How often each conflict is tried.
const ROUNDS: usize = 25;

/// Asserts that one answer is a success and the other a 409 with this code. Returns the body of the success.
#[track_caller]
fn assert_one_succeeds(one: Answer, two: Answer, code: &str) -> Value {
    let (accepted, rejected) = if one.status < 300 { (one, two) } else { (two, one) };
    assert!(accepted.status < 300, "none succeeded: {} {}", accepted.status, accepted.text());
    rejected.refused(409, code);
    accepted.json()
}

#[tokio::test]
async fn the_same_order_is_paid_once() {
    let bar = TestBar::stocked().await;
    let (bartender, manager) = (bar.bartender(), bar.manager());
    for round in 1..=ROUNDS {
        let order = bar.takes_order(&[("Whisky", 1)]).await;
        let path = format!("/api/orders/{}/payment", order["id"]);
        let (one, two) = tokio::join!(bartender.post(&path, json!({"amountUSD": 6})), manager.post(&path, json!({"amountLRD": 1140})));
        let accepted = assert_one_succeeds(one, two, "already_paid");
        assert_eq!(accepted["receipt"]["receiptNumber"], format!("R-20261121-{round:04}"), "receipts have no gaps");
    }
    assert_eq!(bar.sale_lines().await.len(), ROUNDS);
}

#[tokio::test]
async fn the_same_debt_is_paid_once() {
    let bar = TestBar::stocked().await;
    let (bartender, manager) = (bar.bartender(), bar.manager());
    for _ in 0..ROUNDS {
        let item = bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
        let path = format!("/api/credit/{}/pay", item["id"]);
        let (one, two) = tokio::join!(bartender.patch(&path, json!({})), manager.patch(&path, json!({"amountUSD": 2})));
        assert_one_succeeds(one, two, "already_paid");
    }
    for _ in 0..ROUNDS {
        bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
        let body = || json!({"customerName": CUSTOMER.0});
        let (one, two) = tokio::join!(bartender.post("/api/credit/bulk-pay", body()), manager.post("/api/credit/bulk-pay", body()));
        assert_eq!(assert_one_succeeds(one, two, "already_paid")["paid"], 1);
    }
    bar.expect_takings(&[("cash", &format!("{}.00", 4 * ROUNDS), "0.00")]).await;
}

#[tokio::test]
async fn an_order_changes_status_once() {
    let bar = TestBar::stocked().await;
    let (bartender, manager) = (bar.bartender(), bar.manager());
    for _ in 0..ROUNDS {
        let order = bar.takes_order(&[("Beer", 1)]).await;
        let path = format!("/api/orders/{}/status", order["id"]);
        for status in ["preparing", "ready", "served"] {
            let body = || json!({"status": status});
            let (one, two) = tokio::join!(bartender.patch(&path, body()), manager.patch(&path, body()));
            assert_eq!(assert_one_succeeds(one, two, "bad_transition")["status"], status);
        }
    }
}

#[tokio::test]
async fn an_order_is_paid_or_put_on_credit_and_voided_once() {
    let bar = TestBar::stocked().await;
    let (bartender, manager, admin) = (bar.bartender(), bar.manager(), bar.admin());
    for _ in 0..ROUNDS {
        let order = bar.takes_order(&[("Rice", 2)]).await;
        let path = format!("/api/orders/{}", order["id"]);
        let (pay, attach, void) = (format!("{path}/payment"), format!("{path}/credit"), format!("{path}/void"));
        let (paid, owed) =
            tokio::join!(bartender.post(&pay, json!({"amountLRD": 1900})), manager.post(&attach, json!({"customerName": "Musu"})));
        let code = if paid.status == 200 { "already_paid" } else { "already_on_credit" };
        assert_one_succeeds(paid, owed, code);
        let body = || json!({"reason": "Complaint"});
        let (one, two) = tokio::join!(admin.post(&void, body()), manager.post(&void, body()));
        assert_fields(&assert_one_succeeds(one, two, "conflict"), json!({"status": "cancelled"}));
        bar.expect_stock("Rice", 50).await;
    }
    bar.expect_takings(&[]).await;
    assert_eq!(bar.tabs().await, json!([]));
}

#[tokio::test]
async fn a_cancelled_order_is_not_paid_and_a_paid_one_is_not_cancelled() {
    let bar = TestBar::stocked().await;
    let (bartender, manager) = (bar.bartender(), bar.manager());
    for _ in 0..ROUNDS {
        let order = bar.takes_order(&[("Beer", 1)]).await;
        let (pay, status) = (format!("/api/orders/{}/payment", order["id"]), format!("/api/orders/{}/status", order["id"]));
        let (paid, cancelled) = tokio::join!(
            bartender.post(&pay, json!({"amountUSD": 2})),
            manager.patch(&status, json!({"status": "cancelled", "reason": "Left"}))
        );
        let code = if paid.status == 200 { "bad_transition" } else { "conflict" };
        assert_one_succeeds(paid, cancelled, code);
    }
    let sold = bar.sale_lines().await.len() as i64;
    bar.expect_stock("Beer", 50 - sold).await;
}

#[tokio::test]
async fn forty_phones_on_one_order_lose_nothing() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1)]).await;
    let item = bar.items(&[("Beer", 1)]).await[0].clone();
    let path = format!("/api/orders/{}/items", order["id"]);
    let phones: Vec<_> = (0..40)
        .map(|phone| {
            let (person, path, item) = (if phone % 2 == 0 { bar.bartender() } else { bar.manager() }, path.clone(), item.clone());
            tokio::spawn(async move { person.post(&path, item).await.status })
        })
        .collect();
    for phone in phones {
        assert_eq!(phone.await.expect("no panic"), 201);
    }
    let order = bar.order(&order).await;
    assert_fields(&order, json!({"totalAmountUSD": "86.00"}));
    assert_eq!(order["items"].as_array().map(Vec::len), Some(41));
    bar.expect_stock("Beer", 10).await;
}
