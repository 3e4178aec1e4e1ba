//! Items that go from one order to another: what they cost, the money that stays, tickets, and two phones at once.

use serde_json::{Value, json};

use super::pieces;
use crate::bar::{TestBar, text, values_of};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::assert_fields;
use crate::printing_steps::pages;

#[tokio::test]
async fn two_of_five_go_to_a_new_order_and_back() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    let club = &order["items"][0];
    let moved = bar.moves_items(&order, &[(club, 2, 5)], json!({"new": {}})).await.ok();
    let (order, new) = (&moved["order"], &moved["target"]);
    assert_fields(order, json!({"totalAmountUSD": "11.00", "totalAmountLRD": "2090.00", "splitIndex": 1, "splitCount": 2}));
    assert_fields(&order["items"][0], json!({"id": club["id"], "quantity": 3, "totalPrice": "6.00", "partOf": null}));
    let of_new = json!({"customerName": "Musu/2", "tableId": 4, "status": "pending", "totalAmountUSD": "4.00", "splitFrom": order["id"]});
    assert_fields(new, of_new);
    let part = &new["items"][0];
    let of_part = json!({"quantity": 2, "totalPrice": "4.00", "partOf": club["id"], "firstOrderId": order["id"], "unitPrice": "2.00"});
    assert_fields(part, of_part);
    bar.expect_stock("Beer", 45).await;
    assert_eq!(bar.audit_summaries("orders.items_moved", 1).await, ["2 × Beer moved from order #1 to order #2"]);

    let back = bar.moves_items(new, &[(part, 2, 2)], json!({"orderId": order["id"]})).await.ok();
    let sums = json!({"totalAmountUSD": "15.00", "totalAmountLRD": "2850.00", "owedUSD": "10.00", "owedLRD": "950.00", "splitCount": 1});
    assert_fields(&back["target"], sums);
    assert_eq!(back["target"]["items"].as_array().map(Vec::len), Some(3), "moving joins no items");
    let emptied = json!({"status": "cancelled", "cancelReason": "merged", "mergedInto": order["id"], "items": []});
    assert_fields(&back["order"], emptied);
    bar.expect_stock("Beer", 45).await;
    // What was cancelled by a move is no cancellation.
    assert_eq!(bar.audit_summaries("orders.moved", 1).await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_part_has_its_share_of_the_tax() {
    let bar = TestBar::with_gst("included").await;
    let order = bar.order_a(5, 1).await;
    let before = bar.order(&order).await;
    let moved = bar.moves_items(&order, &[(&order["items"][0], 2, 5)], json!({"new": {"tableId": null}})).await.ok();
    for figure in ["grandTotalUSD", "grandTotalLRD", "taxUSD", "taxLRD", "totalAmountUSD"] {
        let cents = |order: &Value| text(&order[figure]).replace('.', "").parse::<i64>().expect("an amount");
        assert_eq!(cents(&moved["order"]) + cents(&moved["target"]), cents(&before), "{figure}");
    }
    assert_eq!(moved["target"]["tableId"], Value::Null);
}

#[tokio::test]
async fn money_stays_on_the_rest() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    let (club, rice) = (&order["items"][0], &order["items"][1]);
    bar.pays(&order, json!({"amountUSD": 8})).await.ok();
    let refused = bar.moves_items(&order, &[(club, 5, 5)], json!({"new": {}})).await.refused(409, "conflict");
    assert_fields(&refused["order"], json!({"id": order["id"], "owedUSD": "2.00"}));
    let moved = bar.moves_items(&order, &[(club, 2, 5)], json!({"new": {}})).await.ok();
    let rest = &moved["order"];
    assert_fields(rest, json!({"paidAmountUSD": "8.00", "owedUSD": "0.00", "owedLRD": "570.00", "paymentStatus": "partial"}));
    assert_fields(&rest["items"][0], json!({"dueUSD": "0.00"}));
    assert_fields(&rest["items"][1], json!({"id": rice["id"], "dueLRD": "570.00"}));
    assert_fields(&moved["target"], json!({"paidAmountUSD": "0.00", "owedUSD": "4.00"}));
    // The money pays for all of the rest: it is paid, with its receipt.
    let moved = bar.moves_items(rest, &[(rice, 1, 1)], json!({"orderId": moved["target"]["id"]})).await.refused(409, "conflict");
    assert_eq!(moved["target"]["totalAmountUSD"], "4.00");
}

#[tokio::test]
async fn a_rest_that_is_paid_gets_its_receipt() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    bar.pays(&order, json!({"amountUSD": 10, "paymentMethod": "card"})).await.ok();
    let moved = bar.moves_items(&order, &[(&order["items"][1], 1, 1)], json!({"new": {}})).await.ok();
    assert_fields(&moved["order"], json!({"paymentStatus": "paid", "receiptNumber": "R-20261121-0001", "owedUSD": "0.00"}));
    assert_fields(&moved["target"], json!({"paymentStatus": "unpaid", "owedLRD": "950.00", "receiptNumber": null}));
    let said = "1 × Rice moved from order #1 to order #2, the rest is paid, receipt R-20261121-0001";
    assert_eq!(bar.audit_summaries("orders.items_moved", 1).await, [said]);
    bar.pays(&moved["target"], json!({"amountLRD": 950})).await.ok();
    bar.expect_takings(&[("card", "10.00", "0.00"), ("cash", "0.00", "950.00")]).await;
}

#[tokio::test]
async fn of_two_phones_the_second_is_told_where_the_item_went() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    let club = &order["items"][0];
    let [two, three] = [2, 3].map(|count| [(club, count, 5)]);
    let moves = |pieces| bar.moves_items(&order, pieces, json!({"new": {}}));
    let (first, second) = tokio::join!(moves(&two), moves(&three));
    let (won, lost) = if first.status == 200 { (first, second) } else { (second, first) };
    let target = won.ok()["target"]["id"].clone();
    let refused = lost.refused(409, "order_changed");
    assert_eq!((&refused["movedTo"], &refused["order"]["id"]), (&target, &order["id"]));
    // An item that was taken off is gone and went nowhere.
    let rice = &order["items"][1];
    bar.bartender().delete(&format!("/api/orders/{}/items/{}", order["id"], rice["id"])).await.ok();
    assert_eq!(bar.moves_items(&order, &[(rice, 1, 1)], json!({"new": {}})).await.refused(409, "order_changed")["movedTo"], Value::Null);
}

#[tokio::test]
async fn nothing_moves_to_or_from_an_order_that_is_closed() {
    let bar = TestBar::stocked().await;
    let (order, other) = (bar.order_12().await, bar.order_at(5, "Ama", &[("Whisky", 1)]).await);
    bar.pays(&other, json!({"amountUSD": 6})).await.ok();
    let club = &order["items"][0];
    let refused = bar.moves_items(&order, &[(club, 2, 5)], json!({"orderId": other["id"]})).await.refused(409, "already_paid");
    assert_fields(&refused["target"], json!({"id": other["id"], "paymentStatus": "paid"}));
    assert_fields(&bar.order(&order).await, json!({"totalAmountUSD": "15.00"}));
    bar.moves_items(&other, &[(&other["items"][0], 1, 1)], json!({"orderId": order["id"]})).await.refused(409, "already_paid");
    let tab = bar.order_at(6, "Ben", &[("Whisky", 1)]).await;
    bar.puts_on_credit(&tab, ("Ben", "0770")).await.ok();
    bar.moves_items(&order, &[(club, 2, 5)], json!({"orderId": tab["id"]})).await.refused(409, "already_on_credit");
    let gone = bar.order_at(6, "Cee", &[("Whisky", 1)]).await;
    bar.sets_status(&gone, "cancelled").await.ok();
    bar.moves_items(&order, &[(club, 2, 5)], json!({"orderId": gone["id"]})).await.refused(409, "conflict");
}

#[tokio::test]
async fn what_makes_no_sense_is_refused() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    let club = &order["items"][0];
    let new = || json!({"new": {}});
    for (items, to) in [
        (vec![], new()),
        (vec![(club, 0, 5)], new()),
        (vec![(club, 6, 5)], new()),
        (vec![(club, 1, 5), (club, 1, 5)], new()),
        (vec![(club, 1, 5)], json!({"orderId": order["id"]})),
        (vec![(club, 1, 5)], json!({})),
        (vec![(club, 1, 5)], json!({"orderId": 2, "new": {}})),
    ] {
        bar.moves_items(&order, &items, to).await.refused(400, "invalid");
    }
    bar.moves_items(&order, &[(club, 1, 5)], json!({"orderId": 99})).await.refused(404, "not_found");
    bar.moves_items(&order, &[(club, 1, 5)], json!({"new": {"tableId": 99}})).await.refused(404, "not_found");
    bar.moves_items(&order, &[(&json!({"id": 99}), 1, 1)], new()).await.refused(404, "not_found");
    let nowhere = bar.bartender().post("/api/orders/99/move", json!({"items": pieces(&[(club, 1, 5)]), "to": new()})).await;
    nowhere.refused(404, "not_found");
}

#[tokio::test]
async fn an_item_may_be_for_a_guest() {
    let bar = TestBar::stocked().await;
    let mut items = bar.items(&[("Beer", 2), ("Whisky", 1)]).await;
    items[0]["guest"] = json!("A");
    let order = bar.bartender().post("/api/orders", json!({"customerName": "Musu", "items": items})).await.created();
    assert_eq!(values_of(&order["items"], "guest"), [json!("A"), Value::Null]);
    let path = format!("/api/orders/{}/items", order["id"]);
    let label = |guest: Value| json!({"items": [{"itemId": order["items"][1]["id"], "guest": guest}]});
    let labelled = bar.bartender().patch(&path, label(json!("a"))).await.ok();
    assert_eq!(values_of(&labelled["items"], "guest"), ["A", "A"], "capitals make no other guest");
    assert_eq!(bar.audit_summaries("orders.items_labelled", 1).await, ["Order #1: 1 item for A"]);
    bar.bartender().patch(&path, label(json!("x".repeat(21)))).await.refused(400, "invalid");
    assert_eq!(values_of(&bar.bartender().patch(&path, label(Value::Null)).await.ok()["items"], "guest"), [json!("A"), Value::Null]);
    bar.pays(&order, json!({"amountUSD": 10})).await.ok();
    bar.bartender().patch(&path, label(json!("B"))).await.refused(409, "already_paid");
}

#[tokio::test]
async fn a_slip_tells_the_bar_that_items_went_to_another_table() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::stocked().await;
    bar.sets_up_printers(&[("Bar", &printer, json!({"columns": 32, "categories": ["drinks", "uncategorized"]}))]).await;
    bar.admin().put("/api/settings", json!({"autoPrint": false})).await.ok();
    let order = bar.order_12().await;
    bar.wait_for_jobs(&["confirmed"]).await;
    let club = &order["items"][0];
    // At the same table there is nothing to bring elsewhere.
    let stayed = bar.moves_items(&order, &[(club, 1, 5)], json!({"new": {}})).await.ok();
    let moved = bar.moves_items(&order, &[(club, 2, 4)], json!({"new": {"tableId": 7}})).await.ok();
    let jobs = bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
    assert_fields(&jobs[0], json!({"kind": "moved", "orderId": moved["target"]["id"], "printerName": "Bar"}));
    let slip = pages(&printer).pop().expect("a slip");
    let rule = "-".repeat(32);
    assert_eq!(slip[..7], ["MOVED", "ORDER #1 -> #3", "Table 4 -> Table 7", &rule, "2 x Beer", &rule, "By bartender"]);
    // The part that stayed at the table was on the ticket too: it is cancelled where that was printed.
    assert_eq!(values_of(&stayed["target"]["items"], "isSent"), [true]);
    bar.sets_status(&stayed["target"], "cancelled").await.ok();
    bar.wait_for_jobs(&["confirmed"; 3]).await;
    assert!(pages(&printer).pop().expect("a ticket").contains(&"NOT 1 x Beer".to_owned()));
    bar.expect_stock("Beer", 46).await;
}

#[tokio::test]
async fn a_move_that_is_sent_twice_happens_once() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    let path = format!("/api/orders/{}/move", order["id"]);
    let body = json!({"items": pieces(&[(&order["items"][0], 2, 5)]), "to": {"new": {}}});
    let send = || bar.bartender().request("POST", &path).key("move-1").json(&body).send();
    let (first, again) = (send().await, send().await);
    assert_eq!((first.status, first.bytes.clone()), (200, again.bytes.clone()));
    assert_eq!(bar.bartender().get("/api/orders?status=open").await.ok().as_array().map(Vec::len), Some(2));
}
