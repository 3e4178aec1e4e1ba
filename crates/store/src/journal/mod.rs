//! What the store keeps across rebuilds: the journal entries, the kept answers, and metadata about the file itself.

pub mod deflate;
pub mod entries;
pub mod file_metadata;
pub mod kept_answers;

pub use entries::{RawEntry, append, entries_after, entries_before, head};
pub use file_metadata::{metadata, set_metadata};
pub use kept_answers::{DatedAnswer, IdempotencyHash, KeptAnswer, answers_between, keep_answer, kept_answer, restore_answer};
