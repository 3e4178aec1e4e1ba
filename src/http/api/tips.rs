//! Tips: what each person earned, was paid and is due, also on paper; sharing the pool of a day; payouts.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::engine::{Command, Entry, Event, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::printing::printers::JobView;
use crate::http::api::reports::files::csv::Sheet;
use crate::http::api::reports::people::{self, PrintPeopleBody};
use crate::http::api::reports::{DAYS_DEFAULT, today};
use crate::http::api::staff::pin_check::{PinProof, check_pin};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::{Caller, Manager, ShiftManager, Staff};
use crate::http::contract::write::{OptionalBody, Write, json, missing};
use crate::payments::TillRequest;
use crate::printing::PrintCommand;
use crate::reports::Days;
use crate::reports::parts::Cell;
use crate::settings::{TipMode, settings};
use crate::staff::pins::{GivenPin, device_required};
use crate::tips::{self, PayOutTips, PoolShare, ShareTips, TipsPaidOut, TipsRow, TipsShared};
use base::{BusinessDay, Cash, Refusal, Role};
use web::form::{Form, RawField};

/// Tips from `from` to `to`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TipsReport {
    mode: TipMode,
    /// One for each person with tips, by username. Bartenders see their own.
    rows: Vec<TipsRowView>,
    /// What is in the pools of these days and not shared yet, with what earlier pools left over.
    #[serde(rename = "poolUSD")]
    pool_usd: String,
    #[serde(rename = "poolLRD")]
    pool_lrd: String,
}

/// The tips of one person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TipsRow)]
pub struct TipsRowView {
    user_id: u64,
    user_name: String,
    /// Tips and shares of the pool on these days, less tips that were given back on them.
    #[serde(rename = "earnedUSD")]
    earned_usd: String,
    #[serde(rename = "earnedLRD")]
    earned_lrd: String,
    /// What payouts on these days settled.
    #[serde(rename = "paidUSD")]
    paid_usd: String,
    #[serde(rename = "paidLRD")]
    paid_lrd: String,
    /// What is due at present, whatever the days.
    #[serde(rename = "dueUSD")]
    due_usd: String,
    #[serde(rename = "dueLRD")]
    due_lrd: String,
}

impl From<TipsRow> for TipsRowView {
    fn from(row: TipsRow) -> Self {
        let texts = |cash: Cash| (cash.usd.to_string(), cash.lrd.to_string());
        let ((earned_usd, earned_lrd), (paid_usd, paid_lrd), (due_usd, due_lrd)) = (texts(row.earned), texts(row.paid), texts(row.due));
        TipsRowView { user_id: row.user_id, user_name: row.user_name, earned_usd, earned_lrd, paid_usd, paid_lrd, due_usd, due_lrd }
    }
}

/// Tells who earned which tips and what is due to them; the last 30 days by default. As a file with `format=csv`.
#[utoipa::path(get, path = "/api/tips", tag = "people",
    params(("from" = Option<String>, Query), ("to" = Option<String>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, content((TipsReport = "application/json"), (String = "text/csv"))),
        (status = 400), (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, Staff(caller): Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let today = today(&app)?;
    let days = people::days(&request, today, DAYS_DEFAULT)?;
    // Managers pay tips out during a shift, so a PIN is enough for them to see what is due.
    let user_id = (caller.user.role < Role::Manager).then_some(caller.user.id);
    match request.param("format") {
        None => {}
        Some("csv") => return csv(&app, days, user_id),
        Some(_) => return Err(ApiError::invalid("format must be csv")),
    }
    request
        .answer(&app, &[Topic::Tips, Topic::Settings, Topic::Users], &format!("{today} {user_id:?}"), |view| {
            let pool = tips::pool_of(view, days.first, days.last)?;
            Ok(TipsReport {
                mode: settings(view)?.people.tip_mode,
                rows: tips::tips_of(view, days.first, days.last, user_id)?.into_iter().map(TipsRowView::from).collect(),
                pool_usd: pool.usd.to_string(),
                pool_lrd: pool.lrd.to_string(),
            })
        })
        .await
}

const COLUMNS: [&str; 8] = ["userId", "userName", "earnedUSD", "earnedLRD", "paidUSD", "paidLRD", "dueUSD", "dueLRD"];

fn csv(app: &AppState, days: Days, user_id: Option<u64>) -> Result<Response, ApiError> {
    let rows = app.store.read(|view| tips::tips_of(view, days.first, days.last, user_id))?;
    let mut sheet = Sheet::new(&COLUMNS);
    for row in rows {
        let ids = [Cell::Number(i64::try_from(row.user_id).unwrap_or(i64::MAX)), Cell::Text(row.user_name)];
        let amounts = [row.earned, row.paid, row.due].into_iter().flat_map(|cash| [Cell::figure(cash.usd), Cell::figure(cash.lrd)]);
        sheet.row(&ids.into_iter().chain(amounts).collect::<Vec<_>>());
    }
    people::csv_file(sheet, "tips", days)
}

/// Prints the tips of all staff.
#[utoipa::path(post, path = "/api/tips/print", tag = "people", request_body = Option<PrintPeopleBody>, responses(
    (status = 202, body = JobView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn print(
    State(app): State<AppState>,
    ShiftManager(caller): ShiftManager,
    write: OptionalBody<PrintPeopleBody>,
) -> Result<Response, ApiError> {
    let command = |Days { first, last }, printer_id| PrintCommand::TipsReport { first, last, printer_id };
    people::print(&app, &caller, write, DAYS_DEFAULT, command).await
}

/// The business day whose pool is shared.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct ShareTipsBody {
    #[schema(value_type = String, example = "2026-11-21")]
    day: RawField,
}

/// The shares of a pool.
#[derive(Serialize, ToSchema)]
pub struct SharedTips {
    #[schema(example = "2026-11-21")]
    day: String,
    /// One for each person with paid hours, by username.
    shares: Vec<TipShareView>,
    /// What is too little to share; the next pool starts with it.
    #[serde(rename = "leftUSD")]
    left_usd: String,
    #[serde(rename = "leftLRD")]
    left_lrd: String,
}

/// What a person gets of a pool.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TipShare)]
pub struct TipShareView {
    user_id: u64,
    user_name: String,
    #[schema(example = 460)]
    paid_minutes: i64,
    #[serde(rename = "amountUSD")]
    amount_usd: String,
    #[serde(rename = "amountLRD")]
    amount_lrd: String,
}

impl TipShareView {
    fn new(share: &PoolShare) -> Self {
        TipShareView {
            user_id: share.user_id,
            user_name: share.user_name.clone(),
            paid_minutes: share.paid_minutes,
            amount_usd: share.amount.usd.to_string(),
            amount_lrd: share.amount.lrd.to_string(),
        }
    }
}

/// Shares the pool of a business day by paid minutes.
#[utoipa::path(post, path = "/api/tips/share", tag = "people", request_body = ShareTipsBody, responses(
    (status = 201, body = SharedTips), (status = 400), (status = 401), (status = 403), (status = 409), (status = 415)))]
pub async fn share(State(app): State<AppState>, Manager(caller): Manager, write: Write<ShareTipsBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let day = form.word("day", &write.body.day, BusinessDay::parse, NO_DAY);
    if write.body.day.value().is_none() {
        form.reject("day", NO_DAY);
    }
    form.finish()?;
    let command = Command::ShareTips(ShareTips { day: day.ok_or_else(|| ApiError::invalid(NO_DAY))? });
    write
        .submit(&app, &caller, command, |entries, _| {
            let TipsShared { day, shares, left, .. } =
                event(entries, |event| if let Event::TipsShared(event) = event { Some(event) } else { None })?;
            let shares = shares.iter().map(TipShareView::new).collect();
            let answer = SharedTips { day: day.to_string(), shares, left_usd: left.usd.to_string(), left_lrd: left.lrd.to_string() };
            json(StatusCode::CREATED, &answer)
        })
        .await
}

const NO_DAY: &str = "Must be a date such as 2026-11-21";

/// A payout of tips.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PayOutTipsBody {
    #[schema(value_type = u64)]
    user_id: RawField,
    #[serde(rename = "amountUSD")]
    #[schema(value_type = Option<String>, example = "2.50")]
    amount_usd: RawField,
    #[serde(rename = "amountLRD")]
    #[schema(value_type = Option<String>)]
    amount_lrd: RawField,
    /// The till that it comes from.
    #[schema(value_type = Option<u64>)]
    till_id: RawField,
    /// The PIN of the person whose tips they are, on an enrolled device. A bartender needs it to pay out a colleague's.
    #[schema(value_type = Option<String>)]
    pin: RawField,
}

/// Checks the PIN with which a person confirms that a colleague pays out their tips. `None` where none is needed: for one's own, and for
/// managers and admins. The proof must be kept until the payout is stored.
///
/// # Errors
/// 403 `forbidden` without a PIN; 403 `device_required` for one that is given on a private phone; and those of [`check_pin`].
pub async fn payee_proof(app: &AppState, caller: &Caller, user_id: u64, pin: Option<&str>) -> Result<Option<PinProof>, ApiError> {
    if caller.user.id == user_id || caller.user.role >= Role::Manager {
        return Ok(None);
    }
    let pin = pin.ok_or_else(Refusal::forbidden)?;
    let device = caller.device.as_ref().ok_or_else(device_required)?;
    check_pin(app, &device.device, user_id, pin).await.map(Some)
}

impl Caller {
    /// The PIN of a proof, as given on the device of this caller.
    pub fn given(&self, proof: Option<&PinProof>) -> Option<GivenPin> {
        proof.zip(self.device.as_ref()).map(|(proof, on)| proof.given_on(&on.device))
    }
}

/// Tips that were paid out.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaidOutTips {
    id: u64,
    user_id: u64,
    user_name: String,
    /// What was handed over.
    #[serde(rename = "amountUSD")]
    amount_usd: String,
    #[serde(rename = "amountLRD")]
    amount_lrd: String,
    /// What it settled in each currency.
    #[serde(rename = "settledUSD")]
    settled_usd: String,
    #[serde(rename = "settledLRD")]
    settled_lrd: String,
    #[schema(value_type = f64, example = 190)]
    exchange_rate: Value,
    /// What is still due.
    #[serde(rename = "dueUSD")]
    due_usd: String,
    #[serde(rename = "dueLRD")]
    due_lrd: String,
    at: String,
    #[schema(example = "2026-11-21")]
    business_day: String,
}

/// Pays tips out: each amount settles its own currency first, the rest the other one at the rate.
#[utoipa::path(post, path = "/api/tips/payout", tag = "people", request_body = PayOutTipsBody, responses(
    (status = 201, body = PaidOutTips), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415),
    (status = 429)))]
pub async fn pay_out(State(app): State<AppState>, Staff(caller): Staff, write: Write<PayOutTipsBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let user_id = form.required_id("userId", &write.body.user_id, "Please choose a person").unwrap_or_default();
    let amount = Cash {
        usd: form.money("amountUSD", &write.body.amount_usd).unwrap_or_default(),
        lrd: form.money("amountLRD", &write.body.amount_lrd).unwrap_or_default(),
    };
    let till = caller.at_till(TillRequest { till_id: form.id("tillId", &write.body.till_id), device_till_id: None });
    let pin = form.line("pin", &write.body.pin);
    form.finish()?;
    let proof = payee_proof(&app, &caller, user_id, pin.as_deref()).await?;
    let pin = caller.given(proof.as_ref());
    write
        .submit(&app, &caller, Command::PayOutTips(PayOutTips { user_id, amount, till, pin }), |entries, view| {
            let at = entries.first().map(|entry| entry.envelope.at.to_string()).unwrap_or_default();
            let TipsPaidOut { payout_id, user_id, user_name, amount, settled, rate, when, .. } =
                event(entries, |event| if let Event::TipsPaidOut(event) = event { Some(event) } else { None })?.clone();
            let due = tips::due_to(view, user_id)?;
            let answer = PaidOutTips {
                id: payout_id,
                user_id,
                user_name,
                amount_usd: amount.usd.to_string(),
                amount_lrd: amount.lrd.to_string(),
                settled_usd: settled.usd.to_string(),
                settled_lrd: settled.lrd.to_string(),
                exchange_rate: rate.to_json(),
                due_usd: due.usd.to_string(),
                due_lrd: due.lrd.to_string(),
                at,
                business_day: when.day.to_string(),
            };
            json(StatusCode::CREATED, &answer)
        })
        .await
}

/// The event of a command that has one.
fn event<'a, E>(entries: &'a [Entry], of: impl Fn(&'a Event) -> Option<&'a E>) -> store::Stored<&'a E> {
    entries.iter().find_map(|entry| of(&entry.event)).ok_or_else(|| missing("tips"))
}
