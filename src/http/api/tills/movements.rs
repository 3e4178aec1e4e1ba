//! Movements of cash: their list, making, correcting and accepting them, counting a safe.

use std::cmp::Reverse;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::{AmountsBody, CashReasonBody, CountBody, count};
use super::view::{MovementView, Sight};
use crate::engine::{Command, Entry, Event};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reasons::choice;
use crate::http::api::tips::payee_proof;
use crate::http::contract::list_args::{LIMIT_MAX, Paged};
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::{Page, ReadRequest};
use crate::http::contract::session::{Caller, CashCorrector, ShiftManager, Staff};
use crate::http::contract::write::{Approvable, Write, first_of, json, missing};
use crate::settings::settings;
use crate::tills::{self, AcceptTransfer, CorrectMovement, CountSafe, Move, MovementKind, TillKind, TillsCommand};
use base::{Cash, CurrencyCode, Refusal};
use store::{Stored, Verdict, View};
use web::form::{Form, RawField};

/// Lists the movements of a till, newest first. Bartenders see those of its open shift, and its transfers to their own tills that wait to be
/// accepted.
#[utoipa::path(get, path = "/api/tills/{id}/movements", tag = "cash", params(("id" = u64, Path)), responses(
    (status = 200, body = [MovementView]), (status = 401), (status = 403), (status = 404)))]
pub async fn list(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Paged(page): Paged<LIMIT_MAX>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let till_id = parse_id(&id, "till")?;
    let read = |view: &dyn View| {
        let sight = Sight::of(&caller, &*settings(view)?);
        let Some(state) = tills::till(view, till_id)? else { return Err(ApiError::not_found("till")) };
        if state.till.kind == TillKind::Safe && !sight.is_manager() {
            return Err(ApiError::from(Refusal::forbidden()));
        }
        let mut waiting = tills::in_transit(view)?;
        waiting.retain(|movement| movement.till_id == till_id);
        let (mut movements, next) = if sight.is_manager() {
            let search = page.search().run(|search, before| {
                tills::visit_movements_of_till(view, till_id, before, |id| search.visit_row(id, || Verdict::Include(id)))
            })?;
            let ids = Page::from(search);
            let mut movements = Vec::with_capacity(ids.rows.len());
            for id in ids.rows {
                movements.extend(tills::movement(view, id)?);
            }
            // What waits stays on the first page, however old it is.
            waiting.retain(|movement| page.is_first() && movements.iter().all(|listed| listed.id != movement.id));
            (movements, ids.next)
        } else {
            let movements = match state.open_shift {
                Some(running) => tills::movements_of_shift(view, running.shift_id)?,
                None => Vec::new(),
            };
            let theirs = usable_by(view, &caller)?;
            waiting.retain(|movement| {
                movement.other_till_id.is_some_and(|id| theirs.contains(&id)) && movements.iter().all(|listed| listed.id != movement.id)
            });
            (movements, None)
        };
        movements.append(&mut waiting);
        movements.sort_by_key(|movement| Reverse(movement.id));
        Ok(Page { rows: movements.iter().map(|movement| MovementView::new(movement, sight)).collect(), next })
    };
    request.answer_fresh_page(&app, read).await
}

/// The ids of the tills that a person may use.
fn usable_by(view: &dyn View, caller: &Caller) -> Stored<Vec<u64>> {
    let actor = caller.actor();
    Ok(tills::tills(view)?.iter().filter(|state| state.is_usable_by(&actor)).map(|state| state.till.id).collect())
}

/// A movement of cash.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct MoveCashBody {
    /// `float`, `pay_in`, `pay_out`, `drop`, `exchange`, `transfer`, `tip_out`; of a safe also `bank` and `owner`.
    #[schema(value_type = MovementKind)]
    kind: RawField,
    #[serde(flatten)]
    amounts: AmountsBody,
    /// Of an exchange: the currency that leaves the till.
    #[schema(value_type = Option<CurrencyCode>)]
    gives: RawField,
    /// The reason of the list, of kind `pay_out`.
    #[schema(value_type = Option<u64>)]
    reason_id: RawField,
    #[schema(value_type = Option<String>)]
    reason: RawField,
    /// The till on the other side.
    #[schema(value_type = Option<u64>)]
    other_till_id: RawField,
    /// Whose tips are paid out.
    #[schema(value_type = Option<u64>)]
    user_id: RawField,
    /// The PIN of the person whose tips are paid out, on an enrolled device. A bartender needs it to pay out a colleague's.
    #[schema(value_type = Option<String>)]
    pin: RawField,
}

/// Moves cash of a till.
#[utoipa::path(post, path = "/api/tills/{id}/movements", tag = "cash", request_body = MoveCashBody, params(("id" = u64, Path)), responses(
    (status = 201, body = MovementView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415),
    (status = 429)))]
pub async fn make(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<MoveCashBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let body = &write.body;
    let kind = form.word("kind", &body.kind, MovementKind::parse_manual, UNKNOWN_KIND);
    if !body.kind.is_present() {
        form.reject("kind", UNKNOWN_KIND);
    }
    let (usd, lrd) = body.amounts.read(&mut form);
    let gives = form.currency("gives", &body.gives);
    let reason = choice(&mut form, &body.reason_id, &body.reason);
    let (other_till_id, user_id) = (form.id("otherTillId", &body.other_till_id), form.id("userId", &body.user_id));
    let pin = form.line("pin", &body.pin);
    form.finish()?;
    let till_id = parse_id(&id, "till")?;
    let kind = kind.ok_or_else(|| ApiError::invalid(UNKNOWN_KIND))?;
    let proof = match user_id.filter(|_| kind == MovementKind::TipOut) {
        Some(user_id) => payee_proof(&app, &caller, user_id, pin.as_deref()).await?,
        None => None,
    };
    let pin = caller.given(proof.as_ref());
    let command = TillsCommand::Move(Move { till_id, kind, usd, lrd, gives, reason, other_till_id, user_id, pin });
    submit(&app, &caller, write, command).await
}

const UNKNOWN_KIND: &str = "Must be float, pay_in, pay_out, drop, exchange, transfer, tip_out, bank or owner";

async fn submit<B: Serialize + for<'de> Deserialize<'de> + Default>(
    app: &AppState,
    caller: &Caller,
    write: Write<B>,
    command: TillsCommand,
) -> Result<Response, ApiError> {
    let seen_by = caller.clone();
    write
        .submit(app, caller, Command::Tills(command), move |entries, view| {
            let id = first(entries).ok_or_else(|| missing("movements"))?;
            let movement = tills::movement(view, id)?.ok_or_else(|| missing("movements"))?;
            json(StatusCode::CREATED, &MovementView::new(&movement, Sight::of(&seen_by, &*settings(view)?)))
        })
        .await
}

/// The id of the first movement that was recorded.
fn first(entries: &[Entry]) -> Option<u64> {
    let moved = first_of(entries, |event| if let Event::CashMoved(event) = event { event.movements.first() } else { None });
    let accepted = first_of(entries, |event| if let Event::TransferAccepted(event) = event { Some(&event.movement) } else { None });
    moved.or(accepted).map(|movement| movement.id)
}

/// Reverses a movement, in the open shift of its till.
#[utoipa::path(post, path = "/api/movements/{id}/correct", tag = "cash", request_body = CashReasonBody, params(("id" = u64, Path)), responses(
    (status = 201, body = MovementView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn correct(
    State(app): State<AppState>,
    CashCorrector(caller): CashCorrector,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<CashReasonBody>>,
) -> Result<Response, ApiError> {
    let reason = write.body.read()?;
    let command = TillsCommand::Correct(CorrectMovement { movement_id: parse_id(&id, "movement")?, reason });
    submit(&app, &caller, write, command).await
}

/// Accepts a transfer with what was counted of it.
#[utoipa::path(post, path = "/api/movements/{id}/accept", tag = "cash", request_body = AmountsBody, params(("id" = u64, Path)), responses(
    (status = 201, body = MovementView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn accept(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: Write<AmountsBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let (usd, lrd) = write.body.read(&mut form);
    form.finish()?;
    let command = TillsCommand::Accept(AcceptTransfer { movement_id: parse_id(&id, "movement")?, amount: Cash { usd, lrd } });
    submit(&app, &caller, write, command).await
}

/// A count of a safe.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct SafeCountBody {
    #[schema(value_type = CountBody)]
    count: RawField,
}

/// Counts a safe: what differs from its balance is a movement.
#[utoipa::path(post, path = "/api/tills/{id}/count", tag = "cash", request_body = SafeCountBody, params(("id" = u64, Path)), responses(
    (status = 201, body = MovementView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn count_safe(
    State(app): State<AppState>,
    ShiftManager(caller): ShiftManager,
    Path(id): Path<String>,
    write: Write<SafeCountBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let count = count(&mut form, "count", &write.body.count);
    form.finish()?;
    let command = TillsCommand::CountSafe(CountSafe { till_id: parse_id(&id, "till")?, count });
    submit(&app, &caller, write, command).await
}
