//! Makes every documented call once and checks each request and answer against the OpenAPI document.

mod list;

use std::collections::BTreeSet;

use barback::web::discovery::addresses;
use serde_json::{Value, json};

use crate::bar::{Person, TestBar};
use crate::bills::documented::check_bill_calls;
use crate::bills::moves_documented::check_move_calls;
use crate::contract::openapi::operations;
use crate::contract::openapi_device_calls::check_device_calls;
use crate::contract::schema_check::DocumentCheck;
use crate::head_link::documented::check_head_calls;
use crate::machine::documented::check_machine_calls;
use crate::tills::documented::check_cash_calls;
pub use list::calls;
use list::{NETWORK_CODE, NETWORK_SLIP};

/// Whether this machine cannot make the call: without a network there is no address to draw or to print.
fn impossible_here(call: &str) -> bool {
    addresses::ipv4().is_empty() && [NETWORK_CODE, NETWORK_SLIP].contains(&call)
}

/// Calls that need a query to succeed.
const QUERIES: [(&str, &str); 5] = [
    ("GET /api/tax/price-assistant", "?from=2027-01-01"),
    ("DELETE /api/tax/price-plan", "?from=2027-01-01"),
    ("GET /api/admin/user-sales", "?userId=3"),
    ("GET /api/receipts/{receiptNumber}/refund", "?lines=1:1"),
    ("GET /api/tax/preview", "?amount=2.00&class=zero"),
];

/// The person who makes a call.
pub fn person(bar: &TestBar, caller: &str) -> Person {
    match caller {
        "guest" => bar.guest(),
        "bartender" => bar.bartender(),
        "manager" => bar.manager(),
        _ => bar.admin(),
    }
}

/// The method and the path of a call, with its path parameters filled in.
pub fn method_and_path(call: &str, ids: &[&str]) -> (String, String) {
    let (method, template) = call.split_once(' ').expect("a call");
    let mut path = String::new();
    let mut ids = ids.iter();
    for part in template.split('/').skip(1) {
        path.push('/');
        path.push_str(if part.starts_with('{') { ids.next().expect("a value for each path parameter") } else { part });
    }
    path.push_str(QUERIES.iter().find(|(known, _)| *known == call).map_or("", |(_, query)| query));
    (method.to_owned(), path)
}

async fn document_check(bar: &TestBar) -> DocumentCheck {
    DocumentCheck { document: bar.bartender().get("/api/openapi.json").await.ok(), made: BTreeSet::new() }
}

#[tokio::test]
async fn every_answer_is_as_documented() {
    let bar = TestBar::on_every_network().await.and_stocked().await;
    let mut check = document_check(&bar).await;
    check_device_calls(&bar, &mut check).await;
    for (caller, call, ids, body) in calls().into_iter().filter(|(_, call, ..)| !impossible_here(call)) {
        check.check_request(call, &body);
        let (method, path) = method_and_path(call, ids);
        let request = person(&bar, caller).request(&method, &path);
        let answer = if body.is_null() { request.send().await } else { request.json(&body).send().await };
        assert!(answer.status < 300, "{call}: {} {}", answer.status, answer.text());
        check.check_answer(call, &answer);
        if let Some(tag) = answer.header("etag") {
            let again = person(&bar, caller).request(&method, &path).header("if-none-match", tag).send().await;
            assert_eq!(again.status, 304, "{call}: nothing has changed");
            check.check_answer(call, &again);
        }
    }
    check_cash_calls(&mut check).await;
    check_bill_calls(&mut check).await;
    check_move_calls(&mut check).await;
    check_head_calls(&mut check).await;
    check_machine_calls(&mut check).await;
    let invitation = check.makes(&bar.admin(), "POST /api/users/{id}/invitation", &["3"], Value::Null).await;
    check.makes(&bar.admin(), "GET /api/users/{id}/invitation", &["3"], Value::Null).await;
    let body = json!({"code": invitation.json()["code"], "newPassword": "palm-wine"});
    check.makes(&bar.guest(), "POST /api/auth/join", &[], body).await;
    let picture = bar.guest().get("/api/menu/qr?format=png&table=3").await;
    assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/png")));
    check.check_answer("GET /api/menu/qr", &picture);
    let detail = bar.admin().get("/api/receipts/R-20261121-0001").await.ok();
    let token = detail["guestUrl"].as_str().and_then(|url| url.rsplit('/').next()).expect("a token");
    check.check_answer("GET /api/guest-receipts/{token}", &bar.guest().get(&format!("/api/guest-receipts/{token}")).await);
    let copies = bar.admin().get("/api/backups").await.ok();
    let name = copies["copies"][0]["name"].as_str().expect("a copy").to_owned();
    check.check_answer("GET /api/backups/{name}", &bar.admin().get(&format!("/api/backups/{name}")).await);
    let code = bar.admin().post("/api/standby", json!({})).await.created();
    let second = bar.with_token(code["code"].as_str().expect("a code"));
    let parcel = second.get("/api/journal").await;
    check.check_answer("GET /api/journal", &parcel);
    check.check_answer("GET /api/journal", &second.get("/api/journal?after=x").await);
    check.check_answer("GET /api/journal", &second.get("/api/journal?after=1&bar=another").await);
    let documented: BTreeSet<String> = operations(&check.document).into_iter().map(|(call, _)| call).collect();
    // Two calls need more than one request: a stream (live/updates.rs) and a failed print job (printing/jobs.rs).
    let elsewhere = BTreeSet::from(["GET /api/live".to_owned(), "POST /api/print-jobs/{id}/retry".to_owned()]);
    let missing: Vec<_> = documented.difference(&check.made).filter(|call| !elsewhere.contains(*call) && !impossible_here(call)).collect();
    assert!(missing.is_empty(), "documented and never called: {missing:?}");
    let list = json!({"csvData": "name,price,stock\nImported Gin,4.50,6\n"});
    bar.admin().post("/api/products/import", list).await.ok();
    crate::journal::replay::record(bar.store(), "calls");
}

#[tokio::test]
async fn every_refusal_is_as_documented() {
    let bar = TestBar::stocked().await;
    let mut check = document_check(&bar).await;
    for (call, _) in operations(&check.document) {
        let (method, path) = method_and_path(&call, &["999", "999", "2026-11-30"]);
        let guest = bar.guest().request(&method, &path).send().await;
        check.check_answer(&call, &guest);
        if call == "GET /api/live" || call == "POST /api/auth/logout" {
            continue;
        }
        let strange = bar.guest().request(&method, &path).header("host", "evil.example").send().await;
        assert_eq!(strange.status, 421, "{call}");
        check.check_answer(&call, &strange);
        let bartender = bar.bartender().request(&method, &path).send().await;
        check.check_answer(&call, &bartender);
        let admin = bar.admin().request(&method, &path).send().await;
        check.check_answer(&call, &admin);
        if method == "GET" {
            check.check_answer(&call, &bar.admin().request(&method, &path.replace("?userId=3", "")).send().await);
            let sign = if path.contains('?') { '&' } else { '?' };
            check.check_answer(&call, &bar.admin().get(&format!("{path}{sign}limit=x&from=x&startDate=x&format=x&before=x")).await);
        } else {
            check.check_answer(&call, &bar.admin().request(&method, &path).raw("[").send().await);
            check.check_answer(&call, &bar.admin().request(&method, &path).raw("{}").send().await);
            check.check_answer(&call, &bar.admin().request(&method, &path).untyped("{}").send().await);
            check.check_answer(&call, &bar.admin().request(&method, &path).key(&"k".repeat(65)).json(&json!({})).send().await);
        }
    }
}
