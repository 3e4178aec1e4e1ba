//! A second box before and after it takes over.

use head::history::{HistoryError, receive_parcel};

use super::simulated_box::SimulatedBox;
use super::world::World;

/// A second box of `first` with its entries, whose certificate hangs on it.
async fn second(world: &World, first: &SimulatedBox) -> SimulatedBox {
    let copy = world.copy(first, first.journal(), 2).await;
    let (asker, name) = (&first.caller.box_name, &copy.caller.box_name);
    world.sql(&format!("UPDATE boxes SET asked_by = '{asker}' WHERE box = '{name}'")).await;
    copy
}

async fn sends(world: &World, simulated: &SimulatedBox, from: u64) -> Result<bool, HistoryError> {
    let parcel = simulated.parcel(from, simulated.journal(), None);
    receive_parcel(&world.database, &simulated.caller, parcel.into(), world.now).await.map(|taken| taken.answer.counted)
}

async fn is_promoted(world: &World, simulated: &SimulatedBox) -> bool {
    let sql = format!("SELECT promoted_at IS NOT NULL FROM boxes WHERE box = '{}'", simulated.caller.box_name);
    world.sql(&sql).await[0].get(0)
}

#[tokio::test]
async fn a_second_box_that_was_not_promoted_begins_no_line() {
    let world = World::new().await;
    let mut first = world.bar().await;
    first.sells(5);
    world.hello(&first).await;
    assert!(sends(&world, &first, 0).await.expect("taken"));
    let journal = first.journal();
    // As the box that it follows, as one that was restored, and as one that goes on from an older state.
    for (at, turns) in
        [|_: &mut SimulatedBox| {}, |copy: &mut SimulatedBox| copy.is_restored(4), |copy: &mut SimulatedBox| copy.put_back(3)]
            .into_iter()
            .enumerate()
    {
        let mut copy = second(&world, &first).await;
        turns(&mut copy);
        let from = copy.journal().min(journal).saturating_sub(1);
        copy.sells(2);
        world.hello(&copy).await;
        let refused = sends(&world, &copy, from).await;
        assert!(matches!(refused, Err(HistoryError::NotPromoted | HistoryError::Gap { .. })), "{at}: {refused:?}");
        assert!(!is_promoted(&world, &copy).await, "{at}");
        world.sql(&format!("DELETE FROM boxes WHERE box = '{}'", copy.caller.box_name)).await;
    }
    first.sells(1);
    world.hello(&first).await;
    assert!(sends(&world, &first, journal).await.expect("taken"), "the first box counts");
}

#[tokio::test]
async fn a_line_of_a_revoked_box_is_not_for_a_second_box() {
    let world = World::new().await;
    let mut old = world.bar().await;
    old.sells(3);
    world.hello(&old).await;
    sends(&world, &old, 0).await.expect("taken");
    let journal = old.journal();
    let new = world.copy(&old, journal, 3).await;
    world.revoke(&old).await;
    let mut copy = second(&world, &new).await;
    copy.sells(1);
    world.hello(&copy).await;
    let refused = sends(&world, &copy, journal).await;
    assert!(matches!(refused, Err(HistoryError::NotPromoted)), "{refused:?}");
}

#[tokio::test]
async fn box_promoted_makes_it_a_box_of_its_own() {
    let world = World::new().await;
    let mut first = world.bar().await;
    first.sells(3);
    world.hello(&first).await;
    sends(&world, &first, 0).await.expect("taken");
    let sent = first.journal();
    // Head office does not have the last two entries of the first box: the second one sends them first.
    first.sells(2);
    let mut copy = second(&world, &first).await;
    let from = copy.journal();
    copy.is_promoted();
    copy.sells(1);
    world.hello(&copy).await;
    let parcel = copy.parcel(sent, from, None);
    receive_parcel(&world.database, &copy.caller, parcel.into(), world.now).await.expect("taken");
    assert!(!is_promoted(&world, &copy).await);
    assert!(sends(&world, &copy, from).await.expect("taken"), "it counts");
    assert!(is_promoted(&world, &copy).await);
    world.revoke(&first).await;
    copy.sells(1);
    let newest = copy.journal() - 1;
    assert!(sends(&world, &copy, newest).await.expect("taken"));
}
