//! Permissions as one table: every call of the OpenAPI document × every kind of caller.

use std::collections::BTreeSet;

use barback::discovery::addresses::places;
use serde_json::json;

use crate::bar::{Person, TestBar};
use crate::contract::openapi::operations;

/// Everybody who may try, in the order of the columns: `ended` was signed out by the box's record, `forged` holds a
/// token that was tampered with, `locked` must change the password first.
const WHO: [&str; 7] = ["guest", "bartender", "manager", "admin", "ended", "forged", "locked"];

/// What a call with an empty object and ids that name nothing is answered.
type Row = (&'static str, [u16; 7]);

/// Anybody.
const fn public(answer: u16) -> [u16; 7] {
    [answer; 7]
}
/// Anybody who is signed in, also while the password must be changed.
const fn person(answer: u16) -> [u16; 7] {
    [401, answer, answer, answer, 401, 401, answer]
}
/// Anybody who is signed in.
const fn staff(answer: u16) -> [u16; 7] {
    [401, answer, answer, answer, 401, 401, 403]
}
/// Managers and admins.
const fn manager(answer: u16) -> [u16; 7] {
    [401, 403, answer, answer, 401, 401, 403]
}
/// Admins.
const fn admin(answer: u16) -> [u16; 7] {
    [401, 403, 403, answer, 401, 401, 403]
}

const TABLE: &[Row] = &[
    ("GET /healthz", public(200)),
    ("GET /api/live", staff(200)),
    ("GET /api/openapi.json", staff(200)),
    // Access and staff
    ("POST /api/auth/init", public(200)),
    ("POST /api/auth/login", public(400)),
    ("POST /api/auth/logout", person(204)),
    ("GET /api/auth/me", person(200)),
    ("POST /api/auth/change-password", person(400)),
    ("GET /api/users", admin(200)),
    ("POST /api/users", admin(400)),
    ("PUT /api/users/{id}", admin(404)),
    ("PATCH /api/users/{id}", admin(400)),
    ("DELETE /api/users/{id}", admin(404)),
    // Catalog
    ("GET /api/products", staff(200)),
    ("POST /api/products", manager(400)),
    ("GET /api/products/{id}", staff(404)),
    ("PUT /api/products/{id}", manager(404)),
    ("PATCH /api/products/{id}", manager(404)),
    ("DELETE /api/products/{id}", manager(404)),
    ("GET /api/products/barcode/{code}", staff(404)),
    ("GET /api/products/export", manager(200)),
    ("POST /api/products/import", manager(400)),
    ("POST /api/products/{id}/stock", manager(400)),
    ("GET /api/products/{id}/movements", manager(404)),
    ("GET /api/scans", staff(200)),
    ("POST /api/scans", staff(400)),
    ("GET /api/menu", public(200)),
    ("GET /api/menu/qr", public(200)),
    ("POST /api/menu/printed", staff(204)),
    ("GET /api/exchange-rate", public(200)),
    ("POST /api/exchange-rate", admin(400)),
    ("GET /api/exchange-rate/history", staff(200)),
    // Selling
    ("GET /api/sales", staff(200)),
    ("POST /api/sales", staff(400)),
    ("POST /api/sales/batch", staff(400)),
    ("POST /api/sales/{id}/void", manager(400)),
    ("GET /api/payments", manager(200)),
    ("GET /api/receipts", staff(200)),
    ("GET /api/receipts/{receiptNumber}", staff(404)),
    ("POST /api/receipts/{receiptNumber}/print", staff(404)),
    ("GET /api/guest-receipts/{token}", public(404)),
    ("GET /api/sales/analytics", staff(200)),
    // Credit and tabs
    ("GET /api/credit", staff(200)),
    ("POST /api/credit", staff(400)),
    ("PATCH /api/credit/{id}/pay", staff(404)),
    ("POST /api/credit/bulk-pay", staff(400)),
    ("GET /api/tabs", staff(200)),
    ("POST /api/tabs/payment", staff(400)),
    // Orders and tables
    ("GET /api/orders", staff(200)),
    ("POST /api/orders", staff(400)),
    ("GET /api/orders/{id}", staff(404)),
    ("PATCH /api/orders/{id}", staff(404)),
    ("POST /api/orders/{id}/items", staff(400)),
    ("DELETE /api/orders/{id}/items/{itemId}", staff(404)),
    ("PATCH /api/orders/{id}/status", staff(400)),
    ("POST /api/orders/{id}/payment", staff(400)),
    ("POST /api/orders/{id}/credit", staff(400)),
    ("POST /api/orders/{id}/void", manager(400)),
    ("GET /api/tables", staff(200)),
    ("POST /api/tables", manager(400)),
    ("PUT /api/tables/{id}", manager(404)),
    ("DELETE /api/tables/{id}", manager(404)),
    ("PATCH /api/tables/{id}/status", staff(400)),
    // Reports
    ("GET /api/bartender/dashboard-stats", staff(200)),
    ("GET /api/admin/sales-summary", admin(200)),
    ("GET /api/admin/recent-sales-with-customers", admin(200)),
    ("GET /api/admin/user-sales", admin(400)),
    ("GET /api/admin/user-sales/{id}/{startDate}/{endDate}", admin(400)),
    ("GET /api/admin/sales-report", admin(200)),
    ("GET /api/admin/audit", admin(200)),
    // The box
    ("GET /api/settings", admin(200)),
    ("PUT /api/settings", admin(200)),
    ("GET /api/settings/public", public(200)),
    ("GET /api/cash/setup", staff(200)),
    ("GET /api/box/clock", staff(200)),
    ("POST /api/box/clock/confirm", manager(200)),
    ("GET /api/backups", admin(200)),
    ("POST /api/backups", admin(201)),
    ("GET /api/backups/{name}", admin(404)),
    ("GET /api/standby", admin(200)),
    ("POST /api/standby", admin(201)),
    ("DELETE /api/standby", admin(204)),
    // With the code of a second box alone: tests/standby.
    ("GET /api/journal", public(401)),
    ("GET /api/network", admin(200)),
    ("GET /api/network/qr", admin(200)),
    ("POST /api/network/slip", admin(400)),
    ("GET /api/trust", public(200)),
    ("GET /api/printers", staff(200)),
    ("POST /api/printers/{id}/test", admin(404)),
    ("GET /api/print-jobs", staff(200)),
    ("POST /api/print-jobs/{id}/retry", staff(404)),
    ("POST /api/print-jobs/{id}/cancel", staff(404)),
    ("POST /api/print-jobs/{id}/move", staff(400)),
    ("POST /api/drawer", staff(409)),
    ("POST /api/printers/preview", admin(200)),
    ("POST /api/printers/find", admin(200)),
    ("POST /api/reports/print", admin(409)),
];

/// A path with something in it that is not there.
fn concrete(path: &str) -> String {
    path.split('/').map(|part| if part.starts_with('{') { "999999" } else { part }).collect::<Vec<_>>().join("/")
}

/// Everybody of [`WHO`], each with a session of their own.
async fn everybody(bar: &TestBar) -> [Person; 7] {
    let (_, ended) = bar.hires("ended", "admin").await;
    ended.post("/api/auth/logout", json!({})).await.has_status(204);
    let newcomer = json!({"username": "newcomer", "password": "secret-enough", "role": "admin"});
    bar.admin().post("/api/users", newcomer).await.created();
    let locked = bar.with_token(&bar.signs_in("newcomer", "secret-enough").await);
    let token = bar.admin().token().to_owned();
    let forged =
        token.rsplit_once('.').expect("a signed token").0.to_owned() + "." + bar.manager().token().rsplit('.').next().expect("a signature");
    [bar.guest(), bar.bartender(), bar.manager(), bar.admin(), ended, bar.with_token(&forged), locked]
}

/// What is answered on this machine: without a network there is no address to draw a code of.
fn here(call: &str, answer: u16) -> u16 {
    let nowhere = call == NETWORK_CODE && answer == 200 && places().is_empty();
    if nowhere { 409 } else { answer }
}

async fn try_calls(rows: impl Iterator<Item = &'static Row>) {
    let bar = TestBar::on_every_network().await;
    let people = everybody(&bar).await;
    for (call, expected) in rows {
        let (method, path) = call.split_once(' ').expect("a call");
        for ((name, who), expected) in WHO.iter().zip(&people).zip(expected) {
            let ask = who.request(method, &concrete(path));
            let ask = if method == "GET" { ask } else { ask.json(&json!({})) };
            // A live stream never ends: the status is enough.
            assert_eq!(ask.stream().await.status().as_u16(), here(call, *expected), "{call} as {name}");
        }
    }
}

const NETWORK_CODE: &str = "GET /api/network/qr";
const SIGN_OUT: &str = "POST /api/auth/logout";

#[tokio::test]
async fn every_call_follows_the_permission_table() {
    try_calls(TABLE.iter().filter(|(call, _)| *call != SIGN_OUT)).await;
    // Apart: nobody can be asked anything afterwards.
    try_calls(TABLE.iter().filter(|(call, _)| *call == SIGN_OUT)).await;
}

#[tokio::test]
async fn the_document_marks_public_calls() {
    let document = TestBar::open().await.admin().get("/api/openapi.json").await.ok();
    for (call, operation) in operations(&document) {
        let (_, row) = TABLE.iter().find(|(known, _)| *known == call).expect("a row");
        let for_anybody = operation["security"].as_array().expect("a list").is_empty();
        assert_eq!(for_anybody, row[0] != 401, "{call}: put it into PUBLIC in src/http/openapi.rs, or take it out");
    }
}

#[tokio::test]
async fn every_call_has_one_row() {
    let document = TestBar::open().await.admin().get("/api/openapi.json").await.ok();
    let calls: BTreeSet<String> = operations(&document).into_iter().map(|(call, _)| call).collect();
    let rows: BTreeSet<String> = TABLE.iter().map(|(call, _)| (*call).to_owned()).collect();
    assert_eq!(rows.len(), TABLE.len(), "a call has two rows");
    let missing: Vec<_> = calls.difference(&rows).collect();
    assert!(missing.is_empty(), "who may call {missing:?}? Give each a row in tests/api/contract/permissions.rs");
    let gone: Vec<_> = rows.difference(&calls).collect();
    assert!(gone.is_empty(), "{gone:?} are no calls any more: take their rows out of tests/api/contract/permissions.rs");
}
