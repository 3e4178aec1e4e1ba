//! Total and due of an order agree while nothing is paid, and paying either as it is shown settles the order without change.

use serde_json::{Value, json};

use crate::bar::TestBar;
use crate::order_steps::assert_fields;

/// Products whose prices do not convert exactly: three at L$350 are $5.52 by price and $5.53 together; beer has two prices.
async fn bar_with_odd_prices() -> TestBar {
    let bar = TestBar::stocked().await;
    bar.product(json!({"name": "Soda", "currency": "LRD", "priceLRD": 350, "stock": 90})).await;
    bar.product(json!({"name": "Stout", "currency": "USD", "priceUSD": "2.00", "priceLRD": 350, "stock": 90})).await;
    bar.product(json!({"name": "Shot", "currency": "LRD", "priceUSD": "2.50", "priceLRD": 400, "stock": 90})).await;
    bar
}

#[tokio::test]
async fn either_total_settles_the_order_without_change() {
    let bar = bar_with_odd_prices().await;
    for items in [&[("Soda", 3)][..], &[("Soda", 3), ("Whisky", 1)], &[("Stout", 2), ("Shot", 3), ("Rice", 1), ("Whisky", 2)]] {
        for (amount, total) in [("amountUSD", "totalAmountUSD"), ("amountLRD", "totalAmountLRD")] {
            let order = bar.takes_order(items).await;
            assert_eq!(order["remainingUSD"], order["totalAmountUSD"]);
            assert_eq!(order["remainingLRD"], order["totalAmountLRD"]);
            let paid = bar.pays(&order, json!({amount: order[total]})).await.ok();
            assert_fields(
                &paid["order"],
                json!({"paymentStatus": "paid", "remainingUSD": "0.00", "changeUSD": "0.00", "changeLRD": "0.00"}),
            );
            let receipt = paid["receipt"]["receiptNumber"].as_str().expect("a receipt").to_owned();
            let receipt = bar.bartender().get(&format!("/api/receipts/{receipt}")).await.ok();
            assert_fields(&receipt, json!({"totalAmountUSD": order["totalAmountUSD"], "totalAmountLRD": order["totalAmountLRD"]}));
        }
    }
}

#[tokio::test]
async fn what_is_over_the_total_is_change_and_what_is_below_is_a_part() {
    let bar = bar_with_odd_prices().await;
    // $4.00 or L$700; at 190 the dollars are L$760, and the lesser change is given.
    let order = bar.takes_order(&[("Stout", 2)]).await;
    let paid = bar.pays(&order, json!({"amountLRD": 1000})).await.ok();
    assert_fields(&paid["order"], json!({"paymentStatus": "paid", "changeLRD": "240.00", "paidAmountLRD": "760.00"}));
    let order = bar.takes_order(&[("Stout", 2)]).await;
    let paid = bar.pays(&order, json!({"amountLRD": 190})).await.ok();
    assert_fields(&paid["order"], json!({"paymentStatus": "partial", "remainingUSD": "3.00", "remainingLRD": "570.00"}));
    // A card takes the total, and no more.
    let order = bar.takes_order(&[("Shot", 1)]).await;
    let card = |amount: &str| json!({"tenders": [{"method": "card", "currency": "USD", "amount": amount}]});
    bar.pays(&order, card("2.51")).await.refused(409, "overpaid");
    bar.pays(&order, card("2.50")).await.ok();
}

#[tokio::test]
async fn a_line_that_was_paid_at_its_other_price_is_refunded_at_it() {
    let bar = bar_with_odd_prices().await;
    let order = bar.takes_order(&[("Stout", 2), ("Whisky", 1)]).await;
    bar.pays(&order, json!({"amountLRD": order["totalAmountLRD"]})).await.ok();
    let lines = bar.sale_lines().await;
    let stout = lines.iter().find(|line| line["productName"] == "Stout").expect("a line");
    bar.voids_sale(stout).await.ok();
    bar.expect_takings(&[("cash", "0.00", "1140.00")]).await;
}

#[tokio::test]
async fn at_another_rate_the_debts_count() {
    let bar = bar_with_odd_prices().await;
    let order = bar.takes_order(&[("Rice", 1), ("Whisky", 1)]).await;
    bar.admin().post("/api/exchange-rate", json!({"rate": 200})).await.ok();
    let now: Value = bar.order(&order).await;
    assert_fields(&now, json!({"totalAmountUSD": "11.00", "remainingUSD": "10.75", "remainingLRD": "2150.00"}));
    let paid = bar.pays(&order, json!({"amountUSD": "10.75"})).await.ok();
    assert_fields(&paid["order"], json!({"paymentStatus": "paid", "changeUSD": "0.00", "changeLRD": "0.00"}));
}
