//! The journal entry: one event with its envelope, as versioned JSON.

use serde::{Deserialize, Serialize};

use super::{EVENT_VERSION, EntryError, Event};
use crate::engine::compact;
use base::{Actor, Envelope, Role, Timestamp};

/// Initial capacity for encoding an entry, in bytes: a sale of three lines fits.
const ENTRY_BYTES: usize = 2 * 1024;

/// A journal entry: one event with its envelope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Position in the journal, from 1, without gaps.
    pub seq: u64,
    /// Time stamp, running time and actor.
    pub envelope: Envelope,
    /// When the box started since the entry before.
    pub starts: Vec<Timestamp>,
    pub event: Event,
}

/// An entry as JSON. Member names are short because there are millions of entries.
#[derive(Serialize, Deserialize)]
struct EntryJson<E> {
    v: u16,
    at: i64,
    run: u64,
    by: u64,
    who: String,
    role: Role,
    /// When the box had started before it, in milliseconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    starts: Vec<i64>,
    #[serde(flatten)]
    event: E,
}

/// The member of an entry that every format version has.
#[derive(Deserialize)]
struct EntryVersion {
    v: u16,
}

impl Entry {
    /// Encodes the entry as it is stored in the journal.
    pub fn to_bytes(&self) -> Result<Vec<u8>, serde_json::Error> {
        let Envelope { at, running, actor } = &self.envelope;
        let stored = EntryJson {
            v: EVENT_VERSION,
            at: at.as_millis(),
            run: *running,
            by: actor.id,
            who: actor.name.clone(),
            role: actor.role,
            starts: self.starts.iter().map(|start| start.as_millis()).collect(),
            event: &self.event,
        };
        let mut json = Vec::with_capacity(ENTRY_BYTES);
        serde_json::to_writer(&mut json, &stored)?;
        Ok(compact::without_nulls(json))
    }

    /// Parses entry `seq` from its bytes.
    ///
    /// # Errors
    /// [`EntryError::Newer`] if a newer Barback wrote the entry, even if it would parse; else [`EntryError::Invalid`].
    pub fn from_bytes(seq: u64, bytes: &[u8]) -> Result<Self, EntryError> {
        let read = serde_json::from_slice::<EntryJson<Event>>(bytes);
        let version = match &read {
            Ok(stored) => stored.v,
            // An event of a newer version need not parse; its version number does.
            Err(_) => serde_json::from_slice::<EntryVersion>(bytes).map_or(0, |entry| entry.v),
        };
        if version > EVENT_VERSION {
            return Err(EntryError::Newer { seq, found: version });
        }
        let stored = read.map_err(EntryError::Invalid)?;
        let actor = Actor { id: stored.by, name: stored.who, role: stored.role };
        let envelope = Envelope { at: Timestamp::from_millis(stored.at), running: stored.run, actor };
        let starts = stored.starts.into_iter().map(Timestamp::from_millis).collect();
        Ok(Entry { seq, envelope, starts, event: stored.event })
    }
}
