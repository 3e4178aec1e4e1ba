//! Reports over the API: their shapes, who may see them, and the effect of a void.

mod audit;
mod bar;
mod best_sellers;
mod files;
mod night;

use axum::http::{StatusCode, header};
use serde_json::{Value, json};

use bar::{HOUR, TestBar};

#[tokio::test]
async fn the_sales_screen_has_its_figures() {
    let bar = TestBar::open().await;
    bar.sells("musu", &[(1, 3), (2, 1)], "cash", None).await;
    bar.sells("manager", &[(3, 1)], "card", Some("Musu Kpadeh")).await;
    let figures = bar.get("musu", "/api/sales/analytics").await.ok();
    let heat = figures["heatMap"].as_array().expect("days");
    assert_eq!(heat.len(), 7);
    assert_eq!((heat[0]["date"].as_str(), heat[6]["date"].as_str()), (Some("2026-11-15"), Some("2026-11-21")));
    let mut hours = ["0.00"; 13];
    assert_eq!(heat[5]["hours"], json!(hours));
    hours[20 - 9] = "40.50";
    assert_eq!(heat[6]["hours"], json!(hours));
    let mut all_hours = ["0.00"; 24];
    assert_eq!(heat[5]["hoursAll"], json!(all_hours));
    all_hours[20 - 5] = "40.50";
    assert_eq!(heat[6]["hoursAll"], json!(all_hours));
    let mut rest = figures.clone();
    rest.as_object_mut().expect("an object").remove("heatMap");
    let wanted = json!({
        "firstHour": 5,
        "totalRevenue": "40.50", "revenueUSD": "35.50", "revenueLRD": "950.00",
        "salesCount": 2, "totalQuantity": 5, "averageSale": "20.25",
        "topProducts": [
            {"productId": 3, "productName": "Cohiba", "totalQuantity": 1, "totalRevenue": "25.00"},
            {"productId": 1, "productName": "Club Beer", "totalQuantity": 3, "totalRevenue": "10.50"},
            {"productId": 2, "productName": "Jollof Rice", "totalQuantity": 1, "totalRevenue": "5.00"},
        ],
    });
    assert_eq!(rest, wanted);
}

#[tokio::test]
async fn the_heat_map_has_every_hour_of_the_business_day() {
    let bar = TestBar::open().await;
    bar.post("admin", "/api/exchange-rate", json!({"rate": 190})).await.ok();
    // 01:00 of the next date, and 06:00, which begins the next business day at 05:00 but not at 07:00.
    for hours in [5, 5] {
        bar.wait(hours * HOUR);
        bar.sells("musu", &[(1, 1)], "cash", None).await;
    }
    let figures = bar.get("musu", "/api/sales/analytics").await.ok();
    let hour_of = |day: usize, place: usize| figures["heatMap"][day]["hoursAll"][place].clone();
    assert_eq!(figures["heatMap"][6]["date"], "2026-11-22");
    assert_eq!((hour_of(5, 20), hour_of(6, 1)), (json!("3.50"), json!("3.50")), "20 hours after 05:00 it is 01:00");
    let none = ["0.00"; 13];
    assert_eq!(figures["heatMap"][5]["hours"], json!(none));
    bar.put("admin", "/api/settings", json!({"dayStartsAt": "07:30"})).await.ok();
    let figures = bar.get("musu", "/api/sales/analytics").await.ok();
    assert_eq!(figures["firstHour"], 7);
    let night = figures["heatMap"].as_array().expect("days").iter().find(|day| day["date"] == "2026-11-21").expect("the night");
    assert_eq!(night["hoursAll"][18], "3.50", "18 hours after 07:00 it is 01:00");
}

#[tokio::test]
async fn a_range_of_days_is_what_was_sold_in_it() {
    let bar = TestBar::open().await;
    bar.sells("musu", &[(1, 1)], "cash", None).await;
    bar.wait(24 * HOUR);
    bar.sells("musu", &[(1, 2)], "cash", None).await;
    for (query, revenue, count) in [
        ("", "10.50", 2),
        ("?from=2026-11-22", "7.00", 1),
        ("?to=2026-11-21", "3.50", 1),
        ("?from=2026-11-21&to=2026-11-22", "10.50", 2),
        ("?from=2026-11-23", "0.00", 0),
        ("?from=0000-01-01&to=9999-12-31", "10.50", 2),
    ] {
        let figures = bar.get("musu", &format!("/api/sales/analytics{query}")).await.ok();
        assert_eq!((&figures["totalRevenue"], &figures["salesCount"]), (&json!(revenue), &json!(count)), "{query}");
        assert_eq!(figures["topProducts"].as_array().map(Vec::len), Some(count.min(1)), "{query}");
    }
    for query in ["?from=2026-11-23&to=2026-11-22", "?from=yesterday", "?to=2026-02-30"] {
        let refused = bar.get("musu", &format!("/api/sales/analytics{query}")).await;
        assert_eq!((refused.status, &refused.body["code"]), (StatusCode::BAD_REQUEST, &json!("invalid")), "{query}");
    }
}

#[tokio::test]
async fn a_void_leaves_every_figure_and_goes_out_of_that_nights_drawer() {
    let bar = TestBar::open().await;
    bar.sells("musu", &[(1, 2), (2, 1)], "cash", Some("James")).await;
    bar.wait(24 * HOUR);
    bar.voids(1).await;
    let report = bar.get("admin", "/api/admin/sales-report").await.ok();
    let sums = json!({"totalRevenue": "5.00", "revenueUSD": "0.00", "revenueLRD": "950.00", "totalSales": 1, "totalQuantity": 1});
    assert_eq!(report["overallSummary"], sums);
    assert_eq!(report["categories"], json!([{"category": "food", "totalRevenue": "5.00", "totalQuantity": 1}]));
    let takings = |amount: &str, lrd: &str| json!([{"paymentMethod": "cash", "amountUSD": amount, "amountLRD": lrd}]);
    assert_eq!(report["takings"], takings("0.00", "950.00"));
    for (day, usd, lrd) in [("2026-11-21", "7.00", "950.00"), ("2026-11-22", "-7.00", "0.00")] {
        let report = bar.get("admin", &format!("/api/admin/sales-report?startDate={day}&endDate={day}")).await.ok();
        assert_eq!(report["takings"], takings(usd, lrd), "{day}");
    }
    bar.voids(2).await;
    let figures = bar.get("musu", "/api/sales/analytics").await.ok();
    assert_eq!((&figures["totalRevenue"], &figures["salesCount"], &figures["averageSale"]), (&json!("0.00"), &json!(0), &json!("0.00")));
    assert_eq!(figures["topProducts"], json!([]));
    let report = bar.get("admin", "/api/admin/sales-report").await.ok();
    assert_eq!((&report["days"], &report["takings"], &report["categories"]), (&json!([]), &json!([]), &json!([])));
    assert_eq!(bar.get("admin", "/api/admin/recent-sales-with-customers").await.ok(), json!([]));
    let summary = bar.get("admin", "/api/admin/sales-summary").await.ok();
    let musu = summary.as_array().expect("users").iter().find(|user| user["userName"] == "musu").expect("musu");
    assert_eq!((&musu["totalSales"], &musu["lastSaleDate"]), (&json!(0), &Value::Null));
}

#[tokio::test]
async fn the_report_of_a_period_names_its_days() {
    let bar = TestBar::open().await;
    bar.sells("musu", &[(1, 1)], "cash", None).await;
    // Three in the morning still belongs to the night before.
    bar.wait(7 * HOUR);
    bar.sells("musu", &[(2, 2)], "digital", None).await;
    bar.wait(17 * HOUR);
    bar.sells("musu", &[(3, 1)], "card", None).await;
    let report = bar.get("admin", "/api/admin/sales-report?startDate=2026-11-01&endDate=2026-11-30").await.ok();
    let day = |date: &str, total: &str, usd: &str, lrd: &str, sales: i64, quantity: i64| json!({"date": date, "totalRevenue": total, "revenueUSD": usd, "revenueLRD": lrd, "totalSales": sales, "totalQuantity": quantity});
    let days = json!([day("2026-11-21", "13.50", "3.50", "1900.00", 2, 3), day("2026-11-22", "25.00", "25.00", "0.00", 1, 1)]);
    assert_eq!(report["days"], days);
    let takings = json!([
        {"paymentMethod": "cash", "amountUSD": "3.50", "amountLRD": "0.00"},
        {"paymentMethod": "card", "amountUSD": "25.00", "amountLRD": "0.00"},
        {"paymentMethod": "digital", "amountUSD": "0.00", "amountLRD": "1900.00"},
    ]);
    assert_eq!(report["takings"], takings);
    let refused = bar.get("admin", "/api/admin/sales-report?startDate=2026-11-30&endDate=2026-11-01").await;
    assert_eq!((refused.status, &refused.body["message"]), (StatusCode::BAD_REQUEST, &json!("startDate must not be after endDate")));
    // The last 30 days, today with them.
    bar.wait(28 * 24 * HOUR);
    assert_eq!(bar.get("admin", "/api/admin/sales-report").await.ok()["overallSummary"]["totalSales"], 3);
    bar.wait(24 * HOUR);
    assert_eq!(bar.get("admin", "/api/admin/sales-report").await.ok()["overallSummary"]["totalSales"], 1);
}

#[tokio::test]
async fn each_person_has_their_customers() {
    let bar = TestBar::open().await;
    bar.sells("musu", &[(1, 1)], "cash", None).await;
    bar.sells("musu", &[(1, 1), (2, 1)], "cash", Some("james  COOPER")).await;
    bar.wait(HOUR);
    bar.sells("musu", &[(1, 2)], "cash", Some("James Cooper")).await;
    bar.sells("musu", &[(3, 1)], "cash", Some("Fatu Sherman")).await;
    bar.sells("manager", &[(3, 1)], "cash", Some("James Cooper")).await;
    let report = bar.get("admin", "/api/admin/user-sales?userId=3").await.ok();
    assert_eq!(report["summary"]["totalRevenue"], "44.00");
    assert_eq!(report["summary"]["totalSales"], 4);
    let names: Vec<&Value> = report["customerSales"].as_array().expect("customers").iter().map(|row| &row["customerName"]).collect();
    assert_eq!(names, [&json!("Fatu Sherman"), &json!("James Cooper"), &Value::Null]);
    let james = json!({
        "customerName": "James Cooper", "customerPhone": null, "lastSaleDate": "2026-11-21T21:00:00.000Z",
        "totalRevenue": "15.50", "revenueUSD": "10.50", "revenueLRD": "950.00", "totalSales": 2, "totalQuantity": 4,
        "products": [
            {"productId": 1, "productName": "Club Beer", "totalQuantity": 3, "totalRevenue": "10.50"},
            {"productId": 2, "productName": "Jollof Rice", "totalQuantity": 1, "totalRevenue": "5.00"},
        ],
    });
    assert_eq!(report["customerSales"][1], james);
    let by_path = bar.get("admin", "/api/admin/user-sales/3/2026-11-01/2026-11-30").await.ok();
    assert_eq!(by_path, report);
    for (path, status) in [
        ("/api/admin/user-sales", 400),
        ("/api/admin/user-sales?userId=99", 404),
        ("/api/admin/user-sales?userId=x", 404),
        ("/api/admin/user-sales?userId=99&startDate=x", 400),
        ("/api/admin/user-sales/3/2026-11-30/2026-11-01", 400),
        ("/api/admin/user-sales/3/2026-11-01/tomorrow", 400),
        ("/api/admin/user-sales/99/2026-11-01/2026-11-30", 404),
    ] {
        assert_eq!(bar.get("admin", path).await.status.as_u16(), status, "{path}");
    }
}

#[tokio::test]
async fn everybody_is_in_the_summary() {
    let bar = TestBar::open().await;
    bar.sells("musu", &[(2, 1)], "cash", None).await;
    let summary = bar.get("admin", "/api/admin/sales-summary").await.ok();
    let names: Vec<&str> = summary.as_array().expect("users").iter().filter_map(|user| user["userName"].as_str()).collect();
    assert_eq!(names, ["musu", "admin", "manager"]);
    let musu = json!({
        "userId": 3, "userName": "musu", "userFirstName": null, "userLastName": null, "userRole": "bartender",
        "totalRevenue": "5.00", "revenueUSD": "0.00", "revenueLRD": "950.00", "totalSales": 1, "totalQuantity": 1,
        "lastSaleDate": "2026-11-21T20:00:00.000Z",
    });
    assert_eq!(summary[0], musu);
    let recent = bar.get("admin", "/api/admin/recent-sales-with-customers").await.ok();
    let sale = json!({
        "id": 1, "productName": "Jollof Rice", "totalAmount": "950.00", "currency": "LRD", "totalAmountUSD": "5.00",
        "totalAmountLRD": "950.00", "quantity": 1, "paymentMethod": "cash", "saleDate": "2026-11-21T20:00:00.000Z",
        "customerName": null, "customerPhone": null, "userFirstName": null, "userLastName": null, "userName": "musu",
    });
    assert_eq!(recent, json!([sale]));
}

#[tokio::test]
async fn the_dashboard_shows_the_night() {
    let bar = TestBar::open().await;
    bar.sells("musu", &[(1, 40), (2, 1)], "cash", None).await;
    let path = "/api/bartender/dashboard-stats";
    let answer = bar.get("musu", path).await;
    let etag = answer.header(header::ETAG).to_owned();
    let stats = json!({"outOfStockItems": 1, "lowStockItems": 1, "pendingOrders": 0, "todaysSales": "145.00", "recentOrders": []});
    assert_eq!(answer.ok(), stats);
    assert_eq!(bar.get_again("musu", path, &etag).await.status, StatusCode::NOT_MODIFIED);
    // A clock that jumps back does not bring yesterday back.
    bar.wait(-48 * HOUR);
    assert_eq!(bar.get_again("musu", path, &etag).await.status, StatusCode::NOT_MODIFIED);
    bar.wait(48 * HOUR + 9 * HOUR);
    assert_eq!(bar.get_again("musu", path, &etag).await.ok()["todaysSales"], "0.00");
}

#[tokio::test]
async fn the_owners_figures_are_the_owners() {
    let bar = TestBar::open().await;
    for path in [
        "admin/sales-summary",
        "admin/recent-sales-with-customers",
        "admin/user-sales?userId=x&startDate=x",
        "admin/sales-report?startDate=x",
        "admin/product-sales",
        "admin/audit",
        "reports/sales",
    ] {
        let path = format!("/api/{path}");
        assert_eq!(bar.get("stranger", &path).await.status, StatusCode::UNAUTHORIZED, "{path}");
        assert_eq!(bar.get("musu", &path).await.status, StatusCode::FORBIDDEN, "{path}");
        assert_eq!(bar.get("manager", &path).await.status, StatusCode::FORBIDDEN, "{path}");
    }
    for path in ["/api/sales/analytics", "/api/bartender/dashboard-stats"] {
        assert_eq!(bar.get("stranger", path).await.status, StatusCode::UNAUTHORIZED, "{path}");
        bar.get("musu", path).await.ok();
    }
}
