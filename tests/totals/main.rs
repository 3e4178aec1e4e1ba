//! Property test with thousands of random commands: every total is the sum of its lines, stock is the sum of its movements, receipt
//! numbers have no gaps, a refusal changes nothing, and the tables are those that the journal rebuilds to.

mod action;
mod bar;
mod checks;
mod endings;
mod figures;
mod line;
mod money_back;
mod moves;
mod oracle;
mod pricing;
mod refunds;
mod requests;
mod shelves;
#[path = "../support/stamps.rs"]
mod stamps;
mod tax;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use proptest::test_runner::{Config, FileFailurePersistence, TestRunner};

use action::{Action, actions};
use bar::Bar;
use figures::Shipping;

/// Number of random sequences.
const SEQUENCES: u32 = 96;
/// Most actions of one sequence.
const ACTIONS: usize = 200;
/// Actions between two checks.
const BETWEEN_CHECKS: usize = 20;

#[test]
fn after_any_commands_the_figures_agree() {
    // Failures are saved in this file and tried first in every later run; it is under version control.
    let seeds = Box::new(FileFailurePersistence::Direct("tests/seeds/totals.txt"));
    let config = Config { cases: SEQUENCES, failure_persistence: Some(seeds), ..Config::default() };
    let seen = RefCell::new(BTreeMap::<String, u32>::new());
    let result = TestRunner::new(config).run(&actions(ACTIONS), |actions| {
        let mut bar = Bar::open();
        let mut shipping = Shipping::new(seed_of(&actions));
        for (place, action) in actions.iter().enumerate() {
            let outcome = bar.apply_action(action)?;
            *seen.borrow_mut().entry(outcome).or_default() += 1;
            shipping.step(&mut bar.tables)?;
            if place % BETWEEN_CHECKS == 0 {
                checks::check_all(&bar)?;
            }
        }
        checks::check_all(&bar)?;
        shipping.finish(&mut bar.tables)?;
        for (what, times) in shipping.seen {
            *seen.borrow_mut().entry(what.to_owned()).or_default() += times;
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    // A run without sales, voids or refusals would prove nothing.
    let seen = seen.into_inner();
    for outcome in [
        "sales.recorded",
        "sales.voided",
        "sales.refunded",
        "rates.changed",
        "catalog.saved",
        "stock.moved",
        "settings.changed",
        "orders.placed",
        "orders.item_added",
        "orders.item_removed",
        "orders.item_changed",
        "orders.moved",
        "orders.items_moved",
        "orders.merged",
        "orders.paid",
        "orders.changed",
        "orders.service_charge",
        "orders.exempted",
        "orders.repriced",
        "orders.closed",
        "orders.payment_refunded",
        "orders.walked_out",
        "orders.shares_ended",
        "credit.walk_out_recovered",
        "credit.order_voided",
        "credit.attached",
        "credit.given",
        "credit.paid",
        "box.clock_confirmed",
        "whole",
        "changes",
        "complete",
        "lost",
        "answer lost",
        "repeated",
        "restored",
        "rebuilt",
        "disconnected",
    ] {
        assert!(seen.get(outcome).is_some_and(|times| *times > 3), "too few {outcome}: {seen:?}");
    }
    for refusal in ["InsufficientStock", "PriceChanged", "RateChanged", "Forbidden", "NotFound", "Conflict"] {
        assert!(seen.contains_key(refusal), "no {refusal}: {seen:?}");
    }
}

/// A number that follows from the actions, so that a sequence that failed fails again.
fn seed_of(actions: &[Action]) -> u64 {
    let mut hasher = DefaultHasher::new();
    format!("{actions:?}").hash(&mut hasher);
    hasher.finish()
}
