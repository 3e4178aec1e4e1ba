//! What a write answers.

use axum::http::StatusCode;
use serde::Serialize;

use crate::engine::{Answer, Entry, Event};
use store::{StoreError, Stored};

/// Initial capacity of an answer: a sale of three lines fits.
const ANSWER_BYTES: usize = 4 * 1024;

/// A JSON answer.
pub fn json<T: Serialize>(status: StatusCode, value: &T) -> Stored<Answer> {
    let mut body = Vec::with_capacity(ANSWER_BYTES);
    let written = serde_json::to_writer(&mut body, value);
    written.map_err(|error| StoreError::Unreadable { table: "answers", reason: error.to_string() })?;
    Ok(Answer { status: status.as_u16(), body })
}

/// 204.
pub fn no_content() -> Answer {
    Answer { status: StatusCode::NO_CONTENT.as_u16(), body: Vec::new() }
}

/// What a request recorded of one kind of event, in the order of its entries: `taken` reads an event of that kind, and `None` from others.
pub fn each_of<'a, T>(entries: &'a [Entry], taken: impl Fn(&'a Event) -> Option<T>) -> impl Iterator<Item = T> {
    entries.iter().filter_map(move |entry| taken(&entry.event))
}

/// The first of [`each_of`].
pub fn first_of<'a, T>(entries: &'a [Entry], taken: impl Fn(&'a Event) -> Option<T>) -> Option<T> {
    each_of(entries, taken).next()
}

/// Error for a row that is missing right after it was written: a bug.
pub fn missing(table: &'static str) -> StoreError {
    StoreError::Unreadable { table, reason: "what was just written is not there".to_owned() }
}
