//! Random nights: a second, simpler book is kept from the calls alone, and every sheet must agree with it.

use serde_json::{Value, json};

use super::{cents, known_cents, left_by_sum, row};
use crate::bar::TestBar;
use crate::rng::SeededRng;

const NIGHTS: u64 = 4;
const CALLS: usize = 30;

/// The book of the night, in cents.
#[derive(Default, Debug, PartialEq)]
struct Book {
    receipts: i64,
    sold: i64,
    cash_usd: i64,
    cash_lrd: i64,
    credit_new: i64,
    credit_collected: i64,
    owed_usd: i64,
    owed_lrd: i64,
    open_orders: i64,
    open_worth: i64,
    voids: i64,
    voided_worth: i64,
}

impl Book {
    /// The same figures on the sheet.
    fn of(sheet: &Value) -> Self {
        let kept = |place: usize| cents(&sheet["money"]["rows"][place]["kept"]);
        let (open, voids) = (row(&sheet["unpaid"], "open_orders"), row(&sheet["takenBack"], "voids"));
        Book {
            receipts: sheet["sold"]["receipts"].as_i64().expect("a number"),
            sold: cents(&sheet["sold"]["totalUSD"]),
            cash_usd: kept(0),
            cash_lrd: kept(1),
            credit_new: cents(&sheet["credit"]["newUSD"]),
            credit_collected: cents(&sheet["credit"]["collectedUSD"]),
            owed_usd: cents(&sheet["credit"]["owedUSD"]),
            owed_lrd: cents(&sheet["credit"]["owedLRD"]),
            open_orders: open["count"].as_i64().expect("a number"),
            open_worth: cents(&open["worthUSD"]),
            voids: voids["count"].as_i64().expect("a number"),
            voided_worth: cents(&voids["worthUSD"]),
        }
    }
}

/// A product with its price in cents of its own currency.
#[derive(Clone, Copy)]
struct Product {
    name: &'static str,
    price: i64,
    in_lrd: bool,
}

const PRODUCTS: [Product; 3] = [
    Product { name: "Whisky", price: 600, in_lrd: false },
    Product { name: "Beer", price: 200, in_lrd: false },
    Product { name: "Rice", price: 95_000, in_lrd: true },
];

impl Product {
    /// What `quantity` pieces are worth in cents of a dollar at `rate` LRD per USD: the piece is rounded, not the sum.
    fn worth(self, quantity: i64, rate: i64) -> i64 {
        let piece = if self.in_lrd { (self.price * 2 + rate) / (2 * rate) } else { self.price };
        piece * quantity
    }
}

/// Goods that wait: a sale that may be voided, credit that may be paid, an order that may be paid.
struct Waiting {
    answer: Value,
    product: Product,
    quantity: i64,
    worth: i64,
}

/// The currency and the whole price as an amount of it.
fn price(product: Product, quantity: i64) -> Value {
    let total = product.price * quantity;
    let name = if product.in_lrd { "amountLRD" } else { "amountUSD" };
    json!({ name: format!("{}.{:02}", total / 100, total % 100) })
}

async fn play(seed: u64) {
    let (bar, mut rng, mut book) = (TestBar::stocked().await, SeededRng::new(seed), Book::default());
    let (mut rate, mut sales, mut credits, mut orders) = (190, Vec::new(), Vec::new(), Vec::new());
    for _ in 0..CALLS {
        let product = PRODUCTS[usize::try_from(rng.below(3)).expect("small")];
        let quantity = i64::try_from(rng.below(2)).expect("small") + 1;
        let worth = product.worth(quantity, rate);
        let own = |book: &mut Book, product: Product, quantity: i64, sign: i64| {
            let money = if product.in_lrd { &mut book.cash_lrd } else { &mut book.cash_usd };
            *money += sign * product.price * quantity;
        };
        match rng.below(8) {
            0 | 1 => {
                let answer = bar.sells(product.name, quantity).await;
                (book.receipts, book.sold) = (book.receipts + 1, book.sold + worth);
                own(&mut book, product, quantity, 1);
                sales.push(Waiting { answer, product, quantity, worth });
            }
            2 if !sales.is_empty() => {
                let Waiting { answer, product, quantity, worth } = sales.remove(0);
                bar.voids_sale(&answer).await.ok();
                (book.receipts, book.sold) = (book.receipts - 1, book.sold - worth);
                (book.voids, book.voided_worth) = (book.voids + 1, book.voided_worth + worth);
                own(&mut book, product, quantity, -1);
            }
            3 => {
                let name = format!("Guest {}", credits.len());
                let answer = bar.sells_on_credit((&name, "0770 111 111"), product.name, quantity).await;
                book.credit_new += worth;
                let owed = if product.in_lrd { &mut book.owed_lrd } else { &mut book.owed_usd };
                *owed += product.price * quantity;
                credits.push(Waiting { answer, product, quantity, worth });
            }
            4 if !credits.is_empty() => {
                let Waiting { answer, product, quantity, worth } = credits.remove(0);
                bar.pays_credit(&answer, price(product, quantity)).await.ok();
                (book.receipts, book.sold) = (book.receipts + 1, book.sold + worth);
                let owed = if product.in_lrd { &mut book.owed_lrd } else { &mut book.owed_usd };
                *owed -= product.price * quantity;
                // Worth at the rate of the payment.
                let total = product.price * quantity;
                book.credit_collected += if product.in_lrd { (total * 2 + rate) / (2 * rate) } else { total };
                own(&mut book, product, quantity, 1);
            }
            5 => {
                let answer = bar.takes_order(&[(product.name, quantity)]).await;
                (book.open_orders, book.open_worth) = (book.open_orders + 1, book.open_worth + worth);
                orders.push(Waiting { answer, product, quantity, worth });
            }
            6 if !orders.is_empty() => {
                let Waiting { answer, product, quantity, worth } = orders.remove(0);
                bar.pays(&answer, price(product, quantity)).await.ok();
                // A paid order is still open, but nothing of it is unpaid.
                (book.open_orders, book.open_worth) = (book.open_orders - 1, book.open_worth - worth);
                (book.receipts, book.sold) = (book.receipts + 1, book.sold + worth);
                own(&mut book, product, quantity, 1);
            }
            _ => {
                rate = [170, 185, 190, 200, 213][usize::try_from(rng.below(5)).expect("small")];
                bar.set_rate(json!(rate)).await;
            }
        }
    }
    let sheet = bar.sheet().await;
    assert_eq!(Book::of(&sheet), book, "seed {seed}: {sheet}");
    assert_eq!(left_by_sum(&sheet), known_cents(&sheet["left"]["leftUSD"]), "seed {seed}");
    let issued = bar.issues(super::DAY).await;
    assert_eq!(Book::of(&issued), book, "seed {seed}");
    assert_eq!(left_by_sum(&issued), known_cents(&issued["left"]["leftUSD"]), "seed {seed}");
    assert_eq!(bar.checks(crate::bar::text(&issued["text"])).await["valid"], true, "seed {seed}");
}

#[tokio::test]
async fn every_sheet_of_random_nights_agrees_with_a_second_book_and_left_adds_up() {
    for seed in 0..NIGHTS {
        play(seed).await;
    }
}
