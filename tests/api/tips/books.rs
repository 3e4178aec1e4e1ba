//! The books with tips: always, per currency, tendered less change less refunds is takings plus tips.

use serde_json::{Value, json};

use super::with;
use crate::bar::{TestBar, text};
use crate::order_steps::CUSTOMER;

/// Steps of the random night.
const STEPS: u64 = 60;
const SEED: u64 = 2026;

/// Minor units of an amount such as `-12.50`.
fn minor(amount: &Value) -> i64 {
    text(amount).replace('.', "").parse().expect("an amount")
}

/// A small generator of numbers, so that a failing night can be repeated.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    /// Money and a tip, of which some are too little and some too much.
    fn money(&mut self) -> Value {
        let method = ["cash", "card"][usize::try_from(self.below(2)).expect("small")];
        let amounts = match self.below(3) {
            0 => json!({"amountUSD": format!("{}.{:02}", 6 + self.below(9), self.below(100))}),
            1 => json!({"amountLRD": format!("{}.00", 1_100 + self.below(2_000))}),
            _ => json!({"amountUSD": format!("{}.00", self.below(9)), "amountLRD": format!("{}.00", 200 + self.below(2_000))}),
        };
        let tip = match self.below(4) {
            0 => json!({"keepChange": true}),
            1 => json!({"tipUSD": format!("{}.{:02}", self.below(2), self.below(100))}),
            2 => json!({"tipLRD": format!("{}.00", self.below(300))}),
            _ => json!({}),
        };
        with(with(json!({"paymentMethod": method}), &amounts), &tip)
    }
}

impl TestBar {
    async fn takes_a_random_step(&self, numbers: &mut Numbers) {
        let musa = self.bartender();
        match numbers.below(6) {
            0 | 1 => {
                self.tries_sale(numbers.money()).await;
            }
            2 | 3 => {
                let order = self.takes_order(&[("Whisky", 1), ("Rice", 1)]).await;
                self.pays(&order, numbers.money()).await;
                if numbers.below(2) == 0 {
                    self.pays(&order, numbers.money()).await;
                }
                if numbers.below(3) == 0 {
                    let body = json!({"reason": "Complaint", "returnTip": numbers.below(2) == 0});
                    self.manager().post(&format!("/api/orders/{}/void", order["id"]), body).await;
                }
            }
            4 => {
                self.sells_on_credit(CUSTOMER, "Whisky", 1).await;
                let body = with(json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1}), &numbers.money());
                musa.post("/api/tabs/payment", body).await;
            }
            _ => {
                let lines = self.sale_lines().await;
                let open: Vec<&Value> = lines.iter().filter(|line| line["voidedAt"].is_null()).collect();
                let count = u64::try_from(open.len()).expect("few");
                if count > 0 {
                    let line = open[usize::try_from(numbers.below(count)).expect("small")];
                    let body = json!({"reason": "Wrong drink", "returnTip": numbers.below(2) == 0});
                    self.manager().post(&format!("/api/sales/{}/void", line["id"]), body).await.ok();
                }
            }
        }
    }
}

#[tokio::test]
async fn tendered_less_change_and_refunds_is_takings_and_tips() {
    let bar = TestBar::with_tips("person").await;
    let mut numbers = Numbers(SEED);
    let mut with_tips = 0;
    for step in 0..STEPS {
        bar.takes_a_random_step(&mut numbers).await;
        let report = bar.admin().get("/api/admin/sales-report").await.ok();
        for currency in ["USD", "LRD"] {
            let tenders = report["tenders"].as_array().expect("tenders").iter().filter(|row| row["currency"] == currency);
            let money: i64 = tenders.map(|row| minor(&row["tendered"]) - minor(&row["refunded"])).sum();
            let takings: i64 =
                report["takings"].as_array().expect("takings").iter().map(|row| minor(&row[format!("amount{currency}")])).sum();
            let tips = report.get(format!("tips{currency}")).map_or(0, minor);
            with_tips += u64::from(tips != 0);
            let change = minor(&report[format!("change{currency}")]);
            assert_eq!(money - change, takings + tips, "{currency} after step {step} of seed {SEED}: {report:#}");
            let earned: i64 = bar.manager().get("/api/tips").await.ok()["rows"]
                .as_array()
                .expect("rows")
                .iter()
                .map(|row| minor(&row[format!("earned{currency}")]))
                .sum();
            assert_eq!(earned, tips, "what people earned are the tips, after step {step} of seed {SEED}");
        }
    }
    assert!(with_tips > STEPS, "most nights have tips: {with_tips}");
}
