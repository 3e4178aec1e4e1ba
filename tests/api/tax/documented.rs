//! The calls about tax, for the tables of all calls.

use serde_json::{Value, json};

use crate::contract::permissions::{Row, admin, manager, public, shift, staff};
use crate::contract::refusal_cases::Row as Refusal;

/// The calls about tax: each path and its methods.
pub const CALLS: &[(&str, &[&str])] = &[
    ("/api/fiscal/documents", &["GET"]),
    ("/api/fiscal/documents/{id}/retry", &["POST"]),
    ("/api/menu/notes", &["GET"]),
    ("/api/orders/{id}/service-charge", &["POST"]),
    ("/api/orders/{id}/tax-exemption", &["DELETE", "PUT"]),
    ("/api/receipts/{receiptNumber}/buyer", &["PUT"]),
    ("/api/reports/tax", &["GET"]),
    ("/api/reports/tax/print", &["POST"]),
    ("/api/sales/quote", &["POST"]),
    ("/api/tax", &["GET"]),
    ("/api/tax/changes", &["GET"]),
    ("/api/tax/preview", &["GET"]),
    ("/api/tax/price-assistant", &["GET"]),
    ("/api/tax/price-plan", &["DELETE", "GET", "PUT"]),
];

/// The parameters of their queries.
pub const QUERIES: &[(&str, &str)] = &[
    ("/api/fiscal/documents", "before limit status"),
    ("/api/reports/tax", "detail format from to"),
    ("/api/tax/preview", "amount! class currency date mode"),
    ("/api/tax/price-assistant", "from! rounding"),
    ("/api/tax/price-plan", "from!"),
];

/// Who may make them.
pub const PERMISSIONS: &[Row] = &[
    ("GET /api/menu/notes", public(200)),
    ("POST /api/orders/{id}/service-charge", staff(400)),
    ("PUT /api/orders/{id}/tax-exemption", staff(400)),
    ("DELETE /api/orders/{id}/tax-exemption", staff(404)),
    ("PUT /api/receipts/{receiptNumber}/buyer", staff(400)),
    ("GET /api/reports/tax", admin(200)),
    ("POST /api/reports/tax/print", admin(409)),
    ("POST /api/sales/quote", staff(400)),
    ("GET /api/tax", staff(200)),
    ("GET /api/tax/preview", staff(400)),
    ("GET /api/tax/changes", shift(200)),
    ("GET /api/tax/price-assistant", shift(400)),
    ("GET /api/tax/price-plan", shift(200)),
    ("PUT /api/tax/price-plan", manager(400)),
    ("DELETE /api/tax/price-plan", manager(400)),
    ("GET /api/fiscal/documents", shift(200)),
    ("POST /api/fiscal/documents/{id}/retry", shift(404)),
];

/// The values of their enums, as they are in JSON.
pub const ENUMS: &[(&str, &str)] = &[("LineKind", "product service_charge old_debt"), ("ServiceState", "none auto manual waived")];

/// Their reasons in sentences.
pub const FREE_TEXT: &[&str] = &["OrderServiceCharge.reason", "OrderServiceChargeBody.reason"];

/// The refusals of service charges and exemptions.
pub fn tax_refusals() -> Vec<Refusal> {
    let row = |call, body, status, code, message| ("manager", call, body, status, code, message);
    let waive = || json!({"apply": false, "reason": "Regulars"});
    let embassy = || json!({"name": "US Embassy", "documentNumber": "DIP-2231"});
    let (cancelled, paid, on_credit) = ("This order is cancelled", "This order is already paid", "This order is on credit");
    let plan = |from: &str, id: u64| json!({"from": from, "items": [{"productId": id, "priceUSD": "2.25"}]});
    let fiscal = json!({"fiscal": {"url": "https://8.8.8.8"}});
    vec![
        row("GET /api/tax/price-assistant", Value::Null, 400, "invalid", "from must be a date such as 2027-01-01"),
        row("GET /api/tax/price-assistant?from=2027-01-01&rounding=down", Value::Null, 400, "invalid", "rounding must be up or nearest"),
        row("PUT /api/tax/price-plan", plan("2026-11-21", 1), 400, "invalid", "Choose a day after today"),
        row("PUT /api/tax/price-plan", plan("soon", 1), 400, "invalid", "Must be a day such as 2027-01-01"),
        row("PUT /api/tax/price-plan", json!({"from": "2027-01-01"}), 400, "invalid", "A price plan needs 1 to 2000 items"),
        row("PUT /api/tax/price-plan", plan("2027-01-01", 999), 404, "not_found", "Product not found"),
        row("DELETE /api/tax/price-plan", Value::Null, 400, "invalid", "from must be a date such as 2027-01-01"),
        row("DELETE /api/tax/price-plan?from=2027-01-01", Value::Null, 404, "not_found", "Price plan not found"),
        row("GET /api/fiscal/documents?status=lost", Value::Null, 400, "invalid", "status must be to_sign, signed or failed"),
        row("POST /api/fiscal/documents/R-20261121-0001/retry", Value::Null, 404, "not_found", "Document not found"),
        ("admin", "PUT /api/settings", fiscal, 400, "invalid", "Please check the settings"),
        ("admin", "GET /api/reports/tax?detail=all", Value::Null, 400, "invalid", "detail must be summary or lines"),
        row("POST /api/orders/1/service-charge", json!({}), 400, "invalid", "Must be true or false"),
        row("POST /api/orders/1/service-charge", json!({"apply": false}), 400, "invalid", "Reason is required"),
        row("POST /api/orders/999/service-charge", json!({"apply": true}), 404, "not_found", "Order not found"),
        row("POST /api/orders/1/service-charge", waive(), 409, "conflict", "Service charge is off"),
        row("POST /api/orders/2/service-charge", waive(), 409, "already_paid", paid),
        row("POST /api/orders/3/service-charge", waive(), 409, "already_on_credit", on_credit),
        row("POST /api/orders/4/service-charge", json!({"apply": true}), 409, "conflict", cancelled),
        row("PUT /api/orders/1/tax-exemption", json!({"documentNumber": "DIP-2231"}), 400, "invalid", "Name is required"),
        row("PUT /api/orders/1/tax-exemption", json!({"name": "US Embassy"}), 400, "invalid", "Document number is required"),
        row("PUT /api/orders/999/tax-exemption", embassy(), 404, "not_found", "Order not found"),
        row("PUT /api/orders/2/tax-exemption", embassy(), 409, "already_paid", paid),
        row("PUT /api/orders/3/tax-exemption", embassy(), 409, "already_on_credit", on_credit),
        row("PUT /api/orders/4/tax-exemption", embassy(), 409, "conflict", cancelled),
        row("PUT /api/orders/5/tax-exemption", embassy(), 409, "conflict", "There is money on this order; its tax is fixed"),
        row("DELETE /api/orders/5/tax-exemption", json!({}), 409, "conflict", "There is money on this order; its tax is fixed"),
        row(
            "POST /api/sales",
            json!({"productId": 1, "quantity": 1, "taxExemption": {"name": "US Embassy"}}),
            400,
            "invalid",
            "Document number is required",
        ),
        row(
            "POST /api/orders",
            json!({"customerName": "Musu", "items": [{"productId": 1, "quantity": 1}], "guests": 201}),
            400,
            "invalid",
            "Must be between 1 and 200",
        ),
    ]
}
