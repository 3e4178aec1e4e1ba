//! Payments in two currencies: partial payments, changing rates, rounding, change.

use serde_json::{Value, json};

use crate::bar::{TestBar, values_of};
use crate::order_steps::{CUSTOMER, assert_fields};

/// Places an order of one product at this price; returns the order.
async fn order_at_price(bar: &TestBar, price: Value) -> Value {
    let product = bar.product(json!({"name": "Bill", "stock": 9, "currency": price["currency"], "price": price["price"]})).await;
    let items = json!([{"productId": product["id"], "quantity": 1}]);
    bar.bartender().post("/api/orders", json!({"customerName": "Musu", "orderType": "takeout", "items": items})).await.created()
}

#[tokio::test]
async fn an_order_is_paid_in_both_currencies_together() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1), ("Rice", 1)]).await;
    assert_fields(&order, json!({"remainingUSD": "11.00", "remainingLRD": "2090.00"}));
    let tender = json!({"amountUSD": "6.00", "amountLRD": "950.00", "exchangeRate": 190, "paymentMethod": "mixed", "notes": "Birthday"});
    let paid = bar.pays(&order, tender).await.ok();
    assert_fields(
        &paid["order"],
        json!({"paymentStatus": "paid", "remainingUSD": "0.00", "remainingLRD": "0.00", "paidAmountUSD": "6.00",
        "paidAmountLRD": "950.00", "receiptNumber": "R-20261121-0001"}),
    );
    assert_fields(
        &paid["payment"],
        json!({"amountUSD": "6.00", "amountLRD": "950.00", "changeUSD": "0.00", "changeLRD": "0.00", "roundingLRD": "0.00",
        "exchangeRate": 190, "valueUSD": "11.00", "paymentMethod": "mixed", "notes": "Birthday", "userName": "bartender",
        "at": "2026-11-21T20:00:00.000Z"}),
    );
    assert_fields(
        &paid["receipt"],
        json!({"receiptNumber": "R-20261121-0001", "orderId": order["id"], "totalAmountUSD": "11.00", "totalAmountLRD": "2090.00",
        "customerName": CUSTOMER.0, "paymentMethod": "mixed"}),
    );
    let lines = bar.sale_lines().await;
    assert_eq!(lines.len(), 2);
    assert_fields(
        &lines[0],
        json!({"productName": "Whisky", "totalAmount": "6.00", "currency": "USD", "orderId": order["id"], "paymentMethod": "mixed"}),
    );
    assert_fields(
        &lines[1],
        json!({"productName": "Rice", "totalAmount": "950.00", "currency": "LRD", "receiptNumber": "R-20261121-0001"}),
    );
    bar.expect_takings(&[("mixed", "6.00", "950.00")]).await;
    bar.expect_stock("Whisky", 49).await;
}

#[tokio::test]
async fn each_partial_payment_counts_at_the_rate_of_its_time() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1), ("Rice", 1)]).await;
    let paid = bar.pays(&order, json!({"amountUSD": "6.00", "exchangeRate": 190})).await.ok();
    assert_eq!(paid["receipt"], Value::Null, "a partial payment records no sale");
    assert_fields(
        &paid["order"],
        json!({"paymentStatus": "partial", "remainingUSD": "5.00", "remainingLRD": "950.00", "receiptNumber": null}),
    );
    bar.set_rate(json!(200)).await;
    assert_fields(&bar.order(&order).await, json!({"remainingUSD": "4.75", "remainingLRD": "950.00"}));
    let paid = bar.pays(&order, json!({"amountLRD": 500, "exchangeRate": 200, "paymentMethod": "mobile"})).await.ok();
    assert_fields(&paid["payment"], json!({"valueUSD": "2.50", "exchangeRate": 200}));
    assert_fields(&paid["order"], json!({"remainingLRD": "450.00", "remainingUSD": "2.25"}));
    assert_eq!(bar.sale_lines().await, Vec::<Value>::new());
    bar.set_rate(json!(180)).await;
    let shown = bar.order(&order).await;
    assert_fields(&shown, json!({"remainingLRD": "450.00", "remainingUSD": "2.50"}));
    let paid = bar.pays(&order, json!({"amountUSD": shown["remainingUSD"], "exchangeRate": 180, "paymentMethod": "card"})).await.ok();
    assert_fields(
        &paid["order"],
        json!({"paymentStatus": "paid", "paidAmountUSD": "8.50", "paidAmountLRD": "500.00", "exchangeRate": 190,
        "totalAmountUSD": "11.00", "totalAmountLRD": "2090.00"}),
    );
    let lines = json!(bar.sale_lines().await);
    assert_eq!(values_of(&lines, "exchangeRate"), [190, 190]);
    assert_eq!(values_of(&lines, "paymentMethod"), ["cash", "card"], "each line has the method that paid for it");
    bar.expect_takings(&[("cash", "6.00", "0.00"), ("mobile", "0.00", "500.00"), ("card", "2.50", "0.00")]).await;
}

#[tokio::test]
async fn each_item_keeps_its_price_in_its_own_currency() {
    let bar = TestBar::stocked().await;
    let rice = bar.takes_order(&[("Rice", 1)]).await;
    let whisky = bar.takes_order(&[("Whisky", 1)]).await;
    bar.set_rate(json!("237.5")).await;
    assert_fields(&bar.order(&rice).await, json!({"remainingLRD": "950.00", "remainingUSD": "4.00", "totalAmountUSD": "5.00"}));
    assert_fields(&bar.order(&whisky).await, json!({"remainingUSD": "6.00", "remainingLRD": "1425.00", "totalAmountLRD": "1140.00"}));
    let paid = bar.pays(&rice, json!({"amountLRD": 950})).await.ok();
    assert_fields(&paid["payment"], json!({"changeLRD": "0.00", "changeUSD": "0.00", "valueUSD": "4.00"}));
    assert_fields(&paid["order"], json!({"paymentStatus": "paid"}));
    assert_fields(&bar.pays(&whisky, json!({"amountLRD": 1425})).await.ok()["order"], json!({"paymentStatus": "paid"}));
    let analytics = bar.bartender().get("/api/sales/analytics").await.ok();
    assert_fields(
        &analytics,
        json!({"totalRevenue": "11.00", "revenueUSD": "6.00", "revenueLRD": "950.00", "salesCount": 2, "totalQuantity": 2, "averageSale": "5.50"}),
    );
    bar.expect_takings(&[("cash", "0.00", "2375.00")]).await;
}

#[tokio::test]
async fn a_rate_that_differs_from_the_phones_is_refused() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Rice", 1)]).await;
    bar.set_rate(json!(200)).await;
    let refused = bar.pays(&order, json!({"amountUSD": 5, "exchangeRate": 190})).await.refused(409, "rate_changed");
    assert_eq!(refused["rate"], 200);
    assert_fields(&bar.order(&order).await, json!({"paymentStatus": "unpaid"}));
    bar.pays(&order, json!({"amountUSD": "4.75", "exchangeRate": "200"})).await.ok();
}

#[tokio::test]
async fn a_remainder_below_half_a_cent_is_not_owed() {
    let bar = TestBar::open().await;
    bar.sets_cash(json!({"roundDue": false})).await;
    bar.set_rate(json!(200)).await;
    for (tender, status, left, change, rounding) in [
        ("99.01", "paid", "0.00", "0.00", "0.00"),
        ("99.00", "partial", "1.00", "0.00", "0.00"),
        ("100.99", "paid", "0.00", "0.00", "0.00"),
        ("101.00", "paid", "0.00", "0.00", "0.00"),
        ("101.01", "paid", "0.00", "0.00", "-1.01"),
        ("103.00", "paid", "0.00", "5.00", "2.00"),
    ] {
        let order = order_at_price(&bar, json!({"currency": "LRD", "price": 100})).await;
        let paid = bar.pays(&order, json!({"amountLRD": tender})).await.ok();
        assert_fields(&paid["order"], json!({"paymentStatus": status, "remainingLRD": left}));
        assert_fields(&paid["payment"], json!({"changeLRD": change, "roundingLRD": rounding, "changeUSD": "0.00"}));
    }
}

#[tokio::test]
async fn paying_the_shown_amount_always_completes_the_order() {
    let bar = TestBar::stocked().await;
    bar.sets_cash(json!({"roundDue": false})).await;
    for (rate, side) in [
        ("190", "USD"),
        ("187.3333", "USD"),
        ("187.3333", "LRD"),
        ("0.9", "LRD"),
        ("0.9", "USD"),
        ("999999.9999", "USD"),
        ("3.1416", "LRD"),
    ] {
        bar.set_rate(json!(rate)).await;
        let order = bar.takes_order(&[("Whisky", 1), ("Rice", 1)]).await;
        let amount = order[format!("remaining{side}")].clone();
        let mut tender = json!({});
        tender[format!("amount{side}")] = amount;
        let paid = bar.pays(&order, tender).await.ok();
        assert_fields(&paid["order"], json!({"paymentStatus": "paid", "remainingUSD": "0.00", "remainingLRD": "0.00"}));
        assert_fields(&paid["payment"], json!({"changeUSD": "0.00", "changeLRD": "0.00", "roundingLRD": "0.00"}));
    }
}

#[tokio::test]
async fn change_is_given_as_requested_and_its_rounding_is_recorded() {
    let bar = TestBar::open().await;
    // $13.74 paid with $20 at a rate of 190: the change is $6.26, which is L$1,189.40, or $6 and L$49.40.
    for (tender, change_usd, change_lrd, rounding, kept) in [
        (json!({"amountUSD": 20}), "6.00", "50.00", "0.60", ("14.00", "-50.00")),
        (json!({"amountUSD": 20, "changeIn": "split"}), "6.00", "50.00", "0.60", ("14.00", "-50.00")),
        (json!({"amountUSD": 20, "changeIn": "LRD"}), "0.00", "1190.00", "0.60", ("20.00", "-1190.00")),
        (json!({"amountUSD": 20, "changeIn": "USD"}), "6.26", "0.00", "0.00", ("13.74", "0.00")),
        (json!({"amountUSD": "100013.74", "changeIn": "USD"}), "100000.00", "0.00", "0.00", ("13.74", "0.00")),
        (json!({"amountLRD": 3000}), "0.00", "390.00", "0.60", ("0.00", "2610.00")),
        (json!({"amountUSD": 10, "amountLRD": 1000}), "1.00", "100.00", "0.60", ("9.00", "900.00")),
    ] {
        let order = order_at_price(&bar, json!({"currency": "USD", "price": "13.74"})).await;
        let paid = bar.pays(&order, tender.clone()).await.ok();
        let change = json!({"changeUSD": change_usd, "changeLRD": change_lrd, "roundingLRD": rounding});
        assert_fields(&paid["payment"], change.clone());
        assert_fields(&paid["order"], change);
        assert_fields(&paid["order"], json!({"paymentStatus": "paid", "paidAmountUSD": kept.0, "paidAmountLRD": kept.1}));
    }
    let order = order_at_price(&bar, json!({"currency": "USD", "price": "13.74"})).await;
    bar.pays(&order, json!({"amountUSD": 20, "changeIn": "EUR"})).await.refused(400, "invalid");
}

#[tokio::test]
async fn change_is_rounded_to_the_cash_step_of_the_settings() {
    let bar = TestBar::open().await;
    for (step, change, rounding) in
        [("1", "49.00", "-0.40"), ("10", "50.00", "0.60"), ("20", "40.00", "-9.40"), ("100", "0.00", "-49.40"), ("0.01", "49.40", "0.00")]
    {
        bar.admin().put("/api/settings", json!({"lrdCashStep": step})).await.ok();
        let order = order_at_price(&bar, json!({"currency": "USD", "price": "13.74"})).await;
        let paid = bar.pays(&order, json!({"amountUSD": 20})).await.ok();
        assert_fields(&paid["payment"], json!({"changeUSD": "6.00", "changeLRD": change, "roundingLRD": rounding}));
    }
    let order = order_at_price(&bar, json!({"currency": "LRD", "price": "50.01"})).await;
    let paid = bar.pays(&order, json!({"amountLRD": 100})).await.ok();
    assert_fields(&paid["payment"], json!({"changeUSD": "0.00", "changeLRD": "49.99", "roundingLRD": "0.00"}));
}

#[tokio::test]
async fn an_order_is_paid_once_and_only_with_an_amount() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 1)]).await;
    for nothing in [json!({}), json!({"amountUSD": 0, "amountLRD": "0.00"}), json!({"amountUSD": null})] {
        bar.pays(&order, nothing).await.invalid("Please enter a payment amount");
    }
    for bad in [
        json!({"amountUSD": -1}),
        json!({"amountUSD": "1.001"}),
        json!({"amountLRD": "x"}),
        json!({"amountUSD": 2, "paymentMethod": "digital"}),
    ] {
        bar.pays(&order, bad).await.refused(400, "invalid");
    }
    bar.pays(&order, json!({"amountUSD": 2})).await.ok();
    bar.pays(&order, json!({"amountUSD": 2})).await.refused(409, "already_paid");
    bar.pays(&order, json!({"amountUSD": 0})).await.invalid("Please enter a payment amount");
    bar.puts_on_credit(&order, CUSTOMER).await.refused(409, "already_paid");
    bar.expect_takings(&[("cash", "2.00", "0.00")]).await;
}

#[tokio::test]
async fn free_items_get_the_payment_method_of_the_rest() {
    let bar = TestBar::stocked().await;
    bar.stocks("Tap water", "0.00", 9).await;
    let order = bar.takes_order(&[("Tap water", 1), ("Beer", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 2, "paymentMethod": "card"})).await.ok();
    assert_eq!(values_of(&json!(bar.sale_lines().await), "paymentMethod"), ["card", "card"]);
}

#[tokio::test]
async fn amounts_above_the_limit_are_refused() {
    let bar = TestBar::stocked().await;
    for (currency, change) in [("USD", "9999999998.00"), ("LRD", "9999999620.00")] {
        let order = bar.takes_order(&[("Beer", 1)]).await;
        let tender = |amount: &str| json!({format!("amount{currency}"): amount, "changeIn": currency});
        bar.pays(&order, tender("10000000000.01")).await.invalid("The amount is too large");
        let paid = bar.pays(&order, tender("10000000000.00")).await.ok();
        assert_eq!(paid["payment"][format!("change{currency}")], change);
    }
}

#[tokio::test]
async fn a_sale_belongs_to_the_person_who_took_the_money() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 2)]).await;
    bar.manager().post(&format!("/api/orders/{}/payment", order["id"]), json!({"amountUSD": 4})).await.ok();
    assert_fields(&bar.sale_lines().await[0], json!({"userName": "manager", "quantity": 2, "totalAmount": "4.00"}));
    assert_fields(&bar.order(&order).await, json!({"userName": "bartender"}));
    let summary = bar.admin().get("/api/admin/sales-summary").await.ok();
    assert_fields(&summary[0], json!({"userName": "manager", "totalRevenue": "4.00", "totalSales": 1}));
    let recent = bar.admin().get("/api/admin/recent-sales-with-customers").await.ok();
    assert_eq!(values_of(&recent, "customerName"), [CUSTOMER.0]);
}

#[tokio::test]
async fn a_repeated_payment_with_the_same_key_counts_once() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 2)]).await;
    let path = format!("/api/orders/{}/payment", order["id"]);
    let pay = || bar.bartender().request("POST", &path).key("pay-1").json(&json!({"amountUSD": 1})).send();
    let first = pay().await.ok();
    assert_eq!(pay().await.ok(), first);
    assert_fields(&bar.order(&order).await, json!({"paidAmountUSD": "1.00", "remainingUSD": "3.00"}));
}
