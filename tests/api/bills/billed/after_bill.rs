//! What is taken off after the bill: approvals, exceptions, X, Z and truth sheet.

use serde_json::{Value, json};

use crate::bar::{TestBar, values_of};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::assert_fields;
use crate::printing_steps::pages;
use crate::tills::DRAWER;

impl TestBar {
    /// The path of an item of an order.
    fn item_path(order: &Value, place: usize) -> String {
        format!("/api/orders/{}/items/{}", order["id"], order["items"][place]["id"])
    }
}

#[tokio::test]
async fn a_bartender_takes_items_off_after_the_bill_with_an_approval() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    // Before the bill it is free.
    bar.bartender().patch(&TestBar::item_path(&order, 0), json!({"quantity": 4})).await.ok();
    let bill = bar.bills(&order).await;
    let removal = TestBar::item_path(&order, 1);
    let refused = bar.bartender().delete(&removal).await.refused(403, "approval_required");
    assert_fields(&refused["approval"], json!({"kind": "after_bill", "summary": "Take off 1 × Rice, table 4, $5.00 / L$950.00"}));
    bar.bartender().patch(&TestBar::item_path(&order, 0), json!({"quantity": 3})).await.refused(403, "approval_required");
    bar.sets_status(&order, "cancelled").await.refused(403, "approval_required");
    let asked = json!({"method": "DELETE", "path": removal, "body": {}});
    let approval = bar.bartender().post("/api/approvals", asked).await.created();
    bar.manager().post(&format!("/api/approvals/{}/grant", approval["id"]), json!({})).await.ok();
    bar.bartender().sends("DELETE", &removal, &json!({}), &approval).await.ok();
    let bill = bar.bill(&bill).await;
    assert_eq!(bill["state"], "changed");
    let change =
        json!({"text": "1 × Rice taken off", "userName": "bartender", "approvedBy": "manager", "amountUSD": "5.00", "amountLRD": "950.00"});
    assert_fields(&bill["changes"][0], change);
    // A manager needs none, and another note, more pieces and a payment need none either.
    bar.bartender().patch(&TestBar::item_path(&order, 0), json!({"notes": "cold"})).await.ok();
    bar.manager().patch(&TestBar::item_path(&order, 0), json!({"quantity": 3})).await.ok();
    bar.bartender().patch(&TestBar::item_path(&order, 0), json!({"quantity": 4})).await.ok();
    bar.pays(&order, json!({"amountUSD": 1})).await.ok();
    let exceptions = bar.admin().get("/api/reports/exceptions").await.ok();
    let of = |name: &str| exceptions["rows"].as_array().expect("rows").iter().find(|row| row["userName"] == name).expect("a row").clone();
    assert_fields(&of("bartender")["kinds"]["afterBill"], json!({"count": 1, "worthUSD": "5.00"}));
    assert_fields(&of("manager")["kinds"]["afterBill"], json!({"count": 1, "worthUSD": "2.00"}));
}

#[tokio::test]
async fn the_rules_of_the_bar_allow_it_or_deny_it() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    bar.bills(&order).await;
    bar.admin().put("/api/settings", json!({"approvals": {"rules": {"after_bill": "deny"}}})).await.ok();
    bar.bartender().delete(&TestBar::item_path(&order, 1)).await.refused(403, "forbidden");
    bar.sets_status(&order, "cancelled").await.refused(403, "forbidden");
    bar.admin().put("/api/settings", json!({"approvals": {"rules": {"after_bill": "allow"}}})).await.ok();
    bar.bartender().delete(&TestBar::item_path(&order, 1)).await.ok();
}

#[tokio::test]
async fn x_and_truth_sheet_count_what_is_not_paid_and_what_differs() {
    let bar = TestBar::stocked().await;
    let sheet = async || bar.admin().get("/api/sheets/2026-11-21").await.ok()["unpaid"].clone();
    let unpaid = bar.order_12().await;
    assert_eq!(values_of(&sheet().await, "kind"), ["open_orders", "billed", "walk_outs"]);
    assert_eq!(values_of(&sheet().await, "count"), [1, 0, 0]);
    bar.bills(&unpaid).await;
    let different = bar.takes_order(&[("Beer", 2)]).await;
    bar.bills(&different).await;
    bar.manager().patch(&TestBar::item_path(&different, 0), json!({"quantity": 1})).await.ok();
    bar.pays(&different, json!({"amountUSD": 2})).await.ok();
    let rows = sheet().await;
    assert_eq!(values_of(&rows, "kind"), ["open_orders", "billed", "walk_outs", "bills_different"]);
    assert_eq!(
        (values_of(&rows, "count"), values_of(&rows, "worthUSD")),
        (vec![json!(0), json!(1), json!(0), json!(1)], vec![json!("0.00"), json!("15.00"), json!("0.00"), json!("4.00")])
    );
}

#[tokio::test]
async fn a_discount_after_the_bill_needs_an_approval_and_makes_it_another_amount() {
    let bar = TestBar::stocked().await;
    bar.admin().put("/api/settings", json!({"approvals": {"rules": {"discount": "allow"}}})).await.ok();
    let order = bar.order_12().await;
    let path = format!("/api/orders/{}/discount", order["id"]);
    let discount = json!({"percent": "10", "reason": "Regular"});
    let bill = bar.bills(&order).await;
    let refused = bar.bartender().post(&path, discount.clone()).await.refused(403, "approval_required");
    assert_eq!(refused["approval"]["kind"], "after_bill");
    bar.manager().post(&path, discount).await.ok();
    assert_eq!(bar.bill(&bill).await["state"], "changed");
    assert_eq!(values_of(&bar.bill(&bill).await["changes"], "text"), ["Discount of 10 % on 5 × Beer", "Discount of 10 % on 1 × Rice"]);
    assert_eq!(values_of(&bar.bill(&bill).await["changes"], "amountUSD"), ["1.00", "0.50"]);
    bar.pays(&order, json!({"amountUSD": "13.50"})).await.ok();
    assert_fields(&bar.bill(&bill).await, json!({"state": "paid_other", "settledUSD": "13.50", "settledLRD": "2565.00"}));
    let different = bar.bartender().get("/api/bills?state=different").await.ok();
    assert_eq!(values_of(&different, "number"), [bill["number"].clone()]);
}

#[tokio::test]
async fn a_move_changes_both_bills_and_a_merge_replaces_the_one_of_the_source() {
    let bar = TestBar::stocked().await;
    let (source, target) = (bar.order_12().await, bar.takes_order(&[("Whisky", 1)]).await);
    let (first, second) = (bar.bills(&source).await, bar.bills(&target).await);
    let moves = json!({"items": [{"itemId": source["items"][0]["id"], "quantity": 2, "of": 5}], "to": {"orderId": target["id"]}});
    let path = format!("/api/orders/{}/move", source["id"]);
    bar.admin().put("/api/settings", json!({"approvals": {"rules": {"move_after_bill": "approve"}}})).await.ok();
    assert_eq!(bar.bartender().post(&path, moves.clone()).await.refused(403, "approval_required")["approval"]["kind"], "move_after_bill");
    bar.admin().put("/api/settings", json!({"approvals": {"rules": {"move_after_bill": "allow"}}})).await.ok();
    bar.bartender().post(&path, moves).await.ok();
    let text = format!("2 × Beer moved to order #{}", target["id"]);
    let moved = bar.bill(&first).await;
    assert_eq!(moved["state"], "changed");
    assert_fields(&moved["changes"][0], json!({"text": text, "userName": "bartender", "amountUSD": "4.00", "amountLRD": "760.00"}));
    assert_fields(&bar.bill(&second).await, json!({"state": "changed", "changes": []}));
    let body = json!({"from": [source["id"]]});
    bar.bartender().post(&format!("/api/orders/{}/merge", target["id"]), body).await.ok();
    assert_eq!(bar.bill(&first).await["state"], "replaced");
    assert_eq!(bar.bill(&second).await["state"], "changed");
}

#[tokio::test]
async fn x_has_the_bills_on_screen_in_its_file_and_on_paper() {
    let bar = TestBar::with_tills("drawers").await;
    let printer = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Till", &printer, json!({"columns": 48}))]).await;
    let shift = bar.opens(&bar.bartender(), DRAWER, "0.00", "0.00").await;
    assert_eq!(bar.x(&shift).await.get("billsUnpaid"), None, "a bar without bills sees nothing of them");
    let order = bar.order_12().await;
    bar.bills(&order).await;
    let of_bills = json!({"count": 1, "amountUSD": "15.00", "amountLRD": "2850.00"});
    assert_eq!(bar.x(&shift).await["billsUnpaid"], of_bills);
    let x = format!("/api/shifts/{}/x", shift["id"]);
    let csv = bar.manager().get(&format!("{x}?format=csv")).await.text();
    assert!(csv.contains("information,billsUnpaid,USD,15.00,1") && csv.contains("information,billsUnpaid,LRD,2850.00,"), "{csv}");
    bar.manager().post(&format!("{x}/print"), json!({})).await.has_status(202);
    bar.wait_for_jobs(&["confirmed"]).await;
    let page = pages(&printer).pop().expect("an X");
    assert!(page.iter().any(|line| line.starts_with("Bills not paid 1")), "{page:?}");
}
