//! Products that are not counted: no level, no movement, no refusal; and what a change of the mode does to the level.

use serde_json::{Value, json};

use crate::bar::{TestBar, values_of};

async fn rice(bar: &TestBar) -> String {
    let made = bar.product(json!({"name": "Jollof rice", "priceUSD": "5.00", "category": "food", "stockMode": "free"})).await;
    format!("/api/products/{}", made["id"])
}

async fn moves(bar: &TestBar, path: &str) -> Value {
    bar.manager().get(&format!("{path}/movements")).await.ok()
}

#[tokio::test]
async fn what_is_not_counted_has_no_level_and_is_never_refused() {
    let bar = TestBar::open().await;
    let path = rice(&bar).await;
    bar.sells("Jollof rice", 100).await;
    let id = bar.id_of("Jollof rice").await;
    let items = json!([{"productId": id, "quantity": 60}]);
    bar.bartender().post("/api/orders", json!({"customerName": "Musu", "orderType": "takeout", "items": items})).await.created();
    bar.bartender().post("/api/credit", json!({"customerName": "Musu", "productId": id, "quantity": 40})).await.created();
    let product = bar.product_named("Jollof rice").await;
    for member in ["stock", "portions", "sellable"] {
        assert_eq!(product[member], Value::Null, "{member}: {product}");
    }
    assert_eq!((&product["stockMode"], &product["floor"], &product["needsCount"]), (&json!("free"), &json!(false), &json!(false)));
    assert_eq!(moves(&bar, &path).await, json!([]));
    let menu = bar.manager().get("/api/menu").await.ok();
    assert!(menu.to_string().contains("\"inStock\":true") && !menu.to_string().contains("\"inStock\":false"), "{menu}");
    for body in [json!({"delta": 5, "reason": "delivery"}), json!({"count": 0, "reason": "count"}), json!({"delta": -1, "reason": "waste"})]
    {
        let refused = bar.manager().post(&format!("{path}/stock"), body).await.refused(409, "conflict");
        assert_eq!(refused["message"], "Jollof rice is not counted");
    }
    for body in [json!({"stock": 5}), json!({"stock": 5, "stockMode": "free"})] {
        let refused = bar.manager().put(&path, body).await.refused(409, "conflict");
        assert_eq!(refused["message"], "Jollof rice is not counted");
    }
    bar.manager().put(&path, json!({"name": "Jollof rice", "stock": null, "stockMode": "free"})).await.ok();
}

#[tokio::test]
async fn a_product_made_free_goes_to_zero_and_starts_again_where_the_call_says() {
    let bar = TestBar::open().await;
    let path = format!("/api/products/{}", bar.stocks("Club Beer", "2.00", 24).await["id"]);
    let free = bar.manager().put(&path, json!({"stockMode": "free", "stock": 24})).await.ok();
    assert_eq!((&free["stock"], &free["price"]), (&Value::Null, &json!("2.00")));
    let of = moves(&bar, &path).await;
    assert_eq!(
        (values_of(&of, "delta"), values_of(&of, "reason")),
        (vec![json!(-24), json!(24)], vec![json!("correction"), json!("count")])
    );
    let counted = bar.manager().put(&path, json!({"stockMode": "counted", "stock": 7})).await.ok();
    assert_eq!((&counted["stock"], &counted["needsCount"], &counted["floor"]), (&json!(7), &json!(false), &json!(true)));
    bar.manager().patch(&path, json!({"stockMode": "free"})).await.ok();
    let counted = bar.manager().patch(&path, json!({"stockMode": "counted"})).await.ok();
    assert_eq!((&counted["stock"], &counted["needsCount"]), (&json!(0), &json!(true)));
    let corrected = bar.manager().put(&path, json!({"stock": 5})).await.ok();
    assert_eq!(corrected["needsCount"], true, "a correction is no count");
    let counted = bar.manager().post(&format!("{path}/stock"), json!({"count": 5, "reason": "count"})).await.ok();
    assert_eq!((&counted["stock"], &counted["needsCount"]), (&json!(5), &json!(false)));
}

/// What was taken comes back, and nothing else, whatever the mode is by then.
#[tokio::test]
async fn a_void_gives_back_what_was_taken() {
    let bar = TestBar::open().await;
    let path = rice(&bar).await;
    let free_sale = bar.sells("Jollof rice", 3).await;
    let id = bar.id_of("Jollof rice").await;
    let items = json!([{"productId": id, "quantity": 2}]);
    let order =
        bar.bartender().post("/api/orders", json!({"customerName": "Musu", "orderType": "takeout", "items": items})).await.created();
    bar.manager().put(&path, json!({"stockMode": "counted", "stock": 10})).await.ok();
    let counted_sale = bar.sells("Jollof rice", 4).await;
    bar.expect_stock("Jollof rice", 6).await;
    let void = async |sale: &Value| {
        bar.manager().post(&format!("/api/sales/{}/void", sale["id"]), json!({"reason": "Wrong dish"})).await.ok();
    };
    void(&free_sale).await;
    let cancel = json!({"status": "cancelled", "reason": "Left", "returnToStock": true});
    bar.manager().patch(&format!("/api/orders/{}/status", order["id"]), cancel).await.ok();
    bar.expect_stock("Jollof rice", 6).await;
    bar.manager().put(&path, json!({"stockMode": "free"})).await.ok();
    void(&counted_sale).await;
    assert_eq!(bar.product_named("Jollof rice").await["stock"], Value::Null);
    bar.manager().put(&path, json!({"stockMode": "counted", "stock": 2})).await.ok();
    bar.expect_stock("Jollof rice", 2).await;
}

#[tokio::test]
async fn a_list_says_what_is_not_counted_and_changes_nothing_when_it_comes_back() {
    let bar = TestBar::open().await;
    rice(&bar).await;
    bar.product(json!({"name": "Gin", "priceUSD": "3.00", "barcode": "5010", "floor": false, "stock": 1})).await;
    bar.sells("Gin", 3).await;
    let exported = bar.manager().get("/api/products/export").await.text();
    let header = exported.lines().next().expect("a header").to_owned();
    assert!(header.ends_with(",isAvailable,stockMode,floor"), "{exported}");
    assert!(exported.contains(",5.00,USD,5.00,,,,1,free,0\n"), "{exported}");
    assert!(exported.contains(",3.00,USD,3.00,,-2,,1,counted,0\n"), "{exported}");
    let import = async |data: &str| bar.manager().post("/api/products/import", json!({"csvData": data})).await;
    let done = import(&exported).await.ok();
    assert_eq!((&done["created"], &done["updated"], &done["unchanged"]), (&json!(0), &json!(0), &json!(2)), "{done}");
    let refused = import("name,barcode,stock\nGin,5010,-3\n").await.refused(400, "invalid");
    assert_eq!(refused["errors"][0]["message"], "Must not be negative", "{refused}");
    import("name,barcode,stockMode\nGin,5010,Free\n").await.ok();
    assert_eq!(bar.product_named("Gin").await["stock"], Value::Null);
    let refused = import("name,barcode,stock\nGin,5010,4\n").await.refused(400, "invalid");
    assert_eq!(refused["errors"][0]["message"], "Gin is not counted", "{refused}");
    import("name,barcode,stockMode,stock\nGin,5010,counted,\n").await.ok();
    let gin = bar.product_named("Gin").await;
    assert_eq!((&gin["stock"], &gin["needsCount"], &gin["floor"]), (&json!(0), &json!(true), &json!(true)));
    import("name,barcode,stockMode,stock\nGin,5010,free,\n").await.ok();
    import("name,barcode,stockMode,stock\nGin,5010,counted,9\n").await.ok();
    let gin = bar.product_named("Gin").await;
    assert_eq!((&gin["stock"], &gin["needsCount"]), (&json!(9), &json!(false)));
    let refused = import("name,barcode,stockMode\nGin,5010,often\n").await.refused(400, "invalid");
    assert_eq!(refused["errors"][0]["message"], "Must be counted or free", "{refused}");
}

#[tokio::test]
async fn what_is_not_counted_is_neither_low_nor_out() {
    let bar = TestBar::open().await;
    rice(&bar).await;
    bar.stocks("Club Beer", "2.00", 0).await;
    bar.sells("Jollof rice", 1).await;
    let stats = bar.bartender().get("/api/bartender/dashboard-stats").await.ok().to_string();
    assert!(stats.contains("\"outOfStockItems\":1") && stats.contains("\"lowStockItems\":0"), "{stats}");
}
