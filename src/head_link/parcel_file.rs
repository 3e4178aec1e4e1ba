//! A file of signed parcels, for a box without internet: a person carries it to head office.

use std::fs::File;
use std::io::{self, Seek, Write};

use super::Parts;
use super::key_files::KeyFiles;
use super::packing::{Content, Packed, unreadable};
use super::sending::FigureSending;
use super::session::OfficeSession;
use super::status::LinkError;
use super::{blocking, journal};
use crate::parcels::Position;
use base::Timestamp;
use store::View;

/// Most bytes of a file, unless its first parcel has more.
const FILE_BYTES_MAX: u64 = 64 * 1024 * 1024;
/// Digits of the bar's name in that of the file.
const BAR_DIGITS: usize = 8;

/// A file of parcels. It has no name in the folder and is gone once it is closed.
#[derive(Debug)]
pub struct ParcelFile {
    /// Open at its beginning.
    pub file: File,
    /// Length in bytes.
    pub length: u64,
    /// `barback-0a1b2c3d-4001-5000.parcels`.
    pub name: String,
}

/// See [`super::HeadLink::save_file`].
pub async fn save(parts: &Parts, session: OfficeSession, after: Option<u64>, upto: u64) -> Result<Option<ParcelFile>, LinkError> {
    let Some(files) = parts.files.clone() else { return Ok(None) };
    let after = match after {
        Some(after) => after,
        None => known_position(parts).await?.map_or(0, |position| position.seq),
    };
    let (store, at) = (parts.store.clone(), parts.clock_now());
    let written = tokio::task::spawn_blocking(move || {
        if store::journal_head(&store).map_err(unreadable)? <= after {
            return Ok(None);
        }
        let mut file = files.unnamed_file().map_err(disk)?;
        // Entries that are sent once more need no figures.
        let mut figures = (upto == u64::MAX).then(FigureSending::default);
        let (mut length, mut last) = (0, after);
        while last < upto {
            // One look for each parcel: a long one would keep old pages of the store.
            let packed = store.read(|view| Ok(pack(view, &session, last, &mut figures, at))).map_err(unreadable)??;
            let Some(packed) = packed.filter(|packed| length == 0 || length + packed.bytes.len() as u64 <= FILE_BYTES_MAX) else { break };
            file.write_all(&packed.bytes).map_err(disk)?;
            length += packed.bytes.len() as u64;
            last = packed.to;
        }
        file.rewind().map_err(disk)?;
        let bar = session.bar.get(..BAR_DIGITS).unwrap_or_default();
        let name = format!("barback-{bar}-{}-{last}.parcels", after + 1);
        Ok((length > 0).then_some(ParcelFile { file, length, name }))
    });
    written.await.unwrap_or_else(|_| Err(LinkError::Damaged("The box is stopping".to_owned())))
}

/// The newest entry that head office is known to have: from its last answer, else from before the start, if the journal has it still.
async fn known_position(parts: &Parts) -> Result<Option<Position>, LinkError> {
    let known = parts.status.known();
    if known.greeted || known.position.is_some() {
        return Ok(known.position);
    }
    let saved = parts.files.clone().and_then(|files: std::sync::Arc<KeyFiles>| files.position());
    let Some(saved) = saved else { return Ok(None) };
    blocking(parts, move |view| Ok(journal::has(view, &saved).map_err(unreadable)?.then_some(saved))).await
}

/// The next parcel. Its figures are all figures, because head office's own are not known without a connection.
fn pack(
    view: &dyn View,
    session: &OfficeSession,
    last: u64,
    figures: &mut Option<FigureSending>,
    at: Timestamp,
) -> Result<Option<Packed>, LinkError> {
    let part = figures.as_ref().map(|figures| figures.next(view)).transpose().map_err(unreadable)?.flatten();
    let content = Content { position: last, entries: true, figures: part.as_ref().map(|part| part.rows.clone()) };
    let packed = session.sender().pack(view, &content, at)?;
    if let (Some(part), Some(figures)) = (part, figures) {
        figures.written(part);
    }
    Ok(packed)
}

fn disk(error: io::Error) -> LinkError {
    LinkError::Damaged(format!("The file cannot be written: {error}"))
}
