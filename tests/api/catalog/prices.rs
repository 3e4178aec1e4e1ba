//! The price list: prices and availability of several products, all or none.

use serde_json::{Value, json};

use crate::bar::{TestBar, values_of};

const LIST: &str = "/api/products/prices";

/// Beer in both currencies, rum in US dollars, rice in Liberian dollars.
async fn bar_with_prices() -> TestBar {
    let bar = TestBar::open().await;
    bar.product(json!({"name": "Beer", "priceUSD": 2, "priceLRD": 350, "stock": 5})).await;
    bar.product(json!({"name": "Rum", "priceUSD": 4})).await;
    bar.product(json!({"name": "Rice", "category": "food", "currency": "LRD", "priceLRD": 950})).await;
    bar
}

/// Both set prices, availability and the rate of the prices, of each product by id.
async fn prices(bar: &TestBar) -> Vec<Value> {
    let mut list = Vec::new();
    for id in 1..=3 {
        let product = bar.bartender().get(&format!("/api/products/{id}")).await.ok();
        list.push(json!([product["priceUSD"], product["priceLRD"], product["isAvailable"], product["exchangeRate"]]));
    }
    list
}

#[tokio::test]
async fn all_rows_are_saved_at_once() {
    let bar = bar_with_prices().await;
    bar.set_rate(json!(200)).await;
    let rows = json!([
        {"id": 3, "priceUSD": "5.25"},
        {"id": 1, "priceUSD": null, "priceLRD": "400.00"},
        {"id": 2, "isAvailable": 0},
    ]);
    let answer = bar.manager().put(LIST, json!({"rows": rows})).await.ok();
    assert_eq!(values_of(&answer["products"], "name"), ["Rice", "Beer", "Rum"]);
    assert_eq!(answer["products"][1]["stock"], 5);
    let expected = [json!([null, "400.00", 1, 200]), json!(["4.00", null, 0, 190]), json!(["5.25", "950.00", 1, 200])];
    assert_eq!(prices(&bar).await, expected);
    assert_eq!(bar.guest().get("/api/menu").await.ok()["drinks"].as_array().map(Vec::len), Some(1));
    assert_eq!(bar.audit_summaries("catalog", 3).await.len(), 3);
    let again = bar.admin().put(LIST, json!({"rows": rows})).await.ok();
    assert_eq!(again, json!({"products": []}), "what is already so changes nothing");
}

#[tokio::test]
async fn one_mistake_refuses_all_rows_and_every_mistake_is_named() {
    let bar = bar_with_prices().await;
    let before = prices(&bar).await;
    let refused = bar
        .manager()
        .put(
            LIST,
            json!({"rows": [
                {"id": 1, "priceUSD": 3},
                {"id": 2, "priceUSD": "1.234", "isAvailable": "maybe"},
                {"priceLRD": -1},
                {"id": 3, "priceUSD": null, "priceLRD": null},
            ]}),
        )
        .await
        .refused(400, "invalid");
    let fields: Vec<&String> = refused["fields"].as_object().expect("fields").keys().collect();
    let expected = ["rows[1].isAvailable", "rows[1].priceUSD", "rows[2].id", "rows[2].priceLRD", "rows[3].priceLRD", "rows[3].priceUSD"];
    assert_eq!(fields, expected);

    // Emptying the only price leaves none, which only the product shows.
    let none = "Please set at least one price (USD or LRD)";
    let rows = json!([{"id": 1, "priceUSD": 3}, {"id": 2, "priceUSD": null}, {"id": 3, "priceLRD": ""}]);
    let refused = bar.manager().put(LIST, json!({"rows": rows})).await.refused(400, "invalid");
    assert_eq!((&refused["message"], &refused["fields"]["rows[1].priceUSD"]), (&json!(none), &json!(none)));
    assert_eq!(refused["fields"]["rows[2].priceLRD"], none);

    let unknown = bar.manager().put(LIST, json!({"rows": [{"id": 1, "priceUSD": 3}, {"id": 99}]})).await.refused(404, "not_found");
    assert_eq!(unknown["productId"], 99);
    let twice = bar.manager().put(LIST, json!({"rows": [{"id": 1, "priceUSD": 3}, {"id": 1}]})).await.refused(400, "invalid");
    assert!(twice["fields"]["rows[1].id"].is_string(), "{twice}");
    assert_eq!(prices(&bar).await, before);
}

#[tokio::test]
async fn a_price_list_has_a_limit() {
    let bar = bar_with_prices().await;
    let long: Vec<Value> = (1..=2_001).map(|id| json!({"id": id, "priceUSD": 1})).collect();
    for rows in [json!([]), json!("x"), json!([1]), json!(long)] {
        let refused = bar.manager().put(LIST, json!({"rows": rows})).await.refused(400, "invalid");
        assert_eq!(refused["fields"]["rows"], "A price list needs 1 to 2000 rows");
    }
    bar.bartender().put(LIST, json!({"rows": [{"id": 1, "priceUSD": 1}]})).await.refused(403, "forbidden");
}
