//! NUL in any parameter of any call of head office is 400.

use reqwest::Method;
use serde_json::{Value, json};

use crate::head_office::{HeadOffice, PASSWORD};

const BAR: &str = "0123456789abcdef0123456789abcdef";

/// Reads with the parameters that they know.
const READS: [(&str, &[&str]); 17] = [
    ("/api/head/audit", &["limit", "before", "user", "kind", "bar"]),
    ("/api/head/bars", &[]),
    ("/api/head/bars/{bar}", &[]),
    ("/api/head/bars/{bar}/lines", &[]),
    ("/api/head/bars/{bar}/lines/0123456789abcdef/entries", &["limit", "before", "kind", "user"]),
    ("/api/head/bars/{bar}/lines/0123456789abcdef/file", &[]),
    ("/api/head/bars/{bar}/books", &[]),
    ("/api/head/bars/{bar}/file", &[]),
    ("/api/head/directives", &["limit", "before", "bar", "kind", "state"]),
    ("/api/head/products", &["limit", "before", "bar", "q"]),
    ("/api/head/products/matches", &["bar"]),
    ("/api/head/overview", &["period", "from", "to", "bars"]),
    ("/api/head/reports/products", &["period", "from", "to", "bars", "limit"]),
    ("/api/head/reports/shifts.csv", &["period", "from", "to", "bars", "before"]),
    ("/api/head/users", &["limit"]),
    ("/api/head/me", &["x"]),
    ("/api/head/public", &["x"]),
];

async fn refused(head: &HeadOffice, method: Method, path: &str, token: &str, body: Value) {
    let (status, answer) = head.call(method.clone(), path, token, body.clone()).await;
    assert_eq!((status, &answer["code"]), (400, &json!("invalid")), "{method} {path} {body}: {answer}");
}

#[tokio::test]
async fn nul_in_a_parameter_is_refused_by_every_call() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    head.sql(&format!("INSERT INTO bars VALUES ('{BAR}', 'Cape Bar', now(), 'owner')")).await;
    for (path, parameters) in READS {
        let path = path.replace("{bar}", BAR);
        for parameter in parameters.iter().copied().chain(["limit", "anything"]) {
            for value in ["%00", "a%00b", "2026-11-01%00", "%00,"] {
                refused(&head, Method::GET, &format!("{path}?{parameter}={value}"), &owner.token, Value::Null).await;
            }
        }
        refused(&head, Method::GET, &format!("{path}?%00=1"), &owner.token, Value::Null).await;
    }
    for (method, path) in [
        (Method::GET, "/api/head/bars/%00"),
        (Method::GET, "/api/head/bars/a%00b/lines"),
        (Method::GET, "/api/head/bars/%00/books"),
        (Method::GET, "/api/head/reports/%00"),
        (Method::PUT, "/api/head/users/%00"),
        (Method::DELETE, "/api/head/users/%00"),
        (Method::DELETE, "/api/head/directives/%00"),
        (Method::DELETE, "/api/head/bars/%00/boxes/%00"),
        (Method::PUT, "/api/head/bars/%00/lines/%00"),
        (Method::PUT, "/api/head/products/%00"),
        (Method::POST, "/api/head/products/%00/link"),
        (Method::GET, "/api/head/none/%00"),
    ] {
        refused(&head, method.clone(), path, &owner.token, if method == Method::GET { Value::Null } else { json!({}) }).await;
    }
}

#[tokio::test]
async fn nul_in_a_body_is_refused_by_every_call() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    head.sql(&format!("INSERT INTO bars VALUES ('{BAR}', 'Cape Bar', now(), 'owner')")).await;
    let nul = "a\0b";
    for (method, path, body) in [
        (Method::POST, "/api/head/login", json!({ "username": nul, "password": "x" })),
        (Method::POST, "/api/head/login", json!({ "username": "owner", "password": nul })),
        (Method::POST, "/api/head/login", json!({ "username": "owner", "password": PASSWORD, "code": nul })),
        (Method::POST, "/api/head/change-password", json!({ "currentPassword": PASSWORD, "newPassword": "long enough\0" })),
        (Method::POST, "/api/head/users", json!({ "username": nul, "password": "given-password", "role": "manager", "bars": "all" })),
        (Method::POST, "/api/head/users", json!({ "username": "x", "password": "given-password", "role": "manager", "bars": [nul] })),
        (Method::POST, "/api/head/codes", json!({ "name": nul })),
        (Method::POST, "/api/head/codes", json!({ "bar": nul })),
        (Method::POST, "/api/head/directives", json!({ "kind": nul, "body": {}, "bars": [BAR] })),
        (Method::POST, "/api/head/directives", json!({ "kind": "catalog.archive", "body": { "chainId": nul }, "bars": [BAR] })),
        (Method::POST, "/api/head/directives", json!({ "kind": "settings.set", "body": { "businessName": nul }, "bars": [BAR] })),
        (Method::POST, "/api/head/directives", json!({ "kind": "rate.suggest", "body": { "rate": "190", nul: 1 }, "bars": [BAR] })),
        (Method::POST, "/api/head/products", json!({ "name": nul, "category": "Beer", "bars": [BAR] })),
        (Method::PUT, &format!("/api/head/bars/{BAR}"), json!({ "name": nul })),
    ] {
        let (status, answer) = head.call(method.clone(), path, &owner.token, body.clone()).await;
        assert_eq!((status, &answer["code"]), (400, &json!("invalid")), "{method} {path} {body}: {answer}");
    }
}
