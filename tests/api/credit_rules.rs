//! Credit and tabs: what is owed, by whom, and how it is settled.

use serde_json::{Value, json};

use crate::bar::{TestBar, names, text};

async fn with_goods() -> TestBar {
    let bar = TestBar::open().await;
    bar.stocks("Whisky", "6.00", 24).await;
    bar.product(json!({"name": "Rice", "category": "food", "currency": "LRD", "priceLRD": 950, "stock": 10})).await;
    bar
}

/// Somebody takes so many of a product on credit; the credit item.
async fn owes(bar: &TestBar, name: &str, phone: &str, product: u64, quantity: i64) -> Value {
    let ask = json!({"customerName": name, "customerPhone": phone, "productId": product, "quantity": quantity});
    bar.bartender().post("/api/credit", ask).await.created()
}

#[tokio::test]
async fn credit_takes_the_goods_and_is_no_revenue() {
    let bar = with_goods().await;
    let credit = owes(&bar, "Musu", "0770", 1, 2).await;
    for (field, value) in [
        ("status", json!("active")),
        ("productName", json!("Whisky")),
        ("totalAmount", json!("12.00")),
        ("totalAmountLRD", json!("2280.00")),
        ("currency", json!("USD")),
        ("userName", json!("bartender")),
        ("paidAt", json!(null)),
        ("orderId", json!(null)),
    ] {
        assert_eq!(credit[field], value, "{field}");
    }
    bar.expect_stock("Whisky", 22).await;
    assert_eq!(bar.bartender().get("/api/sales").await.ok(), json!([]));
    let refused = bar.bartender().post("/api/credit", json!({"customerName": "Musu", "productId": 1, "quantity": 99})).await;
    assert_eq!(refused.refused(409, "insufficient_stock")["available"], 22);
}

#[tokio::test]
async fn what_is_no_credit() {
    let bar = with_goods().await;
    for (bad, message) in [
        (json!({"productId": 1, "quantity": 1}), "Customer name is required"),
        (json!({"customerName": "Musu", "quantity": 1}), "Product is required"),
        (json!({"customerName": "Musu", "productId": 1}), "Quantity must be at least 1"),
        (json!({"customerName": "Musu", "productId": 1, "quantity": 0}), "Quantity must be at least 1"),
    ] {
        bar.bartender().post("/api/credit", bad).await.says(message);
    }
    let unknown = bar.bartender().post("/api/credit", json!({"customerName": "Musu", "productId": 99, "quantity": 1})).await;
    assert_eq!(unknown.refused(404, "not_found")["message"], "Product not found");
}

#[tokio::test]
async fn a_debt_is_paid_in_full_without_a_word() {
    let bar = with_goods().await;
    owes(&bar, "Musu", "", 2, 2).await;
    bar.set_rate(json!(200)).await;
    let paid = bar.manager().ask("PATCH", "/api/credit/1/pay").send().await.ok();
    assert_eq!(paid["credit"]["status"], "paid");
    assert_eq!((text(&paid["changeUSD"]), text(&paid["changeLRD"])), ("0.00", "0.00"));
    let sale = bar.bartender().get("/api/sales").await.ok()[0].clone();
    // The line keeps the figures of the day it was taken, the user is who took the money.
    assert_eq!((text(&sale["totalAmountLRD"]), text(&sale["totalAmountUSD"]), &sale["exchangeRate"]), ("1900.00", "10.00", &json!(190)));
    assert_eq!((&sale["creditId"], text(&sale["userName"])), (&json!(1), "manager"));
    bar.bartender().patch("/api/credit/1/pay", json!({})).await.refused(409, "already_paid");
    bar.bartender().patch("/api/credit/99/pay", json!({})).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_part_of_a_debt_gives_no_receipt() {
    let bar = with_goods().await;
    owes(&bar, "Musu", "", 1, 1).await;
    bar.bartender().patch("/api/credit/1/pay", json!({"amountUSD": 0})).await.says("Please enter a payment amount");
    let part = bar.bartender().patch("/api/credit/1/pay", json!({"amountUSD": "2.00"})).await.ok();
    assert_eq!(
        (&part["credit"]["status"], &part["receipt"], text(&part["credit"]["paidAmountUSD"])),
        (&json!("active"), &json!(null), "2.00")
    );
    let rest = bar.bartender().patch("/api/credit/1/pay", json!({"amountUSD": "5.00", "changeIn": "USD"})).await.ok();
    assert_eq!((text(&rest["credit"]["status"]), text(&rest["changeUSD"])), ("paid", "1.00"));
    assert_eq!(rest["receipt"]["receiptNumber"], "R-20261121-0001");
}

#[tokio::test]
async fn a_tab_gathers_what_one_customer_owes() {
    let bar = with_goods().await;
    owes(&bar, "Musu", "0770", 1, 1).await;
    owes(&bar, " MUSU ", " 0770 ", 2, 1).await;
    owes(&bar, "Musu", "0880", 1, 1).await;
    let tabs = bar.bartender().get("/api/tabs").await.ok();
    let tab = tabs.as_array().expect("tabs").iter().find(|tab| tab["customerPhone"] == "0770").expect("a tab").clone();
    assert_eq!(names(&tab["items"], "id").len(), 2);
    assert_eq!(
        (text(&tab["totalUSD"]), text(&tab["totalLRD"]), text(&tab["dueUSD"]), text(&tab["status"])),
        ("11.00", "2090.00", "11.00", "unpaid")
    );
    assert_eq!(text(&tab["customerId"]).to_lowercase(), "musu_0770", "whichever spelling");
    let ask = json!({"customerName": "musu", "customerPhone": "0770", "amountUSD": "6.00", "amountLRD": "950"});
    let paid = bar.bartender().post("/api/tabs/payment", ask).await.ok();
    assert_eq!((text(&paid["tab"]["status"]), text(&paid["tab"]["dueUSD"])), ("paid", "0.00"));
    assert_eq!(paid["receipt"]["receiptNumber"], "R-20261121-0001", "one receipt for both");
    assert_eq!(names(&bar.bartender().get("/api/sales").await.ok(), "receiptNumber").len(), 2);
}

#[tokio::test]
async fn a_name_that_two_phones_share_is_not_guessed() {
    let bar = with_goods().await;
    owes(&bar, "Musu", "0770", 1, 1).await;
    owes(&bar, "Musu", "0880", 1, 2).await;
    let refused = bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": "musu"})).await.refused(409, "ambiguous_customer");
    assert_eq!(refused["candidates"].as_array().map(Vec::len), Some(2), "{refused}");
    let paid = bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": "musu", "customerPhone": "0880"})).await.ok();
    assert_eq!(
        (&paid["paid"], text(&paid["totalUSD"]), &paid["receipt"]["receiptNumber"]),
        (&json!(1), "12.00", &json!("R-20261121-0001"))
    );
    let active = bar.bartender().get("/api/credit?status=active").await.ok();
    assert_eq!(names(&active, "customerPhone"), ["0770"]);
}

#[tokio::test]
async fn an_order_goes_on_credit_with_what_is_not_paid() {
    let bar = with_goods().await;
    let ask = json!({"customerName": "Musu", "items": [{"productId": 1, "quantity": 1}, {"productId": 2, "quantity": 1}]});
    bar.bartender().post("/api/orders", ask).await.created();
    bar.bartender().post("/api/orders/1/payment", json!({"amountUSD": "8.00"})).await.ok();
    let attached = bar.bartender().post("/api/orders/1/credit", json!({"customerName": "Musu", "customerPhone": "0770"})).await.ok();
    // $8 cover the whisky and $2 of the rice, which is worth $5.
    assert_eq!(attached["order"]["isOnCredit"], "true");
    assert_eq!(names(&attached["credits"], "productName"), ["Rice"]);
    assert_eq!(names(&attached["credits"], "paidAmountUSD"), ["2.00"]);
    assert!(text(&attached["credits"][0]["notes"]).contains("Order #1"), "{attached}");
    assert_eq!(names(&bar.bartender().get("/api/sales").await.ok(), "productName"), ["Whisky"]);
    bar.bartender().post("/api/orders/1/credit", json!({"customerName": "Musu"})).await.refused(409, "already_on_credit");
    bar.bartender().post("/api/orders/1/payment", json!({"amountUSD": 1})).await.refused(409, "already_on_credit");
    let id = attached["credits"][0]["id"].clone();
    let paid = bar.bartender().patch(&format!("/api/credit/{id}/pay"), json!({})).await.ok();
    assert_eq!(paid["credit"]["status"], "paid");
    let order = bar.bartender().get("/api/orders/1").await.ok();
    assert_eq!((text(&order["paymentStatus"]), text(&order["isOnCredit"])), ("paid", "true"));
    bar.expect_stock("Whisky", 23).await;
    bar.expect_stock("Rice", 9).await;
}

#[tokio::test]
async fn a_voided_order_takes_its_credit_along() {
    let bar = with_goods().await;
    bar.bartender().post("/api/orders", json!({"customerName": "Musu", "items": [{"productId": 1, "quantity": 2}]})).await.created();
    bar.bartender().post("/api/orders/1/credit", json!({"customerName": "Musu"})).await.ok();
    bar.manager().post("/api/orders/1/void", json!({"reason": "Wrong guest"})).await.ok();
    bar.expect_stock("Whisky", 24).await;
    assert_eq!(bar.bartender().get("/api/credit").await.ok(), json!([]));
    assert_eq!(bar.bartender().get("/api/tabs").await.ok(), json!([]));
    assert_eq!(names(&bar.bartender().get("/api/credit?status=voided").await.ok(), "status"), ["voided"]);
    bar.bartender().patch("/api/credit/1/pay", json!({})).await.refused(409, "conflict");
}
