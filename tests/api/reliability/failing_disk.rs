//! Tests of a disk that fails for a while: writes are refused at once, reads continue, and writes resume automatically.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar};
use crate::sim_disk::{Fault, SimDisk};

/// Reads that must succeed whatever the disk does.
const READS: [&str; 9] = [
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

/// The disk fails at one of its next operations, from the 1st to this one. With 39 sales, each of these fails three times.
const OPERATIONS_MAX: u64 = 13;

/// A bar on a simulated disk, the disk, and the body of a sale.
async fn bar_on_sim_disk() -> (TestBar, SimDisk, Value) {
    let mut disk = SimDisk::default();
    let bar = TestBar::on_disk(|files| {
        disk = SimDisk::holding(&files);
        Arc::new(disk.clone())
    })
    .await;
    bar.stocks("Club Beer", "3.50", 100).await;
    let sale = bar.sells("Club Beer", 1).await;
    (bar, disk, json!({"productId": sale["productId"], "quantity": 1}))
}

/// Asserts that all reads succeed and return the same as `before`.
async fn assert_reads_unchanged(bar: &TestBar, before: &[Vec<u8>]) {
    for (path, before) in READS.iter().zip(before) {
        let answer = bar.admin().get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        assert!(answer.bytes == *before, "{path} has changed: {}", answer.text());
    }
}

/// The answers of all [`READS`].
async fn read_all(bar: &TestBar) -> Vec<Vec<u8>> {
    let mut answers = Vec::new();
    for path in READS {
        answers.push(bar.admin().get(path).await.bytes);
    }
    answers
}

/// Sells with this idempotency key.
async fn sells_with_key(bar: &TestBar, key: &str, sale: &Value) -> Answer {
    bar.bartender().request("POST", "/api/sales").key(key).json(sale).send().await
}

#[tokio::test]
async fn writes_fail_while_the_disk_fails_and_resume_automatically() {
    for fault in [Fault::ReadOnly, Fault::Full] {
        let (bar, disk, sale) = bar_on_sim_disk().await;
        let before = read_all(&bar).await;
        disk.fail_at(1, fault);
        let mut refused = Vec::new();
        // A full disk still accepts writes to blocks that the file already has, so the first sales may succeed.
        for number in 0.. {
            let key = format!("sale {number}");
            let answer = sells_with_key(&bar, &key, &sale).await;
            if answer.status == 201 {
                assert!(fault == Fault::Full && number < 50, "{fault:?}: sale {number} was accepted");
                continue;
            }
            let refusal = answer.refused(503, "read_only");
            assert!(refusal["message"].as_str().is_some_and(|message| message.ends_with("Nothing was saved.")), "{refusal}");
            assert_eq!(refusal["saved"], false, "{refusal}");
            refused.push(key);
            if refused.len() == 3 {
                break;
            }
        }
        if fault == Fault::ReadOnly {
            assert_reads_unchanged(&bar, &before).await;
        }
        disk.repair();
        for key in &refused {
            sells_with_key(&bar, key, &sale).await.created();
        }
        let sold = bar.sale_lines().await.len() as i64;
        bar.expect_stock("Club Beer", 100 - sold).await;
    }
}

#[tokio::test]
async fn one_disk_failure_fails_at_most_one_request() {
    let (bar, disk, sale) = bar_on_sim_disk().await;
    let mut refused = 0;
    for number in 1..40 {
        // A sale usually writes and syncs once. The sale after a failure also makes a checkpoint, which has more operations.
        disk.fail_at(1 + number % OPERATIONS_MAX, Fault::Once);
        let key = format!("sale {number}");
        let first = sells_with_key(&bar, &key, &sale).await;
        refused += u64::from(first.status == 503);
        if first.status != 201 {
            first.refused(503, "read_only");
        }
        disk.repair();
        sells_with_key(&bar, &key, &sale).await.created();
        // After a failure a read, too, makes the store usable again.
        bar.bartender().get("/api/products").await.ok();
    }
    assert!(refused > 5, "only {refused} sales failed");
    assert_eq!(bar.sale_lines().await.len(), 40);
    bar.expect_stock("Club Beer", 60).await;
}

#[tokio::test]
async fn a_failed_sync_is_reported_as_outcome_unknown() {
    let (bar, disk, sale) = bar_on_sim_disk().await;
    let before = read_all(&bar).await;
    disk.fail_at(1, Fault::Syncs);
    for _ in 0..2 {
        let refusal = sells_with_key(&bar, "the sale", &sale).await.refused(503, "read_only");
        assert_eq!((refusal.get("saved"), &refusal["fields"]), (Some(&Value::Null), &Value::Null), "{refusal}");
        let message = "We are not sure this was saved. Try again; it cannot be saved twice.";
        assert_eq!(refusal["message"], message);
    }
    assert_reads_unchanged(&bar, &before).await;
    disk.repair();
    sells_with_key(&bar, "the sale", &sale).await.created();
    assert_eq!(bar.sale_lines().await.len(), 2);
    bar.expect_stock("Club Beer", 98).await;
}

#[tokio::test]
async fn a_clock_jump_during_a_disk_failure_is_recorded_later() {
    let (bar, disk, sale) = bar_on_sim_disk().await;
    disk.fail_at(1, Fault::ReadOnly);
    bar.clock.jump_to("2031-01-01T00:00:00Z");
    sells_with_key(&bar, "meanwhile", &sale).await.refused(503, "read_only");
    disk.repair();
    for key in ["meanwhile", "the next"] {
        sells_with_key(&bar, key, &sale).await.created();
    }
    let log = bar.admin().get("/api/admin/audit?kind=box.clock_jumped").await.ok();
    assert_eq!(log.as_array().map(Vec::len), Some(1), "{log}");
}
