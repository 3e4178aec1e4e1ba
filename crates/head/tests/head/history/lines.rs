//! Histories that part.

use backup::parcels::DirectivePosition;
use base::Usd;
use head::directives::directive_at_box;
use head::history::{Flag, HistoryError, LineState, hello, here_only, use_line};

use super::simulated_box::{SALE_CENTS, SimulatedBox};
use super::world::World;

/// A bar whose 1,000 entries head office has.
async fn thousand(world: &World) -> SimulatedBox {
    let mut cape = world.bar().await;
    cape.sells(999);
    world.sends(&cape, 250).await;
    cape
}

#[tokio::test]
async fn a_restored_box_counts_and_the_rest_is_known_here_only() {
    let world = World::new().await;
    let mut cape = thousand(&world).await;
    let old = cape.line(1);
    cape.is_restored(900);
    cape.sells(2);
    let answer = world.hello(&cape).await;
    assert_eq!(answer.position.map(|position| (position.line, position.seq)), Some((old, 900)));
    assert_eq!((answer.figures_upto, answer.counted), (0, true));
    // Until its figures are whole, reports show the old line's.
    assert_eq!(world.reported(&cape).await.values().map(|day| day.0).sum::<i64>(), 999);
    world.sends(&cape, 250).await;
    world.has_all(&cape).await;
    assert_eq!(world.reported(&cape).await, cape.days());
    assert_eq!(world.state(&cape, old).await, LineState::Ended);
    assert_eq!(world.state(&cape, cape.line(901)).await, LineState::Current);

    let known = here_only(&world.database, &cape.caller.bar, old).await.expect("counted");
    assert_eq!((known.entries, known.receipts, known.total_revenue), (100, 100, Usd::minor(100 * SALE_CENTS)));
    let lines = world.lines(&cape).await;
    assert_eq!(lines.iter().map(|line| line.known_here_only.entries).collect::<Vec<_>>().iter().sum::<u64>(), 100);
    assert!(matches!(world.all_flags(&cape).await[..], [Flag::HereOnly { entries: 100, .. }]));
    // They can be downloaded.
    assert_eq!(world.stored(&cape, old).await.0.len(), 1_000);
}

#[tokio::test]
async fn an_older_state_without_a_restore_counts_with_an_alert() {
    let world = World::new().await;
    let mut cape = thousand(&world).await;
    let old = cape.line(1);
    cape.put_back(950);
    // It says nothing new yet.
    assert_eq!(world.hello(&cape).await.position.map(|position| position.seq), Some(950));
    cape.sells(5);
    let answer = world.hello(&cape).await;
    assert_eq!(answer.position.map(|position| position.seq), Some(950));
    assert_eq!((answer.figures_upto, answer.counted), (0, true));
    world.sends(&cape, 3).await;
    world.has_all(&cape).await;
    assert_eq!(world.reported(&cape).await, cape.days());
    assert_eq!(world.state(&cape, old).await, LineState::Ended);
    assert_eq!(world.flags(&cape).await, ["here_only"]);
}

#[tokio::test]
async fn a_parcel_of_an_older_state_parts_even_without_a_hello() {
    let world = World::new().await;
    let mut cape = thousand(&world).await;
    cape.put_back(950);
    cape.sells(5);
    let figures = cape.figures(950, &[], 100).remove(0);
    let taken = world.take(&cape, cape.parcel(950, 955, Some(figures))).await.expect("taken");
    // These figures are not all of the new line.
    assert_eq!((taken.figures_upto, taken.counted), (0, true));
    world.sends(&cape, 100).await;
    world.has_all(&cape).await;
}

#[tokio::test]
async fn the_old_box_sells_on_beside_the_promoted_one() {
    let world = World::new().await;
    let mut old = thousand(&world).await;
    let first = old.line(1);
    let mut second = world.copy(&old, 990, 2).await;
    second.is_promoted();
    second.sells(3);
    world.sends(&second, 100).await;
    world.has_all(&second).await;
    assert_eq!(world.state(&old, second.line(991)).await, LineState::Current);
    assert_eq!(world.flags(&old).await, ["here_only"]);

    old.sells(7);
    let answer = world.hello(&old).await;
    assert_eq!((answer.counted, answer.counted_since), (false, Some(world.now)));
    world.sends(&old, 100).await;
    world.has_all(&old).await;
    assert_eq!(world.reported(&old).await, second.days());
    assert_eq!(world.state(&old, first).await, LineState::Beside);
    assert_eq!(world.flags(&old).await, ["beside"]);

    use_line(&world.database, &old.caller.bar, first, world.now).await.expect("used");
    assert_eq!(world.reported(&old).await, old.days());
    assert!(world.hello(&old).await.counted);
    assert!(!world.hello(&second).await.counted);
    world.revoke(&second).await;
    assert_eq!(world.flags(&old).await, ["here_only"]);
}

#[tokio::test]
async fn a_copied_folder_with_another_key_is_counted_nowhere() {
    let world = World::new().await;
    let mut cape = thousand(&world).await;
    for (name, upto) in [(3, 900), (4, 1_000)] {
        let mut copy = world.copy(&cape, upto, name).await;
        // As long as it has nothing of its own, it is asked for nothing.
        let answer = world.hello(&copy).await;
        assert_eq!((answer.position.map(|position| position.seq), answer.figures_upto), (Some(upto), 1_000));
        copy.sells(4);
        assert!(!world.hello(&copy).await.counted);
        world.sends(&copy, 100).await;
        world.has_all(&copy).await;
        assert_eq!(world.state(&cape, copy.mark(upto + 1).hash.expect("an entry").line()).await, LineState::Beside);
    }
    assert_eq!(world.flags(&cape).await, ["beside", "beside"]);
    cape.sells(5);
    world.sends(&cape, 100).await;
    world.has_all(&cape).await;
    assert_eq!(world.reported(&cape).await, cape.days());
    assert!(world.hello(&cape).await.counted);
}

#[tokio::test]
async fn a_new_device_brings_what_head_office_has_not_and_counts() {
    let world = World::new().await;
    let mut cape = thousand(&world).await;
    let old = cape.line(1);
    cape.sells(100);
    let mut device = world.copy(&cape, 1_060, 2).await;
    device.is_restored(1_050);
    device.sells(10);
    assert!(world.hello(&device).await.counted);
    // Its figures may come before its entries.
    for figures in device.figures(0, &[], 9) {
        world.take(&device, device.parcel(1_000, 1_000, Some(figures))).await.expect("taken");
    }
    world.sends(&device, 30).await;
    world.has_all(&device).await;
    assert_eq!(world.reported(&device).await, device.days());
    assert_eq!(world.state(&device, device.line(1_051)).await, LineState::Current);
    assert_eq!(world.state(&device, old).await, LineState::Ended);
    assert!(world.flags(&device).await.is_empty());
}

#[tokio::test]
async fn a_restore_of_what_is_known_here_only_stands_beside() {
    let world = World::new().await;
    let mut cape = thousand(&world).await;
    let copy = cape.copied("aaaaaaaaaaaaaaaa", 950);
    cape.is_restored(900);
    world.sends(&cape, 100).await;
    let counted = cape.line(901);
    // Entries 901 to 950 of the old line count no more.
    cape.entries = copy.entries;
    cape.put_back(950);
    cape.is_restored(950);
    world.sends(&cape, 100).await;
    let line = cape.line(951);
    assert_eq!(world.state(&cape, line).await, LineState::Beside);
    assert_eq!(world.state(&cape, counted).await, LineState::Current);
    use_line(&world.database, &cape.caller.bar, line, world.now).await.expect("used");
    assert_eq!(world.reported(&cape).await, cape.days());
}

#[tokio::test]
async fn a_line_is_chosen_when_its_figures_are_whole() {
    let world = World::new().await;
    let cape = thousand(&world).await;
    let mut copy = world.copy(&cape, 1_000, 2).await;
    copy.sells(2);
    let line = copy.mark(1_001).hash.expect("an entry").line();
    world.hello(&copy).await;
    world.take(&copy, copy.parcel(1_000, 1_002, None)).await.expect("taken");
    let choose = || use_line(&world.database, &cape.caller.bar, line, world.now);
    assert!(matches!(choose().await, Err(HistoryError::Conflict(_))));
    world.sends(&copy, 10).await;
    choose().await.expect("used");
    choose().await.expect("used already");
    assert_eq!(world.state(&cape, cape.line(1)).await, LineState::Ended);
    assert!(matches!(use_line(&world.database, "nobar", line, world.now).await, Err(HistoryError::NotFound)));
}

#[tokio::test]
async fn a_box_that_was_revoked_is_let_in_as_a_new_one() {
    let world = World::new().await;
    let cape = thousand(&world).await;
    world.revoke(&cape).await;
    let mut again = world.copy(&cape, 1_000, 2).await;
    again.sells(5);
    assert!(world.hello(&again).await.counted);
    world.sends(&again, 10).await;
    world.has_all(&again).await;
    assert_eq!(world.lines(&cape).await.len(), 1);
    assert!(world.flags(&cape).await.is_empty());
}

#[tokio::test]
async fn an_empty_head_office_gets_all_lines_of_a_bar_that_was_restored_before() {
    let world = World::new().await;
    let mut cape = world.bar().await;
    cape.sells(50);
    cape.is_restored(40);
    cape.sells(20);
    cape.is_restored(55);
    cape.sells(3);
    world.sends(&cape, 13).await;
    world.has_all(&cape).await;
    assert_eq!(world.lines(&cape).await.len(), 3);
    assert_eq!(world.state(&cape, cape.line(58)).await, LineState::Current);
    assert_eq!(world.state(&cape, cape.line(1)).await, LineState::Ended);
    assert!(world.flags(&cape).await.is_empty());
}

#[tokio::test]
async fn a_head_office_that_was_put_back_gets_the_rest_again() {
    let (today, yesterday) = (World::new().await, World::new().await);
    let mut cape = today.bar().await;
    yesterday.pairs(&cape).await;
    cape.sells(99);
    today.sends(&cape, 30).await;
    yesterday.sends(&cape, 30).await;
    cape.sells(100);
    today.sends(&cape, 30).await;
    cape.sells(1);
    let refused = yesterday.take(&cape, cape.parcel(200, 201, None)).await;
    assert!(matches!(refused, Err(HistoryError::Gap { position: Some(position) }) if position.seq == 100));
    assert_eq!(yesterday.hello(&cape).await.figures_upto, 100);
    yesterday.sends(&cape, 30).await;
    yesterday.has_all(&cape).await;
    assert_eq!(yesterday.lines(&cape).await.len(), 1);
}

#[tokio::test]
async fn a_lost_parcel_of_the_second_box_does_not_matter() {
    // A box that follows has less than head office, and takes over.
    let world = World::new().await;
    let cape = thousand(&world).await;
    let mut second = world.copy(&cape, 400, 2).await;
    second.is_promoted();
    // Its first entry alone tells that it took over.
    world.hello(&second).await;
    world.take(&second, second.parcel(400, 401, None)).await.expect("taken");
    assert_eq!(world.state(&second, second.line(401)).await, LineState::Current);
    let known = here_only(&world.database, &cape.caller.bar, cape.line(1)).await.expect("counted");
    assert_eq!(known.entries, 600);
}

#[tokio::test]
async fn the_newest_directive_of_the_box_is_known() {
    let world = World::new().await;
    let cape = world.bar().await;
    let mut message = cape.hello(&[]);
    message.directives = DirectivePosition { number: 9, id: Some("id9".to_owned()) };
    hello(&world.database, &cape.caller, &message, "Chain", world.now).await.expect("an answer");
    let bar = cape.caller.bar.as_str();
    let at = world.database.snapshot(move |transaction| async move { directive_at_box(&transaction, bar).await }).await;
    let at = at.expect("known");
    assert_eq!((at.number, at.id), (9, message.directives.id));
}
