//! Why an entry of the journal cannot be parsed.

use super::EVENT_VERSION;

/// Why a journal entry cannot be parsed.
#[derive(Debug, thiserror::Error)]
pub enum EntryError {
    /// A newer Barback wrote it.
    #[error("entry {seq} has version {found}; this Barback knows version {EVENT_VERSION}. Install a newer Barback")]
    Newer {
        /// Its position in the journal.
        seq: u64,
        /// Its format version.
        found: u16,
    },
    /// It is not a journal entry.
    #[error(transparent)]
    Invalid(serde_json::Error),
}
