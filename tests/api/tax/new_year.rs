//! New Year's night 2026/27: GST of 13 % ends, VAT of 18 % begins, and orders are open on both sides of it.

use serde_json::{Value, json};

use super::{classes, figures, rate};
use crate::bar::{TestBar, values_of};

async fn labels(bar: &TestBar, order: &Value, lines: &str) -> Vec<String> {
    let order = bar.order(order).await;
    order[lines].as_array().expect("lines").iter().map(|line| line["tax"]["label"].as_str().expect("a label").to_owned()).collect()
}

async fn night(day: &str) -> (TestBar, Value, Value) {
    let bar = TestBar::with_gst("included").await;
    let rates = classes(json!([rate(Value::Null, "GST", "13.00"), rate(json!("2027-01-01"), "VAT", "18.00")]));
    bar.sets_tax(json!({"day": day, "classes": rates})).await;
    bar.sets_service_charge(json!({"mode": "auto"})).await;
    bar.clock.jump_to("2026-12-31T23:00:00Z");
    let old = bar.order_a_of(6).await;
    bar.clock.jump_to("2027-01-01T01:00:00Z");
    bar.adds_item(&old, "Club", 1).await.created();
    bar.clock.jump_to("2027-01-01T05:30:00Z");
    bar.adds_item(&old, "Club", 1).await.created();
    let new = bar.order_a_of(6).await;
    (bar, old, new)
}

#[tokio::test]
async fn orders_are_open_on_both_sides() {
    for (day, at_one) in [("business", "GST 13 %"), ("calendar", "VAT 18 %")] {
        let (bar, old, new) = night(day).await;
        assert_eq!(labels(&bar, &old, "items").await, ["GST 13 %", "GST 13 %", at_one, "VAT 18 %"], "{day}");
        assert_eq!(labels(&bar, &old, "serviceLines").await, ["GST 13 %", "GST 13 %"], "the earliest item decides");
        assert_eq!(labels(&bar, &new, "items").await, ["VAT 18 %", "VAT 18 %"]);
        assert_eq!(labels(&bar, &new, "serviceLines").await, ["VAT 18 %", "VAT 18 %"]);
        let mut paid = Vec::new();
        for order in [&old, &new] {
            let grand = bar.order(order).await["grandTotalUSD"].clone();
            paid.push(bar.pays(order, json!({"amountUSD": grand, "grandTotalUSD": grand})).await.ok());
        }
        let report = async || bar.admin().get("/api/reports/tax?from=2027-01-01&to=2027-01-01").await.ok();
        let before = report().await;
        assert_eq!(values_of(&before["rows"], "label"), ["VAT 18 %", "GST 13 %"]);
        // Both orders with their charges; what was ordered at one counts where its day says.
        let gst = if day == "business" { "6.02" } else { "4.25" };
        assert_eq!(before["rows"][1]["netUSD"], gst, "{day}");
        // A later edit of the rates changes neither the report nor a void.
        bar.sets_tax(json!({"classes": classes(json!([rate(Value::Null, "VAT", "20.00")]))})).await;
        assert_eq!(report().await, before);
        bar.voids_order(&old).await.ok();
        let after = report().await;
        assert_eq!(after["rows"], before["rows"], "the day keeps its rows");
        let both = |row: &Value| figures(row, ["netUSD", "taxUSD", "netLRD", "taxLRD"]);
        let gst = both(&before["rows"][1]).map(|figure| format!("-{figure}"));
        let voided = after["voids"].as_array().expect("rows").iter().find(|row| row["label"] == "GST 13 %").expect("a row");
        assert_eq!(both(voided), gst);
        assert_eq!(paid[1]["receipt"]["grandTotalUSD"], "9.90");
    }
}

#[tokio::test]
async fn an_order_of_the_old_year_goes_on_a_tab_in_the_new_one() {
    let (bar, old, _) = night("business").await;
    bar.puts_on_credit(&old, ("Weah", "")).await.ok();
    let tab = bar.tabs().await[0].clone();
    let labels: Vec<&Value> = tab["items"].as_array().expect("items").iter().map(|item| &item["tax"]["label"]).collect();
    assert_eq!(labels, ["GST 13 %", "GST 13 %", "GST 13 %", "VAT 18 %", "GST 13 %", "GST 13 %"]);
    let paid = bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": "Weah"})).await.ok();
    assert_eq!(paid["receipt"]["grandTotalUSD"], "14.30");
}
