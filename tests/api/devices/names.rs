//! What screens need to know of devices and people before they offer PINs.

use serde_json::{Value, json};

use super::{BARTENDER, PIN, SENIOR_PIN};
use crate::bar::TestBar;

#[tokio::test]
async fn managers_read_the_names_of_the_active_staff() {
    let (bar, device) = TestBar::with_device().await;
    let gone = json!({"username": "gone", "password": "secret-enough", "role": "bartender", "isActive": false});
    bar.admin().post("/api/users", gone).await.created();
    let hawa = json!({"username": "zoe", "firstName": "Aisha", "password": "secret-enough", "role": "bartender"});
    bar.admin().post("/api/users", hawa).await.created();
    bar.admin().delete("/api/users/3/pin").await.has_status(204);
    let names = bar.manager().get("/api/users/names").await.ok();
    let row = |id: u64, username: &str, name: &str, role: &str, pin: &str| json!({"id": id, "username": username, "name": name, "role": role, "pinStatus": pin});
    assert_eq!(
        names,
        json!([
            row(1, "admin", "admin", "admin", "set"),
            row(5, "zoe", "Aisha", "bartender", "none"),
            row(BARTENDER, "bartender", "bartender", "bartender", "none"),
            row(2, "manager", "manager", "manager", "set"),
        ])
    );
    bar.bartender().get("/api/users/names").await.refused(403, "forbidden");
    let person = bar.signs_in_by_pin(&device, 2, SENIOR_PIN).await;
    person.get("/api/users/names").await.refused(403, "password_required");
}

#[tokio::test]
async fn phones_learn_whether_the_bar_has_devices() {
    let bar = TestBar::open().await;
    let devices = async || bar.guest().get("/api/settings/public").await.ok()["devices"].clone();
    assert_eq!(devices().await, Value::Null, "a bar that uses none answers as before");
    let device = bar.enrols("Bar tablet").await;
    assert_eq!(devices().await, json!(true));
    bar.manager().delete(&format!("/api/devices/{}", device.id)).await.has_status(204);
    assert_eq!(devices().await, Value::Null);
}

#[tokio::test]
async fn people_with_the_same_first_name_have_their_username_beside_it() {
    let (bar, device) = TestBar::with_device().await;
    for (username, first_name) in [("musa_k", "Musa"), ("musa_t", "musa"), ("fatu", "Fatu")] {
        let account = json!({"username": username, "firstName": first_name, "password": "secret-enough", "role": "bartender",
            "mustChangePassword": false});
        bar.admin().post("/api/users", account).await.created();
        let person = bar.with_token(&bar.signs_in(username, "secret-enough").await);
        person.sets_pin("secret-enough", PIN).await.ok();
    }
    let names = async || crate::bar::values_of(&bar.at(&device).get("/api/devices/me").await.ok()["people"], "name");
    assert_eq!(names().await, ["admin", "bartender", "Fatu", "manager", "Musa (musa_k)", "musa (musa_t)"]);
    bar.admin().put("/api/users/5", json!({"isActive": false})).await.ok();
    assert_eq!(names().await, ["admin", "bartender", "Fatu", "manager", "Musa"]);
}
