//! Parts of the sales report as files, and the parts that obey the dates.

use axum::http::{StatusCode, header};
use serde_json::json;

use crate::bar::{Answer, HOUR, TestBar};

/// The night of 2026-11-21: beer and rice to walk-ins, a cigar to a customer after midnight; then a beer on the next night.
async fn two_nights() -> TestBar {
    let bar = TestBar::open().await;
    bar.sells("musu", &[(1, 2), (2, 1)], "cash", None).await;
    bar.wait(5 * HOUR);
    bar.sells("manager", &[(3, 1)], "card", Some("=James Cooper")).await;
    bar.wait(19 * HOUR);
    bar.sells("musu", &[(1, 1)], "cash", None).await;
    bar
}

fn text(answer: Answer) -> String {
    assert!(answer.status.is_success(), "{} {}", answer.status, answer.body);
    String::from_utf8(answer.bytes).expect("text")
}

const NIGHT: &str = "startDate=2026-11-21&endDate=2026-11-21";

#[tokio::test]
async fn every_part_is_a_csv_file_of_the_chosen_dates() {
    let bar = two_nights().await;
    for (part, wanted) in [
        ("days", "Date,Sales,Units,Revenue USD,Priced in USD,Priced in LRD\n2026-11-21,2,4,37.00,32.00,950.00\n"),
        (
            "products",
            "Product,Units,Revenue USD,Priced in USD,Priced in LRD\nCohiba,1,25.00,25.00,0.00\nClub Beer,2,7.00,7.00,0.00\nJollof Rice,1,5.00,0.00,950.00\n",
        ),
        (
            "categories",
            "Category,Units,Revenue USD,Priced in USD,Priced in LRD\ndrinks,2,7.00,7.00,0.00\nfood,1,5.00,0.00,950.00\ncigars,1,25.00,25.00,0.00\n",
        ),
        ("hours", "Hour,Sales,Units,Revenue USD,Priced in USD,Priced in LRD\n20:00,1,3,12.00,7.00,950.00\n01:00,1,1,25.00,25.00,0.00\n"),
        (
            "staff",
            "Username,First name,Last name,Role,Sales,Units,Revenue USD,Priced in USD,Priced in LRD,Last sale\n\
             manager,,,manager,1,1,25.00,25.00,0.00,2026-11-22 01:00\nmusu,,,bartender,1,3,12.00,7.00,950.00,2026-11-21 20:00\n\
             admin,,,admin,0,0,0.00,0.00,0.00,\n",
        ),
        (
            "customers",
            "Seller,Customer,Phone,Sales,Units,Revenue USD,Priced in USD,Priced in LRD,Last sale\n\
             manager,'=James Cooper,,1,1,25.00,25.00,0.00,2026-11-22 01:00\nmusu,Walk-in,,1,3,12.00,7.00,950.00,2026-11-21 20:00\n",
        ),
        ("takings", "Payment method,Kept USD,Kept LRD\nCash,7.00,950.00\nCredit/Debit Card,25.00,0.00\n"),
        (
            "tenders",
            "Payment method,Currency,Payments,Received,Given back\nCash,USD,1,7.00,0.00\nCash,LRD,1,950.00,0.00\nCredit/Debit Card,USD,1,25.00,0.00\n",
        ),
        (
            "sales",
            "Business day,Time,Receipt,Product,Category,Units,Currency,Price each,Total,Revenue USD,LRD per USD,Discount,Payment method,Customer,Phone,Seller,Kind,Net USD,Net LRD,Tax USD,Tax LRD,Gross USD,Gross LRD\n\
             2026-11-21,2026-11-21 20:00,R-20261121-0001,Club Beer,drinks,2,USD,3.50,7.00,7.00,190,,Cash,,,musu,product,7.00,1330.00,0.00,0.00,7.00,1330.00\n\
             2026-11-21,2026-11-21 20:00,R-20261121-0001,Jollof Rice,food,1,LRD,950.00,950.00,5.00,190,,Cash,,,musu,product,5.00,950.00,0.00,0.00,5.00,950.00\n\
             2026-11-21,2026-11-22 01:00,R-20261121-0002,Cohiba,cigars,1,USD,25.00,25.00,25.00,190,,Credit/Debit Card,'=James Cooper,,manager,product,25.00,4750.00,0.00,0.00,25.00,4750.00\n",
        ),
    ] {
        let answer = bar.get("admin", &format!("/api/reports/{part}?{NIGHT}")).await;
        assert_eq!(answer.header(header::CONTENT_TYPE), "text/csv; charset=utf-8");
        assert_eq!(answer.header(header::CONTENT_DISPOSITION), format!("attachment; filename=\"{part}-2026-11-21.csv\""));
        assert_eq!(text(answer), format!("\u{feff}{wanted}"), "{part}");
        let workbook = bar.get("admin", &format!("/api/reports/{part}?{NIGHT}&format=xlsx")).await;
        assert_eq!(workbook.header(header::CONTENT_DISPOSITION), format!("attachment; filename=\"{part}-2026-11-21.xlsx\""));
        assert!(workbook.bytes.starts_with(b"PK\x03\x04"), "{part}");
    }
    let of_both = bar.get("admin", "/api/reports/days?startDate=2026-11-20&endDate=2026-11-22").await;
    assert_eq!(of_both.header(header::CONTENT_DISPOSITION), "attachment; filename=\"days-2026-11-20-to-2026-11-22.csv\"");
    for (path, status, message) in [
        ("/api/reports/margins", StatusCode::NOT_FOUND, "There is no such report"),
        ("/api/reports/days?format=pdf", StatusCode::BAD_REQUEST, "format must be csv or xlsx"),
        ("/api/reports/days?startDate=2026-11-22&endDate=2026-11-21", StatusCode::BAD_REQUEST, "startDate must not be after endDate"),
    ] {
        let refused = bar.get("admin", path).await;
        assert_eq!((refused.status, &refused.body["message"]), (status, &json!(message)), "{path}");
    }
}

#[tokio::test]
async fn recent_sales_and_the_summary_obey_the_dates() {
    let bar = two_nights().await;
    let ids = |answer: serde_json::Value| answer.as_array().expect("lines").iter().map(|line| line["id"].clone()).collect::<Vec<_>>();
    let path = "/api/admin/recent-sales-with-customers";
    assert_eq!(ids(bar.get("admin", path).await.ok()), [json!(4), json!(3), json!(2), json!(1)]);
    assert_eq!(ids(bar.get("admin", &format!("{path}?{NIGHT}")).await.ok()), [json!(3), json!(2), json!(1)]);
    assert_eq!(ids(bar.get("admin", &format!("{path}?startDate=2026-11-22")).await.ok()), [json!(4)]);
    bar.voids(2).await;
    assert_eq!(ids(bar.get("admin", &format!("{path}?{NIGHT}")).await.ok()), [json!(3), json!(1)]);
    let refused = bar.get("admin", &format!("{path}?startDate=2026-11-22&endDate=2026-11-21")).await;
    assert_eq!((refused.status, &refused.body["message"]), (StatusCode::BAD_REQUEST, &json!("startDate must not be after endDate")));
    let summary = bar.get("admin", &format!("/api/admin/sales-summary?{NIGHT}")).await.ok();
    assert_eq!((&summary[0]["userName"], &summary[0]["totalRevenue"]), (&json!("manager"), &json!("25.00")));
}

#[tokio::test]
async fn products_beyond_the_limit_are_one_sum() {
    let bar = two_nights().await;
    let report = bar.get("admin", &format!("/api/admin/product-sales?{NIGHT}&limit=1")).await.ok();
    let cigar = json!({
        "productId": 3, "productName": "Cohiba", "totalRevenue": "25.00", "revenueUSD": "25.00", "revenueLRD": "0.00", "totalQuantity": 1,
    });
    let others = json!({"count": 2, "totalRevenue": "12.00", "revenueUSD": "7.00", "revenueLRD": "950.00", "totalQuantity": 3});
    assert_eq!(report, json!({"products": [cigar], "others": others}));
    let all = bar.get("admin", &format!("/api/admin/product-sales?{NIGHT}")).await.ok();
    assert_eq!((all["products"].as_array().map(Vec::len), &all["others"]["count"]), (Some(3), &json!(0)));
    for limit in ["0", "1001", "x"] {
        let refused = bar.get("admin", &format!("/api/admin/product-sales?limit={limit}")).await;
        assert_eq!(refused.body["message"], "limit must be a number from 1 to 1000", "{limit}");
    }
}
