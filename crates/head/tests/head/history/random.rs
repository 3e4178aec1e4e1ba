//! Random histories: whatever is sent twice, late, in other pieces, by two heads at once, and however boxes part, each entry is there
//! once, and figures are the newest.

use std::sync::OnceLock;

use backup::parcels::EntryMark;
use head::database::Options;
use head::history::{HistoryError, LineState, join_steps, receive_file};
use proptest::prelude::*;

use super::simulated_box::SimulatedBox;
use super::world::World;
use crate::postgres;

#[derive(Debug, Clone)]
enum Act {
    Sells(u64),
    /// Sends entries from `back` before head office's position, in parcels of `size`, to both heads at once.
    Sends {
        back: u64,
        size: u64,
    },
    SendsTwice,
    /// Sends a parcel of an earlier state again.
    SendsOld(prop::sample::Index),
    /// A file whose parcels are in another order.
    ByFile {
        size: u64,
        skip: u64,
    },
    Restored(prop::sample::Index),
    PutBack(prop::sample::Index),
    Joins,
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        4 => (1..30_u64).prop_map(Act::Sells),
        4 => (0..20_u64, 1..25_u64).prop_map(|(back, size)| Act::Sends { back, size }),
        1 => Just(Act::SendsTwice),
        2 => any::<prop::sample::Index>().prop_map(Act::SendsOld),
        2 => (1..20_u64, 0..30_u64).prop_map(|(size, skip)| Act::ByFile { size, skip }),
        1 => any::<prop::sample::Index>().prop_map(Act::Restored),
        1 => any::<prop::sample::Index>().prop_map(Act::PutBack),
        1 => Just(Act::Joins),
    ]
}

/// Two heads on one database, which all cases share.
async fn heads() -> (World, World) {
    static URL: OnceLock<String> = OnceLock::new();
    if URL.get().is_none() {
        let _ = URL.set(postgres::migrated_url().await);
    }
    let url = URL.get().expect("set");
    let now = base::Timestamp::parse("2026-11-21T20:00:10Z").expect("legal");
    let open = |options| World { database: postgres::open(url, options), now };
    (open(Options::default()), open(World::serializable_options()))
}

/// Sends to both heads at once. A gap is no failure: the box says hello and goes on from there.
async fn send_to_both(heads: &(World, World), simulated: &SimulatedBox, bytes: Vec<u8>) {
    let (first, second) = tokio::join!(heads.0.take(simulated, bytes.clone()), heads.1.take(simulated, bytes));
    for taken in [first, second] {
        assert!(matches!(taken, Ok(_) | Err(HistoryError::Gap { .. })), "{taken:?}");
    }
}

async fn play(acts: Vec<(bool, Act)>) {
    let mut heads = heads().await;
    let mut one = heads.0.bar().await;
    one.sells(20);
    heads.0.sends(&one, 10).await;
    let mut two = heads.0.copy(&one, 15, 2).await;
    two.is_promoted();
    let mut sent: Vec<(bool, EntryMark, Vec<u8>)> = Vec::new();
    for (is_second, act) in acts {
        let acting = if is_second { &mut two } else { &mut one };
        match act {
            Act::Sells(times) => acting.sells(times),
            Act::Sends { back, size } => {
                let position = heads.1.hello(acting).await.position.map_or(0, |position| position.seq);
                let mut at = position.saturating_sub(back);
                while at < acting.journal() {
                    let to = (at + size).min(acting.line_end(at + 1));
                    let figures = acting.figures(0, &[], 1_000).remove(0);
                    let bytes = acting.parcel(at, to, Some(figures));
                    sent.push((is_second, acting.mark(acting.journal()), bytes.clone()));
                    send_to_both(&heads, acting, bytes).await;
                    at = to;
                }
            }
            Act::SendsTwice => {
                heads.0.sends(acting, 11).await;
                heads.1.sends(acting, 5).await;
            }
            Act::SendsOld(place) if !sent.is_empty() => {
                let (by_second, state, bytes) = place.get(&sent).clone();
                let by = if by_second { &two } else { &one };
                // Figures of a state that the box has left would be taken for those of its present one.
                if by.mark(state.seq) == state {
                    send_to_both(&heads, by, bytes).await;
                }
            }
            Act::SendsOld(_) => {}
            Act::ByFile { size, skip } => {
                heads.0.hello(acting).await;
                let mut parcels = Vec::new();
                let mut at = skip.min(acting.journal());
                while at < acting.journal() {
                    let to = (at + size).min(acting.line_end(at + 1));
                    parcels.push(acting.parcel(at, to, None));
                    at = to;
                }
                parcels.reverse();
                if !parcels.is_empty() {
                    receive_file(&heads.1.database, parcels.concat().into(), heads.1.now).await.expect("a file");
                }
            }
            Act::Restored(place) => {
                let upto = place.index(acting.entries.len()) as u64 + 1;
                acting.is_restored(upto);
            }
            Act::PutBack(place) => {
                let upto = place.index(acting.entries.len()) as u64 + 1;
                acting.put_back(upto);
            }
            Act::Joins => {
                heads.0.now = heads.0.now.plus_seconds(25 * 60 * 60);
                heads.1.now = heads.0.now;
                let (first, second) = tokio::join!(join_steps(&heads.0.database, heads.0.now), join_steps(&heads.1.database, heads.1.now));
                first.and(second).expect("joined");
            }
        }
    }
    for simulated in [&mut one, &mut two] {
        // What it does last is something that head office cannot have.
        simulated.sells(1);
        heads.0.sends(simulated, 17).await;
        heads.1.has_all(simulated).await;
    }
    let lines = heads.0.lines(&one).await;
    assert_eq!(lines.iter().filter(|line| line.row.state == LineState::Current).count(), 1, "{lines:#?}");
    for line in &lines {
        let (entries, _) = heads.0.stored(&one, line.row.name).await;
        assert_eq!(entries.len() as u64, line.row.newest.seq);
    }
    let reported = heads.0.reported(&one).await;
    assert!(reported == one.days() || reported == two.days() || lines.len() > 2, "{reported:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 200, ..ProptestConfig::default() })]
    #[test]
    fn every_entry_is_there_once_and_figures_are_the_newest(acts in proptest::collection::vec((any::<bool>(), act()), 1..14)) {
        static RUNTIME: OnceLock<tokio::runtime::Runtime> = OnceLock::new();
        let runtime = RUNTIME.get_or_init(|| tokio::runtime::Builder::new_multi_thread().worker_threads(3).enable_all().build().expect("a runtime"));
        runtime.block_on(play(acts));
    }
}
