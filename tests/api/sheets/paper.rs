//! Sheets on paper and as files.

use serde_json::json;

use super::DAY;
use crate::bar::{TestBar, text};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::printing_steps::pages;

#[tokio::test]
async fn a_sheet_prints_with_its_check_code_last() {
    let bar = TestBar::stocked().await;
    let printer = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Till", &printer, json!({"opensDrawer": true}))]).await;
    bar.admin().put("/api/settings", json!({"autoPrint": false})).await.ok();
    bar.sells("Beer", 2).await;
    bar.manager().post("/api/drawer", json!({"reason": "Make change"})).await.has_status(202);
    let issued = bar.issues(DAY).await;
    let job = bar.manager().post("/api/sheets/T-20261121-1/print", json!({})).await.has_status(202);
    assert_eq!(job["kind"], "report");
    bar.wait_until("/api/print-jobs", |jobs| {
        jobs.as_array().expect("a list").iter().all(|job| job["status"] == "sent" || job["status"] == "confirmed")
    })
    .await;
    let page = pages(&printer).pop().expect("a page");
    let lines: Vec<&str> = page.iter().map(|line| line.trim()).collect();
    assert_eq!(&lines[..4], ["TRUTH SHEET", "Barback", "Sat 21 Nov 2026", "T-20261121-1"]);
    let last = page.iter().rev().find(|line| !line.trim().is_empty()).expect("lines");
    assert_eq!(last.split_whitespace().collect::<Vec<_>>(), ["Check", text(&issued["checkCode"])]);
    for wanted in ["Receipts", "No drawer was counted", "Cost of goods", "The cost of $4.00 of sales is not", "No sales"] {
        assert!(page.iter().any(|line| line.contains(wanted)), "{wanted} in {page:#?}");
    }
    assert_eq!(issued["people"]["noSales"], 1);
    for absent in ["Left tonight", "Before wages", "Owed in all", "Voids", "Wasted", "Not stamped"] {
        assert!(!page.iter().any(|line| line.contains(absent)), "{absent} in {page:#?}");
    }
    bar.manager().post(&format!("/api/sheets/{DAY}/print"), json!({"printerId": 1})).await.has_status(202);
    bar.wait_until("/api/print-jobs", |jobs| {
        jobs.as_array().expect("a list").iter().all(|job| job["status"] == "sent" || job["status"] == "confirmed")
    })
    .await;
    let page = pages(&printer).pop().expect("a page");
    assert!(page.iter().any(|line| line.contains("Provisional")) && !page.iter().any(|line| line.contains("Check")), "{page:#?}");
    let audit = bar.audit_summaries("printing.queued", 2).await;
    assert_eq!(audit, ["Provisional truth sheet of 2026-11-21 queued for printing", "Truth sheet T-20261121-1 queued for printing"]);
}

#[tokio::test]
async fn a_sheet_and_the_list_are_files_with_the_keys_of_the_answers() {
    let bar = TestBar::stocked().await;
    let sale = bar.sells("Beer", 2).await;
    bar.voids_sale(&sale).await.ok();
    bar.sells("Whisky", 1).await;
    bar.issues(DAY).await;
    let list = bar.manager().get("/api/sheets?format=csv").await;
    assert_eq!(list.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(list.text(), "number,day,version,issuedAt,issuedBy\nT-20261121-1,2026-11-21,1,2026-11-21T20:00:00.000Z,manager\n");
    let file = bar.manager().get("/api/sheets/T-20261121-1?format=csv").await;
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"truth-sheet-T-20261121-1.csv\""));
    let rows = file.text();
    assert!(rows.starts_with("part,key,name,currency,amount,count\nsold,receipts,,,,1\nsold,totalUSD,,USD,6.00,\n"), "{rows}");
    for wanted in [
        "money,kept,cash,USD,6.00,",
        "takenBack,voids,,USD,4.00,1",
        "takenBack,voids,manager,,,1",
        "left,soldUSD,,USD,6.00,",
        "left,costSoldUSD,,USD,,",
        "left,leftUSD,,USD,,",
        "stock,emptiesOwed,,,,",
        "people,reprints,,,,0",
    ] {
        assert!(rows.lines().any(|line| line == wanted), "{wanted} in {rows}");
    }
    let live = bar.manager().get(&format!("/api/sheets/{DAY}?format=csv")).await;
    assert_eq!(live.header("content-disposition"), Some("attachment; filename=\"truth-sheet-2026-11-21.csv\""));
    assert_eq!(live.text(), rows, "nothing happened since");
}
