//! Compares what head office shows of a bar with what the bar itself shows.

use serde_json::Value;

use crate::together::{Bar, Chain};

/// Fields of revenue, by the same names on both sides.
const REVENUE: [&str; 5] = ["totalRevenue", "revenueUSD", "revenueLRD", "totalSales", "totalQuantity"];

fn rows(report: &Value) -> &[Value] {
    report["rows"].as_array().expect("rows")
}

/// Minor units of money or a number as text; 0 for none.
fn minor(value: &Value) -> i64 {
    value.as_str().map_or(0, |text| text.replace('.', "").parse().expect("digits"))
}

/// Asserts that the reports of the one bar of a head office equal the bar's own, to the cent. Nothing may be behind.
pub async fn expect_equal(chain: &Chain, bar: &Bar) {
    let own = bar.phone.sees("/api/admin/sales-report").await;
    let overview = chain.sees("/api/head/overview").await;
    for shown in [&overview["bars"][0], &overview["total"]] {
        for field in REVENUE {
            assert_eq!(shown[field], own["overallSummary"][field], "{field}: {shown} {own}");
        }
    }
    for name in ["days", "hours", "categories", "people"] {
        let report = chain.sees(&format!("/api/head/reports/{name}?period=tonight")).await;
        let sum: i64 = rows(&report).iter().map(|row| minor(&row["totalRevenue"])).sum();
        assert_eq!(sum, minor(&own["overallSummary"]["totalRevenue"]), "{name}: {report} {own}");
    }
    let takings = chain.sees("/api/head/reports/takings?period=tonight").await;
    for taking in own["takings"].as_array().expect("takings") {
        for (currency, field) in [("USD", "amountUSD"), ("LRD", "amountLRD")] {
            let of = |row: &&Value| row["method"] == taking["paymentMethod"] && row["currency"] == currency;
            let amount = rows(&takings).iter().find(of).map_or(0, |row| minor(&row["amount"]));
            assert_eq!(amount, minor(&taking[field]), "{currency}: {takings} {own}");
        }
    }
}
