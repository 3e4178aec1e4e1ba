//! Reads the Rust files of the project, for the checks of their structure.

use std::fs;
use std::path::{Path, PathBuf};

/// The beginning of the tests of a file.
const TESTS: &str = "#[cfg(test)]\nmod tests {";

/// The crate with a module for each feature.
const FEATURES_CRATE: &str = "bar";

/// A Rust file of the project.
pub struct Source {
    /// From the project's root, with `/`.
    pub path: String,
    /// All of it.
    pub text: String,
}

impl Source {
    /// The module under `src`, the crate's name for the crates that are one module, the module in the crate of the features; `None` for
    /// tests.
    pub fn module(&self) -> Option<&str> {
        let inside = match self.path.strip_prefix("crates/").and_then(|path| path.split_once("/src/")) {
            Some((FEATURES_CRATE, inside)) => inside,
            Some((name, _)) => return Some(name),
            None => self.path.strip_prefix("src/")?,
        };
        Some(inside.split_once('/').map_or_else(|| inside.trim_end_matches(".rs"), |(module, _)| module))
    }

    /// Whether the whole file is for tests only.
    pub fn is_test(&self) -> bool {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        self.path.starts_with("tests/") || self.path.contains("/tests/") || name.ends_with("tests.rs") || name == "samples.rs"
    }

    /// Whether there is code behind the tests, where the other checks do not look.
    pub fn has_code_behind_tests(&self) -> bool {
        let tests = self.text.split_once(TESTS).map_or("", |(_, tests)| tests);
        tests.split_once("\n}\n").is_some_and(|(_, behind)| !behind.is_empty())
    }

    /// The text before the tests of the file.
    pub fn before_tests(&self) -> &str {
        self.text.split_once(TESTS).map_or(&self.text, |(before, _)| before)
    }

    /// The lines of code before the tests, with their numbers and without comments.
    pub fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.before_tests().lines().enumerate();
        lines.map(|(number, line)| (number + 1, line.split("//").next().unwrap_or_default()))
    }
}

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    for folder in ["crates", "src", "tests"] {
        collect(&root().join(folder), &mut found);
    }
    assert!(found.len() > 100, "the sources were not found");
    found
}

fn collect(folder: &Path, found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("text");
            let path = path.strip_prefix(root()).expect("inside").to_string_lossy().replace('\\', "/");
            found.push(Source { path, text });
        }
    }
}

pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether `line` contains `word` as a whole word.
pub fn names(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// Fails with all messages at once.
#[track_caller]
pub fn none(broken: Vec<String>) {
    assert!(broken.is_empty(), "\n{}\n", broken.join("\n"));
}
