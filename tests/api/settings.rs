//! Settings: each part can be set alone, and an invalid value is reported at its field.

use serde_json::{Value, json};

use crate::bar::TestBar;
use crate::payments::cash_settings::{default_cash, default_denominations};
use crate::payments::methods::default_methods;

async fn settings(bar: &TestBar) -> Value {
    bar.admin().get("/api/settings").await.ok()
}

#[tokio::test]
async fn a_fresh_bar_has_settings() {
    let bar = TestBar::open().await;
    let fresh = json!({"businessName": "Barback", "address": "", "phone": "", "thankYouMessage": "Thank you for your visit!", "website": "",
        "socialMedia": "", "timeZone": "Africa/Monrovia", "dayStartsAt": "05:00", "lrdCashStep": "5.00", "usdCashStep": "0.01", "phoneCountry": "231", "scaleLabels": [{"prefix": "21", "holds": "price", "decimals": 2}], "publicUrl": null, "autoPrint": true,
        "methods": default_methods(), "denominations": default_denominations(), "cash": default_cash(),
        "startScreen": {"bartender": "sales", "chosen": false}, "orders": {"steps": true}, "reports": {"managers": false},
        "clock": {"mode": "off", "breaksPaid": false}, "reasons": {"freeText": true}, "tips": {"mode": "off"},
        "guestWifi": {"name": null, "password": null}, "people": {"lockAfter": 90, "bartendersSee": "all"},
        "sheet": {"managers": true, "ownerPhone": ""}, "bills": {"compCapUSD": "0.00", "slips": true},
        "credit": {"limitUSD": "1000.00"}, "head": {"url": null, "rate": "ask"}, "printers": []});
    let mut shown = settings(&bar).await;
    let approvals = shown.as_object_mut().and_then(|members| members.remove("approvals")).expect("see approvals/rules.rs");
    assert_eq!((&approvals["discountFree"], &approvals["wait"]), (&json!(0), &json!(180)));
    let fiscal = shown.as_object_mut().and_then(|members| members.remove("fiscal")).expect("see tax/fiscal.rs");
    assert_eq!(fiscal["url"], Value::Null);
    for (name, see) in [("tax", "see tax/settings.rs"), ("serviceCharge", "see tax/settings.rs")] {
        let members = shown.as_object_mut().and_then(|members| members.remove(name)).expect(see);
        assert_eq!(members["mode"], "off", "{name}");
    }
    assert_eq!(shown, fresh);
}

#[tokio::test]
async fn one_setting_changes_and_the_rest_stays() {
    let mut bar = TestBar::open().await;
    for (field, value, shown) in [
        ("businessName", json!(" Sunset "), json!("Sunset")),
        ("address", json!("Tubman Boulevard"), json!("Tubman Boulevard")),
        ("address", json!(null), json!("")),
        ("timeZone", json!("Europe/Belgrade"), json!("Europe/Belgrade")),
        ("dayStartsAt", json!("06:30"), json!("06:30")),
        ("lrdCashStep", json!(10), json!("10.00")),
        ("usdCashStep", json!("0.25"), json!("0.25")),
        ("usdCashStep", json!(1), json!("1.00")),
        ("publicUrl", json!("http://10.0.0.4"), json!("http://10.0.0.4")),
        ("publicUrl", json!(""), json!(null)),
        ("autoPrint", json!(false), json!(false)),
        ("startScreen", json!({"bartender": "till", "chosen": false}), json!({"bartender": "sales", "chosen": false})),
        ("startScreen", json!({"bartender": "till"}), json!({"bartender": "till", "chosen": true})),
        ("startScreen", json!({}), json!({"bartender": "till", "chosen": true})),
        ("orders", json!({"steps": false}), json!({"steps": false})),
        ("reports", json!({"managers": true}), json!({"managers": true})),
        ("tips", json!({"mode": "pool"}), json!({"mode": "pool"})),
        ("clock", json!({"mode": "on"}), json!({"mode": "on", "breaksPaid": false})),
        ("clock", json!({"breaksPaid": true}), json!({"mode": "on", "breaksPaid": true})),
        ("reasons", json!({"freeText": false}), json!({"freeText": false})),
        ("reasons", json!({}), json!({"freeText": false})),
        ("bills", json!({"compCapUSD": 20}), json!({"compCapUSD": "20.00", "slips": true})),
        ("bills", json!({"slips": false}), json!({"compCapUSD": "20.00", "slips": false})),
        ("head", json!({"rate": "apply"}), json!({"url": null, "rate": "apply"})),
        ("guestWifi", json!({"name": " Guests ", "password": "cold beer"}), json!({"name": "Guests", "password": "cold beer"})),
        ("guestWifi", json!({"password": null}), json!({"name": "Guests", "password": null})),
        ("guestWifi", json!({"password": "ice"}), json!({"name": "Guests", "password": "ice"})),
        ("guestWifi", json!(null), json!({"name": null, "password": null})),
    ] {
        let mut expected = settings(&bar).await;
        expected[field] = shown;
        let answer = bar.admin().put("/api/settings", json!({field: value.clone()})).await.ok();
        assert_eq!(answer, expected, "{field} {value}");
    }
    let before = settings(&bar).await;
    bar.restart().await;
    assert_eq!(settings(&bar).await, before);
}

#[tokio::test]
async fn an_invalid_value_is_reported_at_its_field() {
    let bar = TestBar::open().await;
    let before = settings(&bar).await;
    for (field, bad) in [
        ("businessName", json!(" ")),
        ("businessName", json!("x".repeat(201))),
        ("address", json!("a\u{1b}b")),
        ("phone", json!({"number": 1})),
        ("timeZone", json!("Mars/Olympus")),
        ("timeZone", json!("")),
        ("dayStartsAt", json!("25:00")),
        ("dayStartsAt", json!("5")),
        ("lrdCashStep", json!(0)),
        ("lrdCashStep", json!("5.001")),
        ("lrdCashStep", json!(-5)),
        ("usdCashStep", json!("0.02")),
        ("usdCashStep", json!(0)),
        ("publicUrl", json!("javascript:alert(1)")),
        ("publicUrl", json!("http://")),
        ("autoPrint", json!("sometimes")),
        ("startScreen", json!("till")),
        ("startScreen", json!({"bartender": "kitchen"})),
        ("orders", json!({"steps": "some"})),
        ("reports", json!([])),
        ("clock", json!({"mode": "sometimes"})),
        ("clock", json!("on")),
        ("clock", json!({"breaksPaid": "half"})),
        ("reasons", json!({"freeText": "maybe"})),
        ("bills", json!("none")),
        ("bills", json!({"compCapUSD": -1})),
        ("bills", json!({"compCapUSD": "10000.01"})),
        ("bills", json!({"slips": "some"})),
        ("guestWifi", json!({"name": "x".repeat(33)})),
        ("guestWifi", json!({"name": "Guests", "password": "x".repeat(64)})),
        ("printers", json!("tcp://10.0.0.9")),
        ("printers", json!([{"name": "Bar"}])),
        ("printers", json!([{"name": "Bar", "url": "http://10.0.0.9"}])),
        ("printers", json!([{"name": "", "url": "tcp://10.0.0.9"}])),
        ("printers", json!([{"name": "Bar", "url": "tcp://10.0.0.9", "columns": 40}])),
        ("printers", json!([{"name": "Bar", "url": "tcp://10.0.0.9", "columns": 1000}])),
        ("printers", json!([{"name": "Bar", "url": "tcp://10.0.0.9", "profile": "unknown"}])),
        ("printers", json!([{"name": "Bar", "url": "tcp://10.0.0.9", "categories": ["beer"]}])),
        ("printers", json!(vec![json!({"name": "Bar", "url": "tcp://10.0.0.9"}); 9])),
    ] {
        let refused = bar.admin().put("/api/settings", json!({field: bad.clone()})).await.refused(400, "invalid");
        assert!(refused["fields"][field].is_string(), "{field} {bad}: {refused}");
    }
    assert_eq!(settings(&bar).await, before);
}

#[tokio::test]
async fn printers_are_identified_by_id() {
    let bar = TestBar::open().await;
    let put = async |printers: Value| bar.admin().put("/api/settings", json!({"printers": printers})).await;
    let one = put(json!([{"name": "Bar", "url": "tcp://127.0.0.1:1", "enabled": false}])).await.ok()["printers"].clone();
    assert_eq!((&one[0]["id"], &one[0]["enabled"], &one[0]["categories"]), (&json!(1), &json!(false), &json!([])));
    let two =
        put(json!([one[0], {"name": "Kitchen", "url": "none", "columns": 32, "categories": ["food"]}])).await.ok()["printers"].clone();
    assert_eq!((&two[0], &two[1]["id"], &two[1]["columns"]), (&one[0], &json!(2), &json!(32)));
    put(json!([two[1]])).await.ok();
    let third = put(json!([two[1], {"name": "Door", "url": "none"}])).await.ok()["printers"][1]["id"].clone();
    assert_eq!(third, 3, "an id is never reused");
    put(json!([{"id": 1, "name": "Bar", "url": "none"}])).await.refused(404, "not_found");
    let printers = bar.bartender().get("/api/printers").await.ok();
    assert_eq!(
        printers[0],
        json!({"id": 2, "name": "Kitchen", "url": "none", "status": "unknown", "error": null, "queued": 0, "lastSeenAt": null,
        "enabled": true, "columns": 32, "profile": "generic-80", "opensDrawer": false, "categories": ["food"]})
    );
}

#[tokio::test]
async fn a_printer_address_may_be_typed_without_its_scheme() {
    let bar = TestBar::open().await;
    let put =
        async |url: &str| bar.admin().put("/api/settings", json!({"printers": [{"name": "Bar", "url": url, "enabled": false}]})).await;
    for (typed, stored) in [
        ("192.168.1.50", "tcp://192.168.1.50:9100"),
        (" 192.168.1.50:9101 ", "tcp://192.168.1.50:9101"),
        ("tcp://192.168.1.50:9100", "tcp://192.168.1.50:9100"),
    ] {
        assert_eq!(put(typed).await.ok()["printers"][0]["url"], stored, "{typed}");
        assert_eq!(settings(&bar).await["printers"][0]["url"], stored);
    }
    for (typed, message) in [
        ("192.168.1", "Must be 192.168.1.50, tcp://HOST:9100, file:///dev/usb/lp0, serial:///dev/ttyUSB0?baud=19200 or none"),
        ("192.168.1.50:http", "The port must be a number from 1 to 65535, such as 9100"),
    ] {
        let refused = put(typed).await.refused(400, "invalid");
        assert_eq!(refused["fields"]["printers"], message);
    }
    let port: u16 = bar.address().rsplit_once(':').expect("a port").1.parse().expect("a number");
    let refused = put(&format!("127.0.0.1:{port}")).await.refused(400, "invalid");
    assert!(refused["fields"]["printers"].as_str().is_some_and(|why| why.contains("this box itself")), "{refused}");
}

#[tokio::test]
async fn concurrent_changes_to_different_settings_are_all_kept() {
    let bar = TestBar::open().await;
    let mut writes = tokio::task::JoinSet::new();
    for (field, value) in [("address", "A"), ("phone", "B"), ("website", "C"), ("socialMedia", "D"), ("thankYouMessage", "E")] {
        let admin = bar.admin();
        writes.spawn(async move { admin.put("/api/settings", json!({field: value})).await.ok() });
    }
    writes.join_all().await;
    let settings = settings(&bar).await;
    let all =
        ["address", "phone", "website", "socialMedia", "thankYouMessage"].map(|field| settings[field].as_str().unwrap_or("?").to_owned());
    assert_eq!(all, ["A", "B", "C", "D", "E"]);
}
