//! Payments of an order: their list, the receipt of several, slips, and giving one back.

use serde_json::{Value, json};

use super::pieces;
use crate::bar::{Answer, TestBar, text, values_of};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::assert_fields;
use crate::printing_steps::pages;
use crate::tills::{DRAWER, expect_rows, row};

impl TestBar {
    /// Gives a payment back as the manager.
    pub async fn gives_payment_back(&self, payment: &Value) -> Answer {
        self.manager().post(&format!("/api/payments/{}/refund", payment["id"]), json!({"reason": "Keyed wrongly"})).await
    }

    /// The payments of an order, oldest first.
    pub async fn payments_of(&self, order: &Value) -> Value {
        self.bartender().get(&format!("/api/orders/{}/payments", order["id"])).await.ok()
    }
}

/// What a payment changes of an order.
fn debts(order: &Value) -> Value {
    let names =
        ["owedUSD", "owedLRD", "remainingUSD", "remainingLRD", "paidAmountUSD", "paidAmountLRD", "changeLRD", "roundingLRD", "shares"];
    let of_items: Vec<Value> = values_of(&order["items"], "dueUSD").into_iter().chain(values_of(&order["items"], "dueLRD")).collect();
    let figures: Value = names.iter().map(|name| ((*name).to_owned(), order[*name].clone())).collect::<serde_json::Map<_, _>>().into();
    json!([figures, of_items, order["paymentStatus"]])
}

#[tokio::test]
async fn a_part_payment_that_was_given_back_was_never_made() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    bar.pays_part(&order, (1, 4), json!({"amountLRD": 1000})).await.ok();
    let (before, takings) = (debts(&bar.order(&order).await), bar.takings().await);
    // Dollars for a part in Liberian dollars: its worth on the item is no whole number of cents.
    let paid = bar.pays_part(&order, (2, 4), json!({"amountUSD": 5})).await.ok();
    assert_ne!(debts(&paid["order"]), before);
    let back = bar.gives_payment_back(&paid["payment"]).await.created();
    assert_eq!(debts(&back["order"]), before);
    assert_eq!(bar.takings().await, takings);
    assert_fields(
        &back["payment"],
        json!({"kind": "refund", "refunds": paid["payment"]["id"], "amountUSD": "-5.00", "changeLRD": "-235.00", "orderId": order["id"],
            "share": {"part": 2, "of": 4}}),
    );
    let refused = bar.gives_payment_back(&paid["payment"]).await.refused(409, "conflict");
    assert_eq!(refused["order"], back["order"]);
    bar.gives_payment_back(&back["payment"]).await.refused(409, "conflict");
    let list = bar.payments_of(&order).await;
    assert_eq!(values_of(&list, "kind"), ["payment", "payment", "refund"]);
    // The part is open again.
    assert_eq!(bar.shares(&order, 4).await.ok()["next"]["part"], 2);
    bar.pays_part(&order, (2, 4), json!({"amountLRD": 715})).await.ok();
    let summary = &bar.audit_summaries("orders.payment_refunded", 1).await[0];
    assert_eq!(*summary, json!(format!("Order #{}: payment 2 taken back, $5.00 given back: Keyed wrongly", order["id"])));
}

#[tokio::test]
async fn the_debts_are_as_if_an_earlier_payment_had_not_been_made() {
    let bar = TestBar::stocked().await;
    let [order, without] = [bar.order_12().await, bar.order_12().await];
    let first = bar.pays(&order, json!({"amountUSD": 10})).await.ok();
    for order in [&order, &without] {
        bar.pays(order, json!({"amountLRD": 500})).await.ok();
    }
    let back = bar.gives_payment_back(&first["payment"]).await.created();
    assert_eq!(debts(&back["order"]), debts(&bar.order(&without).await));
    bar.pays(&order, json!({"amountLRD": back["order"]["remainingLRD"]})).await.ok();
    bar.expect_takings(&[("cash", "0.00", "3350.00")]).await;
}

#[tokio::test]
async fn an_order_whose_only_part_was_given_back_is_not_shared_any_more() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    let before = debts(&bar.order(&order).await);
    let paid = bar.pays_part(&order, (1, 4), json!({"amountLRD": 715})).await.ok();
    let back = bar.gives_payment_back(&paid["payment"]).await.created();
    assert_eq!(debts(&back["order"]), before);
    bar.pays_part(&order, (1, 3), json!({"amountLRD": 950})).await.ok();
}

#[tokio::test]
async fn the_second_of_four_parts_is_open_again_when_the_third_is_paid() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    let mut payments = Vec::new();
    for part in 1..=3 {
        payments.push(bar.pays_part(&order, (part, 4), json!({"amountLRD": 715})).await.ok()["payment"].clone());
    }
    let back = bar.gives_payment_back(&payments[1]).await.created();
    assert_fields(&back["order"], json!({"shares": {"of": 4, "paid": 2, "left": 2}, "remainingLRD": "1425.00"}));
    let shares = bar.shares(&order, 4).await.ok();
    assert_eq!((&shares["next"]["part"], &shares["amountsLRD"]), (&json!(2), &json!(["715.00", "710.00"])));
    bar.pays_part(&order, (2, 4), json!({"amountLRD": 715})).await.ok();
    let last = bar.pays_part(&order, (4, 4), json!({"amountLRD": 710})).await.ok();
    assert_eq!(last["order"]["paymentStatus"], "paid");
    let receipt = bar.bartender().get(&format!("/api/receipts/{}", text(&last["receipt"]["receiptNumber"]))).await.ok();
    assert_eq!(values_of(&receipt["payments"], "id").len(), 4, "without the one that was given back");
}

#[tokio::test]
async fn only_a_payment_on_an_open_order_is_given_back() {
    let bar = TestBar::stocked().await;
    let [paid, credit, voided] = [bar.order_12().await, bar.order_12().await, bar.order_12().await];
    let mut payments = Vec::new();
    for order in [&paid, &credit, &voided] {
        payments.push(bar.pays(order, json!({"amountUSD": 5})).await.ok()["payment"].clone());
    }
    bar.pays(&paid, json!({"amountUSD": 10})).await.ok();
    bar.puts_on_credit(&credit, ("James", "0770 222 222")).await.ok();
    bar.voids_order(&voided).await.ok();
    bar.gives_payment_back(&payments[0]).await.refused(409, "already_paid");
    bar.gives_payment_back(&payments[1]).await.refused(409, "already_on_credit");
    bar.gives_payment_back(&payments[2]).await.refused(409, "conflict");
    bar.sells("Beer", 1).await;
    let counter = bar.manager().get("/api/payments").await.ok()[0].clone();
    bar.gives_payment_back(&counter).await.refused(409, "conflict");
    bar.gives_payment_back(&json!({"id": 999})).await.refused(404, "not_found");
    let path = format!("/api/payments/{}/refund", payments[0]["id"]);
    bar.manager().post(&path, json!({})).await.invalid("Reason is required");
}

#[tokio::test]
async fn a_tip_and_a_void_afterwards_come_out_even() {
    let bar = TestBar::stocked().await;
    bar.admin().put("/api/settings", json!({"tips": {"mode": "person"}})).await.ok();
    let order = bar.order_12().await;
    let paid = bar.pays_part(&order, (1, 2), json!({"amountLRD": 1500, "keepChange": true})).await.ok();
    assert_eq!(paid["payment"]["tipLRD"], "75.00");
    let back = bar.gives_payment_back(&paid["payment"]).await.created();
    assert_fields(&back["payment"], json!({"tipLRD": "-75.00", "amountLRD": "-1500.00"}));
    bar.expect_takings(&[]).await;
    bar.pays(&order, json!({"amountUSD": 4})).await.ok();
    let voided = bar.voids_order(&order).await.ok();
    assert_eq!(values_of(&voided["refunds"], "amountUSD"), ["-4.00"]);
    bar.expect_takings(&[]).await;
}

#[tokio::test]
async fn a_shift_counts_it_out_as_it_counted_it_in() {
    let bar = TestBar::with_tills("drawers").await;
    let person = bar.bartender();
    let shift = bar.opens(&person, DRAWER, "20.00", "0.00").await;
    let before = bar.x(&shift).await;
    let order = bar.order_12().await;
    let paid = bar.pays_part(&order, (1, 4), json!({"amountUSD": 5})).await.ok();
    assert_eq!(bar.cash_of(DRAWER).await, ("25.00".to_owned(), "-235.00".to_owned()));
    let back = bar.bartender().post(&format!("/api/payments/{}/refund", paid["payment"]["id"]), json!({"reason": "x"})).await;
    back.refused(403, "approval_required");
    bar.admin().put("/api/settings", json!({"approvals": {"rules": {"refund": "allow"}}})).await.ok();
    let back = bar.bartender().post(&format!("/api/payments/{}/refund", paid["payment"]["id"]), json!({"reason": "x"})).await.created();
    assert_eq!(back["payment"]["shiftId"], shift["id"]);
    assert_eq!(bar.cash_of(DRAWER).await, ("20.00".to_owned(), "0.00".to_owned()));
    let after = bar.x(&shift).await;
    for name in ["takings", "partsReceived", "otherCurrency", "changeInOther", "cash"] {
        assert_eq!(row(&after, "bridge", name), row(&before, "bridge", name), "{name}");
    }
    expect_rows(&after, "cash", &[("refunds", "-5.00", "0.00")]);
}

#[tokio::test]
async fn a_bartender_asks_before_a_payment_is_given_back() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    let paid = bar.pays(&order, json!({"amountLRD": 950})).await.ok();
    let path = format!("/api/payments/{}/refund", paid["payment"]["id"]);
    bar.bartender().post(&path, json!({"reason": "Keyed wrongly"})).await.refused(403, "approval_required");
    let approval = bar.bartender().asks("POST", &path, json!({"reason": "Keyed wrongly"})).await.created();
    assert_fields(&approval, json!({"kind": "refund", "summary": "Give a payment back, table 4, \"Keyed wrongly\", $5.00 / L$950.00"}));
    bar.grants(&approval).await;
    bar.bartender().with_approval(&approval).post(&path, json!({"reason": "Keyed wrongly"})).await.created();
}

/// A bar whose receipts print on a fake printer, with 32 columns.
async fn with_receipts() -> (TestBar, FakePrinter) {
    let bar = TestBar::stocked().await;
    let printer = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Till", &printer, json!({"columns": 32}))]).await;
    (bar, printer)
}

#[tokio::test]
async fn each_part_prints_a_slip_and_the_last_one_the_receipt() {
    let (bar, printer) = with_receipts().await;
    let order = bar.order_12().await;
    bar.pays_part(&order, (1, 4), json!({"amountLRD": 715})).await.ok();
    bar.pays_part(&order, (2, 4), json!({"amountLRD": 1000})).await.ok();
    for part in 3..=4 {
        bar.pays_part(&order, (part, 4), json!({"amountLRD": 710})).await.ok();
    }
    bar.wait_for_jobs(&["confirmed"; 5]).await;
    let kinds = values_of(&bar.bartender().get("/api/print-jobs").await.ok(), "kind");
    assert_eq!(kinds, ["receipt", "payment_slip", "payment_slip", "payment_slip", "payment_slip"]);
    let pages = pages(&printer);
    let second = pages.iter().find(|page| page.iter().any(|line| line.contains("Part 2 of 4"))).expect("a slip");
    let place = second.iter().position(|line| line.trim() == "PART PAYMENT").expect("a title");
    assert_eq!(second[place + 1].trim(), "NOT A RECEIPT");
    let expected = [
        "21 Nov 2026, 8:00 PM        Cash",
        "Table 4 - Musu",
        "Payment P-2          Part 2 of 4",
        "--------------------------------",
        "Paid                      L$715",
        "Given                   L$1,000",
        "Change                    L$285",
        "Order total             L$2,850",
        "Still to pay            L$1,420",
        "Rate            1 USD = 190 LRD",
    ];
    let tidy = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = second[place + 3..].iter().map(|line| tidy(line)).collect();
    assert_eq!(lines[..expected.len()], expected.map(tidy));
    let receipt = pages.last().expect("the receipt");
    let parts: Vec<String> = receipt.iter().filter(|line| line.contains(" of 4)")).map(|line| tidy(line)).collect();
    let lines = ["L$715 (1 of 4)", "L$1,000 (2 of 4)", "L$710 (3 of 4)", "L$710 (4 of 4)"].map(|part| format!("8:00 PM Cash {part}"));
    assert_eq!(parts, lines);
}

#[tokio::test]
async fn the_papers_of_a_split_say_which_bill_they_are() {
    let (bar, printer) = with_receipts().await;
    let order = bar.order_12().await;
    let bills = json!({"bills": [{"items": pieces(&[(&order["items"][0], 2, 5)])}, {"items": pieces(&[(&order["items"][1], 1, 1)])}]});
    let created = bar.splits(&order, bills).await.created()["created"].clone();
    bar.prints_bill(&created[0], json!({})).await.created();
    bar.pays_part(&created[0], (1, 2), json!({"amountUSD": 2})).await.ok();
    bar.pays_part(&created[0], (2, 2), json!({"amountUSD": 2})).await.ok();
    bar.wait_for_jobs(&["confirmed"; 4]).await;
    // The third bill goes back into the first: there is no third one any more.
    bar.merges(&order, &[&created[1]]).await.ok();
    bar.pays(&order, json!({"amountUSD": 11})).await.ok();
    bar.wait_for_jobs(&["confirmed"; 5]).await;
    let places: Vec<Vec<String>> = pages(&printer)
        .iter()
        .map(|page| {
            page.iter().map(|line| line.trim().to_owned()).filter(|line| line.starts_with("Bill ") && line.contains(" of ")).collect()
        })
        .collect();
    assert_eq!(places, [["Bill 2 of 3"], ["Bill 2 of 3"], ["Bill 2 of 3"], ["Bill 2 of 3"], ["Bill 1 of 2"]]);
}

#[tokio::test]
async fn slips_can_be_off_and_any_payment_has_one_on_request() {
    let (bar, printer) = with_receipts().await;
    bar.admin().put("/api/settings", json!({"bills": {"slips": false}})).await.ok();
    let order = bar.order_12().await;
    let paid = bar.pays_part(&order, (1, 4), json!({"amountUSD": 5})).await.ok();
    let path = format!("/api/payments/{}/slip", paid["payment"]["id"]);
    let job = bar.bartender().post(&path, json!({})).await.has_status(202);
    assert_fields(&job, json!({"kind": "payment_slip"}));
    bar.wait_for_jobs(&["confirmed"]).await;
    let page = pages(&printer).pop().expect("a slip").join("\n");
    for words in ["Part 1 of 4", "L$715", "$5.00", "L$235", "L$2,135"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    bar.bartender().post("/api/payments/999/slip", json!({})).await.refused(404, "not_found");
}
