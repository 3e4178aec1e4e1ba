//! A wrong wall clock and its correction: business days of receipts, doubt about the clock, and its confirmation by a manager.

use std::time::Duration;

use serde_json::{Value, json};

use crate::bar::{SECOND, TestBar, text, values_of};

/// Start time of every test.
const OPENING: &str = "2026-11-21T20:00:00Z";
/// Time of a fast clock.
const FAST: &str = "2035-02-07T20:00:00Z";
const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

impl TestBar {
    /// Sells a beer; returns the receipt number and the time of the sale.
    async fn sells_one(&self) -> (String, String) {
        let sale = self.sells("Club Beer", 1).await;
        (text(&sale["receiptNumber"]).to_owned(), text(&sale["saleDate"]).to_owned())
    }

    async fn clock_status(&self) -> Value {
        self.bartender().get("/api/box/clock").await.ok()
    }

    /// Confirms the clock as the manager, with the time of the device.
    async fn confirms_clock(&self, device: Value) -> Value {
        self.manager().post("/api/box/clock/confirm", json!({"deviceTime": device})).await.ok()
    }

    async fn clock_is_doubted(&self) -> bool {
        self.clock_status().await["doubted"] == true
    }
}

fn sale(number: &str, at: &str) -> (String, String) {
    (number.to_owned(), at.to_owned())
}

#[tokio::test]
async fn a_sale_under_a_fast_clock_does_not_affect_later_days() {
    for restarts in [false, true] {
        let mut bar = TestBar::open().await;
        bar.stocks("Club Beer", "2.00", 24).await;
        assert_eq!(bar.sells_one().await, sale("R-20261121-0001", "2026-11-21T20:00:00.000Z"));
        bar.clock.jump_to(FAST);
        assert_eq!(bar.sells_one().await, sale("R-20350207-0001", "2035-02-07T20:00:00.000Z"), "selling goes on");
        assert!(bar.clock_is_doubted().await);
        bar.clock.jump_to(OPENING);
        assert_eq!(bar.sells_one().await, sale("R-20261121-0002", "2026-11-21T20:00:00.000Z"), "no gap and no repeated number");
        assert!(!bar.clock_is_doubted().await, "the clock is right again");
        for (passed, number, at) in [
            (1, "R-20261122-0001", "2026-11-22T20:00:00.000Z"),
            (365, "R-20271122-0001", "2027-11-22T20:00:00.000Z"),
            (4 * 365, "R-20311121-0001", "2031-11-21T20:00:00.000Z"),
        ] {
            bar.clock.pass(DAY * passed);
            if restarts {
                bar.restart().await;
            }
            // Tokens expire after sixty days of running time.
            bar.sign_in_all_accounts_again().await;
            assert_eq!(bar.sells_one().await, sale(number, at), "restarts: {restarts}");
        }
        let report = bar.admin().get("/api/admin/sales-report?startDate=2031-11-21&endDate=2031-11-21").await.ok();
        assert_eq!(report["overallSummary"]["totalSales"], 1);
        let heat = bar.bartender().get("/api/sales/analytics").await.ok();
        assert_eq!(heat["heatMap"].as_array().and_then(|days| days.last()).map(|day| &day["date"]), Some(&json!("2031-11-21")), "today");
    }
}

#[tokio::test]
async fn receipt_numbers_survive_restarts_under_a_fast_and_a_corrected_clock() {
    let mut bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 24).await;
    bar.sells_one().await;
    bar.clock.jump_to(FAST);
    bar.restart().await;
    assert_eq!(bar.sells_one().await.0, "R-20350207-0001");
    bar.restart().await;
    assert_eq!(bar.sells_one().await.0, "R-20350207-0002");
    assert!(bar.clock_is_doubted().await);
    bar.clock.jump_to("2026-11-22T04:00:00Z");
    bar.restart().await;
    assert_eq!(bar.sells_one().await, sale("R-20261121-0002", "2026-11-22T04:00:00.000Z"));
    assert!(!bar.clock_is_doubted().await);
    bar.restart().await;
    bar.clock.pass(HOUR);
    assert_eq!(bar.sells_one().await.0, "R-20261122-0001");
}

#[tokio::test]
async fn lists_by_date_find_rows_on_both_sides_of_a_wrong_date() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 24).await["id"].clone();
    let everything = async |customer: &str| {
        let line = json!({"productId": id, "quantity": 1, "customerName": customer, "customerPhone": "0770"});
        bar.bartender().post("/api/sales", line.clone()).await.created();
        bar.bartender().post("/api/credit", line.clone()).await.created();
        let order = json!({"customerName": customer, "items": [{"productId": id, "quantity": 1}]});
        bar.bartender().post("/api/orders", order).await.created();
    };
    everything("before").await;
    bar.clock.jump_to(FAST);
    everything("ahead").await;
    bar.clock.jump_to(OPENING);
    bar.clock.pass(10 * DAY);
    everything("after").await;
    for path in ["/api/sales", "/api/receipts", "/api/orders", "/api/credit"] {
        for (query, found) in [
            ("", vec!["after", "ahead", "before"]),
            ("?from=2035-02-07&to=2035-02-07", vec!["ahead"]),
            ("?from=2030-01-01", vec!["ahead"]),
            ("?from=2026-12-01&to=2026-12-01", vec!["after"]),
            ("?from=2026-11-21&to=2026-11-21", vec!["before"]),
            ("?from=2026-11-01&to=2026-12-31", vec!["after", "before"]),
            ("?from=2036-01-01", vec![]),
        ] {
            let list = bar.bartender().get(&format!("{path}{query}")).await.ok();
            assert_eq!(values_of(&list, "customerName"), found, "{path}{query}");
        }
    }
    // Pages are ordered by receipt number, not by date.
    let first = bar.bartender().get("/api/receipts?limit=2").await;
    let next = first.next().expect("a further page");
    assert_eq!(values_of(&first.ok(), "customerName"), ["after", "ahead"]);
    assert_eq!(values_of(&bar.bartender().get(&next).await.ok(), "customerName"), ["before"]);
}

#[tokio::test]
async fn a_box_that_starts_in_1970_keeps_its_last_business_day_until_the_clock_is_set() {
    let mut bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 24).await;
    bar.sells_one().await;
    bar.clock.jump_to("1970-01-01T00:00:10Z");
    bar.restart().await;
    assert_eq!(bar.sells_one().await, sale("R-20261121-0002", "2026-11-21T20:00:00.000Z"));
    let shown = bar.clock_status().await;
    assert_eq!(shown["doubted"], true);
    assert_eq!((text(&shown["now"]), text(&shown["since"])), ("1970-01-01T00:00:10.000Z", "2026-11-21T20:00:00.000Z"));
    assert_eq!((text(&shown["lastEntryAt"]), text(&shown["businessDay"])), ("2026-11-21T20:00:00.000Z", "2026-11-21"));
    // The clock is set to two days later; the box cannot know how long it was off, so it still doubts the clock.
    bar.clock.jump_to("2026-11-23T21:00:00Z");
    assert_eq!(bar.sells_one().await, sale("R-20261123-0001", "2026-11-23T21:00:00.000Z"));
    assert!(bar.clock_is_doubted().await);
    let shown = bar.confirms_clock(json!("2026-11-23T21:01:30Z")).await;
    assert_eq!(shown["doubted"], false);
    assert!(!bar.clock_is_doubted().await);
    bar.restart().await;
    assert!(!bar.clock_is_doubted().await, "a confirmation outlasts a restart");
}

#[tokio::test]
async fn confirming_the_clock_ends_timestamps_in_the_future() {
    let mut bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 24).await;
    // As if the very first start of the bar had been under the fast clock.
    bar.clock.jump_to(FAST);
    bar.confirms_clock(Value::Null).await;
    assert_eq!(bar.sells_one().await.0, "R-20350207-0001");
    assert!(!bar.clock_is_doubted().await);
    bar.clock.jump_to("2026-11-22T20:00:00Z");
    assert_eq!(bar.sells_one().await.0, "R-20350207-0002", "journal time stands still until a manager confirms the date");
    bar.restart().await;
    assert!(bar.clock_is_doubted().await);
    let status = bar.confirms_clock(json!("2026-11-22T20:00:00Z")).await;
    assert_eq!((&status["doubted"], text(&status["lastEntryAt"])), (&json!(false), "2026-11-22T20:00:00.000Z"));
    assert_eq!(status["since"], Value::Null);
    for number in ["R-20261122-0001", "R-20261122-0002"] {
        assert_eq!(bar.sells_one().await.0, number);
        bar.restart().await;
    }
    bar.clock.pass(DAY);
    assert_eq!(bar.sells_one().await.0, "R-20261123-0001");
    let log = bar.admin().get("/api/admin/audit?kind=box.clock_confirmed").await.ok();
    assert_eq!(values_of(&log, "userName"), ["manager", "manager"]);
    assert_eq!(log[0]["summary"], "The date of the box's clock was confirmed: 2026-11-22T20:00:00.000Z");
}

#[tokio::test]
async fn a_box_closed_for_days_needs_one_confirmation() {
    let mut bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 24).await;
    bar.sells_one().await;
    bar.clock.jump_to("2026-11-24T18:00:00Z");
    bar.restart().await;
    assert!(bar.clock_is_doubted().await, "even before the first entry");
    assert_eq!(bar.sells_one().await, sale("R-20261124-0001", "2026-11-24T18:00:00.000Z"));
    bar.clock.pass(HOUR);
    assert_eq!(bar.sells_one().await, sale("R-20261124-0002", "2026-11-24T19:00:00.000Z"));
    bar.confirms_clock(Value::Null).await;
    assert!(!bar.clock_is_doubted().await);
    // One night of closure raises no doubt.
    bar.clock.jump_to("2026-11-25T18:00:00Z");
    bar.restart().await;
    assert!(!bar.clock_is_doubted().await);
    bar.sells_one().await;
    assert!(!bar.clock_is_doubted().await);
}

#[tokio::test]
async fn the_clock_is_not_confirmed_when_the_device_time_differs() {
    let bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 24).await;
    bar.clock.jump_to(FAST);
    bar.sells_one().await;
    for device in ["2026-11-21T20:00:00Z", "2035-02-07T20:02:01Z", "2035-02-07T19:57:59Z"] {
        let refused = bar.manager().post("/api/box/clock/confirm", json!({"deviceTime": device})).await.refused(409, "conflict");
        assert!(text(&refused["message"]).starts_with("The box says 7 Feb 2035, 8:00 PM, and this device says "), "{refused}");
        assert!(bar.clock_is_doubted().await);
    }
    bar.manager().post("/api/box/clock/confirm", json!({"deviceTime": "yesterday"})).await.refused(400, "invalid");
    bar.bartender().post("/api/box/clock/confirm", json!({})).await.refused(403, "forbidden");
    assert!(bar.clock_is_doubted().await);
    assert_eq!(bar.admin().get("/api/admin/audit?kind=box.clock_confirmed").await.ok(), json!([]));
    // Close enough, with a key: a repeated request gets the first answer even much later.
    let confirm =
        || bar.manager().request("POST", "/api/box/clock/confirm").key("once").json(&json!({"deviceTime": "2035-02-07T20:01:59Z"}));
    let first = confirm().send().await.ok();
    assert_eq!(first["doubted"], false);
    bar.clock.pass(600 * SECOND);
    assert_eq!(confirm().send().await.ok(), first);
    // Another confirmation changes nothing and writes no entry.
    bar.confirms_clock(Value::Null).await;
    let log = bar.admin().get("/api/admin/audit?kind=box.clock_confirmed").await.ok();
    assert_eq!(log.as_array().map(Vec::len), Some(1), "{log}");
}

#[tokio::test]
async fn a_tab_settled_under_a_fast_clock_leaves_the_list_after_thirty_days() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 24).await["id"].clone();
    bar.clock.jump_to(FAST);
    let line = json!({"productId": id, "quantity": 1, "customerName": "Musu", "customerPhone": "0770"});
    bar.bartender().post("/api/credit", line).await.created();
    bar.bartender()
        .post("/api/credit/bulk-pay", json!({"customerName": "Musu", "customerPhone": "0770", "paymentMethod": "cash"}))
        .await
        .ok();
    bar.clock.jump_to(OPENING);
    for (passed, listed) in [(29, 1), (2, 0)] {
        bar.clock.pass(DAY * passed);
        let tabs = bar.bartender().get("/api/tabs").await.ok();
        assert_eq!(tabs.as_array().map(Vec::len), Some(listed), "{tabs}");
    }
}

#[tokio::test]
async fn backups_are_named_and_aged_by_the_last_certain_time() {
    let bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 24).await;
    bar.admin().post("/api/backups", json!({})).await.created();
    bar.clock.jump_to(FAST);
    bar.clock.pass(HOUR);
    bar.sells_one().await;
    let made = bar.admin().post("/api/backups", json!({})).await.created();
    assert_eq!(made["at"], "2026-11-21T21:00:00.000Z", "not a doubted date");
    let list = bar.admin().get("/api/backups").await.ok();
    assert_eq!((&list["copies"][0], &list["ageSeconds"], &list["overdue"]), (&made, &json!(0), &json!(false)));
    bar.clock.pass(25 * HOUR);
    let list = bar.admin().get("/api/backups").await.ok();
    assert_eq!((&list["ageSeconds"], &list["overdue"]), (&json!(25 * 3600), &json!(true)));
    // A backup under a wrong date that was confirmed by mistake.
    bar.confirms_clock(Value::Null).await;
    bar.admin().post("/api/backups", json!({})).await.created();
    bar.clock.jump_to(OPENING);
    bar.clock.pass(30 * HOUR);
    bar.sells_one().await;
    bar.confirms_clock(Value::Null).await;
    let list = bar.admin().get("/api/backups").await.ok();
    assert_eq!(values_of(&list["copies"], "at")[0], "2026-11-21T21:00:00.000Z", "the backup with a future date is not the newest");
    assert_eq!((&list["ageSeconds"], &list["overdue"]), (&json!(29 * 3600), &json!(true)));
}
