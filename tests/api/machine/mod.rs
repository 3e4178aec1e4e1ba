//! The machine below the box, on a bus with services that behave as its own: network, software, clock, power.

mod clock;
pub mod documented;
mod fake_bus;
mod network;
mod power;
mod software;

use barback::config::MachineBus;

use crate::bar::TestBar;
pub use fake_bus::{COMPATIBLE, FakeMachine};

/// A bar on a machine of its own.
pub async fn bar_on(machine: &FakeMachine) -> TestBar {
    let address = machine.address.clone();
    TestBar::with_config(|config| config.appliance = Some(MachineBus::At(address))).await
}

/// Each call of the machine, with a body that is right.
const CALLS: [(&str, &str, &str); 15] = [
    ("GET", "/api/box/network", ""),
    ("GET", "/api/box/network/wifis", ""),
    ("GET", "/api/box/network/qr", ""),
    ("PUT", "/api/box/network", r#"{"mode": "cable"}"#),
    ("POST", "/api/box/network/keep", "{}"),
    ("POST", "/api/box/network/undo", "{}"),
    ("GET", "/api/box/software", ""),
    ("POST", "/api/box/software/file", "x"),
    ("POST", "/api/box/software/install", r#"{"when": "now"}"#),
    ("POST", "/api/box/software/cancel", "{}"),
    ("POST", "/api/box/clock/set", r#"{"deviceTime": "2026-11-21T20:42:00Z"}"#),
    ("POST", "/api/box/restart", "{}"),
    ("POST", "/api/box/off", "{}"),
    ("POST", "/api/box/reset", r#"{"password": "x"}"#),
    ("GET", "/api/box/diagnosis", ""),
];

async fn send(person: &crate::bar::Person, (method, path, body): (&str, &str, &str)) -> crate::bar::Answer {
    let request = person.request(method, path);
    if body.is_empty() { request.send().await } else { request.raw(body.to_owned()).send().await }
}

#[tokio::test]
async fn on_a_machine_that_is_not_the_boxs_own_there_are_no_such_calls() {
    let bar = TestBar::open().await;
    for call in CALLS {
        send(&bar.admin(), call).await.refused(404, "not_found");
        send(&bar.guest(), call).await.refused(401, "unauthenticated");
    }
    assert!(bar.guest().get("/api/settings/public").await.ok().get("appliance").is_none());
    assert!(bar.manager().get("/api/box/clock").await.ok().get("takesDeviceTime").is_none());
}

#[tokio::test]
async fn phones_on_the_boxs_wifi_find_it_by_a_name_that_all_of_them_know() {
    let machine = FakeMachine::start().await;
    let (bar, plain) = (bar_on(&machine).await, TestBar::open().await);
    let ask = |bar: &TestBar| bar.guest().request("GET", "/healthz").header("host", "bar.lan");
    ask(&bar).send().await.ok();
    ask(&plain).send().await.refused(421, "misdirected");
}

#[tokio::test]
async fn phones_that_test_the_wifi_stay_in_it() {
    let machine = FakeMachine::start().await;
    let (bar, plain) = (bar_on(&machine).await, TestBar::open().await);
    let asks = |bar: &TestBar, host: &str, path: &str| bar.guest().request("GET", path).header("host", host).send();
    asks(&bar, "connectivitycheck.gstatic.com", "/generate_204").await.has_status(204);
    assert!(asks(&bar, "captive.apple.com", "/hotspot-detect.html").await.text().contains("<TITLE>Success</TITLE>"));
    assert_eq!(asks(&bar, "www.msftconnecttest.com", "/connecttest.txt").await.text(), "Microsoft Connect Test");
    asks(&plain, "captive.apple.com", "/hotspot-detect.html").await.refused(421, "misdirected");
}

#[tokio::test]
async fn only_admins_drive_the_machine() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    for call in CALLS {
        send(&bar.bartender(), call).await.refused(403, "forbidden");
        // A manager may set the clock, and nothing else.
        if call.1 != "/api/box/clock/set" {
            send(&bar.manager(), call).await.refused(403, "forbidden");
        }
    }
    assert_eq!(bar.guest().get("/api/settings/public").await.ok()["appliance"], true);
}
