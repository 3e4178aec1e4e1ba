//! The journal on its way to a second box: a step of it in the format of a copy that goes on for ever, and the marks by
//! which two boxes see whether they have the same history.

use sha2::{Digest, Sha256};

use super::BackupError;
use super::archive::{Head, Kind, Piece, Reader, Writer};
use super::source::newer;
use super::steps::{Place, Step};
use crate::base::text::hex;
use crate::engine;
use crate::store::{self, Store, Stored, View};

/// What is hashed in front of a bar's birthmark, so that its name gives nothing else away.
const NAMED: &[u8] = b"barback: the name of a bar\n";
/// Bytes of a bar's name.
const NAME_BYTES: usize = 16;

/// How far another box is, as it says itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reached {
    /// Name of its bar ([`bar_name`]); none for a box that has nothing yet.
    pub bar: Option<String>,
    /// Its last entry.
    pub after: u64,
    /// That entry's [`mark`].
    pub mark: Option<String>,
}

/// Whether another box has the same history, as far as it goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Same {
    /// It has: this is where it is.
    Yes(Place),
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
pub fn mark(view: &dyn View, seq: u64) -> Stored<Option<String>> {
    let Some(before) = seq.checked_sub(1) else { return Ok(None) };
    let entry = store::entries_after(view, before, 1)?;
    Ok(entry.first().filter(|entry| entry.seq == seq).map(|entry| hex(&Sha256::digest(&entry.bytes))))
}

/// How far this box is, or was when its newest entry was `after`.
pub fn reached(view: &dyn View, after: Option<u64>) -> Stored<Reached> {
    let after = after.map_or_else(|| store::head(view), Ok)?;
    Ok(Reached { bar: bar_name(view)?, after, mark: mark(view, after)? })
}

/// Whether a box that is `there` has the history of this one, whose bar is called `bar`.
pub fn same(view: &dyn View, bar: Option<&str>, there: &Reached) -> Stored<Same> {
    if there.after == 0 {
        return Ok(Same::Yes(Place::default()));
    }
    if there.bar.as_deref() != bar {
        return Ok(Same::OtherBar);
    }
    let ours = store::entries_after(view, there.after - 1, 1)?;
    let Some(ours) = ours.first().filter(|_| there.mark.is_some()) else { return Ok(Same::OtherHistory) };
    if mark(view, there.after)? != there.mark {
        return Ok(Same::OtherHistory);
    }
    Ok(Same::Yes(Place { seq: ours.seq, running: engine::read(ours)?.envelope.running }))
}

/// What comes after `place`, packed for the journey; `None` when nothing does.
pub fn parcel(store: &Store, place: Place) -> Result<Option<Vec<u8>>, BackupError> {
    let Some((step, _)) = store.read(|view| Step::after(view, place))? else { return Ok(None) };
    let at = step.entries.last().map(engine::read).transpose()?.map(|entry| entry.envelope.at).unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let head = Head { version, kind: Kind::Continuous, demo: store.is_demo()?, at, after: place.seq };
    let packed = || -> std::io::Result<Vec<u8>> {
        let mut writer = Writer::begin(Vec::new(), &head)?;
        writer.step(&step)?;
        Ok(writer.into_inner())
    };
    packed().map(Some).map_err(BackupError::io("what goes to the second box".as_ref()))
}

/// Reads what [`parcel`] packed; `from` names the box that it came from.
pub fn unpack(bytes: &[u8], from: &str) -> Result<(Head, Step), BackupError> {
    let mut reader = Reader::of(from.as_ref(), bytes, bytes.len() as u64)?;
    match (reader.next_piece()?, reader.next_piece()?, reader.next_piece()?) {
        (Some(Piece::Head(head)), Some(Piece::Step(step)), None) => Ok((head, step)),
        _ => Err(BackupError::Damaged { file: from.into(), what: "its parts are in no order".to_owned() }),
    }
}

/// Takes a step in, all of it or nothing: entries, what follows from them, and the answers that phones were given. `note`
/// writes down what belongs to it.
pub fn absorb(store: &Store, head: &Head, step: &Step, note: impl FnOnce(&mut dyn store::Tables) -> Stored<()>) -> Result<(), BackupError> {
    let absorbed = store.write(|tables| {
        step.entries.iter().try_for_each(|entry| engine::absorb(tables, entry))?;
        step.answers.iter().try_for_each(|answer| store::restore_answer(tables, answer))?;
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
