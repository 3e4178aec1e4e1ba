//! Wrong PINs: waits, the PIN that goes off, the device that locks.

use std::time::Duration;

use serde_json::{Value, json};

use super::{BARTENDER, MANAGER, PIN, SENIOR_PIN, TestDevice};
use crate::bar::{BARTENDER_PASSWORD, MANAGER_PASSWORD, SECOND, TestBar, text};

const WRONG: &str = "9999";

async fn left_after(bar: &TestBar, device: &TestDevice, user_id: u64, pin: &str) -> Value {
    let refused = bar.tries_pin(device, user_id, pin).await.refused(403, "wrong_pin");
    assert_eq!(refused["message"], "Wrong PIN");
    refused["triesLeft"].clone()
}

/// Tries wrong PINs of a person until so many are counted, and waits as long as it takes.
async fn guesses(bar: &TestBar, device: &TestDevice, user_id: u64, count: usize) {
    for _ in 0..count {
        while bar.tries_pin(device, user_id, WRONG).await.status == 429 {
            bar.clock.pass(Duration::from_secs(30));
        }
    }
}

#[tokio::test]
async fn five_wrong_pins_wait_also_after_a_power_cut_and_another_name_signs_in() {
    let (mut bar, device) = TestBar::with_device().await;
    for left in [4, 3, 2, 1, 0] {
        assert_eq!(left_after(&bar, &device, BARTENDER, WRONG).await, left);
    }
    let people = bar.at(&device).get("/api/devices/me").await.ok()["people"].clone();
    let bartender = people.as_array().expect("a list").iter().find(|person| person["userId"] == BARTENDER).expect("a tile");
    assert_eq!(bartender, &json!({"userId": BARTENDER, "name": "bartender", "role": "bartender", "pinStatus": "set", "waitSeconds": 30}));
    for _ in 0..2 {
        let refused = bar.tries_pin(&device, BARTENDER, PIN).await;
        let seconds: u64 = refused.header("retry-after").expect("a time").parse().expect("seconds");
        assert!((1..=30).contains(&seconds), "{seconds}");
        refused.refused(429, "too_many_attempts");
        bar.loses_power().await;
    }
    bar.signs_in_by_pin(&device, MANAGER, SENIOR_PIN).await;
    let other = bar.enrols("Door").await;
    bar.signs_in_by_pin(&other, BARTENDER, PIN).await;
    bar.tries_pin(&device, BARTENDER, PIN).await.refused(429, "too_many_attempts");
    bar.clock.pass(30 * SECOND);
    bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    assert_eq!(left_after(&bar, &device, BARTENDER, WRONG).await, 4, "the right PIN ends the count");
}

#[tokio::test]
async fn the_wait_doubles_and_the_right_password_there_ends_it() {
    let (bar, device) = TestBar::with_device().await;
    guesses(&bar, &device, BARTENDER, 5).await;
    for seconds in [30, 60, 120, 240, 480, 900, 900] {
        let refused = bar.tries_pin(&device, BARTENDER, WRONG).await;
        assert_eq!(refused.header("retry-after"), Some(seconds.to_string().as_str()));
        bar.clock.pass(Duration::from_secs(seconds));
        assert_eq!(left_after(&bar, &device, BARTENDER, WRONG).await, 0);
    }
    let login = json!({"username": "bartender", "password": BARTENDER_PASSWORD});
    bar.guest().post("/api/auth/login", login.clone()).await.ok();
    bar.tries_pin(&device, BARTENDER, PIN).await.refused(429, "too_many_attempts");
    bar.at(&device).post("/api/auth/login", login).await.ok();
    bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
}

#[tokio::test]
async fn a_victim_reads_how_often_others_tried() {
    let (bar, device) = TestBar::with_device().await;
    let mine = bar.tries_pin(&device, BARTENDER, PIN).await.ok()["session"].clone();
    assert_eq!((&mine["wrongTries"], &mine["wrongTriesSince"]), (&json!(0), &Value::Null));
    bar.clock.pass(42 * 60 * SECOND);
    guesses(&bar, &device, BARTENDER, 2).await;
    bar.clock.pass(60 * SECOND);
    guesses(&bar, &bar.enrols("Door").await, BARTENDER, 1).await;
    let login = bar.guest().post("/api/auth/login", json!({"username": "bartender", "password": BARTENDER_PASSWORD})).await.ok();
    let expected = json!({"kind": "personal", "deviceId": null, "deviceName": null, "lockAfter": null, "lockAfterSale": false,
        "passwordUntil": null, "wrongTries": 3, "wrongTriesSince": "2026-11-21T20:42:00.000Z"});
    assert_eq!(login["session"], expected);
    assert_eq!(bar.with_token(text(&login["token"])).get("/api/auth/me").await.ok()["session"], expected);
    assert_eq!(bar.tries_pin(&device, BARTENDER, PIN).await.ok()["session"]["wrongTries"], 0, "it was told");
}

#[tokio::test]
async fn twenty_wrong_pins_in_a_day_switch_it_off_until_the_password() {
    let (bar, device) = TestBar::with_device().await;
    let door = bar.enrols("Door").await;
    guesses(&bar, &device, BARTENDER, 10).await;
    guesses(&bar, &door, BARTENDER, 9).await;
    assert_eq!(bar.bartender().get("/api/auth/me").await.ok()["pinStatus"], "set");
    guesses(&bar, &door, BARTENDER, 1).await;
    assert_eq!(bar.bartender().get("/api/auth/me").await.ok()["pinStatus"], "off");
    bar.clock.pass(900 * SECOND);
    for device in [&device, &door] {
        let refused = bar.tries_pin(device, BARTENDER, PIN).await.refused(403, "pin_off");
        assert_eq!(refused["message"], "This PIN is off. Sign in with your password.");
    }
    let audit = bar.admin().get("/api/admin/audit?kind=people.wrong_pin&limit=1").await.ok();
    assert_eq!(audit[0]["summary"], "Wrong PIN for bartender on Door (try 10); the PIN is off");
    bar.signs_in("bartender", BARTENDER_PASSWORD).await;
    bar.clock.pass(900 * SECOND);
    bar.signs_in_by_pin(&door, BARTENDER, PIN).await;
    assert_eq!(left_after(&bar, &door, BARTENDER, WRONG).await, 4);
}

#[tokio::test]
async fn a_reset_code_switches_it_on_again_and_a_new_day_counts_anew() {
    let (bar, device) = TestBar::with_device().await;
    let door = bar.enrols("Door").await;
    guesses(&bar, &device, BARTENDER, 19).await;
    bar.clock.pass(Duration::from_secs(12 * 60 * 60));
    guesses(&bar, &door, BARTENDER, 19).await;
    assert_eq!(bar.bartender().get("/api/auth/me").await.ok()["pinStatus"], "set", "38 in two days");
    guesses(&bar, &door, BARTENDER, 1).await;
    assert_eq!(bar.bartender().get("/api/auth/me").await.ok()["pinStatus"], "off");
    bar.clock.pass(900 * SECOND);
    let code = bar.manager().post(&format!("/api/users/{BARTENDER}/pin-reset"), json!({})).await.created()["code"].clone();
    bar.at(&door).post("/api/pin/reset", json!({"userId": BARTENDER, "code": code, "newPin": "9402"})).await.ok();
    bar.signs_in_by_pin(&device, BARTENDER, "9402").await;
}

#[tokio::test]
async fn thirty_wrong_pins_lock_the_device_until_a_manager_unlocks_it() {
    let (mut bar, device) = TestBar::with_device().await;
    guesses(&bar, &device, MANAGER, 10).await;
    guesses(&bar, &device, BARTENDER, 10).await;
    guesses(&bar, &device, 777, 9).await;
    assert_eq!(bar.manager().get("/api/devices").await.ok()[0]["status"], "active");
    guesses(&bar, &device, 777, 1).await;
    assert_eq!(bar.manager().get("/api/devices").await.ok()[0]["status"], "locked");
    bar.clock.pass(900 * SECOND);
    bar.loses_power().await;
    let refused = bar.tries_pin(&device, BARTENDER, PIN).await.refused(403, "device_locked");
    assert_eq!(refused["message"], "This device is locked. Ask a manager.");
    let login = |name: &str, password: &str| {
        let (browser, body) = (bar.at(&device), json!({"username": name, "password": password}));
        async move { browser.post("/api/auth/login", body).await }
    };
    login("bartender", BARTENDER_PASSWORD).await.refused(403, "device_locked");
    assert_eq!(login("manager", MANAGER_PASSWORD).await.ok()["session"]["kind"], "device");
    assert_eq!(bar.manager().get("/api/devices").await.ok()[0]["status"], "active");
    bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    let audit = bar.admin().get("/api/admin/audit?q=unlocked").await.ok();
    assert_eq!(audit[0]["summary"], "manager signed in on Bar tablet, which is unlocked by password");
}

#[tokio::test]
async fn a_locked_device_is_set_active() {
    let (bar, device) = TestBar::with_device().await;
    for name in 100..103 {
        guesses(&bar, &device, name, 10).await;
    }
    let path = format!("/api/devices/{}", device.id);
    bar.tries_pin(&device, BARTENDER, PIN).await.refused(403, "device_locked");
    assert_eq!(bar.manager().patch(&path, json!({"status": "active"})).await.ok()["status"], "active");
    bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    guesses(&bar, &device, 104, 1).await;
    assert_eq!(bar.manager().get("/api/devices").await.ok()[0]["status"], "active", "the count began anew");
}
