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

/// The tax that is contained in a price, both in hundredths, rounded half away from zero.
fn contained(gross: i64, percent: i64) -> i64 {
    (gross * percent * 2 + 100 + percent) / (2 * (100 + percent))
}

/// A figure in hundredths.
fn hundredths(figure: &Value) -> i64 {
    figure.as_str().expect("a figure").replace('.', "").parse().expect("digits")
}

/// The sums of a figure of these lines, in dollars and Liberian dollars.
fn sums(lines: &Value, names: [&str; 2]) -> [i64; 2] {
    names.map(|name| lines.as_array().expect("lines").iter().map(|line| hundredths(&line[name])).sum())
}

#[tokio::test]
async fn bills_discounts_and_splits_keep_the_rates_of_their_lines() {
    let bar = TestBar::with_gst("included").await;
    let rates = classes(json!([rate(Value::Null, "GST", "13.00"), rate(json!("2027-01-01"), "VAT", "18.00")]));
    bar.sets_tax(json!({"classes": rates})).await;
    bar.sets_service_charge(json!({"mode": "auto"})).await;
    bar.clock.jump_to("2026-12-31T23:00:00Z");
    let order = bar.order_a_of(6).await;
    let bills = async |number: &str, prints: usize| {
        let bill = bar.bills(&order).await;
        assert_eq!((&bill["number"], bill["prints"].as_array().expect("prints").len()), (&json!(number), prints));
        bill
    };
    bills("B-20261231-0001", 1).await;
    bar.clock.jump_to("2027-01-01T01:00:00Z");
    bar.adds_item(&order, "Club", 1).await.created();
    let old_year = bills("B-20261231-0002", 1).await;
    // The next business day has begun; the bill says the same as before, so it keeps its number.
    bar.clock.jump_to("2027-01-01T05:30:00Z");
    bills("B-20261231-0002", 2).await;
    bar.adds_item(&order, "Club", 1).await.created();
    let new_year = bills("B-20270101-0001", 1).await;
    assert_eq!(bar.bill(&old_year).await["state"], "replaced");
    bar.discounts(&order, json!({"percent": 10})).await;
    assert_eq!(bar.bill(&new_year).await["state"], "changed");
    let now = bar.order(&order).await;
    for line in ["items", "serviceLines"].iter().flat_map(|name| now[*name].as_array().expect("lines")) {
        let percent = if line["tax"]["label"] == "GST 13 %" { 13 } else { 18 };
        for [gross, tax] in [["grossUSD", "taxUSD"], ["grossLRD", "taxLRD"]] {
            assert_eq!(hundredths(&line[tax]), contained(hundredths(&line[gross]), percent), "{line}");
        }
    }
    // One of the two old Club and the new one on a bill of their own.
    let [old, new] = [&now["items"][0], &now["items"][3]];
    let bill = json!({"items": [{"itemId": old["id"], "quantity": 1, "of": 2}, {"itemId": new["id"], "quantity": 1, "of": 1}]});
    let other = bar.splits(&order, json!({"bills": [bill]})).await.created()["created"][0].clone();
    assert_eq!(labels(&bar, &order, "items").await, ["GST 13 %"; 3]);
    assert_eq!(labels(&bar, &other, "items").await, ["GST 13 %", "VAT 18 %"]);
    assert_eq!(labels(&bar, &other, "serviceLines").await, ["GST 13 %"], "the earliest item decides");
    let halves = [bar.order(&order).await, bar.order(&other).await];
    let whole = sums(&now["items"], ["taxUSD", "taxLRD"]);
    let parts = halves.each_ref().map(|half| sums(&half["items"], ["taxUSD", "taxLRD"]));
    assert_eq!([parts[0][0] + parts[1][0], parts[0][1] + parts[1][1]], whole);
    let mut taxes = [0; 2];
    for half in &halves {
        let paid = bar.pays(half, json!({"amountUSD": half["grandTotalUSD"], "grandTotalUSD": half["grandTotalUSD"]})).await.ok();
        assert_eq!(figures(&paid["receipt"], ["taxUSD", "taxLRD"]), figures(half, ["taxUSD", "taxLRD"]));
        for line in ["items", "serviceLines"].iter().flat_map(|name| half[*name].as_array().expect("lines")) {
            let (place, name) = if line["currency"] == "USD" { (0, "taxUSD") } else { (1, "taxLRD") };
            taxes[place] += hundredths(&line[name]);
        }
    }
    let report = bar.admin().get("/api/reports/tax?from=2027-01-01&to=2027-01-01").await.ok();
    assert_eq!(values_of(&report["rows"], "label"), ["VAT 18 %", "GST 13 %"]);
    assert_eq!(["taxUSD", "taxLRD"].map(|name| hundredths(&report["totals"][name])), taxes, "each line in its own currency");
}
