//! Restart and power.

use serde_json::json;

use super::{FakeMachine, bar_on};
use crate::bar::ADMIN_PASSWORD;

#[tokio::test]
async fn the_box_restarts_and_is_switched_off() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    bar.admin().post("/api/box/restart", json!({})).await.has_status(204);
    bar.admin().request("POST", "/api/box/off").send().await.has_status(204);
    assert_eq!(machine.facts().power, ["restart", "off"]);
}

#[tokio::test]
async fn only_the_password_of_the_slip_resets_the_box() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    let reset = async |password: &str| bar.admin().post("/api/box/reset", json!({"password": password})).await;
    reset(ADMIN_PASSWORD).await.refused(409, "conflict");
    let hash = web::password::hash("of-the-slip").expect("a hash");
    barback::machine::welcome::keep_slip_password(bar.folder(), &hash).expect("a disk");
    reset(ADMIN_PASSWORD).await.refused(400, "invalid");
    reset("").await.refused(400, "invalid");
    assert!(machine.facts().power.is_empty() && !bar.folder().join("factory-reset").exists());
    reset("of-the-slip").await.has_status(204);
    assert!(bar.folder().join("factory-reset").exists());
    assert_eq!(machine.facts().power, ["restart"]);
}

#[tokio::test]
async fn a_diagnosis_names_nobody_and_holds_no_secret() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    bar.admin().put("/api/settings", json!({"businessName": "Sunset Bar"})).await.ok();
    bar.hires("Musu", "bartender").await;
    let wifi = json!({"mode": "own", "wifi": {"ssid": "Sunset Wi-Fi", "password": "palm-river-27"}});
    bar.admin().put("/api/box/network", wifi).await.has_status(202);
    let answer = bar.admin().get("/api/box/diagnosis").await;
    assert_eq!(answer.header("content-disposition"), Some("attachment; filename=\"barback-diagnosis.json\""));
    let text = answer.text();
    for secret in ["palm-river-27", "Sunset", "Musu", "admin"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    let seen = answer.ok();
    assert_eq!(seen["settings"], json!({"dayStartsAt": "05:00", "cash": "off", "tax": "off", "methods": 5}));
    let bytes = |name: &str| seen[name].as_u64().expect("bytes");
    assert!(bytes("totalBytes") >= bytes("freeBytes") && !seen["kernel"].as_str().expect("a version").is_empty(), "{seen}");
    assert_eq!((&seen["version"], &seen["roots"][0]["name"]), (&json!(env!("CARGO_PKG_VERSION")), &json!("A")));
}

#[tokio::test]
async fn what_is_open_is_said_before_a_restart() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    bar.stocks("Club Beer", "2.00", 24).await;
    let beer = bar.id_of("Club Beer").await;
    bar.bartender()
        .post("/api/orders", json!({"customerName": "Musu", "tableNumber": "4", "items": [{"productId": beer, "quantity": 1}]}))
        .await
        .created();
    let refused = bar.admin().post("/api/box/restart", json!({})).await.refused(409, "conflict");
    assert_eq!(refused["message"], "1 order is open. Close what is open first, or do it anyway.");
    assert!(machine.facts().power.is_empty());
    bar.admin().post("/api/box/restart", json!({"anyway": true})).await.has_status(204);
    assert_eq!(machine.facts().power, ["restart"]);
}
