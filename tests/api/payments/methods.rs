//! Payment methods in the settings: added, changed, switched off; and the methods that staff read.

use serde_json::{Value, json};

use crate::bar::{TestBar, values_of};
use crate::payments::cash_settings::{default_cash, default_denominations};

/// The payment methods of a new bar.
pub fn default_methods() -> Value {
    let method = |id: &str, name: &str, kind: &str| json!({"id": id, "name": name, "kind": kind, "currencies": ["USD", "LRD"], "referenceRequired": false, "account": null, "enabled": true});
    json!([
        method("cash", "Cash", "cash"),
        method("card", "Credit/Debit Card", "card"),
        method("digital", "Digital Payment", "mobile"),
        method("check", "Check", "check"),
        method("mobile", "Mobile", "mobile"),
    ])
}

pub async fn settings(bar: &TestBar) -> Value {
    bar.admin().get("/api/settings").await.ok()
}

pub async fn put(bar: &TestBar, part: Value) -> Value {
    bar.admin().put("/api/settings", part).await.ok()
}

/// Expects a refusal at this one field, and unchanged settings. Returns the message.
pub async fn refused_message(bar: &TestBar, field: &str, value: Value) -> String {
    let before = settings(bar).await;
    let refused = bar.admin().put("/api/settings", json!({field: value})).await.refused(400, "invalid");
    assert_eq!(settings(bar).await, before, "{field}");
    assert_eq!(refused["fields"].as_object().map(serde_json::Map::len), Some(1), "{refused}");
    refused["fields"][field].as_str().unwrap_or_default().to_owned()
}

/// The default methods and these rows.
fn with_added(rows: impl IntoIterator<Item = Value>) -> Value {
    let mut methods = default_methods();
    methods.as_array_mut().expect("a list").extend(rows);
    methods
}

/// The default methods with some members of one changed.
fn with_changed(id: &str, members: Value) -> Value {
    let mut methods = default_methods();
    let method = methods.as_array_mut().expect("a list").iter_mut().find(|method| method["id"] == id).expect("a method");
    for (name, value) in members.as_object().expect("members") {
        method[name] = value.clone();
    }
    methods
}

/// The default methods without one.
fn without(id: &str) -> Value {
    let mut methods = default_methods();
    methods.as_array_mut().expect("a list").retain(|method| method["id"] != id);
    methods
}

#[tokio::test]
async fn a_fresh_bar_has_five_methods_fourteen_notes_and_coins_and_no_tills() {
    let bar = TestBar::open().await;
    let fresh = settings(&bar).await;
    assert_eq!(fresh["methods"], default_methods());
    assert_eq!(fresh["denominations"], default_denominations());
    assert_eq!(fresh["cash"], default_cash());
}

#[tokio::test]
async fn a_new_method_gets_its_id_from_its_name() {
    let mut bar = TestBar::open().await;
    let momo = json!({"name": " MTN  MoMo ", "kind": "mobile", "referenceRequired": true, "account": "0886 123 456"});
    let orange = json!({"name": "Orange Money", "kind": "mobile", "currencies": ["LRD"], "enabled": false});
    let methods = put(&bar, json!({"methods": with_added([momo, orange])})).await["methods"].clone();
    let added = json!({"id": "mtn_momo", "name": "MTN MoMo", "kind": "mobile", "currencies": ["USD", "LRD"], "referenceRequired": true,
        "account": "0886 123 456", "enabled": true});
    assert_eq!(methods[5], added);
    let off = json!({"id": "orange_money", "name": "Orange Money", "kind": "mobile", "currencies": ["LRD"], "referenceRequired": false,
        "account": null, "enabled": false});
    assert_eq!(methods[6], off);
    bar.restart().await;
    assert_eq!(settings(&bar).await["methods"], methods);
}

#[tokio::test]
async fn an_id_that_is_taken_or_reserved_gets_a_number() {
    let bar = TestBar::open().await;
    let named = |name: &str| json!({"name": name, "kind": "other"});
    let methods = put(&bar, json!({"methods": with_added(["Mixed", "MTN MoMo", "mtn momo", "Cash", "MTN-MoMo", "現金"].map(named))})).await;
    let ids = values_of(&methods["methods"], "id");
    assert_eq!(ids[5..], ["mixed_2", "mtn_momo", "mtn_momo_2", "cash_2", "mtn_momo_3", "other"].map(|id| json!(id)));
}

#[tokio::test]
async fn a_change_of_a_method_keeps_its_other_fields() {
    let bar = TestBar::open().await;
    let card = json!({"currencies": ["LRD", "USD", "LRD"], "referenceRequired": true, "account": " ECO  77 ", "enabled": false});
    let answer = put(&bar, json!({"methods": with_changed("card", card)})).await["methods"][1].clone();
    let expected = json!({"id": "card", "name": "Credit/Debit Card", "kind": "card", "currencies": ["USD", "LRD"], "referenceRequired": true,
        "account": "ECO 77", "enabled": false});
    assert_eq!(answer, expected);
    let ids = |changes: Value| -> Value {
        let rows = ["mobile", "cash", "card", "digital", "check"].map(|id| if id == "card" { changes.clone() } else { json!({"id": id}) });
        json!({"methods": rows})
    };
    let answer = put(&bar, ids(json!({"id": "card", "enabled": true}))).await["methods"].clone();
    assert_eq!(values_of(&answer, "id"), ["mobile", "cash", "card", "digital", "check"], "the order is the list's");
    assert_eq!(
        (&answer[2]["account"], &answer[2]["enabled"], &answer[2]["referenceRequired"]),
        (&json!("ECO 77"), &json!(true), &json!(true))
    );
    assert_eq!(put(&bar, ids(json!({"id": "card", "account": null}))).await["methods"][2]["account"], json!(null));
}

#[tokio::test]
async fn a_method_can_be_switched_off_not_removed() {
    let bar = TestBar::open().await;
    assert_eq!(refused_message(&bar, "methods", without("check")).await, "A method can be switched off, not removed");
    assert_eq!(refused_message(&bar, "methods", json!([{"id": "cash"}])).await, "A method can be switched off, not removed");
    let methods = put(&bar, json!({"methods": with_changed("check", json!({"enabled": false}))})).await["methods"].clone();
    assert_eq!(methods[3]["enabled"], false);
}

#[tokio::test]
async fn there_is_exactly_one_cash_method() {
    let bar = TestBar::open().await;
    for gone in [without("cash"), json!([]), with_changed("cash", json!({"enabled": false}))] {
        assert_eq!(refused_message(&bar, "methods", gone).await, "Cash is always there");
    }
    assert_eq!(refused_message(&bar, "methods", with_added([json!({"name": "Petty cash", "kind": "cash"})])).await, "There is one cash");
    for limited in [json!({"currencies": ["USD"]}), json!({"referenceRequired": true})] {
        assert_eq!(
            refused_message(&bar, "methods", with_changed("cash", limited)).await,
            "Cash takes both currencies, without a reference"
        );
    }
}

#[tokio::test]
async fn an_invalid_list_of_methods_is_refused_with_a_message() {
    let bar = TestBar::open().await;
    let new = |name: &str| json!({"name": name, "kind": "mobile"});
    for (methods, wrong) in [
        (json!("cash"), "Must be a list of payment methods"),
        (json!(null), "Must be a list of payment methods"),
        (json!(["cash"]), "Must be a list of payment methods"),
        (with_changed("card", json!({"kind": "mobile"})), "Credit/Debit Card keeps its name and kind"),
        (with_changed("card", json!({"name": "Visa"})), "Credit/Debit Card keeps its name and kind"),
        (with_changed("card", json!({"currencies": []})), "Credit/Debit Card needs at least one currency"),
        (with_changed("card", json!({"currencies": ["EUR"]})), "Currencies are a list of USD and LRD"),
        (with_changed("card", json!({"currencies": "USD"})), "Currencies are a list of USD and LRD"),
        (with_changed("card", json!({"account": "1".repeat(61)})), "The account of Credit/Debit Card has at most 60 characters"),
        (with_changed("card", json!({"account": "a\u{1b}b"})), "Must not contain control characters"),
        (with_changed("card", json!({"enabled": "sometimes"})), "Must be 1 or 0"),
        (with_added([json!({"id": "momo", "name": "MoMo", "kind": "mobile"})]), "Unknown payment method momo"),
        (with_added([json!({"id": "card"})]), "Credit/Debit Card is there twice"),
        (with_added([json!({"name": "MoMo"})]), "A new payment method needs a name and a kind"),
        (with_added([json!({"kind": "mobile"})]), "A new payment method needs a name and a kind"),
        (with_added([json!({"name": "MoMo", "kind": "shells"})]), "The kind is cash, card, mobile, bank, check or other"),
        (with_added([new(&"x".repeat(41))]), "The name of a payment method has at most 40 characters"),
        (with_added((1..=16).map(|number| new(&format!("Method {number}")))), "At most 20 payment methods"),
    ] {
        assert_eq!(refused_message(&bar, "methods", methods).await, wrong);
    }
    let full = put(&bar, json!({"methods": with_added((1..=15).map(|number| new(&format!("Method {number}"))))})).await;
    assert_eq!(full["methods"].as_array().map(Vec::len), Some(20));
}

#[tokio::test]
async fn all_errors_are_reported_at_once() {
    let bar = TestBar::open().await;
    let wrong = json!({"methods": [], "denominations": [{"currency": "USD", "value": 0, "kind": "note"}], "cash": {"longShiftHours": 0},
        "businessName": "", "lrdCashStep": 0});
    let refused = bar.admin().put("/api/settings", wrong).await.refused(400, "invalid");
    let fields: Vec<&str> = refused["fields"].as_object().expect("fields").keys().map(String::as_str).collect();
    assert_eq!(fields, ["businessName", "cash", "denominations", "lrdCashStep", "methods"]);
    let unreadable = json!({"methods": 1, "denominations": 2, "cash": 3});
    let refused = bar.admin().put("/api/settings", unreadable).await.refused(400, "invalid");
    assert_eq!(refused["fields"].as_object().map(serde_json::Map::len), Some(3), "{refused}");
}

#[tokio::test]
async fn staff_read_the_enabled_methods_and_denominations() {
    let bar = TestBar::open().await;
    let setup = async || bar.bartender().get("/api/cash/setup").await;
    let fresh = setup().await;
    let tag = fresh.header("etag").expect("an ETag").to_owned();
    let expected = json!({"mode": "off", "requireShift": false, "blindCount": true, "countBy": "pieces", "lrdCashStep": "5.00", "usdCashStep": "0.01", "roundDue": true,
        "longShiftHours": 20, "methods": default_methods(), "denominations": default_denominations()});
    assert_eq!(fresh.ok(), expected);
    bar.bartender().request("GET", "/api/cash/setup").header("if-none-match", &tag).send().await.has_status(304);
    put(&bar, json!({"methods": with_changed("check", json!({"enabled": false})), "cash": {"lrdCoins": false, "countBy": "totals"}})).await;
    let now = bar.bartender().request("GET", "/api/cash/setup").header("if-none-match", &tag).send().await.ok();
    assert_eq!(values_of(&now["methods"], "id"), ["cash", "card", "digital", "mobile"].map(|id| json!(id)));
    assert_eq!(now["denominations"].as_array().map(Vec::len), Some(12), "no coins");
    assert_eq!((&now["lrdCashStep"], &now["countBy"]), (&json!("20.00"), &json!("totals")));
}

#[tokio::test]
async fn concurrent_changes_to_different_methods_are_all_kept() {
    let bar = TestBar::open().await;
    let mut writes = tokio::task::JoinSet::new();
    for wanted in ["card", "digital", "check", "mobile"] {
        let rows = ["cash", "card", "digital", "check", "mobile"];
        let rows = rows.map(|id| if id == wanted { json!({"id": id, "enabled": false}) } else { json!({"id": id}) });
        let admin = bar.admin();
        writes.spawn(async move { admin.put("/api/settings", json!({"methods": rows})).await.ok() });
    }
    writes.join_all().await;
    let off = settings(&bar).await["methods"].as_array().expect("a list").iter().filter(|method| method["enabled"] == false).count();
    assert_eq!(off, 4);
}
