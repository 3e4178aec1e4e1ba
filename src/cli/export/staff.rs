//! Export of accounts.

use super::sheet::{Cell, figure};
use super::{Target, by_id};
use crate::cli::ErrorText;
use crate::staff;
use store::{Stored, View};

const USERS: &str = "id username email role firstName lastName phone isActive createdAt lastLoginAt mustChangePassword archived";

/// Accounts, without password hashes and sessions.
pub fn users_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, ErrorText> {
    by_id(view, to, name, ("users", USERS), |sheet, id| {
        let Some(user) = staff::any_user(view, id)? else { return Ok(()) };
        sheet.row([
            user.id.into(),
            user.username.into(),
            user.email.into(),
            user.role.as_str().into(),
            user.first_name.into(),
            user.last_name.into(),
            user.phone.into(),
            user.is_active.into(),
            figure(user.created_at),
            user.last_login_at.map_or(Cell::None, figure),
            user.must_change_password.into(),
            user.archived.into(),
        ]);
        Ok(())
    })
}
