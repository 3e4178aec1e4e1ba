//! What leaves a till beside sales: exchanges at a loss, pay-outs one after the other, amounts out of proportion, tills below zero.

use serde_json::{Value, json};

use super::{DRAWER, SAFE, count, expect_rows};
use crate::bar::{Answer, Person, TestBar, text};
use crate::devices::BARTENDER;
use crate::order_steps::assert_fields;
use crate::rng::SeededRng;

const MOVES: &str = "/api/tills/1/movements";

fn exchange(gives: &str, usd: &str, lrd: &str) -> Value {
    json!({"kind": "exchange", "gives": gives, "amountUSD": usd, "amountLRD": lrd})
}

fn pay_out(usd: &str) -> Value {
    json!({"kind": "pay_out", "amountUSD": usd, "reason": "Ice"})
}

impl TestBar {
    /// The exceptions of a person, by kind.
    pub async fn deeds_of(&self, name: &str) -> Value {
        let report = self.admin().get("/api/reports/exceptions").await.ok();
        report["rows"].as_array().expect("rows").iter().find(|row| row["userName"] == name).expect("a row")["kinds"].clone()
    }

    /// What the sheet of the night says is paid out: category, dollars, Liberian dollars.
    async fn sheet_paid_out(&self) -> Vec<(String, String, String)> {
        let sheet = self.admin().get("/api/sheets/2026-11-21").await.ok();
        let of = |row: &Value| ["category", "amountUSD", "amountLRD"].map(|member| text(&row[member]).to_owned()).into();
        sheet["paidOut"].as_array().expect("rows").iter().map(of).collect()
    }
}

fn row(category: &str, usd: &str, lrd: &str) -> (String, String, String) {
    (category.to_owned(), usd.to_owned(), lrd.to_owned())
}

#[tokio::test]
async fn an_exchange_far_from_the_rate_is_a_pay_out_of_its_loss() {
    let bar = TestBar::with_tills("drawer").await;
    let musa = bar.bartender();
    let shift = bar.opens(&musa, DRAWER, "300.00", "10000.00").await;
    let theft = exchange("USD", "100.00", "0.01");
    let refused = bar.moves(&musa, DRAWER, theft.clone()).await.refused(403, "approval_required");
    let part = json!({"kind": "pay_out", "summary": "Give $100.00 for L$0.01 at Drawer, $100.00 / L$18,999.99",
        "amountUSD": "100.00", "amountLRD": "18999.99"});
    assert_eq!(refused["approval"]["kinds"], json!([part]));
    expect_rows(&bar.x(&shift).await, "cash", &[("expected", "300.00", "10000.00")]);
    for (gives, usd, lrd) in [("USD", "20.00", "3700.00"), ("LRD", "20.00", "3877.00"), ("USD", "0.01", "0.01"), ("LRD", "0.01", "999.00")]
    {
        bar.moves(&musa, DRAWER, exchange(gives, usd, lrd)).await.refused(403, "approval_required");
    }
    bar.moves(&musa, DRAWER, exchange("USD", "20.00", "3750.00")).await.created();
    bar.moves(&musa, DRAWER, exchange("LRD", "20.00", "3760.00")).await.created();
    let question = musa.asks("POST", MOVES, theft.clone()).await.created();
    assert_fields(&question, json!({"kind": "pay_out", "amountUSD": "100.00", "amountLRD": "18999.99"}));
    let lines = json!([{"label": "Till", "value": "Drawer"}, {"label": "Rate", "value": "1 USD = 190 LRD"},
        {"label": "Lost in exchange", "value": "L$18,999.99"}, {"label": "Paid out before", "value": "L$50"}]);
    assert_eq!(question["lines"], lines);
    let granted = bar.grants(&question).await;
    musa.sends("POST", MOVES, &theft, &granted).await.created();
    let kinds = bar.deeds_of("bartender").await;
    assert_fields(&kinds["exchangeLoss"], json!({"count": 2, "worthUSD": "100.26", "worthLRD": "19049.99"}));
    assert_fields(&kinds["exchangeGain"], json!({"count": 1, "worthUSD": "0.21", "worthLRD": "40.00"}));
    assert!(kinds["voids"].get("worthLRD").is_none(), "{kinds}");
    assert_eq!(bar.sheet_paid_out().await, [row("Lost in exchange", "0.00", "-19049.99"), row("Gained in exchange", "0.00", "40.00")]);
    let csv = bar.admin().get("/api/reports/exceptions?format=csv").await.text();
    assert!(csv.contains("kinds.exchangeLoss.worthUSD,kinds.exchangeLoss.worthLRD,kinds.exchangeLoss.per100"), "{csv}");
    assert!(csv.contains("100.26,19049.99,"), "{csv}");
    bar.sets_rules(json!({"pay_out": "deny"})).await;
    bar.moves(&musa, DRAWER, theft).await.refused(403, "forbidden");
}

#[tokio::test]
async fn a_corrected_exchange_lost_nothing() {
    let bar = TestBar::with_tills("drawer").await;
    let musa = bar.bartender();
    bar.opens(&musa, DRAWER, "300.00", "10000.00").await;
    let lost = bar.moves(&musa, DRAWER, exchange("USD", "20.00", "3750.00")).await.created();
    bar.moves(&musa, DRAWER, exchange("USD", "10.00", "1880.00")).await.created();
    bar.manager().post(&format!("/api/movements/{}/correct", lost["id"]), json!({"reason": "Counted wrong"})).await.created();
    assert_eq!(bar.sheet_paid_out().await, [row("Lost in exchange", "0.00", "-20.00")]);
    assert_eq!(bar.deeds_of("bartender").await["exchangeLoss"]["count"], 2, "what happened stays counted");
}

#[tokio::test]
async fn the_tolerance_is_a_setting() {
    let bar = TestBar::with_tills("drawer").await;
    let musa = bar.bartender();
    bar.opens(&musa, DRAWER, "300.00", "10000.00").await;
    bar.sets_cash(json!({"exchangeTolerance": 0})).await;
    bar.moves(&musa, DRAWER, exchange("USD", "20.00", "3799.99")).await.refused(403, "approval_required");
    bar.moves(&musa, DRAWER, exchange("USD", "20.00", "3800.00")).await.created();
    bar.sets_cash(json!({"exchangeTolerance": 100})).await;
    bar.moves(&musa, DRAWER, exchange("USD", "20.00", "0.01")).await.created();
    // The losses of a person count together.
    bar.moves(&musa, DRAWER, exchange("USD", "1.00", "0.01")).await.created();
    bar.moves(&musa, DRAWER, exchange("USD", "1.00", "0.01")).await.refused(403, "approval_required");
}

#[tokio::test]
async fn pay_outs_of_a_person_count_together_until_the_shift_ends() {
    let bar = TestBar::with_tills("drawers").await;
    let (musa, manager) = (bar.bartender(), bar.manager());
    let (_, fatu) = bar.hires("fatu", "bartender").await;
    let second = json!({"name": "Terrace", "kind": "drawer", "shared": true});
    let second = bar.admin().post("/api/tills", second).await.created()["id"].as_u64().expect("an id");
    let shift = bar.opens(&musa, DRAWER, "300.00", "10000.00").await;
    bar.opens(&musa, second, "300.00", "0.00").await;
    bar.moves(&musa, DRAWER, pay_out("20.00")).await.created();
    for till in [DRAWER, DRAWER, second] {
        bar.moves(&musa, till, pay_out("20.00")).await.refused(403, "approval_required");
    }
    bar.moves(&musa, second, pay_out("0.01")).await.refused(403, "approval_required");
    bar.moves(&fatu, DRAWER, pay_out("20.00")).await.created();
    bar.moves(&manager, DRAWER, pay_out("20.00")).await.created();
    // The other currency has a limit of its own, which small losses of exchanges count for too.
    bar.moves(&musa, DRAWER, json!({"kind": "pay_out", "amountLRD": "3960.00", "reason": "Ice"})).await.created();
    bar.moves(&musa, DRAWER, exchange("USD", "20.00", "3760.00")).await.created();
    bar.moves(&musa, DRAWER, exchange("USD", "20.00", "3799.00")).await.refused(403, "approval_required");
    bar.moves(&musa, DRAWER, json!({"kind": "pay_out", "amountLRD": "0.01", "reason": "Ice"})).await.refused(403, "approval_required");
    // What a manager approved does not count, and what was corrected does not either.
    let question = musa.asks("POST", MOVES, pay_out("20.00")).await.created();
    let says = json!({"label": "Paid out before", "value": "$20.00 + L$4,000"});
    assert!(question["lines"].as_array().expect("lines").contains(&says), "{question}");
    let granted = bar.grants(&question).await;
    let paid = musa.sends("POST", MOVES, &pay_out("20.00"), &granted).await.created();
    manager.post(&format!("/api/movements/{}/correct", paid["id"]), json!({"reason": "Counted wrong"})).await.created();
    bar.moves(&musa, DRAWER, pay_out("20.00")).await.refused(403, "approval_required");
    let own = manager.get(&format!("/api/tills/{DRAWER}/movements")).await.ok();
    let first = own
        .as_array()
        .expect("movements")
        .iter()
        .find(|one| one["kind"] == "pay_out" && one["userName"] == "bartender" && one["approvedBy"].is_null());
    let first =
        own.as_array().expect("movements").iter().rfind(|one| one["amountUSD"] == "-20.00" && one["userName"] == "bartender").or(first);
    manager.post(&format!("/api/movements/{}/correct", first.expect("the first")["id"]), json!({"reason": "Brought back"})).await.created();
    bar.moves(&musa, DRAWER, pay_out("20.00")).await.created();
    // The next shift begins anew.
    bar.counts(&musa, &shift, "300.00", "10000.00", json!({})).await.ok();
    bar.counts(&musa, &shift, "300.00", "10000.00", json!({})).await;
    bar.opens(&musa, DRAWER, "300.00", "10000.00").await;
    bar.moves(&musa, DRAWER, pay_out("20.00")).await.created();
}

#[tokio::test]
async fn three_pay_outs_in_a_row_and_one_in_the_next_shift() {
    let bar = TestBar::with_tills("drawer").await;
    let musa = bar.bartender();
    let shift = bar.opens(&musa, DRAWER, "100.00", "0.00").await;
    bar.moves(&musa, DRAWER, pay_out("20.00")).await.created();
    bar.moves(&musa, DRAWER, pay_out("20.00")).await.refused(403, "approval_required");
    bar.moves(&musa, DRAWER, pay_out("20.00")).await.refused(403, "approval_required");
    bar.counts(&musa, &shift, "80.00", "0.00", json!({})).await.ok();
    bar.opens(&musa, DRAWER, "80.00", "0.00").await;
    bar.moves(&musa, DRAWER, pay_out("20.00")).await.created();
}

fn too_much(answer: Answer, field: &str, message: &str) {
    assert_eq!(answer.refused(400, "invalid")["fields"], json!({field: message}));
}

#[tokio::test]
async fn a_movement_has_a_largest_amount_for_everybody() {
    let bar = TestBar::with_tills("purses").await;
    bar.sets_tips("person").await;
    let (musa, manager) = (bar.bartender(), bar.manager());
    let open = json!({"tillId": DRAWER, "count": count("1000.00", "0.00"), "float": {"fromTillId": SAFE, "amountUSD": "1000.01"}});
    too_much(manager.post("/api/shifts", open).await, "float", "At most $1,000.00 at once");
    bar.opens(&musa, DRAWER, "3000.00", "900000.00").await;
    let purse = json!({"name": "Musa's purse", "kind": "purse", "userId": BARTENDER});
    let purse = bar.admin().post("/api/tills", purse).await.created()["id"].as_u64().expect("an id");
    let (usd, lrd) = ("At most $1,000.00 at once", "At most L$200,000 at once");
    let kinds = [
        json!({"kind": "float"}),
        json!({"kind": "pay_in", "reason": "Change"}),
        json!({"kind": "pay_out", "reason": "Ice"}),
        json!({"kind": "drop"}),
        json!({"kind": "transfer", "otherTillId": purse}),
    ];
    for person in [&musa, &manager] {
        for kind in &kinds {
            let with = |more: Value| crate::tips::with(kind.clone(), &more);
            too_much(bar.moves(person, DRAWER, with(json!({"amountUSD": "1000.01"}))).await, "amountUSD", usd);
            too_much(bar.moves(person, DRAWER, with(json!({"amountLRD": "200000.01"}))).await, "amountLRD", lrd);
        }
        too_much(bar.moves(person, DRAWER, exchange("USD", "9999999999.00", "0.01")).await, "amountUSD", usd);
        too_much(bar.moves(person, DRAWER, exchange("LRD", "1.00", "200000.01")).await, "amountLRD", lrd);
    }
    // Nothing was asked, and what is at the limit goes through.
    bar.moves(&manager, DRAWER, json!({"kind": "drop", "amountUSD": "1000.00", "amountLRD": "200000.00"})).await.created();
    bar.moves(&manager, SAFE, json!({"kind": "bank", "amountUSD": "5000.00"})).await.created();
    bar.sets_cash(json!({"movementMaxUSD": "5.00"})).await;
    too_much(
        bar.moves(&manager, DRAWER, json!({"kind": "pay_in", "amountUSD": "5.01", "reason": "x"})).await,
        "amountUSD",
        "At most $5.00 at once",
    );
    let beer = bar.id_of("Beer").await;
    musa.post("/api/sales", json!({"productId": beer, "quantity": 1, "amountUSD": "12.00", "keepChange": true})).await.created();
    for path in ["/api/tips/payout".to_owned(), format!("/api/tills/{DRAWER}/movements")] {
        let body = json!({"kind": "tip_out", "userId": BARTENDER, "amountUSD": "5.01"});
        too_much(musa.post(&path, body).await, "amountUSD", "At most $5.00 at once");
    }
}

#[tokio::test]
async fn a_close_drops_and_hands_in_whatever_was_counted() {
    let bar = TestBar::with_tills("purses").await;
    let (musa, manager) = (bar.bartender(), bar.manager());
    let drawer = bar.opens(&manager, DRAWER, "3000.00", "0.00").await;
    let purse = json!({"name": "Musa's purse", "kind": "purse", "userId": BARTENDER});
    let purse = bar.admin().post("/api/tills", purse).await.created()["id"].as_u64().expect("an id");
    let shift = bar.opens(&musa, purse, "1500.00", "0.00").await;
    bar.counts(&musa, &shift, "1500.00", "0.00", json!({"toTillId": DRAWER})).await.ok();
    let waiting = manager.get(&format!("/api/tills/{purse}/movements")).await.ok()[0].clone();
    let accept = format!("/api/movements/{}/accept", waiting["id"]);
    too_much(manager.post(&accept, json!({"amountUSD": "2500.01"})).await, "amountUSD", "At most $2,500.00 at once");
    manager.post(&accept, json!({"amountUSD": "1490.00"})).await.created();
    bar.counts(&manager, &drawer, "4490.00", "0.00", json!({"leaveUSD": "0.00"})).await.ok();
    assert_eq!(bar.cash_of(SAFE).await.0, "4490.00");
}

#[tokio::test]
async fn a_small_transfer_is_not_accepted_with_a_fortune() {
    let bar = TestBar::with_tills("drawers").await;
    let (musa, manager) = (bar.bartender(), bar.manager());
    let second = bar.admin().post("/api/tills", json!({"name": "Terrace", "kind": "drawer", "shared": true})).await.created();
    bar.opens(&musa, DRAWER, "300.00", "0.00").await;
    bar.opens(&musa, second["id"].as_u64().expect("an id"), "300.00", "0.00").await;
    let offered = bar.moves(&musa, DRAWER, json!({"kind": "transfer", "amountUSD": "5.00", "otherTillId": second["id"]})).await.created();
    let accept = format!("/api/movements/{}/accept", offered["id"]);
    too_much(manager.post(&accept, json!({"amountUSD": "1000.01"})).await, "amountUSD", "At most $1,000.00 at once");
    manager.post(&accept, json!({"amountUSD": "5.00"})).await.created();
}

#[tokio::test]
async fn a_till_below_zero_is_an_exception_of_who_brought_it_there() {
    let bar = TestBar::with_tills("drawer").await;
    let musa = bar.bartender();
    bar.opens(&musa, DRAWER, "10.00", "100.00").await;
    let fell = async |person: &str| bar.deeds_of(person).await["negativeCash"].clone();
    let sheet = async || bar.admin().get("/api/sheets/2026-11-21").await.ok()["people"]["negativeCash"].clone();
    bar.moves(&musa, DRAWER, pay_out("10.00")).await.created();
    assert_eq!(sheet().await, 0);
    bar.moves(&musa, DRAWER, pay_out("5.00")).await.created();
    assert_fields(&fell("bartender").await, json!({"count": 1, "worthUSD": "5.00"}));
    bar.moves(&bar.manager(), DRAWER, pay_out("2.00")).await.created();
    assert_fields(&fell("manager").await, json!({"count": 1, "worthUSD": "2.00"}));
    // Change in the other currency: L$380 for a beer with L$570, and L$190 are not there.
    let beer = bar.id_of("Beer").await;
    musa.post(
        "/api/sales",
        json!({"productId": beer, "quantity": 1, "tenders": [{"method": "cash", "currency": "USD", "amount": "5.00"}],
        "changeIn": "LRD"}),
    )
    .await
    .created();
    assert_fields(&fell("bartender").await, json!({"count": 2, "worthUSD": "7.47"}));
    let sale = bar.sells("Beer", 1).await;
    let card = json!({"productId": beer, "quantity": 3, "tenders": [{"method": "card", "currency": "USD", "amount": "6.00"}]});
    let sold = musa.post("/api/sales", card).await.created();
    let in_cash = json!({"reason": "Spilled", "refund": [{"method": "cash", "currency": "USD", "amount": "6.00"}]});
    bar.manager().post(&format!("/api/sales/{}/void", sold["id"]), in_cash).await.ok();
    assert_fields(&fell("manager").await, json!({"count": 2, "worthUSD": "8.00"}));
    assert_eq!(sheet().await, 4);
    assert!(sale["id"].is_u64());
}

/// A person who takes what can be taken without asking.
async fn takes(bar: &TestBar, person: &Person, rng: &mut SeededRng) {
    let money = |cents: u64| format!("{}.{:02}", cents / 100, cents % 100);
    let dollars = 1 + rng.below(3_000);
    // Within 4 % of the rate.
    let (usd, lrd) = (money(dollars), money((dollars * (18_240 + rng.below(1_520)) / 100).max(1)));
    let body = match rng.below(4) {
        0 => json!({"kind": "pay_out", "amountUSD": usd, "reason": "Ice"}),
        1 => json!({"kind": "pay_out", "amountLRD": lrd, "reason": "Ice"}),
        2 => exchange("USD", &usd, &lrd),
        _ => exchange("LRD", &usd, &lrd),
    };
    bar.moves(person, DRAWER, body).await;
}

#[tokio::test]
async fn whatever_a_person_moves_without_asking_stays_within_the_limits_and_stands_on_the_sheet() {
    let mut rng = SeededRng::new(7);
    let bar = TestBar::with_tills("drawer").await;
    let musa = bar.bartender();
    let shift = bar.opens(&musa, DRAWER, "500.00", "100000.00").await;
    for _ in 0..150 {
        takes(&bar, &musa, &mut rng).await;
    }
    let x = bar.x(&shift).await;
    let expected = x["cash"].as_array().expect("rows").iter().find(|row| row["row"] == "expected").expect("a row").clone();
    let cents = |value: &Value| text(value).replace('.', "").parse::<i64>().expect("an amount");
    // What the till lost is worth at most both limits together, and the sheet lists it to the cent.
    let lost = |usd: i64, lrd: i64| (50_000 - usd) * 190 + (10_000_000 - lrd);
    let gone = lost(cents(&expected["amountUSD"]), cents(&expected["amountLRD"]));
    let mut listed = 0;
    for (category, usd, lrd) in bar.sheet_paid_out().await {
        let amount = |text: &str| text.replace('.', "").parse::<i64>().expect("an amount");
        listed += if category.ends_with("exchange") { -amount(&lrd) } else { amount(&usd) * 190 + amount(&lrd) };
    }
    assert_eq!(gone, listed, "{x}");
    assert!(gone <= 2_000 * 190 + 400_000, "{gone}");
}
