//! Stock: every movement is recorded with its reason, and stock with a floor never becomes negative.

mod anyway;
mod free;
mod recipes;
mod sold_out;
mod units;

use serde_json::json;

use crate::bar::{TestBar, text, values_of};

#[tokio::test]
async fn every_movement_is_recorded() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 24).await["id"].clone();
    let path = format!("/api/products/{id}");
    let sale = bar.sells("Club Beer", 4).await;
    bar.manager().post(&format!("/api/sales/{}/void", sale["id"]), json!({"reason": "Wrong drink"})).await.ok();
    for (body, stock) in [
        (json!({"delta": 24, "reason": "delivery", "notes": "Invoice 7"}), 48),
        (json!({"delta": "-2", "reason": "waste"}), 46),
        (json!({"count": 40, "reason": "count"}), 40),
        (json!({"count": 40, "reason": "count"}), 40),
        (json!({"delta": 1, "reason": "correction"}), 41),
    ] {
        assert_eq!(bar.manager().post(&format!("{path}/stock"), body.clone()).await.ok()["stock"], stock, "{body}");
    }
    let moves = bar.manager().get(&format!("{path}/movements")).await.ok();
    assert_eq!(values_of(&moves, "reason"), ["correction", "count", "count", "waste", "delivery", "return", "sale", "count"]);
    assert_eq!(values_of(&moves, "delta"), [1, 0, -6, -2, 24, 4, -4, 24]);
    assert_eq!(values_of(&moves, "stockAfter"), [41, 40, 40, 46, 48, 24, 20, 24]);
    assert_eq!(moves[4]["reference"], "Invoice 7");
    assert_eq!(moves[6]["reference"], sale["receiptNumber"]);
    assert_eq!((text(&moves[0]["userName"]), text(&moves[6]["userName"])), ("manager", "bartender"));
    assert_eq!(moves[0]["at"], "2026-11-21T20:00:00.000Z");
    assert!(moves[0]["id"].as_u64() > moves[1]["id"].as_u64());
}

#[tokio::test]
async fn stock_never_becomes_negative() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 3).await["id"].clone();
    let path = format!("/api/products/{id}/stock");
    let refused = bar.manager().post(&path, json!({"delta": -4, "reason": "waste"})).await.refused(409, "insufficient_stock");
    assert_eq!((&refused["available"], &refused["productId"], &refused["message"]), (&json!(3), &id, &json!("Only 3 units available")));
    bar.manager().post(&path, json!({"delta": -3, "reason": "waste"})).await.ok();
    bar.expect_stock("Club Beer", 0).await;
}

#[tokio::test]
async fn waste_takes_stock_away() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Heineken", "2.50", 10).await["id"].clone();
    let path = format!("/api/products/{id}/stock");
    for (field, added) in [("delta", json!({"delta": 2, "reason": "waste"})), ("count", json!({"count": 12, "reason": "waste"}))] {
        let refused = bar.manager().post(&path, added).await.refused(400, "invalid");
        assert_eq!(refused["fields"][field], "Waste takes stock away", "{refused}");
        bar.expect_stock("Heineken", 10).await;
    }
    bar.manager().post(&path, json!({"delta": -2, "reason": "waste"})).await.ok();
    bar.manager().post(&path, json!({"count": 7, "reason": "waste"})).await.ok();
    bar.expect_stock("Heineken", 7).await;
}

#[tokio::test]
async fn a_movement_needs_an_amount_and_a_reason() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 3).await["id"].clone();
    for bad in [
        json!({}),
        json!({"reason": "count"}),
        json!({"delta": 1}),
        json!({"delta": 1, "count": 1, "reason": "count"}),
        json!({"delta": 1, "reason": "sale"}),
        json!({"delta": 1, "reason": "theft"}),
        json!({"delta": 0.5, "reason": "delivery"}),
        json!({"count": -1, "reason": "count"}),
        json!({"count": "many", "reason": "count"}),
        json!({"delta": 9_223_372_036_854_775_807_i64, "reason": "delivery"}),
        json!({"delta": -9_223_372_036_854_775_808_i64, "reason": "waste"}),
        json!({"delta": 1, "reason": "delivery", "notes": "x".repeat(2_001)}),
    ] {
        bar.manager().post(&format!("/api/products/{id}/stock"), bad).await.refused(400, "invalid");
    }
    bar.manager().post("/api/products/99/stock", json!({"delta": 1, "reason": "delivery"})).await.refused(404, "not_found");
    bar.expect_stock("Club Beer", 3).await;
}

#[tokio::test]
async fn concurrent_stock_changes_are_all_recorded() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 10).await["id"].clone();
    let path = format!("/api/products/{id}/stock");
    let mut moves = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let (manager, path) = (bar.manager(), path.clone());
        moves.spawn(async move { manager.post(&path, json!({"delta": -1, "reason": "waste"})).await.ok() });
    }
    let mut levels: Vec<i64> = moves.join_all().await.iter().filter_map(|product| product["stock"].as_i64()).collect();
    levels.sort_unstable();
    assert_eq!(levels, [2, 3, 4, 5, 6, 7, 8, 9], "each answer has the stock after its own change");
}
