//! Replay of recorded journals: every later version must read them and get the same figures and the same print jobs.
//!
//! `tests/record` records the stories of this version. An existing journal is never overwritten.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use barback::backup::{BarFigures, figures};
use barback::engine::{self, Event};
use barback::printing::{self, JobKind, JobStatus, PrintJob};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use store::{self, MemoryTables, RawEntry, Store};

use crate::bar::assert_print_jobs_match_journal;

fn journal_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journals")
}

/// Records the journal and the figures of a finished story if `BARBACK_RECORD` is set and no such journal exists.
pub fn record(store: &Store, story: &str) {
    let name = journal_folder().join(format!("{}-{story}.jsonl", env!("CARGO_PKG_VERSION")));
    if std::env::var_os("BARBACK_RECORD").is_none() || name.exists() {
        return;
    }
    let mut text = String::new();
    let recorded = store.read(|view| {
        for raw in store::entries_after(view, 0, usize::MAX - 1)? {
            let bytes = engine::Entry::parse(&raw)?.to_bytes().expect("JSON");
            text.push_str(&String::from_utf8(bytes).expect("text"));
            text.push('\n');
        }
        figures(view)
    });
    fs::create_dir_all(journal_folder()).expect("a folder");
    fs::write(&name, text).expect("written");
    fs::write(name.with_extension("json"), serde_json::to_string_pretty(&recorded.expect("figures")).expect("JSON") + "\n")
        .expect("written");
    println!("recorded {}", name.display());
}

/// All journal entries of `store` as JSON.
pub fn entries(store: &Store) -> Vec<Value> {
    let raw = store.read(|view| store::entries_after(view, 0, usize::MAX - 1)).expect("a journal");
    raw.iter().map(|raw| serde_json::from_slice(&raw.bytes).expect("JSON")).collect()
}

/// The serialized names of an enum's variants, taken from the error of serde about an unknown variant.
fn variants<T: DeserializeOwned + Debug>(unknown: Value) -> BTreeSet<String> {
    let error = serde_json::from_value::<T>(unknown).expect_err("no such variant").to_string();
    let names: BTreeSet<String> = error.split('`').skip(1).step_by(2).filter(|name| *name != "?").map(str::to_owned).collect();
    assert!(names.len() > 2, "no variants in: {error}");
    names
}

/// The kinds of events and print jobs in journals.
#[derive(Default)]
pub struct Kinds {
    events: BTreeSet<String>,
    jobs: BTreeSet<String>,
    statuses: BTreeSet<String>,
    retried: bool,
    moved: bool,
}

impl Kinds {
    /// The kinds in these entries.
    pub fn of(entries: &[Value]) -> Self {
        let mut kinds = Kinds::default();
        entries.iter().for_each(|entry| kinds.add(entry));
        kinds
    }

    fn add(&mut self, entry: &Value) {
        let (kind, data) = (entry["kind"].as_str().expect("a kind"), &entry["data"]);
        self.events.insert(kind.to_owned());
        match kind {
            "printing.queued" => {
                let kind = &data["kind"];
                let names = kind.as_object().and_then(|kind| kind.keys().next()).map(String::as_str);
                self.jobs.extend(kind.as_str().or(names).map(str::to_owned));
                self.statuses.insert("queued".to_owned());
            }
            "printing.moved" => {
                self.statuses.extend(data["status"].as_str().map(str::to_owned));
                self.retried |= data["asked"] == true;
                self.moved |= data["printer_id"].is_u64();
            }
            _ => {}
        }
    }

    /// The kinds that no entry has.
    pub fn missing(&self) -> Vec<String> {
        let mut missing: Vec<String> =
            variants::<Event>(json!({"kind": "?", "data": null})).difference(&self.events).map(|kind| format!("event {kind}")).collect();
        missing.extend(variants::<JobKind>(json!("?")).difference(&self.jobs).map(|kind| format!("print job {kind}")));
        missing.extend(variants::<JobStatus>(json!("?")).difference(&self.statuses).map(|status| format!("print job that is {status}")));
        missing.extend((!self.retried).then(|| "print job that was retried by hand".to_owned()));
        missing.extend((!self.moved).then(|| "print job that was moved to another printer".to_owned()));
        missing
    }
}

/// A journal that some version recorded.
struct RecordedJournal {
    path: PathBuf,
    lines: Vec<String>,
}

impl RecordedJournal {
    /// All recorded journals.
    fn all() -> Vec<RecordedJournal> {
        let files = fs::read_dir(journal_folder()).expect("recorded journals").map(|file| file.expect("a file").path());
        let journals = files.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
        let read = |path: PathBuf| {
            let lines = fs::read_to_string(&path).expect("text").lines().map(str::to_owned).collect();
            RecordedJournal { path, lines }
        };
        let all: Vec<RecordedJournal> = journals.map(read).collect();
        assert!(all.len() >= 2, "the journals of the first release are gone");
        all
    }

    fn entries(&self) -> Vec<Value> {
        self.lines.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    /// The figures recorded with this journal.
    fn figures(&self) -> BarFigures {
        serde_json::from_str(&fs::read_to_string(self.path.with_extension("json")).expect("figures")).expect("JSON")
    }
}

/// The journal of these lines, and the tables rebuilt from it.
fn replayed<'a>(lines: impl IntoIterator<Item = &'a str>) -> (MemoryTables, MemoryTables) {
    let mut journal = MemoryTables::new();
    for (seq, line) in (1..).zip(lines) {
        store::append(&mut journal, seq, line.as_bytes()).expect("memory");
    }
    let mut tables = MemoryTables::new();
    engine::rebuild(&journal, &mut tables).expect("it replays");
    (journal, tables)
}

#[test]
fn every_recorded_journal_still_gives_the_recorded_figures() {
    for recorded in RecordedJournal::all() {
        let name = recorded.path.display();
        for ((seq, line), entry) in (1..).zip(&recorded.lines).zip(recorded.entries()) {
            let raw = RawEntry { seq, bytes: line.as_bytes().to_vec() };
            let read = engine::Entry::parse(&raw).unwrap_or_else(|error| panic!("{name}, entry {seq}: {error}"));
            // Writing an old entry again keeps all of its data.
            let bytes = read.to_bytes().expect("JSON");
            let again: Value = serde_json::from_slice(&bytes).expect("JSON");
            assert_eq!(engine::Entry::parse(&RawEntry { seq, bytes }).expect("an entry"), read, "{name}, entry {seq}");
            assert!(
                preserves(&again["data"], &entry["data"]) && again["kind"] == entry["kind"],
                "{name}, entry {seq} lost something: {entry}\n{again}"
            );
        }
        let (journal, tables) = replayed(recorded.lines.iter().map(String::as_str));
        let (figures, rebuilt) = (recorded.figures(), figures(&tables).expect("figures"));
        for (figure, amount) in &figures {
            assert_eq!(rebuilt.get(figure), Some(amount), "{name}: {figure}");
        }
        assert!(figures["sales"] > 0, "{name}: nothing was sold");
        assert_print_jobs_match_journal(&journal, &tables).expect("memory");
    }
}

#[test]
fn every_kind_of_event_and_print_job_is_recorded() {
    let mut kinds = Kinds::default();
    for recorded in RecordedJournal::all() {
        recorded.entries().iter().for_each(|entry| kinds.add(entry));
    }
    let missing = kinds.missing();
    assert!(
        missing.is_empty(),
        "no recorded journal holds {missing:?}: add it to tests/api/journal/record.rs, then record with tests/record"
    );
}

/// Replays with settings that print everything on another printer, and with settings that print nothing.
#[test]
fn another_printing_policy_changes_no_recorded_print_job() {
    let elsewhere = json!({"id": 99, "name": "Elsewhere", "url": "tcp://192.168.1.99:9100", "columns": 48, "profile": "default",
        "categories": ["drinks", "food", "cigars", "uncategorized"], "enabled": true, "from_command_line": false, "opens_drawer": true,
        "drawer_pin": 2, "receipts": true});
    let mut jobs = 0;
    for recorded in RecordedJournal::all() {
        let (_, tables) = replayed(recorded.lines.iter().map(String::as_str));
        let printed = all_jobs(&tables);
        for printers in [json!([elsewhere]), json!([])] {
            let edited = recorded.entries().into_iter().map(|mut entry| {
                if entry["kind"] == "settings.changed" {
                    let settings = &mut entry["data"]["settings"];
                    (settings["printers"], settings["auto_print"]) = (printers.clone(), json!(printers != json!([])));
                }
                entry.to_string()
            });
            let edited: Vec<String> = edited.collect();
            let (_, tables) = replayed(edited.iter().map(String::as_str));
            assert_eq!(all_jobs(&tables), printed, "{}", recorded.path.display());
        }
        jobs += printed.0.len();
    }
    assert!(jobs > 0, "no recorded journal prints anything");
}

/// Every print job, and the number of open ones.
fn all_jobs(tables: &MemoryTables) -> (Vec<PrintJob>, usize) {
    let jobs = printing::jobs(tables, u64::MAX, usize::MAX).expect("jobs");
    (jobs, printing::all_open_job_count(tables).expect("jobs"))
}

/// Events store their business day, hour and takings, so a later change of the time zone does not alter them.
#[test]
fn another_time_zone_changes_no_recorded_day() {
    let mut sales = 0;
    for recorded in RecordedJournal::all() {
        let entries = recorded.entries();
        let (_, tables) = replayed(recorded.lines.iter().map(String::as_str));
        for (zone, starts) in [("Asia/Tokyo", "00:00"), ("America/Los_Angeles", "11:30")] {
            let edited = entries.iter().cloned().map(|mut entry| {
                if entry["kind"] == "settings.changed" {
                    let settings = &mut entry["data"]["settings"];
                    (settings["time_zone"], settings["day_starts_at"]) = (json!(zone), json!(starts));
                }
                entry.to_string()
            });
            let edited: Vec<String> = edited.collect();
            let (_, moved) = replayed(edited.iter().map(String::as_str));
            let totals = |tables: &MemoryTables| barback::reports::all_totals(tables).expect("totals");
            assert_eq!(totals(&moved), totals(&tables), "{}", recorded.path.display());
            sales += recorded.figures()["sales"];
        }
    }
    assert!(sales > 0, "no journal of this version is recorded");
}

/// Whether the entry written `now` keeps all data of the one written `then`; it may add data and omit empty values.
fn preserves(now: &Value, then: &Value) -> bool {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => then.iter().all(|(name, then)| preserves(now.get(name).unwrap_or(&Value::Null), then)),
        (Value::Null, Value::Object(then)) => then.values().all(|then| preserves(&Value::Null, then)),
        (Value::Null, then) if [json!(0), json!(false), json!([])].contains(then) => true,
        (Value::Array(now), Value::Array(then)) => now.len() == then.len() && now.iter().zip(then).all(|(now, then)| preserves(now, then)),
        _ => now == then,
    }
}

#[test]
fn kinds_missing_from_journals_are_listed() {
    let missing = Kinds::of(&[json!({"kind": "sales.recorded", "data": {}})]).missing();
    for name in ["event staff.saved", "event box.promoted", "print job Ticket", "print job that is failed"] {
        assert!(missing.iter().any(|missing| missing == name), "{name}: {missing:?}");
    }
    assert!(!missing.iter().any(|name| name == "event sales.recorded"), "{missing:?}");
    assert_eq!(variants::<JobStatus>(json!("?")), JobStatus::ALL.map(|status| status.as_str().to_owned()).into());
}
