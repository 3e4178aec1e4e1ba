//! Voids: items are restocked and money is refunded once, whatever the status of the order.

use serde_json::{Value, json};

use crate::bar::{TestBar, values_of};
use crate::order_steps::{CUSTOMER, assert_fields};

#[tokio::test]
async fn an_order_in_any_status_can_be_voided_once() {
    let bar = TestBar::stocked().await;
    let bar = &bar;
    let mut orders = Vec::new();
    for steps in [&[][..], &["preparing"], &["preparing", "ready"], &["preparing", "ready", "served"]] {
        let order = bar.takes_order(&[("Whisky", 2), ("Rice", 1)]).await;
        for status in steps {
            bar.sets_status(&order, status).await.ok();
        }
        orders.push(order);
    }
    for (tender, attached, then) in [
        (json!({"amountUSD": 1}), false, None),
        (json!({"amountUSD": 20, "changeIn": "LRD"}), false, None),
        (json!({"amountLRD": 3230, "paymentMethod": "mobile"}), false, None),
        (json!({"amountUSD": 14, "paymentMethod": "card"}), true, None),
        (json!({"amountUSD": 14, "paymentMethod": "card"}), true, Some(json!({"amountUSD": 1, "paymentMethod": "check"}))),
        (json!({"amountUSD": 14, "paymentMethod": "card"}), true, Some(json!({}))),
    ] {
        let order = bar.takes_order(&[("Whisky", 2), ("Rice", 1)]).await;
        bar.pays(&order, tender).await.ok();
        if attached {
            let credits = bar.puts_on_credit(&order, CUSTOMER).await.ok()["credits"].clone();
            if let Some(tender) = then {
                bar.pays_credit(&credits[0], tender).await.ok();
            }
        }
        orders.push(order);
    }
    bar.expect_stock("Whisky", 30).await;
    for order in &orders {
        let path = format!("/api/orders/{}/void", order["id"]);
        bar.bartender().post(&path, json!({"reason": "Mine"})).await.refused(403, "forbidden");
        bar.manager().post(&path, json!({"reason": " "})).await.refused(400, "invalid");
        let voided = bar.voids_order(order).await.ok();
        assert_fields(&voided, json!({"status": "cancelled", "cancelReason": "Complaint", "remainingUSD": "0.00", "remainingLRD": "0.00"}));
        bar.voids_order(order).await.refused(409, "conflict");
        bar.admin().post(&path, json!({"reason": "Again", "returnToStock": true})).await.refused(409, "conflict");
    }
    bar.expect_stock("Whisky", 50).await;
    bar.expect_stock("Rice", 50).await;
    bar.expect_takings(&[]).await;
    assert_fields(
        &bar.bartender().get("/api/sales/analytics").await.ok(),
        json!({"totalRevenue": "0.00", "revenueLRD": "0.00", "salesCount": 0, "totalQuantity": 0}),
    );
    bar.manager().post("/api/orders/999/void", json!({"reason": "None"})).await.refused(404, "not_found");
}

#[tokio::test]
async fn money_is_refunded_by_the_method_of_payment() {
    let bar = TestBar::stocked().await;
    let paid_order = bar.takes_order(&[("Beer", 1)]).await;
    bar.pays(&paid_order, json!({"amountUSD": 2})).await.ok();
    let order = bar.takes_order(&[("Whisky", 1), ("Rice", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 6, "paymentMethod": "card"})).await.ok();
    bar.pays(&order, json!({"amountLRD": 950, "paymentMethod": "mobile"})).await.ok();
    bar.expect_takings(&[("cash", "2.00", "0.00"), ("card", "6.00", "0.00"), ("mobile", "0.00", "950.00")]).await;
    let whisky = bar.sale_lines().await[1].clone();
    bar.voids_sale(&whisky).await.ok();
    bar.expect_takings(&[("cash", "2.00", "0.00"), ("mobile", "0.00", "950.00")]).await;
    bar.voids_order(&order).await.ok();
    bar.expect_takings(&[("cash", "2.00", "0.00")]).await;
    let voided = bar.bartender().get("/api/sales?status=voided").await.ok();
    assert_eq!(values_of(&voided, "productName"), ["Rice", "Whisky"]);
}

#[tokio::test]
async fn a_later_refund_reduces_the_takings_of_its_own_day() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 6})).await.ok();
    bar.clock.jump_to("2026-11-22T20:00:00Z");
    bar.voids_order(&order).await.ok();
    let night = |day: &str| format!("/api/admin/sales-report?startDate={day}&endDate={day}");
    let first = bar.admin().get(&night("2026-11-21")).await.ok();
    assert_fields(&first["takings"][0], json!({"amountUSD": "6.00"}));
    assert_fields(&first["overallSummary"], json!({"totalRevenue": "0.00", "totalSales": 0}));
    assert_fields(&bar.admin().get(&night("2026-11-22")).await.ok()["takings"][0], json!({"amountUSD": "-6.00"}));
}

#[tokio::test]
async fn items_are_restocked_at_most_once() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 2), ("Rice", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 12, "amountLRD": 950})).await.ok();
    let whisky = bar.sale_lines().await[0].clone();
    bar.voids_sale(&whisky).await.ok();
    bar.expect_stock("Whisky", 50).await;
    assert_fields(&bar.order(&order).await, json!({"paymentStatus": "paid", "status": "pending"}));
    bar.expect_takings(&[("cash", "0.00", "950.00")]).await;
    bar.voids_order(&order).await.ok();
    bar.expect_stock("Whisky", 50).await;
    bar.expect_stock("Rice", 50).await;
    bar.expect_takings(&[]).await;
    bar.voids_sale(&whisky).await.refused(409, "conflict");
    let rice = bar.bartender().get("/api/sales?status=voided").await.ok()[0].clone();
    bar.voids_sale(&rice).await.refused(409, "conflict");
    bar.expect_stock("Rice", 50).await;
}

#[tokio::test]
async fn items_ordered_later_are_restocked_at_most_once() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1)]).await;
    let order = bar.adds_item(&order, "Beer", 2).await.created();
    bar.pays(&order, json!({"amountUSD": 10})).await.ok();
    bar.voids_sale(&bar.sale_lines().await[1]).await.ok();
    bar.expect_stock("Beer", 50).await;
    bar.voids_order(&order).await.ok();
    bar.expect_stock("Beer", 50).await;
    bar.expect_takings(&[]).await;
}

#[tokio::test]
async fn consumed_items_of_an_order_are_not_restocked() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 2), ("Rice", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 17})).await.ok();
    let rice = bar.sale_lines().await[1].clone();
    let eaten = json!({"reason": "A stone in it", "returnToStock": false});
    bar.manager().post(&format!("/api/sales/{}/void", rice["id"]), eaten).await.ok();
    bar.expect_stock("Rice", 49).await;
    bar.voids_order(&order).await.ok();
    bar.expect_stock("Whisky", 50).await;
    bar.expect_stock("Rice", 49).await;
    let other = bar.takes_order(&[("Beer", 3)]).await;
    let drunk = json!({"reason": "Warm", "returnToStock": "false"});
    bar.manager().post(&format!("/api/orders/{}/void", other["id"]), drunk).await.ok();
    bar.expect_stock("Beer", 47).await;
}

#[tokio::test]
async fn a_paid_credit_item_stays_paid_when_its_sale_is_voided() {
    let bar = TestBar::stocked().await;
    let item = bar.sells_on_credit(CUSTOMER, "Whisky", 1).await;
    bar.pays_credit(&item, json!({"amountUSD": 6, "paymentMethod": "digital"})).await.ok();
    let sale = bar.sale_lines().await[0].clone();
    bar.voids_sale(&sale).await.ok();
    assert_eq!(values_of(&bar.bartender().get("/api/credit").await.ok(), "status"), ["paid"]);
    bar.expect_takings(&[]).await;
    bar.expect_stock("Whisky", 50).await;
    bar.pays_credit(&item, json!({})).await.refused(409, "already_paid");
}

#[tokio::test]
async fn paid_items_of_an_order_on_credit_stay_paid_when_it_is_voided() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1), ("Beer", 1)]).await;
    let credits = bar.puts_on_credit(&order, CUSTOMER).await.ok()["credits"].clone();
    bar.pays_credit(&credits[0], json!({"paymentMethod": "card"})).await.ok();
    bar.voids_order(&order).await.ok();
    assert_eq!(values_of(&bar.bartender().get("/api/credit").await.ok(), "status"), ["paid"]);
    assert_eq!(values_of(&bar.bartender().get("/api/credit?status=voided").await.ok(), "productName"), ["Beer"]);
    bar.expect_takings(&[]).await;
}

#[tokio::test]
async fn a_void_reduces_the_figures_of_the_seller() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1), ("Rice", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 11})).await.ok();
    let me = bar.bartender().get("/api/auth/me").await.ok()["id"].clone();
    let path = format!("/api/admin/user-sales?userId={me}");
    let sales = bar.admin().get(&path).await.ok();
    assert_fields(&sales["summary"], json!({"totalRevenue": "11.00", "totalSales": 1, "totalQuantity": 2}));
    assert_fields(&sales["customerSales"][0], json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "totalRevenue": "11.00"}));
    bar.voids_sale(&bar.sale_lines().await[0]).await.ok();
    assert_fields(&bar.admin().get(&path).await.ok()["summary"], json!({"totalRevenue": "5.00", "totalSales": 1, "totalQuantity": 1}));
    bar.voids_order(&order).await.ok();
    let sales = bar.admin().get(&path).await.ok();
    assert_fields(&sales["summary"], json!({"totalRevenue": "0.00", "totalSales": 0, "totalQuantity": 0}));
    assert_eq!(sales["customerSales"], Value::Array(Vec::new()));
}

#[tokio::test]
async fn a_receipt_lists_voided_amounts() {
    let bar = TestBar::stocked().await;
    let body =
        json!({"sales": [{"productId": bar.id_of("Beer").await, "quantity": 2}, {"productId": bar.id_of("Rice").await, "quantity": 1}]});
    let sold = bar.bartender().post("/api/sales/batch", body).await.created();
    let path = format!("/api/receipts/{}", crate::bar::text(&sold["receipt"]["receiptNumber"]));
    let before = bar.bartender().get(&path).await.ok();
    assert_eq!((values_of(&before["items"], "voided"), &before["totals"]["displayVoided"]), (vec![json!(false); 2], &Value::Null));
    bar.voids_sale(&sold["sales"][0]).await.ok();
    let after = bar.bartender().get(&path).await.ok();
    assert_eq!(values_of(&after["items"], "voided"), [json!(true), json!(false)]);
    assert_eq!(after["totals"]["displayVoided"], after["items"][0]["totalPriceDisplay"]);
    assert_eq!(after["totals"]["displayTotal"], before["totals"]["displayTotal"], "the total of the receipt does not change");
}
