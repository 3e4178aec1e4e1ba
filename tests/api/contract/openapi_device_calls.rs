//! The calls of enrolled devices, checked against the OpenAPI document.

use serde_json::{Value, json};

use crate::bar::{BARTENDER_PASSWORD, MANAGER_PASSWORD, TestBar, text};
use crate::contract::schema_check::DocumentCheck;
use crate::devices::{PIN, SENIOR_PIN, cookie_of};

/// The calls of enrolled devices, each by the person or the device that may make it.
pub async fn check_device_calls(bar: &TestBar, check: &mut DocumentCheck) {
    let made = check.makes(&bar.manager(), "POST /api/devices/codes", &[], json!({"name": "Bar tablet", "kind": "till"})).await;
    let code = json!({"code": made.json()["code"]});
    let cookie = cookie_of(&check.makes(&bar.guest(), "POST /api/devices/enrol", &[], code).await, "barback_device");
    check.makes(&bar.manager(), "GET /api/devices", &[], Value::Null).await;
    check.makes(&bar.manager(), "PATCH /api/devices/{id}", &["1"], json!({"lockAfter": 60, "userIds": [2, 3]})).await;
    for (person, password, pin) in [(bar.bartender(), BARTENDER_PASSWORD, PIN), (bar.manager(), MANAGER_PASSWORD, SENIOR_PIN)] {
        check.makes(&person, "POST /api/pin", &[], json!({"newPin": pin, "currentPassword": password})).await;
    }
    let device = bar.guest().with_cookies(&cookie);
    check.makes(&device, "GET /api/devices/me", &[], Value::Null).await;
    check.check_answer("GET /api/devices/me", &bar.guest().get("/api/devices/me").await);
    let wrong = device.post("/api/pin/sign-in", json!({"userId": 3, "pin": "9999"})).await;
    check.check_answer("POST /api/pin/sign-in", &wrong);
    let reset = check.makes(&bar.manager(), "POST /api/users/{id}/pin-reset", &["3"], Value::Null).await;
    let body = json!({"userId": 3, "code": reset.json()["code"], "newPin": "9402"});
    check.makes(&device, "POST /api/pin/reset", &[], body).await;
    let signed_in = check.makes(&device, "POST /api/pin/sign-in", &[], json!({"userId": 2, "pin": SENIOR_PIN})).await;
    let manager = bar.with_token(text(&signed_in.json()["token"])).with_cookies(&cookie);
    check.makes(&manager, "POST /api/pin/alive", &[], Value::Null).await;
    check.check_answer("GET /api/devices", &manager.get("/api/devices").await);
    check.makes(&manager, "POST /api/auth/confirm", &[], json!({"password": MANAGER_PASSWORD})).await;
    check.makes(&manager, "GET /api/auth/me", &[], Value::Null).await;
    check.makes(&manager, "POST /api/pin/lock", &[], Value::Null).await;
    check.makes(&bar.admin(), "DELETE /api/users/{id}/pin", &["2"], Value::Null).await;
    check.makes(&bar.manager(), "DELETE /api/devices/{id}", &["1"], Value::Null).await;
    check.makes(&bar.manager(), "POST /api/auth/tour", &[], Value::Null).await;
}
