//! Order tickets and cancellations for bar and kitchen: printed once, or marked as a possible duplicate.

use std::time::Duration;

use serde_json::json;

use crate::bar::{SECOND, TestBar, text, values_of};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::{CUSTOMER, assert_fields};
use crate::printing_steps::pages;

const RULE: &str = "--------------------------------";
const MINUTE: Duration = Duration::from_secs(60);

/// A stocked bar that prints tickets for drinks at one printer and for food at another, and no receipts automatically.
async fn bar_and_kitchen(bar: &FakePrinter, kitchen: &FakePrinter) -> TestBar {
    let test_bar = TestBar::stocked().await;
    let drinks = json!({"columns": 32, "categories": ["drinks", "cigars", "uncategorized"]});
    let food = json!({"columns": 32, "categories": ["food"], "receipts": false});
    test_bar.sets_up_printers(&[("Bar", bar, drinks), ("Kitchen", kitchen, food)]).await;
    test_bar.admin().put("/api/settings", json!({"autoPrint": false})).await.ok();
    test_bar
}

#[tokio::test]
async fn new_items_print_at_the_printer_of_their_category() {
    let (bar, kitchen) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Normal));
    let test_bar = bar_and_kitchen(&bar, &kitchen).await;
    let mut items = test_bar.items(&[("Beer", 2), ("Rice", 1), ("Whisky", 1)]).await;
    items[1]["notes"] = json!("no pepper");
    let order = json!({"customerName": CUSTOMER.0, "orderType": "dine_in", "tableId": 4, "notes": "Birthday", "items": items});
    let order = test_bar.bartender().post("/api/orders", order).await.created();
    let jobs = test_bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
    assert_fields(&jobs[1], json!({"kind": "ticket", "orderId": 1, "printerName": "Bar", "receiptNumber": null}));
    assert_fields(&jobs[0], json!({"kind": "ticket", "orderId": 1, "printerName": "Kitchen", "attempts": 1}));
    let head = ["ORDER #1", "Table 4", "Musu Kpadeh", RULE];
    let expected = [&head[..], &["2 x Beer", "1 x Whisky", RULE, "Birthday", "By bartender", "Job 1       21 Nov 2026, 8:00 PM"]].concat();
    assert_eq!(pages(&bar), [expected]);
    let expected =
        [&head[..], &["1 x Rice", "   no pepper", RULE, "Birthday", "By bartender", "Job 2       21 Nov 2026, 8:00 PM"]].concat();
    assert_eq!(pages(&kitchen), [expected]);

    test_bar.adds_item(&order, "Beer", 3).await.created();
    test_bar.wait_for_jobs(&["confirmed"; 3]).await;
    assert_eq!(pages(&kitchen).len(), 1, "nothing new for the kitchen");
    let added = pages(&bar).pop().expect("a ticket");
    assert!(added.contains(&"3 x Beer".to_owned()) && !added.iter().any(|line| line.contains("Whisky")), "only the new item: {added:?}");
}

#[tokio::test]
async fn a_removed_item_prints_a_cancellation_at_its_printer() {
    let (bar, kitchen) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Normal));
    let test_bar = bar_and_kitchen(&bar, &kitchen).await;
    let order = test_bar.takes_order(&[("Beer", 2), ("Rice", 1), ("Whisky", 1)]).await;
    let item_path = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    test_bar.bartender().request("DELETE", &item_path).json(&json!({"reason": "Wrong beer"})).send().await.ok();
    let jobs = test_bar.wait_for_jobs(&["confirmed"; 3]).await;
    assert_fields(&jobs[0], json!({"kind": "cancellation", "orderId": 1, "printerName": "Bar"}));
    let cancelled = pages(&bar).pop().expect("a ticket");
    let expected = ["CANCELLED", "ORDER #1", "Takeout", "Musu Kpadeh", RULE, "NOT 2 x Beer", RULE, "Reason: Wrong beer", "By bartender"];
    assert_eq!(cancelled[..9], expected);
    assert_eq!(pages(&kitchen).len(), 1, "the kitchen gets no cancellation");

    test_bar.sets_status(&order, "cancelled").await.ok();
    test_bar.wait_for_jobs(&["confirmed"; 5]).await;
    let line = |page: &[String], line: &str| page.iter().any(|one| one == line);
    let (bar_page, kitchen_page) = (pages(&bar).pop().expect("a ticket"), pages(&kitchen).pop().expect("a ticket"));
    assert!(line(&bar_page, "NOT 1 x Whisky") && !line(&bar_page, "NOT 2 x Beer"), "each item is cancelled once: {bar_page:?}");
    assert!(line(&kitchen_page, "NOT 1 x Rice") && line(&kitchen_page, "Reason: Changed their mind"), "{kitchen_page:?}");
}

#[tokio::test]
async fn pieces_that_are_taken_off_print_a_cancellation_of_these_pieces() {
    let (bar, kitchen) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Normal));
    let test_bar = bar_and_kitchen(&bar, &kitchen).await;
    let order = test_bar.takes_order(&[("Beer", 4), ("Whisky", 1), ("Rice", 1)]).await;
    let beer = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    test_bar.bartender().patch(&beer, json!({"quantity": 3, "of": 4, "reason": "One too many"})).await.ok();
    let jobs = test_bar.wait_for_jobs(&["confirmed"; 3]).await;
    assert_fields(&jobs[0], json!({"kind": "cancellation", "orderId": 1, "printerName": "Bar"}));
    let head = ["CANCELLED", "ORDER #1", "Takeout", "Musu Kpadeh", RULE];
    let expected = [&head[..], &["NOT 1 x Beer", RULE, "Reason: One too many", "By bartender"]].concat();
    assert_eq!(pages(&bar).pop().expect("a ticket")[..9], expected);

    // Undone: the piece is ordered again, with the note that it has by now.
    test_bar.bartender().patch(&beer, json!({"quantity": 4, "of": 3})).await.ok();
    let jobs = test_bar.wait_for_jobs(&["confirmed"; 4]).await;
    assert_fields(&jobs[0], json!({"kind": "ticket", "printerName": "Bar"}));
    let again = pages(&bar).pop().expect("a ticket");
    assert_eq!(again[..6], ["ORDER #1", "Takeout", "Musu Kpadeh", RULE, "1 x Beer", RULE]);

    // What was taken off before is not cancelled a second time.
    test_bar.bartender().patch(&beer, json!({"quantity": 2, "of": 4})).await.ok();
    test_bar.wait_for_jobs(&["confirmed"; 5]).await;
    test_bar.sets_status(&order, "cancelled").await.ok();
    test_bar.wait_for_jobs(&["confirmed"; 7]).await;
    let cancelled = pages(&bar).pop().expect("a ticket");
    assert_eq!(cancelled[5..8], ["NOT 2 x Beer", "NOT 1 x Whisky", RULE]);
    assert_eq!(pages(&kitchen).len(), 2, "the rice is ordered and cancelled once");
}

#[tokio::test]
async fn a_changed_note_prints_a_ticket_that_says_so() {
    let (bar, kitchen) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Normal));
    let test_bar = bar_and_kitchen(&bar, &kitchen).await;
    let order = test_bar.takes_order(&[("Rice", 2), ("Beer", 1)]).await;
    let rice = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    test_bar.bartender().patch(&rice, json!({"notes": "no pepper"})).await.ok();
    let jobs = test_bar.wait_for_jobs(&["confirmed"; 3]).await;
    assert_fields(&jobs[0], json!({"kind": "ticket", "orderId": 1, "printerName": "Kitchen"}));
    let head = ["NOTE CHANGED", "ORDER #1", "Takeout", "Musu Kpadeh", RULE];
    let expected = [&head[..], &["2 x Rice", "   no pepper", RULE, "By bartender"]].concat();
    assert_eq!(pages(&kitchen).pop().expect("a ticket")[..9], expected);
    assert_eq!(pages(&bar).len(), 1, "nothing new for the bar");

    // The same note again prints nothing. One that is taken away leaves the item alone on the ticket.
    test_bar.bartender().patch(&rice, json!({"notes": "no pepper"})).await.ok();
    test_bar.bartender().patch(&rice, json!({"notes": null})).await.ok();
    test_bar.wait_for_jobs(&["confirmed"; 4]).await;
    let expected = [&head[..], &["2 x Rice", RULE, "By bartender"]].concat();
    assert_eq!(pages(&kitchen).pop().expect("a ticket")[..8], expected);
}

#[tokio::test]
async fn a_note_that_changes_together_with_the_quantity_is_printed_too() {
    let (bar, kitchen) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Normal));
    let test_bar = bar_and_kitchen(&bar, &kitchen).await;
    let order = test_bar.takes_order(&[("Rice", 2)]).await;
    let rice = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    let lines = |from: usize| {
        let of_items =
            |page: Vec<String>| page.into_iter().filter(|line| line.contains("Rice") || line.contains("pepper")).collect::<Vec<_>>();
        pages(&kitchen).into_iter().skip(from).map(of_items).collect::<Vec<_>>()
    };
    test_bar.bartender().patch(&rice, json!({"quantity": 1, "notes": "no pepper"})).await.ok();
    test_bar.wait_for_jobs(&["confirmed"; 3]).await;
    assert_eq!(lines(1), [vec!["NOT 1 x Rice"], vec!["1 x Rice", "   no pepper"]]);
    test_bar.bartender().patch(&rice, json!({"quantity": 2, "notes": "pepper"})).await.ok();
    test_bar.wait_for_jobs(&["confirmed"; 5]).await;
    assert_eq!(lines(3), [vec!["1 x Rice", "   pepper"], vec!["1 x Rice", "   pepper"]]);
    let headlines: Vec<String> = pages(&kitchen).into_iter().map(|page| page[0].clone()).collect();
    assert_eq!(headlines, ["ORDER #1", "CANCELLED", "NOTE CHANGED", "NOTE CHANGED", "ORDER #1"]);
}

#[tokio::test]
async fn without_a_ticket_a_changed_note_prints_nothing() {
    let (bar, kitchen) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Normal));
    let test_bar = TestBar::stocked().await;
    let order = test_bar.takes_order(&[("Rice", 1)]).await;
    let drinks = json!({"columns": 32, "categories": ["drinks"]});
    let food = json!({"columns": 32, "categories": ["food"], "receipts": false});
    test_bar.sets_up_printers(&[("Bar", &bar, drinks), ("Kitchen", &kitchen, food)]).await;
    let rice = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    test_bar.bartender().patch(&rice, json!({"notes": "no pepper"})).await.ok();
    assert_eq!(test_bar.bartender().get("/api/print-jobs").await.ok(), json!([]));
}

#[tokio::test]
async fn a_voided_order_prints_a_cancellation() {
    let (bar, kitchen) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Normal));
    let test_bar = bar_and_kitchen(&bar, &kitchen).await;
    let order = test_bar.takes_order(&[("Rice", 1)]).await;
    test_bar.pays(&order, json!({"amountUSD": 5, "paymentMethod": "card"})).await.ok();
    test_bar.voids_order(&order).await.ok();
    test_bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
    let page = pages(&kitchen).pop().expect("a ticket");
    assert_eq!((&page[0], page.contains(&"Reason: Complaint".to_owned())), (&"CANCELLED".to_owned(), true));
    assert!(pages(&bar).is_empty());
}

#[tokio::test]
async fn a_ticket_that_never_printed_needs_no_cancellation() {
    let (bar, mut kitchen) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Normal));
    kitchen.stop();
    let test_bar = bar_and_kitchen(&bar, &kitchen).await;
    let order = test_bar.takes_order(&[("Rice", 1)]).await;
    test_bar.bartender().post("/api/print-jobs/1/cancel", json!({})).await.ok();
    test_bar.sets_status(&order, "cancelled").await.ok();
    assert_eq!(values_of(&test_bar.bartender().get("/api/print-jobs").await.ok(), "status"), ["cancelled"]);
    // A ticket that was moved is cancelled at the printer that printed it.
    let order = test_bar.takes_order(&[("Rice", 1)]).await;
    test_bar.bartender().post("/api/print-jobs/2/move", json!({"printerId": 1})).await.ok();
    test_bar.wait_for_jobs(&["confirmed", "cancelled"]).await;
    test_bar.sets_status(&order, "cancelled").await.ok();
    let jobs = test_bar.wait_for_jobs(&["confirmed", "confirmed", "cancelled"]).await;
    assert_eq!(jobs[0]["printerName"], "Bar");
    assert_eq!(pages(&bar).iter().map(|page| page[0].as_str()).collect::<Vec<_>>(), ["ORDER #2", "CANCELLED"]);
}

#[tokio::test]
async fn an_interrupted_ticket_prints_again_marked() {
    let (bar, kitchen) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::DiesAfter(60)));
    let test_bar = bar_and_kitchen(&bar, &kitchen).await;
    test_bar.takes_order(&[("Rice", 1)]).await;
    let waiting = test_bar.wait_until("/api/print-jobs", |jobs| jobs[0]["attempts"] == 1 && jobs[0]["status"] == "queued").await;
    assert!(text(&waiting[0]["error"]).ends_with("It comes again, marked POSSIBLE DUPLICATE."), "{waiting}");
    kitchen.set_behavior(Behavior::Normal);
    test_bar.wait_for_jobs(&["confirmed"]).await;
    let last = kitchen.connections().pop().expect("a page").job();
    let lines = crate::escpos_reader::printed_lines(&crate::escpos_reader::parse(&last).expect("known"));
    assert!(lines.contains(&"POSSIBLE DUPLICATE".to_owned()) && lines.contains(&"1 x Rice".to_owned()), "{lines:?}");
}

#[tokio::test]
async fn a_ticket_interrupted_by_a_power_cut_prints_again_marked() {
    let (bar, kitchen) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Hangs));
    let mut test_bar = bar_and_kitchen(&bar, &kitchen).await;
    test_bar.takes_order(&[("Rice", 1)]).await;
    test_bar.wait_for_jobs(&["sending"]).await;
    test_bar.loses_power().await;
    kitchen.set_behavior(Behavior::Normal);
    let jobs = test_bar.wait_for_jobs(&["confirmed"]).await;
    assert_eq!(jobs[0]["attempts"], 2);
    let marked = |page: &Vec<String>| page.contains(&"POSSIBLE DUPLICATE".to_owned());
    assert!(pages(&kitchen).last().is_some_and(marked), "{:?}", pages(&kitchen));
}

#[tokio::test]
async fn a_printer_that_fails_on_every_ticket_is_not_retried_without_limit() {
    let (bar, kitchen) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::DiesAfter(60)));
    let test_bar = bar_and_kitchen(&bar, &kitchen).await;
    test_bar.takes_order(&[("Rice", 1)]).await;
    let jobs = test_bar.wait_for_jobs(&["unknown"]).await;
    assert_eq!(jobs[0]["attempts"], 5);
    assert!(text(&jobs[0]["error"]).ends_with("Look at the paper before printing it again."), "{jobs}");
}

#[tokio::test]
async fn an_expired_ticket_waits_for_a_person() {
    let (bar, mut kitchen) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Normal));
    kitchen.stop();
    let test_bar = bar_and_kitchen(&bar, &kitchen).await;
    test_bar.takes_order(&[("Rice", 1)]).await;
    test_bar.wait_for_jobs(&["blocked"]).await;
    test_bar.clock.pass(30 * MINUTE + SECOND);
    let jobs = test_bar.wait_for_jobs(&["expired"]).await;
    assert_eq!(jobs[0]["error"], "Too old to be printed unasked. Print it again if it is still wanted.");
    kitchen.restart();
    test_bar.takes_order(&[("Rice", 2)]).await;
    test_bar.wait_for_jobs(&["confirmed", "expired"]).await;
    assert_eq!(pages(&kitchen).len(), 1, "only the new ticket");
    test_bar.bartender().post("/api/print-jobs/1/retry", json!({})).await.ok();
    test_bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
    let page = pages(&kitchen).pop().expect("a ticket");
    assert!(page.contains(&"1 x Rice".to_owned()) && page.contains(&"Job 1       21 Nov 2026, 8:00 PM".to_owned()), "{page:?}");
}

#[tokio::test]
async fn a_waiting_ticket_survives_a_clock_correction() {
    let (bar, mut kitchen) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Normal));
    kitchen.stop();
    let test_bar = bar_and_kitchen(&bar, &kitchen).await;
    test_bar.clock.jump_to("1970-01-01T00:00:10Z");
    test_bar.takes_order(&[("Rice", 1)]).await;
    test_bar.wait_for_jobs(&["blocked"]).await;
    test_bar.clock.jump_to("2026-11-22T06:00:00Z");
    kitchen.restart();
    test_bar.wait_for_jobs(&["confirmed"]).await;
    assert_eq!(pages(&kitchen).len(), 1);
}

#[tokio::test]
async fn a_printer_for_tickets_only_gets_no_receipts() {
    let kitchen = FakePrinter::start(Behavior::Normal);
    let test_bar = TestBar::stocked().await;
    test_bar.sets_up_printers(&[("Kitchen", &kitchen, json!({"categories": ["food"], "receipts": false}))]).await;
    let number = test_bar.sells("Beer", 1).await["receiptNumber"].clone();
    assert_eq!(test_bar.bartender().get("/api/print-jobs").await.ok(), json!([]));
    test_bar.bartender().post(&format!("/api/receipts/{}/print", text(&number)), json!({})).await.refused(409, "conflict");
    let setting = test_bar.admin().get("/api/settings").await.ok()["printers"][0].clone();
    assert_fields(&setting, json!({"receipts": false, "opensDrawer": false, "drawerPin": 2, "categories": ["food"]}));
}
