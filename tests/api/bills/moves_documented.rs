//! The calls that move items and orders, for the tables of all calls.

use serde_json::{Value, json};

use super::pieces;
use crate::bar::TestBar;
use crate::contract::permissions::{Row, staff};
use crate::contract::refusal_cases::Row as Refusal;
use crate::contract::schema_check::DocumentCheck;

/// The calls about moves: each path and its methods.
pub const CALLS: &[(&str, &[&str])] = &[
    ("/api/colleagues", &["GET"]),
    ("/api/orders/transfer", &["POST"]),
    ("/api/orders/{id}/merge", &["POST"]),
    ("/api/orders/{id}/move", &["POST"]),
    ("/api/orders/{id}/split", &["POST"]),
    ("/api/tables/{id}/move", &["POST"]),
];

/// Who may make them.
pub const PERMISSIONS: &[Row] = &[
    ("GET /api/colleagues", staff(200)),
    ("PATCH /api/orders/{id}/items", staff(400)),
    ("POST /api/orders/transfer", staff(400)),
    ("POST /api/orders/{id}/merge", staff(400)),
    ("POST /api/orders/{id}/move", staff(400)),
    ("POST /api/orders/{id}/split", staff(400)),
    ("POST /api/tables/{id}/move", staff(400)),
];

/// The values of their enums, as they are in JSON.
pub const ENUMS: &[(&str, &str)] = &[("SplitBy", "guest")];

/// Codes that stories of their own show.
pub const SHOWN_ELSEWHERE: &[&str] = &["table_not_free"];

/// The refusals of moves.
pub fn refusals_of_moves() -> Vec<Refusal> {
    let row = |call, body, status, code, message| ("bartender", call, body, status, code, message);
    let one = |id: u64| json!({"items": [{"itemId": id, "quantity": 1, "of": 1}], "to": {"new": {}}});
    let two = json!({"items": [{"itemId": 1, "quantity": 1, "of": 2}], "to": {"new": {}}});
    let label = |id: u64| json!({"items": [{"itemId": id, "guest": "A"}]});
    let (cancelled, paid, on_credit) = ("This order is cancelled", "This order is already paid", "This order is on credit");
    let changed = "This order has changed. Check it and try again.";
    vec![
        row("POST /api/orders/1/move", json!({"to": {"new": {}}}), 400, "invalid", "Choose at least one item"),
        row("POST /api/orders/1/move", json!({"items": one(1)["items"]}), 400, "invalid", "Choose an order, or a new one"),
        row("POST /api/orders/999/move", one(1), 404, "not_found", "Order not found"),
        row("POST /api/orders/1/move", one(999), 404, "not_found", "Item not found"),
        row("POST /api/orders/1/move", one(2), 409, "order_changed", changed),
        row("POST /api/orders/1/move", two, 409, "order_changed", changed),
        row("POST /api/orders/2/move", one(2), 409, "already_paid", paid),
        row("POST /api/orders/3/move", one(3), 409, "already_on_credit", on_credit),
        row("POST /api/orders/4/move", one(4), 409, "conflict", cancelled),
        row("POST /api/orders/6/move", one(7), 409, "conflict", "There is nothing on this order to move"),
        row("POST /api/orders/5/move", one(5), 409, "conflict", "More has been paid than the rest costs. Nothing was moved."),
        row("POST /api/orders/1/split", json!({}), 400, "invalid", "Name the bills, or split by guest"),
        row("POST /api/orders/1/split", json!({"bills": [one(1)]}), 400, "invalid", "Leave something on bill 1"),
        row("POST /api/orders/1/split", json!({"by": "guest"}), 400, "invalid", "Nothing to split"),
        row("POST /api/orders/1/merge", json!({"from": [1]}), 400, "invalid", "An order cannot be merged into itself"),
        row("POST /api/orders/1/merge", json!({"from": "2"}), 400, "invalid", "Name 1 to 19 orders"),
        row("POST /api/orders/1/merge", json!({"from": [6]}), 409, "conflict", "There is nothing on this order to merge"),
        row("POST /api/orders/1/merge", json!({"from": [999]}), 404, "not_found", "Order not found"),
        row("PATCH /api/orders/1/items", json!({}), 400, "invalid", "Choose at least one item"),
        row("PATCH /api/orders/1/items", label(2), 409, "order_changed", changed),
        row("PATCH /api/orders/2/items", label(2), 409, "already_paid", paid),
        row("POST /api/tables/1/move", json!({}), 400, "invalid", "Table is required"),
        row("POST /api/tables/1/move", json!({"toTableId": 1}), 400, "invalid", "The orders are at this table already"),
        row("POST /api/tables/1/move", json!({"toTableId": 999}), 404, "not_found", "Table not found"),
        row("POST /api/tables/12/move", json!({"toTableId": 11}), 409, "conflict", "There is no open order at this table"),
        row(
            "POST /api/tables/12/move",
            json!({"toTableId": 11, "orderIds": [1]}),
            409,
            "conflict",
            "An order is not open at this table any more",
        ),
        row("POST /api/orders/transfer", json!({"userId": 1}), 400, "invalid", "Name the orders, or the person who serves them"),
        row("POST /api/orders/transfer", json!({"userId": 999, "orderIds": [1]}), 404, "not_found", "User not found"),
        row("POST /api/orders/transfer", json!({"userId": 1, "orderIds": [4]}), 409, "conflict", cancelled),
    ]
}

/// Every call about moves, by a person who may make it, in a bar of their own.
pub async fn check_move_calls(check: &mut DocumentCheck) {
    let bar = TestBar::stocked().await;
    let musu = bar.bartender();
    let (order, other) = (bar.order_12().await, bar.order_at(5, "Ama", &[("Whisky", 1)]).await);
    let (club, rice) = (&order["items"][0], &order["items"][1]);
    let id = order["id"].to_string();
    let moved = json!({"items": pieces(&[(club, 1, 5)]), "to": {"new": {"tableId": 7, "customerName": "Ben", "orderType": "dine_in"}}});
    check.makes(&musu, "POST /api/orders/{id}/move", &[&id], moved).await;
    let labels = json!({"items": [{"itemId": rice["id"], "guest": "A"}]});
    check.makes(&musu, "PATCH /api/orders/{id}/items", &[&id], labels).await;
    check.makes(&musu, "POST /api/orders/{id}/split", &[&id], json!({"by": "guest"})).await;
    let bills = json!({"bills": [{"items": pieces(&[(club, 1, 4)]), "customerName": "Cee"}]});
    check.makes(&musu, "POST /api/orders/{id}/split", &[&id], bills).await;
    check.makes(&musu, "POST /api/orders/{id}/merge", &[&id], json!({"from": [other["id"]]})).await;
    check.makes(&musu, "POST /api/tables/{id}/move", &["4"], json!({"toTableId": 8, "orderIds": [order["id"]], "anyway": true})).await;
    let me = order["servedById"].clone();
    check.makes(&musu, "POST /api/orders/transfer", &[], json!({"userId": 1, "fromUserId": me})).await;
    check.makes(&musu, "POST /api/orders/transfer", &[], json!({"userId": me, "orderIds": [order["id"]]})).await;
    check.makes(&musu, "GET /api/colleagues", &[], Value::Null).await;
}
