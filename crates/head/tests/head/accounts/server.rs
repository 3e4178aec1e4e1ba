//! What every call has: headers, hosts, limits of bodies; health and monitoring; a database that is away.

use std::sync::Arc;

use head::database::throwaway::{Sync, Throwaway};
use reqwest::Method;
use serde_json::json;

use crate::head_office::HeadOffice;
use crate::postgres;

#[tokio::test]
async fn every_answer_has_the_shape_of_the_contract() {
    let head = HeadOffice::start().await;
    for (method, path, host, status, code) in [
        (Method::GET, "/api/head/none", None, 404, "not_found"),
        (Method::DELETE, "/api/head/login", None, 405, "method_not_allowed"),
        (Method::GET, "/api/head/me", None, 401, "unauthenticated"),
        (Method::GET, "/api/head/me", Some("evil.example"), 421, "misdirected"),
        (Method::PUT, "/api/head/users/%FF", None, 401, "unauthenticated"),
    ] {
        let headers: Vec<(&str, &str)> = host.map(|host| ("host", host)).into_iter().collect();
        let answer = head.request(method.clone(), path, &headers, None).await;
        assert_eq!(answer.status(), status, "{method} {path}");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers()["referrer-policy"], "same-origin");
        let body: serde_json::Value = answer.json().await.expect("JSON");
        assert!(body["code"] == code && body["message"].is_string() && body["fields"].is_null(), "{body}");
    }
    assert_eq!(head.get("/api/head/public", "").await.1, json!({ "demo": false, "version": env!("CARGO_PKG_VERSION") }));
    let page = head.request(Method::GET, "/bars/x", &[("accept", "text/html")], None).await;
    assert_eq!(page.status(), 200);
    assert!(page.headers()["content-security-policy"].to_str().is_ok_and(|policy| policy.contains("frame-ancestors 'none'")));
    let long = json!({ "username": "x".repeat(10_000), "password": "y" });
    assert_eq!(head.post("/api/head/login", "", long).await.1["code"], "too_large");
    let http = reqwest::Client::new();
    let text = http.post(format!("{}/api/head/login", head.address)).header("content-type", "text/plain").body("{}");
    assert_eq!(text.send().await.expect("an answer").status(), 415);
    let broken = http.post(format!("{}/api/head/login", head.address)).header("content-type", "application/json").body("{");
    assert_eq!(broken.send().await.expect("an answer").status(), 400);
}

#[tokio::test]
async fn monitoring_reads_the_counters() {
    let head = HeadOffice::start().await;
    let text = reqwest::get(format!("{}/metrics", head.metrics)).await.expect("an answer").text().await.expect("text");
    for line in [
        "# TYPE barback_head_parcels_total counter",
        "barback_head_entries_total 0",
        "barback_head_parcel_seconds_count 0",
        "barback_head_transaction_retries_total{code=\"40001\"} 0",
        "barback_head_database_up 1",
        "# TYPE barback_head_bars gauge",
        "# TYPE barback_head_entries_behind gauge",
        "# TYPE barback_head_directives gauge",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    let answer = head.request(Method::GET, "/metrics", &[("accept", "text/plain")], None).await;
    assert_eq!(answer.status(), 404, "not at the port of browsers");
}

#[tokio::test]
async fn while_the_database_is_away_head_office_stays_up() {
    let mut server = Throwaway::start(Sync::Off).expect("a server");
    let url = server.url("postgres");
    postgres::open(&url, Default::default()).migrate().await.expect("migrated");
    let head = HeadOffice::over(url, Arc::default()).await;
    let owner = head.owner().await;
    let (status, body) = head.get("/healthz", "").await;
    assert_eq!((status, &body["status"], &body["version"]), (200, &json!("ok"), &json!(env!("CARGO_PKG_VERSION"))));
    assert!(body["schema"].as_i64().is_some_and(|schema| schema >= 1), "{body}");
    server.stop();
    let (status, body) = head.get("/healthz", "").await;
    assert_eq!((status, &body["status"], &body["schema"]), (200, &json!("database_away"), &json!(null)));
    let bearer = format!("Bearer {}", owner.token);
    for _ in 0..2 {
        let answer = head.request(Method::GET, "/api/head/users", &[("authorization", &bearer)], None).await;
        assert!(answer.status() == 503 && answer.headers().contains_key("retry-after"), "{answer:?}");
        assert_eq!(answer.json::<serde_json::Value>().await.expect("JSON")["code"], "database_away");
    }
    let text = reqwest::get(format!("{}/metrics", head.metrics)).await.expect("an answer").text().await.expect("text");
    assert!(text.contains("barback_head_database_up 0"));
    server.start_again().expect("started");
    assert_eq!(head.get("/api/head/users", &owner.token).await.0, 200, "without a new start");
}
