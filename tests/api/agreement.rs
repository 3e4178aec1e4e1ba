//! The figures of random nights agree: each part of each report sums to that report's total, and reports, files and the truth sheet say the
//! same of one night. A manager makes the calls, so that a night has every kind of line, payment, charge, tax, void and refund.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::bar::{TestBar, text};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::printing_steps::pages;
use crate::rng::number;
use crate::tax::{classes, rate};
use crate::thief::Night;
use crate::tills::minor;

/// Random nights of the ordinary run; `BARBACK_AGREEMENT_NIGHTS` sets another number.
const NIGHTS: u64 = 6;
/// Calls of a night.
const STEPS: u64 = 70;
const DAY: &str = "2026-11-21";

/// A total of a report and its files, in cents and pieces.
const TOTALS: [(&str, &str); 4] =
    [("totalRevenue", "Revenue USD"), ("revenueUSD", "Priced in USD"), ("revenueLRD", "Priced in LRD"), ("totalQuantity", "Units")];

#[tokio::test]
async fn every_part_of_every_report_sums_to_its_total() {
    let mut done = BTreeMap::new();
    for seed in 0..number("BARBACK_AGREEMENT_NIGHTS", NIGHTS) {
        let bar = TestBar::stocked().await;
        let mode = ["included", "added", "off"][usize::try_from(seed % 3).expect("small")];
        bar.sets_tax(json!({"mode": mode, "classes": classes(json!([rate(Value::Null, "GST", "13.00")]))})).await;
        let manager = bar.manager();
        let mut night = Night::begin_in(bar, manager, seed).await;
        for _ in 0..STEPS {
            night.step(&mut done).await;
        }
        let story = format!("mode {mode}, {}", night.story());
        reports_agree(&night.bar, mode, &story).await;
        sheet_agrees(&night.bar, mode, &story).await;
        cash_report_agrees(&night.bar, &story).await;
        papers_agree(&night.bar, &story).await;
    }
    for call in ["sale", "pay", "tab", "credit", "pay credit", "forbidden", "exchange"] {
        assert!(done.contains_key(call), "no success of {call}: {done:?}");
    }
}

async fn report(bar: &TestBar, path: &str) -> Value {
    bar.admin().get(path).await.ok()
}

fn rows(of: &Value) -> &Vec<Value> {
    of.as_array().unwrap_or_else(|| panic!("no rows: {of}"))
}

/// An amount in cents, or a count.
fn figure(of: &Value) -> i64 {
    of.as_i64().unwrap_or_else(|| minor(of))
}

fn sum(of: &Value, member: &str) -> i64 {
    rows(of).iter().map(|row| figure(&row[member])).sum()
}

/// The sum of a column of a file.
async fn column(bar: &TestBar, part: &str, name: &str) -> i64 {
    let file = bar.admin().get(&format!("/api/reports/{part}?startDate={DAY}&endDate={DAY}")).await;
    assert_eq!(file.status, 200, "{part}: {}", file.text());
    let mut reader = csv::Reader::from_reader(file.bytes.as_slice());
    let place = reader.headers().expect("headings").iter().position(|heading| heading == name);
    let place = place.unwrap_or_else(|| panic!("no column {name} in {part}"));
    let cells = reader.records().map(|record| record.expect("a row")[place].replace('.', ""));
    cells.map(|cell| cell.parse::<i64>().expect("a figure")).sum()
}

async fn reports_agree(bar: &TestBar, mode: &str, story: &str) {
    let sales = report(bar, &format!("/api/admin/sales-report?startDate={DAY}&endDate={DAY}")).await;
    let overall = &sales["overallSummary"];
    let staff = report(bar, &format!("/api/admin/sales-summary?startDate={DAY}&endDate={DAY}")).await;
    for (member, heading) in TOTALS {
        let total = figure(&overall[member]);
        for (part, found) in
            [("days", sum(&sales["days"], member)), ("hours", sum(&sales["hours"], member)), ("staff", sum(&staff, member))]
        {
            assert_eq!(found, total, "{part} {member}: {sales:#}\n{story}");
        }
        for part in ["days", "products", "categories", "hours", "staff", "customers"] {
            assert_eq!(column(bar, part, heading).await, total, "{part} {heading} in the file: {sales:#}\n{story}");
        }
    }
    for member in ["totalRevenue", "totalQuantity"] {
        assert_eq!(sum(&sales["categories"], member), figure(&overall[member]), "categories {member}: {sales:#}\n{story}");
    }
    let lines = column(bar, "sales", "Revenue USD").await;
    assert_eq!(lines, figure(&overall["totalRevenue"]), "lines in the file: {sales:#}\n{story}");
    for (member, heading) in [("amountUSD", "Kept USD"), ("amountLRD", "Kept LRD")] {
        assert_eq!(column(bar, "takings", heading).await, sum(&sales["takings"], member), "takings: {sales:#}\n{story}");
    }
    for currency in ["USD", "LRD"] {
        let of_currency = rows(&sales["tenders"]).iter().filter(|row| row["currency"] == currency);
        let kept: i64 = of_currency.map(|row| figure(&row["tendered"]) - figure(&row["refunded"])).sum();
        let change = figure(&sales[format!("change{currency}")]);
        let tips = figure(&report(bar, &format!("/api/sheets/{DAY}")).await["money"][format!("tips{currency}")]);
        assert_eq!(kept - change - tips, sum(&sales["takings"], &format!("amount{currency}")), "tenders {currency}: {sales:#}\n{story}");
    }
    let tax = report(bar, &format!("/api/reports/tax?from={DAY}&to={DAY}")).await;
    for member in ["netUSD", "taxUSD", "netLRD", "taxLRD", "worthNetUSD", "worthTaxUSD", "worthNetLRD", "worthTaxLRD"] {
        assert_eq!(sum(&tax["rows"], member) + sum(&tax["voids"], member), figure(&tax["totals"][member]), "{member}: {tax:#}\n{story}");
    }
    // Lines that were sold while there was no tax are in no row of the tax report.
    if mode == "off" {
        return;
    }
    for (member, worth) in [("taxUSD", "worthTaxUSD"), ("taxLRD", "worthTaxLRD"), ("netUSD", "worthNetUSD"), ("netLRD", "worthNetLRD")] {
        assert_eq!(figure(&overall[member]), figure(&tax["totals"][worth]), "{member}: {tax:#} {sales:#}\n{story}");
    }
}

async fn sheet_agrees(bar: &TestBar, mode: &str, story: &str) {
    let sheet = report(bar, &format!("/api/sheets/{DAY}")).await;
    let sales = report(bar, &format!("/api/admin/sales-report?startDate={DAY}&endDate={DAY}")).await;
    let tax = report(bar, &format!("/api/reports/tax?from={DAY}&to={DAY}")).await;
    let told = format!("{sheet:#}\n{story}");
    let (sold, overall) = (&sheet["sold"], &sales["overallSummary"]);
    assert_eq!(figure(&sold["totalUSD"]), sum(&sold["categories"], "totalUSD"), "categories: {told}");
    for (member, of) in [("totalUSD", "totalRevenue"), ("pricedUSD", "revenueUSD"), ("pricedLRD", "revenueLRD"), ("receipts", "totalSales")]
    {
        assert_eq!(figure(&sold[member]), figure(&overall[of]), "{member}: {told}");
    }
    for currency in ["USD", "LRD"] {
        let kept: i64 =
            rows(&sheet["money"]["rows"]).iter().filter(|row| row["currency"] == currency).map(|row| figure(&row["kept"])).sum();
        let tips = figure(&sheet["money"][format!("tips{currency}")]);
        assert_eq!(kept - tips, sum(&sales["takings"], &format!("amount{currency}")), "money kept {currency}: {told}");
    }
    for row in ["unpaid", "takenBack", "givenAway"].iter().flat_map(|part| rows(&sheet[*part])) {
        assert_eq!(sum(&row["people"], "count"), figure(&row["count"]), "{}: {told}", row["kind"]);
    }
    let exceptions = report(bar, &format!("/api/reports/exceptions?from={DAY}&to={DAY}")).await;
    for (part, kind, exception) in [
        ("takenBack", "voids", "voids"),
        ("takenBack", "removed_sent", "removedSent"),
        ("givenAway", "discounts", "discounts"),
        ("givenAway", "comps", "comps"),
        ("unpaid", "walk_outs", "walkOuts"),
    ] {
        let row = rows(&sheet[part]).iter().find(|row| row["kind"] == kind).expect("a row").clone();
        let people: i64 = rows(&exceptions["rows"]).iter().map(|person| figure(&person["kinds"][exception]["worthUSD"])).sum();
        assert_eq!(figure(&row["worthUSD"]), people, "{kind}: {exceptions:#} {told}");
    }
    let contained = if mode == "included" { figure(&tax["totals"]["worthTaxUSD"]) } else { 0 };
    assert_eq!(figure(&sheet["left"]["taxUSD"]), contained, "tax in the prices: {tax:#} {told}");
    assert_eq!(figure(&sheet["left"]["soldUSD"]), figure(&sold["totalUSD"]), "{told}");
    let file = bar.admin().get(&format!("/api/sheets/{DAY}?format=csv")).await.text();
    for wanted in [
        format!("sold,totalUSD,,USD,{},", text(&sold["totalUSD"])),
        format!("left,taxUSD,,USD,{},", text(&sheet["left"]["taxUSD"])),
        format!("left,leftUSD,,USD,{},", sheet["left"]["leftUSD"].as_str().unwrap_or_default()),
    ] {
        assert!(file.lines().any(|line| line == wanted), "{wanted} in {file}\n{told}");
    }
}

/// The rows of the bridge sum to the takings; what the till should hold is the sum of the rows above it.
async fn cash_report_agrees(bar: &TestBar, story: &str) {
    let cash = report(bar, &format!("/api/reports/cash?from={DAY}&to={DAY}")).await;
    let shifts = report(bar, "/api/shifts?status=open").await;
    let mut bridges = vec![cash["bridge"].clone()];
    for shift in rows(&shifts) {
        let x = report(bar, &format!("/api/shifts/{}/x", shift["id"])).await;
        bridges.push(x["bridge"].clone());
        let expected: i64 = rows(&x["cash"]).iter().filter(|row| row["row"] != "expected").map(|row| figure(&row["amountUSD"])).sum();
        assert_eq!(expected, row_of(&x["cash"], "expected", "amountUSD"), "expected: {x:#}\n{story}");
    }
    for bridge in &bridges {
        for member in ["amountUSD", "amountLRD"] {
            let until = rows(bridge).iter().take_while(|row| row["row"] != "takings");
            let above: i64 = until.map(|row| figure(&row[member])).sum();
            assert_eq!(above, row_of(bridge, "takings", member), "takings: {bridge:#}\n{story}");
            let rest = ["takings", "tips", "notCash"].map(|name| row_of(bridge, name, member)).into_iter().sum::<i64>();
            assert_eq!(rest, row_of(bridge, "cash", member), "cash: {bridge:#}\n{story}");
        }
    }
}

fn row_of(of: &Value, name: &str, member: &str) -> i64 {
    rows(of).iter().find(|row| row["row"] == name).map_or(0, |row| figure(&row[member]))
}

/// On the papers of the sales report and of the truth sheet the rows sum to the total above them.
async fn papers_agree(bar: &TestBar, story: &str) {
    let printer = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Office", &printer, json!({"profile": "generic-80"}))]).await;
    let overall = report(bar, &format!("/api/admin/sales-report?startDate={DAY}&endDate={DAY}")).await["overallSummary"].clone();
    let total = figure(&overall["totalRevenue"]);
    let asked = json!({"startDate": DAY, "endDate": DAY});
    bar.admin().post("/api/reports/print", asked).await.has_status(202);
    bar.admin().post(&format!("/api/sheets/{DAY}/print"), json!({})).await.has_status(202);
    bar.wait_until("/api/print-jobs", |jobs| rows(jobs).iter().all(|job| job["status"] == "confirmed")).await;
    let papers = pages(&printer);
    let [sales, sheet] = papers.as_slice() else { panic!("two papers: {papers:#?}\n{story}") };
    let by_category: i64 = after(sales, "By category").map_while(|line| dollars(line)).sum();
    let by_day: i64 = after(sales, "By day").map_while(|line| dollars(line)).sum();
    assert_eq!((by_category, by_day), (total, total), "{sales:#?}\n{story}");
    let of_category = |line: &&String| line.contains(" x ") || line.starts_with("Service charge");
    let sold: i64 = sheet
        .iter()
        .skip_while(|line| !line.starts_with("Priced in Lib"))
        .skip(1)
        .take_while(of_category)
        .filter_map(|line| dollars(line))
        .sum();
    assert_eq!(sold, total, "{sheet:#?}\n{story}");
}

/// The lines under a heading.
fn after<'a>(page: &'a [String], heading: &str) -> impl Iterator<Item = &'a String> {
    page.iter().skip_while(move |line| line.trim() != heading).skip(1)
}

/// The amount at the end of a line, in cents; none on a line without.
fn dollars(line: &str) -> Option<i64> {
    let amount = line.split_whitespace().last()?;
    amount.contains('$').then(|| amount.replace(['$', ',', '.'], "").parse().expect("an amount"))
}
