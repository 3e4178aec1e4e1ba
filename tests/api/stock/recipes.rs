//! Recipes: what a mixed product takes of others, what comes back, and what refuses a sale.

use serde_json::{Value, json};

use crate::bar::{TestBar, text, values_of};

/// A bar with gin (a bottle of 750 ml, sold by 50 ml), tonic, and gin tonic of both.
struct Mixed {
    bar: TestBar,
    gin: u64,
    tonic: u64,
    gin_tonic: u64,
}

fn id(product: &Value) -> u64 {
    product["id"].as_u64().expect("an id")
}

async fn mixed(tonics: i64) -> Mixed {
    let bar = TestBar::open().await;
    let bottle = json!([{"name": "bottle", "size": 750}]);
    let gin = json!({"name": "Gin", "priceUSD": "3.00", "unit": "ml", "serving": 50, "packs": bottle, "stock": 750});
    let (gin, tonic) = (id(&bar.product(gin).await), id(&bar.stocks("Tonic", "1.00", tonics).await));
    let recipe = json!([{"productId": gin, "amount": 50}, {"productId": tonic, "amount": 1}]);
    let gin_tonic = id(&bar.product(json!({"name": "Gin Tonic", "priceUSD": "5.00", "recipe": recipe})).await);
    Mixed { bar, gin, tonic, gin_tonic }
}

impl Mixed {
    async fn product(&self, id: u64) -> Value {
        self.bar.manager().get(&format!("/api/products/{id}")).await.ok()
    }

    async fn levels(&self) -> (i64, i64) {
        let level = |product: Value| product["stock"].as_i64().expect("a level");
        (level(self.product(self.gin).await), level(self.product(self.tonic).await))
    }

    async fn sells(&self, id: u64, quantity: i64) -> Value {
        self.bar.bartender().post("/api/sales", json!({"productId": id, "quantity": quantity})).await.created()
    }

    /// Places an order for Musu.
    async fn orders(&self, id: u64, quantity: i64) -> Value {
        let body = json!({"customerName": "Musu", "orderType": "takeout", "items": [{"productId": id, "quantity": quantity}]});
        self.bar.bartender().post("/api/orders", body).await.created()
    }

    async fn last_move(&self, id: u64) -> Value {
        self.bar.manager().get(&format!("/api/products/{id}/movements?limit=1")).await.ok()[0].clone()
    }

    /// Sells batches of products and quantities; the refusal.
    async fn is_refused(&self, lines: &[(u64, i64)]) -> Value {
        let lines: Vec<Value> = lines.iter().map(|(id, quantity)| json!({"productId": id, "quantity": quantity})).collect();
        self.bar.bartender().post("/api/sales/batch", json!({"sales": lines})).await.refused(409, "insufficient_stock")
    }
}

fn figures(product: &Value) -> [Value; 4] {
    ["stock", "portions", "sellable", "needsCount"].map(|member| product[member].clone())
}

fn refusal(refused: &Value) -> [Value; 4] {
    ["productId", "available", "componentId", "componentName"].map(|member| refused[member].clone())
}

/// Product and amount of everything that a line takes.
fn takes(line: &Value) -> Vec<(u64, String, i64)> {
    let take = |take: &Value| {
        (take["productId"].as_u64().expect("an id"), text(&take["unit"]).to_owned(), take["amount"].as_i64().expect("an amount"))
    };
    line["takes"].as_array().expect("a list").iter().map(take).collect()
}

#[tokio::test]
async fn gin_is_poured_below_zero_and_needs_a_count() {
    let mixed = mixed(1).await;
    assert_eq!(figures(&mixed.product(mixed.gin).await), [json!(750), json!(15), Value::Null, json!(false)]);
    let sale = mixed.sells(mixed.gin, 3).await;
    assert_eq!(takes(&sale), [(mixed.gin, "ml".to_owned(), 150)]);
    assert_eq!(figures(&mixed.product(mixed.gin).await), [json!(600), json!(12), Value::Null, json!(false)]);
    mixed.sells(mixed.gin, 13).await;
    assert_eq!(figures(&mixed.product(mixed.gin).await), [json!(-50), json!(0), Value::Null, json!(true)]);
    assert_eq!(mixed.last_move(mixed.gin).await["soldAs"], Value::Null, "it was sold as itself");
}

#[tokio::test]
async fn a_gin_tonic_takes_both_and_is_refused_for_the_tonic() {
    let mixed = mixed(1).await;
    let Mixed { gin, tonic, gin_tonic, .. } = mixed;
    assert_eq!(figures(&mixed.product(gin_tonic).await), [json!(1), json!(1), json!(1), json!(false)]);
    assert_eq!(refusal(&mixed.is_refused(&[(gin_tonic, 2)]).await), [json!(gin_tonic), json!(1), json!(tonic), json!("Tonic")]);
    let both = mixed.is_refused(&[(gin_tonic, 1), (tonic, 1)]).await;
    assert_eq!(refusal(&both), [json!(tonic), json!(0), Value::Null, Value::Null]);
    assert_eq!(both["message"], "Only 0 units available");
    let other = mixed.is_refused(&[(tonic, 1), (gin_tonic, 1)]).await;
    assert_eq!(refusal(&other), [json!(gin_tonic), json!(0), json!(tonic), json!("Tonic")]);
    let body = json!({"productId": gin_tonic, "quantity": 2, "oversell": true});
    let asked = mixed.bar.bartender().post("/api/sales", body.clone()).await.refused(403, "approval_required");
    assert!(text(&asked["approval"]["summary"]).contains("1 × Tonic"), "{asked}");
    let sale = mixed.bar.manager().post("/api/sales", body).await.created();
    assert_eq!(takes(&sale), [(gin, "ml".to_owned(), 100), (tonic, "piece".to_owned(), 2)]);
    assert_eq!(mixed.levels().await, (650, -1));
    assert_eq!(mixed.product(tonic).await["needsCount"], true);
    let moved = mixed.last_move(gin).await;
    assert_eq!((&moved["delta"], &moved["reason"]), (&json!(-100), &json!("sale")));
    assert_eq!(moved["soldAs"], json!({"productId": gin_tonic, "productName": "Gin Tonic"}));
}

#[tokio::test]
async fn two_phones_order_the_last_gin_tonic_at_once() {
    let mixed = mixed(1).await;
    let body = json!({"customerName": "Musu", "orderType": "takeout", "items": [{"productId": mixed.gin_tonic, "quantity": 1}]});
    let (one, other) = (mixed.bar.bartender(), mixed.bar.manager());
    let (one, other) = tokio::join!(one.post("/api/orders", body.clone()), other.post("/api/orders", body));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    assert_eq!(mixed.levels().await, (700, 0));
}

#[tokio::test]
async fn what_an_order_took_comes_back_whatever_the_recipe_is_by_then() {
    let mixed = mixed(12).await;
    let Mixed { gin, gin_tonic, .. } = mixed;
    let order = mixed.orders(gin_tonic, 2).await;
    assert_eq!(takes(&order["items"][0]), [(gin, "ml".to_owned(), 100), (mixed.tonic, "piece".to_owned(), 2)]);
    let path = format!("/api/products/{gin_tonic}");
    mixed.bar.manager().put(&path, json!({"recipe": [{"productId": gin, "amount": 40}]})).await.ok();
    let status = format!("/api/orders/{}/status", order["id"]);
    mixed.bar.manager().patch(&status, json!({"status": "cancelled", "reason": "Left"})).await.ok();
    assert_eq!(mixed.levels().await, (750, 12));
    let back = mixed.last_move(gin).await;
    assert_eq!((&back["delta"], &back["reason"], text(&back["soldAs"]["productName"])), (&json!(100), &json!("return"), "Gin Tonic"));
}

#[tokio::test]
async fn a_void_of_what_was_mixed_is_waste_unless_it_goes_back() {
    let mixed = mixed(12).await;
    let sale = mixed.sells(mixed.gin_tonic, 2).await;
    mixed.bar.manager().post(&format!("/api/sales/{}/void", sale["id"]), json!({"reason": "Spilt"})).await.ok();
    assert_eq!(mixed.levels().await, (650, 10), "lost");
    let sale = mixed.sells(mixed.gin_tonic, 3).await;
    let path = format!("/api/sales/{}/void", sale["id"]);
    mixed.bar.manager().post(&path, json!({"reason": "Wrong drink", "quantity": 1, "returnToStock": true})).await.ok();
    assert_eq!(mixed.levels().await, (550, 8));
    mixed.bar.manager().post(&path, json!({"reason": "Wrong drink", "returnToStock": true})).await.ok();
    assert_eq!(mixed.levels().await, (650, 10), "each piece once");
}

#[tokio::test]
async fn pieces_that_are_taken_off_bring_back_what_they_took() {
    let mixed = mixed(12).await;
    let path = format!("/api/products/{}", mixed.gin_tonic);
    let recipe = json!([{"productId": mixed.gin, "amount": 50, "wastePercent": 5}]);
    mixed.bar.manager().put(&path, json!({"recipe": recipe})).await.ok();
    let order = mixed.orders(mixed.gin_tonic, 3).await;
    assert_eq!(mixed.levels().await, (750 - 158, 12), "3 × 50 ml with 5 % waste, rounded once");
    let item = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    let lowered = mixed.bar.bartender().patch(&item, json!({"quantity": 1, "reason": "Less", "returnToStock": true})).await.ok();
    assert_eq!(mixed.levels().await, (750 - 53, 12));
    assert_eq!(takes(&lowered["items"][0]), [(mixed.gin, "ml".to_owned(), 53)]);
    mixed.bar.bartender().patch(&item, json!({"quantity": 3})).await.ok();
    assert_eq!(mixed.levels().await, (750 - 158, 12), "the same pieces again");
    mixed.bar.bartender().request("DELETE", &item).json(&json!({"reason": "Left", "returnToStock": true})).send().await.in_200s();
    assert_eq!(mixed.levels().await, (750, 12));
}

#[tokio::test]
async fn a_split_divides_what_an_item_took() {
    let mixed = mixed(12).await;
    let path = format!("/api/products/{}", mixed.gin_tonic);
    let recipe = json!([{"productId": mixed.gin, "amount": 50, "wastePercent": 5}]);
    mixed.bar.manager().put(&path, json!({"recipe": recipe})).await.ok();
    let order = mixed.orders(mixed.gin_tonic, 5).await;
    assert_eq!(takes(&order["items"][0])[0].2, 263);
    let target = mixed.orders(mixed.tonic, 1).await;
    let pieces = json!([{"itemId": order["items"][0]["id"], "quantity": 2, "of": 5}]);
    let body = json!({"items": pieces, "to": {"orderId": target["id"]}});
    mixed.bar.manager().post(&format!("/api/orders/{}/move", order["id"]), body).await.in_200s();
    let (rest, part) = (format!("/api/orders/{}", order["id"]), format!("/api/orders/{}", target["id"]));
    let (rest, part) = (mixed.bar.manager().get(&rest).await.ok(), mixed.bar.manager().get(&part).await.ok());
    assert_eq!((takes(&rest["items"][0])[0].2, takes(&part["items"][1])[0].2), (158, 105));
}

#[tokio::test]
async fn what_is_sold_out_or_not_for_sale_is_refused_before_anything_else() {
    let mixed = mixed(1).await;
    let Mixed { gin, tonic, gin_tonic, .. } = mixed;
    mixed.bar.bartender().post(&format!("/api/products/{gin}/sold-out"), json!({"soldOut": true})).await.ok();
    let product = mixed.product(gin_tonic).await;
    assert_eq!((&product["soldOut"], &product["sellable"], &product["portions"]), (&json!(true), &json!(0), &json!(1)));
    for oversell in [false, true] {
        let body = json!({"productId": gin_tonic, "quantity": 1, "oversell": oversell});
        let refused = mixed.bar.manager().post("/api/sales", body).await.refused(409, "insufficient_stock");
        assert_eq!(refusal(&refused), [json!(gin_tonic), json!(0), json!(gin), json!("Gin")]);
    }
    mixed.bar.bartender().post(&format!("/api/products/{gin}/sold-out"), json!({"soldOut": false})).await.ok();
    mixed.bar.manager().put(&format!("/api/products/{tonic}"), json!({"forSale": false})).await.ok();
    for oversell in [false, true] {
        let body = json!({"productId": tonic, "quantity": 5, "oversell": oversell});
        let refused = mixed.bar.manager().post("/api/sales", body).await.refused(409, "conflict");
        assert_eq!(refused["message"], "Tonic is not sold by itself");
    }
    mixed.sells(gin_tonic, 1).await;
    let menu = mixed.bar.manager().get("/api/menu").await.ok().to_string();
    assert!(menu.contains("Gin Tonic") && !menu.contains("\"Tonic\""), "{menu}");
}

#[tokio::test]
async fn an_ingredient_without_floor_or_level_refuses_nothing() {
    let mixed = mixed(12).await;
    let ice = id(&mixed.bar.product(json!({"name": "Ice", "priceUSD": "0.10", "unit": "g", "stockMode": "free"})).await);
    let path = format!("/api/products/{}", mixed.gin_tonic);
    let recipe = json!([{"productId": mixed.gin, "amount": 50}, {"productId": ice, "amount": 80}]);
    let changed = mixed.bar.manager().put(&path, json!({"recipe": recipe})).await.ok();
    assert_eq!(figures(&changed), [json!(15), json!(15), Value::Null, json!(false)]);
    let sale = mixed.sells(mixed.gin_tonic, 16).await;
    assert_eq!(takes(&sale), [(mixed.gin, "ml".to_owned(), 800), (ice, "g".to_owned(), 1_280)]);
    assert_eq!(mixed.levels().await, (-50, 12));
    assert_eq!(mixed.bar.manager().get(&format!("/api/products/{ice}/movements")).await.ok(), json!([]));
    let only = mixed.bar.manager().put(&path, json!({"recipe": [{"productId": ice, "amount": 80}]})).await.ok();
    assert_eq!(figures(&only), [Value::Null, Value::Null, Value::Null, json!(false)]);
}

#[tokio::test]
async fn the_stock_of_a_recipe_is_that_of_its_ingredients() {
    let mixed = mixed(12).await;
    let path = format!("/api/products/{}", mixed.gin_tonic);
    let manager = mixed.bar.manager();
    let of_ingredients = "The stock of Gin Tonic is that of its ingredients";
    for stock in [0, 11, 13] {
        assert_eq!(manager.put(&path, json!({"stock": stock})).await.refused(409, "conflict")["message"], of_ingredients, "{stock}");
    }
    assert_eq!(manager.put(&path, json!({"stock": 12, "name": "Gin Tonic"})).await.ok()["stock"], 12);
    let by_hand = manager.post(&format!("{path}/stock"), json!({"delta": 1, "reason": "count"})).await.refused(409, "conflict");
    assert_eq!(by_hand["message"], of_ingredients);
    let beer = mixed.bar.stocks("Club Beer", "2.00", 24).await;
    let recipe = json!({"recipe": [{"productId": mixed.gin, "amount": 50}]});
    let refused = manager.put(&format!("/api/products/{}", beer["id"]), recipe).await.refused(409, "conflict");
    assert_eq!(refused["message"], "The stock of Club Beer is that of its ingredients");
    let apart = manager.put(&path, json!({"recipe": null, "stock": 12})).await.ok();
    assert_eq!((&apart["recipe"], &apart["stock"]), (&Value::Null, &json!(0)), "the stock that it showed is none of its own");
}

#[tokio::test]
async fn a_recipe_names_other_goods_once() {
    let mixed = mixed(12).await;
    let Mixed { gin, gin_tonic, .. } = mixed;
    let manager = mixed.bar.manager();
    let line = |id: u64| json!({"productId": id, "amount": 1});
    let many: Vec<Value> = (0..21).map(|_| line(gin)).collect();
    for (recipe, part) in [
        (json!([]), "1 to 20"),
        (json!(many), "1 to 20"),
        (json!([line(gin), line(gin)]), "Gin is there twice"),
        (json!([line(gin_tonic)]), "Gin Tonic is mixed itself"),
        (json!([line(999)]), "no product of this bar"),
        (json!([{"productId": gin, "amount": 0}]), "amount of Gin must be 1"),
        (json!([{"productId": gin, "amount": 5, "wastePercent": 51}]), "0 to 50 percent"),
        (json!([{"productId": gin}]), "needs an amount"),
        (json!("gin"), "list of ingredients"),
    ] {
        let refused = manager.put(&format!("/api/products/{gin_tonic}"), json!({"recipe": recipe})).await.refused(400, "invalid");
        assert!(text(&refused["fields"]["recipe"]).contains(part), "{recipe}: {refused}");
    }
    let other = json!({"name": "Long drink", "priceUSD": "6.00", "recipe": [line(gin_tonic)]});
    manager.post("/api/products", other).await.refused(400, "invalid");
    manager.put(&format!("/api/products/{gin_tonic}"), json!({"stockMode": "free"})).await.refused(400, "invalid");
    let tonic = json!({"recipe": [line(gin)], "stock": 0});
    let refused = manager.put(&format!("/api/products/{}", mixed.tonic), tonic).await.refused(400, "invalid");
    assert!(text(&refused["fields"]["recipe"]).contains("Tonic is used in Gin Tonic"), "{refused}");
}

#[tokio::test]
async fn what_a_recipe_uses_is_not_deleted() {
    let mixed = mixed(12).await;
    let (tonic, recipe) = (format!("/api/products/{}", mixed.tonic), format!("/api/products/{}", mixed.gin_tonic));
    let refused = mixed.bar.admin().delete(&tonic).await.refused(409, "conflict");
    assert_eq!(refused["message"], "Tonic is used in Gin Tonic, so it stays");
    mixed.bar.admin().delete(&recipe).await.in_200s();
    mixed.bar.admin().delete(&tonic).await.in_200s();
}

#[tokio::test]
async fn a_credit_takes_the_recipe_and_its_sale_takes_nothing_again() {
    let mixed = mixed(12).await;
    let body = json!({"customerName": "Musu", "productId": mixed.gin_tonic, "quantity": 2});
    let credit = mixed.bar.bartender().post("/api/credit", body).await.created();
    assert_eq!(takes(&credit), [(mixed.gin, "ml".to_owned(), 100), (mixed.tonic, "piece".to_owned(), 2)]);
    mixed.bar.manager().patch(&format!("/api/credit/{}/pay", credit["id"]), json!({})).await.ok();
    let sales = mixed.bar.manager().get("/api/sales").await.ok();
    assert_eq!(takes(&sales[0]), takes(&credit));
    assert_eq!(mixed.levels().await, (650, 10));
    let moves = mixed.bar.manager().get(&format!("/api/products/{}/movements", mixed.gin)).await.ok();
    assert_eq!(values_of(&moves, "reason"), ["credit", "count"]);
}
