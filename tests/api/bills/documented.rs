//! The calls about bills, for the tables of all calls.

use serde_json::{Value, json};

use super::order_12;
use crate::bar::TestBar;
use crate::contract::permissions::{Row, shift, staff};
use crate::contract::refusal_cases::Row as Refusal;
use crate::contract::schema_check::DocumentCheck;
use crate::fake_printer::{Behavior, FakePrinter};

/// The calls about bills: each path and its methods.
pub const CALLS: &[(&str, &[&str])] = &[
    ("/api/orders/{id}/payments", &["GET"]),
    ("/api/orders/{id}/shares", &["DELETE", "GET"]),
    ("/api/orders/{id}/walk-out", &["POST"]),
    ("/api/orders/{id}/walk-out/recover", &["POST"]),
    ("/api/payments/{id}/refund", &["POST"]),
    ("/api/payments/{id}/slip", &["POST"]),
    ("/api/orders/{id}/bill", &["POST"]),
    ("/api/bills", &["GET"]),
    ("/api/bills/print", &["POST"]),
    ("/api/bills/{number}", &["GET"]),
    ("/api/orders/{id}/close", &["POST"]),
    ("/api/orders/{id}/comp", &["DELETE", "POST"]),
    ("/api/orders/{id}/discount", &["DELETE", "POST"]),
    ("/api/receipts/{receiptNumber}/refundable", &["GET"]),
];

/// The parameters of their queries.
pub const QUERIES: &[(&str, &str)] = &[
    ("/api/orders/{id}/shares", "of"),
    ("/api/bills", "before format from limit q state to"),
    ("/api/receipts/{receiptNumber}/refundable", "items!"),
];

/// Who may make them.
pub const PERMISSIONS: &[Row] = &[
    ("GET /api/orders/{id}/payments", staff(404)),
    ("GET /api/orders/{id}/shares", staff(404)),
    ("DELETE /api/orders/{id}/shares", staff(404)),
    ("POST /api/orders/{id}/walk-out", staff(400)),
    ("POST /api/orders/{id}/walk-out/recover", staff(400)),
    ("POST /api/payments/{id}/refund", staff(400)),
    ("POST /api/payments/{id}/slip", staff(404)),
    ("POST /api/orders/{id}/bill", staff(404)),
    ("GET /api/bills", staff(200)),
    ("POST /api/bills/print", shift(409)),
    ("GET /api/bills/{number}", staff(404)),
    ("POST /api/orders/{id}/close", staff(404)),
    ("POST /api/orders/{id}/comp", staff(400)),
    ("DELETE /api/orders/{id}/comp", staff(400)),
    ("POST /api/orders/{id}/discount", staff(400)),
    ("DELETE /api/orders/{id}/discount", staff(404)),
    ("POST /api/receipts/{receiptNumber}/refund", staff(400)),
    ("GET /api/receipts/{receiptNumber}/refundable", staff(400)),
];

/// The values of their enums, as they are in JSON.
pub const ENUMS: &[(&str, &str)] = &[
    ("PayIn", "LRD split USD"),
    ("BillState", "open changed replaced paid paid_other credit walk_out cancelled"),
    ("BillList", "unpaid different all"),
    ("ReceiptKind", "sale refund"),
];

const STAYED: &str = "The guests of this order did not leave without paying";

fn ran_off() -> Value {
    json!({"reason": "Ran off"})
}

/// Their reasons in sentences.
pub const FREE_TEXT: &[&str] =
    &["CompBody.reason", "DiscountBody.reason", "PaymentRefundBody.reason", "ReasonBody.reason", "WalkOutBody.reason"];

/// The refusals of bills.
pub fn refusals_of_bills() -> Vec<Refusal> {
    let row = |call, body, status, code, message| ("manager", call, body, status, code, message);
    let refund = |items: Value| json!({"reason": "x", "items": items});
    let piece = |sale_id: u64| refund(json!([{"saleId": sale_id, "quantity": 1}]));
    let refunded = "POST /api/receipts/R-20261121-0001/refund";
    let share = |of: u32, part: u32| json!({"amountLRD": 5, "share": {"of": of, "part": part}});
    let discount = || json!({"percent": 10, "reason": "Regular guest"});
    let comp = || json!({"items": [{"itemId": 1, "quantity": 1, "of": 1}], "reason": "Complaint"});
    let changed = || json!({"items": [{"itemId": 1, "quantity": 1, "of": 99}], "reason": "Complaint"});
    let (cancelled, paid, on_credit) = ("This order is cancelled", "This order is already paid", "This order is on credit");
    vec![
        row("POST /api/orders/1/discount", json!({"reason": "x"}), 400, "invalid", "Give a percent or an amount"),
        row("POST /api/orders/1/discount", json!({"percent": 10}), 400, "invalid", "Reason is required"),
        row(
            "POST /api/orders/1/discount",
            json!({"amountUSD": 9999, "reason": "x"}),
            400,
            "invalid",
            "The discount is more than the total",
        ),
        row("POST /api/orders/999/discount", discount(), 404, "not_found", "Order not found"),
        row("POST /api/orders/2/discount", discount(), 409, "already_paid", paid),
        row("POST /api/orders/3/discount", discount(), 409, "already_on_credit", on_credit),
        row("POST /api/orders/4/discount", discount(), 409, "conflict", cancelled),
        row("DELETE /api/orders/2/discount", json!({}), 409, "already_paid", paid),
        row("DELETE /api/orders/3/discount", json!({}), 409, "already_on_credit", on_credit),
        row("DELETE /api/orders/4/discount", json!({}), 409, "conflict", cancelled),
        row("DELETE /api/orders/1/discount", json!({"itemIds": 1}), 400, "invalid", "Must be a list of 1 to 200 item numbers"),
        row("POST /api/orders/1/comp", changed(), 409, "order_changed", "This order has changed. Check it and try again."),
        row("POST /api/orders/1/comp", json!({"reason": "x"}), 400, "invalid", "Choose at least one item"),
        row("POST /api/orders/999/comp", comp(), 404, "not_found", "Order not found"),
        row("POST /api/orders/2/comp", comp(), 409, "already_paid", paid),
        row("POST /api/orders/3/comp", comp(), 409, "already_on_credit", on_credit),
        row("POST /api/orders/4/comp", comp(), 409, "conflict", cancelled),
        row("DELETE /api/orders/1/comp", json!({}), 400, "invalid", "Choose the items"),
        row("DELETE /api/orders/999/comp", json!({"itemIds": [1]}), 404, "not_found", "Order not found"),
        row("DELETE /api/orders/2/comp", json!({"itemIds": [1]}), 409, "already_paid", paid),
        row("POST /api/orders/1/close", json!({}), 409, "conflict", "This order is not paid yet"),
        row("POST /api/orders/2/close", json!({}), 409, "already_paid", paid),
        row("GET /api/orders/1/shares", Value::Null, 400, "invalid", "Must be a number from 2 to 20"),
        row("GET /api/orders/999/shares?of=4", Value::Null, 404, "not_found", "Order not found"),
        row("GET /api/orders/2/shares?of=4", Value::Null, 409, "already_paid", "This order is already paid"),
        row("POST /api/orders/1/bill", json!({"print": "x"}), 400, "invalid", "Must be 1 or 0"),
        row("POST /api/orders/999/bill", Value::Null, 404, "not_found", "Order not found"),
        row("POST /api/orders/1/bill", Value::Null, 409, "conflict", "No printer is set up"),
        row("POST /api/orders/2/bill", Value::Null, 409, "already_paid", "This order is already paid"),
        row("POST /api/orders/3/bill", Value::Null, 409, "already_on_credit", "This order is on credit"),
        row("GET /api/bills?state=lost", Value::Null, 400, "invalid", "state must be unpaid, different or all"),
        row("GET /api/bills?format=pdf", Value::Null, 400, "invalid", "format must be csv"),
        row("GET /api/bills?from=2026-11-22&to=2026-11-21", Value::Null, 400, "invalid", "from must not be after to"),
        row("GET /api/bills/B-20261121-0001", Value::Null, 404, "not_found", "Bill not found"),
        row("POST /api/bills/print", json!({"state": "lost"}), 400, "invalid", "state must be unpaid, different or all"),
        row("POST /api/bills/print", json!({"from": "2026-11-22", "to": "2026-11-21"}), 400, "invalid", "from must not be after to"),
        row("POST /api/bills/print", Value::Null, 409, "conflict", "No printer is set up"),
        row("DELETE /api/orders/999/shares", Value::Null, 404, "not_found", "Order not found"),
        row("DELETE /api/orders/3/shares", Value::Null, 409, "already_on_credit", "This order is on credit"),
        row("POST /api/orders/1/payment", share(21, 1), 400, "invalid", "Must be a number from 2 to 20"),
        row("POST /api/orders/1/payment", share(2, 3), 400, "invalid", "Must be one of the parts"),
        row("POST /api/orders/1/payment", json!({"amountLRD": 5, "share": 2}), 400, "invalid", "Must be an object"),
        row("POST /api/orders/1/payment", share(4, 2), 409, "share_changed", "Part 1 is next."),
        row("GET /api/orders/999/payments", Value::Null, 404, "not_found", "Order not found"),
        row("POST /api/orders/1/walk-out", json!({}), 400, "invalid", "Reason is required"),
        row("POST /api/orders/999/walk-out", ran_off(), 404, "not_found", "Order not found"),
        row("POST /api/orders/2/walk-out", ran_off(), 409, "already_paid", "This order is already paid"),
        row("POST /api/orders/4/walk-out", ran_off(), 409, "conflict", "This order is cancelled"),
        row("POST /api/orders/1/walk-out/recover", json!({}), 400, "invalid", "Customer name is required"),
        row("POST /api/orders/1/walk-out/recover", json!({"customerName": "Musu"}), 409, "conflict", STAYED),
        row("POST /api/payments/1/refund", json!({}), 400, "invalid", "Reason is required"),
        row("POST /api/payments/999/refund", ran_off(), 404, "not_found", "Payment not found"),
        row("POST /api/payments/999/slip", json!({}), 404, "not_found", "Payment not found"),
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
    check_pricing_calls(check).await;
    let bar = TestBar::stocked().await;
    let printer = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Till", &printer, json!({}))]).await;
    bar.order_12().await;
    let person = bar.bartender();
    check.check_answer("GET /api/orders/{id}/shares", &bar.bartender().get("/api/orders/1/shares?of=4").await);
    check
        .makes(&person, "POST /api/orders/{id}/payment", &["1"], json!({"amountLRD": "715", "share": {"of": 4, "part": 1, "payIn": "LRD"}}))
        .await;
    check.makes(&person, "GET /api/orders/{id}/shares", &["1"], Value::Null).await;
    check.makes(&person, "GET /api/orders/{id}/payments", &["1"], Value::Null).await;
    check.makes(&person, "POST /api/payments/{id}/slip", &["1"], Value::Null).await;
    check.makes(&person, "DELETE /api/orders/{id}/shares", &["1"], Value::Null).await;
    check.makes(&bar.manager(), "POST /api/payments/{id}/refund", &["1"], json!({"reason": "Keyed wrongly"})).await;
    check.makes(&person, "POST /api/orders/{id}/bill", &["1"], json!({"print": false})).await;
    check.makes(&bar.manager(), "POST /api/orders/{id}/walk-out", &["1"], ran_off()).await;
    check.makes(&bar.manager(), "POST /api/orders/{id}/walk-out/recover", &["1"], json!({"customerName": "Musu"})).await;
    check.makes(&person, "GET /api/bills", &[], Value::Null).await;
    check.makes(&person, "GET /api/bills/{number}", &["B-20261121-0001"], Value::Null).await;
    bar.admin().put("/api/settings", json!({"printers": [{"name": "Counter", "url": "tcp://127.0.0.1:9"}]})).await.ok();
    check.makes(&bar.manager(), "POST /api/bills/print", &[], json!({"state": "all", "from": "2026-11-01", "q": "Musu"})).await;
    bar.sells("Beer", 2).await;
    let refundable = bar.manager().get("/api/receipts/R-20261121-0001/refundable?items=1:1").await;
    check.check_answer("GET /api/receipts/{receiptNumber}/refundable", &refundable);
    let body = json!({"reason": "Flat beer", "items": [{"saleId": 1, "amount": "0.50"}]});
    check.makes(&bar.manager(), "POST /api/receipts/{receiptNumber}/refund", &["R-20261121-0001"], body).await;
}

/// Makes each call about discounts and comps once.
async fn check_pricing_calls(check: &mut DocumentCheck) {
    let bar = TestBar::with_gst("off").await;
    order_12(&bar).await;
    let manager = bar.manager();
    let discount = json!({"percent": "10.00", "itemIds": [1], "reason": "Regular guest"});
    check.makes(&manager, "POST /api/orders/{id}/discount", &["1"], discount).await;
    check.makes(&manager, "DELETE /api/orders/{id}/discount", &["1"], json!({"itemIds": [1]})).await;
    let items = json!([{"itemId": 1, "quantity": 5, "of": 5}, {"itemId": 2, "quantity": 1, "of": 1}]);
    check.makes(&manager, "POST /api/orders/{id}/comp", &["1"], json!({"items": items, "reason": "Complaint"})).await;
    check.makes(&manager, "DELETE /api/orders/{id}/comp", &["1"], json!({"itemIds": [2]})).await;
    let again = json!({"items": [{"itemId": 2, "quantity": 1, "of": 1}], "reason": "Complaint"});
    check.makes(&manager, "POST /api/orders/{id}/comp", &["1"], again).await;
    check.makes(&manager, "POST /api/orders/{id}/close", &["1"], Value::Null).await;
    let sale = json!({"productId": 1, "quantity": 2, "discount": {"percent": "25", "reason": "Staff price"}});
    check.makes(&manager, "POST /api/sales", &[], sale).await;
}
