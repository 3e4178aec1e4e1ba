//! Tenders that are compared with the bar's account: their list per shift, and ticks.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::view::Sight;
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Staff;
use crate::http::contract::write::{Write, json, missing};
use crate::sales;
use crate::settings::{Settings, settings};
use crate::tills::{self, Shift, Tick, TillsCommand};
use base::CurrencyCode;
use store::{Stored, View};
use web::form::{Form, RawField};

/// A tender that is compared with the bar's account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShiftReference)]
pub struct ReferenceView {
    payment_id: u64,
    /// Its place in the payment, from 0.
    index: u64,
    at: String,
    #[schema(example = "MTN MoMo")]
    name: String,
    currency: CurrencyCode,
    amount: String,
    reference: Option<String>,
    user_name: String,
    ticked: bool,
    ticked_by: Option<String>,
}

impl ReferenceView {
    fn load(view: &dyn View, settings: &Settings, payment_id: u64, index: u64) -> Stored<Option<Self>> {
        let Some(row) = sales::payment(view, payment_id)? else { return Ok(None) };
        let Some(tender) = usize::try_from(index).ok().and_then(|place| row.payment.tenders.get(place)) else { return Ok(None) };
        let ticked_by = tills::ticked_by(view, payment_id, index)?.map(|person| person.name);
        Ok(Some(ReferenceView {
            payment_id,
            index,
            at: row.at.to_string(),
            name: settings.method_name(&tender.method),
            currency: tender.currency,
            amount: tender.cash().in_currency(tender.currency),
            reference: tender.reference.clone(),
            user_name: row.user_name.clone(),
            ticked: ticked_by.is_some(),
            ticked_by,
        }))
    }
}

/// Lists the tenders of a shift that are compared with the bar's account: mobile money, banks, checks; oldest first. With `earlier=true`
/// those that were not seen of the earlier shifts of its till, of the 7 business days before it: the person who took the till over ticks
/// them. A closed shift has none of these.
#[utoipa::path(get, path = "/api/shifts/{id}/references", tag = "cash",
    params(("id" = u64, Path), ("earlier" = Option<bool>, Query)), responses(
    (status = 200, body = [ReferenceView]), (status = 400), (status = 401), (status = 403), (status = 404)))]
pub async fn list(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let id = parse_id(&id, "shift")?;
    let earlier = request.word("earlier", |word| word.parse().ok(), "earlier must be true or false")?.unwrap_or(false);
    let listed = app.store.read(|view| {
        let settings = settings(view)?;
        let sight = Sight::of(&caller, &settings);
        let is_seen = |shift: &Shift| sight.is_manager() || shift.is_open() || shift.responsible.id == caller.user.id;
        let Some(shift) = tills::shift(view, id)?.filter(is_seen) else { return Ok(None) };
        let tenders = if earlier { tills::not_seen_before(view, &shift)? } else { tills::references(view, id)? }.into_iter();
        let views = tenders.map(|(payment_id, index)| ReferenceView::load(view, &settings, payment_id, index));
        Ok(Some(views.collect::<Stored<Vec<_>>>()?.into_iter().flatten().collect::<Vec<_>>()))
    })?;
    request.answer_fresh(&listed.ok_or_else(|| ApiError::not_found("shift"))?)
}

/// Whether a tender was seen.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct TickBody {
    #[schema(value_type = bool)]
    ticked: RawField,
}

/// Marks a tender as seen on the bar's account, or not. Also after the close; the Z keeps its figure.
#[utoipa::path(put, path = "/api/payments/{id}/tenders/{index}/tick", tag = "cash", request_body = TickBody,
    params(("id" = u64, Path), ("index" = u64, Path)), responses(
    (status = 200, body = ReferenceView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 415)))]
pub async fn tick(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path((id, index)): Path<(String, String)>,
    write: Write<TickBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let ticked = form.flag("ticked", &write.body.ticked);
    if ticked.is_none() {
        form.reject("ticked", "Must be true or false");
    }
    form.finish()?;
    let payment_id = parse_id(&id, "payment")?;
    let index: u64 = index.parse().map_err(|_| ApiError::not_found("tender"))?;
    let command = Command::Tills(TillsCommand::Tick(Tick { payment_id, index, ticked: ticked.unwrap_or(false) }));
    write
        .submit(&app, &caller, command, move |_, view| {
            let row = ReferenceView::load(view, &*settings(view)?, payment_id, index)?.ok_or_else(|| missing("payments"))?;
            json(StatusCode::OK, &row)
        })
        .await
}
