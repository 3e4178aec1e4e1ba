//! ETags: an unchanged answer is not sent again, and each write changes the answers that it affects.

use serde_json::json;

use crate::bar::{TestBar, values_of};

/// Every read with an `ETag`: its caller, its path, and whether a sale changes it.
const READS: &[(&str, &str, bool)] = &[
    ("bartender", "/api/products", true),
    ("bartender", "/api/products/1", true),
    ("bartender", "/api/products/barcode/4001", true),
    ("manager", "/api/products/1/movements", true),
    ("bartender", "/api/sales", true),
    ("bartender", "/api/sales?q=club&limit=5", true),
    ("bartender", "/api/receipts", true),
    ("bartender", "/api/receipts?amount=2&seller=bartender&q=club", true),
    ("bartender", "/api/receipts/R-20261121-0001", false),
    ("bartender", "/api/receipts/R-20261121-0001/qr", false),
    ("manager", "/api/receipts/R-20261121-0001/refund?lines=1", false),
    ("manager", "/api/receipts/R-20261121-0001/refundable?items=1:1", false),
    ("guest", "/api/menu", true),
    ("guest", "/api/menu/notes", false),
    ("guest", "/api/menu/qr", false),
    ("guest", "/api/menu/qr?format=png&table=3", false),
    ("bartender", "/api/menu/codes", false),
    ("guest", "/api/settings/public", false),
    ("admin", "/api/settings", false),
    ("bartender", "/api/tax", false),
    ("bartender", "/api/tax/preview?amount=2.00&class=zero", false),
    ("manager", "/api/tax/changes", false),
    ("manager", "/api/tax/price-assistant?from=2027-01-01", false),
    ("manager", "/api/tax/price-plan", false),
    ("manager", "/api/fiscal/documents", false),
    ("admin", "/api/users", false),
    ("manager", "/api/users/names", false),
    ("bartender", "/api/cash/people", false),
    ("bartender", "/api/scans", false),
    ("bartender", "/api/exchange-rate/history", false),
    ("bartender", "/api/printers", false),
    ("bartender", "/api/print-jobs", false),
    ("bartender", "/api/openapi.json", false),
    ("bartender", "/api/sales/analytics", true),
    ("bartender", "/api/products/best-sellers", true),
    ("bartender", "/api/orders", false),
    ("bartender", "/api/credit", false),
    ("bartender", "/api/tabs", false),
    ("bartender", "/api/customers?q=musu", false),
    ("manager", "/api/customers?same=true", false),
    ("bartender", "/api/tables", false),
    ("bartender", "/api/bartender/dashboard-stats", true),
    ("admin", "/api/admin/sales-summary", true),
    ("admin", "/api/admin/recent-sales-with-customers", true),
    ("admin", "/api/admin/user-sales?userId=3", true),
    ("admin", "/api/admin/sales-report", true),
    ("admin", "/api/admin/product-sales", true),
    ("admin", "/api/admin/audit", true),
    ("guest", "/api/trust", false),
];

#[tokio::test]
async fn an_unchanged_answer_is_304_not_modified() {
    let bar = TestBar::open().await;
    let beer = bar.product(json!({"name": "Club Beer", "barcode": "4001", "priceUSD": 2, "stock": 2})).await["id"].clone();
    bar.bartender().post("/api/sales", json!({"productId": beer, "quantity": 1})).await.created();
    let person = |caller: &str| match caller {
        "admin" => bar.admin(),
        "manager" => bar.manager(),
        "bartender" => bar.bartender(),
        _ => bar.guest(),
    };
    let mut tags = Vec::new();
    for (caller, path, _) in READS {
        let answer = person(caller).get(path).await;
        let tag = answer.header("etag").unwrap_or_else(|| panic!("{path} has no ETag: {}", answer.status)).to_owned();
        for known in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}"), "*".to_owned()] {
            let again = person(caller).request("GET", path).header("if-none-match", &known).send().await;
            assert_eq!((again.status, again.bytes.len(), again.header("etag")), (304, 0, Some(tag.as_str())), "{path} {known}");
        }
        tags.push(tag);
    }
    // The menu shows no stock figures; it changes only because this sale takes the last bottle.
    bar.bartender().post("/api/sales", json!({"productId": beer, "quantity": 1})).await.created();
    for ((caller, path, changes), tag) in READS.iter().zip(&tags) {
        let again = person(caller).request("GET", path).header("if-none-match", tag).send().await;
        assert_eq!(again.status, if *changes { 200 } else { 304 }, "{path}");
    }
}

#[tokio::test]
async fn some_answers_have_no_etag() {
    let bar = TestBar::open().await;
    for path in ["/api/exchange-rate", "/api/auth/me", "/healthz", "/api/products/export", "/api/reports/sales"] {
        let answer = bar.admin().get(path).await;
        assert_eq!((answer.status, answer.header("etag"), answer.header("cache-control")), (200, None, Some("no-store")), "{path}");
    }
}

#[tokio::test]
async fn every_list_is_fresh_after_each_kind_of_write() {
    let bar = TestBar::open().await;
    let beer = bar.product(json!({"name": "Club Beer", "barcode": "4001", "priceUSD": 2, "stock": 9})).await["id"].clone();
    let product = format!("/api/products/{beer}");
    let read = async |path: &str| bar.manager().get(path).await.ok();
    read("/api/products").await;
    bar.manager().put(&product, json!({"name": "Club"})).await.ok();
    assert_eq!(values_of(&read("/api/products").await, "name"), ["Club"]);
    bar.set_rate(json!(200)).await;
    assert_eq!(values_of(&read("/api/products").await, "effectivePriceLRD"), ["400.00"]);
    assert_eq!(read("/api/menu").await["drinks"][0]["priceLRD"], "400.00");
    bar.manager().post(&format!("{product}/stock"), json!({"delta": -8, "reason": "waste"})).await.ok();
    assert_eq!(read(&product).await["stock"], 1);
    let sale = bar.sells("Club", 1).await["id"].clone();
    assert_eq!(read("/api/menu").await["drinks"][0]["inStock"], false);
    bar.manager().post(&format!("/api/sales/{sale}/void"), json!({"reason": "Wrong drink"})).await.ok();
    assert_eq!(values_of(&read("/api/sales").await, "voidedAt"), ["2026-11-21T20:00:00.000Z"]);
    assert_eq!(read("/api/menu").await["drinks"][0]["inStock"], true);
    bar.manager().post("/api/products/import", json!({"csvData": "name,barcode\nBeer,4001\n"})).await.ok();
    assert_eq!(values_of(&read("/api/products").await, "name"), ["Beer"]);
    bar.manager().delete(&product).await.has_status(204);
    assert_eq!(read("/api/products").await, json!([]));
}
