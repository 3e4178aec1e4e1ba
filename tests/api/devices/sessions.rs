//! Sessions on devices: their end, one at a time, the password for what is not of the shift.

use std::time::Duration;

use serde_json::{Value, json};

use super::{ADMIN, BARTENDER, MANAGER, PIN, SENIOR_PIN, TestDevice, cookie_of};
use crate::bar::{ADMIN_PASSWORD, BARTENDER_PASSWORD, MANAGER_PASSWORD, Person, SECOND, TestBar, text};
use crate::live::updates::LiveClient;

const TEN_SECONDS: Duration = Duration::from_secs(10);
/// Longest time until a live stream ends after its device was revoked.
const STREAM_END_MAX: Duration = Duration::from_secs(2);

async fn by_password(bar: &TestBar, device: &TestDevice, name: &str, password: &str) -> Value {
    bar.at(device).post("/api/auth/login", json!({"username": name, "password": password})).await.ok()
}

#[tokio::test]
async fn a_sign_in_by_pin_tells_about_its_session_and_renews_the_cookie() {
    let (bar, device) = TestBar::with_device().await;
    let answer = bar.tries_pin(&device, BARTENDER, PIN).await;
    assert_eq!(cookie_of(&answer, "barback_device"), device.cookie);
    let session = cookie_of(&answer, "barback_session");
    let answer = answer.ok();
    let expected = json!({"kind": "device", "deviceId": device.id, "deviceName": "Bar tablet", "lockAfter": 90, "lockAfterSale": false,
        "passwordUntil": null, "wrongTries": 0, "wrongTriesSince": null});
    assert_eq!((&answer["session"], &answer["user"]["username"]), (&expected, &json!("bartender")));
    let browser = bar.guest().with_cookies(&format!("{}; {session}", device.cookie));
    let me = browser.get("/api/auth/me").await.ok();
    assert_eq!((&me["session"], &me["username"], &me["pinStatus"]), (&expected, &json!("bartender"), &json!("set")));
    browser.post("/api/pin/alive", json!({})).await.has_status(204);
    let by_password = by_password(&bar, &device, "manager", MANAGER_PASSWORD).await;
    assert_eq!(by_password["session"]["passwordUntil"], "2026-11-21T20:15:00.000Z");
    assert_eq!(bar.bartender().get("/api/auth/me").await.ok()["session"]["kind"], "personal");
}

#[tokio::test]
async fn a_device_session_needs_its_devices_cookie() {
    let (bar, device) = TestBar::with_device().await;
    let person = bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    person.get("/api/products").await.ok();
    let bare = bar.with_token(person.token());
    bare.get("/api/products").await.refused(401, "unauthenticated");
    bare.get("/api/live").await.refused(401, "unauthenticated");
    let door = bar.enrols("Door").await;
    bare.with_cookies(&door.cookie).get("/api/products").await.refused(401, "unauthenticated");
    person.get("/api/products").await.ok();
}

#[tokio::test]
async fn reads_alone_do_not_keep_a_session() {
    let (bar, device) = TestBar::with_device().await;
    bar.manager().patch(&format!("/api/devices/{}", device.id), json!({"lockAfter": 15})).await.ok();
    let person = bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    for _ in 0..4 {
        bar.clock.pass(TEN_SECONDS);
        assert_eq!(person.get("/api/auth/me").await.ok()["session"]["lockAfter"], 15);
    }
    bar.clock.pass(TEN_SECONDS);
    person.get("/api/auth/me").await.refused(401, "unauthenticated");
    person.post("/api/pin/alive", json!({})).await.refused(401, "unauthenticated");
    // The sweep puts the end on record.
    bar.wait_until("/api/admin/audit?kind=staff.signed_out", |lines| {
        lines[0]["summary"] == "Bar tablet locked by itself; bartender was signed in"
    })
    .await;
}

#[tokio::test]
async fn writes_and_alive_keep_a_session() {
    let (mut bar, device) = TestBar::with_device().await;
    bar.manager().patch(&format!("/api/devices/{}", device.id), json!({"lockAfter": 15})).await.ok();
    let person = bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    for round in 0..12 {
        bar.clock.pass(TEN_SECONDS);
        let answer = if round % 2 == 0 {
            person.post("/api/pin/alive", json!({})).await
        } else {
            person.post("/api/scans", json!({"barcode": "1"})).await
        };
        assert!(answer.status < 300, "{}", answer.text());
    }
    person.get("/api/products").await.ok();
    // A restart keeps the session, and starts its time anew.
    let token = person.token().to_owned();
    bar.clock.pass(4 * TEN_SECONDS);
    bar.restart().await;
    let person = bar.with_token(&token).with_cookies(&device.cookie);
    person.get("/api/products").await.ok();
    bar.clock.pass(4 * TEN_SECONDS);
    person.get("/api/products").await.ok();
    bar.clock.pass(TEN_SECONDS);
    person.get("/api/products").await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn a_session_ends_after_twelve_hours() {
    let (bar, device) = TestBar::with_device().await;
    bar.manager().patch(&format!("/api/devices/{}", device.id), json!({"lockAfter": 900})).await.ok();
    let person = bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    let quarter = Duration::from_secs(15 * 60);
    for _ in 0..48 {
        bar.clock.pass(quarter);
        person.post("/api/pin/alive", json!({})).await.has_status(204);
    }
    bar.clock.pass(SECOND);
    person.post("/api/pin/alive", json!({})).await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn a_device_has_one_session_and_lock_ends_it() {
    let (bar, device) = TestBar::with_device().await;
    let first = bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    let mut stream = LiveClient::listen(&first, None).await;
    let second = bar.signs_in_by_pin(&device, MANAGER, SENIOR_PIN).await;
    stream.expect_end().await;
    first.get("/api/products").await.refused(401, "unauthenticated");
    second.get("/api/products").await.ok();
    // The same device in another browser, with a copy of its cookie, is the same device.
    let copy = TestDevice { id: device.id, cookie: device.cookie.clone() };
    let third = bar.signs_in_by_pin(&copy, BARTENDER, PIN).await;
    second.get("/api/products").await.refused(401, "unauthenticated");
    third.post("/api/pin/lock", json!({})).await.has_status(204);
    third.get("/api/products").await.refused(401, "unauthenticated");
    let fourth = bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    fourth.post("/api/auth/logout", json!({})).await.has_status(204);
    fourth.get("/api/products").await.refused(401, "unauthenticated");
    for person in [bar.bartender(), bar.manager(), bar.admin()] {
        person.get("/api/auth/me").await.ok();
        person.post("/api/pin/alive", json!({})).await.refused(403, "device_required");
        person.post("/api/pin/lock", json!({})).await.refused(403, "device_required");
        person.post("/api/auth/confirm", json!({"password": "x"})).await.refused(403, "device_required");
    }
}

#[tokio::test]
async fn a_revoked_device_ends_its_session_and_its_open_streams() {
    let (bar, device) = TestBar::with_device().await;
    let person = bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    let mut stream = LiveClient::listen(&person, None).await;
    bar.manager().delete(&format!("/api/devices/{}", device.id)).await.has_status(204);
    tokio::time::timeout(STREAM_END_MAX, stream.expect_end()).await.expect("within 2 s");
    person.get("/api/auth/me").await.refused(401, "unauthenticated");
    bar.tries_pin(&device, BARTENDER, PIN).await.refused(403, "device_required");
    assert_eq!(bar.at(&device).get("/api/devices/me").await.ok(), json!({"device": null, "people": []}));
    let login = by_password(&bar, &device, "bartender", BARTENDER_PASSWORD).await;
    assert_eq!(login["session"]["kind"], "personal", "a phone that is not enrolled any more is a private one");
}

#[tokio::test]
async fn an_idle_session_ends_its_open_stream() {
    let (bar, device) = TestBar::with_device().await;
    let person = bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    let mut stream = LiveClient::listen(&person, None).await;
    bar.clock.pass(Duration::from_secs(121));
    stream.expect_end().await;
}

#[tokio::test]
async fn only_the_people_of_a_device_sign_in_on_it() {
    let (bar, _) = TestBar::with_device().await;
    let (fatu_id, fatu) = bar.hires("fatu", "bartender").await;
    fatu.sets_pin("secret-enough", PIN).await.ok();
    let door = bar.enrols_with(json!({"name": "Door", "kind": "till", "userIds": [fatu_id]})).await;
    let people = bar.at(&door).get("/api/devices/me").await.ok()["people"].clone();
    assert_eq!(people, json!([{"userId": fatu_id, "name": "fatu", "role": "bartender", "pinStatus": "set", "waitSeconds": 0}]));
    bar.signs_in_by_pin(&door, fatu_id, PIN).await;
    bar.tries_pin(&door, BARTENDER, PIN).await.refused(403, "wrong_pin");
    bar.tries_pin(&door, MANAGER, SENIOR_PIN).await.refused(403, "wrong_pin");
    let login = json!({"username": "bartender", "password": BARTENDER_PASSWORD});
    bar.at(&door).post("/api/auth/login", login).await.refused(403, "forbidden");
    let manager = by_password(&bar, &door, "manager", MANAGER_PASSWORD).await;
    let manager = bar.with_token(text(&manager["token"])).with_cookies(&door.cookie);
    manager.get("/api/products").await.ok();
    // Whoever may not be there any more is signed out.
    let session = bar.signs_in_by_pin(&door, fatu_id, PIN).await;
    bar.manager().patch(&format!("/api/devices/{}", door.id), json!({"userIds": [BARTENDER]})).await.ok();
    session.get("/api/products").await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn nobody_signs_in_on_a_screen() {
    let (bar, _) = TestBar::with_device().await;
    let screen = bar.enrols_with(json!({"name": "Kitchen", "kind": "screen", "stationIds": [1]})).await;
    assert_eq!(bar.at(&screen).get("/api/devices/me").await.ok()["people"], json!([]));
    bar.tries_pin(&screen, BARTENDER, PIN).await.refused(403, "device_required");
    let login = json!({"username": "admin", "password": ADMIN_PASSWORD});
    bar.at(&screen).post("/api/auth/login", login).await.refused(403, "forbidden");
    bar.at(&screen).get("/api/products").await.refused(401, "unauthenticated");
}

/// Calls that a manager's PIN session may make, and calls that need the password.
async fn tries_calls(person: &Person, calls: &[(&str, &str, Value)]) -> Vec<u16> {
    let mut statuses = Vec::new();
    for (method, path, body) in calls {
        let request = person.request(method, path);
        let answer = if *method == "GET" { request.send().await } else { request.json(body).send().await };
        if answer.status == 403 {
            let refused = answer.refused(403, "password_required");
            assert_eq!(refused["message"], "Enter your password to do this");
            statuses.push(403);
        } else {
            statuses.push(answer.status);
        }
    }
    statuses
}

#[tokio::test]
async fn what_is_not_of_the_shift_needs_the_password() {
    let (bar, device) = TestBar::with_device().await;
    bar.stocks("Club Beer", "2.00", 9).await;
    let sale = bar.sells("Club Beer", 1).await;
    let person = bar.signs_in_by_pin(&device, ADMIN, SENIOR_PIN).await;
    let rate = || json!({"rate": 200});
    let closed = [
        ("POST", "/api/exchange-rate", rate()),
        ("GET", "/api/users", Value::Null),
        ("GET", "/api/settings", Value::Null),
        ("GET", "/api/devices", Value::Null),
        ("POST", "/api/devices/codes", json!({"name": "Door", "kind": "till"})),
        ("POST", "/api/users/3/pin-reset", json!({})),
        ("DELETE", "/api/users/3/pin", json!({})),
        ("POST", "/api/products", json!({"name": "Gin"})),
        ("GET", "/api/products/export", Value::Null),
        ("POST", "/api/tables", json!({"tableNumber": 20})),
        ("GET", "/api/backups", Value::Null),
        ("GET", "/api/admin/audit", Value::Null),
        ("GET", "/api/admin/sales-summary", Value::Null),
    ];
    assert_eq!(tries_calls(&person, &closed).await, vec![403; closed.len()]);
    let open = [
        ("POST", "/api/products/1/stock", json!({"delta": 6, "reason": "delivery"})),
        ("GET", "/api/products/1/movements", Value::Null),
        ("POST", "/api/sales", json!({"productId": 1, "quantity": 1, "unitPrice": "1.00", "discountReason": "Friend"})),
    ];
    assert_eq!(tries_calls(&person, &open).await, [200, 200, 201]);
    person.post(&format!("/api/sales/{}/void", sale["id"]), json!({"reason": "Wrong drink"})).await.ok();

    assert_eq!(
        person.post("/api/auth/confirm", json!({"password": "wrong"})).await.refused(400, "invalid")["fields"],
        json!({"password": "Wrong password"})
    );
    person.post("/api/auth/confirm", json!({})).await.refused(400, "invalid");
    let confirmed = person.post("/api/auth/confirm", json!({"password": ADMIN_PASSWORD})).await.ok();
    assert_eq!(confirmed, json!({"passwordUntil": "2026-11-21T20:15:00.000Z"}));
    assert_eq!(person.get("/api/auth/me").await.ok()["session"]["passwordUntil"], confirmed["passwordUntil"]);
    person.post("/api/exchange-rate", rate()).await.ok();
    for _ in 0..14 {
        bar.clock.pass(60 * SECOND);
        person.post("/api/pin/alive", json!({})).await.has_status(204);
    }
    person.get("/api/users").await.ok();
    bar.clock.pass(60 * SECOND);
    person.post("/api/exchange-rate", rate()).await.refused(403, "password_required");
    assert_eq!(person.get("/api/auth/me").await.ok()["session"]["passwordUntil"], Value::Null);
    person.post("/api/pin/lock", json!({})).await.has_status(204);
    person.post("/api/exchange-rate", rate()).await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn a_bartender_reads_that_the_role_does_not_allow_it() {
    let (bar, device) = TestBar::with_device().await;
    let person = bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    person.post("/api/exchange-rate", json!({"rate": 200})).await.refused(403, "forbidden");
    person.post("/api/sales/999999/void", json!({"reason": "x"})).await.refused(403, "forbidden");
    let manager = bar.signs_in_by_pin(&device, MANAGER, SENIOR_PIN).await;
    manager.get("/api/admin/sales-summary").await.refused(403, "forbidden");
    bar.admin().put("/api/settings", json!({"reports": {"managers": true}})).await.ok();
    manager.get("/api/admin/sales-summary").await.refused(403, "password_required");
    manager.post("/api/auth/confirm", json!({"password": MANAGER_PASSWORD})).await.ok();
    manager.get("/api/admin/sales-summary").await.ok();
}

#[tokio::test]
async fn five_wrong_passwords_of_a_confirmation_wait() {
    let (bar, device) = TestBar::with_device().await;
    let person = bar.signs_in_by_pin(&device, ADMIN, SENIOR_PIN).await;
    for _ in 0..5 {
        person.post("/api/auth/confirm", json!({"password": "wrong"})).await.refused(400, "invalid");
    }
    person.post("/api/auth/confirm", json!({"password": ADMIN_PASSWORD})).await.refused(429, "too_many_attempts");
    person.get("/api/users").await.refused(403, "password_required");
}

#[tokio::test]
async fn a_new_password_keeps_the_device_session_and_needs_its_cookie() {
    let (bar, device) = TestBar::with_device().await;
    let person = bar.signs_in_by_pin(&device, MANAGER, SENIOR_PIN).await;
    let change = json!({"currentPassword": MANAGER_PASSWORD, "newPassword": "keeper-of-the-gin"});
    let changed = person.post("/api/auth/change-password", change).await.ok();
    assert_eq!(changed["session"]["kind"], "device");
    person.get("/api/auth/me").await.refused(401, "unauthenticated");
    let token = text(&changed["token"]);
    bar.with_token(token).get("/api/auth/me").await.refused(401, "unauthenticated");
    let person = bar.with_token(token).with_cookies(&device.cookie);
    person.get("/api/devices").await.ok();
    bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    person.get("/api/auth/me").await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn without_an_own_origin_the_cookie_of_a_device_opens_nothing() {
    let (bar, device) = TestBar::with_device().await;
    let body = json!({"userId": BARTENDER, "pin": PIN});
    for origin in [None, Some("http://evil.example"), Some("null")] {
        for (path, body) in [
            ("/api/pin/sign-in", body.clone()),
            ("/api/pin/reset", json!({"userId": BARTENDER, "code": "2222-2222", "newPin": "9402"})),
            ("/api/auth/login", json!({"username": "bartender", "password": BARTENDER_PASSWORD})),
        ] {
            let request = bar.guest().request("POST", path).header("cookie", &device.cookie).json(&body);
            let request = match origin {
                Some(origin) => request.header("origin", origin),
                None => request,
            };
            request.send().await.refused(403, "forbidden");
        }
    }
    let form = bar.at(&device).request("POST", "/api/pin/sign-in").header("content-type", "text/plain").untyped(body.to_string());
    form.send().await.refused(403, "forbidden");
    bar.tries_pin(&device, BARTENDER, PIN).await.ok();
}
