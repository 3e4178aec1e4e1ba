//! Granting on the phone of the person who asked.

use serde_json::{Value, json};

use super::steps::{path, wrong_order};
use crate::bar::{ADMIN_PASSWORD, BARTENDER_PASSWORD, MANAGER_PASSWORD, SECOND, TestBar};
use crate::devices::{BARTENDER, MANAGER, PIN, SENIOR_PIN};
use crate::order_steps::assert_fields;

async fn bar_with_a_question() -> (TestBar, Value) {
    let bar = TestBar::with_rules(json!({"void_sale": "approve"})).await;
    bar.sells("Beer", 2).await;
    let asked = bar.bartender().asks("POST", "/api/sales/1/void", wrong_order()).await.created();
    (bar, asked)
}

fn sign(username: &str, password: &str) -> Value {
    json!({"username": username, "password": password})
}

#[tokio::test]
async fn a_manager_grants_by_password_on_the_phone_of_the_bartender() {
    for (username, password) in [("manager", MANAGER_PASSWORD), ("Admin", ADMIN_PASSWORD)] {
        let (bar, asked) = bar_with_a_question().await;
        let granted = bar.bartender().post(&path(&asked, "grant-here"), sign(username, password)).await.ok();
        let name = username.to_lowercase();
        assert_fields(&granted, json!({"status": "granted", "decidedBy": name, "decidedHow": "password"}));
        let voided = bar.bartender().sends("POST", "/api/sales/1/void", &wrong_order(), &asked).await.ok();
        assert_fields(&voided, json!({"approvalId": 1, "approvedBy": name, "requestedBy": "bartender"}));
        let audit = bar.admin().get("/api/admin/audit?kind=people.approval_granted").await.ok();
        assert_eq!(audit[0]["userName"], name);
        assert_eq!(audit[0]["summary"], "Approved for bartender by password: Void 2 × Beer, \"wrong order\", $4.00 / L$760.00");
    }
}

#[tokio::test]
async fn only_a_manager_who_may_sign_in_grants_here() {
    let (bar, asked) = bar_with_a_question().await;
    let here = path(&asked, "grant-here");
    let musa = bar.bartender();
    let refusal = musa.post(&here, json!({})).await.refused(400, "invalid");
    assert_eq!(refusal["fields"], json!({"username": "Username is required", "password": "Password is required"}));
    musa.post(&here, sign("manager", "wrong")).await.refused(401, "unauthenticated");
    musa.post(&here, sign("nobody", "wrong")).await.refused(401, "unauthenticated");
    musa.post(&here, sign("bartender", BARTENDER_PASSWORD)).await.refused(403, "forbidden");
    let (idle, _) = bar.hires("idle", "manager").await;
    bar.admin().patch(&format!("/api/users/{idle}"), json!({"isActive": false})).await.ok();
    musa.post(&here, sign("idle", "secret-enough")).await.refused(403, "inactive");
    let new = json!({"username": "new", "password": "secret-enough", "role": "manager"});
    bar.admin().post("/api/users", new).await.created();
    musa.post(&here, sign("new", "secret-enough")).await.refused(403, "password_change_required");
    assert_fields(&musa.get("/api/approvals/1").await.ok(), json!({"status": "pending"}));
    musa.get("/api/auth/me").await.ok();
}

#[tokio::test]
async fn nobody_else_grants_here_and_nothing_else_is_granted() {
    let (bar, asked) = bar_with_a_question().await;
    let (_, fatu) = bar.hires("fatu", "bartender").await;
    let here = path(&asked, "grant-here");
    fatu.post(&here, sign("manager", MANAGER_PASSWORD)).await.refused(404, "not_found");
    bar.manager().post(&here, sign("manager", MANAGER_PASSWORD)).await.refused(403, "forbidden");
    bar.bartender().post("/api/approvals/9/grant-here", sign("manager", MANAGER_PASSWORD)).await.refused(404, "not_found");
    bar.clock.pass(SECOND * 181);
    let refusal = bar.bartender().post(&here, sign("manager", MANAGER_PASSWORD)).await.refused(409, "conflict");
    assert_eq!(refusal["approval"]["status"], "expired");
}

#[tokio::test]
async fn guesses_are_slowed_down_as_at_sign_in() {
    let (bar, asked) = bar_with_a_question().await;
    let here = path(&asked, "grant-here");
    let guess = async || bar.bartender().post(&here, sign("manager", "guess")).await;
    let mut refusals = Vec::new();
    for _ in 0..6 {
        refusals.push(guess().await);
    }
    let last = refusals.pop().expect("six");
    assert!(last.header("retry-after").is_some());
    last.refused(429, "too_many_attempts");
}

/// A question that the bartender asked on the bar tablet, signed in by PIN.
async fn bar_with_a_tablet() -> (TestBar, crate::bar::Person, Value) {
    let bar = TestBar::with_rules(json!({"void_sale": "approve"})).await;
    bar.sets_pins().await;
    bar.sells("Beer", 2).await;
    let tablet = bar.enrols("Bar tablet").await;
    let musa = bar.signs_in_by_pin(&tablet, BARTENDER, PIN).await;
    let asked = musa.asks("POST", "/api/sales/1/void", wrong_order()).await.created();
    (bar, musa, asked)
}

fn pin(user_id: u64, pin: &str) -> Value {
    json!({"userId": user_id, "pin": pin})
}

#[tokio::test]
async fn a_manager_grants_by_pin_on_an_enrolled_device() {
    let (bar, musa, asked) = bar_with_a_tablet().await;
    assert_eq!(asked["deviceName"], "Bar tablet");
    let granted = musa.post(&path(&asked, "grant-here"), pin(MANAGER, SENIOR_PIN)).await.ok();
    assert_fields(&granted, json!({"status": "granted", "decidedBy": "manager", "decidedHow": "pin", "deviceName": "Bar tablet"}));
    let voided = musa.sends("POST", "/api/sales/1/void", &wrong_order(), &asked).await.ok();
    assert_fields(&voided, json!({"approvedBy": "manager", "requestedBy": "bartender"}));
    let summary = bar.audit_summaries("people.approval_granted", 1).await;
    assert_eq!(summary, ["Approved for bartender by PIN on Bar tablet: Void 2 × Beer, \"wrong order\", $4.00 / L$760.00"]);
}

#[tokio::test]
async fn wrong_pins_count_as_at_sign_in_and_the_right_one_ends_the_count() {
    let (bar, musa, asked) = bar_with_a_tablet().await;
    let here = path(&asked, "grant-here");
    for left in [4, 3] {
        let refusal = musa.post(&here, pin(MANAGER, "555111")).await.refused(403, "wrong_pin");
        assert_eq!(refusal["triesLeft"], left);
    }
    musa.post(&here, json!({"userId": MANAGER})).await.invalid("PIN is required");
    musa.post(&here, json!({"pin": SENIOR_PIN})).await.invalid("Please choose a person");
    musa.post(&here, pin(BARTENDER, PIN)).await.refused(403, "forbidden");
    musa.post(&here, pin(MANAGER, SENIOR_PIN)).await.ok();
    let again = musa.asks("POST", "/api/sales/1/void", json!({"reason": "x"})).await.created();
    let refusal = musa.post(&path(&again, "grant-here"), pin(MANAGER, "555111")).await.refused(403, "wrong_pin");
    assert_eq!(refusal["triesLeft"], 4, "the count began anew");
    for _ in 0..4 {
        musa.post(&path(&again, "grant-here"), pin(MANAGER, "555111")).await.refused(403, "wrong_pin");
    }
    let waits = musa.post(&path(&again, "grant-here"), pin(MANAGER, SENIOR_PIN)).await;
    assert!(waits.header("retry-after").is_some());
    waits.refused(429, "too_many_attempts");
    assert_fields(&bar.manager().get("/api/approvals/2").await.ok(), json!({"status": "pending"}));
}

#[tokio::test]
async fn a_pin_grants_nothing_on_a_private_phone() {
    let (bar, _, _) = bar_with_a_tablet().await;
    let asked = bar.bartender().asks("POST", "/api/sales/1/void", json!({"reason": "x"})).await.created();
    assert_eq!(asked["deviceName"], json!(null));
    bar.bartender().post(&path(&asked, "grant-here"), pin(MANAGER, SENIOR_PIN)).await.refused(403, "device_required");
}

#[tokio::test]
async fn a_manager_signed_in_by_pin_decides() {
    let (bar, _, asked) = bar_with_a_tablet().await;
    let phone = bar.enrols("Sarah's phone").await;
    let sarah = bar.signs_in_by_pin(&phone, MANAGER, SENIOR_PIN).await;
    let granted = sarah.post(&path(&asked, "grant"), json!({})).await.ok();
    assert_fields(&granted, json!({"status": "granted", "decidedHow": "own_phone"}));
}
