//! Tabs: the credit items of a customer, paid oldest first and listed for thirty days after the last payment.

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar, values_of};
use crate::order_steps::{CUSTOMER, assert_fields};

async fn pays_tab(bar: &TestBar, tender: Value) -> Answer {
    let mut body = tender;
    body["customerName"] = json!(CUSTOMER.0);
    body["customerPhone"] = json!(CUSTOMER.1);
    bar.bartender().post("/api/tabs/payment", body).await
}

#[tokio::test]
async fn a_tab_payment_covers_the_oldest_debt_first() {
    let bar = TestBar::stocked().await;
    bar.sells_on_credit(CUSTOMER, "Whisky", 1).await;
    bar.sells_on_credit(CUSTOMER, "Rice", 1).await;
    bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
    assert_fields(
        &bar.tabs().await[0],
        json!({"customerId": "Musu Kpadeh_0770 111 111", "customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1,
        "status": "unpaid", "totalUSD": "13.00", "totalLRD": "2470.00", "paidUSD": "0.00", "dueUSD": "13.00", "dueLRD": "2470.00", "orderIds": []}),
    );

    let paid = pays_tab(&bar, json!({"amountUSD": 8})).await.ok();
    assert_fields(&paid["tab"], json!({"status": "partial", "paidUSD": "8.00", "dueUSD": "5.00", "dueLRD": "950.00"}));
    assert_eq!(values_of(&paid["tab"]["items"], "status"), ["paid", "active", "active"]);
    assert_eq!(values_of(&paid["tab"]["items"], "paidAmountUSD"), ["6.00", "2.00", "0.00"]);
    assert_eq!(paid["receipt"]["totalAmountUSD"], "6.00", "the receipt covers only the items that are now paid");

    let paid = pays_tab(&bar, json!({"amountLRD": 1000})).await.ok();
    assert_fields(&paid, json!({"changeUSD": "0.00", "changeLRD": "50.00"}));
    assert_fields(&paid["tab"], json!({"status": "paid", "dueUSD": "0.00", "dueLRD": "0.00", "paidUSD": "13.00"}));
    pays_tab(&bar, json!({"amountUSD": 1})).await.refused(409, "already_paid");
    pays_tab(&bar, json!({"amountUSD": 0})).await.invalid("Please enter a payment amount");
    bar.expect_takings(&[("cash", "8.00", "950.00")]).await;
}

#[tokio::test]
async fn a_payment_that_completes_no_item_has_no_receipt() {
    let bar = TestBar::stocked().await;
    bar.sells_on_credit(CUSTOMER, "Whisky", 1).await;
    let paid = pays_tab(&bar, json!({"amountLRD": "190.00", "paymentMethod": "digital"})).await.ok();
    assert_eq!(paid["receipt"], Value::Null);
    assert_fields(&paid["tab"], json!({"status": "partial", "paidUSD": "1.00", "dueUSD": "5.00"}));
    assert_eq!(bar.audit_summaries("credit.paid", 1).await, ["Musu Kpadeh paid credit: L$190 taken (digital)"]);
    pays_tab(&bar, json!({"amountUSD": 1, "paymentMethod": "shells"})).await.refused(400, "invalid");
    pays_tab(&bar, json!({"amountUSD": 1, "exchangeRate": 200})).await.refused(409, "rate_changed");
}

#[tokio::test]
async fn the_receipt_of_a_tab_has_the_customer_name_of_its_oldest_item() {
    let bar = TestBar::stocked().await;
    bar.sells_on_credit(CUSTOMER, "Whisky", 1).await;
    bar.sells_on_credit(("musu KPADEH", CUSTOMER.1), "Beer", 1).await;
    let paid = pays_tab(&bar, json!({"amountUSD": 8})).await.ok();
    assert_fields(&paid["receipt"], json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "totalAmountUSD": "8.00"}));
}

#[tokio::test]
async fn change_for_a_tab_payment_is_rounded() {
    let bar = TestBar::open().await;
    bar.stocks("Set", "13.74", 9).await;
    bar.sells_on_credit(CUSTOMER, "Set", 1).await;
    let paid = pays_tab(&bar, json!({"amountUSD": 20})).await.ok();
    assert_fields(&paid, json!({"changeUSD": "6.00", "changeLRD": "50.00"}));
    bar.expect_takings(&[("cash", "14.00", "-50.00")]).await;
}

#[tokio::test]
async fn a_settled_tab_is_listed_for_thirty_days() {
    let bar = TestBar::stocked().await;
    bar.sells_on_credit(CUSTOMER, "Whisky", 1).await;
    pays_tab(&bar, json!({"amountUSD": 6})).await.ok();
    bar.clock.jump_to("2026-12-21T20:00:00Z");
    assert_eq!(values_of(&bar.tabs().await, "status"), ["paid"]);
    bar.clock.jump_to("2026-12-22T06:00:00Z");
    assert_eq!(bar.tabs().await, json!([]));
    bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
    let tab = bar.tabs().await[0].clone();
    assert_fields(&tab, json!({"status": "unpaid", "totalUSD": "2.00", "paidUSD": "0.00"}));
    assert_eq!(values_of(&tab["items"], "productName"), ["Beer"], "a new tab starts after everything was paid");
}

#[tokio::test]
async fn an_old_settled_tab_leaves_the_list_and_returns_with_the_next_item() {
    let bar = TestBar::stocked().await;
    bar.sells_on_credit(CUSTOMER, "Whisky", 1).await;
    pays_tab(&bar, json!({"amountUSD": 6})).await.ok();
    bar.clock.jump_to("2026-12-23T20:00:00Z");
    let joe = ("Joe", "0886 000 111");
    bar.sells_on_credit(joe, "Beer", 1).await;
    let paid = json!({"customerName": joe.0, "customerPhone": joe.1, "amountUSD": 2});
    bar.bartender().post("/api/tabs/payment", paid).await.ok();
    assert_eq!(values_of(&bar.tabs().await, "customerName"), ["Joe"]);
    bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
    assert_eq!(values_of(&bar.tabs().await, "customerName"), ["Musu Kpadeh", "Joe"]);
    pays_tab(&bar, json!({"amountUSD": 2})).await.ok();
}

#[tokio::test]
async fn a_new_tab_begins_after_the_old_one_was_settled() {
    let bar = TestBar::stocked().await;
    let whisky = bar.sells_on_credit(CUSTOMER, "Whisky", 1).await;
    bar.sells_on_credit(CUSTOMER, "Rice", 1).await;
    bar.pays_credit(&whisky, json!({})).await.ok();
    assert_fields(&bar.tabs().await[0], json!({"status": "partial", "totalUSD": "11.00", "paidUSD": "6.00", "dueUSD": "5.00"}));
    bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
    assert_fields(&bar.tabs().await[0], json!({"status": "partial", "totalUSD": "13.00", "dueUSD": "7.00"}));
    pays_tab(&bar, json!({"amountUSD": 7})).await.ok();
    assert_fields(&bar.tabs().await[0], json!({"status": "paid", "totalUSD": "13.00"}));
    bar.sells_on_credit((" musu  kpadeh ", CUSTOMER.1), "Beer", 2).await;
    assert_fields(&bar.tabs().await[0], json!({"status": "unpaid", "totalUSD": "4.00", "customerName": "Musu Kpadeh"}));
    assert_eq!(bar.tabs().await.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_voided_item_is_on_no_tab() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1)]).await;
    let credit = bar.puts_on_credit(&order, CUSTOMER).await.ok()["credits"][0].clone();
    bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
    bar.voids_order(&order).await.ok();
    let tab = bar.tabs().await[0].clone();
    assert_fields(&tab, json!({"totalUSD": "2.00", "dueUSD": "2.00", "orderIds": [], "status": "unpaid"}));
    assert_eq!(values_of(&bar.bartender().get("/api/credit").await.ok(), "productName"), ["Beer"]);
    assert_eq!(values_of(&bar.bartender().get("/api/credit?status=all").await.ok(), "productName"), ["Beer"]);
    let voided = bar.bartender().get("/api/credit?status=voided").await.ok();
    assert_eq!((values_of(&voided, "id"), values_of(&voided, "status")), (vec![credit["id"].clone()], vec![json!("voided")]));
    bar.pays_credit(&credit, json!({})).await.refused(409, "conflict");
}

#[tokio::test]
async fn a_tab_with_only_voided_items_is_removed() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1)]).await;
    bar.puts_on_credit(&order, CUSTOMER).await.ok();
    bar.voids_order(&order).await.ok();
    assert_eq!(bar.tabs().await, json!([]));
    pays_tab(&bar, json!({"amountUSD": 1})).await.refused(404, "not_found");
    bar.expect_stock("Whisky", 50).await;
}
