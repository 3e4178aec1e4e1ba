//! Sales over the counter: figures, prices sent by the client, discounts, stock, voids.

use serde_json::json;

use crate::bar::{TestBar, text, values_of};

#[tokio::test]
async fn a_sale_reduces_stock_and_keeps_its_figures() {
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
    assert_eq!(values_of(&rows, "id").len(), 1);
}

#[tokio::test]
async fn an_lrd_product_is_sold_in_lrd_with_derived_usd_figures() {
    let bar = TestBar::open().await;
    bar.product(json!({"name": "Rice", "category": "food", "currency": "LRD", "priceLRD": 950, "stock": 9})).await;
    let sale = bar.sells("Rice", 3).await;
    for (field, value) in [
        ("currency", "LRD"),
        ("unitPrice", "950.00"),
        ("totalAmount", "2850.00"),
        ("unitPriceUSD", "5.00"),
        ("totalAmountUSD", "15.00"),
        ("totalAmountLRD", "2850.00"),
    ] {
        assert_eq!(sale[field], value, "{field}");
    }
}

#[tokio::test]
async fn totals_are_unit_times_quantity_in_each_currency_and_never_converted() {
    let bar = TestBar::open().await;
    bar.product(json!({"name": "Peanuts", "currency": "LRD", "priceLRD": "100.00", "stock": 99})).await;
    let sale = bar.sells("Peanuts", 3).await;
    // 100 LRD is $0.53 at 190; three of them are $1.59, although 300 LRD would be $1.58.
    assert_eq!((text(&sale["unitPriceUSD"]), text(&sale["totalAmountUSD"])), ("0.53", "1.59"));
}

#[tokio::test]
async fn a_dollar_product_can_be_sold_in_liberian_dollars() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 9).await["id"].clone();
    let body = json!({"productId": id, "quantity": 2, "currency": "LRD", "unitPrice": 380, "totalAmount": "760.00"});
    let sale = bar.bartender().post("/api/sales", body).await.created();
    assert_eq!((text(&sale["currency"]), text(&sale["unitPrice"]), text(&sale["totalAmount"])), ("LRD", "380.00", "760.00"));
    let mixed = bar.bartender().post("/api/sales", json!({"productId": id, "quantity": 1, "currency": "MIXED"})).await.created();
    assert_eq!(mixed["currency"], "USD", "MIXED means the product's own");
}

#[tokio::test]
async fn the_last_bottle_is_sold_to_one_of_two_concurrent_sales() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Whisky", "6.00", 1).await["id"].clone();
    let (bartender, manager) = (bar.bartender(), bar.manager());
    let body = || json!({"productId": id, "quantity": 1});
    let (one, two) = tokio::join!(bartender.post("/api/sales", body()), manager.post("/api/sales", body()));
    let (sold, refused) = if one.status == 201 { (one, two) } else { (two, one) };
    sold.created();
    let refused = refused.refused(409, "insufficient_stock");
    assert_eq!(refused["message"], "Only 0 units available");
    assert_eq!((&refused["available"], &refused["productId"]), (&json!(0), &id));
    bar.expect_stock("Whisky", 0).await;
}

#[tokio::test]
async fn a_batch_is_checked_against_the_stock_as_a_whole() {
    let bar = TestBar::open().await;
    let beer = bar.stocks("Club Beer", "2.00", 5).await["id"].clone();
    let water = bar.stocks("Water", "0.50", 5).await["id"].clone();
    let line = |id: &serde_json::Value, quantity: i64| json!({"productId": id, "quantity": quantity});
    let too_many = json!({"sales": [line(&beer, 3), line(&water, 1), line(&beer, 3)]});
    let refused = bar.bartender().post("/api/sales/batch", too_many).await.refused(409, "insufficient_stock");
    assert_eq!((&refused["available"], &refused["productId"]), (&json!(5), &beer));
    bar.expect_stock("Water", 5).await;

    let body = json!({"sales": [line(&beer, 3), line(&water, 1), line(&beer, 2)], "paymentMethod": "card", "customerName": "Musu"});
    let sold = bar.bartender().post("/api/sales/batch", body).await.created();
    assert_eq!(values_of(&sold["sales"], "quantity"), [3, 1, 2]);
    assert_eq!(values_of(&sold["sales"], "paymentMethod"), ["card"; 3]);
    assert_eq!(values_of(&sold["sales"], "receiptNumber"), vec![sold["receipt"]["receiptNumber"].clone(); 3]);
    assert_eq!(sold["receipt"]["totalAmountUSD"], "10.50");
    assert_eq!(sold["receipt"]["customerName"], "Musu");
    bar.expect_stock("Club Beer", 0).await;
    assert_eq!(bar.bartender().get("/api/receipts").await.ok().as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn each_line_of_a_batch_can_have_its_own_payment_method() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 24).await["id"].clone();
    for (methods, receipt_method) in [(["card", "card"], "card"), (["card", "cash"], "mixed"), (["cash", "card"], "mixed")] {
        let lines = methods.map(|method| json!({"productId": id, "quantity": 1, "paymentMethod": method}));
        let sold = bar.bartender().post("/api/sales/batch", json!({"sales": lines})).await.created();
        assert_eq!(values_of(&sold["sales"], "paymentMethod"), methods);
        assert_eq!(sold["receipt"]["paymentMethod"], receipt_method, "{methods:?}");
    }
}

#[tokio::test]
async fn a_batch_has_one_to_two_hundred_lines() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Water", "0.50", 500).await["id"].clone();
    let lines = |count: usize| json!({"sales": vec![json!({"productId": id, "quantity": 1}); count]});
    let no_objects = [json!(null), json!([]), json!("x"), json!([[id, 1]]), json!([1]), json!([null])].map(|sales| json!({"sales": sales}));
    for bad in [json!({}), lines(201)].into_iter().chain(no_objects) {
        let refused = bar.bartender().post("/api/sales/batch", bad).await.refused(400, "invalid");
        assert_eq!(refused["fields"]["sales"], "A sale needs 1 to 200 lines", "{refused}");
    }
    bar.expect_stock("Water", 500).await;
    bar.bartender().post("/api/sales/batch", lines(200)).await.created();
    bar.expect_stock("Water", 300).await;
}

#[tokio::test]
async fn figures_sent_by_a_phone_are_compared() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 24).await["id"].clone();
    let right = json!({"productId": id, "quantity": 2, "unitPrice": 2, "totalAmount": "4.00", "currency": "USD", "unitPriceUSD": "2.00",
        "unitPriceLRD": 380, "totalAmountUSD": 4, "totalAmountLRD": "760.00", "exchangeRate": 190});
    for (field, wrong) in [
        ("unitPrice", "1.99"),
        ("totalAmount", "4.01"),
        ("unitPriceUSD", "1.00"),
        ("unitPriceLRD", "379.99"),
        ("totalAmountUSD", "0.00"),
        ("totalAmountLRD", "700.00"),
    ] {
        let mut body = right.clone();
        body[field] = json!(wrong);
        let refused = bar.bartender().post("/api/sales", body).await.refused(409, "price_changed");
        let fresh = json!({"productId": id, "unitPrice": "2.00", "totalAmount": "4.00", "currency": "USD", "unitPriceUSD": "2.00",
            "unitPriceLRD": "380.00", "totalAmountUSD": "4.00", "totalAmountLRD": "760.00", "exchangeRate": 190});
        assert_eq!(refused["fresh"], fresh, "{field}");
    }
    bar.expect_stock("Club Beer", 24).await;
    bar.bartender().post("/api/sales", right).await.created();
}

#[tokio::test]
async fn a_changed_rate_is_reported_before_a_changed_price() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 24).await["id"].clone();
    bar.set_rate(json!("195.5")).await;
    let line = json!({"productId": id, "quantity": 1, "unitPrice": "9.00", "exchangeRate": 190});
    let refused = bar.bartender().post("/api/sales", line.clone()).await.refused(409, "rate_changed");
    assert_eq!((&refused["rate"], &refused["fresh"]["unitPriceLRD"]), (&json!(195.5), &json!("391.00")));
    let batch = json!({"sales": [{"productId": id, "quantity": 1}, line]});
    let refused = bar.bartender().post("/api/sales/batch", batch).await.refused(409, "rate_changed");
    assert_eq!(values_of(&refused["fresh"], "unitPrice"), ["2.00", "2.00"], "a batch gets fresh figures of every line");
    bar.expect_stock("Club Beer", 24).await;
}

#[tokio::test]
async fn only_a_manager_gives_a_discount_and_must_give_a_reason() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 24).await["id"].clone();
    let body = json!({"productId": id, "quantity": 2, "unitPrice": "1.50", "totalAmount": "3.00", "discountReason": "Happy hour"});
    bar.bartender().post("/api/sales", body.clone()).await.refused(403, "forbidden");
    bar.bartender().post("/api/sales/batch", json!({"sales": [body]})).await.refused(403, "forbidden");
    let plain = json!({"productId": id, "quantity": 1});
    bar.bartender().post("/api/sales/batch", json!({"sales": [plain, body]})).await.refused(403, "forbidden");
    let no_reason = json!({"productId": id, "quantity": 2, "unitPrice": "1.50"});
    bar.manager().post("/api/sales", no_reason).await.refused(409, "price_changed");
    let sale = bar.manager().post("/api/sales", body).await.created();
    for (field, value) in [
        ("unitPrice", "1.50"),
        ("totalAmount", "3.00"),
        ("unitPriceLRD", "285.00"),
        ("totalAmountLRD", "570.00"),
        ("listPrice", "2.00"),
        ("discountReason", "Happy hour"),
    ] {
        assert_eq!(sale[field], value, "{field}");
    }
    let number = sale["receipt"]["receiptNumber"].as_str().expect("a receipt");
    let receipt = bar.bartender().get(&format!("/api/receipts/{number}")).await.ok();
    assert_eq!(receipt["items"][0]["unitPriceDisplay"], "$1.50");
    assert_eq!(receipt["items"][0]["listPriceDisplay"], "$2.00");
}

#[tokio::test]
async fn a_discounted_price_is_in_the_currency_of_its_line() {
    let bar = TestBar::open().await;
    let id = bar.product(json!({"name": "Rice", "currency": "LRD", "priceLRD": 950, "stock": 9})).await["id"].clone();
    // The phone still sends the list price in the other currency: only `unitPrice` counts.
    let body = json!({"productId": id, "quantity": 2, "unitPrice": 760, "totalAmount": "1520.00", "unitPriceUSD": "5.00",
        "unitPriceLRD": 950, "totalAmountUSD": "10.00", "totalAmountLRD": 1900, "discountReason": "Burnt"});
    for (field, wrong) in [("totalAmount", "1900.00"), ("exchangeRate", "191")] {
        let mut body = body.clone();
        body[field] = json!(wrong);
        assert_eq!(bar.manager().post("/api/sales", body).await.status, 409, "{field}");
    }
    let sale = bar.manager().post("/api/sales", body).await.created();
    for (field, value) in [
        ("currency", "LRD"),
        ("unitPrice", "760.00"),
        ("totalAmount", "1520.00"),
        ("unitPriceUSD", "4.00"),
        ("totalAmountUSD", "8.00"),
        ("listPrice", "950.00"),
    ] {
        assert_eq!(sale[field], value, "{field}");
    }
}

#[tokio::test]
async fn a_line_is_voided_once_by_a_manager() {
    let bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 24).await;
    let sale = bar.sells("Club Beer", 4).await["id"].clone();
    let path = format!("/api/sales/{sale}/void");
    bar.bartender().post(&path, json!({"reason": "Wrong drink"})).await.refused(403, "forbidden");
    bar.manager().post(&path, json!({"reason": " "})).await.refused(400, "invalid");
    bar.clock.pass(crate::bar::SECOND);
    let voided = bar.manager().post(&path, json!({"reason": "Wrong drink"})).await.ok();
    assert_eq!(voided["voidedAt"], "2026-11-21T20:00:01.000Z");
    bar.expect_stock("Club Beer", 24).await;
    bar.admin().post(&path, json!({"reason": "Again"})).await.refused(409, "conflict");
    bar.expect_stock("Club Beer", 24).await;
    bar.manager().post("/api/sales/999/void", json!({"reason": "None"})).await.refused(404, "not_found");
}

#[tokio::test]
async fn consumed_goods_are_not_restocked() {
    let bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 24).await;
    let sale = bar.sells("Club Beer", 4).await["id"].clone();
    let body = json!({"reason": "Complaint", "returnToStock": false});
    bar.manager().post(&format!("/api/sales/{sale}/void"), body).await.ok();
    bar.expect_stock("Club Beer", 20).await;
    let voided = bar.bartender().get("/api/sales?status=voided").await.ok();
    assert_eq!(values_of(&voided, "id"), std::slice::from_ref(&sale));
}

#[tokio::test]
async fn invalid_sales_are_refused() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 24).await["id"].clone();
    for quantity in [json!(0), json!(-1), json!(null), json!("")] {
        let answer = bar.bartender().post("/api/sales", json!({"productId": id, "quantity": quantity})).await;
        let body = answer.invalid("Quantity must be greater than 0");
        assert_eq!(body["fields"]["quantity"], "Quantity must be greater than 0");
    }
    for bad in [
        json!({"quantity": 1}),
        json!({"productId": "beer", "quantity": 1}),
        json!({"productId": id, "quantity": 1.5}),
        json!({"productId": id, "quantity": 10_000_000}),
        json!({"productId": id, "quantity": 1, "paymentMethod": "mobile"}),
        json!({"productId": id, "quantity": 1, "currency": "EUR"}),
        json!({"productId": id, "quantity": 1, "customerName": "a\u{7}b"}),
    ] {
        bar.bartender().post("/api/sales", bad).await.refused(400, "invalid");
    }
    let crates = bar.bartender().post("/api/sales", json!({"productId": id, "quantity": 10_000_000})).await;
    crates.invalid("Quantity is too large");
    bar.bartender().post("/api/sales", json!({"productId": 999, "quantity": 1})).await.refused(404, "not_found");
    let fewer = bar.bartender().post("/api/sales", json!({"productId": id, "quantity": 25})).await.refused(409, "insufficient_stock");
    assert_eq!(fewer["message"], "Only 24 units available");
    bar.expect_stock("Club Beer", 24).await;
}

#[tokio::test]
async fn a_customer_is_a_name_and_a_phone() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 24).await["id"].clone();
    let body = json!({"productId": id, "quantity": 1, "customerName": "  Musu   Kpadeh ", "customerPhone": " 0770 55 ", "notes": "no ice\nplease"});
    let sale = bar.bartender().post("/api/sales", body).await.created();
    for (field, value) in
        [("customerName", "Musu Kpadeh"), ("customerPhone", "0770 55"), ("customerId", "Musu Kpadeh_0770 55"), ("notes", "no ice\nplease")]
    {
        assert_eq!(sale[field], value, "{field}");
    }
    let found = bar.bartender().get("/api/sales?q=KPADEH").await.ok();
    assert_eq!(values_of(&found, "id"), [sale["id"].clone()]);
    assert_eq!(bar.bartender().get("/api/sales?q=nowhere").await.ok(), json!([]));
}
