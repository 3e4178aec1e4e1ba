//! Checks that decisions are pure functions: only a feature's tables, queries and loaders may use the store, and none of its
//! files may use a clock, randomness, I/O, or floats near money.

use std::collections::BTreeSet;

use super::FEATURES;
use super::sources::{Source, names, none, sources};

/// Files of a feature that may read or write rows. All other files of `base` and the features hold types and decisions, which are
/// pure functions.
const ROW_FILES: &[&str] = &["tables.rs", "query.rs", "load.rs"];
/// Names that a decision must not use, and what to do instead.
const IMPURE: &[(&[&str], &str)] = &[
    (&["View", "Tables", "Stored"], "move reads of rows into load.rs or query.rs, writes into tables.rs"),
    (&["std::time::Instant", "SystemTime", "Instant", "Clock", "SystemClock"], "take the moment from the envelope or the command"),
    (&["getrandom", "RandomState"], "let the caller generate the value and pass it in with the command"),
    (&["std::fs", "std::io", "std::env", "std::process", "TcpStream", "TcpListener", "UdpSocket", "ToSocketAddrs"], NO_I_O),
    (&["tokio", "async", "await", "std::thread", "tracing", "println!", "eprintln!"], NO_I_O),
    (&["static mut", "thread_local!", "Mutex", "RwLock", "OnceLock", "OnceCell", "RefCell"], "a decision has no state: pass the value in"),
];
const NO_I_O: &str = "do it where the command is created, and pass the value in";
impl Source {
    /// Whether it belongs to `base` or to a feature.
    fn is_of_a_feature(&self) -> bool {
        !self.is_test() && self.module().is_some_and(|module| module == "base" || FEATURES.contains(&module))
    }

    /// Whether it holds only types and decisions.
    fn is_pure(&self) -> bool {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        self.is_of_a_feature() && !ROW_FILES.contains(&name)
    }
}

/// The forbidden names in a file: line number, name, and what to do instead.
fn impurities(source: &Source) -> Vec<(usize, &'static str, &'static str)> {
    let mut found = Vec::new();
    for (number, line) in source.code() {
        for (words, remedy) in IMPURE {
            found.extend(words.iter().filter(|word| names(line, word)).map(|word| (number, *word, *remedy)));
        }
        // Any name of the store, and clocks of any name.
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
fn decisions_are_pure() {
    let mut broken = Vec::new();
    let mut checked = BTreeSet::new();
    for source in sources().iter().filter(|source| source.is_pure()) {
        checked.insert(source.module().unwrap_or_default().to_owned());
        let impure = impurities(source).into_iter();
        broken.extend(impure.map(|(number, word, remedy)| format!("{}:{number}: a decision must not use {word}: {remedy}.", source.path)));
    }
    none(broken);
    assert_eq!(checked.len(), FEATURES.len() + 1, "not every feature was checked: {checked:?}");
}

#[test]
fn impure_code_is_found() {
    let of = |path: &str, text: &str| Source { path: path.to_owned(), text: text.to_owned() };
    let found = |text: &str| !impurities(&of("crates/bar/src/payments/debt.rs", text)).is_empty();
    for bad in [
        "use store::{Stored, View};",
        "use store::Counter;",
        "fn load(view: &dyn View) {}",
        "let now = jiff::Timestamp::now();",
        "let start = Instant::now();",
        "getrandom::fill(&mut bytes);",
        "std::fs::read(path)",
        "use tokio::sync::watch;",
        "static COUNT: Mutex<u64> = Mutex::new(0);",
        "tracing::info!(\"paid\");",
    ] {
        assert!(found(bad), "{bad}");
    }
    for good in ["use std::time::Duration;", "use std::net::Ipv4Addr;", "let review = 1; // as of now()", "use crate::csv::Cells;"] {
        assert!(!found(good), "{good}");
    }
    for (path, is_pure) in [
        ("crates/bar/src/payments/debt.rs", true),
        ("crates/base/src/money.rs", true),
        ("crates/bar/src/orders/mod.rs", true),
        ("crates/bar/src/orders/tables.rs", false),
        ("crates/bar/src/sales/load.rs", false),
        ("crates/bar/src/reports/query.rs", false),
        ("crates/bar/src/catalog/import/tests.rs", false),
        ("crates/bar/src/engine/writer/mod.rs", false),
    ] {
        assert_eq!(of(path, "").is_pure(), is_pure, "{path}");
    }
}

/// Whether a file must not use floats: all files of `base`, the features and the engine, and those that read and print money.
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
