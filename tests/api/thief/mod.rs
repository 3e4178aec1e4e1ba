//! A bartender who steals with a script. Nights of random calls under the settings that a bar has from the start, in which every guest
//! pays the list price of all that was served, in cash. The thief lays into the tills what the box expects there and keeps the rest, so
//! every count is right. The night fails where the truth sheet does not name as much as was kept.

mod money;
mod night;
mod steps;
mod tally;

use std::collections::BTreeMap;

use crate::rng::number;
pub use night::Night;
use steps::CALLS;

/// Random nights of the ordinary run; `BARBACK_THIEF_NIGHTS` sets another number.
const NIGHTS: u64 = 20;
/// The first night; `BARBACK_THIEF_SEED` sets another one, to repeat a night that failed.
const SEED: u64 = 1;
/// Calls of a night.
const STEPS: u64 = 70;
/// Steps between two looks at the sheet.
const BETWEEN_LOOKS: u64 = 10;
/// Calls that need not succeed. All others have to in a run, or it would prove nothing.
const MAY_FAIL: [&str; 3] = ["forbidden", "serve", "wait"];

#[tokio::test]
async fn a_thief_with_a_script_is_on_the_truth_sheet() {
    let (nights, first) = (number("BARBACK_THIEF_NIGHTS", NIGHTS), number("BARBACK_THIEF_SEED", SEED));
    let mut done = BTreeMap::new();
    for seed in first..first + nights {
        let mut night = Night::begin(seed).await;
        for step in 1..=STEPS {
            night.step(&mut done).await;
            if step % BETWEEN_LOOKS == 0 {
                night.looks_at_the_sheet().await;
            }
        }
    }
    let missing: Vec<_> = CALLS.iter().filter(|call| !MAY_FAIL.contains(call) && !done.contains_key(**call)).collect();
    assert!(nights < NIGHTS || missing.is_empty(), "no success of {missing:?}: {done:?}");
}
