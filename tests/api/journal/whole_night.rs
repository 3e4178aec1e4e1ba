//! A whole night at the bar: eight staff, twelve tables, two currencies, a change of the rate, a power cut, closing at half past
//! two. At the end the reported takings match all payments and refunds of the night.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use crate::bar::{Person, TestBar, values_of};
use crate::order_steps::assert_fields;

/// When the doors open: Sunday 2026-11-22, 17:00 in Monrovia.
const OPENING: &str = "2026-11-22T17:00:00Z";
/// The business day of the whole night.
const BUSINESS_DAY: &str = "2026-11-22";
const HOUR: Duration = Duration::from_secs(60 * 60);
const STAFF: usize = 8;
const TABLES: u64 = 12;
/// Payment methods at the counter, used in turn.
const METHODS: [&str; 4] = ["cash", "card", "digital", "check"];

/// Expected takings by payment method: cents of US dollars and of Liberian dollars.
#[derive(Default)]
struct ExpectedTakings(BTreeMap<&'static str, (i64, i64)>);

impl ExpectedTakings {
    fn add(&mut self, method: &'static str, usd_cents: i64, lrd_cents: i64) {
        let amounts = self.0.entry(method).or_default();
        *amounts = (amounts.0 + usd_cents, amounts.1 + lrd_cents);
    }

    fn totals(&self) -> BTreeMap<String, (String, String)> {
        let money = |cents: i64| format!("{}.{:02}", cents / 100, cents % 100);
        self.0.iter().map(|(method, (usd, lrd))| ((*method).to_owned(), (money(*usd), money(*lrd)))).collect()
    }
}

struct Night {
    bar: TestBar,
    tokens: Vec<String>,
    expected: ExpectedTakings,
    orders: Vec<Value>,
    receipts: usize,
}

/// Number of beers that a table orders with its rice.
fn beers(table: u64) -> i64 {
    i64::try_from(table % 3).expect("small") + 1
}

impl Night {
    async fn open() -> Self {
        let bar = TestBar::open().await;
        bar.clock.jump_to(OPENING);
        bar.stocks("Beer", "2.00", 500).await;
        bar.product(json!({"name": "Rice", "category": "food", "currency": "LRD", "priceLRD": 950, "stock": 200})).await;
        let mut tokens = Vec::new();
        for number in 1..=STAFF {
            let role = if number <= 2 { "manager" } else { "bartender" };
            tokens.push(bar.hires(&format!("staff{number}"), role).await.1.token().to_owned());
        }
        Night { bar, tokens, expected: ExpectedTakings::default(), orders: Vec::new(), receipts: 0 }
    }

    fn person(&self, number: usize) -> Person {
        self.bar.with_token(&self.tokens[number % STAFF])
    }

    /// Every table orders; the staff take the orders in turn.
    async fn all_tables_order(&mut self) {
        let items = self.bar.items(&[("Beer", 1), ("Rice", 1)]).await;
        for table in 1..=TABLES {
            let mut items = items.clone();
            items[0]["quantity"] = json!(beers(table));
            let order = json!({"customerName": format!("Guest {table}"), "orderType": "dine_in", "tableId": table, "items": items});
            self.orders.push(self.person(table as usize).post("/api/orders", order).await.created());
        }
        let tables = self.bar.bartender().get("/api/tables").await.ok();
        assert_eq!(values_of(&tables, "status"), ["occupied"; 12]);
    }

    /// All staff sell two beers and a plate of rice over the counter at the same time; then an hour passes.
    async fn sell_for_an_hour(&mut self) {
        let items = self.bar.items(&[("Beer", 2), ("Rice", 1)]).await;
        let sales = (0..STAFF).map(|number| {
            let (person, body) = (self.person(number), json!({"sales": items, "paymentMethod": METHODS[number % METHODS.len()]}));
            tokio::spawn(async move { person.post("/api/sales/batch", body).await.created() })
        });
        for sale in sales.collect::<Vec<_>>() {
            sale.await.expect("sold");
        }
        for number in 0..STAFF {
            self.expected.add(METHODS[number % METHODS.len()], 400, 95_000);
        }
        self.receipts += STAFF;
        self.bar.clock.pass(HOUR);
    }

    async fn pays(&self, table: u64, tender: Value) -> Value {
        let order = &self.orders[table as usize - 1];
        self.person(table as usize + 3).post(&format!("/api/orders/{}/payment", order["id"]), tender).await.ok()
    }

    /// Pays an order in full; `usd` and `lrd` are the cents that the bar keeps after change.
    async fn pays_in_full(&mut self, table: u64, tender: Value, (usd, lrd): (i64, i64)) {
        let method = match tender["paymentMethod"].as_str() {
            Some("card") => "card",
            Some("mixed") => "mixed",
            _ => "cash",
        };
        let paid = self.pays(table, tender).await;
        assert_fields(&paid["order"], json!({"paymentStatus": "paid", "remainingUSD": "0.00"}));
        self.expected.add(method, usd, lrd);
        self.receipts += 1;
    }

    async fn puts_table_on_credit(&self, table: u64, name: &str) {
        let path = format!("/api/orders/{}/credit", self.orders[table as usize - 1]["id"]);
        self.person(table as usize).post(&path, json!({"customerName": name, "customerPhone": "0770"})).await.ok();
    }

    /// Answers of all lists and of the report.
    async fn snapshot(&self) -> Vec<Value> {
        let mut answers = Vec::new();
        for path in
            ["products", "orders", "tables", "sales?limit=1000", "credit", "tabs", "receipts?limit=1000", "users", "admin/sales-report"]
        {
            answers.push(self.bar.admin().get(&format!("/api/{path}")).await.ok());
        }
        answers
    }

    async fn early_guests_pay(&mut self) {
        for table in 1..=4 {
            let usd = beers(table) * 200;
            let tender = json!({"amountUSD": beers(table) * 2, "amountLRD": 950, "exchangeRate": 190, "paymentMethod": "mixed"});
            self.pays_in_full(table, tender, (usd, 95_000)).await;
        }
        for table in 5..=6 {
            // Paid with $20: the rice is $5 at 190, and the change is whole dollars.
            self.pays_in_full(table, json!({"amountUSD": 20, "exchangeRate": 190}), (beers(table) * 200 + 500, 0)).await;
        }
        let due = (beers(7) * 2 + 5) * 190;
        self.pays_in_full(7, json!({"amountLRD": 3000}), (0, due * 100)).await;
    }

    async fn the_rate_changes(&mut self) {
        self.bar.set_rate(json!(200)).await;
        for table in 8..=9 {
            let shown = self.bar.order(&self.orders[table as usize - 1]).await["remainingUSD"].clone();
            let tender = json!({"amountUSD": shown, "exchangeRate": 200, "paymentMethod": "card"});
            self.pays_in_full(table, tender, (beers(table) * 200 + 475, 0)).await;
        }
        self.puts_table_on_credit(10, "Musu").await;
        self.pays(11, json!({"amountUSD": 2})).await;
        self.expected.add("cash", 200, 0);
        self.puts_table_on_credit(11, "Fatu").await;
        self.pays(12, json!({"amountLRD": 500, "paymentMethod": "mobile"})).await;
        self.expected.add("mobile", 0, 50_000);
    }

    /// A power cut right after a tab was paid: all data is unchanged, and repeating the payment's request returns its first answer.
    async fn the_power_fails(&mut self) {
        let pay = json!({"customerName": "musu", "paymentMethod": "digital"});
        let bulk = |night: &Night| night.person(4).request("POST", "/api/credit/bulk-pay").key("musu-pays").json(&pay).send();
        let paid = bulk(self).await.ok();
        assert_fields(&paid, json!({"paid": 2}));
        self.expected.add("digital", beers(10) * 200, 95_000);
        self.receipts += 1;
        let before = self.snapshot().await;
        self.bar.loses_power().await;
        assert_eq!(self.snapshot().await, before);
        assert_eq!(bulk(self).await.ok(), paid, "the repeated request gets the first answer");
    }

    async fn late_guests_pay(&mut self) {
        // A beer and L$950, less L$500 at a rate of 200: L$850 are outstanding.
        self.pays_in_full(12, json!({"amountUSD": "4.25", "paymentMethod": "card"}), (425, 0)).await;
        let tender = json!({"customerName": "Fatu", "customerPhone": "0770", "amountUSD": (beers(11) - 1) * 2, "amountLRD": 950});
        let paid = self.person(2).post("/api/tabs/payment", tender).await.ok();
        assert_fields(&paid["tab"], json!({"status": "paid", "dueUSD": "0.00", "dueLRD": "0.00"}));
        self.expected.add("cash", (beers(11) - 1) * 200, 95_000);
        self.receipts += 1;
    }

    /// One manager voids the order of table 7, another one a sale line; the refunds reduce the takings.
    async fn complaints_are_refunded(&mut self) {
        let order = &self.orders[6];
        self.person(0).post(&format!("/api/orders/{}/void", order["id"]), json!({"reason": "Cold"})).await.ok();
        self.expected.add("cash", 0, -(beers(7) * 2 + 5) * 19_000);
        let sale = self.bar.bartender().get("/api/sales?q=beer&limit=1").await.ok()[0].clone();
        self.person(1).post(&format!("/api/sales/{}/void", sale["id"]), json!({"reason": "Warm"})).await.ok();
        assert_fields(&sale, json!({"orderId": null, "totalAmount": "4.00"}));
        let method = METHODS.into_iter().find(|method| sale["paymentMethod"] == *method).expect("a method of the counter");
        self.expected.add(method, -400, 0);
    }

    async fn the_takings_match(&self) {
        let path = |day: &str| format!("/api/admin/sales-report?startDate={day}&endDate={day}");
        let report = self.bar.admin().get(&path(BUSINESS_DAY)).await.ok();
        let mut expected = self.expected.totals();
        expected.retain(|_, amounts| *amounts != ("0.00".to_owned(), "0.00".to_owned()));
        assert_eq!(self.bar.takings().await, expected);
        assert_eq!(values_of(&report["days"], "date"), [BUSINESS_DAY], "one business day");
        let all_days = self.bar.admin().get("/api/admin/sales-report").await.ok();
        assert_eq!((&all_days["takings"], &all_days["overallSummary"]), (&report["takings"], &report["overallSummary"]));
        assert_eq!(self.bar.admin().get(&path("2026-11-23")).await.ok()["takings"], json!([]));

        let mut numbers = values_of(&self.bar.bartender().get("/api/receipts?limit=1000").await.ok(), "receiptNumber");
        numbers.reverse();
        let gapless: Vec<Value> = (1..=self.receipts).map(|number| json!(format!("R-20261122-{number:04}"))).collect();
        assert_eq!(numbers, gapless);

        let stock = values_of(&self.bar.bartender().get("/api/products").await.ok(), "stock");
        let left: i64 = stock.iter().filter_map(Value::as_i64).sum();
        let sold = report["overallSummary"]["totalQuantity"].as_i64().expect("a figure");
        assert_eq!(left + sold, 700, "everything missing from the stock was sold");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_night_at_the_bar() {
    let mut night = Night::open().await;
    night.all_tables_order().await;
    night.sell_for_an_hour().await; // 17:00
    night.sell_for_an_hour().await; // 18:00
    night.early_guests_pay().await;
    night.sell_for_an_hour().await; // 19:00
    night.the_rate_changes().await; // 20:00
    night.sell_for_an_hour().await;
    night.sell_for_an_hour().await; // 21:00
    night.the_power_fails().await; // 22:00
    night.sell_for_an_hour().await;
    night.late_guests_pay().await; // 23:00
    night.sell_for_an_hour().await;
    night.sell_for_an_hour().await; // 00:00, on Monday by the calendar
    night.complaints_are_refunded().await;
    night.sell_for_an_hour().await; // 01:00
    night.bar.clock.pass(HOUR / 2); // 02:30
    night.the_takings_match().await;
    assert!(night.bar.tabs().await.as_array().is_some_and(|tabs| tabs.iter().all(|tab| tab["status"] == "paid")));
    crate::journal::replay::record(night.bar.store(), "night");
}
