//! Audit log: journal entries as sentences.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::{self, AuditFilter, AuditLine};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::list_args::{Paged, Searched};
use crate::http::contract::read::{Page, ReadRequest};
use crate::http::contract::session::Admin;
use base::text;

/// An entry of the audit log.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditLine)]
pub struct AuditView {
    /// Number of the journal entry.
    seq: u64,
    at: String,
    user_name: String,
    #[schema(example = "sales.voided")]
    kind: String,
    #[schema(example = "Voided 2 × Club Beer of receipt R-20261121-0007: Wrong drink")]
    summary: String,
}

impl AuditView {
    fn new(line: AuditLine) -> Self {
        AuditView { seq: line.seq, at: line.at.to_string(), user_name: line.user_name, kind: line.kind, summary: line.summary }
    }
}

/// Lists the audit log, newest first. `user` is a username or an id, `kind` a kind or the part before its dot, or several with
/// commas, `q` a part of the sentence or of the username; `from` and `to` are business days. A page may have few rows or none and still link to a next page.
#[utoipa::path(get, path = "/api/admin/audit", tag = "reports",
    params(("user" = Option<String>, Query), ("kind" = Option<String>, Query)),
    responses((status = 200, body = [AuditView]), (status = 400), (status = 401), (status = 403)))]
pub async fn list(
    State(app): State<AppState>,
    _: Admin,
    Paged(page): Paged,
    Searched { words, from, to }: Searched,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let filter = AuditFilter {
        user: request.param("user").map(str::to_owned),
        kind: request.param("kind").map(str::to_owned),
        from,
        to,
        text: words.as_deref().map(text::fold),
    };
    request
        .answer_fresh_page(&app, |view| {
            let found = engine::audit(view, &filter, page.before, page.limit)?;
            Ok(Page { rows: found.lines.into_iter().map(AuditView::new).collect(), next: found.next })
        })
        .await
}
