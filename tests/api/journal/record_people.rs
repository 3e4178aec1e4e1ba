//! The part of the recorded story that is about people: reasons, hours, tips, devices, approvals.

use serde_json::{Value, json};

use crate::bar::{BARTENDER_PASSWORD, MANAGER_PASSWORD, TestBar};
use crate::devices::{BARTENDER, MANAGER, PIN, SENIOR_PIN};
use crate::journal::record::HOUR;

pub(super) async fn reasons(bar: &TestBar) {
    let reason = json!({"kind": "void", "name": "Flat", "noteRequired": true});
    let reason = bar.manager().post("/api/reasons", reason).await.created();
    let sale = bar.sells_by_card().await;
    let void = json!({"reasonId": reason["id"], "reason": "no bubbles"});
    bar.manager().post(&format!("/api/sales/{}/void", sale["id"]), void).await.ok();
    bar.manager().put(&format!("/api/reasons/{}", reason["id"]), json!({"active": false})).await.ok();
    bar.bartender().post("/api/drawer", json!({"reasonId": 22})).await.has_status(202);
    bar.wait_until_printed().await;
}

/// Everything that a clock records, among it a period that nobody ended.
pub(super) async fn hours(bar: &TestBar) {
    bar.admin().put("/api/settings", json!({"clock": {"mode": "on"}})).await.ok();
    for steps in [&["in"][..], &["in", "break", "back", "break", "out"]] {
        for step in steps {
            bar.bartender().post(&format!("/api/clock/{step}"), json!({})).await.ok();
            bar.clock.pass(17 * HOUR);
        }
    }
    let body = json!({"outAt": "2026-11-25T03:00:00Z", "breakMinutes": 20, "reason": "Forgot to clock out"});
    bar.manager().post("/api/clock/periods/1/correct", body).await.ok();
    let days = json!({"from": "2026-11-24", "to": "2026-11-27"});
    bar.manager().post("/api/reports/hours/print", days.clone()).await.has_status(202);
    bar.manager().post("/api/reports/exceptions/print", days.clone()).await.has_status(202);
    bar.manager().post("/api/tips/print", days.clone()).await.has_status(202);
    bar.admin().post("/api/reports/tax/print", days).await.has_status(202);
    bar.manager().post("/api/sheets", json!({"day": "2026-11-21"})).await.created();
    bar.manager().post("/api/sheets/2026-11-21/print", json!({})).await.has_status(202);
    bar.wait_until_printed().await;
}

/// Tips of one person and of a pool are taken, given back, shared and paid out.
pub(super) async fn tips(bar: &TestBar) {
    let sell = |body: Value| async move {
        let beer = bar.id_of("Beer").await;
        let mut sale = json!({"productId": beer, "quantity": 1, "paymentMethod": "card", "amountUSD": "5.00"});
        sale.as_object_mut().expect("an object").extend(body.as_object().expect("an object").clone());
        bar.bartender().post("/api/sales", sale).await.created()
    };
    bar.admin().put("/api/settings", json!({"tips": {"mode": "person"}})).await.ok();
    let sale = sell(json!({"amountUSD": "3.50", "tipUSD": "1.00", "tipLRD": "95.00"})).await;
    sell(json!({"keepChange": true})).await;
    let void = json!({"reason": "Wrong drink", "returnTip": true});
    bar.manager().post(&format!("/api/sales/{}/void", sale["id"]), void).await.ok();
    bar.bartender().post("/api/tips/payout", json!({"userId": 3, "amountLRD": "380.00"})).await.created();
    bar.admin().put("/api/settings", json!({"tips": {"mode": "pool"}})).await.ok();
    let pooled = sell(json!({"keepChange": true})).await;
    for step in ["in", "out"] {
        bar.bartender().post(&format!("/api/clock/{step}"), json!({})).await.ok();
        bar.clock.pass(HOUR);
    }
    let day = bar.bartender().get("/api/clock").await.ok()["period"]["day"].clone();
    assert_eq!(pooled["payment"]["tipUSD"], "3.00");
    bar.manager().post("/api/tips/share", json!({"day": day})).await.created();
    bar.wait_until_printed().await;
}

/// Devices are enrolled, changed, used and revoked, and PINs set, mistyped, forgotten and removed.
pub(super) async fn devices(bar: &TestBar) {
    bar.sets_pins().await;
    let device = bar.enrols("Bar tablet").await;
    bar.manager().patch(&format!("/api/devices/{}", device.id), json!({"lockAfter": 60, "userIds": [1, 2, 3]})).await.ok();
    bar.tries_pin(&device, BARTENDER, "9999").await.refused(403, "wrong_pin");
    bar.tries_pin(&device, 999, "9999").await.refused(403, "wrong_pin");
    bar.signs_in_by_pin(&device, BARTENDER, PIN).await.post("/api/pin/lock", json!({})).await.has_status(204);
    let manager = bar.signs_in_by_pin(&device, MANAGER, SENIOR_PIN).await;
    manager.post("/api/auth/confirm", json!({"password": MANAGER_PASSWORD})).await.ok();
    let code = bar.manager().post(&format!("/api/users/{BARTENDER}/pin-reset"), json!({})).await.created()["code"].clone();
    bar.at(&device).post("/api/pin/reset", json!({"userId": BARTENDER, "code": code, "newPin": "9402"})).await.ok();
    bar.admin().delete(&format!("/api/users/{MANAGER}/pin")).await.has_status(204);
    bar.manager().post(&format!("/api/users/{BARTENDER}/invitation"), json!({})).await.created();
    bar.manager().post("/api/auth/tour", json!({})).await.has_status(204);
    let door = bar.enrols("Door").await;
    bar.at(&door).post("/api/auth/login", json!({"username": "bartender", "password": BARTENDER_PASSWORD})).await.ok();
    bar.manager().delete(&format!("/api/devices/{}", door.id)).await.has_status(204);
}

/// Asks for approvals of which one is cancelled, one refused, and one granted and used.
pub(super) async fn approvals(bar: &TestBar) {
    let rules = json!({"void_sale": "approve", "discount": "approve"});
    bar.admin().put("/api/settings", json!({"approvals": {"rules": rules, "discountFree": 5}})).await.ok();
    let sale = bar.sells_by_card().await;
    let (path, body) = (format!("/api/sales/{}/void", sale["id"]), json!({"reason": "Wrong drink"}));
    let ask = json!({"method": "POST", "path": path, "body": body});
    for call in ["cancel", "refuse", "grant"] {
        let asked = bar.bartender().post("/api/approvals", ask.clone()).await.created();
        let person = if call == "cancel" { bar.bartender() } else { bar.manager() };
        person.post(&format!("/api/approvals/{}/{call}", asked["id"]), json!({})).await.ok();
        if call == "grant" {
            let request = bar.bartender().request("POST", &path).header("approval", &asked["id"].to_string());
            request.json(&body).send().await.ok();
        }
    }
    bar.wait_until_printed().await;
}

/// Asks for an approval that is open when the box stops.
pub(super) async fn open_question(bar: &TestBar) {
    let sale = bar.sells_by_card().await;
    let body = json!({"reason": "Wrong drink"});
    let ask = json!({"method": "POST", "path": format!("/api/sales/{}/void", sale["id"]), "body": body});
    bar.bartender().post("/api/approvals", ask).await.created();
    bar.wait_until_printed().await;
}
