//! Units, servings and packs: what one sale takes, and what a pack's barcode finds.

use serde_json::{Value, json};

use crate::bar::{TestBar, text, values_of};

fn path(product: &Value) -> String {
    format!("/api/products/{}", product["id"])
}

async fn refused(bar: &TestBar, product: &Value, body: Value, field: &str, part: &str) {
    let refused = bar.manager().put(&path(product), body.clone()).await.refused(400, "invalid");
    assert!(text(&refused["fields"][field]).contains(part), "{body}: {refused}");
}

#[tokio::test]
async fn a_product_is_sold_by_the_piece_unless_it_says_otherwise() {
    let bar = TestBar::open().await;
    let beer = bar.stocks("Club Beer", "2.00", 24).await;
    let details = ["unit", "serving", "forSale", "packs", "recipe", "par", "floor"].map(|member| beer[member].clone());
    assert_eq!(details, [json!("piece"), json!(1), json!(true), json!([]), Value::Null, Value::Null, json!(true)]);
    let sale = bar.sells("Club Beer", 2).await;
    assert_eq!(sale["takes"], json!([{"productId": beer["id"], "productName": "Club Beer", "unit": "piece", "amount": 2}]));
}

#[tokio::test]
async fn the_unit_stays_after_the_first_movement() {
    let bar = TestBar::open().await;
    let syrup = bar.product(json!({"name": "Syrup", "priceUSD": "1.00"})).await;
    let poured = bar.manager().put(&path(&syrup), json!({"unit": "ml", "par": 3000})).await.ok();
    let figures = ["unit", "serving", "forSale", "floor", "portions", "par"].map(|member| poured[member].clone());
    assert_eq!(figures, [json!("ml"), Value::Null, json!(false), json!(false), json!(0), json!(3000)]);
    bar.manager().post(&format!("{}/stock", path(&syrup)), json!({"delta": 700, "reason": "delivery"})).await.ok();
    let refused = bar.manager().put(&path(&syrup), json!({"unit": "g"})).await.refused(409, "conflict");
    assert_eq!(refused["message"], "The stock of Syrup has moved, so its unit stays");
    let same = bar.manager().put(&path(&syrup), json!({"unit": "ml", "serving": 20})).await.ok();
    assert_eq!((&same["portions"], &same["forSale"], &same["par"]), (&json!(35), &json!(true), &json!(3000)));
    let whole = bar.manager().put(&path(&syrup), json!({"forSale": false})).await.ok();
    assert_eq!((&whole["forSale"], &whole["serving"]), (&json!(false), &json!(20)));
}

#[tokio::test]
async fn a_serving_fits_its_unit() {
    let bar = TestBar::open().await;
    let beer = bar.stocks("Club Beer", "2.00", 24).await;
    for serving in [json!(2), json!(0), Value::Null] {
        refused(&bar, &beer, json!({"serving": serving}), "serving", "by the piece").await;
    }
    bar.manager().put(&path(&beer), json!({"serving": 1})).await.ok();
    let gin = bar.product(json!({"name": "Gin", "priceUSD": "3.00", "unit": "ml", "serving": 50})).await;
    for serving in [0, -1, 100_001] {
        refused(&bar, &gin, json!({"serving": serving}), "serving", "1 to 100000").await;
    }
    let alone = bar.manager().put(&path(&gin), json!({"serving": null, "forSale": true})).await.ok();
    assert_eq!((&alone["forSale"], &alone["portions"]), (&json!(false), &json!(0)));
    bar.manager().post("/api/sales", json!({"productId": gin["id"], "quantity": 1})).await.refused(409, "conflict");
    refused(&bar, &gin, json!({"unit": "litre"}), "unit", "piece, ml or g").await;
    refused(&bar, &gin, json!({"par": -1}), "par", "0 or more").await;
}

#[tokio::test]
async fn portions_are_low_or_out_where_they_are_sold() {
    let bar = TestBar::open().await;
    let gin = json!({"name": "Gin", "priceUSD": "3.00", "unit": "ml", "serving": 50, "stock": 249});
    let gin = bar.product(gin).await;
    let shortage = async || {
        let figures = bar.bartender().get("/api/bartender/dashboard-stats").await.ok();
        (figures["outOfStockItems"].clone(), figures["lowStockItems"].clone())
    };
    assert_eq!((&gin["portions"], shortage().await), (&json!(4), (json!(0), json!(1))));
    bar.manager().post(&format!("{}/stock", path(&gin)), json!({"count": 49, "reason": "count"})).await.ok();
    assert_eq!(shortage().await, (json!(1), json!(0)));
    bar.manager().put(&path(&gin), json!({"forSale": false})).await.ok();
    assert_eq!(shortage().await, (json!(0), json!(0)));
}

#[tokio::test]
async fn a_packs_barcode_finds_the_product_and_the_pack() {
    let bar = TestBar::open().await;
    let beer = bar.stocks("Club Beer", "2.00", 24).await;
    let packs = json!([{"name": "crate", "size": 24, "barcode": "036000291452"}, {"name": "tray", "size": "6"}]);
    let made = bar.manager().put(&path(&beer), json!({"packs": packs})).await.ok();
    let (one, two) = (
        json!({"id": 1, "name": "crate", "size": 24, "barcode": "036000291452"}),
        json!({"id": 2, "name": "tray", "size": 6, "barcode": null}),
    );
    assert_eq!(made["packs"], json!([one, two]));
    let pack = json!({"id": 1, "name": "crate", "size": 24});
    for code in ["036000291452", "36000291452", "0036000291452"] {
        let found = bar.bartender().get(&format!("/api/products/barcode/{code}")).await.ok();
        assert_eq!((&found["id"], &found["pack"], &found["label"]), (&beer["id"], &pack, &Value::Null), "{code}");
    }
    let scan = bar.bartender().post("/api/scans", json!({"barcode": "36000291452"})).await.created();
    assert_eq!((&scan["product"]["id"], &scan["pack"], &scan["scan"]["productId"]), (&beer["id"], &pack, &beer["id"]));
    let own = bar.bartender().get(&format!("/api/products/barcode/{}", text(&beer["barcode"]))).await.ok();
    assert_eq!(own["pack"], Value::Null);
    // A pack that is left out frees its barcode; its id is not used again.
    let left = json!([{"id": 2, "name": "tray", "size": 12}, {"name": "box", "size": 48}]);
    let changed = bar.manager().put(&path(&beer), json!({"packs": left})).await.ok();
    assert_eq!(values_of(&changed["packs"], "id"), [2, 3]);
    bar.bartender().get("/api/products/barcode/36000291452").await.refused(404, "not_found");
    bar.product(json!({"name": "Soap", "priceUSD": "1.00", "barcode": "036000291452"})).await;
}

#[tokio::test]
async fn barcodes_are_unique_over_products_and_packs() {
    let bar = TestBar::open().await;
    let soap = bar.product(json!({"name": "Soap", "priceUSD": "1.00", "barcode": "036000291452"})).await;
    let beer = bar.product(json!({"name": "Club Beer", "priceUSD": "2.00", "barcode": "6001087"})).await;
    let crates = |barcode: &str| json!({"packs": [{"name": "crate", "size": 24, "barcode": barcode}]});
    let taken = bar.manager().put(&path(&beer), crates("0036000291452")).await.refused(409, "taken");
    assert_eq!(taken["fields"]["packs"], "This barcode belongs to another product");
    bar.manager().put(&path(&beer), crates("6001087")).await.refused(409, "taken");
    let twice = json!([{"name": "crate", "size": 24, "barcode": "77"}, {"name": "tray", "size": 6, "barcode": "77"}]);
    bar.manager().put(&path(&beer), json!({"packs": twice})).await.refused(409, "taken");
    // The last digit is no check digit, so that these are two codes.
    bar.manager().put(&path(&soap), json!({"barcode": "036000291453"})).await.ok();
    bar.manager().put(&path(&beer), crates("36000291453")).await.ok();
    let taken = bar.manager().put(&path(&soap), json!({"barcode": "36000291453"})).await.refused(409, "taken");
    assert_eq!(taken["fields"]["barcode"], "This barcode belongs to another product");
    bar.manager().put(&path(&beer), json!({"barcode": "36000291453", "packs": []})).await.ok();
}

#[tokio::test]
async fn packs_have_a_name_and_a_size() {
    let bar = TestBar::open().await;
    let beer = bar.stocks("Club Beer", "2.00", 24).await;
    let many: Vec<Value> = (0..9).map(|number| json!({"name": format!("pack {number}"), "size": 1})).collect();
    for (packs, part) in [
        (json!(many), "at most 8"),
        (json!([{"name": "crate", "size": 0}]), "size of crate must be 1"),
        (json!([{"name": "crate"}]), "needs a size"),
        (json!([{"size": 24}]), "needs a name"),
        (json!([{"name": "crate=24", "size": 24}]), "without ="),
        (json!([{"name": "crate", "size": 24}, {"name": "Crate", "size": 12}]), "Two packs are called Crate"),
        (json!([{"id": 9, "name": "crate", "size": 24}]), "no such pack"),
        (json!([{"name": "c".repeat(41), "size": 24}]), "40"),
        (json!("crate"), "list of packs"),
    ] {
        refused(&bar, &beer, json!({"packs": packs}), "packs", part).await;
    }
}

#[tokio::test]
async fn a_list_writes_no_stock_of_a_recipe_and_no_barcode_of_a_pack() {
    let bar = TestBar::open().await;
    let gin = bar.product(json!({"name": "Gin", "priceUSD": "3.00", "unit": "ml", "serving": 50, "stock": 750, "barcode": "5010"})).await;
    let recipe = json!([{"productId": gin["id"], "amount": 50}]);
    bar.product(json!({"name": "Gin Tonic", "priceUSD": "5.00", "barcode": "4100", "recipe": recipe})).await;
    bar.manager().put(&path(&gin), json!({"packs": [{"name": "box", "size": 4500, "barcode": "5011"}]})).await.ok();
    let list = bar.manager().get("/api/products/export").await.text();
    let again = bar.manager().post("/api/products/import", json!({"csvData": list})).await.ok();
    assert_eq!((&again["created"], &again["updated"]), (&json!(0), &json!(0)), "{list}");
    let csv = "name,barcode,price,stock\nGin Tonic,4100,5.00,7\nTonic,5011,1.00,3\n";
    let refused = bar.manager().post("/api/products/import", json!({"csvData": csv})).await.refused(400, "invalid");
    let errors = refused["errors"].to_string();
    assert!(errors.contains("The stock of Gin Tonic is that of its ingredients"), "{errors}");
    assert!(errors.contains("This is the barcode of a pack of Gin"), "{errors}");
}
