//! Attacks: guesses at once, guesses from many devices, guesses in the name of people who may not sign in.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{BARTENDER, MANAGER, PIN, SENIOR_PIN, TestDevice, cookie_of};
use crate::bar::TestBar;

async fn wrong_tries(bar: &TestBar) -> usize {
    let lines = bar.admin().get("/api/admin/audit?kind=people.wrong_pin&limit=1000").await.ok();
    lines.as_array().expect("a list").len()
}

#[tokio::test]
async fn a_hundred_guesses_at_once_get_five_tries() {
    let (bar, device) = TestBar::with_device().await;
    let guesses = (0..100).map(|number| {
        let (browser, pin) = (bar.at(&device), format!("{:04}", 3000 + number));
        async move { browser.post("/api/pin/sign-in", json!({"userId": BARTENDER, "pin": pin})).await.status }
    });
    let statuses = futures_util::future::join_all(guesses).await;
    assert_eq!(statuses.iter().filter(|status| **status == 403).count(), 5, "{statuses:?}");
    assert!(statuses.iter().all(|status| [403, 429].contains(status)), "{statuses:?}");
    assert_eq!(wrong_tries(&bar).await, 5);
}

#[tokio::test]
async fn many_devices_get_twenty_tries_of_a_person_in_a_day() {
    let (bar, _) = TestBar::with_device().await;
    let mut devices = Vec::new();
    for number in 0..8 {
        devices.push(bar.enrols(&format!("Phone {number}")).await);
    }
    for round in 0..5 {
        let guesses = devices.iter().map(|device| bar.tries_pin(device, BARTENDER, if round % 2 == 0 { "9031" } else { "9032" }));
        for answer in futures_util::future::join_all(guesses).await {
            assert!([403, 429].contains(&answer.status));
        }
    }
    assert_eq!(wrong_tries(&bar).await, 20);
    assert_eq!(bar.bartender().get("/api/auth/me").await.ok()["pinStatus"], "off");
    bar.tries_pin(&devices[7], BARTENDER, PIN).await.refused(403, "pin_off");
    bar.signs_in_by_pin(&devices[7], MANAGER, SENIOR_PIN).await;
}

#[tokio::test]
async fn unknown_inactive_and_excluded_people_look_like_a_wrong_pin() {
    let (bar, _) = TestBar::with_device().await;
    let (idle, person) = bar.hires("idle", "bartender").await;
    person.sets_pin("secret-enough", PIN).await.ok();
    bar.admin().patch(&format!("/api/users/{idle}"), json!({"isActive": false})).await.ok();
    let (without, _) = bar.hires("without", "bartender").await;
    let device = bar.enrols_with(json!({"name": "Door", "kind": "till", "userIds": [BARTENDER, idle, without]})).await;
    let mut answers: Vec<Value> = Vec::new();
    for user_id in [BARTENDER, idle, without, MANAGER, 999_999] {
        let mut of_person = Vec::new();
        for _ in 0..5 {
            of_person.push(bar.tries_pin(&device, user_id, "9031").await.refused(403, "wrong_pin"));
        }
        of_person.push(bar.tries_pin(&device, user_id, "9031").await.refused(429, "too_many_attempts"));
        answers.push(Value::Array(of_person));
    }
    assert!(answers.iter().all(|answer| answer == &answers[0]), "{answers:#?}");
    for body in [
        json!({}),
        json!({"userId": BARTENDER}),
        json!({"pin": PIN}),
        json!({"userId": "x", "pin": PIN}),
        json!({"userId": -1, "pin": PIN}),
    ] {
        bar.at(&device).post("/api/pin/sign-in", body).await.refused(400, "invalid");
    }
}

#[tokio::test]
async fn a_pin_of_any_form_is_a_wrong_one() {
    let (bar, device) = TestBar::with_device().await;
    for pin in ["407", "4071823", "abcd", "٤٠٧١", "' OR 1=1", &"4".repeat(200)] {
        bar.tries_pin(&device, BARTENDER, pin).await.refused(403, "wrong_pin");
        bar.clock.pass(Duration::from_secs(900));
    }
}

#[tokio::test]
async fn a_flood_of_logins_delays_no_pin() {
    let (bar, device) = TestBar::with_device().await;
    let flood = (0..200).map(|number| {
        let guest = bar.guest();
        async move { guest.post("/api/auth/login", json!({"username": format!("guest{number}"), "password": "wrong"})).await.status }
    });
    let flood = tokio::spawn(futures_util::future::join_all(flood.collect::<Vec<_>>()));
    // Were they in the queue of the logins, some of these would be sent away.
    for _ in 0..3 {
        bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
        bar.signs_in_by_pin(&device, MANAGER, SENIOR_PIN).await;
    }
    let statuses = flood.await.expect("no panic");
    assert!(statuses.contains(&429), "the flood was none: {statuses:?}");
}

#[tokio::test]
async fn keys_keep_no_answers_of_sign_ins_and_codes() {
    let (bar, device) = TestBar::with_device().await;
    let keyed = |path: &'static str, body: Value| {
        let (browser, manager) = (bar.at(&device), bar.manager());
        async move {
            let person = if path.starts_with("/api/pin/") { browser } else { manager };
            person.request("POST", path).key("one key").json(&body).send().await
        }
    };
    let sign_in = json!({"userId": BARTENDER, "pin": PIN});
    let tokens = [keyed("/api/pin/sign-in", sign_in.clone()).await.ok(), keyed("/api/pin/sign-in", sign_in).await.ok()];
    assert_ne!(tokens[0]["token"], tokens[1]["token"]);
    let device = json!({"name": "Door", "kind": "till"});
    let codes = [keyed("/api/devices/codes", device.clone()).await.created(), keyed("/api/devices/codes", device).await.created()];
    assert_ne!(codes[0]["code"], codes[1]["code"]);
    let path = "/api/users/3/pin-reset";
    assert_ne!(keyed(path, json!({})).await.created()["code"], keyed(path, json!({})).await.created()["code"]);
}

#[tokio::test]
async fn a_repeated_change_of_a_device_has_one_effect() {
    let (bar, device) = TestBar::with_device().await;
    let path = format!("/api/devices/{}", device.id);
    let change = json!({"name": "Door"});
    let send = || bar.manager().request("PATCH", &path).key("one key").json(&change).send();
    let (first, again) = (send().await, send().await);
    assert_eq!(first.bytes, again.bytes);
    assert_eq!(bar.admin().get("/api/admin/audit?kind=people.device_changed").await.ok().as_array().map(Vec::len), Some(1));
}

/// Most days on which wrong PINs are timed, as a machine that runs other tests slows some of them down, and tries of each kind on each day:
/// fewer than bring a wait.
const TIMED_DAYS: u64 = 16;
const TRIES: usize = 4;
/// After one of the days, the fastest answers of two kinds differ less than this many times. A kind that skipped the hash would be far
/// faster however long one tries.
const FASTEST_RATIO_MAX: f64 = 4.0;

#[tokio::test]
async fn the_time_of_a_wrong_pin_tells_nothing() {
    let (bar, _) = TestBar::with_device().await;
    let (idle, person) = bar.hires("idle", "bartender").await;
    person.sets_pin("secret-enough", PIN).await.ok();
    bar.admin().patch(&format!("/api/users/{idle}"), json!({"isActive": false})).await.ok();
    let (without, _) = bar.hires("without", "bartender").await;
    let kinds = [
        ("nothing of it is right", BARTENDER, "9317"),
        ("all but a digit are right", BARTENDER, "4072"),
        ("too long", BARTENDER, "931762840"),
        ("inactive", idle, PIN),
        ("has no PIN", without, PIN),
        ("may not sign in here", MANAGER, SENIOR_PIN),
        ("unknown", 999_999, PIN),
    ];
    let mut fastest: BTreeMap<&str, Duration> = BTreeMap::new();
    for day in 0..TIMED_DAYS {
        // A device of its own for each person, so that no count stops the tries.
        for (kind, user_id, pin) in kinds {
            let device =
                bar.enrols_with(json!({"name": format!("{kind} {day}"), "kind": "till", "userIds": [BARTENDER, idle, without]})).await;
            for _ in 0..TRIES {
                let began = Instant::now();
                let answer = bar.tries_pin(&device, user_id, pin).await;
                let took = began.elapsed();
                answer.refused(403, "wrong_pin");
                fastest.entry(kind).and_modify(|known| *known = took.min(*known)).or_insert(took);
            }
            bar.manager().delete(&format!("/api/devices/{}", device.id)).await.has_status(204);
        }
        let (shortest, longest) = (fastest.values().min().expect("timed"), fastest.values().max().expect("timed"));
        if longest.as_secs_f64() < shortest.as_secs_f64() * FASTEST_RATIO_MAX {
            return;
        }
        bar.clock.pass(Duration::from_secs(24 * 3600));
    }
    panic!("the fastest answers differ: {fastest:#?}");
}

/// A cookie that was copied, as from an unlocked phone or plain HTTP, is that device: it counts with it and ends with it.
#[tokio::test]
async fn a_copied_device_cookie_is_no_second_device() {
    let (bar, device) = TestBar::with_device().await;
    let thief = TestDevice { cookie: device.cookie.clone(), ..device };
    let person = bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    // Alone it opens nothing, and a bartender's token without it neither.
    bar.at(&thief).get("/api/products").await.refused(401, "unauthenticated");
    bar.at(&thief).get("/api/users").await.refused(401, "unauthenticated");
    // Guesses there count on the device, also for its own people.
    for left in [4, 3, 2, 1, 0] {
        assert_eq!(bar.tries_pin(&thief, MANAGER, "931762").await.refused(403, "wrong_pin")["triesLeft"], left);
    }
    bar.tries_pin(&device, MANAGER, SENIOR_PIN).await.refused(429, "too_many_attempts");
    // A session there ends the one of the device: nobody works beside it unseen.
    let stranger = bar.signs_in_by_pin(&thief, BARTENDER, PIN).await;
    person.get("/api/products").await.refused(401, "unauthenticated");
    stranger.get("/api/products").await.ok();
    let back = bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    stranger.get("/api/products").await.refused(401, "unauthenticated");
    // Enrolling the phone again leaves the copy with a device that is no more.
    let code = bar.device_code(json!({"name": "Bar tablet again", "kind": "till"})).await;
    let enrolled = bar.at(&device).post("/api/devices/enrol", json!({"code": code})).await;
    let cookie = cookie_of(&enrolled, "barback_device");
    let device = TestDevice { id: enrolled.created()["device"]["id"].as_u64().expect("an id"), cookie };
    back.get("/api/products").await.refused(401, "unauthenticated");
    bar.tries_pin(&thief, BARTENDER, PIN).await.refused(403, "device_required");
    assert_eq!(bar.at(&thief).get("/api/devices/me").await.ok(), json!({"device": null, "people": []}));
    // Revoke ends every copy.
    let thief = TestDevice { cookie: device.cookie.clone(), ..device };
    let stranger = bar.signs_in_by_pin(&thief, BARTENDER, PIN).await;
    bar.manager().delete(&format!("/api/devices/{}", device.id)).await.has_status(204);
    stranger.get("/api/products").await.refused(401, "unauthenticated");
    bar.tries_pin(&thief, BARTENDER, PIN).await.refused(403, "device_required");
}
