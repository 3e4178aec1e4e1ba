//! One night over HTTP, and what it comes to, reckoned by hand from the calls.

use std::time::Duration;

use serde_json::{Value, json};

use super::{DAY, row};
use crate::bar::{TestBar, text};
use crate::order_steps::assert_fields;

const MUSU: (&str, &str) = ("Musu Kpadeh", "0770 111 111");
const FLOMO: (&str, &str) = ("Flomo", "0770 222 222");

/// Whisky $6, beer $2, rice L$950 ($5.00 at 190, $4.75 at 200).
async fn plays_the_night(bar: &TestBar) {
    let (bartender, manager) = (bar.bartender(), bar.manager());
    // $4.00 in cash, voided below.
    let beer = bar.sells("Beer", 2).await;
    // $6.00 by card.
    let whisky = bar.id_of("Whisky").await;
    let by_card = json!([{"method": "card", "currency": "USD", "amount": "6.00"}]);
    bartender.post("/api/sales", json!({"productId": whisky, "quantity": 1, "tenders": by_card})).await.created();
    // L$950 for $10.00: $5.00 back.
    let rice = bar.id_of("Rice").await;
    let ten = json!([{"method": "cash", "currency": "USD", "amount": "10.00"}]);
    bartender.post("/api/sales", json!({"productId": rice, "quantity": 1, "tenders": ten})).await.created();
    // $4.00 + L$950 for L$1,710.
    let order = bar.takes_order(&[("Beer", 2), ("Rice", 1)]).await;
    bar.pays(&order, json!({"amountLRD": "1710.00"})).await.ok();
    // $6.00 on credit, $2.00 of it paid.
    let credit = bar.sells_on_credit(MUSU, "Beer", 3).await;
    bar.pays_credit(&credit, json!({"amountUSD": "2.00"})).await.ok();
    bar.set_rate(json!(200)).await;
    // L$950 on credit, $4.75 now, all of it paid.
    let credit = bar.sells_on_credit(FLOMO, "Rice", 1).await;
    bar.pays_credit(&credit, json!({"amountLRD": "950.00"})).await.ok();
    // $6.00 that nobody pays.
    bar.takes_order(&[("Whisky", 1)]).await;
    bar.voids_sale(&beer).await.ok();
    // $4.50 instead of $6.00.
    let cheap = json!({"productId": whisky, "quantity": 1, "unitPrice": "4.50", "discountReason": "Regular guest"});
    manager.post("/api/sales", cheap).await.created();
    // $2.00 of $8.00 are taken off when they are at the table.
    let order = bar.takes_order(&[("Beer", 1), ("Whisky", 1)]).await;
    bar.clock.pass(Duration::from_secs(180));
    bartender.delete(&format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"])).await.ok();
    // $2.00 on a tab.
    let order = bar.takes_order(&[("Beer", 1)]).await;
    bar.puts_on_credit(&order, MUSU).await.ok();
}

#[tokio::test]
async fn every_figure_of_a_night_is_what_the_calls_come_to() {
    let bar = TestBar::stocked().await;
    plays_the_night(&bar).await;
    let sheet = bar.sheet().await;
    let head = json!({"number": null, "day": DAY, "version": null, "provisional": true, "issuedAt": null, "issuedBy": null,
        "checkCode": null, "shareUrl": null, "cash": [], "paidOut": []});
    assert_fields(&sheet, head);
    let categories =
        json!([{"category": "drinks", "quantity": 4, "totalUSD": "14.50"}, {"category": "food", "quantity": 3, "totalUSD": "14.75"}]);
    // 6.00 + 5.00 + (4.00 + 5.00) + 4.75 + 4.50
    let sold = json!({"receipts": 5, "totalUSD": "29.25", "pricedUSD": "14.50", "pricedLRD": "2850.00", "categories": categories});
    assert_eq!(sheet["sold"], sold);
    let kept =
        |method: &str, name: &str, currency: &str, kept: &str| json!({"method": method, "name": name, "currency": currency, "kept": kept});
    let rows = json!([
        // 4.00 - 4.00 + (10.00 - 5.00) + 2.00 + 4.50
        kept("cash", "Cash", "USD", "11.50"),
        // 1,710 + 950
        kept("cash", "Cash", "LRD", "2660.00"),
        kept("card", "Credit/Debit Card", "USD", "6.00"),
    ]);
    let money =
        json!({"rows": rows, "changeUSD": "5.00", "changeLRD": "0.00", "roundingLRD": "0.00", "tipsUSD": "0.00", "tipsLRD": "0.00"});
    assert_eq!(sheet["money"], money);
    // 6.00 + 4.75 + 2.00 given, 2.00 + 4.75 collected.
    assert_eq!(sheet["credit"], json!({"newUSD": "12.75", "collectedUSD": "6.75", "owedUSD": "6.00", "owedLRD": "0.00"}));
    let none = |kind: &str| json!({"kind": kind, "count": 0, "worthUSD": "0.00", "people": []});
    let one = |kind: &str, count: i64, worth: &str, who: &str| json!({"kind": kind, "count": count, "worthUSD": worth, "people": [{"userName": who, "count": count}]});
    assert_eq!(sheet["unpaid"], json!([one("open_orders", 2, "12.00", "bartender"), none("billed"), none("walk_outs")]));
    let taken_back = json!([one("removed_sent", 1, "2.00", "bartender"), none("after_bill"), one("voids", 1, "4.00", "manager")]);
    assert_eq!(sheet["takenBack"], taken_back);
    assert_eq!(sheet["givenAway"], json!([none("comps"), one("discounts", 1, "1.50", "manager"), none("timed_prices")]));
    assert_eq!(sheet["stock"], json!({"soldOut": [], "losses": [], "wastedUSD": null, "emptiesOwed": null}));
    let left = json!({"soldUSD": "29.25", "costSoldUSD": null, "costGivenUSD": "0.00", "taxUSD": "0.00", "paidOutUSD": "0.00",
        "leftUSD": null, "unknownCostUSD": "29.25"});
    assert_eq!(sheet["left"], left);
    let people = json!({"hours": [], "granted": 0, "refused": 0, "pinResets": 0, "wrongPins": 0, "noSales": 0, "reprints": 0, "negativeCash": 0,
            "methodCorrected": 0});
    assert_eq!(sheet["people"], people);
    assert_fields(&sheet["box"], json!({"clockJumps": 0, "lastBackupAt": null, "notPrinted": 0}));
    let expected = "\
Barback - truth sheet
Sat 21 Nov 2026 provisional
Sold $29.25, 5 receipts
Cash $ 11.50 kept
Cash L$ 2,660 kept
Credit/Debit Card $6.00
Credit $12.75 new, $6.75 collected
Not paid 2, $12.00
Taken back 2, $6.00 (bartender 1)
Given away $1.50";
    assert_eq!(text(&sheet["text"]), expected);
}

#[tokio::test]
async fn change_in_notes_only_is_rounded_and_counted() {
    let bar = TestBar::stocked().await;
    bar.admin().put("/api/settings", json!({"cash": {"lrdCoins": false}})).await.ok();
    bar.stocks("Wine", "13.74", 5).await;
    // $6.26 are due: $6 and L$40 of L$49.40.
    let tenders = json!([{"method": "cash", "currency": "USD", "amount": "20.00"}]);
    let wine = bar.id_of("Wine").await;
    bar.bartender().post("/api/sales", json!({"productId": wine, "quantity": 1, "tenders": tenders})).await.created();
    let sheet = bar.sheet().await;
    let money = json!({"changeUSD": "6.00", "changeLRD": "40.00", "roundingLRD": "-9.40"});
    assert_fields(&sheet["money"], money);
    assert_eq!(sheet["money"]["rows"][0]["kept"], "14.00");
    assert_eq!(sheet["money"]["rows"][1]["kept"], "-40.00");
}

#[tokio::test]
async fn hours_and_what_ran_out_are_of_that_night() {
    let bar = TestBar::stocked().await;
    bar.admin().put("/api/settings", json!({"clock": {"mode": "on"}})).await.ok();
    bar.stocks("Last Gin", "3.00", 2).await;
    bar.stocks("Never Sold", "3.00", 0).await;
    bar.bartender().post("/api/clock/in", json!({})).await.ok();
    bar.clock.pass(Duration::from_secs(460 * 60 + 10));
    bar.bartender().post("/api/clock/out", json!({})).await.ok();
    bar.sells("Last Gin", 2).await;
    bar.sells("Beer", 1).await;
    let sheet = bar.sheet().await;
    assert_eq!(sheet["people"]["hours"], json!([{"userName": "bartender", "paidMinutes": 460, "notStamped": 0}]));
    assert_eq!(sheet["stock"]["soldOut"], json!(["Last Gin"]));
    let other = bar.manager().get("/api/sheets/2026-11-20").await.ok();
    assert_fields(&other["sold"], json!({"receipts": 0, "totalUSD": "0.00", "categories": []}));
    assert_eq!((&other["people"]["hours"], &other["stock"]["soldOut"]), (&json!([]), &json!([])));
    assert_eq!(row(&other["takenBack"], "voids")["count"], 0);
}

#[tokio::test]
async fn starts_jumps_of_the_clock_and_backups_are_on_the_sheet() {
    let mut bar = TestBar::stocked().await;
    let before = bar.sheet().await["box"]["starts"].as_i64().expect("a number");
    assert!(before >= 1, "{before}");
    // Two starts before which nothing is written count at once.
    bar.restart().await;
    bar.restart().await;
    assert_eq!(bar.sheet().await["box"]["starts"], before + 2);
    bar.sells("Beer", 1).await;
    bar.sells("Beer", 1).await;
    let made = bar.admin().post("/api/backups", json!({})).await;
    assert!(made.status < 300, "{}", made.text());
    let machine = bar.sheet().await["box"].clone();
    assert_eq!((&machine["starts"], &machine["clockJumps"]), (&json!(before + 2), &json!(0)));
    assert_eq!(machine["lastBackupAt"], "2026-11-21T20:00:00.000Z");
    bar.clock.jump_to("2026-11-21T21:00:00Z");
    bar.sells("Beer", 1).await;
    assert_eq!(bar.sheet().await["box"]["clockJumps"], 1);
}

#[tokio::test]
async fn a_night_without_anything_is_empty_and_says_so() {
    let bar = TestBar::open().await;
    let sheet: Value = bar.sheet().await;
    assert_eq!((&sheet["sold"]["receipts"], &sheet["left"]["leftUSD"], &sheet["cash"]), (&json!(0), &json!("0.00"), &json!([])));
    let expected =
        "Barback - truth sheet\nSat 21 Nov 2026 provisional\nSold $0.00, 0 receipts\nCash $ 0.00 kept\nCash L$ 0 kept\nLeft tonight $0.00";
    assert_eq!(text(&sheet["text"]), expected);
}

#[tokio::test]
async fn tax_in_the_prices_is_that_of_the_tax_report() {
    let bar = TestBar::with_gst("included").await;
    bar.sells("Club", 2).await;
    let order = bar.order_a(2, 1).await;
    bar.pays(&order, json!({"amountUSD": "9.00"})).await.ok();
    let report = bar.admin().get(&format!("/api/reports/tax?from={DAY}&to={DAY}")).await.ok();
    let sheet = bar.sheet().await;
    assert_eq!(sheet["left"]["taxUSD"], "1.50", "0.46 twice, and 0.58 of L$950");
    assert_eq!(sheet["left"]["taxUSD"], report["totals"]["worthTaxUSD"]);
    assert_fields(&sheet["left"], json!({"soldUSD": "13.00", "leftUSD": null, "unknownCostUSD": "13.00"}));
    assert!(!text(&sheet["text"]).contains("Left tonight"), "{sheet}");
}

#[tokio::test]
async fn tax_on_top_of_the_prices_is_not_in_them() {
    let bar = TestBar::with_gst("added").await;
    bar.sells("Club", 2).await;
    assert_fields(&bar.sheet().await["left"], json!({"soldUSD": "4.00", "taxUSD": "0.00"}));
}
