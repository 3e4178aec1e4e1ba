//! Comps: goods that were made and are given free, and orders that are closed with nothing to pay.

use serde_json::{Value, json};

use super::order_12;
use crate::bar::{Answer, Person, TestBar, values_of};
use crate::tax::figures;

fn path(order: &Value) -> String {
    format!("/api/orders/{}/comp", order["id"])
}

/// Gives pieces of the item at this place of the order free, of which the phone saw `of`.
async fn give(person: &Person, order: &Value, place: usize, quantity: i64, of: i64) -> Answer {
    let items = json!([{"itemId": order["items"][place]["id"], "quantity": quantity, "of": of}]);
    person.post(&path(order), json!({"items": items, "reason": "Owner's guest"})).await
}

async fn close(bar: &TestBar, order: &Value) -> Answer {
    bar.bartender().post(&format!("/api/orders/{}/close", order["id"]), json!({})).await
}

#[tokio::test]
async fn a_part_of_an_item_is_given_free() {
    let bar = TestBar::with_gst("included").await;
    let order = order_12(&bar).await;
    let comped = give(&bar.manager(), &order, 0, 1, 5).await.ok();
    let items = &comped["items"];
    assert_eq!(values_of(items, "quantity"), [4, 1, 1]);
    assert_eq!(values_of(items, "totalPrice"), ["8.00", "0.00", "950.00"]);
    assert_eq!(values_of(items, "isComp"), [false, true, false]);
    assert_eq!(items[1]["partOf"], items[0]["id"]);
    let given = figures(&items[1], ["taxUSD", "taxLRD", "grossUSD", "discountUSD", "discountLRD", "discountReason", "discountBy"]);
    assert_eq!(given, ["0.00", "0.00", "0.00", "2.00", "380.00", "Owner's guest", "manager"]);
    assert_eq!(figures(&comped, ["totalAmountUSD", "owedUSD", "owedLRD"]), ["13.00", "8.00", "950.00"]);
    bar.expect_stock("Club", 95).await;
    let id = &order["id"];
    assert_eq!(
        bar.audit_summaries("orders.repriced", 1).await,
        [format!("Order #{id}: 1 × Club given free, less by $2.00 / L$380: Owner's guest")]
    );
    give(&bar.manager(), &comped, 1, 1, 1).await.refused(409, "conflict");
    let refused = give(&bar.manager(), &comped, 0, 1, 5).await.refused(409, "order_changed");
    assert_eq!(refused["order"], bar.order(&order).await);
    let less = bar.discounts(&order, json!({"percent": 50})).await;
    assert_eq!(values_of(&less["items"], "totalPrice"), ["4.00", "0.00", "475.00"], "what is free stays free");
    let off = bar.bartender().request("DELETE", &path(&order)).json(&json!({"itemIds": [items[1]["id"]]})).send().await.ok();
    assert_eq!(figures(&off["items"][1], ["totalPrice", "taxUSD"]), ["2.00", "0.23"]);
    bar.bartender().request("DELETE", &path(&order)).json(&json!({})).send().await.invalid("Choose the items");
}

#[tokio::test]
async fn what_was_given_free_stays_out_of_stock_unless_a_person_says_so() {
    let bar = TestBar::with_gst("off").await;
    let cancels = async |order: &Value, more: Value| {
        let mut body = json!({"status": "cancelled", "reason": "Changed their mind"});
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        bar.manager().patch(&format!("/api/orders/{}/status", order["id"]), body).await.ok()
    };
    let order = order_12(&bar).await;
    give(&bar.manager(), &order, 0, 1, 5).await.ok();
    bar.expect_stock("Club", 95).await;
    cancels(&order, json!({})).await;
    bar.expect_stock("Club", 99).await;
    let order = order_12(&bar).await;
    give(&bar.manager(), &order, 0, 1, 5).await.ok();
    cancels(&order, json!({"returnToStock": true})).await;
    bar.expect_stock("Club", 99).await;
}

#[tokio::test]
async fn what_makes_no_sense_is_refused() {
    let bar = TestBar::with_gst("off").await;
    let order = order_12(&bar).await;
    let manager = bar.manager();
    let item = &order["items"][0]["id"];
    let piece = |quantity: i64, of: i64| json!({"itemId": item, "quantity": quantity, "of": of});
    for (body, message) in [
        (json!({"items": [piece(1, 5)]}), "Reason is required"),
        (json!({"items": [], "reason": "x"}), "Choose at least one item"),
        (json!({"items": [piece(0, 5)], "reason": "x"}), "Quantity must be at least 1"),
        (json!({"items": [piece(6, 5)], "reason": "x"}), "That is more than there are of the item"),
        (json!({"items": [piece(1, 5), piece(1, 5)], "reason": "x"}), "An item is named twice"),
    ] {
        manager.post(&path(&order), body).await.invalid(message);
    }
    give(&manager, &json!({"id": 99, "items": order["items"]}), 0, 1, 5).await.refused(404, "not_found");
    manager.post(&path(&order), json!({"items": [{"itemId": 99, "quantity": 1, "of": 1}], "reason": "x"})).await.refused(404, "not_found");
    close(&bar, &order).await.refused(409, "conflict");
    let rice = json!([{"itemId": order["items"][1]["id"], "quantity": 1, "of": 1}]);
    let moved = json!({"items": rice, "to": {"new": {"tableId": null}}});
    let moved = bar.bartender().post(&format!("/api/orders/{}/move", order["id"]), moved).await.ok();
    let refused = give(&manager, &order, 1, 1, 1).await.refused(409, "order_changed");
    assert_eq!((&refused["movedTo"], &refused["order"]["id"]), (&moved["target"]["id"], &order["id"]));
}

#[tokio::test]
async fn an_order_of_which_all_is_free_is_closed() {
    let bar = TestBar::with_gst("off").await;
    let order = order_12(&bar).await;
    let items =
        json!([{"itemId": order["items"][0]["id"], "quantity": 5, "of": 5}, {"itemId": order["items"][1]["id"], "quantity": 1, "of": 1}]);
    let comped = bar.manager().post(&path(&order), json!({"items": items, "reason": "Owner's guest"})).await.ok();
    assert_eq!((&comped["paymentStatus"], &comped["totalAmountUSD"]), (&json!("unpaid"), &json!("0.00")));
    let closed = close(&bar, &order).await.ok();
    assert_eq!((&closed["order"]["paymentStatus"], &closed["order"]["closedAs"]), (&json!("paid"), &json!("paid")));
    assert_eq!(figures(&closed["receipt"], ["totalAmountUSD", "totalAmountLRD"]), ["0.00", "0.00"]);
    let receipt = closed["receipt"]["receiptNumber"].as_str().expect("a number");
    let detail = bar.bartender().get(&format!("/api/receipts/{receipt}")).await.ok();
    assert_eq!(figures(&detail["items"][0], ["discountLabel", "discountDisplay"]), ["Comp", "-$10.00"]);
    close(&bar, &order).await.refused(409, "already_paid");
    bar.expect_stock("Club", 95).await;
    let id = &order["id"];
    assert_eq!(bar.audit_summaries("orders.closed", 1).await, [format!("Order #{id} closed, nothing to pay, receipt {receipt}")]);
    bar.voids_order(&order).await.ok();
    bar.expect_stock("Club", 95).await; // It was drunk.
}

#[tokio::test]
async fn money_goes_to_what_is_not_free() {
    let bar = TestBar::with_gst("off").await;
    let order = order_12(&bar).await;
    bar.pays(&order, json!({"amountUSD": 8})).await.ok();
    give(&bar.manager(), &order, 0, 5, 5).await.refused(409, "conflict");
    let less = give(&bar.manager(), &order, 0, 3, 5).await.ok();
    assert_eq!(figures(&less, ["owedUSD", "owedLRD"]), ["0.00", "190.00"]);
    let paid = bar.pays(&order, json!({"amountLRD": 190})).await.ok();
    assert_eq!(paid["receipt"]["totalAmountUSD"], "9.00");
    let other = bar.order_a(1, 1).await;
    bar.pays(&other, json!({"amountUSD": 2})).await.ok();
    let settled = give(&bar.manager(), &other, 1, 1, 1).await.ok();
    assert_eq!(settled["paymentStatus"], "paid");
    assert!(settled["receiptNumber"].is_string());
}

#[tokio::test]
async fn a_bartender_gives_free_up_to_the_cap_of_the_day() {
    let bar = TestBar::with_gst("off").await;
    let order = order_12(&bar).await;
    let refused = give(&bar.bartender(), &order, 0, 1, 5).await.refused(403, "approval_required");
    let summary = "Give free 1 × Club, table 4, \"Owner's guest\", $2.00 / L$380.00";
    let part = json!({"kind": "comp", "summary": summary, "amountUSD": "2.00", "amountLRD": "380.00"});
    assert_eq!(refused["approval"], json!({"kind": "comp", "kinds": [part], "summary": summary}));
    bar.admin().put("/api/settings", json!({"bills": {"compCapUSD": "4.00"}})).await.ok();
    let comped = give(&bar.bartender(), &order, 0, 1, 5).await.ok();
    give(&bar.bartender(), &order, 0, 2, 4).await.refused(403, "approval_required");
    let again = json!({"itemIds": [comped["items"][1]["id"]]});
    bar.bartender().request("DELETE", &path(&order)).json(&again).send().await.ok();
    give(&bar.bartender(), &order, 0, 1, 4).await.ok();
    give(&bar.bartender(), &order, 0, 1, 3).await.refused(403, "approval_required");
    let body = json!({"items": [{"itemId": order["items"][0]["id"], "quantity": 1, "of": 3}], "reason": "Owner's guest"});
    let granted = bar.grants(&bar.bartender().asks("POST", &path(&order), body.clone()).await.created()).await;
    let given = bar.bartender().with_approval(&granted).post(&path(&order), body).await.ok();
    assert_eq!(figures(&given["items"][1], ["discountBy", "approvedBy"]), ["bartender", "manager"]);
    let report = bar.admin().get("/api/reports/exceptions").await.ok();
    let row = report["rows"].as_array().expect("rows").iter().find(|row| row["userName"] == "bartender").expect("a row");
    assert_eq!((&row["kinds"]["comps"]["count"], &row["kinds"]["comps"]["worthUSD"]), (&json!(3), &json!("6.00")));
    bar.sets_rules(json!({"comp": "deny"})).await;
    give(&bar.bartender(), &json!({"id": 99, "items": order["items"]}), 0, 1, 2).await.refused(403, "forbidden");
}
