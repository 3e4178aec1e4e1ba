//! A random night at a bar: once nothing is behind, head office's reports equal the bar's own.

use serde_json::{Value, json};

use super::compare::expect_equal;
use crate::rng::{SeededRng, number};
use crate::together::{Bar, Chain};

/// Environment variable that sets how many steps a night has.
const STEPS_ENV: &str = "BARBACK_STEPS";
/// Steps otherwise.
const STEPS: u64 = 80;
/// After so many steps the two sides are compared.
const COMPARED_EVERY: u64 = 40;
const CUSTOMER: (&str, &str) = ("Musu Kpadeh", "0770 111 111");

/// A night with what may still be voided.
struct Night<'a> {
    bar: &'a Bar,
    rng: SeededRng,
    products: Vec<u64>,
    sales: Vec<u64>,
    done: [u32; 5],
}

impl Night<'_> {
    async fn post(&self, path: &str, body: Value) -> Option<Value> {
        let answer = self.bar.phone.post(path, &body, None).await.expect("an answer");
        assert!(answer.status < 500, "{path} {body}: {answer:?}");
        (answer.status < 300).then(|| answer.json())
    }

    /// One step, which the bar may refuse: then nothing changes.
    async fn step(&mut self) {
        let product = self.products[usize::try_from(self.rng.below(self.products.len() as u64)).expect("small")];
        let quantity = 1 + self.rng.below(4);
        let kind = self.rng.below(12);
        let done = match kind {
            0 => {
                let sale = self.sales.pop();
                let void = json!({ "reason": "Wrong item", "returnToStock": self.rng.below(2) == 0 });
                match sale {
                    Some(id) => self.post(&format!("/api/sales/{id}/void"), void).await.map(|_| 0),
                    None => None,
                }
            }
            1 => {
                let rate = 180 + self.rng.below(30);
                self.post("/api/exchange-rate", json!({ "rate": rate.to_string() })).await.map(|_| 1)
            }
            2 | 3 => {
                let sold = json!({ "productId": product, "quantity": quantity, "customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1 });
                self.post("/api/credit", sold).await.map(|_| 2)
            }
            4 => {
                let paid = json!({ "customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "amountUSD": quantity });
                self.post("/api/tabs/payment", paid).await.map(|_| 3)
            }
            _ => {
                let sold = self.post("/api/sales", json!({ "productId": product, "quantity": quantity })).await;
                sold.map(|sale| {
                    self.sales.extend(sale["id"].as_u64().or_else(|| sale["sale"]["id"].as_u64()));
                    4
                })
            }
        };
        if let Some(done) = done {
            self.done[done] += 1;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_equal_those_of_the_bar_whatever_was_sold_voided_paid_and_lent() {
    let chain = Chain::start().await;
    let mut bar = chain.bar("Cape Bar").await;
    bar.phone.post("/api/exchange-rate", &json!({ "rate": "190" }), None).await.expect("an answer").is(200);
    let mut products = Vec::new();
    for (name, category, price) in [
        ("Club Beer", "drinks", json!({ "price": "2.50" })),
        ("Rum", "drinks", json!({ "price": "3.33" })),
        ("Rice", "food", json!({ "currency": "LRD", "priceLRD": "955" })),
        ("Water", "food", json!({ "currency": "LRD", "priceLRD": "35" })),
    ] {
        let mut body = json!({ "name": name, "category": category, "stock": 400 });
        body.as_object_mut().expect("an object").extend(price.as_object().expect("an object").clone());
        products.push(bar.phone.post("/api/products", &body, None).await.expect("an answer").is(201)["id"].as_u64().expect("an id"));
    }
    let (mut rng, mut done) = (SeededRng::from_env(), [0; 5]);
    for _ in 0..number(STEPS_ENV, STEPS) / COMPARED_EVERY {
        let mut night = Night { bar: &bar, rng, products: products.clone(), sales: Vec::new(), done };
        for _ in 0..COMPARED_EVERY {
            night.step().await;
        }
        (rng, done) = (night.rng, night.done);
        chain.has_all_of(&bar).await;
        expect_equal(&chain, &bar).await;
        bar.loses_power();
    }
    assert!(done.iter().all(|count| *count > 0), "each kind of step was done: {done:?}");
}
