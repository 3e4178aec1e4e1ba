//! The calls over HTTP: who may ask, what a query means, files, and answers that a client has already.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, header};
use bar::engine::Clock;
use base::Timestamp;
use head::keys::Secret;
use head::reports::routes;
use head::web::HeadParts;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tower::ServiceExt;

use super::chain::{Chain, TONIGHT, bar_id};

/// Head office's clock, which stands still.
struct Stopped(Timestamp);

impl Clock for Stopped {
    fn now(&self) -> Timestamp {
        self.0
    }

    fn running_millis(&self) -> u64 {
        0
    }
}

/// Two bars; an owner, and a manager of the first.
async fn chain() -> (Chain, Router) {
    let chain = Chain::new().await;
    for (line, name) in [(1, "Cape Bar"), (2, "Mamba Grill")] {
        chain.bar(line, name).await;
        chain.sold(line, TONIGHT, [1, 2, 700, 200, 95_000]).await;
    }
    for (user, role, bars) in [("jane", "owner", json!("all")), ("ama", "manager", json!([bar_id(1)]))] {
        let sql = "INSERT INTO head_users (user_id, username, name, password_hash, must_change_password, role, bars, is_active, totp_step, \
            recovery_codes, added_at) VALUES ($1, $1, $1, '', false, $2, $3, true, 0, $4, now())";
        chain.sql(sql, &[&user, &role, &bars, &json!([])]).await;
        let token = Sha256::digest(user).to_vec();
        let at: jiff::Timestamp = chain.now.to_string().parse().expect("a time");
        chain.sql("INSERT INTO sessions VALUES ($1, $2, $3, $3)", &[&token, &user, &at]).await;
    }
    let clock = Arc::new(Stopped(chain.now));
    let parts = HeadParts { demo: true, ..HeadParts::new(chain.database.clone(), Secret::new(&[7; 32]).expect("a secret"), clock) };
    (chain, routes().with_state(parts.into()))
}

struct Answered {
    status: u16,
    headers: HeaderMap,
    body: String,
}

impl Answered {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

async fn send(router: &Router, request: Request<Body>) -> Answered {
    let response = router.clone().oneshot(request).await.expect("an answer");
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let bytes = to_bytes(response.into_body(), 1_000_000).await.expect("a body");
    Answered { status, headers, body: String::from_utf8(bytes.to_vec()).expect("text") }
}

async fn get(router: &Router, user: &str, path: &str) -> Answered {
    let request = Request::get(path).header(header::AUTHORIZATION, format!("Bearer {user}"));
    send(router, request.body(Body::empty()).expect("a request")).await
}

#[tokio::test]
async fn the_calls_answer_an_owner_and_a_manager() {
    let (_chain, router) = chain().await;
    assert_eq!(get(&router, "stranger", "/api/head/overview").await.status, 401);
    let all = get(&router, "jane", "/api/head/overview").await;
    assert_eq!((all.status, &all.json()["total"]["revenueLRD"]), (200, &json!("1900.00")));
    let (one, two) = (bar_id(1), bar_id(2));
    let theirs = get(&router, "ama", "/api/head/overview?period=week").await.json();
    assert_eq!((&theirs["period"], &theirs["total"]["totalRevenue"]), (&json!("week"), &json!("7.00")));
    for path in [
        format!("/api/head/overview?bars={two}"),
        format!("/api/head/reports/days?bars={one},{two}"),
        format!("/api/head/reports/days.csv?bars={two}"),
        format!("/api/head/bars/{two}"),
        "/api/head/reports/nights".to_owned(),
    ] {
        let refused = get(&router, "ama", &path).await;
        assert_eq!((refused.status, &refused.json()["code"]), (404, &json!("not_found")), "{path}");
    }
    assert_eq!(get(&router, "ama", "/api/head/bars").await.json().as_array().map(Vec::len), Some(1));
    assert_eq!(get(&router, "ama", &format!("/api/head/bars/{one}")).await.json()["name"], "Cape Bar");
    for (query, field) in [("period=ever", "period"), ("from=2026-11-31", "from"), ("limit=501", "limit")] {
        let refused = get(&router, "jane", &format!("/api/head/reports/products?{query}")).await;
        assert_eq!(refused.status, 400, "{query}");
        assert!(refused.json()["fields"][field].is_string(), "{}", refused.body);
    }
}

#[tokio::test]
async fn a_report_is_a_file_too_and_is_not_sent_twice() {
    let (_chain, router) = chain().await;
    let file = get(&router, "jane", &format!("/api/head/reports/days.csv?period=tonight&bars={}", bar_id(1))).await;
    let row = format!("{},{TONIGHT},7.00,2.00,950.00,1,2,7.00", bar_id(1));
    let expected = format!("\u{feff}bar,businessDay,totalRevenue,revenueUSD,revenueLRD,totalSales,totalQuantity,averageSale\n{row}\n");
    assert_eq!((file.status, file.body), (200, expected));
    assert_eq!(file.headers[header::CONTENT_TYPE], "text/csv; charset=utf-8");
    assert_eq!(file.headers[header::CONTENT_DISPOSITION], "attachment; filename=\"days-2026-11-21.csv\"");
    let path = "/api/head/reports/days";
    let first = get(&router, "jane", path).await;
    let again = Request::get(path)
        .header(header::AUTHORIZATION, "Bearer jane")
        .header(header::IF_NONE_MATCH, &first.headers[header::ETAG])
        .body(Body::empty());
    let again = send(&router, again.expect("a request")).await;
    assert_eq!((first.status, again.status, again.body.as_str()), (200, 304, ""));
}

#[tokio::test]
async fn an_owner_renames_a_bar_and_it_is_on_record() {
    let (chain, router) = chain().await;
    let path = format!("/api/head/bars/{}", bar_id(1));
    let rename = |user: &'static str, body: Value| {
        let request =
            Request::put(&path).header(header::AUTHORIZATION, format!("Bearer {user}")).header(header::CONTENT_TYPE, "application/json");
        send(&router, request.body(Body::from(body.to_string())).expect("a request"))
    };
    assert_eq!(rename("ama", json!({ "name": "Ama's" })).await.status, 403);
    for body in [json!({}), json!({ "name": "  " })] {
        let refused = rename("jane", body).await;
        assert_eq!((refused.status, &refused.json()["fields"]["name"]), (400, &json!("Name is required")));
    }
    let renamed = rename("jane", json!({ "name": "Cape Bar & Grill" })).await;
    assert_eq!((renamed.status, &renamed.json()["name"], &renamed.json()["state"]), (200, &json!("Cape Bar & Grill"), &json!("live")));
    let client = chain.database.client().await.expect("a connection");
    let record = client.query_one("SELECT user_name, bar, kind, summary FROM audit", &[]).await.expect("one entry");
    let said: Vec<String> = (0..4).map(|column| record.get(column)).collect();
    assert_eq!(said, ["jane", &bar_id(1), "bar.renamed", "Renamed Cape Bar to Cape Bar & Grill"]);
}
