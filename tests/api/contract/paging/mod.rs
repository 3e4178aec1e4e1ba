//! Paging of long lists: page size, the link to the next page, invalid parameters.

mod stable;

use serde_json::{Value, json};

use crate::bar::{TestBar, values_of};

/// A bar with `count` sales of one beer each.
async fn bar_with_sales(count: usize) -> TestBar {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 1_000).await["id"].clone();
    for _ in 0..count {
        bar.bartender().post("/api/sales", json!({"productId": id, "quantity": 1})).await.created();
    }
    bar
}

#[tokio::test]
async fn a_list_is_read_page_by_page() {
    let bar = bar_with_sales(5).await;
    for (path, caller) in
        [("/api/sales", bar.bartender()), ("/api/receipts", bar.bartender()), ("/api/products/1/movements", bar.manager())]
    {
        let all = caller.get(path).await;
        assert_eq!(all.next(), None, "{path}");
        let all = values_of(&all.ok(), "id");
        let mut address = Some(format!("{path}?limit=2"));
        let mut pages: Vec<Vec<Value>> = Vec::new();
        while let Some(path) = address {
            let page = caller.get(&path).await;
            address = page.next();
            pages.push(values_of(&page.ok(), "id"));
        }
        assert_eq!(pages.concat(), all, "{path}");
        assert!(pages.iter().rev().skip(1).all(|page| page.len() == 2) && pages.len() == all.len().div_ceil(2), "{path}: {pages:?}");
    }
}

#[tokio::test]
async fn the_next_page_keeps_the_filters() {
    let bar = bar_with_sales(3).await;
    let page = bar.bartender().get("/api/sales?q=club%20beer&limit=1&from=2026-11-21").await;
    let address = page.next().expect("there is more");
    for part in ["q=club%20beer", "limit=1", "from=2026-11-21", "before=3"] {
        assert!(address.contains(part), "{address}");
    }
    assert_eq!(values_of(&bar.bartender().get(&address).await.ok(), "id"), [2]);
}

#[tokio::test]
async fn a_full_last_page_has_no_next_page() {
    let bar = bar_with_sales(2).await;
    let page = bar.bartender().get("/api/sales?limit=2").await;
    assert_eq!(page.header("link"), None);
    assert_eq!(values_of(&page.ok(), "id"), [2, 1]);
    assert_eq!(bar.bartender().get("/api/sales?before=1").await.ok(), json!([]));
}

#[tokio::test]
async fn a_page_has_two_hundred_rows_by_default() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 1_000).await["id"].clone();
    for _ in 0..2 {
        let lines = json!({"sales": vec![json!({"productId": id, "quantity": 1}); 150]});
        bar.bartender().post("/api/sales/batch", lines).await.created();
    }
    let page = bar.bartender().get("/api/sales").await;
    assert_eq!(page.next().as_deref(), Some("/api/sales?before=101"));
    assert_eq!(values_of(&page.ok(), "id").len(), 200);
    assert_eq!(values_of(&bar.bartender().get("/api/sales?limit=1000").await.ok(), "id").len(), 300);
}

#[tokio::test]
async fn invalid_page_parameters_are_refused() {
    let bar = TestBar::open().await;
    for query in [
        "limit=0",
        "limit=1001",
        "limit=-1",
        "limit=x",
        "limit=1.5",
        "before=x",
        "before=-1",
        "from=yesterday",
        "from=2026-02-30",
        "to=20261121",
        "from=2026-11-22&to=2026-11-21",
        "status=lost",
    ] {
        bar.bartender().get(&format!("/api/sales?{query}")).await.refused(400, "invalid");
    }
    bar.bartender().get("/api/sales?limit=&before=&from=&to=&status=&q=").await.ok();
}
