//! A request that needs several kinds is one question, which names each with goods and amounts, and its grant does nothing else.

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar, text, values_of};

fn embassy() -> Value {
    json!({"name": "US Embassy", "documentNumber": "DIP-1"})
}

fn hennessy(id: u64, more: Value) -> Value {
    let mut line = json!({"productId": id, "quantity": 10, "unitPrice": "0.01", "discountReason": "embassy"});
    line.as_object_mut().expect("a line").extend(more.as_object().expect("members").clone());
    line
}

/// A bar with GST of 13 % in its prices, Hennessy at $7.00, and the recommended rules.
async fn recommended() -> (TestBar, u64) {
    let bar = TestBar::with_gst("included").await;
    bar.stocks("Hennessy", "7.00", 500).await;
    let rules = bar.bartender().get("/api/approvals/rules").await.ok();
    let all = rules["rules"].as_object().expect("rules").keys().map(|kind| (kind.clone(), json!("approve"))).collect();
    bar.sets_rules(Value::Object(all)).await;
    let id = bar.id_of("Hennessy").await;
    (bar, id)
}

/// A billed order of 2 Club, 1 Rice and 10 Hennessy, which a station got.
async fn billed(bar: &TestBar) -> Value {
    let items = bar.items(&[("Club", 2), ("Rice", 1), ("Hennessy", 10)]).await;
    let order = bar.bartender().post("/api/orders", json!({"customerName": "Musu", "tableId": 4, "items": items})).await.created();
    bar.sets_status(&order, "preparing").await.ok();
    bar.bills(&order).await;
    order
}

/// What `question` says in all: summaries and lines.
fn says(question: &Value) -> String {
    question["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| format!("{}: {}\n", text(&line["label"]), text(&line["value"])))
        .collect()
}

/// Sends a request, which is refused for these kinds, asks for it, lets the manager grant it and sends it: with the grant it is done
/// once, and no other request.
async fn needs(bar: &TestBar, method: &str, path: &str, body: Value, kinds: &[&str]) -> Value {
    let musa = bar.bartender();
    let refused = musa.request(method, path).json(&body).send().await.refused(403, "approval_required");
    assert_eq!(values_of(&refused["approval"]["kinds"], "kind"), kinds, "{refused}");
    let question = musa.asks(method, path, body.clone()).await.created();
    for part in question["kinds"].as_array().expect("kinds") {
        assert!(text(&question["summary"]).contains(text(&part["summary"])), "{question}");
    }
    assert_eq!((&question["kind"], &question["kinds"]), (&question["kinds"][0]["kind"], &refused["approval"]["kinds"]));
    for amount in ["amountUSD", "amountLRD"] {
        let cents = |value: &Value| value.as_str().map_or(0, |amount| amount.replace('.', "").parse::<i64>().expect("an amount"));
        let sum: i64 = question["kinds"].as_array().expect("kinds").iter().map(|part| cents(&part[amount])).sum();
        assert_eq!(cents(&question[amount]), sum, "{question}");
    }
    let acts: Vec<&str> = text(&question["summary"]).split("; ").collect();
    let distinct: std::collections::BTreeSet<&str> = acts.iter().copied().collect();
    assert_eq!(acts.len(), distinct.len(), "an act is named once: {question}");
    let granted = bar.grants(&question).await;
    let mut other = body.clone();
    other["more"] = json!(true);
    musa.sends(method, path, &other, &granted).await.refused(403, "approval_required");
    let done = musa.sends(method, path, &body, &granted).await;
    assert!(done.status < 300, "{}", done.text());
    let again = musa.sends(method, path, &body, &granted).await;
    assert!(again.status >= 400, "{}", again.text());
    question
}

#[tokio::test]
async fn a_lowered_price_does_not_hide_behind_an_exemption() {
    let (bar, id) = recommended().await;
    let batch = json!({"sales": [hennessy(id, json!({}))], "taxExemption": embassy()});
    let question = needs(&bar, "POST", "/api/sales/batch", batch, &["discount", "tax_exemption"]).await;
    let summary = "Sell 10 × Hennessy at $0.01 instead of $7.00, \"embassy\", $0.09 / L$16.81; \
                   Sell without tax 10 × Hennessy, \"Tax exempt: DIP-1, US Embassy\", $0.01 / L$2.19";
    assert_eq!(question["summary"], summary);
    let lines = "Goods: 10 × Hennessy, $7.00 → $0.01\nReason: embassy\nGoods: 10 × Hennessy, $0.10 → $0.09\n\
                 Reason: Tax exempt: DIP-1, US Embassy\nTotal: $0.09 / L$16.81\nExempted: $0.01 / L$2.19\nName: US Embassy\nDocument: DIP-1\n";
    assert_eq!(says(&question), lines);
    let single = hennessy(id, json!({"taxExemption": embassy(), "customerName": "Joe"}));
    let question = needs(&bar, "POST", "/api/sales", single.clone(), &["discount", "tax_exemption"]).await;
    assert!(says(&question).contains("Guest: Joe\n") && says(&question).contains("$7.00 → $0.01"), "{question}");
    needs(&bar, "POST", "/api/credit", single, &["discount", "tax_exemption"]).await;
    let batch = json!({"customerName": "Joe", "items": [hennessy(id, json!({}))], "taxExemption": embassy()});
    let question = needs(&bar, "POST", "/api/credit/batch", batch, &["discount", "tax_exemption"]).await;
    assert!(says(&question).contains("Guest: Joe\n") && says(&question).contains("$7.00 → $0.01"), "{question}");
}

#[tokio::test]
async fn on_a_billed_order_each_change_asks_for_both_of_its_kinds() {
    let (bar, _) = recommended().await;
    let order = billed(&bar).await;
    let (path, items) = (format!("/api/orders/{}", order["id"]), order["items"].clone());
    let item = |place: usize| format!("{path}/items/{}", items[place]["id"]);
    let question = needs(&bar, "PATCH", &item(2), json!({"quantity": 9, "of": 10}), &["after_bill", "remove_sent"]).await;
    assert_eq!((&question["amountUSD"], &question["kinds"][1]["amountUSD"]), (&json!("14.00"), &json!("7.00")));
    assert!(says(&question).contains("Goods: 1 × Hennessy, $7.00\n"), "{question}");
    let question = needs(&bar, "DELETE", &item(1), json!({}), &["after_bill", "remove_sent"]).await;
    assert!(says(&question).contains("Goods: 1 × Rice, L$950\n"), "{question}");
    let discount = json!({"percent": "10", "reason": "Regular", "itemIds": [items[2]["id"]]});
    let question = needs(&bar, "POST", &format!("{path}/discount"), discount, &["after_bill", "discount"]).await;
    assert!(says(&question).contains("Goods: 9 × Hennessy, $63.00 → $56.70\n"), "{question}");
    let comp = json!({"items": [{"itemId": items[0]["id"], "quantity": 2, "of": 2}], "reason": "Owner"});
    let question = needs(&bar, "POST", &format!("{path}/comp"), comp, &["after_bill", "comp"]).await;
    assert!(says(&question).contains("Goods: 2 × Club, $4.00 → $0.00\n"), "{question}");
    let question = needs(&bar, "PUT", &format!("{path}/tax-exemption"), embassy(), &["after_bill", "tax_exemption"]).await;
    assert!(says(&question).contains("Goods: 9 × Hennessy, $56.70 → $50.18\n"), "{question}");
    let cancel = json!({"status": "cancelled", "reason": "They left"});
    let question = needs(&bar, "PATCH", &format!("{path}/status"), cancel, &["after_bill", "cancel_order"]).await;
    assert!(text(&question["summary"]).contains("Cancel 2 × Club, 9 × Hennessy, table 4"), "{question}");
}

#[tokio::test]
async fn items_of_an_exempt_and_billed_order_that_go_to_another_one_ask_for_both() {
    let (bar, _) = recommended().await;
    let order = billed(&bar).await;
    bar.manager().put(&format!("/api/orders/{}/tax-exemption", order["id"]), embassy()).await.ok();
    let other = bar.takes_order(&[("Club", 1)]).await;
    let moved = json!({"items": [{"itemId": order["items"][2]["id"], "quantity": 10, "of": 10}], "to": {"orderId": other["id"]}});
    let path = format!("/api/orders/{}/move", order["id"]);
    let question = needs(&bar, "POST", &path, moved, &["tax_exemption", "move_after_bill"]).await;
    assert!(says(&question).contains("Goods: 10 × Hennessy, $61.95\n"), "{question}");
    assert!(says(&question).contains("Exempted before: $0.00 / L$0\nExempted in all: $8.05 / L$1,530.09\n"), "{question}");
}

#[tokio::test]
async fn a_kind_that_is_denied_denies_the_request_and_one_that_is_allowed_is_not_asked() {
    let (bar, id) = recommended().await;
    let batch = json!({"sales": [hennessy(id, json!({}))], "taxExemption": embassy()});
    let send = async |kind: &str, rule: &str| -> Answer {
        bar.sets_rules(json!({"discount": "approve", "tax_exemption": "approve"})).await;
        bar.sets_rules(json!({kind: rule})).await;
        bar.bartender().asks("POST", "/api/sales/batch", batch.clone()).await
    };
    for kind in ["discount", "tax_exemption"] {
        send(kind, "deny").await.refused(403, "forbidden");
    }
    assert_eq!(values_of(&send("discount", "allow").await.created()["kinds"], "kind"), ["tax_exemption"]);
    assert_eq!(values_of(&send("tax_exemption", "allow").await.created()["kinds"], "kind"), ["discount"]);
    let order = billed(&bar).await;
    bar.sets_rules(json!({"after_bill": "deny"})).await;
    let path = format!("/api/orders/{}/tax-exemption", order["id"]);
    bar.bartender().put(&path, embassy()).await.refused(403, "forbidden");
}

#[tokio::test]
async fn an_exemption_is_asked_again_when_it_grows() {
    let (bar, id) = recommended().await;
    bar.sets_service_charge(json!({"mode": "manual"})).await;
    let items = bar.items(&[("Club", 1)]).await;
    let order = bar.bartender().post("/api/orders", json!({"customerName": "Joe", "tableId": 4, "items": items})).await.created();
    let path = format!("/api/orders/{}", order["id"]);
    let question = needs(&bar, "PUT", &format!("{path}/tax-exemption"), embassy(), &["tax_exemption"]).await;
    assert_eq!(question["amountUSD"], "0.23");
    let club = format!("{path}/items/{}", order["items"][0]["id"]);
    // Twenty whiskies: $140.00 with $16.11 of tax.
    let question = needs(&bar, "POST", &format!("{path}/items"), json!({"productId": id, "quantity": 20}), &["tax_exemption"]).await;
    assert_eq!((&question["amountUSD"], &question["kinds"][0]["amountUSD"]), (&json!("16.11"), &json!("16.11")));
    assert!(says(&question).contains("Goods: 20 × Hennessy, $140.00 → $123.89\n"), "{question}");
    assert!(says(&question).contains("Exempted before: $0.23 / L$43.72\nExempted in all: $16.34 / L$3,103.90\n"), "{question}");
    let lowered = hennessy(id, json!({"unitPrice": "0.50"}));
    let question = needs(&bar, "POST", &format!("{path}/items"), lowered, &["discount", "tax_exemption"]).await;
    assert!(says(&question).contains("Goods: 10 × Hennessy, $7.00 → $0.50\n"), "{question}");
    let whisky = bar.order(&order).await["items"][1]["id"].clone();
    let whiskies = format!("{path}/items/{whisky}");
    bar.manager().patch(&whiskies, json!({"quantity": 19})).await.ok();
    needs(&bar, "PATCH", &whiskies, json!({"quantity": 20}), &["tax_exemption"]).await;
    let discount = json!({"percent": "50", "reason": "Regular", "itemIds": [whisky]});
    bar.manager().post(&format!("{path}/discount"), discount).await.ok();
    needs(&bar, "DELETE", &format!("{path}/discount"), json!({}), &["tax_exemption"]).await;
    let comp = json!({"items": [{"itemId": whisky, "quantity": 20, "of": 20}], "reason": "Owner"});
    bar.manager().post(&format!("{path}/comp"), comp).await.ok();
    needs(&bar, "DELETE", &format!("{path}/comp"), json!({"itemIds": [whisky]}), &["tax_exemption"]).await;
    needs(&bar, "POST", &format!("{path}/service-charge"), json!({"apply": true}), &["tax_exemption"]).await;
    // What lowers it, or leaves it as it is, needs none.
    bar.bartender().patch(&club, json!({"notes": "cold"})).await.ok();
    bar.sets_rules(json!({"remove_sent": "allow"})).await;
    bar.bartender().patch(&whiskies, json!({"quantity": 3})).await.ok();
}

#[tokio::test]
async fn more_guests_on_an_exempt_order_bring_a_charge_without_tax() {
    let (bar, _) = recommended().await;
    bar.sets_service_charge(json!({"mode": "auto"})).await;
    let order = bar.order_a(5, 1).await;
    let path = format!("/api/orders/{}", order["id"]);
    bar.manager().put(&format!("{path}/tax-exemption"), embassy()).await.ok();
    let question = needs(&bar, "PATCH", &path, json!({"guests": 8}), &["tax_exemption"]).await;
    assert!(says(&question).contains("Goods: 1 × Service charge 10 %"), "{question}");
    bar.bartender().patch(&path, json!({"guests": 9})).await.ok();
}

#[tokio::test]
async fn a_grant_names_all_goods_and_fits_no_others() {
    let (bar, _) = recommended().await;
    let items = bar.items(&[("Club", 1), ("Club", 1), ("Club", 1), ("Club", 1), ("Club", 1), ("Hennessy", 1)]).await;
    let order = bar.bartender().post("/api/orders", json!({"customerName": "Joe", "tableId": 4, "items": items})).await.created();
    bar.sets_status(&order, "preparing").await.ok();
    let path = format!("/api/orders/{}/status", order["id"]);
    let cancel = json!({"status": "cancelled", "reason": "They left"});
    let question = bar.bartender().asks("PATCH", &path, cancel.clone()).await.created();
    assert!(text(&question["summary"]).contains("1 more") && says(&question).contains("1 × Hennessy, $7.00"), "{question}");
    let granted = bar.grants(&question).await;
    // Two more Club at the price of a whisky: neither summary nor amount differ.
    let last = format!("/api/orders/{}/items/{}", order["id"], order["items"][5]["id"]);
    bar.manager().delete(&last).await.ok();
    bar.stocks("Remy", "7.00", 10).await;
    bar.adds_item(&order, "Remy", 1).await.created();
    bar.bartender().sends("PATCH", &path, &cancel, &granted).await.refused(409, "conflict");
    assert_eq!(bar.order(&order).await["status"], "preparing");
    assert_eq!(bar.manager().get(&format!("/api/approvals/{}", granted["id"])).await.ok()["status"], "granted");
}

#[tokio::test]
async fn money_that_goes_back_names_how_it_came_and_how_it_goes() {
    let (bar, id) = recommended().await;
    let how = |question: &Value| {
        let lines = question["lines"].as_array().expect("lines").clone();
        lines.iter().find(|line| line["label"] == "How").map(|line| text(&line["value"]).to_owned())
    };
    let pay = |method: &str| json!([{"method": method, "currency": "USD", "amount": "14.00"}]);
    let sale = bar.bartender().post("/api/sales", json!({"productId": id, "quantity": 2, "tenders": pay("card")})).await.created();
    let void = format!("/api/sales/{}/void", sale["id"]);
    let receipt = format!("/api/receipts/{}", text(&sale["receiptNumber"]));
    let in_cash = json!({"reason": "wrong order", "refund": pay("cash")});
    let question = bar.bartender().asks("POST", &void, in_cash.clone()).await.created();
    assert_eq!(how(&question).as_deref(), Some("Paid by card, back in cash"));
    assert!(says(&question).contains("Money back: $14.00\n"), "{question}");
    let question = bar.bartender().asks("POST", &void, json!({"reason": "wrong order"})).await.created();
    assert_eq!(how(&question).as_deref(), Some("Paid by card, back by card"));
    for (call, goods) in [("void", "lines"), ("refund", "items")] {
        let mut lines = in_cash.clone();
        lines[goods] = json!([{"saleId": sale["id"], "quantity": 2}]);
        let question = bar.bartender().asks("POST", &format!("{receipt}/{call}"), lines.clone()).await.created();
        assert_eq!(how(&question).as_deref(), Some("Paid by card, back in cash"), "{call}");
        bar.bartender().post(&format!("/api/approvals/{}/cancel", question["id"]), json!({})).await.ok();
    }
    let order = bar.takes_order(&[("Hennessy", 2)]).await;
    let part = json!({"tenders": [{"method": "card", "currency": "USD", "amount": "10.00"}]});
    let payment = bar.pays(&order, part).await.ok()["payment"]["id"].clone();
    let back = bar.bartender().asks("POST", &format!("/api/payments/{payment}/refund"), json!({"reason": "Wrong"})).await.created();
    assert_eq!(how(&back).as_deref(), Some("Paid by card, back by card"));
    bar.bartender().post(&format!("/api/approvals/{}/cancel", back["id"]), json!({})).await.ok();
    bar.pays(&order, json!({"tenders": [{"method": "cash", "currency": "USD", "amount": "4.00"}]})).await.ok();
    let mixed = json!({"reason": "Complaint", "refund": [
        {"method": "cash", "currency": "USD", "amount": "13.00"}, {"method": "card", "currency": "USD", "amount": "1.00"}]});
    let question = bar.bartender().asks("POST", &format!("/api/orders/{}/void", order["id"]), mixed).await.created();
    assert_eq!(how(&question).as_deref(), Some("Paid by card and in cash, back in cash and by card"));
    assert!(says(&question).contains("Back in cash: $13.00\nBack by card: $1.00\n"), "{question}");
}
