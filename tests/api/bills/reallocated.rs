//! Money that is reallocated is worth what it was worth when it was taken, whatever the rate is by then, and nothing of it is lost.

use serde_json::{Value, json};

use crate::bar::{TestBar, text};
use crate::order_steps::assert_fields;

fn minor(amount: &Value) -> i64 {
    text(amount).replace('.', "").parse().expect("an amount")
}

#[tokio::test]
async fn dollars_keep_the_rate_of_their_day_when_they_move_to_another_item() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1), ("Rice", 1)]).await;
    bar.pays(&order, json!({"amountUSD": "3.00"})).await.ok();
    bar.set_rate(json!(200)).await;
    // $3.00 were L$570.
    let after = bar.bartender().delete(&format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"])).await.ok();
    assert_fields(&after, json!({"owedUSD": "0.00", "owedLRD": "380.00", "remainingLRD": "380.00", "remainingUSD": "1.90"}));
    let paid = bar.pays(&order, json!({"amountLRD": 380})).await.ok();
    assert_fields(&paid["order"], json!({"paymentStatus": "paid", "changeLRD": "0.00"}));
}

#[tokio::test]
async fn liberian_dollars_keep_it_after_a_discount() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1), ("Rice", 1)]).await;
    // L$570 were $3.00.
    bar.pays(&order, json!({"amountLRD": 570})).await.ok();
    bar.set_rate(json!(250)).await;
    let discount = json!({"percent": 75, "itemIds": [order["items"][0]["id"]], "reason": "Regular guest"});
    bar.manager().post(&format!("/api/orders/{}/discount", order["id"]), discount).await.ok();
    // $1.50 pay the whisky, and the rest is L$285 for the rice.
    assert_fields(&bar.order(&order).await, json!({"owedUSD": "0.00", "owedLRD": "665.00"}));
}

#[tokio::test]
async fn the_same_is_owed_after_ten_discounts_that_were_taken_off_again() {
    let bar = TestBar::open().await;
    bar.set_rate(json!("187.3333")).await;
    bar.stocks("Gin", "3.33", 90).await;
    bar.product(json!({"name": "Rice", "currency": "LRD", "priceLRD": "955.55", "stock": 90})).await;
    let order = bar.takes_order(&[("Gin", 3), ("Rice", 3)]).await;
    bar.pays(&order, json!({"amountLRD": "1111.11"})).await.ok();
    bar.pays(&order, json!({"amountUSD": "7.77"})).await.ok();
    let before = bar.order(&order).await;
    let item = before["items"][0]["id"].clone();
    let path = format!("/api/orders/{}/discount", order["id"]);
    for percent in 1..=10 {
        bar.set_rate(json!(190 + percent)).await;
        let discount = json!({"percent": 90 - percent, "itemIds": [item], "reason": "Regular guest"});
        bar.manager().post(&path, discount).await.ok();
        let off = bar.manager().request("DELETE", &path).json(&json!({"itemIds": [item]})).send().await;
        off.ok();
    }
    bar.set_rate(json!("187.3333")).await;
    let after = bar.order(&order).await;
    assert!((minor(&after["remainingLRD"]) - minor(&before["remainingLRD"])).abs() <= 1, "{before:#} {after:#}");
    assert_eq!((&after["paidAmountUSD"], &after["paidAmountLRD"]), (&before["paidAmountUSD"], &before["paidAmountLRD"]));
}
