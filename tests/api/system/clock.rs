//! A wrong wall clock and its correction: receipts belong to the right day, and a manager confirms the clock.

use std::time::Duration;

use serde_json::{Value, json};

use crate::bar::{SECOND, TestBar, text, values_of};

/// The moment at which stories begin, and what a clock says that is ahead.
const OPENING: &str = "2026-11-21T20:00:00Z";
const AHEAD: &str = "2035-02-07T20:00:00Z";
const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

impl TestBar {
    /// A sale's receipt number and time stamp.
    async fn stamped(&self) -> (String, String) {
        let sale = self.sells("Club Beer", 1).await;
        (text(&sale["receiptNumber"]).to_owned(), text(&sale["saleDate"]).to_owned())
    }

    async fn clock_as_shown(&self) -> Value {
        self.bartender().get("/api/box/clock").await.ok()
    }

    async fn confirms(&self, device: Value) -> Value {
        self.manager().post("/api/box/clock/confirm", json!({"deviceTime": device})).await.ok()
    }

    async fn is_doubted(&self) -> bool {
        self.clock_as_shown().await["doubted"] == true
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
        assert_eq!(bar.stamped().await, sale("R-20261121-0001", "2026-11-21T20:00:00.000Z"));
        bar.clock.jump_to(AHEAD);
        assert_eq!(bar.stamped().await, sale("R-20350207-0001", "2035-02-07T20:00:00.000Z"), "selling goes on");
        assert!(bar.is_doubted().await);
        bar.clock.jump_to(OPENING);
        assert_eq!(bar.stamped().await, sale("R-20261121-0002", "2026-11-21T20:00:00.000Z"), "no gap, no number twice");
        assert!(!bar.is_doubted().await, "the clock is where it should be");
        for (passed, number, at) in [
            (1, "R-20261122-0001", "2026-11-22T20:00:00.000Z"),
            (365, "R-20271122-0001", "2027-11-22T20:00:00.000Z"),
            (4 * 365, "R-20311121-0001", "2031-11-21T20:00:00.000Z"),
        ] {
            bar.clock.pass(DAY * passed);
            if restarts {
                bar.restart().await;
            }
            // A token lasts for sixty days of the box's running time.
            bar.sign_in_all_accounts_again().await;
            assert_eq!(bar.stamped().await, sale(number, at), "restarts: {restarts}");
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
    bar.stamped().await;
    bar.clock.jump_to(AHEAD);
    bar.restart().await;
    assert_eq!(bar.stamped().await.0, "R-20350207-0001");
    bar.restart().await;
    assert_eq!(bar.stamped().await.0, "R-20350207-0002");
    assert!(bar.is_doubted().await);
    bar.clock.jump_to("2026-11-22T04:00:00Z");
    bar.restart().await;
    assert_eq!(bar.stamped().await, sale("R-20261121-0002", "2026-11-22T04:00:00.000Z"));
    assert!(!bar.is_doubted().await);
    bar.restart().await;
    bar.clock.pass(HOUR);
    assert_eq!(bar.stamped().await.0, "R-20261122-0001");
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
    bar.clock.jump_to(AHEAD);
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
    // Pages go by number.
    let first = bar.bartender().get("/api/receipts?limit=2").await;
    let next = first.next().expect("a further page");
    assert_eq!(values_of(&first.ok(), "customerName"), ["after", "ahead"]);
    assert_eq!(values_of(&bar.bartender().get(&next).await.ok(), "customerName"), ["before"]);
}

#[tokio::test]
async fn a_box_that_starts_in_1970_keeps_its_last_business_day_until_the_clock_is_set() {
    let mut bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 24).await;
    bar.stamped().await;
    bar.clock.jump_to("1970-01-01T00:00:10Z");
    bar.restart().await;
    assert_eq!(bar.stamped().await, sale("R-20261121-0002", "2026-11-21T20:00:00.000Z"));
    let shown = bar.clock_as_shown().await;
    assert_eq!(shown["doubted"], true);
    assert_eq!((text(&shown["now"]), text(&shown["since"])), ("1970-01-01T00:00:10.000Z", "2026-11-21T20:00:00.000Z"));
    assert_eq!((text(&shown["lastEntryAt"]), text(&shown["businessDay"])), ("2026-11-21T20:00:00.000Z", "2026-11-21"));
    // It is set, to two days later: the box cannot know for how long it was off.
    bar.clock.jump_to("2026-11-23T21:00:00Z");
    assert_eq!(bar.stamped().await, sale("R-20261123-0001", "2026-11-23T21:00:00.000Z"));
    assert!(bar.is_doubted().await);
    let shown = bar.confirms(json!("2026-11-23T21:01:30Z")).await;
    assert_eq!(shown["doubted"], false);
    assert!(!bar.is_doubted().await);
    bar.restart().await;
    assert!(!bar.is_doubted().await, "a start knows what was confirmed");
}

#[tokio::test]
async fn confirming_the_clock_ends_timestamps_in_the_future() {
    let mut bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 24).await;
    // As if the bar's very first start had been under that clock.
    bar.clock.jump_to(AHEAD);
    bar.confirms(Value::Null).await;
    assert_eq!(bar.stamped().await.0, "R-20350207-0001");
    assert!(!bar.is_doubted().await);
    bar.clock.jump_to("2026-11-22T20:00:00Z");
    assert_eq!(bar.stamped().await.0, "R-20350207-0002", "time stands still until somebody says which date is right");
    bar.restart().await;
    assert!(bar.is_doubted().await);
    let news = bar.confirms(json!("2026-11-22T20:00:00Z")).await;
    assert_eq!((&news["doubted"], text(&news["lastEntryAt"])), (&json!(false), "2026-11-22T20:00:00.000Z"));
    assert_eq!(news["since"], Value::Null);
    for number in ["R-20261122-0001", "R-20261122-0002"] {
        assert_eq!(bar.stamped().await.0, number);
        bar.restart().await;
    }
    bar.clock.pass(DAY);
    assert_eq!(bar.stamped().await.0, "R-20261123-0001");
    let log = bar.admin().get("/api/admin/audit?kind=box.clock_confirmed").await.ok();
    assert_eq!(values_of(&log, "userName"), ["manager", "manager"]);
    assert_eq!(log[0]["summary"], "The date of the box's clock was confirmed: 2026-11-22T20:00:00.000Z");
}

#[tokio::test]
async fn a_box_closed_for_days_needs_one_confirmation() {
    let mut bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 24).await;
    bar.stamped().await;
    bar.clock.jump_to("2026-11-24T18:00:00Z");
    bar.restart().await;
    assert!(bar.is_doubted().await, "also before anything is written");
    assert_eq!(bar.stamped().await, sale("R-20261124-0001", "2026-11-24T18:00:00.000Z"));
    bar.clock.pass(HOUR);
    assert_eq!(bar.stamped().await, sale("R-20261124-0002", "2026-11-24T19:00:00.000Z"));
    bar.confirms(Value::Null).await;
    assert!(!bar.is_doubted().await);
    // A night of closure is nothing to ask about.
    bar.clock.jump_to("2026-11-25T18:00:00Z");
    bar.restart().await;
    assert!(!bar.is_doubted().await);
    bar.stamped().await;
    assert!(!bar.is_doubted().await);
}

#[tokio::test]
async fn the_clock_is_not_confirmed_when_the_device_time_differs() {
    let bar = TestBar::open().await;
    bar.stocks("Club Beer", "2.00", 24).await;
    bar.clock.jump_to(AHEAD);
    bar.stamped().await;
    for device in ["2026-11-21T20:00:00Z", "2035-02-07T20:02:01Z", "2035-02-07T19:57:59Z"] {
        let refused = bar.manager().post("/api/box/clock/confirm", json!({"deviceTime": device})).await.refused(409, "conflict");
        assert!(text(&refused["message"]).starts_with("The box says 7 Feb 2035, 8:00 PM, and this device says "), "{refused}");
        assert!(bar.is_doubted().await);
    }
    bar.manager().post("/api/box/clock/confirm", json!({"deviceTime": "yesterday"})).await.refused(400, "invalid");
    bar.bartender().post("/api/box/clock/confirm", json!({})).await.refused(403, "forbidden");
    assert!(bar.is_doubted().await);
    assert_eq!(bar.admin().get("/api/admin/audit?kind=box.clock_confirmed").await.ok(), json!([]));
    // Near enough, under a key: whoever asks again much later is answered as before.
    let ask = || bar.manager().request("POST", "/api/box/clock/confirm").key("once").json(&json!({"deviceTime": "2035-02-07T20:01:59Z"}));
    let first = ask().send().await.ok();
    assert_eq!(first["doubted"], false);
    bar.clock.pass(600 * SECOND);
    assert_eq!(ask().send().await.ok(), first);
    // Once more for nothing: no entry says so.
    bar.confirms(Value::Null).await;
    let log = bar.admin().get("/api/admin/audit?kind=box.clock_confirmed").await.ok();
    assert_eq!(log.as_array().map(Vec::len), Some(1), "{log}");
}

#[tokio::test]
async fn a_tab_settled_under_a_fast_clock_leaves_the_list_after_thirty_days() {
    let bar = TestBar::open().await;
    let id = bar.stocks("Club Beer", "2.00", 24).await["id"].clone();
    bar.clock.jump_to(AHEAD);
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
    bar.clock.jump_to(AHEAD);
    bar.clock.pass(HOUR);
    bar.stamped().await;
    let made = bar.admin().post("/api/backups", json!({})).await.created();
    assert_eq!(made["at"], "2026-11-21T21:00:00.000Z", "not of a date that is in doubt");
    let list = bar.admin().get("/api/backups").await.ok();
    assert_eq!((&list["copies"][0], &list["ageSeconds"], &list["overdue"]), (&made, &json!(0), &json!(false)));
    bar.clock.pass(25 * HOUR);
    let list = bar.admin().get("/api/backups").await.ok();
    assert_eq!((&list["ageSeconds"], &list["overdue"]), (&json!(25 * 3600), &json!(true)));
    // Made under a wrong date that somebody had called right.
    bar.confirms(Value::Null).await;
    bar.admin().post("/api/backups", json!({})).await.created();
    bar.clock.jump_to(OPENING);
    bar.clock.pass(30 * HOUR);
    bar.stamped().await;
    bar.confirms(Value::Null).await;
    let list = bar.admin().get("/api/backups").await.ok();
    assert_eq!(values_of(&list["copies"], "at")[0], "2026-11-21T21:00:00.000Z", "the newest is not the one of the future");
    assert_eq!((&list["ageSeconds"], &list["overdue"]), (&json!(29 * 3600), &json!(true)));
}
