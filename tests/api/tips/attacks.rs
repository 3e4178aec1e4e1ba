//! Two phones at once, retries, power cuts, people who left.

use serde_json::json;

use super::{BARTENDER, pair};
use crate::bar::TestBar;
use crate::devices::{MANAGER, PIN, SENIOR_PIN};
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

#[tokio::test]
async fn a_colleague_pays_tips_out_with_that_persons_pin_on_a_till_device_alone() {
    let bar = TestBar::with_tips("person").await;
    bar.sets_pins().await;
    let device = bar.enrols("Bar tablet").await;
    let (fatu, phone) = bar.hires("fatu", "bartender").await;
    phone.sets_pin("secret-enough", "7350").await.ok();
    bar.sells_for(json!({"amountUSD": "20.00", "tipUSD": "10.00"})).await;
    let payout = |amount: &str, pin: Option<&str>| json!({"userId": BARTENDER, "amountUSD": amount, "pin": pin});
    // On a private phone: no sum, whatever is tried.
    for amount in ["10.00", "9999"] {
        let refused = phone.post("/api/tips/payout", payout(amount, None)).await.refused(403, "forbidden");
        assert!(!refused.to_string().contains("10.00") && refused.get("dueUSD").is_none(), "{refused}");
        phone.post("/api/tips/payout", payout(amount, Some(PIN))).await.refused(403, "device_required");
    }
    phone.post("/api/tips/payout", json!({"userId": 999, "amountUSD": "1.00"})).await.refused(403, "forbidden");
    let at_bar = bar.signs_in_by_pin(&device, fatu, "7350").await;
    at_bar.post("/api/tips/payout", payout("10.00", None)).await.refused(403, "forbidden");
    let wrong = at_bar.post("/api/tips/payout", payout("10.00", Some("7351"))).await.refused(403, "wrong_pin");
    assert_eq!(wrong["triesLeft"], 4);
    // The PIN of a manager, and one's own, are not that person's.
    at_bar.post("/api/tips/payout", payout("10.00", Some(SENIOR_PIN))).await.refused(403, "wrong_pin");
    at_bar.post("/api/tips/payout", payout("9999", Some(PIN))).await.refused(409, "conflict");
    let send = || at_bar.request("POST", "/api/tips/payout").key("tips").json(&payout("10.00", Some(PIN))).send();
    let paid = send().await.created();
    assert_fields(&paid, json!({"amountUSD": "10.00", "dueUSD": "0.00"}));
    assert_eq!(send().await.created(), paid, "a retry pays nothing twice");
    assert_eq!(bar.audit_summaries("people", 1).await, ["Tips of bartender paid out: $10.00, confirmed with the PIN on Bar tablet"]);
    // The right PIN ended the count: five more tries before a wait.
    let wrong = at_bar.post("/api/tips/payout", payout("1.00", Some("7351"))).await.refused(403, "wrong_pin");
    assert_eq!(wrong["triesLeft"], 4);
}

#[tokio::test]
async fn guesses_of_a_colleagues_pin_at_a_payout_count_and_wait() {
    let (bar, device) = TestBar::with_device().await;
    let (fatu, _) = bar.hires("fatu", "bartender").await;
    let at_bar = bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    for left in [4, 3, 2, 1, 0] {
        let body = json!({"userId": MANAGER, "amountUSD": "1.00", "pin": "123987"});
        let wrong = at_bar.post("/api/tips/payout", body).await.refused(403, "wrong_pin");
        assert_eq!(wrong["triesLeft"], left);
    }
    let right = json!({"userId": MANAGER, "amountUSD": "1.00", "pin": SENIOR_PIN});
    at_bar.post("/api/tips/payout", right).await.refused(429, "too_many_attempts");
    at_bar.post("/api/tips/payout", json!({"userId": fatu, "amountUSD": "1.00", "pin": "1"})).await.refused(403, "wrong_pin");
}

#[tokio::test]
async fn a_tip_out_of_a_till_is_a_payout_by_the_same_rules() {
    let bar = TestBar::with_tips("person").await;
    bar.sets_cash(json!({"mode": "drawer", "countBy": "totals"})).await;
    let (_, fatu) = bar.hires("fatu", "bartender").await;
    bar.opens(&fatu, crate::tills::DRAWER, "50.00", "0.00").await;
    bar.sells_for(json!({"amountUSD": "20.00", "tipUSD": "10.00"})).await;
    let tip_out = |amount: &str| json!({"kind": "tip_out", "userId": BARTENDER, "amountUSD": amount});
    for amount in ["10.00", "9999"] {
        let refused = bar.moves(&fatu, crate::tills::DRAWER, tip_out(amount)).await.refused(403, "forbidden");
        assert!(!refused.to_string().contains("10.00"), "{refused}");
    }
    let above = bar.moves(&bar.bartender(), crate::tills::DRAWER, tip_out("10.01")).await.refused(409, "conflict");
    assert_eq!(above["message"], "That is more than is due");
    bar.moves(&bar.manager(), crate::tills::DRAWER, tip_out("4.00")).await.created();
    bar.moves(&bar.bartender(), crate::tills::DRAWER, tip_out("6.00")).await.created();
    assert_eq!(bar.due("bartender").await, pair("0.00", "0.00"));
}
