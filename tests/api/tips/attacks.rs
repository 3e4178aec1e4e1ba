//! Two phones at once, retries, power cuts, people who left.

use serde_json::json;

use super::{BARTENDER, pair};
use crate::bar::TestBar;
use crate::order_steps::assert_fields;

#[tokio::test]
async fn two_phones_pay_the_same_tips_out_once() {
    let bar = TestBar::with_tips("person").await;
    bar.sells_for(json!({"amountUSD": "10.00", "keepChange": true})).await;
    let (musa, manager) = (bar.bartender(), bar.manager());
    let all = || json!({"amountUSD": "2.50"});
    let (one, other) = tokio::join!(bar.pays_tips_out(&musa, BARTENDER, all()), bar.pays_tips_out(&manager, BARTENDER, all()));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    assert_eq!(bar.due("bartender").await, pair("0.00", "0.00"));
}

#[tokio::test]
async fn a_retry_takes_a_tip_and_pays_it_out_once_also_after_a_power_cut() {
    let mut bar = TestBar::with_tips("person").await;
    let sale = json!({"productId": bar.id_of("Cocktail").await, "quantity": 1, "amountUSD": "10.00", "keepChange": true});
    let payout = json!({"userId": BARTENDER, "amountUSD": "1.00"});
    let sell = |bar: &TestBar| bar.bartender().request("POST", "/api/sales").key("tip").json(&sale).send();
    let pay = |bar: &TestBar| bar.bartender().request("POST", "/api/tips/payout").key("payout").json(&payout).send();
    let (sold, paid) = (sell(&bar).await.created(), pay(&bar).await.created());
    bar.loses_power().await;
    assert_eq!((sell(&bar).await.created(), pay(&bar).await.created()), (sold, paid));
    assert_eq!(bar.due("bartender").await, pair("1.50", "0.00"));
}

#[tokio::test]
async fn tips_of_a_person_who_left_and_of_another_mode_stay_due() {
    let bar = TestBar::with_tips("person").await;
    let (id, _) = bar.hires("fatu", "bartender").await;
    bar.sells_for(json!({"amountUSD": "10.00", "keepChange": true, "tipUserId": id})).await;
    bar.admin().delete(&format!("/api/users/{id}")).await.has_status(204);
    bar.sets_tips("off").await;
    assert_fields(&bar.tips_row("fatu").await, json!({"userId": id, "earnedUSD": "2.50", "dueUSD": "2.50"}));
    bar.pays_tips_out(&bar.manager(), id, json!({"amountUSD": "2.50"})).await.created();
    assert_fields(&bar.manager().get("/api/tips").await.ok(), json!({"mode": "off", "poolUSD": "0.00"}));
}

#[tokio::test]
async fn a_tip_that_was_paid_out_and_given_back_is_owed_by_the_person() {
    let bar = TestBar::with_tips("person").await;
    let sale = bar.sells_for(json!({"amountUSD": "10.00", "keepChange": true})).await;
    bar.pays_tips_out(&bar.bartender(), BARTENDER, json!({"amountUSD": "2.50"})).await.created();
    let path = format!("/api/sales/{}/void", sale["id"]);
    bar.manager().post(&path, json!({"reason": "Wrong drink", "returnTip": true})).await.ok();
    assert_eq!(bar.due("bartender").await, pair("-2.50", "0.00"));
    bar.pays_tips_out(&bar.bartender(), BARTENDER, json!({"amountUSD": "1.00"})).await.refused(409, "conflict");
    bar.sells_for(json!({"amountUSD": "11.00", "keepChange": true})).await;
    bar.pays_tips_out(&bar.bartender(), BARTENDER, json!({"amountUSD": "1.00"})).await.created();
    assert_eq!(bar.due("bartender").await, pair("0.00", "0.00"));
}

#[tokio::test]
async fn another_phone_hears_of_a_tip() {
    let bar = TestBar::with_tips("person").await;
    let mut phone = crate::live::updates::LiveClient::listen(&bar.manager(), None).await;
    bar.sells_for(json!({"amountUSD": "10.00", "keepChange": true})).await;
    // What came before the sale may be told after the stream began.
    while !phone.next_change().await.expect("a change").topics.contains(&"tips".to_owned()) {}
    bar.pays_tips_out(&bar.bartender(), BARTENDER, json!({"amountUSD": "1.00"})).await.created();
    assert_eq!(phone.next_change().await.expect("a change").topics, ["tips"]);
}
