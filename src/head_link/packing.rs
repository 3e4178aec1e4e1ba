//! Makes parcels from the journal and signs them.

use super::journal::{self, JournalStep};
use super::key_files::Keys;
use super::status::LinkError;
use crate::parcels::{self, EntryMark, FigureRows, Header, PACKED_MAX, PARCEL_BYTES_MAX, PROTOCOL, Parcel, ParcelError};
use base::Timestamp;
use store::{StoreError, Stored, View};

/// A signed parcel.
pub struct Packed {
    pub bytes: Vec<u8>,
    /// The entry before its first one.
    pub from: u64,
    /// Its last entry; as `from` without entries.
    pub to: u64,
    /// Whether the journal has entries after it.
    pub has_more: bool,
}

/// What a parcel carries.
pub struct Content {
    /// The newest entry that head office has.
    pub position: u64,
    /// Whether the entries after it go with the parcel.
    pub entries: bool,
    pub figures: Option<FigureRows>,
}

/// What the parcels of a box have in common.
pub struct Sender<'k> {
    pub keys: &'k Keys,
    /// Name of the bar.
    pub bar: &'k str,
    /// The name that head office gave to this box.
    pub box_name: &'k str,
}

impl Sender<'_> {
    /// The parcel with `content`, with as many entries as head office takes at once; `None` if there is nothing to send.
    ///
    /// # Errors
    /// [`LinkError::Damaged`] if the entries cannot be read, or a single commit is larger than any parcel.
    pub fn pack(&self, view: &dyn View, content: &Content, at: Timestamp) -> Result<Option<Packed>, LinkError> {
        let mut step = if content.entries { journal::step_after(view, content.position).map_err(unreadable)? } else { None };
        if step.is_none() && content.figures.is_none() {
            return Ok(None);
        }
        loop {
            let header = self.header(view, content.position, step.as_ref(), at).map_err(unreadable)?;
            let (from, to) = (header.from.seq, header.to.seq);
            let parcel = Parcel { header, step: step.as_ref().map(|step| step.segment.clone()), figures: content.figures.clone() };
            let packed = parcels::write(&parcel, &self.keys.signing);
            let is_small = packed.as_ref().is_ok_and(|bytes| bytes.len() <= PARCEL_BYTES_MAX);
            let half = match &step {
                Some(step) if !is_small => journal::first_half(view, step).map_err(unreadable)?,
                _ => None,
            };
            match (half, packed) {
                (Some(half), _) => step = Some(half),
                (None, Ok(bytes)) => {
                    let has_more = store::head(view).map_err(unreadable)? > to;
                    return Ok(Some(Packed { bytes, from, to, has_more }));
                }
                (None, Err(ParcelError::TooLarge)) => {
                    let megabytes = PACKED_MAX / (1024 * 1024);
                    return Err(LinkError::Damaged(format!("Entry {} is part of a change of more than {megabytes} MB", from + 1)));
                }
                (None, Err(error)) => return Err(LinkError::Damaged(error.to_string())),
            }
        }
    }

    /// The header of a parcel with this step, or with figures alone.
    fn header(&self, view: &dyn View, position: u64, step: Option<&JournalStep>, at: Timestamp) -> Stored<Header> {
        let (line, from, to) = match step {
            Some(step) => (step.line, step.from, step.to),
            None => {
                let mark = EntryMark { seq: position, hash: journal::mark_of(view, position)? };
                (journal::newest_line(view)?, mark, mark)
            }
        };
        Ok(Header {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: PROTOCOL,
            bar: self.bar.to_owned(),
            line,
            box_name: self.box_name.to_owned(),
            at,
            from,
            to,
        })
    }
}

/// The error for a journal that cannot be read.
pub fn unreadable(error: StoreError) -> LinkError {
    LinkError::Damaged(format!("The journal cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rcgen::PublicKeyData;

    use super::*;
    use crate::head_link::key_files::NewKey;
    use crate::parcels::PublicKey;
    use store::MemoryTables;

    #[test]
    fn a_parcel_is_signed_and_says_where_it_belongs() {
        let mut tables = MemoryTables::new();
        let envelope = base::Envelope { at: Timestamp::from_millis(1), running: 5, actor: base::Actor::the_box() };
        let seed = crate::engine::Command::Seating(crate::seating::SeatingCommand::Seed);
        assert!(matches!(crate::engine::step(&mut tables, &envelope, &seed), Ok(crate::engine::StepOutcome::Done(_))));
        let keys = NewKey::generate().expect("a key").with_certificate(Vec::new(), Vec::new()).expect("P-256");
        let public = rcgen::KeyPair::try_from(keys.tls.key.as_slice()).expect("a key").der_bytes().to_vec();
        let (bar, box_name) = ("b".repeat(32), "c".repeat(16));
        let sender = Sender { keys: &keys, bar: &bar, box_name: &box_name };
        let newest = store::head(&tables).expect("memory");
        let figures = FigureRows { upto: newest, first: newest, last: true, whole: Vec::new(), sets: BTreeMap::new() };
        let at = Timestamp::from_millis(9);
        for (position, entries, figures, to) in [
            (0, true, None, newest),
            (0, true, Some(&figures), newest),
            (newest, false, Some(&figures), newest),
            (3, false, Some(&figures), 3),
        ] {
            let content = Content { position, entries, figures: figures.cloned() };
            let packed = sender.pack(&tables, &content, at).expect("packed").expect("something to send");
            assert_eq!((packed.from, packed.to, packed.has_more), (position, to, to < newest));
            let (parcel, rest) = parcels::read::<FigureRows>(&packed.bytes, |_| Some(PublicKey(public.clone()))).expect("whole");
            assert_eq!((parcel.header.bar.as_str(), parcel.header.at, rest.len()), (bar.as_str(), at, 0));
            assert_eq!((parcel.step.is_some(), parcel.figures.as_ref()), (entries, figures));
        }
        for (position, entries) in [(newest, true), (0, false)] {
            let content = Content { position, entries, figures: None };
            assert!(sender.pack(&tables, &content, at).expect("read").is_none());
        }
    }
}
