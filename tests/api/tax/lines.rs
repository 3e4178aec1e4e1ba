//! The tax of a line is frozen when it is ordered: mode, class, rate and day.

use serde_json::{Value, json};

use super::{classes, figures, line_figures, rate};
use crate::bar::TestBar;

fn two_rates(later: &str) -> Value {
    classes(json!([rate(Value::Null, "GST", "13"), rate(json!(later), "VAT", "18")]))
}

async fn labels(bar: &TestBar, order: &Value) -> Vec<Value> {
    let order = bar.bartender().get(&format!("/api/orders/{}", order["id"])).await.ok();
    order["items"].as_array().expect("items").iter().map(|item| item["tax"]["label"].clone()).collect()
}

#[tokio::test]
async fn the_day_that_decides_is_the_business_day_or_the_calendar_day() {
    for (day, at_two) in [("business", "GST 13 %"), ("calendar", "VAT 18 %")] {
        let bar = TestBar::with_gst("included").await;
        bar.sets_tax(json!({"day": day, "classes": two_rates("2027-01-01")})).await;
        bar.clock.jump_to("2026-12-31T23:59:00Z");
        let order = bar.order_a(1, 1).await;
        bar.clock.jump_to("2027-01-01T02:00:00Z");
        let later = bar.sells("Club", 1).await;
        assert_eq!(later["tax"]["label"], at_two, "{day}");
        assert_eq!(later["tax"]["day"], if day == "business" { "2026-12-31" } else { "2027-01-01" });
        bar.clock.jump_to("2027-01-01T02:30:00Z");
        bar.pays(&order, json!({"amountUSD": "7.00"})).await.ok();
        assert_eq!(labels(&bar, &order).await, ["GST 13 %", "GST 13 %"], "paid later, taxed when it was ordered");
        bar.clock.jump_to("2027-01-01T05:00:00Z");
        assert_eq!(bar.sells("Club", 1).await["tax"]["label"], "VAT 18 %");
    }
}

#[tokio::test]
async fn a_rate_that_starts_today_before_the_night_has_begun() {
    let bar = TestBar::with_gst("included").await;
    // 21 November, 20:00: the business day is still the 20th.
    bar.admin().put("/api/settings", json!({"dayStartsAt": "21:00"})).await.ok();
    bar.sets_tax(json!({"classes": two_rates("2026-11-21")})).await;
    assert_eq!(bar.sells("Club", 1).await["tax"]["label"], "GST 13 %");
    bar.sets_tax(json!({"day": "calendar"})).await;
    assert_eq!(bar.sells("Club", 1).await["tax"]["label"], "VAT 18 %");
}

#[tokio::test]
async fn an_open_order_keeps_its_rate_and_its_mode_and_new_items_get_the_new_ones() {
    let bar = TestBar::with_gst("included").await;
    let order = bar.order_a(1, 1).await;
    bar.sets_tax(json!({"classes": two_rates("2026-11-21")})).await;
    let path = format!("/api/orders/{}/items", order["id"]);
    let club = json!({"productId": bar.id_of("Club").await, "quantity": 1});
    bar.bartender().post(&path, club.clone()).await.created();
    bar.sets_tax(json!({"mode": "added"})).await;
    bar.bartender().post(&path, club.clone()).await.created();
    bar.sets_tax(json!({"mode": "off"})).await;
    let order = bar.bartender().post(&path, club).await.created();
    assert_eq!(labels(&bar, &order).await, [json!("GST 13 %"), json!("GST 13 %"), json!("VAT 18 %"), json!("VAT 18 %"), Value::Null]);
    let gross: Vec<[String; 3]> =
        order["items"].as_array().expect("items").iter().map(|item| figures(item, ["netUSD", "taxUSD", "grossUSD"])).collect();
    assert_eq!(gross[2..], [["1.69", "0.31", "2.00"], ["2.00", "0.36", "2.36"], ["2.00", "0.00", "2.00"]]);
    // $2.00 + $5.00 + $2.00 + $2.36 + $2.00; the total of the items is without what comes on top.
    assert_eq!(figures(&order, ["totalAmountUSD", "grandTotalUSD", "owedUSD"]), ["13.00", "13.36", "8.36"]);
    // Paying, and later edits, change none of it.
    let paid = bar.pays(&order, json!({"amountUSD": "13.36"})).await.ok();
    assert_eq!(paid["order"]["paymentStatus"], "paid");
    let receipt = &paid["receipt"];
    assert_eq!(figures(receipt, ["totalAmountUSD", "grandTotalUSD", "taxUSD"]), ["13.36", "13.36", "1.48"]);
    assert_eq!(labels(&bar, &order).await[2], "VAT 18 %");
}

#[tokio::test]
async fn kinds_without_tax_and_parts_of_a_rate() {
    let bar = TestBar::with_gst("added").await;
    let levied = json!([{"from": null, "parts": [{"name": "GST", "percent": "13"}, {"name": "Levy", "percent": "1"}]}]);
    bar.sets_tax(json!({"mode": "included", "classes": classes(levied)})).await;
    for (name, class) in [("Flour", "zero"), ("Stamp", "exempt"), ("Deposit", "outside")] {
        bar.product(json!({"name": name, "priceUSD": "1.00", "stock": 9, "taxClass": class})).await;
    }
    let club = bar.sells("Club", 1).await;
    let part = |name: &str, percent: &str, usd: &str, lrd: &str| json!({"name": name, "percent": percent, "taxUSD": usd, "taxLRD": lrd});
    let expected = json!({"mode": "included", "class": "standard", "kind": "taxed", "label": "GST 13 % + Levy 1 %", "percent": "14.00",
        "parts": [part("GST", "13.00", "0.23", "43.34"), part("Levy", "1.00", "0.02", "3.33")], "day": "2026-11-21"});
    assert_eq!((&club["tax"], &club["taxUSD"], &club["taxLRD"]), (&expected, &json!("0.25"), &json!("46.67")));
    for (name, kind, label) in [("Flour", "zero", "Zero-rated"), ("Stamp", "exempt", "Exempt"), ("Deposit", "outside", "Outside tax")] {
        let sale = bar.sells(name, 2).await;
        let tax =
            json!({"mode": "included", "class": kind, "kind": kind, "label": label, "percent": "0.00", "parts": [], "day": "2026-11-21"});
        assert_eq!(sale["tax"], tax);
        assert_eq!(line_figures(&sale), ["2.00", "380.00", "0.00", "0.00", "2.00", "380.00"]);
    }
}

#[tokio::test]
async fn another_quantity_has_the_tax_of_its_own_total_at_the_frozen_rate() {
    let bar = TestBar::with_gst("added").await;
    let order = bar.order_a(5, 1).await;
    bar.sets_tax(json!({"classes": two_rates("2026-11-21")})).await;
    let path = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    let club = async |quantity: i64| {
        let order = bar.bartender().patch(&path, json!({"quantity": quantity, "reason": "Less"})).await.ok();
        (line_figures(&order["items"][0]), order["remainingUSD"].clone(), order["owedUSD"].clone())
    };
    let five = (line_figures(&order["items"][0]), order["remainingUSD"].clone(), order["owedUSD"].clone());
    assert_eq!(five.0, ["10.00", "1900.00", "1.30", "247.00", "11.30", "2147.00"]);
    let three = club(3).await;
    assert_eq!(three.0, ["6.00", "1140.00", "0.78", "148.20", "6.78", "1288.20"]);
    assert_eq!((three.1, three.2), (json!("12.43"), json!("6.78")));
    assert_eq!(club(5).await, five, "as it was");
}

#[tokio::test]
async fn credit_freezes_its_tax_and_an_order_takes_it_along() {
    let bar = TestBar::with_gst("added").await;
    let given = json!({"customerName": "Weah", "productId": bar.id_of("Club").await, "quantity": 2});
    let given = bar.bartender().post("/api/credit", given).await.created();
    assert_eq!(
        (line_figures(&given), given["owedUSD"].clone()),
        (["4.00", "760.00", "0.52", "98.80", "4.52", "858.80"].map(str::to_owned), json!("4.52"))
    );
    let order = bar.order_a(2, 1).await;
    bar.puts_on_credit(&order, ("Weah", "")).await.ok();
    bar.sets_tax(json!({"mode": "off"})).await;
    let tabs = bar.bartender().get("/api/tabs").await.ok();
    let tab = tabs.as_array().expect("tabs").iter().find(|tab| tab["customerName"] == "Weah").expect("a tab").clone();
    assert_eq!(figures(&tab, ["totalUSD", "totalLRD", "owedUSD", "owedLRD"]), ["14.69", "2791.10", "9.04", "1073.50"]);
    assert_eq!(tab["items"][1]["tax"]["label"], "GST 13 %");
    let paid = bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": "Weah"})).await.ok();
    assert_eq!(figures(&paid, ["totalUSD", "totalLRD"]), ["14.69", "2791.10"]);
    assert_eq!(figures(&paid["receipt"], ["grandTotalUSD", "taxUSD", "taxLRD"]), ["14.69", "1.69", "321.10"]);
}
