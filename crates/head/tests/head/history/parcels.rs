//! Parcels: once, several times, in pieces, damaged, and at two heads at once.

use backup::parcels::{Mark, PACKED_MAX};
use head::database::Options;
use head::history::{HistoryError, join_steps};

use super::simulated_box::SimulatedBox;
use super::world::{World, new_bar};
use crate::postgres;

#[tokio::test]
async fn what_a_box_sends_is_there_once() {
    let world = World::new().await;
    let mut cape = world.bar().await;
    cape.sells(49);
    world.sends(&cape, 7).await;
    world.has_all(&cape).await;

    let again = world.take(&cape, cape.parcel(10, 30, None)).await.expect("taken");
    assert!(again.duplicate);
    assert_eq!(again.position.map(|position| position.seq), Some(30));
    cape.sells(10);
    // The known part is left out, the rest is taken.
    let taken = world.take(&cape, cape.parcel(30, 55, None)).await.expect("taken");
    assert!(!taken.duplicate);
    assert_eq!(taken.position, world.hello(&cape).await.position);
    world.sends(&cape, 100).await;
    world.has_all(&cape).await;
}

#[tokio::test]
async fn a_gap_is_refused_with_the_position() {
    let world = World::new().await;
    let mut cape = world.bar().await;
    cape.sells(19);
    world.hello(&cape).await;
    world.take(&cape, cape.parcel(0, 5, None)).await.expect("taken");
    let Err(HistoryError::Gap { position }) = world.take(&cape, cape.parcel(6, 9, None)).await else { panic!("no gap") };
    assert_eq!(position.map(|position| position.seq), Some(5));
    // Figures do not wait for the entries.
    let figures = cape.figures(0, &[], 100).remove(0);
    let taken = world.take(&cape, cape.parcel(20, 20, Some(figures))).await.expect("taken");
    assert_eq!(taken.figures_upto, 20);
    assert_eq!(world.reported(&cape).await, cape.days());
}

#[tokio::test]
async fn a_large_commit_is_stored_in_pieces() {
    let world = World::new().await;
    let mut cape = world.bar().await;
    let noise: Vec<u8> = (0..20_000_u32).flat_map(|number| Mark::of(&number.to_le_bytes()).0).collect();
    cape.entries.push(store::RawEntry { seq: 2, bytes: noise });
    world.sends(&cape, 10).await;
    world.has_all(&cape).await;
    let pieces = world.sql("SELECT piece FROM pieces").await.len();
    assert!(pieces >= 3, "{pieces} pieces");
}

#[tokio::test]
async fn damaged_and_foreign_parcels_are_refused_and_nothing_is_stored() {
    let world = World::new().await;
    let mut cape = world.bar().await;
    cape.sells(5);
    let good = cape.parcel(0, 5, None);
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 4;
    assert!(matches!(world.take(&cape, flipped).await, Err(HistoryError::Damaged { .. })));
    assert_eq!(world.flags(&cape).await, ["damaged"]);
    assert!(matches!(world.take(&cape, [good.clone(), good.clone()].concat()).await, Err(HistoryError::Damaged { .. })));
    assert!(matches!(world.take(&cape, vec![0; PACKED_MAX + 1]).await, Err(HistoryError::TooLarge)));
    let other = SimulatedBox::new(&new_bar(), &cape.caller.box_name);
    assert!(matches!(world.take(&cape, other.parcel(0, 1, None)).await, Err(HistoryError::Damaged { .. })));
    assert!(world.lines(&cape).await.is_empty());
    world.take(&cape, good).await.expect("taken");
    assert!(world.flags(&cape).await.is_empty());
}

/// 100 times, in pairs of heads.
async fn takes_at_once(world: World, second: World) {
    let mut cape = world.bar().await;
    cape.sells(100);
    world.hello(&cape).await;
    for at in 0..100 {
        let figures = || cape.figures(0, &[], 1_000).remove(0);
        let bytes = cape.parcel(at, at + 1, (at % 10 == 0).then(figures));
        let (first, second) = tokio::join!(world.take(&cape, bytes.clone()), second.take(&cape, bytes));
        let (first, second) = (first.expect("taken"), second.expect("taken"));
        assert_eq!(first.position, second.position);
        assert_ne!(first.duplicate, second.duplicate);
    }
    world.sends(&cape, 100).await;
    world.has_all(&cape).await;
    assert_eq!(world.sql("SELECT line_id FROM parcels").await.len(), 101);
}

async fn two_heads(options: Options) -> (World, World) {
    let url = postgres::migrated_url().await;
    let open = || postgres::open(&url, options.clone());
    let now = base::Timestamp::parse("2026-11-21T20:00:10Z").expect("legal");
    (World { database: open(), now }, World { database: open(), now })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_heads_take_the_same_parcel_at_once() {
    let (first, second) = two_heads(Options::default()).await;
    takes_at_once(first, second).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_heads_take_the_same_parcel_at_once_when_transactions_are_serializable() {
    let (first, second) = two_heads(World::serializable_options()).await;
    takes_at_once(first, second).await;
}

#[tokio::test]
async fn every_second_transaction_meets_another() {
    let options = Options { inject_serialization_failures: std::num::NonZeroU64::new(2), ..Options::default() };
    let world = World::with(options).await;
    let mut cape = world.bar().await;
    cape.sells(60);
    world.sends(&cape, 9).await;
    world.has_all(&cape).await;
}

#[tokio::test]
async fn small_steps_are_joined_after_a_day() {
    let mut world = World::new().await;
    let mut cape = world.bar().await;
    cape.sells(1_500);
    world.sends(&cape, 300).await;
    assert_eq!(join_steps(&world.database, world.now).await.expect("joined"), 0);
    world.now = world.now.plus_seconds(25 * 60 * 60);
    assert_eq!(join_steps(&world.database, world.now).await.expect("joined"), 4);
    let rows = world.sql("SELECT last_seq FROM parcels ORDER BY last_seq").await;
    assert_eq!(rows.iter().map(|row| row.get(0)).collect::<Vec<i64>>(), [900, 1_501]);
    world.has_all(&cape).await;
    assert_eq!(join_steps(&world.database, world.now).await.expect("joined"), 0);
    // Marks inside of blocks are found as before.
    cape.put_back(777);
    cape.sells(3);
    assert_eq!(world.hello(&cape).await.position.map(|position| position.seq), Some(777));
}
