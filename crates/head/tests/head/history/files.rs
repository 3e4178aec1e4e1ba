//! Parcels from files.

use head::history::{FileAnswer, HistoryError, MissingEntries, WAITING_SECONDS, delete_old_waiting, receive_file};

use super::simulated_box::SimulatedBox;
use super::world::{World, new_bar};

fn file(simulated: &SimulatedBox, from: u64, to: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut at = from;
    while at < to {
        let end = (at + 250).min(to).min(simulated.line_end(at + 1));
        bytes.extend(simulated.parcel(at, end, None));
        at = end;
    }
    bytes
}

async fn import(world: &World, bytes: Vec<u8>) -> FileAnswer {
    receive_file(&world.database, bytes.into(), world.now).await.expect("taken")
}

fn counts(answer: &FileAnswer) -> (u64, u64, u64, u64, Option<u64>) {
    (answer.parcels, answer.stored, answer.known, answer.waiting, answer.position.map(|position| position.seq))
}

#[tokio::test]
async fn files_are_taken_in_any_order() {
    let world = World::new().await;
    let mut cape = world.bar().await;
    cape.sells(4_999);
    world.hello(&cape).await;
    assert_eq!(counts(&import(&world, file(&cape, 0, 3_000)).await), (12, 12, 0, 0, Some(3_000)));
    let later = import(&world, file(&cape, 4_000, 5_000)).await;
    assert_eq!(counts(&later), (4, 0, 0, 4, Some(3_000)));
    assert_eq!(later.missing, [MissingEntries { from: 3_001, to: 4_000 }]);
    let filled = import(&world, file(&cape, 3_000, 4_000)).await;
    assert_eq!((counts(&filled), filled.missing.len()), ((4, 4, 0, 0, Some(5_000)), 0));
    for (from, to) in [(4_000, 5_000), (3_000, 4_000)] {
        assert_eq!(counts(&import(&world, file(&cape, from, to)).await), (4, 0, 4, 0, Some(5_000)));
    }
    world.sends(&cape, 100).await;
    world.has_all(&cape).await;
    assert!(world.sql("SELECT hash FROM waiting").await.is_empty());
}

#[tokio::test]
async fn a_parcel_over_the_network_fills_the_gap_too() {
    let world = World::new().await;
    let mut cape = world.bar().await;
    cape.sells(99);
    world.hello(&cape).await;
    let mut parcels: Vec<Vec<u8>> = (2..10).map(|part| cape.parcel(part * 10, part * 10 + 10, None)).collect();
    parcels.reverse();
    let waiting = import(&world, parcels.concat()).await;
    assert_eq!(waiting.missing, [MissingEntries { from: 1, to: 20 }]);
    world.take(&cape, cape.parcel(0, 20, None)).await.expect("taken");
    assert_eq!(world.hello(&cape).await.position.map(|position| position.seq), Some(100));
}

#[tokio::test]
async fn a_file_of_a_restored_device_counts() {
    let world = World::new().await;
    let mut cape = world.bar().await;
    cape.sells(99);
    world.sends(&cape, 50).await;
    cape.sells(20);
    let mut device = world.copy(&cape, 110, 2).await;
    device.is_restored(110);
    device.sells(5);
    let answer = import(&world, file(&device, 100, 116)).await;
    assert_eq!(counts(&answer), (2, 2, 0, 0, Some(116)));
    world.sends(&device, 50).await;
    world.has_all(&device).await;
    assert_eq!(world.reported(&device).await, device.days());
}

#[tokio::test]
async fn spoilt_and_foreign_files_are_refused_and_nothing_is_stored() {
    let world = World::new().await;
    let mut cape = world.bar().await;
    cape.sells(999);
    let good = file(&cape, 0, 1_000);
    for place in [0, good.len() / 2, good.len() - 1] {
        let mut flipped = good.clone();
        flipped[place] ^= 16;
        let answer = receive_file(&world.database, flipped.into(), world.now).await;
        assert!(matches!(answer, Err(HistoryError::Damaged { .. })), "byte {place}");
    }
    let other = world.bar().await;
    let both = [file(&cape, 0, 10), file(&other, 0, 1)].concat();
    assert!(matches!(receive_file(&world.database, both.into(), world.now).await, Err(HistoryError::Damaged { .. })));
    assert!(matches!(receive_file(&world.database, Vec::new().into(), world.now).await, Err(HistoryError::Damaged { .. })));
    let stranger = SimulatedBox::new(&new_bar(), "0123456789abcdef");
    assert!(matches!(receive_file(&world.database, file(&stranger, 0, 1).into(), world.now).await, Err(HistoryError::UnknownBar)));
    world.revoke(&cape).await;
    assert!(matches!(receive_file(&world.database, good.into(), world.now).await, Err(HistoryError::UnknownBar)));
    assert!(world.lines(&cape).await.is_empty());
}

#[tokio::test]
async fn what_does_not_join_waits_for_90_days() {
    let mut world = World::new().await;
    let mut cape = world.bar().await;
    cape.sells(99);
    import(&world, file(&cape, 50, 100)).await;
    world.now = world.now.plus_seconds(WAITING_SECONDS as u64);
    assert_eq!(delete_old_waiting(&world.database, world.now).await.expect("looked"), 0);
    world.now = world.now.plus_seconds(1);
    assert_eq!(delete_old_waiting(&world.database, world.now).await.expect("deleted"), 1);
}
