//! Sessions end everywhere.

use reqwest::Method;
use serde_json::{Value, json};

use crate::head_office::{HeadOffice, PASSWORD};

/// Seconds of an hour.
const HOUR: i64 = 60 * 60;

#[tokio::test]
async fn a_session_ends_unused_and_after_30_days() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    for _ in 0..59 {
        head.clock.advance(12 * HOUR - 60);
        assert_eq!(head.get("/api/head/me", &owner.token).await.0, 200, "used within 12 h");
    }
    head.clock.advance(12 * HOUR - 60);
    assert_eq!(head.get("/api/head/me", &owner.token).await.0, 200, "just before 30 days");
    head.clock.advance(2 * HOUR);
    let (status, body) = head.get("/api/head/me", &owner.token).await;
    assert_eq!((status, &body["code"]), (401, &json!("unauthenticated")), "after 30 days");
    let token = head.sign_in_again("owner", &owner).await;
    head.clock.advance(12 * HOUR);
    assert_eq!(head.get("/api/head/me", &token).await.0, 401, "unused for 12 h");
}

#[tokio::test]
async fn a_session_ends_at_every_head_office_at_once() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    let other = head.another().await;
    let bars = json!("all");
    let jane = head.manager(&owner, "jane", bars).await;
    let user = format!("/api/head/users/{}", jane.id);
    for change in [json!({ "isActive": false }), json!({ "role": "owner" }), json!({ "password": "another-password" })] {
        let token = other.sign_in_again("jane", &jane).await;
        assert_eq!((head.get("/api/head/me", &token).await.0, other.get("/api/head/me", &token).await.0), (200, 200));
        let mut given = change.clone();
        given["code"] = json!(head.code(&owner.secret));
        let (status, body) = head.call(Method::PUT, &user, &owner.token, given).await;
        assert_eq!(status, 200, "{body}");
        assert_eq!((head.get("/api/head/me", &token).await.0, other.get("/api/head/me", &token).await.0), (401, 401), "{change}");
        if change["isActive"] == json!(false) {
            let (status, body) = other.login("jane", PASSWORD, other.code(&jane.secret)).await;
            assert_eq!((status, &body["code"]), (403, &json!("inactive")));
            assert_eq!(head.call(Method::PUT, &user, &owner.token, json!({ "isActive": 1 })).await.0, 200);
        }
    }
    let (status, body) = other.login("jane", "another-password", other.code(&jane.secret)).await;
    assert_eq!((status, &body["user"]["mustChangePassword"]), (200, &json!(true)), "{body}");
    let token = body["token"].as_str().expect("a token");
    assert_eq!(other.post("/api/head/logout", token, Value::Null).await.0, 204);
    assert_eq!((head.get("/api/head/me", token).await.0, other.get("/api/head/me", token).await.0), (401, 401), "signed out");
    // Other bars count at once, without a new session.
    let token = owner.token;
    assert_eq!(head.call(Method::PUT, &user, &token, json!({ "role": "manager", "bars": [] })).await.1["bars"], json!([]));
}

#[tokio::test]
async fn the_cookie_writes_from_its_own_page_only() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    let body = json!({ "username": "owner", "password": PASSWORD, "code": head.code(&owner.secret) });
    let answer = head.request(Method::POST, "/api/head/login", &[], Some(body)).await;
    let cookie = answer.headers()["set-cookie"].to_str().expect("text").to_owned();
    assert!(
        cookie.starts_with("barback_head_session=") && cookie.contains("HttpOnly; SameSite=Strict") && !cookie.contains("Secure"),
        "{cookie}"
    );
    let token = answer.json::<Value>().await.expect("JSON")["token"].as_str().expect("a token").to_owned();
    assert!(token.len() >= 43 && cookie.contains(&token));
    let cookie = cookie.split(';').next().expect("a pair").to_owned();
    assert_eq!(head.request(Method::GET, "/api/head/me", &[("cookie", &cookie)], None).await.status(), 200);
    let logout =
        async |headers: &[(&str, &str)]| head.request(Method::POST, "/api/head/logout", headers, Some(json!({}))).await.status().as_u16();
    assert_eq!(logout(&[("cookie", &cookie)]).await, 403, "no origin");
    assert_eq!(logout(&[("cookie", &cookie), ("origin", "http://evil.example")]).await, 403);
    assert_eq!(logout(&[("cookie", &cookie), ("authorization", "Bearer x")]).await, 401, "the header is the only thing looked at");
    assert_eq!(logout(&[("cookie", &cookie), ("origin", &head.address)]).await, 204);
    assert_eq!(logout(&[("cookie", &cookie), ("origin", &head.address)]).await, 401);
    let kept = head.database.client().await.expect("a connection").query("SELECT encode(token_hash, 'escape') FROM sessions", &[]).await;
    for row in kept.expect("rows") {
        assert!(!row.get::<_, String>(0).contains(&owner.token), "only a hash is kept");
    }
}
