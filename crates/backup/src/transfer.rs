//! Journal transfer to a second box: a segment in the format of a continuous backup, and the entry hashes by which two boxes check
//! that they have the same history.

use sha2::{Digest, Sha256};

use super::BackupError;
use super::archive::{BackupKind, Block, Header, Reader, Writer};
use super::segment::{Position, Segment};
use super::source::newer;
use bar::engine;
use base::Timestamp;
use base::text::hex;
use store::{Store, Stored, View};

/// Hash prefix of a bar's name, so that the name reveals nothing about the bar secret that it is derived from.
const NAMED: &[u8] = b"barback: the name of a bar\n";
/// Bytes of a bar's name.
const NAME_BYTES: usize = 16;

/// Position of a box in the journal, as it reports it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReplicaPosition {
    /// Name of its bar ([`bar_name`]); `None` for an empty box.
    pub bar: Option<String>,
    /// Number of its last entry.
    pub after: u64,
    /// Hash of that entry ([`entry_hash`]).
    pub mark: Option<String>,
}

/// Result of comparing another box's history with this one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HistoryMatch {
    /// Same history; the position of the other box.
    Matches(Position),
    /// The box belongs to another bar.
    OtherBar,
    /// Its last entry is not in this journal.
    OtherHistory,
}

/// An opaque name that the first box and the second box of one bar share. `None` before the first account exists.
pub fn bar_name(view: &dyn View) -> Stored<Option<String>> {
    let named = |bar_secret: String| hex(&Sha256::new().chain_update(NAMED).chain_update(bar_secret).finalize()[..NAME_BYTES]);
    Ok(engine::bar_secret(view)?.map(named))
}

/// SHA-256 of entry `seq`, in hexadecimal. Entries contain time, actor and running time, so two histories share no entry after the
/// point where they diverged. `None` if there is no such entry.
pub fn entry_hash(view: &dyn View, seq: u64) -> Stored<Option<String>> {
    let Some(before) = seq.checked_sub(1) else { return Ok(None) };
    let entry = store::entries_after(view, before, 1)?;
    Ok(entry.first().filter(|entry| entry.seq == seq).map(|entry| hex(&Sha256::digest(&entry.bytes))))
}

/// The position of this box, or its position at entry `after`.
pub fn replica_position(view: &dyn View, after: Option<u64>) -> Stored<ReplicaPosition> {
    let after = after.map_or_else(|| store::head(view), Ok)?;
    Ok(ReplicaPosition { bar: bar_name(view)?, after, mark: entry_hash(view, after)? })
}

/// Compares the history of a box at position `there` with this one, whose bar is named `bar`.
pub fn compare_history(view: &dyn View, bar: Option<&str>, there: &ReplicaPosition) -> Stored<HistoryMatch> {
    if there.after == 0 {
        return Ok(HistoryMatch::Matches(Position::default()));
    }
    if there.bar.as_deref() != bar {
        return Ok(HistoryMatch::OtherBar);
    }
    let ours = store::entries_after(view, there.after - 1, 1)?;
    let Some(ours) = ours.first().filter(|_| there.mark.is_some()) else { return Ok(HistoryMatch::OtherHistory) };
    if entry_hash(view, there.after)? != there.mark {
        return Ok(HistoryMatch::OtherHistory);
    }
    Ok(HistoryMatch::Matches(Position { seq: ours.seq, running: engine::Entry::parse(ours)?.envelope.running }))
}

/// The segment after `position`, encoded for transfer; `None` if there are no newer entries.
pub fn pack_segment(store: &Store, position: Position) -> Result<Option<Vec<u8>>, BackupError> {
    let Some((segment, _)) = store.read(|view| Segment::after(view, position))? else { return Ok(None) };
    let at = segment.entries.last().map(engine::Entry::parse).transpose()?.map(|entry| entry.envelope.at).unwrap_or_default();
    let packed = pack_transfer(&segment, position.seq, store.is_demo()?, at);
    packed.map(Some).map_err(BackupError::io("what goes to the second box".as_ref()))
}

/// A segment as a file of a continuous backup: the entries after entry `after`, of which the last one was made at `at`.
///
/// # Errors
/// If it is too large for a backup.
pub fn pack_transfer(segment: &Segment, after: u64, demo: bool, at: Timestamp) -> std::io::Result<Vec<u8>> {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let mut writer = Writer::begin(Vec::new(), &Header { version, kind: BackupKind::Continuous, demo, at, after })?;
    writer.segment(segment)?;
    Ok(writer.into_inner())
}

/// Decodes the output of [`pack_segment`]; `from` names the sending box in errors.
pub fn unpack_segment(bytes: &[u8], from: &str) -> Result<(Header, Segment), BackupError> {
    let mut reader = Reader::of(from.as_ref(), bytes, bytes.len() as u64)?;
    match (reader.next_block()?, reader.next_block()?, reader.next_block()?) {
        (Some(Block::Header(head)), Some(Block::Segment(segment)), None) => Ok((head, segment)),
        _ => Err(BackupError::Damaged { file: from.into(), what: "its parts are in no order".to_owned() }),
    }
}

/// Applies a segment in one transaction: entries, the tables that follow from them, and kept answers. `note` writes additional
/// metadata in the same transaction.
///
/// # Errors
/// If an entry is from a newer version or cannot be read, or the store cannot be written; nothing is changed then.
pub fn apply_segment(
    store: &Store,
    head: &Header,
    segment: &Segment,
    note: impl FnOnce(&mut dyn store::Tables) -> Stored<()>,
) -> Result<(), BackupError> {
    let absorbed = store.write(|tables| {
        segment.entries.iter().try_for_each(|entry| engine::append_replicated(tables, entry))?;
        segment.answers.iter().try_for_each(|answer| store::restore_answer(tables, answer))?;
        note(tables)
    });
    absorbed.map_err(|error| match error {
        store::StoreError::NewerEntry { .. } => BackupError::NewerEntry { what: "What the other box gave".to_owned(), entry: error },
        store::StoreError::Unreadable { .. } if newer(&head.version) => {
            BackupError::Newer { file: "the other box".into(), version: head.version.clone() }
        }
        error => error.into(),
    })
}
