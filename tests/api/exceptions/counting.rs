//! What counts as an exception, whose it is, and what does not count twice.

use serde_json::json;

use super::{OLD, places};
use crate::approvals::steps::{path, wrong_order};
use crate::bar::{TestBar, text};
use crate::devices::{BARTENDER, MANAGER, PIN, SENIOR_PIN};
use crate::fake_printer::{Behavior, FakePrinter};

#[tokio::test]
async fn an_item_that_was_just_added_and_not_sent_is_no_exception() {
    let bar = TestBar::stocked().await;
    let (beer, rice) = (bar.id_of("Beer").await, bar.id_of("Rice").await);
    let kitchen = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Kitchen", &kitchen, json!({"categories": ["food"], "receipts": false}))]).await;
    let musa = bar.bartender();
    let (order, items) = places(&musa, &[beer, rice, beer]).await;
    musa.delete(&format!("{order}/items/{}", items[0])).await.ok();
    assert!(bar.exceptions_of("bartender").await.is_null(), "neither sent nor old");
    musa.delete(&format!("{order}/items/{}", items[1])).await.ok();
    bar.expect_exceptions("bartender", &[("removedSent", 1, "5.00")]).await;
    bar.clock.pass(OLD);
    musa.delete(&format!("{order}/items/{}", items[2])).await.ok();
    bar.expect_exceptions("bartender", &[("removedSent", 2, "7.00")]).await;
    assert_eq!(bar.exceptions_of("bartender").await["receipts"], 0);
}

#[tokio::test]
async fn a_lowered_item_counts_once_with_the_pieces_that_went_and_a_cancelled_order_by_item() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 5), ("Whisky", 1), ("Rice", 2)]).await;
    bar.clock.pass(OLD);
    let musa = bar.bartender();
    let beer = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    musa.patch(&beer, json!({"quantity": 2, "reason": "Left"})).await.ok();
    bar.expect_exceptions("bartender", &[("removedSent", 1, "6.00")]).await;
    musa.patch(&beer, json!({"quantity": 4})).await.ok();
    musa.patch(&beer, json!({"notes": "cold"})).await.ok();
    bar.expect_exceptions("bartender", &[("removedSent", 1, "6.00")]).await;
    // Four beers, a whisky, and two rice at L$950; a fourth item is new.
    bar.adds_item(&order, "Whisky", 1).await.created();
    bar.sets_status(&order, "cancelled").await.ok();
    bar.expect_exceptions("bartender", &[("removedSent", 4, "30.00")]).await;
    // A later rate changes no worth.
    bar.set_rate(json!(250)).await;
    bar.expect_exceptions("bartender", &[("removedSent", 4, "30.00")]).await;
}

#[tokio::test]
async fn the_person_is_who_asked_and_the_manager_has_granted() {
    let bar = TestBar::with_rules(json!({"void_sale": "approve", "discount": "approve", "remove_sent": "approve"})).await;
    let musa = bar.bartender();
    bar.sells("Beer", 3).await;
    let body = json!({"reason": "wrong order", "quantity": 2});
    let refused = musa.asks("POST", "/api/sales/1/void", body.clone()).await.created();
    bar.manager().post(&path(&refused, "refuse"), json!({})).await.ok();
    let granted = bar.grants(&musa.asks("POST", "/api/sales/1/void", body.clone()).await.created()).await;
    // Twice: the second send does nothing.
    assert!(musa.sends("POST", "/api/sales/1/void", &body, &granted).await.status < 300);
    musa.sends("POST", "/api/sales/1/void", &body, &granted).await.refused(403, "approval_required");
    let cheap = json!({"productId": bar.id_of("Rice").await, "quantity": 2, "unitPrice": "900", "discountReason": "Regular"});
    let granted = bar.grants(&musa.asks("POST", "/api/sales", cheap.clone()).await.created()).await;
    musa.sends("POST", "/api/sales", &cheap, &granted).await.created();
    bar.expect_exceptions("bartender", &[("voids", 1, "4.00"), ("refusedApprovals", 1, "0.00"), ("discounts", 1, "0.53")]).await;
    bar.expect_exceptions("manager", &[]).await;
    assert_eq!(bar.exceptions_of("manager").await["granted"], 2);
    assert_eq!(bar.exceptions_of("bartender").await["granted"], 0);
    assert_eq!(bar.exceptions_of("bartender").await["receipts"], 2);
}

#[tokio::test]
async fn one_request_is_one_void_however_many_lines_and_an_order_is_one() {
    let bar = TestBar::stocked().await;
    let items = json!({"sales": bar.items(&[("Beer", 1), ("Whisky", 2)]).await});
    let sale = bar.bartender().post("/api/sales/batch", items).await.created();
    let (number, sold) = (text(&sale["receipt"]["receiptNumber"]).to_owned(), &sale["sales"]);
    let lines = json!({"reason": "Complaint", "lines": [{"saleId": sold[0]["id"]}, {"saleId": sold[1]["id"], "quantity": 1}]});
    bar.manager().request("POST", &format!("/api/receipts/{number}/void")).key("once").json(&lines).send().await.ok();
    bar.manager().request("POST", &format!("/api/receipts/{number}/void")).key("once").json(&lines).send().await.ok();
    bar.expect_exceptions("manager", &[("voids", 1, "8.00")]).await;
    // An order of which a beer was voided before: $2 of $10, so $8 is left.
    let order = bar.takes_order(&[("Beer", 2), ("Whisky", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 10})).await.ok();
    let beer = bar.sale_lines().await.into_iter().find(|line| line["orderId"] == order["id"]).expect("a line");
    bar.manager().post(&format!("/api/sales/{}/void", beer["id"]), json!({"reason": "Flat", "quantity": 1})).await.ok();
    bar.expect_exceptions("manager", &[("voids", 2, "10.00")]).await;
    bar.voids_order(&order).await.ok();
    bar.expect_exceptions("manager", &[("voids", 3, "18.00")]).await;
    // The receipts were taken all the same.
    assert_eq!(bar.exceptions_of("bartender").await["receipts"], 2);
}

#[tokio::test]
async fn a_discount_counts_where_it_is_given_and_not_again_when_it_is_paid() {
    let bar = TestBar::with_rules(json!({"discount": "allow"})).await;
    let cheap = |quantity: i64, price: &str| json!({"productId": 1, "quantity": quantity, "unitPrice": price, "discountReason": "Regular"});
    let musa = bar.bartender();
    let order = json!({"customerName": "Musu", "orderType": "takeout", "items": [cheap(2, "5.00"), cheap(1, "7.00")]});
    let order = musa.post("/api/orders", order).await.created();
    bar.expect_exceptions("bartender", &[("discounts", 1, "2.00")]).await;
    musa.post(&format!("/api/orders/{}/items", order["id"]), cheap(1, "5.75")).await.created();
    let mut credit = cheap(1, "4.00");
    credit["customerName"] = json!("Musu");
    let credit = musa.post("/api/credit", credit).await.created();
    bar.expect_exceptions("bartender", &[("discounts", 3, "4.25")]).await;
    bar.manager().post(&format!("/api/orders/{}/payment", order["id"]), json!({"amountUSD": 22.75})).await.ok();
    bar.pays_credit(&credit, json!({"amountUSD": 4})).await.ok();
    bar.expect_exceptions("bartender", &[("discounts", 3, "4.25")]).await;
    bar.expect_exceptions("manager", &[]).await;
    assert_eq!(bar.exceptions_of("manager").await["receipts"], 2);
}

#[tokio::test]
async fn the_drawer_by_hand_and_a_receipt_printed_again_count() {
    let bar = TestBar::with_rules(json!({"no_sale": "allow"})).await;
    let printer = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Till", &printer, json!({"opensDrawer": true}))]).await;
    bar.admin().put("/api/settings", json!({"autoPrint": false})).await.ok();
    let musa = bar.bartender();
    let sale = bar.sells("Beer", 1).await;
    bar.wait_until("/api/print-jobs", |jobs| jobs[0]["kind"] == "drawer").await;
    let print = format!("/api/receipts/{}/print", text(&sale["receiptNumber"]));
    let job = musa.post(&print, json!({})).await.has_status(202);
    bar.expect_exceptions("bartender", &[]).await;
    musa.post(&print, json!({})).await.has_status(202);
    bar.expect_exceptions("bartender", &[("reprints", 1, "0.00")]).await;
    // A second request for a job that was printed prints it again.
    let printed = |jobs: &serde_json::Value| {
        let is_done = |job: &serde_json::Value| job["status"] == "confirmed" || job["status"] == "sent";
        jobs.as_array().expect("jobs").iter().filter(|job| job["kind"] == "receipt").all(is_done)
    };
    bar.wait_until("/api/print-jobs", printed).await;
    musa.post(&format!("/api/print-jobs/{}/retry", job["id"]), json!({})).await.ok();
    bar.expect_exceptions("bartender", &[("reprints", 2, "0.00")]).await;
    musa.post("/api/drawer", json!({})).await.has_status(202);
    musa.post("/api/drawer", json!({"reason": "Change"})).await.has_status(202);
    bar.expect_exceptions("bartender", &[("reprints", 2, "0.00"), ("noSales", 2, "0.00")]).await;
}

#[tokio::test]
async fn a_wrong_pin_counts_for_whose_name_it_was_tried_in() {
    let (mut bar, device) = TestBar::with_device().await;
    for _ in 0..3 {
        bar.tries_pin(&device, BARTENDER, "9263").await.refused(403, "wrong_pin");
    }
    bar.tries_pin(&device, MANAGER, "926351").await.refused(403, "wrong_pin");
    bar.tries_pin(&device, 999, "9263").await.refused(403, "wrong_pin");
    bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    bar.signs_in_by_pin(&device, MANAGER, SENIOR_PIN).await;
    bar.expect_exceptions("bartender", &[("wrongPins", 3, "0.00")]).await;
    bar.expect_exceptions("manager", &[("wrongPins", 1, "0.00")]).await;
    let rows = bar.admin().get("/api/reports/exceptions").await.ok()["rows"].clone();
    assert_eq!(rows.as_array().expect("rows").len(), 2, "an unknown id is nobody");
    bar.loses_power().await;
    bar.expect_exceptions("bartender", &[("wrongPins", 3, "0.00")]).await;
}

#[tokio::test]
async fn what_is_refused_counts_nothing() {
    let bar = TestBar::with_rules(json!({"void_sale": "approve", "no_sale": "deny"})).await;
    bar.sells("Beer", 1).await;
    let musa = bar.bartender();
    musa.post("/api/sales/1/void", wrong_order()).await.refused(403, "approval_required");
    musa.asks("POST", "/api/sales/1/void", wrong_order()).await.created();
    musa.post("/api/drawer", json!({})).await.refused(403, "forbidden");
    musa.post("/api/sales", json!({"productId": 1, "quantity": 1, "unitPrice": "1.00", "discountReason": "x"}))
        .await
        .refused(403, "forbidden");
    bar.expect_exceptions("bartender", &[]).await;
}
