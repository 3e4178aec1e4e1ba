//! Reasons: the list, and the reason of a request.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::{Answer, Command, Event, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::{Manager, Staff};
use crate::http::contract::write::{Write, first_of, json, missing};
use crate::reasons::{self, CHOOSE_A_REASON, ListedReason, REASON_REQUIRED, Reason, ReasonChoice, ReasonKind, ReasonsCommand};
use crate::settings;
use store::{Stored, View};
use web::form::{Form, RawField};

const UNKNOWN_KIND: &str = "Must be void, discount, comp, waste, walk_out, pay_out, no_sale or guest_refusal";
const NAME_REQUIRED: &str = "Name is required";

/// A reason that staff can choose.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Reason)]
pub struct ReasonView {
    id: u64,
    kind: ReasonKind,
    #[schema(example = "Wrong item")]
    name: String,
    /// False hides it.
    active: bool,
    /// Whether goods go back to stock unless the request says so itself.
    return_stock: bool,
    /// Whether it needs a note: the `reason` beside the `reasonId`.
    note_required: bool,
}

impl From<Reason> for ReasonView {
    fn from(reason: Reason) -> Self {
        let Reason { id, kind, name, active, return_stock, note_required } = reason;
        ReasonView { id, kind, name, active, return_stock, note_required }
    }
}

/// A new or changed reason. What is absent stays; a new one is active.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ReasonRowBody {
    /// Required for a new reason, and fixed from then on.
    #[schema(value_type = Option<ReasonKind>)]
    kind: RawField,
    #[schema(value_type = Option<String>, example = "Wrong item")]
    name: RawField,
    #[schema(value_type = Option<bool>)]
    active: RawField,
    #[schema(value_type = Option<bool>)]
    return_stock: RawField,
    #[schema(value_type = Option<bool>)]
    note_required: RawField,
}

/// The reason of a record, as it was at that moment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordedReason {
    /// Null for a reason that was only written.
    pub reason_id: Option<u64>,
    pub reason_name: Option<String>,
    pub reason: Option<String>,
}

impl RecordedReason {
    pub fn new(listed: Option<&ListedReason>, text: Option<&str>) -> Self {
        RecordedReason {
            reason_id: listed.map(|listed| listed.id),
            reason_name: listed.map(|listed| listed.name.clone()),
            reason: text.map(str::to_owned),
        }
    }

    /// The reason of a void of sale lines or of an order, from its entries.
    pub fn of_void(entries: &[crate::engine::Entry]) -> Self {
        let of_sale =
            first_of(
                entries,
                |event| if let Event::SaleVoided(event) = event { Some((&event.listed_reason, &event.reason)) } else { None },
            );
        let of_order =
            first_of(
                entries,
                |event| if let Event::OrderVoided(event) = event { Some((&event.listed_reason, &event.reason)) } else { None },
            );
        of_sale
            .or(of_order)
            .map_or_else(|| RecordedReason::new(None, None), |(listed, text)| RecordedReason::new(listed.as_ref(), Some(text)))
    }
}

/// Parses the reason of a request, which may be left out.
pub fn choice(form: &mut Form, reason_id: &RawField, reason: &RawField) -> ReasonChoice {
    ReasonChoice { id: form.id("reasonId", reason_id), text: form.line("reason", reason) }
}

/// As [`choice`]; a missing reason is an error. Whether it is allowed is decided with the command.
pub fn required_choice(form: &mut Form, app: &AppState, reason_id: &RawField, reason: &RawField) -> Result<ReasonChoice, ApiError> {
    let choice = choice(form, reason_id, reason);
    if choice.id.is_none() {
        if !app.store.read(settings::settings)?.people.free_text {
            form.reject("reasonId", CHOOSE_A_REASON);
        } else if choice.text.is_none() {
            form.reject("reason", REASON_REQUIRED);
        }
    }
    Ok(choice)
}

/// Lists reasons by kind, in the order in which they were added; hidden ones too.
#[utoipa::path(get, path = "/api/reasons", tag = "people", params(("kind" = inline(Option<ReasonKind>), Query)), responses(
    (status = 200, body = [ReasonView]), (status = 400), (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let kind = request.word("kind", ReasonKind::parse, &format!("kind: {UNKNOWN_KIND}"))?;
    let wanted = |reason: &Reason| kind.is_none_or(|kind| reason.kind == kind);
    request
        .answer(&app, &[Topic::Reasons], "", |view| {
            Ok(reasons::reasons(view)?.into_iter().filter(wanted).map(ReasonView::from).collect::<Vec<_>>())
        })
        .await
}

/// Adds a reason.
#[utoipa::path(post, path = "/api/reasons", tag = "people", request_body = ReasonRowBody, responses(
    (status = 201, body = ReasonView), (status = 400), (status = 401), (status = 403), (status = 409), (status = 415)))]
pub async fn create(State(app): State<AppState>, Manager(caller): Manager, write: Write<ReasonRowBody>) -> Result<Response, ApiError> {
    let body = &write.body;
    let mut form = Form::default();
    let kind = form.word("kind", &body.kind, ReasonKind::parse, UNKNOWN_KIND);
    if body.kind.value().is_none() {
        form.reject("kind", "Kind is required");
    }
    let name = form.required_line("name", &body.name, NAME_REQUIRED).unwrap_or_default();
    let active = form.flag("active", &body.active).unwrap_or(true);
    let return_stock = form.flag("returnStock", &body.return_stock).unwrap_or(false);
    let note_required = form.flag("noteRequired", &body.note_required).unwrap_or(false);
    form.finish()?;
    let command = ReasonsCommand::Add { kind: kind.unwrap_or(ReasonKind::Void), name, active, return_stock, note_required };
    write
        .submit(&app, &caller, Command::Reasons(command), |entries, view| {
            let added = first_of(entries, |event| if let Event::ReasonSaved(event) = event { Some(event.reason.id) } else { None });
            shown(StatusCode::CREATED, view, added.ok_or_else(|| missing("reasons"))?)
        })
        .await
}

/// Changes a reason; what is absent stays. It is hidden with `active: false`, and never deleted.
#[utoipa::path(put, path = "/api/reasons/{id}", tag = "people", request_body = ReasonRowBody, params(("id" = u64, Path)), responses(
    (status = 200, body = ReasonView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn update(
    State(app): State<AppState>,
    Manager(caller): Manager,
    Path(id): Path<String>,
    write: Write<ReasonRowBody>,
) -> Result<Response, ApiError> {
    let body = &write.body;
    let mut form = Form::default();
    let kind = form.word("kind", &body.kind, ReasonKind::parse, UNKNOWN_KIND);
    let name = match body.name.is_present() {
        true => form.required_line("name", &body.name, NAME_REQUIRED),
        false => None,
    };
    let active = form.flag("active", &body.active);
    let return_stock = form.flag("returnStock", &body.return_stock);
    let note_required = form.flag("noteRequired", &body.note_required);
    form.finish()?;
    let reason_id = parse_id(&id, "reason")?;
    let command = ReasonsCommand::Change { reason_id, kind, name, active, return_stock, note_required };
    write.submit(&app, &caller, Command::Reasons(command), move |_, view| shown(StatusCode::OK, view, reason_id)).await
}

fn shown(status: StatusCode, view: &dyn View, id: u64) -> Stored<Answer> {
    json(status, &ReasonView::from(reasons::reason(view, id)?.ok_or_else(|| missing("reasons"))?))
}
