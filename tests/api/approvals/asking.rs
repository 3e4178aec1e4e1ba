//! Asking: the answer, what cannot be asked for, and the limit of open questions.

use serde_json::json;

use super::steps::{path, wrong_order};
use crate::bar::{SECOND, TestBar, values_of};
use crate::contract::openapi::operations;
use crate::order_steps::assert_fields;

#[tokio::test]
async fn a_question_says_what_is_wanted_and_what_it_is_worth() {
    let bar = TestBar::with_rules(json!({"void_sale": "approve"})).await;
    let sale = bar.sells("Beer", 2).await;
    let void = format!("/api/sales/{}/void", sale["id"]);
    let refusal = bar.bartender().post(&void, wrong_order()).await.refused(403, "approval_required");
    let summary = "Void 2 × Beer, \"wrong order\", $4.00 / L$760.00";
    let kinds = json!([{"kind": "void_sale", "summary": summary, "amountUSD": "4.00", "amountLRD": "760.00"}]);
    assert_eq!(refusal["approval"], json!({"kind": "void_sale", "kinds": kinds, "summary": summary}));
    let asked = bar.bartender().asks("POST", &void, wrong_order()).await.created();
    let lines = json!([{"label": "Goods", "value": "2 × Beer, $4.00"}, {"label": "Reason", "value": "wrong order"},
        {"label": "Receipt", "value": "R-20261121-0001"}, {"label": "Money back", "value": "$4.00"},
        {"label": "How", "value": "Paid in cash, back in cash"}, {"label": "Back to stock", "value": "Yes"}]);
    let expected = json!({"id": 1, "kind": "void_sale", "kinds": kinds, "summary": summary, "lines": lines, "amountUSD": "4.00", "amountLRD": "760.00",
        "method": "POST", "path": void, "status": "pending", "requestedBy": "bartender", "requestedById": 3, "deviceName": null,
        "decidedBy": null, "decidedById": null, "decidedHow": null, "note": null, "createdAt": "2026-11-21T20:00:00.000Z",
        "expiresAt": "2026-11-21T20:03:00.000Z", "decidedAt": null, "usedAt": null});
    assert_eq!(asked, expected);
    assert_eq!(bar.bartender().get("/api/approvals/1").await.ok(), expected);
    assert_eq!(bar.manager().get("/api/approvals?status=pending").await.ok(), json!([expected]));
    bar.expect_stock("Beer", 48).await;
    assert_eq!(bar.sale_lines().await[0]["voidedAt"], json!(null), "nothing is done yet");
}

#[tokio::test]
async fn nobody_asks_for_what_would_be_refused_anyway() {
    let bar = TestBar::with_rules(json!({"void_sale": "approve", "discount": "approve"})).await;
    let sale = bar.sells("Beer", 2).await;
    let void = format!("/api/sales/{}/void", sale["id"]);
    let musa = bar.bartender();
    musa.asks("POST", &void, json!({})).await.invalid("Reason is required");
    musa.asks("POST", "/api/sales/999/void", wrong_order()).await.refused(404, "not_found");
    musa.asks("POST", &void, json!({"reason": "x", "quantity": 3})).await.refused(409, "conflict");
    musa.asks("POST", "/api/orders/1/void", wrong_order()).await.refused(403, "forbidden");
    musa.asks("POST", "/api/exchange-rate", json!({"rate": 200})).await.refused(403, "forbidden");
    musa.asks("POST", "/api/nothing", json!({})).await.refused(404, "not_found");
    musa.asks("PUT", "/api/sales", json!({})).await.refused(405, "method_not_allowed");
    bar.guest().asks("POST", &void, wrong_order()).await.refused(401, "unauthenticated");
    let few = json!({"productId": 2, "quantity": 99, "unitPrice": "1.00", "discountReason": "Friend"});
    musa.asks("POST", "/api/sales", few).await.refused(409, "insufficient_stock");
    assert_eq!(bar.manager().get("/api/approvals").await.ok(), json!([]));
}

#[tokio::test]
async fn a_question_must_name_a_request() {
    let bar = TestBar::open().await;
    let musa = bar.bartender();
    let wrong = "Must be POST, PUT, PATCH or DELETE";
    let refusal = musa.post("/api/approvals", json!({})).await.refused(400, "invalid");
    assert_eq!(refusal["fields"]["method"], wrong);
    assert_eq!(refusal["fields"]["path"], "Path is required");
    for path in ["api/sales", "http://bar.local/api/sales", "/api/sa les"] {
        let refusal = musa.asks("POST", path, json!({})).await.refused(400, "invalid");
        assert_eq!(refusal["fields"]["path"], "Must be a path such as /api/sales/7/void", "{path}");
    }
    musa.asks("POST", "/api/drawer", json!([])).await.invalid("Must be an object");
}

#[tokio::test]
async fn what_needs_no_approval_cannot_be_asked_for_and_is_not_done() {
    let bar = TestBar::stocked().await;
    bar.takes_order(&[("Beer", 1)]).await;
    let before = store::journal_head(bar.store()).expect("a head");
    let none = "This needs no approval";
    for (method, path, body) in [
        ("GET", "/api/products", json!({})),
        ("POST", "/api/sales", json!({"productId": 1, "quantity": 1})),
        ("DELETE", "/api/orders/1/items/1", json!({})),
        ("POST", "/api/auth/logout", json!({})),
        ("POST", "/api/approvals", json!({"method": "POST", "path": "/api/approvals", "body": {}})),
    ] {
        let refusal = bar.bartender().asks(method, path, body).await.refused(409, "conflict");
        assert_eq!(refusal["message"], none, "{method} {path}");
    }
    let document = bar.admin().get("/api/openapi.json").await.ok();
    for (call, _) in operations(&document) {
        let (method, path) = call.split_once(' ').expect("a call");
        let answer = bar.admin().asks(method, &path.replace(['{', '}'], ""), json!({})).await;
        assert!((400..500).contains(&answer.status), "{call}: {} {}", answer.status, answer.text());
    }
    assert_eq!(store::journal_head(bar.store()).expect("a head"), before, "asking does nothing");
    bar.admin().get("/api/auth/me").await.ok();
}

#[tokio::test]
async fn five_questions_of_a_person_wait_at_most() {
    let bar = TestBar::with_rules(json!({"void_sale": "approve"})).await;
    bar.sells("Beer", 10).await;
    let ask = async |quantity: i64| bar.bartender().asks("POST", "/api/sales/1/void", json!({"reason": "x", "quantity": quantity})).await;
    for quantity in 1..=5 {
        ask(quantity).await.created();
        bar.clock.pass(SECOND);
    }
    let sixth = ask(6).await;
    assert_eq!(sixth.header("retry-after"), Some("175"));
    sixth.refused(429, "too_many_attempts");
    let (_, fatu) = bar.hires("fatu", "bartender").await;
    fatu.asks("POST", "/api/sales/1/void", json!({"reason": "x"})).await.created();
    bar.bartender().post("/api/approvals/2/cancel", json!({})).await.ok();
    ask(6).await.created();
    ask(7).await.refused(429, "too_many_attempts");
    bar.clock.pass(SECOND * 176);
    ask(7).await.created();
}

#[tokio::test]
async fn bartenders_see_their_own_questions_and_managers_all() {
    let bar = TestBar::with_rules(json!({"void_sale": "approve"})).await;
    bar.sells("Beer", 10).await;
    let (_, fatu) = bar.hires("fatu", "bartender").await;
    for (person, quantity) in [(&bar.bartender(), 1), (&fatu, 2), (&bar.bartender(), 3)] {
        person.asks("POST", "/api/sales/1/void", json!({"reason": "x", "quantity": quantity})).await.created();
    }
    let ids = async |person: &crate::bar::Person, query: &str| values_of(&person.get(&format!("/api/approvals{query}")).await.ok(), "id");
    assert_eq!(ids(&bar.bartender(), "").await, [3, 1]);
    assert_eq!(ids(&fatu, "").await, [2]);
    assert_eq!(ids(&bar.manager(), "").await, [3, 2, 1]);
    let page = bar.manager().get("/api/approvals?limit=2").await;
    assert_eq!(
        (values_of(&page.json(), "id"), page.next()),
        (vec![json!(3), json!(2)], Some("/api/approvals?limit=2&before=2".to_owned()))
    );
    fatu.get("/api/approvals/1").await.refused(404, "not_found");
    fatu.post("/api/approvals/1/cancel", json!({})).await.refused(404, "not_found");
    bar.manager().post("/api/approvals/1/cancel", json!({})).await.refused(403, "forbidden");
    bar.admin().get("/api/approvals/2").await.ok();
    bar.bartender().post("/api/approvals/1/cancel", json!({})).await.ok();
    assert_eq!(ids(&bar.manager(), "?status=pending").await, [3, 2]);
    assert_eq!(ids(&bar.manager(), "?status=cancelled").await, [1]);
    bar.clock.pass(SECOND * 181);
    assert_eq!(ids(&bar.manager(), "?status=pending").await, [0; 0]);
    assert_eq!(ids(&bar.manager(), "?status=expired").await, [3, 2]);
    bar.manager().get("/api/approvals?status=open").await.refused(400, "invalid");
}

#[tokio::test]
async fn a_question_asked_twice_under_one_key_is_one() {
    let bar = TestBar::with_rules(json!({"void_sale": "approve"})).await;
    bar.sells("Beer", 2).await;
    let ask = async |reason: &str| {
        let body = json!({"method": "POST", "path": "/api/sales/1/void", "body": {"reason": reason}});
        bar.bartender().request("POST", "/api/approvals").key("one").json(&body).send().await
    };
    let first = ask("x").await.created();
    assert_eq!(ask("x").await.created(), first);
    ask("y").await.refused(409, "conflict");
    assert_eq!(bar.manager().get("/api/approvals").await.ok().as_array().expect("a list").len(), 1);
}

#[tokio::test]
async fn a_wait_that_changes_leaves_open_questions_as_they_are() {
    let bar = TestBar::with_rules(json!({"void_sale": "approve"})).await;
    bar.sells("Beer", 2).await;
    let asked = bar.bartender().asks("POST", "/api/sales/1/void", wrong_order()).await.created();
    bar.admin().put("/api/settings", json!({"approvals": {"wait": 30}})).await.ok();
    bar.clock.pass(SECOND * 60);
    assert_fields(&bar.bartender().get("/api/approvals/1").await.ok(), json!({"status": "pending"}));
    bar.manager().post(&path(&asked, "grant"), json!({})).await.ok();
}
