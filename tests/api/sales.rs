//! Sales over the counter: prices, claims, discounts, stock, voids.

use serde_json::json;

use crate::bar::{TestBar, names, text};

#[tokio::test]
async fn a_sale_takes_stock_and_freezes_its_figures() {
    let bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 24).await;
    let sale = bar.sells("Club Beer", 2).await;
    bar.expect_stock("Club Beer", 22).await;
    bar.set_rate(json!(200)).await;
    let rows = bar.bartender().get("/api/sales").await.ok();
    for (field, value) in [
        ("productName", json!("Club Beer")),
        ("quantity", json!(2)),
        ("unitPrice", json!("2.00")),
        ("totalAmount", json!("4.00")),
        ("currency", json!("USD")),
        ("unitPriceUSD", json!("2.00")),
        ("unitPriceLRD", json!("380.00")),
        ("totalAmountUSD", json!("4.00")),
        ("totalAmountLRD", json!("760.00")),
        ("exchangeRate", json!(190)),
        ("paymentMethod", json!("cash")),
        ("userName", json!("bartender")),
        ("listPrice", json!("2.00")),
        ("saleDate", json!("2026-11-21T20:00:00.000Z")),
    ] {
        assert_eq!(sale[field], value, "{field}");
        assert_eq!(rows[0][field], value, "{field} in the list");
    }
    for none in ["notes", "customerId", "customerName", "customerPhone", "orderId", "creditId", "discountReason", "voidedAt"] {
        assert!(sale.get(none).is_some_and(serde_json::Value::is_null), "{none}: {sale}");
    }
    assert_eq!(text(&sale["receipt"]["receiptNumber"]), text(&sale["receiptNumber"]));
    assert_eq!(names(&rows, "id").len(), 1);
}
