//! A folder that stands by for another box, and the moment at which it becomes the first.
//!
//! Which box it follows, and with which code, is a fact of its file and in no journal: the journal is the first box's, to the byte.

use serde::{Deserialize, Serialize};

use super::{BackupError, series};
use crate::base::{Timestamp, receipt_number};
use crate::engine::{self, Command};
use crate::sales::SERIES_NUMBERS;
use crate::standby::{BoxPromoted, Code};
use crate::store::{self, Store, StoreError, Stored, Tables};

/// The fact that says which box is followed; blank where none is.
const FOLLOWS_FACT: &str = "follows";

/// Which box a folder stands by for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowedBox {
    /// Its address.
    pub first: String,
    /// What it lets this one in with.
    pub code: Code,
    /// How many entries it had when it was last heard.
    pub heard: u64,
}

#[derive(Serialize, Deserialize)]
struct StoredLink {
    first: String,
    code: String,
    heard: u64,
}

/// The box that a folder stands by for; `None` for a bar of its own.
pub fn followed_box(store: &Store) -> Stored<Option<FollowedBox>> {
    let Some(kept) = store.read(|view| store::metadata(view, FOLLOWS_FACT))?.filter(|kept| !kept.is_empty()) else { return Ok(None) };
    let unreadable = |reason: String| StoreError::Unreadable { table: "meta", reason };
    let StoredLink { first, code, heard } = serde_json::from_str(&kept).map_err(|error| unreadable(error.to_string()))?;
    let code = code.parse().map_err(|_| unreadable("the code of the first box cannot be read".to_owned()))?;
    Ok(Some(FollowedBox { first, code, heard }))
}

/// Notes which box is followed, and how far that is.
pub fn set_followed_box(tables: &mut dyn Tables, following: &FollowedBox) -> Stored<()> {
    let FollowedBox { first, code, heard } = following;
    let kept = StoredLink { first: first.clone(), code: code.to_string(), heard: *heard };
    let kept = serde_json::to_string(&kept).map_err(|error| StoreError::Unreadable { table: "meta", reason: error.to_string() })?;
    store::set_metadata(tables, FOLLOWS_FACT, &kept)
}

/// A box that became the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promoted {
    /// What it had followed.
    pub following: FollowedBox,
    /// The last entry that came from there.
    pub journal: u64,
    /// When that was written.
    pub last_at: Timestamp,
    /// The number of the next receipt.
    pub next_receipt: String,
}

/// Makes the box that stands by the first one, in one transaction: sessions end, receipts go on behind those that are not
/// known here, and what may be on paper already waits for a person. `None` where nothing is followed.
pub fn promote(store: &Store, now: Timestamp) -> Result<Option<Promoted>, BackupError> {
    let Some(following) = followed_box(store)? else { return Ok(None) };
    let Some(last) = store.read(engine::last_entry)? else { return Ok(None) };
    let (journal, last_at) = (last.seq, last.envelope.at);
    let series = series::draw(&store.read(crate::sales::series)?)?;
    let next_receipt = store.write(|tables| {
        let envelope = engine::while_closed(tables, now)?;
        let day = crate::settings::settings(tables.view())?.bar_time().business_day(envelope.at);
        let receipts_skipped_to = u64::from(series) * SERIES_NUMBERS;
        let note = BoxPromoted { first: following.first.clone(), journal, day, receipts_skipped_to, series };
        engine::step(tables, &envelope, &Command::NotePromotion(note))?;
        store::set_metadata(tables, FOLLOWS_FACT, "")?;
        Ok(receipt_number(day, receipts_skipped_to + 1))
    })?;
    Ok(Some(Promoted { following, journal, last_at, next_receipt }))
}
