//! Setting the clock to a phone's time.

use serde_json::json;

use super::{FakeMachine, bar_on};

#[tokio::test]
async fn a_manager_sets_the_clock_to_the_phones_time() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    assert_eq!(bar.manager().get("/api/box/clock").await.ok()["takesDeviceTime"], true);
    machine.facts().asks_time_servers = true;
    bar.manager().post("/api/box/clock/set", json!({"deviceTime": "2026-11-21T21:41:00Z"})).await.ok();
    let facts = machine.facts();
    assert_eq!(facts.clock_set_to, Some(1_795_297_260_000_000));
    assert!(facts.asks_time_servers, "time servers are asked again");
}

#[tokio::test]
async fn with_time_from_the_internet_no_phone_is_asked() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    machine.facts().ntp_synchronized = true;
    assert!(bar.manager().get("/api/box/clock").await.ok().get("takesDeviceTime").is_none());
    let set = bar.manager().post("/api/box/clock/set", json!({"deviceTime": "2026-11-21T21:41:00Z"})).await;
    assert!(set.refused(409, "conflict")["message"].as_str().is_some_and(|text| text.contains("the internet")));
    assert_eq!(machine.facts().clock_set_to, None);
}

#[tokio::test]
async fn a_clock_chip_tells_the_time_unless_its_battery_was_empty() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    let is_offered = async || bar.manager().get("/api/box/clock").await.ok().get("takesDeviceTime").is_some();
    for (chip, offered) in [(0, true), (946_684_800_000_000, true), (1_795_297_260_000_000, false)] {
        machine.facts().clock_chip = chip;
        assert_eq!(is_offered().await, offered, "{chip}");
    }
    bar.manager().post("/api/box/clock/set", json!({"deviceTime": "2026-11-21T21:41:00Z"})).await.refused(409, "conflict");
}

#[tokio::test]
async fn the_clock_does_not_go_behind_what_was_sold() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    bar.stocks("Club Beer", "2.00", 24).await;
    let beer = bar.id_of("Club Beer").await;
    bar.bartender().post("/api/sales", json!({"productId": beer, "quantity": 1, "paymentMethod": "cash"})).await.created();
    for time in ["2026-11-21T19:59:00Z", "1970-01-01T00:00:00Z", "2150-01-01T00:00:00Z"] {
        bar.manager().post("/api/box/clock/set", json!({"deviceTime": time})).await.refused(409, "conflict");
    }
    bar.manager().post("/api/box/clock/set", json!({"deviceTime": "yesterday"})).await.refused(400, "invalid");
    bar.manager().post("/api/box/clock/set", json!({})).await.refused(400, "invalid");
    assert_eq!(machine.facts().clock_set_to, None);
}
