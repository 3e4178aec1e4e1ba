//! Figures: the newest stands, in any order; rows that cannot be kept; sets that are not known.

use std::collections::BTreeMap;

use backup::parcels::{FigureRow, FigureRows, ProtocolRange};
use base::Timestamp;
use head::history::{Flag, HistoryError, hello};
use serde_json::{Value, json};

use super::world::World;

fn rows(upto: u64, sets: &[(&str, Value)]) -> FigureRows {
    let read = |value: &Value| -> Vec<FigureRow> { serde_json::from_value(value.clone()).expect("rows") };
    let sets: BTreeMap<String, Vec<FigureRow>> = sets.iter().map(|(name, value)| ((*name).to_owned(), read(value))).collect();
    FigureRows { upto, first: upto, last: true, whole: Vec::new(), sets }
}

#[tokio::test]
async fn the_newest_figure_stands() {
    let world = World::new().await;
    let mut cape = world.bar().await;
    cape.sells(9);
    world.sends(&cape, 10).await;
    let taking = |amount: i64| json!([["2026-11-21", "cash", "USD", amount]]);
    for (upto, amount, expected, is_known) in [(12, 500, 500, false), (11, 400, 500, true), (12, 700, 500, true), (13, -20, -20, false)] {
        let figures = rows(upto, &[("taking", taking(amount))]);
        let taken = world.take(&cape, cape.parcel(10, 10, Some(figures))).await.expect("taken");
        assert_eq!(taken.duplicate, is_known, "upto {upto}");
        let stored = world.sql("SELECT amount FROM fig_taking").await;
        assert_eq!(stored.iter().map(|row| row.get(0)).collect::<Vec<i64>>(), [expected]);
    }
}

#[tokio::test]
async fn every_set_has_its_table() {
    let world = World::new().await;
    let cape = world.bar().await;
    world.hello(&cape).await;
    let day = json!(["2026-11-21", 1, 2, 3, 4, 5, 6, 7]);
    let figures = rows(
        1,
        &[
            ("day", json!([day])),
            ("hour", json!([["2026-11-21", 20, 1, 2, 3, 4, 5, 6, 7]])),
            ("product_day", json!([["2026-11-21", 7, 1, 2, 3, 4]])),
            ("product_month", json!([["2026-11-01", 7, 1, 2, 3, 4]])),
            ("category", json!([["2026-11-21", "drinks", 1, 2, 3, 4]])),
            ("person", json!([["2026-11-21", 3, 1, 2, 3, 4, 5, 6, 7]])),
            ("taking", json!([["2026-11-21", "cash", "USD", 1]])),
            ("exception", json!([["2026-11-21", 3, "void", "Flat", 1, 200]])),
            ("shift", json!([[1, "Bar", "Musu", "2026-11-21", "2026-11-21T18:00:00Z", null, "open", null, 1, 2, null, null]])),
            ("open", json!([["tab", "7", "Musu", null, "2026-11-21T18:00:00.000Z", "Jane", 1, 2, 3], ["order", "8"]])),
            ("stock", json!([[7, 3, null, 5, "low"]])),
            ("product", json!([[7, "Beer", null, null, "drinks", "USD", 200, null, false, null]])),
            ("user", json!([[3, "musu", "Musu", "K", "admin", true, null]])),
            ("setting", json!([["rate", "190"]])),
            ("directive", json!([[1, "id", "applied", null, null, "2026-11-21T18:00:00Z"]])),
        ],
    );
    world.take(&cape, cape.parcel(1, 1, Some(figures))).await.expect("taken");
    for set in backup::parcels::Set::ALL {
        let count = world.sql(&format!("SELECT upto FROM fig_{}", set.as_str())).await.len();
        assert_eq!(count, if set.as_str() == "open" { 2 } else { 1 }, "{}", set.as_str());
    }
    assert!(world.flags(&cape).await.is_empty());
}

#[tokio::test]
async fn what_a_newer_box_sends_passes_and_what_cannot_be_kept_is_reported() {
    let world = World::new().await;
    let mut cape = world.bar().await;
    cape.sells(3);
    cape.writes_garbage();
    cape.sells(1);
    cape.sets.push("weather".to_owned());
    world.hello(&cape).await;
    let beyond = json!([["2026-11-21", "cash", "USD", 9_223_372_036_854_775_808_u64], ["2026-11-21", "card", "USD", 5]]);
    let figures = rows(6, &[("weather", json!([["2026-11-21", "rain"]])), ("taking", beyond)]);
    let taken = world.take(&cape, cape.parcel(0, 6, Some(figures))).await.expect("taken");
    assert_eq!((taken.figures_upto, taken.duplicate), (6, false));
    assert_eq!(world.all_flags(&cape).await, [Flag::Figures { rows: 1 }]);
    assert_eq!(world.sql("SELECT amount FROM fig_taking").await.len(), 1);
    // A set that this program does not know is not asked for; a newer head office asks.
    assert!(world.hello(&cape).await.wants.is_empty());
    let sets: String = world.sql("SELECT value FROM meta WHERE name LIKE 'figure_sets:%'").await[0].get(0);
    assert!(sets.contains("weather") && !sets.contains(r#""weather":"#), "{sets}");
    // The row is reported until it arrives well.
    let figures = rows(7, &[("taking", json!([["2026-11-21", "cash", "USD", 5]]))]);
    world.take(&cape, cape.parcel(6, 6, Some(figures))).await.expect("taken");
    assert!(world.flags(&cape).await.is_empty());
}

#[tokio::test]
async fn a_set_that_the_box_learns_is_asked_for_once() {
    let world = World::new().await;
    let mut cape = world.bar().await;
    cape.sets = vec!["setting".to_owned()];
    cape.sells(30);
    world.sends(&cape, 100).await;
    assert!(world.hello(&cape).await.wants.is_empty());
    cape.sets.push("stock".to_owned());
    assert_eq!(world.hello(&cape).await.wants, ["stock"]);
    world.sends(&cape, 100).await;
    assert!(world.hello(&cape).await.wants.is_empty());
}

#[tokio::test]
async fn what_a_whole_set_has_no_more_is_gone() {
    let world = World::new().await;
    let cape = world.bar().await;
    world.hello(&cape).await;
    let send = async |mut figures: FigureRows, whole: &[&str], last: bool| {
        (figures.whole, figures.last) = (whole.iter().map(|set| (*set).to_owned()).collect(), last);
        let taken = world.take(&cape, cape.parcel(1, 1, Some(figures))).await.expect("taken");
        let names = world.sql("SELECT name FROM fig_setting ORDER BY name").await;
        (taken.duplicate, names.iter().map(|row| row.get(0)).collect::<Vec<String>>().join(" "))
    };
    let early = || rows(4, &[("setting", json!([["old", "1"], ["rate", "190"]]))]);
    assert_eq!(send(early(), &[], true).await, (false, "old rate".to_owned()));
    // Nothing is gone before the last part.
    assert_eq!(send(rows(6, &[("setting", json!([["rate", "195"]]))]), &["setting"], false).await, (false, "old rate".to_owned()));
    let last = || FigureRows { first: 6, ..rows(7, &[("setting", json!([["zone", "UTC"]]))]) };
    assert_eq!(send(last(), &["setting"], true).await, (false, "rate zone".to_owned()));
    // Late and repeated parcels change nothing.
    assert_eq!(send(early(), &[], true).await, (true, "rate zone".to_owned()));
    assert_eq!(send(early(), &["setting"], true).await, (true, "rate zone".to_owned()));
    assert_eq!(send(last(), &["setting"], true).await, (true, "rate zone".to_owned()));
}

#[tokio::test]
async fn a_sending_in_parts_is_complete_with_the_last() {
    let world = World::new().await;
    let mut cape = world.bar().await;
    cape.sells(400);
    world.hello(&cape).await;
    let mut parts = cape.figures(0, &[], 4);
    assert!(parts.len() > 2);
    let last = parts.pop().expect("a part");
    for part in parts {
        assert_eq!(world.take(&cape, cape.parcel(0, 0, Some(part))).await.expect("taken").figures_upto, 0);
    }
    assert_eq!(world.take(&cape, cape.parcel(0, 0, Some(last))).await.expect("taken").figures_upto, 401);
    assert_eq!(world.hello(&cape).await.figures_upto, 401);
}

#[tokio::test]
async fn clocks_and_versions() {
    let world = World::new().await;
    let mut cape = world.bar().await;
    for (now, is_off) in [("1970-01-01T00:10:00Z", true), ("2090-01-01T00:00:00Z", true), ("2026-11-21T19:56:00Z", false)] {
        cape.now = Timestamp::parse(now).expect("legal");
        cape.sells(1);
        world.sends(&cape, 10).await;
        assert_eq!(world.flags(&cape).await, if is_off { vec!["clock"] } else { vec![] }, "{now}");
    }
    let mut message = cape.hello(&[]);
    message.protocol = ProtocolRange { min: 2, max: 3 };
    let answer = hello(&world.database, &cape.caller, &message, "Chain", world.now).await;
    assert!(matches!(answer, Err(HistoryError::Protocol)));
}
