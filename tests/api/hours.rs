//! Working hours: clocking in and out, breaks, corrections, and the report.

use std::time::Duration;

use serde_json::{Value, json};

use crate::bar::{Person, SECOND, TestBar, text, values_of};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::assert_fields;
use crate::printing_steps::pages;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);

/// A time of hours, minutes and seconds.
const fn time(hours: u64, minutes: u64, seconds: u64) -> Duration {
    Duration::from_secs((hours * 60 + minutes) * 60 + seconds)
}

impl TestBar {
    /// A bar whose staff clock in and out.
    async fn with_clock() -> Self {
        let bar = TestBar::open().await;
        bar.sets_clock(json!({"mode": "on"})).await;
        // The box has run for a while when the first person comes.
        bar.clock.pass(SECOND);
        bar
    }

    async fn sets_clock(&self, clock: Value) {
        self.admin().put("/api/settings", json!({"clock": clock})).await.ok();
    }

    /// A period of the bartender of this length.
    async fn works(&self, length: Duration) -> Value {
        steps(&self.bartender(), "in").await;
        self.clock.pass(length);
        steps(&self.bartender(), "out").await["period"].clone()
    }

    async fn corrects(&self, person: &Person, period: &Value, body: Value) -> crate::bar::Answer {
        person.post(&format!("/api/clock/periods/{}/correct", period["id"]), body).await
    }
}

/// Sends a step of the clock; returns the answer.
async fn steps(person: &Person, step: &str) -> Value {
    person.post(&format!("/api/clock/{step}"), json!({})).await.ok()
}

async fn wrong_step(person: &Person, step: &str, message: &str) {
    let refusal = person.post(&format!("/api/clock/{step}"), json!({})).await.refused(409, "bad_transition");
    assert_eq!(refusal["message"], message);
}

#[tokio::test]
async fn a_night_with_a_break_is_cut_to_whole_minutes_once() {
    let bar = TestBar::with_clock().await;
    let musu = bar.bartender();
    assert_eq!(musu.get("/api/clock").await.ok(), json!({"state": "out", "period": null}));
    let working = steps(&musu, "in").await;
    assert_eq!(working["state"], "in");
    let open = json!({"status": "working", "day": "2026-11-21", "userName": "bartender", "inAt": "2026-11-21T20:00:01.000Z", "outAt": null,
        "minutes": 0, "breaks": [], "breakMinutes": 0, "paidMinutes": 0, "note": null, "corrections": [], "clockDoubtful": false});
    assert_fields(&working["period"], open);
    bar.clock.pass(time(2, 57, 50));
    let on_break = steps(&musu, "break").await;
    assert_eq!((&on_break["state"], &on_break["period"]["status"]), (&json!("break"), &json!("on_break")));
    bar.clock.pass(time(0, 25, 30));
    let back = steps(&musu, "back").await;
    assert_eq!(back["state"], "in");
    assert_fields(&back["period"]["breaks"][0], json!({"minutes": 25, "endAt": "2026-11-21T23:23:21.000Z"}));
    bar.clock.pass(time(4, 42, 10));
    let done = steps(&musu, "out").await;
    assert_eq!(done["state"], "out");
    let figures = json!({"status": "done", "minutes": 485, "breakMinutes": 25, "paidMinutes": 460, "outAt": "2026-11-22T04:05:31.000Z",
        "clockDoubtful": false, "day": "2026-11-21"});
    assert_fields(&done["period"], figures);
    assert_eq!(musu.get("/api/clock").await.ok()["period"], done["period"]);
    let audit = bar.audit_summaries("people", 4).await;
    let lines = [
        "bartender clocked in",
        "bartender took a break",
        "bartender is back from a break of 25 min",
        "bartender clocked out after 8 h 5 min, 7 h 40 min of it paid",
    ];
    assert!(lines.iter().all(|line| audit.contains(&json!(line))), "{audit:?}");
}

#[tokio::test]
async fn clocking_out_ends_a_break_and_breaks_may_be_paid() {
    let bar = TestBar::with_clock().await;
    let musu = bar.bartender();
    steps(&musu, "in").await;
    bar.clock.pass(HOUR);
    for _ in 0..2 {
        steps(&musu, "break").await;
        bar.clock.pass(time(0, 10, 59));
        steps(&musu, "back").await;
    }
    steps(&musu, "break").await;
    bar.clock.pass(time(0, 5, 0));
    let out = steps(&musu, "out").await["period"].clone();
    assert_fields(&out, json!({"minutes": 86, "breakMinutes": 25, "paidMinutes": 61, "status": "done"}));
    assert_eq!(values_of(&out["breaks"], "minutes"), [10, 10, 5], "each break is cut once");
    bar.sets_clock(json!({"breaksPaid": true})).await;
    steps(&musu, "in").await;
    bar.clock.pass(HOUR);
    steps(&musu, "break").await;
    bar.clock.pass(HOUR);
    assert_fields(&steps(&musu, "out").await["period"], json!({"minutes": 120, "breakMinutes": 60, "paidMinutes": 120}));
    let periods = musu.get("/api/clock/periods").await.ok();
    assert_eq!(values_of(&periods, "paidMinutes"), [120, 61], "a later setting changes no earlier period");
}

#[tokio::test]
async fn only_the_next_step_is_taken_and_none_while_the_clock_is_off() {
    let bar = TestBar::open().await;
    let musu = bar.bartender();
    for step in ["in", "break", "back", "out"] {
        let refusal = musu.post(&format!("/api/clock/{step}"), json!({})).await.refused(409, "conflict");
        assert_eq!(refusal["message"], "The clock is off");
    }
    bar.sets_clock(json!({"mode": "on"})).await;
    for step in ["break", "back", "out"] {
        wrong_step(&musu, step, "You are not clocked in").await;
    }
    steps(&musu, "in").await;
    wrong_step(&musu, "in", "You are clocked in already").await;
    wrong_step(&musu, "back", "You are not on a break").await;
    steps(&musu, "break").await;
    wrong_step(&musu, "in", "You are clocked in already").await;
    wrong_step(&musu, "break", "You are on a break already").await;
    steps(&musu, "out").await;
    wrong_step(&musu, "out", "You are not clocked in").await;
    assert_eq!(bar.manager().get("/api/clock").await.ok()["state"], "out", "everyone has a clock of their own");
}

#[tokio::test]
async fn a_retry_and_a_second_phone_clock_in_once() {
    let bar = TestBar::with_clock().await;
    let musu = bar.bartender();
    let first = musu.request("POST", "/api/clock/in").key("one").json(&json!({})).send().await.ok();
    let again = musu.request("POST", "/api/clock/in").key("one").json(&json!({})).send().await.ok();
    assert_eq!(first, again);
    steps(&musu, "out").await;
    let (one, other) = tokio::join!(musu.post("/api/clock/in", json!({})), musu.post("/api/clock/in", json!({})));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(musu.get("/api/clock/periods").await.ok().as_array().expect("a list").len(), 2);
}

#[tokio::test]
async fn the_running_time_counts_whatever_the_clock_shows() {
    let bar = TestBar::with_clock().await;
    steps(&bar.bartender(), "in").await;
    bar.clock.pass(2 * HOUR);
    bar.clock.jump_to("2031-01-01T00:00:00Z");
    bar.sells_nothing().await;
    bar.clock.pass(HOUR);
    let out = steps(&bar.bartender(), "out").await["period"].clone();
    assert_fields(&out, json!({"minutes": 180, "paidMinutes": 180, "clockDoubtful": false, "day": "2026-11-21"}));
}

#[tokio::test]
async fn after_a_restart_the_clock_counts_and_is_doubtful_if_it_jumped() {
    let mut bar = TestBar::with_clock().await;
    steps(&bar.bartender(), "in").await;
    bar.clock.pass(HOUR);
    bar.restart().await;
    bar.clock.pass(2 * HOUR);
    assert_fields(&steps(&bar.bartender(), "out").await["period"], json!({"minutes": 180, "clockDoubtful": false}));

    steps(&bar.bartender(), "in").await;
    bar.clock.pass(HOUR);
    steps(&bar.bartender(), "break").await;
    bar.restart().await;
    bar.clock.jump_to("2026-11-26T20:00:00Z");
    assert_eq!(steps(&bar.bartender(), "back").await["period"]["clockDoubtful"], true);
    bar.clock.pass(HOUR);
    let out = steps(&bar.bartender(), "out").await["period"].clone();
    assert_fields(&out, json!({"clockDoubtful": true, "status": "done"}));
    assert!(out["paidMinutes"].as_i64() >= Some(0), "{out}");
}

#[tokio::test]
async fn a_period_that_nobody_ended_counts_nothing_until_it_is_corrected() {
    let bar = TestBar::with_clock().await;
    let musu = bar.bartender();
    let forgotten = steps(&musu, "in").await["period"].clone();
    bar.clock.pass(time(15, 59, 59));
    wrong_step(&musu, "in", "You are clocked in already").await;
    bar.clock.pass(SECOND);
    let next = steps(&musu, "in").await;
    assert_eq!(next["state"], "in");
    assert_fields(&next["period"], json!({"status": "working", "day": "2026-11-22"}));
    let periods = musu.get("/api/clock/periods").await.ok();
    assert_eq!(values_of(&periods, "status"), ["working", "not_stamped"]);
    assert_fields(&periods[1], json!({"id": forgotten["id"], "outAt": null, "minutes": 0, "paidMinutes": 0}));
    let rows = bar.manager().get("/api/reports/hours").await.ok()["rows"].clone();
    assert_fields(&rows[0], json!({"userName": "bartender", "minutes": 0, "paidMinutes": 0, "notStamped": 1}));

    let reason = json!({"reason": "Forgot to clock out"});
    let refusal = bar.corrects(&bar.manager(), &forgotten, reason).await.refused(400, "invalid");
    assert_eq!(refusal["fields"], json!({"outAt": "Please enter when the work ended"}));
    let body = json!({"outAt": "2026-11-22T04:00:00Z", "breakMinutes": 30, "reason": "Forgot to clock out"});
    let corrected = bar.corrects(&bar.manager(), &forgotten, body).await.ok();
    let figures = json!({"status": "done", "minutes": 479, "breakMinutes": 30, "paidMinutes": 449, "note": "Forgot to clock out"});
    assert_fields(&corrected, figures);
    assert_fields(&corrected["corrections"][0], json!({"outAt": null, "status": "not_stamped", "minutes": 0, "correctedBy": "manager"}));
    let totals = bar.manager().get("/api/reports/hours").await.ok()["totals"].clone();
    assert_eq!(totals, json!({"minutes": 479, "breakMinutes": 30, "paidMinutes": 449, "notStamped": 0}));
    assert_eq!(musu.get("/api/clock").await.ok()["state"], "in", "the new period goes on");
}

#[tokio::test]
async fn corrections_keep_the_first_figures() {
    let mut bar = TestBar::with_clock().await;
    let worked = bar.works(time(8, 5, 30)).await;
    let earlier = json!({"inAt": "2026-11-21T19:00:00Z", "reason": "Came earlier"});
    let once = bar.corrects(&bar.manager(), &worked, earlier).await.ok();
    assert_fields(&once, json!({"inAt": "2026-11-21T19:00:00.000Z", "minutes": 545, "paidMinutes": 545, "day": "2026-11-21"}));
    let twice = bar.corrects(&bar.admin(), &worked, json!({"breakMinutes": 45, "reason": "Ate for a while"})).await.ok();
    assert_fields(&twice, json!({"minutes": 545, "breakMinutes": 45, "paidMinutes": 500, "note": "Ate for a while"}));
    let corrections = &twice["corrections"];
    assert_eq!(values_of(corrections, "minutes"), [485, 545]);
    assert_eq!(values_of(corrections, "reason"), ["Came earlier", "Ate for a while"]);
    let first = json!({"inAt": worked["inAt"], "outAt": worked["outAt"], "breakMinutes": 0, "paidMinutes": 485, "correctedBy": "manager"});
    assert_fields(&corrections[0], first);
    let again = json!({"breakMinutes": 45, "reason": "Again"});
    assert_eq!(bar.corrects(&bar.admin(), &worked, again).await.ok(), twice, "a correction that changes nothing is none");
    let night = json!({"inAt": "2026-11-21T02:00:00Z", "outAt": "2026-11-21T03:30:59Z", "breakMinutes": 0, "reason": "Wrong night"});
    let moved = bar.corrects(&bar.admin(), &worked, night).await.ok();
    assert_fields(&moved, json!({"minutes": 90, "day": "2026-11-20"}));
    let manager = bar.manager();
    let on = async |day: &str| manager.get(&format!("/api/clock/periods?from={day}&to={day}")).await.ok();
    assert_eq!(on("2026-11-21").await, json!([]), "of its start's business day");
    assert_eq!(on("2026-11-20").await[0]["corrections"].as_array().expect("a list").len(), 3);
    bar.restart().await;
    assert_eq!(bar.bartender().get("/api/clock/periods").await.ok()[0], moved);
}

#[tokio::test]
async fn times_that_make_no_period_are_refused() {
    let bar = TestBar::with_clock().await;
    let worked = bar.works(HOUR).await;
    for (body, field, message) in [
        (json!({"breakMinutes": 5}), "reason", "Reason is required"),
        (json!({"inAt": "last night", "reason": "x"}), "inAt", "Must be a time such as 2026-11-21T18:00:00Z"),
        (json!({"outAt": 7, "reason": "x"}), "outAt", "Must be a time such as 2026-11-21T18:00:00Z"),
        (json!({"outAt": "2026-11-21T20:00:00Z", "reason": "x"}), "outAt", "Work ends after it begins"),
        (json!({"outAt": "2026-11-23T20:00:00Z", "reason": "x"}), "outAt", "This time is still to come"),
        (json!({"inAt": "2026-11-19T20:00:00Z", "reason": "x"}), "outAt", "A period is at most 24 hours"),
        (json!({"breakMinutes": 61, "reason": "x"}), "breakMinutes", "Breaks are part of the period"),
        (json!({"breakMinutes": -1, "reason": "x"}), "breakMinutes", "Must not be negative"),
        (json!({"breakMinutes": 1.5, "reason": "x"}), "breakMinutes", "Must be a whole number"),
    ] {
        let refusal = bar.corrects(&bar.manager(), &worked, body.clone()).await.refused(400, "invalid");
        assert_eq!(refusal["fields"], json!({field: message}), "{body}");
    }
    assert_eq!(bar.bartender().get("/api/clock/periods").await.ok()[0], worked);
}

#[tokio::test]
async fn managers_correct_bartenders_and_admins_everybody() {
    let bar = TestBar::with_clock().await;
    let of_bartender = bar.works(HOUR).await;
    let manager = bar.manager();
    steps(&manager, "in").await;
    bar.clock.pass(HOUR);
    let of_manager = steps(&manager, "out").await["period"].clone();
    let body = || json!({"breakMinutes": 10, "reason": "Ate"});
    bar.corrects(&bar.bartender(), &of_bartender, body()).await.refused(403, "forbidden");
    bar.corrects(&bar.bartender(), &json!({"id": 999}), body()).await.refused(403, "forbidden");
    bar.corrects(&manager, &of_manager, body()).await.refused(403, "forbidden");
    bar.corrects(&manager, &json!({"id": 999}), body()).await.refused(404, "not_found");
    bar.corrects(&manager, &of_bartender, body()).await.ok();
    bar.corrects(&bar.admin(), &of_manager, body()).await.ok();
}

#[tokio::test]
async fn bartenders_see_their_own_periods_and_managers_all() {
    let bar = TestBar::with_clock().await;
    let (fatu_id, fatu) = bar.hires("fatu", "bartender").await;
    bar.works(HOUR).await;
    steps(&fatu, "in").await;
    bar.clock.pass(24 * HOUR);
    steps(&bar.bartender(), "in").await;
    let names = |periods: Value| values_of(&periods, "userName");
    assert_eq!(names(bar.bartender().get("/api/clock/periods").await.ok()), ["bartender", "bartender"]);
    assert_eq!(names(fatu.get("/api/clock/periods").await.ok()), ["fatu"]);
    assert_eq!(names(bar.manager().get("/api/clock/periods").await.ok()), ["bartender", "fatu", "bartender"], "newest first");
    let of_fatu = format!("/api/clock/periods?userId={fatu_id}");
    assert_eq!(names(bar.manager().get(&of_fatu).await.ok()), ["fatu"]);
    assert_eq!(names(fatu.get(&of_fatu).await.ok()), ["fatu"]);
    bar.bartender().get(&of_fatu).await.refused(403, "forbidden");
    let first_day = bar.admin().get("/api/clock/periods?from=2026-11-21&to=2026-11-21").await.ok();
    assert_eq!(names(first_day), ["fatu", "bartender"]);
    bar.admin().get("/api/clock/periods?from=2026-11-22&to=2026-11-21").await.refused(400, "invalid");
    bar.admin().get("/api/clock/periods?from=2020-01-01&to=2026-11-21").await.invalid("Choose at most 366 days");
    bar.admin().get("/api/clock/periods?userId=fatu").await.refused(400, "invalid");
}

#[tokio::test]
async fn the_report_has_a_row_for_each_person_as_json_as_csv_and_on_paper() {
    let bar = TestBar::with_clock().await;
    let printer = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Till", &printer, json!({}))]).await;
    let (fatu_id, fatu) = bar.hires("fatu", "bartender").await;
    bar.works(time(7, 40, 0)).await;
    steps(&fatu, "in").await;
    bar.clock.pass(time(0, 30, 0));
    steps(&fatu, "break").await;
    bar.clock.pass(time(0, 10, 0));
    steps(&fatu, "out").await;
    let path = "/api/reports/hours?from=2026-11-21&to=2026-11-21";
    let report = bar.manager().get(path).await.ok();
    assert_eq!(values_of(&report["rows"], "userName"), ["bartender", "fatu"]);
    let row = json!({"userId": fatu_id, "userName": "fatu", "minutes": 40, "breakMinutes": 10, "paidMinutes": 30, "notStamped": 0});
    assert_eq!(report["rows"][1], row);
    assert_eq!(report["totals"], json!({"minutes": 500, "breakMinutes": 10, "paidMinutes": 490, "notStamped": 0}));
    bar.bartender().get(path).await.refused(403, "forbidden");
    let file = bar.manager().get(&format!("{path}&format=csv")).await;
    assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
    let lines = file.text();
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines[0], "userId,userName,minutes,breakMinutes,paidMinutes,notStamped");
    assert_eq!(lines[2], format!("{fatu_id},fatu,40,10,30,0"));
    bar.manager().get(&format!("{path}&format=pdf")).await.refused(400, "invalid");

    let days = json!({"from": "2026-11-21", "to": "2026-11-21"});
    bar.bartender().post("/api/reports/hours/print", days.clone()).await.refused(403, "forbidden");
    let job = bar.manager().post("/api/reports/hours/print", days).await.has_status(202);
    assert_eq!(job["kind"], "report");
    bar.wait_until("/api/print-jobs", |jobs| jobs[0]["status"] == "confirmed").await;
    let page = pages(&printer).pop().expect("a page");
    assert_eq!(page[0], "WORKING HOURS", "{page:?}");
    for (name, hours) in [("bartender", "7 h 40 min"), ("fatu", "30 min"), ("Total", "8 h 10 min")] {
        assert!(page.iter().any(|line| line.starts_with(name) && line.ends_with(hours)), "{name}: {page:?}");
    }
}

#[tokio::test]
async fn sales_by_hour_are_where_they_were() {
    let bar = TestBar::stocked().await;
    bar.sells("Beer", 1).await;
    let old = "/api/reports/hours?startDate=2026-11-21&endDate=2026-11-21";
    let file = bar.admin().get(old).await;
    assert!(file.text().starts_with("Hour,Sales,Units"), "{}", file.text());
    assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
    assert!(bar.admin().get(&format!("{old}&format=xlsx")).await.bytes.starts_with(b"PK"));
    bar.manager().get(old).await.refused(403, "forbidden");
    bar.admin().put("/api/settings", json!({"reports": {"managers": true}})).await.ok();
    assert_eq!(bar.manager().get(old).await.status, 200);
}

#[tokio::test]
async fn the_first_sign_in_of_a_business_day_asks() {
    let mut bar = TestBar::with_clock().await;
    let asks = |person: Person| async move { person.get("/api/clock?signIn=true").await.ok()["ask"] == true };
    let (_, fatu) = bar.hires("fatu", "bartender").await;
    assert!(asks(fatu.clone()).await);
    let second = bar.with_token(&bar.signs_in("fatu", "secret-enough").await);
    assert!(!asks(second.clone()).await, "only the first sign-in asks");
    steps(&second, "in").await;
    assert!(!asks(fatu.clone()).await, "who is clocked in is not asked");
    steps(&second, "out").await;
    assert!(!asks(fatu.clone()).await, "nor who has worked already");
    // 04:59 is still the same night.
    bar.clock.pass(time(8, 58, 0));
    let late = bar.with_token(&bar.signs_in("fatu", "secret-enough").await);
    assert!(!asks(late).await);
    bar.clock.pass(2 * MINUTE);
    let morning = bar.with_token(&bar.signs_in("fatu", "secret-enough").await);
    assert!(asks(morning.clone()).await);
    bar.restart().await;
    let morning = bar.with_token(morning.token());
    assert!(asks(morning.clone()).await, "also after a restart");
    bar.sets_clock(json!({"mode": "off"})).await;
    assert!(!asks(morning).await);
}

#[tokio::test]
async fn being_clocked_out_blocks_nothing() {
    let bar = TestBar::stocked().await;
    bar.sets_clock(json!({"mode": "on"})).await;
    bar.sells("Beer", 1).await;
    let order = bar.takes_order(&[("Beer", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 2})).await.ok();
    assert_eq!(bar.bartender().get("/api/clock").await.ok()["state"], "out");
}

impl TestBar {
    /// Writes an entry at the present time.
    async fn sells_nothing(&self) {
        self.bartender().post("/api/scans", json!({"barcode": "1"})).await.created();
        assert!(!text(&self.admin().get("/api/admin/audit?kind=box").await.ok()[0]["summary"]).is_empty());
    }
}
