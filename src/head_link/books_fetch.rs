//! Fetches the books of a bar from head office for a device that is to be restored.

use std::time::Duration;

use hyper::header::HeaderMap;

use super::ClockFn;
use super::client::{HeadClient, HeadError};
use super::fetched_books::{FetchConnection, FetchedBooks, LastEntry};
use super::key_files::Keys;
use super::pace::Pace;
use super::pairing::{PairError, Paired, exchange};
use crate::backup::{BackupError, unpack_segment};
use crate::head_office::HeadConnected;
use crate::parcels::{BOOKS_HEADER, BooksPosition, Mark, PACKED_MAX, PairRequest};
use crate::settings::HeadAddress;
use crate::standby::Code;
use web::https::{ClampedClock, box_connector};

const BOOKS_PATH: &str = "/box/v1/books";
/// Failures without a piece in between after which the fetch ends.
const FAILURES_MAX: u32 = 6;
/// Largest piece, in bytes: one commit may have [`PACKED_MAX`], and the steps before it less.
const PIECE_MAX: usize = 2 * PACKED_MAX;
/// How often head office may choose other books during a fetch.
const OTHER_BOOKS_MAX: u32 = 3;

/// How far a fetch is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FetchProgress {
    /// Entries that are here.
    pub fetched: u64,
    /// Entries that head office has.
    pub entries: u64,
}

/// Why a fetch ended. The same command goes on where it broke off.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("{0}")]
    Pair(#[from] PairError),
    #[error("{0}")]
    Head(#[from] HeadError),
    #[error("{0}")]
    Disk(#[from] BackupError),
    /// What head office sent does not fit together.
    #[error("Head office sent books that do not fit together: {0}")]
    Strange(String),
}

/// Connects this device with a code, unless an earlier run did, and fetches the current line of the bar. Returns the event of the
/// connection, once everything that head office has is in `books`.
///
/// # Errors
/// [`FetchError`]; what was fetched stays.
pub async fn fetch_books(
    books: &FetchedBooks,
    address: HeadAddress,
    code: &Code,
    clock: ClockFn,
    pace: Pace,
    mut report: impl FnMut(FetchProgress),
) -> Result<HeadConnected, FetchError> {
    let (mut connection, keys) = connect(books, &address, code, &clock, pace).await?;
    let tls = box_connector(&keys.tls, ClampedClock::new(move || clock().0)).map_err(|error| FetchError::Strange(error.to_string()))?;
    let mut client = HeadClient::new(address, tls, None, pace);
    let (mut failures, mut changes) = (0, 0);
    let mut last = books.last_entry()?;
    loop {
        let (position, bytes) = match piece(&mut client, last.seq).await {
            Ok(piece) => piece,
            Err(FetchError::Head(error)) if passes(&error) && failures < FAILURES_MAX => {
                failures += 1;
                tokio::time::sleep(pace.pause(failures, asked_wait(&error), 0)).await;
                continue;
            }
            Err(error) => return Err(error),
        };
        failures = 0;
        if connection.line != Some(position.line) || last.seq > position.seq {
            // The owner chose other books, or this is the first piece.
            changes += 1;
            if changes > OTHER_BOOKS_MAX {
                return Err(FetchError::Strange("their line changes all the time".to_owned()));
            }
            let is_begun = last.seq > 0;
            books.remove_pieces()?;
            last = LastEntry::default();
            connection.line = Some(position.line);
            books.keep_connection(&connection, None)?;
            if is_begun {
                continue;
            }
        }
        let Some(bytes) = bytes else {
            let is_whole = last.seq == position.seq && last.mark == Some(position.hash);
            if is_whole {
                return Ok(connection.event);
            }
            books.remove_pieces()?;
            return Err(FetchError::Strange(format!("entry {} is not the one that was announced", last.seq)));
        };
        let next = check(&bytes, last.seq)?;
        books.keep_piece(last.seq, &bytes)?;
        last = next;
        report(FetchProgress { fetched: last.seq, entries: position.seq.max(last.seq) });
    }
}

/// The connection of an earlier run with the same code, or a new one.
async fn connect(
    books: &FetchedBooks,
    address: &HeadAddress,
    code: &Code,
    clock: &ClockFn,
    pace: Pace,
) -> Result<(FetchConnection, Keys), FetchError> {
    let before = books.connection();
    let line = before.as_ref().and_then(|(connection, _)| connection.line);
    let url = address.to_string();
    if let Some((connection, keys)) = before.filter(|(connection, _)| connection.code_hash == code.hash()) {
        return Ok((FetchConnection { event: HeadConnected { url, ..connection.event }, ..connection }, keys));
    }
    let request = PairRequest {
        request: String::new(),
        // Head office knows which bar the code is for.
        bar: String::new(),
        journal: 0,
        hash: None,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        business_name: String::new(),
        demo: false,
    };
    let Paired { keys, event } = exchange(address.clone(), code, request, clock, pace).await?;
    let connection = FetchConnection { code_hash: code.hash(), event, line };
    books.keep_connection(&connection, Some(&keys))?;
    Ok((connection, keys))
}

/// The entries after entry `after`, packed; `None` if there are no more.
async fn piece(client: &mut HeadClient, after: u64) -> Result<(BooksPosition, Option<bytes::Bytes>), FetchError> {
    let (headers, bytes) = client.get(&format!("{BOOKS_PATH}?after={after}"), PIECE_MAX).await?;
    let position = position(&headers).ok_or_else(|| FetchError::Strange("it is not said which".to_owned()))?;
    Ok((position, Some(bytes).filter(|bytes| !bytes.is_empty())))
}

fn position(headers: &HeaderMap) -> Option<BooksPosition> {
    serde_json::from_slice(headers.get(BOOKS_HEADER)?.as_bytes()).ok()
}

/// Whether the piece follows entry `after`; its last entry.
fn check(bytes: &[u8], after: u64) -> Result<LastEntry, FetchError> {
    let (header, segment) = unpack_segment(bytes, "of head office").map_err(|error| FetchError::Strange(error.to_string()))?;
    let follows = segment.entries.iter().zip(after + 1..).all(|(entry, seq)| entry.seq == seq);
    match segment.entries.last().filter(|_| follows && header.after == after) {
        Some(last) => Ok(LastEntry { seq: last.seq, mark: Some(Mark::of(&last.bytes)) }),
        None => Err(FetchError::Strange(format!("a piece does not follow entry {after}"))),
    }
}

/// Whether it may go better in a while.
fn passes(error: &HeadError) -> bool {
    matches!(error, HeadError::Unreachable(_) | HeadError::NoAnswer(_) | HeadError::Busy { .. })
}

fn asked_wait(error: &HeadError) -> Option<Duration> {
    match error {
        HeadError::Busy { retry_after, .. } => *retry_after,
        _ => None,
    }
}
