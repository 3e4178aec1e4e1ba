//! Print jobs by number: who may print a paper may print it again, and a second paper says that it is one.

use serde_json::{Value, json};

use crate::bar::{Person, TestBar};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::printing_steps::pages;
use crate::tills::DRAWER;

/// A bar with one printer, an open shift of the bartender, and a closed one with its Z.
async fn bar_with_papers(printer: &FakePrinter) -> (TestBar, Value) {
    let bar = TestBar::with_tills("drawer").await;
    let musa = bar.bartender();
    bar.sets_up_printers(&[("Bar", printer, json!({"opensDrawer": false}))]).await;
    let first = bar.opens(&musa, DRAWER, "40.00", "0.00").await;
    bar.sells("Beer", 1).await;
    bar.counts(&bar.manager(), &first, "42.00", "0.00", json!({})).await.ok();
    let second = bar.opens(&musa, DRAWER, "42.00", "0.00").await;
    all_printed(&bar).await;
    (bar, second)
}

/// The id of the newest print job, which is on paper.
async fn printed(bar: &TestBar) -> u64 {
    let done = |jobs: &Value| jobs[0]["status"] == "confirmed";
    bar.wait_until("/api/print-jobs", done).await[0]["id"].as_u64().expect("a job")
}

/// Waits until every job is on paper.
async fn all_printed(bar: &TestBar) {
    let is_done = |jobs: &Value| jobs.as_array().is_some_and(|all| all.iter().all(|job| job["status"] == "confirmed"));
    bar.wait_until("/api/print-jobs", is_done).await;
}

/// Prints with a call, and waits for the paper.
async fn prints(bar: &TestBar, person: &Person, path: &str) -> u64 {
    let job = person.post(path, json!({})).await.has_status(202);
    assert_eq!(job["id"], printed(bar).await);
    job["id"].as_u64().expect("an id")
}

async fn refused_for_bartenders(bar: &TestBar, job: u64, what: &str) {
    for (act, body) in [("retry", json!({})), ("move", json!({"printerId": 1})), ("cancel", json!({}))] {
        let answer = bar.bartender().post(&format!("/api/print-jobs/{job}/{act}"), body).await;
        assert_eq!((answer.status, &answer.json()["code"]), (403, &json!("forbidden")), "{act} of {what}");
    }
}

#[tokio::test]
async fn a_bartender_neither_retries_nor_moves_nor_cancels_papers_of_managers() {
    let printer = FakePrinter::start(Behavior::Normal);
    let (bar, shift) = bar_with_papers(&printer).await;
    let (admin, manager) = (bar.admin(), bar.manager());
    let papers = [
        (&manager, "/api/z/Z-000001/print".to_owned()),
        (&manager, format!("/api/shifts/{}/x/print", shift["id"])),
        (&manager, "/api/reports/cash/print".to_owned()),
        (&admin, "/api/reports/print".to_owned()),
        (&manager, "/api/sheets/2026-11-21/print".to_owned()),
        (&admin, "/api/reports/tax/print".to_owned()),
        (&manager, "/api/reports/hours/print".to_owned()),
        (&manager, "/api/reports/exceptions/print".to_owned()),
        (&manager, "/api/tips/print".to_owned()),
        (&manager, "/api/bills/print".to_owned()),
        (&admin, "/api/printers/1/test".to_owned()),
    ];
    let count = pages(&printer).len();
    for (person, path) in &papers {
        let job = prints(&bar, person, path).await;
        refused_for_bartenders(&bar, job, path).await;
    }
    assert_eq!(pages(&printer).len(), count + papers.len(), "nothing was printed for the bartender");
    let exceptions = prints(&bar, &admin, "/api/reports/exceptions/print").await;
    manager.post(&format!("/api/print-jobs/{exceptions}/retry"), json!({})).await.refused(403, "forbidden");
    admin.post(&format!("/api/print-jobs/{exceptions}/retry"), json!({})).await.ok();
    all_printed(&bar).await;
    bar.bartender().post("/api/print-jobs/999/retry", json!({})).await.refused(404, "not_found");
    // What guests and the kitchen get is for all staff.
    bar.sells("Beer", 1).await;
    let receipt = printed(&bar).await;
    bar.bartender().post(&format!("/api/print-jobs/{receipt}/retry"), json!({})).await.ok();
}

#[tokio::test]
async fn whoever_reads_an_own_x_and_z_prints_them_again() {
    let printer = FakePrinter::start(Behavior::Normal);
    let (bar, shift) = bar_with_papers(&printer).await;
    let (_, fatu) = bar.hires("fatu", "bartender").await;
    bar.sets_cash(json!({"blindCount": false})).await;
    let x = prints(&bar, &bar.bartender(), &format!("/api/shifts/{}/x/print", shift["id"])).await;
    fatu.post(&format!("/api/print-jobs/{x}/retry"), json!({})).await.refused(403, "forbidden");
    bar.bartender().post(&format!("/api/print-jobs/{x}/retry"), json!({})).await.ok();
    all_printed(&bar).await;
    bar.sets_cash(json!({"blindCount": true})).await;
    bar.bartender().post(&format!("/api/print-jobs/{x}/retry"), json!({})).await.refused(403, "forbidden");
}

#[tokio::test]
async fn slips_are_for_those_who_use_their_till() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::with_tills("purses").await;
    bar.sets_up_printers(&[("Bar", &printer, json!({}))]).await;
    let musa = bar.bartender();
    let (_, fatu) = bar.hires("fatu", "bartender").await;
    let purse = json!({"name": "Purse of Musa", "kind": "purse", "userId": 3});
    let purse = bar.admin().post("/api/tills", purse).await.created()["id"].as_u64().expect("an id");
    bar.opens(&musa, purse, "40.00", "0.00").await;
    bar.moves(&musa, purse, json!({"kind": "drop", "amountUSD": "10.00"})).await.created();
    let slip = printed(&bar).await;
    for (act, body) in [("retry", json!({})), ("move", json!({"printerId": 1})), ("cancel", json!({}))] {
        fatu.post(&format!("/api/print-jobs/{slip}/{act}"), body).await.refused(403, "forbidden");
    }
    musa.post(&format!("/api/print-jobs/{slip}/retry"), json!({})).await.ok();
    all_printed(&bar).await;
    assert!(pages(&printer).last().expect("a slip").contains(&"COPY 1".to_owned()));
}

#[tokio::test]
async fn a_second_paper_says_so_whichever_call_printed_it() {
    let printer = FakePrinter::start(Behavior::Normal);
    let (bar, shift) = bar_with_papers(&printer).await;
    let manager = bar.manager();
    let last = || pages(&printer).last().expect("a page").clone();
    let copies = async || manager.get("/api/z/Z-000001").await.ok()["copies"].clone();
    let has = |line: &str| last().iter().any(|printed| printed.trim() == line);
    // The Z was printed at the close: its job is the newest that is a Z.
    let jobs = manager.get("/api/print-jobs").await.ok();
    let z = jobs.as_array().expect("jobs").iter().find(|job| job["kind"] == "z").expect("a Z")["id"].clone();
    assert_eq!(copies().await, 1);
    manager.post(&format!("/api/print-jobs/{z}/retry"), json!({})).await.ok();
    all_printed(&bar).await;
    assert!(has("COPY 1") && copies().await == 2, "{:?}", last());
    prints(&bar, &manager, "/api/z/Z-000001/print").await;
    assert!(has("COPY 2") && copies().await == 3, "{:?}", last());
    manager.post(&format!("/api/print-jobs/{z}/retry"), json!({})).await.ok();
    all_printed(&bar).await;
    assert!(has("COPY 3") && copies().await == 4, "{:?}", last());
    let x_path = format!("/api/shifts/{}/x", shift["id"]);
    let x = prints(&bar, &manager, &format!("{x_path}/print")).await;
    assert!(!last().iter().any(|line| line.contains("COPY")), "{:?}", last());
    manager.post(&format!("/api/print-jobs/{x}/retry"), json!({})).await.ok();
    all_printed(&bar).await;
    assert!(has("COPY 1"), "{:?}", last());
    assert_eq!(manager.get(&x_path).await.ok()["copies"], 2);
    // A receipt's job says that it may be a duplicate: it is no further copy.
    bar.sells("Beer", 1).await;
    let receipt = printed(&bar).await;
    bar.bartender().post(&format!("/api/print-jobs/{receipt}/retry"), json!({})).await.ok();
    all_printed(&bar).await;
    assert!(last().iter().any(|line| line.contains("POSSIBLE DUPLICATE")), "{:?}", last());
    let number = bar.bartender().get("/api/receipts").await.ok()[0]["receiptNumber"].as_str().expect("a number").to_owned();
    let detail = manager.get(&format!("/api/receipts/{number}")).await.ok();
    assert_eq!(detail["copies"], json!([]), "{detail:#}");
    let report = prints(&bar, &bar.admin(), "/api/reports/print").await;
    bar.admin().post(&format!("/api/print-jobs/{report}/retry"), json!({})).await.ok();
    all_printed(&bar).await;
    assert!(has("COPY 1"), "{:?}", last());
}
