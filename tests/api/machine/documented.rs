//! The calls of a machine, checked against the API's document.

use serde_json::{Value, json};

use super::network::{keeps, undone};
use super::software::cancelled;
use super::{COMPATIBLE, FakeMachine, bar_on};
use crate::contract::schema_check::DocumentCheck;

/// Makes each call once.
pub async fn check_machine_calls(check: &mut DocumentCheck) {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    let admin = bar.admin();
    check.makes(&admin, "GET /api/box/network", &[], Value::Null).await;
    check.makes(&admin, "GET /api/box/network/wifis", &[], Value::Null).await;
    let wifi = json!({"ssid": "Sunset Bar", "password": "palm-river-27", "country": "LR", "band": "2.4", "channel": 6, "maxStations": 7});
    let fixed = json!({"address": "192.168.1.20", "prefix": 24, "gateway": "192.168.1.1"});
    let guests = json!({"on": false, "ssid": "Guests", "password": "mango-tree"});
    let wanted =
        json!({"mode": "own", "wifi": wifi, "join": {"ssid": "Router", "password": "coconut-9"}, "guests": guests, "fixed": fixed});
    check.makes(&admin, "PUT /api/box/network", &[], wanted).await;
    check.check_answer("POST /api/box/network/keep", &keeps(&bar).await);
    check.check_answer("POST /api/box/network/undo", &undone(&bar, &machine).await);
    check.makes(&admin, "GET /api/box/network", &[], Value::Null).await;
    check.makes(&admin, "GET /api/box/network/qr", &[], Value::Null).await;
    check.makes(&bar.manager(), "POST /api/box/clock/set", &[], json!({"deviceTime": "2026-11-21T21:41:00Z"})).await;
    check.check_answer("GET /api/box/clock", &bar.manager().get("/api/box/clock").await);
    check.check_answer("GET /api/settings/public", &bar.guest().get("/api/settings/public").await);
    machine.facts().update.file = Some((COMPATIBLE, "9.0.0"));
    let file = admin.request("POST", "/api/box/software/file").untyped("update").header("content-type", "application/octet-stream");
    check.check_answer("POST /api/box/software/file", &file.send().await);
    check.makes(&admin, "GET /api/box/software", &[], Value::Null).await;
    check.makes(&admin, "POST /api/box/software/install", &[], json!({"when": "closed"})).await;
    check.check_answer("POST /api/box/software/cancel", &cancelled(&bar, &machine).await);
    check.makes(&admin, "GET /api/box/diagnosis", &[], Value::Null).await;
    let hash = web::password::hash("of-the-slip").expect("a hash");
    barback::machine::welcome::keep_slip_password(bar.folder(), &hash).expect("a disk");
    check.makes(&admin, "POST /api/box/reset", &[], json!({"password": "of-the-slip"})).await;
    check.makes(&admin, "POST /api/box/restart", &[], json!({"anyway": true})).await;
    check.makes(&admin, "POST /api/box/off", &[], Value::Null).await;
}
