//! What a phone needs for taking payments.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::{DenominationView, MethodView, cash_mode, count_by};
use crate::engine::Topic;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Staff;
use crate::http::{ApiError, AppState};
use crate::settings;

/// What a phone needs for taking payments: only methods and denominations that are enabled.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CashSetup {
    #[schema(schema_with = cash_mode)]
    mode: &'static str,
    require_shift: bool,
    blind_count: bool,
    #[schema(schema_with = count_by)]
    count_by: &'static str,
    /// Smallest L$ note, to which change is rounded.
    #[schema(example = "5.00")]
    lrd_cash_step: String,
    /// Smallest amount of US dollars in change and exact cash; the rest is in L$.
    #[schema(example = "0.01")]
    usd_cash_step: String,
    /// Whether what is due in cash in L$ is rounded to `lrdCashStep`.
    round_due: bool,
    /// After how many hours an open shift counts as long.
    long_shift_hours: u8,
    methods: Vec<MethodView>,
    denominations: Vec<DenominationView>,
}

/// Returns the enabled payment methods, notes and coins, and the cash settings.
#[utoipa::path(get, path = "/api/cash/setup", tag = "cash", responses((status = 200, body = CashSetup), (status = 401)))]
pub async fn setup(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    request
        .answer(&app, &[Topic::Settings], "", |view| {
            let settings = settings::settings(view)?;
            Ok(CashSetup {
                mode: settings.cash.mode.as_str(),
                require_shift: settings.cash.require_shift,
                blind_count: settings.cash.blind_count,
                count_by: settings.cash.count_by.as_str(),
                lrd_cash_step: settings.lrd_cash_step.to_string(),
                usd_cash_step: settings.usd_cash_step.to_string(),
                round_due: settings.cash.round_due,
                long_shift_hours: settings.cash.long_shift_hours,
                methods: settings.methods.iter().filter(|method| method.enabled).cloned().map(MethodView::from).collect(),
                denominations: settings.denominations.iter().filter(|one| one.enabled).map(DenominationView::from).collect(),
            })
        })
        .await
}
