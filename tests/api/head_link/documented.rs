//! The calls about head office, for the tables of all calls.

use barback::parcels::HeadFile;
use serde_json::{Value, json};

use super::{FAST, FakeHead};
use crate::bar::TestBar;
use crate::contract::permissions::{Row, admin};
use crate::contract::refusal_cases::Row as Refusal;
use crate::contract::schema_check::DocumentCheck;

/// The calls about head office: each path and its methods.
pub const CALLS: &[(&str, &[&str])] = &[
    ("/api/head-link", &["DELETE", "GET"]),
    ("/api/head-link/directives", &["GET"]),
    ("/api/head-link/directives/{number}/decide", &["POST"]),
    ("/api/head-link/file", &["GET", "POST"]),
    ("/api/head-link/pair", &["POST"]),
    ("/api/head-link/try", &["POST"]),
    ("/api/products/{id}/detach", &["POST"]),
];

/// The parameters of their queries.
pub const QUERIES: &[(&str, &str)] = &[("/api/head-link/directives", "before limit"), ("/api/head-link/file", "after upto")];

/// Who may make them.
pub const PERMISSIONS: &[Row] = &[
    ("GET /api/head-link", admin(200)),
    ("DELETE /api/head-link", admin(204)),
    ("GET /api/head-link/directives", admin(200)),
    ("POST /api/head-link/directives/{number}/decide", admin(400)),
    ("POST /api/products/{id}/detach", admin(404)),
    ("GET /api/head-link/file", admin(409)),
    ("POST /api/head-link/file", admin(415)),
    ("POST /api/head-link/pair", admin(400)),
    ("POST /api/head-link/try", admin(409)),
];

/// The values of their enums, as they are in JSON.
pub const ENUMS: &[(&str, &str)] =
    &[("HeadLinkState", "off unpaired ok behind away refused beside damaged"), ("DirectiveState", "received applied refused withdrawn")];

/// Members whose texts are no closed set: a newer head office has other kinds, and a reason is a sentence.
pub const FREE_TEXT: &[&str] = &["Directive.kind", "Directive.code", "Directive.reason"];

/// Codes that only a bar with a head office answers; `owned.rs` shows them.
pub const SHOWN_WITH_HEAD: &[&str] = &["set_by_head"];

/// The refusals of a bar without head office.
pub fn refusals_of_head() -> Vec<Refusal> {
    let (allowed, none) = ("You are not allowed to do this", "This bar has no head office");
    let address = json!({"url": "http://head.example", "code": "x"});
    vec![
        ("manager", "GET /api/head-link", Value::Null, 403, "forbidden", allowed),
        ("manager", "POST /api/head-link/pair", json!({}), 403, "forbidden", allowed),
        ("admin", "POST /api/head-link/pair", json!({}), 400, "invalid", "Address is required"),
        ("admin", "POST /api/head-link/pair", address, 400, "invalid", "Must be an address such as https://head.example:8444"),
        ("admin", "POST /api/head-link/try", Value::Null, 409, "conflict", none),
        ("admin", "GET /api/head-link/file", Value::Null, 409, "conflict", none),
        ("admin", "GET /api/head-link/file?upto=soon", Value::Null, 400, "invalid", "upto must be a number"),
        (
            "admin",
            "PUT /api/settings",
            json!({"head": {"url": "https://head.example"}}),
            409,
            "conflict",
            "This bar has no head office. Connect it first.",
        ),
    ]
}

/// Makes each call of a connected bar.
pub async fn check_head_calls(check: &mut DocumentCheck) {
    let head = FakeHead::start().await;
    let bar = TestBar::with_head_pace(FAST).await;
    let admin = bar.admin();
    let code = head.code(7);
    check.makes(&admin, "POST /api/head-link/pair", &[], json!({"url": head.url, "code": code})).await;
    check.check_answer("POST /api/head-link/pair", &admin.post("/api/head-link/pair", json!({"url": head.url, "code": code})).await);
    bar.wait_until_sent().await;
    check.makes(&admin, "GET /api/head-link", &[], Value::Null).await;
    check.makes(&admin, "POST /api/head-link/try", &[], Value::Null).await;
    let cola = json!({"chainId": "cola", "name": "Cola", "priceUSD": "1.50"});
    head.asks("catalog.set", "now", cola);
    let rate = head.asks("rate.suggest", "now", json!({"rate": 195}));
    bar.wait_for_change(rate, "received").await;
    check.makes(&admin, "GET /api/head-link/directives", &[], Value::Null).await;
    let number = rate.to_string();
    check.makes(&admin, "POST /api/head-link/directives/{number}/decide", &[&number], json!({"accept": true})).await;
    let id = bar.id_of("Cola").await.to_string();
    let refused = admin.put(&format!("/api/products/{id}"), json!({"name": "Coke"})).await;
    assert_eq!(refused.status, 409);
    check.check_answer("PUT /api/products/{id}", &refused);
    check.makes(&admin, "POST /api/products/{id}/detach", &[&id], Value::Null).await;
    check.check_answer("GET /api/head-link/file", &admin.get("/api/head-link/file?after=0").await);
    let bar_name = bar.store().read(backup::bar_name).expect("read").expect("a name");
    let file = HeadFile { bar: bar_name, at: base::Timestamp::from_millis(0), position: None, directives: Vec::new() };
    for bytes in [file.to_bytes(&head.signing_key()).expect("small"), b"spoilt".to_vec()] {
        let request = admin.request("POST", "/api/head-link/file").header("content-type", "application/octet-stream");
        check.check_answer("POST /api/head-link/file", &request.untyped(bytes).send().await);
    }
    check.makes(&admin, "DELETE /api/head-link", &[], Value::Null).await;
}
