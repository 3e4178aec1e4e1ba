//! The list of bars, a single bar, and the change of its name.

use std::collections::BTreeSet;

use serde::Serialize;
use utoipa::ToSchema;

use super::{Alert, Bar, Flag, Line, State, count_receipts, load_bars};
use crate::accounts::Bars;
use crate::database::{Database, Transaction};
use crate::error::HeadError;
use backup::parcels::{LineName, Mark, Position};
use base::Timestamp;
use base::text::{hex, line_within};

/// Longest name of a bar, in characters.
pub const NAME_MAX: usize = 80;

/// A bar, and how it stands to head office.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Bar)]
pub struct BarView {
    pub bar: String,
    pub name: String,
    pub state: State,
    /// The state in words, by the bar's clock.
    pub state_text: String,
    pub flags: Vec<Flag>,
    /// What is wrong, in words.
    pub alerts: Vec<Alert>,
    pub last_seen_at: Option<String>,
    /// When its newest entry was made, by its own clock.
    pub newest_at: Option<String>,
    pub entries_behind: Option<i64>,
    /// Up to when its figures hold.
    pub as_of: Option<String>,
    /// The newest entry of its current line.
    pub position: Option<Position>,
    /// Version of Barback on the box that counts.
    pub version: Option<String>,
    pub time_zone: Option<String>,
    pub day_starts_at: Option<String>,
    /// LRD per USD.
    pub rate: Option<String>,
    pub boxes: Vec<BoxView>,
}

/// A device with a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Box)]
pub struct BoxView {
    #[serde(rename = "box")]
    pub name: String,
    pub paired_at: String,
    pub revoked_at: Option<String>,
    pub last_seen_at: Option<String>,
    pub version: String,
    /// Whether its figures stand in reports.
    pub counted: bool,
}

/// All visible bars, by name.
///
/// # Errors
/// What the database refuses.
pub async fn bar_views(database: &Database, visible: &Bars, now: Timestamp) -> Result<Vec<BarView>, HeadError> {
    let mut bars = database.snapshot(move |transaction| async move { load_bars(&transaction, visible, None, now).await }).await?;
    count_receipts(database, &mut bars, now).await?;
    Ok(bars.iter().map(|bar| BarView::new(bar, now)).collect())
}

/// One bar.
///
/// # Errors
/// 404 for a bar that is not visible; what the database refuses.
pub async fn bar_view(database: &Database, visible: &Bars, bar: &str, now: Timestamp) -> Result<BarView, HeadError> {
    let wanted = &BTreeSet::from([bar.to_owned()]);
    let mut bars = database.snapshot(move |transaction| async move { load_bars(&transaction, visible, Some(wanted), now).await }).await?;
    count_receipts(database, &mut bars, now).await?;
    bars.first().map(|bar| BarView::new(bar, now)).ok_or_else(|| HeadError::not_found("bar"))
}

/// Gives a bar another name at head office, in the transaction of the caller. Returns the name before, for the audit log.
///
/// # Errors
/// 400 on `name` for an empty or too long name, 404 for a bar that is not visible; what the database refuses.
pub async fn rename_bar(transaction: &Transaction, visible: &Bars, bar: &str, name: &str) -> Result<String, HeadError> {
    let name = line_within(name, NAME_MAX).map_err(|error| HeadError::field("name", error.to_string()))?;
    if name.is_empty() {
        return Err(HeadError::field("name", "Name is required"));
    }
    let not_found = || HeadError::not_found("bar");
    if !visible.has(bar) {
        return Err(not_found());
    }
    let before = transaction.query_opt("SELECT name FROM bars WHERE bar = $1", &[&bar]).await?.ok_or_else(not_found)?.try_get(0)?;
    transaction.execute("UPDATE bars SET name = $2 WHERE bar = $1", &[&bar, &name]).await?;
    Ok(before)
}

impl BarView {
    pub(super) fn new(bar: &Bar, now: Timestamp) -> Self {
        let counted = bar.counted_box().map(|of| of.name.as_str());
        let shown = |at: Option<Timestamp>| at.map(|at| at.to_string());
        let boxes = bar.boxes.iter().map(|of| BoxView {
            name: of.name.clone(),
            paired_at: of.paired_at.to_string(),
            revoked_at: shown(of.revoked_at),
            last_seen_at: shown(of.last_seen_at),
            version: of.version.clone(),
            counted: counted == Some(of.name.as_str()) && of.revoked_at.is_none(),
        });
        BarView {
            bar: bar.bar.clone(),
            name: bar.name.clone(),
            state: bar.state(now),
            state_text: bar.state_text(now),
            flags: bar.flags(now),
            alerts: bar.alerts(now),
            last_seen_at: shown(bar.last_seen_at()),
            newest_at: shown(bar.current().and_then(|line| line.newest_at)),
            entries_behind: bar.entries_behind(),
            as_of: shown(bar.as_of()),
            position: bar.current().and_then(position),
            version: bar.counted_box().map(|of| of.version.clone()),
            time_zone: bar.settings.time_zone.clone(),
            day_starts_at: bar.settings.day_starts_at.clone(),
            rate: bar.settings.rate.clone(),
            boxes: boxes.collect(),
        }
    }
}

fn position(line: &Line) -> Option<Position> {
    let name: LineName = line.name.parse().ok()?;
    let hash: Mark = hex(line.hash.as_ref()?).parse().ok()?;
    Some(Position { line: name, seq: u64::try_from(line.seq).ok()?, hash })
}
