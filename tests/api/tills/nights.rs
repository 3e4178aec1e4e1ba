//! Random steps of a night with tills: sales, orders, credit, refunds, movements, shifts, hand-overs, new rates, a clock that jumps.

use std::collections::BTreeMap;
use std::time::Duration;

use barback::engine::Clock;
use base::Timestamp;
use serde_json::{Value, json};

use super::books::{add, minor, pair};
use super::{DRAWER, SAFE, count};
use crate::bar::{Answer, Person, SECOND, TestBar, text};
use crate::order_steps::CUSTOMER;
use crate::rng::SeededRng;
use crate::tips::with;

/// The purse of the bartender.
pub const PURSE: u64 = 3;
/// The steps. Those that change the most come more often.
pub const STEPS_OF_A_NIGHT: [&str; 28] = [
    "sale",
    "sale",
    "mixed",
    "order",
    "order",
    "credit",
    "void",
    "refund",
    "order void",
    "movement",
    "movement",
    "transfer",
    "acceptance",
    "exchange",
    "exchange",
    "correction",
    "method",
    "method",
    "opening",
    "opening",
    "opening",
    "close",
    "close",
    "hand-over",
    "confirmation",
    "uncounted",
    "tips and safe",
    "clock",
];
/// Each step takes this long.
const STEP_TIME: Duration = SECOND.saturating_mul(60);
/// Most hours that the clock jumps forward, and back.
const HOURS_FORWARD: u64 = 30;
const HOURS_BACK: u64 = 9;
const HOUR_MILLIS: i64 = 60 * 60 * 1_000;

/// What is counted if nothing is missing: these amounts, or zero for less.
fn count_of(amount: [i64; 2]) -> Value {
    let text = |minor: i64| format!("{}.{:02}", minor / 100, minor % 100);
    count(&text(amount[0].max(0)), &text(amount[1].max(0)))
}

fn money(rng: &mut SeededRng) -> Value {
    let method = rng.one_of(&["cash", "cash", "card"]);
    let amounts = match rng.below(4) {
        0 => json!({"amountUSD": format!("{}.00", 6 + rng.below(9))}),
        1 => json!({"amountLRD": format!("{}.00", 1_100 + rng.below(2_000))}),
        2 => json!({"amountUSD": format!("{}.00", rng.below(9)), "amountLRD": format!("{}.00", 200 + rng.below(2_000))}),
        _ => json!({}),
    };
    let tip = if rng.below(4) == 0 { json!({"keepChange": true}) } else { json!({}) };
    with(with(json!({"paymentMethod": method}), &amounts), &tip)
}

/// Several tenders, with the change in either currency.
fn mixed_money(rng: &mut SeededRng) -> Value {
    let tender =
        |method: &str, currency: &str, amount: u64| json!({"method": method, "currency": currency, "amount": format!("{amount}.00")});
    let tenders = [
        tender(rng.one_of(&["card", "digital"]), rng.one_of(&["USD", "LRD"]), 1),
        tender("cash", "LRD", 100 + rng.below(900)),
        tender("cash", "USD", 4 + rng.below(6)),
    ];
    json!({"tenders": tenders, "changeIn": rng.one_of(&["USD", "LRD"])})
}

impl SeededRng {
    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[usize::try_from(self.below(all.len() as u64)).expect("small")]
    }

    /// Any of these; sometimes none, and none of an empty list.
    fn any_of<'a>(&mut self, all: &'a [Value]) -> Option<&'a Value> {
        all.get(usize::try_from(self.below(all.len() as u64 + 1)).expect("small"))
    }
}

impl TestBar {
    /// Takes a random step and returns its name. What succeeded is counted in `done`.
    pub async fn takes_a_step_of_the_night(&self, rng: &mut SeededRng, done: &mut BTreeMap<&'static str, u32>) -> &'static str {
        self.clock.pass(STEP_TIME);
        let name = rng.one_of(&STEPS_OF_A_NIGHT);
        let has_worked = match name {
            "sale" => self.sells_at_random(rng, money).await,
            "mixed" => self.sells_at_random(rng, mixed_money).await,
            "order" => self.serves_an_order(rng).await,
            "credit" => self.settles_a_tab(rng).await,
            "void" => self.voids_a_line(rng, false).await,
            "refund" => self.voids_a_line(rng, true).await,
            "order void" => self.voids_an_order(rng).await,
            "movement" => self.moves_at_random(rng).await,
            "transfer" => self.offers_a_transfer(rng).await,
            "exchange" => self.exchanges(rng).await,
            "correction" => self.corrects_a_movement(rng).await,
            "method" => self.corrects_a_payment(rng).await,
            "opening" => self.opens_a_till(rng).await,
            "close" => self.closes_at_random(rng, None).await,
            "hand-over" => self.closes_at_random(rng, Some(1)).await,
            "confirmation" => self.confirms_a_shift(rng).await,
            "uncounted" => self.closes_uncounted(rng).await,
            "acceptance" => self.accepts_transfers().await,
            "tips and safe" => self.pays_tips_and_counts_the_safe().await,
            "clock" => self.sets_the_clock_wrong(rng),
            name => panic!("{name} is no step"),
        };
        if has_worked {
            *done.entry(name).or_default() += 1;
        }
        if rng.below(9) == 0 {
            self.set_rate(json!(185 + rng.below(20))).await;
        }
        name
    }

    async fn open_shifts(&self) -> Vec<Value> {
        self.manager().get("/api/shifts?status=open").await.ok().as_array().expect("a list").clone()
    }

    fn anyone(&self, rng: &mut SeededRng) -> Person {
        if rng.below(2) == 0 { self.bartender() } else { self.manager() }
    }

    async fn sells_at_random(&self, rng: &mut SeededRng, money: impl Fn(&mut SeededRng) -> Value) -> bool {
        let sale = json!({"productId": self.id_of(rng.one_of(&["Whisky", "Rice"])).await, "quantity": 1});
        let body = with(sale, &money(rng));
        has_worked(&self.anyone(rng).post("/api/sales", body).await)
    }

    async fn serves_an_order(&self, rng: &mut SeededRng) -> bool {
        let order = self.takes_order(&[("Whisky", 1), ("Rice", 1)]).await;
        let first = if rng.below(3) == 0 { mixed_money(rng) } else { money(rng) };
        let has_paid = has_worked(&self.pays(&order, first).await);
        if rng.below(2) == 0 {
            self.pays(&order, money(rng)).await;
        }
        has_paid
    }

    async fn settles_a_tab(&self, rng: &mut SeededRng) -> bool {
        self.sells_on_credit(CUSTOMER, "Whisky", 1).await;
        let body = with(json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1}), &money(rng));
        has_worked(&self.manager().post("/api/tabs/payment", body).await)
    }

    /// Voids a line; with `in_dollars`, all of its money is given back in dollars, whatever came in.
    async fn voids_a_line(&self, rng: &mut SeededRng, in_dollars: bool) -> bool {
        let lines: Vec<Value> = self.sale_lines().await.into_iter().filter(|line| line["voidedAt"].is_null()).collect();
        let Some(line) = rng.any_of(&lines) else { return false };
        let mut body = json!({"reason": "Wrong drink", "returnTip": rng.below(2) == 0});
        if in_dollars {
            let path = format!("/api/receipts/{}/refund?lines={}", text(&line["receiptNumber"]), line["id"]);
            let back = self.manager().get(&path).await;
            if !has_worked(&back) {
                return false;
            }
            let back = back.json();
            let rate = self.manager().get("/api/exchange-rate").await.ok()["rate"].as_i64().expect("a whole rate");
            let worth = back["tenders"]
                .as_array()
                .expect("tenders")
                .iter()
                .map(|tender| minor(&tender["amount"]).abs() * if tender["currency"] == "USD" { rate } else { 1 });
            let cents = (worth.sum::<i64>() + rate / 2) / rate;
            let amount = format!("{}.{:02}", cents / 100, cents % 100);
            body = json!({"reason": "Wrong drink", "refund": [{"method": "cash", "currency": "USD", "amount": amount}]});
        }
        has_worked(&self.manager().post(&format!("/api/sales/{}/void", line["id"]), body).await)
    }

    async fn voids_an_order(&self, rng: &mut SeededRng) -> bool {
        let orders = self.bartender().get("/api/orders").await.ok();
        let Some(order) = rng.any_of(orders.as_array().expect("a list")) else { return false };
        let body = json!({"reason": "Complaint", "returnTip": rng.below(2) == 0});
        has_worked(&self.manager().post(&format!("/api/orders/{}/void", order["id"]), body).await)
    }

    async fn moves_at_random(&self, rng: &mut SeededRng) -> bool {
        let kind = rng.one_of(&["pay_in", "pay_out", "drop", "float", "bank", "owner"]);
        let (till, other) = match kind {
            "bank" | "owner" => (SAFE, Value::Null),
            _ => (rng.one_of(&[DRAWER, DRAWER, PURSE]), json!(SAFE)),
        };
        let body = json!({"kind": kind, "amountUSD": format!("{}.00", rng.below(9)), "amountLRD": format!("{}.00", rng.below(900)),
            "reason": "Ice", "otherTillId": other});
        has_worked(&self.moves(&self.manager(), till, body).await)
    }

    async fn offers_a_transfer(&self, rng: &mut SeededRng) -> bool {
        let (from, to) = rng.one_of(&[(DRAWER, PURSE), (PURSE, DRAWER)]);
        let body = json!({"kind": "transfer", "amountUSD": format!("{}.00", 1 + rng.below(9)), "amountLRD": "300.00", "otherTillId": to});
        has_worked(&self.moves(&self.manager(), from, body).await)
    }

    async fn exchanges(&self, rng: &mut SeededRng) -> bool {
        let body = json!({"kind": "exchange", "gives": rng.one_of(&["USD", "LRD"]), "amountUSD": "5.00",
            "amountLRD": format!("{}.00", 900 + rng.below(90))});
        has_worked(&self.moves(&self.bartender(), rng.one_of(&[DRAWER, PURSE]), body).await)
    }

    async fn corrects_a_movement(&self, rng: &mut SeededRng) -> bool {
        let movements = self.all_movements().await;
        let Some(movement) = rng.any_of(&movements) else { return false };
        let path = format!("/api/movements/{}/correct", movement["id"]);
        has_worked(&self.manager().post(&path, json!({"reason": "Typed wrong"})).await)
    }

    /// Corrects how one of the last payments was made: by another method, in the other currency, with change, or in any way.
    async fn corrects_a_payment(&self, rng: &mut SeededRng) -> bool {
        let payments = self.manager().get("/api/payments?limit=6").await.ok();
        let Some(payment) = rng.any_of(payments.as_array().expect("a list")) else { return false };
        let rate = payment["exchangeRate"].as_i64().expect("a whole rate");
        let tip = pair(payment, "tip");
        let cents = minor(&payment["valueUSD"]) + tip[0] + (tip[1] + rate / 2) / rate;
        let amount = |minor: i64| format!("{}.{:02}", minor / 100, minor % 100);
        let tender = |method: &str, currency: &str, minor: i64| json!([{"method": method, "currency": currency, "amount": amount(minor)}]);
        let tenders = match rng.below(5) {
            0 => tender("card", "USD", cents),
            1 => tender("digital", "LRD", cents * rate),
            2 => tender("cash", "LRD", cents * rate),
            3 => tender("cash", "USD", cents + 300),
            _ => mixed_money(rng)["tenders"].clone(),
        };
        let body = json!({"tenders": tenders, "reason": "Keyed wrongly"});
        has_worked(&self.manager().post(&format!("/api/payments/{}/correct", payment["id"]), body).await)
    }

    async fn opens_a_till(&self, rng: &mut SeededRng) -> bool {
        let till = rng.one_of(&[DRAWER, PURSE]);
        let shifts = self.manager().get("/api/shifts").await.ok();
        let was_open = shifts.as_array().expect("a list").iter().any(|shift| shift["tillId"] == till);
        let mut body = json!({"tillId": till, "count": count(&format!("{}.00", 5 + rng.below(40)), "500.00")});
        if was_open && rng.below(2) == 0 {
            body["float"] = json!({"fromTillId": SAFE, "amountUSD": "5.00", "amountLRD": "100.00"});
        }
        let person = if till == PURSE { self.bartender() } else { self.manager() };
        has_worked(&person.post("/api/shifts", body).await)
    }

    /// Counts a shift, exactly or a little off: within the tolerance, or twice beyond it.
    async fn closes_at_random(&self, rng: &mut SeededRng, hand_to: Option<u64>) -> bool {
        let open = self.open_shifts().await;
        let Some(shift) = rng.any_of(&open) else { return false };
        let mut found = pair(shift, "expected");
        add(&mut found, [rng.one_of(&[-250, 0, 100, 250]), rng.one_of(&[0, 0, -60_000])], 1);
        let to = if shift["tillId"] == PURSE { DRAWER } else { SAFE };
        let body = json!({"count": count_of(found), "toTillId": to, "handTo": hand_to});
        let path = format!("/api/shifts/{}/count", shift["id"]);
        let mut answer = self.manager().post(&path, body.clone()).await;
        if has_worked(&answer) && answer.json()["recount"] == true {
            answer = self.manager().post(&path, body).await;
            assert_eq!(answer.json()["recount"], false, "the second count closes whatever it says");
        }
        has_worked(&answer)
    }

    /// The admin confirms a shift that was handed over, with a count or without.
    async fn confirms_a_shift(&self, rng: &mut SeededRng) -> bool {
        let open = self.open_shifts().await;
        let Some(shift) = open.iter().find(|shift| shift["confirmed"] == false) else { return false };
        let mut found = pair(&shift["opening"], "amount");
        add(&mut found, [rng.one_of(&[-100, 0, 100]), 0], 1);
        let body = if rng.below(3) == 0 { json!({}) } else { json!({"count": count_of(found)}) };
        has_worked(&self.admin().post(&format!("/api/shifts/{}/confirm", shift["id"]), body).await)
    }

    async fn closes_uncounted(&self, rng: &mut SeededRng) -> bool {
        let open = self.open_shifts().await;
        let Some(shift) = rng.any_of(&open) else { return false };
        let path = format!("/api/shifts/{}/close-uncounted", shift["id"]);
        has_worked(&self.manager().post(&path, json!({"reason": "Went home"})).await)
    }

    async fn accepts_transfers(&self) -> bool {
        let mut has_accepted = false;
        for movement in self.all_movements().await.iter().filter(|movement| movement["status"] == "offered") {
            let amount = pair(movement, "amount");
            let text = |minor: i64| format!("{}.{:02}", -minor / 100, -minor % 100);
            let lrd = text(amount[1] + if amount[1] <= -100 { 100 } else { 0 });
            let body = json!({"amountUSD": text(amount[0]), "amountLRD": lrd});
            has_accepted |= has_worked(&self.admin().post(&format!("/api/movements/{}/accept", movement["id"]), body).await);
        }
        has_accepted
    }

    async fn pays_tips_and_counts_the_safe(&self) -> bool {
        let tips = json!({"userId": crate::devices::BARTENDER, "amountUSD": "0.50"});
        self.bartender().post("/api/tips/payout", tips).await;
        has_worked(&self.manager().post(&format!("/api/tills/{SAFE}/count"), json!({"count": count("20.00", "300.00")})).await)
    }

    /// The clock of the box jumps forward or back by hours.
    fn sets_the_clock_wrong(&self, rng: &mut SeededRng) -> bool {
        let hours = |number: u64| i64::try_from(number + 1).expect("small") * HOUR_MILLIS;
        let jump = if rng.below(2) == 0 { hours(rng.below(HOURS_FORWARD)) } else { -hours(rng.below(HOURS_BACK)) };
        self.clock.jump_to(&Timestamp::from_millis(self.clock.now().as_millis() + jump).to_string());
        true
    }
}

fn has_worked(answer: &Answer) -> bool {
    assert!(answer.status < 500, "{}", answer.text());
    answer.status < 300
}
