//! Who sees which shift, X and Z, and who may use which till.

use super::shifts;
use super::view::Sight;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::session::Caller;
use crate::settings::{Settings, settings};
use crate::tills;
use base::Role;

/// Managers see every X and Z; who is responsible for a shift sees its own, unless bartenders count blind.
pub fn may_read(caller: &Caller, settings: &Settings, responsible_id: u64) -> bool {
    let sight = Sight::of(caller, settings);
    sight.is_manager() || (!sight.is_blind() && responsible_id == caller.user.id)
}

/// Whether the caller reads the X and Z of the shift of this person.
pub fn sees_report_of(app: &AppState, caller: &Caller, responsible_id: Option<u64>) -> Result<bool, ApiError> {
    let settings = app.store.read(settings)?;
    let sight = Sight::of(caller, &settings);
    Ok(sight.is_manager() || responsible_id.is_some_and(|id| may_read(caller, &settings, id)))
}

/// Whether the caller sees this shift.
pub fn sees_shift(app: &AppState, caller: &Caller, shift_id: u64) -> Result<bool, ApiError> {
    let (settings, shift) = app.store.read(|view| Ok((settings(view)?, tills::shift(view, shift_id)?)))?;
    let sight = Sight::of(caller, &settings);
    Ok(sight.is_manager() || shift.is_some_and(|shift| shifts::may_see(&shift, sight, caller)))
}

/// Whether the caller may use this till.
pub fn is_till_of(app: &AppState, caller: &Caller, till_id: Option<u64>) -> Result<bool, ApiError> {
    if caller.user.role >= Role::Manager {
        return Ok(true);
    }
    let Some(till_id) = till_id else { return Ok(false) };
    let state = app.store.read(|view| tills::till(view, till_id))?;
    Ok(state.is_some_and(|state| state.is_usable_by(&caller.actor())))
}
