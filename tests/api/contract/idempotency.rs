//! Idempotency keys: a repeated request takes effect once and gets the same answer.

use serde_json::{Value, json};

use crate::bar::{Answer, BARTENDER_PASSWORD, Person, TestBar, values_of};
use crate::contract::openapi::operations;

async fn sell(person: &Person, key: &str, body: Value) -> Answer {
    person.request("POST", "/api/sales").key(key).json(&body).send().await
}

fn one_beer(product_id: &Value) -> Value {
    json!({"productId": product_id, "quantity": 1})
}

#[tokio::test]
async fn a_repeated_request_gets_the_first_answer_even_after_a_restart() {
    let mut bar = TestBar::open().await;
    let beer = bar.stocks("Club Beer", "2.00", 9).await["id"].clone();
    let first = sell(&bar.bartender(), "key-1", one_beer(&beer)).await;
    let again = sell(&bar.bartender(), "key-1", one_beer(&beer)).await;
    assert_eq!((first.status, again.status), (201, 201));
    assert_eq!(first.bytes, again.bytes, "byte for byte");
    bar.set_rate(json!(200)).await;
    bar.restart().await;
    assert_eq!(sell(&bar.bartender(), "key-1", one_beer(&beer)).await.bytes, first.bytes);
    bar.expect_stock("Club Beer", 8).await;
    sell(&bar.bartender(), "key-2", one_beer(&beer)).await.created();
    bar.expect_stock("Club Beer", 7).await;
}

#[tokio::test]
async fn the_same_key_with_another_body_is_a_conflict() {
    let bar = TestBar::open().await;
    let beer = bar.stocks("Club Beer", "2.00", 9).await["id"].clone();
    let send = |body: &str| bar.bartender().request("POST", "/api/sales").key("key-1").raw(body.to_owned()).send();
    send(&format!(r#"{{"productId": {beer}, "quantity": 1, "unitPrice": 2.0}}"#)).await.created();
    // The same JSON with other spaces and another order of members.
    send(&format!(r#"{{ "unitPrice":2.00,"quantity":1 ,"productId":{beer}}}"#)).await.created();
    send(&format!(r#"{{"productId": {beer}, "quantity": 2, "unitPrice": 2.0}}"#)).await.refused(409, "conflict");
    send(&format!(r#"{{"productId": {beer}, "quantity": "1", "unitPrice": 2.0}}"#)).await.refused(409, "conflict");
    bar.expect_stock("Club Beer", 8).await;
}

#[tokio::test]
async fn a_key_is_scoped_to_user_method_and_path() {
    let bar = TestBar::open().await;
    let beer = bar.stocks("Club Beer", "2.00", 9).await["id"].clone();
    sell(&bar.bartender(), "key", one_beer(&beer)).await.created();
    sell(&bar.manager(), "key", one_beer(&beer)).await.created();
    let product = format!("/api/products/{beer}");
    for (method, path, body) in [
        ("POST", "/api/sales/batch".to_owned(), json!({"sales": [one_beer(&beer)]})),
        ("POST", format!("{product}/stock"), json!({"delta": 1, "reason": "delivery"})),
        ("PUT", product.clone(), json!({"brand": "Monrovia"})),
        ("PATCH", product.clone(), json!({"priceUSD": 3})),
    ] {
        let answer = bar.manager().request(method, &path).key("key").json(&body).send().await;
        assert!(answer.status < 300, "{method} {path}: {}", answer.text());
    }
    bar.expect_stock("Club Beer", 7).await;
    // The repeated DELETE gets the first answer (204) and not a 404.
    for _ in 0..2 {
        bar.manager().request("DELETE", &product).key("key").send().await.has_status(204);
    }
    bar.manager().request("DELETE", &product).key("other").send().await.refused(404, "not_found");
}

#[tokio::test]
async fn a_refusal_is_not_cached() {
    let bar = TestBar::open().await;
    let beer = bar.stocks("Club Beer", "2.00", 0).await["id"].clone();
    sell(&bar.bartender(), "key", one_beer(&beer)).await.refused(409, "insufficient_stock");
    sell(&bar.bartender(), "key", json!({"productId": beer, "quantity": 0})).await.refused(400, "invalid");
    bar.manager().put(&format!("/api/products/{beer}"), json!({"stock": 5})).await.ok();
    sell(&bar.bartender(), "key", one_beer(&beer)).await.created();
    bar.expect_stock("Club Beer", 4).await;
}

#[tokio::test]
async fn a_concurrent_request_with_the_same_key_waits_for_the_first() {
    let bar = TestBar::open().await;
    let beer = bar.stocks("Club Beer", "2.00", 9).await["id"].clone();
    let mut tries = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let (bartender, body) = (bar.bartender(), one_beer(&beer));
        tries.spawn(async move { sell(&bartender, "key", body).await.created()["id"].clone() });
    }
    let mut ids = tries.join_all().await;
    ids.dedup();
    assert_eq!(ids.len(), 1, "{ids:?}");
    bar.expect_stock("Club Beer", 8).await;
    assert_eq!(values_of(&bar.bartender().get("/api/sales").await.ok(), "id"), ids);
}

#[tokio::test]
async fn invalid_keys_are_refused() {
    let bar = TestBar::open().await;
    let beer = bar.stocks("Club Beer", "2.00", 9).await["id"].clone();
    for bad in ["", " ", "a\tb", &"k".repeat(65)] {
        sell(&bar.bartender(), bad, one_beer(&beer)).await.refused(400, "invalid");
    }
    bar.expect_stock("Club Beer", 9).await;
    for good in ["k", "550e8400-e29b-41d4-a716-446655440000", "a b~!", &"k".repeat(64)] {
        sell(&bar.bartender(), good, one_beer(&beer)).await.created();
    }
    bar.expect_stock("Club Beer", 5).await;
}

#[tokio::test]
async fn sign_in_ignores_keys() {
    let bar = TestBar::open().await;
    let login = json!({"username": "bartender", "password": BARTENDER_PASSWORD});
    let sign_in = |key: String| bar.guest().request("POST", "/api/auth/login").key(&key).json(&login).send();
    let (one, two) = (sign_in("key".to_owned()).await.ok(), sign_in("key".to_owned()).await.ok());
    assert_ne!(one["token"], two["token"]);
    sign_in("k".repeat(100)).await.ok();
}

#[tokio::test]
async fn access_is_checked_before_a_cached_answer_is_returned() {
    let bar = TestBar::open().await;
    let (id, musu) = bar.hires("musu", "manager").await;
    let make = || musu.request("POST", "/api/products").key("key").json(&json!({"name": "Club Beer"}));
    make().send().await.created();
    bar.admin().put(&format!("/api/users/{id}"), json!({"role": "bartender"})).await.ok();
    make().send().await.refused(401, "unauthenticated");
    let musu = bar.with_token(&bar.signs_in("musu", "secret-enough").await);
    musu.request("POST", "/api/products").key("key").json(&json!({"name": "Club Beer"})).send().await.refused(403, "forbidden");
}

/// Reusing an idempotency key for another body is a conflict on every call that takes keys.
#[tokio::test]
async fn a_reused_key_gets_the_documented_conflict() {
    let bar = TestBar::stocked().await;
    let document = bar.bartender().get("/api/openapi.json").await.ok();
    for (call, operation) in operations(&document) {
        let keyed = operation["parameters"].as_array().is_some_and(|list| list.iter().any(|one| one["name"] == "Idempotency-Key"));
        assert!(!keyed || operation["responses"]["409"].is_object(), "{call} takes a key and documents no 409");
    }
    let set_rate = async |rate: Value| bar.admin().request("POST", "/api/exchange-rate").key("k").json(&json!({"rate": rate})).send().await;
    set_rate(json!(190)).await.ok();
    set_rate(json!(191)).await.refused(409, "conflict");
}
