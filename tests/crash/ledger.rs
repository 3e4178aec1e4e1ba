//! Requests of phones with the answers they received, and the oracle: after any crash the books agree with both.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use barback::{sales, stock};
use serde_json::{Value, json};
use store::{Folder, Store};

use crate::phone::Phone;
use crate::rebuild_check;
use crate::rng::SeededRng;

/// Initial stock of each product; it never runs out.
pub const OPENING_STOCK: i64 = 1_000_000;
/// Number of products.
pub const PRODUCTS: u64 = 3;
/// Least digits of a receipt number's counter.
const COUNTER_DIGITS: usize = 4;

/// A request under an idempotency key, with the answer that the phone received.
#[derive(Clone)]
pub struct KeyedRequest {
    /// Its idempotency key.
    pub key: String,
    path: String,
    body: Value,
    /// The whole 2xx answer, byte for byte; `None` if the phone has not received it.
    pub answer: Option<Vec<u8>>,
}

impl KeyedRequest {
    /// A POST request that was not sent yet.
    pub fn new(key: String, path: String, body: Value) -> Self {
        KeyedRequest { key, path, body, answer: None }
    }

    /// What it sends.
    pub fn body(&self) -> &Value {
        &self.body
    }

    /// A random request: a sale of one line, a sale of two lines, or a delivery.
    pub fn random(key: String, rng: &mut SeededRng) -> Self {
        let line = |product: u64, rng: &mut SeededRng| json!({ "productId": product, "quantity": 1 + rng.below(4) });
        let product = 1 + rng.below(PRODUCTS);
        let (path, body) = match rng.below(10) {
            0 => (format!("/api/products/{product}/stock"), json!({ "delta": 1 + rng.below(24), "reason": "delivery" })),
            1..=3 => {
                let lines = [line(product, rng), line(1 + product % PRODUCTS, rng)];
                ("/api/sales/batch".to_owned(), json!({ "sales": lines }))
            }
            _ => ("/api/sales".to_owned(), line(product, rng)),
        };
        KeyedRequest { key, path, body, answer: None }
    }

    /// Whether it is a sale.
    pub fn is_sale(&self) -> bool {
        self.path.starts_with("/api/sales")
    }

    /// Sends it. True if a complete 2xx answer was received. The first answer is stored; every later one must be the same, byte for byte.
    pub async fn send(&mut self, phone: &Phone) -> bool {
        let Ok(answer) = phone.post(&self.path, &self.body, Some(&self.key)).await else { return false };
        if answer.status == 503 {
            return false;
        }
        assert!(answer.status < 300, "{}: {} {}", self.path, answer.status, String::from_utf8_lossy(&answer.body));
        match &self.answer {
            None => self.answer = Some(answer.body),
            Some(first) => {
                assert_eq!(String::from_utf8_lossy(first), String::from_utf8_lossy(&answer.body), "{}: another answer", self.key);
            }
        }
        true
    }

    /// The sale lines in its answer.
    pub fn lines(&self) -> Vec<Value> {
        let Some(answer) = self.parsed_answer() else { return Vec::new() };
        match self.path.as_str() {
            "/api/sales/batch" => answer["sales"].as_array().expect("lines").clone(),
            "/api/sales" => {
                let mut line = answer;
                line.as_object_mut().expect("a sale").remove("receipt");
                vec![line]
            }
            _ => Vec::new(),
        }
    }

    /// The answer that was received, as JSON.
    pub fn parsed_answer(&self) -> Option<Value> {
        Some(serde_json::from_slice(self.answer.as_ref()?).expect("JSON"))
    }

    /// The product and the pieces of a delivery.
    fn delivered(&self) -> Option<(u64, i64)> {
        let answer = self.parsed_answer()?;
        Some((answer["id"].as_u64()?, self.body["delta"].as_i64()?))
    }
}

/// Creates the products of all requests.
pub async fn stock_up(phone: &Phone) {
    for (number, (name, price)) in [("Club Beer", "3.50"), ("Palm Wine", "1.05"), ("Pepper Soup", "4.99")].into_iter().enumerate() {
        assert_eq!(phone.stocks(name, price, OPENING_STOCK).await, number as u64 + 1);
    }
}

/// Every sale line with an id above `after`, as the API lists it.
pub async fn shown_sales(phone: &Phone, after: u64) -> BTreeMap<u64, Value> {
    let mut shown = BTreeMap::new();
    let mut before = u64::MAX;
    loop {
        let page = phone.sees(&format!("/api/sales?limit=1000&before={before}")).await;
        let rows = page.as_array().expect("a list");
        for row in rows {
            let id = row["id"].as_u64().expect("an id");
            assert!(id < before, "newest first, each once");
            before = id;
            if id > after {
                shown.insert(id, row.clone());
            }
        }
        if rows.len() < 1000 || before <= after {
            return shown;
        }
    }
}

/// Asserts that every acknowledged sale line is listed as it was acknowledged.
#[track_caller]
pub fn assert_all_stored(requests: &[KeyedRequest], shown: &BTreeMap<u64, Value>) {
    for request in requests {
        for line in request.lines() {
            let id = line["id"].as_u64().expect("an id");
            // The answer to a sale contains the payment; the list of sales does not.
            let mut line = line;
            line.as_object_mut().map(|line| line.remove("payment"));
            assert_eq!(shown.get(&id), Some(&line), "{}: an acknowledged sale is missing or differs", request.key);
        }
    }
}

/// Checks the store of a stopped box after every request was answered: each is stored once and nothing else is, stock is the initial
/// stock plus all movements, receipt numbers have no gap, and the tables are those that the journal rebuilds to.
pub fn assert_books_agree(data: &Path, requests: &[KeyedRequest]) {
    let store = Store::open(Folder::lock(data).expect("the lock died with its process")).expect("it opens");
    rebuild_check::assert_rebuilds(&store);

    let mut levels: BTreeMap<u64, i64> = (1..=PRODUCTS).map(|id| (id, OPENING_STOCK)).collect();
    let mut acknowledged = BTreeSet::new();
    let mut receipts: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    for request in requests {
        assert!(request.answer.is_some(), "{} was never answered", request.key);
        let lines = request.lines();
        for line in &lines {
            let id = line["id"].as_u64().expect("an id");
            assert!(acknowledged.insert(id), "{}: sale {id} was acknowledged twice", request.key);
            *levels.entry(line["productId"].as_u64().expect("a product")).or_default() -= line["quantity"].as_i64().expect("pieces");
        }
        if let Some((product, pieces)) = request.delivered().filter(|_| lines.is_empty()) {
            *levels.entry(product).or_default() += pieces;
        }
        if let Some(line) = lines.first() {
            let number = line["receiptNumber"].as_str().expect("a receipt");
            let (day, counter) = number.rsplit_once('-').expect("R-YYYYMMDD-NNNN");
            assert!(counter.len() >= COUNTER_DIGITS, "{number}");
            let counter = counter.parse().expect("a number");
            assert!(receipts.entry(day.to_owned()).or_default().insert(counter), "{number} was issued twice");
            assert_eq!(sum_of_lines(&lines), request.parsed_answer().expect("answered")["receipt"]["totalAmountUSD"], "{number}");
        }
    }
    for (day, counters) in &receipts {
        assert!(counters.iter().copied().eq(1..=counters.len() as u64), "{day} has a gap: {counters:?}");
    }
    let checked = store.read(|view| {
        for (product, level) in &levels {
            assert_eq!(stock::level(view, *product)?, *level, "stock of product {product}");
        }
        let mut stored = BTreeSet::new();
        sales::visit_recorded_lines(view, u64::MAX, |sale| {
            stored.insert(sale.line.id);
            std::ops::ControlFlow::Continue(())
        })?;
        assert_eq!(stored, acknowledged, "left: stored sales; right: acknowledged sales");
        Ok(())
    });
    checked.expect("it can be read");
    println!("{} answers, {} sale lines, each stored once", requests.len(), acknowledged.len());
}

/// The sum of the lines in US dollars, formatted as in the API.
fn sum_of_lines(lines: &[Value]) -> Value {
    let cents = |line: &Value| line["totalAmountUSD"].as_str().expect("money").replace('.', "").parse::<u64>().expect("digits");
    let sum: u64 = lines.iter().map(cents).sum();
    Value::String(format!("{}.{:02}", sum / 100, sum % 100))
}
