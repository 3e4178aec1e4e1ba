//! Equal shares of an order: what the parts come to, and the end of a plan.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::moves::with_fresh;
use super::shown;
use super::view::OrderView;
use crate::engine::{Command, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Staff;
use crate::http::contract::write::{EmptyBody, OptionalBody};
use crate::orders::pay::payable;
use crate::orders::{self, EndShares, PayIn, SHARES_MAX, SHARES_MIN, SharePlan, ShareRequest};
use crate::rates;
use crate::settings::settings;
use base::Cash;
use web::form::{Form, RawField, object};

const OF_WRONG: &str = "Must be a number from 2 to 20";

/// The part of an order that a payment is for.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
#[schema(as = ShareBody)]
pub struct ShareBody {
    /// How many parts, 2 to 20. The first part that is paid begins the plan.
    #[schema(value_type = u32, example = 4)]
    of: RawField,
    /// From 1: the next one.
    #[schema(value_type = u32, example = 1)]
    part: RawField,
    /// Default: LRD.
    #[schema(value_type = Option<PayIn>)]
    pay_in: RawField,
}

impl ShareBody {
    /// Parses the member `share` of a payment; `None` if it is absent.
    pub(super) fn read(form: &mut Form, field: &RawField) -> Option<ShareRequest> {
        field.value()?;
        let body: ShareBody = object(form, "share", field);
        let mut number = |name: &str, field: &RawField, range: std::ops::RangeInclusive<u32>, wrong: &str| {
            let number = form.integer(name, field).and_then(|number| u32::try_from(number).ok()).filter(|number| range.contains(number));
            if number.is_none() {
                form.reject(name, wrong);
            }
            number.unwrap_or(SHARES_MIN)
        };
        let of = number("share.of", &body.of, SHARES_MIN..=SHARES_MAX, OF_WRONG);
        let part = number("share.part", &body.part, 1..=of, "Must be one of the parts");
        let pay_in = form.word("share.payIn", &body.pay_in, PayIn::parse, "Must be LRD, split or USD").unwrap_or(PayIn::Lrd);
        Some(ShareRequest { of, part, pay_in })
    }
}

/// What is left to pay of an order, in equal parts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Shares)]
pub struct PartsView {
    /// Those of the plan that runs, else those that were asked for.
    of: u32,
    /// Parts that are paid.
    paid: u32,
    left: u32,
    /// What remains to be paid, all of it in US dollars.
    #[serde(rename = "remainingUSD")]
    remaining_usd: String,
    #[serde(rename = "remainingLRD")]
    remaining_lrd: String,
    next: NextPart,
    /// What each part that is left comes to if all of them are paid in Liberian dollars.
    #[serde(rename = "amountsLRD")]
    amounts_lrd: Vec<String>,
}

/// The part that is paid next.
#[derive(Serialize, ToSchema)]
pub struct NextPart {
    /// From 1.
    part: u32,
    options: Vec<PartOption>,
}

/// What a part comes to in one way to pay it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartOption {
    pay_in: PayIn,
    #[serde(rename = "amountUSD")]
    amount_usd: String,
    #[serde(rename = "amountLRD")]
    amount_lrd: String,
}

impl PartOption {
    fn new(pay_in: PayIn, amount: Cash) -> Self {
        PartOption { pay_in, amount_usd: amount.usd.to_string(), amount_lrd: amount.lrd.to_string() }
    }
}

/// What remains of an order depends on its items and payments, the exchange rate, and the cash step.
const TOPICS: [Topic; 3] = [Topic::Orders, Topic::Rate, Topic::Settings];

/// Returns what the next part of an order comes to, in each way to pay it.
#[utoipa::path(get, path = "/api/orders/{id}/shares", tag = "orders", params(("id" = u64, Path), ("of" = Option<u32>, Query)), responses(
    (status = 200, body = PartsView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn parts(State(app): State<AppState>, _: Staff, Path(id): Path<String>, request: ReadRequest) -> Result<Response, ApiError> {
    let id = parse_id(&id, "order")?;
    let of = request.word("of", |text| text.parse().ok().filter(|of| (SHARES_MIN..=SHARES_MAX).contains(of)), OF_WRONG)?;
    request
        .answer(&app, &TOPICS, "", |view| {
            let order = orders::order(view, id)?.ok_or_else(|| ApiError::not_found("order"))?;
            payable(&order)?;
            let plan = match (&order.shares, of) {
                (Some(plan), _) => plan.clone(),
                (None, Some(of)) => SharePlan::new(of),
                (None, None) => return Err(ApiError::invalid(OF_WRONG)),
            };
            let (rate, step) = (rates::rate(view)?, settings(view)?.lrd_cash_step);
            let owed = order.owed_in_parts(rate);
            let remaining = owed.remaining(rate);
            let option = |pay_in| PartOption::new(pay_in, owed.part_amount(plan.left(), pay_in, rate, step));
            Ok(PartsView {
                of: plan.of,
                paid: plan.paid(),
                left: plan.left(),
                remaining_usd: remaining.usd.to_string(),
                remaining_lrd: remaining.lrd.to_string(),
                next: NextPart { part: plan.next(), options: PayIn::ALL.map(option).into() },
                amounts_lrd: owed.parts_in_lrd(plan.left(), rate, step).iter().map(ToString::to_string).collect(),
            })
        })
        .await
}

/// Ends the plan of equal shares of an order. What was paid stays.
#[utoipa::path(delete, path = "/api/orders/{id}/shares", tag = "orders", params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn end(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    let order_id = parse_id(&id, "order")?;
    let command = Command::EndShares(EndShares { order_id });
    let answer = write.submit(&app, &caller, command, move |_, view| shown(StatusCode::OK, view, order_id)).await;
    answer.or_else(|error| with_fresh(&app, &caller, error, order_id, None))
}
