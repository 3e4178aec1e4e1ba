//! Corrections of payments, as X and Z list them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::http::api::payments::TenderView;
use crate::payments::TenderTuple;
use crate::settings::Settings;
use crate::tills::ShiftCorrection;

/// The correction of a payment of the shift.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShiftCorrection)]
pub struct ShiftCorrectionView {
    payment_id: u64,
    receipt_number: Option<String>,
    at: String,
    user_name: String,
    /// Who approved it, if it needed an approval.
    approved_by: Option<String>,
    reason: String,
    /// The tenders that had been entered.
    before: Vec<TenderView>,
    /// The tenders that were really handed over.
    after: Vec<TenderView>,
}

impl ShiftCorrectionView {
    /// A correction as answers show it.
    pub fn new(correction: &ShiftCorrection, settings: &Settings) -> Self {
        let views = |tenders: &[TenderTuple]| tenders.iter().map(|tender| TenderView::new(tender.clone().into(), settings)).collect();
        ShiftCorrectionView {
            payment_id: correction.payment_id,
            receipt_number: correction.receipt_number.clone(),
            at: correction.at.to_string(),
            user_name: correction.user_name.clone(),
            approved_by: correction.approved_by.clone(),
            reason: correction.reason.clone(),
            before: views(&correction.before),
            after: views(&correction.after),
        }
    }
}
