//! Money on orders with a service charge: it is allocated to the charge last, and none of it is lost when the charge changes.

use serde_json::{Value, json};

use super::figures;
use super::service_charge::charge_path;
use crate::bar::TestBar;

const OWED: [&str; 2] = ["owedUSD", "owedLRD"];

/// Order A with a charge of 10 %, of which so many dollars are paid.
async fn with_dollars(amount: &str) -> (TestBar, Value) {
    let bar = TestBar::with_gst("included").await;
    bar.sets_service_charge(json!({"mode": "auto"})).await;
    let order = bar.order_a_of(6).await;
    let paid = bar.pays(&order, json!({"amountUSD": amount})).await.ok();
    (bar, paid["order"].clone())
}

fn waiver() -> Value {
    json!({"apply": false, "reason": "Regulars"})
}

async fn removes(bar: &TestBar, order: &Value, item: usize) -> crate::bar::Answer {
    let path = format!("/api/orders/{}/items/{}", order["id"], order["items"][item]["id"]);
    bar.manager().request("DELETE", &path).json(&json!({"reason": "Not wanted"})).send().await
}

#[tokio::test]
async fn money_is_laid_on_the_charge_last() {
    let (bar, order) = with_dollars("4.20").await;
    // $4.00 on Club, $0.20 on Rice.
    assert_eq!(figures(&order, OWED), ["0.40", "1007.00"]);
    let more = bar.adds_item(&order, "Club", 1).await.created();
    assert_eq!(figures(&more, OWED), ["2.60", "1007.00"]);
    let paid = bar.pays(&order, json!({"amountUSD": more["remainingUSD"]})).await.ok();
    assert_eq!((&paid["order"]["paymentStatus"], &paid["receipt"]["grandTotalUSD"]), (&json!("paid"), &json!("12.10")));
}

#[tokio::test]
async fn a_waiver_of_all_that_is_owed_pays_the_order() {
    let (bar, order) = with_dollars("9.00").await;
    assert_eq!(figures(&order, OWED), ["0.40", "95.00"]);
    let waived = bar.manager().post(&charge_path(&order), waiver()).await.ok();
    assert_eq!((&waived["paymentStatus"], &waived["receiptNumber"]), (&json!("paid"), &json!("R-20261121-0001")));
    bar.manager().post(&charge_path(&order), json!({"apply": true})).await.refused(409, "already_paid");
    assert_eq!(bar.admin().get("/api/sales/analytics").await.ok()["totalRevenue"], "9.00");
    bar.expect_takings(&[("cash", "9.00", "0.00")]).await;
}

#[tokio::test]
async fn fewer_guests_who_owe_nothing_pay_the_order() {
    let (bar, order) = with_dollars("9.00").await;
    let five = bar.seats(&order, json!(5)).await;
    assert_eq!((&five["paymentStatus"], &five["receiptNumber"], &five["guests"]), (&json!("paid"), &json!("R-20261121-0001"), &json!(5)));
    assert_eq!(bar.seats(&order, json!(6)).await["grandTotalUSD"], "9.00", "a paid order stays as it is");
}

#[tokio::test]
async fn no_change_leaves_more_paid_than_the_rest_comes_to() {
    let (bar, order) = with_dollars("9.50").await;
    assert_eq!(figures(&order, OWED), ["0.00", "76.00"]);
    bar.manager().post(&charge_path(&order), waiver()).await.refused(409, "conflict");
    bar.bartender().patch(&format!("/api/orders/{}", order["id"]), json!({"guests": 5})).await.refused(409, "conflict");
    removes(&bar, &order, 1).await.refused(409, "conflict");
    assert_eq!(bar.order(&order).await["owedLRD"], "76.00", "nothing changed");
}

#[tokio::test]
async fn a_charge_that_gets_less_than_was_paid_of_it_gives_its_money_to_the_items() {
    let (bar, order) = with_dollars("9.50").await;
    // One Rice more than was paid: the charge of both is L$190.
    bar.adds_item(&order, "Rice", 2).await.created();
    let more = bar.order(&order).await;
    assert_eq!(figures(&more, ["owedUSD", "owedLRD", "grandTotalUSD"]), ["0.00", "2166.00", "20.90"]);
    let waived = bar.manager().post(&charge_path(&order), waiver()).await.ok();
    // $0.40 and $0.10 of the charge, at 190, are L$95 on the new Rice.
    assert_eq!(figures(&waived, ["owedUSD", "owedLRD", "grandTotalUSD"]), ["0.00", "1805.00", "19.00"]);
    let paid = bar.pays(&order, json!({"amountLRD": "1805.00"})).await.ok();
    assert_eq!(paid["order"]["paymentStatus"], "paid");
    let receipt = bar.bartender().get(&format!("/api/receipts/{}", crate::bar::text(&paid["receipt"]["receiptNumber"]))).await.ok();
    assert_eq!(receipt["payments"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn fewer_pieces_have_a_smaller_charge() {
    let (bar, order) = with_dollars("2.00").await;
    let path = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    let less = bar.manager().patch(&path, json!({"quantity": 1, "reason": "One less"})).await.ok();
    assert_eq!(figures(&less, ["owedUSD", "owedLRD", "serviceChargeUSD"]), ["0.20", "1045.00", "0.70"]);
    let left = removes(&bar, &less, 1).await.ok();
    assert_eq!(figures(&left, ["owedUSD", "owedLRD", "grandTotalUSD"]), ["0.20", "0.00", "2.20"]);
    let voided = bar.voids_order(&order).await.ok();
    assert_eq!(voided["refunds"][0]["tenders"][0]["amount"], "-2.00");
}
