//! Paging of lists that change meanwhile: rows are added between two pages, or the start of the business day moves.

use serde_json::{Value, json};

use crate::bar::{Person, TestBar, values_of};
use crate::order_steps::CUSTOMER;

/// Rows of one page.
const LIMIT: usize = 2;
/// How often rows are added before a list is read, and again while it is read.
const ROUNDS: usize = 3;

/// Adds at least one row to every list; to orders and credit one open and one closed row each.
async fn add_rows(bar: &TestBar, person: &Person) {
    person.post("/api/sales", json!({"productId": bar.id_of("Beer").await, "quantity": 1})).await.created();
    person.post("/api/scans", json!({"barcode": "4001"})).await.created();
    bar.takes_order(&[("Beer", 1)]).await;
    let order = bar.takes_order(&[("Rice", 1)]).await;
    bar.sets_status(&order, "cancelled").await.ok();
    bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
    let credit = bar.sells_on_credit(CUSTOMER, "Rice", 1).await;
    bar.pays_credit(&credit, json!({})).await.ok();
}

fn ids(rows: &Value, name: &str) -> Vec<u64> {
    values_of(rows, name).iter().map(|id| id.as_u64().expect("an id")).collect()
}

#[tokio::test]
async fn every_row_is_listed_once_during_concurrent_writes() {
    let bar = TestBar::stocked().await;
    for product in [bar.id_of("Beer").await, bar.id_of("Rice").await] {
        let delivery = json!({"delta": 1_000, "reason": "delivery"});
        bar.manager().post(&format!("/api/products/{product}/stock"), delivery).await.ok();
    }
    for _ in 0..ROUNDS {
        add_rows(&bar, &bar.bartender()).await;
    }
    let movements = format!("/api/products/{}/movements", bar.id_of("Beer").await);
    let histories = ["/api/sales", "/api/receipts", "/api/scans", "/api/orders", "/api/credit", &movements, "/api/admin/audit"];
    for path in histories {
        let id = if path == "/api/admin/audit" { "seq" } else { "id" };
        let mut as_it_was = ids(&bar.admin().get(&format!("{path}?limit=1000")).await.ok(), id);
        let mut listed = Vec::new();
        let mut pages = 0;
        let mut address = Some(format!("{path}?limit={LIMIT}"));
        while let Some(path) = address {
            let page = bar.admin().get(&path).await;
            address = page.next();
            listed.extend(ids(&page.ok(), id));
            pages += 1;
            if pages <= ROUNDS {
                add_rows(&bar, &bar.manager()).await;
            }
        }
        assert!(pages > 1, "{path} has {pages} pages");
        // Orders and credit list all open rows first, so only the others are sorted by id.
        assert!(["/api/orders", "/api/credit"].contains(&path) || listed.is_sorted_by(|a, b| a > b), "{path}: {listed:?}");
        listed.sort_unstable();
        as_it_was.sort_unstable();
        assert_eq!(listed, as_it_was, "{path}: every row that existed before, once, and no other");
    }
}

#[tokio::test]
async fn a_changed_start_of_the_day_hides_no_row() {
    let bar = TestBar::stocked().await;
    let beer = bar.id_of("Beer").await;
    // The same moment is on the 21st, the 22nd and the 20th of November in these zones; time only goes forward.
    for (zone, starts, day) in
        [("Africa/Monrovia", "05:00", "20261121"), ("Pacific/Kiritimati", "05:00", "20261122"), ("Etc/GMT+12", "23:59", "20261120")]
    {
        bar.admin().put("/api/settings", json!({"timeZone": zone, "dayStartsAt": starts})).await.ok();
        let sale = bar.bartender().post("/api/sales", json!({"productId": beer, "quantity": 1})).await.created();
        assert_eq!(sale["receiptNumber"], format!("R-{day}-0001"));
    }
    let found = async |path: &str, range: &str| bar.bartender().get(&format!("{path}?{range}")).await.ok().as_array().expect("rows").len();
    for path in ["/api/sales", "/api/receipts"] {
        for (range, rows) in [
            ("from=2026-11-20", 3),
            ("from=2026-11-21", 2),
            ("from=2026-11-22", 1),
            ("from=2026-11-23", 0),
            ("from=2026-11-21&to=2026-11-21", 1),
        ] {
            assert_eq!(found(path, range).await, rows, "{path} {range}");
        }
    }
    // Orders and credit store no business day: it is derived from the current settings each time.
    bar.takes_order(&[("Beer", 1)]).await;
    bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
    let counts = async |path: &str| (found(path, "from=2026-11-20&to=2026-11-20").await, found(path, "from=2026-11-21").await);
    for path in ["/api/orders", "/api/credit"] {
        assert_eq!(counts(path).await, (1, 0), "{path}");
    }
    bar.admin().put("/api/settings", json!({"timeZone": "Africa/Monrovia", "dayStartsAt": "05:00"})).await.ok();
    for path in ["/api/orders", "/api/credit"] {
        assert_eq!(counts(path).await, (0, 1), "{path}");
    }
}
