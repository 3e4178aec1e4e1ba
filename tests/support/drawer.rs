//! The drawer of a real box: shifts that open, sell in cash and close, and their Zs. Amounts are US cents.
#![allow(dead_code)]

use serde_json::{Value, json};

use crate::phone::Phone;

/// Id of the first drawer.
pub const DRAWER: u64 = 1;

/// Switches one drawer on, counted in totals.
pub async fn switches_drawer_on(phone: &Phone) {
    let cash = json!({"cash": {"mode": "drawer", "countBy": "totals"}});
    phone.put("/api/settings", &cash).await.expect("an answer").is(200);
}

/// As the API writes it.
pub fn dollars(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
}

/// A count of this sum.
pub fn count(cents: i64) -> Value {
    json!({"amountUSD": dollars(cents), "amountLRD": "0.00"})
}

/// The body that opens a shift of the drawer.
pub fn opening(found: i64) -> Value {
    json!({"tillId": DRAWER, "count": count(found)})
}

/// The body that closes a shift and leaves this much.
pub fn closing(found: i64, left: i64) -> Value {
    json!({"count": count(found), "leaveUSD": dollars(left), "leaveLRD": "0.00"})
}

/// The body of a sale in cash.
pub fn cash_sale(product_id: u64, quantity: u64) -> Value {
    json!({"productId": product_id, "quantity": quantity, "paymentMethod": "cash"})
}

/// Opens a shift of the drawer and returns it.
pub async fn opens_shift(phone: &Phone, found: i64) -> Value {
    phone.post("/api/shifts", &opening(found), None).await.expect("an answer").is(201)
}

/// Counts a shift under a key and returns the answer.
pub async fn closes_shift(phone: &Phone, shift: &Value, found: i64, left: i64, key: &str) -> Value {
    let path = format!("/api/shifts/{}/count", shift["id"]);
    phone.post(&path, &closing(found, left), Some(key)).await.expect("an answer").is(200)
}

/// A Z.
pub async fn z(phone: &Phone, number: &str) -> Value {
    phone.sees(&format!("/api/z/{number}")).await
}

/// The numbers of all Zs, oldest first.
pub async fn z_numbers(phone: &Phone) -> Vec<String> {
    let zs = phone.sees("/api/z").await;
    zs.as_array().expect("a list").iter().rev().map(|z| z["number"].as_str().expect("a number").to_owned()).collect()
}

/// `Z-000037`.
pub fn z_name(number: u64) -> String {
    format!("Z-{number:06}")
}

/// The dollars of a row of the cash in an X or Z.
#[track_caller]
pub fn cash_row(z: &Value, name: &str) -> String {
    let row = z["cash"].as_array().expect("rows").iter().find(|row| row["row"] == name);
    row.unwrap_or_else(|| panic!("no row {name}: {z:#}"))["amountUSD"].as_str().expect("dollars").to_owned()
}
