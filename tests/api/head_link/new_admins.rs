//! Admins whom head office sends: the bar's admins allow them, or not.

use serde_json::{Value, json};

use super::FakeHead;
use crate::bar::TestBar;

const PASSWORD: &str = "secret-enough";

/// A change of an account, whose password everybody at head office may know.
fn user(username: &str, role: &str, change: Value) -> Value {
    let hash = web::password::hash(PASSWORD).expect("a hash");
    let mut body = json!({"chainId": username, "username": username, "firstName": "Jane", "lastName": null, "email": null, "phone": null,
        "role": role, "isActive": true, "password": hash});
    for (name, value) in change.as_object().expect("members") {
        body[name] = value.clone();
    }
    body
}

async fn decides(bar: &TestBar, number: u64, accept: bool) -> crate::bar::Answer {
    bar.admin().post(&format!("/api/head-link/directives/{number}/decide"), json!({"accept": accept})).await
}

/// What a sign-in answers: 200, or the status of the refusal.
async fn sign_in(bar: &TestBar, username: &str) -> u16 {
    let body = json!({"username": username, "password": PASSWORD});
    bar.guest().post("/api/auth/login", body).await.status
}

async fn role_of(bar: &TestBar, username: &str) -> Value {
    let users = bar.admin().get("/api/users").await.ok();
    let user = users.as_array().expect("users").iter().find(|user| user["username"] == username);
    user.map_or(Value::Null, |user| user["role"].clone())
}

#[tokio::test]
async fn a_new_admin_waits_until_an_admin_of_the_bar_allows_it() {
    let head = FakeHead::start().await;
    let bar = TestBar::of(&head).await;
    let (_, manager) = bar.hires("musu", "manager").await;
    let number = head.asks("user.set", "now", user("jane", "admin", json!({})));
    let change = bar.wait_for_change(number, "received").await;
    assert_eq!((&change["asks"], &change["body"]["firstName"], &change["body"]["password"]), (&json!(true), &json!("Jane"), &Value::Null));
    // Time does not decide it, and neither does another change.
    let other = head.asks("user.set", "now", user("tom", "manager", json!({})));
    bar.wait_for_change(other, "applied").await;
    assert_eq!((sign_in(&bar, "jane").await, role_of(&bar, "jane").await), (401, Value::Null));
    let path = format!("/api/head-link/directives/{number}/decide");
    manager.post(&path, json!({"accept": true})).await.refused(403, "forbidden");
    let allowed = decides(&bar, number, true).await.ok();
    assert_eq!((&allowed["state"], &allowed["asks"]), (&json!("applied"), &json!(false)), "{allowed}");
    assert_eq!((sign_in(&bar, "jane").await, role_of(&bar, "jane").await), (200, json!("admin")));
    decides(&bar, number, true).await.refused(409, "conflict");
    decides(&bar, number, false).await.refused(409, "conflict");
    decides(&bar, other, true).await.refused(409, "conflict");
}

#[tokio::test]
async fn a_declined_admin_is_none_and_head_office_reads_why() {
    let head = FakeHead::start().await;
    let bar = TestBar::of(&head).await;
    let number = head.asks("user.set", "next_day", user("jane", "admin", json!({})));
    bar.wait_for_change(number, "received").await;
    let declined = decides(&bar, number, false).await.ok();
    assert_eq!((&declined["state"], &declined["code"]), (&json!("refused"), &json!("declined")));
    assert_eq!(sign_in(&bar, "jane").await, 401);
    bar.wait_until_sent().await;
    assert_eq!(head.seen().outcomes[&number][3], "declined");
}

#[tokio::test]
async fn whoever_becomes_an_admin_in_another_way_is_asked_about_too() {
    let head = FakeHead::start().await;
    let mut bar = TestBar::of(&head).await;
    let hired = head.asks("user.set", "now", user("jane", "manager", json!({})));
    bar.wait_for_change(hired, "applied").await;
    // Raised.
    let raised = head.asks("user.set", "now", user("jane", "admin", json!({"password": null})));
    assert_eq!(bar.wait_for_change(raised, "received").await["asks"], true);
    assert_eq!(role_of(&bar, "jane").await, "manager");
    bar.restart().await;
    assert_eq!(role_of(&bar, "jane").await, "manager", "also after a start");
    decides(&bar, raised, true).await.ok();
    assert_eq!(role_of(&bar, "jane").await, "admin");
    // What lets nobody in is made at once.
    let phone = head.asks("user.set", "now", user("jane", "admin", json!({"password": null, "phone": "0770"})));
    bar.wait_for_change(phone, "applied").await;
    // A password of an admin that head office knows.
    let reset = head.asks("user.set", "now", user("jane", "admin", json!({})));
    assert_eq!(bar.wait_for_change(reset, "received").await["asks"], true);
    // Lowering is made at once, and takes the question away: the admin who is allowed later would undo it.
    let lowered = head.asks("user.set", "next_day", user("jane", "manager", json!({"password": null})));
    bar.wait_for_change(lowered, "applied").await;
    assert_eq!(bar.wait_for_change(reset, "refused").await["code"], "superseded");
    decides(&bar, reset, true).await.refused(409, "conflict");
    // Switched on again.
    let off = head.asks("user.set", "now", user("jane", "admin", json!({"password": null, "isActive": false})));
    bar.wait_for_change(off, "applied").await;
    let on = head.asks("user.set", "now", user("jane", "admin", json!({"password": null})));
    assert_eq!(bar.wait_for_change(on, "received").await["asks"], true);
    // Taken back by head office.
    let withdraw = head.asks("withdraw", "now", json!({"number": on}));
    bar.wait_for_change(withdraw, "applied").await;
    decides(&bar, on, true).await.refused(409, "conflict");
    let view = bar.admin().get("/api/head-link").await.ok();
    assert_eq!(view["directives"]["waiting"], 0, "{view}");
}

#[tokio::test]
async fn an_admin_who_was_switched_off_here_does_not_come_back_with_an_older_change() {
    let head = FakeHead::start().await;
    let bar = TestBar::of(&head).await;
    let number = head.asks("user.set", "now", user("jane", "admin", json!({})));
    bar.wait_for_change(number, "received").await;
    decides(&bar, number, true).await.ok();
    let later = head.asks("user.set", "next_day", user("jane", "admin", json!({"password": null, "phone": "0770"})));
    assert_eq!(bar.wait_for_change(later, "received").await["asks"], false);
    let users = bar.admin().get("/api/users").await.ok();
    let jane = users.as_array().expect("users").iter().find(|user| user["username"] == "jane").expect("jane").clone();
    bar.admin().patch(&format!("/api/users/{}", jane["id"]), json!({"isActive": false})).await.ok();
    bar.clock.pass(std::time::Duration::from_secs(24 * 60 * 60));
    bar.takes_order(&[("Club Beer", 1)]).await;
    assert_eq!(bar.wait_for_change(later, "refused").await["code"], "not_allowed");
}
