//! Restart and power.

use serde_json::json;

use super::{FakeMachine, bar_on};

#[tokio::test]
async fn the_box_restarts_and_is_switched_off() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    bar.admin().post("/api/box/restart", json!({})).await.has_status(204);
    bar.admin().request("POST", "/api/box/off").send().await.has_status(204);
    assert_eq!(machine.facts().power, ["restart", "off"]);
}

#[tokio::test]
async fn what_is_open_is_said_before_a_restart() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    bar.stocks("Club Beer", "2.00", 24).await;
    let beer = bar.id_of("Club Beer").await;
    bar.bartender().post("/api/orders", json!({"tableNumber": "4", "items": [{"productId": beer, "quantity": 1}]})).await.created();
    let refused = bar.admin().post("/api/box/restart", json!({})).await.refused(409, "conflict");
    assert_eq!(refused["message"], "1 order is open. Close what is open first, or do it anyway.");
    assert!(machine.facts().power.is_empty());
    bar.admin().post("/api/box/restart", json!({"anyway": true})).await.has_status(204);
    assert_eq!(machine.facts().power, ["restart"]);
}
