//! Shifts: opening, counting, closing, handing over.

use std::cmp::Reverse;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::{CashReasonBody, CountBody, FloatBody, count, float};
use super::view::{ShiftView, Sight};
use crate::engine::{Command, Entry, Event};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::list_args::{LIMIT_MAX, Paged};
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::{Page, ReadRequest};
use crate::http::contract::session::{Caller, Staff, UncountedCloser};
use crate::http::contract::write::{Approvable, EmptyBody, OptionalBody, Write, json, missing};
use crate::settings::settings;
use crate::sheets::SheetCommand;
use crate::tills::{self, CloseUncounted, Confirm, CountShift, Counting, OpenShift, Shift, ShiftState, TillsCommand, z_name};
use base::{Actor, BusinessDay};
use store::{Stored, Verdict, View};
use web::form::{Form, RawField};

/// Lists shifts, newest first. Bartenders see the open ones, and the closed ones that were theirs.
#[utoipa::path(get, path = "/api/shifts", tag = "cash",
    params(("status" = Option<String>, Query), ("tillId" = Option<u64>, Query), ("from" = Option<String>, Query), ("to" = Option<String>, Query)),
    responses((status = 200, body = [ShiftView]), (status = 400), (status = 401), (status = 403)))]
pub async fn list(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Paged(page): Paged<LIMIT_MAX>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let status = request.word("status", ShiftState::parse, "status must be open, counting or closed")?;
    let till_id = request.id("tillId", "till")?;
    let (from, to) = request.days("from", "to")?;
    let read = |view: &dyn View| {
        let sight = Sight::of(&caller, &*settings(view)?);
        let is_listed = |shift: &Shift| {
            let fits = match status {
                Some(ShiftState::Open) => shift.is_open(),
                Some(status) => shift.state == status,
                None => true,
            };
            fits && till_id.is_none_or(|id| shift.till_id == id)
                && is_between(shift.business_day, from, to)
                && may_see(shift, sight, &caller)
        };
        let found = if status.is_some_and(|status| status != ShiftState::Closed) {
            let mut open = tills::open_shifts(view)?;
            open.retain(is_listed);
            open.sort_by_key(|shift| Reverse(shift.id));
            Page { rows: open, next: None }
        } else {
            let search = page.search().run(|search, before| {
                tills::visit_shifts(view, before, |shift| {
                    search.visit_row(shift.id, || if is_listed(&shift) { Verdict::Include(shift) } else { Verdict::Skip })
                })
            })?;
            Page::from(search)
        };
        let rows = found.rows.iter().map(|shift| ShiftView::load(view, shift, sight)).collect::<Stored<_>>()?;
        Ok(Page { rows, next: found.next })
    };
    request.answer_fresh_page(&app, read).await
}

/// Managers see every shift, others the open ones, and the closed ones that were theirs.
pub fn may_see(shift: &Shift, sight: Sight, caller: &Caller) -> bool {
    sight.is_manager() || shift.is_open() || shift.responsible.id == caller.user.id
}

/// Shows a shift.
#[utoipa::path(get, path = "/api/shifts/{id}", tag = "cash", params(("id" = u64, Path)), responses(
    (status = 200, body = ShiftView), (status = 401), (status = 403), (status = 404)))]
pub async fn one(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let id = parse_id(&id, "shift")?;
    let shown = app.store.read(|view| {
        let sight = Sight::of(&caller, &*settings(view)?);
        match tills::shift(view, id)?.filter(|shift| may_see(shift, sight, &caller)) {
            Some(shift) => ShiftView::load(view, &shift, sight).map(Some),
            None => Ok(None),
        }
    })?;
    request.answer_fresh(&shown.ok_or_else(|| ApiError::not_found("shift"))?)
}

/// A shift that is opened.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OpenShiftBody {
    #[schema(value_type = u64)]
    till_id: RawField,
    #[schema(value_type = CountBody)]
    count: RawField,
    /// The responsible person. Default: the caller; only managers and admins name another one.
    #[schema(value_type = Option<u64>)]
    user_id: RawField,
    /// Change that is put in; it is part of the count.
    #[schema(value_type = Option<FloatBody>)]
    float: RawField,
}

/// Opens a shift with a count.
#[utoipa::path(post, path = "/api/shifts", tag = "cash", request_body = OpenShiftBody, responses(
    (status = 201, body = ShiftView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn open(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Approvable(write): Approvable<Write<OpenShiftBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let till_id = form.required_id("tillId", &write.body.till_id, "Please choose a till").unwrap_or_default();
    let count = count(&mut form, "count", &write.body.count);
    let user_id = form.id("userId", &write.body.user_id);
    let float = float(&mut form, &write.body.float);
    form.finish()?;
    let command = Command::Tills(TillsCommand::Open(OpenShift { till_id, count, user_id, float }));
    let seen_by = caller.clone();
    write
        .submit(&app, &caller, command, move |entries, view| {
            let opened =
                entries.iter().find_map(|entry| if let Event::ShiftOpened(event) = &entry.event { Some(event.shift.id) } else { None });
            json(StatusCode::CREATED, &shown(view, opened.ok_or_else(|| missing("shifts"))?, &seen_by)?)
        })
        .await
}

fn shown(view: &dyn View, shift_id: u64, caller: &Caller) -> Stored<ShiftView> {
    let shift = tills::shift(view, shift_id)?.ok_or_else(|| missing("shifts"))?;
    ShiftView::load(view, &shift, Sight::of(caller, &*settings(view)?))
}

/// Marks a shift as being counted; sales continue.
#[utoipa::path(post, path = "/api/shifts/{id}/counting", tag = "cash", params(("id" = u64, Path)), responses(
    (status = 200, body = ShiftView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn begin_counting(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    counting(&app, &caller, &id, write, true).await
}

/// Ends the counting of a shift without a count; the shift is open again.
#[utoipa::path(delete, path = "/api/shifts/{id}/counting", tag = "cash", params(("id" = u64, Path)), responses(
    (status = 200, body = ShiftView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn stop_counting(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    counting(&app, &caller, &id, write, false).await
}

async fn counting(app: &AppState, caller: &Caller, id: &str, write: OptionalBody<EmptyBody>, begin: bool) -> Result<Response, ApiError> {
    let shift_id = parse_id(id, "shift")?;
    let command = Command::Tills(TillsCommand::Counting(Counting { shift_id, begin }));
    let seen_by = caller.clone();
    write.submit(app, caller, command, move |_, view| json(StatusCode::OK, &shown(view, shift_id, &seen_by)?)).await
}

/// The count that closes a shift.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct CloseBody {
    #[schema(value_type = CountBody)]
    count: RawField,
    /// What stays in the till. Default: all of it; nothing in a purse.
    #[serde(rename = "leaveUSD")]
    #[schema(value_type = Option<String>)]
    leave_usd: RawField,
    #[serde(rename = "leaveLRD")]
    #[schema(value_type = Option<String>)]
    leave_lrd: RawField,
    /// Where the rest goes. Default: the first safe.
    #[schema(value_type = Option<u64>)]
    to_till_id: RawField,
    /// The person who takes over what is left.
    #[schema(value_type = Option<u64>)]
    hand_to: RawField,
}

/// The result of a count.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CountResult {
    shift: ShiftView,
    /// Whether it is to be counted once more: a first count beyond the tolerance closes nothing.
    recount: bool,
    /// Null while the shift is open.
    #[schema(example = "Z-000012")]
    z_number: Option<String>,
}

/// Counts a shift, which closes it. A first count beyond the tolerance asks for another one.
#[utoipa::path(post, path = "/api/shifts/{id}/count", tag = "cash", request_body = CloseBody, params(("id" = u64, Path)), responses(
    (status = 200, body = CountResult), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn close(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: Write<CloseBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let body = &write.body;
    let count = count(&mut form, "count", &body.count);
    let (leave_usd, leave_lrd) = (form.money("leaveUSD", &body.leave_usd), form.money("leaveLRD", &body.leave_lrd));
    let (to_till_id, hand_to) = (form.id("toTillId", &body.to_till_id), form.id("handTo", &body.hand_to));
    form.finish()?;
    let shift_id = parse_id(&id, "shift")?;
    let command = TillsCommand::Count(CountShift { shift_id, count, leave_usd, leave_lrd, to_till_id, hand_to });
    let seen_by = caller.clone();
    let night = LastClose::default();
    let closed = night.clone();
    let answer = write.submit(&app, &caller, Command::Tills(command), move |entries, view| {
        closed.note(entries, view)?;
        json(StatusCode::OK, &result(view, shift_id, &seen_by)?)
    });
    let answer = answer.await?;
    night.issue_sheet(&app).await;
    Ok(answer)
}

/// The business day of a close after which no shift is open: its night is over, and gets a truth sheet.
#[derive(Clone, Default)]
struct LastClose(Arc<Mutex<Option<BusinessDay>>>);

impl LastClose {
    fn note(&self, entries: &[Entry], view: &dyn View) -> Stored<()> {
        let closed = entries.iter().find_map(|entry| if let Event::ShiftClosed(event) = &entry.event { Some(event) } else { None });
        let Some(closed) = closed else { return Ok(()) };
        if tills::tills(view)?.iter().all(|state| state.open_shift.is_none()) {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(closed.report.business_day);
        }
        Ok(())
    }

    /// The sheet of a night that is over. Should it fail, the box issues one at the end of the business day.
    async fn issue_sheet(self, app: &AppState) {
        let day = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(day) = day else { return };
        if let Err(error) = app.engine.run(Command::Sheet(SheetCommand::Issue { day }), Actor::the_box()).await {
            tracing::warn!("no truth sheet was issued at the close: {error:?}");
        }
    }
}

fn result(view: &dyn View, shift_id: u64, caller: &Caller) -> Stored<CountResult> {
    let shift = tills::shift(view, shift_id)?.ok_or_else(|| missing("shifts"))?;
    let z_number = shift.closing.as_ref().map(|closing| z_name(closing.z_number));
    Ok(CountResult { shift: shown(view, shift_id, caller)?, recount: z_number.is_none(), z_number })
}

/// The count of the person who took over.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct ConfirmShiftBody {
    #[schema(value_type = Option<CountBody>)]
    count: RawField,
}

/// Confirms a shift that was handed over: as it was written, or with a count.
#[utoipa::path(post, path = "/api/shifts/{id}/confirm", tag = "cash", request_body = Option<ConfirmShiftBody>, params(("id" = u64, Path)), responses(
    (status = 200, body = ShiftView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn confirm(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: OptionalBody<ConfirmShiftBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let counted = write.body.count.is_present().then(|| count(&mut form, "count", &write.body.count));
    form.finish()?;
    let shift_id = parse_id(&id, "shift")?;
    let command = Command::Tills(TillsCommand::Confirm(Confirm { shift_id, count: counted }));
    let seen_by = caller.clone();
    write.submit(&app, &caller, command, move |_, view| json(StatusCode::OK, &shown(view, shift_id, &seen_by)?)).await
}

/// A shift that was closed without a count.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UncountedResult {
    shift: ShiftView,
    #[schema(example = "Z-000012")]
    z_number: Option<String>,
}

/// Closes a shift without a count: what is expected is left.
#[utoipa::path(post, path = "/api/shifts/{id}/close-uncounted", tag = "cash", request_body = CashReasonBody, params(("id" = u64, Path)), responses(
    (status = 200, body = UncountedResult), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn close_uncounted(
    State(app): State<AppState>,
    UncountedCloser(caller): UncountedCloser,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<CashReasonBody>>,
) -> Result<Response, ApiError> {
    let reason = write.body.read()?;
    let shift_id = parse_id(&id, "shift")?;
    let command = Command::Tills(TillsCommand::CloseUncounted(CloseUncounted { shift_id, reason }));
    let seen_by = caller.clone();
    let night = LastClose::default();
    let closed = night.clone();
    let answer = write.submit(&app, &caller, command, move |entries, view| {
        closed.note(entries, view)?;
        let CountResult { shift, z_number, .. } = result(view, shift_id, &seen_by)?;
        json(StatusCode::OK, &UncountedResult { shift, z_number })
    });
    let answer = answer.await?;
    night.issue_sheet(&app).await;
    Ok(answer)
}

/// Whether a shift counts for the days from `from` to `to`.
pub fn is_between(shift_day: BusinessDay, from: Option<BusinessDay>, to: Option<BusinessDay>) -> bool {
    from.is_none_or(|from| shift_day >= from) && to.is_none_or(|to| shift_day <= to)
}
