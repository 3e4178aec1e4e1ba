//! Fewer pieces of an item, its note, and what happens to the goods that are taken off.

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar};
use crate::order_steps::assert_fields;

impl TestBar {
    /// Changes the first item of an order as the bartender.
    async fn changes_item(&self, order: &Value, body: Value) -> Answer {
        let path = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
        self.bartender().patch(&path, body).await
    }
}

#[tokio::test]
async fn an_item_keeps_its_id_and_its_price_when_pieces_are_taken_off() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 4), ("Rice", 1)]).await;
    bar.manager().patch(&format!("/api/products/{}", bar.id_of("Beer").await), json!({"priceUSD": 3})).await.ok();
    let updated = bar.changes_item(&order, json!({"quantity": 3, "of": 4})).await.ok();
    assert_fields(
        &updated,
        json!({"totalAmountUSD": "11.00", "totalAmountLRD": "2090.00", "remainingUSD": "11.00", "remainingLRD": "2090.00"}),
    );
    let item = json!({"id": order["items"][0]["id"], "quantity": 3, "orderedQuantity": 4, "unitPrice": "2.00", "totalPrice": "6.00"});
    assert_fields(&updated["items"][0], item);
    bar.expect_stock("Beer", 47).await;
    // The other phone still shows four.
    bar.changes_item(&order, json!({"quantity": 3, "of": 4})).await.refused(409, "conflict");
    // Undo: as many as were ordered, at the price of the order.
    let updated = bar.changes_item(&order, json!({"quantity": 4, "of": 3})).await.ok();
    assert_fields(&updated["items"][0], json!({"quantity": 4, "orderedQuantity": 4, "totalPrice": "8.00"}));
    bar.expect_stock("Beer", 46).await;
    bar.changes_item(&order, json!({"quantity": 5})).await.refused(400, "invalid");
    assert_eq!(bar.audit_summaries("orders.item_changed", 2).await, ["Order #1: Beer 3 → 4", "Order #1: Beer 4 → 3"]);
}

#[tokio::test]
async fn what_cannot_be_sold_again_does_not_go_back_to_stock() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Rice", 3), ("Beer", 2)]).await;
    bar.changes_item(&order, json!({"quantity": 2, "reason": "Burnt", "returnToStock": false})).await.ok();
    bar.expect_stock("Rice", 47).await;
    // Undone, the piece is the one that never went back.
    bar.changes_item(&order, json!({"quantity": 3})).await.ok();
    bar.expect_stock("Rice", 47).await;
    bar.changes_item(&order, json!({"quantity": 2, "reason": "Burnt", "returnToStock": false})).await.ok();
    assert_eq!(bar.audit_summaries("orders.item_changed", 1).await, ["Order #1: Rice 3 → 2, not returned to stock: Burnt"]);
    let beer = format!("/api/orders/{}/items/{}", order["id"], order["items"][1]["id"]);
    bar.bartender().request("DELETE", &beer).json(&json!({"reason": "Spilled", "returnToStock": false})).send().await.ok();
    bar.expect_stock("Beer", 48).await;
    assert_eq!(bar.audit_summaries("orders.item_removed", 1).await, ["Order #1: Beer removed, not returned to stock: Spilled"]);
}

#[tokio::test]
async fn a_cancelled_order_returns_the_goods_that_are_named() {
    let bar = TestBar::stocked().await;
    let cancel = |order: &Value, more: Value| {
        let mut body = json!({"status": "cancelled", "reason": "Left"});
        more.as_object().expect("members").iter().for_each(|(name, value)| body[name] = value.clone());
        (format!("/api/orders/{}/status", order["id"]), body)
    };
    let order = bar.takes_order(&[("Beer", 2), ("Rice", 1)]).await;
    let (path, body) = cancel(&order, json!({"returnItemIds": [order["items"][0]["id"]]}));
    bar.bartender().patch(&path, body).await.ok();
    bar.expect_stock("Beer", 50).await;
    bar.expect_stock("Rice", 49).await;
    assert_eq!(bar.audit_summaries("orders.moved", 1).await, ["Order #1 cancelled, not returned to stock: Left"]);
    let order = bar.takes_order(&[("Beer", 2)]).await;
    let (path, body) = cancel(&order, json!({"returnToStock": false}));
    bar.bartender().patch(&path, body).await.ok();
    bar.expect_stock("Beer", 48).await;
}

#[tokio::test]
async fn a_voided_order_returns_the_goods_that_are_named() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 3), ("Rice", 1), ("Whisky", 1)]).await;
    bar.pays(&order, json!({"amountUSD": "17.00"})).await.ok();
    let lines = bar.sale_lines().await;
    let beer = lines.iter().find(|line| line["productName"] == "Beer").expect("a line");
    let one = json!({"reason": "Warm", "quantity": 1});
    bar.manager().post(&format!("/api/sales/{}/void", beer["id"]), one).await.ok();
    bar.expect_stock("Beer", 48).await;
    let path = format!("/api/orders/{}/void", order["id"]);
    let body = json!({"reason": "Wrong table", "returnToStock": false, "returnItemIds": [order["items"][0]["id"]]});
    bar.manager().post(&path, body).await.ok();
    // One of three beers was returned before.
    bar.expect_stock("Beer", 50).await;
    bar.expect_stock("Rice", 49).await;
    bar.expect_stock("Whisky", 49).await;
    bar.expect_takings(&[]).await;
}

#[tokio::test]
async fn money_on_pieces_that_are_taken_off_moves_to_the_others() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 4), ("Whisky", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 7})).await.ok();
    // $7.00 of $8.00 are on the beer; three cost $6.00, so a dollar goes to the whisky.
    let updated = bar.changes_item(&order, json!({"quantity": 3})).await.ok();
    assert_fields(&updated, json!({"paymentStatus": "partial", "remainingUSD": "5.00", "paidAmountUSD": "7.00"}));
    // Two cost $4.00: three dollars are on the whisky.
    let updated = bar.changes_item(&order, json!({"quantity": 2})).await.ok();
    assert_fields(&updated, json!({"remainingUSD": "3.00"}));
    bar.pays(&order, json!({"amountUSD": 3})).await.ok();
    assert_fields(&bar.order(&order).await, json!({"paymentStatus": "paid", "paidAmountUSD": "10.00"}));
}

#[tokio::test]
async fn taking_off_what_is_not_paid_settles_the_order_and_no_more_than_that() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 3)]).await;
    bar.pays(&order, json!({"amountUSD": 4, "paymentMethod": "card"})).await.ok();
    bar.changes_item(&order, json!({"quantity": 1})).await.refused(409, "conflict");
    let updated = bar.changes_item(&order, json!({"quantity": 2})).await.ok();
    assert_fields(&updated, json!({"paymentStatus": "paid", "remainingUSD": "0.00", "receiptNumber": "R-20261121-0001"}));
    assert_fields(&bar.sale_lines().await[0], json!({"quantity": 2, "totalAmount": "4.00", "paymentMethod": "card"}));
    bar.changes_item(&order, json!({"quantity": 1})).await.refused(409, "conflict");
}

#[tokio::test]
async fn an_item_has_a_note_until_it_is_served() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Rice", 1)]).await;
    let note = |notes: Value| bar.changes_item(&order, json!({"notes": notes}));
    assert_eq!(note(json!("no pepper")).await.ok()["items"][0]["notes"], "no pepper");
    bar.changes_item(&order, json!({"notes": "x".repeat(201)})).await.refused(400, "invalid");
    assert_eq!(note(json!("x".repeat(200))).await.ok()["items"][0]["notes"], "x".repeat(200));
    assert_eq!(note(Value::Null).await.ok()["items"][0]["notes"], Value::Null);
    assert_eq!(
        bar.audit_summaries("orders.item_changed", 3).await[..2],
        [json!("Order #1: note on Rice taken away"), json!(format!("Order #1: note on Rice: {}", "x".repeat(200)))]
    );
    for status in ["preparing", "ready", "served"] {
        bar.sets_status(&order, status).await.ok();
    }
    note(json!("hot")).await.refused(409, "conflict");
}

#[tokio::test]
async fn the_note_of_an_item_is_not_on_the_receipt() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Rice", 1)]).await;
    bar.changes_item(&order, json!({"notes": "no pepper"})).await.ok();
    let paid = bar.pays(&order, json!({"amountUSD": 100})).await.ok();
    let number = paid["receipt"]["receiptNumber"].as_str().expect("a receipt").to_owned();
    let receipt = bar.admin().get(&format!("/api/receipts/{number}")).await.ok();
    assert_eq!(receipt["notes"], Value::Null, "{receipt}");
    assert_eq!(bar.admin().get("/api/sales?limit=1").await.ok()[0]["notes"], Value::Null);
}

#[tokio::test]
async fn without_steps_an_order_is_served_at_once() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 1)]).await;
    bar.sets_status(&order, "served").await.refused(409, "bad_transition");
    bar.admin().put("/api/settings", json!({"orders": {"steps": false}})).await.ok();
    assert_eq!(bar.sets_status(&order, "served").await.ok()["status"], "served");
    let steps = ["Order #1 served", "Order #1 ready", "Order #1 preparing"].map(|step| json!(format!("{step}: Changed their mind")));
    assert_eq!(bar.audit_summaries("orders.moved", 3).await, steps);
}

#[tokio::test]
async fn a_paid_order_is_served_at_once() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 2})).await.ok();
    assert_eq!(bar.sets_status(&order, "served").await.ok()["status"], "served");
}

#[tokio::test]
async fn open_orders_are_those_that_are_not_both_served_and_paid() {
    let bar = TestBar::stocked().await;
    let mut orders = Vec::new();
    for _ in 0..5 {
        orders.push(bar.takes_order(&[("Beer", 1)]).await);
    }
    bar.sets_status(&orders[0], "cancelled").await.ok();
    bar.pays(&orders[1], json!({"amountUSD": 2})).await.ok();
    bar.pays(&orders[2], json!({"amountUSD": 2})).await.ok();
    bar.sets_status(&orders[2], "served").await.ok();
    for status in ["preparing", "ready", "served"] {
        bar.sets_status(&orders[3], status).await.ok();
    }
    let open = bar.bartender().get("/api/orders?status=open").await.ok();
    assert_eq!(crate::bar::values_of(&open, "id"), [5, 4, 2]);
}

#[tokio::test]
async fn an_order_on_credit_names_the_tab() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 1)]).await;
    assert_fields(&order, json!({"tabCustomerName": null, "tabCustomerPhone": null}));
    bar.puts_on_credit(&order, ("Emmanuel Toe", "0880 22")).await.ok();
    assert_fields(&bar.order(&order).await, json!({"tabCustomerName": "Emmanuel Toe", "tabCustomerPhone": "0880 22"}));
}
