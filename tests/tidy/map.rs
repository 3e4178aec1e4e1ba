//! Compares the tables for developers (ARCHITECTURE.md, docs/developer/structure.md) with the manifests, the rules of imports and the folders.

use std::collections::BTreeSet;
use std::fs;

use super::sources::{none, root, sources};
use super::{FEATURES, MAY_IMPORT, ROOTS};

/// Most words of ARCHITECTURE.md: a map that is read in ten minutes.
const WORDS_MAX: usize = 3_000;
const MAP: &str = "ARCHITECTURE.md";
const STRUCTURE: &str = "docs/developer/structure.md";

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("a page")
}

/// The texts in backticks, without what is in brackets.
fn quoted(cell: &str) -> BTreeSet<String> {
    let mut depth = 0_usize;
    let outside = cell.chars().filter(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    let outside: String = outside.collect();
    outside.split('`').enumerate().filter(|(at, _)| at % 2 == 1).map(|(_, part)| part.to_owned()).collect()
}

/// The rows of the table whose head is `head`, each as its cells.
fn table(page: &str, head: &str) -> Vec<Vec<String>> {
    let rows = page.lines().skip_while(|line| *line != head).skip(2).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    let found: Vec<_> = rows.map(cells).collect();
    assert!(!found.is_empty(), "there is no table with the head {head}");
    found
}

/// The crates of the project that `manifest` names as dependencies, before its development dependencies.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let product = manifest.split("[dev-dependencies]").next().unwrap_or_default();
    let local = product.lines().filter(|line| line.contains("path = \"../"));
    let names = local.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name.trim_start_matches("barback-").to_owned());
    names.collect()
}

#[test]
fn the_map_can_be_read_in_ten_minutes() {
    let words = text(MAP).split_whitespace().count();
    assert!(words <= WORDS_MAX, "{MAP} has {words} words, at most {WORDS_MAX}: put a rule beside its code or into docs/developer/rules.md");
}

#[test]
fn the_map_says_what_each_crate_knows() {
    let mut broken = Vec::new();
    let rows = table(&text(MAP), "| crate | what lives there | knows |");
    let mut listed = BTreeSet::new();
    for row in rows {
        let name = row[0].trim_matches('`').to_owned();
        let knows = dependencies(&text(&format!("{name}/Cargo.toml")));
        if quoted(&row[2]) != knows {
            broken.push(format!("{MAP}: {name} knows {knows:?}, as its Cargo.toml says: correct the table."));
        }
        listed.insert(name);
    }
    for folder in fs::read_dir(root().join("crates")).expect("the crates") {
        let name = format!("crates/{}", folder.expect("a folder").file_name().to_string_lossy());
        if !listed.contains(&name) {
            broken.push(format!("{MAP}: {name} is not in the table of the crates: add a row."));
        }
    }
    none(broken);
}

#[test]
fn the_map_says_what_each_module_may_import() {
    let map = text(MAP);
    let mut broken = Vec::new();
    let rows = table(&map, "| module | what lives there | may import |");
    for (module, imports) in MAY_IMPORT.iter().filter(|(module, _)| *module != "engine") {
        let Some(row) = rows.iter().find(|row| row[0] == format!("`{module}`")) else {
            broken.push(format!("{MAP}: {module} is not in the table of the root package: add a row."));
            continue;
        };
        let mut said = quoted(&row[2]);
        if row[2].ends_with("features") {
            said.insert("FEATURES".to_owned());
        }
        if said != imports.iter().map(|name| (*name).to_owned()).collect() {
            broken.push(format!("{MAP}: {module} may import {imports:?} (tests/tidy/main.rs): correct the table."));
        }
    }
    let row = map.lines().find_map(|line| line.strip_prefix("> ")).expect("the row of the features");
    let said: Vec<_> = row.split_whitespace().map(|name| name.trim_matches('`')).collect();
    if said != FEATURES {
        broken.push(format!("{MAP}: the features in their order are {FEATURES:?}: correct the row."));
    }
    let modules: BTreeSet<String> = sources().iter().filter_map(|source| source.module().map(str::to_owned)).collect();
    let known = |module: &str| {
        ROOTS.contains(&module) || [format!("`{module}`"), format!("`crates/{module}`")].iter().any(|name| map.contains(name.as_str()))
    };
    broken.extend(modules.iter().filter(|module| !known(module)).map(|module| format!("{MAP}: {module} is not there: add it.")));
    none(broken);
}

/// The columns of "One thing, four places" and the folders that they name parts of.
const PLACES: &[&[&str]] = &[&["crates/bar/src"], &["src/http/api"], &["tests/api"], &["ui/src/features", "ui/src/parts"]];

#[test]
fn one_thing_is_where_the_table_says() {
    let rows = table(&text(STRUCTURE), "| `crates/bar/src` | `src/http/api` | `tests/api` | `ui/src/features`, `ui/src/parts` |");
    let mut broken = Vec::new();
    for row in &rows {
        for (cell, folders) in row.iter().zip(PLACES) {
            for name in quoted(cell) {
                let is_there = |folder: &str| {
                    let path = root().join(folder).join(&name);
                    path.exists() || path.with_extension("rs").exists()
                };
                if !folders.iter().any(|folder| is_there(folder)) && !root().join(&name).exists() {
                    broken.push(format!("{STRUCTURE}: {name} is not in {folders:?}: correct the row {}.", row[0]));
                }
            }
        }
    }
    let listed = |column: usize| -> BTreeSet<String> { rows.iter().flat_map(|row| quoted(&row[column])).collect() };
    let features = listed(0);
    let missing = FEATURES.iter().filter(|feature| !features.contains(**feature));
    broken.extend(missing.map(|feature| format!("{STRUCTURE}: the feature {feature} has no row: add it.")));
    for (column, folder) in [(1, "src/http/api"), (3, "ui/src/features"), (3, "ui/src/parts")] {
        let (known, names) = (listed(column), names_in(folder));
        let missing = names.iter().filter(|name| !known.iter().any(|place| place.split('/').next() == Some(name.as_str())));
        broken.extend(missing.map(|name| format!("{STRUCTURE}: {folder}/{name} is in no row of one thing, four places: add it.")));
    }
    none(broken);
}

/// The files and folders of a folder by their names without an ending; not its `mod.rs`.
fn names_in(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| {
        entry.expect("an entry").path().file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    };
    entries.map(name).filter(|name| name != "mod").collect()
}

#[test]
fn tables_are_parsed() {
    let page = "| a | b |\n|---|---|\n| `x` | `y` (with `z`), w |\n\n| c |\n";
    assert_eq!(table(page, "| a | b |"), [["`x`", "`y` (with `z`), w"]]);
    assert_eq!(quoted("`y` (with `z`), `w`").into_iter().collect::<Vec<_>>(), ["w", "y"]);
    let manifest =
        "[dependencies]\nbarback-base = { path = \"../base\" }\nserde = \"1\"\n[dev-dependencies]\nbarback-web = { path = \"../web\" }\n";
    assert_eq!(dependencies(manifest).into_iter().collect::<Vec<_>>(), ["base"]);
}
