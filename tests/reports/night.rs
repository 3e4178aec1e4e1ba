//! The demo bar: all parts of the reports for 'Last night' sum to the same night, on the screen and in the files.

use serde_json::Value;

use crate::bar::{LAST_NIGHT as NIGHT, TestBar};

/// Cents of `12.50`; an empty cell is nothing.
fn cents(text: &str) -> i64 {
    if text.is_empty() {
        return 0;
    }
    let (whole, decimals) = text.split_once('.').expect("two decimals");
    let sign = if whole.starts_with('-') { -1 } else { 1 };
    whole.parse::<i64>().expect("a number") * 100 + sign * decimals.parse::<i64>().expect("cents")
}

/// Revenue in cents and units of rows of an answer.
fn sums(rows: &Value) -> (i64, i64) {
    let rows = rows.as_array().expect("rows").iter();
    rows.fold((0, 0), |(revenue, units), row| {
        let units_of_row = row["totalQuantity"].as_i64().expect("a number");
        (revenue + cents(row["totalRevenue"].as_str().expect("an amount")), units + units_of_row)
    })
}

/// The cells of a column of a part's file.
async fn column(bar: &TestBar, part: &str, heading: &str) -> Vec<String> {
    let path = format!("/api/reports/{part}?startDate={NIGHT}&endDate={NIGHT}");
    let bytes = bar.get("admin", &path).await.bytes;
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    let place = reader.headers().expect("headings").iter().position(|one| one == heading).expect("the column");
    reader.records().map(|row| row.expect("a row")[place].to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn all_parts_of_last_night_sum_to_the_same_night() {
    let bar = TestBar::demo().await;
    let of_all_time = bar.get("admin", "/api/sales/analytics").await.ok();
    assert!(of_all_time["salesCount"].as_i64() > Some(1_000), "a demo with thirty nights: {of_all_time}");
    let get = async |path: &str| bar.get("admin", &format!("/api/admin/{path}startDate={NIGHT}&endDate={NIGHT}")).await.ok();
    let report = get("sales-report?").await;
    let night = sums(&Value::Array(vec![report["overallSummary"].clone()]));
    assert!(night.0 > 10_000, "a night with sales: {report}");

    assert_eq!(sums(&report["days"]), night, "by day");
    assert_eq!(sums(&report["categories"]), night, "by category");
    assert_eq!(sums(&report["hours"]), night, "by hour");
    let staff = get("sales-summary?").await;
    assert_eq!(sums(&staff), night, "by person");
    let products = get("product-sales?limit=5&").await;
    let (listed, others) = (sums(&products["products"]), sums(&Value::Array(vec![products["others"].clone()])));
    assert_eq!((listed.0 + others.0, listed.1 + others.1), night, "by product");
    let mut by_customer = (0, 0);
    for account in staff.as_array().expect("accounts") {
        let sales = get(&format!("user-sales?userId={}&", account["userId"])).await;
        let (revenue, units) = sums(&sales["customerSales"]);
        by_customer = (by_customer.0 + revenue, by_customer.1 + units);
    }
    assert_eq!(by_customer, night, "by customer");

    for part in ["days", "products", "categories", "hours", "staff", "customers", "sales"] {
        let revenue: i64 = column(&bar, part, "Revenue USD").await.iter().map(|cell| cents(cell)).sum();
        let units: i64 = column(&bar, part, "Units").await.iter().map(|cell| cell.parse::<i64>().expect("a number")).sum();
        assert_eq!((revenue, units), night, "the file of {part}");
    }
    money_by_method_is_money_received_less_given_back(&bar).await;
}

/// By method and by tender it is the same money, in each currency.
async fn money_by_method_is_money_received_less_given_back(bar: &TestBar) {
    let currencies = column(bar, "tenders", "Currency").await;
    let (received, back) = (column(bar, "tenders", "Received").await, column(bar, "tenders", "Given back").await);
    for currency in ["USD", "LRD"] {
        let of_currency = currencies.iter().zip(received.iter().zip(&back)).filter(|(one, _)| *one == currency);
        let kept: i64 = of_currency.map(|(_, (received, back))| cents(received) - cents(back)).sum();
        let by_method: i64 = column(bar, "takings", &format!("Kept {currency}")).await.iter().map(|cell| cents(cell)).sum();
        assert!(kept > 0, "{currency} was taken");
        assert_eq!(by_method, kept, "{currency}");
    }
}
