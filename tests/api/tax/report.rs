//! The tax report: sales by their day, voids by the day on which they happened, and what is not paid.

use serde_json::{Value, json};

use super::{classes, figures, rate};
use crate::bar::{TestBar, text, values_of};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::printing_steps::pages;

const FIGURES: [&str; 8] = ["netUSD", "taxUSD", "netLRD", "taxLRD", "worthNetUSD", "worthTaxUSD", "worthNetLRD", "worthTaxLRD"];

impl TestBar {
    async fn tax_report(&self, from: &str, to: &str) -> Value {
        self.admin().get(&format!("/api/reports/tax?from={from}&to={to}")).await.ok()
    }
}

#[tokio::test]
async fn order_a_is_one_row() {
    let bar = TestBar::with_gst("included").await;
    bar.sets_tax(json!({"tin": "500123456"})).await;
    let order = bar.order_a(2, 1).await;
    let report = bar.tax_report("2026-11-21", "2026-11-21").await;
    assert_eq!((&report["rows"], &report["receipts"]), (&json!([]), &json!({"count": 0, "first": null, "last": null})), "it is not paid");
    assert_eq!(report["servedUnpaid"], json!([]), "nor served");
    for status in ["preparing", "ready", "served"] {
        bar.sets_status(&order, status).await.ok();
    }
    let served = bar.tax_report("2026-11-21", "2026-11-21").await["servedUnpaid"].clone();
    bar.pays(&order, json!({"amountUSD": "9.00"})).await.ok();
    let report = bar.tax_report("2026-11-21", "2026-11-21").await;
    let row = json!({"class": "standard", "kind": "taxed", "label": "GST 13 %", "percent": "13.00", "mode": "included", "lines": 2,
        "netUSD": "3.54", "taxUSD": "0.46", "netLRD": "840.71", "taxLRD": "109.29",
        "worthNetUSD": "7.96", "worthTaxUSD": "1.04", "worthNetLRD": "1513.28", "worthTaxLRD": "196.72"});
    assert_eq!((&report["rows"], &served, &report["voids"]), (&json!([row]), &json!([row]), &json!([])));
    assert_eq!(figures(&report["totals"], FIGURES), figures(&row, FIGURES));
    assert_eq!((&report["tin"], &report["from"], &report["to"]), (&json!("500123456"), &json!("2026-11-21"), &json!("2026-11-21")));
    assert_eq!(report["receipts"], json!({"count": 1, "first": "R-20261121-0001", "last": "R-20261121-0001"}));
    assert_eq!(report["servedUnpaid"], json!([]));
}

#[tokio::test]
async fn a_void_counts_on_its_own_day_at_the_rate_of_the_sale() {
    let bar = TestBar::with_gst("included").await;
    let sale = bar.sells("Club", 1).await;
    bar.clock.jump_to("2026-11-22T20:00:00Z");
    bar.sets_tax(json!({"classes": classes(json!([rate(Value::Null, "GST", "13"), rate(json!("2026-11-22"), "VAT", "18")]))})).await;
    bar.sells("Club", 1).await;
    let day = bar.tax_report("2026-11-21", "2026-11-21").await;
    bar.voids_sale(&sale).await.ok();
    assert_eq!(bar.tax_report("2026-11-21", "2026-11-21").await, day, "the day of the sale keeps its row");
    let next = bar.tax_report("2026-11-22", "2026-11-22").await;
    assert_eq!((&next["rows"][0]["label"], &next["rows"][0]["taxUSD"]), (&json!("VAT 18 %"), &json!("0.31")));
    assert_eq!((&next["voids"][0]["label"], &next["voids"][0]["lines"]), (&json!("GST 13 %"), &json!(-1)));
    assert_eq!(
        figures(&next["voids"][0], ["netUSD", "taxUSD", "taxLRD", "worthTaxUSD", "worthTaxLRD"]),
        ["-1.77", "-0.23", "0.00", "-0.23", "-43.72"]
    );
    assert_eq!(figures(&next["totals"], ["netUSD", "taxUSD"]), ["-0.08", "0.08"]);
    let both = bar.tax_report("2026-11-21", "2026-11-22").await;
    assert_eq!((&both["totals"]["lines"], &both["receipts"]["count"]), (&json!(1), &json!(2)));
    assert_eq!(figures(&both["totals"], ["netUSD", "taxUSD"]), ["1.69", "0.31"]);
}

#[tokio::test]
async fn what_is_outside_tax_is_listed_and_not_in_the_totals_and_what_had_no_tax_is_not_listed() {
    let bar = TestBar::with_gst("added").await;
    for (name, class) in [("Flour", "zero"), ("Stamp", "exempt"), ("Deposit", "outside")] {
        bar.product(json!({"name": name, "priceUSD": "1.00", "stock": 9, "taxClass": class})).await;
        bar.sells(name, 1).await;
    }
    bar.sells("Club", 1).await;
    bar.sets_tax(json!({"mode": "off"})).await;
    bar.sells("Club", 1).await;
    let report = bar.tax_report("2026-11-21", "2026-11-21").await;
    assert_eq!(values_of(&report["rows"], "label"), ["GST 13 %", "Zero-rated", "Exempt", "Outside tax"]);
    assert_eq!((&report["totals"]["lines"], &report["receipts"]["count"]), (&json!(3), &json!(4)));
    assert_eq!(figures(&report["totals"], ["netUSD", "taxUSD"]), ["4.00", "0.26"]);
}

#[tokio::test]
async fn settings_of_later_change_no_report_also_after_a_rebuild() {
    let mut bar = TestBar::with_gst("included").await;
    let sale = bar.sells("Club", 7).await;
    bar.manager().post(&format!("/api/sales/{}/void", sale["id"]), json!({"reason": "Spilled", "quantity": 3})).await.ok();
    let order = bar.order_a(3, 2).await;
    bar.pays(&order, json!({"amountUSD": "6.00"})).await.ok();
    bar.puts_on_credit(&order, ("Weah", "")).await.ok();
    bar.sells_on_credit(("Weah", ""), "Club", 1).await;
    bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": "Weah"})).await.ok();
    let order = bar.order_a(1, 1).await;
    bar.pays(&order, json!({"amountUSD": "7.00"})).await.ok();
    bar.voids_order(&order).await.ok();
    let report = bar.tax_report("2026-11-21", "2026-11-21").await;
    assert_eq!(report["voids"][0]["lines"], -3);
    let vat = classes(json!([rate(Value::Null, "VAT", "25")]));
    bar.sets_tax(json!({"mode": "added", "classes": vat, "categories": {"drinks": "zero"}})).await;
    let drink = format!("/api/products/{}", bar.id_of("Club").await);
    bar.manager().put(&drink, json!({"taxClass": "exempt"})).await.ok();
    // The end of each story rebuilds all tables from the journal and compares them.
    bar.restart().await;
    assert_eq!(bar.tax_report("2026-11-21", "2026-11-21").await, report);
}

#[tokio::test]
async fn the_report_is_a_file_and_on_paper() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::with_gst("included").await;
    bar.sets_up_printers(&[("Bar", &printer, json!({"profile": "generic-80"}))]).await;
    let order = bar.order_a(2, 1).await;
    bar.pays(&order, json!({"amountUSD": "9.00"})).await.ok();
    let file = bar.admin().get("/api/reports/tax?from=2026-11-01&to=2026-11-30&format=csv").await;
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"tax-2026-11-01-2026-11-30.csv\""));
    let expected = "\
part,class,kind,label,percent,mode,lines,netUSD,taxUSD,netLRD,taxLRD,worthNetUSD,worthTaxUSD,worthNetLRD,worthTaxLRD
sales,standard,taxed,GST 13 %,13.00,included,2,3.54,0.46,840.71,109.29,7.96,1.04,1513.28,196.72
total,,,,,,2,3.54,0.46,840.71,109.29,7.96,1.04,1513.28,196.72
";
    assert_eq!(file.text(), expected);
    let job = bar.admin().post("/api/reports/tax/print", json!({"from": "2026-11-01", "to": "2026-11-30"})).await.has_status(202);
    assert_eq!(text(&job["kind"]), "report");
    bar.wait_until("/api/print-jobs", |jobs| values_of(jobs, "status").iter().all(|status| status == "confirmed")).await;
    let page = pages(&printer).pop().expect("a page");
    assert!(page.iter().any(|line| line == "TAX REPORT") && page.iter().any(|line| line.contains("GST 13 %")), "{page:#?}");
    assert!(page.iter().any(|line| line.starts_with("Tax ") && line.ends_with("$0.46 + L$109.29")), "{page:#?}");
    bar.manager().get("/api/reports/tax").await.refused(403, "forbidden");
}
