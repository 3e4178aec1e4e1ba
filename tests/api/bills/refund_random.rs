//! Random guests who pay in parts, with discounts, moves and other rates in between, and then get every piece back: together the refunds
//! give what was kept for the pieces, and none of them takes money.

use serde_json::{Value, json};

use crate::bar::{TestBar, text};
use crate::rng::{SeededRng, number};
use crate::tills::minor;

/// Random guests of the ordinary run; `BARBACK_REFUND_GUESTS` sets another number.
const GUESTS: u64 = 20;
/// The first guest; `BARBACK_REFUND_SEED` sets another one, to repeat one that failed.
const SEED: u64 = 1;
const GOODS: [&str; 3] = ["Rice", "Beer", "Whisky"];
const RATES: [u64; 4] = [185, 190, 200, 193];

/// US cents to which change in Liberian money is rounded: a half note of L$5, and a cent for the worth of the note.
const ROUNDED_CHANGE: i64 = 3;

/// Money in US cents and Liberian cents.
type Cash = [i64; 2];

struct Guest {
    bar: TestBar,
    rng: SeededRng,
    log: Vec<String>,
}

impl Guest {
    fn up_to(&mut self, most: u64) -> u64 {
        self.rng.below(most) + 1
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[usize::try_from(self.rng.below(all.len() as u64)).expect("small")]
    }

    /// A part of what is due, or all of it, in one of the ways to pay.
    async fn pays(&mut self, order: &Value) -> Value {
        let (usd, lrd) = (minor(&order["remainingUSD"]), minor(&order["remainingLRD"]));
        let body = match self.rng.below(6) {
            0 => json!({"amountUSD": cents(usd)}),
            1 => json!({"amountLRD": cents(lrd)}),
            2 => json!({"amountUSD": (usd / 100 + 1).to_string(), "changeIn": self.one_of(&["USD", "split", "LRD"])}),
            3 => json!({"amountUSD": cents(usd / 3 + 1)}),
            4 => json!({"amountLRD": cents(lrd / 2 + 1)}),
            _ => json!({"paymentMethod": "card", "amountUSD": cents(usd / 2 + 1)}),
        };
        let path = format!("/api/orders/{}/payment", order["id"]);
        let answer = self.bar.bartender().post(&path, body.clone()).await;
        self.log.push(format!("{path} {body} {}", answer.status));
        assert!(matches!(answer.status, 200 | 400 | 409), "{}\n{}", answer.text(), self.log.join("\n"));
        self.bar.order(order).await
    }

    /// A discount on one item, an item on a bill of its own, or another rate. What the box refuses changes nothing.
    async fn changes(&mut self, order: &Value) {
        let items = order["items"].as_array().expect("items");
        let item = items[usize::try_from(self.rng.below(items.len() as u64)).expect("small")].clone();
        let id = &order["id"];
        let (path, body) = match self.rng.below(3) {
            0 => {
                let percent = self.up_to(60);
                (format!("/api/orders/{id}/discount"), json!({"percent": percent, "itemIds": [item["id"]], "reason": "Regular guest"}))
            }
            1 => {
                let of = item["quantity"].as_u64().expect("pieces");
                let quantity = self.up_to(of);
                (
                    format!("/api/orders/{id}/move"),
                    json!({"items": [{"itemId": item["id"], "quantity": quantity, "of": of}], "to": {"new": {}}}),
                )
            }
            _ => ("/api/exchange-rate".to_owned(), json!({"rate": self.one_of(&RATES)})),
        };
        let person = if path.starts_with("/api/ex") { self.bar.admin() } else { self.bar.manager() };
        let answer = person.post(&path, body.clone()).await;
        assert!(answer.status < 500 && answer.status != 404 && answer.status != 405, "{path} {body}: {}", answer.text());
        self.log.push(format!("{path} {body} {}", answer.status));
    }

    async fn open_orders(&self) -> Vec<Value> {
        let orders = self.bar.manager().get("/api/orders?limit=200").await.ok();
        let unpaid =
            orders.as_array().expect("orders").iter().filter(|order| order["paymentStatus"] != "paid" && order["status"] != "cancelled");
        let items = |order: &&Value| order["items"].as_array().is_some_and(|items| !items.is_empty());
        unpaid.filter(items).cloned().collect()
    }

    /// Settles every order of the guest.
    async fn settles(&mut self) {
        let kinds = 1 + self.rng.below(3);
        let mut goods = Vec::new();
        for _ in 0..kinds {
            let name = self.one_of(&GOODS);
            goods.push((name, i64::try_from(self.up_to(5)).expect("small")));
        }
        let order = self.bar.takes_order(&goods).await;
        self.log.push(format!("order {} of {goods:?}", order["id"]));
        for _ in 0..60 {
            let open = self.open_orders().await;
            if open.is_empty() {
                return;
            }
            let order = open[usize::try_from(self.rng.below(open.len() as u64)).expect("small")].clone();
            if self.rng.below(3) == 0 {
                self.changes(&order).await;
            } else {
                self.pays(&order).await;
            }
        }
        panic!("the guest does not come to an end: {}", self.log.join("\n"));
    }

    /// What was handed over less change and refunds, and in how many payments the change was rounded. Change in Liberian money for
    /// dollars counts as dollars, at the rate of the payment.
    async fn kept(&self) -> (Cash, i64) {
        let (mut kept, mut rounded) = ([0, 0], 0);
        for payment in self.bar.admin().get("/api/payments?limit=1000").await.ok().as_array().expect("payments") {
            let [usd, lrd, change_usd, change_lrd] =
                ["amountUSD", "amountLRD", "changeUSD", "changeLRD"].map(|member| minor(&payment[member]));
            let in_other = lrd == 0 && change_lrd != 0;
            let of_usd = if in_other { change_lrd / payment["exchangeRate"].as_i64().expect("a whole rate") } else { 0 };
            kept[0] += usd - change_usd - of_usd;
            kept[1] += if in_other { 0 } else { lrd - change_lrd };
            rounded += i64::from(in_other || text(&payment["roundingLRD"]) != "0.00");
        }
        (kept, rounded)
    }

    /// Refunds every piece, some at a time.
    async fn gives_back(&mut self) {
        for line in self.bar.sale_lines().await {
            let mut pieces = line["quantity"].as_u64().expect("pieces");
            while pieces > 0 {
                let quantity = self.up_to(pieces);
                pieces -= quantity;
                let answer = self.bar.refunds(&line, json!({"quantity": quantity})).await;
                let refunded = answer.created();
                self.log.push(format!("refund {quantity} of line {}: {}", line["id"], refunded["payment"]["tenders"]));
                for tender in refunded["payment"]["tenders"].as_array().into_iter().flatten() {
                    assert!(text(&tender["amount"]).starts_with('-'), "a refund takes money: {tender}\n{}", self.log.join("\n"));
                }
            }
        }
    }
}

fn cents(minor: i64) -> String {
    format!("{}.{:02}", minor / 100, minor % 100)
}

#[tokio::test]
async fn all_refunds_together_give_back_what_was_kept() {
    let first = number("BARBACK_REFUND_SEED", SEED);
    for seed in first..first + number("BARBACK_REFUND_GUESTS", GUESTS) {
        let bar = TestBar::stocked().await;
        let mut guest = Guest { bar, rng: SeededRng::new(seed), log: vec![format!("seed {seed}")] };
        guest.settles().await;
        assert_ne!(guest.kept().await.0, [0, 0], "nothing was paid\n{}", guest.log.join("\n"));
        guest.gives_back().await;
        let ([usd, lrd], rounded) = guest.kept().await;
        let story = guest.log.join("\n");
        assert!(
            usd.abs() <= rounded * ROUNDED_CHANGE && lrd == 0,
            "{usd} US cents and {lrd} Liberian cents are kept after all refunds\n{story}"
        );
    }
}
