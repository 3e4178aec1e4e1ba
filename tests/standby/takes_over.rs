//! Promotion after the first box dies while several phones sell: every sale exists once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use store::{Folder, RawEntry, Store, entries_after};

use crate::box_process::BoxProcess;
use crate::cli::{barback, busy_bar, signs_in};
use crate::ledger::{KeyedRequest, shown_sales};
use crate::pair::{a_pair, caught_up, journal_of, second, until};
use crate::phone::{PASSWORD, Phone};
use crate::rebuild_check;
use crate::rng::SeededRng;

const PHONES: u64 = 5;
/// Entries that the first box writes during these sales before it dies.
const ENTRIES: u64 = 250;

fn journal_in(data: &Path) -> Vec<RawEntry> {
    let store = Store::open(Folder::lock(data).expect("free")).expect("whole");
    rebuild_check::assert_rebuilds(&store);
    store.read(|view| entries_after(view, 0, usize::MAX)).expect("a journal")
}

/// Sells until `over` is set. Returns all requests, answered or not.
async fn sell_on(phone: Phone, name: String, over: Arc<AtomicBool>) -> Vec<KeyedRequest> {
    let mut rng = SeededRng::from_env();
    let mut requests: Vec<KeyedRequest> = Vec::new();
    while !over.load(Ordering::Relaxed) {
        let request = KeyedRequest::random(format!("{name} {}", requests.len()), &mut rng);
        if !request.is_sale() {
            continue;
        }
        requests.push(request);
        if let Some(request) = requests.last_mut()
            && !request.send(&phone).await
        {
            return requests;
        }
    }
    requests
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_first_box_dies_the_second_has_every_sale_once() {
    let room = tempfile::tempdir().expect("room");
    let [one, other] = ["first", "second"].map(|name| room.path().join(name));
    let (bar, phone, before) = busy_bar(&one, &[], 20).await;
    let stand = second(&other, &phone, bar.port()).await;
    caught_up(stand.port(), bar.port()).await;
    let over = Arc::new(AtomicBool::new(false));
    let sellers: Vec<_> = (0..PHONES).map(|number| tokio::spawn(sell_on(phone.clone(), format!("phone {number}"), over.clone()))).collect();
    let begun = journal_of(bar.port()).await;
    while journal_of(bar.port()).await < begun + ENTRIES {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let acknowledged = journal_of(stand.port()).await;
    bar.kill();
    over.store(true, Ordering::Relaxed);
    let mut requests = before;
    for seller in sellers {
        requests.extend(seller.await.expect("ended"));
    }
    requests.retain(KeyedRequest::is_sale);

    let report = barback(&other, &["promote"]).ok();
    let journal: u64 =
        report.split("up to entry ").nth(1).and_then(|rest| rest.split(',').next()).expect("a number").parse().expect("a number");
    assert!(journal >= acknowledged, "entries that it had are gone: {report}");
    until(stand.port(), |health| health["status"] == "ok").await;
    assert_eq!(Phone::new(stand.port(), phone.token()).get("/api/products").await.expect("an answer").status, 401, "old sessions end");
    let phone = signs_in(stand.port(), PASSWORD).await;
    let shown = shown_sales(&phone, 0).await;

    // Every sale that was confirmed to a phone is there unchanged, or it was sold in the window before the second box fetched it.
    let (mut held, mut window) = (0, 0);
    let mut numbers = BTreeSet::new();
    for request in &requests {
        let lines = request.lines();
        numbers.extend(lines.first().map(number));
        let there: Vec<bool> = lines.iter().map(|line| shown.get(&line["id"].as_u64().expect("an id")) == Some(line)).collect();
        assert!(there.iter().all(|one| *one == there[0]), "{}: only a part of it is there", request.key);
        match there.first() {
            Some(true) => held += 1,
            Some(false) => window += 1,
            None => {}
        }
    }
    // Phones repeat their requests under the same keys: sales that are there get the same answer, to the byte; the others are sold now.
    let first_new = shown.keys().next_back().copied().unwrap_or_default() + 1;
    let mut sold_now = BTreeMap::new();
    for request in &mut requests {
        let missing = request.lines().first().is_some_and(|line| shown.get(&line["id"].as_u64().expect("an id")) != Some(line));
        if missing {
            request.answer = None;
        }
        let unheard = request.answer.is_none();
        assert!(request.send(&phone).await, "{} is refused", request.key);
        for line in request.lines().into_iter().filter(|_| unheard) {
            if line["id"].as_u64().expect("an id") >= first_new {
                assert!(numbers.insert(number(&line)) || sold_now.contains_key(&number(&line)), "{} was given twice", number(&line));
                sold_now.insert(number(&line), ());
            }
        }
    }
    assert!(sold_now.keys().all(|number| counter(number) > 100_000_000), "{sold_now:?}");
    let again = shown_sales(&phone, 0).await;
    let lines: BTreeSet<u64> = requests.iter().flat_map(KeyedRequest::lines).map(|line| line["id"].as_u64().expect("an id")).collect();
    assert_eq!(
        again.keys().copied().collect::<BTreeSet<u64>>(),
        lines,
        "left: sales of the box; right: sales confirmed to phones, each once"
    );
    println!("{held} sales were there, {window} confirmed ones fell into the window, {} were sold again", sold_now.len());
    assert_eq!(stand.terminate().status.code(), Some(0));

    // The journals are the same up to the promotion.
    let (theirs, ours) = (journal_in(&one), journal_in(&other));
    let common = usize::try_from(journal).expect("few");
    assert!(ours.len() > common && theirs[..common] == ours[..common], "another history");
    assert!(theirs.get(common).is_none() || theirs[common] != ours[common]);
    println!("the first box had {} entries more", theirs.len() - common);
    let verified = barback(&other, &["verify"]).ok();
    assert!(verified.contains("all the same"), "{verified}");
}

fn number(line: &serde_json::Value) -> String {
    line["receiptNumber"].as_str().expect("a number").to_owned()
}

fn counter(number: &str) -> u64 {
    number.rsplit('-').next().and_then(|counter| counter.parse().ok()).expect("R-YYYYMMDD-NNNN")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_promoted_box_comes_back_as_the_first_after_a_power_cut() {
    let room = tempfile::tempdir().expect("room");
    let [one, other] = ["first", "second"].map(|name| room.path().join(name));
    let (bar, _, stand) = a_pair(&one, &other, 5).await;
    bar.kill();
    barback(&other, &["promote"]).ok();
    until(stand.port(), |health| health["status"] == "ok").await;
    assert_eq!(signs_in(stand.port(), PASSWORD).await.sells(1, 1).await.expect("an answer").status, 201);
    stand.kill();
    let stand = BoxProcess::open(&other, &[]);
    assert_eq!(signs_in(stand.port(), PASSWORD).await.sells(1, 1).await.expect("an answer").status, 201);
    // `follow` by mistake, as in an old unit file: the box no longer stands by for another.
    stand.terminate();
    let refused = BoxProcess::start(&other, &["follow"]).err().expect("refused").errors;
    assert!(refused.contains("stands by for no box"), "{refused}");
}
