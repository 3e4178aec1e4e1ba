//! Head office is killed again and again while a box sends: every entry arrives once, and the sums are right.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::time::sleep;

use super::ProcessChain;
use super::compare::expect_equal;
use crate::rng::{SeededRng, number};
use crate::together::{LOOK_EVERY, PATIENCE};

/// Environment variable that sets how often head office is killed.
const KILLS_ENV: &str = "BARBACK_KILLS";
/// How often it is killed otherwise.
const KILLS: u64 = 12;
/// A kill comes within so many milliseconds after a parcel was asked for: before, while and after it is stored.
const MOMENTS: u64 = 60;

#[tokio::test(flavor = "multi_thread")]
async fn head_office_is_killed_again_and_again_and_no_entry_is_lost_or_twice() {
    let mut world = ProcessChain::start().await;
    let (mut rng, bar) = (SeededRng::from_env(), world.bar("Cape Bar").await);
    let beer = bar.phone.stocks("Club Beer", "2.50", 1_000_000).await;
    let tries = async || bar.phone.post("/api/head-link/try", &json!({}), None).await.expect("an answer");
    for _ in 0..number(KILLS_ENV, KILLS) {
        let (before, began) = (world.entries().await, Instant::now());
        while world.entries().await == before {
            bar.phone.sells(beer, 1).await.expect("an answer").is(201);
            tries().await;
            assert!(began.elapsed() < PATIENCE, "nothing arrives");
            sleep(LOOK_EVERY).await;
        }
        for _ in 0..5 {
            bar.phone.sells(beer, 1).await.expect("an answer").is(201);
        }
        tries().await;
        sleep(Duration::from_millis(rng.below(MOMENTS))).await;
        world.head.kill();
        bar.phone.sells(beer, 1).await.expect("it sells on").is(201);
        world.head.start_again();
    }
    world.chain.has_all_of(&bar).await;
    world.expect_whole(&bar).await;
    expect_equal(&world.chain, &bar).await;
}
