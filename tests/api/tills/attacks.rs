//! Two phones at once, retries, power cuts, restores, and people who use what is not theirs.

use serde_json::json;

use super::{DRAWER, count};
use crate::bar::TestBar;
use crate::order_steps::assert_fields;

#[tokio::test]
async fn two_phones_close_one_shift_once() {
    let bar = TestBar::with_tills("drawer").await;
    let shift = bar.opens(&bar.bartender(), DRAWER, "20.00", "0.00").await;
    let (musa, manager) = (bar.bartender(), bar.manager());
    let close = |person| bar.counts(person, &shift, "20.00", "0.00", json!({}));
    let (one, other) = tokio::join!(close(&musa), close(&manager));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let loser = if one.status == 409 { one } else { other };
    assert_eq!(loser.refused(409, "shift_closed")["zNumber"], "Z-000001");
    assert_eq!(manager.get("/api/z").await.ok().as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_power_cut_between_count_and_answer_gives_the_same_z() {
    let mut bar = TestBar::with_tills("drawer").await;
    let shift = bar.opens(&bar.bartender(), DRAWER, "20.00", "0.00").await;
    bar.sells("Beer", 3).await;
    let path = format!("/api/shifts/{}/count", shift["id"]);
    let send = |bar: &TestBar| bar.bartender().request("POST", &path).key("close").json(&json!({"count": count("26.00", "0.00")})).send();
    let first = send(&bar).await.ok();
    bar.loses_power().await;
    assert_eq!(send(&bar).await.ok(), first);
    assert_eq!(bar.manager().get("/api/z").await.ok().as_array().map(Vec::len), Some(1));
    bar.opens(&bar.bartender(), DRAWER, "26.00", "0.00").await;
}

#[tokio::test]
async fn what_belongs_to_another_is_left_alone() {
    let bar = TestBar::with_tills("purses").await;
    let (fatu_id, fatu) = bar.hires("fatu", "bartender").await;
    let purse = bar.admin().post("/api/tills", json!({"name": "Fatu's purse", "kind": "purse", "userId": fatu_id})).await.created();
    let id = purse["id"].as_u64().expect("an id");
    let musa = bar.bartender();
    musa.post("/api/shifts", json!({"tillId": id, "count": count("0", "0")})).await.refused(403, "forbidden");
    let shift = bar.opens(&fatu, id, "20.00", "0.00").await;
    bar.moves(&musa, id, json!({"kind": "pay_in", "amountUSD": "1.00", "reason": "x"})).await.refused(403, "forbidden");
    bar.counts(&musa, &shift, "20.00", "0.00", json!({})).await.refused(403, "forbidden");
    musa.post(&format!("/api/shifts/{}/counting", shift["id"]), json!({})).await.refused(403, "forbidden");
    let sale = json!({"productId": bar.id_of("Beer").await, "quantity": 1, "tillId": id});
    musa.post("/api/sales", sale).await.refused(409, "no_shift");
    bar.admin().patch(&format!("/api/users/{fatu_id}"), json!({"isActive": false})).await.ok();
    let closed = bar.counts(&bar.manager(), &shift, "20.00", "0.00", json!({})).await.ok();
    assert_fields(&closed, json!({"recount": false, "zNumber": "Z-000001"}));
    for path in ["/api/tills", "/api/shifts", "/api/shifts/1", "/api/shifts/1/x", "/api/z", "/api/reports/cash", "/api/tills/1/movements"] {
        bar.guest().get(path).await.refused(401, "unauthenticated");
    }
}

#[tokio::test]
async fn phones_hear_of_shifts_and_of_no_amounts() {
    let bar = TestBar::with_tills("drawer").await;
    let mut phone = crate::live::updates::LiveClient::listen(&bar.bartender(), None).await;
    let shift = bar.opens(&bar.bartender(), DRAWER, "20.00", "0.00").await;
    while !phone.next_change().await.expect("a change").topics.contains(&"shifts".to_owned()) {}
    bar.sells("Beer", 1).await;
    assert!(!phone.next_change().await.expect("a change").topics.contains(&"shifts".to_owned()), "a sale tells nothing of the till");
    bar.bartender().post(&format!("/api/shifts/{}/counting", shift["id"]), json!({})).await.ok();
    while !phone.next_change().await.expect("a change").topics.contains(&"shifts".to_owned()) {}
    bar.sells("Beer", 1).await;
    assert!(phone.next_change().await.expect("a change").topics.contains(&"shifts".to_owned()), "while it is counted, it does");
}
