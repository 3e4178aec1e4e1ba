//! The books of random nights: at every step, what the tills should hold is what payments and movements say, in each currency.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use store::set_metadata;

use super::nights::{PURSE, STEPS_OF_A_NIGHT};
use super::row;
use crate::bar::{TestBar, text};
use crate::rng::{SeededRng, number};
use crate::tax::{classes, rate};

/// Random nights of the ordinary run; `BARBACK_TILL_NIGHTS` sets another number.
const NIGHTS: u64 = 4;
/// Steps of a night.
const STEPS: u64 = 80;
/// All days to which the clock jumps.
const ALL_DAYS: &str = "/api/reports/cash?from=2026-10-01&to=2027-09-30";
/// The parts of the bridge that add up to the takings.
const BRIDGE: [&str; 7] = ["sales", "voided", "otherCurrency", "partsUsed", "partsReceived", "changeInOther", "rounding"];
/// Movements between a till and the world outside.
const OUTSIDE: [&str; 7] = ["pay_in", "pay_out", "tip_out", "bank", "owner", "exchange", "count"];

/// Minor units of an amount such as `-12.50`.
pub fn minor(amount: &Value) -> i64 {
    text(amount).replace('.', "").parse().expect("an amount")
}

/// The pair of amounts under `name` + `USD` and `LRD`; zero for null.
pub fn pair(of: &Value, name: &str) -> [i64; 2] {
    ["USD", "LRD"].map(|currency| {
        let amount = &of[format!("{name}{currency}")];
        if amount.is_null() { 0 } else { minor(amount) }
    })
}

pub fn add(sum: &mut [i64; 2], amount: [i64; 2], sign: i64) {
    sum[0] += sign * amount[0];
    sum[1] += sign * amount[1];
}

impl TestBar {
    pub async fn a_bar_for_the_books() -> Self {
        let bar = TestBar::with_tills("purses").await;
        let standard = json!([rate(Value::Null, "GST", "13.00")]);
        bar.sets_tax(json!({"mode": "included", "classes": classes(standard)})).await;
        bar.sets_tips("person").await;
        let purse = json!({"name": "Purse", "kind": "purse", "userId": crate::devices::BARTENDER});
        assert_eq!(bar.admin().post("/api/tills", purse).await.created()["id"], PURSE);
        bar
    }

    /// Cash that the tills should hold, that is in transit and that has no till.
    async fn cash_on_record(&self) -> [i64; 2] {
        let manager = self.manager();
        let mut sum = [0, 0];
        for till in manager.get("/api/tills").await.ok().as_array().expect("a list") {
            add(&mut sum, pair(till, "cash"), 1);
        }
        let report = manager.get(ALL_DAYS).await.ok();
        add(&mut sum, pair(&report["inTransit"], "amount"), 1);
        add(&mut sum, pair(&report["unassigned"], "amount"), 1);
        sum
    }

    /// The same from payments, movements and differences.
    async fn cash_as_reckoned(&self) -> [i64; 2] {
        let manager = self.manager();
        let mut sum = [0, 0];
        for payment in manager.get("/api/payments?limit=1000").await.ok().as_array().expect("a list") {
            for tender in payment["tenders"].as_array().expect("tenders").iter().filter(|tender| tender["method"] == "cash") {
                sum[usize::from(tender["currency"] == "LRD")] += minor(&tender["amount"]);
            }
            add(&mut sum, pair(payment, "change"), -1);
        }
        for movement in self.all_movements().await {
            let kind_of = |movement: &Value| text(&movement["kind"]).to_owned();
            let counts = match kind_of(&movement).as_str() {
                // A correction counts as what it corrects: one between two tills has two sides.
                "correction" => OUTSIDE.contains(&kind_of(&self.movement(&movement["correctsId"]).await).as_str()),
                // What left one till and what another one counted of it: the rest is a hand-in difference.
                "transfer" => movement["status"] == "accepted",
                kind => OUTSIDE.contains(&kind),
            };
            if counts {
                add(&mut sum, pair(&movement, "amount"), 1);
            }
        }
        let mut opened = BTreeSet::new();
        let shifts = manager.get("/api/shifts").await.ok();
        for shift in shifts.as_array().expect("a list").iter().rev() {
            if opened.insert(shift["tillId"].to_string()) {
                add(&mut sum, pair(&shift["opening"], "amount"), 1);
            }
            add(&mut sum, pair(shift, "openingDifference"), 1);
            add(&mut sum, pair(shift, "overShort"), 1);
        }
        sum
    }

    /// All movements of all tills.
    pub async fn all_movements(&self) -> Vec<Value> {
        let manager = self.manager();
        let mut all = Vec::new();
        for till in manager.get("/api/tills").await.ok().as_array().expect("a list") {
            let movements = manager.get(&format!("/api/tills/{}/movements", till["id"])).await.ok();
            all.extend(movements.as_array().expect("a list").iter().cloned());
        }
        all
    }

    async fn movement(&self, id: &Value) -> Value {
        self.all_movements().await.into_iter().find(|movement| movement["id"] == *id).expect("a movement")
    }

    /// The bridge of every shift ends in the cash of its payments, and its sales are the lines that it wrote.
    async fn bridges_end_in_the_cash(&self) {
        let manager = self.manager();
        for shift in manager.get("/api/shifts").await.ok().as_array().expect("a list") {
            let report = manager.get(&format!("/api/shifts/{}/x", shift["id"])).await.ok();
            let of = |part: &str, name: &str| row_of(&report, part, name);
            let cash = cash_of_the_bridge(&report);
            let mut moved = [0, 0];
            ["tendered", "change", "refunds", "refundsEarlier"].iter().for_each(|name| add(&mut moved, of("cash", name), 1));
            assert_eq!(cash, moved, "shift {}", shift["id"]);
            let payments = manager.get(&format!("/api/payments?limit=1000&shiftId={}", shift["id"])).await.ok();
            let mut kept = [0, 0];
            for payment in payments.as_array().expect("a list") {
                add(&mut kept, pair(payment, "amount"), 1);
                add(&mut kept, pair(payment, "change"), -1);
                add(&mut kept, pair(payment, "tip"), -1);
            }
            assert_eq!(kept, of("bridge", "takings"), "shift {}", shift["id"]);
        }
        cash_of_the_bridge(&manager.get(ALL_DAYS).await.ok());
    }

    /// What shifts hold and what is outside them are together what the other reports say: tax, receipts and tenders.
    async fn shifts_and_the_rest_are_everything(&self) {
        let manager = self.manager();
        let outside = manager.get(ALL_DAYS).await.ok()["outsideShifts"].clone();
        let mut parts = vec![outside];
        for shift in manager.get("/api/shifts").await.ok().as_array().expect("a list") {
            parts.push(manager.get(&format!("/api/shifts/{}/x", shift["id"])).await.ok());
        }
        let report = self.admin().get("/api/reports/tax?from=2026-10-01&to=2027-09-30").await.ok();
        for part in ["rows", "voids"] {
            let mut sums = BTreeMap::new();
            parts.iter().for_each(|one| add_tax(&mut sums, &one["tax"][part]));
            let mut all = BTreeMap::new();
            add_tax(&mut all, &report[part]);
            sums.retain(|_, figures: &mut Vec<i64>| figures.iter().any(|figure| *figure != 0));
            all.retain(|_, figures: &mut Vec<i64>| figures.iter().any(|figure| *figure != 0));
            assert_eq!(sums, all, "{part}");
        }
        let made = manager.get("/api/receipts?limit=1000").await.ok().as_array().expect("receipts").len();
        let receipts: i64 = parts.iter().map(|one| one["receipts"].as_i64().expect("a number")).sum();
        assert_eq!(usize::try_from(receipts), Ok(made));
        let sales = self.admin().get("/api/admin/sales-report?startDate=2026-10-01&endDate=2027-09-30").await.ok();
        let mut tendered = BTreeMap::new();
        for row in parts.iter().flat_map(|one| one["methods"].as_array().expect("methods")) {
            add_tenders(&mut tendered, row, 1);
        }
        for row in sales["tenders"].as_array().expect("tenders") {
            add_tenders(&mut tendered, row, -1);
        }
        assert!(tendered.values().all(|sums| *sums == [0, 0]), "{tendered:?}");
        let mut takings = [0, 0];
        parts.iter().for_each(|one| add(&mut takings, row_of(one, "bridge", "takings"), 1));
        for row in sales["takings"].as_array().expect("takings") {
            add(&mut takings, pair(row, "amount"), -1);
        }
        assert_eq!(takings, [0, 0]);
    }

    /// Every Z, as itself and as the X of its shift, their list and the cash report, as they are sent.
    async fn reports(&self) -> BTreeMap<String, String> {
        let manager = self.manager();
        let mut paths = vec![ALL_DAYS.to_owned(), "/api/z".to_owned()];
        for shift in manager.get("/api/shifts").await.ok().as_array().expect("a list") {
            if let Some(number) = shift["zNumber"].as_str() {
                paths.extend([format!("/api/shifts/{}/x", shift["id"]), format!("/api/z/{number}")]);
            }
        }
        let mut reports = BTreeMap::new();
        for path in paths {
            reports.insert(path.clone(), manager.get(&path).await.text());
        }
        reports
    }

    /// A start after an upgrade fills all tables from the journal again.
    async fn rebuilds_its_tables(&mut self) {
        self.store().write(|tables| set_metadata(tables, "tables", "0")).expect("written");
        self.restart().await;
    }
}

/// Adds the rows of a part of a tax report, by class, label and mode.
fn add_tax(sums: &mut BTreeMap<String, Vec<i64>>, rows: &Value) {
    for row in rows.as_array().expect("rows") {
        let key = format!("{} {} {} {}", row["class"], row["kind"], row["label"], row["mode"]);
        let names = ["net", "tax", "worthNet", "worthTax"].into_iter().flat_map(|name| [format!("{name}USD"), format!("{name}LRD")]);
        let figures = names.map(|name| minor(&row[name])).chain([row["lines"].as_i64().expect("a number")]);
        let sum = sums.entry(key).or_insert_with(|| vec![0; 9]);
        sum.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure);
    }
}

/// Adds what was tendered and what was given back, which shifts list below zero. Change that a guest brings back counts against it.
fn add_tenders(sums: &mut BTreeMap<String, [i64; 2]>, row: &Value, sign: i64) {
    let sum = sums.entry(format!("{} {}", row["method"], row["currency"])).or_default();
    sum[0] += sign * minor(&row["tendered"]);
    sum[1] -= minor(&row["refunded"]);
}

fn row_of(report: &Value, part: &str, name: &str) -> [i64; 2] {
    row(report, part, name).map_or([0, 0], |(usd, lrd)| [usd, lrd].map(|text| text.replace('.', "").parse().expect("an amount")))
}

/// The cash in which the bridge of a report ends, after checking that it adds up.
#[track_caller]
fn cash_of_the_bridge(report: &Value) -> [i64; 2] {
    let mut cash = [0, 0];
    BRIDGE.iter().for_each(|part| add(&mut cash, row_of(report, "bridge", part), 1));
    assert_eq!(cash, row_of(report, "bridge", "takings"), "{:#}", report["bridge"]);
    add(&mut cash, row_of(report, "bridge", "tips"), 1);
    add(&mut cash, row_of(report, "bridge", "notCash"), 1);
    assert_eq!(cash, row_of(report, "bridge", "cash"), "{:#}", report["bridge"]);
    cash
}

#[tokio::test]
async fn the_tills_hold_what_payments_and_movements_say() {
    let (mut done, mut jumps) = (BTreeMap::new(), 0);
    for night in 0..number("BARBACK_TILL_NIGHTS", NIGHTS) {
        let mut rng = SeededRng::new(2_026 + night);
        let mut bar = TestBar::a_bar_for_the_books().await;
        for step in 0..STEPS {
            let name = bar.takes_a_step_of_the_night(&mut rng, &mut done).await;
            if step == STEPS / 2 {
                bar.loses_power().await;
            }
            assert_eq!(bar.cash_on_record().await, bar.cash_as_reckoned().await, "night {night}, step {step}: {name}");
        }
        bar.bridges_end_in_the_cash().await;
        bar.shifts_and_the_rest_are_everything().await;
        let zs = bar.manager().get("/api/z").await.ok();
        let numbers: Vec<String> = zs.as_array().expect("a list").iter().rev().map(|z| text(&z["number"]).to_owned()).collect();
        let expected: Vec<String> = (1..=numbers.len()).map(|number| format!("Z-{number:06}")).collect();
        assert_eq!(numbers, expected, "no gap");
        let reports = bar.reports().await;
        bar.rebuilds_its_tables().await;
        assert_eq!(bar.reports().await, reports, "a rebuild gives the same bytes");
        for number in numbers {
            jumps += bar.manager().get(&format!("/api/z/{number}")).await.ok()["clockJumps"].as_u64().expect("a number");
        }
    }
    println!("{done:?}, {jumps} jumps of the clock on Zs");
    for name in STEPS_OF_A_NIGHT {
        assert!(done.contains_key(name), "no night had this step: {name}; {done:?}");
    }
    assert!(jumps > 0, "no Z counts a jump of the clock");
}
