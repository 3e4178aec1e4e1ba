//! Permissions as one table: every call of the OpenAPI document × every kind of caller.

mod callers;

use std::collections::BTreeSet;

use barback::web::discovery::addresses;
use serde_json::json;

pub use callers::*;

use crate::bar::{Person, TestBar};
use crate::contract::openapi::operations;
use crate::devices::{self, PIN, SENIOR_PIN};

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
    ("POST /api/auth/tour", person(204)),
    ("POST /api/auth/join", public(400)),
    ("GET /api/users", admin(200)),
    ("GET /api/users/names", manager(200)),
    ("POST /api/users", admin(400)),
    ("PUT /api/users/{id}", admin(404)),
    ("PATCH /api/users/{id}", admin(400)),
    ("DELETE /api/users/{id}", admin(404)),
    // Devices and PINs
    ("GET /api/devices", manager(200)),
    ("GET /api/devices/me", public(200)),
    ("POST /api/devices/codes", manager(400)),
    ("POST /api/devices/enrol", public(400)),
    ("PATCH /api/devices/{id}", manager(404)),
    ("DELETE /api/devices/{id}", manager(404)),
    ("POST /api/pin", staff(400)),
    ("POST /api/pin/sign-in", device(400)),
    ("POST /api/pin/reset", device(400)),
    ("POST /api/pin/alive", device_session(204)),
    ("POST /api/pin/lock", device_session(204)),
    ("POST /api/auth/confirm", device_session(400)),
    ("DELETE /api/users/{id}/pin", admin(404)),
    ("POST /api/users/{id}/pin-reset", manager(404)),
    ("POST /api/users/{id}/invitation", manager(404)),
    ("GET /api/users/{id}/invitation", manager(404)),
    // People
    ("GET /api/reasons", staff(200)),
    ("POST /api/reasons", manager(400)),
    ("PUT /api/reasons/{id}", manager(404)),
    ("GET /api/clock", staff(200)),
    ("POST /api/clock/in", staff(409)),
    ("POST /api/clock/break", staff(409)),
    ("POST /api/clock/back", staff(409)),
    ("POST /api/clock/out", staff(409)),
    ("GET /api/clock/periods", staff(200)),
    ("POST /api/clock/periods/{id}/correct", manager(400)),
    ("GET /api/reports/hours", manager(200)),
    ("POST /api/reports/hours/print", manager(409)),
    ("GET /api/reports/exceptions", manager(200)),
    ("POST /api/reports/exceptions/print", manager(409)),
    ("GET /api/sheets", shift(200)),
    ("POST /api/sheets", shift(400)),
    ("POST /api/sheets/verify", shift(200)),
    ("GET /api/sheets/{key}", shift(404)),
    ("POST /api/sheets/{key}/print", shift(404)),
    ("GET /api/tips", staff(200)),
    ("POST /api/tips/print", shift(409)),
    ("POST /api/tips/share", manager(400)),
    ("POST /api/tips/payout", staff(400)),
    // Cash
    ("GET /api/tills", staff(200)),
    ("POST /api/tills", admin(400)),
    ("PUT /api/tills/{id}", admin(404)),
    ("DELETE /api/tills/{id}", admin(404)),
    ("GET /api/tills/{id}/movements", staff(404)),
    ("POST /api/tills/{id}/movements", staff(400)),
    ("POST /api/tills/{id}/count", shift(400)),
    ("POST /api/movements/{id}/correct", staff(400)),
    ("POST /api/movements/{id}/accept", staff(404)),
    ("GET /api/shifts", staff(200)),
    ("POST /api/shifts", staff(400)),
    ("GET /api/shifts/{id}", staff(404)),
    ("POST /api/shifts/{id}/counting", staff(404)),
    ("DELETE /api/shifts/{id}/counting", staff(404)),
    ("POST /api/shifts/{id}/count", staff(400)),
    ("POST /api/shifts/{id}/confirm", staff(404)),
    ("POST /api/shifts/{id}/close-uncounted", staff(400)),
    ("GET /api/shifts/{id}/references", staff(404)),
    ("POST /api/payments/{id}/correct", staff(400)),
    ("PUT /api/payments/{id}/tenders/{index}/tick", staff(400)),
    ("GET /api/shifts/{id}/x", shift(404)),
    ("POST /api/shifts/{id}/x/print", shift(404)),
    ("POST /api/shifts/{id}/count/print", staff(404)),
    ("GET /api/z", shift(200)),
    ("GET /api/z/{number}", shift(404)),
    ("POST /api/z/{number}/print", shift(404)),
    ("POST /api/z/{number}/notes", shift(400)),
    ("GET /api/reports/cash", shift(200)),
    ("POST /api/reports/cash/print", shift(409)),
    // Approvals
    ("GET /api/approvals", staff(200)),
    ("POST /api/approvals", staff(400)),
    ("GET /api/approvals/rules", staff(200)),
    ("GET /api/approvals/{id}", staff(404)),
    ("POST /api/approvals/{id}/grant", shift(404)),
    ("POST /api/approvals/{id}/refuse", shift(404)),
    ("POST /api/approvals/{id}/grant-here", staff(400)),
    ("POST /api/approvals/{id}/cancel", staff(404)),
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
    ("PUT /api/products/prices", manager(400)),
    ("POST /api/products/{id}/stock", shift(400)),
    ("GET /api/products/{id}/movements", shift(404)),
    ("POST /api/products/{id}/sold-out", staff(400)),
    ("GET /api/scans", staff(200)),
    ("POST /api/scans", staff(400)),
    ("GET /api/menu", public(200)),
    ("GET /api/menu/qr", public(200)),
    ("POST /api/menu/printed", staff(204)),
    ("GET /api/menu/codes", staff(200)),
    ("GET /api/menu/wifi", staff(404)),
    ("GET /api/exchange-rate", public(200)),
    ("POST /api/exchange-rate", admin(400)),
    ("GET /api/exchange-rate/history", staff(200)),
    // Selling
    ("GET /api/sales", staff(200)),
    ("POST /api/sales", staff(400)),
    ("POST /api/sales/batch", staff(400)),
    ("POST /api/sales/{id}/void", shift(400)),
    ("GET /api/payments", manager(200)),
    ("GET /api/receipts", staff(200)),
    ("GET /api/receipts/{receiptNumber}", staff(404)),
    ("POST /api/receipts/{receiptNumber}/print", staff(404)),
    ("GET /api/receipts/{receiptNumber}/qr", staff(404)),
    ("GET /api/receipts/{receiptNumber}/refund", shift(400)),
    ("POST /api/receipts/{receiptNumber}/void", shift(400)),
    ("GET /api/guest-receipts/{token}", public(404)),
    ("GET /api/sales/analytics", staff(200)),
    ("GET /api/products/best-sellers", staff(200)),
    // Credit and tabs
    ("GET /api/credit", staff(200)),
    ("POST /api/credit", staff(400)),
    ("POST /api/credit/batch", staff(400)),
    ("PATCH /api/credit/{id}/pay", staff(404)),
    ("POST /api/credit/bulk-pay", staff(400)),
    ("GET /api/tabs", staff(200)),
    ("POST /api/tabs/payment", staff(400)),
    ("GET /api/customers", staff(200)),
    ("PATCH /api/customers/{customerId}", shift(404)),
    ("POST /api/customers/{customerId}/join", shift(400)),
    // Orders and tables
    ("GET /api/orders", staff(200)),
    ("POST /api/orders", staff(400)),
    ("GET /api/orders/states", staff(200)),
    ("GET /api/orders/{id}", staff(404)),
    ("PATCH /api/orders/{id}", staff(404)),
    ("POST /api/orders/{id}/items", staff(400)),
    ("DELETE /api/orders/{id}/items/{itemId}", staff(404)),
    ("PATCH /api/orders/{id}/items/{itemId}", staff(404)),
    ("PATCH /api/orders/{id}/status", staff(400)),
    ("POST /api/orders/{id}/payment", staff(400)),
    ("POST /api/orders/{id}/credit", staff(400)),
    ("POST /api/orders/{id}/void", shift(400)),
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
    ("GET /api/admin/product-sales", admin(200)),
    ("GET /api/reports/{part}", admin(404)),
    ("GET /api/admin/audit", admin(200)),
    // The box
    ("GET /api/settings", admin(200)),
    ("PUT /api/settings", admin(200)),
    ("GET /api/settings/public", public(200)),
    ("GET /api/cash/setup", staff(200)),
    ("GET /api/cash/people", staff(200)),
    ("GET /api/box/clock", staff(200)),
    ("POST /api/box/clock/confirm", manager(200)),
    // On a machine that is not the box's own.
    ("POST /api/box/clock/set", manager(404)),
    ("GET /api/box/network", admin(404)),
    ("PUT /api/box/network", admin(404)),
    ("GET /api/box/network/wifis", admin(404)),
    ("GET /api/box/network/qr", admin(404)),
    ("POST /api/box/network/keep", admin(404)),
    ("POST /api/box/network/undo", admin(404)),
    ("GET /api/box/software", admin(404)),
    ("POST /api/box/software/file", admin(404)),
    ("POST /api/box/software/install", admin(404)),
    ("POST /api/box/software/cancel", admin(404)),
    ("POST /api/box/restart", admin(404)),
    ("POST /api/box/off", admin(404)),
    ("POST /api/box/reset", admin(404)),
    ("GET /api/box/diagnosis", admin(404)),
    ("GET /api/backups", admin(200)),
    ("POST /api/backups", admin(201)),
    ("GET /api/backups/{name}", admin(404)),
    ("GET /api/standby", admin(200)),
    ("POST /api/standby", admin(201)),
    ("DELETE /api/standby", admin(204)),
    // Allowed only with the code of a second box: see tests/standby.
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
    ("POST /api/print-jobs/waiting", staff(400)),
    ("POST /api/print-jobs/{id}/move", staff(400)),
    ("POST /api/drawer", staff(409)),
    ("POST /api/printers/preview", admin(200)),
    ("POST /api/printers/find", admin(200)),
    ("POST /api/reports/print", admin(409)),
];

/// The calls of the reports where managers may open them (setting `reports.managers`). All other calls stay as in [`TABLE`].
const WITH_REPORTS_FOR_MANAGERS: &[Row] = &[
    ("GET /api/admin/sales-summary", manager(200)),
    ("GET /api/admin/recent-sales-with-customers", manager(200)),
    ("GET /api/admin/user-sales", manager(400)),
    ("GET /api/admin/user-sales/{id}/{startDate}/{endDate}", manager(400)),
    ("GET /api/admin/sales-report", manager(200)),
    ("GET /api/admin/product-sales", manager(200)),
    ("GET /api/reports/{part}", manager(404)),
    ("POST /api/reports/print", manager(409)),
];

fn table() -> impl Iterator<Item = &'static Row> {
    TABLE.iter().chain(crate::tax::documented::PERMISSIONS).chain(crate::bills::permissions()).chain(crate::head_link::PERMISSIONS)
}

/// The path with ids that do not exist.
fn with_unknown_ids(path: &str) -> String {
    path.split('/').map(|part| if part.starts_with('{') { "999999" } else { part }).collect::<Vec<_>>().join("/")
}

/// A client for each of [`CALLERS`].
async fn callers(bar: &TestBar) -> [Person; CALLERS.len()] {
    let (_, ended) = bar.hires("ended", "admin").await;
    ended.post("/api/auth/logout", json!({})).await.has_status(204);
    let newcomer = json!({"username": "newcomer", "password": "secret-enough", "role": "admin"});
    bar.admin().post("/api/users", newcomer).await.created();
    let locked = bar.with_token(&bar.signs_in("newcomer", "secret-enough").await);
    let token = bar.admin().token().to_owned();
    let forged =
        token.rsplit_once('.').expect("a signed token").0.to_owned() + "." + bar.manager().token().rsplit('.').next().expect("a signature");
    bar.sets_pins().await;
    let mut devices = Vec::new();
    for name in ["One", "Two", "Three", "Four", "Five"] {
        devices.push(bar.enrols(name).await);
    }
    let revoked = bar.signs_in_by_pin(&devices[4], devices::ADMIN, SENIOR_PIN).await;
    bar.manager().delete(&format!("/api/devices/{}", devices[4].id)).await.has_status(204);
    [
        bar.guest(),
        bar.bartender(),
        bar.manager(),
        bar.admin(),
        ended,
        bar.with_token(&forged),
        locked,
        bar.signs_in_by_pin(&devices[0], devices::BARTENDER, PIN).await,
        bar.signs_in_by_pin(&devices[1], devices::MANAGER, SENIOR_PIN).await,
        bar.signs_in_by_pin(&devices[2], devices::ADMIN, SENIOR_PIN).await,
        bar.at(&devices[3]),
        revoked,
    ]
}

/// The status expected on this machine: without a network there is no address for a QR code.
fn expected_here(call: &str, answer: u16) -> u16 {
    let no_address = call == NETWORK_CODE && answer == 200 && addresses::ipv4().is_empty();
    if no_address { 409 } else { answer }
}

async fn check_rows_of(bar: &TestBar, rows: impl Iterator<Item = &'static Row>) {
    let clients = callers(bar).await;
    for (call, expected) in rows {
        let (method, path) = call.split_once(' ').expect("a call");
        for ((name, client), expected) in CALLERS.iter().zip(&clients).zip(expected) {
            let request = client.request(method, &with_unknown_ids(path));
            let request = if method == "GET" { request } else { request.json(&json!({})) };
            // Only the status is read, because a live stream never ends.
            assert_eq!(request.stream().await.status().as_u16(), expected_here(call, *expected), "{call} as {name}");
        }
    }
}

/// A grant is for one request: with it, every other call answers its bartender as without it.
#[tokio::test]
async fn a_granted_approval_opens_no_other_call() {
    let bar = TestBar::on_every_network().await.and_stocked().await;
    bar.sets_rules(json!({"discount": "approve"})).await;
    let cheap = json!({"productId": bar.id_of("Beer").await, "quantity": 1, "unitPrice": "1.00", "discountReason": "Friend"});
    let granted = bar.grants(&bar.bartender().asks("POST", "/api/sales", cheap.clone()).await.created()).await;
    let bartender = bar.bartender().with_approval(&granted);
    for (call, expected) in table().filter(|(call, _)| !ENDINGS.contains(call)) {
        let (method, path) = call.split_once(' ').expect("a call");
        let request = bartender.request(method, &with_unknown_ids(path));
        let request = if method == "GET" { request } else { request.json(&json!({})) };
        assert_eq!(request.stream().await.status().as_u16(), expected_here(call, expected[BARTENDER_COLUMN]), "{call}");
    }
    bartender.post("/api/sales", cheap).await.created();
}

const NETWORK_CODE: &str = "GET /api/network/qr";
/// Calls that end the caller's session.
const ENDINGS: [&str; 2] = ["POST /api/auth/logout", "POST /api/pin/lock"];

#[tokio::test]
async fn every_call_follows_the_permission_table() {
    check_rows_of(&TestBar::on_every_network().await, table().filter(|(call, _)| !ENDINGS.contains(call))).await;
    // Each on a bar of its own, because its callers are signed out afterwards.
    for ending in ENDINGS {
        check_rows_of(&TestBar::on_every_network().await, table().filter(|(call, _)| *call == ending)).await;
    }
}

#[tokio::test]
async fn managers_open_the_reports_where_the_bar_lets_them() {
    let bar = TestBar::on_every_network().await;
    bar.admin().put("/api/settings", json!({"reports": {"managers": true}})).await.ok();
    let is_listed = |call: &str| WITH_REPORTS_FOR_MANAGERS.iter().any(|(listed, _)| *listed == call);
    // Settings would be changed by the empty body of this table, and the session ended.
    let others = table().filter(|(call, _)| !is_listed(call) && !ENDINGS.contains(call) && call.starts_with("GET"));
    check_rows_of(&bar, WITH_REPORTS_FOR_MANAGERS.iter().chain(others)).await;
}

#[tokio::test]
async fn the_document_marks_public_calls() {
    let document = TestBar::open().await.admin().get("/api/openapi.json").await.ok();
    for (call, operation) in operations(&document) {
        let (_, row) = table().find(|(known, _)| *known == call).expect("a row");
        let is_public = operation["security"].as_array().expect("a list").is_empty();
        assert_eq!(is_public, row[0] != 401, "{call}: an extractor that needs no session says so in src/http/contract/call.rs");
    }
}

#[tokio::test]
async fn every_call_has_one_row() {
    let document = TestBar::open().await.admin().get("/api/openapi.json").await.ok();
    let calls: BTreeSet<String> = operations(&document).into_iter().map(|(call, _)| call).collect();
    let rows: BTreeSet<String> = table().map(|(call, _)| (*call).to_owned()).collect();
    assert_eq!(rows.len(), table().count(), "a call has two rows");
    let missing: Vec<_> = calls.difference(&rows).collect();
    assert!(missing.is_empty(), "no permissions are given for {missing:?}: add a row for each in tests/api/contract/permissions/mod.rs");
    let gone: Vec<_> = rows.difference(&calls).collect();
    assert!(gone.is_empty(), "{gone:?} are no longer calls: remove their rows from tests/api/contract/permissions/mod.rs");
}
