//! Random nights of a bartender without approvals: what was billed is settled as billed, unpaid, or listed as different.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bar::{TestBar, text, values_of};
use crate::bills::pieces;

/// A choice of a call, and choices within it.
type Step = (u8, usize, usize, i64);

const NIGHTS: u32 = 6;
const STEPS: usize = 40;

/// Minor units of a sum in an answer.
fn cents(sum: &Value) -> i64 {
    text(sum).replace('.', "").parse().expect("an amount")
}

/// Makes the call of one step as the bartender; whether it is refused does not matter.
async fn plays(bar: &TestBar, (call, one, two, number): Step) {
    let me = bar.bartender();
    if call % 14 == 0 {
        let items = bar.items(&[("Beer", 1 + number), ("Rice", 1 + number % 3), ("Whisky", 2)]).await;
        let table = 1 + one % 6;
        me.post("/api/orders", json!({"customerName": "Musu", "tableId": table, "guests": number, "items": items})).await.created();
        return;
    }
    let open = me.get("/api/orders?status=open").await.ok();
    let Some(open) = open.as_array().filter(|open| !open.is_empty()) else { return };
    let (order, other) = (&open[one % open.len()], &open[two % open.len()]);
    let path = format!("/api/orders/{}", order["id"]);
    let items = order["items"].as_array().expect("items");
    let item = items.get(two % items.len().max(1)).cloned().unwrap_or(Value::Null);
    let all = item["quantity"].as_i64().unwrap_or(1);
    let some = 1 + number % all;
    let item_path = format!("{path}/items/{}", item["id"]);
    let moved = pieces(&[(&item, some, all)]);
    let customer = json!({"customerName": "Joe Nobody"});
    let answer = match call % 14 {
        1..=3 => me.post(&format!("{path}/bill"), json!({"print": false})).await,
        4 => me.post(&format!("{path}/move"), json!({"items": moved, "to": {"new": {}}})).await,
        5 => me.post(&format!("{path}/move"), json!({"items": moved, "to": {"orderId": other["id"]}})).await,
        6 => me.post(&format!("{path}/split"), json!({"bills": [{"items": moved}]})).await,
        7 => me.post(&format!("{path}/merge"), json!({"from": [other["id"]]})).await,
        8 if number % 2 == 0 => me.delete(&item_path).await,
        8 => me.patch(&item_path, json!({"quantity": number})).await,
        9 if number % 3 == 0 => me.patch(&format!("{path}/status"), json!({"status": "cancelled", "reason": "Left"})).await,
        9 => me.patch(&path, json!({"guests": number, "customerName": "Nobody"})).await,
        10 if number % 2 == 0 => me.post(&format!("{path}/credit"), customer).await,
        10 => me.post(&format!("{path}/discount"), json!({"percent": 10, "reason": "x"})).await,
        11 if number % 2 == 0 => me.put(&format!("{path}/tax-exemption"), json!({"name": "x", "documentNumber": "y"})).await,
        11 => me.post(&format!("{path}/items"), json!({"productId": item["productId"], "quantity": number})).await,
        12 => me.post(&format!("{path}/payment"), json!({"amountUSD": number})).await,
        _ => me.post(&format!("{path}/payment"), json!({"amountUSD": order["remainingUSD"]})).await,
    };
    assert!(answer.status < 500, "{call} {}", answer.text());
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
async fn adds_up(bar: &TestBar) {
    let listed = async |state: &str| bar.manager().get(&format!("/api/bills?state={state}&limit=200")).await.ok();
    let (unpaid, different) = (values_of(&listed("unpaid").await, "number"), values_of(&listed("different").await, "number"));
    let mut items = Vec::new();
    for order in bar.manager().get("/api/orders?limit=200").await.ok().as_array().expect("orders") {
        for item in order["items"].as_array().expect("items") {
            items.push((order.clone(), item.clone()));
        }
    }
    for bill in listed("all").await.as_array().expect("bills") {
        let number = &bill["number"];
        if unpaid.contains(number) || different.contains(number) {
            continue;
        }
        for line in bill["items"].as_array().expect("items").iter().filter(|line| !line["productId"].is_null()) {
            let id = line["id"].as_u64().expect("an id");
            let (mut settled, mut quantity, mut later) = (0, 0, 0);
            for (order, item) in items.iter().filter(|(_, item)| origins(item["id"].as_u64().expect("an id"), &items).contains(&id)) {
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
    #![proptest_config(ProptestConfig { cases: NIGHTS, max_shrink_iters: 40, ..ProptestConfig::default() })]

    #[test]
    fn what_was_billed_is_settled_unpaid_or_listed(
        steps in proptest::collection::vec((any::<u8>(), 0usize..50, 0usize..50, 1i64..9), STEPS), charge: bool
    ) {
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime").block_on(async {
            let bar = TestBar::stocked().await;
            if charge {
                bar.sets_service_charge(json!({"mode": "auto"})).await;
            }
            plays(&bar, (0, 0, 0, 5)).await;
            for step in steps {
                plays(&bar, step).await;
            }
            adds_up(&bar).await;
        });
    }
}
