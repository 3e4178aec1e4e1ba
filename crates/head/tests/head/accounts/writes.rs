//! The record and its pages, and writes that are repeated under a key.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::head_office::{HeadOffice, Person};

/// Adds a user under a key.
async fn add(head: &HeadOffice, owner: &Person, key: &str, username: &str) -> (u16, Value) {
    let body = json!({ "username": username, "password": "given-password", "role": "manager", "bars": "all" });
    let bearer = format!("Bearer {}", owner.token);
    let answer = head.request(Method::POST, "/api/head/users", &[("authorization", &bearer), ("idempotency-key", key)], Some(body)).await;
    (answer.status().as_u16(), answer.json().await.expect("JSON"))
}

#[tokio::test]
async fn a_repeated_write_gets_its_first_answer() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    let other = head.another().await;
    let tries = (0..10).map(|at| if at % 2 == 0 { &head } else { &other }).map(|at| add(at, &owner, "key-1", "jane"));
    let answers = join_all(tries).await;
    assert!(answers.iter().all(|answer| *answer == answers[0] && answer.0 == 201), "{answers:?}");
    assert_eq!(head.get("/api/head/users", &owner.token).await.1.as_array().map(Vec::len), Some(2), "once");
    let (status, body) = add(&other, &owner, "key-1", "john").await;
    assert_eq!((status, &body["code"]), (409, &json!("conflict")), "another body");
    // A refusal is not kept.
    assert_eq!(add(&head, &owner, "key-2", "jane").await.0, 409);
    let jane = answers[0].1["id"].as_str().expect("an id");
    assert_eq!(head.call(Method::DELETE, &format!("/api/head/users/{jane}"), &owner.token, Value::Null).await.0, 204);
    assert_eq!(add(&head, &owner, "key-2", "jane").await.0, 201);
    assert_eq!(add(&head, &owner, "key-1", "jane").await, answers[0], "also later");
    for key in [" ", &"x".repeat(65)] {
        assert_eq!(add(&head, &owner, key, "mary").await.0, 400, "{key}");
    }
}

#[tokio::test]
async fn the_record_has_pages() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    for at in 0..5 {
        head.clock.advance(1);
        assert_eq!(add(&head, &owner, &format!("key-{at}"), &format!("user{at}")).await.0, 201);
    }
    let (_, whole) = head.get("/api/head/audit?kind=user.added", &owner.token).await;
    let whole = whole.as_array().expect("a list");
    assert_eq!(whole.len(), 5);
    assert_eq!(whole[0]["summary"], "Added user4 (manager)");
    assert!(whole.iter().all(|line| line["userName"] == "Owner" && line["bar"].is_null() && line["at"].is_string()));
    let bearer = format!("Bearer {}", owner.token);
    let (mut path, mut paged) = (Some("/api/head/audit?kind=user.added&limit=2".to_owned()), Vec::new());
    while let Some(next) = path {
        let answer = head.request(Method::GET, &next, &[("authorization", &bearer)], None).await;
        let link = answer.headers().get("link").map(|link| link.to_str().expect("text").to_owned());
        path = link.map(|link| link.split(['<', '>']).nth(1).expect("an address").to_owned());
        paged.extend(answer.json::<Vec<Value>>().await.expect("a list"));
    }
    assert_eq!(&paged, whole);
    assert_eq!(head.get("/api/head/audit?limit=0", &owner.token).await.0, 400);
    assert_eq!(head.get("/api/head/audit?user=Jane", &owner.token).await.1, json!([]));
}
