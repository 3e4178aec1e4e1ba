//! What is sold out tonight: refused by every call that sells, also by a manager's 'Sell anyway', until it is back or the day ends.

use serde_json::{Value, json};

use super::anyway::{calls, order_of_water};
use crate::bar::TestBar;

/// The business day after the one on which the clock of a test bar starts.
const NEXT_EVENING: &str = "2026-11-22T20:00:00Z";

async fn set(bar: &TestBar, id: u64, sold_out: bool) -> Value {
    bar.bartender().post(&format!("/api/products/{id}/sold-out"), json!({"soldOut": sold_out})).await.ok()
}

/// Whether the guests' menu offers a drink of this name.
async fn is_offered(bar: &TestBar, name: &str) -> bool {
    let menu = bar.guest().get("/api/menu").await.ok();
    let drinks = menu["drinks"].as_array().expect("drinks");
    drinks.iter().find(|item| item["name"] == name).expect("on the menu")["inStock"] == true
}

#[tokio::test]
async fn what_is_sold_out_is_refused_by_every_call_for_all_staff() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Tonic", "1.00", 12).await["id"].as_u64().expect("an id");
    let order = order_of_water(&bar).await;
    let product = set(&bar, id, true).await;
    assert_eq!(
        (&product["soldOut"], &product["sellable"], &product["stock"], &product["portions"]),
        (&json!(true), &json!(0), &json!(12), &json!(12))
    );
    assert!(!is_offered(&bar, "Tonic").await);
    for (path, mut body) in calls(id, &order) {
        for oversell in [false, true] {
            body["oversell"] = json!(oversell);
            let refused = bar.manager().post(&path, body.clone()).await.refused(409, "insufficient_stock");
            assert_eq!((&refused["productId"], &refused["available"]), (&json!(id), &json!(0)), "{path} {oversell}");
        }
    }
    bar.expect_stock("Tonic", 12).await;
    let product = set(&bar, id, false).await;
    assert_eq!((&product["soldOut"], &product["sellable"]), (&json!(false), &json!(12)));
    assert!(is_offered(&bar, "Tonic").await);
    for (path, body) in calls(id, &order) {
        bar.bartender().post(&path, body).await.created();
    }
}

#[tokio::test]
async fn what_is_not_counted_is_sold_out_too() {
    let bar = TestBar::open().await;
    let id = bar.product(json!({"name": "Jollof rice", "priceUSD": "5.00", "stockMode": "free"})).await["id"].as_u64().expect("an id");
    assert_eq!(bar.product_named("Jollof rice").await["sellable"], json!(null));
    assert_eq!(set(&bar, id, true).await["sellable"], 0);
    bar.bartender().post("/api/sales", json!({"productId": id, "quantity": 1})).await.refused(409, "insufficient_stock");
    assert_eq!(set(&bar, id, false).await["sellable"], json!(null));
    bar.bartender().post("/api/sales", json!({"productId": id, "quantity": 1})).await.created();
}

#[tokio::test]
async fn an_item_of_an_order_gets_no_more_of_it() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Tonic", "1.00", 12).await["id"].as_u64().expect("an id");
    let items = json!([{"productId": id, "quantity": 3}]);
    let body = json!({"customerName": "Musu", "orderType": "takeout", "items": items});
    let order = bar.bartender().post("/api/orders", body).await.created();
    let item = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    bar.bartender().patch(&item, json!({"quantity": 1, "returnToStock": true, "reason": "Ordered too many"})).await.ok();
    set(&bar, id, true).await;
    let refused = bar.bartender().patch(&item, json!({"quantity": 3})).await.refused(409, "insufficient_stock");
    assert_eq!(refused["available"], 0);
}

#[tokio::test]
async fn the_business_day_ends_it() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Tonic", "1.00", 12).await["id"].as_u64().expect("an id");
    set(&bar, id, true).await;
    // What a phone kept of yesterday is no answer of today.
    let phone = bar.bartender();
    let yesterday = phone.get("/api/products").await;
    bar.clock.jump_to(NEXT_EVENING);
    let product = bar.product_named("Tonic").await;
    assert_eq!((&product["soldOut"], &product["sellable"]), (&json!(false), &json!(12)));
    assert_ne!(phone.get("/api/products").await.text(), yesterday.text());
    assert!(is_offered(&bar, "Tonic").await);
    bar.bartender().post("/api/sales", json!({"productId": id, "quantity": 1})).await.created();
}

#[tokio::test]
async fn both_steps_are_on_record_once() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Tonic", "1.00", 12).await["id"].as_u64().expect("an id");
    for sold_out in [true, true, false, false] {
        set(&bar, id, sold_out).await;
    }
    let log = bar.admin().get("/api/admin/audit?limit=30").await.ok().to_string();
    assert_eq!((log.matches("Tonic sold out tonight").count(), log.matches("Tonic back on sale").count()), (1, 1), "{log}");
    let path = format!("/api/products/{id}/sold-out");
    for body in [json!({}), json!({"soldOut": null}), json!({"soldOut": "tonight"})] {
        let refused = bar.bartender().post(&path, body).await.refused(400, "invalid");
        assert!(refused["fields"]["soldOut"].is_string(), "{refused}");
    }
    bar.bartender().post("/api/products/99/sold-out", json!({"soldOut": true})).await.refused(404, "not_found");
}
