//! Best sellers: pieces of the last 30 business days, the most first.

use axum::http::{StatusCode, header};
use serde_json::{Value, json};

use crate::bar::{HOUR, TestBar};

const BEST: &str = "/api/products/best-sellers";
const DAY: i64 = 24 * HOUR;

async fn best(bar: &TestBar) -> (i64, Vec<(i64, i64)>) {
    let body = bar.get("musu", BEST).await.ok();
    let figure = |value: &Value| value.as_i64().expect("a number");
    let rows = body["products"].as_array().expect("rows");
    (figure(&body["salesCount"]), rows.iter().map(|row| (figure(&row["productId"]), figure(&row["quantity"]))).collect())
}

#[tokio::test]
async fn the_most_pieces_come_first_and_equal_ones_by_name() {
    let bar = TestBar::open().await;
    assert_eq!(best(&bar).await, (0, vec![]));
    bar.sells("musu", &[(3, 1), (2, 2)], "cash", None).await;
    bar.sells("manager", &[(1, 2)], "card", Some("Musu Kpadeh")).await;
    // Club Beer and Jollof Rice: two each.
    assert_eq!(best(&bar).await, (2, vec![(1, 2), (2, 2), (3, 1)]));
    bar.sells("musu", &[(3, 2)], "cash", None).await;
    assert_eq!(best(&bar).await, (3, vec![(3, 3), (1, 2), (2, 2)]));
}

#[tokio::test]
async fn voided_lines_and_older_days_are_out() {
    let bar = TestBar::open().await;
    bar.sells("musu", &[(1, 5)], "cash", None).await;
    bar.wait(DAY);
    bar.sells("musu", &[(2, 3), (3, 1)], "cash", None).await;
    assert_eq!(best(&bar).await, (2, vec![(1, 5), (2, 3), (3, 1)]));
    bar.voids(2).await;
    assert_eq!(best(&bar).await, (2, vec![(1, 5), (3, 1)]));
    // The 30th day after the first sale: its day has left the list.
    bar.wait(29 * DAY);
    assert_eq!(best(&bar).await, (1, vec![(3, 1)]));
    bar.wait(DAY);
    assert_eq!(best(&bar).await, (0, vec![]));
}

#[tokio::test]
async fn an_unchanged_list_is_not_sent_again() {
    let bar = TestBar::open().await;
    let first = bar.get("musu", BEST).await;
    let etag = first.header(header::ETAG).to_owned();
    assert_eq!(bar.get_again("musu", BEST, &etag).await.status, StatusCode::NOT_MODIFIED);
    bar.sells("musu", &[(1, 1)], "cash", None).await;
    let next = bar.get_again("musu", BEST, &etag).await;
    assert_eq!(next.ok(), json!({"salesCount": 1, "products": [{"productId": 1, "quantity": 1}]}));
}
