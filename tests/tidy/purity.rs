//! Rules take values in and give values back: no store, clock, randomness or I/O in any file of a feature but those that are
//! named as reading or writing rows, and no float near money.

use std::collections::BTreeSet;

use super::FEATURES;
use super::sources::{Source, names, none, root, sources};

/// Files of a feature that read or write rows: tables, queries and loaders. All others of `base` and the features are rules
/// and types, which take values in and give values back.
const ROW_FILES: &[&str] = &["tables.rs", "query.rs", "load.rs"];
/// What a rule must not touch, and what to do instead.
const IMPURE: &[(&[&str], &str)] = &[
    (&["crate::store", "View", "Tables", "Stored"], "move what reads rows into load.rs or query.rs, what writes them into tables.rs"),
    (&["std::time::Instant", "SystemTime", "Instant", "Clock", "SystemClock"], "take the moment from the envelope or the command"),
    (&["getrandom", "RandomState"], "let the caller make up the value and hand it in with the command"),
    (&["std::fs", "std::io", "std::env", "std::process", "TcpStream", "TcpListener", "UdpSocket", "ToSocketAddrs"], NO_I_O),
    (&["tokio", "async", "await", "std::thread", "tracing", "println!", "eprintln!"], NO_I_O),
    (&["static mut", "thread_local!", "Mutex", "RwLock", "OnceLock", "OnceCell", "RefCell"], "a rule remembers nothing: hand the value in"),
];
const NO_I_O: &str = "do it where the command is made, and hand the value in";
/// Rules that still read or write rows. One that no longer does must leave this list.
const STILL_IMPURE: &[&str] = &[
    "src/credit/pay.rs",
    "src/credit/tabs.rs",
    "src/credit/void.rs",
    "src/orders/decide.rs",
    "src/orders/seating.rs",
    "src/payments/mod.rs",
    "src/reports/kept.rs",
    "src/reports/orders.rs",
    "src/reports/span.rs",
    "src/sales/decide.rs",
];

impl Source {
    /// Whether it is of `base` or of a feature.
    fn is_of_a_feature(&self) -> bool {
        !self.is_test() && self.module().is_some_and(|module| module == "base" || FEATURES.contains(&module))
    }

    /// Whether it holds types and rules alone.
    fn is_rule(&self) -> bool {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        self.is_of_a_feature() && !ROW_FILES.contains(&name)
    }
}

/// What a rule file touches that it must not: line, word and what to do instead.
fn impurities(source: &Source) -> Vec<(usize, &'static str, &'static str)> {
    let mut found = Vec::new();
    for (number, line) in source.code() {
        for (words, remedy) in IMPURE {
            found.extend(words.iter().filter(|word| names(line, word)).map(|word| (number, *word, *remedy)));
        }
        // `use crate::{store::..}` and a clock by whatever name.
        if names(line, "store") && line.contains("store::") {
            found.push((number, "store::", IMPURE[0].1));
        }
        if line.contains("::now(") {
            found.push((number, "now()", IMPURE[1].1));
        }
    }
    found
}

#[test]
fn rules_are_pure() {
    let mut broken = Vec::new();
    let mut looked_at = BTreeSet::new();
    for source in sources().iter().filter(|source| source.is_rule()) {
        looked_at.insert(source.module().unwrap_or_default().to_owned());
        let impure = impurities(source);
        let is_excused = STILL_IMPURE.contains(&source.path.as_str());
        if is_excused && impure.is_empty() {
            broken.push(format!("{} is pure: take it off STILL_IMPURE in tests/tidy.rs.", source.path));
        }
        for (number, word, remedy) in impure {
            // What is excused may read and write rows, nothing else.
            if !is_excused || remedy != IMPURE[0].1 {
                broken.push(format!("{}:{number}: a rule must not use {word}: {remedy}.", source.path));
            }
        }
    }
    for path in STILL_IMPURE.iter().filter(|path| !root().join(path).exists()) {
        broken.push(format!("{path} is gone: take it off STILL_IMPURE in tests/tidy.rs."));
    }
    none(broken);
    assert_eq!(looked_at.len(), FEATURES.len() + 1, "not every feature was looked at: {looked_at:?}");
}

#[test]
fn what_is_impure_is_seen() {
    let of = |path: &str, text: &str| Source { path: path.to_owned(), text: text.to_owned() };
    let seen = |text: &str| !impurities(&of("src/payments/debt.rs", text)).is_empty();
    for bad in [
        "use crate::store::{Stored, View};",
        "use crate::{rates, store::View};",
        "fn load(view: &dyn View) {}",
        "let now = jiff::Timestamp::now();",
        "let start = Instant::now();",
        "getrandom::fill(&mut bytes);",
        "std::fs::read(path)",
        "use tokio::sync::watch;",
        "static COUNT: Mutex<u64> = Mutex::new(0);",
        "tracing::info!(\"paid\");",
    ] {
        assert!(seen(bad), "{bad}");
    }
    for good in ["use std::time::Duration;", "use std::net::Ipv4Addr;", "let review = 1; // as of now()", "use crate::csv::Cells;"] {
        assert!(!seen(good), "{good}");
    }
    for (path, is_rule) in [
        ("src/payments/debt.rs", true),
        ("src/base/money.rs", true),
        ("src/orders/mod.rs", true),
        ("src/orders/tables.rs", false),
        ("src/sales/load.rs", false),
        ("src/reports/query.rs", false),
        ("src/catalog/import/tests.rs", false),
        ("src/engine/writer.rs", false),
    ] {
        assert_eq!(of(path, "").is_rule(), is_rule, "{path}");
    }
}

/// Whether floats are kept away from a file: everything of `base`, the features and the engine, and what reads and prints money.
fn is_near_money(source: &Source) -> bool {
    source.is_of_a_feature() || (!source.is_test() && matches!(source.module(), Some("engine" | "backup" | "printer" | "demo")))
}

#[test]
fn no_float_comes_near_money() {
    let mut broken = Vec::new();
    for source in sources().iter().filter(|source| is_near_money(source)) {
        for (number, line) in source.code().filter(|(_, line)| ["f32", "f64"].iter().any(|float| names(line, float))) {
            broken.push(format!("{}:{number}: {}: use base::Money, base::Rate or whole numbers.", source.path, line.trim()));
        }
    }
    none(broken);
}
