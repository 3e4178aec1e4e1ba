//! Setting, resetting and ending PINs.

use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use super::{ADMIN, BARTENDER, MANAGER, PIN, SENIOR_PIN};
use crate::bar::{ADMIN_PASSWORD, BARTENDER_PASSWORD, MANAGER_PASSWORD, Person, SECOND, TestBar, text};

const EASY: &str = "Choose a PIN that is harder to guess";

async fn status_of(bar: &TestBar, user_id: u64) -> Value {
    let users = bar.admin().get("/api/users").await.ok();
    users.as_array().expect("a list").iter().find(|user| user["id"] == user_id).expect("an account")["pinStatus"].clone()
}

async fn new_pin(person: &Person, password: &str, pin: &str) -> Value {
    person.sets_pin(password, pin).await.refused(400, "invalid")["fields"].clone()
}

#[tokio::test]
async fn a_pin_has_the_right_length_and_is_not_easy_to_guess() {
    let bar = TestBar::open().await;
    bar.admin().put(&format!("/api/users/{BARTENDER}"), json!({"phone": "0770 12 3907"})).await.ok();
    for pin in ["", "123", "1234567", "40a1"] {
        assert_eq!(new_pin(&bar.bartender(), BARTENDER_PASSWORD, pin).await, json!({"newPin": "PIN must be 4 to 6 digits"}), "{pin}");
    }
    for pin in ["1111", "1234", "6543", "1984", "1212", "123123", "2580", "0852", "3907"] {
        assert_eq!(new_pin(&bar.bartender(), BARTENDER_PASSWORD, pin).await, json!({"newPin": EASY}), "{pin}");
    }
    for (person, password) in [(bar.manager(), MANAGER_PASSWORD), (bar.admin(), ADMIN_PASSWORD)] {
        assert_eq!(new_pin(&person, password, PIN).await, json!({"newPin": "PIN must be 6 digits"}));
    }
    assert_eq!(status_of(&bar, BARTENDER).await, "none");
    let user = bar.bartender().sets_pin(BARTENDER_PASSWORD, PIN).await.ok();
    assert_eq!((&user["username"], &user["pinStatus"]), (&json!("bartender"), &json!("set")));
    assert_eq!(status_of(&bar, BARTENDER).await, "set");
    assert_eq!(bar.bartender().get("/api/auth/me").await.ok()["pinStatus"], "set");
    // No answer tells that two people have the same PIN.
    let (_, fatu) = bar.hires("fatu", "bartender").await;
    fatu.sets_pin("secret-enough", PIN).await.ok();
}

#[tokio::test]
async fn the_password_must_be_right() {
    let bar = TestBar::open().await;
    let fields = new_pin(&bar.bartender(), "wrong", PIN).await;
    assert_eq!(fields, json!({"currentPassword": "Current password is incorrect"}));
    let fields = bar.bartender().post("/api/pin", json!({})).await.refused(400, "invalid")["fields"].clone();
    assert_eq!(fields, json!({"newPin": "PIN must be 4 to 6 digits", "currentPassword": "Current password is required"}));
    for _ in 0..4 {
        new_pin(&bar.bartender(), "wrong", PIN).await;
    }
    bar.bartender().sets_pin(BARTENDER_PASSWORD, PIN).await.refused(429, "too_many_attempts");
    assert_eq!(status_of(&bar, BARTENDER).await, "none");
}

#[tokio::test]
async fn on_a_device_the_present_pin_is_needed_too() {
    let (bar, device) = TestBar::with_device().await;
    let person = bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    let change = |pin: Option<&str>| {
        let (person, body) = (person.clone(), json!({"newPin": "9402", "currentPassword": BARTENDER_PASSWORD, "currentPin": pin}));
        async move { person.post("/api/pin", body).await }
    };
    assert_eq!(change(None).await.refused(400, "invalid")["fields"], json!({"currentPin": "Current PIN is required"}));
    assert_eq!(change(Some("9999")).await.refused(400, "invalid")["fields"], json!({"currentPin": "Wrong PIN"}));
    assert_eq!(bar.admin().get("/api/admin/audit?kind=people.wrong_pin").await.ok().as_array().map(Vec::len), Some(1), "it counts");
    change(Some(PIN)).await.ok();
    bar.tries_pin(&device, BARTENDER, PIN).await.refused(403, "wrong_pin");
    bar.signs_in_by_pin(&device, BARTENDER, "9402").await;
}

#[tokio::test]
async fn the_box_key_and_the_hashes_are_files_of_their_own() {
    let (mut bar, device) = TestBar::with_device().await;
    let folder = bar.store().folder().expect("a folder").path().to_owned();
    for name in ["pin.key", "pin.hashes"] {
        assert_eq!(folder.join(name).metadata().expect("there").permissions().mode() & 0o777, 0o600, "{name}");
    }
    bar.restart().await;
    bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    // A store without the file of hashes, such as a copy of the books, knows no PIN.
    std::fs::remove_file(folder.join("pin.hashes")).expect("removed");
    bar.restart().await;
    bar.tries_pin(&device, BARTENDER, PIN).await.refused(403, "wrong_pin");
}

#[tokio::test]
async fn own_pins_and_those_of_others_are_removed() {
    let (bar, device) = TestBar::with_device().await;
    bar.bartender().delete(&format!("/api/users/{MANAGER}/pin")).await.refused(403, "forbidden");
    bar.bartender().delete("/api/users/999999/pin").await.refused(403, "forbidden");
    bar.manager().delete(&format!("/api/users/{BARTENDER}/pin")).await.refused(403, "forbidden");
    bar.admin().delete("/api/users/999999/pin").await.refused(404, "not_found");
    bar.bartender().delete(&format!("/api/users/{BARTENDER}/pin")).await.has_status(204);
    bar.bartender().delete(&format!("/api/users/{BARTENDER}/pin")).await.has_status(204);
    bar.admin().delete(&format!("/api/users/{MANAGER}/pin")).await.has_status(204);
    assert_eq!((status_of(&bar, BARTENDER).await, status_of(&bar, MANAGER).await), (json!("none"), json!("none")));
    bar.tries_pin(&device, BARTENDER, PIN).await.refused(403, "wrong_pin");
}

#[tokio::test]
async fn a_pin_ends_with_its_account_a_given_password_and_a_role_that_needs_more_digits() {
    let bar = TestBar::open().await;
    for (number, (method, body)) in [
        ("PATCH", json!({"isActive": false})),
        ("PUT", json!({"password": "a-new-one"})),
        ("PUT", json!({"role": "manager"})),
        ("DELETE", json!({})),
    ]
    .into_iter()
    .enumerate()
    {
        let (id, person) = bar.hires(&format!("person{number}"), "bartender").await;
        person.sets_pin("secret-enough", PIN).await.ok();
        assert_eq!(status_of(&bar, id).await, "set");
        assert!(bar.admin().request(method, &format!("/api/users/{id}")).json(&body).send().await.status < 300);
        if method != "DELETE" {
            assert_eq!(status_of(&bar, id).await, "none", "{method} {body}");
        }
        let audit = bar.admin().get("/api/admin/audit?kind=people.pin_removed").await.ok();
        assert_eq!(audit[0]["summary"], format!("The PIN of person{number} ended"));
    }
    let (id, person) = bar.hires("long", "bartender").await;
    person.sets_pin("secret-enough", SENIOR_PIN).await.ok();
    bar.admin().put(&format!("/api/users/{id}"), json!({"role": "manager", "firstName": "Long"})).await.ok();
    assert_eq!(status_of(&bar, id).await, "set", "six digits are enough for a manager");
}

#[tokio::test]
async fn a_forgotten_pin_is_chosen_anew_with_a_code() {
    let (bar, device) = TestBar::with_device().await;
    let path = format!("/api/users/{BARTENDER}/pin-reset");
    bar.bartender().post(&path, json!({})).await.refused(403, "forbidden");
    bar.manager().post(&format!("/api/users/{MANAGER}/pin-reset"), json!({})).await.refused(403, "forbidden");
    bar.manager().post(&format!("/api/users/{ADMIN}/pin-reset"), json!({})).await.refused(403, "forbidden");
    bar.manager().post("/api/users/999/pin-reset", json!({})).await.refused(404, "not_found");
    let made = bar.manager().request("POST", &path).send().await.created();
    assert_eq!(made["expiresAt"], "2026-11-21T20:10:00.000Z");
    let code = text(&made["code"]).to_owned();
    let reset = |code: &str, pin: &str| {
        let (browser, body) = (bar.at(&device), json!({"userId": BARTENDER, "code": code, "newPin": pin}));
        async move { browser.post("/api/pin/reset", body).await }
    };
    let wrong = reset("2222-2222", "9402").await.invalid("This code is wrong or has expired");
    assert_eq!(wrong["fields"], json!({"code": "This code is wrong or has expired"}));
    assert_eq!(reset(&code, "1212").await.refused(400, "invalid")["fields"], json!({"newPin": EASY}), "and the code still works");
    let answer = reset(&code.to_lowercase(), "9402").await.ok();
    assert_eq!((&answer["user"]["pinStatus"], &answer["session"]["kind"]), (&json!("set"), &json!("device")));
    assert_eq!(answer["session"]["wrongTries"], 1, "a wrong code is a wrong try");
    reset(&code, "9403").await.invalid("This code is wrong or has expired");
    bar.signs_in_by_pin(&device, BARTENDER, "9402").await;
    bar.guest().post("/api/pin/reset", json!({"userId": BARTENDER, "code": code, "newPin": "9402"})).await.refused(403, "device_required");
    let audit = bar.admin().get("/api/admin/audit?kind=people.pin_reset").await.ok();
    assert_eq!((&audit[0]["userName"], &audit[0]["summary"]), (&json!("manager"), &json!("A code for a new PIN of bartender was made")));
}

#[tokio::test]
async fn a_reset_code_has_an_end_and_five_wrong_ones_wait() {
    let (bar, device) = TestBar::with_device().await;
    let made = bar.admin().post(&format!("/api/users/{MANAGER}/pin-reset"), json!({})).await.created();
    let body = |code: &str| json!({"userId": MANAGER, "code": code, "newPin": "940213"});
    bar.clock.pass(600 * SECOND);
    for _ in 0..5 {
        bar.at(&device).post("/api/pin/reset", body(text(&made["code"]))).await.refused(400, "invalid");
    }
    let made = bar.admin().post(&format!("/api/users/{MANAGER}/pin-reset"), json!({})).await.created();
    bar.at(&device).post("/api/pin/reset", body(text(&made["code"]))).await.refused(429, "too_many_attempts");
    bar.clock.pass(30 * SECOND);
    assert_eq!(
        bar.at(&device)
            .post("/api/pin/reset", json!({"userId": MANAGER, "code": made["code"], "newPin": PIN}))
            .await
            .refused(400, "invalid")["fields"],
        json!({"newPin": "PIN must be 6 digits"})
    );
    bar.at(&device).post("/api/pin/reset", body(text(&made["code"]))).await.ok();
}
