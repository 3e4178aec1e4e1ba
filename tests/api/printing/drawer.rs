//! The cash drawer: opens when cash is taken, at once or not at all.

use serde_json::{Value, json};

use crate::bar::{SECOND, TestBar, names};
use crate::escpos_reader::Command;
use crate::fake_printer::{FakePrinter, Mood};
use crate::order_steps::{MUSU, shows};
use crate::printing_steps::{jobs, kicks};

/// A stocked bar with a drawer at its printer, which prints nothing unasked.
async fn with_drawer(printer: &FakePrinter, more: Value) -> TestBar {
    let bar = TestBar::stocked().await;
    let mut setting = more;
    setting["opensDrawer"] = json!(true);
    bar.sets_up(&[("Till", printer, setting)]).await;
    bar.admin().put("/api/settings", json!({"autoPrint": false})).await.ok();
    bar
}

/// The drawer jobs so far.
async fn drawers(bar: &TestBar) -> usize {
    names(&bar.bartender().get("/api/print-jobs").await.ok(), "kind").iter().filter(|kind| **kind == "drawer").count()
}

#[tokio::test]
async fn cash_opens_the_drawer_and_a_card_does_not() {
    let printer = FakePrinter::start(Mood::Normal);
    let bar = with_drawer(&printer, json!({"drawerPin": 5})).await;
    bar.sells("Beer", 1).await;
    let spool = bar.until_jobs_are(&["confirmed"]).await;
    shows(&spool[0], json!({"kind": "drawer", "receiptNumber": null, "orderId": null, "printerName": "Till", "attempts": 1}));
    let expected = vec![Command::Reset, Command::ChineseOff, Command::CodePage(0), Command::Drawer { pin: 1, on: 50, off: 250 }];
    assert_eq!(jobs(&printer)[0][..4], expected, "a job of its own, on 100 ms, off 500 ms");

    bar.bartender().post("/api/sales", json!({"productId": 2, "quantity": 1, "paymentMethod": "card"})).await.created();
    assert_eq!(drawers(&bar).await, 1, "a card");
    let order = bar.takes_order(&[("Beer", 2)]).await;
    bar.pays(&order, json!({"amountUSD": 1, "paymentMethod": "mobile"})).await.ok();
    assert_eq!(drawers(&bar).await, 1, "mobile money");
    bar.pays(&order, json!({"amountUSD": 1, "paymentMethod": "cash"})).await.ok();
    assert_eq!(drawers(&bar).await, 2, "a part in cash");
    bar.pays(&order, json!({"amountUSD": 5, "paymentMethod": "mixed"})).await.ok();
    assert_eq!(drawers(&bar).await, 3, "the rest, with change: once, though it is a sale too");
    let credit = bar.gives(MUSU, "Beer", 1).await;
    assert_eq!(drawers(&bar).await, 3, "nothing is paid yet");
    bar.pays_credit(&credit, json!({})).await.ok();
    assert_eq!(drawers(&bar).await, 4);
    bar.gives(MUSU, "Beer", 1).await;
    bar.bartender().post("/api/tabs/payment", json!({"customerName": MUSU.0, "customerPhone": MUSU.1, "amountUSD": 2})).await.ok();
    assert_eq!(drawers(&bar).await, 5);
    bar.gives(MUSU, "Beer", 1).await;
    bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": MUSU.0, "paymentMethod": "check"})).await.ok();
    assert_eq!(drawers(&bar).await, 5, "a cheque");
    bar.until("/api/print-jobs", |jobs| names(jobs, "status").iter().all(|status| *status == "confirmed")).await;
    assert_eq!(kicks(&printer).len(), 5);
}

#[tokio::test]
async fn a_free_sale_opens_no_drawer() {
    let printer = FakePrinter::start(Mood::Normal);
    let bar = with_drawer(&printer, json!({})).await;
    let free = json!({"productId": 2, "quantity": 1, "unitPrice": "0.00", "discountReason": "On the house"});
    bar.manager().post("/api/sales", free.clone()).await.created();
    let (mut on_credit, name) = (free, MUSU.0);
    on_credit["customerName"] = json!(name);
    let credit = bar.manager().post("/api/credit", on_credit).await.created();
    bar.pays_credit(&credit, json!({"paymentMethod": "cash"})).await.ok();
    assert_eq!(drawers(&bar).await, 0);
}

#[tokio::test]
async fn only_one_drawer_opens_and_that_of_the_receipts_first() {
    let (one, two) = (FakePrinter::start(Mood::Normal), FakePrinter::start(Mood::Normal));
    let bar = TestBar::stocked().await;
    let kitchen = json!({"opensDrawer": true, "receipts": false});
    bar.sets_up(&[("Kitchen", &one, kitchen), ("Till", &two, json!({"opensDrawer": true}))]).await;
    bar.sells("Beer", 1).await;
    let spool = bar.until_jobs_are(&["confirmed", "confirmed"]).await;
    assert_eq!(names(&spool, "kind"), ["receipt", "drawer"]);
    assert_eq!((kicks(&one).len(), kicks(&two).len()), (0, 1));
    bar.bartender().post("/api/drawer", json!({"printerId": 1})).await.is(202);
    bar.until_jobs_are(&["confirmed"; 3]).await;
    assert_eq!((kicks(&one).len(), kicks(&two).len()), (1, 1));
}

#[tokio::test]
async fn the_drawer_never_opens_late() {
    let mut printer = FakePrinter::start(Mood::Normal);
    printer.stop();
    let bar = with_drawer(&printer, json!({})).await;
    bar.sells("Beer", 1).await;
    bar.until_jobs_are(&["blocked"]).await;
    bar.clock.pass(11 * SECOND);
    let spool = bar.until_jobs_are(&["expired"]).await;
    assert_eq!(spool[0]["error"], "The printer could not open the drawer in time");
    printer.restart();
    bar.bartender().post("/api/print-jobs/1/retry", json!({})).await.refused(409, "conflict");
    bar.bartender().post("/api/print-jobs/1/move", json!({"printerId": 1})).await.refused(409, "conflict");
    bar.admin().post("/api/printers/1/test", json!({})).await.is(202);
    bar.until_jobs_are(&["confirmed", "expired"]).await;
    assert_eq!(kicks(&printer), []);
}

/// The clock stands still and then turns back: only the box's own running time tells how old the job is.
#[tokio::test]
async fn a_clock_that_turns_back_does_not_keep_a_drawer_job_alive() {
    let mut printer = FakePrinter::start(Mood::Normal);
    printer.stop();
    let bar = with_drawer(&printer, json!({})).await;
    bar.sells("Beer", 1).await;
    bar.until_jobs_are(&["blocked"]).await;
    bar.clock.pass(11 * SECOND);
    bar.clock.jump_to("2020-01-01T00:00:00Z");
    printer.restart();
    bar.until_jobs_are(&["expired"]).await;
    assert_eq!(kicks(&printer), []);
}

#[tokio::test]
async fn a_restart_keeps_the_drawer_shut_however_short_it_was() {
    let mut printer = FakePrinter::start(Mood::Normal);
    printer.stop();
    let mut bar = with_drawer(&printer, json!({})).await;
    bar.sells("Beer", 1).await;
    bar.until_jobs_are(&["blocked"]).await;
    bar.loses_power().await;
    printer.restart();
    bar.until_jobs_are(&["expired"]).await;
    bar.sells("Beer", 1).await;
    bar.until_jobs_are(&["confirmed", "expired"]).await;
    assert_eq!(kicks(&printer).len(), 1, "only the new one");
}

/// A receipt that waits for paper must not hold the drawer; and while there is none the drawer stays shut, for the printer
/// would keep the pulse and open it when somebody puts a new roll in.
#[tokio::test]
async fn the_drawer_job_precedes_waiting_jobs() {
    let printer = FakePrinter::start(Mood::PaperOut);
    let bar = with_drawer(&printer, json!({})).await;
    bar.admin().put("/api/settings", json!({"autoPrint": true})).await.ok();
    bar.bartender().post("/api/sales", json!({"productId": 2, "quantity": 1, "paymentMethod": "card"})).await.created();
    bar.until_jobs_are(&["blocked"]).await;
    printer.set_mood(Mood::Normal);
    bar.bartender().post("/api/drawer", json!({})).await.is(202);
    bar.until_jobs_are(&["confirmed", "confirmed"]).await;
    assert!(jobs(&printer)[0].iter().any(|command| matches!(command, Command::Drawer { .. })), "the drawer was first");
}

#[tokio::test]
async fn opening_it_by_hand_is_on_record() {
    let printer = FakePrinter::start(Mood::Normal);
    let bar = with_drawer(&printer, json!({})).await;
    let job = bar.bartender().post("/api/drawer", json!({})).await.is(202);
    shows(&job, json!({"kind": "drawer", "status": "queued", "printerId": 1, "printerName": "Till"}));
    bar.until_jobs_are(&["confirmed"]).await;
    assert_eq!(kicks(&printer).len(), 1);
    let log = bar.admin().get("/api/admin/audit?kind=printing.queued").await.ok();
    shows(&log[0], json!({"userName": "bartender", "summary": "Drawer opened by hand"}));
    bar.sells("Beer", 1).await;
    bar.until_jobs_are(&["confirmed", "confirmed"]).await;
    let log = bar.admin().get("/api/admin/audit?kind=printing.moved").await.ok();
    assert_eq!(log[0]["summary"], "Drawer for bartender confirmed");
}

#[tokio::test]
async fn a_printer_without_drawer_refuses_to_open_one() {
    let printer = FakePrinter::start(Mood::Normal);
    let bar = TestBar::stocked().await;
    bar.bartender().post("/api/drawer", json!({})).await.refused(409, "conflict");
    bar.sets_up(&[("Till", &printer, json!({}))]).await;
    bar.bartender().post("/api/drawer", json!({})).await.refused(409, "conflict");
    bar.bartender().post("/api/drawer", json!({"printerId": 1})).await.refused(409, "conflict");
    bar.bartender().post("/api/drawer", json!({"printerId": 9})).await.refused(404, "not_found");
    bar.bartender().post("/api/drawer", json!({"printerId": "x"})).await.refused(400, "invalid");
    for pin in [json!(3), json!("x"), json!(-2)] {
        let row = json!({"name": "Till", "url": printer.url(), "drawerPin": pin});
        bar.admin().put("/api/settings", json!({"printers": [row]})).await.refused(400, "invalid");
    }
}
