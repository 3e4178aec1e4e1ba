//! The calls about bills, for the tables of all calls.

use serde_json::{Value, json};

use crate::bar::TestBar;
use crate::contract::permissions::{Row, staff};
use crate::contract::refusal_cases::Row as Refusal;
use crate::contract::schema_check::DocumentCheck;

/// The calls about bills: each path and its methods.
pub const CALLS: &[(&str, &[&str])] =
    &[("/api/orders/{id}/shares", &["DELETE", "GET"]), ("/api/receipts/{receiptNumber}/refundable", &["GET"])];

/// The parameters of their queries.
pub const QUERIES: &[(&str, &str)] = &[("/api/orders/{id}/shares", "of"), ("/api/receipts/{receiptNumber}/refundable", "items!")];

/// Who may make them.
pub const PERMISSIONS: &[Row] = &[
    ("GET /api/orders/{id}/shares", staff(404)),
    ("DELETE /api/orders/{id}/shares", staff(404)),
    ("POST /api/receipts/{receiptNumber}/refund", staff(400)),
    ("GET /api/receipts/{receiptNumber}/refundable", staff(400)),
];

/// The values of their enums, as they are in JSON.
pub const ENUMS: &[(&str, &str)] = &[("PayIn", "LRD split USD"), ("ReceiptKind", "sale refund")];

/// The refusals of bills.
pub fn refusals_of_bills() -> Vec<Refusal> {
    let row = |call, body, status, code, message| ("manager", call, body, status, code, message);
    let refund = |items: Value| json!({"reason": "x", "items": items});
    let piece = |sale_id: u64| refund(json!([{"saleId": sale_id, "quantity": 1}]));
    let refunded = "POST /api/receipts/R-20261121-0001/refund";
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
        row(refunded, json!({"items": [{"saleId": 1, "quantity": 1}]}), 400, "invalid", "Reason is required"),
        row(refunded, json!({"reason": "x"}), 400, "invalid", "A refund needs 1 to 200 lines"),
        row(refunded, refund(json!([{"saleId": 1}])), 400, "invalid", "Give a quantity or an amount"),
        row("POST /api/receipts/R-20261121-9999/refund", piece(1), 404, "not_found", "Receipt not found"),
        row(refunded, piece(999), 404, "not_found", "Sale not found"),
        row(refunded, piece(1), 409, "conflict", "This sale is already voided"),
        row("GET /api/receipts/R-20261121-0001/refundable", Value::Null, 400, "invalid", "items must be a list such as 7:2,8=1.50"),
        row("GET /api/receipts/R-20261121-9999/refundable?items=1:1", Value::Null, 404, "not_found", "Receipt not found"),
        row("GET /api/receipts/R-20261121-0001/refundable?items=1:1", Value::Null, 409, "conflict", "This sale is already voided"),
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
    bar.sells("Beer", 2).await;
    let refundable = bar.manager().get("/api/receipts/R-20261121-0001/refundable?items=1:1").await;
    check.check_answer("GET /api/receipts/{receiptNumber}/refundable", &refundable);
    let body = json!({"reason": "Flat beer", "items": [{"saleId": 1, "amount": "0.50"}]});
    check.makes(&bar.manager(), "POST /api/receipts/{receiptNumber}/refund", &["R-20261121-0001"], body).await;
}
