//! Tests of the audit log: summaries, filters, pages, and that it contains no passwords.

use axum::http::{StatusCode, header};
use serde_json::{Value, json};

use crate::bar::{HOUR, TestBar};

fn column(lines: &Value, name: &str) -> Vec<String> {
    lines.as_array().expect("lines").iter().map(|line| line[name].as_str().expect("a text").to_owned()).collect()
}

#[tokio::test]
async fn the_audit_says_who_did_what() {
    let bar = TestBar::open().await;
    bar.sells("musu", &[(1, 2), (2, 1)], "cash", Some("James Cooper")).await;
    bar.voids(1).await;
    bar.post("admin", "/api/exchange-rate", json!({"rate": 195.5})).await.ok();
    bar.post("manager", "/api/products/3/stock", json!({"delta": -1, "reason": "waste", "notes": "Broken"})).await.ok();
    bar.post("musu", "/api/scans", json!({"barcode": "12345678"})).await.ok();
    bar.post("manager", "/api/sales", json!({"productId": 3, "quantity": 1, "unitPrice": "20", "discountReason": "A regular"})).await.ok();
    let lines = bar.get("admin", "/api/admin/audit?limit=6").await.ok();
    let wanted = [
        "Sold 1 × Cohiba (discount: A regular) for $20.00, cash, receipt R-20261121-0002",
        "Scanned 12345678 (unknown)",
        "Stock of Cohiba -1 (waste): Broken",
        "Exchange rate set to 195.5 LRD per USD",
        "Voided 2 × Club Beer of receipt R-20261121-0001: Wrong drink",
        "Sold 2 × Club Beer, 1 × Jollof Rice to James Cooper for $7.00 + L$950, cash, receipt R-20261121-0001",
    ];
    assert_eq!(column(&lines, "summary"), wanted);
    let kinds = ["sales.recorded", "catalog.scanned", "stock.moved", "rates.changed", "sales.voided", "sales.recorded"];
    assert_eq!(column(&lines, "kind"), kinds);
    assert_eq!(column(&lines, "userName"), ["manager", "musu", "manager", "admin", "manager", "musu"]);
    assert_eq!(lines[0]["at"], "2026-11-21T20:00:00.000Z");
    let mut fields: Vec<&str> = lines[0].as_object().expect("an object").keys().map(String::as_str).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["at", "kind", "seq", "summary", "userName"]);
}

#[tokio::test]
async fn the_audit_is_filtered_and_paged() {
    let bar = TestBar::open().await;
    for _ in 0..5 {
        bar.sells("musu", &[(1, 1)], "cash", None).await;
    }
    for (query, count) in [
        ("kind=sales.recorded", 5),
        ("kind=sales", 5),
        ("user=MUSU&kind=sales", 5),
        ("user=3&kind=sales.recorded", 5),
        ("user=manager&kind=sales", 0),
        ("kind=nothing", 0),
        ("user=musu&kind=staff.signed_in", 1),
        ("kind=catalog.saved", 3),
    ] {
        let answer = bar.get("admin", &format!("/api/admin/audit?{query}")).await;
        assert_eq!(answer.header(header::LINK), "", "{query}");
        assert_eq!(answer.ok().as_array().map(Vec::len), Some(count), "{query}");
    }
    let mut path = "/api/admin/audit?kind=sales&limit=2".to_owned();
    let mut pages = Vec::new();
    loop {
        let answer = bar.get("admin", &path).await;
        let link = answer.header(header::LINK).to_owned();
        pages.push(answer.ok().as_array().map(Vec::len).expect("lines"));
        let Some((next, _)) = link.trim_start_matches('<').split_once('>') else { break };
        assert!(link.ends_with("; rel=\"next\""), "{link}");
        next.clone_into(&mut path);
    }
    assert_eq!(pages, [2, 2, 1]);
    for query in ["limit=0", "limit=x", "before=x"] {
        assert_eq!(bar.get("admin", &format!("/api/admin/audit?{query}")).await.status, StatusCode::BAD_REQUEST, "{query}");
    }
}

#[tokio::test]
async fn the_audit_is_searched_by_dates_and_words() {
    let bar = TestBar::open().await;
    bar.sells("musu", &[(1, 1)], "cash", Some("James Cooper")).await;
    // 01:00 of the next date is the same business day.
    bar.wait(5 * HOUR);
    bar.sells("musu", &[(3, 1)], "cash", None).await;
    bar.wait(24 * HOUR);
    bar.sells("manager", &[(1, 2)], "cash", None).await;
    for (query, wanted) in [
        ("from=2026-11-22&kind=sales", &["Sold 2 × Club Beer for $7.00, cash, receipt R-20261122-0001"][..]),
        ("to=2026-11-21&q=sold", &["Sold 1 × Cohiba", "Sold 1 × Club Beer to James Cooper"][..]),
        ("q=james%20%20COOPER", &["Sold 1 × Club Beer to James Cooper"][..]),
        ("q=musu&kind=sales", &["Sold 1 × Cohiba", "Sold 1 × Club Beer to James Cooper"][..]),
        ("q=beer&user=manager&kind=sales&from=2026-11-21&to=2026-11-22", &["Sold 2 × Club Beer"][..]),
        ("from=2026-11-23", &[][..]),
        ("to=2026-11-20", &[][..]),
        ("q=nowhere", &[][..]),
    ] {
        let answer = bar.get("admin", &format!("/api/admin/audit?{query}")).await;
        assert_eq!(answer.header(header::LINK), "", "{query}");
        let found = column(&answer.ok(), "summary");
        assert_eq!(found.len(), wanted.len(), "{query}: {found:?}");
        assert!(found.iter().zip(wanted).all(|(found, wanted)| found.starts_with(wanted)), "{query}: {found:?}");
    }
    for (query, message) in
        [("from=2026-11-22&to=2026-11-21", "from must not be after to"), ("from=yesterday", "from must be a date such as 2026-11-21")]
    {
        let refused = bar.get("admin", &format!("/api/admin/audit?{query}")).await;
        assert_eq!((refused.status, &refused.body["message"]), (StatusCode::BAD_REQUEST, &json!(message)), "{query}");
    }
}

#[tokio::test]
async fn no_password_is_in_the_audit() {
    let bar = TestBar::open().await;
    let user = json!({"username": "fatu", "password": "secret26", "role": "bartender"});
    bar.post("admin", "/api/users", user).await.ok();
    let lines = bar.get("admin", "/api/admin/audit").await.ok();
    assert_eq!(lines[0]["summary"], "Account fatu created (bartender)");
    assert!(!lines.to_string().contains("secret26"), "the password is in the audit");
    assert!(!lines.to_string().contains("argon2"), "a hash is in the audit");
}
