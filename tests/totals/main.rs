//! Thousands of random commands: whatever happens, every total is the sum of its lines, stock is the sum of its
//! movements, receipts have no gaps, a refusal changes nothing, and the journal alone makes the same tables again.

mod act;
mod bar;
mod checks;
mod oracle;
#[path = "../support/stamps.rs"]
mod stamps;

use std::cell::RefCell;
use std::collections::BTreeMap;

use proptest::test_runner::{Config, FileFailurePersistence, TestRunner};

use act::acts;
use bar::Bar;

/// Nights that are played.
const STORIES: u32 = 48;
/// Commands of one night at the most.
const ACTS: usize = 200;
/// Commands between two looks at everything.
const BETWEEN_CHECKS: usize = 20;

#[test]
fn whatever_happens_the_figures_agree() {
    // What failed once is tried first, in every run: the file belongs to the project.
    let seeds = Box::new(FileFailurePersistence::Direct("tests/seeds/totals.txt"));
    let config = Config { cases: STORIES, failure_persistence: Some(seeds), ..Config::default() };
    let seen = RefCell::new(BTreeMap::<String, u32>::new());
    let story = TestRunner::new(config).run(&acts(ACTS), |acts| {
        let mut bar = Bar::open();
        for (place, act) in acts.iter().enumerate() {
            let outcome = bar.play(act)?;
            *seen.borrow_mut().entry(outcome).or_default() += 1;
            if place % BETWEEN_CHECKS == 0 {
                checks::everything(&bar)?;
            }
        }
        checks::everything(&bar)
    });
    if let Err(error) = story {
        panic!("{error}");
    }
    // A run in which nothing was sold, voided or refused would have shown nothing.
    let seen = seen.into_inner();
    for outcome in [
        "sales.recorded",
        "sales.voided",
        "rates.changed",
        "catalog.saved",
        "stock.moved",
        "settings.changed",
        "orders.placed",
        "orders.item_added",
        "orders.item_removed",
        "orders.moved",
        "orders.paid",
        "credit.order_voided",
        "credit.attached",
        "credit.given",
        "credit.paid",
        "box.clock_confirmed",
    ] {
        assert!(seen.get(outcome).is_some_and(|times| *times > 3), "hardly any {outcome}: {seen:?}");
    }
    for refusal in ["InsufficientStock", "PriceChanged", "RateChanged", "Forbidden", "NotFound", "Conflict"] {
        assert!(seen.contains_key(refusal), "never {refusal}: {seen:?}");
    }
}
