//! Receipts of part payments and of payments in several steps: every amount on them adds up, for staff and for guests.

use serde_json::{Value, json};

use crate::bar::{TestBar, text, values_of};
use crate::order_steps::CUSTOMER;

async fn receipt(bar: &TestBar, number: &Value) -> Value {
    bar.bartender().get(&format!("/api/receipts/{}", text(number))).await.ok()
}

async fn for_guest(bar: &TestBar, receipt: &Value) -> Value {
    let token = text(&receipt["guestUrl"]).rsplit('/').next().expect("a token").to_owned();
    bar.guest().get(&format!("/api/guest-receipts/{token}")).await.ok()
}

#[tokio::test]
async fn a_part_payment_on_a_tab_says_what_is_on_account_and_still_owed() {
    let bar = TestBar::stocked().await;
    for name in ["Beer", "Whisky"] {
        bar.sells_on_credit(CUSTOMER, name, 1).await;
    }
    let pay = |amount: Value| {
        let mut body = json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1});
        body["tenders"] = json!([amount]);
        body
    };
    let part = json!({"method": "cash", "currency": "LRD", "amount": "500.00"});
    let paid = bar.bartender().post("/api/tabs/payment", pay(part)).await.ok();
    assert_eq!(paid["tab"]["dueUSD"], "5.37");
    let first = receipt(&bar, &paid["receipt"]["receiptNumber"]).await;
    let totals = &first["totals"];
    assert_eq!(
        [&totals["displayTotal"], &totals["displayPaid"], &totals["displayOnAccount"], &totals["displayStillOwed"]],
        ["$2.00 / L$380", "L$500", "L$120", "$5.37 / L$1,020"]
    );
    assert_eq!(totals["displayOpen"], "Received L$500. Still owed $5.37 / L$1,020.");
    assert_eq!(totals["displayEarlier"], Value::Null);
    assert_eq!(for_guest(&bar, &first).await["totals"], *totals);
    // Frozen: neither a new rate nor the rest of the money changes it.
    bar.set_rate(json!(200)).await;
    let rest = json!({"method": "card", "currency": "USD", "amount": "5.37"});
    let paid = bar.bartender().post("/api/tabs/payment", pay(rest)).await.ok();
    let last = receipt(&bar, &paid["receipt"]["receiptNumber"]).await;
    assert_eq!((&last["totals"]["displayPaid"], &last["totals"]["displayEarlier"]), (&json!("$5.37"), &json!("L$120")));
    assert_eq!((&last["totals"]["displayOnAccount"], &last["totals"]["displayStillOwed"]), (&Value::Null, &Value::Null));
    assert_eq!(receipt(&bar, &first["receiptNumber"]).await["totals"], *totals);
}

#[tokio::test]
async fn a_bill_paid_by_several_guests_lists_each_payment() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 2), ("Beer", 1)]).await;
    let tender = |method: &str, currency: &str, amount: &str| json!({"tenders": [{"method": method, "currency": currency, "amount": amount}]});
    bar.pays(&order, tender("card", "USD", "5.00")).await.ok();
    bar.pays(&order, tender("mobile", "LRD", "760.00")).await.ok();
    let paid = bar.pays(&order, tender("cash", "USD", "10.00")).await.ok();
    let receipt = receipt(&bar, &paid["receipt"]["receiptNumber"]).await;
    let listed = json!([
        {"tenders": [{"name": "Credit/Debit Card", "amount": "$5.00"}], "change": null},
        {"tenders": [{"name": "Mobile", "amount": "L$760"}], "change": null},
        {"tenders": [{"name": "Cash", "amount": "$10.00"}], "change": "$5.00"},
    ]);
    assert_eq!(receipt["paidBy"], listed);
    assert_eq!((&receipt["paymentMethod"], &receipt["totals"]["displayPaid"]), (&json!("mixed"), &json!("$15.00 + L$760")));
    assert_eq!(receipt["totals"]["displayChange"], "$5.00");
    let guest = for_guest(&bar, &receipt).await;
    assert_eq!(guest["paidBy"], listed);
    assert!(!guest.to_string().contains("userName"), "no names of staff: {guest}");
    let found = bar.bartender().get("/api/receipts?method=mobile").await.ok();
    assert_eq!(values_of(&found, "receiptNumber"), [receipt["receiptNumber"].clone()]);
}

#[tokio::test]
async fn an_order_put_on_a_tab_after_a_part_payment_says_what_is_owed() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 1), ("Whisky", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 3})).await.ok();
    bar.puts_on_credit(&order, CUSTOMER).await.ok();
    let number = bar.bartender().get("/api/receipts").await.ok()[0]["receiptNumber"].clone();
    let totals = receipt(&bar, &number).await["totals"].clone();
    assert_eq!(
        [&totals["displayTotal"], &totals["displayPaid"], &totals["displayOnAccount"], &totals["displayStillOwed"]],
        ["$2.00 / L$380", "$3.00", "$1.00", "$5.00 / L$950"]
    );
}

#[tokio::test]
async fn the_code_of_a_receipt_is_drawn_by_the_box() {
    let bar = TestBar::stocked().await;
    let sold = bar.sells("Beer", 1).await;
    let path = format!("/api/receipts/{}/qr", text(&sold["receipt"]["receiptNumber"]));
    let svg = bar.bartender().get(&path).await;
    assert_eq!((svg.status, svg.header("content-type")), (200, Some("image/svg+xml")));
    assert!(svg.text().starts_with("<svg"));
    assert_eq!(bar.bartender().get(&format!("{path}?format=png")).await.header("content-type"), Some("image/png"));
    assert_eq!(bar.guest().get(&path).await.status, 401);
}
