//! The refusals of figures: stock, prices and rates that are no longer as the phone showed them.

use serde_json::{Value, json};

use super::Row;

const RATE: &str = "The exchange rate is now 190";
const PRICE: &str = "The price has changed";
const TOTAL: &str = "The total has changed";

/// A row for each: caller, call and body; status, error code and message.
pub fn figure_refusals() -> Vec<Row> {
    let few = |call, body| ("bartender", call, body, 409, "insufficient_stock", "Only 49 units available");
    let line = |member: &str, value: Value| {
        let mut line = json!({"productId": 1, "quantity": 1, "customerName": "Musu"});
        line[member] = value;
        line
    };
    let many = || line("quantity", json!(50));
    let on_tab = |items: Vec<Value>| json!({"customerName": "Musu", "items": items});
    let price = |call, body, message| ("bartender", call, body, 409, "price_changed", message);
    let rate = |call, body| ("bartender", call, body, 409, "rate_changed", RATE);
    vec![
        few("POST /api/sales", many()),
        few("POST /api/sales/batch", json!({"sales": [line("quantity", json!(25)), line("quantity", json!(25))]})),
        few("POST /api/orders", json!({"customerName": "Musu", "items": [many()]})),
        few("POST /api/orders/1/items", many()),
        few("POST /api/credit", many()),
        few("POST /api/credit/batch", on_tab(vec![line("quantity", json!(25)), line("quantity", json!(25))])),
        (
            "manager",
            "POST /api/products/1/stock",
            json!({"delta": -50, "reason": "waste"}),
            409,
            "insufficient_stock",
            "Only 49 units available",
        ),
        price("POST /api/sales", line("unitPrice", json!(5)), PRICE),
        price("POST /api/sales/batch", json!({"sales": [line("totalAmount", json!(5))]}), PRICE),
        price("POST /api/orders", json!({"customerName": "Musu", "items": [line("unitPrice", json!(5))]}), PRICE),
        price("POST /api/orders", json!({"customerName": "Musu", "items": [line("notes", json!(""))], "totalAmountUSD": 5}), TOTAL),
        price("POST /api/orders/1/items", line("totalPrice", json!("5.00")), PRICE),
        price("PATCH /api/orders/1", json!({"totalAmount": "5.00"}), TOTAL),
        price("PATCH /api/orders/1", json!({"grandTotalUSD": "5.00"}), TOTAL),
        price("POST /api/orders", json!({"customerName": "Musu", "items": [line("notes", json!(""))], "grandTotalLRD": 5}), TOTAL),
        price("POST /api/credit", line("grandTotalUSD", json!("5.00")), TOTAL),
        price("POST /api/sales", line("grandTotalUSD", json!("5.00")), TOTAL),
        price("POST /api/sales/quote", json!({"sales": [line("notes", json!(""))], "grandTotalLRD": 1}), TOTAL),
        price("POST /api/orders/1/payment", json!({"amountUSD": 2, "grandTotalUSD": "5.00"}), TOTAL),
        price("PATCH /api/credit/1/pay", json!({"amountUSD": 2, "grandTotalUSD": "5.00"}), TOTAL),
        price("POST /api/credit/bulk-pay", json!({"customerName": "Owing", "grandTotalLRD": "5.00"}), TOTAL),
        price("POST /api/tabs/payment", json!({"customerName": "Owing", "amountUSD": 2, "grandTotalUSD": "5.00"}), TOTAL),
        price("POST /api/credit", line("totalAmountLRD", json!(5)), PRICE),
        price("POST /api/credit/batch", on_tab(vec![line("unitPrice", json!(5))]), PRICE),
        ("bartender", "POST /api/sales", line("amountUSD", json!("1.00")), 409, "underpaid", "$5.00 / L$950 is still to pay"),
        (
            "bartender",
            "POST /api/orders/1/payment",
            json!({"tenders": [{"method": "card", "currency": "USD", "amount": "3.00"}]}),
            409,
            "overpaid",
            "Only $2.00 / L$380 is due, and only cash can give change",
        ),
        (
            "bartender",
            "POST /api/orders/1/payment",
            json!({"amountUSD": 1, "paymentMethod": "mobile", "reference": "77 11"}),
            409,
            "reference_used",
            "This reference was used on 21 Nov 2026, 8:00 PM by bartender",
        ),
        rate("POST /api/sales", line("exchangeRate", json!(185))),
        rate("POST /api/sales/batch", json!({"sales": [line("exchangeRate", json!(185))]})),
        rate("POST /api/orders", json!({"customerName": "Musu", "items": [line("notes", json!(""))], "exchangeRate": 185})),
        rate("PATCH /api/orders/1", json!({"exchangeRate": 185})),
        rate("POST /api/orders/1/payment", json!({"amountUSD": 2, "exchangeRate": 185})),
        rate("POST /api/credit", line("exchangeRate", json!(185))),
        rate("POST /api/credit/batch", on_tab(vec![line("exchangeRate", json!(185))])),
        rate("PATCH /api/credit/1/pay", json!({"amountUSD": 2, "exchangeRate": 185})),
        rate("POST /api/tabs/payment", json!({"customerName": "Owing", "amountUSD": 2, "exchangeRate": 185})),
    ]
}
