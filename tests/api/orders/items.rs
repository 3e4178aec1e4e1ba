//! Removal of items from an order that is partly paid.

use serde_json::{Value, json};

use crate::bar::TestBar;
use crate::order_steps::assert_fields;

#[tokio::test]
async fn items_are_not_removed_below_the_paid_amount() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1), ("Beer", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 6})).await.ok();
    let path = format!("/api/orders/{}/items", order["id"]);
    bar.bartender().delete(&format!("{path}/{}", order["items"][0]["id"])).await.refused(409, "conflict");
    bar.expect_stock("Whisky", 49).await;
}

#[tokio::test]
async fn removing_the_unpaid_item_leaves_a_paid_order() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1), ("Beer", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 6, "paymentMethod": "card"})).await.ok();
    let path = format!("/api/orders/{}/items/{}", order["id"], order["items"][1]["id"]);
    let updated = bar.bartender().delete(&path).await.ok();
    assert_fields(
        &updated,
        json!({"paymentStatus": "paid", "remainingUSD": "0.00", "paidAmountUSD": "6.00", "receiptNumber": "R-20261121-0001"}),
    );
    let lines = bar.sale_lines().await;
    assert_eq!(lines.len(), 1);
    assert_fields(&lines[0], json!({"productName": "Whisky", "totalAmount": "6.00", "paymentMethod": "card", "orderId": order["id"]}));
    bar.expect_takings(&[("card", "6.00", "0.00")]).await;
}

#[tokio::test]
async fn removing_some_of_the_unpaid_items_records_no_sale() {
    let bar = TestBar::stocked().await;
    bar.stocks("Tap water", "0.00", 9).await;
    let order = bar.takes_order(&[("Whisky", 1), ("Rice", 1), ("Beer", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 6})).await.ok();
    let free = bar.takes_order(&[("Tap water", 1), ("Rice", 1), ("Beer", 1)]).await;
    for (order, status) in [(&order, "partial"), (&free, "unpaid")] {
        let path = format!("/api/orders/{}/items/{}", order["id"], order["items"][2]["id"]);
        let updated = bar.bartender().delete(&path).await.ok();
        assert_fields(&updated, json!({"paymentStatus": status, "remainingLRD": "950.00", "receiptNumber": null}));
    }
    let path = format!("/api/orders/{}/items/{}", free["id"], free["items"][1]["id"]);
    assert_fields(&bar.bartender().delete(&path).await.ok(), json!({"paymentStatus": "unpaid", "receiptNumber": null}));
    assert_eq!(bar.sale_lines().await, Vec::<Value>::new(), "free items alone record no sale");
}

#[tokio::test]
async fn less_than_half_a_cent_is_not_owed_after_the_rest_is_removed() {
    let bar = TestBar::stocked().await;
    bar.sets_cash(json!({"roundDue": false})).await;
    let order = bar.takes_order(&[("Rice", 1), ("Beer", 1)]).await;
    bar.pays(&order, json!({"amountLRD": "949.50"})).await.ok();
    let path = format!("/api/orders/{}/items/{}", order["id"], order["items"][1]["id"]);
    let updated = bar.bartender().delete(&path).await.ok();
    assert_fields(
        &updated,
        json!({"paymentStatus": "paid", "remainingUSD": "0.00", "remainingLRD": "0.00", "receiptNumber": "R-20261121-0001"}),
    );
    assert_fields(&bar.sale_lines().await[0], json!({"productName": "Rice", "totalAmount": "950.00"}));
    bar.expect_takings(&[("cash", "0.00", "949.50")]).await;
}

#[tokio::test]
async fn the_last_item_cannot_be_removed_after_any_payment() {
    let bar = TestBar::stocked().await;
    bar.sets_cash(json!({"roundDue": false})).await;
    let order = bar.takes_order(&[("Rice", 1)]).await;
    bar.pays(&order, json!({"amountLRD": "0.50"})).await.ok();
    let path = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    bar.bartender().delete(&path).await.refused(409, "conflict");
    assert_fields(&bar.order(&order).await, json!({"paymentStatus": "partial", "remainingLRD": "949.50"}));
}

#[tokio::test]
async fn money_on_a_removed_item_moves_to_the_others() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 1), ("Whisky", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 2})).await.ok();
    let path = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    let updated = bar.bartender().delete(&path).await.ok();
    assert_fields(&updated, json!({"paymentStatus": "partial", "remainingUSD": "4.00", "paidAmountUSD": "2.00"}));
    bar.pays(&order, json!({"amountUSD": 4})).await.ok();
    assert_eq!(bar.order(&order).await["paymentStatus"], "paid");
}

#[tokio::test]
async fn removed_items_and_reasons_are_in_the_audit_log() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1), ("Beer", 1), ("Rice", 1)]).await;
    let path = |item: usize| format!("/api/orders/{}/items/{}", order["id"], order["items"][item]["id"]);
    bar.bartender().delete(&path(1)).await.ok();
    bar.bartender().request("DELETE", &path(2)).json(&json!({"reason": "Burnt"})).send().await.ok();
    assert_eq!(bar.audit_summaries("orders.item_removed", 2).await, ["Order #1: Rice removed: Burnt", "Order #1: Beer removed"]);
}

#[tokio::test]
async fn a_receipt_after_a_removal_shows_all_payments() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1), ("Rice", 1), ("Beer", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 6})).await.ok();
    bar.pays(&order, json!({"amountLRD": 950, "paymentMethod": "mobile"})).await.ok();
    let path = format!("/api/orders/{}/items/{}", order["id"], order["items"][2]["id"]);
    bar.bartender().delete(&path).await.ok();
    let receipt = bar.bartender().get("/api/receipts/R-20261121-0001").await.ok();
    assert_fields(&receipt, json!({"paymentMethod": "mobile", "customerName": crate::order_steps::CUSTOMER.0, "orderId": order["id"]}));
    assert_eq!(receipt["totals"]["displayPaid"], "$6.00 + L$950");
}
