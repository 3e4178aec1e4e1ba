//! Rows of accounts and sessions, with indexes of names and e-mails.

use super::{PasswordChanged, SESSION_MILLIS, SESSIONS_MAX, Session, SignedIn, SignedOut, User, UserArchived, UserSaved};
use crate::base::Envelope;
use crate::base::text::fold;
use crate::store::{Counter, Stored, Table, Tables, View};

const USERS: Table<u64, User> = Table::new("users");
const USERNAMES: Table<String, u64> = Table::new("usernames");
const EMAILS: Table<String, u64> = Table::new("emails");
const SESSIONS: Table<String, Session> = Table::new("sessions");
const USER_SESSIONS: Table<(u64, String), u64> = Table::new("user_sessions");
pub(super) const USER_IDS: Counter = Counter("users");

/// The account, archived or not.
pub fn any_user(view: &dyn View, id: u64) -> Stored<Option<User>> {
    USERS.get(view, &id)
}

/// The account, unless it is archived.
pub fn user(view: &dyn View, id: u64) -> Stored<Option<User>> {
    Ok(any_user(view, id)?.filter(|user| !user.archived))
}

/// The account with this username, ignoring case.
pub fn user_named(view: &dyn View, username: &str) -> Stored<Option<User>> {
    match USERNAMES.get(view, &fold(username))? {
        Some(id) => user(view, id),
        None => Ok(None),
    }
}

/// The id of the account with this e-mail, ignoring case.
pub fn user_with_email(view: &dyn View, email: &str) -> Stored<Option<u64>> {
    EMAILS.get(view, &fold(email))
}

/// All accounts that are not archived, by username.
pub fn users(view: &dyn View) -> Stored<Vec<User>> {
    let mut users: Vec<User> = all_users(view)?.into_iter().filter(|user| !user.archived).collect();
    users.sort_by_key(|user| fold(&user.username));
    Ok(users)
}

/// All accounts, archived ones too, by id.
pub fn all_users(view: &dyn View) -> Stored<Vec<User>> {
    Ok(USERS.all(view)?.into_iter().map(|(_, user)| user).collect())
}

/// The active account of a session that has not expired; `running` is the box's running time, in milliseconds.
pub fn session_user(view: &dyn View, session_id: &str, running: u64) -> Stored<Option<User>> {
    let Some(session) = SESSIONS.get(view, &session_id.to_owned())? else { return Ok(None) };
    if running.saturating_sub(session.since) > SESSION_MILLIS {
        return Ok(None);
    }
    Ok(user(view, session.user_id)?.filter(|user| user.is_active))
}

/// Applies the event.
pub fn apply_saved(tables: &mut dyn Tables, event: &UserSaved) -> Stored<()> {
    let user = &event.user;
    if let Some(before) = any_user(tables.view(), user.id)? {
        free_names(tables, &before)?;
    }
    USER_IDS.mark_used(tables, user.id)?;
    USERNAMES.put(tables, &fold(&user.username), &user.id)?;
    if let Some(email) = &user.email {
        EMAILS.put(tables, &fold(email), &user.id)?;
    }
    USERS.put(tables, &user.id, user)?;
    if event.ends_sessions { end_sessions(tables, user.id) } else { Ok(()) }
}

/// Applies the event.
pub fn apply_archived(tables: &mut dyn Tables, event: &UserArchived) -> Stored<()> {
    let Some(mut user) = any_user(tables.view(), event.user_id)? else { return Ok(()) };
    free_names(tables, &user)?;
    user.archived = true;
    user.is_active = false;
    USERS.put(tables, &user.id, &user)?;
    end_sessions(tables, user.id)
}

/// Applies the event.
pub fn apply_password(tables: &mut dyn Tables, envelope: &Envelope, event: &PasswordChanged) -> Stored<()> {
    let Some(mut user) = any_user(tables.view(), event.user_id)? else { return Ok(()) };
    user.password_hash.clone_from(&event.password_hash);
    user.must_change_password = false;
    USERS.put(tables, &user.id, &user)?;
    end_sessions(tables, user.id)?;
    begin_session(tables, envelope, user.id, &event.session_id)
}

/// Applies the event.
pub fn apply_signed_in(tables: &mut dyn Tables, envelope: &Envelope, event: &SignedIn) -> Stored<()> {
    if let Some(mut user) = any_user(tables.view(), event.user_id)? {
        user.last_login_at = Some(envelope.at);
        USERS.put(tables, &user.id, &user)?;
    }
    end_oldest_sessions(tables, event.user_id, SESSIONS_MAX - 1)?;
    begin_session(tables, envelope, event.user_id, &event.session_id)
}

/// Applies the event.
pub fn apply_signed_out(tables: &mut dyn Tables, event: &SignedOut) -> Stored<()> {
    end_session(tables, event.user_id, &event.session_id)
}

fn begin_session(tables: &mut dyn Tables, envelope: &Envelope, user_id: u64, session_id: &str) -> Stored<()> {
    SESSIONS.put(tables, &session_id.to_owned(), &Session { user_id, since: envelope.running })?;
    USER_SESSIONS.put(tables, &(user_id, session_id.to_owned()), &envelope.running)
}

fn end_session(tables: &mut dyn Tables, user_id: u64, session_id: &str) -> Stored<()> {
    SESSIONS.remove(tables, &session_id.to_owned())?;
    USER_SESSIONS.remove(tables, &(user_id, session_id.to_owned()))
}

/// Ends all sessions of all accounts.
pub fn end_all_sessions(tables: &mut dyn Tables) -> Stored<()> {
    for ((user_id, session_id), _) in USER_SESSIONS.all(tables.view())? {
        end_session(tables, user_id, &session_id)?;
    }
    Ok(())
}

/// Ends all sessions of one account.
fn end_sessions(tables: &mut dyn Tables, user_id: u64) -> Stored<()> {
    end_oldest_sessions(tables, user_id, 0)
}

fn end_oldest_sessions(tables: &mut dyn Tables, user_id: u64, keep: usize) -> Stored<()> {
    let mut sessions = USER_SESSIONS.with_prefix(tables.view(), &user_id)?;
    sessions.sort_by_key(|(_, since)| *since);
    let ended = sessions.len().saturating_sub(keep);
    for ((_, session_id), _) in sessions.into_iter().take(ended) {
        end_session(tables, user_id, &session_id)?;
    }
    Ok(())
}

fn free_names(tables: &mut dyn Tables, user: &User) -> Stored<()> {
    USERNAMES.remove(tables, &fold(&user.username))?;
    match &user.email {
        Some(email) => EMAILS.remove(tables, &fold(email)),
        None => Ok(()),
    }
}
