//! Makes every documented call once and checks each request and answer against the OpenAPI document.

use std::collections::BTreeSet;

use barback::web::discovery::addresses;
use serde_json::{Value, json};

use crate::bar::{MANAGER_PASSWORD, Person, TestBar};
use crate::bills::documented::check_bill_calls;
use crate::bills::moves_documented::check_move_calls;
use crate::contract::openapi::operations;
use crate::contract::openapi_device_calls::check_device_calls;
use crate::contract::schema_check::DocumentCheck;
use crate::head_link::documented::check_head_calls;
use crate::order_steps::CUSTOMER;
use crate::tills::documented::check_cash_calls;

/// One call: its caller, its name in the document, the values for its path parameters, its body.
pub type Row = (&'static str, &'static str, &'static [&'static str], Value);

/// All calls, in an order in which each finds the data that it needs.
pub fn calls() -> Vec<Row> {
    let none = Value::Null;
    let order = json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "orderType": "dine_in", "tableId": 1, "notes": "Window",
        "items": [{"productId": 1, "quantity": 2, "unitPrice": "6.00"}, {"productId": 3, "quantity": 1}]});
    let credit = json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "productId": 1, "quantity": 1});
    vec![
        ("guest", "GET /healthz", &[], none.clone()),
        ("guest", "POST /api/auth/init", &[], none.clone()),
        ("guest", "POST /api/auth/login", &[], json!({"username": "bartender", "password": crate::bar::BARTENDER_PASSWORD})),
        ("bartender", "GET /api/auth/me", &[], none.clone()),
        ("bartender", "GET /api/openapi.json", &[], none.clone()),
        (
            "admin",
            "POST /api/users",
            &[],
            json!({"username": "fatu", "password": "secret-enough", "role": "bartender", "email": "f@bar.lr"}),
        ),
        ("admin", "GET /api/users", &[], none.clone()),
        ("manager", "GET /api/users/names", &[], none.clone()),
        ("admin", "PUT /api/users/{id}", &["4"], json!({"firstName": "Fatu", "isActive": true})),
        ("admin", "PATCH /api/users/{id}", &["4"], json!({"isActive": false})),
        ("admin", "DELETE /api/users/{id}", &["4"], none.clone()),
        (
            "manager",
            "POST /api/products",
            &[],
            json!({"name": "Gin", "barcode": "4001", "priceUSD": "3.00", "stock": 9, "category": "drinks"}),
        ),
        // All receipts of this story have a fiscal document that stays unsigned.
        ("admin", "PUT /api/settings", &[], json!({"fiscal": {"url": "http://127.0.0.1:9"}})),
        ("bartender", "GET /api/products", &[], none.clone()),
        ("bartender", "GET /api/products/{id}", &["4"], none.clone()),
        ("bartender", "GET /api/products/barcode/{code}", &["4001"], none.clone()),
        ("manager", "PUT /api/products/{id}", &["4"], json!({"brand": "Mountain", "stock": 12})),
        (
            "manager",
            "PATCH /api/products/{id}",
            &["4"],
            json!({"currency": "USD", "priceUSD": "3.00", "priceLRD": null, "exchangeRate": 190}),
        ),
        ("manager", "POST /api/products/{id}/stock", &["4"], json!({"delta": 6, "reason": "delivery", "notes": "Van"})),
        ("manager", "GET /api/products/{id}/movements", &["4"], none.clone()),
        ("manager", "GET /api/products/export", &[], none.clone()),
        ("manager", "PUT /api/products/prices", &[], json!({"rows": [{"id": 4, "priceLRD": 550, "isAvailable": 1}]})),
        ("manager", "POST /api/products/import", &[], json!({"csvData": "name,price\nRum,4\n", "dryRun": true})),
        (
            "manager",
            "POST /api/products/import",
            &[],
            json!({"csvData": "name,price,priceUSD\nRum,4,5\n", "dryRun": true, "details": true}),
        ),
        ("bartender", "POST /api/scans", &[], json!({"barcode": "4001"})),
        ("bartender", "POST /api/scans", &[], json!({"barcode": "unknown"})),
        ("bartender", "GET /api/scans", &[], none.clone()),
        ("manager", "DELETE /api/products/{id}", &["4"], none.clone()),
        ("guest", "GET /api/menu", &[], none.clone()),
        ("guest", "GET /api/menu/notes", &[], none.clone()),
        ("guest", "GET /api/menu/qr", &[], none.clone()),
        ("guest", "GET /api/exchange-rate", &[], none.clone()),
        ("admin", "POST /api/exchange-rate", &[], json!({"rate": 190.5})),
        ("bartender", "GET /api/exchange-rate/history", &[], none.clone()),
        ("bartender", "POST /api/sales", &[], json!({"productId": 2, "quantity": 1, "paymentMethod": "card", "customerName": "Musu"})),
        ("bartender", "POST /api/sales/batch", &[], json!({"sales": [{"productId": 2, "quantity": 1}, {"productId": 3, "quantity": 1}]})),
        ("manager", "GET /api/receipts/{receiptNumber}/refund", &["R-20261121-0001"], none.clone()),
        ("admin", "PUT /api/settings", &[], json!({"approvals": {"rules": {"void_sale": "approve"}, "discountFree": 10, "wait": 180}})),
        ("bartender", "POST /api/approvals", &[], void_asked("R-20261121-0001")),
        ("bartender", "POST /api/approvals/{id}/cancel", &["1"], none.clone()),
        ("bartender", "POST /api/approvals", &[], void_asked("R-20261121-0001")),
        ("manager", "POST /api/approvals/{id}/refuse", &["2"], json!({"note": "Ask the guest first"})),
        ("bartender", "POST /api/approvals", &[], void_asked("R-20261121-0001")),
        ("manager", "POST /api/approvals/{id}/grant", &["3"], none.clone()),
        ("bartender", "POST /api/approvals", &[], void_asked("R-20261121-0001")),
        ("bartender", "POST /api/approvals/{id}/grant-here", &["4"], json!({"username": "manager", "password": MANAGER_PASSWORD})),
        ("manager", "GET /api/approvals", &[], none.clone()),
        ("bartender", "GET /api/approvals/{id}", &["4"], none.clone()),
        ("bartender", "GET /api/approvals/rules", &[], none.clone()),
        ("manager", "POST /api/sales/{id}/void", &["1"], json!({"reason": "Wrong drink", "returnToStock": false, "quantity": 1})),
        (
            "manager",
            "POST /api/receipts/{receiptNumber}/void",
            &["R-20261121-0002"],
            json!({"reason": "Wrong table", "lines": [{"saleId": 2, "quantity": 1}, {"saleId": 3}]}),
        ),
        ("bartender", "GET /api/sales", &[], none.clone()),
        ("bartender", "GET /api/sales/analytics", &[], none.clone()),
        ("bartender", "GET /api/products/best-sellers", &[], none.clone()),
        ("bartender", "GET /api/reasons", &[], none.clone()),
        ("manager", "POST /api/reasons", &[], json!({"kind": "void", "name": "Flat", "returnStock": false, "noteRequired": true})),
        ("admin", "PUT /api/settings", &[], json!({"clock": {"mode": "on"}})),
        ("bartender", "POST /api/clock/in", &[], none.clone()),
        ("bartender", "POST /api/clock/break", &[], none.clone()),
        ("bartender", "POST /api/clock/back", &[], none.clone()),
        ("bartender", "GET /api/clock", &[], none.clone()),
        ("bartender", "POST /api/clock/out", &[], none.clone()),
        (
            "manager",
            "POST /api/clock/periods/{id}/correct",
            &["1"],
            json!({"inAt": "2026-11-21T18:00:00Z", "outAt": "2026-11-21T20:00:00Z", "breakMinutes": 5, "reason": "Forgot"}),
        ),
        ("bartender", "GET /api/clock/periods", &[], none.clone()),
        ("manager", "GET /api/reports/hours", &[], none.clone()),
        ("manager", "GET /api/reports/exceptions", &[], none.clone()),
        ("manager", "GET /api/sheets/{key}", &["2026-11-21"], none.clone()),
        ("manager", "POST /api/sheets", &[], json!({"day": "2026-11-21"})),
        ("manager", "GET /api/sheets", &[], none.clone()),
        ("manager", "GET /api/sheets/{key}", &["T-20261121-1"], none.clone()),
        ("manager", "POST /api/sheets/verify", &[], json!({"text": "Sold $1.00\nFri 20 Nov 2026 T-20261121-1"})),
        ("admin", "PUT /api/settings", &[], json!({"tips": {"mode": "pool"}})),
        ("bartender", "POST /api/sales", &[], json!({"productId": 2, "quantity": 1, "amountUSD": "5.00", "keepChange": true})),
        ("manager", "POST /api/tips/share", &[], json!({"day": "2026-11-21"})),
        ("bartender", "POST /api/tips/payout", &[], json!({"userId": 3, "amountUSD": "1.00"})),
        ("bartender", "GET /api/tips", &[], none.clone()),
        ("manager", "PUT /api/reasons/{id}", &["27"], json!({"name": "No bubbles", "active": false})),
        ("bartender", "GET /api/tables", &[], none.clone()),
        ("manager", "POST /api/tables", &[], json!({"tableNumber": 13, "capacity": 4})),
        ("manager", "PUT /api/tables/{id}", &["13"], json!({"capacity": 6})),
        ("bartender", "PATCH /api/tables/{id}/status", &["13"], json!({"status": "reserved"})),
        ("manager", "DELETE /api/tables/{id}", &["13"], none.clone()),
        ("bartender", "POST /api/orders", &[], order.clone()),
        ("bartender", "POST /api/orders", &[], order.clone()),
        (
            "bartender",
            "POST /api/orders/{id}/items",
            &["1"],
            json!({"productId": 2, "quantity": 1, "unitPrice": "2.00", "totalPrice": "2.00"}),
        ),
        (
            "bartender",
            "PATCH /api/orders/{id}/items/{itemId}",
            &["1", "5"],
            json!({"notes": "no ice", "quantity": 1, "of": 1, "reason": "x"}),
        ),
        ("bartender", "DELETE /api/orders/{id}/items/{itemId}", &["1", "5"], none.clone()),
        ("bartender", "PATCH /api/orders/{id}", &["1"], json!({"notes": "Door", "tableId": 2, "totalAmountLRD": "3236.00"})),
        ("bartender", "PATCH /api/orders/{id}/status", &["1"], json!({"status": "preparing"})),
        ("admin", "PUT /api/settings", &[], json!({"serviceCharge": {"mode": "manual"}})),
        ("bartender", "POST /api/orders/{id}/service-charge", &["1"], json!({"apply": true})),
        ("manager", "POST /api/orders/{id}/service-charge", &["1"], json!({"apply": false, "reason": "Regulars"})),
        ("manager", "PUT /api/orders/{id}/tax-exemption", &["1"], json!({"name": "US Embassy", "documentNumber": "DIP-2231"})),
        ("manager", "DELETE /api/orders/{id}/tax-exemption", &["1"], none.clone()),
        (
            "bartender",
            "POST /api/orders/{id}/payment",
            &["1"],
            json!({"amountUSD": "1.00", "paymentMethod": "mobile", "exchangeRate": 190.5}),
        ),
        ("bartender", "POST /api/orders/{id}/payment", &["1"], json!({"amountUSD": "40", "changeIn": "LRD", "notes": "Tip"})),
        ("bartender", "POST /api/orders/{id}/credit", &["2"], json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1})),
        ("bartender", "GET /api/orders", &[], none.clone()),
        ("bartender", "GET /api/orders/{id}", &["1"], none.clone()),
        ("bartender", "POST /api/credit", &[], credit.clone()),
        (
            "bartender",
            "POST /api/credit/batch",
            &[],
            json!({"customerName": "Fatu", "items": [{"productId": 2, "quantity": 1, "notes": "Door"}]}),
        ),
        ("bartender", "GET /api/credit", &[], none.clone()),
        ("bartender", "GET /api/tabs", &[], none.clone()),
        ("bartender", "PATCH /api/credit/{id}/pay", &["1"], json!({"amountLRD": "100.00"})),
        ("bartender", "PATCH /api/credit/{id}/pay", &["1"], none.clone()),
        ("bartender", "POST /api/tabs/payment", &[], json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "amountUSD": "1.00"})),
        ("bartender", "POST /api/credit/bulk-pay", &[], json!({"customerName": CUSTOMER.0, "paymentMethod": "check"})),
        ("bartender", "GET /api/tabs", &[], none.clone()),
        ("bartender", "GET /api/credit", &[], none.clone()),
        ("manager", "POST /api/credit", &[], json!({"customerName": "Saye", "amountLRD": "26.00", "since": "2026-10-01"})),
        ("manager", "PATCH /api/customers/{customerId}", &["Saye_"], json!({"customerName": "Saye Dolo"})),
        ("manager", "POST /api/customers/{customerId}/join", &["Saye_"], json!({"from": "Fatu_"})),
        ("bartender", "GET /api/customers", &[], none.clone()),
        ("manager", "POST /api/orders/{id}/void", &["2"], json!({"reason": "Complaint", "returnItemIds": [3]})),
        ("bartender", "GET /api/orders", &[], none.clone()),
        (
            "admin",
            "PUT /api/settings",
            &[],
            json!({"businessName": "Bar", "autoPrint": false, "printers": [{"name": "Bar", "url": "tcp://127.0.0.1:9", "columns": 48, "opensDrawer": true}]}),
        ),
        ("admin", "GET /api/settings", &[], none.clone()),
        (
            "admin",
            "PUT /api/settings",
            &[],
            json!({"cash": {"lrdCoins": true, "countBy": "totals"}, "denominations": [{"currency": "LRD", "value": "20.00", "kind": "note"}]}),
        ),
        ("admin", "PUT /api/settings", &[], json!({"guestWifi": {"name": "Sunset Guests", "password": "cold beer"}})),
        ("bartender", "GET /api/menu/codes", &[], none.clone()),
        ("bartender", "GET /api/menu/wifi", &[], none.clone()),
        ("bartender", "GET /api/cash/setup", &[], none.clone()),
        ("bartender", "GET /api/tax", &[], none.clone()),
        ("bartender", "GET /api/tax/preview", &[], none.clone()),
        ("manager", "GET /api/tax/changes", &[], none.clone()),
        ("manager", "GET /api/tax/price-assistant", &[], none.clone()),
        ("manager", "PUT /api/tax/price-plan", &[], json!({"from": "2027-01-01", "items": [{"productId": 2, "priceUSD": "2.25"}]})),
        ("manager", "GET /api/tax/price-plan", &[], none.clone()),
        ("manager", "DELETE /api/tax/price-plan", &[], none.clone()),
        ("manager", "GET /api/fiscal/documents", &[], none.clone()),
        ("manager", "POST /api/fiscal/documents/{id}/retry", &["R-20261121-0001"], none.clone()),
        ("bartender", "POST /api/sales/quote", &[], json!({"sales": [{"productId": 2, "quantity": 1}]})),
        ("guest", "GET /api/settings/public", &[], none.clone()),
        ("guest", "GET /api/trust", &[], none.clone()),
        ("manager", "GET /api/payments", &[], none.clone()),
        ("bartender", "GET /api/receipts", &[], none.clone()),
        ("bartender", "GET /api/receipts/{receiptNumber}", &["R-20261121-0001"], none.clone()),
        ("bartender", "GET /api/receipts/{receiptNumber}/qr", &["R-20261121-0001"], none.clone()),
        ("bartender", "PUT /api/receipts/{receiptNumber}/buyer", &["R-20261121-0001"], json!({"name": "Acme Group", "tin": "500"})),
        ("bartender", "POST /api/receipts/{receiptNumber}/print", &["R-20261121-0001"], none.clone()),
        ("bartender", "GET /api/box/clock", &[], none.clone()),
        ("manager", "POST /api/box/clock/confirm", &[], json!({"deviceTime": "2026-11-21T20:00:00Z"})),
        ("admin", "POST /api/backups", &[], none.clone()),
        ("admin", "GET /api/backups", &[], none.clone()),
        ("admin", "POST /api/standby", &[], none.clone()),
        ("admin", "GET /api/standby", &[], none.clone()),
        ("admin", "DELETE /api/standby", &[], none.clone()),
        ("bartender", "POST /api/menu/printed", &[], json!({"table": 4})),
        ("admin", "GET /api/network", &[], none.clone()),
        ("admin", NETWORK_CODE, &[], none.clone()),
        ("admin", NETWORK_SLIP, &[], json!({"printerId": 1})),
        ("bartender", "GET /api/printers", &[], none.clone()),
        ("admin", "POST /api/printers/{id}/test", &["1"], none.clone()),
        ("bartender", "POST /api/drawer", &[], json!({"printerId": 1})),
        ("admin", "POST /api/reports/print", &[], json!({"startDate": "2026-11-01", "endDate": "2026-11-30", "printerId": 1})),
        ("manager", "POST /api/sheets/{key}/print", &["T-20261121-1"], json!({"printerId": 1})),
        ("manager", "POST /api/reports/hours/print", &[], json!({"from": "2026-11-01", "to": "2026-11-30", "printerId": 1})),
        ("manager", "POST /api/tips/print", &[], json!({"from": "2026-11-01", "to": "2026-11-30", "printerId": 1})),
        ("admin", "POST /api/reports/tax/print", &[], json!({"printerId": 1})),
        ("admin", "GET /api/reports/tax", &[], none.clone()),
        ("manager", "POST /api/reports/exceptions/print", &[], json!({"from": "2026-11-01", "to": "2026-11-30", "printerId": 1})),
        ("admin", "POST /api/printers/preview", &[], json!({"columns": 42, "profile": "epson-80-42"})),
        ("admin", "POST /api/printers/find", &[], none.clone()),
        ("bartender", "GET /api/print-jobs", &[], none.clone()),
        ("bartender", "POST /api/print-jobs/{id}/move", &["1"], json!({"printerId": 1})),
        ("bartender", "POST /api/print-jobs/waiting", &[], json!({"keep": "all"})),
        ("bartender", "POST /api/print-jobs/{id}/cancel", &["1"], none.clone()),
        ("bartender", "GET /api/bartender/dashboard-stats", &[], none.clone()),
        ("admin", "GET /api/admin/sales-summary", &[], none.clone()),
        ("admin", "GET /api/admin/user-sales", &[], none.clone()),
        ("admin", "GET /api/admin/user-sales/{id}/{startDate}/{endDate}", &["3", "2026-11-01", "2026-11-30"], none.clone()),
        ("admin", "GET /api/admin/sales-report", &[], none.clone()),
        ("admin", "GET /api/admin/recent-sales-with-customers", &[], none.clone()),
        ("admin", "GET /api/admin/product-sales", &[], none.clone()),
        ("admin", "GET /api/reports/{part}", &["sales"], none.clone()),
        ("admin", "GET /api/admin/audit", &[], none.clone()),
        ("manager", "POST /api/auth/change-password", &[], json!({"currentPassword": MANAGER_PASSWORD, "newPassword": "keeper-of-beer"})),
        ("bartender", "POST /api/auth/logout", &[], none),
    ]
}

/// A question about voiding the second of two beers.
fn void_asked(receipt: &str) -> Value {
    let body = json!({"reason": "Wrong table", "lines": [{"saleId": 1}]});
    json!({"method": "POST", "path": format!("/api/receipts/{receipt}/void"), "body": body})
}

const NETWORK_CODE: &str = "GET /api/network/qr";
const NETWORK_SLIP: &str = "POST /api/network/slip";

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
