//! The exchange rate: valid values and history.

use serde_json::json;

use crate::bar::{SECOND, TestBar, values_of};

#[tokio::test]
async fn a_rate_has_up_to_four_decimals() {
    let bar = TestBar::open().await;
    for (value, shown) in [
        (json!(185), json!(185)),
        (json!("190"), json!(190)),
        (json!(190.25), json!(190.25)),
        (json!("190.2500"), json!(190.25)),
        (json!("0.0001"), json!(0.0001)),
        (json!(1_000_000), json!(1_000_000)),
    ] {
        assert_eq!(bar.admin().post("/api/exchange-rate", json!({"rate": value})).await.ok()["rate"], shown, "{value}");
        assert_eq!(bar.guest().get("/api/exchange-rate").await.ok()["rate"], shown, "{value}");
    }
}

#[tokio::test]
async fn invalid_rates_are_refused() {
    let bar = TestBar::open().await;
    for bad in [
        json!(0),
        json!(-190),
        json!("190.00001"),
        json!(190.00001),
        json!(1_000_000.000_1),
        json!(1_000_001),
        json!("NaN"),
        json!("Infinity"),
        json!("1e2"),
        json!("190,5"),
        json!(""),
        json!(null),
        json!(true),
        json!([190]),
    ] {
        bar.admin().post("/api/exchange-rate", json!({"rate": bad})).await.invalid("Please enter a valid exchange rate");
    }
    bar.admin().post("/api/exchange-rate", json!({})).await.invalid("Please enter a valid exchange rate");
    assert_eq!(bar.guest().get("/api/exchange-rate").await.ok()["rate"], 190);
}

#[tokio::test]
async fn the_history_of_rates_is_listed() {
    let bar = TestBar::open().await;
    bar.clock.pass(SECOND);
    bar.set_rate(json!(195)).await;
    bar.clock.pass(SECOND);
    let set = bar.admin().post("/api/exchange-rate", json!({"rate": 195})).await.ok();
    assert_eq!(set, json!({"rate": 195, "updatedAt": "2026-11-21T20:00:02.000Z"}));
    let answer = bar.guest().get("/api/exchange-rate").await;
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("etag"), None);
    assert_eq!(answer.ok(), set);
    let history = bar.bartender().get("/api/exchange-rate/history").await.ok();
    assert_eq!(values_of(&history, "rate"), [195, 195, 190], "newest first; setting the same rate again is recorded");
    assert_eq!(values_of(&history, "userName"), ["admin", "admin", "Barback"]);
    assert_eq!(history[1]["updatedAt"], "2026-11-21T20:00:01.000Z");
}
