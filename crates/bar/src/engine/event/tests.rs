//! Tests of entries: parsing, and newer versions.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::*;
use base::{Actor, Envelope, Timestamp};

#[test]
fn an_entry_of_a_newer_version_is_refused_by_its_number() {
    let envelope = Envelope { at: Timestamp::from_millis(1), running: 2, actor: Actor::the_box() };
    let entry = Entry {
        seq: 7,
        envelope,
        starts: vec![Timestamp::from_millis(5), Timestamp::from_millis(6)],
        event: Event::StandbyParted(standby::StandbyParted {}),
    };
    let text = String::from_utf8(entry.to_bytes().expect("JSON")).expect("text");
    assert_eq!(Entry::from_bytes(7, text.as_bytes()).expect("an entry"), entry);
    let newer = text.replacen(&format!("\"v\":{EVENT_VERSION}"), "\"v\":99", 1);
    let unknown = newer.replacen("standby.parted", "standby.married", 1);
    for newer in [newer, unknown] {
        let words = Entry::from_bytes(7, newer.as_bytes()).expect_err("newer").to_string();
        assert_eq!(words, format!("entry 7 has version 99; this Barback knows version {EVENT_VERSION}. Install a newer Barback"));
    }
    let unknown = text.replacen("standby.parted", "standby.married", 1);
    assert!(matches!(Entry::from_bytes(7, unknown.as_bytes()), Err(EntryError::Invalid(_))));
    assert!(matches!(Entry::from_bytes(7, b"{}"), Err(EntryError::Invalid(_))));
}

/// Recorded journals have every kind of event: where the JSON of one has a sale or payments, the questions about money find them.
#[test]
fn the_money_of_every_recorded_event_is_found() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/journals");
    let (mut sales, mut payments) = (BTreeSet::new(), BTreeSet::new());
    for file in std::fs::read_dir(folder).expect("journals").map(|file| file.expect("a file").path()) {
        if file.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for (seq, line) in (1u64..).zip(std::fs::read_to_string(&file).expect("text").lines()) {
            let written: Value = serde_json::from_str(line).expect("JSON");
            let (kind, data) = (written["kind"].as_str().expect("a kind").to_owned(), &written["data"]);
            let event = Entry::from_bytes(seq, line.as_bytes()).expect("an entry").event;
            let has = |member: &str| data.get(member).is_some_and(|value| !value.is_null() && value != &json!([]));
            assert_eq!(has("sale"), event.sale().is_some() && kind != "sales.recorded", "the sale of {line}");
            let has_payments = has("payment") || has("payments") || has("refunds");
            // A counter sale has its payment itself, and a correction changes one that is recorded.
            let is_apart = ["sales.recorded", "payments.corrected"].contains(&kind.as_str());
            assert_eq!(has_payments && !is_apart, !event.payments().is_empty(), "the payments of {line}");
            sales.extend(has("sale").then(|| kind.clone()));
            payments.extend(has_payments.then_some(kind));
        }
    }
    assert!(sales.len() > 5 && payments.len() > 5, "{sales:?} {payments:?}");
}
