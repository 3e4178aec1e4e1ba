//! Changes that head office asks for: the list, and an admin's decision about a suggested exchange rate or a new admin.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::contents::read_content;
use crate::directives::{self, DirectiveCommand, DirectiveRow, DirectiveState};
use crate::engine::{Command, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::list_args::Paged;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::{Page, ReadRequest};
use crate::http::contract::session::Admin;
use crate::http::contract::write::{Write, json, missing};
use crate::settings::{self, SuggestedRates};
use web::form::{Form, RawField};

/// The member of a change that is never shown: the hash of a password.
const SECRET: &str = "password";

/// A change that head office asked for.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Directive)]
pub struct DirectiveView {
    /// Counts from 1.
    number: u64,
    id: String,
    #[schema(example = "price.set")]
    kind: String,
    /// What is asked, without passwords.
    #[schema(value_type = Object)]
    body: Value,
    /// As head office asked: `next_day`, `now` or a date.
    #[schema(example = "next_day")]
    effective: String,
    /// The person at head office who asked.
    #[schema(example = "Jane")]
    by: String,
    /// When that was, by head office's clock.
    at: String,
    received_at: String,
    /// The business day on which the box decides it; null: at once.
    #[schema(example = "2026-11-28")]
    due: Option<String>,
    /// Whether admins decide it: a suggested rate or a new admin that waits.
    asks: bool,
    state: DirectiveStateView,
    /// Why it was refused, for programs.
    #[schema(example = "last_admin")]
    code: Option<String>,
    /// Why it was refused.
    reason: Option<String>,
    decided_at: Option<String>,
}

/// What became of a change of head office.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DirectiveState)]
pub enum DirectiveStateView {
    /// It waits for its time, or for an admin.
    Received,
    Applied,
    Refused,
    /// Head office took it back.
    Withdrawn,
}

impl DirectiveView {
    fn new(row: DirectiveRow, rates: SuggestedRates) -> Self {
        let mut body = row.received.content();
        if let Some(members) = body.as_object_mut() {
            members.remove(SECRET);
        }
        let asks = row.asks(rates);
        let (code, reason) = row.refusal.unzip();
        DirectiveView {
            number: row.received.number,
            id: row.received.id,
            kind: row.received.kind,
            body,
            effective: row.received.effective,
            by: row.received.by,
            at: row.received.asked_at.to_string(),
            received_at: row.received_at.to_string(),
            due: row.received.due.map(|day| day.to_string()),
            asks,
            state: match row.state {
                DirectiveState::Received => DirectiveStateView::Received,
                DirectiveState::Applied => DirectiveStateView::Applied,
                DirectiveState::Refused => DirectiveStateView::Refused,
                DirectiveState::Withdrawn => DirectiveStateView::Withdrawn,
            },
            code,
            reason,
            decided_at: row.decided_at.map(|at| at.to_string()),
        }
    }
}

/// What an admin says about a suggested rate or a new admin.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct DecideBody {
    /// Whether the rate is used, or the admin allowed.
    #[schema(value_type = bool)]
    accept: RawField,
}

/// Lists the changes that head office asked for, newest first.
#[utoipa::path(get, path = "/api/head-link/directives", tag = "box", responses((status = 200, body = [DirectiveView]), (status = 400),
    (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, _: Admin, Paged(page): Paged, request: ReadRequest) -> Result<Response, ApiError> {
    request
        .answer_page(&app, &[Topic::Head, Topic::Settings], "", |view| {
            let rates = settings::settings(view)?.head.rate;
            let found = Page::cut(directives::directives_before(view, page.before, page.limit + 1)?, page, |row| row.received.number);
            let rows: Vec<DirectiveView> = found.rows.into_iter().map(|row| DirectiveView::new(row, rates)).collect();
            Ok(Page { rows, next: found.next })
        })
        .await
}

/// Uses an exchange rate that head office suggests, or allows an admin whom it sends; or not.
#[utoipa::path(post, path = "/api/head-link/directives/{number}/decide", tag = "box", request_body = DecideBody,
    params(("number" = u64, Path)), responses((status = 200, body = DirectiveView), (status = 400), (status = 401), (status = 403),
    (status = 404), (status = 409), (status = 415)))]
pub async fn decide(
    State(app): State<AppState>,
    Admin(caller): Admin,
    Path(number): Path<String>,
    write: Write<DecideBody>,
) -> Result<Response, ApiError> {
    let number = parse_id(&number, "change")?;
    let mut form = Form::default();
    let accept = form.flag("accept", &write.body.accept);
    if accept.is_none() {
        form.reject("accept", "Must be true or false");
    }
    form.finish()?;
    let asked = app.store.read(|view| directives::directive(view, number))?.filter(|row| row.received.makes_admin);
    let content = asked.map(|row| Box::new(read_content(&row.received.kind, &row.received.body)));
    let command = Command::Directive(DirectiveCommand::Answer { number, accept: accept.unwrap_or_default(), content });
    write
        .submit(&app, &caller, command, move |_, view| {
            let row = directives::directive(view, number)?.ok_or_else(|| missing("directives"))?;
            json(StatusCode::OK, &DirectiveView::new(row, settings::settings(view)?.head.rate))
        })
        .await
}
