//! Credit items, sold over the counter or from an order: paid in parts, in full, or all items of a customer at once.

use serde_json::{Value, json};

use crate::bar::{TestBar, text, values_of};
use crate::order_steps::{CUSTOMER, assert_fields};

#[tokio::test]
async fn credit_reduces_stock_and_is_not_a_sale_until_paid() {
    let bar = TestBar::stocked().await;
    let item = bar.sells_on_credit(CUSTOMER, "Whisky", 2).await;
    assert_fields(
        &item,
        json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "productName": "Whisky", "quantity": 2, "unitPrice": "6.00",
        "totalAmount": "12.00", "currency": "USD", "unitPriceUSD": "6.00", "unitPriceLRD": "1140.00", "totalAmountUSD": "12.00",
        "totalAmountLRD": "2280.00", "exchangeRate": 190, "notes": null, "status": "active", "createdAt": "2026-11-21T20:00:00.000Z",
        "orderId": null, "paidAmountUSD": "0.00", "paidAt": null, "receiptNumber": null, "userName": "bartender"}),
    );
    bar.expect_stock("Whisky", 48).await;
    assert_eq!(bar.sale_lines().await, Vec::<Value>::new());
    assert_eq!(bar.bartender().get("/api/credit").await.ok()[0], item);
}

#[tokio::test]
async fn credit_without_amounts_is_paid_in_full_in_its_own_currency() {
    let bar = TestBar::stocked().await;
    let rice = bar.sells_on_credit(CUSTOMER, "Rice", 2).await;
    bar.clock.pass(crate::bar::SECOND);
    let paid = bar.manager().request("PATCH", &format!("/api/credit/{}/pay", rice["id"])).send().await.ok();
    assert_fields(&paid, json!({"changeUSD": "0.00", "changeLRD": "0.00", "roundingLRD": "0.00"}));
    assert_fields(
        &paid["credit"],
        json!({"status": "paid", "paidAt": "2026-11-21T20:00:01.000Z", "paidAmountUSD": "10.00", "userName": "bartender",
        "receiptNumber": "R-20261121-0001"}),
    );
    assert_fields(&paid["receipt"], json!({"receiptNumber": "R-20261121-0001", "customerName": CUSTOMER.0, "totalAmountLRD": "1900.00"}));
    assert_fields(
        &bar.sale_lines().await[0],
        json!({"creditId": rice["id"], "userName": "manager", "totalAmount": "1900.00", "currency": "LRD"}),
    );
    bar.expect_takings(&[("cash", "0.00", "1900.00")]).await;
    bar.pays_credit(&rice, json!({})).await.refused(409, "already_paid");
    bar.expect_stock("Rice", 48).await;
}

#[tokio::test]
async fn credit_is_paid_in_parts() {
    let bar = TestBar::stocked().await;
    let whisky = bar.sells_on_credit(CUSTOMER, "Whisky", 1).await;
    for nothing in [json!({"amountUSD": 0}), json!({"amountUSD": "0.00", "amountLRD": 0})] {
        bar.pays_credit(&whisky, nothing).await.invalid("Please enter a payment amount");
    }
    let part = bar.pays_credit(&whisky, json!({"amountLRD": 380, "paymentMethod": "digital", "exchangeRate": 190})).await.ok();
    assert_fields(&part["credit"], json!({"status": "active", "paidAmountUSD": "2.00", "paidAt": null}));
    assert_eq!(part["receipt"], Value::Null);
    bar.pays_credit(&whisky, json!({"amountUSD": 5, "paymentMethod": "mobile"})).await.refused(409, "overpaid");
    let rest = bar.pays_credit(&whisky, json!({"amountUSD": 4, "paymentMethod": "mobile"})).await.ok();
    assert_fields(&rest, json!({"changeUSD": "0.00", "changeLRD": "0.00"}));
    assert_fields(&rest["credit"], json!({"status": "paid", "paidAmountUSD": "6.00"}));
    assert_fields(&bar.sale_lines().await[0], json!({"totalAmount": "6.00", "paymentMethod": "mobile"}));
    bar.expect_takings(&[("digital", "0.00", "380.00"), ("mobile", "4.00", "0.00")]).await;
}

#[tokio::test]
async fn the_rounding_of_change_is_recorded() {
    let bar = TestBar::open().await;
    bar.stocks("Set", "13.74", 9).await;
    let set = bar.sells_on_credit(CUSTOMER, "Set", 1).await;
    let paid = bar.pays_credit(&set, json!({"amountUSD": 20})).await.ok();
    assert_fields(&paid, json!({"changeUSD": "6.00", "changeLRD": "50.00", "roundingLRD": "0.60"}));
    let receipt = bar.bartender().get(&format!("/api/receipts/{}", text(&paid["receipt"]["receiptNumber"]))).await.ok();
    assert_fields(&receipt["totals"], json!({"displayPaid": "$20.00", "displayChange": "$6.00 + L$50"}));
    assert_eq!(
        bar.audit_summaries("credit.paid", 1).await,
        ["Musu Kpadeh paid credit: $20.00 taken (cash), $6.00 + L$50 change, receipt R-20261121-0001"]
    );
}

#[tokio::test]
async fn a_debt_in_liberian_dollars_does_not_change_with_the_rate() {
    let bar = TestBar::stocked().await;
    let rice = bar.sells_on_credit(CUSTOMER, "Rice", 1).await;
    let whisky = bar.sells_on_credit(CUSTOMER, "Whisky", 1).await;
    bar.set_rate(json!(237.5)).await;
    let tab = bar.tabs().await[0].clone();
    assert_fields(&tab, json!({"totalUSD": "11.00", "totalLRD": "2090.00", "dueUSD": "10.00", "dueLRD": "2375.00", "paidUSD": "0.00"}));
    let paid = bar.pays_credit(&rice, json!({"amountLRD": 950})).await.ok();
    assert_fields(&paid["credit"], json!({"status": "paid", "paidAmountUSD": "4.00", "totalAmountUSD": "5.00", "exchangeRate": 190}));
    assert_fields(&paid, json!({"changeUSD": "0.00", "changeLRD": "0.00"}));
    let paid = bar.pays_credit(&whisky, json!({})).await.ok();
    assert_fields(&paid["credit"], json!({"status": "paid", "paidAmountUSD": "6.00"}));
    bar.expect_takings(&[("cash", "6.00", "950.00")]).await;
}

#[tokio::test]
async fn invalid_credit_is_refused() {
    let bar = TestBar::stocked().await;
    let id = bar.id_of("Beer").await;
    let give = async |body: Value| bar.bartender().post("/api/credit", body).await;
    give(json!({})).await.invalid("Customer name is required");
    give(json!({"productId": id, "quantity": 1})).await.invalid("Customer name is required");
    give(json!({"customerName": " ", "productId": id, "quantity": 1})).await.invalid("Customer name is required");
    give(json!({"customerName": "Musu", "quantity": 1})).await.invalid("Product is required");
    give(json!({"customerName": "Musu", "productId": id, "quantity": 0})).await.invalid("Quantity must be at least 1");
    let none = give(json!({"customerName": "Musu", "productId": 999, "quantity": 1})).await.refused(404, "not_found");
    assert_eq!(none["message"], "Product not found");
    let few = give(json!({"customerName": "Musu", "productId": id, "quantity": 51})).await.refused(409, "insufficient_stock");
    assert_fields(&few, json!({"available": 50, "productId": id, "message": "Only 50 units available"}));
    give(json!({"customerName": "Musu", "productId": id, "quantity": 1, "unitPrice": "1.00"})).await.refused(409, "price_changed");
    bar.expect_stock("Beer", 50).await;
}

#[tokio::test]
async fn a_bulk_payment_pays_all_items_of_one_customer() {
    let bar = TestBar::stocked().await;
    bar.sells_on_credit(CUSTOMER, "Whisky", 1).await;
    bar.sells_on_credit(CUSTOMER, "Rice", 1).await;
    bar.sells_on_credit(("Musu Kpadeh Jr", "0770 111 111"), "Beer", 1).await;
    bar.set_rate(json!(200)).await;
    let paid = bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": " musu  KPADEH", "paymentMethod": "check"})).await.ok();
    assert_fields(&paid, json!({"paid": 2, "totalUSD": "11.00", "totalLRD": "2090.00"}));
    assert_fields(&paid["receipt"], json!({"receiptNumber": "R-20261121-0001", "customerName": CUSTOMER.0, "paymentMethod": "check"}));
    bar.expect_takings(&[("check", "6.00", "950.00")]).await;
    let items = bar.bartender().get("/api/credit").await.ok();
    assert_eq!(values_of(&items, "status"), ["active", "paid", "paid"]);
    bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": CUSTOMER.0})).await.refused(409, "already_paid");
    bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": "Nobody"})).await.refused(404, "not_found");
    bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": " "})).await.invalid("Customer name is required");
}

#[tokio::test]
async fn parts_of_a_cent_are_added_up_before_they_are_rounded() {
    let bar = TestBar::stocked().await;
    // Each whisky has $5.473… outstanding after L$100, and $5.505… after L$94.
    for (part, due, by_card, in_cash) in [(100, "10.95", "200.00", "10.95"), (94, "11.01", "388.00", "21.96")] {
        for _ in 0..2 {
            let whisky = bar.sells_on_credit(CUSTOMER, "Whisky", 1).await;
            bar.pays_credit(&whisky, json!({"amountLRD": part, "paymentMethod": "card"})).await.ok();
        }
        assert_fields(&bar.tabs().await[0], json!({"dueUSD": due}));
        let paid = bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": CUSTOMER.0})).await.ok();
        assert_fields(&paid, json!({"paid": 2, "totalUSD": "12.00"}));
        assert_fields(&bar.tabs().await[0], json!({"status": "paid", "dueUSD": "0.00"}));
        bar.expect_takings(&[("cash", in_cash, "0.00"), ("card", "0.00", by_card)]).await;
    }
}

#[tokio::test]
async fn a_bulk_payment_leaves_no_fraction_of_a_cent_due() {
    let bar = TestBar::stocked().await;
    bar.sets_cash(json!({"roundDue": false})).await;
    bar.set_rate(json!("190.0051")).await;
    let (whisky, rice) = (bar.sells_on_credit(CUSTOMER, "Whisky", 1).await, bar.sells_on_credit(CUSTOMER, "Rice", 1).await);
    // $4.0549996 and L$759.9949 are outstanding: together, the fractions that are not collected exceed half a US cent.
    bar.pays_credit(&whisky, json!({"amountLRD": "369.56"})).await.ok();
    bar.pays_credit(&rice, json!({"amountUSD": 1})).await.ok();
    let paid = bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": CUSTOMER.0})).await.ok();
    assert_eq!(paid["paid"], 2);
    assert_fields(&bar.tabs().await[0], json!({"status": "paid", "dueUSD": "0.00"}));
    bar.expect_takings(&[("cash", "5.05", "1129.55")]).await;
}

#[tokio::test]
async fn two_customers_with_one_name_are_distinct() {
    let bar = TestBar::stocked().await;
    bar.sells_on_credit(("Musu", "0770"), "Whisky", 1).await;
    bar.sells_on_credit(("MUSU", "0880"), "Beer", 1).await;
    for path in ["/api/credit/bulk-pay", "/api/tabs/payment"] {
        let refused = bar.bartender().post(path, json!({"customerName": "musu", "amountUSD": 1})).await.refused(409, "ambiguous_customer");
        let candidates = json!([{"customerId": "Musu_0770", "customerName": "Musu", "customerPhone": "0770"},
            {"customerId": "MUSU_0880", "customerName": "MUSU", "customerPhone": "0880"}]);
        assert_eq!(refused["candidates"], candidates, "{path}");
    }
    let paid = bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": "musu", "customerPhone": "0880"})).await.ok();
    assert_fields(&paid, json!({"paid": 1, "totalUSD": "2.00"}));
    let paid = bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": "musu"})).await.ok();
    assert_fields(&paid, json!({"paid": 1, "totalUSD": "6.00"}));
}

#[tokio::test]
async fn a_blank_phone_means_the_customer_without_a_phone() {
    let bar = TestBar::stocked().await;
    let pays = async |path: &str, phone: Value| {
        bar.bartender().post(path, json!({"customerName": "musu", "customerPhone": phone, "amountUSD": 2})).await
    };
    bar.sells_on_credit(("Musu", "0770"), "Whisky", 1).await;
    for path in ["/api/credit/bulk-pay", "/api/tabs/payment"] {
        bar.sells_on_credit(("Musu", ""), "Beer", 1).await;
        let without_phone = bar.bartender().post(path, json!({"customerName": "musu", "amountUSD": 2})).await;
        for refused in [without_phone, pays(path, Value::Null).await] {
            let candidates = json!([{"customerId": "Musu_0770", "customerName": "Musu", "customerPhone": "0770"},
                {"customerId": "Musu_", "customerName": "Musu", "customerPhone": null}]);
            assert_eq!(refused.refused(409, "ambiguous_customer")["candidates"], candidates, "{path}");
        }
        let paid = pays(path, json!(" ")).await.ok();
        assert_fields(&paid["receipt"], json!({"customerName": "Musu", "customerPhone": null, "totalAmountUSD": "2.00"}));
        pays(path, json!("")).await.refused(409, "already_paid");
    }
    let left = bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": "musu"})).await.ok();
    assert_fields(&left["receipt"], json!({"customerPhone": "0770", "totalAmountUSD": "6.00"}));
    bar.sells_on_credit(("Fatu", "0880"), "Beer", 1).await;
    let fatu = json!({"customerName": "Fatu", "customerPhone": ""});
    bar.bartender().post("/api/credit/bulk-pay", fatu).await.refused(404, "not_found");
}

#[tokio::test]
async fn an_order_on_credit_is_paid_with_its_last_item() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1), ("Rice", 1)]).await;
    let attached = bar.puts_on_credit(&order, ("Fatu", "0990")).await.ok();
    assert_fields(&attached["order"], json!({"isOnCredit": "true", "paymentStatus": "unpaid", "customerName": CUSTOMER.0}));
    let note = format!("Order #{}", order["id"]);
    for credit in attached["credits"].as_array().expect("credits") {
        assert_fields(
            credit,
            json!({"customerName": "Fatu", "customerPhone": "0990", "status": "active", "notes": note, "orderId": order["id"]}),
        );
    }
    bar.expect_stock("Whisky", 49).await;
    bar.pays(&order, json!({"amountUSD": 11})).await.refused(409, "already_on_credit");
    bar.puts_on_credit(&order, CUSTOMER).await.refused(409, "already_on_credit");
    bar.pays_credit(&attached["credits"][0], json!({})).await.ok();
    assert_fields(&bar.order(&order).await, json!({"isOnCredit": "true", "paymentStatus": "partial", "remainingUSD": "5.00"}));
    let last = bar.pays_credit(&attached["credits"][1], json!({})).await.ok();
    assert_fields(
        &bar.order(&order).await,
        json!({"isOnCredit": "true", "paymentStatus": "paid", "remainingUSD": "0.00",
        "receiptNumber": last["receipt"]["receiptNumber"]}),
    );
    bar.pays(&order, json!({"amountUSD": 11})).await.refused(409, "already_paid");
    let lines = bar.sale_lines().await;
    assert_eq!(values_of(&json!(lines), "orderId"), [order["id"].clone(), order["id"].clone()]);
    assert_eq!(bar.bartender().get("/api/receipts").await.ok().as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn earlier_payments_cover_items_in_order() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1), ("Rice", 1), ("Beer", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 8, "paymentMethod": "card"})).await.ok();
    let attached = bar.puts_on_credit(&order, CUSTOMER).await.ok();
    assert_fields(
        &attached["order"],
        json!({"isOnCredit": "true", "paymentStatus": "partial", "paidAmountUSD": "8.00", "receiptNumber": "R-20261121-0001"}),
    );
    assert_eq!(values_of(&attached["credits"], "productName"), ["Rice", "Beer"]);
    assert_eq!(values_of(&attached["credits"], "paidAmountUSD"), ["2.00", "0.00"]);
    let lines = bar.sale_lines().await;
    assert_eq!(lines.len(), 1);
    assert_fields(
        &lines[0],
        json!({"productName": "Whisky", "totalAmount": "6.00", "paymentMethod": "card", "receiptNumber": "R-20261121-0001"}),
    );
    assert_fields(
        &bar.tabs().await[0],
        json!({"status": "partial", "dueUSD": "5.00", "dueLRD": "950.00", "paidUSD": "2.00", "orderIds": [order["id"]]}),
    );
    let paid = bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": CUSTOMER.0})).await.ok();
    assert_eq!(paid["paid"], 2);
    assert_fields(&bar.order(&order).await, json!({"paymentStatus": "paid"}));
    assert_eq!(values_of(&json!(bar.sale_lines().await), "productName"), ["Whisky", "Rice", "Beer"]);
    // The rest of the rice is paid in Liberian dollars, the beer in US dollars.
    bar.expect_takings(&[("card", "8.00", "0.00"), ("cash", "2.00", "570.00")]).await;
}

#[tokio::test]
async fn covered_items_get_the_method_of_the_last_payment() {
    let bar = TestBar::stocked().await;
    bar.stocks("Tap water", "0.00", 9).await;
    let order = bar.takes_order(&[("Tap water", 1), ("Whisky", 1), ("Rice", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 1})).await.ok();
    bar.pays(&order, json!({"amountUSD": 5, "paymentMethod": "card"})).await.ok();
    bar.puts_on_credit(&order, CUSTOMER).await.ok();
    assert_eq!(values_of(&json!(bar.sale_lines().await), "paymentMethod"), ["card", "card"]);
    let receipt = bar.bartender().get("/api/receipts").await.ok()[0].clone();
    assert_fields(&receipt, json!({"paymentMethod": "card", "totalAmountUSD": "6.00", "customerName": CUSTOMER.0, "orderId": order["id"]}));
}

#[tokio::test]
async fn a_receipt_over_several_orders_lists_them_in_its_notes() {
    let bar = TestBar::stocked().await;
    let mut orders = Vec::new();
    for _ in 0..2 {
        let order = bar.takes_order(&[("Beer", 1)]).await;
        bar.puts_on_credit(&order, CUSTOMER).await.ok();
        orders.push(order["id"].clone());
    }
    bar.sells_on_credit(CUSTOMER, "Rice", 1).await;
    let paid = bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": CUSTOMER.0})).await.ok();
    assert_eq!((&paid["paid"], &paid["receipt"]["orderId"]), (&json!(3), &Value::Null));
    let receipt = bar.bartender().get(&format!("/api/receipts/{}", text(&paid["receipt"]["receiptNumber"]))).await.ok();
    assert_eq!((&receipt["notes"], &receipt["orderId"]), (&json!(format!("Order #{}, Order #{}", orders[0], orders[1])), &Value::Null));
    let order = bar.takes_order(&[("Beer", 1)]).await;
    let attached = bar.puts_on_credit(&order, CUSTOMER).await.ok();
    let paid = bar.pays_credit(&attached["credits"][0], json!({})).await.ok();
    assert_eq!(paid["receipt"]["orderId"], order["id"], "a receipt for one order names that order");
}

#[tokio::test]
async fn free_items_are_paid_with_the_rest_or_separately() {
    let bar = TestBar::stocked().await;
    bar.stocks("Tap water", "0.00", 9).await;
    let water = bar.sells_on_credit(CUSTOMER, "Tap water", 1).await;
    let paid = bar.pays_credit(&water, json!({})).await.ok();
    assert_fields(&paid["credit"], json!({"status": "paid", "totalAmountUSD": "0.00"}));
    bar.pays_credit(&water, json!({})).await.refused(409, "already_paid");
    bar.sells_on_credit(CUSTOMER, "Tap water", 1).await;
    bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
    let pays = async |usd: &str| {
        let tender = json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "amountUSD": usd});
        bar.bartender().post("/api/tabs/payment", tender).await.ok()["tab"]["status"].clone()
    };
    assert_eq!((pays("1.00").await, pays("1.00").await), (json!("partial"), json!("paid")));
    let active = bar.bartender().get("/api/credit?status=active").await.ok();
    assert_eq!(active, json!([]), "an item with nothing outstanding is not active");
}

#[tokio::test]
async fn a_free_order_on_credit_counts_as_paid() {
    let bar = TestBar::open().await;
    bar.stocks("Tap water", "0.00", 9).await;
    let order = bar.takes_order(&[("Tap water", 1)]).await;
    let attached = bar.puts_on_credit(&order, CUSTOMER).await.ok();
    assert_eq!(attached["credits"], json!([]));
    assert_fields(&attached["order"], json!({"isOnCredit": "true", "paymentStatus": "paid"}));
}

#[tokio::test]
async fn reports_count_credit_when_it_is_paid() {
    let bar = TestBar::stocked().await;
    let rice = bar.sells_on_credit(CUSTOMER, "Rice", 1).await;
    assert_fields(&bar.bartender().get("/api/sales/analytics").await.ok(), json!({"totalRevenue": "0.00", "salesCount": 0}));
    bar.set_rate(json!(200)).await;
    bar.pays_credit(&rice, json!({"amountUSD": "4.75"})).await.ok();
    let report = bar.admin().get("/api/admin/sales-report").await.ok();
    assert_fields(
        &report["overallSummary"],
        json!({"totalRevenue": "5.00", "revenueUSD": "0.00", "revenueLRD": "950.00", "totalSales": 1, "totalQuantity": 1}),
    );
    assert_fields(&report["takings"][0], json!({"paymentMethod": "cash", "amountUSD": "4.75", "amountLRD": "0.00"}));
    assert_eq!(report["categories"], json!([{"category": "food", "totalRevenue": "5.00", "totalQuantity": 1}]));
}
