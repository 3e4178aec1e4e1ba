//! Receipts: numbers without gaps, business days that end at 05:00, figures that never change.

use serde_json::json;

use crate::bar::{SECOND, TestBar, text, values_of};

#[tokio::test]
async fn numbers_have_no_gaps_and_restart_each_business_day() {
    let bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 24).await;
    let mut numbers = Vec::new();
    for moment in ["2026-11-21T23:59:59Z", "2026-11-22T00:00:00Z", "2026-11-22T04:59:59.999Z", "2026-11-22T05:00:00Z"] {
        bar.clock.jump_to(moment);
        let refused = json!({"productId": bar.id_of("Club Beer").await, "quantity": 99});
        bar.bartender().post("/api/sales", refused).await.refused(409, "insufficient_stock");
        numbers.push(text(&bar.sells("Club Beer", 1).await["receipt"]["receiptNumber"]).to_owned());
    }
    assert_eq!(numbers, ["R-20261121-0001", "R-20261121-0002", "R-20261121-0003", "R-20261122-0001"]);
    let list = bar.bartender().get("/api/receipts").await.ok();
    numbers.reverse();
    assert_eq!(values_of(&list, "receiptNumber"), numbers, "newest first");
}

#[tokio::test]
async fn ten_concurrent_sales_leave_no_gap() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 24).await["id"].clone();
    let mut sales = tokio::task::JoinSet::new();
    for _ in 0..10 {
        let (bartender, body) = (bar.bartender(), json!({"productId": id, "quantity": 1}));
        sales.spawn(async move { text(&bartender.post("/api/sales", body).await.created()["receiptNumber"]).to_owned() });
    }
    let mut numbers = sales.join_all().await;
    numbers.sort();
    assert_eq!(numbers, (1..=10).map(|count| format!("R-20261121-{count:04}")).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_clock_set_back_repeats_no_receipt_number() {
    let mut bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 24).await;
    bar.clock.jump_to("2026-11-22T20:00:00Z");
    bar.sells("Club Beer", 1).await;
    bar.clock.jump_to("2024-01-01T00:00:00Z");
    bar.restart().await;
    let sale = bar.sells("Club Beer", 1).await;
    assert_eq!((text(&sale["receiptNumber"]), text(&sale["saleDate"])), ("R-20261122-0002", "2026-11-22T20:00:00.000Z"));
}

#[tokio::test]
async fn the_business_day_starts_at_the_hour_of_the_settings() {
    let bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 24).await;
    bar.admin().put("/api/settings", json!({"timeZone": "Asia/Tokyo", "dayStartsAt": "06:30"})).await.ok();
    // 20:00 UTC is 05:00 of the next day in Tokyo, still before 06:30.
    assert_eq!(bar.sells("Club Beer", 1).await["receiptNumber"], "R-20261121-0001");
    bar.clock.pass(5400 * SECOND);
    assert_eq!(bar.sells("Club Beer", 1).await["receiptNumber"], "R-20261122-0001");
}

#[tokio::test]
async fn a_receipt_shows_the_figures_at_the_time_of_its_sale() {
    let bar = TestBar::open().await;
    let business = json!({"businessName": "Sunset Bar & Grill", "address": "Tubman Boulevard", "phone": "0770", "website": "sunset.example",
        "thankYouMessage": "Come again", "socialMedia": "@sunset"});
    bar.admin().put("/api/settings", business).await.ok();
    let beer = bar.product(json!({"name": "Club Beer", "brand": "Monrovia Breweries", "priceUSD": "3.50", "stock": 9})).await["id"].clone();
    let rice = bar.product(json!({"name": "Rice", "currency": "LRD", "priceLRD": "665.25", "stock": 9})).await["id"].clone();
    let body = json!({"sales": [{"productId": beer, "quantity": 2}, {"productId": rice, "quantity": 2, "notes": "spicy"}],
        "paymentMethod": "digital", "customerName": "Musu", "customerPhone": "0770 1"});
    let row = bar.bartender().post("/api/sales/batch", body).await.created()["receipt"].clone();
    assert_eq!(
        row,
        json!({"id": 1, "receiptNumber": "R-20261121-0001", "orderId": null, "customerName": "Musu", "customerPhone": "0770 1",
            "paymentMethod": "digital", "totalAmountUSD": "14.00", "totalAmountLRD": "2660.50", "grandTotalUSD": "14.00", "grandTotalLRD": "2660.50",
            "taxUSD": "0.00", "taxLRD": "0.00", "serviceChargeUSD": "0.00", "serviceChargeLRD": "0.00",
            "createdAt": "2026-11-21T20:00:00.000Z", "voided": "none", "kind": "sale", "refundOf": null})
    );
    bar.set_rate(json!(250)).await;
    bar.manager().put(&format!("/api/products/{beer}"), json!({"name": "Other", "brand": null, "priceUSD": 9})).await.ok();
    let detail = bar.bartender().get("/api/receipts/R-20261121-0001").await.ok();
    for (field, value) in row.as_object().expect("an object") {
        assert_eq!(detail[field], *value, "{field} of the row");
    }
    for (field, value) in [
        ("businessInfo", json!({"name": "Sunset Bar & Grill", "address": "Tubman Boulevard", "phone": "0770"})),
        ("transactionInfo", json!({"date": "21 Nov 2026", "time": "8:00 PM", "paymentMethod": "digital", "exchangeRate": 190})),
        ("customerInfo", json!({"name": "Musu"})),
        ("footer", json!({"thankYouMessage": "Come again", "website": "sunset.example", "socialMedia": "@sunset"})),
        ("servedBy", json!("bartender")),
        ("currency", json!("USD")),
        ("notes", json!("spicy")),
        (
            "items",
            json!([
                {"kind": "product", "name": "Club Beer", "brand": "Monrovia Breweries", "quantity": 2, "unitPriceDisplay": "$3.50", "totalPriceDisplay": "$7.00", "otherPriceDisplay": "L$1,330", "listPriceDisplay": null, "taxLabel": null, "voided": false, "voidedQuantity": 0, "voidedDisplay": null, "refundedQuantity": 0, "refundedDisplay": null},
                {"kind": "product", "name": "Rice", "brand": null, "quantity": 2, "unitPriceDisplay": "L$665.25", "totalPriceDisplay": "L$1,330.50", "otherPriceDisplay": "$7.00", "listPriceDisplay": null, "taxLabel": null, "voided": false, "voidedQuantity": 0, "voidedDisplay": null, "refundedQuantity": 0, "refundedDisplay": null},
            ]),
        ),
    ] {
        assert_eq!(detail[field], value, "{field}");
    }
    assert_eq!(detail["totals"]["displayTotal"], "$14.00 / L$2,660.50");
}

#[tokio::test]
async fn repeated_notes_of_lines_are_listed_once() {
    let bar = TestBar::open().await;
    let beer = bar.stocks("Club Beer", "2.00", 9).await["id"].clone();
    let line = |notes: &str| json!({"productId": beer, "quantity": 1, "notes": notes});
    let body = json!({"sales": [line("Order #4"), line("no ice"), line("Order #4"), {"productId": beer, "quantity": 1}]});
    bar.bartender().post("/api/sales/batch", body).await.created();
    let detail = bar.bartender().get("/api/receipts/R-20261121-0001").await.ok();
    assert_eq!(detail["notes"], "Order #4, no ice");
}

#[tokio::test]
async fn an_unknown_receipt_is_not_found() {
    let bar = TestBar::open().await;
    bar.bartender().get("/api/receipts/R-20261121-0001").await.refused(404, "not_found");
    bar.bartender().post("/api/receipts/R-20261121-0001/print", json!({})).await.refused(404, "not_found");
}

#[tokio::test]
async fn the_list_is_filtered_by_text_and_date() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 24).await["id"].clone();
    for (customer, moment) in [("Musu", "2026-11-20T20:00:00Z"), ("Fatu", "2026-11-22T03:00:00Z"), ("Musu", "2026-11-22T20:00:00Z")] {
        bar.clock.jump_to(moment);
        bar.bartender().post("/api/sales", json!({"productId": id, "quantity": 1, "customerName": customer})).await.created();
    }
    // The first sale gets the time of the entry before it, the 21st, because journal time does not go backwards.
    for (query, expected) in [
        ("?q=musu", vec!["R-20261122-0001", "R-20261121-0001"]),
        ("?q=20261122", vec!["R-20261122-0001"]),
        ("?from=2026-11-22", vec!["R-20261122-0001"]),
        ("?to=2026-11-21", vec!["R-20261121-0002", "R-20261121-0001"]),
        ("?from=2026-11-21&to=2026-11-21&q=fatu", vec!["R-20261121-0002"]),
    ] {
        let list = bar.bartender().get(&format!("/api/receipts{query}")).await.ok();
        assert_eq!(values_of(&list, "receiptNumber"), expected, "{query}");
    }
}
