//! What head office shows is what each box shows, to the cent.

use serde_json::{Value, json};

use super::{Bar, Chain};
use crate::reports::csv_sum;

/// Money as minor units.
fn minor(text: &Value) -> i64 {
    text.as_str().expect("money").replace('.', "").parse().expect("digits")
}

/// Sets the exchange rate, in LRD per USD.
async fn rate(bar: &Bar, rate: &str) {
    bar.phone.post("/api/exchange-rate", &json!({ "rate": rate }), None).await.expect("an answer").is(200);
}

/// A product with a price in one currency.
async fn product(bar: &Bar, name: &str, category: &str, price: Value) -> u64 {
    let mut body = json!({ "name": name, "category": category, "stock": 100 });
    body.as_object_mut().expect("an object").extend(price.as_object().expect("an object").clone());
    bar.phone.post("/api/products", &body, None).await.expect("an answer").is(201)["id"].as_u64().expect("an id")
}

async fn sells(bar: &Bar, product: u64, quantity: i64) -> Value {
    bar.phone.sells(product, quantity).await.expect("an answer").is(201)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_bars_with_different_rates_add_up_to_what_they_sold() {
    let chain = Chain::start().await;
    for (name, its_rate, rice) in [("Cape Bar", "190", "950"), ("Mamba Grill", "195", "975")] {
        let bar = chain.bar(name).await;
        rate(&bar, its_rate).await;
        let beer = product(&bar, "Club Beer", "drinks", json!({ "price": "2.00" })).await;
        let rice = product(&bar, "Rice", "food", json!({ "currency": "LRD", "priceLRD": rice })).await;
        sells(&bar, beer, 1).await;
        sells(&bar, rice, 1).await;
        chain.has_all_of(&bar).await;
        // What was sold keeps its worth.
        rate(&bar, "300").await;
        chain.has_all_of(&bar).await;
    }
    let shown = chain.sees("/api/head/overview").await;
    let total = &shown["total"];
    assert_eq!([&total["totalRevenue"], &total["revenueUSD"], &total["revenueLRD"]], ["14.00", "4.00", "1925.00"], "{shown}");
    assert_eq!((&total["totalSales"], &shown["missing"]), (&json!(4), &json!([])));
    for name in ["days", "hours", "categories", "people", "products"] {
        let path = format!("/api/head/reports/{name}.csv");
        let file = chain.file(&path).await;
        let report = chain.sees(&format!("/api/head/reports/{name}")).await;
        assert_eq!((csv_sum(&file, "totalRevenue"), &report["total"]["totalRevenue"]), (1_400, &json!("14.00")), "{name}");
    }
    let file = chain.file("/api/head/reports/takings.csv").await;
    assert_eq!(csv_sum(&file, "amount"), 400 + 192_500, "each in its own currency");
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_equal_those_of_the_box_after_sales_voids_credit_and_a_power_cut() {
    let chain = Chain::start().await;
    let mut bar = chain.bar("Cape Bar").await;
    let beer = product(&bar, "Club Beer", "drinks", json!({ "price": "2.50" })).await;
    let rum = product(&bar, "Rum", "drinks", json!({ "price": "3.00" })).await;
    for quantity in 1..6 {
        sells(&bar, beer, quantity).await;
    }
    let sold = sells(&bar, rum, 2).await;
    chain.has_all_of(&bar).await;

    let void = json!({ "reason": "Wrong item", "returnToStock": true });
    let id = sold["id"].as_u64().or_else(|| sold["sale"]["id"].as_u64()).expect("an id");
    bar.phone.post(&format!("/api/sales/{id}/void"), &void, None).await.expect("an answer").is(200);
    bar.loses_power();
    sells(&bar, rum, 1).await;
    chain.has_all_of(&bar).await;

    let here = bar.phone.sees("/api/admin/sales-report").await;
    let there = chain.sees("/api/head/overview").await["bars"][0].clone();
    assert_eq!(minor(&there["totalRevenue"]), 15 * 250 + 300, "{there}");
    for field in ["totalRevenue", "revenueUSD", "revenueLRD", "totalSales", "totalQuantity"] {
        assert_eq!(there[field], here["overallSummary"][field], "{field}: {there} {here}");
    }
    assert_eq!(there["voids"], 1, "{there}");
    let takings = chain.sees("/api/head/reports/takings").await;
    let cash = takings["rows"].as_array().expect("rows").iter().find(|row| row["method"] == "cash" && row["currency"] == "USD");
    assert_eq!(cash.expect("cash")["amount"], here["takings"][0]["amountUSD"], "{takings} {here}");
    let stock = chain.sees("/api/head/reports/stock").await;
    assert_eq!(stock["rows"], json!([]), "{stock}");
}
