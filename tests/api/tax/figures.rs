//! The figures of §3: the sixteen pairs, rounding once per line, and sums that nothing is computed from.

use serde_json::{Value, json};

use super::{classes, figures, line_figures, rate};
use crate::bar::TestBar;

/// Amount, currency, mode, percent, tax, and net (included) or gross (added).
const PAIRS: [(&str, &str, &str, &str, &str, &str); 16] = [
    ("2.00", "USD", "included", "13", "0.23", "1.77"),
    ("2.00", "USD", "included", "18", "0.31", "1.69"),
    ("2.00", "USD", "added", "13", "0.26", "2.26"),
    ("2.00", "USD", "added", "18", "0.36", "2.36"),
    ("380.00", "LRD", "included", "13", "43.72", "336.28"),
    ("380.00", "LRD", "included", "18", "57.97", "322.03"),
    ("380.00", "LRD", "added", "13", "49.40", "429.40"),
    ("380.00", "LRD", "added", "18", "68.40", "448.40"),
    ("4.00", "USD", "included", "13", "0.46", "3.54"),
    ("4.00", "USD", "included", "18", "0.61", "3.39"),
    ("4.00", "USD", "added", "13", "0.52", "4.52"),
    ("4.00", "USD", "added", "18", "0.72", "4.72"),
    ("950.00", "LRD", "included", "13", "109.29", "840.71"),
    ("950.00", "LRD", "included", "18", "144.92", "805.08"),
    ("950.00", "LRD", "added", "13", "123.50", "1073.50"),
    ("950.00", "LRD", "added", "18", "171.00", "1121.00"),
];

fn gst(percent: &str) -> Value {
    classes(json!([rate(Value::Null, "GST", percent)]))
}

#[tokio::test]
async fn the_sixteen_pairs_are_previewed() {
    let bar = TestBar::open().await;
    bar.sets_tax(json!({"classes": classes(json!([rate(Value::Null, "GST", "13"), rate(json!("2027-01-01"), "VAT", "18")]))})).await;
    for (amount, currency, mode, percent, tax, other) in PAIRS {
        let date = if percent == "13" { "2026-12-31" } else { "2027-01-01" };
        let path = format!("/api/tax/preview?amount={amount}&currency={currency}&class=standard&date={date}&mode={mode}");
        let preview = bar.bartender().get(&path).await.ok();
        let (net, gross) = if mode == "included" { (other, amount) } else { (amount, other) };
        let label = if percent == "13" { "GST 13 %" } else { "VAT 18 %" };
        assert_eq!(preview, json!({"label": label, "percent": format!("{percent}.00"), "net": net, "tax": tax, "gross": gross}), "{path}");
    }
    let off = bar.bartender().get("/api/tax/preview?amount=2.00").await.ok();
    assert_eq!(off, json!({"label": "GST 13 %", "percent": "13.00", "net": "2.00", "tax": "0.00", "gross": "2.00"}), "the mode is off");
    bar.bartender().get("/api/tax/preview?amount=2.00&class=nonsense").await.refused(404, "not_found");
    bar.bartender().get("/api/tax/preview?amount=2.00&class=reduced").await.invalid("Reduced has no rate on 2026-11-21");
    bar.bartender().get("/api/tax/preview?amount=-2").await.refused(400, "invalid");
    bar.bartender().get("/api/tax/preview?amount=2&mode=on").await.refused(400, "invalid");
}

#[tokio::test]
async fn the_sixteen_pairs_are_sold() {
    let bar = TestBar::with_gst("included").await;
    for (mode, percent) in [("included", "13"), ("included", "18"), ("added", "13"), ("added", "18")] {
        bar.sets_tax(json!({"mode": mode, "classes": gst(percent)})).await;
        let (one, two, rice) = (bar.sells("Club", 1).await, bar.sells("Club", 2).await, bar.sells("Rice", 1).await);
        for (line, amount, suffix) in [(&one, "2.00", "USD"), (&one, "380.00", "LRD"), (&two, "4.00", "USD"), (&rice, "950.00", "LRD")] {
            let pair = PAIRS.iter().find(|pair| (pair.0, pair.2, pair.3) == (amount, mode, percent)).expect("a pair");
            let names = [format!("tax{suffix}"), format!("{}{suffix}", if mode == "included" { "net" } else { "gross" })];
            assert_eq!(figures(line, [&names[0], &names[1]]), [pair.4, pair.5], "{mode} {percent} {amount}");
            let [net_usd, net_lrd, tax_usd, tax_lrd, gross_usd, gross_lrd] =
                line_figures(line).map(|text| text.replace('.', "").parse::<i64>().expect("cents"));
            assert_eq!((net_usd + tax_usd, net_lrd + tax_lrd), (gross_usd, gross_lrd));
        }
    }
}

#[tokio::test]
async fn tax_is_rounded_once_per_line_and_never_computed_from_a_sum() {
    let bar = TestBar::with_gst("included").await;
    let nut = bar.stocks("Nut", "0.05", 9).await["id"].clone();
    let lines = json!([{"productId": nut, "quantity": 1}, {"productId": nut, "quantity": 1}, {"productId": nut, "quantity": 1}]);
    let sold = bar.bartender().post("/api/sales/batch", json!({"sales": lines})).await.created();
    for line in sold["sales"].as_array().expect("lines") {
        assert_eq!(line["taxUSD"], "0.01");
    }
    assert_eq!(figures(&sold["receipt"], ["taxUSD", "grandTotalUSD"]), ["0.03", "0.15"], "the tax of their sum would be 0.02");
}

#[tokio::test]
async fn order_a_included() {
    let bar = TestBar::with_gst("included").await;
    let order = bar.order_a(2, 1).await;
    let names = ["totalAmountUSD", "totalAmountLRD", "taxUSD", "taxLRD", "grandTotalUSD", "grandTotalLRD", "remainingUSD", "remainingLRD"];
    assert_eq!(figures(&order, names), ["9.00", "1710.00", "1.04", "196.72", "9.00", "1710.00", "9.00", "1710.00"]);
    let quote = json!({"sales": bar.items(&[("Club", 2), ("Rice", 1)]).await});
    let quote = bar.bartender().post("/api/sales/quote", quote).await.ok();
    assert_eq!(
        figures(&quote, ["totalAmountUSD", "taxUSD", "taxLRD", "grandTotalUSD", "grandTotalLRD"]),
        ["9.00", "1.04", "196.72", "9.00", "1710.00"]
    );
    let row = |currency: &str, net: &str, tax: &str, gross: &str| json!({"label": "GST 13 %", "kind": "taxed", "mode": "included", "currency": currency, "net": net, "tax": tax, "gross": gross});
    assert_eq!(quote["taxRows"], json!([row("USD", "3.54", "0.46", "4.00"), row("LRD", "840.71", "109.29", "950.00")]));
    assert_eq!(bar.product_named("Club").await["stock"], 98, "a quote stores nothing: the order took two");
    assert!(bar.bartender().get("/api/sales").await.ok().as_array().expect("sales").is_empty());
}

#[tokio::test]
async fn reports_have_tax_and_net_beside_their_revenue() {
    for (mode, revenue, net) in [("included", "9.00", ["7.96", "1513.28"]), ("added", "9.00", ["9.00", "1710.00"])] {
        let bar = TestBar::with_gst(mode).await;
        let sales = bar.items(&[("Club", 2), ("Rice", 1)]).await;
        let sold = bar.bartender().post("/api/sales/batch", json!({"sales": sales})).await.created();
        let tax = if mode == "included" { ["1.04", "196.72"] } else { ["1.17", "222.30"] };
        let read = async |path: &str| bar.admin().get(path).await.ok();
        let summary = read("/api/admin/sales-report").await;
        for sums in [&read("/api/sales/analytics").await, &summary["overallSummary"], &summary["days"][0], &summary["hours"][0]] {
            assert_eq!(sums["totalRevenue"], revenue);
            assert_eq!(figures(sums, ["taxUSD", "taxLRD", "netUSD", "netLRD"]), [tax[0], tax[1], net[0], net[1]], "{sums}");
        }
        for line in sold["sales"].as_array().expect("lines") {
            bar.voids_sale(line).await.ok();
        }
        let none = figures(&read("/api/sales/analytics").await, ["totalRevenue", "taxUSD", "taxLRD", "netUSD", "netLRD"]);
        assert_eq!(none, ["0.00"; 5]);
    }
}
