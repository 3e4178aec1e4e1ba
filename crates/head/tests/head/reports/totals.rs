//! Sums: the example of two bars with different rates, periods and what they are compared with, people who see some bars only.

use head::accounts::Bars;
use head::error::HeadCode;
use head::reports::{Period, ReportName, ReportRequest, Rows, bar_view, bar_views, overview, parse_bars, rename_bar, report};
use serde_json::{Value, json};

use super::chain::{Chain, TONIGHT, at, bar_id, csv_sum, hundredths, manager};

/// Two beers at $2.00 at both bars; rice at L$950 with the rate 190, and at L$975 with the rate 195.
async fn example() -> Chain {
    let chain = Chain::new().await;
    chain.bar(1, "Cape Bar").await;
    chain.bar(2, "Mamba Grill").await;
    for (line, charged_lrd) in [(1, 95_000), (2, 97_500)] {
        let user = format!("INSERT INTO fig_user VALUES ({line}, 1, 1, 'musa', '=Musa', 'Kamara', 'bartender', true, NULL)");
        chain.sql(&user, &[]).await;
        chain.sold(line, TONIGHT, [2, 2, 700, 200, charged_lrd]).await;
        let hour = format!("INSERT INTO fig_hour VALUES ({line}, '{TONIGHT}', 22, 1, 2, 2, 700, 200, {charged_lrd}, 0, 0)");
        chain.sql(&hour, &[]).await;
        let person = format!("INSERT INTO fig_person VALUES ({line}, '{TONIGHT}', 1, 1, 2, 2, 700, 200, {charged_lrd}, 0, 0)");
        chain.sql(&person, &[]).await;
        for (id, category, quantity, usd, charged_usd, lrd) in [(1, "drinks", 1, 200, 200, 0), (2, "food", 1, 500, 0, charged_lrd)] {
            let sold = format!("{line}, '{TONIGHT}', '{category}', 1, {quantity}, {usd}, {charged_usd}, {lrd}");
            chain.sql(&format!("INSERT INTO fig_category VALUES ({sold})"), &[]).await;
            chain.product(line, id, if id == 1 { "Club Beer" } else { "Rice" }, None).await;
            chain.pieces(line, id, TONIGHT, quantity, usd).await;
        }
    }
    chain
}

#[tokio::test]
async fn two_bars_with_different_rates_add_up_to_what_they_sold() {
    let chain = example().await;
    chain.settings(1, "Africa/Monrovia", "05:00").await;
    chain.sql("UPDATE fig_setting SET value = '300' WHERE name = 'rate'", &[]).await;
    let shown = chain.overview(&Bars::All, Period::Tonight).await;
    let total = &shown["total"];
    assert_eq!([&total["totalRevenue"], &total["revenueUSD"], &total["revenueLRD"]], ["14.00", "4.00", "1925.00"]);
    assert_eq!([&total["totalSales"], &total["totalQuantity"]], [4, 4]);
    assert_eq!([&total["averageSale"], &total["previousRevenue"]], ["3.50", "0.00"]);
    assert_eq!([&shown["period"], &shown["from"], &shown["to"]], ["tonight", TONIGHT, TONIGHT]);
    assert_eq!(shown["bars"][0]["revenueLRD"], "950.00");
    assert_eq!(
        (&shown["bars"][0]["name"], &shown["bars"][0]["state"], &shown["missing"]),
        (&json!("Cape Bar"), &json!("live"), &json!([]))
    );
    assert_eq!((&total["overShortUSD"], &total["voids"], &total["dueUSD"]), (&Value::Null, &json!(0), &json!("0.00")));
}

#[tokio::test]
async fn each_report_and_its_csv_have_the_same_sums() {
    let chain = example().await;
    for name in [ReportName::Days, ReportName::Hours, ReportName::Categories, ReportName::People] {
        let shown = chain.report(name, Period::Week).await;
        let file = chain.csv(&Bars::All, name, Period::Week).await;
        assert_eq!(shown["total"]["totalRevenue"], "14.00", "{name:?}");
        for (field, sum) in [("totalRevenue", 1_400), ("revenueUSD", 400), ("revenueLRD", 192_500)] {
            assert_eq!((csv_sum(&file, field), hundredths(shown["total"][field].as_str().expect("money"))), (sum, sum), "{name:?} {field}");
        }
        assert_eq!(csv_sum(&file, "totalQuantity"), 400, "{name:?}");
        assert_eq!(file.len(), shown["rows"].as_array().expect("rows").len());
        let fields: Vec<&str> = file[0].iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(fields, name.columns());
        assert_eq!(shown["rows"][0].as_object().expect("a row").len(), fields.len());
    }
    let people = chain.csv(&Bars::All, ReportName::People, Period::Tonight).await;
    assert_eq!(people[0][1], ("userName".to_owned(), "'=Musa Kamara".to_owned()), "no spreadsheet runs it");
    let products = chain.report(ReportName::Products, Period::Week).await;
    let file = chain.csv(&Bars::All, ReportName::Products, Period::Week).await;
    assert_eq!((products["total"]["totalRevenue"].as_str(), csv_sum(&file, "totalRevenue")), (Some("14.00"), 1_400));
}

#[tokio::test]
async fn a_night_is_compared_with_the_night_a_week_before_and_a_week_with_its_days() {
    let chain = Chain::new().await;
    chain.bar(1, "Cape Bar").await;
    for (day, usd) in
        [("2026-11-21", 100), ("2026-11-16", 20), ("2026-11-14", 80), ("2026-11-09", 3), ("2026-11-15", 1_000), ("2026-10-21", 7)]
    {
        chain.sold(1, day, [1, 1, usd, usd, 0]).await;
    }
    for (period, revenue, previous) in [
        (Period::Tonight, "1.00", "0.80"),
        (Period::Yesterday, "0.00", "0.00"),
        (Period::Week, "1.20", "0.83"),
        (Period::Month, "12.03", "0.07"),
        (Period::Year, "12.10", "0.00"),
    ] {
        let shown = chain.overview(&Bars::All, period).await;
        assert_eq!([&shown["bars"][0]["totalRevenue"], &shown["total"]["previousRevenue"]], [revenue, previous], "{period:?}");
    }
}

#[tokio::test]
async fn tonight_is_each_bars_own_business_day() {
    let mut chain = Chain::new().await;
    for (line, zone, starts, day) in [
        (1, "Africa/Monrovia", "05:00", "2026-11-21"),
        (2, "Africa/Monrovia", "04:00", "2026-11-22"),
        (3, "Africa/Nairobi", "05:00", "2026-11-22"),
        (4, "America/New_York", "05:00", "2026-11-21"),
        (5, "Pacific/Kiritimati", "05:00", "2026-11-22"),
    ] {
        chain.bar(line, &format!("Bar {line}")).await;
        chain.settings(line, zone, starts).await;
        for (other, usd) in [("2026-11-21", 1), ("2026-11-22", 100)] {
            chain.sold(line, other, [1, 1, usd, usd, 0]).await;
        }
        chain.product(line, 9, "Club Beer", Some("beer")).await;
        chain.pieces(line, 9, day, 1, 10).await;
    }
    chain.now = at("2026-11-22T04:30:00Z");
    let shown = chain.overview(&Bars::All, Period::Tonight).await;
    assert_eq!((&shown["from"], &shown["to"]), (&json!("2026-11-21"), &json!("2026-11-22")));
    assert_eq!(shown["total"]["totalRevenue"], "3.02");
    let days = chain.report(ReportName::Days, Period::Tonight).await;
    let nights: Vec<&Value> = days["rows"].as_array().expect("rows").iter().map(|row| &row["businessDay"]).collect();
    assert_eq!(nights, ["2026-11-21", "2026-11-21", "2026-11-22", "2026-11-22", "2026-11-22"]);
    let products = chain.report_for(&Bars::All, ReportName::Products, Period::Tonight, Rows::First(50)).await;
    let joined =
        json!({ "chainId": "beer", "bar": null, "name": "Club Beer", "category": "drinks", "totalQuantity": 5, "totalRevenue": "0.50" });
    assert_eq!((&products["rows"], &products["total"]["totalQuantity"]), (&json!([joined]), &json!(5)));
}

#[tokio::test]
async fn a_bar_that_never_sent_is_missing_and_in_no_sum() {
    let chain = example().await;
    let never = chain.paired(3, "Red Light Spot").await;
    let shown = chain.overview(&Bars::All, Period::Tonight).await;
    assert_eq!((&shown["missing"], &shown["total"]["totalRevenue"]), (&json!([never]), &json!("14.00")));
    let row = shown["bars"].as_array().expect("bars").iter().find(|row| row["bar"] == never.as_str()).expect("its row");
    assert_eq!((&row["state"], &row["stateText"], &row["flags"]), (&json!("never"), &json!("Not heard yet"), &json!([])));
    for (field, value) in row.as_object().expect("a row") {
        let is_known = ["bar", "name", "state", "stateText", "flags"].contains(&field.as_str());
        assert!(is_known || value.is_null(), "{field}: {value}");
    }
    let days = chain.report(ReportName::Days, Period::Tonight).await;
    assert_eq!(days["asOf"][2], json!({ "bar": never, "at": null, "state": "never" }));
    assert_eq!(days["rows"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn a_manager_sees_their_bars_only() {
    let chain = example().await;
    let third = chain.bar(3, "Red Light Spot").await;
    chain.sold(3, TONIGHT, [1, 1, 9_900, 9_900, 0]).await;
    chain.sql("UPDATE boxes SET damaged = '812' WHERE bar = $1", &[&third]).await;
    let (first, second) = (bar_id(1), bar_id(2));
    let theirs = manager(&[&first, &second]);
    let shown = chain.overview(&theirs, Period::Tonight).await;
    assert_eq!((&shown["total"]["totalRevenue"], &shown["alerts"]), (&json!("14.00"), &json!([])));
    assert!(!shown.to_string().contains(&third));
    for name in ReportName::ALL {
        let shown = chain.report_for(&theirs, name, Period::Year, Rows::All).await;
        assert!(!shown.to_string().contains(&third), "{name:?}");
        assert!(chain.csv(&theirs, name, Period::Year).await.iter().flatten().all(|(_, cell)| *cell != third), "{name:?}");
    }
    assert_eq!(parse_bars(Some(&format!("{first},{third}")), &theirs).expect_err("refused").code(), Some(HeadCode::NotFound));
    let request = ReportRequest { bars: Some([third.clone()].into()), ..chain.request(Period::Tonight) };
    let refused = overview(&chain.database, &theirs, &request).await.expect_err("refused");
    assert_eq!((refused.code(), refused.to_string().as_str()), (Some(HeadCode::NotFound), "Bar not found"));
    let refused = report(&chain.database, &theirs, ReportName::Days, &request, Rows::All).await.expect_err("refused");
    assert_eq!(refused.code(), Some(HeadCode::NotFound));
    assert_eq!(bar_view(&chain.database, &theirs, &third, chain.now).await.expect_err("refused").code(), Some(HeadCode::NotFound));
    assert_eq!(bar_views(&chain.database, &theirs, chain.now).await.expect("bars").len(), 2);
    let one = ReportRequest { bars: parse_bars(Some(&second), &theirs).expect("a bar"), ..chain.request(Period::Tonight) };
    let shown = serde_json::to_value(overview(&chain.database, &theirs, &one).await.expect("an overview")).expect("JSON");
    assert_eq!((&shown["total"]["revenueLRD"], shown["bars"].as_array().map(Vec::len)), (&json!("975.00"), Some(1)));
    assert_eq!(chain.overview(&manager(&[]), Period::Tonight).await["total"]["totalRevenue"], "0.00");
}

#[tokio::test]
async fn sums_stop_at_the_limits_of_64_bits() {
    let chain = example().await;
    chain.sold(1, "2026-11-20", [i64::MAX, i64::MAX, i64::MAX, i64::MAX, i64::MIN]).await;
    let total = chain.overview(&Bars::All, Period::Week).await["total"].clone();
    assert_eq!([&total["totalRevenue"], &total["revenueLRD"]], ["92233720368547758.07", "-92233720368545833.08"]);
}

#[tokio::test]
async fn a_bar_is_shown_with_its_boxes_and_takes_another_name() {
    let chain = Chain::new().await;
    let cape = chain.bar(1, "Cape Bar").await;
    let shown = serde_json::to_value(bar_view(&chain.database, &Bars::All, &cape, chain.now).await.expect("a bar")).expect("JSON");
    let expected = json!({
        "bar": cape, "name": "Cape Bar", "state": "live", "stateText": "Live", "flags": [], "alerts": [],
        "lastSeenAt": "2026-11-22T01:29:00.000Z", "newestAt": "2026-11-22T01:28:00.000Z", "entriesBehind": 0,
        "asOf": "2026-11-22T01:29:00.000Z", "version": "0.1.0", "timeZone": "Africa/Monrovia", "dayStartsAt": "05:00", "rate": "190",
        "position": { "line": "0000000000000001", "seq": 1000, "hash": "07".repeat(32) },
        "boxes": [{
            "box": "0000000000000001", "pairedAt": "2026-11-22T01:30:00.000Z", "revokedAt": null,
            "lastSeenAt": "2026-11-22T01:29:00.000Z", "version": "0.1.0", "counted": true,
        }],
    });
    assert_eq!(shown, expected);
    let (bar, visible) = (&cape, &Bars::All);
    let rename = |name: &'static str| {
        chain.database.transaction(move |transaction| async move { rename_bar(&transaction, visible, bar, name).await })
    };
    assert_eq!(rename("  Cape Bar & Grill ").await.expect("renamed"), "Cape Bar");
    let too_long: &'static str = Box::leak("x".repeat(81).into_boxed_str());
    for bad in ["  ", "a\nb", too_long] {
        assert_eq!(rename(bad).await.expect_err("refused").code(), Some(HeadCode::Invalid), "{bad:?}");
    }
    assert_eq!(bar_views(&chain.database, visible, chain.now).await.expect("bars")[0].name, "Cape Bar & Grill");
}

#[tokio::test]
async fn figures_that_an_older_box_cannot_send_are_null() {
    let chain = example().await;
    let all = "day,hour,product_day,product_month,category,person,taking,exception,shift,open,stock,product,user,setting,directive";
    for (line, lacks) in [(1, "open,stock"), (2, "")] {
        let announced: Vec<&str> = all.split(',').filter(|name| !lacks.split(',').any(|one| one == *name)).collect();
        let value = json!({ "announced": announced, "whole": {} }).to_string();
        chain.sql("INSERT INTO meta (name, value) VALUES ($1, $2)", &[&format!("figure_sets:{line}"), &value]).await;
    }
    let shown = chain.overview(&Bars::All, Period::Tonight).await;
    let [cape, mamba] = [&shown["bars"][0], &shown["bars"][1]];
    for field in ["openTabs", "openOrders", "dueUSD", "dueLRD", "lowStock", "outOfStock"] {
        assert_eq!((&cape[field], mamba[field].is_null()), (&Value::Null, false), "{field}: {shown}");
    }
    assert_eq!((&cape["totalSales"], &cape["voids"], &cape["shiftsOpen"]), (&json!(2), &json!(0), &json!(0)));
    assert_eq!((&shown["total"]["totalRevenue"], &shown["total"]["openTabs"]), (&json!("14.00"), &json!(0)));
}
