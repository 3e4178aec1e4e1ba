//! Refusals because of the present state.

use serde_json::{Value, json};

use super::Row;
use crate::contract::all_states::PASSWORD;

const CANCELLED: &str = "This order is cancelled";
const OVER_LIMIT: &str = "The tab of New is limited to $1,000.00, and $0.00 is due already";
const TAKEN: &str = "Settled has this name and phone already. Join the tabs instead.";
const LAST_ADMIN: &str = "The last active admin cannot be deleted, deactivated or given another role";

pub fn state_refusals() -> Vec<Row> {
    let row = |call, body, code, message| ("manager", call, body, 409, code, message);
    let item = || json!({"productId": 1, "quantity": 1});
    let status = |status: &str| json!({"status": status, "reason": "x"});
    let musu = || json!({"customerName": "Musu"});
    let both = "Several customers have this name. Please give the phone.";
    let (paid, on_credit) = ("This order is already paid", "This order is on credit");
    vec![
        row("PATCH /api/orders/1/status", status("served"), "bad_transition", "An order that is pending cannot become served"),
        row("PATCH /api/orders/4/status", status("pending"), "bad_transition", "An order that is cancelled cannot become pending"),
        row("PATCH /api/orders/5/status", status("cancelled"), "bad_transition", "There is money on this order: a manager can void it"),
        row("PATCH /api/orders/3/status", status("cancelled"), "bad_transition", "This order is on credit: a manager can void it"),
        row("POST /api/credit/bulk-pay", musu(), "ambiguous_customer", both),
        row("POST /api/tabs/payment", json!({"customerName": "musu", "amountUSD": 1}), "ambiguous_customer", both),
        row("POST /api/credit", json!({"customerName": "New", "amountUSD": "1000.01"}), "over_limit", OVER_LIMIT),
        row("PATCH /api/customers/Owing_1", json!({"customerName": "settled", "customerPhone": "2"}), "taken", TAKEN),
        row("POST /api/customers/Owing_1/join", json!({"from": "OWING_1"}), "conflict", "A tab cannot be joined to itself"),
        row("POST /api/products", json!({"name": "Gin", "barcode": "4001"}), "taken", "This barcode belongs to another product"),
        row("POST /api/products", json!({"name": "Rice", "stockMode": "free", "stock": 3}), "conflict", "Rice is not counted"),
        row(
            "POST /api/products",
            json!({"name": "Gin Tonic", "stock": 3, "recipe": [{"productId": 1, "amount": 1}]}),
            "conflict",
            "The stock of Gin Tonic is that of its ingredients",
        ),
        row("PUT /api/products/2", json!({"barcode": "4001"}), "taken", "This barcode belongs to another product"),
        row("POST /api/tables", json!({"tableNumber": 1}), "taken", "There is a table with this number"),
        row("PUT /api/tables/2", json!({"tableNumber": 1}), "taken", "There is a table with this number"),
        ("admin", "POST /api/users", json!({"username": "IDLE", "password": PASSWORD}), 409, "taken", "This username is taken"),
        ("admin", "PUT /api/users/5", json!({"email": "Idle@Bar.LR"}), 409, "taken", "This e-mail is taken"),
        ("admin", "DELETE /api/users/1", Value::Null, 409, "last_admin", LAST_ADMIN),
        ("admin", "PATCH /api/users/1", json!({"isActive": false}), 409, "last_admin", LAST_ADMIN),
        ("admin", "PUT /api/users/1", json!({"role": "manager"}), 409, "last_admin", LAST_ADMIN),
        row("POST /api/orders/2/payment", json!({"amountUSD": 2}), "already_paid", paid),
        row("POST /api/orders/2/credit", musu(), "already_paid", paid),
        row("PATCH /api/credit/4/pay", json!({}), "already_paid", "This is already paid"),
        row("POST /api/credit/bulk-pay", json!({"customerName": "Settled"}), "already_paid", "This is already paid"),
        row("POST /api/tabs/payment", json!({"customerName": "Settled", "amountUSD": 1}), "already_paid", "This is already paid"),
        row("POST /api/orders/3/payment", json!({"amountUSD": 2}), "already_on_credit", on_credit),
        row("POST /api/orders/3/credit", musu(), "already_on_credit", on_credit),
        row("POST /api/orders/4/items", item(), "conflict", CANCELLED),
        row("DELETE /api/orders/4/items/4", Value::Null, "conflict", CANCELLED),
        row("PATCH /api/orders/4", json!({"notes": "x"}), "conflict", CANCELLED),
        row("POST /api/orders/4/payment", json!({"amountUSD": 2}), "conflict", CANCELLED),
        row("POST /api/orders/4/credit", musu(), "conflict", CANCELLED),
        row("POST /api/orders/4/void", json!({"reason": "x"}), "conflict", "This order is already cancelled"),
        row("POST /api/orders/2/items", item(), "conflict", "This order is paid; its items are fixed"),
        row("DELETE /api/orders/2/items/2", Value::Null, "conflict", "This order is paid; its items are fixed"),
        row("PATCH /api/orders/2/items/2", json!({"notes": "x"}), "conflict", "This order is paid; its items are fixed"),
        row("PATCH /api/orders/1/items/1", json!({"notes": "x", "of": 2}), "conflict", "This item has changed: there are 1 now"),
        row("POST /api/orders/3/items", item(), "conflict", "This order is on credit; its items are fixed"),
        row("DELETE /api/orders/3/items/3", Value::Null, "conflict", "This order is on credit; its items are fixed"),
        row("DELETE /api/orders/5/items/5", Value::Null, "conflict", "More has been paid than the rest costs. This item stays."),
        row("POST /api/orders/6/payment", json!({"amountUSD": 2}), "conflict", "There is nothing on this order to pay"),
        row("POST /api/orders/6/credit", musu(), "conflict", "There is nothing on this order"),
        row("POST /api/tips/share", json!({"day": "2026-11-21"}), "conflict", "There are no tips to share"),
        row("POST /api/tips/payout", json!({"userId": 3, "amountUSD": 1}), "conflict", "That is more than is due"),
        row("PATCH /api/credit/5/pay", json!({}), "conflict", "This credit item is voided"),
        row("POST /api/sales/1/void", json!({"reason": "x"}), "conflict", "This sale is already voided"),
        row("POST /api/sales/2/void", json!({"reason": "x", "quantity": 2}), "conflict", "Only 1 of 1 Beer can still be voided"),
        row(
            "POST /api/receipts/R-20261121-0001/void",
            json!({"reason": "x", "lines": [{"saleId": 1}]}),
            "conflict",
            "This sale is already voided",
        ),
        row("GET /api/receipts/R-20261121-0001/refund?lines=1", Value::Null, "conflict", "This sale is already voided"),
        row("POST /api/receipts/R-20261121-0001/print", Value::Null, "conflict", "No printer is set up"),
        row("POST /api/drawer", Value::Null, "conflict", "No printer opens a drawer"),
        ("admin", "POST /api/users/4/pin-reset", Value::Null, 409, "conflict", "This account is inactive"),
        ("admin", "POST /api/users/4/invitation", Value::Null, 409, "conflict", "This account is inactive"),
        row("POST /api/clock/in", Value::Null, "conflict", "The clock is off"),
        row("POST /api/reasons", json!({"kind": "void", "name": "wrong item"}), "taken", "There is a reason with this name"),
        row("POST /api/sheets/2026-11-21/print", Value::Null, "conflict", "No printer is set up"),
        row("POST /api/reports/hours/print", Value::Null, "conflict", "No printer is set up"),
        row("POST /api/reports/exceptions/print", Value::Null, "conflict", "No printer is set up"),
        row("POST /api/tips/print", Value::Null, "conflict", "No printer is set up"),
        ("admin", "POST /api/reports/tax/print", Value::Null, 409, "conflict", "No printer is set up"),
        row("POST /api/approvals/1/grant", Value::Null, "conflict", "Already approved by manager"),
        row("POST /api/approvals/1/refuse", Value::Null, "conflict", "Already approved by manager"),
        ("bartender", "POST /api/approvals/1/cancel", Value::Null, 409, "conflict", "Already approved by manager"),
        (
            "bartender",
            "POST /api/approvals/1/grant-here",
            json!({"username": "manager", "password": "x"}),
            409,
            "conflict",
            "Already approved by manager",
        ),
        row(
            "POST /api/approvals",
            json!({"method": "POST", "path": "/api/sales/2/void", "body": {"reason": "x"}}),
            "conflict",
            "This needs no approval",
        ),
    ]
}
