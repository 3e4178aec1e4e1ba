//! Movements of cash: what each does, what it needs, corrections, transfers, purses, safes.

use serde_json::{Value, json};

use super::{DRAWER, SAFE, count, expect_rows};
use crate::bar::{Person, TestBar};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::assert_fields;

#[tokio::test]
async fn an_exchange_says_what_it_gains_and_can_be_corrected_once() {
    let bar = TestBar::with_tills("drawer").await;
    let musa = bar.bartender();
    let shift = bar.opens(&musa, DRAWER, "100.00", "10000.00").await;
    let exchange = |gives: &str, usd: &str, lrd: &str| json!({"kind": "exchange", "gives": gives, "amountUSD": usd, "amountLRD": lrd});
    let even = bar.moves(&musa, DRAWER, exchange("USD", "20.00", "3800.00")).await.created();
    assert_fields(&even, json!({"amountUSD": "-20.00", "amountLRD": "3800.00", "rateGainLRD": "0.00", "status": "done"}));
    // A loss of 2.6 % is more than a bartender may make without asking.
    bar.moves(&musa, DRAWER, exchange("USD", "20.00", "3700.00")).await.refused(403, "approval_required");
    let under = bar.moves(&bar.manager(), DRAWER, exchange("USD", "20.00", "3700.00")).await.created();
    assert_eq!(under["rateGainLRD"], "-100.00");
    let other = bar.moves(&musa, DRAWER, exchange("LRD", "20.00", "3850.00")).await.created();
    assert_fields(&other, json!({"amountUSD": "20.00", "amountLRD": "-3850.00", "rateGainLRD": "-50.00"}));
    bar.moves(&musa, DRAWER, json!({"kind": "exchange", "gives": "USD", "amountUSD": "20.00"})).await.invalid("Please enter an amount");
    let path = format!("/api/movements/{}/correct", even["id"]);
    musa.post(&path, json!({"reason": "Counted wrong"})).await.refused(403, "approval_required");
    bar.manager().post(&path, json!({})).await.invalid("Reason is required");
    let corrected = bar.manager().post(&path, json!({"reason": "Counted wrong"})).await.created();
    assert_fields(&corrected, json!({"kind": "correction", "amountUSD": "20.00", "amountLRD": "-3800.00", "correctsId": even["id"]}));
    bar.manager().post(&path, json!({"reason": "Again"})).await.refused(409, "conflict");
    bar.manager().post(&format!("/api/movements/{}/correct", corrected["id"]), json!({"reason": "Undo"})).await.refused(409, "conflict");
    expect_rows(&bar.x(&shift).await, "cash", &[("expected", "100.00", "9850.00"), ("correction", "20.00", "-3800.00")]);
}

#[tokio::test]
async fn a_pay_out_above_the_limit_needs_an_approval() {
    let bar = TestBar::with_tills("drawer").await;
    let musa = bar.bartender();
    bar.moves(&musa, DRAWER, json!({"kind": "pay_out", "amountLRD": "10.00", "reason": "Ice"})).await.refused(409, "no_shift");
    bar.opens(&musa, DRAWER, "100.00", "10000.00").await;
    let pay_out = |lrd: &str| json!({"kind": "pay_out", "amountLRD": lrd, "reason": "Fuel"});
    bar.moves(&musa, DRAWER, json!({"kind": "pay_out", "amountLRD": "10.00"})).await.invalid("Reason is required");
    bar.moves(&musa, DRAWER, json!({"kind": "pay_out", "reason": "Ice"})).await.invalid("Please enter an amount");
    bar.moves(&musa, DRAWER, pay_out("4000.01")).await.refused(403, "approval_required");
    bar.moves(&musa, DRAWER, pay_out("4000.00")).await.created();
    let refused = bar.moves(&musa, DRAWER, pay_out("4000.01")).await.refused(403, "approval_required");
    assert_eq!(refused["approval"]["kind"], "pay_out");
    let path = format!("/api/tills/{DRAWER}/movements");
    let asked = musa.asks("POST", &path, pay_out("4000.01")).await.created();
    let granted = bar.grants(&asked).await;
    let paid = musa.sends("POST", &path, &pay_out("4000.01"), &granted).await.created();
    assert_fields(&paid, json!({"approvedBy": "manager", "amountLRD": "-4000.01"}));
    bar.sets_rules(json!({"pay_out": "deny"})).await;
    bar.moves(&musa, DRAWER, pay_out("4000.01")).await.refused(403, "forbidden");
    bar.moves(&bar.manager(), DRAWER, pay_out("500.00")).await.created();
}

#[tokio::test]
async fn a_safe_has_a_running_balance_and_is_counted() {
    let bar = TestBar::with_tills("drawer").await;
    let (musa, manager) = (bar.bartender(), bar.manager());
    bar.opens(&musa, DRAWER, "300.00", "0.00").await;
    bar.moves(&musa, DRAWER, json!({"kind": "drop", "amountUSD": "300.00"})).await.created();
    let list = manager.get(&format!("/api/tills/{SAFE}/movements")).await.ok();
    assert_fields(&list[0], json!({"kind": "drop", "amountUSD": "300.00", "balanceUSD": "300.00", "otherTillId": DRAWER}));
    musa.get(&format!("/api/tills/{SAFE}/movements")).await.refused(403, "forbidden");
    musa.post(&format!("/api/tills/{SAFE}/count"), json!({"count": count("290.00", "0.00")})).await.refused(403, "forbidden");
    let counted = manager.post(&format!("/api/tills/{SAFE}/count"), json!({"count": count("290.00", "0.00")})).await.created();
    assert_fields(&counted, json!({"kind": "count", "amountUSD": "-10.00", "balanceUSD": "290.00"}));
    bar.moves(&manager, SAFE, json!({"kind": "bank", "amountUSD": "400.00"})).await.created();
    assert_eq!(bar.cash_of(SAFE).await.0, "-110.00", "a safe may go negative");
    bar.moves(&musa, DRAWER, json!({"kind": "bank", "amountUSD": "1.00"})).await.refused(400, "invalid");
    let float = json!({"kind": "float", "amountUSD": "5.00"});
    bar.moves(&musa, DRAWER, float.clone()).await.refused(403, "approval_required");
    bar.moves(&manager, DRAWER, float).await.created();
    assert_eq!((bar.cash_of(DRAWER).await.0, bar.cash_of(SAFE).await.0), ("5.00".to_owned(), "-115.00".to_owned()));
}

#[tokio::test]
async fn a_purse_hands_in_what_it_holds_as_a_transfer() {
    let bar = TestBar::with_tills("purses").await;
    let (musa, manager) = (bar.bartender(), bar.manager());
    bar.opens(&manager, DRAWER, "100.00", "10000.00").await;
    let purse = json!({"name": "Musa's purse", "kind": "purse", "userId": crate::devices::BARTENDER, "usualFloatUSD": "20.00", "usualFloatLRD": "2000.00"});
    let purse = bar.admin().post("/api/tills", purse).await.created();
    let id = purse["id"].as_u64().expect("an id");
    let float = json!({"fromTillId": DRAWER, "amountUSD": "20.00", "amountLRD": "2000.00"});
    let body = json!({"tillId": id, "count": count("20.00", "2000.00"), "float": float});
    let shift = musa.post("/api/shifts", body).await.created();
    bar.stocks("Bottle", "46.00", 9).await;
    let bottle = bar.id_of("Bottle").await;
    let sale = musa.post("/api/sales", json!({"productId": bottle, "quantity": 1})).await.created();
    assert_eq!(sale["payment"]["tillName"], "Musa's purse");
    let cash = json!([{"method": "cash", "currency": "LRD", "amount": "4300.00"}]);
    let rice = bar.id_of("Rice").await;
    musa.post("/api/sales", json!({"productId": rice, "quantity": 4, "tenders": cash})).await.created();
    bar.counts(&musa, &shift, "66.00", "5750.00", json!({"toTillId": DRAWER})).await.ok();
    let waiting = manager.get(&format!("/api/tills/{id}/movements")).await.ok()[0].clone();
    assert_fields(&waiting, json!({"kind": "transfer", "status": "offered", "amountUSD": "-66.00", "amountLRD": "-5750.00"}));
    // The purse is closed; who uses the drawer learns of it all the same.
    let of_purse = format!("/api/tills/{id}/movements");
    assert_eq!(musa.get(&of_purse).await.ok(), json!([waiting]));
    let accept = format!("/api/movements/{}/accept", waiting["id"]);
    musa.post(&accept, json!({"amountUSD": "66.00", "amountLRD": "5750.00"})).await.refused(403, "forbidden");
    manager.post(&accept, json!({"amountUSD": "66.00", "amountLRD": "5730.00"})).await.created();
    manager.post(&accept, json!({"amountUSD": "66.00"})).await.refused(409, "conflict");
    let report = manager.get("/api/reports/cash").await.ok();
    assert_fields(&report["overShort"][0], json!({"handInLRD": "-20.00", "handInUSD": "0.00", "amountLRD": "-50.00"}));
    assert_eq!(bar.cash_of(DRAWER).await, ("146.00".to_owned(), "13730.00".to_owned()));
    bar.admin()
        .post("/api/tills", json!({"name": "Another", "kind": "purse", "userId": crate::devices::BARTENDER}))
        .await
        .refused(409, "taken");
    bar.admin().delete(&format!("/api/tills/{SAFE}")).await.refused(409, "conflict");
    bar.admin().delete(&format!("/api/tills/{id}")).await.has_status(204);
}

/// A drawer that was opened with $20.00, and took $5.00 for a beer of $2.00: the rest is a tip. With the bartender and the shift.
async fn with_a_tip() -> (TestBar, Person, Value) {
    let bar = TestBar::with_tills("drawer").await;
    bar.sets_tips("person").await;
    let musa = bar.bartender();
    let shift = bar.opens(&musa, DRAWER, "20.00", "0.00").await;
    let sale = json!({"productId": bar.id_of("Beer").await, "quantity": 1, "amountUSD": "5.00", "keepChange": true});
    musa.post("/api/sales", sale).await.created();
    (bar, musa, shift)
}

#[tokio::test]
async fn tips_that_are_paid_out_leave_the_drawer() {
    let (bar, musa, shift) = with_a_tip().await;
    expect_rows(&bar.x(&shift).await, "bridge", &[("takings", "2.00", "0.00"), ("tips", "3.00", "0.00"), ("cash", "5.00", "0.00")]);
    musa.post("/api/tips/payout", json!({"userId": crate::devices::BARTENDER, "amountUSD": "1.00"})).await.created();
    bar.moves(&musa, DRAWER, json!({"kind": "tip_out", "userId": crate::devices::BARTENDER, "amountUSD": "1.50"})).await.created();
    bar.moves(&musa, DRAWER, json!({"kind": "tip_out", "userId": crate::devices::BARTENDER, "amountUSD": "1.50"}))
        .await
        .refused(409, "conflict");
    assert_eq!(bar.due("bartender").await, crate::tips::pair("0.50", "0.00"));
    expect_rows(&bar.x(&shift).await, "cash", &[("tip_out", "-2.50", "0.00"), ("expected", "22.50", "0.00")]);
}

#[tokio::test]
async fn the_drawer_opened_by_hand_is_a_movement_without_money() {
    let bar = TestBar::with_tills("drawer").await;
    let (bar_printer, of_till) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Normal));
    let drawers =
        [("Bar", &bar_printer, json!({"opensDrawer": true})), ("Till", &of_till, json!({"opensDrawer": true, "receipts": false}))];
    bar.sets_up_printers(&drawers).await;
    let drawer = json!({"name": "Drawer", "kind": "drawer", "shared": true, "printerId": 2});
    bar.admin().put(&format!("/api/tills/{DRAWER}"), drawer).await.ok();
    let shift = bar.opens(&bar.bartender(), DRAWER, "20.00", "0.00").await;
    bar.bartender().post("/api/drawer", json!({"reason": "Change for a taxi"})).await.has_status(202);
    let movements = bar.bartender().get(&format!("/api/tills/{DRAWER}/movements")).await.ok();
    assert_fields(&movements[0], json!({"kind": "no_sale", "amountUSD": "0.00", "reason": "Change for a taxi", "shiftId": shift["id"]}));
    assert_eq!(bar.x(&shift).await["noSales"], 1);
    bar.manager().post(&format!("/api/movements/{}/correct", movements[0]["id"]), json!({"reason": "x"})).await.refused(409, "conflict");
    bar.sells("Beer", 1).await;
    let jobs = bar.manager().get("/api/print-jobs").await.ok();
    let opened = jobs.as_array().expect("jobs").iter().find(|job| job["kind"] == "drawer").expect("cash opens a drawer").clone();
    assert_eq!(opened["printerName"], "Till", "that of the till");
}

#[tokio::test]
async fn only_the_drawer_of_an_open_till_is_opened_by_hand() {
    let bar = TestBar::with_tills("drawers").await;
    let (first, second) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Normal));
    let opens = || json!({"opensDrawer": true});
    bar.sets_up_printers(&[("Bar", &first, opens()), ("Terrace", &second, opens())]).await;
    let terrace = json!({"name": "Terrace", "kind": "drawer", "shared": true, "printerId": 2});
    let terrace = bar.admin().post("/api/tills", terrace).await.created()["id"].as_u64().expect("an id");
    let musa = bar.bartender();
    let open = |body| musa.post("/api/drawer", body);
    open(json!({})).await.refused(409, "no_shift");
    open(json!({"tillId": DRAWER})).await.refused(409, "no_shift");
    open(json!({"tillId": SAFE})).await.refused(404, "not_found");
    open(json!({"tillId": 99})).await.refused(404, "not_found");
    bar.manager().post("/api/drawer", json!({"tillId": SAFE})).await.refused(404, "not_found");
    // A printer is not a way to the drawer of a till that is shut.
    open(json!({"printerId": 2})).await.refused(409, "no_shift");
    bar.opens(&musa, DRAWER, "20.00", "0.00").await;
    open(json!({"tillId": terrace})).await.refused(409, "no_shift");
    assert_eq!(open(json!({"printerId": 2})).await.has_status(202)["printerName"], "Bar", "that of the only open till");
    bar.opens(&musa, terrace, "20.00", "0.00").await;
    let refused = open(json!({})).await.refused(409, "choose_till");
    assert_eq!(refused["tills"].as_array().map(Vec::len), Some(2));
    assert_eq!(open(json!({"tillId": terrace})).await.has_status(202)["printerName"], "Terrace");
    for till in [DRAWER, terrace] {
        let movements = bar.manager().get(&format!("/api/tills/{till}/movements")).await.ok();
        let kinds: Vec<&str> = movements.as_array().expect("rows").iter().filter_map(|row| row["kind"].as_str()).collect();
        assert_eq!(kinds.iter().filter(|kind| **kind == "no_sale").count(), 1, "one movement for each opening: {movements}");
    }
    let jobs = bar.manager().get("/api/print-jobs").await.ok();
    assert_eq!(jobs.as_array().expect("jobs").iter().filter(|job| job["kind"] == "drawer").count(), 2, "what was refused opened nothing");
}

#[tokio::test]
async fn a_change_of_a_till_keeps_what_it_does_not_name() {
    let bar = TestBar::with_tills("drawer").await;
    let printer = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Bar", &printer, json!({"opensDrawer": true}))]).await;
    let full =
        json!({"name": "Front", "kind": "drawer", "shared": true, "printerId": 1, "usualFloatUSD": "20.00", "usualFloatLRD": "500.00"});
    let path = format!("/api/tills/{DRAWER}");
    let admin = bar.admin();
    let change = |body| admin.put(&path, body);
    assert_fields(&change(full.clone()).await.ok(), full.clone());
    let renamed = change(json!({"name": "Counter"})).await.ok();
    assert_fields(&renamed, crate::tips::with(full.clone(), &json!({"name": "Counter"})));
    let emptied = change(json!({"printerId": null, "usualFloatLRD": null})).await.ok();
    assert_fields(
        &emptied,
        json!({"name": "Counter", "shared": true, "printerId": null, "usualFloatUSD": "20.00", "usualFloatLRD": "0.00"}),
    );
    change(json!({"name": null})).await.refused(400, "invalid");
    change(json!({"shared": false, "userId": 999})).await.invalid("Unknown user");
    let own = change(json!({"shared": false, "userId": crate::devices::BARTENDER})).await.ok();
    assert_fields(&own, json!({"shared": false, "userId": crate::devices::BARTENDER}));
    assert_fields(&change(json!({"name": "Musu's"})).await.ok(), json!({"name": "Musu's", "userId": crate::devices::BARTENDER}));
    bar.admin().post("/api/tills", json!({"shared": true})).await.refused(400, "invalid");
}

#[tokio::test]
async fn tips_are_paid_out_of_an_open_till_only() {
    let (bar, musa, shift) = with_a_tip().await;
    let pay = |body| musa.post("/api/tips/payout", body);
    let one = |till: u64| json!({"userId": crate::devices::BARTENDER, "amountUSD": "1.00", "tillId": till});
    pay(one(SAFE)).await.refused(404, "not_found");
    pay(one(99)).await.refused(404, "not_found");
    pay(one(DRAWER)).await.created();
    bar.counts(&musa, &shift, "24.00", "0.00", json!({})).await.ok();
    pay(one(DRAWER)).await.refused(409, "no_shift");
    pay(json!({"userId": crate::devices::BARTENDER, "amountUSD": "1.00"})).await.refused(409, "no_shift");
    assert_eq!(bar.due("bartender").await, crate::tips::pair("2.00", "0.00"), "what was refused is still due");
}

#[tokio::test]
async fn change_for_an_opening_above_the_usual_needs_an_approval() {
    let bar = TestBar::with_tills("drawer").await;
    let drawer = json!({"name": "Drawer", "kind": "drawer", "shared": true, "usualFloatUSD": "20.00"});
    bar.admin().put(&format!("/api/tills/{DRAWER}"), drawer).await.ok();
    let open = |usd: &str| json!({"tillId": DRAWER, "count": count(usd, "0.00"), "float": {"fromTillId": SAFE, "amountUSD": usd}});
    let refused = bar.bartender().post("/api/shifts", open("20.01")).await.refused(403, "approval_required");
    assert_eq!(refused["approval"]["kind"], "float");
    bar.bartender().post("/api/shifts", open("20.00")).await.created();
    assert_eq!((bar.cash_of(DRAWER).await.0, bar.cash_of(SAFE).await.0), ("20.00".to_owned(), "-20.00".to_owned()));
}

#[tokio::test]
async fn change_that_a_till_was_opened_with_is_corrected_on_both_sides() {
    let bar = TestBar::with_tills("drawer").await;
    let (musa, manager) = (bar.bartender(), bar.manager());
    let float = json!({"fromTillId": SAFE, "amountUSD": "5.00", "amountLRD": "100.00"});
    let opened = json!({"tillId": DRAWER, "count": count("25.00", "100.00"), "float": float});
    let shift = manager.post("/api/shifts", opened).await.created();
    assert_eq!(bar.cash_of(SAFE).await, ("-5.00".to_owned(), "-100.00".to_owned()));
    let float = manager.get(&format!("/api/tills/{SAFE}/movements")).await.ok()[0].clone();
    assert_fields(&float, json!({"kind": "float", "otherTillId": DRAWER}));
    let path = format!("/api/movements/{}/correct", float["id"]);
    manager.post(&path, json!({"reason": "It was the drawer's own"})).await.created();
    manager.post(&path, json!({"reason": "Again"})).await.refused(409, "conflict");
    assert_eq!(bar.cash_of(SAFE).await, ("0.00".to_owned(), "0.00".to_owned()));
    expect_rows(
        &bar.x(&shift).await,
        "cash",
        &[("opening", "25.00", "100.00"), ("correction", "-5.00", "-100.00"), ("expected", "20.00", "0.00")],
    );
    let own = musa.get(&format!("/api/tills/{DRAWER}/movements")).await.ok();
    assert_fields(&own[0], json!({"kind": "correction", "amountUSD": "-5.00", "forEarlierShifts": false, "correctsId": float["id"]}));
}
