//! A story that produces every kind of event and print job. `tests/record` records its journal for later versions to replay.

use std::time::Duration;

use barback::standby::Code;
use serde_json::{Value, json};

use crate::bar::{SECOND, TestBar, text};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::journal::record_cash::cash;
use crate::journal::record_credit::customers;
use crate::journal::record_offline::{promote, restore};
use crate::journal::record_people::{approvals, devices, hours, open_question, reasons, tips};
use crate::journal::record_pricing::pricing;
use crate::journal::record_tax::{fiscal_device, plan_begins, price_plans};
use crate::journal::replay;
use crate::order_steps::CUSTOMER;
use crate::tax;

/// Three days after the start of the story: a jump that makes the box doubt its clock.
const THREE_DAYS_LATER: &str = "2026-11-24T20:00:00Z";
pub(super) const HOUR: Duration = Duration::from_secs(60 * 60);
/// Bytes after which a printer fails, with part of the job on paper.
const PARTIAL_BYTES: usize = 60;

/// The printers of the story, in the order of their ids.
struct Printers {
    /// Prints receipts and opens the drawer.
    till: FakePrinter,
    /// Prints tickets for drinks and food.
    kitchen: FakePrinter,
    /// Prints only what is sent to it by hand.
    spare: FakePrinter,
}

pub(super) const TILL_ID: u64 = 1;
pub(super) const SPARE_ID: u64 = 3;

impl Printers {
    async fn set_up(bar: &TestBar) -> Self {
        let on = || FakePrinter::start(Behavior::Normal);
        let printers = Printers { till: on(), kitchen: on(), spare: on() };
        let tickets = json!({"categories": ["drinks", "food"], "receipts": false});
        let rows = [
            ("Till", &printers.till, json!({"opensDrawer": true})),
            ("Kitchen", &printers.kitchen, tickets),
            ("Spare", &printers.spare, json!({"receipts": false})),
        ];
        bar.sets_up_printers(&rows).await;
        printers
    }
}

impl TestBar {
    /// Sells a beer by card, which opens no drawer.
    pub(super) async fn sells_by_card(&self) -> Value {
        let sale = json!({"productId": self.id_of("Beer").await, "quantity": 1, "paymentMethod": "card"});
        self.bartender().post("/api/sales", sale).await.created()
    }

    /// The id of the newest print job.
    async fn newest_job(&self) -> u64 {
        self.bartender().get("/api/print-jobs").await.ok()[0]["id"].as_u64().expect("an id")
    }

    /// Waits until this print job has this status.
    async fn wait_for_job(&self, id: u64, status: &str) {
        let is = |job: &Value| job["id"] == id && job["status"] == status;
        self.wait_until("/api/print-jobs", |jobs| jobs.as_array().expect("a list").iter().any(is)).await;
    }

    /// Waits until no print job is open.
    pub(super) async fn wait_until_printed(&self) {
        let is_done = |job: &Value| !["queued", "blocked", "sending"].contains(&text(&job["status"]));
        self.wait_until("/api/print-jobs", |jobs| jobs.as_array().expect("a list").iter().all(is_done)).await;
    }
}

async fn goods_and_people(bar: &TestBar) {
    bar.set_rate(json!(190.5)).await;
    bar.set_rate(json!(190)).await;
    let whisky = bar.id_of("Whisky").await;
    let delivery = json!({"delta": 6, "reason": "delivery", "notes": "Van"});
    bar.manager().post(&format!("/api/products/{whisky}/stock"), delivery).await.ok();
    for sold_out in [true, false] {
        bar.bartender().post(&format!("/api/products/{whisky}/sold-out"), json!({"soldOut": sold_out})).await.ok();
    }
    let more = json!({"delta": 100, "reason": "delivery"});
    bar.manager().post(&format!("/api/products/{}/stock", bar.id_of("Beer").await), more).await.ok();
    let list = json!({"csvData": "name,barcode,price,stock\nGin,4001,4.50,6\nRum,4002,4.00,3\n"});
    bar.manager().post("/api/products/import", list).await.ok();
    bar.bartender().post("/api/scans", json!({"barcode": "4001"})).await.created();
    bar.bartender().post("/api/scans", json!({"barcode": "unknown"})).await.created();
    bar.manager().delete(&format!("/api/products/{}", bar.id_of("Rum").await)).await.has_status(204);
    let (id, person) = bar.hires("fatu", "bartender").await;
    person.post("/api/auth/logout", json!({})).await.has_status(204);
    bar.admin().delete(&format!("/api/users/{id}")).await.has_status(204);
    bar.manager().post("/api/menu/printed", json!({"table": 4})).await.has_status(204);
    bar.bartender().patch("/api/tables/7/status", json!({"status": "reserved"})).await.ok();
}

/// A line whose tax is contained in its price, voided and refunded in part, and one on which it comes on top.
async fn taxed_sales(bar: &TestBar) {
    for mode in ["included", "added"] {
        bar.sets_tax(json!({"mode": mode, "classes": tax::classes(json!([tax::rate(Value::Null, "GST", "13.00")]))})).await;
        let sale = bar.sells("Beer", 3).await;
        bar.manager().post(&format!("/api/sales/{}/void", sale["id"]), json!({"reason": "Flat", "quantity": 1})).await.ok();
        for item in [json!({"saleId": sale["id"], "quantity": 1}), json!({"saleId": sale["id"], "amount": "0.50"})] {
            bar.refunds_items(&sale, json!([item])).await.created();
        }
    }
    charged_order(bar).await;
    bar.sets_tax(json!({"mode": "off"})).await;
}

/// An order with a service charge that is waived and added again, for a customer who is exempt for a while.
async fn charged_order(bar: &TestBar) {
    bar.sets_service_charge(json!({"mode": "auto"})).await;
    let order = json!({"customerName": CUSTOMER.0, "guests": 6, "items": bar.items(&[("Beer", 2), ("Rice", 1)]).await});
    let order = bar.bartender().post("/api/orders", order).await.created();
    let [charge, exemption] = ["service-charge", "tax-exemption"].map(|call| format!("/api/orders/{}/{call}", order["id"]));
    bar.manager().post(&charge, json!({"apply": false, "reason": "Regulars"})).await.ok();
    bar.bartender().post(&charge, json!({"apply": true})).await.ok();
    bar.manager().put(&exemption, json!({"name": "US Embassy", "documentNumber": "DIP-2231"})).await.ok();
    let beer = bar.items(&[("Beer", 1)]).await[0].clone();
    bar.manager().post(&format!("/api/orders/{}/items", order["id"]), beer).await.created();
    bar.manager().delete(&exemption).await.ok();
    bar.pays(&order, json!({"amountUSD": 40, "changeIn": "LRD"})).await.ok();
    let embassy =
        json!({"productId": bar.id_of("Beer").await, "quantity": 1, "taxExemption": {"name": "US Embassy", "documentNumber": "DIP-2231"}});
    bar.manager().post("/api/sales", embassy).await.created();
    bar.sets_service_charge(json!({"mode": "off"})).await;
}

/// Items and orders that move, and the slip about them.
async fn moves(bar: &TestBar) {
    let order = |table: u64, items: Value| json!({"customerName": CUSTOMER.0, "orderType": "dine_in", "tableId": table, "items": items});
    let items = bar.items(&[("Beer", 5), ("Rice", 1)]).await;
    let one = bar.bartender().post("/api/orders", order(6, items)).await.created();
    let items = bar.items(&[("Whisky", 1)]).await;
    let two = bar.bartender().post("/api/orders", order(8, items)).await.created();
    bar.wait_until_printed().await;
    bar.pays(&one, json!({"amountUSD": 3})).await.ok();
    let call = |call: &str| format!("/api/orders/{}/{call}", one["id"]);
    let [beer, rice] = [0, 1].map(|place| one["items"][place]["id"].clone());
    let rice = json!({"itemId": rice, "quantity": 1, "of": 1});
    bar.bartender().post(&call("move"), json!({"items": [rice], "to": {"new": {"tableId": 7}}})).await.ok();
    bar.bartender().patch(&call("items"), json!({"items": [{"itemId": beer, "guest": "A"}]})).await.ok();
    let bill = json!({"items": [{"itemId": beer, "quantity": 2, "of": 5}]});
    bar.bartender().post(&call("split"), json!({"bills": [bill]})).await.created();
    bar.bartender().post(&format!("/api/orders/{}/merge", two["id"]), json!({"from": [one["id"]]})).await.ok();
    bar.bartender().post("/api/tables/8/move", json!({"toTableId": 6})).await.ok();
    bar.bartender().post("/api/orders/transfer", json!({"userId": 1, "orderIds": [two["id"]]})).await.ok();
    bar.wait_until_printed().await;
}

async fn counter_sales(bar: &TestBar) {
    bar.sells("Beer", 2).await;
    let sale = bar.sells_by_card().await;
    bar.bartender().put(&format!("/api/receipts/{}/buyer", text(&sale["receiptNumber"])), json!({"name": "Acme Group"})).await.ok();
    bar.voids_sale(&sale).await.ok();
    let tenders = json!([{"method": "cash", "currency": "USD", "amount": "1.00"},
        {"method": "mobile", "currency": "LRD", "amount": "190", "reference": "8842-13"}]);
    let body = json!({"productId": bar.id_of("Beer").await, "quantity": 1, "tenders": tenders});
    let mixed = bar.bartender().post("/api/sales", body).await.created();
    let refund = json!({"reason": "Flat", "refund": [{"method": "cash", "currency": "USD", "amount": "2.00"}]});
    bar.manager().post(&format!("/api/sales/{}/void", mixed["id"]), refund).await.ok();
    let lines = json!({"sales": bar.items(&[("Beer", 1), ("Rice", 2)]).await, "paymentMethod": "digital", "customerName": CUSTOMER.0});
    bar.bartender().post("/api/sales/batch", lines).await.created();
    taxed_sales(bar).await;
    bar.clock.pass(SECOND);
    // A drawer job expires ten seconds after it was queued, so all jobs are printed first.
    bar.wait_until_printed().await;
    bar.bartender().post(&format!("/api/receipts/{}/print", text(&sale["receiptNumber"])), json!({})).await.has_status(202);
    bar.bartender().post("/api/drawer", json!({})).await.has_status(202);
    bar.admin().post(&format!("/api/printers/{SPARE_ID}/test"), json!({})).await.has_status(202);
    let days = json!({"startDate": "2026-11-21", "endDate": "2026-11-21"});
    bar.admin().post("/api/reports/print", days).await.has_status(202);
    bar.wait_until_printed().await;
}

async fn orders(bar: &TestBar) {
    let items = bar.items(&[("Beer", 2), ("Rice", 1), ("Whisky", 1)]).await;
    let order = json!({"customerName": CUSTOMER.0, "orderType": "dine_in", "tableId": 4, "notes": "Birthday", "items": items});
    let order = bar.bartender().post("/api/orders", order).await.created();
    bar.adds_item(&order, "Beer", 1).await.created();
    let rice_path = format!("/api/orders/{}/items/{}", order["id"], order["items"][1]["id"]);
    bar.bartender().patch(&rice_path, json!({"notes": "no pepper"})).await.ok();
    let item_path = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    bar.bartender().patch(&item_path, json!({"quantity": 1, "of": 2, "reason": "Spilled", "returnToStock": false})).await.ok();
    bar.bartender().request("DELETE", &item_path).json(&json!({"reason": "Wrong beer"})).send().await.ok();
    bar.bartender().patch(&format!("/api/orders/{}", order["id"]), json!({"notes": "Door", "tableId": 5})).await.ok();
    for status in ["preparing", "ready", "served"] {
        bar.sets_status(&order, status).await.ok();
    }
    bar.pays(&order, json!({"amountUSD": 1, "paymentMethod": "mobile"})).await.ok();
    bar.pays(&order, json!({"amountUSD": 10, "amountLRD": 1000, "changeIn": "LRD"})).await.ok();

    // Billed, changed, billed again, and settled at another total.
    let order = bar.takes_order(&[("Beer", 2), ("Rice", 1)]).await;
    bar.bills(&order).await;
    bar.adds_item(&order, "Beer", 1).await.created();
    bar.prints_bill(&order, json!({})).await.created();
    bar.manager().delete(&format!("/api/orders/{}/items/{}", order["id"], order["items"][1]["id"])).await.ok();
    bar.pays(&order, json!({"amountUSD": 6})).await.ok();

    bar.manager().post("/api/bills/print", json!({"state": "all"})).await.has_status(202);

    // Two of four equal shares; the rest is paid at once.
    let order = bar.takes_order(&[("Beer", 5), ("Rice", 1)]).await;
    for part in 1..=2 {
        bar.pays(&order, json!({"amountLRD": 1000, "share": {"of": 4, "part": part}})).await.ok();
    }
    bar.bartender().delete(&format!("/api/orders/{}/shares", order["id"])).await.ok();
    bar.pays(&order, json!({"amountLRD": 2000})).await.ok();

    // A payment that was keyed wrongly, and guests who leave and come back.
    let order = bar.takes_order(&[("Beer", 5), ("Rice", 1)]).await;
    let wrong = bar.pays(&order, json!({"amountUSD": 1, "paymentMethod": "card"})).await.ok()["payment"]["id"].clone();
    bar.manager().post(&format!("/api/payments/{wrong}/refund"), json!({"reason": "Keyed wrongly"})).await.created();
    bar.pays(&order, json!({"amountUSD": 8})).await.ok();
    bar.manager().post(&format!("/api/orders/{}/walk-out", order["id"]), json!({"reason": "Ran off"})).await.ok();
    let guest = json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1});
    bar.bartender().post(&format!("/api/orders/{}/walk-out/recover", order["id"]), guest).await.ok();

    // Removing the only unpaid item leaves a fully paid order, which becomes a sale.
    let order = bar.takes_order(&[("Whisky", 1), ("Beer", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 6})).await.ok();
    let item_path = format!("/api/orders/{}/items/{}", order["id"], order["items"][1]["id"]);
    bar.bartender().request("DELETE", &item_path).json(&json!({"reason": "Too much"})).send().await.ok();

    let order = bar.takes_order(&[("Whisky", 2), ("Rice", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 7, "paymentMethod": "card"})).await.ok();
    bar.puts_on_credit(&order, CUSTOMER).await.ok();
    bar.voids_order(&order).await.ok();
    let order = bar.takes_order(&[("Beer", 1)]).await;
    bar.sets_status(&order, "cancelled").await.ok();
    bar.wait_until_printed().await;
}

async fn credit(bar: &TestBar) {
    bar.clock.pass(HOUR);
    let whisky = bar.sells_on_credit(CUSTOMER, "Whisky", 1).await;
    bar.sells_on_credit(CUSTOMER, "Rice", 1).await;
    bar.pays_credit(&whisky, json!({"amountLRD": 380, "paymentMethod": "digital"})).await.ok();
    bar.pays_credit(&whisky, json!({"amountUSD": 5})).await.ok();
    let order = bar.takes_order(&[("Beer", 2)]).await;
    bar.puts_on_credit(&order, CUSTOMER).await.ok();
    let tab = json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "amountUSD": 3});
    bar.bartender().post("/api/tabs/payment", tab).await.ok();
    bar.bartender().post("/api/credit/bulk-pay", json!({"customerName": CUSTOMER.0, "paymentMethod": "check"})).await.ok();
    customers(bar).await;
    bar.wait_until_printed().await;
}

/// Takes print jobs through every status but `failed`.
async fn print_jobs(bar: &TestBar, printers: &mut Printers) {
    printers.till.stop();
    bar.sells_by_card().await;
    let receipt = bar.newest_job().await;
    bar.wait_for_job(receipt, "blocked").await;
    let path = format!("/api/print-jobs/{receipt}");
    bar.bartender().post(&format!("{path}/cancel"), json!({})).await.ok();
    bar.bartender().post(&format!("{path}/retry"), json!({})).await.ok();
    bar.wait_for_job(receipt, "blocked").await;
    bar.bartender().post(&format!("{path}/move"), json!({"printerId": SPARE_ID})).await.ok();
    bar.wait_for_job(receipt, "confirmed").await;
    bar.bartender().post("/api/drawer", json!({})).await.has_status(202);
    let drawer = bar.newest_job().await;
    bar.wait_for_job(drawer, "blocked").await;
    bar.clock.pass(11 * SECOND);
    bar.wait_for_job(drawer, "expired").await;

    printers.till.restart();
    printers.till.set_behavior(Behavior::DiesAfter(PARTIAL_BYTES));
    bar.sells_by_card().await;
    let receipt = bar.newest_job().await;
    bar.wait_for_job(receipt, "unknown").await;
    printers.till.set_behavior(Behavior::Normal);
    bar.bartender().post(&format!("/api/print-jobs/{receipt}/retry"), json!({})).await.ok();
    bar.wait_for_job(receipt, "confirmed").await;

    printers.kitchen.set_behavior(Behavior::DiesAfter(PARTIAL_BYTES));
    bar.takes_order(&[("Rice", 1)]).await;
    let ticket = bar.newest_job().await;
    let tried = |job: &Value| job["id"] == ticket && job["attempts"].as_u64() > Some(0);
    bar.wait_until("/api/print-jobs", |jobs| jobs.as_array().expect("a list").iter().any(tried)).await;
    printers.kitchen.set_behavior(Behavior::Normal);
    bar.wait_for_job(ticket, "confirmed").await;

    printers.spare.set_behavior(Behavior::NoReplies);
    bar.admin().post(&format!("/api/printers/{SPARE_ID}/test"), json!({})).await.has_status(202);
    bar.wait_for_job(bar.newest_job().await, "sent").await;
    bar.wait_until_printed().await;
}

async fn clock_jump(bar: &TestBar) {
    bar.clock.jump_to(THREE_DAYS_LATER);
    bar.sells("Beer", 1).await;
    bar.manager().post("/api/box/clock/confirm", json!({"deviceTime": THREE_DAYS_LATER})).await.ok();
    bar.sells("Beer", 1).await;
    bar.wait_until_printed().await;
}

async fn restore_and_promote(bar: &mut TestBar, printers: &mut Printers) {
    let code = bar.admin().post("/api/standby", json!({})).await.created();
    let code: Code = text(&code["code"]).parse().expect("a code");
    // The second backup contains the journal entry of the first.
    for _ in 0..2 {
        bar.admin().post("/api/backups", json!({})).await.created();
        bar.clock.pass(SECOND);
    }
    bar.admin().delete("/api/standby").await.has_status(204);
    bar.while_closed(restore).await;
    bar.sign_in_all_accounts_again().await;
    bar.sells("Beer", 1).await;
    crate::head_link::connect_and_disconnect(bar).await;
    bar.admin().post("/api/standby", json!({})).await.created();
    bar.admin().delete("/api/standby").await.has_status(204);
    bar.wait_until_printed().await;

    // The queue at the promotion: two receipts and a ticket.
    printers.till.stop();
    printers.kitchen.stop();
    bar.sells_by_card().await;
    bar.wait_for_job(bar.newest_job().await, "blocked").await;
    bar.sells_by_card().await;
    bar.takes_order(&[("Rice", 1)]).await;
    bar.wait_for_job(bar.newest_job().await, "blocked").await;
    bar.while_closed(|data, now| promote(data, code, now)).await;
    printers.till.restart();
    printers.kitchen.restart();
    bar.sign_in_all_accounts_again().await;
    bar.sells("Beer", 1).await;
    bar.wait_until_printed().await;
}

#[tokio::test]
async fn a_story_of_every_kind_of_event_and_print_job() {
    let mut bar = TestBar::stocked().await;
    goods_and_people(&bar).await;
    devices(&bar).await;
    let mut printers = Printers::set_up(&bar).await;
    counter_sales(&bar).await;
    reasons(&bar).await;
    approvals(&bar).await;
    orders(&bar).await;
    moves(&bar).await;
    pricing(&bar).await;
    credit(&bar).await;
    print_jobs(&bar, &mut printers).await;
    price_plans(&bar).await;
    fiscal_device(&bar).await;
    clock_jump(&bar).await;
    plan_begins(&bar).await;
    hours(&bar).await;
    tips(&bar).await;
    cash(&bar).await;
    open_question(&bar).await;
    bar.restart().await;
    restore_and_promote(&mut bar, &mut printers).await;
    let missing = replay::Kinds::of(&replay::entries(bar.store())).missing();
    assert!(missing.is_empty(), "the story produces no {missing:?}: add it, then record with tests/record");
    replay::record(bar.store(), "all-kinds");
}
