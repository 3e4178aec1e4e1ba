//! Changes that head office asks of a real box.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::{Bar, Chain, LOOK_EVERY, PATIENCE};
use crate::rng::SeededRng;

impl Chain {
    /// Asks a bar for something, at once; the directive.
    async fn asks(&self, bar: &Bar, kind: &str, body: Value) -> Value {
        self.asks_for(bar, kind, body, "now").await
    }

    /// Asks a bar for something that counts from `effective` on; the directive.
    async fn asks_for(&self, bar: &Bar, kind: &str, body: Value, effective: &str) -> Value {
        let asked = json!({ "kind": kind, "body": body, "bars": [bar.id], "effective": effective });
        let (status, rows) = self.office.post("/api/head/directives", &self.owner.token, asked).await;
        assert_eq!(status, 201, "{kind}: {rows}");
        rows[0].clone()
    }

    /// Adds a beer for $2.50, whose price is the chain's, to a bar; the product once the bar has it.
    async fn adds_a_beer(&self, bar: &Bar) -> Value {
        let beer = json!({ "name": "Club Beer", "priceOwner": "chain", "priceUSD": "2.50", "bars": [bar.id], "effective": "now" });
        let (status, product) = self.office.post("/api/head/products", &self.owner.token, beer).await;
        assert_eq!(status, 201, "{product}");
        self.has_states(bar, &["applied"]).await;
        product
    }

    /// Waits until the directives of a bar have these states, the first one first.
    async fn has_states(&self, bar: &Bar, expected: &[&str]) -> Vec<Value> {
        let began = Instant::now();
        loop {
            bar.phone.post("/api/head-link/try", &json!({}), None).await.expect("an answer");
            let mut rows = self.sees("/api/head/directives").await.as_array().expect("rows").clone();
            rows.reverse();
            if rows.iter().map(|row| row["state"].as_str().unwrap_or_default()).eq(expected.iter().copied()) {
                return rows;
            }
            assert!(began.elapsed() < PATIENCE, "{rows:#?} {}", bar.phone.sees("/api/head-link").await);
            sleep(LOOK_EVERY).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bar_makes_the_changes_that_head_office_asks_for() {
    let chain = Chain::start().await;
    let bar = chain.bar("Cape Bar").await;
    chain.has_all_of(&bar).await;
    let beer = json!({
        "name": "Club Beer", "barcode": "6001", "priceOwner": "chain", "priceUSD": "2.50", "bars": [bar.id], "effective": "now",
    });
    let (status, product) = chain.office.post("/api/head/products", &chain.owner.token, beer.clone()).await;
    assert_eq!(status, 201, "{product}");
    let jane = json!({ "chainId": "jane", "username": "jane", "role": "manager", "password": "secret words" });
    chain.asks(&bar, "user.set", jane).await;
    chain.asks(&bar, "settings.set", json!({ "thankYouMessage": "Come again" })).await;
    let suggested = chain.asks(&bar, "rate.suggest", json!({ "rate": "195" })).await;
    chain.asks(&bar, "settings.set", json!({ "lrdCashStep": "many" })).await;
    let rows = chain.has_states(&bar, &["applied", "applied", "applied", "received", "refused"]).await;
    assert!(rows[4]["reason"].is_string() && rows[4]["decidedAt"].is_string(), "{}", rows[4]);
    let products = bar.phone.sees("/api/products").await;
    let of = |products: &Value| products.as_array().into_iter().flatten().find(|row| row["barcode"] == "6001").cloned().expect("the beer");
    assert_eq!(
        (&of(&products)["name"], &of(&products)["priceUSD"], &of(&products)["stock"]),
        (&json!("Club Beer"), &json!("2.50"), &json!(0))
    );
    let users = bar.phone.sees("/api/users").await;
    assert!(users.as_array().into_iter().flatten().any(|user| user["username"] == "jane" && user["role"] == "manager"), "{users}");
    // Dearer; and the rate is taken back before an admin decides.
    let mut dearer = beer;
    dearer["priceUSD"] = json!("3");
    let path = format!("/api/head/products/{}", product["chainId"].as_str().expect("an id"));
    assert_eq!(chain.office.call(Method::PUT, &path, &chain.owner.token, dearer).await.0, 200);
    let path = format!("/api/head/directives/{}", suggested["id"].as_str().expect("an id"));
    assert_eq!(chain.office.call(Method::DELETE, &path, &chain.owner.token, Value::Null).await.0, 202);
    let expected = ["applied", "applied", "applied", "withdrawn", "refused", "applied", "applied", "applied"];
    chain.has_states(&bar, &expected).await;
    assert_eq!(of(&bar.phone.sees("/api/products").await)["priceUSD"], "3.00");
}

/// How often the box loses power while it gets a change.
const KILLS: u64 = 12;
/// Longest time from the moment that the box is told to fetch until it is killed, in microseconds.
const KILLED_WITHIN: u64 = 30_000;

#[tokio::test(flavor = "multi_thread")]
async fn each_change_is_made_once_however_often_the_box_is_killed() {
    let chain = Chain::start().await;
    let mut rng = SeededRng::from_env();
    let mut bar = chain.bar("Cape Bar").await;
    let product = chain.adds_a_beer(&bar).await;
    for number in 0..KILLS {
        let price = json!({ "chainId": product["chainId"], "currency": "USD", "priceUSD": format!("3.{number:02}") });
        chain.asks(&bar, "price.set", price).await;
        bar.phone.post("/api/head-link/try", &json!({}), None).await.expect("an answer");
        sleep(Duration::from_micros(rng.below(KILLED_WITHIN))).await;
        bar.loses_power();
    }
    let changes = usize::try_from(KILLS).expect("a count") + 1;
    chain.has_states(&bar, &vec!["applied"; changes]).await;
    for kind in ["head.received", "head.applied"] {
        let entries = bar.phone.sees(&format!("/api/admin/audit?kind={kind}&limit=100")).await;
        let mut numbers: Vec<&Value> = entries.as_array().into_iter().flatten().map(|entry| &entry["summary"]).collect();
        assert_eq!(numbers.len(), changes, "{kind}: {entries}");
        numbers.sort_by_key(|summary| summary.to_string());
        numbers.dedup();
        assert_eq!(numbers.len(), changes, "{kind}: {entries}");
    }
    let products = bar.phone.sees("/api/products").await;
    let price = products.as_array().into_iter().flatten().find(|row| row["name"] == "Club Beer").map(|row| row["priceUSD"].clone());
    assert_eq!(price, Some(json!(format!("3.{:02}", KILLS - 1))), "{products}");
}

/// How far away the start of the next business day is at least when a price is asked for, in seconds.
const BEFORE_THE_DAY: i64 = 20;
/// How long before and after the start of the day the box loses power again and again.
const POWER_FAILS: Duration = Duration::from_secs(2);
/// Longest time that the box then runs, in milliseconds.
const RUNS_FOR: u64 = 600;

#[tokio::test(flavor = "multi_thread")]
async fn a_price_of_the_next_day_counts_once_though_the_box_is_killed_at_its_start() {
    let chain = Chain::start().await;
    let mut rng = SeededRng::from_env();
    let mut bar = chain.bar("Cape Bar").await;
    let product = chain.adds_a_beer(&bar).await;
    let id = bar.phone.sees("/api/products").await[0]["id"].clone();
    let delivery = json!({ "delta": 10, "reason": "delivery" });
    bar.phone.post(&format!("/api/products/{id}/stock"), &delivery, None).await.expect("an answer").is(200);
    // The day starts with the first whole minute that is far enough away.
    let minute = (jiff::Timestamp::now().as_second() + BEFORE_THE_DAY) / 60 + 1;
    let start = jiff::Timestamp::from_second(minute * 60).expect("a time");
    let starts_at = start.strftime("%H:%M").to_string();
    bar.phone.put("/api/settings", &json!({ "timeZone": "UTC", "dayStartsAt": starts_at })).await.expect("an answer").is(200);
    let price = json!({ "chainId": product["chainId"], "currency": "USD", "priceUSD": "3" });
    chain.asks_for(&bar, "price.set", price, "next_day").await;
    chain.has_states(&bar, &["applied", "received"]).await;
    let order = json!({ "customerName": "Musu", "items": [{ "productId": id, "quantity": 1 }] });
    let order = bar.phone.post("/api/orders", &order, None).await.expect("an answer").is(201);
    assert!(jiff::Timestamp::now() < start, "the order is of the day before");
    let until = |at: jiff::Timestamp| Duration::try_from(at.duration_since(jiff::Timestamp::now())).unwrap_or_default();
    sleep(until(start).saturating_sub(POWER_FAILS)).await;
    assert_eq!(bar.phone.sees(&format!("/api/products/{id}")).await["priceUSD"], "2.50");
    while jiff::Timestamp::now() < start + POWER_FAILS {
        sleep(Duration::from_millis(rng.below(RUNS_FOR))).await;
        bar.loses_power();
    }
    chain.has_states(&bar, &["applied", "applied"]).await;
    assert_eq!(bar.phone.sees(&format!("/api/products/{id}")).await["priceUSD"], "3.00");
    let entries = bar.phone.sees("/api/admin/audit?kind=head.applied&limit=100").await;
    assert_eq!(entries.as_array().map(Vec::len), Some(2), "{entries}");
    let kept = bar.phone.sees(&format!("/api/orders/{}", order["id"])).await;
    assert_eq!(kept["items"][0]["unitPrice"], "2.50", "{kept}");
    let order = json!({ "customerName": "Musu", "items": [{ "productId": id, "quantity": 1 }] });
    let dearer = bar.phone.post("/api/orders", &order, None).await.expect("an answer").is(201);
    assert_eq!(dearer["items"][0]["unitPrice"], "3.00", "{dearer}");
}
