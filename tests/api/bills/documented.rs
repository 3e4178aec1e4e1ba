//! The calls about bills, for the tables of all calls.

use serde_json::{Value, json};

use crate::bar::TestBar;
use crate::contract::permissions::{Row, staff};
use crate::contract::refusal_cases::Row as Refusal;
use crate::contract::schema_check::DocumentCheck;

/// The calls about bills: each path and its methods.
pub const CALLS: &[(&str, &[&str])] = &[("/api/orders/{id}/shares", &["DELETE", "GET"])];

/// The parameters of their queries.
pub const QUERIES: &[(&str, &str)] = &[("/api/orders/{id}/shares", "of")];

/// Who may make them.
pub const PERMISSIONS: &[Row] = &[("GET /api/orders/{id}/shares", staff(404)), ("DELETE /api/orders/{id}/shares", staff(404))];

/// The values of their enums, as they are in JSON.
pub const ENUMS: &[(&str, &str)] = &[("PayIn", "LRD split USD")];

/// The refusals of bills.
pub fn refusals_of_bills() -> Vec<Refusal> {
    let row = |call, body, status, code, message| ("manager", call, body, status, code, message);
    let share = |of: u32, part: u32| json!({"amountLRD": 5, "share": {"of": of, "part": part}});
    vec![
        row("GET /api/orders/1/shares", Value::Null, 400, "invalid", "Must be a number from 2 to 20"),
        row("GET /api/orders/999/shares?of=4", Value::Null, 404, "not_found", "Order not found"),
        row("GET /api/orders/2/shares?of=4", Value::Null, 409, "already_paid", "This order is already paid"),
        row("DELETE /api/orders/999/shares", Value::Null, 404, "not_found", "Order not found"),
        row("DELETE /api/orders/3/shares", Value::Null, 409, "already_on_credit", "This order is on credit"),
        row("POST /api/orders/1/payment", share(21, 1), 400, "invalid", "Must be a number from 2 to 20"),
        row("POST /api/orders/1/payment", share(2, 3), 400, "invalid", "Must be one of the parts"),
        row("POST /api/orders/1/payment", json!({"amountLRD": 5, "share": 2}), 400, "invalid", "Must be an object"),
        row("POST /api/orders/1/payment", share(4, 2), 409, "share_changed", "Part 1 is next."),
    ]
}

/// Makes each call about bills once.
pub async fn check_bill_calls(check: &mut DocumentCheck) {
    let bar = TestBar::stocked().await;
    bar.order_12().await;
    let person = bar.bartender();
    check.check_answer("GET /api/orders/{id}/shares", &bar.bartender().get("/api/orders/1/shares?of=4").await);
    check
        .makes(&person, "POST /api/orders/{id}/payment", &["1"], json!({"amountLRD": "715", "share": {"of": 4, "part": 1, "payIn": "LRD"}}))
        .await;
    check.makes(&person, "GET /api/orders/{id}/shares", &["1"], Value::Null).await;
    check.makes(&person, "DELETE /api/orders/{id}/shares", &["1"], Value::Null).await;
}
