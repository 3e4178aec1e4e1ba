//! Barcode scans: the product found for each code, and the list of the latest two hundred.

use serde_json::json;

use crate::bar::{TestBar, values_of};

#[tokio::test]
async fn a_scan_returns_the_product_with_that_barcode() {
    let bar = TestBar::open().await;
    let beer = bar.product(json!({"name": "Club Beer", "barcode": "4001", "priceUSD": 2, "stock": 3})).await;
    let found = bar.bartender().post("/api/scans", json!({"barcode": " 4001 "})).await.created();
    let scan = json!({"id": 1, "barcode": "4001", "productId": 1, "productName": "Club Beer", "label": null, "scannedAt": "2026-11-21T20:00:00.000Z"});
    assert_eq!(found, json!({"scan": scan, "product": beer, "label": null, "pack": null}));
    let unknown = bar.bartender().post("/api/scans", json!({"barcode": "4002"})).await.created();
    let nothing =
        json!({"id": 2, "barcode": "4002", "productId": null, "productName": null, "label": null, "scannedAt": "2026-11-21T20:00:00.000Z"});
    assert_eq!(unknown, json!({"scan": nothing, "product": null, "label": null, "pack": null}));
    bar.manager().delete("/api/products/1").await.has_status(204);
    let gone = bar.bartender().post("/api/scans", json!({"barcode": "4001"})).await.created();
    assert_eq!(gone["product"], json!(null));
    let list = bar.bartender().get("/api/scans").await.ok();
    assert_eq!(
        values_of(&list, "productName"),
        [json!(null), json!(null), json!("Club Beer")],
        "newest first; a scan keeps the product name"
    );
}

#[tokio::test]
async fn the_latest_two_hundred_scans_are_kept() {
    let bar = TestBar::open().await;
    let mut scans = tokio::task::JoinSet::new();
    for _ in 0..205 {
        let bartender = bar.bartender();
        scans.spawn(async move { bartender.post("/api/scans", json!({"barcode": "1"})).await.created() });
    }
    scans.join_all().await;
    let list = bar.bartender().get("/api/scans?limit=1000").await;
    assert_eq!(list.header("link"), None);
    let expected: Vec<u64> = (6..=205).rev().collect();
    assert_eq!(values_of(&list.ok(), "id"), expected);
}

#[tokio::test]
async fn invalid_barcodes_are_refused() {
    let bar = TestBar::open().await;
    for bad in
        [json!({}), json!({"barcode": ""}), json!({"barcode": " "}), json!({"barcode": "1\u{0}2"}), json!({"barcode": "1".repeat(201)})]
    {
        bar.bartender().post("/api/scans", bad).await.refused(400, "invalid");
    }
    assert_eq!(bar.bartender().post("/api/scans", json!({"barcode": 4001})).await.created()["scan"]["barcode"], "4001");
}
