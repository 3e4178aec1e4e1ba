//! The rules of the bar: what a new bar has, how they are set, and what they allow, ask for and deny.

use serde_json::{Value, json};

use super::steps::wrong_order;
use crate::bar::{SECOND, TestBar};

/// The rules of a new bar, in the order of the kinds.
fn defaults() -> Value {
    json!({"void_sale": "deny", "void_order": "deny", "discount": "deny", "remove_sent": "allow", "cancel_order": "allow", "no_sale": "allow",
        "after_bill": "approve", "credit_after_bill": "approve", "comp": "approve", "walk_out": "approve", "refund": "approve", "tax_exemption": "approve",
        "pay_out": "approve", "float": "approve", "cash_correction": "approve", "uncounted_close": "approve", "service_charge": "approve",
        "waste": "approve", "delivery": "approve", "move_after_bill": "allow", "oversell": "approve", "over_limit": "approve"})
}

#[tokio::test]
async fn the_rules_are_settings_that_change_one_by_one() {
    let bar = TestBar::open().await;
    let settings = bar.admin().get("/api/settings").await.ok();
    assert_eq!(settings["approvals"], json!({"rules": defaults(), "discountFree": 0, "wait": 180}));
    let change = json!({"approvals": {"rules": {"void_sale": "approve"}, "discountFree": "10"}});
    let changed = bar.admin().put("/api/settings", change).await.ok();
    let mut expected = defaults();
    expected["void_sale"] = json!("approve");
    assert_eq!(changed["approvals"], json!({"rules": expected, "discountFree": 10, "wait": 180}));
    let changed = bar.admin().put("/api/settings", json!({"approvals": {"wait": 30, "rules": null}})).await.ok();
    assert_eq!(changed["approvals"], json!({"rules": expected, "discountFree": 10, "wait": 30}));
    let rules = bar.bartender().get("/api/approvals/rules").await.ok();
    assert_eq!(rules, json!({"rules": expected, "discountFree": 10}), "the screens show what bartenders may do");
    bar.manager().put("/api/settings", json!({"approvals": {"wait": 60}})).await.refused(403, "forbidden");
}

#[tokio::test]
async fn wrong_rules_are_refused() {
    let bar = TestBar::open().await;
    for (approvals, message) in [
        (json!({"rules": {"void_sale": "ask"}}), "A rule is allow, approve or deny"),
        (json!({"rules": {"void_sale": null}}), "A rule is allow, approve or deny"),
        (json!({"rules": {"void_everything": "deny"}}), "There is no kind of approval void_everything"),
        (json!({"rules": []}), "The rules must be an object"),
        (json!([]), "Must be an object"),
        (json!({"discountFree": 101}), "A free discount is a whole percentage from 0 to 100"),
        (json!({"discountFree": -1}), "A free discount is a whole percentage from 0 to 100"),
        (json!({"discountFree": 2.5}), "Must be a whole number"),
        (json!({"wait": 29}), "An approval waits 30 to 900 seconds"),
        (json!({"wait": 901}), "An approval waits 30 to 900 seconds"),
        (json!({"wait": 70_000}), "An approval waits 30 to 900 seconds"),
    ] {
        let refusal = bar.admin().put("/api/settings", json!({"approvals": approvals})).await.refused(400, "invalid");
        assert_eq!(refusal["fields"]["approvals"], message, "{approvals}");
    }
}

#[tokio::test]
async fn the_default_rules_deny_voids_and_discounts_before_ids_and_allow_the_rest() {
    let bar = TestBar::stocked().await;
    let sale = bar.sells("Beer", 2).await;
    for id in [sale["id"].clone(), json!(999_999)] {
        for body in [wrong_order(), json!({})] {
            bar.bartender().post(&format!("/api/sales/{id}/void"), body.clone()).await.refused(403, "forbidden");
            bar.bartender().post(&format!("/api/orders/{id}/void"), body).await.refused(403, "forbidden");
        }
    }
    bar.bartender().post("/api/receipts/R-20261121-9999/void", json!({})).await.refused(403, "forbidden");
    let cheap = json!({"productId": 999, "quantity": 1, "unitPrice": "1.00", "discountReason": "Friend"});
    bar.bartender().post("/api/sales", cheap).await.refused(403, "forbidden");
    let order = bar.takes_order(&[("Beer", 2), ("Rice", 1)]).await;
    bar.clock.pass(SECOND * 600);
    bar.bartender().delete(&format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"])).await.ok();
    bar.sets_status(&order, "cancelled").await.ok();
}

#[tokio::test]
async fn what_is_allowed_needs_nobody() {
    let bar = TestBar::with_rules(json!({"void_sale": "allow", "void_order": "allow", "discount": "allow"})).await;
    let sale = bar.sells("Beer", 2).await;
    let voided = bar.bartender().post(&format!("/api/sales/{}/void", sale["id"]), wrong_order()).await.ok();
    assert_eq!((&voided["approvalId"], &voided["approvedBy"]), (&json!(null), &json!(null)));
    let order = bar.takes_order(&[("Beer", 1)]).await;
    bar.bartender().post(&format!("/api/orders/{}/void", order["id"]), wrong_order()).await.ok();
    let cheap = json!({"productId": 2, "quantity": 1, "unitPrice": "1.00", "discountReason": "Friend"});
    bar.bartender().post("/api/sales", cheap).await.created();
}

#[tokio::test]
async fn managers_and_admins_never_ask() {
    let bar = TestBar::with_rules(json!({"void_sale": "approve", "void_order": "deny", "discount": "deny", "no_sale": "deny"})).await;
    for person in [bar.manager(), bar.admin()] {
        let cheap = json!({"productId": 2, "quantity": 1, "unitPrice": "1.00", "discountReason": "Friend"});
        let sale = person.post("/api/sales", cheap).await.created();
        person.post(&format!("/api/sales/{}/void", sale["id"]), wrong_order()).await.ok();
        let order = bar.takes_order(&[("Beer", 1)]).await;
        person.post(&format!("/api/orders/{}/void", order["id"]), wrong_order()).await.ok();
        person.post("/api/drawer", json!({})).await.refused(409, "conflict");
    }
}

#[tokio::test]
async fn a_discount_up_to_the_free_share_needs_nobody() {
    let bar = TestBar::with_rules(json!({"discount": "approve"})).await;
    bar.admin().put("/api/settings", json!({"approvals": {"discountFree": 10}})).await.ok();
    let sell = async |unit: &str| {
        let line = json!({"productId": 1, "quantity": 1, "unitPrice": unit, "discountReason": "Regular"});
        bar.bartender().post("/api/sales", line).await
    };
    for free in ["6.00", "5.40"] {
        sell(free).await.created();
    }
    for needs in ["5.39", "6.01", "0.00"] {
        sell(needs).await.refused(403, "approval_required");
    }
    bar.expect_stock("Whisky", 48).await;
}

#[tokio::test]
async fn an_item_that_may_not_be_taken_off_is_no_business_of_bartenders() {
    let bar = TestBar::with_rules(json!({"remove_sent": "deny", "cancel_order": "deny"})).await;
    let order = bar.takes_order(&[("Beer", 3), ("Rice", 1), ("Whisky", 1)]).await;
    let item = |place: usize| format!("/api/orders/{}/items/{}", order["id"], order["items"][place]["id"]);
    bar.bartender().patch(&item(0), json!({"quantity": 2})).await.ok();
    bar.bartender().delete(&item(1)).await.ok();
    bar.clock.pass(SECOND * 120);
    bar.bartender().patch(&item(0), json!({"quantity": 1})).await.ok();
    bar.clock.pass(SECOND);
    bar.bartender().delete(&item(2)).await.refused(403, "forbidden");
    bar.bartender().patch(&item(0), json!({"quantity": 1, "notes": "cold"})).await.ok();
    bar.bartender().patch(&item(0), json!({"quantity": 3})).await.ok();
    bar.bartender().patch(&item(0), json!({"quantity": 2})).await.refused(403, "forbidden");
    bar.sets_status(&order, "cancelled").await.refused(403, "forbidden");
    for path in ["/api/orders/999/items/1".to_owned(), format!("/api/orders/{}/items/999", order["id"])] {
        bar.bartender().delete(&path).await.refused(403, "forbidden");
        bar.bartender().patch(&path, json!({"quantity": 1})).await.refused(403, "forbidden");
    }
    bar.bartender().patch("/api/orders/999/status", json!({"status": "cancelled", "reason": "x"})).await.refused(403, "forbidden");
    bar.manager().delete(&item(2)).await.ok();
}
