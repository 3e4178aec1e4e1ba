//! Cash settings: notes and coins, the smallest amount of change, and how cash is counted.

use serde_json::{Value, json};

use crate::bar::TestBar;
use crate::payments::methods::{put, refused_message, settings};

/// The notes and coins of a new bar.
pub fn default_denominations() -> Value {
    let all = |currency: &str, kind: &str, values: &[&str]| -> Vec<Value> {
        values.iter().map(|value| json!({"currency": currency, "value": value, "kind": kind, "enabled": true})).collect()
    };
    let dollars = all("USD", "note", &["100.00", "50.00", "20.00", "10.00", "5.00", "2.00", "1.00"]);
    let notes = all("LRD", "note", &["1000.00", "500.00", "100.00", "50.00", "20.00"]);
    json!([dollars, notes, all("LRD", "coin", &["10.00", "5.00"])].concat())
}

/// The cash settings of a new bar.
pub fn default_cash() -> Value {
    json!({"mode": "off", "requireShift": false, "blindCount": true, "countBy": "pieces", "toleranceUSD": "2.00", "toleranceLRD": "500.00",
        "payOutLimitUSD": "20.00", "payOutLimitLRD": "4000.00", "longShiftHours": 20, "exchangeTolerance": 2, "movementMaxUSD": "1000.00", "movementMaxLRD": "200000.00", "lrdCoins": null,
        "roundDue": true})
}

#[tokio::test]
async fn the_list_of_notes_and_coins_is_replaced_as_a_whole() {
    let mut bar = TestBar::open().await;
    let list =
        json!([{"currency": "USD", "value": 0.25, "kind": "coin"}, {"currency": "LRD", "value": "20", "kind": "note", "enabled": false}]);
    let kept = json!([{"currency": "USD", "value": "0.25", "kind": "coin", "enabled": true},
        {"currency": "LRD", "value": "20.00", "kind": "note", "enabled": false}]);
    assert_eq!(put(&bar, json!({"denominations": list})).await["denominations"], kept);
    bar.restart().await;
    assert_eq!(settings(&bar).await["denominations"], kept);
}

#[tokio::test]
async fn an_invalid_list_of_notes_and_coins_is_refused_with_a_message() {
    let bar = TestBar::open().await;
    let note = |value: Value| json!({"currency": "LRD", "value": value, "kind": "note"});
    let notes = |count: i64| json!((1..=count).map(|value| note(json!(value))).collect::<Vec<_>>());
    let needs = "Each needs a currency, a value, and whether it is a note or a coin";
    for (denominations, wrong) in [
        (json!({}), "Must be a list of notes and coins"),
        (json!(null), "Must be a list of notes and coins"),
        (json!([5]), "Must be a list of notes and coins"),
        (json!([{}]), needs),
        (json!([{"currency": "LRD", "value": "5.00"}]), needs),
        (json!([{"currency": "EUR", "value": "5.00", "kind": "note"}]), "Must be USD or LRD"),
        (json!([{"currency": "LRD", "value": "5.00", "kind": "shell"}]), "Must be note or coin"),
        (json!([note(json!("5.001"))]), "Must have at most 2 decimals"),
        (json!([note(json!(0))]), "Each note and coin needs a value of 0.01 to 100000.00"),
        (json!([note(json!("100000.01"))]), "Each note and coin needs a value of 0.01 to 100000.00"),
        (json!([note(json!(5)), {"currency": "LRD", "value": "5.00", "kind": "coin"}]), "Each value stands there once per currency"),
        (notes(41), "At most 40 notes and coins"),
    ] {
        assert_eq!(refused_message(&bar, "denominations", denominations).await, wrong);
    }
    assert_eq!(put(&bar, json!({"denominations": notes(40)})).await["denominations"].as_array().map(Vec::len), Some(40));
}

#[tokio::test]
async fn the_coin_setting_sets_the_cash_step_and_the_coins() {
    let bar = TestBar::open().await;
    let coins = |settings: &Value| -> Vec<Value> {
        let coins = settings["denominations"].as_array().expect("a list").iter().filter(|one| one["kind"] == "coin");
        coins.map(|coin| coin["enabled"].clone()).collect()
    };
    for (gives, step) in [(false, "20.00"), (true, "5.00")] {
        let answer = put(&bar, json!({"cash": {"lrdCoins": gives}})).await;
        assert_eq!((&answer["cash"]["lrdCoins"], &answer["lrdCashStep"]), (&json!(gives), &json!(step)));
        assert_eq!(coins(&answer), [json!(gives), json!(gives)]);
        let notes = answer["denominations"].as_array().expect("a list").iter().filter(|one| one["kind"] == "note");
        assert!(notes.clone().count() == 12 && notes.clone().all(|note| note["enabled"] == true), "{answer}");
    }
    let answer = put(&bar, json!({"cash": {"lrdCoins": false}, "lrdCashStep": "10.00"})).await;
    assert_eq!(
        (&answer["lrdCashStep"], coins(&answer)),
        (&json!("10.00"), vec![json!(false), json!(false)]),
        "an explicit step overrides the coin setting"
    );
    let before = settings(&bar).await;
    assert_eq!(put(&bar, json!({"cash": {"toleranceUSD": 2}})).await, before, "another cash setting does not change the step");
    assert_eq!(put(&bar, before.clone()).await, before, "the answer can be sent back unchanged");
    let open = put(&bar, json!({"cash": {"lrdCoins": null}})).await;
    assert_eq!((&open["cash"]["lrdCoins"], &open["lrdCashStep"]), (&json!(null), &json!("10.00")));
}

#[tokio::test]
async fn change_follows_the_coin_setting() {
    let bar = TestBar::open().await;
    bar.stocks("Whisky", "13.74", 9).await;
    for (gives, change) in [(true, ["6.00", "50.00"]), (false, ["6.00", "40.00"])] {
        put(&bar, json!({"cash": {"lrdCoins": gives}})).await;
        let order =
            json!({"customerName": "Musu", "items": [{"productId": 1, "quantity": 1, "unitPrice": "13.74", "totalPrice": "13.74"}]});
        let id = bar.bartender().post("/api/orders", order).await.created()["id"].clone();
        let paid = bar.bartender().post(&format!("/api/orders/{id}/payment"), json!({"amountUSD": "20.00", "paymentMethod": "cash"})).await;
        let payment = paid.ok()["payment"].clone();
        assert_eq!([&payment["changeUSD"], &payment["changeLRD"]], change, "{payment}");
    }
}

#[tokio::test]
async fn one_cash_setting_changes_and_the_rest_stays() {
    let mut bar = TestBar::open().await;
    let mut expected = default_cash();
    for (name, given, shown) in [
        ("blindCount", json!(false), json!(false)),
        ("countBy", json!("totals"), json!("totals")),
        ("toleranceUSD", json!(0), json!("0.00")),
        ("toleranceLRD", json!("250.5"), json!("250.50")),
        ("payOutLimitUSD", json!("35.00"), json!("35.00")),
        ("payOutLimitLRD", json!(6000), json!("6000.00")),
        ("longShiftHours", json!(168), json!(168)),
        ("longShiftHours", json!(1), json!(1)),
        ("exchangeTolerance", json!(0), json!(0)),
        ("exchangeTolerance", json!("100"), json!(100)),
        ("movementMaxUSD", json!("50"), json!("50.00")),
        ("movementMaxLRD", json!(9999.5), json!("9999.50")),
        ("mode", json!("off"), json!("off")),
        ("requireShift", json!(false), json!(false)),
    ] {
        expected[name] = shown;
        assert_eq!(put(&bar, json!({"cash": {name: given}})).await["cash"], expected, "{name}");
    }
    assert_eq!(put(&bar, json!({"cash": null})).await["cash"], expected);
    bar.restart().await;
    assert_eq!(settings(&bar).await["cash"], expected);
}

#[tokio::test]
async fn an_invalid_cash_setting_is_refused_with_a_message() {
    let bar = TestBar::open().await;
    for (cash, wrong) in [
        (json!("off"), "Must be an object with cash settings"),
        (json!([1]), "Must be an object with cash settings"),
        (json!({"mode": "on"}), "The mode is off, drawer, drawers or purses"),
        (json!({"countBy": "weight"}), "Cash is counted by pieces or totals"),
        (json!({"blindCount": "maybe"}), "Must be 1 or 0"),
        (json!({"lrdCoins": "some"}), "Must be 1 or 0"),
        (json!({"toleranceUSD": -1}), "Must not be negative"),
        (json!({"payOutLimitLRD": "1.234"}), "Must have at most 2 decimals"),
        (json!({"longShiftHours": 0}), "A long shift has 1 to 168 hours"),
        (json!({"longShiftHours": 169}), "A long shift has 1 to 168 hours"),
        (json!({"longShiftHours": -3}), "A long shift has 1 to 168 hours"),
        (json!({"longShiftHours": 1.5}), "Must be a whole number"),
        (json!({"exchangeTolerance": 101}), "The exchange tolerance is a whole percentage from 0 to 100"),
        (json!({"exchangeTolerance": -1}), "The exchange tolerance is a whole percentage from 0 to 100"),
        (json!({"exchangeTolerance": 2.5}), "Must be a whole number"),
        (json!({"movementMaxUSD": -1}), "Must not be negative"),
    ] {
        assert_eq!(refused_message(&bar, "cash", cash).await, wrong);
    }
}
