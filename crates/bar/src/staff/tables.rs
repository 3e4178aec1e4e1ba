//! Rows of accounts and sessions, with indexes of names and e-mails.

use super::pins::{self, PasswordConfirmed};
use super::{
    Confirmation, DeviceSession, PasswordChanged, SESSIONS_MAX, Session, SignInBy, SignedIn, SignedOut, TourDone, User, UserArchived,
    UserSaved,
};
use base::Envelope;
use base::text::fold_case;
use store::{Counter, Stored, Table, Tables, View};

const USERS: Table<u64, User> = Table::new("users");
const USERNAMES: Table<String, u64> = Table::new("usernames");
const EMAILS: Table<String, u64> = Table::new("emails");
const SESSIONS: Table<String, Session> = Table::new("sessions");
const USER_SESSIONS: Table<(u64, String), u64> = Table::new("user_sessions");
/// The session on each enrolled device.
const DEVICE_SESSIONS: Table<u64, String> = Table::new("device_sessions");
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
    match USERNAMES.get(view, &fold_case(username))? {
        Some(id) => user(view, id),
        None => Ok(None),
    }
}

/// The id of the account with this e-mail, ignoring case.
pub fn user_with_email(view: &dyn View, email: &str) -> Stored<Option<u64>> {
    EMAILS.get(view, &fold_case(email))
}

/// All accounts that are not archived, by username.
pub fn users(view: &dyn View) -> Stored<Vec<User>> {
    let mut users: Vec<User> = all_users(view)?.into_iter().filter(|user| !user.archived).collect();
    users.sort_by_key(|user| fold_case(&user.username));
    Ok(users)
}

/// All accounts, archived ones too, by id.
pub fn all_users(view: &dyn View) -> Stored<Vec<User>> {
    Ok(USERS.all(view)?.into_iter().map(|(_, user)| user).collect())
}

/// The active account of a session that has not expired; `running` is the box's running time, in milliseconds.
pub fn session_user(view: &dyn View, session_id: &str, running: u64) -> Stored<Option<User>> {
    Ok(live_session(view, session_id, running)?.map(|(_, user)| user))
}

/// A session that has not expired, with its active account; `running` is the box's running time, in milliseconds.
pub fn live_session(view: &dyn View, session_id: &str, running: u64) -> Stored<Option<(Session, User)>> {
    let Some(session) = session_row(view, session_id)? else { return Ok(None) };
    if running.saturating_sub(session.since) > session.lifetime() {
        return Ok(None);
    }
    let user = user(view, session.user_id)?.filter(|user| user.is_active);
    Ok(user.map(|user| (session, user)))
}

/// The row of a session, expired or not.
pub fn session_row(view: &dyn View, session_id: &str) -> Stored<Option<Session>> {
    SESSIONS.get(view, &session_id.to_owned())
}

/// Whether there is a session, expired or not.
pub fn has_sessions(view: &dyn View) -> Stored<bool> {
    Ok(!USER_SESSIONS.all(view)?.is_empty())
}

/// The id of the session on a device, expired or not.
pub fn device_session(view: &dyn View, device_id: u64) -> Stored<Option<String>> {
    DEVICE_SESSIONS.get(view, &device_id)
}

/// The ids of all devices with a session, and of their sessions.
pub fn device_sessions(view: &dyn View) -> Stored<Vec<(u64, String)>> {
    DEVICE_SESSIONS.all(view)
}

/// Writes the account and its names, and frees the names that it had.
pub fn apply_saved(tables: &mut dyn Tables, event: &UserSaved) -> Stored<()> {
    let user = &event.user;
    if let Some(before) = any_user(tables.view(), user.id)? {
        free_names(tables, &before)?;
    }
    USER_IDS.mark_used(tables, user.id)?;
    USERNAMES.put(tables, &fold_case(&user.username), &user.id)?;
    if let Some(email) = &user.email {
        EMAILS.put(tables, &fold_case(email), &user.id)?;
    }
    USERS.put(tables, &user.id, user)?;
    if event.ends_sessions { end_sessions(tables, user.id) } else { Ok(()) }
}

/// Marks the account as archived, frees its names, and ends its sessions.
pub fn apply_archived(tables: &mut dyn Tables, event: &UserArchived) -> Stored<()> {
    let Some(mut user) = any_user(tables.view(), event.user_id)? else { return Ok(()) };
    free_names(tables, &user)?;
    user.archived = true;
    user.is_active = false;
    USERS.put(tables, &user.id, &user)?;
    end_sessions(tables, user.id)
}

/// Notes on the account that its person saw the tour.
pub fn apply_tour_done(tables: &mut dyn Tables, event: &TourDone) -> Stored<()> {
    let Some(mut user) = any_user(tables.view(), event.user_id)? else { return Ok(()) };
    user.tour_done = true;
    USERS.put(tables, &user.id, &user)
}

/// Writes the hash of the password, ends all sessions of the account, and begins a new one.
pub fn apply_password(tables: &mut dyn Tables, envelope: &Envelope, event: &PasswordChanged) -> Stored<()> {
    let Some(mut user) = any_user(tables.view(), event.user_id)? else { return Ok(()) };
    user.password_hash.clone_from(&event.password_hash);
    user.must_change_password = false;
    // Who joins with an invitation signs in by choosing a password.
    user.last_login_at.get_or_insert(envelope.at);
    USERS.put(tables, &user.id, &user)?;
    end_sessions(tables, user.id)?;
    pins::apply_right_password(tables, event.device_id, user.id)?;
    let device = event.device_id.map(|device_id| DeviceSession { device_id, confirmed: Some(given(envelope)) });
    let session = Session { user_id: user.id, since: envelope.running, device, wrong_tries: 0, wrong_tries_since: None };
    begin_session(tables, &event.session_id, session)
}

/// Writes the session and the time of the last sign-in, and ends the oldest sessions beyond the limit.
pub fn apply_signed_in(tables: &mut dyn Tables, envelope: &Envelope, event: &SignedIn) -> Stored<()> {
    if let Some(mut user) = any_user(tables.view(), event.user_id)? {
        user.last_login_at = Some(envelope.at);
        USERS.put(tables, &user.id, &user)?;
    }
    pins::apply_signed_in(tables, event)?;
    let device = event
        .device
        .as_ref()
        .map(|device| DeviceSession { device_id: device.device_id, confirmed: (device.by == SignInBy::Password).then(|| given(envelope)) });
    if let Some(device) = &device {
        end_device_session(tables, device.device_id)?;
    }
    end_oldest_sessions(tables, event.user_id, SESSIONS_MAX - 1)?;
    let (wrong_tries, wrong_tries_since) = (event.wrong_tries, event.wrong_tries_since);
    let session = Session { user_id: event.user_id, since: envelope.running, device, wrong_tries, wrong_tries_since };
    begin_session(tables, &event.session_id, session)
}

/// Removes the session.
pub fn apply_signed_out(tables: &mut dyn Tables, event: &SignedOut) -> Stored<()> {
    end_session(tables, &event.session_id)
}

/// Notes on the session that the password was given.
pub fn apply_confirmed(tables: &mut dyn Tables, envelope: &Envelope, event: &PasswordConfirmed) -> Stored<()> {
    pins::apply_right_password(tables, Some(event.device_id), event.user_id)?;
    let Some(mut session) = session_row(tables.view(), &event.session_id)? else { return Ok(()) };
    session.device = Some(DeviceSession { device_id: event.device_id, confirmed: Some(given(envelope)) });
    SESSIONS.put(tables, &event.session_id, &session)
}

/// The password was given now.
fn given(envelope: &Envelope) -> Confirmation {
    Confirmation { running: envelope.running, at: envelope.at }
}

fn begin_session(tables: &mut dyn Tables, session_id: &str, session: Session) -> Stored<()> {
    if let Some(device) = &session.device {
        DEVICE_SESSIONS.put(tables, &device.device_id, &session_id.to_owned())?;
    }
    USER_SESSIONS.put(tables, &(session.user_id, session_id.to_owned()), &session.since)?;
    SESSIONS.put(tables, &session_id.to_owned(), &session)
}

/// Ends one session, if there is one with this id.
pub fn end_session(tables: &mut dyn Tables, session_id: &str) -> Stored<()> {
    let Some(session) = session_row(tables.view(), session_id)? else { return Ok(()) };
    if let Some(device) = session.device {
        DEVICE_SESSIONS.remove(tables, &device.device_id)?;
    }
    SESSIONS.remove(tables, &session_id.to_owned())?;
    USER_SESSIONS.remove(tables, &(session.user_id, session_id.to_owned()))
}

/// Ends the session on a device.
pub fn end_device_session(tables: &mut dyn Tables, device_id: u64) -> Stored<()> {
    match device_session(tables.view(), device_id)? {
        Some(session_id) => end_session(tables, &session_id),
        None => Ok(()),
    }
}

/// Ends all sessions of all accounts.
pub fn end_all_sessions(tables: &mut dyn Tables) -> Stored<()> {
    for ((_, session_id), _) in USER_SESSIONS.all(tables.view())? {
        end_session(tables, &session_id)?;
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
        end_session(tables, &session_id)?;
    }
    Ok(())
}

fn free_names(tables: &mut dyn Tables, user: &User) -> Stored<()> {
    USERNAMES.remove(tables, &fold_case(&user.username))?;
    match &user.email {
        Some(email) => EMAILS.remove(tables, &fold_case(email)),
        None => Ok(()),
    }
}
