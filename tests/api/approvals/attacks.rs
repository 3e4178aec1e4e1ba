//! Attempts to use a grant otherwise than once, by the person who asked, for what was asked.

use serde_json::{Value, json};

use super::steps::wrong_order;
use crate::bar::{Answer, SECOND, TestBar};
use crate::order_steps::assert_fields;

const VOID: &str = "/api/sales/1/void";

async fn bar_with_a_grant() -> (TestBar, Value) {
    let bar = TestBar::with_rules(json!({"void_sale": "approve"})).await;
    bar.sells("Beer", 4).await;
    let asked = bar.bartender().asks("POST", VOID, wrong_order()).await.created();
    let granted = bar.grants(&asked).await;
    (bar, granted)
}

async fn is_voided(bar: &TestBar) -> bool {
    !bar.sale_lines().await[0]["voidedAt"].is_null()
}

#[track_caller]
fn needs_approval(answer: Answer) {
    let refusal = answer.refused(403, "approval_required");
    assert_eq!(refusal["approval"]["kind"], "void_sale");
    assert!(refusal["approval"]["summary"].is_string());
}

#[tokio::test]
async fn a_grant_is_used_once() {
    let (bar, granted) = bar_with_a_grant().await;
    let voided = bar.bartender().sends("POST", VOID, &wrong_order(), &granted).await.ok();
    assert_fields(&voided, json!({"approvalId": 1, "approvedBy": "manager", "requestedBy": "bartender"}));
    needs_approval(bar.bartender().sends("POST", VOID, &wrong_order(), &granted).await);
    assert_fields(&bar.manager().get("/api/approvals/1").await.ok(), json!({"status": "used", "usedAt": "2026-11-21T20:00:00.000Z"}));
    bar.expect_stock("Beer", 50).await;
}

#[tokio::test]
async fn a_part_can_be_voided_with_one_grant_only_once() {
    let (bar, _) = bar_with_a_grant().await;
    let one = json!({"reason": "x", "quantity": 1});
    let asked = bar.bartender().asks("POST", VOID, one.clone()).await.created();
    let granted = bar.grants(&asked).await;
    bar.bartender().sends("POST", VOID, &one, &granted).await.ok();
    needs_approval(bar.bartender().sends("POST", VOID, &one, &granted).await);
    bar.expect_stock("Beer", 47).await;
}

#[tokio::test]
async fn a_grant_is_for_one_request_of_one_person() {
    let (bar, granted) = bar_with_a_grant().await;
    bar.sells("Beer", 4).await;
    let musa = bar.bartender();
    let (_, fatu) = bar.hires("fatu", "bartender").await;
    needs_approval(fatu.sends("POST", VOID, &wrong_order(), &granted).await);
    for body in [
        json!({"reason": "another"}),
        json!({"reason": "wrong order", "returnToStock": false}),
        json!({"reason": "wrong order", "quantity": 4}),
        json!({"reason": "wrong order", "more": 1}),
    ] {
        needs_approval(musa.sends("POST", VOID, &body, &granted).await);
    }
    needs_approval(musa.sends("POST", "/api/sales/2/void", &wrong_order(), &granted).await);
    needs_approval(musa.sends("POST", "/api/sales/1/void?x=1", &wrong_order(), &granted).await);
    let lines = json!({"reason": "wrong order", "lines": [{"saleId": 1}]});
    needs_approval(musa.sends("POST", "/api/receipts/R-20261121-0001/void", &lines, &granted).await);
    for header in ["2", "999", "0", "one", "-1", "1,2", "18446744073709551616"] {
        needs_approval(musa.request("POST", VOID).header("approval", header).json(&wrong_order()).send().await);
    }
    needs_approval(musa.post(VOID, wrong_order()).await);
    assert!(!is_voided(&bar).await);
    musa.sends("POST", VOID, &wrong_order(), &granted).await.ok();
}

#[tokio::test]
async fn the_body_is_compared_as_json() {
    let bar = TestBar::with_rules(json!({"void_sale": "approve"})).await;
    bar.sells("Beer", 4).await;
    let body = json!({"reason": "x", "quantity": 1, "returnToStock": true});
    let asked = bar.bartender().asks("POST", VOID, body.clone()).await.created();
    let granted = bar.grants(&asked).await;
    let musa = bar.bartender();
    let raw = async |text: &str| {
        let request = musa.request("POST", VOID).header("approval", &granted["id"].to_string());
        request.raw(text.to_owned()).send().await
    };
    needs_approval(raw(r#"{"reason":"x","quantity":"1","returnToStock":true}"#).await);
    needs_approval(raw(r#"{"reason":"x ","quantity":1,"returnToStock":true}"#).await);
    raw(r#" { "returnToStock" : true, "quantity": 1.0, "reason": "x" } "#).await.ok();
}

#[tokio::test]
async fn no_body_equals_an_empty_one() {
    let bar = TestBar::with_rules(json!({"remove_sent": "approve"})).await;
    bar.takes_order(&[("Beer", 2), ("Rice", 1), ("Whisky", 1)]).await;
    bar.clock.pass(SECOND * 121);
    let musa = bar.bartender();
    for (item, asks_with, sends_with) in [(1, json!(null), Some(json!({}))), (2, json!({}), None)] {
        let path = format!("/api/orders/1/items/{item}");
        let asked = musa.asks("DELETE", &path, asks_with).await.created();
        let granted = bar.grants(&asked).await;
        let request = musa.request("DELETE", &path).header("approval", &granted["id"].to_string());
        let request = if let Some(body) = sends_with { request.json(&body) } else { request };
        request.send().await.ok();
    }
}

#[tokio::test]
async fn a_grant_ends_after_a_minute_of_running_time() {
    let (bar, granted) = bar_with_a_grant().await;
    bar.clock.jump_to("2026-11-21T22:00:00Z");
    bar.clock.pass(SECOND * 60);
    let one = json!({"reason": "x", "quantity": 1});
    let other = bar.grants(&bar.bartender().asks("POST", VOID, one.clone()).await.created()).await;
    bar.clock.pass(SECOND);
    needs_approval(bar.bartender().sends("POST", VOID, &wrong_order(), &granted).await);
    bar.clock.pass(SECOND * 59);
    bar.bartender().sends("POST", VOID, &one, &other).await.ok();
}

#[tokio::test]
async fn twenty_sends_of_one_grant_have_one_effect() {
    let bar = TestBar::with_rules(json!({"void_sale": "approve"})).await;
    bar.sells("Beer", 40).await;
    let one = json!({"reason": "x", "quantity": 1});
    let granted = bar.grants(&bar.bartender().asks("POST", VOID, one.clone()).await.created()).await;
    let musa = bar.bartender();
    let sends = (0..20).map(|_| musa.sends("POST", VOID, &one, &granted));
    let answers = futures_util::future::join_all(sends).await;
    let statuses = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
    assert_eq!((statuses(200), statuses(403)), (1, 19));
    bar.expect_stock("Beer", 11).await;
}

#[tokio::test]
async fn a_restart_ends_what_is_asked_and_what_is_granted() {
    for power_cut in [false, true] {
        let (mut bar, granted) = bar_with_a_grant().await;
        let one = json!({"reason": "x", "quantity": 1});
        bar.bartender().asks("POST", VOID, one.clone()).await.created();
        if power_cut {
            bar.loses_power().await;
        } else {
            bar.restart().await;
        }
        needs_approval(bar.bartender().sends("POST", VOID, &wrong_order(), &granted).await);
        assert!(!is_voided(&bar).await);
        for id in [1, 2] {
            assert_fields(&bar.manager().get(&format!("/api/approvals/{id}")).await.ok(), json!({"status": "expired"}));
        }
        bar.manager().post("/api/approvals/2/grant", json!({})).await.refused(409, "conflict");
        assert_eq!(bar.audit_summaries("people", 1).await, ["The restart ended 2 open approvals"]);
        let again = bar.grants(&bar.bartender().asks("POST", VOID, one.clone()).await.created()).await;
        bar.bartender().sends("POST", VOID, &one, &again).await.ok();
    }
}

#[tokio::test]
async fn a_grant_for_what_has_changed_does_nothing_and_stays() {
    let (bar, granted) = bar_with_a_grant().await;
    bar.manager().post(VOID, json!({"reason": "flat", "quantity": 1})).await.ok();
    let refusal = bar.bartender().sends("POST", VOID, &wrong_order(), &granted).await.refused(409, "conflict");
    assert_eq!(refusal["message"], "The order changed. Ask again.");
    assert_fields(&bar.bartender().get("/api/approvals/1").await.ok(), json!({"status": "granted", "usedAt": null}));
    bar.expect_stock("Beer", 47).await;
}

#[tokio::test]
async fn an_order_that_changed_is_asked_for_again() {
    let bar = TestBar::with_rules(json!({"remove_sent": "approve", "cancel_order": "approve"})).await;
    bar.takes_order(&[("Beer", 2), ("Rice", 1)]).await;
    bar.clock.pass(SECOND * 121);
    let musa = bar.bartender();
    let remove = "/api/orders/1/items/1";
    let item = bar.grants(&musa.asks("DELETE", remove, json!({})).await.created()).await;
    let cancel = json!({"status": "cancelled", "reason": "left"});
    let whole = bar.grants(&musa.asks("PATCH", "/api/orders/1/status", cancel.clone()).await.created()).await;
    bar.manager().patch(remove, json!({"quantity": 1})).await.ok();
    musa.sends("DELETE", remove, &json!({}), &item).await.refused(409, "conflict");
    musa.sends("PATCH", "/api/orders/1/status", &cancel, &whole).await.refused(409, "conflict");
    bar.manager().delete(remove).await.ok();
    musa.sends("DELETE", remove, &json!({}), &item).await.refused(404, "not_found");
    for id in [1, 2] {
        assert_fields(&musa.get(&format!("/api/approvals/{id}")).await.ok(), json!({"status": "granted"}));
    }
}

#[tokio::test]
async fn the_question_comes_last() {
    let bar = TestBar::with_rules(json!({"void_sale": "approve"})).await;
    bar.sells("Beer", 2).await;
    let musa = bar.bartender();
    musa.post(VOID, json!({})).await.invalid("Reason is required");
    musa.post("/api/sales/9/void", wrong_order()).await.refused(404, "not_found");
    bar.manager().post(VOID, wrong_order()).await.ok();
    musa.post(VOID, wrong_order()).await.refused(409, "conflict");
}

#[tokio::test]
async fn a_retry_gets_the_kept_answer() {
    let (bar, granted) = bar_with_a_grant().await;
    let musa = bar.bartender();
    let send = async |with: bool| {
        let request = musa.request("POST", VOID).key("void-1").json(&wrong_order());
        let request = if with { request.header("approval", &granted["id"].to_string()) } else { request };
        request.send().await
    };
    needs_approval(send(false).await);
    let first = send(true).await;
    assert_eq!(first.status, 200);
    for with in [true, false] {
        let again = send(with).await;
        assert_eq!((again.status, &again.bytes), (200, &first.bytes), "the refusal before was not kept");
    }
    bar.clock.pass(SECOND * 120);
    assert_eq!(send(true).await.bytes, first.bytes);
    bar.expect_stock("Beer", 50).await;
}

#[tokio::test]
async fn a_rule_that_is_denied_meanwhile_wins() {
    let (bar, granted) = bar_with_a_grant().await;
    bar.sets_rules(json!({"void_sale": "deny"})).await;
    bar.bartender().sends("POST", VOID, &wrong_order(), &granted).await.refused(403, "forbidden");
    assert!(!is_voided(&bar).await);
    bar.sets_rules(json!({"void_sale": "allow"})).await;
    let voided = bar.bartender().sends("POST", VOID, &wrong_order(), &granted).await.ok();
    assert_fields(&voided, json!({"approvalId": null}));
    assert_fields(&bar.bartender().get("/api/approvals/1").await.ok(), json!({"status": "granted"}));
}
