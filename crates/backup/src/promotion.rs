//! Standby link and promotion: which box a data folder follows, and making it the first box.
//!
//! The first box sells (the primary). The second box stands by (a standby, or replica): it replicates the first box's journal and
//! sells nothing until it is promoted.
//!
//! The followed box and its code are metadata of the store and in no journal entry, because the journal is byte for byte that of the
//! first box.

use serde::{Deserialize, Serialize};

use super::{BackupError, series};
use bar::engine::{self, Command};
use bar::head_office::{HeadConnected, HeadOfficeCommand, head_office};
use bar::sales::SERIES_NUMBERS;
use bar::standby::{BoxPromoted, Code};
use base::{Timestamp, receipt_number};
use store::{Store, StoreError, Stored, Tables};

/// Metadata key of the followed box; blank if none is followed.
const FOLLOWED_BOX_KEY: &str = "follows";

/// The box that a data folder follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowedBox {
    /// Its address, as a URL.
    pub first_address: String,
    /// The code that authorizes this box.
    pub code: Code,
    /// Number of journal entries that it had at the last contact.
    pub first_box_head: u64,
}

#[derive(Serialize, Deserialize)]
struct StoredLink {
    #[serde(rename = "first")]
    first_address: String,
    code: String,
    #[serde(rename = "heard")]
    first_box_head: u64,
}

/// The box that the store follows; `None` for an independent bar.
pub fn followed_box(store: &Store) -> Stored<Option<FollowedBox>> {
    let Some(kept) = store.read(|view| store::metadata(view, FOLLOWED_BOX_KEY))?.filter(|kept| !kept.is_empty()) else { return Ok(None) };
    let unreadable = |reason: String| StoreError::Unreadable { table: "meta", reason };
    let StoredLink { first_address, code, first_box_head } = serde_json::from_str(&kept).map_err(|error| unreadable(error.to_string()))?;
    let code = code.parse().map_err(|_| unreadable("the code of the first box cannot be read".to_owned()))?;
    Ok(Some(FollowedBox { first_address, code, first_box_head }))
}

/// Stores which box is followed and its last known position.
pub fn set_followed_box(tables: &mut dyn Tables, following: &FollowedBox) -> Stored<()> {
    let FollowedBox { first_address, code, first_box_head } = following;
    let kept = StoredLink { first_address: first_address.clone(), code: code.to_string(), first_box_head: *first_box_head };
    let kept = serde_json::to_string(&kept).map_err(|error| StoreError::Unreadable { table: "meta", reason: error.to_string() })?;
    store::set_metadata(tables, FOLLOWED_BOX_KEY, &kept)
}

/// Result of a promotion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promoted {
    /// The box that it followed before.
    pub following: FollowedBox,
    /// Number of the last entry from that box.
    pub last_entry: u64,
    /// Time stamp of that entry.
    pub last_at: Timestamp,
    /// Number of the next receipt.
    pub next_receipt: String,
}

/// Promotes a second box to the first box, in one transaction. `None` if no box is followed.
///
/// - All sessions end.
/// - Receipt numbers continue in a new series, because the last numbers of the first box are not known here.
/// - Print jobs that may be on paper already wait for a person.
/// - The box follows no other box any more.
/// - With `head`, the certificate that this box has for head office, it is the one that sends from now on: `head` has the key of the
///   connection that ends, and the new one. Ignored if the bar has another head office by now.
pub fn promote(store: &Store, now: Timestamp, head: Option<(String, HeadConnected)>) -> Result<Option<Promoted>, BackupError> {
    let Some(following) = followed_box(store)? else { return Ok(None) };
    let Some(last) = store.read(engine::last_entry)? else { return Ok(None) };
    let (last_entry, last_at) = (last.seq, last.envelope.at);
    let series = series::draw(&store.read(bar::sales::series)?)?;
    let next_receipt = store.write(|tables| {
        let envelope = engine::offline_envelope(tables, now)?;
        let day = bar::settings::settings(tables.view())?.bar_time().business_day(envelope.at);
        let receipts_skipped_to = u64::from(series) * SERIES_NUMBERS;
        let note = BoxPromoted { first: following.first_address.clone(), journal: last_entry, day, receipts_skipped_to, series };
        engine::step(tables, &envelope, &Command::NotePromotion(note))?;
        let office = head_office(tables.view())?;
        if let Some((key, event)) = head
            && office.is_some_and(|office| office.key == key)
        {
            let connect = HeadOfficeCommand::Connect { event, replaces: Some(key) };
            engine::step(tables, &envelope, &Command::HeadOffice(connect))?;
        }
        store::set_metadata(tables, FOLLOWED_BOX_KEY, "")?;
        Ok(receipt_number(day, receipts_skipped_to + 1))
    })?;
    Ok(Some(Promoted { following, last_entry, last_at, next_receipt }))
}
