//! What was billed stays billed wherever it goes, until it is settled for that.

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar, text, values_of};
use crate::bills::pieces;
use crate::order_steps::assert_fields;

impl TestBar {
    /// 10 Whisky for $60.00 at table 4, billed; returns the order and its bill.
    async fn ten_billed(&self) -> (Value, Value) {
        let order = self.order_at(4, "Musu", &[("Whisky", 10)]).await;
        let bill = self.bills(&order).await;
        (order, bill)
    }

    /// Moves all of an order's first item to a new order, as the bartender; returns that.
    async fn moves_all(&self, order: &Value) -> Value {
        let item = &order["items"][0];
        let quantity = item["quantity"].as_i64().expect("a number");
        self.moves_items(order, &[(item, quantity, quantity)], json!({"new": {}})).await.ok()["target"].clone()
    }

    /// The numbers of the bills on a list.
    async fn listed(&self, state: &str) -> Vec<Value> {
        values_of(&self.manager().get(&format!("/api/bills?state={state}")).await.ok(), "number")
    }

    /// How often somebody did something, in the report on exceptions.
    async fn counted(&self, name: &str, kind: &str) -> Value {
        let report = self.admin().get("/api/reports/exceptions").await.ok();
        let row = report["rows"].as_array().expect("rows").iter().find(|row| row["userName"] == name).cloned();
        row.map_or(json!(0), |row| row["kinds"][kind]["count"].clone())
    }

    /// A row of the truth sheet: how many, and their worth.
    async fn on_sheet(&self, part: &str, kind: &str) -> Value {
        let sheet = self.admin().get("/api/sheets/2026-11-21").await.ok();
        let row = sheet[part].as_array().expect("rows").iter().find(|row| row["kind"] == kind).cloned();
        row.map_or(json!([0, "0.00"]), |row| json!([row["count"], row["worthUSD"]]))
    }

    /// Lets the bartender ask for discounts and for what else is denied at first.
    async fn lets_ask(&self) {
        let rules = json!({"discount": "approve", "void_order": "approve"});
        self.admin().put("/api/settings", json!({"approvals": {"rules": rules}})).await.ok();
    }
}

/// The kinds that a refused request needs.
fn kinds(answer: &Answer) -> Vec<String> {
    assert_eq!((answer.status, text(&answer.json()["code"])), (403, "approval_required"), "{}", answer.text());
    let kinds = values_of(&answer.json()["approval"]["kinds"], "kind");
    kinds.iter().map(|kind| text(kind).to_owned()).collect()
}

fn item_path(order: &Value, place: usize) -> String {
    format!("/api/orders/{}/items/{}", order["id"], order["items"][place]["id"])
}

#[tokio::test]
async fn what_was_billed_cannot_be_taken_off_on_another_order() {
    let bar = TestBar::stocked().await;
    let (order, bill) = bar.ten_billed().await;
    assert_eq!(bar.order(&order).await["items"][0]["billNumber"], bill["number"]);
    let moved = bar.moves_all(&order).await;
    assert_eq!(moved["items"][0]["billNumber"], bill["number"]);
    assert_eq!(bar.listed("unpaid").await, [bill["number"].clone()]);
    assert_eq!(kinds(&bar.bartender().delete(&item_path(&moved, 0)).await), ["after_bill"]);
    assert_eq!(kinds(&bar.bartender().patch(&item_path(&moved, 0), json!({"quantity": 9})).await), ["after_bill"]);
    assert_eq!(kinds(&bar.sets_status(&moved, "cancelled").await), ["after_bill"]);
    let question = bar.bartender().asks("DELETE", &item_path(&moved, 0), json!({})).await.created();
    assert!(question["lines"].as_array().expect("lines").contains(&json!({"label": "Bill", "value": bill["number"]})), "{question}");
    // By a manager, it is on record.
    bar.manager().patch(&item_path(&moved, 0), json!({"quantity": 9})).await.ok();
    bar.pays(&moved, json!({"amountUSD": 54})).await.ok();
    assert_fields(&bar.bill(&bill).await, json!({"state": "replaced", "settledUSD": "54.00"}));
    assert_eq!(values_of(&bar.bill(&bill).await["changes"], "text")[1], "1 × Whisky taken off");
    assert_eq!((bar.listed("unpaid").await, bar.listed("different").await), (Vec::new(), vec![bill["number"].clone()]));
    assert_eq!(bar.counted("manager", "afterBill").await, 1);
    assert_eq!(bar.on_sheet("takenBack", "after_bill").await, json!([1, "6.00"]));
    assert_eq!(bar.on_sheet("unpaid", "bills_different").await, json!([1, "60.00"]));
}

#[tokio::test]
async fn what_is_moved_and_paid_whole_is_on_neither_list() {
    let bar = TestBar::stocked().await;
    let (order, bill) = bar.ten_billed().await;
    let moved = bar.moves_all(&order).await;
    bar.pays(&moved, json!({"amountUSD": 60})).await.ok();
    assert_eq!((bar.listed("unpaid").await, bar.listed("different").await), (Vec::new(), Vec::new()));
    assert_eq!(bar.order(&moved).await["items"][0]["billNumber"], Value::Null);
    // Cut in three: open until all parts are paid, then paid.
    let (order, second) = bar.ten_billed().await;
    let item = &order["items"][0];
    let bills = json!([{"items": pieces(&[(item, 3, 10)])}, {"items": pieces(&[(item, 3, 10)])}]);
    let split = bar.splits(&order, json!({"bills": bills})).await.created();
    bar.pays(&split["order"], json!({"amountUSD": 24})).await.ok();
    bar.pays(&split["created"][0], json!({"amountUSD": 18})).await.ok();
    assert_eq!(bar.bill(&second).await["state"], "changed");
    assert_eq!(bar.listed("unpaid").await, [second["number"].clone()]);
    bar.pays(&split["created"][1], json!({"amountUSD": 18})).await.ok();
    assert_fields(&bar.bill(&second).await, json!({"state": "paid", "settledUSD": "60.00"}));
    assert_eq!((bar.listed("unpaid").await, bar.listed("different").await, bill["state"].clone()), (Vec::new(), Vec::new(), json!("open")));
    assert_eq!(bar.counted("bartender", "afterBill").await, 0);
}

#[tokio::test]
async fn a_bill_follows_its_pieces_through_everything() {
    let bar = TestBar::stocked().await;
    bar.lets_ask().await;
    let (order, bill) = bar.ten_billed().await;
    let moved = bar.moves_all(&order).await;
    let other = bar.order_at(5, "Fatu", &[("Beer", 1)]).await;
    // Merged, cut by guests, handed over, renamed, at another table.
    let merged = bar.merges(&other, &[&moved]).await.ok();
    let label = json!({"items": [{"itemId": merged["items"][1]["id"], "guest": "A"}]});
    bar.bartender().patch(&format!("/api/orders/{}/items", merged["id"]), label).await.ok();
    let target = bar.splits(&merged, json!({"by": "guest"})).await.created()["created"][0].clone();
    let path = format!("/api/orders/{}", target["id"]);
    bar.bartender().patch(&path, json!({"customerName": "Sumo", "tableId": null})).await.ok();
    assert_eq!(bar.order(&target).await["items"][0]["billNumber"], bill["number"]);
    let discount = json!({"percent": 10, "reason": "Regular"});
    assert_eq!(kinds(&bar.bartender().post(&format!("{path}/discount"), discount).await), ["after_bill", "discount"]);
    let comp = json!({"items": pieces(&[(&target["items"][0], 1, 10)]), "reason": "Spilled"});
    assert_eq!(kinds(&bar.bartender().post(&format!("{path}/comp"), comp).await), ["after_bill", "comp"]);
    assert_eq!(kinds(&bar.bartender().post(&format!("{path}/void"), json!({"reason": "Wrong"})).await), ["void_order", "after_bill"]);
    assert_eq!(kinds(&bar.puts_on_credit(&target, ("Joe Sumo", "")).await), ["credit_after_bill"]);
    // What was not billed is free.
    bar.bartender().delete(&item_path(&merged, 0)).await.ok();
    let added = bar.adds_item(&target, "Beer", 1).await.created();
    bar.bartender().delete(&item_path(&added, 1)).await.ok();
    assert_eq!(kinds(&bar.bartender().patch(&item_path(&target, 0), json!({"quantity": 9})).await), ["after_bill"]);
}

#[tokio::test]
async fn a_billed_order_goes_on_a_tab_with_an_approval() {
    let bar = TestBar::stocked().await;
    let (order, bill) = bar.ten_billed().await;
    let path = format!("/api/orders/{}/credit", order["id"]);
    let body = json!({"customerName": "Joe Sumo"});
    let refused = bar.bartender().post(&path, body.clone()).await;
    assert_eq!(kinds(&refused), ["credit_after_bill"]);
    assert_eq!(refused.json()["approval"]["summary"], "Put on a tab 10 × Whisky, table 4, $60.00 / L$11,400.00");
    let question = bar.bartender().asks("POST", &path, body.clone()).await.created();
    assert!(question["lines"].as_array().expect("lines").contains(&json!({"label": "Tab of", "value": "Joe Sumo"})), "{question}");
    bar.grants(&question).await;
    bar.bartender().sends("POST", &path, &body, &question).await.ok();
    assert_eq!(bar.bill(&bill).await["state"], "credit");
    assert_eq!(bar.listed("different").await, Vec::<Value>::new());
    // Before the bill it is free, and the rule may deny it.
    let free = bar.order_at(5, "Fatu", &[("Beer", 1)]).await;
    bar.puts_on_credit(&free, ("Fatu", "")).await.ok();
    let (order, _) = bar.ten_billed().await;
    bar.admin().put("/api/settings", json!({"approvals": {"rules": {"credit_after_bill": "deny"}}})).await.ok();
    bar.puts_on_credit(&order, ("Joe Sumo", "")).await.refused(403, "forbidden");
}

#[tokio::test]
async fn a_walk_out_that_comes_back_takes_no_row_away() {
    let bar = TestBar::stocked().await;
    let (order, bill) = bar.ten_billed().await;
    bar.walk_out(&order).await.ok();
    assert_eq!(kinds(&bar.recovers(&order).await), ["credit_after_bill"]);
    let recover = format!("/api/orders/{}/walk-out/recover", order["id"]);
    bar.manager().post(&recover, json!({"customerName": "Musu"})).await.ok();
    assert_eq!((bar.counted("manager", "walkOuts").await, bar.counted("manager", "recovered").await), (json!(1), json!(1)));
    assert_eq!(bar.on_sheet("unpaid", "walk_outs").await, json!([1, "60.00"]));
    assert_eq!(bar.on_sheet("unpaid", "recovered").await, json!([1, "60.00"]));
    assert_eq!((bar.bill(&bill).await["state"].clone(), bar.listed("different").await), (json!("walk_out"), vec![bill["number"].clone()]));
}

#[tokio::test]
async fn a_billed_service_charge_is_taken_off_with_an_approval() {
    let bar = TestBar::stocked().await;
    bar.sets_service_charge(json!({"mode": "auto"})).await;
    let items = bar.items(&[("Whisky", 10)]).await;
    let order = json!({"customerName": "Musu", "tableId": 4, "guests": 8, "items": items});
    let order = bar.bartender().post("/api/orders", order).await.created();
    let path = format!("/api/orders/{}", order["id"]);
    // Before the bill, fewer guests are free.
    bar.seats(&order, json!(5)).await;
    bar.seats(&order, json!(8)).await;
    let bill = bar.bills(&order).await;
    assert_eq!(bar.order(&order).await["serviceLines"][0]["billNumber"], bill["number"]);
    for guests in [json!(2), json!(5), Value::Null] {
        assert_eq!(kinds(&bar.bartender().patch(&path, json!({"guests": guests})).await), ["service_charge"]);
    }
    let refused = bar.bartender().patch(&path, json!({"guests": 2})).await.json();
    assert_eq!(refused["approval"]["summary"], "Take the service charge off, table 4, $6.00 / L$1,140.00");
    bar.seats(&order, json!(9)).await;
    // To an order without one, and to take away.
    let plain = bar.order_at(5, "Fatu", &[("Beer", 1)]).await;
    let (item, all) = (&order["items"][0], 10);
    assert_eq!(kinds(&bar.moves_items(&order, &[(item, 4, all)], json!({"orderId": plain["id"]})).await), ["service_charge"]);
    assert_eq!(kinds(&bar.moves_items(&order, &[(item, 4, all)], json!({"new": {"orderType": "takeout"}})).await), ["service_charge"]);
    // A part that keeps it keeps asking.
    let part = bar.moves_items(&order, &[(item, 4, all)], json!({"new": {}})).await.ok()["target"].clone();
    assert_eq!(kinds(&bar.bartender().patch(&format!("/api/orders/{}", part["id"]), json!({"guests": 1})).await), ["service_charge"]);
    let waive = json!({"apply": false, "reason": "Friends"});
    let waived = bar.bartender().post(&format!("/api/orders/{}/service-charge", part["id"]), waive).await;
    assert_eq!(kinds(&waived), ["service_charge"]);
    bar.manager().patch(&path, json!({"guests": 2})).await.ok();
    assert_eq!(bar.counted("manager", "afterBill").await, 1);
    assert_eq!(bar.listed("different").await, [bill["number"].clone()]);
}

#[tokio::test]
async fn a_lowered_order_that_is_billed_again_leaves_the_first_bill_on_the_list() {
    let bar = TestBar::stocked().await;
    let (order, first) = bar.ten_billed().await;
    bar.manager().patch(&item_path(&order, 0), json!({"quantity": 9})).await.ok();
    let second = bar.bills(&order).await;
    assert_eq!(bar.listed("unpaid").await, [second["number"].clone()]);
    bar.pays(&order, json!({"amountUSD": 54})).await.ok();
    assert_eq!((bar.bill(&first).await["state"].clone(), bar.bill(&second).await["state"].clone()), (json!("replaced"), json!("paid")));
    assert_eq!(bar.listed("different").await, [first["number"].clone()]);
    assert_eq!(bar.counted("manager", "afterBill").await, 1, "one act");
    assert_eq!(bar.counted("bartender", "afterBill").await, 0, "who took the money lowered nothing");
}

#[tokio::test]
async fn an_exemption_on_a_billed_order_asks_for_both() {
    let bar = TestBar::with_gst("included").await;
    let order = bar.order_a(2, 1).await;
    bar.bills(&order).await;
    let body = json!({"name": "US Embassy", "documentNumber": "DIP-2231"});
    let exempt = bar.bartender().put(&format!("/api/orders/{}/tax-exemption", order["id"]), body).await;
    assert_eq!(kinds(&exempt), ["after_bill", "tax_exemption"]);
}
