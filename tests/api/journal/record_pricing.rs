//! The part of the recorded story that is about discounts, comps and an order that is closed with nothing to pay.

use serde_json::json;

use crate::bar::TestBar;

/// Gives and takes off discounts and comps, settles an order by a discount, and closes one of which all is free.
pub(super) async fn pricing(bar: &TestBar) {
    let order = bar.takes_order(&[("Beer", 5), ("Rice", 1)]).await;
    let manager = bar.manager();
    let [discount, comp, close] = ["discount", "comp", "close"].map(|call| format!("/api/orders/{}/{call}", order["id"]));
    manager.post(&discount, json!({"amountLRD": 200, "reason": "Regular guest"})).await.ok();
    manager.post(&discount, json!({"percent": 10, "reason": "Regular guest"})).await.ok();
    manager.request("DELETE", &discount).json(&json!({"itemIds": [order["items"][1]["id"]]})).send().await.ok();
    let piece = json!({"itemId": order["items"][0]["id"], "quantity": 1, "of": 5});
    let comped = manager.post(&comp, json!({"items": [piece], "reason": "Owner's guest"})).await.ok();
    manager.request("DELETE", &comp).json(&json!({"itemIds": [comped["items"][1]["id"]]})).send().await.ok();
    let piece = |place: usize, of: i64| json!({"itemId": comped["items"][place]["id"], "quantity": of, "of": of});
    let all = json!([piece(0, 4), piece(1, 1), piece(2, 1)]);
    manager.post(&comp, json!({"items": all, "reason": "Owner's guest"})).await.ok();
    bar.bartender().post(&close, json!({})).await.ok();
    let paid = bar.takes_order(&[("Beer", 5)]).await;
    bar.pays(&paid, json!({"amountUSD": 8})).await.ok();
    manager.post(&format!("/api/orders/{}/discount", paid["id"]), json!({"percent": 20, "reason": "Complaint"})).await.ok();
    let sale = json!({"productId": bar.id_of("Beer").await, "quantity": 2, "discount": {"percent": 25, "reason": "Staff price"}});
    manager.post("/api/sales", sale).await.created();
}
