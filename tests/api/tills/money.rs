//! The till of each payment, references, ticks.

use std::time::Duration;

use serde_json::{Value, json};

use super::{DRAWER, count, expect_rows};
use crate::bar::TestBar;
use crate::order_steps::assert_fields;

async fn tries(bar: &TestBar, more: Value) -> crate::bar::Answer {
    let sale = json!({"productId": bar.id_of("Beer").await, "quantity": 1});
    bar.bartender().post("/api/sales", crate::tips::with(sale, &more)).await
}

#[tokio::test]
async fn cash_without_a_shift_is_unassigned_or_refused() {
    let bar = TestBar::with_tills("drawer").await;
    let sold = tries(&bar, json!({})).await.created();
    assert_fields(&sold["payment"], json!({"tillId": null, "shiftId": null}));
    tries(&bar, json!({"paymentMethod": "card"})).await.created();
    let list = bar.manager().get("/api/payments?unassigned=true").await.ok();
    assert_eq!(list.as_array().map(Vec::len), Some(1));
    bar.sets_cash(json!({"requireShift": true})).await;
    tries(&bar, json!({})).await.refused(409, "no_shift");
    tries(&bar, json!({"paymentMethod": "card"})).await.created();
    let shift = bar.opens(&bar.bartender(), DRAWER, "0.00", "0.00").await;
    let sold = tries(&bar, json!({})).await.created();
    assert_fields(&sold["payment"], json!({"tillId": DRAWER, "tillName": "Drawer", "shiftId": shift["id"]}));
    let of_shift = bar.manager().get(&format!("/api/payments?shiftId={}", shift["id"])).await.ok();
    assert_eq!(of_shift.as_array().map(Vec::len), Some(1));
    let x = bar.x(&shift).await;
    assert_fields(&x["unassigned"], json!({"count": 1, "amountUSD": "2.00"}));
    let report = bar.manager().get("/api/reports/cash").await.ok();
    assert_fields(&report["unassigned"], json!({"count": 1, "amountUSD": "2.00"}));
    bar.counts(&bar.bartender(), &shift, "2.00", "0.00", json!({})).await.ok();
    let next = bar.opens(&bar.bartender(), DRAWER, "2.00", "0.00").await;
    assert_fields(&bar.x(&next).await["unassigned"], json!({"count": 0}));
}

#[tokio::test]
async fn cash_in_both_currencies_is_one_payment_without_a_till() {
    let bar = TestBar::with_tills("drawer").await;
    let tenders = json!([
        {"method": "cash", "currency": "USD", "amount": "1.00"},
        {"method": "cash", "currency": "LRD", "amount": "190.00"},
    ]);
    tries(&bar, json!({"tenders": tenders})).await.created();
    let report = bar.manager().get("/api/reports/cash").await.ok();
    assert_fields(&report["unassigned"], json!({"count": 1, "amountUSD": "1.00", "amountLRD": "190.00"}));
}

#[tokio::test]
async fn two_shared_drawers_must_be_told_apart() {
    let bar = TestBar::with_tills("drawers").await;
    let second = bar.admin().post("/api/tills", json!({"name": "Terrace", "kind": "drawer", "shared": true})).await.created();
    let id = second["id"].as_u64().expect("an id");
    bar.opens(&bar.bartender(), DRAWER, "0.00", "0.00").await;
    bar.opens(&bar.manager(), id, "0.00", "0.00").await;
    let refusal = tries(&bar, json!({})).await.refused(409, "choose_till");
    assert_eq!(refusal["tills"], json!([{"id": DRAWER, "name": "Drawer"}, {"id": id, "name": "Terrace"}]));
    tries(&bar, json!({"paymentMethod": "card"})).await.created();
    assert_eq!(tries(&bar, json!({"tillId": id})).await.created()["payment"]["tillName"], "Terrace");
    tries(&bar, json!({"tillId": 99})).await.refused(409, "no_shift");
    bar.expect_stock("Beer", 48).await;
    let sale = tries(&bar, json!({"tillId": DRAWER})).await.created();
    let path = format!("/api/sales/{}/void", sale["id"]);
    bar.manager().post(&path, json!({"reason": "x"})).await.refused(409, "choose_till");
    bar.manager().post(&path, json!({"reason": "x", "tillId": id})).await.ok();
    assert_eq!((bar.cash_of(DRAWER).await.0, bar.cash_of(id).await.0), ("2.00".to_owned(), "0.00".to_owned()));
    chosen_on_the_phone(&bar, id).await;
    // The till of an enrolled device comes before the choice.
    bar.sets_pins().await;
    let device = bar.enrols_with(json!({"name": "Terrace tablet", "kind": "till", "tillId": id})).await;
    let on_device = bar.signs_in_by_pin(&device, crate::devices::BARTENDER, crate::devices::PIN).await;
    let sold = on_device.post("/api/sales", json!({"productId": bar.id_of("Beer").await, "quantity": 1})).await.created();
    assert_eq!(sold["payment"]["tillId"], id);
}

/// A phone that was asked sends the same request again with the till in a header: under the same key, as often as it wants.
async fn chosen_on_the_phone(bar: &TestBar, till_id: u64) {
    let body = json!({"productId": bar.id_of("Beer").await, "quantity": 1});
    let person = bar.bartender();
    let sale = || person.request("POST", "/api/sales").json(&body).key("which-till");
    sale().send().await.refused(409, "choose_till");
    sale().header("till", "Terrace").send().await.refused(409, "choose_till");
    let sold = sale().header("till", &till_id.to_string()).send().await.created();
    assert_eq!(sold["payment"]["tillId"], till_id);
    assert_eq!(sale().send().await.created(), sold);
    // What is named in the body comes first.
    let named = json!({"productId": body["productId"], "quantity": 1, "tillId": DRAWER});
    let sold = person.request("POST", "/api/sales").json(&named).header("till", &till_id.to_string()).send().await.created();
    assert_eq!(sold["payment"]["tillId"], DRAWER);
}

#[tokio::test]
async fn a_refund_of_a_closed_shift_leaves_its_z_as_it_was() {
    let bar = TestBar::with_tills("drawer").await;
    let musa = bar.bartender();
    let first = bar.opens(&musa, DRAWER, "0.00", "0.00").await;
    let whisky = bar.sells("Whisky", 1).await;
    let card = tries(&bar, json!({"paymentMethod": "digital"})).await.created();
    bar.counts(&musa, &first, "6.00", "0.00", json!({})).await.ok();
    let z = bar.manager().get("/api/z/Z-000001").await.ok();
    let second = bar.opens(&musa, DRAWER, "6.00", "0.00").await;
    bar.manager().post(&format!("/api/sales/{}/void", whisky["id"]), json!({"reason": "x"})).await.ok();
    expect_rows(
        &bar.x(&second).await,
        "cash",
        &[("refundsEarlier", "-6.00", "0.00"), ("refunds", "0.00", "0.00"), ("expected", "0.00", "0.00")],
    );
    bar.manager().post(&format!("/api/sales/{}/void", card["id"]), json!({"reason": "x"})).await.ok();
    let x = bar.x(&second).await;
    expect_rows(&x, "cash", &[("expected", "0.00", "0.00")]);
    expect_rows(
        &x,
        "bridge",
        &[("voided", "-8.00", "0.00"), ("takings", "-8.00", "0.00"), ("notCash", "2.00", "0.00"), ("cash", "-6.00", "0.00")],
    );
    assert_eq!(bar.manager().get("/api/z/Z-000001").await.ok(), z);
}

#[tokio::test]
async fn part_payments_are_received_by_one_shift_and_used_by_another() {
    let bar = TestBar::with_tills("drawer").await;
    let musa = bar.bartender();
    let first = bar.opens(&musa, DRAWER, "0.00", "0.00").await;
    let order = bar.takes_order(&[("Whisky", 1), ("Rice", 1)]).await;
    bar.pays(&order, json!({"amountUSD": "5.00"})).await.ok();
    bar.counts(&musa, &first, "5.00", "0.00", json!({})).await.ok();
    let second = bar.opens(&musa, DRAWER, "5.00", "0.00").await;
    bar.pays(&order, json!({"amountLRD": "500.00"})).await.ok();
    bar.pays(&order, json!({"amountLRD": "640.00"})).await.ok();
    let x = bar.x(&second).await;
    expect_rows(
        &x,
        "bridge",
        &[
            ("sales", "6.00", "950.00"),
            ("partsUsed", "-5.00", "0.00"),
            ("partsReceived", "0.00", "0.00"),
            ("takings", "0.00", "1140.00"),
            ("cash", "0.00", "1140.00"),
        ],
    );
    expect_rows(
        &bar.manager().get("/api/z/Z-000001").await.ok(),
        "bridge",
        &[("partsReceived", "5.00", "0.00"), ("takings", "5.00", "0.00")],
    );
}

#[tokio::test]
async fn mobile_money_is_ticked_against_the_bars_phone() {
    let bar = TestBar::with_tills("drawer").await;
    let musa = bar.bartender();
    let shift = bar.opens(&musa, DRAWER, "0.00", "0.00").await;
    let sold = tries(&bar, json!({"paymentMethod": "digital", "reference": "AB-12"})).await.created();
    tries(&bar, json!({})).await.created();
    let path = format!("/api/shifts/{}/references", shift["id"]);
    let list = musa.get(&path).await.ok();
    assert_eq!(list.as_array().map(Vec::len), Some(1));
    assert_fields(
        &list[0],
        json!({"paymentId": sold["payment"]["id"], "index": 0, "name": "Digital Payment", "reference": "AB12", "ticked": false}),
    );
    let tick = format!("/api/payments/{}/tenders/0/tick", sold["payment"]["id"]);
    assert_fields(&musa.put(&tick, json!({"ticked": true})).await.ok(), json!({"ticked": true, "tickedBy": "bartender"}));
    musa.put(&tick, json!({"ticked": true})).await.ok();
    assert_eq!(bar.x(&shift).await["references"], json!({"count": 1, "ticked": 1}));
    bar.counts(&musa, &shift, "2.00", "0.00", json!({})).await.ok();
    bar.manager().put(&tick, json!({"ticked": false})).await.ok();
    assert_eq!(bar.manager().get("/api/z/Z-000001").await.ok()["references"], json!({"count": 1, "ticked": 1}), "the Z keeps its figure");
    musa.put("/api/payments/2/tenders/0/tick", json!({"ticked": true})).await.refused(404, "not_found");
    musa.put(&tick, json!({})).await.refused(400, "invalid");
    let note = json!({"text": "Found under the tray", "count": count("3.00", "0.00")});
    let noted = bar.manager().post("/api/z/Z-000001/notes", note).await.created();
    assert_fields(&noted["notes"][0], json!({"text": "Found under the tray", "userName": "manager"}));
    musa.post("/api/z/Z-000001/notes", json!({"text": "x"})).await.refused(403, "forbidden");
}

/// The person who takes the till over finds what the one before did not see.
#[tokio::test]
async fn mobile_money_that_was_not_seen_is_found_in_the_next_shift() {
    let bar = TestBar::with_tills("drawer").await;
    let musa = bar.bartender();
    let (hawa_id, hawa) = bar.hires("hawa", "bartender").await;
    let first = bar.opens(&musa, DRAWER, "0.00", "0.00").await;
    let seen = tries(&bar, json!({"paymentMethod": "digital", "reference": "AB-12"})).await.created();
    let missed = tries(&bar, json!({"paymentMethod": "digital", "reference": "AB-13"})).await.created();
    let tick = |sold: &Value| format!("/api/payments/{}/tenders/0/tick", sold["payment"]["id"]);
    musa.put(&tick(&seen), json!({"ticked": true})).await.ok();
    bar.counts(&musa, &first, "0.00", "0.00", json!({"handTo": hawa_id})).await.ok();
    let next = &bar.manager().get("/api/shifts?status=open").await.ok()[0];
    let earlier = |shift: &Value| format!("/api/shifts/{}/references?earlier=true", shift["id"]);
    let references = async |path: String| crate::bar::values_of(&hawa.get(&path).await.ok(), "reference");

    assert_eq!(hawa.get(&format!("/api/shifts/{}/references", next["id"])).await.ok(), json!([]));
    assert_eq!(references(earlier(next)).await, ["AB13"]);
    assert_eq!(musa.get(&earlier(&first)).await.ok(), json!([]), "a closed shift has no earlier ones");
    hawa.put(&tick(&missed), json!({"ticked": true})).await.ok();
    assert_eq!(hawa.get(&earlier(next)).await.ok(), json!([]));
    assert_eq!(bar.manager().get("/api/z/Z-000001").await.ok()["references"], json!({"count": 2, "ticked": 1}), "the Z keeps its figure");

    // For a week.
    hawa.put(&tick(&missed), json!({"ticked": false})).await.ok();
    bar.clock.pass(Duration::from_secs(7 * 24 * 60 * 60));
    bar.counts(&bar.manager(), next, "0.00", "0.00", json!({})).await.ok();
    let of_day_7 = bar.opens(&bar.manager(), DRAWER, "0.00", "0.00").await;
    assert_eq!(references(earlier(&of_day_7)).await, ["AB13"]);
    bar.clock.pass(Duration::from_secs(24 * 60 * 60));
    bar.counts(&bar.manager(), &of_day_7, "0.00", "0.00", json!({})).await.ok();
    let of_day_8 = bar.opens(&bar.manager(), DRAWER, "0.00", "0.00").await;
    assert_eq!(bar.manager().get(&earlier(&of_day_8)).await.ok(), json!([]));
    bar.manager().get(&format!("/api/shifts/{}/references?earlier=x", of_day_8["id"])).await.invalid("earlier must be true or false");
}
