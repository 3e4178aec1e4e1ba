//! Only cash gives change: a payment that is not cash never takes more than is due, on any call and in either form.

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar, text};
use crate::order_steps::{CUSTOMER, assert_fields};

/// The calls that take money; each owes $2.00 for one Beer.
const CALLS: [&str; 7] = ["sale", "batch", "order", "credit", "bulk", "tab", "share"];

fn with(mut body: Value, members: &Value) -> Value {
    body.as_object_mut().expect("an object").extend(members.as_object().expect("an object").clone());
    body
}

/// Takes a payment for one Beer by this call. `customer` is a new one for calls that pay a tab.
async fn pays_for_beer(bar: &TestBar, call: &str, customer: &str, money: &Value) -> Answer {
    let beer = bar.id_of("Beer").await;
    let person = bar.bartender();
    match call {
        "sale" => person.post("/api/sales", with(json!({"productId": beer, "quantity": 1}), money)).await,
        "batch" => person.post("/api/sales/batch", with(json!({"sales": [{"productId": beer, "quantity": 1}]}), money)).await,
        "order" => {
            let order = bar.takes_order(&[("Beer", 1)]).await;
            bar.pays(&order, money.clone()).await
        }
        "share" => {
            let order = bar.takes_order(&[("Beer", 2)]).await;
            bar.pays(&order, with(json!({"share": {"of": 2, "part": 1, "payIn": "USD"}}), money)).await
        }
        _ => {
            let credit = bar.sells_on_credit((customer, CUSTOMER.1), "Beer", 1).await;
            let tab = with(json!({"customerName": customer, "customerPhone": CUSTOMER.1}), money);
            match call {
                "credit" => person.patch(&format!("/api/credit/{}/pay", credit["id"]), money.clone()).await,
                "bulk" => person.post("/api/credit/bulk-pay", tab).await,
                _ => person.post("/api/tabs/payment", tab).await,
            }
        }
    }
}

fn tenders(tenders: &[(&str, &str, &str)]) -> Value {
    let one = |(method, currency, amount): &(&str, &str, &str)| json!({"method": method, "currency": currency, "amount": amount});
    json!({"tenders": tenders.iter().map(one).collect::<Vec<_>>()})
}

fn payment_of(answer: &Value) -> &Value {
    &answer["payment"]
}

/// Tries everything that pays too much without cash, and what fits, on each call. Bulk payment takes tenders alone.
async fn refuses_too_much(bar: &TestBar) {
    bar.manager().put(&format!("/api/products/{}", bar.id_of("Beer").await), json!({"stock": 900})).await.ok();
    for (number, call) in CALLS.into_iter().enumerate() {
        // Each form has words of its own.
        let is_counter = matches!(call, "sale" | "batch");
        let other = if is_counter { "digital" } else { "mobile" };
        let mut tries = vec![
            tenders(&[("card", "USD", "100.00")]),
            tenders(&[("card", "USD", "2.01")]),
            tenders(&[("digital", "LRD", "380.01")]),
            tenders(&[("card", "USD", "1.00"), ("mobile", "LRD", "191.00")]),
            tenders(&[("card", "USD", "3.00"), ("cash", "USD", "5.00")]),
        ];
        if call != "bulk" {
            tries.extend([
                json!({"amountUSD": "100.00", "paymentMethod": "card"}),
                json!({"amountUSD": "2.01", "paymentMethod": "card"}),
                json!({"amountLRD": "400.00", "paymentMethod": other}),
                json!({"amountUSD": "1.00", "amountLRD": "200.00", "paymentMethod": other}),
            ]);
        }
        for (place, money) in tries.into_iter().enumerate() {
            let customer = format!("Guest {number} {place}");
            let refused = pays_for_beer(bar, call, &customer, &money).await.refused(409, "overpaid");
            assert_fields(&refused, json!({"dueUSD": "2.00", "dueLRD": "380.00"}));
        }
        let customer = format!("Guest {number}");
        let exact =
            if call == "bulk" { tenders(&[("card", "USD", "2.00")]) } else { json!({"amountUSD": "2.00", "paymentMethod": "card"}) };
        let paid = pays_for_beer(bar, call, &customer, &exact).await.in_200s();
        assert_fields(payment_of(&paid), json!({"changeUSD": "0.00", "changeLRD": "0.00"}));
        let both = tenders(&[("card", "USD", "1.00"), ("cash", "USD", "5.00")]);
        let paid = pays_for_beer(bar, call, &format!("Payer {number}"), &both).await.in_200s();
        assert_fields(payment_of(&paid), json!({"changeUSD": "4.00", "changeLRD": "0.00"}));
        if call != "bulk" && !is_counter {
            let mixed = json!({"amountUSD": "5.00", "amountLRD": "190", "paymentMethod": "mixed", "changeIn": "USD"});
            let paid = pays_for_beer(bar, call, &format!("Mixer {number}"), &mixed).await.in_200s();
            assert_fields(payment_of(&paid), json!({"changeUSD": "4.00", "changeLRD": "0.00", "paymentMethod": "mixed"}));
        }
    }
}

#[tokio::test]
async fn no_call_takes_more_than_is_due_without_cash() {
    let bar = TestBar::stocked().await;
    refuses_too_much(&bar).await;
    // What is counted by method agrees in every part of the report.
    let report = bar.admin().get("/api/admin/sales-report").await.ok();
    let card = |part: &str, amount: &str| {
        let rows = report[part].as_array().expect("rows").iter();
        let of_card = rows.filter(|row| row["paymentMethod"] == "card" || row["method"] == "card");
        of_card.map(|row| text(&row[amount]).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(card("tenders", "tendered"), ["21.00"]);
}

#[tokio::test]
async fn with_tills_no_call_takes_cash_out_for_a_card() {
    let bar = TestBar::stocked().await;
    let cash = json!({"cash": {"mode": "drawer", "blindCount": false, "countBy": "totals"}});
    bar.admin().put("/api/settings", cash).await.ok();
    let tills = bar.bartender().get("/api/tills").await.ok();
    let drawer = tills.as_array().expect("tills").iter().find(|till| till["kind"] == "drawer").expect("a drawer")["id"].clone();
    let count = json!({"tillId": drawer, "count": {"amountUSD": "300.00", "amountLRD": "0.00"}});
    let shift = bar.bartender().post("/api/shifts", count).await.created();
    refuses_too_much(&bar).await;
    let shift = bar.manager().get(&format!("/api/shifts/{}", shift["id"])).await.ok();
    // Seven payments by card and cash leave $1.00 each, four mixed ones $1.00 and L$190.
    assert_fields(&shift, json!({"expectedUSD": "311.00", "expectedLRD": "760.00"}));
}

#[tokio::test]
async fn a_tip_by_card_is_due_too() {
    let bar = TestBar::stocked().await;
    bar.admin().put("/api/settings", json!({"tips": {"mode": "person"}})).await.ok();
    let money = |amount: &str, tip: Value| with(json!({"amountUSD": amount, "paymentMethod": "card"}), &tip);
    for call in CALLS.into_iter().filter(|call| *call != "bulk") {
        let paid = pays_for_beer(&bar, call, &format!("Guest {call}"), &money("3.00", json!({"tipUSD": "1.00"}))).await.in_200s();
        assert_fields(payment_of(&paid), json!({"tipUSD": "1.00", "changeUSD": "0.00", "changeLRD": "0.00"}));
        let paid = pays_for_beer(&bar, call, &format!("Keeper {call}"), &money("2.50", json!({"keepChange": true}))).await.in_200s();
        assert_fields(payment_of(&paid), json!({"tipUSD": "0.50", "changeUSD": "0.00", "changeLRD": "0.00"}));
        let over = pays_for_beer(&bar, call, &format!("Other {call}"), &money("3.01", json!({"tipUSD": "1.00"}))).await;
        assert_fields(&over.refused(409, "overpaid"), json!({"dueUSD": "3.00", "dueLRD": "570.00"}));
    }
}
