//! Receipts and bills on paper: equal goods are one line, a discount on several lines stands once, each further print is a copy.

use serde_json::json;

use crate::bar::{TestBar, text, values_of};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::assert_fields;
use crate::printing_steps::pages;

/// The lines of a page that have one of these words, without blanks at the ends and doubled ones.
fn lines_with(page: &[String], words: &[&str]) -> Vec<String> {
    let found = page.iter().filter(|line| words.iter().any(|word| line.contains(word)));
    found.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[tokio::test]
async fn rounds_of_one_drink_are_one_line_and_a_discount_on_the_order_is_one_line() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::stocked().await;
    bar.sets_up_printers(&[("Counter", &printer, json!({"columns": 48}))]).await;
    let order = bar.takes_order(&[("Beer", 2), ("Rice", 1)]).await;
    for _ in 0..3 {
        bar.adds_item(&order, "Beer", 1).await.in_200s();
    }
    bar.manager().post(&format!("/api/orders/{}/discount", order["id"]), json!({"percent": 10, "reason": "Regular guest"})).await.ok();
    bar.manager().post(&format!("/api/orders/{}/bill", order["id"]), json!({})).await.created();
    let paid = bar.pays(&order, json!({"amountUSD": "20.00"})).await.ok();
    bar.wait_for_jobs(&["confirmed"; 2]).await;

    let goods = ["5 x Beer $10.00", "1 x Rice L$950", "Discount 10 % -$1.00 -L$95"];
    let pages = pages(&printer);
    assert_eq!(pages.len(), 2, "{pages:?}");
    for page in pages {
        assert_eq!(lines_with(&page, &[" x ", "Discount"]), goods, "{page:?}");
    }
    let number = text(&paid["receipt"]["receiptNumber"]).to_owned();
    let receipt = bar.bartender().get(&format!("/api/receipts/{number}")).await.ok();
    assert_eq!(values_of(&receipt["items"], "quantity"), [5, 1]);
    assert_eq!(receipt["discounts"], json!([{"label": "Discount 10 %", "amountDisplay": "-$1.00 -L$95"}]));
    assert_eq!(values_of(&receipt["items"], "discountShared"), [true, true]);
}

#[tokio::test]
async fn a_discount_on_one_line_stands_below_it() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 5), ("Rice", 1)]).await;
    let beer = json!([order["items"][0]["id"]]);
    bar.manager()
        .post(&format!("/api/orders/{}/discount", order["id"]), json!({"percent": 10, "itemIds": beer, "reason": "Flat"}))
        .await
        .ok();
    let paid = bar.pays(&order, json!({"amountUSD": "20.00"})).await.ok();
    let receipt = bar.bartender().get(&format!("/api/receipts/{}", text(&paid["receipt"]["receiptNumber"]))).await.ok();
    assert_eq!(receipt.get("discounts"), None);
    assert_eq!(receipt["items"][0]["discountDisplay"], "-$1.00");
    assert_eq!(receipt["items"][0].get("discountShared"), None);
}

#[tokio::test]
async fn each_further_print_of_a_receipt_is_a_copy() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::stocked().await;
    bar.sets_up_printers(&[("Counter", &printer, json!({"columns": 48}))]).await;
    let number = text(&bar.sells("Beer", 1).await["receiptNumber"]).to_owned();
    let (receipt, print) = (format!("/api/receipts/{number}"), format!("/api/receipts/{number}/print"));
    bar.wait_for_jobs(&["confirmed"]).await;
    assert_eq!(bar.bartender().get(&receipt).await.ok()["copies"], json!([]), "the first print is the original");
    bar.bartender().post(&print, json!({})).await.has_status(202);
    bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
    bar.manager().post(&print, json!({})).await.has_status(202);
    let jobs = bar.wait_for_jobs(&["confirmed", "confirmed", "confirmed"]).await;
    // A job that is printed once more is the same copy.
    bar.bartender().post(&format!("/api/print-jobs/{}/retry", jobs[0]["id"]), json!({})).await.ok();
    bar.wait_for_jobs(&["confirmed", "confirmed", "confirmed"]).await;
    let copies = bar.bartender().get(&receipt).await.ok()["copies"].clone();
    assert_eq!(values_of(&copies, "n"), [1, 2]);
    assert_fields(&copies[0], json!({"userName": "bartender", "jobId": 2, "at": "2026-11-21T20:00:00.000Z"}));
    assert_fields(&copies[1], json!({"userName": "manager", "jobId": 3}));
    let marks: Vec<Vec<String>> = printer_marks(&printer);
    let copy = |n: u32, name: &str| vec![format!("COPY {n}"), format!("Printed by {name}, 21 Nov 2026, 8:00 PM")];
    assert_eq!(marks[..3], [Vec::new(), copy(1, "bartender"), copy(2, "manager")]);
    assert_eq!(marks[3][..2], copy(2, "manager"));
    assert!(pages(&printer).iter().all(|page| page.iter().all(|line| !line.contains("REPRINT"))));
}

/// The lines of each page that mark it as a copy.
fn printer_marks(printer: &FakePrinter) -> Vec<Vec<String>> {
    let is_mark = |line: &String| line.trim().starts_with("COPY") || line.trim().starts_with("Printed by");
    pages(printer).into_iter().map(|page| page.iter().filter(|line| is_mark(line)).map(|line| line.trim().to_owned()).collect()).collect()
}

#[tokio::test]
async fn without_automatic_printing_the_first_request_prints_the_original() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::stocked().await;
    bar.sets_up_printers(&[("Counter", &printer, json!({}))]).await;
    bar.admin().put("/api/settings", json!({"autoPrint": false})).await.ok();
    let number = text(&bar.sells("Beer", 1).await["receiptNumber"]).to_owned();
    for _ in 0..2 {
        bar.bartender().post(&format!("/api/receipts/{number}/print"), json!({})).await.has_status(202);
    }
    let receipt = bar.bartender().get(&format!("/api/receipts/{number}")).await.ok();
    assert_eq!(values_of(&receipt["copies"], "jobId"), [2]);
}
