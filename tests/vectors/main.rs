//! Test vectors of payments, shared with the UI: what is settled, what stays owed, and the change.

use barback::payments::{CashSteps, Change, ChangeIn, Debt, Reading, allocate_total, is_too_much, remaining};
use base::{Cash, CurrencyCode, Lrd, Price, Rate, Usd};
use serde::Deserialize;

mod folding;
mod payable;

/// Fewest cases in the file.
const CASES_MIN: usize = 200;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    about: String,
    rate: String,
    step: String,
    change_in: Option<String>,
    debts: Vec<Owed>,
    /// What the bill shows for each debt while nothing is paid: cents in US dollars and in Liberian dollars.
    #[serde(default)]
    totals: Vec<(i64, i64)>,
    tenders: Vec<Tendered>,
    settled: bool,
    /// Whether it would be refused by methods that give no change.
    too_much: bool,
    #[serde(rename = "changeUSD")]
    change_usd: String,
    #[serde(rename = "changeLRD")]
    change_lrd: String,
    rounding: String,
    #[serde(rename = "remainingUSD")]
    remaining_usd: String,
    #[serde(rename = "remainingLRD")]
    remaining_lrd: String,
}

#[derive(Deserialize)]
struct Owed {
    currency: CurrencyCode,
    minor: i64,
}

#[derive(Deserialize)]
struct Tendered {
    currency: CurrencyCode,
    amount: String,
}

fn owed(debt: &Owed) -> Debt {
    let total = match debt.currency {
        CurrencyCode::Usd => Price { usd: Usd::minor(debt.minor), lrd: Lrd::ZERO },
        CurrencyCode::Lrd => Price { usd: Usd::ZERO, lrd: Lrd::minor(debt.minor) },
    };
    Debt::whole(debt.currency, total)
}

fn cash_of(part: &Tendered) -> Cash {
    match part.currency {
        CurrencyCode::Usd => Cash { usd: Usd::parse(&part.amount).expect("an amount"), lrd: Lrd::ZERO },
        CurrencyCode::Lrd => Cash { usd: Usd::ZERO, lrd: Lrd::parse(&part.amount).expect("an amount") },
    }
}

/// The result of a case, in the form of the file.
fn outcome(case: &Case) -> (bool, bool, [String; 5]) {
    let rate = Rate::parse(&case.rate).expect("a rate");
    let step = Lrd::parse(&case.step).expect("a step");
    let debts: Vec<Debt> = case.debts.iter().map(owed).collect();
    let tender: Cash = case.tenders.iter().map(cash_of).sum();
    let wanted = match case.change_in.as_deref() {
        Some(word) => ChangeIn::parse(word).expect("a way of change"),
        None if tender.usd.is_zero() => ChangeIn::Lrd,
        None => ChangeIn::Split,
    };
    let total = |(usd, lrd): &(i64, i64)| Reading::of(Price { usd: Usd::minor(*usd), lrd: Lrd::minor(*lrd) });
    let totals: Vec<Reading> = case.totals.iter().map(total).collect();
    let result = allocate_total(&debts, &totals, tender, rate);
    let change = Change::of(result.excess, rate, wanted, &CashSteps { lrd: step, usd: Usd::minor(1), rounds_due: false });
    let outstanding = remaining(result.debts.iter(), rate);
    let figures = [
        change.given.usd.to_string(),
        change.given.lrd.to_string(),
        change.rounding.to_string(),
        outstanding.usd.to_string(),
        outstanding.lrd.to_string(),
    ];
    (result.settled, is_too_much(&debts, &totals, tender, Cash::ZERO, rate), figures)
}

#[test]
fn payments_give_the_results_in_the_file() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("tenders.json")).expect("cases");
    assert!(cases.len() >= CASES_MIN);
    for case in cases {
        let figures = [&case.change_usd, &case.change_lrd, &case.rounding, &case.remaining_usd, &case.remaining_lrd];
        let expected = (case.settled, case.too_much, figures.map(String::clone));
        assert_eq!(outcome(&case), expected, "{}: {} at {}, step {}", case.about, case.debts.len(), case.rate, case.step);
    }
}
