//! The cash drawer: opens when cash is received, within ten seconds or not at all.

use serde_json::{Value, json};

use crate::bar::{SECOND, TestBar, values_of};
use crate::escpos_reader::Command;
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::{CUSTOMER, assert_fields};
use crate::printing_steps::{drawer_pulses, jobs};

/// A stocked bar whose printer opens a drawer and prints nothing automatically.
async fn with_drawer(printer: &FakePrinter, more: Value) -> TestBar {
    let bar = TestBar::stocked().await;
    let mut setting = more;
    setting["opensDrawer"] = json!(true);
    bar.sets_up_printers(&[("Till", printer, setting)]).await;
    bar.admin().put("/api/settings", json!({"autoPrint": false})).await.ok();
    bar
}

/// Number of drawer jobs so far.
async fn drawer_job_count(bar: &TestBar) -> usize {
    values_of(&bar.bartender().get("/api/print-jobs").await.ok(), "kind").iter().filter(|kind| **kind == "drawer").count()
}

#[tokio::test]
async fn cash_opens_the_drawer_and_a_card_does_not() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = with_drawer(&printer, json!({"drawerPin": 5})).await;
    bar.sells("Beer", 1).await;
    let job_list = bar.wait_for_jobs(&["confirmed"]).await;
    assert_fields(&job_list[0], json!({"kind": "drawer", "receiptNumber": null, "orderId": null, "printerName": "Till", "attempts": 1}));
    let expected = vec![Command::Reset, Command::ChineseOff, Command::CodePage(0), Command::Drawer { pin: 1, on: 50, off: 250 }];
    assert_eq!(jobs(&printer)[0][..4], expected, "a job of its own, on 100 ms, off 500 ms");

    bar.bartender().post("/api/sales", json!({"productId": 2, "quantity": 1, "paymentMethod": "card"})).await.created();
    assert_eq!(drawer_job_count(&bar).await, 1, "a card");
    let order = bar.takes_order(&[("Beer", 2)]).await;
    bar.pays(&order, json!({"amountUSD": 1, "paymentMethod": "mobile"})).await.ok();
    assert_eq!(drawer_job_count(&bar).await, 1, "mobile money");
    bar.pays(&order, json!({"amountUSD": 1, "paymentMethod": "cash"})).await.ok();
    assert_eq!(drawer_job_count(&bar).await, 2, "a part in cash");
    bar.pays(&order, json!({"amountUSD": 5, "paymentMethod": "mixed"})).await.ok();
    assert_eq!(drawer_job_count(&bar).await, 3, "the rest, with change: one job, although it also records a sale");
    let credit = bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
    assert_eq!(drawer_job_count(&bar).await, 3, "nothing is paid yet");
    bar.pays_credit(&credit, json!({})).await.ok();
    assert_eq!(drawer_job_count(&bar).await, 4);
    bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
    bar.bartender().post("/api/tabs/payment", json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "amountUSD": 2})).await.ok();
    assert_eq!(drawer_job_count(&bar).await, 5);
    bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
    bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": CUSTOMER.0, "paymentMethod": "check"})).await.ok();
    assert_eq!(drawer_job_count(&bar).await, 5, "a cheque");
    bar.wait_until("/api/print-jobs", |jobs| values_of(jobs, "status").iter().all(|status| *status == "confirmed")).await;
    assert_eq!(drawer_pulses(&printer).len(), 5);
}

#[tokio::test]
async fn a_free_sale_opens_no_drawer() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = with_drawer(&printer, json!({})).await;
    let free = json!({"productId": 2, "quantity": 1, "unitPrice": "0.00", "discountReason": "On the house"});
    bar.manager().post("/api/sales", free.clone()).await.created();
    let (mut on_credit, name) = (free, CUSTOMER.0);
    on_credit["customerName"] = json!(name);
    let credit = bar.manager().post("/api/credit", on_credit).await.created();
    bar.pays_credit(&credit, json!({"paymentMethod": "cash"})).await.ok();
    assert_eq!(drawer_job_count(&bar).await, 0);
}

#[tokio::test]
async fn only_the_drawer_of_the_receipt_printer_opens() {
    let (one, two) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Normal));
    let bar = TestBar::stocked().await;
    let kitchen = json!({"opensDrawer": true, "receipts": false});
    bar.sets_up_printers(&[("Kitchen", &one, kitchen), ("Till", &two, json!({"opensDrawer": true}))]).await;
    bar.sells("Beer", 1).await;
    let job_list = bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
    assert_eq!(values_of(&job_list, "kind"), ["receipt", "drawer"]);
    assert_eq!((drawer_pulses(&one).len(), drawer_pulses(&two).len()), (0, 1));
    bar.bartender().post("/api/drawer", json!({"printerId": 1})).await.has_status(202);
    bar.wait_for_jobs(&["confirmed"; 3]).await;
    assert_eq!((drawer_pulses(&one).len(), drawer_pulses(&two).len()), (1, 1));
}

#[tokio::test]
async fn the_drawer_never_opens_late() {
    let mut printer = FakePrinter::start(Behavior::Normal);
    printer.stop();
    let bar = with_drawer(&printer, json!({})).await;
    bar.sells("Beer", 1).await;
    bar.wait_for_jobs(&["blocked"]).await;
    bar.clock.pass(11 * SECOND);
    let job_list = bar.wait_for_jobs(&["expired"]).await;
    assert_eq!(job_list[0]["error"], "The printer could not open the drawer in time");
    printer.restart();
    bar.bartender().post("/api/print-jobs/1/retry", json!({})).await.refused(409, "conflict");
    bar.bartender().post("/api/print-jobs/1/move", json!({"printerId": 1})).await.refused(409, "conflict");
    bar.admin().post("/api/printers/1/test", json!({})).await.has_status(202);
    bar.wait_for_jobs(&["confirmed", "expired"]).await;
    assert_eq!(drawer_pulses(&printer), []);
}

/// The age of a job is measured in running time, so setting the clock back does not make it younger.
#[tokio::test]
async fn a_clock_set_back_does_not_extend_a_drawer_job() {
    let mut printer = FakePrinter::start(Behavior::Normal);
    printer.stop();
    let bar = with_drawer(&printer, json!({})).await;
    bar.sells("Beer", 1).await;
    bar.wait_for_jobs(&["blocked"]).await;
    bar.clock.pass(11 * SECOND);
    bar.clock.jump_to("2020-01-01T00:00:00Z");
    printer.restart();
    bar.wait_for_jobs(&["expired"]).await;
    assert_eq!(drawer_pulses(&printer), []);
}

#[tokio::test]
async fn a_drawer_job_expires_at_a_restart() {
    let mut printer = FakePrinter::start(Behavior::Normal);
    printer.stop();
    let mut bar = with_drawer(&printer, json!({})).await;
    bar.sells("Beer", 1).await;
    bar.wait_for_jobs(&["blocked"]).await;
    bar.loses_power().await;
    printer.restart();
    bar.wait_for_jobs(&["expired"]).await;
    bar.sells("Beer", 1).await;
    bar.wait_for_jobs(&["confirmed", "expired"]).await;
    assert_eq!(drawer_pulses(&printer).len(), 1, "only the new one");
}

/// A receipt that waits for paper must not delay the drawer. Without paper the drawer stays shut: the printer would keep the
/// pulse and open the drawer when the roll is changed.
#[tokio::test]
async fn the_drawer_job_precedes_waiting_jobs() {
    let printer = FakePrinter::start(Behavior::PaperOut);
    let bar = with_drawer(&printer, json!({})).await;
    bar.admin().put("/api/settings", json!({"autoPrint": true})).await.ok();
    bar.bartender().post("/api/sales", json!({"productId": 2, "quantity": 1, "paymentMethod": "card"})).await.created();
    bar.wait_for_jobs(&["blocked"]).await;
    printer.set_behavior(Behavior::Normal);
    bar.bartender().post("/api/drawer", json!({})).await.has_status(202);
    bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
    assert!(jobs(&printer)[0].iter().any(|command| matches!(command, Command::Drawer { .. })), "the drawer was first");
}

#[tokio::test]
async fn opening_the_drawer_by_hand_is_recorded() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = with_drawer(&printer, json!({})).await;
    let job = bar.bartender().post("/api/drawer", json!({})).await.has_status(202);
    assert_fields(&job, json!({"kind": "drawer", "status": "queued", "printerId": 1, "printerName": "Till"}));
    bar.wait_for_jobs(&["confirmed"]).await;
    assert_eq!(drawer_pulses(&printer).len(), 1);
    let log = bar.admin().get("/api/admin/audit?kind=printing.queued").await.ok();
    assert_fields(&log[0], json!({"userName": "bartender", "summary": "Drawer opened by hand"}));
    bar.sells("Beer", 1).await;
    bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
    let log = bar.admin().get("/api/admin/audit?kind=printing.moved").await.ok();
    assert_eq!(log[0]["summary"], "Drawer for bartender confirmed");
}

#[tokio::test]
async fn opening_a_drawer_is_refused_without_one() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::stocked().await;
    bar.bartender().post("/api/drawer", json!({})).await.refused(409, "conflict");
    bar.sets_up_printers(&[("Till", &printer, json!({}))]).await;
    bar.bartender().post("/api/drawer", json!({})).await.refused(409, "conflict");
    bar.bartender().post("/api/drawer", json!({"printerId": 1})).await.refused(409, "conflict");
    bar.bartender().post("/api/drawer", json!({"printerId": 9})).await.refused(404, "not_found");
    bar.bartender().post("/api/drawer", json!({"printerId": "x"})).await.refused(400, "invalid");
    for pin in [json!(3), json!("x"), json!(-2)] {
        let row = json!({"name": "Till", "url": printer.url(), "drawerPin": pin});
        bar.admin().put("/api/settings", json!({"printers": [row]})).await.refused(400, "invalid");
    }
}
