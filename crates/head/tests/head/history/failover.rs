//! The primary database is killed while boxes send to two heads, and a standby takes over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use head::database::Options;
use head::database::throwaway::{Sync, Throwaway};
use head::history::{HistoryError, hello, receive_parcel};
use tokio::time::sleep;

use super::simulated_box::SimulatedBox;
use super::world::World;
use crate::postgres;

/// Boxes that send at once.
const BOXES: usize = 6;
/// Sales between two sendings of a box.
const SALES: u64 = 8;
/// Entries of a parcel.
const PARCEL_ENTRIES: u64 = 3;
/// Rounds of all boxes together before the primary is killed.
const ROUNDS_BEFORE: u64 = 30;
/// Rounds of each box after that.
const ROUNDS_AFTER: u64 = 3;
/// Heads go on within this time after the promotion.
const TAKEOVER_MAX: Duration = Duration::from_secs(60);
/// Longest time for everything that is waited for.
const PATIENCE: Duration = Duration::from_secs(120);
/// Pause between two looks, and before a box tries again.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// What the boxes and the test tell each other.
#[derive(Default)]
struct Progress {
    rounds: [AtomicU64; BOXES],
    /// Parcels that got no answer, or a refusal.
    failures: AtomicU64,
    enough: AtomicBool,
}

impl Progress {
    fn total(&self) -> u64 {
        self.rounds.iter().map(|rounds| rounds.load(Ordering::SeqCst)).sum()
    }
}

/// Says hello, and sends entries and figures from the position on that head office names.
async fn send(world: &World, simulated: &SimulatedBox) -> Result<(), HistoryError> {
    let mut asked = Vec::new();
    let greeted = loop {
        let answer = hello(&world.database, &simulated.caller, &simulated.hello(&asked), "Chain", world.now).await?;
        if answer.ask.is_empty() {
            break answer;
        }
        asked = answer.ask;
    };
    let take = async |bytes: Vec<u8>| receive_parcel(&world.database, &simulated.caller, bytes.into(), world.now).await;
    let mut at = greeted.position.map_or(0, |position| position.seq);
    while at < simulated.journal() {
        let to = (at + PARCEL_ENTRIES).min(simulated.journal());
        take(simulated.parcel(at, to, None)).await?;
        at = to;
    }
    for figures in simulated.figures(greeted.figures_upto, &greeted.wants, 7) {
        take(simulated.parcel(at, at, Some(figures))).await?;
    }
    Ok(())
}

/// Sells and sends until it is enough, at one head after the other. After a failure it tries the other head.
async fn works(mut simulated: SimulatedBox, number: usize, heads: Arc<[World; 2]>, progress: Arc<Progress>) -> SimulatedBox {
    let mut head = number;
    while !progress.enough.load(Ordering::SeqCst) {
        simulated.sells(SALES);
        while let Err(error) = send(&heads[head % 2], &simulated).await {
            progress.failures.fetch_add(1, Ordering::SeqCst);
            assert!(matches!(error, HistoryError::Database(_) | HistoryError::Gap { .. }), "{error}");
            head += 1;
            sleep(LOOK_EVERY).await;
        }
        head += 1;
        progress.rounds[number].fetch_add(1, Ordering::SeqCst);
    }
    simulated
}

/// Waits for a condition, and returns how long that took.
async fn until(what: &str, condition: impl Fn() -> bool) -> Duration {
    let began = Instant::now();
    while !condition() {
        assert!(began.elapsed() < PATIENCE, "{what} does not happen");
        sleep(LOOK_EVERY).await;
    }
    began.elapsed()
}

/// The folder of a server's socket.
fn folder(server: &Throwaway) -> String {
    server.url("").split(' ').find_map(|part| part.strip_prefix("host=")).expect("a folder").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn heads_go_on_with_a_promoted_standby_after_the_primary_was_killed_and_nothing_is_missing() {
    let start = || Throwaway::start(Sync::Off).unwrap_or_else(|error| panic!("{error}"));
    let mut primary = start();
    let first = World::over(postgres::open(&primary.url("postgres"), Options::default()));
    first.database.migrate().await.expect("tables");
    let mut boxes = Vec::new();
    for _ in 0..BOXES {
        boxes.push(first.bar().await);
    }
    // A copy of the primary as it is now; from here on it follows, some milliseconds behind.
    let standby = primary.standby().expect("a standby");
    let url = format!("host={},{} user=barback dbname=postgres target_session_attrs=read-write", folder(&primary), folder(&standby));
    let head = || World::over(postgres::open(&url, Options::default()));
    let heads = Arc::new([head(), head()]);
    let progress = Arc::<Progress>::default();
    let start_box = |(number, simulated)| tokio::spawn(works(simulated, number, heads.clone(), progress.clone()));
    let working: Vec<_> = boxes.into_iter().enumerate().map(start_box).collect();

    until("the load", || progress.total() >= ROUNDS_BEFORE).await;
    primary.kill();
    until("a failure", || progress.failures.load(Ordering::SeqCst) > 0).await;
    let before: Vec<u64> = progress.rounds.iter().map(|rounds| rounds.load(Ordering::SeqCst)).collect();
    standby.promote().expect("a primary");
    let gone_on = || progress.rounds.iter().zip(&before).all(|(now, before)| now.load(Ordering::SeqCst) >= before + ROUNDS_AFTER);
    let took = until("the takeover", gone_on).await;
    assert!(took < TAKEOVER_MAX, "{took:?}");

    progress.enough.store(true, Ordering::SeqCst);
    for worked in working {
        let simulated = worked.await.expect("a box");
        for world in heads.iter() {
            world.sends(&simulated, PARCEL_ENTRIES).await;
            world.has_all(&simulated).await;
        }
        assert!(simulated.journal() > SALES * ROUNDS_AFTER);
    }
    assert!(heads.iter().all(|world| world.database.counters().database_up()));
}
