//! The journal on its way to a second box: a segment of it in the format of a copy that goes on for ever, and the marks by
//! which two boxes see whether they have the same history.

use sha2::{Digest, Sha256};

use super::BackupError;
use super::archive::{BackupKind, Block, Header, Reader, Writer};
use super::segment::{Position, Segment};
use super::source::newer;
use crate::base::text::hex;
use crate::engine;
use crate::store::{self, Store, Stored, View};

/// What is hashed in front of a bar's birthmark, so that its name gives nothing else away.
const NAMED: &[u8] = b"barback: the name of a bar\n";
/// Bytes of a bar's name.
const NAME_BYTES: usize = 16;

/// How far another box is, as it says itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReplicaPosition {
    /// Name of its bar ([`bar_name`]); none for a box that has nothing yet.
    pub bar: Option<String>,
    /// Its last entry.
    pub after: u64,
    /// That entry's [`entry_hash`].
    pub mark: Option<String>,
}

/// Whether another box has the same history, as far as it goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HistoryMatch {
    /// It has: this is where it is.
    Matches(Position),
    /// It is the box of another bar.
    OtherBar,
    /// Its last entry is none of ours.
    OtherHistory,
}

/// A name that all copies of a bar's journal share and that tells nothing of it. `None` before there is an account.
pub fn bar_name(view: &dyn View) -> Stored<Option<String>> {
    let named = |birthmark: String| hex(&Sha256::new().chain_update(NAMED).chain_update(birthmark).finalize()[..NAME_BYTES]);
    Ok(engine::birthmark(view)?.map(named))
}

/// The hash of entry `seq`. Entries tell when, by whom and after how long: no two histories share one behind the place where
/// they parted. `None` when there is no such entry.
pub fn entry_hash(view: &dyn View, seq: u64) -> Stored<Option<String>> {
    let Some(before) = seq.checked_sub(1) else { return Ok(None) };
    let entry = store::entries_after(view, before, 1)?;
    Ok(entry.first().filter(|entry| entry.seq == seq).map(|entry| hex(&Sha256::digest(&entry.bytes))))
}

/// How far this box is, or was when its newest entry was `after`.
pub fn replica_position(view: &dyn View, after: Option<u64>) -> Stored<ReplicaPosition> {
    let after = after.map_or_else(|| store::head(view), Ok)?;
    Ok(ReplicaPosition { bar: bar_name(view)?, after, mark: entry_hash(view, after)? })
}

/// Whether a box that is `there` has the history of this one, whose bar is called `bar`.
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
    Ok(HistoryMatch::Matches(Position { seq: ours.seq, running: engine::read(ours)?.envelope.running }))
}

/// What comes after `place`, packed for the journey; `None` when nothing does.
pub fn pack_segment(store: &Store, place: Position) -> Result<Option<Vec<u8>>, BackupError> {
    let Some((segment, _)) = store.read(|view| Segment::after(view, place))? else { return Ok(None) };
    let at = segment.entries.last().map(engine::read).transpose()?.map(|entry| entry.envelope.at).unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let head = Header { version, kind: BackupKind::Continuous, demo: store.is_demo()?, at, after: place.seq };
    let packed = || -> std::io::Result<Vec<u8>> {
        let mut writer = Writer::begin(Vec::new(), &head)?;
        writer.segment(&segment)?;
        Ok(writer.into_inner())
    };
    packed().map(Some).map_err(BackupError::io("what goes to the second box".as_ref()))
}

/// Reads what [`pack_segment`] packed; `from` names the box that it came from.
pub fn unpack_segment(bytes: &[u8], from: &str) -> Result<(Header, Segment), BackupError> {
    let mut reader = Reader::of(from.as_ref(), bytes, bytes.len() as u64)?;
    match (reader.next_block()?, reader.next_block()?, reader.next_block()?) {
        (Some(Block::Header(head)), Some(Block::Segment(segment)), None) => Ok((head, segment)),
        _ => Err(BackupError::Damaged { file: from.into(), what: "its parts are in no order".to_owned() }),
    }
}

/// Takes a segment in, all of it or nothing: entries, what follows from them, and the answers that phones were given. `note`
/// writes down what belongs to it.
pub fn apply_segment(
    store: &Store,
    head: &Header,
    segment: &Segment,
    note: impl FnOnce(&mut dyn store::Tables) -> Stored<()>,
) -> Result<(), BackupError> {
    let absorbed = store.write(|tables| {
        segment.entries.iter().try_for_each(|entry| engine::absorb(tables, entry))?;
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
