//! An order that is split into bills, each an order like any other.

use serde_json::{Value, json};

use super::pieces;
use crate::bar::{TestBar, values_of};
use crate::order_steps::assert_fields;

#[tokio::test]
async fn three_bills_are_paid_and_voided_each_on_its_own() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    let (club, rice) = (&order["items"][0], &order["items"][1]);
    let bills =
        json!({"bills": [{"items": pieces(&[(club, 2, 5)])}, {"items": pieces(&[(club, 1, 5), (rice, 1, 1)]), "customerName": "Ama"}]});
    let split = bar.splits(&order, bills).await.created();
    let (first, created) = (&split["order"], split["created"].as_array().expect("orders").clone());
    assert_eq!(values_of(&split["created"], "customerName"), ["Musu/2", "Ama"]);
    assert_eq!(values_of(&split["created"], "splitIndex"), [2, 3]);
    assert_fields(first, json!({"splitGroup": order["id"], "splitFrom": null, "splitIndex": 1, "splitCount": 3, "totalAmountUSD": "4.00"}));
    assert_fields(&created[1], json!({"splitGroup": order["id"], "splitFrom": order["id"], "totalAmountUSD": "7.00", "tableId": 4}));
    assert_eq!(bar.audit_summaries("orders.items_moved", 1).await, ["Order #1 split: #2 with 2 × Beer; #3 with 1 × Beer, 1 × Rice"]);
    let group = bar.bartender().get(&format!("/api/orders?splitGroup={}", order["id"])).await.ok();
    assert_eq!(values_of(&group, "id"), [3, 2, 1]);

    let paid = bar.pays(first, json!({"amountUSD": 4})).await.ok();
    assert_eq!(paid["receipt"]["receiptNumber"], "R-20261121-0001");
    assert_eq!(bar.order(&created[0]).await["paymentStatus"], "unpaid");
    let paid = bar.pays(&created[0], json!({"amountLRD": 760})).await.ok();
    assert_eq!(paid["receipt"]["receiptNumber"], "R-20261121-0002");
    bar.voids_order(&created[1]).await.ok();
    bar.expect_stock("Beer", 46).await;
    bar.expect_stock("Rice", 50).await;
    bar.expect_takings(&[("cash", "4.00", "760.00")]).await;
}

#[tokio::test]
async fn each_guest_gets_a_bill() {
    let bar = TestBar::stocked().await;
    let mut items = bar.items(&[("Whisky", 1), ("Beer", 1), ("Rice", 1)]).await;
    (items[0]["guest"], items[1]["guest"]) = (json!("B"), json!("A"));
    let order = bar.bartender().post("/api/orders", json!({"customerName": "Musu", "items": items})).await.created();
    let split = bar.splits(&order, json!({"by": "guest"})).await.created();
    assert_fields(&split["order"], json!({"customerName": "Musu", "totalAmountUSD": "5.00"}));
    assert_eq!(values_of(&split["created"], "customerName"), ["Musu - A", "Musu - B"]);
    assert_eq!(values_of(&split["created"], "totalAmountUSD"), ["2.00", "6.00"]);
    // Nothing is without a guest: the first stays.
    let mut items = bar.items(&[("Whisky", 1), ("Beer", 1)]).await;
    (items[0]["guest"], items[1]["guest"]) = (json!("A"), json!("B"));
    let order = bar.bartender().post("/api/orders", json!({"customerName": "Ama", "items": items})).await.created();
    let split = bar.splits(&order, json!({"by": "guest"})).await.created();
    assert_eq!((&split["order"]["totalAmountUSD"], values_of(&split["created"], "customerName")), (&json!("6.00"), vec![json!("Ama - B")]));
    bar.splits(&split["order"], json!({"by": "guest"})).await.invalid("Nothing to split");
}

#[tokio::test]
async fn something_stays_and_a_split_is_taken_back_by_a_merge() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    let (club, rice) = (&order["items"][0], &order["items"][1]);
    bar.splits(&order, json!({"bills": [{"items": pieces(&[(club, 5, 5), (rice, 1, 1)])}]})).await.invalid("Leave something on bill 1");
    bar.splits(&order, json!({"bills": []})).await.refused(400, "invalid");
    bar.splits(&order, json!({"bills": [{"items": pieces(&[(club, 3, 5)])}, {"items": pieces(&[(club, 3, 5)])}]}))
        .await
        .refused(400, "invalid");
    bar.splits(&order, json!({"by": "weight"})).await.refused(400, "invalid");
    bar.splits(&order, json!({"bills": [{"items": pieces(&[(club, 1, 4)])}]})).await.refused(409, "order_changed");
    let split =
        bar.splits(&order, json!({"bills": [{"items": pieces(&[(club, 2, 5)])}, {"items": pieces(&[(rice, 1, 1)])}]})).await.created();
    let created: Vec<&Value> = split["created"].as_array().expect("orders").iter().collect();
    let merged = bar.merges(&split["order"], &created).await.ok();
    assert_fields(&merged, json!({"totalAmountUSD": "15.00", "totalAmountLRD": "2850.00", "splitCount": 1, "customerName": "Musu"}));
    // The next bill gets a number that no bill had.
    let again = bar.splits(&merged, json!({"bills": [{"items": pieces(&[(rice, 1, 1)])}]})).await.created();
    assert_fields(&again["created"][0], json!({"customerName": "Musu/4", "splitIndex": 4, "splitCount": 2}));
}

#[tokio::test]
async fn an_order_has_at_most_twenty_bills() {
    let bar = TestBar::stocked().await;
    let order = bar.order_at(4, "Musu", &[("Beer", 30)]).await;
    let club = &order["items"][0];
    let bills = |count: usize, of: i64| json!({"bills": vec![json!({"items": pieces(&[(club, 1, of)])}); count]});
    bar.splits(&order, bills(20, 30)).await.refused(400, "invalid");
    bar.splits(&order, bills(19, 30)).await.created();
    bar.splits(&order, bills(1, 11)).await.refused(409, "conflict");
}

#[tokio::test]
async fn money_of_a_split_stays_on_bill_1() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    bar.pays(&order, json!({"amountUSD": 3})).await.ok();
    let club = &order["items"][0];
    let split = bar.splits(&order, json!({"bills": [{"items": pieces(&[(club, 4, 5)])}]})).await.created();
    // Two dollars pay for the beer that stays, one goes to the rice.
    assert_fields(&split["order"], json!({"paidAmountUSD": "3.00", "owedUSD": "0.00", "owedLRD": "760.00"}));
    assert_fields(&split["created"][0], json!({"paidAmountUSD": "0.00", "owedUSD": "8.00"}));
}
