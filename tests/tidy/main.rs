//! Checks of the code's structure: imports, file sizes, documentation comments. Each message names the remedy.

mod circles;
mod events;
mod map;
mod purity;
mod sources;

use std::collections::{BTreeMap, BTreeSet};

use sources::{is_word, names, none, sources};

/// The features, each of which may import only those before it. A new one is added here and in `crates/bar/src/lib.rs`.
const FEATURES: &[&str] = &[
    "staff",
    "rates",
    "methods",
    "tax",
    "settings",
    "reasons",
    "devices",
    "approvals",
    "box_events",
    "standby",
    "head_office",
    "catalog",
    "directives",
    "stock",
    "payments",
    "tills",
    "seating",
    "sales",
    "orders",
    "credit",
    "printing",
    "fiscal",
    "receipts",
    "bills",
    "corrections",
    "hours",
    "tips",
    "exceptions",
    "menu",
    "reports",
    "sheets",
];

/// What the other modules may import beside the crates below them (`ARCHITECTURE.md`, code map); `FEATURES` stands for all features.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("engine", &["FEATURES"]),
    ("paper", &["engine", "printer", "FEATURES"]),
    ("head_link", &["engine", "backup", "parcels", "FEATURES"]),
    ("config", &["remote"]),
    ("machine", &["engine", "printer", "paper", "appliance", "FEATURES"]),
    ("http", &["engine", "backup", "parcels", "head_link", "printer", "paper", "machine", "appliance", "FEATURES"]),
    ("demo", &["engine", "FEATURES"]),
    ("control", &[]),
    ("second_box", &["engine", "backup", "parcels", "head_link", "config", "http", "FEATURES"]),
];

/// Crates that are one module: their `Cargo.toml` says what they may import.
const ONE_MODULE: &[&str] = &["base", "store", "backup", "printer", "web", "head", "appliance"];

/// Names of other crates that the root package has as its own.
const REEXPORTED: &[&str] = &["backup", "parcels", "remote", "printer", "appliance"];

/// These may import every module above but not each other: what the running box and the commands share is in a module above.
const PROGRAMS: &[&str] = &["app", "cli"];
/// These may import everything.
const ROOTS: &[&str] = &["lib", "main"];

/// The folders of `crates/store/src`, each importing only those before it (see the table in its `lib.rs`).
const STORE_FOLDERS: &[&str] = &["tables", "journal", "wal", "integrity"];

/// Crates that only some folders may use: crate, folders, and what to do elsewhere.
const CRATE_FOLDERS: &[(&str, &[&str], &str)] = &[
    ("redb", &["crates/store/"], "go through store::View and store::Tables"),
    ("axum", &["crates/web/", "src/http/", "crates/head/src/"], "move what handles HTTP into web, src/http or head"),
    ("object_store", &["crates/backup/src/remote/"], "go through remote::Bucket"),
    ("mdns_sd", &["crates/web/src/discovery/"], "ask discovery::Announcement for the name"),
    (
        "getrandom",
        &[
            "crates/store/",
            "crates/web/src/password.rs",
            "src/http/",
            "crates/head/src/",
            "crates/backup/src/encryption.rs",
            "crates/backup/src/series.rs",
        ],
        "let the caller generate the value and pass it in with the command",
    ),
];

/// Most lines of a file.
const LINES_MAX: usize = 400;
/// Longer files that are one idea: file, lines that it may have, which idea.
const LONGER: &[(&str, usize, &str)] = &[];

/// Most files of a folder, without its folders.
const FILES_MAX: usize = 20;

/// The modules that follow `crate::` in `text`, alone or in braces.
fn imports(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, start) in text.match_indices("crate::") {
        if text[..at].chars().next_back().is_some_and(|c| is_word(c) || c == '$') {
            continue;
        }
        let rest = &text[at + start.len()..];
        let mut depth = 0;
        let mut expects = true;
        for (place, c) in rest.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' => expects = depth == 1,
                _ if expects && is_word(c) => {
                    found.insert(rest[place..].chars().take_while(|c| is_word(*c)).collect());
                    expects = false;
                }
                _ => {}
            }
            if depth == 0 && (c == '}' || !expects) {
                break;
            }
        }
    }
    found
}

/// What `module` may import.
fn allowed(module: &str) -> BTreeSet<String> {
    let names = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    let parts = MAY_IMPORT.iter().map(|(name, _)| *name).chain(FEATURES.iter().copied()).chain(REEXPORTED.iter().copied());
    if PROGRAMS.contains(&module) {
        return names(parts.collect());
    }
    if ROOTS.contains(&module) {
        return names(parts.chain(PROGRAMS.iter().copied()).collect());
    }
    if let Some(place) = FEATURES.iter().position(|feature| *feature == module) {
        return names(FEATURES[..place].to_vec());
    }
    let row = MAY_IMPORT.iter().find(|(name, _)| *name == module);
    let (_, listed) =
        row.unwrap_or_else(|| panic!("the module {module} has no row in tests/tidy/main.rs: add it to FEATURES or MAY_IMPORT"));
    let expand = |name: &'static str| if name == "FEATURES" { FEATURES.to_vec() } else { vec![name] };
    names(listed.iter().flat_map(|name| expand(name)).collect())
}

#[test]
fn imports_go_one_way() {
    let mut broken = Vec::new();
    for source in sources() {
        let Some(module) = source.module().filter(|module| !ONE_MODULE.contains(module)) else { continue };
        let allowed = allowed(module);
        let code: String = source.code().map(|(_, line)| format!("{line}\n")).collect();
        for import in imports(&code) {
            if import != module && !allowed.contains(&import) {
                broken.push(format!(
                    "{}: {module} must not import {import}. Move what is shared into an earlier module, pass the value in from a module that \
                     imports both (engine, http), or, if the order itself is wrong, change it in tests/tidy/main.rs and ARCHITECTURE.md.",
                    source.path
                ));
            }
        }
    }
    none(broken);
}

/// Folders of `src/http`, each of which may use only those before it: names that its files must not use, and why.
const HTTP_FOLDERS: &[(&str, &[&str], &str)] = &[(
    "src/http/contract/",
    &["http::api"],
    "what all calls share does not depend on one of them: move it into contract, or pass the value in",
)];

#[test]
fn the_folders_of_http_import_one_way() {
    let mut broken = Vec::new();
    for source in sources().iter().filter(|source| !source.is_test()) {
        for (_, names, remedy) in HTTP_FOLDERS.iter().filter(|(folder, ..)| source.path.starts_with(folder)) {
            for (number, line) in source.code() {
                let found = names.iter().filter(|name| line.contains(*name));
                broken.extend(found.map(|name| format!("{}:{number}: {name} is used here: {remedy}.", source.path)));
            }
        }
    }
    none(broken);
}

#[test]
fn the_folders_of_the_store_import_one_way() {
    let mut broken = Vec::new();
    for source in sources() {
        let Some(inside) = source.path.strip_prefix("crates/store/src/") else { continue };
        let Some(place) = STORE_FOLDERS.iter().position(|folder| inside.starts_with(&format!("{folder}/"))) else { continue };
        for (number, line) in source.code() {
            for later in &STORE_FOLDERS[place + 1..] {
                if line.contains(&format!("crate::{later}")) || line.contains("crate::store::") || line.contains("super::super::") {
                    broken.push(format!(
                        "{}:{number}: {} must not use {later} or Store. Move what is shared into an earlier folder, or pass it in from \
                         crates/store/src/store.rs.",
                        source.path, STORE_FOLDERS[place]
                    ));
                }
            }
        }
    }
    none(broken);
}

#[test]
fn imports_are_found_in_every_spelling() {
    let text = "use crate::base::{Rate, Usd};\nuse crate::{rates, stock::level};\nlet x = crate::sales::sale(y); $crate::no; mycrate::no;";
    assert_eq!(imports(text).into_iter().collect::<Vec<_>>(), ["base", "rates", "sales", "stock"]);
    assert_eq!(imports("use crate::{\n    catalog::{self, Product},\n    menu,\n};").into_iter().collect::<Vec<_>>(), ["catalog", "menu"]);
}

/// The files that read path parameters and refuse them in the shape of all errors.
const PATH_FILES: &[&str] = &["src/http/contract/path.rs", "crates/head/src/web/path.rs"];

#[test]
fn crates_are_used_only_where_they_belong() {
    let mut broken = Vec::new();
    for source in sources().iter().filter(|source| !source.is_test()) {
        for (number, line) in source.code() {
            for (name, folders, remedy) in CRATE_FOLDERS {
                if names(line, name) && line.contains(&format!("{name}::")) && !folders.iter().any(|folder| source.path.starts_with(folder))
                {
                    broken.push(format!("{}:{number}: {name} is used here: {remedy}.", source.path));
                }
            }
            if line.contains("axum::extract") && names(line, "Path") && !PATH_FILES.contains(&source.path.as_str()) {
                broken.push(format!("{}:{number}: use http::contract::path::Path, whose refusals have the contract's shape.", source.path));
            }
        }
    }
    none(broken);
}

#[test]
fn files_are_short_enough_to_read() {
    let mut broken = Vec::new();
    for source in sources() {
        let lines = source.text.lines().count();
        let max = LONGER.iter().find(|(path, ..)| *path == source.path).map_or(LINES_MAX, |(_, max, _)| *max);
        if lines > max {
            broken.push(format!(
                "{}: {lines} lines, at most {max}. Split it by idea; a folder of the same name holds the parts.",
                source.path
            ));
        }
    }
    none(broken);
}

#[test]
fn folders_are_short_enough_to_scan() {
    let mut files = BTreeMap::<String, usize>::new();
    for source in sources() {
        let folder = source.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        *files.entry(folder.to_owned()).or_default() += 1;
    }
    let crowded = files.into_iter().filter(|(_, files)| *files > FILES_MAX);
    none(
        crowded
            .map(|(folder, files)| format!("{folder}: {files} files, at most {FILES_MAX}. Put what belongs together in a folder."))
            .collect(),
    );
}

#[test]
fn tests_are_at_the_end_of_a_file() {
    let broken = sources().into_iter().filter(|source| !source.is_test() && source.has_code_behind_tests());
    none(broken.map(|source| format!("{}: move the tests to the end.", source.path)).collect());
}

#[test]
fn every_file_says_what_it_holds() {
    let silent = sources().into_iter().filter(|source| !source.text.starts_with("//! "));
    none(silent.map(|source| format!("{}: begin it with a `//!` sentence that says what the file is.", source.path)).collect());
}

/// The beginnings of public items, after `pub `. Fields and variants are left out, because most names say what they are.
const ITEMS: &[&str] = &["fn ", "async fn ", "const fn ", "struct ", "enum ", "union ", "trait ", "const ", "static ", "type "];

/// The public items of `text` without a doc comment, except `new`, whose signature says it all: line number and line.
fn undocumented(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut documented = false;
    let mut in_attribute = false;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if in_attribute {
            in_attribute = !line.ends_with(']');
        } else if line.starts_with("///") || line.starts_with("$(#[") {
            documented = true;
        } else if line.starts_with("#[") {
            in_attribute = !line.ends_with(']');
        } else if !line.starts_with("//") {
            let item = line.strip_prefix("pub ").filter(|item| !item.starts_with("fn new("));
            let is_item = item.is_some_and(|item| ITEMS.iter().any(|start| item.starts_with(start)));
            if is_item && !documented {
                found.push((number + 1, line));
            }
            documented = false;
        }
    }
    found
}

#[test]
fn public_items_are_documented() {
    let mut broken = Vec::new();
    for source in sources().iter().filter(|source| !source.is_test()) {
        for (number, line) in undocumented(source.before_tests()) {
            broken.push(format!(
                "{}:{number}: `{line}`: say in a doc comment what it is or returns, in which unit, and when it fails.",
                source.path
            ));
        }
    }
    none(broken);
}

#[test]
fn undocumented_items_are_found() {
    let text = "/// Said.\n#[derive(Debug)]\n#[serde(\n    tag = \"kind\"\n)]\npub struct A {\n    pub name: String,\n}\n\npub fn b() {}\npub(crate) fn c() {}\n    pub const fn d() {}\n    pub fn new() {}\npub use e;\npub mod f;";
    assert_eq!(undocumented(text).into_iter().map(|(number, _)| number).collect::<Vec<_>>(), [10, 12]);
}

#[test]
fn nothing_is_unwrapped_or_left_undone() {
    // Concatenated, so that this file does not find itself.
    let undone = [["TO", "DO"].concat(), ["FIX", "ME"].concat()];
    let mut broken = Vec::new();
    for source in sources() {
        if !source.is_test() {
            for (number, _) in source.code().filter(|(_, line)| line.contains(".unwrap()")) {
                broken.push(format!("{}:{number}: handle it with `?`, `let else` or `unwrap_or_default`.", source.path));
            }
        }
        for (number, line) in source.text.lines().enumerate() {
            for word in undone.iter().filter(|word| names(line, word)) {
                broken.push(format!("{}:{}: {word}: do it or drop it.", source.path, number + 1));
            }
        }
    }
    none(broken);
}
