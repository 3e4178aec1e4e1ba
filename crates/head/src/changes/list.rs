//! The list of directives: what was asked of the bars that the caller sees.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;

use crate::accounts::{Bars, HeadRole, SignedIn};
use crate::directives::{COLUMNS, DirectiveRow, DirectiveState, DirectiveView, MANAGER_KINDS, words};
use crate::error::HeadError;
use crate::reports::parse_bars;
use crate::web::{HeadPage, HeadState, link_to_next};
use backup::parcels::DirectiveKind;

/// Lists what was asked of bars, the newest first. A manager sees what managers may ask for.
#[utoipa::path(get, path = "/api/head/directives", tag = "directives", security(("session" = [])), params(
    HeadPage,
    ("bars" = Option<String>, Query, description = "Bars, separated by commas; all that the caller sees without it."),
    ("state" = Option<DirectiveState>, Query),
    ("kind" = Option<words::DirectiveKind>, Query),
), responses((status = 200, body = Vec<DirectiveView>), (status = 404)))]
pub(super) async fn list(
    State(state): State<HeadState>,
    user: SignedIn,
    page: HeadPage,
) -> Result<(HeaderMap, Json<Vec<DirectiveView>>), HeadError> {
    let wanted = parse_bars(page.param("bars"), &user.bars)?;
    let bars: Option<Vec<String>> = match (wanted, &user.bars) {
        (Some(wanted), _) => Some(wanted.into_iter().collect()),
        (None, Bars::All) => None,
        (None, Bars::These(bars)) => Some(bars.clone()),
    };
    let of_state = page.param("state");
    if of_state.is_some_and(|text| DirectiveState::parse(text).is_none()) {
        return Err(HeadError::field("state", "There is no such state"));
    }
    let kind = page.param("kind");
    let seen: Option<Vec<&str>> = match user.role {
        HeadRole::Owner => None,
        HeadRole::Manager => Some(MANAGER_KINDS.iter().chain(&[DirectiveKind::Withdraw]).map(|kind| kind.as_str()).collect()),
    };
    let sql = format!(
        "SELECT {COLUMNS} FROM directives WHERE ($1::TEXT IS NULL OR id < $1) AND ($2::TEXT[] IS NULL OR bar = ANY($2)) \
         AND ($3::TEXT IS NULL OR state = $3) AND ($4::TEXT IS NULL OR kind = $4) AND ($5::TEXT[] IS NULL OR kind = ANY($5)) \
         ORDER BY id DESC LIMIT $6"
    );
    let client = state.database.client().await?;
    let rows = client.query(&sql, &[&page.before, &bars, &of_state, &kind, &seen, &(page.limit + 1)]).await?;
    let mut rows = rows.iter().map(DirectiveRow::of).collect::<Result<Vec<_>, _>>()?;
    let link = link_to_next(&page, &mut rows, |row| row.id.clone());
    Ok((link, Json(rows.iter().map(DirectiveRow::view).collect())))
}
