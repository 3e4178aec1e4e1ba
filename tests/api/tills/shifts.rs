//! Shifts: their modes, opening, counting, closing, handing over, and what bartenders see of them.

use serde_json::json;

use super::{DRAWER, SAFE, count};
use crate::bar::{TestBar, text, values_of};
use crate::order_steps::assert_fields;

#[tokio::test]
async fn the_first_mode_makes_a_drawer_and_a_safe() {
    let bar = TestBar::open().await;
    assert_eq!(bar.bartender().get("/api/tills").await.ok(), json!([]));
    bar.sets_cash(json!({"mode": "drawer"})).await;
    let tills = bar.bartender().get("/api/tills").await.ok();
    assert_eq!(values_of(&tills, "name"), ["Drawer", "Safe"]);
    assert_fields(&tills[0], json!({"id": 1, "kind": "drawer", "shared": true, "openShiftId": null, "cashUSD": null}));
    assert_fields(&bar.manager().get("/api/tills").await.ok()[1], json!({"kind": "safe", "cashUSD": "0.00", "cashLRD": "0.00"}));
    bar.sets_cash(json!({"mode": "off"})).await;
    bar.sets_cash(json!({"mode": "purses"})).await;
    assert_eq!(bar.bartender().get("/api/tills").await.ok().as_array().map(Vec::len), Some(2), "they are made once");
}

#[tokio::test]
async fn an_open_shift_keeps_its_mode() {
    let bar = TestBar::with_tills("drawer").await;
    let shift = bar.opens(&bar.bartender(), DRAWER, "20.00", "0.00").await;
    let refusal = bar.admin().put("/api/settings", json!({"cash": {"mode": "off"}})).await.refused(409, "shift_open");
    assert_eq!(refusal["shiftId"], shift["id"]);
    bar.sets_cash(json!({"mode": "drawers"})).await;
    let again = bar.bartender().post("/api/shifts", json!({"tillId": DRAWER, "count": count("0", "0")})).await;
    assert_eq!(again.refused(409, "shift_open")["shiftId"], shift["id"]);
    bar.bartender().post("/api/shifts", json!({"tillId": SAFE, "count": count("0", "0")})).await.refused(403, "forbidden");
    bar.manager().post("/api/shifts", json!({"tillId": SAFE, "count": count("0", "0")})).await.refused(409, "conflict");
}

#[tokio::test]
async fn who_counts_blind_finds_no_figure() {
    let bar = TestBar::with_tills("drawer").await;
    let musa = bar.bartender();
    let first = bar.opens(&musa, DRAWER, "20.00", "100.00").await;
    bar.sells("Beer", 2).await;
    let closed = bar.counts(&musa, &first, "23.00", "100.00", json!({})).await.ok();
    let shift = bar.opens(&musa, DRAWER, "22.00", "100.00").await;
    for seen in [&closed["shift"], &shift, &musa.get(&format!("/api/shifts/{}", first["id"])).await.ok()] {
        for member in
            ["expectedUSD", "expectedLRD", "overShortUSD", "overShortLRD", "leaveUSD", "openingDifferenceUSD", "openingDifferenceLRD"]
        {
            assert_eq!(seen[member], json!(null), "{member}");
        }
    }
    assert_eq!(musa.get("/api/tills").await.ok()[0]["cashUSD"], json!(null));
    for path in ["/api/shifts/1/x", "/api/z", "/api/z/Z-000001", "/api/reports/cash"] {
        musa.get(path).await.refused(403, "forbidden");
    }
    musa.post("/api/z/Z-000001/print", json!({})).await.refused(403, "forbidden");
    assert_fields(
        &bar.manager().get("/api/shifts/1").await.ok(),
        json!({"expectedUSD": "24.00", "overShortUSD": "-1.00", "leaveUSD": "23.00"}),
    );
    assert_fields(&bar.manager().get("/api/shifts/2").await.ok(), json!({"openingDifferenceUSD": "-1.00", "openingDifferenceLRD": "0.00"}));
    bar.sets_cash(json!({"blindCount": false})).await;
    assert_eq!(text(&musa.get("/api/z/Z-000001").await.ok()["number"]), "Z-000001");
    musa.get("/api/shifts/2/x").await.ok();
    let (_, fatu) = bar.hires("fatu", "bartender").await;
    fatu.get("/api/z/Z-000001").await.refused(403, "forbidden");
    assert_eq!(fatu.get("/api/z").await.ok(), json!([]));
}

#[tokio::test]
async fn a_count_in_pieces_must_give_the_amounts() {
    let bar = TestBar::with_tills("drawer").await;
    bar.sets_cash(json!({"countBy": "pieces"})).await;
    let open = async |count: serde_json::Value| bar.bartender().post("/api/shifts", json!({"tillId": DRAWER, "count": count})).await;
    let pieces = |twenties: u32| {
        json!([{"currency": "USD", "value": "20.00", "quantity": twenties}, {"currency": "USD", "value": "1.00", "quantity": 4},
            {"currency": "LRD", "value": "1000.00", "quantity": 12}, {"currency": "LRD", "value": "50.00", "quantity": 7}])
    };
    let of = |usd: &str, pieces| json!({"amountUSD": usd, "amountLRD": "12350.00", "pieces": pieces});
    assert_eq!(open(of("80.00", pieces(4))).await.refused(400, "invalid")["fields"]["count"], "The pieces come to $84.00 and L$12,350");
    assert_eq!(open(json!({"amountUSD": "1.00"})).await.refused(400, "invalid")["fields"]["count"], "Count both currencies");
    assert_eq!(open(json!(null)).await.refused(400, "invalid")["fields"]["count"], "Count both currencies");
    bar.sets_cash(json!({"lrdCoins": false})).await;
    let coins = json!({"amountUSD": "0.00", "amountLRD": "10.00", "pieces": [{"currency": "LRD", "value": "10.00", "quantity": 1}]});
    open(coins).await.refused(400, "invalid");
    let torn = json!([{"currency": "USD", "amount": "5.00", "reason": "torn"}]);
    let opened = open(json!({"amountUSD": "84.00", "amountLRD": "12350.00", "pieces": pieces(4), "bad": torn})).await.created();
    assert_eq!(opened["opening"]["bad"], json!([{"currency": "USD", "amount": "5.00", "reason": "torn"}]));
}

#[tokio::test]
async fn a_sale_while_somebody_counts_is_in_the_expected_cash() {
    let bar = TestBar::with_tills("drawer").await;
    let musa = bar.bartender();
    let shift = bar.opens(&musa, DRAWER, "20.00", "4000.00").await;
    let path = format!("/api/shifts/{}/counting", shift["id"]);
    assert_fields(&musa.post(&path, json!({})).await.ok(), json!({"state": "counting", "countingBy": "bartender", "cashSince": 0}));
    bar.sells("Beer", 1).await;
    musa.post("/api/sales", json!({"productId": bar.id_of("Beer").await, "quantity": 1, "paymentMethod": "card"})).await.created();
    assert_fields(&bar.manager().get("/api/shifts/1").await.ok(), json!({"cashSince": 1, "expectedUSD": "22.00"}));
    assert_fields(&musa.delete(&path).await.ok(), json!({"state": "open", "countingBy": null, "cashSince": 0}));
    let closed = bar.counts(&musa, &shift, "22.00", "4000.00", json!({})).await.ok();
    assert_eq!((&closed["recount"], &closed["zNumber"]), (&json!(false), &json!("Z-000001")));
    let again = bar.counts(&musa, &shift, "22.00", "4000.00", json!({})).await.refused(409, "shift_closed");
    assert_eq!(again["zNumber"], "Z-000001");
    let found = bar.opens(&musa, DRAWER, "22.00", "3980.00").await;
    let seen = bar.manager().get(&format!("/api/shifts/{}", found["id"])).await.ok();
    assert_fields(&seen, json!({"openingDifferenceUSD": "0.00", "openingDifferenceLRD": "-20.00", "expectedLRD": "3980.00"}));
}

#[tokio::test]
async fn a_close_fails_for_nothing_that_it_finds() {
    let bar = TestBar::with_tills("drawer").await;
    // Nothing listens there.
    let dead = json!([{"name": "Bar", "url": "tcp://127.0.0.1:9", "columns": 32, "opensDrawer": true}]);
    bar.admin().put("/api/settings", json!({"printers": dead, "autoPrint": true})).await.ok();
    let shift = bar.opens(&bar.bartender(), DRAWER, "1000.00", "0.00").await;
    bar.takes_order(&[("Beer", 1)]).await;
    bar.bartender()
        .post("/api/credit", json!({"customerName": "Joe", "productId": bar.id_of("Beer").await, "quantity": 1}))
        .await
        .created();
    let namesake = json!({"customerName": "Joe", "customerPhone": "0770 111 111", "productId": bar.id_of("Beer").await, "quantity": 1});
    bar.bartender().post("/api/credit", namesake).await.created();
    assert_eq!(bar.counts(&bar.bartender(), &shift, "0.00", "0.00", json!({})).await.ok()["recount"], true);
    let closed = bar.counts(&bar.bartender(), &shift, "0.00", "0.00", json!({})).await.ok();
    assert_eq!(closed["zNumber"], "Z-000001");
    let z = bar.manager().get("/api/z/Z-000001").await.ok();
    assert_eq!((&z["openOrders"]["count"], &z["openTabs"]["count"]), (&json!(1), &json!(2)));
    let jobs = bar.manager().get("/api/print-jobs").await.ok();
    let slip = jobs.as_array().expect("a list").iter().find(|job| job["kind"] == "count_slip").expect("the slip waits for the printer");
    assert_ne!(slip["status"], "printed");
    let more = bar.opens(&bar.bartender(), DRAWER, "10.00", "0.00").await;
    let refusal = bar.counts(&bar.bartender(), &more, "10.00", "0.00", json!({"leaveUSD": "10.01"})).await.refused(400, "invalid");
    assert_eq!(refusal["fields"]["leaveUSD"], "More than was counted");
}

#[tokio::test]
async fn a_hand_over_is_one_count_with_two_people() {
    let bar = TestBar::with_tills("drawer").await;
    let (fatu_id, fatu) = bar.hires("fatu", "bartender").await;
    let first = bar.opens(&bar.bartender(), DRAWER, "40.00", "4260.00").await;
    let handed = json!({"leaveUSD": "10.00", "handTo": fatu_id});
    assert_eq!(bar.counts(&bar.bartender(), &first, "40.00", "4260.00", handed).await.ok()["zNumber"], "Z-000001");
    let second = fatu.get("/api/shifts?status=open").await.ok()[0].clone();
    assert_fields(&second, json!({"responsibleName": "fatu", "confirmed": false}));
    let path = format!("/api/shifts/{}/confirm", second["id"]);
    bar.bartender().post(&path, json!({})).await.refused(403, "forbidden");
    let confirmed = fatu.post(&path, json!({"count": count("9.00", "4260.00")})).await.ok();
    assert_eq!(confirmed["confirmed"], true);
    fatu.post(&path, json!({})).await.refused(409, "conflict");
    let seen = bar.manager().get(&format!("/api/shifts/{}", second["id"])).await.ok();
    assert_fields(&seen, json!({"openingDifferenceUSD": "-1.00", "openingDifferenceLRD": "0.00", "expectedUSD": "9.00"}));
    assert_eq!(bar.cash_of(SAFE).await.0, "30.00");
    assert_eq!(bar.manager().get("/api/z/Z-000001").await.ok()["handedTo"], "fatu");
    // A dollar less than expected.
    while bar.counts(&fatu, &second, "8.00", "4260.00", json!({})).await.ok()["recount"] == true {}
    let cash = bar.sheet().await["cash"].clone();
    let dollars = json!({"currency": "USD", "expected": "39.00", "counted": "38.00", "difference": "-1.00"});
    let liberian = json!({"currency": "LRD", "expected": "4260.00", "counted": "4260.00", "difference": "0.00"});
    assert_eq!(cash, json!([dollars, liberian]), "what was left for the next shift counts once");
}

#[tokio::test]
async fn a_shift_that_is_closed_without_a_count_leaves_what_is_expected() {
    let bar = TestBar::with_tills("drawer").await;
    let shift = bar.opens(&bar.bartender(), DRAWER, "20.00", "500.00").await;
    bar.sells("Beer", 1).await;
    let path = format!("/api/shifts/{}/close-uncounted", shift["id"]);
    bar.manager().post(&path, json!({})).await.invalid("Reason is required");
    let asked = bar.bartender().post(&path, json!({"reason": "Police"})).await.refused(403, "approval_required");
    assert_eq!(asked["approval"]["kind"], "uncounted_close");
    let closed = bar.manager().post(&path, json!({"reason": "Police"})).await.ok();
    assert_fields(&closed["shift"], json!({"leaveUSD": "22.00", "leaveLRD": "500.00", "overShortUSD": null, "state": "closed"}));
    assert_eq!(bar.manager().get("/api/z/Z-000001").await.ok()["notCounted"], true);
}
