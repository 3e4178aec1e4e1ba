//! The report: rates, the median, who sees whom, CSV and paper.

use serde_json::{Value, json};

use super::{KINDS, OLD, is_exchange, places};
use crate::bar::{Person, TestBar, values_of};
use crate::devices::{MANAGER, SENIOR_PIN};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::assert_fields;
use crate::printing_steps::pages;

/// A bar where people took so many receipts and so many sent items off orders, at $2.00 each.
async fn house(people: &[(&str, usize, usize)]) -> (TestBar, Vec<(u64, Person)>) {
    let bar = TestBar::open().await;
    let soda = bar.stocks("Soda", "2.00", 10_000).await["id"].as_u64().expect("an id");
    let mut hired = Vec::new();
    for (name, taken_off, receipts) in people {
        let (id, person) = bar.hires(name, "bartender").await;
        bar.sells_often(&person, soda, *receipts).await;
        let (order, items) = places(&person, &vec![soda; taken_off + 1]).await;
        bar.clock.pass(OLD);
        for item in items.iter().take(*taken_off) {
            person.delete(&format!("{order}/items/{item}")).await.ok();
        }
        hired.push((id, person));
    }
    (bar, hired)
}

#[tokio::test]
async fn four_people_have_rates_per_100_receipts_and_the_house_a_median() {
    let (bar, people) = house(&[("musa", 7, 120), ("fatu", 4, 200), ("joe", 2, 90), ("sarah", 3, 12)]).await;
    let report = bar.admin().get("/api/reports/exceptions").await.ok();
    assert_eq!(values_of(&report["rows"], "userName"), ["fatu", "joe", "musa", "sarah"]);
    let removed: Vec<&Value> = report["rows"].as_array().expect("rows").iter().map(|row| &row["kinds"]["removedSent"]).collect();
    assert_eq!(
        removed,
        [
            &json!({"count": 4, "worthUSD": "8.00", "per100": 2.0}),
            &json!({"count": 2, "worthUSD": "4.00", "per100": 2.2}),
            &json!({"count": 7, "worthUSD": "14.00", "per100": 5.8}),
            &json!({"count": 3, "worthUSD": "6.00", "per100": null}),
        ]
    );
    assert_eq!(report["medians"]["removedSent"], json!(2.2));
    assert_eq!(report["medians"]["voids"], json!(0.0), "three people without a void have a median");
    let musa = &report["rows"][2];
    assert_fields(
        musa,
        json!({"userId": people[0].0, "userName": "musa", "receipts": 120, "overUSD": "0.00", "overLRD": "0.00", "granted": 0}),
    );
    assert_eq!(musa.as_object().expect("a row").len(), 7);
    for of_kinds in [&musa["kinds"], &report["medians"]] {
        let mut names: Vec<&String> = of_kinds.as_object().expect("kinds").keys().collect();
        let mut kinds = KINDS;
        names.sort();
        kinds.sort_unstable();
        assert_eq!(names, kinds);
    }
    for kind in KINDS.iter().filter(|kind| **kind != "removedSent") {
        let mut nothing = json!({"count": 0, "worthUSD": "0.00", "per100": 0.0});
        if is_exchange(kind) {
            nothing["worthLRD"] = json!("0.00");
        }
        assert_eq!(musa["kinds"][kind], nothing, "{kind}");
    }
    // A manager sees the same median.
    assert_eq!(bar.manager().get("/api/reports/exceptions").await.ok(), report);
}

#[tokio::test]
async fn two_people_with_a_rate_have_no_median() {
    let (bar, _) = house(&[("musa", 3, 30), ("fatu", 0, 31), ("joe", 2, 29)]).await;
    let report = bar.admin().get("/api/reports/exceptions").await.ok();
    let rates: Vec<&Value> = report["rows"].as_array().expect("rows").iter().map(|row| &row["kinds"]["removedSent"]["per100"]).collect();
    assert_eq!(rates, [&json!(0.0), &Value::Null, &json!(10.0)]);
    assert_eq!(report["medians"]["removedSent"], Value::Null);
}

#[tokio::test]
async fn an_admin_sees_all_a_manager_bartenders_and_themself() {
    let bar = TestBar::stocked().await;
    let (_, second) = bar.hires("second", "manager").await;
    let beer = bar.id_of("Beer").await;
    for person in [bar.admin(), bar.manager(), bar.bartender(), second.clone()] {
        bar.sells_often(&person, beer, 1).await;
    }
    let path = "/api/reports/exceptions";
    let names = |report: Value| values_of(&report["rows"], "userName");
    assert_eq!(names(bar.admin().get(path).await.ok()), ["admin", "bartender", "manager", "second"]);
    assert_eq!(names(bar.manager().get(path).await.ok()), ["bartender", "manager"]);
    assert_eq!(names(second.get(path).await.ok()), ["bartender", "second"]);
    let file = second.get(&format!("{path}?format=csv")).await.text();
    assert!(file.contains(",second,") && !file.contains(",manager,"), "{file}");
    bar.bartender().get(path).await.refused(403, "forbidden");
    bar.bartender().post("/api/reports/exceptions/print", json!({})).await.refused(403, "forbidden");
    bar.guest().get(path).await.refused(401, "unauthenticated");

    bar.sets_pins().await;
    let device = bar.enrols("Bar tablet").await;
    let on_device = bar.signs_in_by_pin(&device, MANAGER, SENIOR_PIN).await;
    on_device.get(path).await.refused(403, "password_required");
    on_device.post("/api/reports/exceptions/print", json!({})).await.refused(403, "password_required");
    on_device.post("/api/auth/confirm", json!({"password": crate::bar::MANAGER_PASSWORD})).await.ok();
    on_device.get(path).await.ok();
    // A bartender who became a manager is one now; an account that is gone stays in the report.
    bar.admin().put("/api/users/3", json!({"role": "manager"})).await.ok();
    assert_eq!(names(second.get(path).await.ok()), ["second"]);
    bar.admin().put("/api/users/3", json!({"role": "bartender"})).await.ok();
    bar.admin().delete("/api/users/3").await;
    assert_eq!(names(second.get(path).await.ok()), ["bartender", "second"]);
}

#[tokio::test]
async fn the_last_seven_business_days_are_the_default() {
    let bar = TestBar::stocked().await;
    let beer = bar.id_of("Beer").await;
    let day = 24 * 60 * 60;
    for _ in 0..8 {
        bar.sells_often(&bar.bartender(), beer, 1).await;
        bar.clock.pass(std::time::Duration::from_secs(day));
    }
    // Sales on 21 to 28 November; today is the 29th.
    let receipts =
        async |query: &str| bar.admin().get(&format!("/api/reports/exceptions{query}")).await.ok()["rows"][0]["receipts"].clone();
    assert_eq!(receipts("").await, json!(6), "23 to 29 November");
    assert_eq!(receipts("?from=2026-11-21").await, json!(8));
    assert_eq!(receipts("?to=2026-11-27").await, json!(7));
    assert_eq!(receipts("?from=2026-11-22&to=2026-11-23").await, json!(2));
    assert_eq!(receipts("?from=2026-12-24&to=2026-12-25").await, Value::Null);
    bar.admin().get("/api/reports/exceptions?from=2026-11-22&to=2026-11-21").await.refused(400, "invalid");
    bar.admin().get("/api/reports/exceptions?from=2020-01-01&to=2026-11-21").await.invalid("Choose at most 366 days");
    bar.admin().get("/api/reports/exceptions?format=pdf").await.invalid("format must be csv");
}

#[tokio::test]
async fn the_report_is_a_file_and_a_page_too() {
    let (bar, people) = house(&[("musa", 2, 40), ("fatu", 0, 31), ("=joe", 1, 100)]).await;
    let printer = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Till", &printer, json!({}))]).await;
    let path = "/api/reports/exceptions?from=2026-11-21&to=2026-11-21";
    let file = bar.admin().get(&format!("{path}&format=csv")).await;
    assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"exceptions-2026-11-21-to-2026-11-21.csv\""));
    let of_kind = |kind: &&str| {
        let worth_lrd = if is_exchange(kind) { format!(",kinds.{kind}.worthLRD") } else { String::new() };
        format!("kinds.{kind}.count,kinds.{kind}.worthUSD{worth_lrd},kinds.{kind}.per100")
    };
    let of_kinds: Vec<String> = KINDS.iter().map(of_kind).collect();
    let none = ",0,0.00,0.0";
    let zeros = format!("{}{}{}", none.repeat(6), ",0,0.00,0.00,0.0".repeat(2), none.repeat(7));
    let lines = [
        format!("userId,userName,receipts,{},overUSD,overLRD,granted", of_kinds.join(",")),
        format!("{},'=joe,100,1,2.00,1.0{zeros},0.00,0.00,0", people[2].0),
        format!("{},fatu,31,0,0.00,0.0{zeros},0.00,0.00,0", people[1].0),
        format!("{},musa,40,2,4.00,5.0{zeros},0.00,0.00,0", people[0].0),
    ];
    assert_eq!(file.text().lines().collect::<Vec<_>>(), lines);

    let days = json!({"from": "2026-11-21", "to": "2026-11-21"});
    let job = bar.manager().post("/api/reports/exceptions/print", days.clone()).await.has_status(202);
    assert_eq!(job["kind"], "report");
    bar.wait_until("/api/print-jobs", |jobs| jobs[0]["status"] == "confirmed").await;
    let page = pages(&printer).pop().expect("a page");
    assert_eq!((page[0].as_str(), page[2].as_str()), ("EXCEPTIONS", "2026-11-21 to 2026-11-21"));
    for line in ["musa, receipts: 40", "2 x Sent items taken off, 5.0 per", "Median of the house, per 100 receipts"] {
        assert!(page.iter().any(|printed| printed.starts_with(line)), "{line}: {page:?}");
    }
    assert!(page.iter().any(|line| line.starts_with("Sent items taken off") && line.ends_with("1.0")), "{page:?}");
    assert!(!page.iter().any(|line| line.starts_with("fatu")), "who has nothing to report takes no paper: {page:?}");
    assert_eq!(bar.audit_summaries("printing.queued", 1).await, ["Exceptions 2026-11-21 to 2026-11-21 queued for printing"]);
    let empty = json!({"from": "2026-11-01", "to": "2026-11-02"});
    bar.manager().post("/api/reports/exceptions/print", empty).await.has_status(202);
    bar.wait_until("/api/print-jobs", |jobs| jobs[0]["status"] == "confirmed").await;
    assert!(pages(&printer).pop().expect("a page").contains(&"Nothing to report".to_owned()));
    let wrong = json!({"from": "2026-11-22", "to": "2026-11-21"});
    let refusal = bar.manager().post("/api/reports/exceptions/print", wrong).await.refused(400, "invalid");
    assert_eq!(refusal["fields"], json!({"from": "from must not be after to"}));
}
