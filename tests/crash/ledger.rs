//! Requests of phones with the answers they received, and the oracle: after any crash the books agree with both.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use barback::store::{Folder, Store};
use barback::{sales, stock};
use serde_json::{Value, json};

use crate::phone::Phone;
use crate::rebuild_check;
use crate::rng::SeededRng;

/// What each product has on the shelf at the beginning: nobody runs out.
pub const OPENING_STOCK: i64 = 1_000_000;
/// How many products the bar sells.
pub const PRODUCTS: u64 = 3;
/// Digits of a receipt number's counter, at the least.
const COUNTER_DIGITS: usize = 4;

/// Something that a phone wants done once.
#[derive(Clone)]
pub struct Ask {
    /// Its idempotency key.
    pub key: String,
    path: String,
    body: Value,
    /// The whole 2xx answer, to the byte, if the phone has heard it.
    pub heard: Option<Vec<u8>>,
}

impl Ask {
    /// A sale of one line, a cart of two, or now and then a delivery.
    pub fn any(key: String, rng: &mut SeededRng) -> Self {
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
        Ask { key, path, body, heard: None }
    }

    /// Whether it sells something.
    pub fn is_sale(&self) -> bool {
        self.path.starts_with("/api/sales")
    }

    /// Asks. True when a 2xx came in whole: the first is remembered, every other must be the same to the byte.
    pub async fn send(&mut self, phone: &Phone) -> bool {
        let Ok(heard) = phone.post(&self.path, &self.body, Some(&self.key)).await else { return false };
        if heard.status == 503 {
            return false;
        }
        assert!(heard.status < 300, "{}: {} {}", self.path, heard.status, String::from_utf8_lossy(&heard.body));
        match &self.heard {
            None => self.heard = Some(heard.body),
            Some(first) => {
                assert_eq!(String::from_utf8_lossy(first), String::from_utf8_lossy(&heard.body), "{}: another answer", self.key);
            }
        }
        true
    }

    /// The sale lines that it was told of.
    pub fn lines(&self) -> Vec<Value> {
        let Some(answer) = self.answer() else { return Vec::new() };
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

    fn answer(&self) -> Option<Value> {
        Some(serde_json::from_slice(self.heard.as_ref()?).expect("JSON"))
    }

    /// What it brought in, as product and pieces.
    fn delivered(&self) -> Option<(u64, i64)> {
        let answer = self.answer()?;
        Some((answer["id"].as_u64()?, self.body["delta"].as_i64()?))
    }
}

/// Makes the products that every ask is about.
pub async fn stock_up(phone: &Phone) {
    for (number, (name, price)) in [("Club Beer", "3.50"), ("Palm Wine", "1.05"), ("Pepper Soup", "4.99")].into_iter().enumerate() {
        assert_eq!(phone.stocks(name, price, OPENING_STOCK).await, number as u64 + 1);
    }
}

/// Every sale line of the box with an id above `after`, as it shows them.
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

/// Fails unless every line that a phone was told of is there as it was told.
#[track_caller]
pub fn all_there(asks: &[Ask], shown: &BTreeMap<u64, Value>) {
    for ask in asks {
        for line in ask.lines() {
            let id = line["id"].as_u64().expect("an id");
            // The payment is told beside the sale, and listed by itself.
            let mut line = line;
            line.as_object_mut().map(|line| line.remove("payment"));
            assert_eq!(shown.get(&id), Some(&line), "{}: an acknowledged sale is not there as it was told", ask.key);
        }
    }
}

/// The last look, when every ask was answered and the box is off: each is there once and nothing else is, stock is what
/// it was plus what moved, receipts count without a gap, and the tables are what the journal makes of them.
pub fn books_agree(data: &Path, asks: &[Ask]) {
    let store = Store::open(Folder::lock(data).expect("the lock died with its process")).expect("it opens");
    rebuild_check::assert_rebuilds(&store);

    let mut levels: BTreeMap<u64, i64> = (1..=PRODUCTS).map(|id| (id, OPENING_STOCK)).collect();
    let mut told = BTreeSet::new();
    let mut receipts: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    for ask in asks {
        assert!(ask.heard.is_some(), "{} was never answered", ask.key);
        let lines = ask.lines();
        for line in &lines {
            let id = line["id"].as_u64().expect("an id");
            assert!(told.insert(id), "{}: sale {id} was told of twice", ask.key);
            *levels.entry(line["productId"].as_u64().expect("a product")).or_default() -= line["quantity"].as_i64().expect("pieces");
        }
        if let Some((product, pieces)) = ask.delivered().filter(|_| lines.is_empty()) {
            *levels.entry(product).or_default() += pieces;
        }
        if let Some(line) = lines.first() {
            let number = line["receiptNumber"].as_str().expect("a receipt");
            let (day, counter) = number.rsplit_once('-').expect("R-YYYYMMDD-NNNN");
            assert!(counter.len() >= COUNTER_DIGITS, "{number}");
            let counter = counter.parse().expect("a number");
            assert!(receipts.entry(day.to_owned()).or_default().insert(counter), "{number} was given twice");
            assert_eq!(sum_of_lines(&lines), ask.answer().expect("heard")["receipt"]["totalAmountUSD"], "{number}");
        }
    }
    for (day, counters) in &receipts {
        assert!(counters.iter().copied().eq(1..=counters.len() as u64), "{day} has a gap: {counters:?}");
    }
    let look = store.read(|view| {
        for (product, level) in &levels {
            assert_eq!(stock::level(view, *product)?, *level, "stock of product {product}");
        }
        let mut kept = BTreeSet::new();
        sales::visit_recorded_lines(view, u64::MAX, |sale| {
            kept.insert(sale.line.id);
            std::ops::ControlFlow::Continue(())
        })?;
        assert_eq!(kept, told, "left: the sales of the box; right: those that phones were told of");
        Ok(())
    });
    look.expect("it can be read");
    println!("{} answers, {} sale lines, every one there once", asks.len(), told.len());
}

/// The lines' sum in US dollars, as the box writes it.
fn sum_of_lines(lines: &[Value]) -> Value {
    let cents = |line: &Value| line["totalAmountUSD"].as_str().expect("money").replace('.', "").parse::<u64>().expect("digits");
    let sum: u64 = lines.iter().map(cents).sum();
    Value::String(format!("{}.{:02}", sum / 100, sum % 100))
}
