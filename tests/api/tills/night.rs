//! A whole night in one drawer, to the cent: the bridge from sales to cash, the Z, the paper.

use serde_json::{Value, json};

use super::{DRAWER, expect_rows};
use crate::bar::{SECOND, TestBar};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::assert_fields;
use crate::printing_steps::pages;

/// The night of the specification, before its count: a shift of the drawer that opened L$20 short.
pub async fn played() -> (TestBar, Value) {
    let bar = TestBar::with_tills("drawer").await;
    let (musa, manager) = (bar.bartender(), bar.manager());
    bar.stocks("Cocktail", "13.74", 50).await;
    bar.stocks("Water", "3.00", 50).await;
    bar.stocks("Platter", "11.00", 50).await;
    bar.admin().put("/api/settings", json!({"methods": methods_with_momo(&bar).await})).await.ok();
    // The night before: a whisky that is voided tonight, and food on credit. It leaves $40.00 and L$4,000.
    let before = bar.opens(&musa, DRAWER, "34.00", "4000.00").await;
    let whisky = bar.sells("Whisky", 1).await;
    let credit = json!({"customerName": "Old Joe", "productId": bar.id_of("Rice").await, "quantity": 1});
    let credit = musa.post("/api/credit", credit).await.created();
    bar.counts(&manager, &before, "40.00", "4000.00", json!({})).await.ok();
    bar.clock.pass(SECOND * 60);

    let shift = bar.opens(&musa, DRAWER, "40.00", "3980.00").await;
    let cash = |currency: &str, amount: &str| json!([{"method": "cash", "currency": currency, "amount": amount}]);
    let sell = async |name: &str, money: Value| {
        let sale = json!({"productId": bar.id_of(name).await, "quantity": 1});
        musa.post("/api/sales", crate::tips::with(sale, &money)).await.created()
    };
    sell("Beer", json!({"tenders": cash("LRD", "400.00")})).await;
    let order = bar.takes_order(&[("Cocktail", 1)]).await;
    bar.pays(&order, json!({"tenders": cash("USD", "20.00")})).await.ok();
    sell("Water", json!({})).await;
    let momo = json!({"method": "mtn_momo", "currency": "LRD", "amount": "380.00", "reference": "8842-13"});
    sell("Whisky", json!({"tenders": [cash("USD", "4.00")[0], momo]})).await;
    let pay = json!({"tenders": cash("USD", "5.00")});
    musa.patch(&format!("/api/credit/{}/pay", credit["id"]), pay).await.ok();
    let platter = bar.takes_order(&[("Platter", 1)]).await;
    bar.pays(&platter, json!({"tenders": cash("LRD", "1000.00")})).await.ok();
    manager.post(&format!("/api/sales/{}/void", whisky["id"]), json!({"reason": "Wrong drink"})).await.ok();
    bar.moves(&musa, DRAWER, json!({"kind": "pay_out", "amountLRD": "750.00", "reason": "Ice"})).await.created();
    bar.moves(&musa, DRAWER, json!({"kind": "exchange", "gives": "USD", "amountUSD": "20.00", "amountLRD": "3800.00"})).await.created();
    bar.moves(&musa, DRAWER, json!({"kind": "drop", "amountUSD": "20.00"})).await.created();
    let given = json!({"customerName": "Fatu", "productId": bar.id_of("Rice").await, "quantity": 2});
    musa.post("/api/credit", given).await.created();
    (bar, shift)
}

async fn methods_with_momo(bar: &TestBar) -> Value {
    let settings = bar.admin().get("/api/settings").await.ok();
    let mut methods = settings["methods"].as_array().expect("methods").clone();
    methods.push(json!({"name": "MTN MoMo", "kind": "mobile", "referenceRequired": true, "account": "0886"}));
    Value::Array(methods)
}

#[tokio::test]
async fn the_bridge_explains_the_cash_of_the_night_to_the_cent() {
    let (bar, shift) = played().await;
    let x = bar.x(&shift).await;
    let bridge = [
        ("sales", "24.74", "950.00"),
        ("voided", "-6.00", "0.00"),
        ("otherCurrency", "1.00", "-190.00"),
        ("partsUsed", "0.00", "0.00"),
        ("partsReceived", "0.00", "1000.00"),
        ("changeInOther", "0.26", "-49.40"),
        ("rounding", "0.00", "-0.60"),
        ("takings", "20.00", "1710.00"),
        ("notCash", "0.00", "-380.00"),
        ("cash", "20.00", "1330.00"),
    ];
    expect_rows(&x, "bridge", &bridge);
    let cash = [
        ("opening", "40.00", "3980.00"),
        ("tendered", "32.00", "1400.00"),
        ("change", "-6.00", "-70.00"),
        ("refunds", "0.00", "0.00"),
        ("refundsEarlier", "-6.00", "0.00"),
        ("exchange", "-20.00", "3800.00"),
        ("pay_out", "0.00", "-750.00"),
        ("drop", "-20.00", "0.00"),
        ("expected", "20.00", "8360.00"),
    ];
    expect_rows(&x, "cash", &cash);
    assert_fields(&x, json!({"number": null, "receipts": 5, "openingDifferenceUSD": "0.00", "openingDifferenceLRD": "-20.00"}));
    assert_fields(&x["assumed"], json!({"count": 1, "amountUSD": "3.00"}));
    assert_fields(&x["givenOnCredit"], json!({"amountUSD": "0.00", "amountLRD": "1900.00"}));
    assert_fields(&x["openOrders"], json!({"count": 1, "amountUSD": "5.74", "amountLRD": "1090.00"}));
    assert_eq!(x["references"], json!({"count": 1, "ticked": 0}));
    assert_eq!(bar.cash_of(DRAWER).await, ("20.00".to_owned(), "8360.00".to_owned()));
    bar.set_rate(json!(200)).await;
    expect_rows(&bar.x(&shift).await, "cash", &cash);
}

#[tokio::test]
async fn a_count_beyond_the_tolerance_is_asked_for_again_and_the_second_one_closes() {
    let (mut bar, shift) = played().await;
    let more = json!({"leaveUSD": "10.00", "leaveLRD": "4260.00"});
    let first = bar.counts(&bar.bartender(), &shift, "10.00", "10260.00", more.clone()).await.ok();
    assert_eq!((&first["recount"], &first["zNumber"]), (&json!(true), &json!(null)));
    let second = bar.counts(&bar.bartender(), &shift, "10.00", "10260.00", more).await.ok();
    assert_eq!((&second["recount"], &second["zNumber"]), (&json!(false), &json!("Z-000002")));
    let z = bar.manager().get("/api/z/Z-000002").await.ok();
    let cash = [
        ("expected", "20.00", "8360.00"),
        ("counted", "10.00", "10260.00"),
        ("overShort", "-10.00", "1900.00"),
        ("left", "10.00", "4260.00"),
        ("dropped", "0.00", "6000.00"),
    ];
    expect_rows(&z, "cash", &cash);
    assert_eq!(z["hint"], "Short $10.00 and over L$1,900: probably one payment booked in the wrong currency.");
    assert_eq!(z["counts"].as_array().map(Vec::len), Some(2));
    // Nothing that happens later changes it, and a rebuild gives the same.
    bar.set_rate(json!(200)).await;
    let last = bar.manager().get("/api/sales?limit=1").await.ok();
    bar.opens(&bar.bartender(), DRAWER, "10.00", "4260.00").await;
    bar.manager().post(&format!("/api/sales/{}/void", last[0]["id"]), json!({"reason": "Late"})).await.ok();
    bar.loses_power().await;
    assert_eq!(bar.manager().get("/api/z/Z-000002").await.ok(), z);
    assert_eq!(bar.audit_summaries("cash.shift_closed", 1).await, ["Drawer closed, Z-000002: short $10.00, over L$1,900"]);
}

#[tokio::test]
async fn the_z_is_a_page_too() {
    let (bar, shift) = played().await;
    let printer = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Till", &printer, json!({"columns": 32, "profile": "generic-58"}))]).await;
    bar.admin().put("/api/settings", json!({"businessName": "Sunset Bar & Grill", "autoPrint": true})).await.ok();
    let more = || json!({"leaveUSD": "10.00", "leaveLRD": "4260.00"});
    for _ in 0..2 {
        bar.counts(&bar.manager(), &shift, "10.00", "10260.00", more()).await.ok();
    }
    bar.wait_until("/api/print-jobs", |jobs| {
        let jobs = jobs.as_array().expect("jobs");
        jobs.iter().any(|job| job["kind"] == "z" && ["sent", "confirmed"].contains(&job["status"].as_str().unwrap_or_default()))
    })
    .await;
    let page = pages(&printer).into_iter().find(|page| page.iter().any(|line| line == "Z-000002")).expect("the Z");
    for line in [
        "SALES TO TAKINGS",
        "Sales        $24.74        L$950",
        "Voided       -$6.00          L$0",
        "Other curr.   $1.00       -L$190",
        "Parts in      $0.00      L$1,000",
        "Change        $0.26     -L$49.40",
        "Rounding      $0.00      -L$0.60",
        "TAKINGS      $20.00      L$1,710",
        "Not cash      $0.00       -L$380",
        "CASH         $20.00      L$1,330",
        "BY METHOD",
        "Cash 6       $32.00      L$1,400",
        "Refunded 1   -$6.00          L$0",
        "MTN MoMo 1    $0.00        L$380",
        "References seen           0 of 1",
        "IN THE TILL",
        "Opening      $40.00      L$3,980",
        "Cash in      $32.00      L$1,400",
        "Change       -$6.00        -L$70",
        "Old refunds  -$6.00          L$0",
        "Exchange    -$20.00      L$3,800",
        "Pay-outs      $0.00       -L$750",
        "Drops       -$20.00          L$0",
        "EXPECTED     $20.00      L$8,360",
        "COUNTED      $10.00     L$10,260",
        "OVER/SHORT  -$10.00      L$1,900",
        "Left         $10.00      L$4,260",
        "To safe       $0.00      L$6,000",
        "Short $10.00 and over L$1,900:",
        "probably one payment booked in",
        "the wrong currency.",
        "MOVEMENTS",
        "  Ice",
        "FOR INFORMATION",
        "At opening    $0.00        -L$20",
        "Assumed 1     $3.00          L$0",
        "Open orders 1    $5.74 / L$1,090",
        "No sales 0            Reprints 0",
        "First count     $10.00, L$10,260",
        "Responsible ____________________",
        "Manager ________________________",
        "Rate             1 USD = 190 LRD",
    ] {
        assert!(page.iter().any(|printed| printed == line), "{line:?} is missing:\n{}", page.join("\n"));
    }
    assert!(page.iter().any(|line| line.starts_with("On credit") && line.ends_with("L$1,900")), "{}", page.join("\n"));
    let job = bar.manager().post("/api/z/Z-000002/print", json!({})).await.has_status(202);
    assert_eq!(job["kind"], "z");
    bar.wait_until("/api/print-jobs", |jobs| ["sent", "confirmed"].contains(&jobs[0]["status"].as_str().unwrap_or_default())).await;
    assert!(pages(&printer).pop().expect("a page").contains(&"COPY 1".to_owned()));
    assert_eq!(bar.manager().get("/api/z/Z-000002").await.ok()["copies"], 2);
    let csv = bar.manager().get("/api/z/Z-000002?format=csv").await.text();
    assert!(csv.starts_with("section,row,currency,amount,count\n") || csv.starts_with("section,row,currency,amount,count\r\n"), "{csv}");
    assert!(csv.contains("bridge,sales,USD,24.74,") && csv.contains("cash,overShort,LRD,1900.00,"), "{csv}");
}

#[tokio::test]
async fn the_slip_of_a_count_is_printed_again_for_who_counted() {
    let bar = TestBar::with_tills("drawer").await;
    let (musa, (_, hawa)) = (bar.bartender(), bar.hires("hawa", "bartender").await);
    let shift = bar.opens(&musa, DRAWER, "20.00", "500.00").await;
    let path = format!("/api/shifts/{}/count/print", shift["id"]);
    let printer = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Till", &printer, json!({"columns": 32, "profile": "generic-58"}))]).await;
    bar.admin().put("/api/settings", json!({"autoPrint": false})).await.ok();
    musa.post(&path, json!({})).await.refused(404, "not_found");
    bar.counts(&musa, &shift, "20.00", "500.00", json!({})).await.ok();
    hawa.post(&path, json!({})).await.refused(404, "not_found");
    assert_eq!(musa.post(&path, json!({})).await.has_status(202)["kind"], "count_slip");
    bar.wait_until("/api/print-jobs", |jobs| ["sent", "confirmed"].contains(&jobs[0]["status"].as_str().unwrap_or_default())).await;
    let page = pages(&printer).pop().expect("a page");
    for line in ["COUNT SLIP", "Counted      $20.00        L$500", "Counted by bartender ___________"] {
        assert!(page.iter().any(|printed| printed == line), "{line:?} is missing:\n{}", page.join("\n"));
    }
}

#[tokio::test]
async fn the_cash_report_adds_the_nights_up() {
    let (bar, shift) = played().await;
    for _ in 0..2 {
        bar.counts(&bar.manager(), &shift, "10.00", "10260.00", json!({})).await.ok();
    }
    let report = bar.manager().get("/api/reports/cash?from=2026-11-21&to=2026-11-21").await.ok();
    expect_rows(&report, "bridge", &[("sales", "30.74", "950.00"), ("takings", "26.00", "1710.00"), ("cash", "26.00", "1330.00")]);
    let over_short = report["overShort"].as_array().expect("rows");
    assert_eq!(over_short.len(), 2);
    assert_fields(&over_short[1], json!({"number": "Z-000002", "amountUSD": "-10.00", "amountLRD": "1900.00", "handInUSD": "0.00"}));
    assert_fields(&report["payOuts"][0], json!({"reason": "Ice", "amountLRD": "-750.00"}));
    assert_fields(&report["assumed"], json!({"count": 2}));
    assert_fields(&report["unassigned"], json!({"count": 0, "amountUSD": "0.00"}));
}

#[tokio::test]
async fn the_truth_sheet_of_the_night_says_what_the_drawer_held() {
    let (bar, shift) = played().await;
    for _ in 0..2 {
        bar.counts(&bar.bartender(), &shift, "10.00", "10260.00", json!({})).await.ok();
    }
    let sheets = bar.manager().get("/api/sheets").await.ok();
    let newest = sheets.as_array().expect("a list").first().expect("issued when the last shift closed").clone();
    let sheet = bar.manager().get(&format!("/api/sheets/{}", newest["number"].as_str().expect("a number"))).await.ok();
    // The first shift of the day left what it counted, $40.00 and L$4,000, for the second one: it counts once.
    let expected = json!([
        {"currency": "USD", "expected": "20.00", "counted": "10.00", "difference": "-10.00"},
        {"currency": "LRD", "expected": "8360.00", "counted": "10260.00", "difference": "1900.00"},
    ]);
    assert_eq!(sheet["cash"], expected);
    assert_eq!(sheet["paidOut"], json!([{"category": "Ice", "amountUSD": "0.00", "amountLRD": "750.00"}]));
    assert_eq!(sheet["left"]["paidOutUSD"], "3.95");
    let exceptions = bar.admin().get("/api/reports/exceptions").await.ok();
    let musa = exceptions["rows"].as_array().expect("rows").iter().find(|row| row["userName"] == "bartender").expect("a row").clone();
    assert_fields(&musa, json!({"overUSD": "-10.00", "overLRD": "1900.00"}));
}
