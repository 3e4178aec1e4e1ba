//! A disk that fails writes for a while: writes are refused at once, reads continue, and writes resume automatically.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar};
use crate::sim_disk::{Fault, SimDisk};

/// What can be looked at, whatever the disk does.
const LOOKS: [&str; 9] = [
    "/api/products",
    "/api/sales",
    "/api/receipts",
    "/api/orders",
    "/api/tabs",
    "/api/menu",
    "/api/admin/sales-report",
    "/api/products/export",
    "/healthz",
];

/// At which of its next operations the disk fails, at the latest.
const OPERATIONS: u64 = 13;

async fn a_bar_on_a_disk() -> (TestBar, SimDisk, Value) {
    let mut kept = SimDisk::default();
    let bar = TestBar::on(|files| {
        kept = SimDisk::holding(&files);
        Arc::new(kept.clone())
    })
    .await;
    bar.stocks("Club Beer", "3.50", 100).await;
    let sale = bar.sells("Club Beer", 1).await;
    (bar, kept, json!({"productId": sale["productId"], "quantity": 1}))
}

/// Looks at everything; what is there is what was there `before`.
async fn looks_go_on(bar: &TestBar, before: &[Vec<u8>]) {
    for (path, before) in LOOKS.iter().zip(before) {
        let answer = bar.admin().get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        assert!(answer.bytes == *before, "{path} is another: {}", answer.text());
    }
}

async fn looks(bar: &TestBar) -> Vec<Vec<u8>> {
    let mut seen = Vec::new();
    for path in LOOKS {
        seen.push(bar.admin().get(path).await.bytes);
    }
    seen
}

async fn sells_under(bar: &TestBar, key: &str, sale: &Value) -> Answer {
    bar.bartender().request("POST", "/api/sales").key(key).json(sale).send().await
}

#[tokio::test]
async fn writes_fail_while_the_disk_fails_and_resume_automatically() {
    for fault in [Fault::ReadOnly, Fault::Full] {
        let (bar, disk, sale) = a_bar_on_a_disk().await;
        let before = looks(&bar).await;
        disk.fail_at(1, fault);
        let mut refused = Vec::new();
        // A file may have a little room left even when the disk has none.
        for number in 0.. {
            let key = format!("sale {number}");
            let answer = sells_under(&bar, &key, &sale).await;
            if answer.status == 201 {
                assert!(fault == Fault::Full && number < 50, "{fault:?}: sale {number} was taken");
                continue;
            }
            let said = answer.refused(503, "read_only");
            assert!(said["message"].as_str().is_some_and(|message| message.ends_with("Nothing was saved.")), "{said}");
            assert_eq!(said["saved"], false, "{said}");
            refused.push(key);
            if refused.len() == 3 {
                break;
            }
        }
        if fault == Fault::ReadOnly {
            looks_go_on(&bar, &before).await;
        }
        disk.repair();
        for key in &refused {
            sells_under(&bar, key, &sale).await.created();
        }
        let sold = bar.sale_lines().await.len() as i64;
        bar.expect_stock("Club Beer", 100 - sold).await;
    }
}

#[tokio::test]
async fn one_disk_failure_fails_at_most_one_request() {
    let (bar, disk, sale) = a_bar_on_a_disk().await;
    let mut refused = 0;
    for number in 1..40 {
        // A sale is a write and a sync; the one after a failure is a checkpoint, and that is more.
        disk.fail_at(1 + number % OPERATIONS, Fault::Once);
        let key = format!("sale {number}");
        let first = sells_under(&bar, &key, &sale).await;
        refused += u64::from(first.status == 503);
        if first.status != 201 {
            first.refused(503, "read_only");
        }
        disk.repair();
        sells_under(&bar, &key, &sale).await.created();
        // Reads that met the failure mend it too.
        bar.bartender().get("/api/products").await.ok();
    }
    assert!(refused > 5, "only {refused} sales met a failure");
    assert_eq!(bar.sale_lines().await.len(), 40);
    bar.expect_stock("Club Beer", 60).await;
}

#[tokio::test]
async fn an_unknown_outcome_is_not_reported_as_unsaved() {
    let (bar, disk, sale) = a_bar_on_a_disk().await;
    let before = looks(&bar).await;
    disk.fail_at(1, Fault::Syncs);
    for _ in 0..2 {
        let said = sells_under(&bar, "the sale", &sale).await.refused(503, "read_only");
        assert_eq!((said.get("saved"), &said["fields"]), (Some(&Value::Null), &Value::Null), "{said}");
        let message = "It is not known whether this was saved. Try again: it is never saved twice.";
        assert_eq!(said["message"], message);
    }
    looks_go_on(&bar, &before).await;
    disk.repair();
    sells_under(&bar, "the sale", &sale).await.created();
    assert_eq!(bar.sale_lines().await.len(), 2);
    bar.expect_stock("Club Beer", 98).await;
}

#[tokio::test]
async fn a_clock_jump_during_a_disk_failure_is_recorded_later() {
    let (bar, disk, sale) = a_bar_on_a_disk().await;
    disk.fail_at(1, Fault::ReadOnly);
    bar.clock.jump_to("2031-01-01T00:00:00Z");
    sells_under(&bar, "meanwhile", &sale).await.refused(503, "read_only");
    disk.repair();
    for key in ["meanwhile", "the next"] {
        sells_under(&bar, key, &sale).await.created();
    }
    let log = bar.admin().get("/api/admin/audit?kind=box.clock_jumped").await.ok();
    assert_eq!(log.as_array().map(Vec::len), Some(1), "{log}");
}
