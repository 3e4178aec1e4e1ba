//! Random nights of a bartender without approvals: what was billed is settled as billed, unpaid, or listed as different.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bar::{TestBar, text, values_of};
use crate::bills::pieces;

/// A choice of a call, and choices within it.
type Step = (u8, usize, usize, i64);

/// Random nights of the ordinary run; `BARBACK_BILLED_NIGHTS` sets another number.
const NIGHTS: u32 = 6;
const STEPS: usize = 50;
/// Kinds of calls.
const CALLS: u8 = 18;

/// Minor units of a sum in an answer.
fn cents(sum: &Value) -> i64 {
    text(sum).replace('.', "").parse().expect("an amount")
}

/// The bills that each item is on: a piece that is cut off from an item is on those that the item was on then.
type OnBills = BTreeMap<u64, BTreeSet<String>>;

/// All items of all orders, each with its order.
async fn items(bar: &TestBar) -> Vec<(Value, Value)> {
    let mut items = Vec::new();
    for order in bar.manager().get("/api/orders?limit=200").await.ok().as_array().expect("orders") {
        items.extend(order["items"].as_array().expect("items").iter().map(|item| (order.clone(), item.clone())));
    }
    items
}

/// Makes the call of one step, and notes which items are on which bills.
async fn plays(bar: &TestBar, on_bills: &mut OnBills, step: Step) {
    let bill = calls(bar, step).await;
    let before = on_bills.clone();
    for (_, item) in items(bar).await {
        let whole = item["partOf"].as_u64().and_then(|whole| before.get(&whole)).cloned().unwrap_or_default();
        on_bills.entry(item["id"].as_u64().expect("an id")).or_insert(whole);
    }
    let Some(number) = bill["number"].as_str() else { return };
    for line in bill["items"].as_array().expect("items").iter().filter(|line| !line["productId"].is_null()) {
        on_bills.entry(line["id"].as_u64().expect("an id")).or_default().insert(number.to_owned());
    }
}

/// Makes the call of one step as the bartender; whether it is refused does not matter. Returns the bill that it printed.
async fn calls(bar: &TestBar, (call, one, two, number): Step) -> Value {
    let me = bar.bartender();
    let call = call % CALLS;
    if call == 0 {
        let items = bar.items(&[("Beer", 1 + number), ("Rice", 1 + number % 3), ("Whisky", 2)]).await;
        let table = 1 + one % 6;
        let order = json!({"customerName": "Musu", "tableId": table, "guests": number, "items": items});
        let answer = me.post("/api/orders", order).await;
        // Late in a night too little may be left.
        assert!(answer.status == 201 || answer.json()["code"] == "insufficient_stock", "{}", answer.text());
        return Value::Null;
    }
    let open = me.get("/api/orders?status=open").await.ok();
    let Some(open) = open.as_array().filter(|open| !open.is_empty()) else { return Value::Null };
    let (order, other) = (&open[one % open.len()], &open[two % open.len()]);
    let path = format!("/api/orders/{}", order["id"]);
    let items = order["items"].as_array().expect("items");
    let item = items.get(two % items.len().max(1)).cloned().unwrap_or(Value::Null);
    let all = item["quantity"].as_i64().unwrap_or(1);
    let some = 1 + number % all;
    let item_path = format!("{path}/items/{}", item["id"]);
    let moved = pieces(&[(&item, some, all)]);
    let customer = json!({"customerName": "Joe Sumo"});
    let answer = match call {
        1..=3 => me.post(&format!("{path}/bill"), json!({"print": false})).await,
        4 => me.post(&format!("{path}/move"), json!({"items": moved, "to": {"new": {}}})).await,
        5 => me.post(&format!("{path}/move"), json!({"items": moved, "to": {"orderId": other["id"]}})).await,
        6 => me.post(&format!("{path}/split"), json!({"bills": [{"items": moved}]})).await,
        7 => me.post(&format!("{path}/merge"), json!({"from": [other["id"]]})).await,
        8 if number % 2 == 0 => me.delete(&item_path).await,
        8 => me.patch(&item_path, json!({"quantity": number})).await,
        9 if number % 3 == 0 => me.patch(&format!("{path}/status"), json!({"status": "cancelled", "reason": "Left"})).await,
        9 => me.patch(&path, json!({"guests": number, "customerName": "Sumo"})).await,
        10 if number % 2 == 0 => me.post(&format!("{path}/credit"), customer).await,
        10 => me.post(&format!("{path}/discount"), json!({"percent": 10, "reason": "x"})).await,
        11 if number % 2 == 0 => me.put(&format!("{path}/tax-exemption"), json!({"name": "x", "documentNumber": "y"})).await,
        11 => me.post(&format!("{path}/items"), json!({"productId": item["productId"], "quantity": number})).await,
        12 => me.post(&format!("{path}/payment"), json!({"amountUSD": number})).await,
        13 => me.post(&format!("{path}/payment"), json!({"amountUSD": order["remainingUSD"]})).await,
        14 => {
            let share = json!({"of": 2, "part": 1 + number % 2, "payIn": "USD"});
            me.post(&format!("{path}/payment"), json!({"amountUSD": order["remainingUSD"], "changeIn": "USD", "share": share})).await
        }
        15 => me.post(&format!("{path}/service-charge"), json!({"apply": number % 2 == 0, "reason": "x"})).await,
        16 if number % 2 == 0 => me.post("/api/orders/transfer", json!({"userId": 2, "orderIds": [order["id"]]})).await,
        16 => me.post(&format!("{path}/walk-out"), json!({"reason": "Left"})).await,
        _ => me.post("/api/tabs/payment", json!({"customerName": "Joe Sumo", "amountUSD": number})).await,
    };
    assert!(answer.status < 500, "{call} {}", answer.text());
    if (1..=3).contains(&call) { answer.json()["bill"].clone() } else { Value::Null }
}

/// The item and those that it was cut from.
fn origins(id: u64, items: &[(Value, Value)]) -> Vec<u64> {
    let mut found = vec![id];
    while let Some(whole) =
        items.iter().find(|(_, item)| item["id"] == *found.last().expect("one")).and_then(|(_, item)| item["partOf"].as_u64())
    {
        found.push(whole);
    }
    found
}

/// Each bill that is on no list was settled as billed, or a later bill asks for the rest of it.
async fn adds_up(bar: &TestBar, on_bills: &OnBills) {
    let listed = async |state: &str| bar.manager().get(&format!("/api/bills?state={state}&limit=200")).await.ok();
    let (unpaid, different) = (values_of(&listed("unpaid").await, "number"), values_of(&listed("different").await, "number"));
    let items = items(bar).await;
    for bill in listed("all").await.as_array().expect("bills") {
        let number = &bill["number"];
        if unpaid.contains(number) || different.contains(number) {
            continue;
        }
        for line in bill["items"].as_array().expect("items").iter().filter(|line| !line["productId"].is_null()) {
            let id = line["id"].as_u64().expect("an id");
            let (mut settled, mut quantity, mut later) = (0, 0, 0);
            let is_of_line = |item: &Value| origins(item["id"].as_u64().expect("an id"), &items).contains(&id);
            let is_on_bill = |item: &Value| on_bills[&item["id"].as_u64().expect("an id")].contains(text(number));
            for (order, item) in items.iter().filter(|(_, item)| is_of_line(item) && is_on_bill(item)) {
                if order["closedAs"] == "paid" {
                    settled += cents(&item["grossUSD"]);
                } else {
                    assert!(item["billNumber"].is_string() && item["billNumber"] != *number, "{number} is on no list, and unpaid: {item}");
                    later += cents(&item["grossUSD"]);
                }
                quantity += item["quantity"].as_i64().expect("a number");
            }
            assert!(quantity >= line["quantity"].as_i64().expect("a number"), "{number} lost pieces: {line}");
            assert!(settled + later >= cents(&line["grossUSD"]), "{number} was settled for less and is on no list: {line}");
        }
    }
    // Without approvals nothing that was billed was lowered.
    let report = bar.admin().get("/api/reports/exceptions").await.ok();
    for row in report["rows"].as_array().expect("rows") {
        assert_eq!(row["kinds"]["afterBill"]["count"], 0, "{row}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: crate::rng::number("BARBACK_BILLED_NIGHTS", u64::from(NIGHTS)).try_into().expect("small"), max_shrink_iters: 40, ..ProptestConfig::default() })]

    #[test]
    fn what_was_billed_is_settled_unpaid_or_listed(
        steps in proptest::collection::vec((any::<u8>(), 0usize..50, 0usize..50, 1i64..9), STEPS), charge: bool
    ) {
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime").block_on(async {
            let bar = TestBar::stocked().await;
            if charge {
                bar.sets_service_charge(json!({"mode": "auto"})).await;
            }
            let mut on_bills = OnBills::new();
            plays(&bar, &mut on_bills, (0, 0, 0, 5)).await;
            for step in steps {
                plays(&bar, &mut on_bills, step).await;
            }
            adds_up(&bar, &on_bills).await;
        });
    }
}
