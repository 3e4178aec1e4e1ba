//! Searches through more rows than one request may scan: they continue on the next page.

use serde_json::json;
use store::SCANNED_ROWS_MAX;

use crate::bar::{Person, TestBar, values_of};
use crate::order_steps::CUSTOMER;

/// Lines of one sale.
const LINES_PER_SALE: usize = 200;
/// Most rows of a page.
const PAGE_MAX: usize = 1_000;

/// A page without rows.
const EMPTY: &[u64] = &[];
/// The page with only the first line ever sold.
const OLDEST: &[u64] = &[1];

/// A bar that sold one plate of rice to Musu, and after that more beers than one request scans; and its number of lines.
async fn bar_with_a_long_history() -> (TestBar, usize) {
    let bar = TestBar::stocked().await;
    let beer = bar.id_of("Beer").await;
    bar.manager().post(&format!("/api/products/{beer}/stock"), json!({"delta": 2 * SCANNED_ROWS_MAX, "reason": "delivery"})).await.ok();
    let rice = json!({"productId": bar.id_of("Rice").await, "quantity": 1, "customerName": CUSTOMER.0});
    bar.bartender().post("/api/sales", rice).await.created();
    let carts = SCANNED_ROWS_MAX / LINES_PER_SALE + 2;
    let cart = json!({"sales": vec![json!({"productId": beer, "quantity": 1}); LINES_PER_SALE]});
    for _ in 0..carts {
        bar.bartender().post("/api/sales/batch", cart.clone()).await.created();
    }
    (bar, 1 + carts * LINES_PER_SALE)
}

/// The ids on every page of a list.
async fn pages(person: &Person, path: &str) -> Vec<Vec<u64>> {
    let mut pages = Vec::<Vec<u64>>::new();
    let mut address = Some(path.to_owned());
    while let Some(path) = address {
        let page = person.get(&path).await;
        address = page.next();
        pages.push(values_of(&page.ok(), "id").iter().map(|id| id.as_u64().expect("an id")).collect());
        assert!(pages.len() < 100, "{path} never ends");
    }
    pages
}

#[tokio::test]
async fn a_search_continues_across_pages_and_finds_each_row_once() {
    let (bar, lines) = bar_with_a_long_history().await;
    let bartender = bar.bartender();
    let all = |from: usize| (from..=lines).rev().map(|id| id as u64).collect::<Vec<_>>();

    assert_eq!(pages(&bartender, "/api/sales?q=nowhere").await, [EMPTY, EMPTY], "a page scans a limited number of rows");
    // The match is the oldest row: the first request stops before it and links to the next page.
    for rare in ["q=rice", "q=musu", "q=musu&status=recorded", "q=rice&from=2026-11-01&limit=1"] {
        assert_eq!(pages(&bartender, &format!("/api/sales?{rare}")).await, [EMPTY, OLDEST], "{rare}");
    }
    assert_eq!(pages(&bartender, "/api/sales?status=voided").await, [EMPTY, EMPTY]);
    assert_eq!(pages(&bartender, "/api/sales?to=2020-01-01").await, [EMPTY, EMPTY]);
    assert_eq!(pages(&bartender, "/api/sales?from=2030-01-01").await, [EMPTY], "a search stops at rows older than `from`");

    for path in ["/api/sales?limit=1000", "/api/sales?limit=1000&q=r"] {
        let found = pages(&bartender, path).await;
        assert!(found.iter().rev().skip(1).all(|page| page.len() == PAGE_MAX), "{path}: all pages but the last are full");
        assert_eq!(found.concat(), all(1), "{path}: each row once, in order");
    }
    let beers = pages(&bartender, "/api/sales?limit=1000&q=beer").await;
    assert_eq!(beers.concat(), all(2), "the filter applies to every page");
}

#[tokio::test]
async fn a_short_history_has_one_page() {
    let bar = TestBar::stocked().await;
    bar.sells("Beer", 1).await;
    bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
    bar.takes_order(&[("Beer", 1)]).await;
    for path in ["/api/sales?q=nowhere", "/api/receipts?q=nowhere", "/api/orders?q=nowhere", "/api/credit?q=nowhere"] {
        assert_eq!(pages(&bar.bartender(), path).await, [EMPTY], "{path}");
    }
    assert_eq!(pages(&bar.admin(), "/api/admin/audit?user=nobody").await, [EMPTY]);
}
