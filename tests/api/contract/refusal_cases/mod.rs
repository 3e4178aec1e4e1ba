//! Table of refusals: one row for each call and each refusal that it can return.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::access_refusals::access_refusals;
use super::all_states::{PASSWORD, bar_with_all_states};
use super::device_refusals::refusals_of_devices;
use super::figure_refusals::figure_refusals;
use crate::bills::documented::refusals_of_bills;
use crate::bills::moves_documented::{SHOWN_ELSEWHERE, refusals_of_moves};
use crate::head_link::documented::{SHOWN_WITH_HEAD, refusals_of_head};
use crate::tax::documented::tax_refusals;
use crate::tills::documented::refusals_of_cash;

/// Caller, call and body; then the expected status, error code and message.
pub type Row = (&'static str, &'static str, Value, u16, &'static str, &'static str);

const CANCELLED: &str = "This order is cancelled";
const LAST_ADMIN: &str = "The last active admin cannot be deleted, deactivated or given another role";

fn invalid_input_refusals() -> Vec<Row> {
    let row = |call, body, message| ("manager", call, body, 400, "invalid", message);
    let name = "Customer name is required";
    let amount = "Please enter a payment amount";
    vec![
        row("POST /api/orders", json!({"items": [{"productId": 1, "quantity": 1}]}), name),
        row("POST /api/orders", json!({"customerName": "Musu", "items": []}), "An order needs 1 to 200 items"),
        row("POST /api/orders", json!({"customerName": "Musu"}), "An order needs 1 to 200 items"),
        row("POST /api/orders", json!({"customerName": "Musu", "items": null}), "An order needs 1 to 200 items"),
        row("POST /api/orders", json!({"customerName": "Musu", "items": [[1, 2]]}), "An order needs 1 to 200 items"),
        row("POST /api/orders", json!({"customerName": "Musu", "items": [{"quantity": 1}]}), "Product is required"),
        row("POST /api/orders", json!({"customerName": "Musu", "items": [{"productId": 1}]}), "Quantity must be at least 1"),
        row("POST /api/orders/1/items", json!({"productId": 1, "quantity": 0}), "Quantity must be at least 1"),
        row("POST /api/orders/1/items", json!({"productId": 1, "quantity": 1, "notes": "x".repeat(201)}), "Must be at most 200 characters"),
        row("PATCH /api/orders/1/items/1", json!({"quantity": 0}), "Quantity must be at least 1"),
        row("PATCH /api/orders/1/items/1", json!({"quantity": 2}), "That is more than was ordered. Add more as a new item."),
        row("PATCH /api/orders/1/items/1", json!({"notes": "x".repeat(201)}), "Must be at most 200 characters"),
        row(
            "PATCH /api/orders/1/status",
            json!({"status": "cancelled", "reason": "x", "returnItemIds": "1"}),
            "Must be a list of item numbers",
        ),
        row("POST /api/orders/1/void", json!({"reason": "x", "returnItemIds": [true]}), "Must be a list of item numbers"),
        row("PATCH /api/orders/1", json!({"customerName": ""}), name),
        row("PATCH /api/orders/1/status", json!({"status": "cancelled"}), "Reason is required"),
        row("PATCH /api/orders/999/status", json!({"status": "cancelled"}), "Reason is required"),
        row("POST /api/orders/1/payment", json!({}), amount),
        row("POST /api/orders/999/payment", json!({"amountUSD": 0}), amount),
        row("POST /api/orders/1/credit", json!({}), name),
        row("POST /api/orders/1/void", json!({}), "Reason is required"),
        row("POST /api/sales/1/void", json!({}), "Reason is required"),
        row("GET /api/tax/preview?amount=2", Value::Null, "Standard has no rate on 2026-11-21"),
        row("GET /api/tax/preview", Value::Null, "Amount is required"),
        row("PUT /api/receipts/R-20261121-0001/buyer", json!({"tin": "500"}), "Name is required"),
        row("PUT /api/products/1", json!({"taxClass": "nonsense"}), "Unknown tax class nonsense"),
        ("admin", "PUT /api/settings", json!({"tax": {"mode": "added"}}), 400, "invalid", "Please check the settings"),
        row("POST /api/sales/1/void", json!({"reason": "x", "quantity": 0}), "Quantity must be at least 1"),
        row("POST /api/receipts/R-20261121-0001/void", json!({"lines": [{"saleId": 1}]}), "Reason is required"),
        row("POST /api/receipts/R-20261121-0001/void", json!({"reason": "x"}), "A void needs 1 to 200 lines"),
        row(
            "POST /api/receipts/R-20261121-0001/void",
            json!({"reason": "x", "lines": [{"saleId": 1}, {"saleId": 1}]}),
            "The same line twice",
        ),
        row(
            "POST /api/receipts/R-20261121-9999/void",
            json!({"reason": "x", "lines": [{"saleId": 1, "quantity": 0}]}),
            "Quantity must be at least 1",
        ),
        row("GET /api/receipts/R-20261121-0001/refund", Value::Null, "lines must be a list such as 7:1,8"),
        row("GET /api/receipts?amount=four", Value::Null, "amount must be an amount of money, such as 4.00 or L$760"),
        row("GET /api/receipts?voided=maybe", Value::Null, "voided must be true, false, part or all"),
        row("POST /api/sales", json!({"productId": 1, "quantity": 0}), "Quantity must be greater than 0"),
        row("POST /api/credit", json!({"productId": 1, "quantity": 1}), name),
        row("POST /api/credit", json!({"customerName": "Musu", "quantity": 1}), "Product is required"),
        row("POST /api/credit", json!({"customerName": "Musu", "productId": 1, "quantity": 0}), "Quantity must be at least 1"),
        row("POST /api/credit/batch", json!({"items": [{"productId": 1, "quantity": 1}]}), name),
        row("POST /api/credit/batch", json!({"customerName": "Musu", "items": []}), "A tab takes 1 to 200 items at a time"),
        row("POST /api/credit/batch", json!({"customerName": "Musu"}), "A tab takes 1 to 200 items at a time"),
        row("POST /api/credit/batch", json!({"customerName": "Musu", "items": [{"quantity": 1}]}), "Product is required"),
        row(
            "POST /api/credit/batch",
            json!({"customerName": "Musu", "items": [{"productId": 1, "quantity": 0}]}),
            "Quantity must be at least 1",
        ),
        row("PATCH /api/credit/1/pay", json!({"amountUSD": 0}), amount),
        row("POST /api/credit/bulk-pay", json!({}), name),
        row("POST /api/tabs/payment", json!({"customerName": "Musu"}), amount),
        row("POST /api/tabs/payment", json!({"amountUSD": 1}), name),
        row("POST /api/tables", json!({"capacity": 2}), "Table number is required"),
        row("POST /api/reasons", json!({"kind": "void"}), "Name is required"),
        row("POST /api/reasons", json!({"name": "Flat"}), "Kind is required"),
        row("PUT /api/reasons/1", json!({"name": " "}), "Name is required"),
        row("PUT /api/reasons/1", json!({"kind": "waste"}), "A reason keeps its kind"),
        row("POST /api/tips/share", json!({}), "Must be a date such as 2026-11-21"),
        row("POST /api/tips/share", json!({"day": "2030-01-01"}), "This day is not over yet"),
        row("POST /api/tips/payout", json!({"amountUSD": 1}), "Please choose a person"),
        row("POST /api/tips/payout", json!({"userId": 3}), "Please enter an amount"),
        row("GET /api/tips?format=pdf", Value::Null, "format must be csv"),
        row("GET /api/tips?from=2026-11-22&to=2026-11-21", Value::Null, "from must not be after to"),
        row("POST /api/sales", json!({"productId": 1, "quantity": 1, "tipUSD": 1}), "Tips are off"),
        row("POST /api/orders/1/payment", json!({"amountUSD": 9, "keepChange": true}), "Tips are off"),
        row("POST /api/sales/1/void", json!({"reasonId": 5}), "Please choose a reason"),
        row("POST /api/clock/periods/999/correct", json!({}), "Reason is required"),
        row("GET /api/clock/periods?userId=x", Value::Null, "userId must be the number of a person"),
        row("GET /api/clock/periods?from=2025-01-01&to=2026-11-21", Value::Null, "Choose at most 366 days"),
        row("GET /api/clock?signIn=maybe", Value::Null, "signIn must be true or false"),
        row("GET /api/reports/hours?from=2026-11-22&to=2026-11-21", Value::Null, "from must not be after to"),
        row("GET /api/reports/hours?format=pdf", Value::Null, "format must be csv"),
        row("POST /api/sheets", json!({}), "Day is required"),
        row("POST /api/sheets", json!({"day": "yesterday"}), "Must be a date such as 2026-11-21"),
        row("POST /api/sheets", json!({"day": "2026-12-31"}), "This night has not begun"),
        row("GET /api/sheets?from=2026-11-22&to=2026-11-21", Value::Null, "from must not be after to"),
        row("GET /api/sheets?from=2025-01-01&to=2026-11-21", Value::Null, "Choose at most 366 days"),
        row("GET /api/sheets?format=pdf", Value::Null, "format must be csv"),
        row("GET /api/sheets/2026-11-21?format=pdf", Value::Null, "format must be csv"),
        row("POST /api/reports/hours/print", json!({"from": "2026-11-22", "to": "2026-11-21"}), "from must not be after to"),
        row("GET /api/reports/exceptions?from=2026-11-22&to=2026-11-21", Value::Null, "from must not be after to"),
        row("GET /api/reports/exceptions?from=2025-01-01&to=2026-11-21", Value::Null, "Choose at most 366 days"),
        row("GET /api/reports/exceptions?format=pdf", Value::Null, "format must be csv"),
        row("POST /api/reports/exceptions/print", json!({"from": "2026-11-22", "to": "2026-11-21"}), "from must not be after to"),
        row("POST /api/tips/print", json!({"from": "2026-11-22", "to": "2026-11-21"}), "from must not be after to"),
        (
            "admin",
            "POST /api/reports/tax/print",
            json!({"from": "2026-11-22", "to": "2026-11-21"}),
            400,
            "invalid",
            "from must not be after to",
        ),
        row(
            "GET /api/reasons?kind=other",
            Value::Null,
            "kind: Must be void, discount, comp, waste, walk_out, pay_out, no_sale or guest_refusal",
        ),
        row("POST /api/approvals", json!({"path": "/api/drawer"}), "Must be POST, PUT, PATCH or DELETE"),
        row("POST /api/approvals", json!({"method": "POST"}), "Path is required"),
        row("POST /api/approvals", json!({"method": "POST", "path": "/api/drawer", "body": 1}), "Must be an object"),
        row("POST /api/approvals/2/grant", json!({"note": "x".repeat(201)}), "Must be at most 200 characters"),
        row("POST /api/approvals/999/refuse", json!({"note": true}), "Must be a text"),
        ("bartender", "POST /api/approvals/2/grant-here", json!({}), 400, "invalid", "Username is required"),
        ("bartender", "POST /api/approvals/999/grant-here", json!({"username": "manager"}), 400, "invalid", "Password is required"),
        row("GET /api/approvals?status=open", Value::Null, "status must be pending, granted, refused, used, expired or cancelled"),
        row("POST /api/print-jobs/999/move", json!({}), "Printer is required"),
        row("POST /api/devices/codes", json!({"kind": "till"}), "Name is required"),
        row("PATCH /api/devices/999", json!({"kind": "door"}), "Must be till or screen"),
        ("guest", "POST /api/devices/enrol", json!({"code": "2222-2222"}), 400, "invalid", "This code is wrong or has expired"),
        (
            "guest",
            "POST /api/auth/join",
            json!({"code": "2222-2222", "newPassword": "palm-wine"}),
            400,
            "invalid",
            "This code is wrong or has expired",
        ),
        ("bartender", "POST /api/pin", json!({"newPin": "123", "currentPassword": "x"}), 400, "invalid", "PIN must be 4 to 6 digits"),
        ("manager", "POST /api/pin", json!({"newPin": "4071", "currentPassword": "x"}), 400, "invalid", "PIN must be 6 digits"),
        (
            "bartender",
            "POST /api/pin",
            json!({"newPin": "1234", "currentPassword": "x"}),
            400,
            "invalid",
            "Choose a PIN that is harder to guess",
        ),
        (
            "admin",
            "POST /api/reports/print",
            json!({"startDate": "2026-11-02", "endDate": "2026-11-01"}),
            400,
            "invalid",
            "startDate must not be after endDate",
        ),
        ("admin", "POST /api/printers/preview", json!({"profile": "laser"}), 400, "invalid", "Unknown printer profile"),
        row("POST /api/products", json!({"price": 1}), "Product name is required"),
        row("PUT /api/products/prices", json!({"rows": []}), "A price list needs 1 to 2000 rows"),
        row(
            "PUT /api/products/prices",
            json!({"rows": [{"id": 1, "priceUSD": 7}, {"id": 2, "priceUSD": null, "priceLRD": null}]}),
            "Please set at least one price (USD or LRD)",
        ),
        row("PUT /api/products/prices", json!({"rows": [{"id": 1}, {"id": 1}]}), "Each product can be there once"),
        row("PATCH /api/products/1", json!({"priceUSD": null, "priceLRD": null}), "Please set at least one price (USD or LRD)"),
        ("admin", "POST /api/exchange-rate", json!({"rate": 0}), 400, "invalid", "Please enter a valid exchange rate"),
        (
            "manager",
            "POST /api/auth/change-password",
            json!({"currentPassword": "wrong", "newPassword": "long-enough"}),
            400,
            "invalid",
            "Current password is incorrect",
        ),
    ]
}

fn not_found_refusals() -> Vec<Row> {
    let row = |call, body, message| ("admin", call, body, 404, "not_found", message);
    let line = || json!({"productId": 4, "quantity": 1, "customerName": "Musu"});
    let (order, product, reason) = ("Order not found", "Product not found", || json!({"reason": "x"}));
    vec![
        row("GET /api/orders/999", Value::Null, order),
        row("GET /api/orders/x", Value::Null, order),
        row("POST /api/orders/999/items", line(), order),
        row("DELETE /api/orders/999/items/1", Value::Null, order),
        row("DELETE /api/orders/1/items/999", Value::Null, "Item not found"),
        row("DELETE /api/orders/1/items/2", Value::Null, "Item not found"),
        row("PATCH /api/orders/999/items/1", json!({"quantity": 1}), order),
        row("PATCH /api/orders/1/items/2", json!({"quantity": 1}), "Item not found"),
        row("PATCH /api/orders/999", json!({"notes": "x"}), order),
        row("PATCH /api/orders/1", json!({"tableId": 999}), "Table not found"),
        row("PATCH /api/orders/999/status", json!({"status": "ready"}), order),
        row("POST /api/orders/999/payment", json!({"amountUSD": 1}), order),
        row("POST /api/orders/999/credit", json!({"customerName": "Musu"}), order),
        row("POST /api/orders/999/void", reason(), order),
        row("POST /api/orders", json!({"customerName": "Musu", "items": [line()]}), product),
        row(
            "POST /api/orders",
            json!({"customerName": "Musu", "tableId": 999, "items": [{"productId": 1, "quantity": 1}]}),
            "Table not found",
        ),
        row("POST /api/orders/1/items", line(), product),
        row("POST /api/sales", line(), product),
        row("POST /api/sales/batch", json!({"sales": [line()]}), product),
        row("POST /api/sales/quote", json!({"sales": [line()]}), product),
        row("PUT /api/receipts/R-20261121-9999/buyer", json!({"name": "Acme"}), "Receipt not found"),
        row("GET /api/tax/preview?amount=2&class=nonsense", Value::Null, "Tax class not found"),
        row("GET /api/menu/wifi", Value::Null, "Guest Wi-Fi not found"),
        row("POST /api/sales/999/void", reason(), "Sale not found"),
        row("POST /api/receipts/R-20261121-9999/void", json!({"reason": "x", "lines": [{"saleId": 1}]}), "Receipt not found"),
        row("POST /api/receipts/R-20261121-0001/void", json!({"reason": "x", "lines": [{"saleId": 999}]}), "Sale not found"),
        row("GET /api/receipts/R-20261121-9999/refund?lines=1", Value::Null, "Receipt not found"),
        row("GET /api/receipts/R-20261121-0001/refund?lines=999", Value::Null, "Sale not found"),
        row("POST /api/credit", line(), product),
        row("POST /api/credit/batch", json!({"customerName": "Musu", "items": [line()]}), product),
        row("PATCH /api/credit/999/pay", json!({}), "Credit item not found"),
        row("POST /api/credit/bulk-pay", json!({"customerName": "Nobody"}), "Tab not found"),
        row("POST /api/tabs/payment", json!({"customerName": "Nobody", "amountUSD": 1}), "Tab not found"),
        row("POST /api/tabs/payment", json!({"customerName": "Gone", "amountUSD": 1}), "Tab not found"),
        row("POST /api/clock/periods/999/correct", json!({"reason": "x"}), "Period not found"),
        row("POST /api/tips/payout", json!({"userId": 999, "amountUSD": 1}), "User not found"),
        row("PUT /api/reasons/999", json!({"name": "Flat"}), "Reason not found"),
        row("POST /api/sales/1/void", json!({"reasonId": 999}), "Reason not found"),
        row("POST /api/drawer", json!({"reasonId": 999}), "Reason not found"),
        row("PUT /api/tables/999", json!({"capacity": 2}), "Table not found"),
        row("DELETE /api/tables/999", Value::Null, "Table not found"),
        row("PATCH /api/tables/999/status", json!({"status": "occupied"}), "Table not found"),
        row("GET /api/products/4", Value::Null, product),
        row("DELETE /api/products/999", Value::Null, product),
        row("PUT /api/products/prices", json!({"rows": [{"id": 1, "priceUSD": 7}, {"id": 4, "priceUSD": 7}]}), product),
        row("GET /api/products/4/movements", Value::Null, product),
        row("POST /api/products/4/stock", json!({"delta": 1, "reason": "delivery"}), product),
        row("PATCH /api/users/999", json!({"isActive": true}), "User not found"),
        row("DELETE /api/users/999", Value::Null, "User not found"),
        row("DELETE /api/users/999/pin", Value::Null, "User not found"),
        row("POST /api/users/999/pin-reset", Value::Null, "User not found"),
        row("POST /api/users/999/invitation", Value::Null, "User not found"),
        row("PATCH /api/devices/999", json!({"name": "Door"}), "Device not found"),
        row("DELETE /api/devices/999", Value::Null, "Device not found"),
        row("GET /api/receipts/R-20261121-9999", Value::Null, "Receipt not found"),
        row("POST /api/receipts/R-20261121-9999/print", Value::Null, "Receipt not found"),
        row("GET /api/receipts/R-20261121-9999/qr", Value::Null, "Receipt not found"),
        row("GET /api/backups/bar-0-manual-1.barback", Value::Null, "Backup not found"),
        row("POST /api/printers/999/test", Value::Null, "Printer not found"),
        row("POST /api/print-jobs/999/retry", Value::Null, "Print job not found"),
        row("POST /api/print-jobs/999/cancel", Value::Null, "Print job not found"),
        row("POST /api/print-jobs/999/move", json!({"printerId": 1}), "Print job not found"),
        row("POST /api/drawer", json!({"printerId": 999}), "Printer not found"),
        row("GET /api/approvals/999", Value::Null, "Approval not found"),
        row("GET /api/approvals/x", Value::Null, "Approval not found"),
        row("POST /api/approvals/999/grant", Value::Null, "Approval not found"),
        row("POST /api/approvals/999/refuse", Value::Null, "Approval not found"),
        row("POST /api/approvals/999/cancel", Value::Null, "Approval not found"),
        row("POST /api/approvals/999/grant-here", json!({"username": "x", "password": "y"}), "Approval not found"),
    ]
}

fn state_refusals() -> Vec<Row> {
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
        row("POST /api/products", json!({"name": "Gin", "barcode": "4001"}), "taken", "This barcode belongs to another product"),
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

#[tokio::test]
async fn every_call_returns_each_of_its_refusals() {
    let (bar, fresh) = bar_with_all_states().await;
    let before = store::journal_head(bar.store()).expect("a head");
    let mut covered = BTreeSet::new();
    let listed = [access_refusals(), invalid_input_refusals(), not_found_refusals(), figure_refusals(), state_refusals()].concat();
    for (caller, call, body, status, code, message) in
        [listed, tax_refusals(), refusals_of_bills(), refusals_of_moves(), refusals_of_head()].concat()
    {
        let person = match caller {
            "guest" => bar.guest(),
            "fresh" => fresh.clone(),
            "bartender" => bar.bartender(),
            "manager" => bar.manager(),
            _ => bar.admin(),
        };
        let (method, path) = call.split_once(' ').expect("a call");
        let request = person.request(method, path);
        let answer = if body.is_null() { request.send().await } else { request.json(&body).send().await };
        let refusal = (answer.status, answer.json()["code"].clone(), answer.json()["message"].clone());
        assert_eq!(refusal, (status, json!(code), json!(message)), "{caller}: {call} {body}");
        answer.has_status(status);
        covered.insert(code.to_owned());
    }
    assert_eq!(store::journal_head(bar.store()).expect("a head"), before, "a refusal stores nothing");
    covered.extend(refusals_of_devices(&bar).await);
    covered.extend(refusals_of_cash().await);
    covered.extend(SHOWN_ELSEWHERE.iter().chain(SHOWN_WITH_HEAD).map(|code| (*code).to_owned()));
    let source = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/crates/base/src/refusal.rs")).expect("the source");
    let names = source.lines().filter(|line| line.trim_start().starts_with("Code::")).filter_map(|line| line.split('"').nth(1));
    let codes: BTreeSet<String> = names.map(str::to_owned).collect();
    assert!(codes.len() >= 16, "the list of refusals is in refusal.rs: {codes:?}");
    assert_eq!(covered, codes, "each code has a row");
}
