//! Enrolment codes, the list of devices, changes and revocations.

use std::time::Duration;

use serde_json::{Value, json};

use super::{BARTENDER, PIN, cookie_of};
use crate::bar::{SECOND, TestBar, text, values_of};

const WRONG_CODE: &str = "This code is wrong or has expired";

#[tokio::test]
async fn a_device_enrols_with_a_code_once() {
    let bar = TestBar::open().await;
    let made = bar.manager().post("/api/devices/codes", json!({"name": " Bar tablet ", "kind": "till"})).await.created();
    let code = text(&made["code"]).to_owned();
    let plain = code.replace('-', "");
    assert!(
        code.len() == 9 && code.as_bytes()[4] == b'-' && plain.bytes().all(|c| b"23456789ABCDEFGHJKMNPQRSTUVWXYZ".contains(&c)),
        "{code}"
    );
    assert_eq!(made["url"], format!("http://{}/enrol#{plain}", bar.address()));
    assert_eq!(made["expiresAt"], "2026-11-21T20:10:00.000Z");
    let picture = text(&made["qr"]).strip_prefix("data:image/svg+xml;base64,").expect("a picture").to_owned();
    let picture = base64::Engine::decode(&base64::engine::general_purpose::STANDARD, picture).expect("base64");
    assert!(picture.starts_with(b"<svg"));

    let typed = format!(" {} {} ", plain[..3].to_lowercase(), &plain[3..]);
    let enrolled = bar.guest().post("/api/devices/enrol", json!({"code": typed})).await;
    let set = enrolled.header("set-cookie").expect("a cookie").to_owned();
    for part in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=34560000"] {
        assert!(set.split("; ").any(|attribute| attribute == part), "{part} is missing: {set}");
    }
    assert!(!set.contains("Secure"), "over plain HTTP");
    let cookie = cookie_of(&enrolled, "barback_device");
    let device = enrolled.created()["device"].clone();
    let expected = json!({"id": 1, "name": "Bar tablet", "kind": "till", "userIds": null, "tillId": null, "stationIds": [],
        "mirrorsDeviceId": null, "lockAfter": 90, "lockAfterSale": false, "status": "active", "enrolledAt": "2026-11-21T20:00:00.000Z",
        "enrolledBy": "manager", "lastSeenAt": "2026-11-21T20:00:00.000Z", "lastUserName": null});
    assert_eq!(device, expected);
    let again = bar.guest().post("/api/devices/enrol", json!({"code": code})).await.invalid(WRONG_CODE);
    assert_eq!(again["fields"], json!({"code": WRONG_CODE}));
    assert_eq!(bar.guest().with_cookies(&cookie).get("/api/devices/me").await.ok(), json!({"device": expected, "people": []}));
    assert_eq!(bar.guest().get("/api/devices/me").await.ok(), json!({"device": null, "people": []}));
    for rubbish in ["barback_device=", "barback_device=0123", &format!("barback_device={}", "0".repeat(64))] {
        assert_eq!(bar.guest().with_cookies(rubbish).get("/api/devices/me").await.ok()["device"], Value::Null);
    }
    let audit = bar.admin().get("/api/admin/audit?kind=people").await.ok();
    assert_eq!((&audit[0]["userName"], &audit[0]["summary"]), (&json!("manager"), &json!("Device Bar tablet enrolled")));
}

#[tokio::test]
async fn a_code_ends_after_ten_minutes_with_a_newer_one_and_with_a_restart() {
    let mut bar = TestBar::open().await;
    let enrol = |bar: &TestBar, code: &str| bar.guest().request("POST", "/api/devices/enrol").json(&json!({"code": code})).send();
    let first = bar.device_code(json!({"name": "One", "kind": "till"})).await;
    let second = bar.device_code(json!({"name": "Two", "kind": "screen"})).await;
    enrol(&bar, &first).await.invalid(WRONG_CODE);
    bar.clock.pass(Duration::from_secs(599));
    assert_eq!(enrol(&bar, &second).await.created()["device"]["name"], "Two");
    let third = bar.device_code(json!({"name": "Three", "kind": "till"})).await;
    bar.clock.pass(Duration::from_secs(600));
    enrol(&bar, &third).await.invalid(WRONG_CODE);
    let fourth = bar.device_code(json!({"name": "Four", "kind": "till"})).await;
    bar.restart().await;
    enrol(&bar, &fourth).await.invalid(WRONG_CODE);
}

#[tokio::test]
async fn of_two_phones_with_one_code_one_enrols() {
    let bar = TestBar::open().await;
    let code = bar.device_code(json!({"name": "Bar tablet", "kind": "till"})).await;
    let tries = (0..20).map(|_| {
        let (phone, code) = (bar.guest(), code.clone());
        async move { phone.post("/api/devices/enrol", json!({"code": code})).await.status }
    });
    let statuses = futures_util::future::join_all(tries).await;
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| [201, 400, 429].contains(status)), "{statuses:?}");
}

#[tokio::test]
async fn guessed_codes_make_their_address_wait() {
    let bar = TestBar::open().await;
    let code = bar.device_code(json!({"name": "Bar tablet", "kind": "till"})).await;
    for _ in 0..5 {
        bar.guest().post("/api/devices/enrol", json!({"code": "2222-2222"})).await.invalid(WRONG_CODE);
    }
    let refused = bar.guest().post("/api/devices/enrol", json!({"code": code})).await;
    assert!(refused.header("retry-after").is_some_and(|seconds| seconds == "2"));
    refused.refused(429, "too_many_attempts");
    bar.clock.pass(2 * SECOND);
    bar.guest().post("/api/devices/enrol", json!({"code": code})).await.created();
}

/// Guests may guess without end: the manager's code goes on working for the phone that it is for.
#[tokio::test]
async fn wrong_codes_of_others_end_nobodys_code() {
    let bar = TestBar::open().await;
    let code = bar.device_code(json!({"name": "Bar tablet", "kind": "till"})).await;
    for last in 2..=6 {
        let stranger = bar.guest().at_address(std::net::Ipv4Addr::new(127, 0, 0, last));
        for _ in 0..5 {
            stranger.post("/api/devices/enrol", json!({"code": "2222-2222"})).await.invalid(WRONG_CODE);
        }
        stranger.post("/api/devices/enrol", json!({"code": code})).await.refused(429, "too_many_attempts");
    }
    bar.guest().post("/api/devices/enrol", json!({"code": code})).await.created();
}

#[tokio::test]
async fn every_field_of_a_device_is_checked_and_changed() {
    let bar = TestBar::open().await;
    let codes = |fields: Value| {
        let manager = bar.manager();
        async move { manager.post("/api/devices/codes", fields).await }
    };
    for (fields, field, message) in [
        (json!({"kind": "till"}), "name", "Name is required"),
        (json!({"name": " ", "kind": "till"}), "name", "Name is required"),
        (json!({"name": "x".repeat(41), "kind": "till"}), "name", "Must be at most 40 characters"),
        (json!({"name": "A"}), "kind", "Must be till or screen"),
        (json!({"name": "A", "kind": "phone"}), "kind", "Must be till or screen"),
        (json!({"name": "A", "kind": "till", "lockAfter": 14}), "lockAfter", "Must be 15 to 900 seconds"),
        (json!({"name": "A", "kind": "till", "lockAfter": 901}), "lockAfter", "Must be 15 to 900 seconds"),
        (json!({"name": "A", "kind": "till", "lockAfter": -1}), "lockAfter", "Must be 15 to 900 seconds"),
        (json!({"name": "A", "kind": "till", "userIds": [999]}), "userIds", "There is no such user"),
        (json!({"name": "A", "kind": "till", "userIds": "3"}), "userIds", "Must be a list of at most 200 numbers"),
        (json!({"name": "A", "kind": "till", "status": "locked"}), "status", "Must be active"),
    ] {
        assert_eq!(codes(fields).await.invalid(message)["fields"], json!({field: message}));
    }
    let all = json!({"name": "Door", "kind": "till", "userIds": [3, 2, 3], "tillId": 7, "stationIds": [2, 1], "mirrorsDeviceId": 9,
        "lockAfter": 15, "lockAfterSale": true});
    let device = bar.enrols_with(all).await;
    let path = format!("/api/devices/{}", device.id);
    let listed = bar.admin().get("/api/devices").await.ok()[0].clone();
    let shown = |names: &[&str], from: &Value| names.iter().map(|name| from[*name].clone()).collect::<Vec<_>>();
    let names = ["userIds", "tillId", "stationIds", "mirrorsDeviceId", "lockAfter", "lockAfterSale"];
    assert_eq!(shown(&names, &listed), [json!([2, 3]), json!(7), json!([1, 2]), json!(9), json!(15), json!(true)]);
    let emptied =
        json!({"userIds": null, "tillId": null, "stationIds": null, "mirrorsDeviceId": null, "lockAfter": null, "lockAfterSale": false});
    let changed = bar.manager().patch(&path, emptied).await.ok();
    assert_eq!(shown(&names, &changed), [Value::Null, Value::Null, json!([]), Value::Null, json!(90), json!(false)]);
    bar.admin().put("/api/settings", json!({"people": {"lockAfter": 120}})).await.ok();
    assert_eq!(bar.admin().get("/api/devices").await.ok()[0]["lockAfter"], 120, "a device without its own follows the setting");
    assert_eq!(bar.manager().patch(&path, json!({"status": "active"})).await.ok()["status"], "active");
    bar.manager().patch(&path, json!({"status": "revoked"})).await.refused(400, "invalid");
    bar.manager().patch("/api/devices/99", json!({"name": "B"})).await.refused(404, "not_found");
}

#[tokio::test]
async fn the_setting_has_limits_and_a_put_keeps_the_rest() {
    let bar = TestBar::open().await;
    assert_eq!(bar.admin().get("/api/settings").await.ok()["people"]["lockAfter"], 90);
    for seconds in [json!(14), json!(901), json!(-5), json!("x")] {
        bar.admin().put("/api/settings", json!({"people": {"lockAfter": seconds}})).await.refused(400, "invalid");
    }
    bar.admin().put("/api/settings", json!({"people": 5})).await.refused(400, "invalid");
    assert_eq!(bar.admin().put("/api/settings", json!({"people": {"lockAfter": 15}})).await.ok()["people"]["lockAfter"], 15);
    assert_eq!(bar.admin().put("/api/settings", json!({"phone": "0770", "people": {}})).await.ok()["people"]["lockAfter"], 15);
}

#[tokio::test]
async fn names_are_unique_and_devices_are_listed_by_name() {
    let bar = TestBar::open().await;
    for name in ["Till", "bar", "Door"] {
        bar.enrols(name).await;
    }
    let taken = bar.manager().post("/api/devices/codes", json!({"name": "TILL", "kind": "till"})).await.refused(409, "taken");
    assert_eq!(taken["fields"], json!({"name": "Another device has this name"}));
    bar.manager().patch("/api/devices/1", json!({"name": "door"})).await.refused(409, "taken");
    assert_eq!(values_of(&bar.manager().get("/api/devices").await.ok(), "name"), ["bar", "Door", "Till"]);
    bar.manager().delete("/api/devices/1").await.has_status(204);
    bar.manager().delete("/api/devices/1").await.refused(404, "not_found");
    bar.manager().patch("/api/devices/1", json!({"status": "active"})).await.refused(404, "not_found");
    assert_eq!(values_of(&bar.manager().get("/api/devices").await.ok(), "name"), ["bar", "Door"]);
    let revoked = bar.manager().get("/api/devices?status=revoked").await.ok();
    assert_eq!((revoked.as_array().map(Vec::len), &revoked[0]["status"]), (Some(1), &json!("revoked")));
    bar.manager().get("/api/devices?status=lost").await.refused(400, "invalid");
    bar.enrols("Till").await;
}

#[tokio::test]
async fn fifty_devices_can_be_enrolled() {
    let bar = TestBar::open().await;
    let mut last = None;
    for number in 0..50 {
        last = Some(bar.enrols(&format!("Device {number}")).await);
    }
    bar.manager().post("/api/devices/codes", json!({"name": "One more", "kind": "till"})).await.refused(409, "conflict");
    bar.manager().delete(&format!("/api/devices/{}", last.expect("the last").id)).await.has_status(204);
    bar.enrols("One more").await;
}

#[tokio::test]
async fn enrolling_again_replaces_the_old_device_and_ends_the_browsers_own_session() {
    let bar = TestBar::open().await;
    bar.sets_pins().await;
    let old = bar.enrols("Bar tablet").await;
    let login = bar.at(&old).post("/api/auth/login", json!({"username": "bartender", "password": crate::bar::BARTENDER_PASSWORD})).await;
    let session = cookie_of(&login, "barback_session");
    let browser = bar.guest().with_cookies(&format!("{}; {session}", old.cookie));
    browser.get("/api/auth/me").await.ok();
    let code = bar.device_code(json!({"name": "Door", "kind": "till"})).await;
    let enrolled = browser.post("/api/devices/enrol", json!({"code": code})).await;
    let (cookie, ended) = (cookie_of(&enrolled, "barback_device"), cookie_of(&enrolled, "barback_session"));
    enrolled.created();
    assert_eq!(ended, "barback_session=");
    bar.guest().with_cookies(&format!("{}; {session}", old.cookie)).get("/api/auth/me").await.refused(401, "unauthenticated");
    assert_eq!(bar.at(&old).get("/api/devices/me").await.ok()["device"], Value::Null);
    assert_eq!(bar.guest().with_cookies(&cookie).get("/api/devices/me").await.ok()["device"]["name"], "Door");
    assert_eq!(bar.manager().get("/api/devices").await.ok().as_array().map(Vec::len), Some(1));
    bar.tries_pin(&old, BARTENDER, PIN).await.refused(403, "device_required");
    // A cookie alone: an admin who enrols another phone for the bar keeps the session of the request's token.
    let code = bar.device_code(json!({"name": "Till", "kind": "till"})).await;
    bar.admin().post("/api/devices/enrol", json!({"code": code})).await.created();
    bar.admin().get("/api/auth/me").await.ok();
}

#[tokio::test]
async fn a_code_is_given_back_if_its_name_was_taken_meanwhile() {
    let bar = TestBar::open().await;
    let other = bar.enrols("Door").await;
    let code = bar.device_code(json!({"name": "Bar tablet", "kind": "till"})).await;
    bar.manager().patch(&format!("/api/devices/{}", other.id), json!({"name": "Bar tablet"})).await.ok();
    bar.guest().post("/api/devices/enrol", json!({"code": code})).await.refused(409, "taken");
    bar.manager().patch(&format!("/api/devices/{}", other.id), json!({"name": "Door"})).await.ok();
    bar.guest().post("/api/devices/enrol", json!({"code": code})).await.created();
}

#[tokio::test]
async fn a_device_shows_when_and_by_whom_it_was_last_used() {
    let mut bar = TestBar::open().await;
    bar.sets_pins().await;
    let device = bar.enrols("Bar tablet").await;
    bar.clock.pass(60 * SECOND);
    let person = bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    bar.clock.pass(30 * SECOND);
    person.get("/api/products").await.ok();
    let shown = bar.manager().get("/api/devices").await.ok()[0].clone();
    assert_eq!((&shown["lastSeenAt"], &shown["lastUserName"]), (&json!("2026-11-21T20:01:30.000Z"), &json!("bartender")));
    bar.restart().await;
    assert_eq!(bar.manager().get("/api/devices").await.ok()[0]["lastSeenAt"], "2026-11-21T20:01:00.000Z", "the last sign-in is on record");
}
