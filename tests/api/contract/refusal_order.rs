//! Order of the checks: which refusal a call gets when several apply.

use serde_json::{Value, json};

use crate::bar::{Person, TestBar};

/// One byte more than the body limit (1 MiB) of every call but the import.
pub const LARGE: usize = 1024 * 1024 + 1;

/// One call with several errors, and the refusal that must come first.
struct Row {
    case: &'static str,
    caller: &'static str,
    call: &'static str,
    host: Option<&'static str>,
    kind: Option<&'static str>,
    body: String,
    refusal: (u16, &'static str),
}

fn row(case: &'static str, caller: &'static str, call: &'static str, body: impl Into<String>, refusal: (u16, &'static str)) -> Row {
    Row { case, caller, call, host: None, kind: Some("application/json"), body: body.into(), refusal }
}

fn table() -> Vec<Row> {
    let large = || "x".repeat(LARGE);
    vec![
        Row { host: Some("evil.example"), ..row("a host before a path", "guest", "GET /api/none", "", (421, "misdirected")) },
        Row { host: Some("evil.example"), ..row("a host before a method", "guest", "PUT /healthz", large(), (421, "misdirected")) },
        row("a path before a method", "guest", "PURGE /api/none", "", (404, "not_found")),
        row("a path before a sign-in", "guest", "POST /api/none", large(), (404, "not_found")),
        row("a path ends where it ends", "admin", "GET /api/products/", "", (404, "not_found")),
        row("nothing is there", "guest", "GET /api", "", (404, "not_found")),
        row("a method before a sign-in", "guest", "PUT /api/products", "[", (405, "method_not_allowed")),
        row("a method of a public call", "guest", "DELETE /api/menu", "", (405, "method_not_allowed")),
        Row { kind: Some("text/plain"), ..row("a sign-in before a type", "guest", "POST /api/products", "[", (401, "unauthenticated")) },
        row("a sign-in before a size", "guest", "POST /api/products", large(), (401, "unauthenticated")),
        row("a sign-in before an id", "guest", "DELETE /api/products/999", "", (401, "unauthenticated")),
        row("the lock before a role", "locked", "POST /api/exchange-rate", "[", (403, "password_change_required")),
        row("a role before a size", "bartender", "POST /api/products", large(), (403, "forbidden")),
        Row { kind: None, ..row("a role before a type", "bartender", "POST /api/products", "[", (403, "forbidden")) },
        row("a role before a body", "manager", "POST /api/exchange-rate", "[", (403, "forbidden")),
        row("a role before an id", "bartender", "DELETE /api/products/999", "", (403, "forbidden")),
        row("a role before an id", "manager", "PATCH /api/users/999", "{}", (403, "forbidden")),
        Row {
            kind: Some("text/plain"),
            ..row("a type before a size", "manager", "POST /api/products", large(), (415, "unsupported_media_type"))
        },
        Row { kind: None, ..row("a type before a body", "manager", "POST /api/products", "[", (415, "unsupported_media_type")) },
        Row {
            kind: Some("application/xml"),
            ..row("a type of a public call", "guest", "POST /api/auth/login", "[", (415, "unsupported_media_type"))
        },
        row("a size before a body", "manager", "POST /api/products", large(), (413, "too_large")),
        row("a size before an id", "manager", "PUT /api/products/999", large(), (413, "too_large")),
        row("a size of a public call", "guest", "POST /api/auth/login", large(), (413, "too_large")),
        row("a body before an id", "manager", "PUT /api/products/999", "[", (400, "invalid")),
        row("a field before an id", "manager", "PUT /api/products/999", r#"{"priceUSD": -1}"#, (400, "invalid")),
        row("a field before an id", "admin", "PATCH /api/users/999", "{}", (400, "invalid")),
        row("a field before an id", "manager", "POST /api/sales/999/void", "{}", (400, "invalid")),
        row("a field before an id", "bartender", "POST /api/sales", r#"{"productId": 999, "quantity": 0}"#, (400, "invalid")),
        row("an id before a state", "manager", "PUT /api/products/999", r#"{"barcode": "4001"}"#, (404, "not_found")),
        row(
            "an id before a state",
            "bartender",
            "POST /api/sales/batch",
            r#"{"sales": [{"productId": 1, "quantity": 99}, {"productId": 999, "quantity": 1}]}"#,
            (404, "not_found"),
        ),
        row("a state", "manager", "POST /api/products", r#"{"name": "Other", "barcode": "4001"}"#, (409, "taken")),
    ]
}

#[tokio::test]
async fn the_first_refusal_is_returned() {
    let bar = TestBar::open().await;
    bar.product(json!({"name": "Club Beer", "barcode": "4001", "stock": 1})).await;
    let newcomer = json!({"username": "newcomer", "password": "secret-enough"});
    bar.admin().post("/api/users", newcomer).await.created();
    let locked = bar.with_token(&bar.signs_in("newcomer", "secret-enough").await);
    for row in table() {
        let person: Person = match row.caller {
            "admin" => bar.admin(),
            "manager" => bar.manager(),
            "bartender" => bar.bartender(),
            "locked" => locked.clone(),
            _ => bar.guest(),
        };
        let (method, path) = row.call.split_once(' ').expect("a call");
        let mut call = person.request(method, path);
        for (name, value) in [("host", row.host), ("content-type", row.kind)] {
            if let Some(value) = value {
                call = call.header(name, value);
            }
        }
        let answer = if row.body.is_empty() { call.send().await } else { call.untyped(row.body).send().await };
        let refusal = (answer.status, answer.json()["code"].clone());
        assert_eq!(refusal, (row.refusal.0, Value::from(row.refusal.1)), "{}: {} as {}", row.case, row.call, row.caller);
        answer.has_status(row.refusal.0);
    }
}
