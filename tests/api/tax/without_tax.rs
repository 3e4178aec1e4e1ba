//! A fixed night in a bar without tax and service charge. Its paper, its lists and its answers are held by recorded files: paper, CSV
//! and text to the byte, JSON member by member, where new members may be added and none may change.
//!
//! The files were recorded before there was any tax. `BARBACK_UPDATE=1` writes them again, which is right only after a change that is
//! meant to change them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use crate::bar::{Person, TestBar, text, values_of};
use crate::escpos_reader::Command;
use crate::fake_printer::{Behavior, FakePrinter};
use crate::tills::DRAWER;

const FOLDER: &str = "tests/api/tax/recorded";
/// Environment variable: 1 writes the recorded files again.
const UPDATE_VARIABLE: &str = "BARBACK_UPDATE";
/// From the evening to the morning of the next business day.
const NIGHT: Duration = Duration::from_secs(10 * 60 * 60);
/// What stands for a part that differs from box to box.
const MASK: &str = "MASKED";

fn recorded(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER).join(name)
}

fn is_update() -> bool {
    std::env::var_os(UPDATE_VARIABLE).is_some_and(|value| value == "1")
}

/// Compares a text with its recorded file.
#[track_caller]
fn expect_text(name: &str, now: &str) {
    if is_update() {
        std::fs::write(recorded(name), now).expect("written");
    }
    let before = std::fs::read_to_string(recorded(name)).expect("recorded");
    assert!(before == now, "{name} changed.\nBefore:\n{before}\nNow:\n{now}");
}

/// Compares an answer with its recorded file: every member that was there is there as it was.
#[track_caller]
fn expect_answer(name: &str, now: &Value) {
    if is_update() {
        std::fs::write(recorded(name), serde_json::to_string_pretty(now).expect("JSON") + "\n").expect("written");
    }
    let before: Value = serde_json::from_str(&std::fs::read_to_string(recorded(name)).expect("recorded")).expect("JSON");
    let mut changes = Vec::new();
    compare(name, &before, now, &mut changes);
    assert!(changes.is_empty(), "{changes:#?}");
}

fn compare(place: &str, before: &Value, now: &Value, changes: &mut Vec<String>) {
    match (before, now) {
        (Value::Object(before), Value::Object(now)) => {
            for (name, value) in before {
                match now.get(name) {
                    Some(other) => compare(&format!("{place}.{name}"), value, other, changes),
                    None => changes.push(format!("{place}.{name} is gone")),
                }
            }
        }
        (Value::Array(before), Value::Array(now)) if before.len() == now.len() => {
            for (nth, (value, other)) in before.iter().zip(now).enumerate() {
                compare(&format!("{place}[{nth}]"), value, other, changes);
            }
        }
        _ if before == now => {}
        _ => changes.push(format!("{place} was {before} and is {now}")),
    }
}

/// `value` without what differs from box to box: the links of guests, which are signed, and how far the journal is, because the printer
/// reports its progress beside the calls.
fn masked(value: &mut Value) {
    match value {
        Value::Object(members) => members.iter_mut().for_each(|(name, member)| match name.as_str() {
            "guestUrl" | "lastEntry" => *member = json!(MASK),
            _ => masked(member),
        }),
        Value::Array(rows) => rows.iter_mut().for_each(masked),
        _ => {}
    }
}

#[test]
fn a_changed_or_missing_member_is_noticed_and_a_new_one_is_not() {
    let changes = |before: Value, now: Value| {
        let mut changes = Vec::new();
        compare("it", &before, &now, &mut changes);
        changes
    };
    assert!(changes(json!({"a": [1, {"b": null}]}), json!({"a": [1, {"b": null, "c": 2}], "d": 3})).is_empty());
    assert_eq!(changes(json!({"a": "1.00"}), json!({"a": "1.0"})), [r#"it.a was "1.00" and is "1.0""#]);
    assert_eq!(changes(json!({"a": null}), json!({})), ["it.a is gone"]);
    assert_eq!(changes(json!([1]), json!([1, 2])).len(), 1, "a further row is a change");
}

/// What was printed, command by command; the guest's link is left out.
fn paper(printer: &FakePrinter) -> String {
    let shown = |command: &Command| match command {
        Command::Text(bytes) => format!("\"{}\"", bytes.escape_ascii()),
        Command::Raster { width_bytes, rows, .. } => format!("Raster {width_bytes} x {rows}"),
        Command::Qr(bytes) => format!("Qr of {} bytes", bytes.len()),
        other => format!("{other:?}"),
    };
    let jobs = crate::printing_steps::jobs(printer).into_iter();
    jobs.map(|job| job.iter().map(shown).collect::<Vec<_>>().join("\n")).collect::<Vec<_>>().join("\n\n") + "\n"
}

async fn order(person: &Person, items: Value, name: &str) -> Value {
    person.post("/api/orders", json!({"customerName": name, "tableId": 4, "items": items})).await.created()
}

async fn pays(person: &Person, order: &Value, body: Value) -> Value {
    person.post(&format!("/api/orders/{}/payment", order["id"]), body).await.ok()
}

/// The night. Returns what its calls answered, one after the other.
async fn night(bar: &TestBar) -> Value {
    let (musu, kollie) = (bar.bartender(), bar.manager());
    let shift = bar.opens(&kollie, DRAWER, "50.00", "5000.00").await;
    // A barcode that the box makes differs from run to run.
    let club = json!({"name": "Club Beer", "barcode": "200000078760", "priceUSD": "2.00", "stock": 100});
    let club = bar.product(club).await["id"].clone();
    let rice = json!({"name": "Jollof Rice", "barcode": "200000878079", "brand": "Kitchen", "category": "food", "currency": "LRD", "priceLRD": "950.00", "stock": 50});
    let rice = bar.product(rice).await["id"].clone();
    let cigar =
        json!({"name": "Cohiba", "barcode": "200000765918", "category": "cigars", "priceUSD": "9.00", "priceLRD": "1750.00", "stock": 20});
    let cigar = bar.product(cigar).await["id"].clone();
    let mut told = Vec::new();
    let mut tell = |answer: Value| {
        told.push(answer.clone());
        answer
    };

    tell(musu.post("/api/sales", json!({"productId": club, "quantity": 2})).await.created());
    let sales = json!([{"productId": club, "quantity": 3}, {"productId": rice, "quantity": 1}, {"productId": cigar, "quantity": 1}]);
    let tenders = json!([{"method": "cash", "currency": "USD", "amount": "20.00"}, {"method": "mobile", "currency": "LRD", "amount": "950.00", "reference": "A1"}]);
    let batch = json!({"sales": sales, "tenders": tenders, "customerName": "James Cooper", "customerPhone": "0770"});
    let batch = tell(musu.post("/api/sales/batch", batch).await.created());
    let lowered = json!({"productId": cigar, "quantity": 2, "unitPrice": "7.50", "discountReason": "Regular", "paymentMethod": "card"});
    let lowered = tell(kollie.post("/api/sales", lowered).await.created());
    let stale = json!({"productId": club, "quantity": 2, "unitPrice": "1.50"});
    tell(musu.post("/api/sales", stale).await.refused(409, "price_changed"));

    // An order that is paid in two parts, one that is changed and paid at once, and one that goes on a tab half paid.
    let order_a =
        json!([{"productId": club, "quantity": 2, "unitPrice": "2.00", "totalPrice": "4.00"}, {"productId": rice, "quantity": 1}]);
    let order_a = tell(order(&musu, order_a, "Musu").await);
    tell(pays(&musu, &order_a, json!({"amountUSD": "5.00", "amountLRD": "100.00"})).await);
    tell(pays(&musu, &order_a, json!({"amountLRD": "1000.00", "changeIn": "LRD"})).await);
    let order_b = json!([{"productId": club, "quantity": 5}, {"productId": cigar, "quantity": 1}, {"productId": rice, "quantity": 2}]);
    let order_b = order(&musu, order_b, "Varney").await;
    let items = order_b["items"].as_array().expect("items");
    let item = |nth: usize| format!("/api/orders/{}/items/{}", order_b["id"], items[nth]["id"]);
    tell(musu.patch(&item(0), json!({"quantity": 3, "of": 5, "reason": "Too many"})).await.ok());
    tell(musu.request("DELETE", &item(1)).json(&json!({"reason": "Not wanted"})).send().await.ok());
    tell(musu.post(&format!("/api/orders/{}/items", order_b["id"]), json!({"productId": club, "quantity": 1})).await.created());
    tell(pays(&kollie, &order_b, json!({"tenders": [{"method": "card", "currency": "USD", "amount": "18.00"}]})).await);
    let order_c = json!([{"productId": rice, "quantity": 1}, {"productId": club, "quantity": 4}]);
    let order_c = order(&musu, order_c, "Fatu").await;
    tell(pays(&musu, &order_c, json!({"amountLRD": "1200.00"})).await);
    tell(musu.post(&format!("/api/orders/{}/credit", order_c["id"]), json!({"customerName": "Fatu Kamara"})).await.ok());
    tell(order(&musu, json!([{"productId": club, "quantity": 1}]), "Open").await);

    // Tabs.
    let given = json!({"customerName": "Fatu Kamara", "productId": cigar, "quantity": 1});
    let given = tell(musu.post("/api/credit", given).await.created());
    tell(musu.post("/api/credit", json!({"customerName": "Weah", "productId": rice, "quantity": 2})).await.created());
    tell(musu.patch(&format!("/api/credit/{}/pay", given["id"]), json!({"amountUSD": "4.00"})).await.ok());
    tell(musu.post("/api/tabs/payment", json!({"customerName": "Fatu Kamara", "amountUSD": "12.00"})).await.ok());
    tell(musu.post("/api/credit/bulk-pay", json!({"customerName": "Weah"})).await.ok());

    // A receipt that is still to print would say what was voided.
    let is_done = |jobs: &Value| values_of(jobs, "status").iter().all(|status| status == "confirmed");
    bar.wait_until("/api/print-jobs", is_done).await;

    // Voids: a part of a line, a whole line, a whole order.
    let line = |sale: &Value| format!("/api/sales/{}/void", sale["id"]);
    tell(kollie.post(&line(&batch["sales"][0]), json!({"reason": "Spilled", "quantity": 2, "returnToStock": false})).await.ok());
    tell(kollie.post(&line(&lowered), json!({"reason": "Wrong cigar"})).await.ok());
    tell(kollie.post(&format!("/api/orders/{}/void", order_b["id"]), json!({"reason": "Complaint"})).await.ok());

    // The counter sells on the next business day.
    bar.clock.pass(NIGHT);
    tell(musu.post("/api/sales", json!({"productId": rice, "quantity": 1, "currency": "LRD"})).await.created());
    tell(bar.x(&shift).await);
    Value::Array(told)
}

const ANSWERS: [(&str, &str); 17] = [
    ("products", "/api/products"),
    ("sales", "/api/sales"),
    ("analytics", "/api/sales/analytics"),
    ("orders", "/api/orders"),
    ("credit", "/api/credit"),
    ("tabs", "/api/tabs"),
    ("receipts", "/api/receipts"),
    ("payments", "/api/payments"),
    ("menu", "/api/menu"),
    ("cash", "/api/cash/setup"),
    ("dashboard", "/api/bartender/dashboard-stats"),
    ("summary", "/api/admin/sales-summary"),
    ("recent", "/api/admin/recent-sales-with-customers"),
    ("period", "/api/admin/sales-report?startDate=2026-11-21&endDate=2026-11-22"),
    ("user-sales", "/api/admin/user-sales?userId=3&startDate=2026-11-21&endDate=2026-11-22"),
    ("cash-report", "/api/reports/cash?from=2026-11-21&to=2026-11-22"),
    ("exceptions", "/api/reports/exceptions?from=2026-11-21&to=2026-11-22"),
];

const LISTS: [(&str, &str); 4] = [
    ("products.csv", "/api/products/export"),
    ("sales.csv", "/api/reports/sales?format=csv&startDate=2026-11-21&endDate=2026-11-22"),
    ("days.csv", "/api/reports/days?format=csv&startDate=2026-11-21&endDate=2026-11-22"),
    ("cash-report.csv", "/api/reports/cash?from=2026-11-21&to=2026-11-22&format=csv"),
];

#[tokio::test]
async fn a_bar_without_tax_keeps_its_paper_its_lists_and_its_answers() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::open().await;
    bar.sets_cash(json!({"mode": "drawer", "countBy": "totals"})).await;
    let settings = json!({"businessName": "Sunset Bar & Grill", "address": "Tubman Boulevard", "phone": "0770 00 00 00", "publicUrl": "http://sunset.test"});
    bar.admin().put("/api/settings", settings).await.ok();
    bar.sets_up_printers(&[("Bar", &printer, json!({"columns": 32, "profile": "generic-58"}))]).await;
    let mut told = night(&bar).await;
    masked(&mut told);
    expect_answer("night.json", &told);
    for (name, path) in ANSWERS {
        let mut answer = bar.admin().get(path).await.ok();
        masked(&mut answer);
        expect_answer(&format!("{name}.json"), &answer);
    }
    for (name, path) in LISTS {
        let answer = bar.admin().get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        expect_text(name, &answer.text());
    }
    let receipts = bar.admin().get("/api/receipts").await.ok();
    let numbers: Vec<&str> = receipts.as_array().expect("receipts").iter().map(|receipt| text(&receipt["receiptNumber"])).collect();
    let mut details = Vec::new();
    for number in &numbers {
        details.push(bar.admin().get(&format!("/api/receipts/{number}")).await.ok());
    }
    let mut details = Value::Array(details);
    masked(&mut details);
    expect_answer("receipt-details.json", &details);
    // Once more on wide paper, after the voids.
    let printers = bar.admin().get("/api/settings").await.ok()["printers"].clone();
    let mut wide = printers[0].clone();
    (wide["columns"], wide["profile"]) = (json!(48), json!("generic-80"));
    bar.wait_until("/api/print-jobs", |jobs| jobs.as_array().expect("jobs").iter().all(|job| job["status"] == "confirmed")).await;
    bar.admin().put("/api/settings", json!({"printers": [wide]})).await.ok();
    for number in numbers.iter().rev() {
        bar.admin().post(&format!("/api/receipts/{number}/print"), json!({})).await.has_status(202);
    }
    bar.wait_until("/api/print-jobs", |jobs| jobs.as_array().expect("jobs").iter().all(|job| job["status"] == "confirmed")).await;
    expect_text("paper.txt", &paper(&printer));
}
