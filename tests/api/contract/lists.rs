//! Paging of long lists, and ETags of unchanged answers.

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

/// Every read with an `ETag`: its caller, its path, and whether a sale changes it.
const READS: &[(&str, &str, bool)] = &[
    ("bartender", "/api/products", true),
    ("bartender", "/api/products/1", true),
    ("bartender", "/api/products/barcode/4001", true),
    ("manager", "/api/products/1/movements", true),
    ("bartender", "/api/sales", true),
    ("bartender", "/api/sales?q=club&limit=5", true),
    ("bartender", "/api/receipts", true),
    ("bartender", "/api/receipts/R-20261121-0001", false),
    ("guest", "/api/menu", true),
    ("guest", "/api/menu/qr", false),
    ("guest", "/api/menu/qr?format=png&table=3", false),
    ("guest", "/api/settings/public", false),
    ("admin", "/api/settings", false),
    ("admin", "/api/users", false),
    ("bartender", "/api/scans", false),
    ("bartender", "/api/exchange-rate/history", false),
    ("bartender", "/api/printers", false),
    ("bartender", "/api/print-jobs", false),
    ("bartender", "/api/openapi.json", false),
    ("bartender", "/api/sales/analytics", true),
    ("bartender", "/api/orders", false),
    ("bartender", "/api/credit", false),
    ("bartender", "/api/tabs", false),
    ("bartender", "/api/tables", false),
    ("bartender", "/api/bartender/dashboard-stats", true),
    ("admin", "/api/admin/sales-summary", true),
    ("admin", "/api/admin/recent-sales-with-customers", true),
    ("admin", "/api/admin/user-sales?userId=3", true),
    ("admin", "/api/admin/sales-report", true),
    ("admin", "/api/admin/audit", true),
    ("guest", "/api/trust", false),
];

#[tokio::test]
async fn an_unchanged_answer_is_304_not_modified() {
    let bar = TestBar::open().await;
    let beer = bar.product(json!({"name": "Club Beer", "barcode": "4001", "priceUSD": 2, "stock": 2})).await["id"].clone();
    bar.bartender().post("/api/sales", json!({"productId": beer, "quantity": 1})).await.created();
    let person = |caller: &str| match caller {
        "admin" => bar.admin(),
        "manager" => bar.manager(),
        "bartender" => bar.bartender(),
        _ => bar.guest(),
    };
    let mut tags = Vec::new();
    for (caller, path, _) in READS {
        let answer = person(caller).get(path).await;
        let tag = answer.header("etag").unwrap_or_else(|| panic!("{path} has no ETag: {}", answer.status)).to_owned();
        for known in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}"), "*".to_owned()] {
            let again = person(caller).request("GET", path).header("if-none-match", &known).send().await;
            assert_eq!((again.status, again.bytes.len(), again.header("etag")), (304, 0, Some(tag.as_str())), "{path} {known}");
        }
        tags.push(tag);
    }
    // The menu shows no stock figures; it changes only because this sale takes the last bottle.
    bar.bartender().post("/api/sales", json!({"productId": beer, "quantity": 1})).await.created();
    for ((caller, path, changes), tag) in READS.iter().zip(&tags) {
        let again = person(caller).request("GET", path).header("if-none-match", tag).send().await;
        assert_eq!(again.status, if *changes { 200 } else { 304 }, "{path}");
    }
}

#[tokio::test]
async fn some_answers_have_no_etag() {
    let bar = TestBar::open().await;
    for path in ["/api/exchange-rate", "/api/auth/me", "/healthz", "/api/products/export"] {
        let answer = bar.admin().get(path).await;
        assert_eq!((answer.status, answer.header("etag"), answer.header("cache-control")), (200, None, Some("no-store")), "{path}");
    }
}

#[tokio::test]
async fn every_list_is_fresh_after_each_kind_of_write() {
    let bar = TestBar::open().await;
    let beer = bar.product(json!({"name": "Club Beer", "barcode": "4001", "priceUSD": 2, "stock": 9})).await["id"].clone();
    let product = format!("/api/products/{beer}");
    let read = async |path: &str| bar.manager().get(path).await.ok();
    read("/api/products").await;
    bar.manager().put(&product, json!({"name": "Club"})).await.ok();
    assert_eq!(values_of(&read("/api/products").await, "name"), ["Club"]);
    bar.set_rate(json!(200)).await;
    assert_eq!(values_of(&read("/api/products").await, "effectivePriceLRD"), ["400.00"]);
    assert_eq!(read("/api/menu").await["drinks"][0]["priceLRD"], "400.00");
    bar.manager().post(&format!("{product}/stock"), json!({"delta": -8, "reason": "waste"})).await.ok();
    assert_eq!(read(&product).await["stock"], 1);
    let sale = bar.sells("Club", 1).await["id"].clone();
    assert_eq!(read("/api/menu").await["drinks"][0]["inStock"], false);
    bar.manager().post(&format!("/api/sales/{sale}/void"), json!({"reason": "Wrong drink"})).await.ok();
    assert_eq!(values_of(&read("/api/sales").await, "voidedAt"), ["2026-11-21T20:00:00.000Z"]);
    assert_eq!(read("/api/menu").await["drinks"][0]["inStock"], true);
    bar.manager().post("/api/products/import", json!({"csvData": "name,barcode\nBeer,4001\n"})).await.ok();
    assert_eq!(values_of(&read("/api/products").await, "name"), ["Beer"]);
    bar.manager().delete(&product).await.has_status(204);
    assert_eq!(read("/api/products").await, json!([]));
}
