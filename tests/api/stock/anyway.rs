//! 'Sell anyway': goods that the box believes to be gone, sold by a manager or with a manager's approval; and products without a floor.

use serde_json::{Value, json};

use crate::bar::{TestBar, text};

/// A bar with one tonic left.
async fn tonic() -> (TestBar, u64) {
    let bar = TestBar::open().await;
    bar.stocks("Tonic", "1.00", 1).await;
    let id = bar.id_of("Tonic").await;
    (bar, id)
}

/// The calls that sell, with a body for two of a product.
pub fn calls(id: u64, order: &Value) -> [(String, Value); 6] {
    let line = json!({"productId": id, "quantity": 2});
    [
        ("/api/sales".to_owned(), line.clone()),
        ("/api/sales/batch".to_owned(), json!({"sales": [line]})),
        ("/api/credit".to_owned(), json!({"customerName": "Musu", "productId": id, "quantity": 2})),
        ("/api/credit/batch".to_owned(), json!({"customerName": "Musu", "items": [line]})),
        ("/api/orders".to_owned(), json!({"customerName": "Musu", "orderType": "takeout", "items": [line]})),
        (format!("/api/orders/{}/items", order["id"]), line),
    ]
}

pub async fn order_of_water(bar: &TestBar) -> Value {
    bar.stocks("Water", "1.00", 10).await;
    let items = json!([{"productId": bar.id_of("Water").await, "quantity": 1}]);
    bar.bartender().post("/api/orders", json!({"customerName": "Musu", "orderType": "takeout", "items": items})).await.created()
}

#[tokio::test]
async fn a_manager_sells_anyway_by_every_call_and_a_bartender_asks() {
    let (bar, id) = tonic().await;
    let order = order_of_water(&bar).await;
    let mut level = 1;
    for (path, body) in calls(id, &order) {
        let refused = bar.manager().post(&path, body.clone()).await.refused(409, "insufficient_stock");
        assert_eq!((&refused["productId"], &refused["available"]), (&json!(id), &json!(level.max(0))), "{path}");
        let mut anyway = body.clone();
        anyway["oversell"] = json!(true);
        let refused = bar.bartender().post(&path, anyway.clone()).await.refused(403, "approval_required");
        assert_eq!(refused["approval"]["kind"], "oversell", "{path}");
        bar.manager().post(&path, anyway).await.created();
        level -= 2;
        let product = bar.product_named("Tonic").await;
        assert_eq!((&product["stock"], &product["needsCount"], &product["sellable"]), (&json!(level), &json!(true), &json!(0)), "{path}");
        assert_eq!(product["portions"], 0);
    }
}

#[tokio::test]
async fn nothing_is_asked_where_the_stock_is_enough() {
    let (bar, id) = tonic().await;
    bar.bartender().post("/api/sales", json!({"productId": id, "quantity": 1, "oversell": true})).await.created();
    bar.expect_stock("Tonic", 0).await;
    assert_eq!(bar.product_named("Tonic").await["needsCount"], false);
}

#[tokio::test]
async fn a_bartender_sells_anyway_with_an_approval_once() {
    let (bar, id) = tonic().await;
    let musa = bar.bartender();
    let body = json!({"productId": id, "quantity": 3, "oversell": true});
    let question = musa.asks("POST", "/api/sales", body.clone()).await.created();
    assert!(text(&question["summary"]).contains("2 × Tonic"), "{question}");
    let granted = bar.grants(&question).await;
    assert_eq!(musa.sends("POST", "/api/sales", &body, &granted).await.status, 201);
    bar.expect_stock("Tonic", -2).await;
    let log = bar.admin().get("/api/admin/audit?limit=30").await.ok().to_string();
    assert!(log.contains("beyond the stock: 2 × Tonic"), "{log}");
    bar.admin().put("/api/settings", json!({"approvals": {"rules": {"oversell": "deny"}}})).await.ok();
    musa.post("/api/sales", body.clone()).await.refused(403, "forbidden");
    bar.admin().put("/api/settings", json!({"approvals": {"rules": {"oversell": "allow"}}})).await.ok();
    musa.post("/api/sales", body).await.created();
}

#[tokio::test]
async fn a_count_ends_the_need_and_the_floor_holds_by_hand() {
    let (bar, id) = tonic().await;
    let path = format!("/api/products/{id}");
    bar.manager().post("/api/sales", json!({"productId": id, "quantity": 2, "oversell": true})).await.created();
    let refused =
        bar.manager().post(&format!("{path}/stock"), json!({"delta": -1, "reason": "waste"})).await.refused(409, "insufficient_stock");
    assert_eq!(refused["available"], 0);
    bar.manager().put(&path, json!({"stock": -1})).await.ok();
    let refused = bar.manager().put(&path, json!({"stock": -2})).await.refused(400, "invalid");
    assert_eq!(refused["fields"]["stock"], "Stock must be 0 or more");
    let delivered = bar.manager().post(&format!("{path}/stock"), json!({"delta": 12, "reason": "delivery"})).await.ok();
    assert_eq!((&delivered["stock"], &delivered["needsCount"]), (&json!(11), &json!(true)));
    let counted = bar.manager().post(&format!("{path}/stock"), json!({"count": 11, "reason": "count"})).await.ok();
    assert_eq!((&counted["stock"], &counted["needsCount"]), (&json!(11), &json!(false)));
}

#[tokio::test]
async fn what_has_no_floor_is_sold_below_zero_and_needs_a_count() {
    let bar = TestBar::open().await;
    let made = bar.product(json!({"name": "Grilled fish", "priceUSD": "8.00", "category": "food", "floor": false})).await;
    assert_eq!((&made["floor"], &made["sellable"], &made["stock"]), (&json!(false), &Value::Null, &json!(0)));
    bar.sells("Grilled fish", 2).await;
    let fish = bar.product_named("Grilled fish").await;
    assert_eq!((&fish["stock"], &fish["portions"], &fish["needsCount"]), (&json!(-2), &json!(0), &json!(true)));
    let path = format!("/api/products/{}", made["id"]);
    bar.manager().post(&format!("{path}/stock"), json!({"delta": -1, "reason": "waste"})).await.ok();
    bar.expect_stock("Grilled fish", -3).await;
    let firm = bar.manager().put(&path, json!({"floor": true})).await.ok();
    assert_eq!((&firm["floor"], &firm["sellable"]), (&json!(true), &json!(0)));
    bar.bartender().post("/api/sales", json!({"productId": made["id"], "quantity": 1})).await.refused(409, "insufficient_stock");
}

#[tokio::test]
async fn the_lines_of_a_call_are_added_up() {
    let (bar, id) = tonic().await;
    let line = |quantity: i64| json!({"productId": id, "quantity": quantity});
    let batch = json!({"sales": [line(1), line(2)]});
    let refused = bar.bartender().post("/api/sales/batch", batch.clone()).await.refused(409, "insufficient_stock");
    assert_eq!((&refused["available"], &refused["message"]), (&json!(1), &json!("Only 1 units available")));
    let mut anyway = batch;
    anyway["oversell"] = json!(true);
    let asked = bar.bartender().post("/api/sales/batch", anyway).await.refused(403, "approval_required");
    assert!(text(&asked["approval"]["kinds"][0]["summary"]).contains("2 × Tonic"), "{asked}");
}
