//! Voids of a part of a line and of several lines: money, stock, totals and receipt are exact to the cent.

use serde_json::{Value, json};

use crate::bar::{TestBar, text, values_of};
use crate::order_steps::{CUSTOMER, assert_fields};

async fn void_pieces(bar: &TestBar, sale: &Value, quantity: i64) -> Value {
    let body = json!({"reason": "Wrong drink", "quantity": quantity});
    bar.manager().post(&format!("/api/sales/{}/void", sale["id"]), body).await.ok()
}

fn receipt_path(sold: &Value) -> String {
    format!("/api/receipts/{}", text(&sold["receipt"]["receiptNumber"]))
}

#[tokio::test]
async fn parts_of_a_line_give_back_exactly_what_was_paid() {
    let bar = TestBar::stocked().await;
    let body = json!({"sales": [{"productId": bar.id_of("Beer").await, "quantity": 3}],
        "tenders": [{"method": "card", "currency": "USD", "amount": "2.00"}, {"method": "cash", "currency": "LRD", "amount": "760.00"}]});
    let sold = bar.bartender().post("/api/sales/batch", body).await.created();
    let beer = &sold["sales"][0];
    bar.expect_takings(&[("cash", "0.00", "760.00"), ("card", "2.00", "0.00")]).await;
    let first = void_pieces(&bar, beer, 1).await;
    assert_fields(&first, json!({"quantity": 3, "voidedQuantity": 1, "voidedAt": null, "totalAmountUSD": "6.00"}));
    assert_eq!(values_of(&first["refunds"], "kind"), ["refund"]);
    assert_eq!(values_of(&first["refunds"][0]["tenders"], "amount"), ["-0.67", "-255.00"]);
    bar.expect_stock("Beer", 48).await;
    let figures = bar.bartender().get("/api/sales/analytics").await.ok();
    assert_fields(&figures, json!({"totalRevenue": "4.00", "salesCount": 1, "totalQuantity": 2}));
    let receipt = bar.bartender().get(&receipt_path(&sold)).await.ok();
    assert_eq!((&receipt["voided"], &receipt["totals"]["displayVoided"]), (&json!("part"), &json!("$2.00")));
    assert_fields(&receipt["items"][0], json!({"voided": false, "voidedQuantity": 1, "voidedDisplay": "$2.00"}));
    assert_eq!(receipt["givenBack"][0], json!({"name": "Credit/Debit Card", "amount": "$0.67"}));
    assert_eq!(values_of(&receipt["refunds"], "kind"), ["refund"]);
    let refused = bar.manager().post(&format!("/api/sales/{}/void", beer["id"]), json!({"reason": "x", "quantity": 3})).await;
    assert_eq!(refused.refused(409, "conflict")["remaining"], 2);
    void_pieces(&bar, beer, 1).await;
    let last = bar.voids_sale(beer).await.ok();
    assert_fields(&last, json!({"voidedQuantity": 3}));
    assert_ne!(last["voidedAt"], Value::Null);
    bar.expect_stock("Beer", 50).await;
    bar.expect_takings(&[]).await;
    let figures = bar.bartender().get("/api/sales/analytics").await.ok();
    assert_fields(&figures, json!({"totalRevenue": "0.00", "salesCount": 0, "totalQuantity": 0}));
    assert_eq!(values_of(&bar.bartender().get("/api/receipts").await.ok(), "voided"), ["all"]);
    bar.voids_sale(beer).await.refused(409, "conflict");
    let log = bar.admin().get("/api/admin/audit?limit=3").await.ok();
    assert!(log.to_string().contains("Voided 1 × Beer of receipt"), "{log}");
}

#[tokio::test]
async fn several_lines_are_voided_together_or_not_at_all() {
    let bar = TestBar::stocked().await;
    let id = async |name: &str| bar.id_of(name).await;
    let body = json!({"sales": [{"productId": id("Whisky").await, "quantity": 2}, {"productId": id("Beer").await, "quantity": 4}, {"productId": id("Rice").await, "quantity": 1}]});
    let sold = bar.bartender().post("/api/sales/batch", body).await.created();
    let path = format!("{}/void", receipt_path(&sold));
    let ids: Vec<&Value> = sold["sales"].as_array().expect("lines").iter().map(|sale| &sale["id"]).collect();
    let too_many = json!({"reason": "Wrong table", "lines": [{"saleId": ids[0]}, {"saleId": ids[1], "quantity": 5}]});
    bar.manager().post(&path, too_many).await.refused(409, "conflict");
    bar.expect_stock("Whisky", 48).await;
    let lines = json!([{"saleId": ids[0]}, {"saleId": ids[1], "quantity": 1}]);
    let preview = bar.manager().get(&format!("{}/refund?lines={}:2,{}:1", receipt_path(&sold), ids[0], ids[1])).await.ok();
    assert_eq!(preview["tenders"].as_array().map(Vec::len), Some(1));
    assert_fields(&preview["tenders"][0], json!({"method": "cash", "currency": "USD", "amount": "14.00"}));
    bar.bartender().post(&path, json!({"reason": "Wrong table", "lines": lines})).await.refused(403, "forbidden");
    let voided = bar.manager().post(&path, json!({"reason": "Wrong table", "lines": lines, "returnToStock": false})).await.ok();
    assert_eq!(values_of(&voided["sales"], "voidedQuantity"), [2, 1]);
    assert_eq!(values_of(&voided["refunds"], "amountUSD"), ["-12.00", "-2.00"]);
    assert_eq!(voided["receipt"]["voided"], "part");
    bar.expect_stock("Whisky", 48).await;
    bar.expect_takings(&[("cash", "6.00", "950.00")]).await;
    let other = bar.sells("Beer", 1).await;
    let of_another = json!({"reason": "x", "lines": [{"saleId": other["id"]}]});
    bar.manager().post(&path, of_another).await.refused(404, "not_found");
}

#[tokio::test]
async fn another_way_of_giving_back_is_spread_over_the_lines() {
    let bar = TestBar::stocked().await;
    let body = json!({"sales": [{"productId": bar.id_of("Whisky").await, "quantity": 1}, {"productId": bar.id_of("Beer").await, "quantity": 2}], "paymentMethod": "card"});
    let sold = bar.bartender().post("/api/sales/batch", body).await.created();
    let path = format!("{}/void", receipt_path(&sold));
    let lines = json!([{"saleId": sold["sales"][0]["id"]}, {"saleId": sold["sales"][1]["id"]}]);
    let void = |refund: Value| json!({"reason": "Card machine broke", "lines": lines, "refund": refund});
    let cash = |currency: &str, amount: &str| json!({"method": "cash", "currency": currency, "amount": amount});
    bar.manager().post(&path, void(json!([cash("USD", "8.00")]))).await.refused(400, "invalid");
    let voided = bar.manager().post(&path, void(json!([cash("USD", "5.00"), cash("LRD", "950.00")]))).await.ok();
    let tenders = |place: usize| values_of(&voided["refunds"][place]["tenders"], "amount");
    assert_eq!((tenders(0), tenders(1)), (vec![json!("-5.00"), json!("-190.00")], vec![json!("-760.00")]));
    bar.expect_takings(&[("cash", "-5.00", "-950.00"), ("card", "10.00", "0.00")]).await;
    let receipt = bar.bartender().get(&receipt_path(&sold)).await.ok();
    assert_eq!(receipt["voided"], "all");
    assert_eq!(values_of(&receipt["givenBack"], "amount"), ["$5.00", "L$190", "L$760"]);
}

#[tokio::test]
async fn an_order_is_voided_without_the_pieces_that_were_voided_before() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 3), ("Beer", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 20})).await.ok();
    let whisky = bar.sale_lines().await[0].clone();
    void_pieces(&bar, &whisky, 1).await;
    bar.expect_stock("Whisky", 48).await;
    bar.expect_takings(&[("cash", "14.00", "0.00")]).await;
    let voided = bar.voids_order(&order).await.ok();
    assert_eq!((&voided["status"], values_of(&voided["refunds"], "amountUSD")), (&json!("cancelled"), vec![json!("-14.00")]));
    bar.expect_stock("Whisky", 50).await;
    bar.expect_stock("Beer", 50).await;
    bar.expect_takings(&[]).await;
    let figures = bar.bartender().get("/api/sales/analytics").await.ok();
    assert_fields(&figures, json!({"totalRevenue": "0.00", "salesCount": 0}));
}

#[tokio::test]
async fn a_part_of_paid_credit_is_given_back_by_its_method() {
    let bar = TestBar::stocked().await;
    let item = bar.sells_on_credit(CUSTOMER, "Whisky", 2).await;
    bar.pays_credit(&item, json!({"amountLRD": 2280, "paymentMethod": "mobile"})).await.ok();
    let sale = bar.sale_lines().await[0].clone();
    let voided = void_pieces(&bar, &sale, 1).await;
    assert_fields(&voided["refunds"][0]["tenders"][0], json!({"method": "mobile", "currency": "LRD", "amount": "-1140.00"}));
    assert_eq!(values_of(&bar.bartender().get("/api/credit").await.ok(), "status"), ["paid"]);
    bar.expect_stock("Whisky", 49).await;
}
