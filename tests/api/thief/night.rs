//! A night of the thief: the bar, what the guests were served, and what the thief knows of the open orders.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::bar::{Answer, Person, SECOND, TestBar, text};
use crate::rng::SeededRng;
use crate::tills::{DRAWER, SAFE};
use crate::tips::with;

/// LRD per USD, all night. So every sum of both currencies is a whole number of Liberian cents.
pub const RATE: i64 = 190;
/// Percent of the service charge, from six guests on.
const CHARGE: i64 = 10;
/// What the drawer is opened with.
const OPENING: [i64; 2] = [30_000, 2_000_000];
/// Seconds after which an item that is taken off counts as served.
const SERVED_AFTER: i64 = 120;

/// Goods: name and worth of a piece in Liberian cents.
pub const PRODUCTS: [(&str, i64); 3] = [("Whisky", 600 * RATE), ("Beer", 200 * RATE), ("Rice", 95_000)];

/// The worth of an amount in US cents and one in Liberian cents, in Liberian cents.
pub fn worth([usd, lrd]: [i64; 2]) -> i64 {
    usd * RATE + lrd
}

pub struct Night {
    pub bar: TestBar,
    pub rng: SeededRng,
    seed: u64,
    /// Who makes the calls.
    person: Person,
    /// What the guests paid in cash, and what was in the drawer at its opening, in Liberian cents.
    pub taken: i64,
    /// Ids of products, in the order of [`PRODUCTS`].
    ids: [u64; 3],
    /// Items that guests paid for with the service charge of their bill, and items of which they have seen a bill.
    billed: BTreeSet<u64>,
    charged: BTreeSet<u64>,
    /// Items that were seen on an order.
    known: BTreeSet<u64>,
    /// Open orders, as of the last look.
    pub orders: Vec<Value>,
    log: Vec<String>,
}

impl Night {
    /// A night in which the bartender makes the calls.
    pub async fn begin(seed: u64) -> Self {
        let bar = TestBar::stocked().await;
        let thief = bar.bartender();
        Night::begin_in(bar, thief, seed).await
    }

    /// A night in a stocked bar in which this person makes the calls.
    pub async fn begin_in(bar: TestBar, person: Person, seed: u64) -> Self {
        let settings = json!({"cash": {"mode": "purses", "countBy": "totals"}, "tips": {"mode": "person"},
            "serviceCharge": {"mode": "auto", "percent": CHARGE.to_string(), "fromGuests": 6}});
        bar.admin().put("/api/settings", settings).await.ok();
        let purse = json!({"name": "Purse", "kind": "purse", "userId": crate::devices::BARTENDER});
        bar.admin().post("/api/tills", purse).await.created();
        let opening = OPENING.map(|minor| format!("{}.00", minor / 100));
        bar.opens(&person, DRAWER, &opening[0], &opening[1]).await;
        let mut ids = [0; 3];
        for (id, (name, _)) in ids.iter_mut().zip(PRODUCTS) {
            let product = bar.product_named(name).await;
            *id = product["id"].as_u64().expect("an id");
            bar.manager().put(&format!("/api/products/{id}"), json!({"stock": 5_000})).await.ok();
        }
        Night {
            bar,
            rng: SeededRng::new(seed),
            seed,
            person,
            taken: worth(OPENING),
            ids,
            billed: BTreeSet::new(),
            charged: BTreeSet::new(),
            known: BTreeSet::new(),
            orders: Vec::new(),
            log: Vec::new(),
        }
    }

    pub fn thief(&self) -> Person {
        self.person.clone()
    }

    /// Sends a call of the thief and notes it.
    pub async fn call(&mut self, method: &str, path: &str, body: Value) -> Answer {
        let thief = self.thief();
        let answer = match method {
            "POST" => thief.post(path, body.clone()).await,
            "PATCH" => thief.patch(path, body.clone()).await,
            "PUT" => thief.put(path, body.clone()).await,
            "DELETE" => thief.delete(path).await,
            method => panic!("{method}"),
        };
        assert!(answer.status < 500, "{method} {path} {body}: {}", answer.text());
        self.log.push(format!("{method} {path} {body} -> {} {}", answer.status, short(&answer)));
        answer
    }

    /// A random product with its worth, and a quantity.
    pub fn goods(&mut self) -> (Value, i64) {
        let place = usize::try_from(self.rng.below(3)).expect("small");
        let quantity = i64::try_from(self.rng.below(4)).expect("small") + 1;
        (json!({"productId": self.ids[place], "quantity": quantity}), PRODUCTS[place].1 * quantity)
    }

    /// Looks at the open orders. What was cut off from an item since the last look was on the same bills.
    pub async fn looks_at_the_orders(&mut self) {
        let orders = self.bar.manager().get("/api/orders?limit=200").await.ok();
        self.orders = orders.as_array().expect("orders").clone();
        for item in self.orders.iter().flat_map(|order| order["items"].as_array().expect("items")) {
            if let (true, Some(of)) = (self.known.insert(id(item)), item["partOf"].as_u64()) {
                for known in [&mut self.billed, &mut self.charged] {
                    if known.contains(&of) {
                        known.insert(id(item));
                    }
                }
            }
        }
    }

    pub fn any_order(&mut self) -> Option<Value> {
        let open: Vec<Value> = self.orders.iter().filter(|order| order["status"] != "cancelled").cloned().collect();
        self.any_of(&open)
    }

    pub fn any_of(&mut self, all: &[Value]) -> Option<Value> {
        (!all.is_empty()).then(|| all[usize::try_from(self.rng.below(all.len() as u64)).expect("small")].clone())
    }

    pub fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[usize::try_from(self.rng.below(all.len() as u64)).expect("small")]
    }

    /// Guests get a bill of this order: they pay for its items, and for its service charge.
    pub fn shows_the_bill(&mut self, order: &Value) {
        let has_charge = order["serviceChargeUSD"] != "0.00" || order["serviceChargeLRD"] != "0.00";
        for item in order["items"].as_array().expect("items") {
            if has_charge && self.charged.insert(id(item)) {
                self.taken += self.worth_of(item, quantity(item)) * CHARGE / 100;
            }
            self.billed.insert(id(item));
        }
    }

    /// `pieces` of an item were taken off. Guests do not pay for what they neither got nor saw on a bill.
    pub fn took_off(&mut self, item: &Value, pieces: i64) {
        if !self.is_served(item) && !self.billed.contains(&id(item)) {
            self.taken -= self.worth_of(item, pieces);
        }
    }

    fn is_served(&self, item: &Value) -> bool {
        let added = self.bar.clock.seconds_since(text(&item["addedAt"]));
        item["isSent"] == true || added > SERVED_AFTER
    }

    fn worth_of(&self, item: &Value, pieces: i64) -> i64 {
        let place = self.ids.iter().position(|id| item["productId"] == *id).expect("a product");
        PRODUCTS[place].1 * pieces
    }

    /// Some time passes.
    pub fn waits(&self, seconds: u32) {
        self.bar.clock.pass(SECOND * seconds);
    }

    /// What the thief did, for a night that failed.
    pub fn story(&self) -> String {
        format!("seed {}\n{}", self.seed, self.log.join("\n"))
    }

    /// A till that the thief may name.
    pub fn any_till(&mut self) -> u64 {
        [DRAWER, DRAWER, crate::tills::PURSE, SAFE][usize::try_from(self.rng.below(4)).expect("small")]
    }

    /// Money for a debt of about this worth, with the members of `more`.
    pub fn with_money(&mut self, due: i64, more: Value) -> Value {
        let money = super::money::random(&mut self.rng, due);
        with(more, &money)
    }
}

pub fn id(of: &Value) -> u64 {
    of["id"].as_u64().expect("an id")
}

pub fn quantity(item: &Value) -> i64 {
    item["quantity"].as_i64().expect("pieces")
}

fn short(answer: &Answer) -> String {
    answer.text().chars().take(160).collect()
}
