//! Recorded journals: what a release wrote must be read for ever, and come to the same figures.
//!
//! `BARBACK_RECORD=1 cargo test --no-default-features --test api` records the nights of this version, once: a journal that
//! is there is never written again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use barback::backup::{Figures, figures};
use barback::engine;
use barback::store::{self, MemoryTables, RawEntry, Store};
use serde_json::Value;

/// What the journals of the first release hold between them.
const KINDS: [&str; 24] = [
    "box.backed_up",
    "catalog.archived",
    "catalog.imported",
    "catalog.saved",
    "catalog.scanned",
    "credit.attached",
    "credit.given",
    "credit.order_voided",
    "credit.paid",
    "orders.changed",
    "orders.item_added",
    "orders.item_removed",
    "orders.moved",
    "orders.paid",
    "orders.placed",
    "orders.table",
    "rates.changed",
    "sales.recorded",
    "sales.voided",
    "settings.changed",
    "staff.password",
    "staff.saved",
    "staff.signed_in",
    "stock.moved",
];

fn journals() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journals")
}

/// Records the journal of a story that was told, when that was asked for.
pub fn record(store: &Store, story: &str) {
    let name = journals().join(format!("{}-{story}.jsonl", env!("CARGO_PKG_VERSION")));
    if std::env::var_os("BARBACK_RECORD").is_none() || name.exists() {
        return;
    }
    let mut text = String::new();
    let told = store.read(|view| {
        for raw in store::entries_after(view, 0, usize::MAX - 1)? {
            let bytes = engine::read(&raw)?.to_bytes().expect("JSON");
            text.push_str(&String::from_utf8(bytes).expect("text"));
            text.push('\n');
        }
        figures(view)
    });
    fs::create_dir_all(journals()).expect("a folder");
    fs::write(&name, text).expect("written");
    fs::write(name.with_extension("json"), serde_json::to_string_pretty(&told.expect("figures")).expect("JSON") + "\n").expect("written");
}

#[test]
fn every_journal_that_was_ever_written_comes_to_the_same_figures() {
    let mut kinds = BTreeSet::new();
    let mut found = BTreeMap::new();
    for file in fs::read_dir(journals()).expect("recorded journals").map(|file| file.expect("a file").path()) {
        if file.extension().is_none_or(|ending| ending != "jsonl") {
            continue;
        }
        let mut journal = MemoryTables::new();
        for (seq, line) in (1..).zip(fs::read_to_string(&file).expect("text").lines()) {
            let entry: Value = serde_json::from_str(line).expect("JSON");
            kinds.insert(entry["kind"].as_str().expect("a kind").to_owned());
            let raw = RawEntry { seq, bytes: line.as_bytes().to_vec() };
            let read = engine::read(&raw).unwrap_or_else(|error| panic!("{}, entry {seq}: {error}", file.display()));
            // What is written today of an old entry says all that the old one said.
            let again: Value = serde_json::from_slice(&read.to_bytes().expect("JSON")).expect("JSON");
            assert!(says(&again, &entry), "{}, entry {seq} lost something: {entry}\n{again}", file.display());
            store::append(&mut journal, seq, line.as_bytes()).expect("memory");
        }
        let mut tables = MemoryTables::new();
        let entries = engine::rebuild(&journal, &mut tables).expect("it replays");
        let recorded: Figures = serde_json::from_str(&fs::read_to_string(file.with_extension("json")).expect("figures")).expect("JSON");
        let made = figures(&tables).expect("figures");
        for (name, figure) in &recorded {
            assert_eq!(made.get(name), Some(figure), "{}: {name}", file.display());
        }
        assert!(recorded["sales"] > 0, "{}: nothing was sold", file.display());
        found.insert(file, entries);
    }
    assert!(found.len() >= 2, "the journals of the first release are gone: {found:?}");
    let missing: Vec<&&str> = KINDS.iter().filter(|kind| !kinds.contains(**kind)).collect();
    assert!(missing.is_empty(), "no recorded journal holds {missing:?}");
}

/// Whether `now` says all that `then` said; it may say more.
fn says(now: &Value, then: &Value) -> bool {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => then.iter().all(|(name, then)| now.get(name).is_some_and(|now| says(now, then))),
        (Value::Array(now), Value::Array(then)) => now.len() == then.len() && now.iter().zip(then).all(|(now, then)| says(now, then)),
        _ => now == then,
    }
}
