//! The refusals of callers who may not do a thing, or not yet.

use serde_json::{Value, json};

use super::Row;
use crate::contract::all_states::PASSWORD;

const NOT_ALLOWED: &str = "You are not allowed to do this";
const NOT_ENROLLED: &str = "This phone is not enrolled";
const DISCOUNT: &str = "Only a manager or an admin may sell at another price";
const FIVE_QUESTIONS: &str = "5 of your questions wait for a manager. Wait, or take one back.";

/// A row for each: caller, call and body; status, error code and message.
pub fn access_refusals() -> Vec<Row> {
    let none = || Value::Null;
    let sign_in = |name: &str, password: &str| json!({"username": name, "password": password});
    let cancel = || json!({"status": "cancelled", "reason": "x"});
    let ask = |method: &str, path: &str, body: Value| json!({"method": method, "path": path, "body": body});
    let cheap = || json!({"productId": 2, "quantity": 1, "unitPrice": "1.00", "discountReason": "Friend", "customerName": "Musu"});
    vec![
        ("guest", "POST /api/auth/login", sign_in("bartender", "wrong"), 401, "unauthenticated", "Invalid username or password"),
        ("guest", "POST /api/auth/login", sign_in("nobody", "wrong"), 401, "unauthenticated", "Invalid username or password"),
        ("guest", "POST /api/auth/login", sign_in("idle", PASSWORD), 403, "inactive", "This account is inactive. Ask an admin."),
        ("guest", "GET /api/orders", none(), 401, "unauthenticated", "Please sign in again"),
        ("guest", "POST /api/orders/1/payment", json!({"amountUSD": 2}), 401, "unauthenticated", "Please sign in again"),
        ("fresh", "GET /api/orders", none(), 403, "password_change_required", "Please change your password first"),
        ("fresh", "POST /api/sales", none(), 403, "password_change_required", "Please change your password first"),
        ("guest", "POST /api/pin/sign-in", json!({"userId": 3, "pin": "4071"}), 403, "device_required", NOT_ENROLLED),
        ("guest", "POST /api/pin/reset", json!({"userId": 3, "code": "7KQ2-M9XP", "newPin": "4071"}), 403, "device_required", NOT_ENROLLED),
        ("bartender", "POST /api/pin/alive", none(), 403, "device_required", NOT_ENROLLED),
        ("bartender", "POST /api/pin/lock", none(), 403, "device_required", NOT_ENROLLED),
        ("bartender", "POST /api/auth/confirm", json!({"password": "x"}), 403, "device_required", NOT_ENROLLED),
        ("bartender", "GET /api/devices", none(), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "DELETE /api/users/2/pin", none(), 403, "forbidden", NOT_ALLOWED),
        ("manager", "POST /api/users/1/pin-reset", none(), 403, "forbidden", NOT_ALLOWED),
        ("manager", "POST /api/users/1/invitation", none(), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "POST /api/orders/1/void", json!({"reason": "x"}), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "POST /api/sales/1/void", json!({"reason": "x"}), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "POST /api/receipts/R-20261121-0001/void", json!({"reason": "x"}), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "GET /api/receipts/R-20261121-0001/refund?lines=1", Value::Null, 403, "forbidden", NOT_ALLOWED),
        ("bartender", "POST /api/tables", json!({"tableNumber": 14}), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "PUT /api/tables/999", json!({}), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "DELETE /api/tables/1", none(), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "POST /api/reasons", json!({"kind": "void", "name": "Flat"}), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "GET /api/clock/periods?userId=1", none(), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "POST /api/clock/periods/999/correct", json!({}), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "POST /api/tips/share", json!({"day": "2026-11-21"}), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "GET /api/reports/hours", none(), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "POST /api/reports/hours/print", none(), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "GET /api/reports/exceptions", none(), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "POST /api/reports/exceptions/print", none(), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "POST /api/tips/print", none(), 403, "forbidden", NOT_ALLOWED),
        ("manager", "GET /api/reports/hours?startDate=2026-11-21", none(), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "GET /api/sheets", none(), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "GET /api/sheets/2026-11-21", none(), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "POST /api/sheets", json!({"day": "2026-11-21"}), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "POST /api/sheets/verify", json!({}), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "POST /api/sheets/2026-11-21/print", none(), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "PUT /api/reasons/999", json!({}), 403, "forbidden", NOT_ALLOWED),
        ("manager", "GET /api/admin/sales-report", none(), 403, "forbidden", NOT_ALLOWED),
        ("manager", "POST /api/exchange-rate", json!({"rate": 200}), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "POST /api/sales", cheap(), 403, "forbidden", DISCOUNT),
        ("bartender", "POST /api/sales/batch", json!({"sales": [cheap()]}), 403, "forbidden", DISCOUNT),
        ("bartender", "POST /api/orders", json!({"customerName": "Musu", "items": [cheap()]}), 403, "forbidden", DISCOUNT),
        ("bartender", "POST /api/orders/1/items", cheap(), 403, "forbidden", DISCOUNT),
        ("bartender", "POST /api/credit", cheap(), 403, "forbidden", DISCOUNT),
        ("bartender", "POST /api/credit/batch", json!({"customerName": "Musu", "items": [cheap()]}), 403, "forbidden", DISCOUNT),
        ("bartender", "PATCH /api/orders/1/status", cancel(), 403, "approval_required", "A manager must approve this"),
        ("bartender", "POST /api/approvals", ask("PATCH", "/api/orders/1/status", cancel()), 429, "too_many_attempts", FIVE_QUESTIONS),
        ("bartender", "POST /api/approvals", ask("POST", "/api/orders/1/void", json!({"reason": "x"})), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "POST /api/approvals/2/grant", none(), 403, "forbidden", NOT_ALLOWED),
        ("bartender", "POST /api/approvals/2/refuse", none(), 403, "forbidden", NOT_ALLOWED),
        ("manager", "POST /api/approvals/2/cancel", none(), 403, "forbidden", NOT_ALLOWED),
        ("manager", "POST /api/approvals/2/grant-here", sign_in("manager", PASSWORD), 403, "forbidden", NOT_ALLOWED),
        (
            "bartender",
            "POST /api/approvals/2/grant-here",
            sign_in("manager", PASSWORD),
            401,
            "unauthenticated",
            "Invalid username or password",
        ),
    ]
}
