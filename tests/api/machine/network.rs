//! The network: what is set, tried, kept, and given back.

use serde_json::{Value, json};

use super::{FakeMachine, bar_on};
use crate::bar::{Answer, TIMEOUT, TestBar};

const OWN: &str = "b0c5ba12-0002-4000-8000-000000000000";

fn own_wifi() -> Value {
    json!({"mode": "own", "wifi": {"ssid": "Sunset Bar", "password": "palm-river-27", "channel": 6}})
}

/// Waits until NetworkManager was told to use a profile.
async fn until_activated(machine: &FakeMachine, uuid: &str) {
    until_activated_times(machine, uuid, 1).await;
}

async fn until_activated_times(machine: &FakeMachine, uuid: &str, times: usize) {
    let wait = async {
        while machine.facts().activated.iter().filter(|one| *one == uuid).count() < times {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, wait).await.expect("activated");
}

/// Keeps the settings, once they are in use.
pub async fn keeps(bar: &TestBar) -> Answer {
    let wait = async {
        loop {
            let answer = bar.admin().post("/api/box/network/keep", json!({})).await;
            if answer.status == 200 {
                return answer;
            }
            assert_eq!(answer.status, 409, "{}", answer.text());
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, wait).await.expect("kept")
}

/// Tries other settings, and takes those of before back once they are in use. Returns the answer to that.
pub async fn undone(bar: &TestBar, machine: &FakeMachine) -> Answer {
    machine.facts().activated.clear();
    bar.admin().put("/api/box/network", json!({"wifi": {"ssid": "Another"}})).await.has_status(202);
    until_activated(machine, OWN).await;
    let wait = async {
        loop {
            let answer = bar.admin().post("/api/box/network/undo", json!({})).await;
            if answer.status == 202 {
                return answer;
            }
            assert_eq!(answer.status, 409, "{}", answer.text());
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    let answer = tokio::time::timeout(TIMEOUT, wait).await.expect("undone");
    until_nothing_is_tried(bar).await;
    answer
}

async fn until_nothing_is_tried(bar: &TestBar) {
    let wait = async {
        while !seen(bar).await["pendingUntil"].is_null() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, wait).await.expect("rolled back");
}

async fn seen(bar: &TestBar) -> Value {
    bar.admin().get("/api/box/network").await.ok()
}

#[tokio::test]
async fn a_new_machine_is_on_its_cable() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    let seen = seen(&bar).await;
    assert_eq!((&seen["mode"], &seen["fixed"], &seen["pendingUntil"]), (&json!("cable"), &Value::Null, &Value::Null));
    let cable = json!({"name": "eth0", "kind": "cable", "state": "on", "addresses": ["192.168.1.20"], "stations": null});
    let radio = json!({"name": "wlan0", "kind": "wifi", "state": "off", "addresses": [], "stations": null});
    assert_eq!(seen["interfaces"], json!([cable, radio]));
    assert_eq!(seen["can"], json!({"cable": true, "own": true, "join": true, "guests": false, "highBand": false}));
    let wifi = json!({"country": "LR", "ssid": "", "password": "", "band": "2.4", "channel": 0, "maxStations": 7});
    assert_eq!(seen["wifi"], wifi);
}

#[tokio::test]
async fn a_change_that_is_kept_stays_also_after_a_power_cut() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    let tried = bar.admin().put("/api/box/network", own_wifi()).await.has_status(202);
    assert!(tried["pendingUntil"].is_string(), "{tried}");
    until_activated(&machine, OWN).await;
    let pending = seen(&bar).await;
    assert_eq!((&pending["mode"], &pending["wifi"]["ssid"]), (&json!("own"), &json!("Sunset Bar")));
    assert!(pending["pendingUntil"].is_string());
    bar.admin().put("/api/box/network", json!({"mode": "cable"})).await.refused(409, "conflict");
    let kept = keeps(&bar).await.json();
    assert_eq!((&kept["mode"], &kept["wifi"]["password"], &kept["pendingUntil"]), (&json!("own"), &json!("palm-river-27"), &Value::Null));
    let audit = bar.admin().get("/api/admin/audit?kind=box.machine_changed").await.ok();
    let said: Vec<_> = audit.as_array().expect("a list").iter().map(|row| row["summary"].clone()).collect();
    assert_eq!(said, ["Network settings kept", "Other network settings tried"]);
    machine.loses_power();
    assert_eq!(seen(&bar).await["wifi"], kept["wifi"]);
    bar.admin().post("/api/box/network/keep", json!({})).await.refused(409, "conflict");
}

#[tokio::test]
async fn settings_that_are_not_in_use_yet_cannot_be_kept() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    bar.admin().put("/api/box/network", own_wifi()).await.has_status(202);
    let refused = bar.admin().post("/api/box/network/keep", json!({})).await.refused(409, "conflict");
    assert_eq!(refused["message"], "The box could not do that: the new settings are not in use yet");
    until_activated(&machine, OWN).await;
    machine.time_is_over();
    assert_eq!(seen(&bar).await["mode"], "cable");
}

#[tokio::test]
async fn a_change_that_nobody_keeps_is_gone_after_three_minutes_and_after_a_power_cut() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    for ends in [FakeMachine::time_is_over, FakeMachine::loses_power] {
        machine.facts().activated.clear();
        bar.admin().put("/api/box/network", own_wifi()).await.has_status(202);
        until_activated(&machine, OWN).await;
        ends(&machine);
        let back = seen(&bar).await;
        assert_eq!((&back["mode"], &back["wifi"]["ssid"], &back["pendingUntil"]), (&json!("cable"), &json!(""), &Value::Null));
    }
}

#[tokio::test]
async fn a_change_that_the_machine_refuses_leaves_what_was() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    machine.facts().refuses_to_activate = true;
    bar.admin().put("/api/box/network", own_wifi()).await.has_status(202);
    until_nothing_is_tried(&bar).await;
    assert_eq!(seen(&bar).await["mode"], "cable");
}

#[tokio::test]
async fn a_person_takes_the_settings_of_before_back() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    bar.admin().post("/api/box/network/undo", json!({})).await.refused(409, "conflict");
    bar.admin().put("/api/box/network", own_wifi()).await.has_status(202);
    let refused = bar.admin().post("/api/box/network/undo", json!({})).await.refused(409, "conflict");
    assert_eq!(refused["message"], "The new settings are not in use yet. Try again in a moment.");
    until_activated(&machine, OWN).await;
    keeps(&bar).await;
    let answer = undone(&bar, &machine).await.json();
    assert_eq!(answer["wifi"]["ssid"], "Another", "the answer comes before the change");
    let back = seen(&bar).await;
    assert_eq!((&back["mode"], &back["wifi"]["ssid"]), (&json!("own"), &json!("Sunset Bar")));
    let audit = bar.admin().get("/api/admin/audit?kind=box.machine_changed").await.ok();
    assert_eq!(audit[0]["summary"], "Network settings of before taken back");
    bar.admin().post("/api/box/network/undo", json!({})).await.refused(409, "conflict");
}

#[tokio::test]
async fn a_change_whose_answer_was_lost_can_be_asked_for_again() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    bar.admin().put("/api/box/network", own_wifi()).await.has_status(202);
    bar.admin().put("/api/box/network", own_wifi()).await.has_status(202);
    until_activated(&machine, OWN).await;
    bar.admin().put("/api/box/network", own_wifi()).await.has_status(202);
    bar.admin().put("/api/box/network", json!({"wifi": {"ssid": "Another"}})).await.refused(409, "conflict");
    let times = machine.facts().activated.iter().filter(|uuid| *uuid == OWN).count();
    assert_eq!(times, 1, "it was tried once");
    machine.time_is_over();
    bar.admin().put("/api/box/network", own_wifi()).await.has_status(202);
    until_activated_times(&machine, OWN, 2).await;
}

#[tokio::test]
async fn settings_that_cannot_work_are_refused_in_words() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    let wifi = |key: &str, value: Value| json!({"wifi": {"ssid": "Bar", "password": "palm-river-27", key: value}});
    let fixed = |address: &str, prefix: u64, gateway: Value| json!({"fixed": {"address": address, "prefix": prefix, "gateway": gateway}});
    for (body, field) in [
        (json!({"mode": "satellite"}), "mode"),
        (json!({"mode": "own"}), "wifi.ssid"),
        (json!({"mode": "join"}), "join.ssid"),
        (wifi("password", json!("short")), "wifi.password"),
        (wifi("password", json!("pässwort-lang")), "wifi.password"),
        (wifi("ssid", json!("x".repeat(33))), "wifi.ssid"),
        (wifi("country", json!("Liberia")), "wifi.country"),
        (wifi("channel", json!(12)), "wifi.channel"),
        (wifi("band", json!("5")), "wifi.band"),
        (wifi("maxStations", json!(0)), "wifi.maxStations"),
        (wifi("maxStations", json!(500)), "wifi.maxStations"),
        (json!({"wifi": 7}), "wifi"),
        (json!({"guests": {"on": true, "ssid": "Guests"}}), "guests.on"),
        (fixed("192.168.1.300", 24, Value::Null), "fixed.address"),
        (fixed("127.0.0.1", 24, Value::Null), "fixed.address"),
        (fixed("192.168.1.20", 33, Value::Null), "fixed.prefix"),
        (fixed("192.168.1.20", 24, json!("192.168.2.1")), "fixed.gateway"),
    ] {
        let refused = bar.admin().put("/api/box/network", body.clone()).await.refused(400, "invalid");
        assert!(refused["fields"][field].is_string(), "{body}: {refused}");
    }
    assert!(machine.facts().activated.is_empty());
}

#[tokio::test]
async fn guests_have_a_wifi_where_there_is_a_second_radio() {
    let machine = FakeMachine::with_radios(2).await;
    let bar = bar_on(&machine).await;
    let guests = json!({"on": true, "ssid": "Sunset Guests", "password": "mango-tree-9"});
    bar.admin().put("/api/box/network", json!({"guests": guests})).await.has_status(202);
    until_activated(&machine, "b0c5ba12-0004-4000-8000-000000000000").await;
    keeps(&bar).await;
    let seen = seen(&bar).await;
    assert_eq!((&seen["guests"], &seen["mode"]), (&guests, &json!("cable")));
}

#[tokio::test]
async fn a_fixed_address_is_set_and_taken_back() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    let fixed = json!({"address": "192.168.1.20", "prefix": 24, "gateway": "192.168.1.1"});
    for wanted in [fixed, Value::Null] {
        machine.facts().activated.clear();
        bar.admin().put("/api/box/network", json!({"fixed": wanted})).await.has_status(202);
        until_activated(&machine, "b0c5ba12-0001-4000-8000-000000000000").await;
        assert_eq!(keeps(&bar).await.json()["fixed"], wanted);
    }
}

#[tokio::test]
async fn wifis_in_reach_are_listed_once_the_strongest_first() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    let wifi = |ssid: &str, strength: u8| json!({"ssid": ssid, "strength": strength, "band": "2.4", "secured": true});
    assert_eq!(bar.admin().get("/api/box/network/wifis").await.ok(), json!([wifi("Sunset_Router", 88), wifi("LonestarCell", 61)]));
}
