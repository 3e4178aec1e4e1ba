//! A parcel that arrived, checked and made ready for the database.

use bytes::Bytes;
use serde::Deserialize;

use super::HistoryError;
use super::decide::Incoming;
use super::figures::ReadFigures;
use super::steps::packed;
use crate::backup::Segment;
use crate::base::Timestamp;
use crate::parcels::{self, Header, Mark, Parcel, ParcelError, PublicKey};

/// The kinds of entries that begin a line which may become current although another box was.
const RESTORED_KINDS: [&str; 2] = ["box.restored", "box.promoted"];

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
    fn new(parcel: Parcel, bytes: Bytes) -> Result<Self, HistoryError> {
        let Parcel { header, step, figures } = parcel;
        let entries = step.as_ref().map_or(&[][..], |step| step.entries.as_slice());
        let marks = entries.iter().map(|entry| Mark::of(&entry.bytes)).collect();
        let packed = step.as_ref().map(packed).transpose()?.unwrap_or_default();
        Ok(Received { header, marks, packed, figures: figures.map(ReadFigures::new), step, bytes })
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

/// Reads all parcels of a file. `key` gives the key of the box that a header names. Blocks for as long as unpacking takes.
pub(super) fn read_all(bytes: &Bytes, key: impl Fn(&Header) -> Option<PublicKey>) -> Result<Vec<Received>, HistoryError> {
    let mut all = Vec::new();
    let mut rest = bytes.clone();
    while !rest.is_empty() {
        let mut is_known = true;
        let read = parcels::read(&rest, |header| {
            let key = key(header);
            is_known = key.is_some();
            key
        });
        let (parcel, behind) = match read {
            Err(ParcelError::Signature) if !is_known => return Err(HistoryError::UnknownBar),
            read => read?,
        };
        let length = rest.len() - behind.len();
        all.push(Received::new(parcel, rest.split_to(length))?);
    }
    Ok(all)
}
