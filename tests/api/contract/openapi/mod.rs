//! The OpenAPI document: complete, and identical to the snapshot from which the UI's types are generated.

mod enums;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use barback::http::document as generated_document;
use serde_json::Value;

use crate::bar::TestBar;
use crate::{bills, head_link, tax, tills};

/// The file from which the UI's types are generated.
const SNAPSHOT: &str = "ui/src/api/openapi.json";
const UPDATE_VARIABLE: &str = "BARBACK_UPDATE";

/// Each operation of the document by name, such as `GET /api/products`.
pub fn operations(document: &Value) -> Vec<(String, Value)> {
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            operations.push((format!("{} {path}", method.to_uppercase()), operation.clone()));
        }
    }
    operations
}

#[test]
fn the_generated_document_matches_the_snapshot() {
    let document = generated_document();
    let text = serde_json::to_string_pretty(&document).expect("JSON") + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(SNAPSHOT);
    if std::env::var_os(UPDATE_VARIABLE).is_some_and(|value| value == "1") {
        std::fs::write(&file, &text).expect("written");
    }
    let stored = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        stored == text,
        "{SNAPSHOT} differs from the generated document. Run this test with {UPDATE_VARIABLE}=1, then regenerate the UI's types (npm run types)."
    );
}

#[tokio::test]
async fn the_box_serves_the_document_that_it_was_built_with() {
    let served = TestBar::open().await.bartender().get("/api/openapi.json").await.ok();
    assert!(served == generated_document(), "The snapshot was rewritten after this build. Run the tests again.");
}

#[test]
fn the_document_is_openapi_3_1_and_lists_the_responses_of_every_call() {
    let document = generated_document();
    assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1.")), "{}", document["openapi"]);
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    for (call, operation) in operations(&document) {
        let responses = operation["responses"].as_object().expect("responses");
        assert!(responses.keys().any(|status| status.starts_with('2')), "{call} has no success response");
        assert!(operation["summary"].is_string() || operation["description"].is_string(), "{call} is not described");
        let takes_body = !operation["requestBody"].is_null();
        for status in ["400", "415"] {
            assert!(!takes_body || responses.contains_key(status), "{call} takes a body and does not answer {status}");
        }
        for place in call.split('{').skip(1).filter_map(|rest| rest.split('}').next()) {
            let parameters = operation["parameters"].as_array().expect("parameters");
            assert!(parameters.iter().any(|parameter| parameter["name"] == place), "{call}: {place} is not described");
        }
    }
}

/// Every call of the specification: its path and its methods.
const CALLS: &[(&str, &[&str])] = &[
    ("/api/admin/audit", &["GET"]),
    ("/api/admin/recent-sales-with-customers", &["GET"]),
    ("/api/admin/product-sales", &["GET"]),
    ("/api/admin/sales-report", &["GET"]),
    ("/api/admin/sales-summary", &["GET"]),
    ("/api/admin/user-sales", &["GET"]),
    ("/api/admin/user-sales/{id}/{startDate}/{endDate}", &["GET"]),
    ("/api/approvals", &["GET", "POST"]),
    ("/api/approvals/rules", &["GET"]),
    ("/api/approvals/{id}", &["GET"]),
    ("/api/approvals/{id}/cancel", &["POST"]),
    ("/api/approvals/{id}/grant", &["POST"]),
    ("/api/approvals/{id}/grant-here", &["POST"]),
    ("/api/approvals/{id}/refuse", &["POST"]),
    ("/api/auth/change-password", &["POST"]),
    ("/api/auth/tour", &["POST"]),
    ("/api/auth/join", &["POST"]),
    ("/api/auth/confirm", &["POST"]),
    ("/api/auth/init", &["POST"]),
    ("/api/auth/login", &["POST"]),
    ("/api/auth/logout", &["POST"]),
    ("/api/auth/me", &["GET"]),
    ("/api/backups", &["GET", "POST"]),
    ("/api/backups/{name}", &["GET"]),
    ("/api/bartender/dashboard-stats", &["GET"]),
    ("/api/box/clock", &["GET"]),
    ("/api/box/clock/confirm", &["POST"]),
    ("/api/box/clock/set", &["POST"]),
    ("/api/box/diagnosis", &["GET"]),
    ("/api/box/network", &["GET", "PUT"]),
    ("/api/box/network/keep", &["POST"]),
    ("/api/box/network/undo", &["POST"]),
    ("/api/box/network/qr", &["GET"]),
    ("/api/box/network/wifis", &["GET"]),
    ("/api/box/off", &["POST"]),
    ("/api/box/reset", &["POST"]),
    ("/api/box/restart", &["POST"]),
    ("/api/box/software", &["GET"]),
    ("/api/box/software/file", &["POST"]),
    ("/api/box/software/install", &["POST"]),
    ("/api/box/software/cancel", &["POST"]),
    ("/api/clock", &["GET"]),
    ("/api/clock/back", &["POST"]),
    ("/api/clock/break", &["POST"]),
    ("/api/clock/in", &["POST"]),
    ("/api/clock/out", &["POST"]),
    ("/api/clock/periods", &["GET"]),
    ("/api/clock/periods/{id}/correct", &["POST"]),
    ("/api/credit", &["GET", "POST"]),
    ("/api/credit/batch", &["POST"]),
    ("/api/credit/bulk-pay", &["POST"]),
    ("/api/credit/{id}/pay", &["PATCH"]),
    ("/api/customers", &["GET"]),
    ("/api/customers/{customerId}", &["PATCH"]),
    ("/api/customers/{customerId}/join", &["POST"]),
    ("/api/devices", &["GET"]),
    ("/api/devices/codes", &["POST"]),
    ("/api/devices/enrol", &["POST"]),
    ("/api/devices/me", &["GET"]),
    ("/api/devices/{id}", &["PATCH", "DELETE"]),
    ("/api/drawer", &["POST"]),
    ("/api/exchange-rate", &["GET", "POST"]),
    ("/api/exchange-rate/history", &["GET"]),
    ("/api/cash/setup", &["GET"]),
    ("/api/guest-receipts/{token}", &["GET"]),
    ("/api/journal", &["GET"]),
    ("/api/live", &["GET"]),
    ("/api/menu", &["GET"]),
    ("/api/menu/codes", &["GET"]),
    ("/api/menu/printed", &["POST"]),
    ("/api/menu/qr", &["GET"]),
    ("/api/menu/wifi", &["GET"]),
    ("/api/network", &["GET"]),
    ("/api/network/qr", &["GET"]),
    ("/api/network/slip", &["POST"]),
    ("/api/openapi.json", &["GET"]),
    ("/api/orders", &["GET", "POST"]),
    ("/api/orders/states", &["GET"]),
    ("/api/orders/{id}", &["GET", "PATCH"]),
    ("/api/orders/{id}/credit", &["POST"]),
    ("/api/orders/{id}/items", &["PATCH", "POST"]),
    ("/api/orders/{id}/items/{itemId}", &["DELETE", "PATCH"]),
    ("/api/orders/{id}/payment", &["POST"]),
    ("/api/orders/{id}/status", &["PATCH"]),
    ("/api/orders/{id}/void", &["POST"]),
    ("/api/pin", &["POST"]),
    ("/api/pin/alive", &["POST"]),
    ("/api/pin/lock", &["POST"]),
    ("/api/pin/reset", &["POST"]),
    ("/api/pin/sign-in", &["POST"]),
    ("/api/print-jobs", &["GET"]),
    ("/api/print-jobs/{id}/cancel", &["POST"]),
    ("/api/print-jobs/waiting", &["POST"]),
    ("/api/print-jobs/{id}/move", &["POST"]),
    ("/api/print-jobs/{id}/retry", &["POST"]),
    ("/api/printers", &["GET"]),
    ("/api/printers/find", &["POST"]),
    ("/api/printers/preview", &["POST"]),
    ("/api/printers/{id}/test", &["POST"]),
    ("/api/products", &["GET", "POST"]),
    ("/api/products/barcode/{code}", &["GET"]),
    ("/api/products/best-sellers", &["GET"]),
    ("/api/products/export", &["GET"]),
    ("/api/products/import", &["POST"]),
    ("/api/products/prices", &["PUT"]),
    ("/api/products/{id}", &["GET", "PUT", "PATCH", "DELETE"]),
    ("/api/products/{id}/movements", &["GET"]),
    ("/api/products/{id}/sold-out", &["POST"]),
    ("/api/products/{id}/stock", &["POST"]),
    ("/api/payments", &["GET"]),
    ("/api/reasons", &["GET", "POST"]),
    ("/api/reasons/{id}", &["PUT"]),
    ("/api/receipts", &["GET"]),
    ("/api/receipts/{receiptNumber}", &["GET"]),
    ("/api/receipts/{receiptNumber}/print", &["POST"]),
    ("/api/receipts/{receiptNumber}/qr", &["GET"]),
    ("/api/receipts/{receiptNumber}/refund", &["GET", "POST"]),
    ("/api/receipts/{receiptNumber}/void", &["POST"]),
    ("/api/reports/exceptions", &["GET"]),
    ("/api/reports/exceptions/print", &["POST"]),
    ("/api/reports/hours", &["GET"]),
    ("/api/reports/hours/print", &["POST"]),
    ("/api/reports/print", &["POST"]),
    ("/api/reports/{part}", &["GET"]),
    ("/api/sales", &["GET", "POST"]),
    ("/api/sales/analytics", &["GET"]),
    ("/api/sales/batch", &["POST"]),
    ("/api/sales/{id}/void", &["POST"]),
    ("/api/scans", &["GET", "POST"]),
    ("/api/settings", &["GET", "PUT"]),
    ("/api/settings/public", &["GET"]),
    ("/api/sheets", &["GET", "POST"]),
    ("/api/sheets/verify", &["POST"]),
    ("/api/sheets/{key}", &["GET"]),
    ("/api/sheets/{key}/print", &["POST"]),
    ("/api/standby", &["GET", "POST", "DELETE"]),
    ("/api/tables", &["GET", "POST"]),
    ("/api/tables/{id}", &["PUT", "DELETE"]),
    ("/api/tables/{id}/status", &["PATCH"]),
    ("/api/tabs", &["GET"]),
    ("/api/tabs/payment", &["POST"]),
    ("/api/tips", &["GET"]),
    ("/api/tips/payout", &["POST"]),
    ("/api/tips/print", &["POST"]),
    ("/api/tips/share", &["POST"]),
    ("/api/trust", &["GET"]),
    ("/api/users", &["GET", "POST"]),
    ("/api/users/names", &["GET"]),
    ("/api/users/{id}", &["PUT", "PATCH", "DELETE"]),
    ("/api/users/{id}/pin", &["DELETE"]),
    ("/api/users/{id}/pin-reset", &["POST"]),
    ("/api/users/{id}/invitation", &["GET", "POST"]),
    ("/healthz", &["GET"]),
];
const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/// Those and the calls of further specifications.
fn all_calls() -> impl Iterator<Item = &'static (&'static str, &'static [&'static str])> {
    CALLS.iter().chain(tills::documented::CALLS).chain(tax::documented::CALLS).chain(bills::calls()).chain(head_link::documented::CALLS)
}

#[test]
fn the_document_lists_every_call_and_no_other() {
    let documented: BTreeSet<String> = operations(&generated_document()).into_iter().map(|(call, _)| call).collect();
    let named = all_calls().flat_map(|(path, methods)| methods.iter().map(move |method| format!("{method} {path}")));
    assert_eq!(documented, named.collect());
}

/// Tries each method on the running box: an unknown path or method gets a message that no handler uses.
#[tokio::test]
async fn the_box_accepts_every_call_and_no_other() {
    let bar = TestBar::open().await;
    for (path, methods) in all_calls() {
        let filled = path.split('/').map(|part| if part.starts_with('{') { "999" } else { part }).collect::<Vec<_>>().join("/");
        for method in METHODS {
            let answer = bar.guest().request(method, &filled).send().await;
            let body = answer.text();
            let accepted = !["There is no such call", "There is nothing at this address", "does not take that method"]
                .iter()
                .any(|words| body.contains(words))
                && answer.status != 405;
            assert_eq!(accepted, methods.contains(&method), "{method} {path}: {} {body}", answer.status);
        }
    }
}

/// Query parameters of each call; `!` marks a required one.
const QUERIES: &[(&str, &str)] = &[
    ("/api/admin/audit", "before from kind limit q to user"),
    ("/api/admin/product-sales", "endDate limit startDate"),
    ("/api/admin/recent-sales-with-customers", "endDate startDate"),
    ("/api/admin/sales-report", "endDate startDate"),
    ("/api/admin/sales-summary", "endDate startDate"),
    ("/api/admin/user-sales", "endDate startDate userId!"),
    ("/api/approvals", "before limit status"),
    ("/api/clock", "signIn"),
    ("/api/clock/periods", "from to userId"),
    ("/api/credit", "before from limit q status to"),
    ("/api/devices", "status"),
    ("/api/exchange-rate/history", "before limit"),
    ("/api/journal", "after bar mark wait"),
    ("/api/menu/notes", "table"),
    ("/api/menu/qr", "format table"),
    ("/api/menu/wifi", "format"),
    ("/api/box/network/qr", "format"),
    ("/api/network/qr", "format"),
    ("/api/orders", "before from limit q servedBy splitGroup status to"),
    ("/api/print-jobs", "before limit"),
    ("/api/products/{id}/movements", "before limit"),
    ("/api/payments", "assumed before from limit method receiptNumber shiftId to unassigned"),
    ("/api/reasons", "kind"),
    ("/api/receipts", "amount before customer from limit method product q seller to voided"),
    ("/api/receipts/{receiptNumber}/qr", "format"),
    ("/api/receipts/{receiptNumber}/refund", "lines!"),
    ("/api/reports/exceptions", "format from to"),
    ("/api/reports/hours", "endDate format from startDate to"),
    ("/api/reports/{part}", "endDate format startDate"),
    ("/api/customers", "q same"),
    ("/api/sales", "before from limit q status to"),
    ("/api/sales/analytics", "from to"),
    ("/api/scans", "before limit"),
    ("/api/sheets", "format from to"),
    ("/api/sheets/{key}", "format"),
    ("/api/tips", "format from to"),
];

#[test]
fn every_parameter_of_a_query_is_described() {
    let mut documented = BTreeMap::new();
    for (call, operation) in operations(&generated_document()) {
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let mut names: Vec<String> = parameters
            .filter(|one| one["in"] == "query")
            .map(|one| {
                assert!(one["schema"]["type"].is_string(), "{call}: {} has no type", one["name"]);
                format!("{}{}", one["name"].as_str().expect("a name"), if one["required"] == true { "!" } else { "" })
            })
            .collect();
        names.sort();
        if !names.is_empty() {
            documented.insert(call.split(' ').nth(1).expect("a path").to_owned(), names.join(" "));
        }
    }
    let named = QUERIES.iter().chain(tills::documented::QUERIES).chain(tax::documented::QUERIES).chain(bills::documented::QUERIES);
    let named = named.chain(head_link::documented::QUERIES);
    assert_eq!(documented, named.map(|(path, names)| ((*path).to_owned(), (*names).to_owned())).collect());
}
