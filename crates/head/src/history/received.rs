//! A parcel that arrived, checked and made ready for the database.

use std::ops::Range;

use bytes::Bytes;
use serde::Deserialize;

use super::HistoryError;
use super::decide::Incoming;
use super::figures::ReadFigures;
use super::steps::packed;
use backup::Segment;
use backup::parcels::{self, Header, Mark, Parcel, ParcelError, PublicKey, Set};
use base::Timestamp;

/// The kinds of entries that begin a line which may become current although another box was.
const RESTORED_KINDS: [&str; 2] = ["box.restored", PROMOTED_KIND];
/// The kind of the entry with which a second box takes over.
const PROMOTED_KIND: &str = "box.promoted";

/// A parcel with everything that does not depend on what is stored.
#[derive(Debug)]
pub(super) struct Received {
    pub header: Header,
    pub step: Option<Segment>,
    /// The marks of its entries.
    pub marks: Vec<Mark>,
    /// The whole step as it is stored.
    pub packed: Vec<u8>,
    pub figures: Option<ReadFigures>,
    /// The bytes that were signed.
    pub bytes: Bytes,
}

/// The members of an entry that head office looks at, if it can read them.
#[derive(Debug, Default, Deserialize)]
pub(super) struct EntryGlance {
    /// When it was made, in milliseconds since 1970 by the box's clock.
    #[serde(default)]
    pub at: Option<i64>,
    /// The box's running time, in milliseconds.
    #[serde(default)]
    pub run: Option<u64>,
    #[serde(default)]
    pub kind: Option<String>,
}

impl EntryGlance {
    /// What can be read of the entry. Nothing of an entry that a newer box wrote in another way.
    pub fn of(bytes: &[u8]) -> Self {
        serde_json::from_slice(bytes).unwrap_or_default()
    }
}

/// When an entry was made by the box's clock, and its kind; as far as they can be read.
pub fn glance(entry: &[u8]) -> (Option<Timestamp>, Option<String>) {
    let EntryGlance { at, kind, .. } = EntryGlance::of(entry);
    (at.map(Timestamp::from_millis), kind)
}

impl From<ParcelError> for HistoryError {
    fn from(error: ParcelError) -> Self {
        match error {
            ParcelError::TooLarge => HistoryError::TooLarge,
            ParcelError::Damaged(what) => HistoryError::Damaged { what },
            ParcelError::Signature => HistoryError::Damaged { what: error.to_string() },
        }
    }
}

impl Received {
    fn new(parcel: Parcel<ReadFigures>, bytes: Bytes) -> Result<Self, HistoryError> {
        let Parcel { header, step, figures } = parcel;
        let entries = step.as_ref().map_or(&[][..], |step| step.entries.as_slice());
        let marks = entries.iter().map(|entry| Mark::of(&entry.bytes)).collect();
        let packed = step.as_ref().map(packed).transpose()?.unwrap_or_default();
        Ok(Received { header, marks, packed, figures, step, bytes })
    }

    /// Whether it has rows of this set.
    pub fn has_figures_of(&self, set: Set) -> bool {
        self.figures.as_ref().is_some_and(|figures| figures.sets.known.iter().any(|rows| rows.layout.set == set))
    }

    /// Where it belongs.
    pub fn incoming(&self) -> Incoming<'_> {
        Incoming { line: self.header.line, from: self.header.from, marks: &self.marks }
    }

    /// The bytes of entry `seq`.
    pub fn entry(&self, seq: u64) -> Option<&[u8]> {
        let place = seq.checked_sub(self.header.from.seq + 1)?;
        let entry = self.step.as_ref()?.entries.get(usize::try_from(place).ok()?)?;
        Some(&entry.bytes)
    }

    /// Whether entry `seq` says that the bar was restored, or that a second box took over.
    pub fn is_restored_at(&self, seq: u64) -> bool {
        let kind = self.entry(seq).and_then(|bytes| EntryGlance::of(bytes).kind);
        kind.is_some_and(|kind| RESTORED_KINDS.contains(&kind.as_str()))
    }

    /// Whether entry `seq` says that a second box took over.
    pub fn is_promoted_at(&self, seq: u64) -> bool {
        self.entry(seq).and_then(|bytes| EntryGlance::of(bytes).kind).is_some_and(|kind| kind == PROMOTED_KIND)
    }

    /// When entry `seq` was made, by the box's clock.
    pub fn made_at(&self, seq: u64) -> Timestamp {
        let at = self.entry(seq).and_then(|bytes| EntryGlance::of(bytes).at);
        at.map_or(self.header.at, Timestamp::from_millis)
    }

    /// Whether it has the entries from one to the other and no more.
    pub fn is_whole(&self, first: u64, last: u64) -> bool {
        first == self.header.from.seq + 1 && last == self.header.to.seq
    }

    /// Its step from one entry to the other, with all its answers.
    pub fn part(&self, first: u64, last: u64) -> Segment {
        let mut part = self.step.clone().unwrap_or_default();
        part.entries.retain(|entry| first <= entry.seq && entry.seq <= last);
        part
    }
}

/// Reads a parcel of the box with this key; nothing may follow it. Blocks for as long as unpacking takes.
pub(super) fn read_one(bytes: &Bytes, key: &PublicKey) -> Result<Received, HistoryError> {
    let (parcel, rest) = parcels::read(bytes, |_| Some(key.clone()))?;
    if !rest.is_empty() {
        return Err(HistoryError::Damaged { what: "something follows the parcel".to_owned() });
    }
    Received::new(parcel, bytes.clone())
}

/// A parcel in a file.
pub(super) struct FilePart {
    pub header: Header,
    /// Where its bytes are.
    pub place: Range<usize>,
}

/// Checks all parcels of a file, one after the other, so that never more than one is unpacked. `key` gives the key of the box that a header
/// names. Blocks for as long as unpacking takes.
pub(super) fn list_parts(bytes: &Bytes, key: impl Fn(&Header) -> Option<PublicKey>) -> Result<Vec<FilePart>, HistoryError> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let (parcel, length) = parcel_of(&bytes[at..], &key)?;
        parts.push(FilePart { header: parcel.header, place: at..at + length });
        at += length;
    }
    Ok(parts)
}

/// Reads one parcel of a file. Blocks for as long as unpacking takes.
pub(super) fn read_part(bytes: &Bytes, key: impl Fn(&Header) -> Option<PublicKey>) -> Result<Received, HistoryError> {
    let (parcel, length) = parcel_of(bytes, &key)?;
    Received::new(parcel, bytes.slice(..length))
}

/// The first parcel, and its length.
fn parcel_of(bytes: &[u8], key: &impl Fn(&Header) -> Option<PublicKey>) -> Result<(Parcel<ReadFigures>, usize), HistoryError> {
    let mut is_known = true;
    let read = parcels::read(bytes, |header| {
        let key = key(header);
        is_known = key.is_some();
        key
    });
    match read {
        Err(ParcelError::Signature) if !is_known => Err(HistoryError::UnknownBar),
        read => read.map(|(parcel, rest)| (parcel, bytes.len() - rest.len())).map_err(HistoryError::from),
    }
}

/// Runs what computes for long beside the tasks that answer.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, HistoryError> + Send + 'static,
) -> Result<T, HistoryError> {
    let stopped = |_| HistoryError::Stored("the work was stopped".to_owned());
    tokio::task::spawn_blocking(work).await.map_err(stopped)?
}
