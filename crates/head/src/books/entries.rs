//! `GET /api/head/bars/{bar}/lines/{line}/entries`: entries of a line as the box's audit log shows them.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use super::names::names;
use super::{bar_name, parse_line};
use crate::accounts::Owner;
use crate::database::Database;
use crate::error::HeadError;
use crate::history::{entries_before, glance, line_id};
use crate::web::{HeadPage, HeadPath, HeadState, link_to_row};
use bar::engine::{AuditFilter, AuditLine};
use base::{BarTime, BusinessDay, text};
use store::{RawEntry, View};

/// Most entries that one request describes, as at the box.
const SEARCHED_ENTRIES_MAX: usize = 2_000;

/// An entry of a line.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Entry)]
pub(super) struct EntryView {
    /// Its number in the journal.
    seq: u64,
    at: String,
    user_name: String,
    kind: String,
    summary: String,
}

/// Lists the entries of a line, the newest first. A page may have few rows or none and still link to a next page.
#[utoipa::path(get, path = "/api/head/bars/{bar}/lines/{line}/entries", tag = "books", security(("session" = ["owner"])), params(
    HeadPage,
    ("bar" = String, Path),
    ("line" = String, Path),
    ("user" = Option<String>, Query),
    ("kind" = Option<String>, Query),
    ("from" = Option<String>, Query, description = "A date."),
    ("to" = Option<String>, Query, description = "A date."),
    ("q" = Option<String>, Query, description = "What the words of an entry contain."),
), responses((status = 200, body = Vec<EntryView>)))]
pub(super) async fn list(
    State(state): State<HeadState>,
    Owner(owner): Owner,
    HeadPath((bar, line)): HeadPath<(String, String)>,
    page: HeadPage,
) -> Result<(HeaderMap, Json<Vec<EntryView>>), HeadError> {
    owner.may_see(&bar)?;
    bar_name(&state.database, &bar).await?;
    let name = parse_line(&line)?;
    let filter = filter(&page)?;
    let mut before = match &page.before {
        Some(text) => text.parse().map_err(|_| HeadError::field("before", "before must be the number of an entry"))?,
        None => u64::MAX,
    };
    let id = line_id(&bar, name);
    let (view, bar_time) = (names(&state.database, id).await?, bar_time(&state.database, id).await?);
    let limit = usize::try_from(page.limit).unwrap_or(usize::MAX);
    let (mut rows, mut searched) = (Vec::new(), 0);
    while let Some(found) = entries_before(&state.database, &bar, name, before).await? {
        for raw in found.step.entries.into_iter().rev() {
            before = raw.seq;
            searched += 1;
            rows.extend(describe(&view, &filter, &bar_time, raw)?);
            if rows.len() >= limit || searched >= SEARCHED_ENTRIES_MAX {
                let link = if before > 1 { link_to_row(&page, &before.to_string()) } else { HeaderMap::new() };
                return Ok((link, Json(rows)));
            }
        }
    }
    Ok((HeaderMap::new(), Json(rows)))
}

fn filter(page: &HeadPage) -> Result<AuditFilter, HeadError> {
    let day = |name: &str| match page.param(name) {
        Some(text) => BusinessDay::parse(text).map(Some).ok_or_else(|| HeadError::field(name, format!("{name} must be a date"))),
        None => Ok(None),
    };
    Ok(AuditFilter {
        user: page.param("user").map(str::to_owned),
        kind: page.param("kind").map(str::to_owned),
        from: day("from")?,
        to: day("to")?,
        text: page.param("q").map(text::fold),
    })
}

/// The line of an entry, in the words of the box's own audit log. Of an entry that a newer box wrote, what every entry has.
fn describe(view: &dyn View, filter: &AuditFilter, bar_time: &BarTime, raw: RawEntry) -> Result<Option<EntryView>, HeadError> {
    let (seq, (at, kind)) = (raw.seq, glance(&raw.bytes));
    match filter.line_of(view, bar_time, raw) {
        Ok(line) => Ok(line.map(EntryView::new)),
        // Whether it fits a filter is not known.
        Err(_) if *filter != AuditFilter::default() => Ok(None),
        Err(_) => Ok(Some(EntryView {
            seq,
            at: at.unwrap_or_default().to_string(),
            user_name: String::new(),
            kind: kind.unwrap_or_default(),
            summary: "Written by a newer Barback, which head office cannot read yet".to_owned(),
        })),
    }
}

impl EntryView {
    fn new(line: AuditLine) -> Self {
        EntryView { seq: line.seq, at: line.at.to_string(), user_name: line.user_name, kind: line.kind, summary: line.summary }
    }
}

/// When business days of the bar begin, as its box sent it.
async fn bar_time(database: &Database, line_id: i64) -> Result<BarTime, HeadError> {
    let sql = "SELECT name, COALESCE(value, '') FROM fig_setting WHERE line_id = $1 AND name IN ('timeZone', 'dayStartsAt')";
    let rows = database.snapshot(move |transaction| async move { transaction.query(sql, &[&line_id]).await }).await?;
    let (mut zone, mut starts) = (String::new(), String::new());
    for row in &rows {
        let (name, value): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        if name == "timeZone" { zone = value } else { starts = value }
    }
    Ok(BarTime::new(&zone, &starts).unwrap_or_else(BarTime::monrovia))
}
