//! The bill before payment: numbers, prints, states, changes, lists, paper.

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar, text, values_of};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::{CUSTOMER, assert_fields};
use crate::printing_steps::pages;

impl TestBar {
    /// Shows the bill of an order on a phone, as the bartender; returns the bill.
    pub async fn bills(&self, order: &Value) -> Value {
        self.prints_bill(order, json!({"print": false})).await.created()["bill"].clone()
    }

    /// Prints the bill of an order as the bartender.
    pub async fn prints_bill(&self, order: &Value, body: Value) -> Answer {
        self.bartender().post(&format!("/api/orders/{}/bill", order["id"]), body).await
    }

    /// Reads a bill again.
    pub async fn bill(&self, bill: &Value) -> Value {
        self.bartender().get(&format!("/api/bills/{}", text(&bill["number"]))).await.ok()
    }

    /// Asserts the state of a bill, and what its order was settled at.
    async fn expect_bill(&self, bill: &Value, state: &str, settled: Option<(&str, &str)>) {
        let members = json!({"state": state, "settledUSD": settled.map(|sum| sum.0), "settledLRD": settled.map(|sum| sum.1)});
        assert_fields(&self.bill(bill).await, members);
    }

    /// Numbers of the bills on a list.
    async fn bill_numbers(&self, query: &str) -> Vec<Value> {
        values_of(&self.bartender().get(&format!("/api/bills?{query}")).await.ok(), "number")
    }
}

#[tokio::test]
async fn an_unchanged_order_keeps_its_number_and_a_changed_one_gets_the_next() {
    let mut bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    assert_eq!(order["bill"], Value::Null);
    let first = bar.bills(&order).await;
    let members = json!({"number": "B-20261121-0001", "orderId": order["id"], "tableNumber": 4, "customerName": "Musu", "day": "2026-11-21",
        "userName": "bartender", "state": "open", "printCount": 1, "grandTotalUSD": "15.00", "grandTotalLRD": "2850.00", "settledUSD": null,
        "settledLRD": null, "changes": []});
    assert_fields(&first, members);
    assert_eq!(values_of(&first["items"], "quantity"), [5, 1]);
    let second = bar.bills(&order).await;
    assert_fields(&second, json!({"number": "B-20261121-0001", "printCount": 2}));
    assert_eq!(values_of(&second["prints"], "n"), [1, 2]);
    // Neither money nor another name is a change.
    bar.pays(&order, json!({"amountUSD": 1})).await.ok();
    bar.bartender().patch(&format!("/api/orders/{}", order["id"]), json!({"customerName": "Musu K", "notes": "window"})).await.ok();
    assert_eq!(bar.bills(&order).await["number"], "B-20261121-0001");
    bar.adds_item(&order, "Beer", 1).await.created();
    bar.expect_bill(&first, "changed", None).await;
    assert_eq!(bar.bill(&first).await["changes"], json!([]), "nothing was removed");
    let shown =
        json!({"number": "B-20261121-0001", "state": "changed", "printCount": 3, "grandTotalUSD": "15.00", "grandTotalLRD": "2850.00"});
    assert_fields(&bar.order(&order).await["bill"], shown);
    let next = bar.bills(&order).await;
    assert_fields(&next, json!({"number": "B-20261121-0002", "state": "open", "printCount": 1, "grandTotalUSD": "17.00"}));
    bar.expect_bill(&first, "replaced", None).await;
    assert_eq!(
        bar.audit_summaries("bills.printed", 2).await,
        ["Order #1: bill B-20261121-0002, $17.00 / L$3,230", "Order #1: bill B-20261121-0001, print 3"]
    );
    // Numbers have no gap, also after a restart, and begin again with the business day.
    bar.restart().await;
    let other = bar.takes_order(&[("Beer", 1)]).await;
    assert_eq!(bar.bills(&other).await["number"], "B-20261121-0003");
    bar.clock.pass(std::time::Duration::from_secs(24 * 3600));
    let again = bar.bills(&order).await;
    assert_fields(&again, json!({"number": "B-20261121-0002", "printCount": 2, "day": "2026-11-21"}));
    let last = bar.takes_order(&[("Beer", 1)]).await;
    assert_eq!(bar.bills(&last).await["number"], "B-20261122-0001");
}

#[tokio::test]
async fn a_change_stays_one_although_it_is_taken_back() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    let bill = bar.bills(&order).await;
    let added = bar.adds_item(&order, "Beer", 1).await.created();
    let item = &added["items"][2];
    bar.manager().delete(&format!("/api/orders/{}/items/{}", order["id"], item["id"])).await.ok();
    bar.expect_bill(&bill, "changed", None).await;
    let changed = bar.bill(&bill).await;
    let change =
        json!({"userName": "manager", "approvedBy": null, "text": "1 × Beer taken off", "amountUSD": "2.00", "amountLRD": "380.00"});
    assert_fields(&changed["changes"][0], change);
    // Fewer pieces are on the list; more are not.
    let path = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    for quantity in [3, 4] {
        bar.manager().patch(&path, json!({"quantity": quantity})).await.ok();
    }
    assert_eq!(values_of(&bar.bill(&bill).await["changes"], "text"), ["1 × Beer taken off", "2 × Beer taken off"]);
}

#[tokio::test]
async fn the_state_says_what_became_of_a_bill() {
    let bar = TestBar::stocked().await;
    let mut billed = Vec::new();
    for _ in 0..6 {
        let order = bar.takes_order(&[("Beer", 2), ("Rice", 1)]).await;
        billed.push((bar.bills(&order).await, order));
    }
    let [paid, other, credit, cancelled, voided, open] = &billed[..] else { panic!("six orders") };
    bar.pays(&paid.1, json!({"amountUSD": 9})).await.ok();
    bar.expect_bill(&paid.0, "paid", Some(("9.00", "1710.00"))).await;
    bar.manager().delete(&format!("/api/orders/{}/items/{}", other.1["id"], other.1["items"][1]["id"])).await.ok();
    bar.pays(&other.1, json!({"amountUSD": 4})).await.ok();
    bar.expect_bill(&other.0, "paid_other", Some(("4.00", "760.00"))).await;
    let tab = json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1});
    bar.manager().post(&format!("/api/orders/{}/credit", credit.1["id"]), tab).await.ok();
    bar.expect_bill(&credit.0, "credit", None).await;
    let body = json!({"status": "cancelled", "reason": "Left"});
    bar.manager().patch(&format!("/api/orders/{}/status", cancelled.1["id"]), body).await.ok();
    bar.expect_bill(&cancelled.0, "cancelled", None).await;
    assert_fields(&bar.bill(&cancelled.0).await["changes"][0], json!({"text": "Order cancelled", "amountUSD": "9.00"}));
    bar.pays(&voided.1, json!({"amountUSD": 9})).await.ok();
    bar.voids_order(&voided.1).await.ok();
    bar.expect_bill(&voided.0, "cancelled", Some(("9.00", "1710.00"))).await;
    let number = |bill: &Value| bill["number"].clone();
    assert_eq!(bar.bill_numbers("state=unpaid").await, [number(&open.0)]);
    assert_eq!(bar.bill_numbers("state=different").await, [number(&voided.0), number(&cancelled.0), number(&other.0)]);
    assert_eq!(bar.bill_numbers("state=all&limit=2").await, [number(&open.0), number(&voided.0)]);
    assert_eq!(bar.bill_numbers("state=different&from=2026-11-22").await, [Value::Null; 0]);
    // Those that are not paid are there whatever the day.
    assert_eq!(bar.bill_numbers("state=unpaid&from=2026-11-22&limit=1").await, [number(&open.0)]);
    assert_eq!(bar.bill_numbers("q=0003").await, [number(&credit.0)]);
    let csv = bar.manager().get("/api/bills?state=different&format=csv").await;
    assert_eq!(csv.status, 200);
    let row = "B-20261121-0002,2,,,Musu Kpadeh,2026-11-21,2026-11-21T20:00:00.000Z,bartender,paid_other,1,9.00,1710.00,4.00,760.00";
    assert!(csv.text().contains(row), "{}", csv.text());
    bar.bartender().get("/api/bills?format=csv").await.refused(403, "forbidden");
}

#[tokio::test]
async fn what_cannot_be_billed_stores_nothing() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    assert_eq!(bar.prints_bill(&order, json!({})).await.refused(409, "conflict")["message"], "No printer is set up");
    bar.prints_bill(&order, json!({"printerId": 9})).await.refused(404, "not_found");
    bar.prints_bill(&json!({"id": 99}), json!({"print": false})).await.refused(404, "not_found");
    let removed = format!("/api/orders/{}/items", order["id"]);
    for item in order["items"].as_array().expect("items") {
        bar.bartender().delete(&format!("{removed}/{}", item["id"])).await.ok();
    }
    assert_eq!(
        bar.prints_bill(&order, json!({"print": false})).await.refused(409, "conflict")["message"],
        "There is nothing on this order"
    );
    let paid = bar.takes_order(&[("Beer", 1)]).await;
    bar.pays(&paid, json!({"amountUSD": 2})).await.ok();
    bar.prints_bill(&paid, json!({"print": false})).await.refused(409, "already_paid");
    let credit = bar.takes_order(&[("Beer", 1)]).await;
    bar.puts_on_credit(&credit, CUSTOMER).await.ok();
    bar.prints_bill(&credit, json!({"print": false})).await.refused(409, "already_on_credit");
    assert_eq!(bar.bill_numbers("").await, [Value::Null; 0]);
    let next = bar.takes_order(&[("Beer", 1)]).await;
    assert_eq!(bar.bills(&next).await["number"], "B-20261121-0001", "refusals use no number");
}

#[tokio::test]
async fn a_bill_is_printed_with_what_is_still_to_pay() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::stocked().await;
    bar.sets_up_printers(&[("Counter", &printer, json!({"columns": 32, "profile": "generic-58"}))]).await;
    let order = bar.order_12().await;
    let answer = bar.prints_bill(&order, json!({})).await.created();
    assert_fields(&answer["job"], json!({"kind": "bill", "orderId": order["id"], "printerId": 1, "receiptNumber": null}));
    assert_fields(&answer["bill"]["prints"][0], json!({"n": 1, "userName": "bartender", "printerId": 1}));
    bar.pays(&order, json!({"amountUSD": 8, "paymentMethod": "card"})).await.ok();
    bar.prints_bill(&order, json!({})).await.created();
    bar.wait_until("/api/print-jobs", |jobs| values_of(jobs, "status").iter().all(|status| *status == "confirmed")).await;
    let pages: Vec<String> =
        pages(&printer).into_iter().filter(|page| page.iter().any(|line| line.contains("BILL"))).map(|page| page.join("\n")).collect();
    let expected = "\
Barback
BILL - NOT PAID
NOT A RECEIPT
--------------------------------
21 Nov 2026, 8:00 PM
Table 4 - Musu
Bill             B-20261121-0001
Order #1                 Print 2
--------------------------------
5 x Beer                  $10.00
  @ $2.00                L$1,900
1 x Rice                   L$950
  @ L$950                  $5.00
--------------------------------
TOTAL                     $15.00
in Liberian dollars      L$2,850
Paid                       $8.00
STILL TO PAY               $7.00
in Liberian dollars      L$1,330
Rate             1 USD = 190 LRD
--------------------------------
By bartender
Job 2       21 Nov 2026, 8:00 PM";
    assert_eq!(pages.len(), 2);
    assert!(pages[0].contains("Print 1") && !pages[0].contains("STILL TO PAY"), "{}", pages[0]);
    assert_eq!(pages[1], expected);
    bar.manager().post("/api/bills/print", json!({})).await.has_status(202);
    bar.bartender().post("/api/bills/print", json!({})).await.refused(403, "forbidden");
}
