//! `GET /api/head/bars/{bar}/lines`, and the choice of another line.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{bar_name, bar_name_within, parse_line};
use crate::accounts::{Event, Owner, record};
use crate::error::HeadError;
use crate::history::{LineInfo, LineState, lines, lines_within, use_line_within};
use crate::idempotency::{Answer, IdempotencyKey, Write};
use crate::web::{HeadPath, HeadState};
use backup::parcels::LineName;

/// A line of a bar's history.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Line)]
pub(super) struct LineView {
    line: LineName,
    state: LineState,
    /// When its first entry arrived.
    began: String,
    /// The line that it left; null if it began with entry 1.
    parent: Option<LineName>,
    /// The entry before its first one.
    from_seq: u64,
    /// Its newest entry here.
    seq: u64,
    #[serde(rename = "box")]
    box_name: String,
    last_seen_at: String,
    known_here_only: HereOnlyView,
}

/// What the current line does not have of it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HereOnly)]
struct HereOnlyView {
    entries: u64,
    receipts: u64,
    total_revenue: String,
}

impl LineView {
    fn new(info: &LineInfo) -> Self {
        let (row, here_only) = (&info.row, &info.known_here_only);
        LineView {
            line: row.name,
            state: row.state,
            began: row.began.to_string(),
            parent: info.parent,
            from_seq: row.from.seq,
            seq: row.newest.seq,
            box_name: row.box_name.clone(),
            last_seen_at: row.last_seen_at.to_string(),
            known_here_only: HereOnlyView {
                entries: here_only.entries,
                receipts: here_only.receipts,
                total_revenue: here_only.total_revenue.to_string(),
            },
        }
    }
}

/// Lists the lines of a bar, the newest first.
#[utoipa::path(get, path = "/api/head/bars/{bar}/lines", tag = "books", security(("session" = ["owner"])), params(("bar" = String, Path)),
    responses((status = 200, body = Vec<LineView>)))]
pub(super) async fn list(
    State(state): State<HeadState>,
    Owner(owner): Owner,
    HeadPath(bar): HeadPath<String>,
) -> Result<Json<Vec<LineView>>, HeadError> {
    owner.may_see(&bar)?;
    bar_name(&state.database, &bar).await?;
    Ok(Json(lines(&state.database, &bar).await?.iter().map(LineView::new).collect()))
}

/// What a line is to become.
#[derive(Deserialize, ToSchema)]
pub(super) struct LineStateBody {
    /// `current`.
    #[schema(value_type = LineState)]
    state: String,
}

/// Makes a line the current one: its figures stand in reports from now on.
#[utoipa::path(put, path = "/api/head/bars/{bar}/lines/{line}", tag = "books", security(("session" = ["owner"])),
    params(IdempotencyKey, ("bar" = String, Path), ("line" = String, Path)), request_body = LineStateBody,
    responses((status = 200, body = LineView)))]
pub(super) async fn choose(
    State(state): State<HeadState>,
    Owner(owner): Owner,
    HeadPath((bar, line)): HeadPath<(String, String)>,
    write: Write<LineStateBody>,
) -> Result<Answer, HeadError> {
    owner.may_see(&bar)?;
    if write.body.state != LineState::Current.as_str() {
        return Err(HeadError::field("state", "A line can only become current"));
    }
    let (now, bar, line, by) = (state.now(), &bar, parse_line(&line)?, &owner);
    let chosen = write.submit(&state, &owner.user_id, move |transaction| async move {
        let name = bar_name_within(&transaction, bar).await?;
        let is_new = use_line_within(&transaction, bar, line, now).await?;
        let all = lines_within(&transaction, bar).await?;
        let info = all.iter().find(|info| info.row.name == line).ok_or_else(|| HeadError::not_found("line"))?;
        if is_new {
            let words = format!("Chose other books of {name}: those that began at {}, up to entry {}", info.row.began, info.row.newest.seq);
            record(&transaction, now, by, Event::new("line.chosen", words).of_bar(bar)).await?;
        }
        Answer::ok(&LineView::new(info))
    });
    chosen.await
}
