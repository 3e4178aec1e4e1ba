//! Products: prices in two currencies, of which one may be derived from the rate; barcodes; deleted products.

use serde_json::{Value, json};

use crate::bar::{SECOND, TestBar, text, values_of};

/// All price fields of a product.
fn prices(product: &Value) -> Value {
    json!([
        product["currency"],
        product["price"],
        product["priceUSD"],
        product["priceLRD"],
        product["effectivePriceUSD"],
        product["effectivePriceLRD"]
    ])
}

#[tokio::test]
async fn a_product_gets_its_defaults() {
    let bar = TestBar::open().await;
    let product = bar.product(json!({"name": "  Club Beer ", "brand": " ", "description": ""})).await;
    let barcode = text(&product["barcode"]).to_owned();
    assert!(barcode.len() == 12 && barcode.bytes().all(|byte| byte.is_ascii_digit()), "{barcode}");
    // A generated barcode begins with the last six digits of the time in milliseconds.
    assert!(barcode.starts_with("200000"), "{barcode}");
    let expected = json!({"id": 1, "name": "Club Beer", "brand": null, "barcode": barcode, "price": "0.00", "stock": 0, "category": "drinks",
        "description": null, "section": null, "isAvailable": 1, "currency": "USD", "priceUSD": "0.00", "priceLRD": null, "exchangeRate": 190,
        "effectivePriceUSD": "0.00", "effectivePriceLRD": "0.00", "taxClass": null, "effectiveTaxClass": "standard", "createdAt": "2026-11-21T20:00:00.000Z",
        "updatedAt": "2026-11-21T20:00:00.000Z", "chain": null, "portions": 0, "sellable": 0, "stockMode": "counted", "floor": true,
        "needsCount": false, "soldOut": false, "unit": "piece", "serving": 1, "forSale": true, "packs": [], "recipe": null, "par": null});
    assert_eq!(product, expected);
    assert_eq!(bar.bartender().get("/api/products/1").await.ok(), expected);
    let mut by_barcode = expected;
    by_barcode["label"] = json!(null);
    by_barcode["pack"] = json!(null);
    assert_eq!(bar.bartender().get(&format!("/api/products/barcode/{barcode}")).await.ok(), by_barcode);
}

#[tokio::test]
async fn a_set_price_is_used_and_the_other_is_derived() {
    let bar = TestBar::open().await;
    for (fields, expected) in [
        (json!({"currency": "LRD"}), json!(["LRD", "0.00", null, "0.00", "0.00", "0.00"])),
        (json!({"currency": "LRD", "price": 0}), json!(["LRD", "0.00", null, "0.00", "0.00", "0.00"])),
        (json!({"priceUSD": 2}), json!(["USD", "2.00", "2.00", null, "2.00", "380.00"])),
        (json!({"price": "3.50"}), json!(["USD", "3.50", "3.50", null, "3.50", "665.00"])),
        (json!({"currency": "LRD", "price": 950}), json!(["LRD", "950.00", null, "950.00", "5.00", "950.00"])),
        (json!({"currency": "LRD", "priceUSD": "2.00"}), json!(["LRD", "380.00", "2.00", null, "2.00", "380.00"])),
        (json!({"priceUSD": 2, "priceLRD": 350}), json!(["USD", "2.00", "2.00", "350.00", "2.00", "350.00"])),
        (json!({"price": 9, "priceUSD": null, "priceLRD": ""}), json!(["USD", "9.00", "9.00", null, "9.00", "1710.00"])),
        (json!({"price": 9, "priceUSD": 2, "priceLRD": null}), json!(["USD", "2.00", "2.00", null, "2.00", "380.00"])),
        (
            json!({"currency": "LRD", "price": 9, "priceUSD": 2, "priceLRD": 350}),
            json!(["LRD", "350.00", "2.00", "350.00", "2.00", "350.00"]),
        ),
    ] {
        let mut product = fields.clone();
        product["name"] = json!("Club Beer");
        assert_eq!(prices(&bar.product(product).await), expected, "{fields}");
    }
}

#[tokio::test]
async fn a_new_rate_changes_derived_prices_only() {
    let bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 9).await;
    bar.product(json!({"name": "Rice", "currency": "LRD", "priceLRD": 950})).await;
    bar.product(json!({"name": "Both", "priceUSD": 1, "priceLRD": 200})).await;
    bar.set_rate(json!(200)).await;
    for (name, expected) in [
        ("Club Beer", json!(["USD", "2.00", "2.00", null, "2.00", "400.00"])),
        ("Rice", json!(["LRD", "950.00", null, "950.00", "4.75", "950.00"])),
        ("Both", json!(["USD", "1.00", "1.00", "200.00", "1.00", "200.00"])),
    ] {
        let product = bar.product_named(name).await;
        assert_eq!(prices(&product), expected, "{name}");
        assert_eq!(product["exchangeRate"], 190, "the rate at which {name} was priced");
    }
}

#[tokio::test]
async fn a_patch_changes_prices() {
    let bar = TestBar::open().await;
    for (before, change, after) in [
        (
            json!({"priceUSD": 2}),
            json!({"currency": "USD", "priceUSD": 2.5, "priceLRD": null, "price": 2.5}),
            json!(["USD", "2.50", "2.50", null, "2.50", "475.00"]),
        ),
        (
            json!({"priceUSD": 2}),
            json!({"currency": "LRD", "priceUSD": null, "priceLRD": 350, "price": 350}),
            json!(["LRD", "350.00", null, "350.00", "1.84", "350.00"]),
        ),
        (json!({"priceUSD": 2, "priceLRD": 350}), json!({"priceLRD": ""}), json!(["USD", "2.00", "2.00", null, "2.00", "380.00"])),
        (json!({"priceUSD": 2}), json!({"priceUSD": null, "price": 3}), json!(["USD", "3.00", "3.00", null, "3.00", "570.00"])),
        (json!({"priceUSD": 2}), json!({"priceUSD": null, "price": 0}), json!(["USD", "0.00", "0.00", null, "0.00", "0.00"])),
        (json!({"priceUSD": 2}), json!({"price": "3.00"}), json!(["USD", "3.00", "3.00", null, "3.00", "570.00"])),
        (json!({"priceUSD": 2}), json!({"currency": "LRD"}), json!(["LRD", "380.00", "2.00", null, "2.00", "380.00"])),
    ] {
        let mut product = before.clone();
        product["name"] = json!("Club Beer");
        let id = bar.product(product).await["id"].clone();
        let patched = bar.manager().patch(&format!("/api/products/{id}"), change.clone()).await.ok();
        assert_eq!(prices(&patched), after, "{before} {change}");
    }
}

#[tokio::test]
async fn at_least_one_price_is_set() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 9).await["id"].clone();
    let path = format!("/api/products/{id}");
    for none in
        [json!({"priceUSD": null, "priceLRD": null}), json!({"priceUSD": "", "priceLRD": " ", "price": 0}), json!({"priceUSD": null})]
    {
        bar.manager().patch(&path, none).await.invalid("Please set at least one price (USD or LRD)");
    }
    bar.manager().patch("/api/products/99", json!({"priceUSD": null, "priceLRD": null})).await.refused(400, "invalid");
    bar.manager().patch("/api/products/99", json!({"priceUSD": 1})).await.refused(404, "not_found");
    assert_eq!(bar.product_named("Club Beer").await["priceUSD"], "2.00");
}

#[tokio::test]
async fn a_price_change_records_its_rate_and_time() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 9).await["id"].clone();
    bar.set_rate(json!(200)).await;
    bar.clock.pass(SECOND);
    let product = bar.manager().patch(&format!("/api/products/{id}"), json!({"priceUSD": 3})).await.ok();
    assert_eq!((&product["exchangeRate"], &product["updatedAt"]), (&json!(200), &json!("2026-11-21T20:00:01.000Z")));
    let product = bar.manager().patch(&format!("/api/products/{id}"), json!({"priceUSD": 3, "exchangeRate": "195.5"})).await.ok();
    assert_eq!(product["exchangeRate"], 195.5);
}

#[tokio::test]
async fn a_rename_is_not_a_price_change() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 9).await["id"].clone();
    bar.set_rate(json!(210)).await;
    let path = format!("/api/products/{id}");
    // The form sends every field that it shows, changed or not.
    let form = json!({"name": "Club Beer 33cl", "price": "2.00", "stock": 9, "category": "drinks", "isAvailable": 1});
    let product = bar.manager().put(&path, form).await.ok();
    assert_eq!(
        (&product["name"], &product["exchangeRate"]),
        (&json!("Club Beer 33cl"), &json!(190)),
        "the rate at which it was priced stays"
    );
    let product = bar.manager().put(&path, json!({"price": "2.10"})).await.ok();
    assert_eq!(product["exchangeRate"], 210);
}

#[tokio::test]
async fn writing_back_a_derived_price_keeps_it_derived() {
    let bar = TestBar::open().await;
    let id = bar.product(json!({"name": "Club Beer", "currency": "USD", "priceLRD": 380, "stock": 1})).await["id"].clone();
    let path = format!("/api/products/{id}");
    let before = store::journal_head(bar.store()).expect("a head");
    for same in [json!({}), json!({"price": "2.00", "stock": 1, "name": "Club Beer"})] {
        let product = bar.manager().put(&path, same).await.ok();
        assert_eq!(prices(&product), json!(["USD", "2.00", null, "380.00", "2.00", "380.00"]));
    }
    assert_eq!(store::journal_head(bar.store()).expect("a head"), before, "a change without effect writes no entry");
    let product = bar.manager().put(&path, json!({"price": "2.01"})).await.ok();
    assert_eq!(prices(&product), json!(["USD", "2.01", "2.01", "380.00", "2.01", "380.00"]));
}

#[tokio::test]
async fn setting_the_same_price_again_records_todays_rate() {
    let bar = TestBar::open().await;
    let id = bar.product(json!({"name": "Both", "priceUSD": 1, "priceLRD": 200})).await["id"].clone();
    let path = format!("/api/products/{id}");
    for (rate, same) in [(200, json!({"priceUSD": 1})), (210, json!({"priceLRD": 200}))] {
        bar.set_rate(json!(rate)).await;
        assert_eq!(bar.manager().put(&path, same).await.ok()["exchangeRate"], rate);
    }
    assert_eq!(bar.manager().put(&path, json!({"exchangeRate": 195})).await.ok()["exchangeRate"], 195, "the rate alone");
}

#[tokio::test]
async fn initial_stock_is_a_movement_unless_it_is_zero() {
    let bar = TestBar::open().await;
    for stock in [0, 1] {
        let product = bar.product(json!({"name": "Club Beer", "stock": stock})).await;
        let moves = bar.manager().get(&format!("/api/products/{}/movements", product["id"])).await.ok();
        assert_eq!((&product["stock"], values_of(&moves, "delta")), (&json!(stock), vec![json!(1); stock]));
    }
}

#[tokio::test]
async fn a_put_with_stock_alone_changes_only_the_stock() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 24).await["id"].clone();
    let path = format!("/api/products/{id}");
    let product = bar.manager().put(&path, json!({"stock": "23"})).await.ok();
    assert_eq!((&product["stock"], &product["name"], &product["priceUSD"]), (&json!(23), &json!("Club Beer"), &json!("2.00")));
    let moves = bar.manager().get(&format!("{path}/movements")).await.ok();
    assert_eq!(
        (values_of(&moves, "reason"), values_of(&moves, "delta")),
        (vec![json!("correction"), json!("count")], vec![json!(-1), json!(24)])
    );
    for bad in [json!(-1), json!(1.5), json!("many"), json!(true)] {
        bar.manager().put(&path, json!({"stock": bad})).await.refused(400, "invalid");
    }
    bar.expect_stock("Club Beer", 23).await;
}

#[tokio::test]
async fn an_absent_field_keeps_its_value_and_a_blank_one_clears_it() {
    let bar = TestBar::open().await;
    let full = json!({"name": "Club Beer", "brand": "Monrovia", "description": "cold\n\tvery", "category": "food", "section": " Beer ", "isAvailable": 0, "priceUSD": 2,
        "barcode": "123", "stock": 4});
    let id = bar.product(full).await["id"].clone();
    let path = format!("/api/products/{id}");
    let product = bar.manager().put(&path, json!({"brand": "", "unknown": {"ignored": true}})).await.ok();
    for (field, value) in [
        ("brand", json!(null)),
        ("description", json!("cold\n\tvery")),
        ("category", json!("food")),
        ("section", json!("Beer")),
        ("isAvailable", json!(0)),
        ("barcode", json!("123")),
        ("stock", json!(4)),
    ] {
        assert_eq!(product[field], value, "{field}");
    }
    assert_eq!(bar.manager().put(&path, json!({"section": " "})).await.ok()["section"], json!(null));
    let long = bar.manager().put(&path, json!({"section": "é".repeat(41)})).await.refused(400, "invalid");
    assert_eq!(long["fields"]["section"], "Must be at most 40 characters");
    bar.manager().put(&path, json!({"name": " "})).await.invalid("Product name is required");
    let made = bar.manager().put(&path, json!({"barcode": null})).await.ok();
    assert_eq!(text(&made["barcode"]).len(), 12, "an emptied barcode is generated");
}

#[tokio::test]
async fn a_barcode_is_unique_among_products_that_are_not_deleted() {
    let bar = TestBar::open().await;
    let beer = bar.product(json!({"name": "Club Beer", "barcode": " 4001 "})).await;
    assert_eq!(beer["barcode"], "4001");
    let taken = bar.manager().post("/api/products", json!({"name": "Other", "barcode": "4001"})).await.refused(409, "taken");
    assert!(taken["fields"]["barcode"].is_string(), "{taken}");
    let other = bar.product(json!({"name": "Other", "barcode": "4002"})).await["id"].clone();
    bar.manager().put(&format!("/api/products/{other}"), json!({"barcode": "4001"})).await.refused(409, "taken");
    bar.manager().put(&format!("/api/products/{}", beer["id"]), json!({"barcode": "4001"})).await.ok();
    bar.manager().delete(&format!("/api/products/{}", beer["id"])).await.has_status(204);
    bar.manager().put(&format!("/api/products/{other}"), json!({"barcode": "4001"})).await.ok();
    assert_eq!(bar.bartender().get("/api/products/barcode/4001").await.ok()["id"], other);
    bar.bartender().get("/api/products/barcode/4002").await.refused(404, "not_found");
}

#[tokio::test]
async fn a_deleted_product_leaves_lists_and_stays_in_records() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 9).await["id"].clone();
    let sale = bar.sells("Club Beer", 1).await;
    let path = format!("/api/products/{id}");
    bar.manager().delete(&path).await.has_status(204);
    for answer in [
        bar.manager().delete(&path).await,
        bar.bartender().get(&path).await,
        bar.manager().put(&path, json!({"stock": 1})).await,
        bar.manager().patch(&path, json!({"priceUSD": 1})).await,
        bar.manager().get(&format!("{path}/movements")).await,
        bar.manager().post(&format!("{path}/stock"), json!({"delta": 1, "reason": "delivery"})).await,
        bar.bartender().post("/api/sales", json!({"productId": id, "quantity": 1})).await,
    ] {
        answer.refused(404, "not_found");
    }
    assert_eq!(bar.bartender().get("/api/products").await.ok(), json!([]));
    assert_eq!(bar.guest().get("/api/menu").await.ok(), json!({}));
    assert_eq!(bar.audit_summaries("catalog", 1).await, ["Product Club Beer deleted"]);
    assert_eq!(values_of(&bar.bartender().get("/api/sales").await.ok(), "productName"), ["Club Beer"]);
    let detail = bar.bartender().get(&format!("/api/receipts/{}", text(&sale["receiptNumber"]))).await.ok();
    assert_eq!(values_of(&detail["items"], "name"), ["Club Beer"]);
    bar.manager().post(&format!("/api/sales/{}/void", sale["id"]), json!({"reason": "Returned"})).await.ok();
}

#[tokio::test]
async fn lists_are_sorted_by_category_then_name() {
    let bar = TestBar::open().await;
    for (name, category) in
        [("rice", "food"), ("Cohiba", "cigars"), ("zebra", "drinks"), ("Beer", "drinks"), ("Lighter", "uncategorized"), ("apple", "drinks")]
    {
        bar.product(json!({"name": name, "category": category})).await;
    }
    let list = bar.bartender().get("/api/products").await.ok();
    assert_eq!(values_of(&list, "name"), ["apple", "Beer", "zebra", "rice", "Cohiba", "Lighter"]);
}

#[tokio::test]
async fn an_invalid_id_is_not_found() {
    let bar = TestBar::open().await;
    for path in ["/api/products/beer", "/api/products/-1", "/api/products/99999999999999999999", "/api/products/0", "/api/products/%FF"] {
        bar.bartender().get(path).await.refused(404, "not_found");
    }
    bar.bartender().get("/api/products/barcode/%FF").await.refused(404, "not_found");
    bar.bartender().get("/api/receipts/%FF").await.refused(404, "not_found");
}
