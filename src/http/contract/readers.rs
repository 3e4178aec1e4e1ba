//! Extractors of who may read the reports and the truth sheets, by the settings of the bar.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::session::{Caller, at_least};
use crate::http::ApiError;
use crate::http::AppState;
use crate::settings;
use base::{Refusal, Role};

/// A reader of the reports: an admin, or a manager where managers may open the reports (setting `reports.managers`); on an
/// enrolled device, the password must have been given.
pub struct ReportReader(pub Caller);

/// A reader of truth sheets: an admin, or a manager where managers may read them (setting `sheet.managers`); on an enrolled device, the
/// PIN is enough.
pub struct SheetReader(pub Caller);

impl ReportReader {
    /// This manager or admin as a reader of the reports.
    ///
    /// # Errors
    /// 403 for a manager where managers may not open the reports.
    pub fn of(caller: Caller, app: &AppState) -> Result<Self, ApiError> {
        if caller.user.role < Role::Admin && !app.store.read(settings::settings)?.screens.manager_reports {
            return Err(Refusal::forbidden().into());
        }
        caller.has_password()?;
        Ok(ReportReader(caller))
    }
}

impl FromRequestParts<AppState> for ReportReader {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        ReportReader::of(at_least(parts, app, Role::Manager)?, app)
    }
}

impl SheetReader {
    /// This manager or admin as a reader of the truth sheets.
    ///
    /// # Errors
    /// 403 for a manager where managers may not read them.
    pub fn of(caller: Caller, app: &AppState) -> Result<Self, ApiError> {
        if caller.user.role < Role::Admin && !app.store.read(settings::settings)?.people.sheet_managers {
            return Err(Refusal::forbidden().into());
        }
        Ok(SheetReader(caller))
    }
}

impl FromRequestParts<AppState> for SheetReader {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        SheetReader::of(at_least(parts, app, Role::Manager)?, app)
    }
}
