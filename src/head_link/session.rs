//! One connection of the bar: the head office that the journal names, its address, and the key for it.

use std::sync::Arc;

use super::figures::SETS;
use super::journal;
use super::key_files::Keys;
use super::packing::{Sender, unreadable};
use super::status::LinkError;
use super::{Parts, blocking, directives};
use crate::backup;
use crate::head_office::{self, HeadOffice};
use crate::parcels::{ClockReading, DirectiveKind, EntryMark, Hello, Mark, PROTOCOL, PROTOCOL_MIN, Position, ProtocolRange};
use crate::settings::{self, HeadAddress};
use store::StoreError;

/// Most entries that are answered for at once.
const ASKED_MAX: usize = 1_000;

/// A connection, with all that parcels need. Cheap to clone.
#[derive(Clone)]
pub struct OfficeSession {
    pub office: HeadOffice,
    pub address: HeadAddress,
    pub keys: Arc<Keys>,
    /// Name of the bar.
    pub bar: String,
}

impl OfficeSession {
    /// The connection that the bar has; `None` if it has none, or this box has no key for it.
    pub async fn open(parts: &Parts) -> Result<Option<Self>, LinkError> {
        let files = parts.files.clone();
        blocking(parts, move |view| {
            let read = || Ok((head_office::head_office(view)?, settings::settings(view)?.head.url.clone(), backup::bar_name(view)?));
            let (Some(office), Some(url), Some(bar)) = read().map_err(unreadable)? else { return Ok(None) };
            let (Ok(address), Some(keys)) = (url.parse(), files.and_then(|files| files.load(&office.key))) else { return Ok(None) };
            Ok(Some(OfficeSession { office, address, keys: Arc::new(keys), bar }))
        })
        .await
    }

    /// Whether another reading says the same.
    pub fn is_same(&self, other: &OfficeSession) -> bool {
        (&self.office, &self.address) == (&other.office, &other.address)
    }

    /// Who signs the parcels of this connection.
    pub fn sender(&self) -> Sender<'_> {
        Sender { keys: &self.keys, bar: &self.bar, box_name: &self.office.box_name }
    }

    /// Where the box is. `is_first`: with marks of older entries, by which head office finds where histories part.
    ///
    /// # Errors
    /// [`LinkError::Damaged`] if the journal cannot be read.
    pub async fn hello(&self, parts: &Parts, is_first: bool) -> Result<Hello, LinkError> {
        let (now, doubtful) = (parts.clock)();
        blocking(parts, move |view| {
            let read = || {
                let journal = store::head(view)?;
                let hash = journal::mark_of(view, journal)?.ok_or(StoreError::Damaged { table: "journal" })?;
                let newest = EntryMark { seq: journal, hash: Some(hash) };
                let marks = if is_first { journal::newest_marks(view)? } else { vec![newest] };
                Ok((journal, hash, journal::newest_line(view)?, marks, directives::position(view)?))
            };
            let (journal, hash, line, marks, directives): (u64, Mark, _, _, _) = read().map_err(unreadable)?;
            Ok(Hello {
                protocol: ProtocolRange { min: PROTOCOL_MIN, max: PROTOCOL },
                version: env!("CARGO_PKG_VERSION").to_owned(),
                line,
                journal,
                hash,
                marks,
                figure_sets: SETS.iter().map(|set| set.as_str().to_owned()).collect(),
                kinds: DirectiveKind::ALL.iter().map(|kind| kind.as_str().to_owned()).collect(),
                clock: ClockReading { now, doubtful },
                directives,
            })
        })
        .await
    }

    /// Marks of the entries that head office asks for.
    ///
    /// # Errors
    /// [`LinkError::Damaged`] if the journal cannot be read.
    pub async fn marks(&self, parts: &Parts, mut asked: Vec<u64>) -> Result<Vec<EntryMark>, LinkError> {
        asked.truncate(ASKED_MAX);
        blocking(parts, move |view| journal::marks_of(view, asked).map_err(unreadable)).await
    }

    /// Whether the journal has the entry that head office names; `None` is the place before the first one. Saves it for a file that is
    /// made without a connection.
    ///
    /// # Errors
    /// [`LinkError::Damaged`] if the journal cannot be read.
    pub async fn adopt(&self, parts: &Parts, position: Option<Position>) -> Result<bool, LinkError> {
        let Some(position) = position else { return Ok(true) };
        let files = parts.files.clone();
        let is_new = parts.position_is_due();
        blocking(parts, move |view| {
            let is_known = journal::has(view, &position).map_err(unreadable)?;
            if let (true, true, Some(files)) = (is_known, is_new, files) {
                // Without it a file is longer than it need be.
                let _ = files.save_position(&position);
            }
            Ok(is_known)
        })
        .await
    }
}
