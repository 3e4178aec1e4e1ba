//! The books of random nights: at every step, what the tills should hold is what payments and movements say, in each currency.

use serde_json::{Value, json};

use super::{DRAWER, SAFE, count, row};
use crate::bar::{SECOND, TestBar, text};
use crate::order_steps::CUSTOMER;
use crate::rng::SeededRng;
use crate::tips::with;

/// Random nights, and steps of each.
const NIGHTS: u64 = 4;
const STEPS: u64 = 45;

/// Minor units of an amount such as `-12.50`.
fn minor(amount: &Value) -> i64 {
    text(amount).replace('.', "").parse().expect("an amount")
}

/// The pair of amounts under `name` + `USD` and `LRD`; zero for null.
fn pair(of: &Value, name: &str) -> [i64; 2] {
    ["USD", "LRD"].map(|currency| {
        let amount = &of[format!("{name}{currency}")];
        if amount.is_null() { 0 } else { minor(amount) }
    })
}

fn add(sum: &mut [i64; 2], amount: [i64; 2], sign: i64) {
    sum[0] += sign * amount[0];
    sum[1] += sign * amount[1];
}

/// What somebody counts who finds nothing missing.
fn of_pair(amount: [i64; 2]) -> Value {
    let text = |minor: i64| format!("{}.{:02}", minor / 100, minor % 100);
    count(&text(amount[0].max(0)), &text(amount[1].max(0)))
}

/// The purse of the bartender.
const PURSE: u64 = 3;

impl TestBar {
    async fn a_bar_for_the_books() -> Self {
        let bar = TestBar::with_tills("purses").await;
        bar.sets_tips("person").await;
        let purse = json!({"name": "Purse", "kind": "purse", "userId": crate::devices::BARTENDER});
        assert_eq!(bar.admin().post("/api/tills", purse).await.created()["id"], PURSE);
        bar
    }

    async fn open_shifts(&self) -> Vec<Value> {
        self.manager().get("/api/shifts?status=open").await.ok().as_array().expect("a list").clone()
    }

    fn money(rng: &mut SeededRng) -> Value {
        let method = ["cash", "cash", "card"][usize::try_from(rng.below(3)).expect("small")];
        let amounts = match rng.below(4) {
            0 => json!({"amountUSD": format!("{}.00", 6 + rng.below(9))}),
            1 => json!({"amountLRD": format!("{}.00", 1_100 + rng.below(2_000))}),
            2 => json!({"amountUSD": format!("{}.00", rng.below(9)), "amountLRD": format!("{}.00", 200 + rng.below(2_000))}),
            _ => json!({}),
        };
        let tip = if rng.below(4) == 0 { json!({"keepChange": true}) } else { json!({}) };
        with(with(json!({"paymentMethod": method}), &amounts), &tip)
    }

    async fn takes_a_step_of_the_night(&self, rng: &mut SeededRng) {
        let (musa, manager) = (self.bartender(), self.manager());
        self.clock.pass(SECOND * 60);
        match rng.below(14) {
            0..=2 => {
                let sale = json!({"productId": self.id_of(["Whisky", "Rice"][usize::try_from(rng.below(2)).expect("small")]).await, "quantity": 1});
                let person = if rng.below(2) == 0 { &musa } else { &manager };
                person.post("/api/sales", with(sale, &TestBar::money(rng))).await;
            }
            3 | 4 => {
                let order = self.takes_order(&[("Whisky", 1), ("Rice", 1)]).await;
                self.pays(&order, TestBar::money(rng)).await;
                if rng.below(2) == 0 {
                    self.pays(&order, TestBar::money(rng)).await;
                }
            }
            5 => {
                self.sells_on_credit(CUSTOMER, "Whisky", 1).await;
                let body = with(json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1}), &TestBar::money(rng));
                manager.post("/api/tabs/payment", body).await;
            }
            6 => {
                let lines = self.sale_lines().await;
                let open: Vec<&Value> = lines.iter().filter(|line| line["voidedAt"].is_null()).collect();
                if let Some(line) = open.get(usize::try_from(rng.below(7)).expect("small")) {
                    let body = json!({"reason": "Wrong drink", "returnTip": rng.below(2) == 0});
                    manager.post(&format!("/api/sales/{}/void", line["id"]), body).await;
                }
            }
            7 => {
                let orders = self.bartender().get("/api/orders").await.ok();
                let orders = orders.as_array().expect("a list");
                if let Some(order) = orders.get(usize::try_from(rng.below(5)).expect("small")) {
                    let body = json!({"reason": "Complaint", "returnTip": rng.below(2) == 0});
                    manager.post(&format!("/api/orders/{}/void", order["id"]), body).await;
                }
            }
            8 => {
                let kind = ["pay_in", "pay_out", "drop", "transfer"][usize::try_from(rng.below(4)).expect("small")];
                let body = json!({"kind": kind, "amountUSD": format!("{}.00", rng.below(9)), "amountLRD": format!("{}.00", rng.below(900)),
                    "reason": "Ice", "otherTillId": if kind == "transfer" { PURSE } else { SAFE }});
                self.moves(&manager, DRAWER, body).await;
            }
            9 => {
                let gives = ["USD", "LRD"][usize::try_from(rng.below(2)).expect("small")];
                let body =
                    json!({"kind": "exchange", "gives": gives, "amountUSD": "5.00", "amountLRD": format!("{}.00", 900 + rng.below(90))});
                self.moves(&musa, [DRAWER, PURSE][usize::try_from(rng.below(2)).expect("small")], body).await;
            }
            10 => {
                let till = [DRAWER, PURSE][usize::try_from(rng.below(2)).expect("small")];
                let body = json!({"tillId": till, "count": count(&format!("{}.00", rng.below(40)), "500.00")});
                let person = if till == PURSE { &musa } else { &manager };
                person.post("/api/shifts", body).await;
            }
            11 => {
                for shift in self.open_shifts().await {
                    // Sometimes exact, sometimes a little off: within the tolerance, or counted twice.
                    let mut found = pair(&shift, "expected");
                    add(&mut found, [i64::try_from(rng.below(3)).expect("small") * 250 - 250, 0], 1);
                    let to = if shift["tillId"] == PURSE { DRAWER } else { SAFE };
                    let body =
                        json!({"count": of_pair(found), "toTillId": to, "handTo": if rng.below(3) == 0 { json!(1) } else { json!(null) }});
                    for _ in 0..2 {
                        manager.post(&format!("/api/shifts/{}/count", shift["id"]), body.clone()).await;
                    }
                    if rng.below(2) == 0 {
                        break;
                    }
                }
            }
            12 => {
                for till in [DRAWER, PURSE] {
                    for movement in manager.get(&format!("/api/tills/{till}/movements")).await.ok().as_array().expect("a list") {
                        if movement["status"] == "offered" {
                            let amount = pair(movement, "amount");
                            let text = |minor: i64| format!("{}.{:02}", -minor / 100, -minor % 100);
                            let lrd = text(amount[1] + if amount[1] <= -100 { 100 } else { 0 });
                            let body = json!({"amountUSD": text(amount[0]), "amountLRD": lrd});
                            self.admin().post(&format!("/api/movements/{}/accept", movement["id"]), body).await;
                        }
                    }
                }
            }
            _ => {
                let tips = json!({"userId": crate::devices::BARTENDER, "amountUSD": "0.50"});
                musa.post("/api/tips/payout", tips).await;
                manager.post(&format!("/api/tills/{SAFE}/count"), json!({"count": count("20.00", "300.00")})).await.created();
            }
        }
        if rng.below(9) == 0 {
            self.set_rate(json!(185 + rng.below(20))).await;
        }
    }

    /// Cash that the tills should hold, that is in transit and that has no till.
    async fn cash_on_record(&self) -> [i64; 2] {
        let manager = self.manager();
        let mut sum = [0, 0];
        for till in manager.get("/api/tills").await.ok().as_array().expect("a list") {
            add(&mut sum, pair(till, "cash"), 1);
        }
        let report = manager.get("/api/reports/cash?from=2026-11-21&to=2026-11-30").await.ok();
        add(&mut sum, pair(&report["inTransit"], "amount"), 1);
        add(&mut sum, pair(&report["unassigned"], "amount"), 1);
        sum
    }

    /// The same from payments, movements and differences.
    async fn cash_as_reckoned(&self) -> [i64; 2] {
        let manager = self.manager();
        let mut sum = [0, 0];
        for payment in manager.get("/api/payments?limit=1000").await.ok().as_array().expect("a list") {
            for tender in payment["tenders"].as_array().expect("tenders").iter().filter(|tender| tender["method"] == "cash") {
                sum[usize::from(tender["currency"] == "LRD")] += minor(&tender["amount"]);
            }
            add(&mut sum, pair(payment, "change"), -1);
        }
        for till in manager.get("/api/tills").await.ok().as_array().expect("a list") {
            for movement in manager.get(&format!("/api/tills/{}/movements", till["id"])).await.ok().as_array().expect("a list") {
                if ["pay_in", "pay_out", "tip_out", "bank", "owner", "exchange", "count"].contains(&text(&movement["kind"])) {
                    add(&mut sum, pair(movement, "amount"), 1);
                }
                // What left one till and what another one counted of it: the rest is a hand-in difference.
                if movement["kind"] == "transfer" && movement["status"] == "accepted" {
                    add(&mut sum, pair(movement, "amount"), 1);
                }
            }
        }
        let mut opened = std::collections::BTreeSet::new();
        let shifts = manager.get("/api/shifts").await.ok();
        for shift in shifts.as_array().expect("a list").iter().rev() {
            if opened.insert(shift["tillId"].to_string()) {
                add(&mut sum, pair(&shift["opening"], "amount"), 1);
            }
            add(&mut sum, pair(shift, "openingDifference"), 1);
            add(&mut sum, pair(shift, "overShort"), 1);
        }
        sum
    }

    /// The bridge of every shift ends in the cash of its payments, and its sales are the lines that it wrote.
    async fn bridges_end_in_the_cash(&self) {
        let manager = self.manager();
        let parts = ["sales", "voided", "otherCurrency", "partsUsed", "partsReceived", "changeInOther", "rounding"];
        for shift in manager.get("/api/shifts").await.ok().as_array().expect("a list") {
            let report = manager.get(&format!("/api/shifts/{}/x", shift["id"])).await.ok();
            let of = |part: &str, name: &str| {
                row(&report, part, name)
                    .map_or([0, 0], |(usd, lrd)| [usd, lrd].map(|text| text.replace('.', "").parse().expect("an amount")))
            };
            let mut takings = [0, 0];
            parts.iter().for_each(|part| add(&mut takings, of("bridge", part), 1));
            assert_eq!(takings, of("bridge", "takings"), "shift {}", shift["id"]);
            let mut cash = takings;
            add(&mut cash, of("bridge", "tips"), 1);
            add(&mut cash, of("bridge", "notCash"), 1);
            assert_eq!(cash, of("bridge", "cash"), "shift {}", shift["id"]);
            let mut moved = [0, 0];
            ["tendered", "change", "refunds", "refundsEarlier"].iter().for_each(|name| add(&mut moved, of("cash", name), 1));
            assert_eq!(cash, moved, "shift {}", shift["id"]);
            let payments = manager.get(&format!("/api/payments?limit=1000&shiftId={}", shift["id"])).await.ok();
            let mut kept = [0, 0];
            for payment in payments.as_array().expect("a list") {
                add(&mut kept, pair(payment, "amount"), 1);
                add(&mut kept, pair(payment, "change"), -1);
                add(&mut kept, pair(payment, "tip"), -1);
            }
            assert_eq!(kept, of("bridge", "takings"), "shift {}", shift["id"]);
        }
    }
}

#[tokio::test]
async fn the_tills_hold_what_payments_and_movements_say() {
    for night in 0..NIGHTS {
        let mut rng = SeededRng::new(2_026 + night);
        let mut bar = TestBar::a_bar_for_the_books().await;
        for step in 0..STEPS {
            bar.takes_a_step_of_the_night(&mut rng).await;
            if step == STEPS / 2 {
                bar.loses_power().await;
            }
            assert_eq!(bar.cash_on_record().await, bar.cash_as_reckoned().await, "night {night}, step {step}");
        }
        bar.bridges_end_in_the_cash().await;
        let zs = bar.manager().get("/api/z").await.ok();
        let numbers: Vec<String> = zs.as_array().expect("a list").iter().rev().map(|z| text(&z["number"]).to_owned()).collect();
        let expected: Vec<String> = (1..=numbers.len()).map(|number| format!("Z-{number:06}")).collect();
        assert_eq!(numbers, expected, "no gap");
    }
}
