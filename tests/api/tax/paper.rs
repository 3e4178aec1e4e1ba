//! Tax on receipts: on paper of 32 and 48 columns, in the detail, and on the guest's page.

use serde_json::{Value, json};

use super::{classes, figures, rate};
use crate::bar::{TestBar, text, values_of};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::printing_steps::pages;

impl TestBar {
    /// The lines of the newest page that `printer` got once all jobs are printed.
    async fn newest_page(&self, printer: &FakePrinter) -> Vec<String> {
        self.wait_until("/api/print-jobs", |jobs| values_of(jobs, "status").iter().all(|status| status == "confirmed")).await;
        pages(printer).pop().expect("a page")
    }

    async fn prints_on(&self, printer: &FakePrinter, profile: &str, columns: u8) {
        self.sets_up_printers(&[("Bar", printer, json!({"profile": profile, "columns": columns}))]).await;
    }
}

/// The lines from the one that starts with `first`, as many as `expected` has.
#[track_caller]
fn expect_lines(page: &[String], first: &str, expected: &str) {
    let place = page.iter().position(|line| line.starts_with(first)).unwrap_or_else(|| panic!("no {first} in {page:#?}"));
    let end = page.len().min(place + expected.lines().count());
    assert_eq!(page[place..end].join("\n"), expected);
}

#[tokio::test]
async fn order_a_included_on_paper_and_in_its_detail() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::with_gst("included").await;
    bar.prints_on(&printer, "generic-58", 32).await;
    bar.admin().put("/api/settings", json!({"phone": "0770 00 00 00", "tax": {"tin": "500123456"}})).await.ok();
    let order = bar.order_a(2, 1).await;
    let paid = bar.pays(&order, json!({"amountUSD": "9.00"})).await.ok();
    let number = text(&paid["receipt"]["receiptNumber"]).to_owned();
    let page = bar.newest_page(&printer).await;
    let expected = "\
0770 00 00 00
TIN 500123456
--------------------------------
21 Nov 2026, 8:00 PM        Cash
Musu
Table 4
Receipt          R-20261121-0001
--------------------------------
2 x Club                   $4.00
  @ $2.00                  L$760
1 x Rice                   L$950
  @ L$950                  $5.00
--------------------------------
TOTAL                      $9.00
in Liberian dollars      L$1,710
Paid                       $9.00
Rate             1 USD = 190 LRD
--------------------------------
Tax included
GST 13 % on $3.54          $0.46
GST 13 % on L$840.71    L$109.29
--------------------------------";
    expect_lines(&page, "0770", expected);
    let detail = bar.bartender().get(&format!("/api/receipts/{number}")).await.ok();
    assert_eq!((&detail["tin"], &detail["tableNumber"]), (&json!("500123456"), &json!(4)));
    assert_eq!(values_of(&detail["items"], "taxLabel"), ["GST 13 %", "GST 13 %"]);
    let row = |currency: &str, net: &str, tax: &str, gross: &str| json!({"label": "GST 13 %", "kind": "taxed", "mode": "included", "currency": currency, "net": net, "tax": tax, "gross": gross});
    assert_eq!(detail["taxRows"], json!([row("USD", "3.54", "0.46", "4.00"), row("LRD", "840.71", "109.29", "950.00")]));
    assert_eq!((&detail["totals"]["displayTotal"], &detail["totals"]["displaySubtotal"]), (&json!("$9.00 / L$1,710"), &Value::Null));
    let token = text(&detail["guestUrl"]).rsplit('/').next().expect("a token").to_owned();
    let guest = bar.guest().get(&format!("/api/guest-receipts/{token}")).await.ok();
    for member in ["tin", "tableNumber", "taxRows", "taxUSD", "taxLRD", "items", "totals"] {
        assert_eq!(guest[member], detail[member], "{member}");
    }
    // The order moves to another table: the receipt is as it was.
    bar.bartender().patch(&format!("/api/orders/{}", order["id"]), json!({"tableId": 7})).await.ok();
    bar.prints_on(&printer, "generic-80", 48).await;
    bar.admin().post(&format!("/api/receipts/{number}/print"), json!({})).await.has_status(202);
    let page = bar.newest_page(&printer).await;
    expect_lines(&page, "Table", "Table 4");
    expect_lines(&page, "GST 13 % on $3.54", "GST 13 % on $3.54                          $0.46");
}

#[tokio::test]
async fn order_a_added_on_paper() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::with_gst("added").await;
    bar.prints_on(&printer, "generic-58", 32).await;
    let order = bar.order_a(2, 1).await;
    let paid = bar.pays(&order, json!({"amountLRD": "1932.30"})).await.ok();
    let page = bar.newest_page(&printer).await;
    let expected = "\
Subtotal                   $9.00
in Liberian dollars      L$1,710
GST 13 % on $4.00          $0.52
GST 13 % on L$950       L$123.50
TOTAL                     $10.17
in Liberian dollars   L$1,932.30
Paid                     L$1,930
Rate             1 USD = 190 LRD
--------------------------------";
    expect_lines(&page, "Subtotal", expected);
    assert!(!page.iter().any(|line| line.starts_with("Tax included") || line.starts_with("TIN")), "{page:#?}");
    let detail = bar.bartender().get(&format!("/api/receipts/{}", text(&paid["receipt"]["receiptNumber"]))).await.ok();
    assert_eq!(
        (&detail["totals"]["displayTotal"], &detail["totals"]["displaySubtotal"]),
        (&json!("$10.17 / L$1,932.30"), &json!("$9.00 / L$1,710"))
    );
    // What was voided is what was given back, with its tax.
    bar.voids_order(&order).await.ok();
    let detail = bar.bartender().get(&format!("/api/receipts/{}", text(&paid["receipt"]["receiptNumber"]))).await.ok();
    assert_eq!(detail["totals"]["displayVoided"], "$4.52 + L$1,073.50");
}

#[tokio::test]
async fn a_rate_that_changes_while_an_order_is_open_gives_rows_a_and_b() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::with_gst("included").await;
    bar.prints_on(&printer, "generic-58", 32).await;
    let order = bar.takes_order(&[("Club", 1)]).await;
    bar.sets_tax(json!({"classes": classes(json!([rate(Value::Null, "GST", "13"), rate(json!("2026-11-21"), "VAT", "18")]))})).await;
    bar.adds_item(&order, "Club", 1).await.created();
    let paid = bar.pays(&order, json!({"amountUSD": "4.00"})).await.ok();
    let page = bar.newest_page(&printer).await;
    expect_lines(&page, "1 x Club [B]", "1 x Club [B]               $2.00");
    expect_lines(&page, "1 x Club [A]", "1 x Club [A]               $2.00");
    expect_lines(&page, "Tax included", "Tax included\nA VAT 18 % on $1.69        $0.31\nB GST 13 % on $1.77        $0.23");
    let detail = bar.bartender().get(&format!("/api/receipts/{}", text(&paid["receipt"]["receiptNumber"]))).await.ok();
    assert_eq!(values_of(&detail["items"], "taxLabel"), ["GST 13 %", "VAT 18 %"]);
    assert_eq!(figures(&detail, ["taxUSD"]), ["0.54"]);
}

#[tokio::test]
async fn every_kind_has_a_row_of_its_own() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::with_gst("included").await;
    bar.prints_on(&printer, "generic-58", 32).await;
    bar.sets_tax(json!({"mode": "off"})).await;
    let order = bar.takes_order(&[("Club", 1)]).await;
    bar.sets_tax(json!({"mode": "included"})).await;
    for (name, class) in [("Flour", "zero"), ("Stamp", "exempt")] {
        bar.product(json!({"name": name, "priceUSD": "1.00", "stock": 9, "taxClass": class})).await;
        bar.adds_item(&order, name, 5).await.created();
    }
    bar.product(json!({"name": "Deposit", "currency": "LRD", "priceLRD": "50.00", "stock": 9, "taxClass": "outside"})).await;
    bar.adds_item(&order, "Deposit", 1).await.created();
    bar.adds_item(&order, "Club", 1).await.created();
    bar.pays(&order, json!({"amountUSD": "20.00"})).await.ok();
    let page = bar.newest_page(&printer).await;
    let expected = "\
Tax included
A GST 13 % on $1.77        $0.23
B Zero-rated on $5.00
C Exempt                   $5.00
D Outside tax              L$50
E Without tax              $2.00";
    let place = page.iter().position(|line| line == "Tax included").expect("the block");
    let squeezed = |lines: &str| lines.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>();
    assert_eq!(squeezed(&page[place..place + 6].join("\n")), squeezed(expected));
    assert!(
        page.iter().any(|line| line.starts_with("1 x Club [E]")) && page.iter().any(|line| line.starts_with("1 x Deposit [D]")),
        "{page:#?}"
    );
}

#[tokio::test]
async fn the_menus_say_whether_their_prices_contain_tax() {
    let bar = TestBar::with_gst("included").await;
    let notes = async || bar.guest().get("/api/menu/notes").await.ok();
    assert_eq!(notes().await, json!({"tax": "Prices include GST 13 %", "serviceCharge": null, "tableName": null}));
    let vat = json!({"name": "Imported", "rates": [rate(Value::Null, "VAT", "18")]});
    let mut classes = classes(json!([rate(Value::Null, "GST", "13"), rate(json!("2026-11-22"), "GST", "12.5")]));
    classes.as_array_mut().expect("a list").push(vat);
    bar.sets_tax(json!({"mode": "added", "classes": classes})).await;
    assert_eq!(notes().await["tax"], "Prices plus GST 13 %");
    let wine = bar.product(json!({"name": "Wine", "priceUSD": "8.00", "stock": 5, "taxClass": "imported"})).await;
    assert_eq!(notes().await["tax"], "Prices plus VAT 18 % / GST 13 %");
    bar.manager().put(&format!("/api/products/{}", wine["id"]), json!({"isAvailable": 0})).await.ok();
    bar.clock.jump_to("2026-11-22T05:00:00Z");
    assert_eq!(notes().await["tax"], "Prices plus GST 12.5 %", "of that day, and of what the menu shows");
    bar.sets_tax(json!({"categories": {"drinks": "zero", "food": "exempt"}})).await;
    assert_eq!(notes().await["tax"], Value::Null, "nothing is taxed");
    bar.admin().put("/api/settings", json!({"serviceCharge": {"mode": "auto", "percent": "12.5", "fromGuests": 8}})).await.ok();
    assert_eq!(notes().await["serviceCharge"], "A service charge of 12.5 % is added for groups of 8 or more.");
    bar.sets_tax(json!({"mode": "off"})).await;
    assert_eq!(notes().await["tax"], Value::Null);
}

const ACME: (&str, &str, &str) = ("Acme Group", "500999", "Broad Street, Monrovia");

fn acme() -> Value {
    json!({"name": ACME.0, "tin": ACME.1, "address": ACME.2})
}

#[tokio::test]
async fn a_buyer_given_at_payment_prints_and_only_a_manager_replaces_one() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::with_gst("included").await;
    bar.prints_on(&printer, "generic-58", 32).await;
    let order = bar.order_a(2, 1).await;
    let paid = bar.pays(&order, json!({"amountUSD": "9.00", "buyer": acme()})).await.ok();
    let number = text(&paid["receipt"]["receiptNumber"]).to_owned();
    let page = bar.newest_page(&printer).await;
    let expected = "\
Receipt          R-20261121-0001
Buyer                 Acme Group
Buyer TIN                 500999
Broad Street, Monrovia
--------------------------------";
    expect_lines(&page, "Receipt", expected);
    let path = format!("/api/receipts/{number}");
    let detail = bar.bartender().get(&path).await.ok();
    assert_eq!(detail["buyer"], acme());
    let other = json!({"name": "Bong Mines"});
    let set = async |person: crate::bar::Person, body: Value| person.put(&format!("{path}/buyer"), body).await;
    set(bar.bartender(), other.clone()).await.refused(403, "forbidden");
    assert_eq!(set(bar.bartender(), acme()).await.ok(), detail, "the same again changes nothing");
    let now = set(bar.manager(), other).await.ok();
    assert_eq!(now["buyer"], json!({"name": "Bong Mines", "tin": null, "address": null}));
    let audit = bar.audit_summaries("sales.buyer", 9).await;
    assert_eq!(audit, ["Buyer of receipt R-20261121-0001: Bong Mines (was Acme Group, TIN 500999, Broad Street, Monrovia)"]);
    let entries = bar.admin().get("/api/admin/audit?kind=sales.buyer").await.ok();
    assert_eq!(entries[0]["userName"], "manager");
}

#[tokio::test]
async fn anybody_names_a_buyer_once_for_any_receipt() {
    let bar = TestBar::stocked().await;
    let sale = bar.sells("Beer", 1).await;
    let path = format!("/api/receipts/{}/buyer", text(&sale["receiptNumber"]));
    assert_eq!(bar.bartender().put(&path, acme()).await.ok()["buyer"], acme());
    bar.bartender().put("/api/receipts/R-20261121-0099/buyer", acme()).await.refused(404, "not_found");
    let refused = bar.bartender().put(&path, json!({"name": "x".repeat(201), "tin": "1".repeat(31)})).await.refused(400, "invalid");
    assert_eq!(refused["fields"], json!({"name": "Must be at most 200 characters", "tin": "Must be at most 30 characters"}));
    // Every call that takes money takes one; a part payment keeps it for the receipt.
    let club = bar.id_of("Beer").await;
    let receipt_of = |answer: &Value| text(&answer["receipt"]["receiptNumber"]).to_owned();
    let buyer = async |number: String| bar.bartender().get(&format!("/api/receipts/{number}")).await.ok()["buyer"].clone();
    let sold = bar.bartender().post("/api/sales", json!({"productId": club, "quantity": 1, "buyer": acme()})).await.created();
    assert_eq!(buyer(receipt_of(&sold)).await, acme());
    let order = bar.takes_order(&[("Beer", 2)]).await;
    bar.pays(&order, json!({"amountUSD": "1.00", "buyer": acme()})).await.ok();
    let paid = bar.pays(&order, json!({"amountUSD": "3.00"})).await.ok();
    assert_eq!(buyer(receipt_of(&paid)).await, acme());
    bar.sells_on_credit(("Weah", ""), "Beer", 1).await;
    let paid = bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": "Weah", "buyer": acme()})).await.ok();
    assert_eq!(buyer(receipt_of(&paid)).await, acme());
    let refused = bar.bartender().post("/api/sales", json!({"productId": club, "quantity": 1, "buyer": {"tin": "5"}})).await;
    assert_eq!(refused.refused(400, "invalid")["fields"], json!({"buyer.name": "Name is required"}));
}

#[tokio::test]
async fn a_service_charge_stands_after_the_items() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::with_gst("included").await;
    bar.prints_on(&printer, "generic-58", 32).await;
    bar.sets_service_charge(json!({"mode": "auto"})).await;
    let order = bar.order_a_of(6).await;
    bar.pays(&order, json!({"amountUSD": "9.90"})).await.ok();
    let expected = "\
2 x Club                   $4.00
  @ $2.00                  L$760
1 x Rice                   L$950
  @ L$950                  $5.00
Service charge 10 %        $0.40
                            L$76
Service charge 10 %         L$95
                           $0.50
--------------------------------
TOTAL                      $9.90
in Liberian dollars      L$1,881
Paid                       $9.90
Rate             1 USD = 190 LRD
--------------------------------
Tax included
GST 13 % on $3.89          $0.51
GST 13 % on L$924.78    L$120.22";
    let page = bar.newest_page(&printer).await;
    expect_lines(&page, "2 x Club", expected);
}

#[tokio::test]
async fn a_service_charge_without_tax_prints_the_table_and_no_tax() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::with_gst("off").await;
    bar.prints_on(&printer, "generic-58", 32).await;
    bar.admin().put("/api/settings", json!({"tax": {"tin": "500123456"}})).await.ok();
    bar.sets_service_charge(json!({"mode": "auto"})).await;
    let order = bar.order_a_of(6).await;
    bar.pays(&order, json!({"amountUSD": "9.90"})).await.ok();
    let page = bar.newest_page(&printer).await;
    for line in ["TIN 500123456", "Table 4", "TOTAL                      $9.90"] {
        assert!(page.iter().any(|printed| printed == line), "{line} in {page:#?}");
    }
    assert!(page.iter().all(|line| !line.contains("Tax included") && !line.contains("Without tax")), "{page:#?}");
}

#[tokio::test]
async fn an_exemption_stands_below_the_rows() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::with_gst("included").await;
    bar.prints_on(&printer, "generic-80", 48).await;
    let embassy = json!({"name": "US Embassy", "documentNumber": "DIP-2231"});
    let sales = json!({"sales": bar.items(&[("Club", 2)]).await, "taxExemption": embassy});
    bar.manager().post("/api/sales/batch", sales).await.created();
    let page = bar.newest_page(&printer).await;
    let place = page.iter().position(|line| line == "Tax included").expect("the block");
    assert!(page[place + 1].starts_with("Exempt ") && page[place + 1].ends_with(" $3.54"), "{page:#?}");
    assert_eq!(page[place + 2], "Tax exempt: DIP-2231, US Embassy");
}
