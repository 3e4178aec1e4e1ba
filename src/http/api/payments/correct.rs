//! Correcting how a payment was made.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::tender::{TenderBody, tenders};
use super::{PaymentView, TenderView};
use crate::corrections::CorrectPayment;
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reasons::required_choice;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::session::CashCorrector;
use crate::http::contract::write::{Approvable, Write, json};
use crate::payments::{ChangeIn, EarlierForm};
use crate::settings::Settings;
use web::form::{Form, RawField};

/// What was really handed over, and why it was entered otherwise.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PaymentCorrectionBody {
    /// 1 to 10 tenders, which are reckoned at the payment's own rate.
    #[schema(value_type = Vec<TenderBody>)]
    tenders: RawField,
    /// How change was given. Default: in Liberian dollars when only those were handed over, else split.
    #[schema(value_type = Option<ChangeIn>)]
    change_in: RawField,
    /// The till of the payment, which stays. Another one is refused.
    #[schema(value_type = Option<u64>)]
    till_id: RawField,
    /// The reason of the list, of kind `void`.
    #[schema(value_type = Option<u64>)]
    reason_id: RawField,
    /// Required without `reasonId`; with one, a note.
    #[schema(value_type = Option<String>)]
    reason: RawField,
}

/// The form that a payment had before a correction, and who corrected it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentCorrection)]
pub struct EarlierFormView {
    at: String,
    user_name: String,
    /// Who approved it, if it needed an approval.
    approved_by: Option<String>,
    reason: String,
    tenders: Vec<TenderView>,
    #[serde(rename = "changeUSD")]
    change_usd: String,
    #[serde(rename = "changeLRD")]
    change_lrd: String,
    #[serde(rename = "roundingLRD")]
    rounding_lrd: String,
}

impl EarlierFormView {
    /// A correction as answers show it.
    pub fn new(correction: EarlierForm, settings: &Settings) -> Self {
        EarlierFormView {
            at: correction.at.to_string(),
            user_name: correction.user_name,
            approved_by: correction.approved_by,
            reason: correction.reason,
            tenders: correction.tenders.into_iter().map(|tender| TenderView::new(tender, settings)).collect(),
            change_usd: correction.change.usd.to_string(),
            change_lrd: correction.change.lrd.to_string(),
            rounding_lrd: correction.rounding.to_string(),
        }
    }
}

/// Corrects how a payment was made, while its shift is open; without a till, on its business day. Receipt number, sale and tax stay.
#[utoipa::path(post, path = "/api/payments/{id}/correct", tag = "payments", request_body = PaymentCorrectionBody, params(("id" = u64, Path)), responses(
    (status = 200, body = PaymentView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn correct(
    State(app): State<AppState>,
    CashCorrector(caller): CashCorrector,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<PaymentCorrectionBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let reason = required_choice(&mut form, &app, &write.body.reason_id, &write.body.reason)?;
    let tenders = tenders(&mut form, "tenders", &write.body.tenders);
    let change_in = form.word("changeIn", &write.body.change_in, ChangeIn::parse, "Must be split, LRD or USD");
    let till_id = form.id("tillId", &write.body.till_id);
    form.finish()?;
    let payment_id = parse_id(&id, "payment")?;
    let command = Command::CorrectPayment(CorrectPayment { payment_id, tenders, change_in, till_id, reason });
    write.submit(&app, &caller, command, move |_, view| json(StatusCode::OK, &PaymentView::load(view, payment_id)?)).await
}
