//! Invitations: who makes them, that a code works once and for fifteen minutes, and joining on a phone and on an enrolled device.

use std::time::Duration;

use serde_json::{Value, json};

use crate::bar::{Answer, Person, TestBar, text};
use crate::devices::{BARTENDER, MANAGER, PIN, cookie_of};

const MINUTE: Duration = Duration::from_secs(60);
const WRONG_CODE: &str = "This code is wrong or has expired";

async fn invites(person: &Person, user_id: u64) -> Answer {
    person.post(&format!("/api/users/{user_id}/invitation"), json!({})).await
}

async fn joins(person: &Person, code: &Value, password: &str) -> Answer {
    person.post("/api/auth/join", json!({"code": code, "newPassword": password})).await
}

#[track_caller]
fn wrong_code(answer: Answer) {
    assert_eq!(answer.refused(400, "invalid")["fields"]["code"], WRONG_CODE);
}

#[tokio::test]
async fn a_new_person_joins_with_a_code_and_a_password_alone() {
    let bar = TestBar::open().await;
    let body = json!({"username": "hawa", "firstName": "Hawa", "invite": true});
    let answer = bar.admin().request("POST", "/api/users").key("hawa").json(&body).send().await;
    let account = answer.created();
    let invitation = &account["invitation"];
    assert_eq!(invitation["expiresAt"], "2026-11-21T20:15:00.000Z");
    let plain = text(&invitation["code"]).replace('-', "");
    assert!(text(&invitation["url"]).ends_with(&format!("/join#{plain}")), "{invitation}");
    assert!(text(&invitation["qr"]).starts_with("data:image/svg+xml;base64,"));
    let joined = joins(&bar.guest(), &invitation["code"], "palm-wine").await;
    let session = cookie_of(&joined, "barback_session");
    let joined = joined.ok();
    assert_eq!((&joined["user"]["username"], &joined["user"]["mustChangePassword"]), (&json!("hawa"), &json!(false)));
    assert_eq!(joined["session"]["kind"], "personal");
    bar.guest().with_cookies(&session).get("/api/auth/me").await.ok();
    bar.signs_in("hawa", "palm-wine").await;
    wrong_code(joins(&bar.guest(), &invitation["code"], "palm-wine-2").await);
    // The same request again finds the account, and makes another code.
    let again = bar.admin().request("POST", "/api/users").key("hawa").json(&body).send().await.created();
    assert_eq!(again["id"], account["id"]);
    assert_ne!(again["invitation"]["code"], invitation["code"]);
    let audit = bar.audit_summaries("people.invited", 5).await;
    assert_eq!(audit, ["hawa was invited with a code", "hawa was invited with a code"]);
}

#[tokio::test]
async fn an_account_is_created_with_a_password_or_an_invitation() {
    let bar = TestBar::open().await;
    let refused = bar.admin().post("/api/users", json!({"username": "hawa", "password": "palm-wine", "invite": true})).await;
    assert_eq!(refused.refused(400, "invalid")["fields"]["password"], "Who is invited chooses the password");
    let refused = bar.admin().post("/api/users", json!({"username": "hawa", "isActive": false, "invite": true})).await;
    assert_eq!(refused.refused(400, "invalid")["fields"]["isActive"], "Only an active person can be invited");
    let account = bar.admin().post("/api/users", json!({"username": "hawa", "password": "palm-wine"})).await.created();
    assert!(account.get("invitation").is_none(), "{account}");
}

#[tokio::test]
async fn managers_invite_bartenders_and_admins_invite_everybody() {
    let bar = TestBar::open().await;
    let (joe, _) = bar.hires("joe", "manager").await;
    invites(&bar.manager(), BARTENDER).await.created();
    for user_id in [1, MANAGER, joe] {
        invites(&bar.manager(), user_id).await.refused(403, "forbidden");
        invites(&bar.admin(), user_id).await.created();
    }
    invites(&bar.bartender(), BARTENDER).await.refused(403, "forbidden");
    invites(&bar.admin(), 999).await.refused(404, "not_found");
    bar.admin().patch(&format!("/api/users/{joe}"), json!({"isActive": false})).await.ok();
    invites(&bar.admin(), joe).await.refused(409, "conflict");
}

#[tokio::test]
async fn a_code_works_for_fifteen_minutes_and_until_the_next_one() {
    let bar = TestBar::open().await;
    let first = invites(&bar.manager(), BARTENDER).await.created();
    let other = invites(&bar.admin(), MANAGER).await.created();
    let second = invites(&bar.manager(), BARTENDER).await.created();
    wrong_code(joins(&bar.guest(), &first["code"], "palm-wine").await);
    bar.clock.pass(15 * MINUTE);
    wrong_code(joins(&bar.guest(), &second["code"], "palm-wine").await);
    wrong_code(joins(&bar.guest(), &other["code"], "palm-wine").await);
    let third = invites(&bar.manager(), BARTENDER).await.created();
    bar.clock.pass(15 * MINUTE - Duration::from_millis(1));
    joins(&bar.guest(), &third["code"], "palm-wine").await.ok();
}

#[tokio::test]
async fn joining_ends_the_sessions_of_before_and_a_refused_try_leaves_the_code() {
    let bar = TestBar::open().await;
    let musa = bar.bartender();
    let invitation = invites(&bar.manager(), BARTENDER).await.created();
    let short = joins(&bar.guest(), &invitation["code"], "short").await.refused(400, "invalid");
    assert_eq!(short["fields"]["newPassword"], "New password must be at least 6 characters");
    let with_pin = json!({"code": invitation["code"], "newPassword": "palm-wine", "newPin": PIN});
    let no_device = bar.guest().post("/api/auth/join", with_pin).await.refused(400, "invalid");
    assert_eq!(no_device["fields"]["newPin"], "A PIN is for enrolled devices");
    musa.get("/api/auth/me").await.ok();
    joins(&bar.guest(), &invitation["code"], "palm-wine").await.ok();
    musa.get("/api/auth/me").await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn managers_see_that_a_person_has_joined() {
    let bar = TestBar::open().await;
    let state = async || bar.manager().get(&format!("/api/users/{BARTENDER}/invitation")).await.ok()["state"].clone();
    assert_eq!(state().await, "gone");
    let first = invites(&bar.manager(), BARTENDER).await.created();
    assert_eq!(state().await, "open");
    joins(&bar.guest(), &first["code"], "palm-wine").await.ok();
    assert_eq!(state().await, "used");
    invites(&bar.manager(), BARTENDER).await.created();
    assert_eq!(state().await, "open");
    bar.clock.pass(15 * MINUTE);
    assert_eq!(state().await, "gone");
}

#[tokio::test]
async fn on_an_enrolled_device_a_person_chooses_a_pin_too() {
    let bar = TestBar::open().await;
    let device = bar.enrols("Bar tablet").await;
    let invitation = invites(&bar.manager(), BARTENDER).await.created();
    let body = |pin: &str| json!({"code": invitation["code"], "newPassword": "palm-wine", "newPin": pin});
    let easy = bar.at(&device).post("/api/auth/join", body("1234")).await.refused(400, "invalid");
    assert_eq!(easy["fields"]["newPin"], "Choose a PIN that is harder to guess");
    let joined = bar.at(&device).post("/api/auth/join", body(PIN)).await.ok();
    assert_eq!((&joined["session"]["kind"], &joined["session"]["deviceId"]), (&json!("device"), &json!(device.id)));
    assert_eq!(joined["user"]["pinStatus"], "set");
    bar.signs_in_by_pin(&device, BARTENDER, PIN).await.get("/api/auth/me").await.ok();
}

#[tokio::test]
async fn five_wrong_codes_make_the_address_wait() {
    let bar = TestBar::open().await;
    let invitation = invites(&bar.manager(), BARTENDER).await.created();
    for _ in 0..5 {
        wrong_code(joins(&bar.guest(), &json!("2222-2222"), "palm-wine").await);
    }
    joins(&bar.guest(), &invitation["code"], "palm-wine").await.refused(429, "too_many_attempts");
}

#[tokio::test]
async fn the_tour_is_offered_once_per_person() {
    let bar = TestBar::open().await;
    let musa = bar.bartender();
    assert_eq!(musa.get("/api/auth/me").await.ok()["tourDone"], false);
    for _ in 0..2 {
        musa.post("/api/auth/tour", json!({})).await.has_status(204);
    }
    assert_eq!(musa.get("/api/auth/me").await.ok()["tourDone"], true);
    assert_eq!(bar.manager().get("/api/auth/me").await.ok()["tourDone"], false);
    assert_eq!(bar.audit_summaries("people.tour_done", 5).await, ["bartender finished the tour"]);
}
