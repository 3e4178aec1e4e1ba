//! Reads `barback.toml`. Errors name the line and the key.

use std::io;
use std::path::Path;

use serde::de::DeserializeOwned;

use super::options::{self, Options};

/// Beginning of serde's message for an unknown key. Its own list has every key in both spellings.
const UNKNOWN: &str = "unknown field";

/// Options in the file; `None` if it does not exist.
pub(super) fn read(path: &Path) -> Result<Option<Options>, String> {
    read_keys(path, options::keys)
}

/// Options of any program in the file, of which `keys` lists the keys; `None` if it does not exist.
pub fn read_keys<T: DeserializeOwned>(path: &Path, keys: fn() -> Vec<String>) -> Result<Option<T>, String> {
    match std::fs::read_to_string(path) {
        Ok(text) => toml::from_str(&text).map(Some).map_err(|error| explain(path, &text, &error, keys)),
        // NotADirectory: the data "folder" is a file. The store has the better message for that.
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(format!("cannot read {}: {error}", path.display())),
    }
}

/// `/etc/barback/barback.toml, line 3, key listen: …`.
fn explain(path: &Path, text: &str, error: &toml::de::Error, keys: fn() -> Vec<String>) -> String {
    let at = error.span().map_or(0, |span| span.start).min(text.len());
    let before = text.as_bytes()[..at].iter().filter(|b| **b == b'\n').count();
    let key = key_at(text, before).map(|key| format!(", key {key}")).unwrap_or_default();
    let words = match error.message() {
        words if words.starts_with(UNKNOWN) => format!("there is no such key; there are {}", keys().join(", ")),
        words => words.to_owned(),
    };
    format!("{}, line {}{key}: {words}", path.display(), before + 1)
}

/// The key that a line belongs to: its own, or, inside a list of several lines, the nearest one above.
fn key_at(text: &str, line: usize) -> Option<&str> {
    let lines: Vec<&str> = text.lines().take(line + 1).collect();
    if let Some(table) = lines.get(line).and_then(|line| line.trim().strip_prefix('[')) {
        return Some(table.trim_end().trim_matches(['[', ']']));
    }
    lines.iter().rev().filter(|line| !line.trim_start().starts_with('#')).find_map(|line| line.split_once('=')).map(|(key, _)| key.trim())
}
