//! Money of the thief: right, too little, or far too much, of any method, in both forms.

use serde_json::{Value, json};

use super::night::RATE;
use crate::rng::SeededRng;
use crate::tips::with;

const METHODS: [&str; 5] = ["cash", "cash", "card", "digital", "check"];

/// Members of a call that takes money, for a debt of this worth in Liberian cents.
pub fn random(rng: &mut SeededRng, due: i64) -> Value {
    let money = match rng.below(4) {
        0 => json!({}),
        1 | 2 => shorthand(rng, due),
        _ => tenders(rng, due),
    };
    let tip = match rng.below(8) {
        0 => json!({"keepChange": true}),
        1 => json!({"tipUSD": dollars(amount(rng, due) / RATE)}),
        _ => json!({}),
    };
    let change = match rng.below(4) {
        0 => json!({"changeIn": "USD"}),
        1 => json!({"changeIn": "LRD"}),
        _ => json!({}),
    };
    with(with(money, &tip), &change)
}

fn shorthand(rng: &mut SeededRng, due: i64) -> Value {
    let method = if rng.below(6) == 0 { "mixed" } else { METHODS[usize::try_from(rng.below(5)).expect("small")] };
    let (usd, lrd) = (amount(rng, due), amount(rng, due));
    match rng.below(3) {
        0 => json!({"paymentMethod": method, "amountUSD": dollars(usd / RATE)}),
        1 => json!({"paymentMethod": method, "amountLRD": dollars(lrd)}),
        _ => json!({"paymentMethod": method, "amountUSD": dollars(usd / RATE / 2), "amountLRD": dollars(lrd / 2)}),
    }
}

fn tenders(rng: &mut SeededRng, due: i64) -> Value {
    let count = 1 + rng.below(3);
    let tender = |rng: &mut SeededRng| {
        let (method, amount) = (METHODS[usize::try_from(rng.below(5)).expect("small")], amount(rng, due));
        match rng.below(2) {
            0 => json!({"method": method, "currency": "USD", "amount": dollars(amount / RATE)}),
            _ => json!({"method": method, "currency": "LRD", "amount": dollars(amount)}),
        }
    };
    json!({"tenders": (0..count).map(|_| tender(rng)).collect::<Vec<_>>()})
}

/// The debt, a part of it, a little more, or far more, in Liberian cents.
fn amount(rng: &mut SeededRng, due: i64) -> i64 {
    let more = i64::try_from(rng.below(20)).expect("small");
    match rng.below(8) {
        0..=3 => due,
        4 => due / 2,
        5 => due + more * RATE * 10,
        6 => due + (10 + more) * RATE * 100,
        _ => due * more,
    }
}

/// An amount of this many cents.
pub fn dollars(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}
