//! Shifts, exceptions, products, takings, what is open, and stock.

use head::accounts::Bars;
use head::error::HeadCode;
use head::reports::{Period, ReportName, Rows};
use serde_json::{Value, json};

use super::chain::{Chain, TONIGHT, bar_id, csv_sum};

/// A shift: state, expected and counted in US and Liberian cents.
async fn shift(chain: &Chain, line: i64, id: i64, day: &str, state: &str, expected: [i64; 2], counted: Option<[i64; 2]>) {
    let closed = if state == "closed" { format!("'{day}T23:00:00Z'") } else { "NULL".to_owned() };
    let [usd, lrd] = counted.map_or(["NULL".to_owned(), "NULL".to_owned()], |counted| counted.map(|amount| amount.to_string()));
    let sql = format!(
        "INSERT INTO fig_shift VALUES ({line}, {id}, 1, 'Drawer', 'Musa', '{day}', '{day}T1{}:00:00Z', {closed}, '{state}', 'Z-{id}', \
         {}, {}, {usd}, {lrd})",
        id % 10,
        expected[0],
        expected[1]
    );
    chain.sql(&sql, &[]).await;
}

#[tokio::test]
async fn over_and_short_are_counted_less_expected() {
    let chain = Chain::new().await;
    chain.bar(1, "Cape Bar").await;
    chain.bar(2, "Red Light Spot").await;
    shift(&chain, 1, 1, TONIGHT, "closed", [10_000, 500_000], Some([10_000, 519_000])).await;
    shift(&chain, 1, 2, TONIGHT, "open", [5_000, 0], None).await;
    shift(&chain, 1, 3, TONIGHT, "closed", [7_000, 0], None).await;
    shift(&chain, 2, 1, TONIGHT, "closed", [10_000, 0], Some([8_800, 0])).await;
    shift(&chain, 2, 2, TONIGHT, "counting", [1, 1], None).await;
    shift(&chain, 2, 3, "2026-11-20", "closed", [10_000, 0], Some([0, 0])).await;
    let shown = chain.overview(&Bars::All, Period::Tonight).await;
    assert_eq!([&shown["total"]["overShortUSD"], &shown["total"]["overShortLRD"]], ["-12.00", "190.00"]);
    assert_eq!(shown["total"]["shiftsOpen"], 2);
    let by_bar = |field: &str| shown["bars"].as_array().expect("bars").iter().map(|row| row[field].clone()).collect::<Vec<Value>>();
    assert_eq!((by_bar("overShortUSD"), by_bar("shiftsOpen")), (vec![json!("0.00"), json!("-12.00")], vec![json!(1), json!(1)]));
    let shown = chain.report(ReportName::Shifts, Period::Tonight).await;
    assert_eq!(shown["total"], json!({ "overShortUSD": "-12.00", "overShortLRD": "190.00" }));
    let rows = shown["rows"].as_array().expect("rows");
    let over_short: Vec<&Value> = rows.iter().map(|row| &row["overShortUSD"]).collect();
    assert_eq!(over_short, [&Value::Null, &Value::Null, &Value::Null, &json!("0.00"), &json!("-12.00")], "newest first");
    let expected = json!({
        "bar": bar_id(2), "tillName": "Drawer", "responsibleName": "Musa", "businessDay": TONIGHT, "openedAt": "2026-11-21T11:00:00.000Z",
        "closedAt": "2026-11-21T23:00:00.000Z", "state": "closed", "zNumber": "Z-1", "expectedUSD": "100.00", "expectedLRD": "0.00",
        "countedUSD": "88.00", "countedLRD": "0.00", "overShortUSD": "-12.00", "overShortLRD": "0.00",
    });
    assert_eq!(rows[4], expected);
    let file = chain.csv(&Bars::All, ReportName::Shifts, Period::Tonight).await;
    assert_eq!((csv_sum(&file, "overShortUSD"), csv_sum(&file, "overShortLRD")), (-1_200, 19_000));
    let limited = chain.report_for(&Bars::All, ReportName::Shifts, Period::Week, Rows::First(1)).await;
    assert_eq!((limited["rows"].as_array().map(Vec::len), &limited["total"]["overShortUSD"]), (Some(1), &json!("-112.00")));
}

#[tokio::test]
async fn a_period_without_a_counted_shift_is_neither_over_nor_short() {
    let chain = Chain::new().await;
    chain.bar(1, "Cape Bar").await;
    shift(&chain, 1, 1, TONIGHT, "closed", [10_000, 0], None).await;
    chain
        .sql("INSERT INTO fig_shift (line_id, shift_id, upto, day, state, counted_usd) VALUES (1, 2, 1, $1, 'closed', 5)", &[&day(TONIGHT)])
        .await;
    let shown = chain.overview(&Bars::All, Period::Tonight).await;
    assert_eq!((&shown["total"]["overShortUSD"], &shown["bars"][0]["overShortLRD"]), (&Value::Null, &Value::Null));
    assert_eq!(chain.report(ReportName::Shifts, Period::Tonight).await["total"]["overShortUSD"], Value::Null);
}

fn day(text: &str) -> jiff::civil::Date {
    text.parse().expect("a date")
}

#[tokio::test]
async fn exceptions_name_people_and_are_counted_beyond_the_limit() {
    let chain = Chain::new().await;
    chain.bar(1, "Cape Bar").await;
    chain.sql("INSERT INTO fig_user VALUES (1, 5, 1, 'jane', '', NULL, 'manager', true, NULL)", &[]).await;
    for (day, user, kind, reason, count, usd) in [
        (TONIGHT, 5, "void", "Wrong item", 2, 700),
        (TONIGHT, 5, "discount", "", 1, 50),
        ("2026-11-20", 6, "no_sale", "=1+1", 3, 0),
        ("2026-11-19", 5, "void", "Taken back", 0, 0),
        ("2025-11-19", 5, "void", "Last year", 9, 900),
    ] {
        let sql = format!("INSERT INTO fig_exception VALUES (1, '{day}', {user}, '{kind}', '{reason}', 1, {count}, {usd})");
        chain.sql(&sql, &[]).await;
    }
    let shown = chain.report(ReportName::Exceptions, Period::Year).await;
    let of = |day: &str, user: Value, kind: &str, reason: Value, count: i64, amount: &str| json!({ "bar": bar_id(1), "businessDay": day, "userName": user, "kind": kind, "reason": reason, "count": count, "amountUSD": amount });
    let rows = [
        of(TONIGHT, json!("jane"), "discount", Value::Null, 1, "0.50"),
        of(TONIGHT, json!("jane"), "void", json!("Wrong item"), 2, "7.00"),
        of("2026-11-20", Value::Null, "no_sale", json!("=1+1"), 3, "0.00"),
    ];
    assert_eq!((&shown["rows"], &shown["total"]), (&json!(rows), &json!({ "count": 6, "amountUSD": "7.50" })));
    let limited = chain.report_for(&Bars::All, ReportName::Exceptions, Period::Year, Rows::First(1)).await;
    assert_eq!((&limited["rows"], &limited["total"]), (&json!([rows[0]]), &json!({ "count": 6, "amountUSD": "7.50" })));
    let file = chain.csv(&Bars::All, ReportName::Exceptions, Period::Year).await;
    assert_eq!((file.len(), csv_sum(&file, "amountUSD"), file[2][4].1.as_str()), (3, 750, "'=1+1"));
    let shown = chain.overview(&Bars::All, Period::Tonight).await;
    assert_eq!([&shown["bars"][0]["voids"], &shown["total"]["discounts"]], [2, 1]);
    for (text, is_legal) in [("1", true), ("1000", true), ("0", false), ("1001", false), ("x", false)] {
        let rows = ReportName::Exceptions.parse_limit(Some(text));
        assert_eq!(rows.map_err(|error| error.code()).err(), (!is_legal).then_some(Some(HeadCode::Invalid)), "{text}");
    }
}

#[tokio::test]
async fn products_of_bars_join_by_the_chains_id_only() {
    let chain = Chain::new().await;
    for line in [1, 2] {
        chain.bar(line, &format!("Bar {line}")).await;
        chain.product(line, 10 + line, "Club Beer", Some("beer")).await;
        chain.product(line, 20 + line, "Rice", None).await;
        // A year: whole months, and days that are not of the period at both ends.
        for (day, quantity) in
            [("2025-11-15", 100), ("2025-12-31", 50), ("2026-01-01", 1), ("2026-06-30", 2), ("2026-11-01", 4), (TONIGHT, 8)]
        {
            chain.pieces(line, 10 + line, day, quantity, quantity * 100).await;
            chain.pieces(line, 20 + line, day, quantity, quantity).await;
        }
        chain.pieces(line, 20 + line, "2026-11-23", 1_000, 1_000).await;
        chain.product(line, 30, "Void Cocktail", None).await;
        chain.pieces(line, 30, TONIGHT, 0, 0).await;
    }
    chain
        .sql(
            "INSERT INTO chain_products VALUES ('beer', $1, $2, false, now(), 'owner')",
            &[&json!({ "name": "Club Beer 330 ml" }), &json!([])],
        )
        .await;
    let dates = |from, to| Period::parse(None, Some(from), Some(to), Period::Tonight).expect("dates");
    for (period, beers, rice) in [
        (Period::Tonight, 16, 8),
        (Period::Month, 24, 12),
        (Period::Year, 30, 15),
        (dates("2025-11-16", "2026-11-21"), 130, 65),
        (dates("2025-12-31", "2026-06-30"), 106, 53),
        (dates("2026-11-02", "2026-11-20"), 0, 0),
        (dates("2026-11-02", "2026-11-30"), 16, 1_008),
    ] {
        let shown = chain.report_for(&Bars::All, ReportName::Products, period, Rows::First(50)).await;
        let rows = shown["rows"].as_array().expect("rows");
        let sold = |name: &str| {
            rows.iter().filter(|row| row["name"] == name).map(|row| row["totalQuantity"].as_i64().expect("a number")).collect::<Vec<_>>()
        };
        let expected = |quantity: i64, rows: usize| if quantity == 0 { Vec::new() } else { vec![quantity; rows] };
        assert_eq!((sold("Club Beer 330 ml"), sold("Rice")), (expected(beers, 1), expected(rice, 2)), "{period:?}");
        assert_eq!(shown["total"]["totalQuantity"], beers + 2 * rice, "{period:?}");
        assert!(sold("Void Cocktail").is_empty());
    }
    let limited = chain.report_for(&Bars::All, ReportName::Products, Period::Year, Rows::First(1)).await;
    let beer = json!({
        "chainId": "beer", "bar": null, "name": "Club Beer 330 ml", "category": "drinks", "totalQuantity": 30, "totalRevenue": "30.00"
    });
    assert_eq!((&limited["rows"], &limited["total"]["totalRevenue"]), (&json!([beer]), &json!("30.30")));
    assert_eq!(ReportName::Products.parse_limit(None).ok(), Some(Rows::First(50)));
    assert!(ReportName::Products.parse_limit(Some("501")).is_err());
}

#[tokio::test]
async fn takings_open_orders_and_stock_are_listed_with_their_bar() {
    let chain = Chain::new().await;
    let cape = chain.bar(1, "Cape Bar").await;
    for (method, currency, amount) in [("cash", "USD", 700), ("cash", "LRD", -5_000), ("mtn_momo", "LRD", 38_000), ("card", "USD", 0)] {
        chain.sql(&format!("INSERT INTO fig_taking VALUES (1, '{TONIGHT}', '{method}', '{currency}', 1, {amount})"), &[]).await;
    }
    let shown = chain.report(ReportName::Takings, Period::Tonight).await;
    let row = |method: &str, currency: &str, amount: &str| json!({ "bar": cape, "method": method, "currency": currency, "amount": amount });
    let rows = [row("cash", "LRD", "-50.00"), row("cash", "USD", "7.00"), row("mtn_momo", "LRD", "380.00")];
    assert_eq!((&shown["rows"], &shown["total"]), (&json!(rows), &json!({ "amountUSD": "7.00", "amountLRD": "330.00" })));
    let since = "2026-11-21T20:00:00Z";
    for (kind, id, values) in [
        ("order", "4", format!("'Ama', '7', '{since}', 'Musa', 1100, 95000, 1600")),
        ("order", "5", "NULL, NULL, NULL, NULL, NULL, NULL, NULL".to_owned()),
        ("tab", "aa", format!("'@Jane', NULL, '{since}', 'Musa', 0, 19000, 100")),
    ] {
        chain.sql(&format!("INSERT INTO fig_open VALUES (1, '{kind}', '{id}', 1, {values})"), &[]).await;
    }
    let shown = chain.report(ReportName::Open, Period::Tonight).await;
    let order = json!({
        "bar": cape, "kind": "order", "name": "Ama", "table": "7", "since": "2026-11-21T20:00:00.000Z", "by": "Musa", "dueUSD": "11.00",
        "dueLRD": "950.00", "remainingUSD": "16.00",
    });
    assert_eq!((&shown["rows"][0], shown["rows"].as_array().map(Vec::len)), (&order, Some(2)));
    assert_eq!(shown["total"], json!({ "dueUSD": "11.00", "dueLRD": "1140.00", "remainingUSD": "17.00" }));
    assert_eq!(chain.csv(&Bars::All, ReportName::Open, Period::Tonight).await[1][2].1, "'@Jane");
    for (id, name, level, state) in [(1, "Club Beer", 3, "'low'"), (2, "Gin", 0, "'out'"), (3, "Rum", 40, "NULL")] {
        chain.product(1, id, name, None).await;
        chain.sql(&format!("INSERT INTO fig_stock VALUES (1, {id}, 1, {level}, NULL, NULL, {state})"), &[]).await;
    }
    let shown = chain.report(ReportName::Stock, Period::Tonight).await;
    let row = |name: &str, level: i64, state: &str| json!({ "bar": cape, "productName": name, "level": level, "portions": null, "par": null, "state": state });
    assert_eq!(
        (&shown["rows"], &shown["total"]),
        (&json!([row("Gin", 0, "out"), row("Club Beer", 3, "low")]), &json!({ "low": 1, "out": 1 }))
    );
    let total = chain.overview(&Bars::All, Period::Tonight).await["total"].clone();
    assert_eq!([&total["openOrders"], &total["openTabs"], &total["lowStock"], &total["outOfStock"]], [1, 1, 1, 1]);
    assert_eq!([&total["dueUSD"], &total["dueLRD"]], ["11.00", "1140.00"]);
}
