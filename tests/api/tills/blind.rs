//! Counting blind: no answer, question, stream, refusal or paper tells a bartender what a till holds.
//!
//! What is looked for are the figures of one till: its expected cash, its differences, and the cash that it took. Sales, receipts and
//! what the bar sold in all are for all staff, so the night has card payments and two prices in each currency: then no figure that a
//! bartender may see is one of those that are looked for. What a bartender typed, such as an own count or pay-out, is no secret either.

use std::time::Duration;

use serde_json::{Value, json};

use super::DRAWER;
use crate::bar::{Person, TestBar, text};
use crate::contract::openapi::operations;
use crate::contract::openapi_calls::method_and_path;
use crate::fake_printer::{Behavior, FakePrinter};
use crate::printing_steps::pages;

/// Values that are tried for every path parameter.
const VALUES: [&str; 9] = ["1", "2", "3", "4", "Z-000001", "T-20261121-1", "2026-11-21", "R-20261121-0001", "sales"];
/// Calls that would end the story: they sign the bartender out.
const ENDS: [&str; 1] = ["POST /api/auth/logout"];
/// How long a stream is silent before it has told everything.
const QUIET: Duration = Duration::from_millis(700);

/// What the drawer holds: opened with $95.55 where $100.00 were left, $57.13 and L$1,315.00 of cash, $3.00 paid out.
const FIGURES: [&str; 12] = ["149.68", "6315.00", "6,315", "57.13", "1315.00", "1,315", "-4.45", "4.45", "54.13", "9.68", "6315", "1315"];

/// Which of the figures stand in a text, as numbers of their own.
fn found_in(text: &str) -> Vec<&'static str> {
    let is_part = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let stands_alone = |figure: &str| {
        text.match_indices(figure).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + figure.len()..]);
            !is_part(before.chars().next_back()) && !is_part(after.chars().next()) && !before.ends_with('.')
        })
    };
    FIGURES.into_iter().filter(|figure| stands_alone(figure)).collect()
}

#[track_caller]
fn expect_blind(what: &str, text: &str) {
    let found = found_in(text);
    assert!(found.is_empty(), "{what} tells {found:?}: {text}");
}

/// A night of the bartender with an open shift, and a Z of the shift before it.
async fn night(printer: &FakePrinter) -> (TestBar, Value) {
    let bar = TestBar::with_tills("drawer").await;
    let musa = bar.bartender();
    let rules = json!({"void_sale": "approve", "void_order": "approve", "discount": "approve", "remove_sent": "approve",
        "cancel_order": "approve", "no_sale": "approve"});
    bar.admin().put("/api/settings", json!({"approvals": {"rules": rules}})).await.ok();
    bar.sets_up_printers(&[("Bar", printer, json!({"opensDrawer": true}))]).await;
    let before = bar.opens(&musa, DRAWER, "100.00", "5000.00").await;
    bar.counts(&bar.manager(), &before, "100.00", "5000.00", json!({})).await.ok();
    let shift = bar.opens(&musa, DRAWER, "95.55", "5000.00").await;
    for (name, currency, price, method) in [
        ("A", "USD", "20.02", "cash"),
        ("B", "USD", "37.11", "cash"),
        ("C", "LRD", "615.00", "cash"),
        ("D", "LRD", "700.00", "cash"),
        ("E", "USD", "10.00", "card"),
        ("F", "LRD", "300.00", "card"),
    ] {
        let prices = if currency == "USD" { json!({"priceUSD": price}) } else { json!({"priceLRD": price, "currency": "LRD"}) };
        let product = bar.product(crate::tips::with(json!({"name": name, "stock": 9}), &prices)).await;
        let tenders = json!([{"method": method, "currency": currency, "amount": price}]);
        musa.post("/api/sales", json!({"productId": product["id"], "quantity": 1, "tenders": tenders})).await.created();
    }
    bar.moves(&musa, DRAWER, json!({"kind": "pay_out", "amountUSD": "3.00", "reason": "Ice"})).await.created();
    let seen = bar.manager().get(&format!("/api/shifts/{}", shift["id"])).await.ok();
    assert_eq!((&seen["expectedUSD"], &seen["expectedLRD"]), (&json!("149.68"), &json!("6315.00")), "the figures are right");
    assert_eq!(seen["openingDifferenceUSD"], "-4.45");
    (bar, shift)
}

/// Bodies that writes are tried with: enough for most of them to be carried out or refused for what they mean.
fn bodies() -> [Value; 5] {
    [
        json!({}),
        json!({"reason": "x", "text": "x", "kind": "tip_out", "userId": 2, "amountUSD": "9999"}),
        json!({"reason": "x", "kind": "exchange", "gives": "USD", "amountUSD": "1.00", "amountLRD": "190.00"}),
        json!({"tillId": 1, "count": {"amountUSD": "1.00", "amountLRD": "1.00"}, "userId": 3, "printerId": 1}),
        json!({"kind": "drop", "amountUSD": "1.00", "otherTillId": 2}),
    ]
}

async fn every_call(blind: &Person) {
    let document = blind.get("/api/openapi.json").await.ok();
    for (call, _) in operations(&document).into_iter().filter(|(call, _)| call != "GET /api/live" && !ENDS.contains(&call.as_str())) {
        for value in if call.contains('{') { &VALUES[..] } else { &VALUES[..1] } {
            let (method, path) = method_and_path(&call, &[value, value, value]);
            if method == "GET" {
                let sign = if path.contains('?') { '&' } else { '?' };
                for query in ["", "status=open", "status=closed", "format=csv", "section=bridge"] {
                    let path = if query.is_empty() { path.clone() } else { format!("{path}{sign}{query}") };
                    expect_blind(&path, &blind.get(&path).await.text());
                }
                continue;
            }
            // What closes the shift or empties the till is tried at its end.
            if call.contains("/shifts/{id}/count") || call.contains("/shifts/{id}/confirm") {
                continue;
            }
            for body in
                bodies().iter().take(if call.contains("till") || call.contains("movement") || call.contains("tips") { 2 } else { 5 })
            {
                let answer = blind.request(&method, &path).json(body).send().await;
                expect_blind(&format!("{method} {path} {body}"), &answer.text());
            }
        }
    }
}

#[tokio::test]
async fn a_blind_counter_finds_the_figures_of_a_till_in_no_answer() {
    let printer = FakePrinter::start(Behavior::Normal);
    let (bar, shift) = night(&printer).await;
    let blind = bar.bartender();
    every_call(&blind).await;
    let path = format!("/api/shifts/{}", shift["id"]);
    let seen = blind.get(&path).await.ok();
    for member in ["expectedUSD", "expectedLRD", "openingDifferenceUSD", "openingDifferenceLRD", "leaveUSD", "overShortUSD"] {
        assert_eq!(seen[member], Value::Null, "{member}");
    }
    // The close: a count beyond the tolerance, the second one that closes, and what can be read after it.
    for _ in 0..2 {
        let counted = bar.counts(&blind, &shift, "140.00", "6000.00", json!({})).await;
        expect_blind("a count", &counted.text());
        counted.ok();
    }
    assert_eq!(bar.manager().get(&path).await.ok()["overShortUSD"].as_str().map(|text| text.is_empty()), Some(false));
    every_call(&blind).await;
}

#[tokio::test]
async fn the_question_for_an_uncounted_close_names_expected_cash_to_deciders_alone() {
    let printer = FakePrinter::start(Behavior::Normal);
    let (bar, shift) = night(&printer).await;
    let (blind, manager) = (bar.bartender(), bar.manager());
    let close = format!("/api/shifts/{}/close-uncounted", shift["id"]);
    let question = json!({"method": "POST", "path": close, "body": {"reason": "Went home"}});
    let asked = blind.post("/api/approvals", question.clone()).await;
    expect_blind("the question", &asked.text());
    let path = format!("/api/approvals/{}", asked.created()["id"]);
    expect_blind("one's own question", &blind.get(&path).await.text());
    expect_blind("one's own questions", &blind.get("/api/approvals").await.text());
    let decider = manager.get(&path).await.ok();
    assert!(decider["lines"].to_string().contains("149.68"), "{decider}");
    assert!(manager.get("/api/approvals").await.text().contains("149.68"));
    expect_blind("a question taken back", &blind.post(&format!("{path}/cancel"), json!({})).await.text());
    expect_blind("a refusal", &blind.post(&format!("{path}/cancel"), json!({})).await.text());
    let sales = blind.get("/api/sales").await.ok();
    let voids = json!({"method": "POST", "path": format!("/api/sales/{}/void", sales[0]["id"]), "body": {"reason": "x"}});
    expect_blind("another question", &blind.post("/api/approvals", voids).await.text());
    let asked = blind.post("/api/approvals", question).await.created();
    let path = format!("/api/approvals/{}", asked["id"]);
    let by = json!({"username": "manager", "password": crate::bar::MANAGER_PASSWORD});
    expect_blind("a grant on this phone", &blind.post(&format!("{path}/grant-here"), by.clone()).await.text());
    expect_blind("a second grant", &blind.post(&format!("{path}/grant-here"), by).await.text());
    let closed = blind.with_approval(&asked).post(&close, json!({"reason": "Went home"})).await;
    expect_blind("the close", &closed.text());
    assert_eq!(closed.ok()["zNumber"], "Z-000002");
    expect_blind("a used question", &blind.get(&path).await.text());
    every_call(&blind).await;
}

#[tokio::test]
async fn a_blind_counter_hears_no_figures_and_holds_no_paper_with_them() {
    let printer = FakePrinter::start(Behavior::Normal);
    let (bar, shift) = night(&printer).await;
    let (blind, manager) = (bar.bartender(), bar.manager());
    let mut stream = blind.request("GET", "/api/live").stream().await;
    for path in [format!("/api/shifts/{}/x/print", shift["id"]), "/api/reports/cash/print".to_owned(), "/api/z/Z-000001/print".to_owned()] {
        manager.post(&path, json!({})).await.has_status(202);
    }
    for report in ["/api/reports/print", "/api/reports/exceptions/print", "/api/reports/hours/print", "/api/bills/print"] {
        bar.admin().post(report, json!({})).await.has_status(202);
    }
    manager.post("/api/sheets/2026-11-21/print", json!({})).await.has_status(202);
    let is_done =
        |jobs: &Value| jobs.as_array().is_some_and(|all| all.iter().all(|job| ["confirmed", "expired"].contains(&text(&job["status"]))));
    let jobs = bar.wait_until("/api/print-jobs", is_done).await;
    let printed = pages(&printer).len();
    for job in jobs.as_array().expect("jobs") {
        for (act, body) in [("retry", json!({})), ("move", json!({"printerId": 1}))] {
            let answer = blind.post(&format!("/api/print-jobs/{}/{act}", job["id"]), body).await;
            expect_blind("a print job", &answer.text());
        }
    }
    let count = json!({"count": {"amountUSD": "140.00", "amountLRD": "6000.00"}});
    for _ in 0..2 {
        blind.post(&format!("/api/shifts/{}/count", shift["id"]), count.clone()).await.ok();
    }
    blind.post(&format!("/api/shifts/{}/count/print", shift["id"]), json!({})).await.has_status(202);
    bar.wait_until("/api/print-jobs", is_done).await;
    for page in &pages(&printer)[printed..] {
        expect_blind("a paper", &page.join("\n"));
    }
    let mut heard = String::new();
    while let Ok(Ok(Some(chunk))) = tokio::time::timeout(QUIET, stream.chunk()).await {
        heard.push_str(&String::from_utf8_lossy(&chunk));
        if heard.len() > 1_000_000 {
            break;
        }
    }
    assert!(heard.contains("shifts") && heard.contains("tills"), "{heard}");
    expect_blind("the stream", &heard);
}

#[test]
fn figures_are_found_as_numbers_of_their_own() {
    assert_eq!(found_in(r#"{"expectedUSD":"149.68"}"#), ["149.68"]);
    assert_eq!(found_in("1149.68 and 149.681"), Vec::<&str>::new());
    assert_eq!(found_in("L$6,315"), ["6,315"]);
}
