//! The pool of a business day, and payouts.

use std::time::Duration;

use serde_json::{Value, json};

use super::{BARTENDER, pair};
use crate::bar::{Person, SECOND, TestBar, text, values_of};
use crate::devices::{MANAGER, SENIOR_PIN};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::assert_fields;
use crate::printing_steps::pages;

const MINUTE: Duration = Duration::from_secs(60);

async fn clock(person: &Person, step: &str) -> Value {
    person.post(&format!("/api/clock/{step}"), json!({})).await.ok()
}

/// A bar with a pool of $24.00 and L$1,900 and three people who worked 460, 300 and 240 minutes of that day.
async fn bar_with_a_pool() -> (TestBar, Value) {
    let bar = TestBar::with_tips("pool").await;
    bar.admin().put("/api/settings", json!({"clock": {"mode": "on"}})).await.ok();
    // The box has run for a while when the first person comes.
    bar.clock.pass(SECOND);
    bar.sells_for(json!({"amountUSD": "31.50", "keepChange": true})).await;
    bar.sells_for(json!({"amountUSD": "7.50", "amountLRD": "1900.00", "keepChange": true})).await;
    let (_, fatu) = bar.hires("fatu", "bartender").await;
    let (_, joe) = bar.hires("joe", "bartender").await;
    let musa = bar.bartender();
    let day = clock(&musa, "in").await["period"]["day"].clone();
    clock(&fatu, "in").await;
    clock(&joe, "in").await;
    bar.clock.pass(240 * MINUTE);
    clock(&joe, "out").await;
    bar.clock.pass(60 * MINUTE);
    clock(&fatu, "out").await;
    bar.clock.pass(160 * MINUTE);
    let working = bar.manager().post("/api/tips/share", json!({"day": day})).await.refused(409, "conflict");
    assert_eq!(working["message"], "bartender is still clocked in");
    clock(&musa, "out").await;
    (bar, day)
}

#[tokio::test]
async fn a_pool_is_shared_by_paid_minutes_once() {
    let (bar, day) = bar_with_a_pool().await;
    let before = bar.bartender().get("/api/tips").await.ok();
    assert_eq!(before, json!({"mode": "pool", "rows": [], "poolUSD": "24.00", "poolLRD": "1900.00"}));
    let shared = bar.manager().post("/api/tips/share", json!({"day": day})).await.created();
    let share = |name: &str, minutes: i64, usd: &str, lrd: &str| (json!(name), json!(minutes), json!(usd), json!(lrd));
    let rows = shared["shares"].as_array().expect("shares").iter();
    let rows: Vec<_> =
        rows.map(|row| (row["userName"].clone(), row["paidMinutes"].clone(), row["amountUSD"].clone(), row["amountLRD"].clone())).collect();
    let expected = [share("bartender", 460, "11.00", "875.00"), share("fatu", 300, "7.00", "570.00"), share("joe", 240, "6.00", "455.00")];
    assert_eq!(rows, expected);
    assert_fields(&shared, json!({"day": day, "leftUSD": "0.00", "leftLRD": "0.00"}));
    let again = bar.manager().post("/api/tips/share", json!({"day": day})).await.refused(409, "conflict");
    assert_eq!(again["message"], "The tips of this day are shared already");
    let after = bar.manager().get("/api/tips").await.ok();
    assert_fields(&after, json!({"poolUSD": "0.00", "poolLRD": "0.00"}));
    assert_eq!(values_of(&after["rows"], "dueUSD"), ["11.00", "7.00", "6.00"]);
    let own = bar.bartender().get("/api/tips").await.ok();
    assert_eq!(values_of(&own["rows"], "userName"), ["bartender"], "a bartender sees no other row");
    let audit = bar.audit_summaries("people", 1).await;
    assert_eq!(audit, ["Tips of 2026-11-21 shared: bartender $11.00 + L$875, fatu $7.00 + L$570, joe $6.00 + L$455"]);
}

#[tokio::test]
async fn what_is_left_over_and_what_comes_later_starts_the_next_pool() {
    let (bar, day) = bar_with_a_pool().await;
    bar.sells_for(json!({"amountUSD": "7.75", "keepChange": true})).await;
    let shared = bar.manager().post("/api/tips/share", json!({"day": day})).await.created();
    assert_fields(&shared, json!({"leftUSD": "0.25", "leftLRD": "0.00"}));
    let late = bar.sells_for(json!({"amountUSD": "9.50", "keepChange": true})).await;
    assert_fields(&bar.manager().get("/api/tips").await.ok(), json!({"poolUSD": "2.25"}));
    let void = format!("/api/sales/{}/void", late["id"]);
    bar.manager().post(&void, json!({"reason": "Wrong drink", "returnTip": true})).await.ok();
    assert_fields(&bar.manager().get("/api/tips").await.ok(), json!({"poolUSD": "0.25"}));
    bar.clock.pass(24 * 60 * MINUTE);
    clock(&bar.bartender(), "in").await;
    bar.sells_for(json!({"amountUSD": "8.25", "keepChange": true})).await;
    bar.clock.pass(60 * MINUTE);
    let next = clock(&bar.bartender(), "out").await["period"]["day"].clone();
    let shared = bar.manager().post("/api/tips/share", json!({"day": next})).await.created();
    assert_eq!(shared["shares"][0]["amountUSD"], "1.00");
    assert_fields(&shared, json!({"leftUSD": "0.00"}));
}

#[tokio::test]
async fn a_pool_with_nothing_in_it_and_a_day_without_hours_are_not_shared() {
    let bar = TestBar::with_tips("pool").await;
    let share =
        || async { bar.manager().post("/api/tips/share", json!({"day": "2026-11-21"})).await.refused(409, "conflict")["message"].clone() };
    assert_eq!(share().await, "There are no tips to share");
    bar.sells_for(json!({"amountUSD": "10.00", "keepChange": true})).await;
    assert_eq!(share().await, "Nobody has paid hours on this day");
    bar.manager().post("/api/tips/share", json!({"day": "2026-11-30"})).await.invalid("This day is not over yet");
    bar.bartender().post("/api/tips/share", json!({"day": "2026-11-21"})).await.refused(403, "forbidden");
    assert_fields(&bar.manager().get("/api/tips").await.ok(), json!({"poolUSD": "2.50"}));
}

#[tokio::test]
async fn a_payout_settles_its_own_currency_first_and_the_other_at_the_rate() {
    let bar = TestBar::with_tips("person").await;
    let musa = bar.bartender();
    bar.sells_for(json!({"amountUSD": "10.00", "tipUSD": "2.00", "tipLRD": "95.00"})).await;
    bar.sells_for(json!({"amountUSD": "5.00", "amountLRD": "1000.00", "keepChange": true})).await;
    assert_eq!(bar.due("bartender").await, pair("2.00", "620.00"));
    let paid = bar.pays_tips_out(&musa, BARTENDER, json!({"amountUSD": "1.00"})).await.created();
    assert_fields(&paid, json!({"amountUSD": "1.00", "settledUSD": "1.00", "settledLRD": "0.00", "dueUSD": "1.00", "dueLRD": "620.00"}));
    let above = bar.pays_tips_out(&musa, BARTENDER, json!({"amountLRD": "815.00"})).await.refused(409, "conflict");
    assert_fields(&above, json!({"message": "That is more than is due", "dueUSD": null, "dueLRD": null}));
    let paid = bar.pays_tips_out(&musa, BARTENDER, json!({"amountLRD": "715.00"})).await.created();
    assert_fields(&paid, json!({"settledUSD": "0.50", "settledLRD": "620.00", "dueUSD": "0.50", "dueLRD": "0.00"}));
    assert_fields(
        &bar.tips_row("bartender").await,
        json!({"earnedUSD": "2.00", "earnedLRD": "620.00", "paidUSD": "1.50", "paidLRD": "620.00", "dueUSD": "0.50", "dueLRD": "0.00"}),
    );
    bar.set_rate(json!(200)).await;
    let paid = bar.pays_tips_out(&bar.manager(), BARTENDER, json!({"amountLRD": "100.00"})).await.created();
    assert_fields(&paid, json!({"settledUSD": "0.50", "dueUSD": "0.00", "exchangeRate": 200}));
    bar.pays_tips_out(&musa, BARTENDER, json!({"amountUSD": "0.01"})).await.refused(409, "conflict");
    assert_eq!(bar.audit_summaries("people", 1).await, ["Tips of bartender paid out: L$100"]);
    let both = bar.audit_summaries("people.tips_paid_out,sales", 9).await;
    assert_eq!(both.len(), 5, "three payouts and two sales: {both:?}");
    let csv = bar.manager().get("/api/tips?format=csv").await.text();
    assert!(csv.contains("userId") && csv.contains("bartender") && csv.contains("2.00"), "{csv}");
}

#[tokio::test]
async fn tips_are_a_page_too() {
    let bar = TestBar::with_tips("pool").await;
    let printer = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Till", &printer, json!({}))]).await;
    bar.sells_for(json!({"amountUSD": "10.00", "keepChange": true})).await;
    bar.sets_tips("person").await;
    bar.sells_for(json!({"amountUSD": "10.00", "amountLRD": "95.00", "keepChange": true})).await;
    bar.pays_tips_out(&bar.manager(), BARTENDER, json!({"amountUSD": "1.00"})).await.created();
    let prints = async |body: Value| {
        assert_eq!(bar.manager().post("/api/tips/print", body).await.has_status(202)["kind"], "report");
        bar.wait_until("/api/print-jobs", |jobs| jobs[0]["status"] == "confirmed").await;
        pages(&printer).pop().expect("a page")
    };
    let page = prints(json!({"from": "2026-11-21", "to": "2026-11-21"})).await;
    assert_eq!((page[0].as_str(), page[2].as_str()), ("TIPS", "2026-11-21 to 2026-11-21"));
    for (label, amount) in [("Earned", "$2.50 + L$95"), ("Paid out", "$1.00"), ("Due now", "$1.50 + L$95"), ("Not shared yet", "$2.50")] {
        assert!(page.iter().any(|line| line.starts_with(label) && line.ends_with(amount)), "{label} {amount}: {page:#?}");
    }
    assert!(page.contains(&"bartender".to_owned()) && page.contains(&"Pool".to_owned()), "{page:#?}");
    assert_eq!(bar.audit_summaries("printing.queued", 1).await, ["Tips 2026-11-21 to 2026-11-21 queued for printing"]);
    // Without dates: the days of the report without dates.
    assert!(prints(json!({})).await.contains(&"bartender".to_owned()));
}

#[tokio::test]
async fn a_manager_pays_tips_out_on_a_device_by_pin() {
    let (bar, device) = TestBar::with_device().await;
    let bar = bar.and_stocked().await;
    bar.stocks("Cocktail", "7.50", 9).await;
    bar.sets_tips("person").await;
    bar.sells_for(json!({"amountUSD": "10.00", "keepChange": true})).await;
    let manager = bar.signs_in_by_pin(&device, MANAGER, SENIOR_PIN).await;
    assert_eq!(text(&manager.get("/api/tips").await.ok()["rows"][0]["dueUSD"]), "2.50");
    manager.post("/api/tips/share", json!({"day": "2026-11-21"})).await.refused(403, "password_required");
    bar.pays_tips_out(&manager, BARTENDER, json!({"amountUSD": "2.50"})).await.created();
    assert_eq!(bar.due("bartender").await, pair("0.00", "0.00"));
}
