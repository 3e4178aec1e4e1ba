//! What each kind of approval says: summary, details, worth.

use serde_json::{Value, json};

use super::steps::wrong_order;
use crate::bar::{SECOND, TestBar};
use crate::fake_printer::{Behavior, FakePrinter};

async fn asks(bar: &TestBar, method: &str, path: &str, body: Value) -> (Value, Value) {
    let approval = bar.bartender().asks(method, path, body).await.created();
    let amounts = json!([approval["kind"], approval["summary"], approval["amountUSD"], approval["amountLRD"]]);
    (amounts, approval["lines"].clone())
}

fn lines(pairs: &[(&str, &str)]) -> Value {
    pairs.iter().map(|(label, value)| json!({"label": label, "value": value})).collect()
}

async fn everything_is_asked_for() -> TestBar {
    let all = ["void_sale", "void_order", "discount", "remove_sent", "cancel_order", "no_sale"];
    TestBar::with_rules(all.iter().map(|kind| ((*kind).to_owned(), json!("approve"))).collect::<serde_json::Map<_, _>>().into()).await
}

async fn at_table_4(bar: &TestBar, items: &[(&str, i64)]) -> Value {
    let items = bar.items(items).await;
    let order = json!({"customerName": "James Cooper", "orderType": "dine_in", "tableId": 4, "items": items});
    bar.bartender().post("/api/orders", order).await.created()
}

#[tokio::test]
async fn voids() {
    let bar = everything_is_asked_for().await;
    let order = at_table_4(&bar, &[("Beer", 2), ("Rice", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 4, "amountLRD": 950})).await.ok();
    let (says, details) = asks(&bar, "POST", "/api/sales/1/void", json!({"reason": "wrong order", "returnToStock": false})).await;
    assert_eq!(says, json!(["void_sale", "Void 2 × Beer, table 4, \"wrong order\", $4.00 / L$760.00", "4.00", "760.00"]));
    let place = [("Table", "4"), ("Order", "#1"), ("Guest", "James Cooper")];
    let goods = [("Goods", "2 × Beer, $4.00"), ("Reason", "wrong order"), ("Receipt", "R-20261121-0001")];
    let void = [("Money back", "$4.00"), ("How", "Paid in cash, back in cash"), ("Back to stock", "No")];
    assert_eq!(details, lines(&[place.as_slice(), goods.as_slice(), void.as_slice()].concat()));
    let both = json!({"reason": "wrong order", "lines": [{"saleId": 1, "quantity": 1}, {"saleId": 2}]});
    let (says, _) = asks(&bar, "POST", "/api/receipts/R-20261121-0001/void", both).await;
    assert_eq!(says, json!(["void_sale", "Void 1 × Beer, 1 × Rice, table 4, \"wrong order\", $7.00 / L$1,330.00", "7.00", "1330.00"]));
    let (says, details) = asks(&bar, "POST", "/api/orders/1/void", wrong_order()).await;
    assert_eq!(says, json!(["void_order", "Void 2 × Beer, 1 × Rice, table 4, \"wrong order\", $9.00 / L$1,710.00", "9.00", "1710.00"]));
    let goods = [("Goods", "2 × Beer, $4.00"), ("Goods", "1 × Rice, L$950"), ("Reason", "wrong order")];
    let void = [("Money back", "$4.00 + L$950"), ("How", "Paid in cash, back in cash"), ("Back to stock", "Yes")];
    assert_eq!(details, lines(&[place.as_slice(), goods.as_slice(), void.as_slice()].concat()));
}

#[tokio::test]
async fn discounts() {
    let bar = everything_is_asked_for().await;
    let line =
        |product: u64, unit: &str| json!({"productId": product, "quantity": 2, "unitPrice": unit, "discountReason": "Regular guest"});
    let (says, details) = asks(&bar, "POST", "/api/sales", line(2, "1.50")).await;
    let summary = "Sell 2 × Beer at $1.50 instead of $2.00, \"Regular guest\", $3.00 / L$570.00";
    assert_eq!(says, json!(["discount", summary, "3.00", "570.00"]));
    assert_eq!(details, lines(&[("Goods", "2 × Beer, $2.00 → $1.50"), ("Reason", "Regular guest")]));
    let batch = json!({"sales": [line(2, "2.00"), line(3, "900"), {"productId": 1, "quantity": 1}]});
    let (says, _) = asks(&bar, "POST", "/api/sales/batch", batch).await;
    assert_eq!(says[1], "Sell 2 × Rice at L$900 instead of L$950, \"Regular guest\", $9.48 / L$1,800.00");
    let order = json!({"customerName": "Musu", "orderType": "dine_in", "tableId": 7, "items": [line(2, "1.00")]});
    let (says, _) = asks(&bar, "POST", "/api/orders", order).await;
    assert_eq!(says[1], "Sell 2 × Beer at $1.00 instead of $2.00, table 7, \"Regular guest\", $2.00 / L$380.00");
    bar.takes_order(&[("Beer", 1)]).await;
    let (says, _) = asks(&bar, "POST", "/api/orders/1/items", line(2, "1.00")).await;
    assert_eq!(says[1], "Sell 2 × Beer at $1.00 instead of $2.00, order #1, \"Regular guest\", $2.00 / L$380.00");
    let mut credit = line(2, "0");
    credit["customerName"] = json!("Musu");
    let (says, details) = asks(&bar, "POST", "/api/credit", credit).await;
    assert_eq!(says[1], "Sell 2 × Beer at $0.00 instead of $2.00, \"Regular guest\", $0.00 / L$0.00");
    assert_eq!(details, lines(&[("Guest", "Musu"), ("Goods", "2 × Beer, $2.00 → $0.00"), ("Reason", "Regular guest")]));
}

#[tokio::test]
async fn items_taken_off_an_order() {
    let bar = everything_is_asked_for().await;
    at_table_4(&bar, &[("Beer", 4), ("Rice", 1)]).await;
    bar.bartender().patch("/api/orders/1/items/1", json!({"quantity": 3})).await.ok();
    bar.sets_status(&json!({"id": 1}), "preparing").await.ok();
    let lower = json!({"quantity": 1, "of": 3, "reason": "Spilled"});
    let (says, details) = asks(&bar, "PATCH", "/api/orders/1/items/1", lower).await;
    assert_eq!(says, json!(["remove_sent", "Take off 2 × Beer, table 4, \"Spilled\", $4.00 / L$760.00", "4.00", "760.00"]));
    let place = [("Table", "4"), ("Order", "#1"), ("Guest", "James Cooper")];
    let rest = [("Goods", "2 × Beer, $4.00"), ("Reason", "Spilled"), ("Left on the order", "$7.00 / L$1,330")];
    assert_eq!(details, lines(&[place.as_slice(), rest.as_slice()].concat()));
    let (says, _) = asks(&bar, "DELETE", "/api/orders/1/items/2", json!({})).await;
    assert_eq!(says[1], "Take off 1 × Rice, table 4, $5.00 / L$950.00");
    let (says, details) = asks(&bar, "PATCH", "/api/orders/1/status", json!({"status": "cancelled", "reason": "left"})).await;
    assert_eq!(says, json!(["cancel_order", "Cancel 3 × Beer, 1 × Rice, table 4, \"left\", $11.00 / L$2,090.00", "11.00", "2090.00"]));
    let rest = [("Goods", "3 × Beer, $6.00"), ("Goods", "1 × Rice, L$950"), ("Reason", "left"), ("Back to stock", "Yes")];
    assert_eq!(details, lines(&[place.as_slice(), rest.as_slice()].concat()));
    bar.bartender().patch("/api/orders/1/items/1", json!({"notes": "cold", "quantity": 4})).await.ok();
}

#[tokio::test]
async fn an_item_that_a_printer_got_counts_as_sent_at_once() {
    let bar = everything_is_asked_for().await;
    let kitchen = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Kitchen", &kitchen, json!({"categories": ["food"], "receipts": false}))]).await;
    bar.takes_order(&[("Beer", 2), ("Rice", 1)]).await;
    bar.bartender().delete("/api/orders/1/items/1").await.ok();
    bar.bartender().delete("/api/orders/1/items/2").await.refused(403, "approval_required");
    let cancel = json!({"status": "cancelled", "reason": "left"});
    bar.bartender().patch("/api/orders/1/status", cancel.clone()).await.refused(403, "approval_required");
    bar.takes_order(&[("Beer", 2)]).await;
    bar.bartender().patch("/api/orders/2/status", cancel).await.ok();
}

#[tokio::test]
async fn the_drawer() {
    let bar = everything_is_asked_for().await;
    let till = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Till", &till, json!({"opensDrawer": true}))]).await;
    let (says, details) = asks(&bar, "POST", "/api/drawer", json!({})).await;
    assert_eq!((says, details), (json!(["no_sale", "Open the drawer", null, null]), lines(&[("Printer", "Till")])));
    let why = json!({"reasonId": 22, "reason": "for table 4"});
    let (says, details) = asks(&bar, "POST", "/api/drawer", why).await;
    assert_eq!(says[1], "Open the drawer, \"Make change (for table 4)\"");
    assert_eq!(details, lines(&[("Reason", "Make change (for table 4)"), ("Printer", "Till")]));
    bar.sells("Beer", 1).await;
    let jobs = bar.bartender().get("/api/print-jobs").await.ok();
    assert_eq!(jobs[1]["kind"], "drawer", "cash opens it without a question");
}

#[tokio::test]
async fn a_reason_of_the_list_comes_with_its_note() {
    let bar = everything_is_asked_for().await;
    at_table_4(&bar, &[("Beer", 2), ("Rice", 1)]).await;
    bar.sets_status(&json!({"id": 1}), "preparing").await.ok();
    let badly = |more: Value| {
        let mut body = json!({"reasonId": 4, "reason": "too salty"});
        body.as_object_mut().expect("a body").extend(more.as_object().expect("members").clone());
        body
    };
    for (method, path, more, verb) in [
        ("DELETE", "/api/orders/1/items/2", json!({}), "Take off 1 × Rice"),
        ("PATCH", "/api/orders/1/items/1", json!({"quantity": 1, "of": 2}), "Take off 1 × Beer"),
        ("PATCH", "/api/orders/1/status", json!({"status": "cancelled"}), "Cancel 2 × Beer, 1 × Rice"),
    ] {
        let asked = bar.bartender().asks(method, path, badly(more)).await.created();
        bar.bartender().post(&format!("/api/approvals/{}/cancel", asked["id"]), json!({})).await.ok();
        let summary = asked["summary"].as_str().expect("a summary");
        assert!(summary.starts_with(&format!("{verb}, table 4, \"Badly made (too salty)\"")), "{summary}");
        assert!(asked["lines"].as_array().expect("lines").contains(&json!({"label": "Reason", "value": "Badly made (too salty)"})));
    }
    bar.sells("Beer", 2).await;
    let void = json!({"reasonId": 4, "reason": "warm"});
    let (says, _) = asks(&bar, "POST", "/api/sales/1/void", void).await;
    assert_eq!(says[1], "Void 2 × Beer, \"Badly made (warm)\", $4.00 / L$760.00");
    let line = json!({"productId": 2, "quantity": 1, "unitPrice": "1.00", "discountReasonId": 5, "discountReason": "Sarah's cousin"});
    let (says, _) = asks(&bar, "POST", "/api/sales", line).await;
    assert_eq!(says[1], "Sell 1 × Beer at $1.00 instead of $2.00, \"Regular guest (Sarah's cousin)\", $1.00 / L$190.00");
}

#[tokio::test]
async fn long_orders_are_cut_short() {
    let bar = everything_is_asked_for().await;
    let items = [("Beer", 1), ("Rice", 1), ("Whisky", 1), ("Beer", 2), ("Rice", 2), ("Whisky", 2), ("Beer", 3)];
    bar.takes_order(&items).await;
    bar.clock.pass(SECOND * 200);
    let (says, _) = asks(&bar, "PATCH", "/api/orders/1/status", json!({"status": "cancelled", "reason": "left"})).await;
    assert_eq!(says[1], "Cancel 1 × Beer, 1 × Rice, 1 × Whisky, 2 × Beer, 2 × Rice, 2 more, order #1, \"left\", $45.00 / L$8,550.00");
}
