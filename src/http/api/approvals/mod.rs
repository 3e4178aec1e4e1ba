//! Approvals: the list, deciding, and taking back. Asking is in [`ask`], deciding on the phone of the person who asked in [`here`].

pub mod ask;
pub mod here;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::approvals::{self, ApprovalCommand, ApprovalStatus, ApprovalView, Granter, Reader, must_be_own};
use crate::engine::{Answer, Command, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::settings::approvals::ApprovalRules;
use crate::http::contract::list_args::Paged;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::{Page, ReadRequest};
use crate::http::contract::session::{Caller, ShiftManager, Staff};
use crate::http::contract::write::{EmptyBody, OptionalBody, json, missing};
use crate::settings;
use base::Role;
use store::{Stored, Verdict, View};
use web::form::{Form, RawField};

/// A note to the person who asked.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct NoteBody {
    #[schema(value_type = Option<String>, example = "Ask the guest first")]
    note: RawField,
}

/// Lists approvals, newest first: one's own; for managers and admins all. A page may have few rows or none and still link to a next page.
#[utoipa::path(get, path = "/api/approvals", tag = "approvals",
    params(("status" = inline(Option<ApprovalStatus>), Query)), responses(
    (status = 200, body = [ApprovalView]), (status = 400), (status = 401), (status = 403)))]
pub async fn list(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Paged(page): Paged,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let status = request.word("status", ApprovalStatus::parse, UNKNOWN_STATUS)?;
    let running = app.engine.running();
    let reader = Reader::of(caller.user.role);
    request
        .answer_fresh_page(&app, |view| {
            let search = page.search().run(|search, before| {
                approvals::visit_approvals(view, before, |approval| {
                    search.visit_row(approval.id, || {
                        let is_visible = caller.user.role >= Role::Manager || approval.requested_by_id == caller.user.id;
                        let fits = is_visible && status.is_none_or(|status| approval.status_at(running) == status);
                        if fits { Verdict::Include(ApprovalView::new(&approval, running, reader)) } else { Verdict::Skip }
                    })
                })
            })?;
            Ok(Page::from(search))
        })
        .await
}

/// Returns the rules: what bartenders may do, and what they ask for.
#[utoipa::path(get, path = "/api/approvals/rules", tag = "approvals", responses(
    (status = 200, body = ApprovalRules), (status = 401), (status = 403)))]
pub async fn rules(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    request.answer(&app, &[Topic::Settings], "", |view| Ok(ApprovalRules::from(&settings::settings(view)?.approvals))).await
}

const UNKNOWN_STATUS: &str = "status must be pending, granted, refused, used, expired or cancelled";

/// Returns an approval: one's own; for managers and admins any.
#[utoipa::path(get, path = "/api/approvals/{id}", tag = "approvals", params(("id" = u64, Path)), responses(
    (status = 200, body = ApprovalView), (status = 401), (status = 403), (status = 404)))]
pub async fn one(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let id = parse_id(&id, "approval")?;
    let approval = app.store.read(|view| approvals::approval(view, id))?.ok_or_else(|| ApiError::not_found("approval"))?;
    if caller.user.role < Role::Manager {
        must_be_own(&approval, caller.user.id, caller.user.role)?;
    }
    request.answer_fresh(&ApprovalView::new(&approval, app.engine.running(), Reader::of(caller.user.role)))
}

/// Grants an approval: the person who asked may do it within a minute.
#[utoipa::path(post, path = "/api/approvals/{id}/grant", tag = "approvals", request_body = Option<NoteBody>, params(("id" = u64, Path)), responses(
    (status = 200, body = ApprovalView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn grant(
    State(app): State<AppState>,
    ShiftManager(caller): ShiftManager,
    Path(id): Path<String>,
    write: OptionalBody<NoteBody>,
) -> Result<Response, ApiError> {
    let note = note(&write.body)?;
    let approval_id = parse_id(&id, "approval")?;
    let command = ApprovalCommand::Grant { approval_id, note, by: Granter::OwnPhone };
    submit(write, &app, &caller, command, approval_id).await
}

/// Refuses an approval.
#[utoipa::path(post, path = "/api/approvals/{id}/refuse", tag = "approvals", request_body = Option<NoteBody>, params(("id" = u64, Path)), responses(
    (status = 200, body = ApprovalView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn refuse(
    State(app): State<AppState>,
    ShiftManager(caller): ShiftManager,
    Path(id): Path<String>,
    write: OptionalBody<NoteBody>,
) -> Result<Response, ApiError> {
    let note = note(&write.body)?;
    let approval_id = parse_id(&id, "approval")?;
    submit(write, &app, &caller, ApprovalCommand::Refuse { approval_id, note }, approval_id).await
}

/// Takes back one's own question.
#[utoipa::path(post, path = "/api/approvals/{id}/cancel", tag = "approvals", params(("id" = u64, Path)), responses(
    (status = 200, body = ApprovalView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn cancel(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    let approval_id = parse_id(&id, "approval")?;
    submit(write, &app, &caller, ApprovalCommand::Cancel { approval_id }, approval_id).await
}

fn note(body: &NoteBody) -> Result<Option<String>, ApiError> {
    let mut form = Form::default();
    let note = form.line("note", &body.note);
    form.finish()?;
    Ok(note)
}

async fn submit<T>(
    write: OptionalBody<T>,
    app: &AppState,
    caller: &Caller,
    command: ApprovalCommand,
    approval_id: u64,
) -> Result<Response, ApiError> {
    let running = app.engine.running();
    let reader = Reader::of(caller.user.role);
    write.submit(app, caller, Command::Approval(command), move |_, view| shown(view, approval_id, running, reader)).await
}

fn shown(view: &dyn View, approval_id: u64, running: u64, reader: Reader) -> Stored<Answer> {
    let approval = approvals::approval(view, approval_id)?.ok_or_else(|| missing("approvals"))?;
    json(StatusCode::OK, &ApprovalView::new(&approval, running, reader))
}
