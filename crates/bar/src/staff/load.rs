//! Loads the data that a decision about staff needs.

use super::decide::is_active_admin;
use super::tables::USER_IDS;
use super::{StaffCommand, StaffContext, pins, session_row, user, user_named, user_with_email, users};
use base::Envelope;
use store::{Stored, View};

/// Loads the data that [`decide`](super::decide()) needs.
pub fn load(view: &dyn View, command: &StaffCommand, envelope: &Envelope) -> Stored<StaffContext> {
    use StaffCommand::*;
    let (target, username, email) = match command {
        SeedAdmin { username, .. } => (None, Some(username), None),
        Create { profile, .. } => (None, Some(&profile.username), profile.email.as_ref()),
        Update { user_id, change, .. } => (Some(*user_id), change.username.as_ref(), change.email.as_ref().and_then(Option::as_ref)),
        Archive { user_id } | SignIn { user_id, .. } | NoteInvitation { user_id } => (Some(*user_id), None, None),
        ChangePassword { .. } | SignOut { .. } | FinishTour => (Some(envelope.actor.id), None, None),
    };
    let name_owner = match username {
        Some(name) => user_named(view, name)?.map(|user| user.id),
        None => None,
    };
    let email_owner = match email {
        Some(email) => user_with_email(view, email)?,
        None => None,
    };
    let (target, pin, person_tries) = match target {
        Some(id) => (user(view, id)?, pins::pin(view, id)?, pins::person_tries(view, id)?),
        None => Default::default(),
    };
    let session = match command {
        ChangePassword { old_session_id, .. } => session_row(view, old_session_id)?,
        _ => None,
    };
    let counts_admins = matches!(command, SeedAdmin { .. } | Update { .. } | Archive { .. });
    let active_admins = if counts_admins { users(view)?.iter().filter(|user| is_active_admin(user)).count() } else { 0 };
    Ok(StaffContext { target, name_owner, email_owner, next_id: USER_IDS.next(view)?, active_admins, pin, person_tries, session })
}
