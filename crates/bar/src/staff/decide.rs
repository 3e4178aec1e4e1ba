//! Decides changes of accounts, and sign-ins.

use super::pins::{PasswordConfirmed, PersonTries, Pin, PinRemoved, PinResetMade, PinSet, WrongPin};
use super::{InvitationMade, PasswordChanged, Session, SignedIn, SignedOut, TourDone, User, UserArchived, UserSaved, pins};
use base::{Code, Decided, Envelope, Refusal, Role};

/// The fields of a new account, checked by the API.
#[derive(Debug, Clone)]
pub struct Profile {
    /// At least [`super::USERNAME_MIN`] characters.
    pub username: String,
    pub email: Option<String>,
    pub role: Role,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub phone: Option<String>,
    /// Whether they may sign in.
    pub is_active: bool,
}

/// A command about staff.
#[derive(Debug, Clone)]
pub enum StaffCommand {
    /// Creates one of the first accounts of a new box.
    SeedAdmin {
        username: String,
        /// argon2id in PHC format.
        password_hash: String,
        /// Admin; a demo seeds one account of each role.
        role: Role,
        /// Whether the password must be changed at the first sign-in.
        must_change_password: bool,
    },
    /// Creates an account.
    Create {
        profile: Profile,
        /// argon2id in PHC format.
        password_hash: String,
        /// Whether the password must be changed at the first sign-in.
        must_change_password: bool,
    },
    /// Changes an account.
    Update {
        user_id: u64,
        change: ProfileChange,
        /// argon2id in PHC format; `None` keeps the password.
        password_hash: Option<String>,
    },
    /// Deletes the account.
    Archive { user_id: u64 },
    /// A person changes their own password.
    ChangePassword {
        /// argon2id in PHC format.
        password_hash: String,
        /// The stored hash with which the present password was compared.
        compared_hash: String,
        /// The session in which it is changed.
        old_session_id: String,
        /// The new session.
        session_id: String,
    },
    /// Starts a session; the password was compared before.
    SignIn {
        user_id: u64,
        /// The stored hash with which the password was compared.
        compared_hash: String,
        /// The new session.
        session_id: String,
    },
    /// Ends one session.
    SignOut { session_id: String },
    /// Records that a code was made with which a person chooses a password. The code itself is not stored.
    NoteInvitation { user_id: u64 },
    /// Records that the caller is through with the tour of the screens.
    FinishTour,
}

/// A change of an account; `None` keeps, `Some(None)` empties.
#[derive(Debug, Clone, Default)]
pub struct ProfileChange {
    pub username: Option<String>,
    pub email: Option<Option<String>>,
    pub role: Option<Role>,
    pub first_name: Option<Option<String>>,
    pub last_name: Option<Option<String>>,
    pub phone: Option<Option<String>>,
    /// Whether the account can sign in.
    pub is_active: Option<bool>,
    /// Whether the next sign-in requires a new password.
    pub must_change_password: Option<bool>,
}

/// Data that a decision about staff needs.
#[derive(Debug)]
pub struct StaffContext {
    pub(super) target: Option<User>,
    pub(super) name_owner: Option<u64>,
    pub(super) email_owner: Option<u64>,
    pub(super) next_id: u64,
    pub(super) active_admins: usize,
    /// The PIN of `target`.
    pub(super) pin: Option<Pin>,
    /// Wrong PINs in the name of `target`.
    pub(super) person_tries: PersonTries,
    /// The session in which a password is changed.
    pub(super) session: Option<Session>,
}

/// An event about staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StaffEvent {
    Saved(UserSaved),
    Archived(UserArchived),
    Password(PasswordChanged),
    SignedIn(SignedIn),
    SignedOut(SignedOut),
    PinSet(PinSet),
    PinRemoved(PinRemoved),
    PinResetMade(PinResetMade),
    WrongPin(WrongPin),
    Confirmed(PasswordConfirmed),
    Invited(InvitationMade),
    TourDone(TourDone),
}

/// Checks that the actor may make a code for this person: managers for bartenders, admins for everybody.
///
/// # Errors
/// 403 `forbidden`; 409 `conflict` for an account that is switched off.
pub(super) fn may_get_code(user: &User, envelope: &Envelope) -> Decided<()> {
    if envelope.actor.role < Role::Admin && user.role > Role::Bartender {
        return Err(Refusal::forbidden());
    }
    if user.is_active { Ok(()) } else { Err(Refusal::conflict("This account is inactive")) }
}

/// Decides a command about staff.
///
/// # Errors
/// 401 for a wrong password, 403 for an account that is switched off, 404 for an unknown one; 409 `taken` for a name or e-mail,
/// `last_admin`, and `conflict` for deleting one's own account, for a password that was changed meanwhile and for inviting an account that is
/// switched off.
pub fn decide(command: &StaffCommand, context: &StaffContext, envelope: &Envelope) -> Decided<Vec<StaffEvent>> {
    match command {
        StaffCommand::SeedAdmin { username, password_hash, role, must_change_password } => {
            if context.name_owner.is_some() {
                return Ok(Vec::new());
            }
            let profile = Profile {
                username: username.clone(),
                email: None,
                role: *role,
                first_name: None,
                last_name: None,
                phone: None,
                is_active: true,
            };
            Ok(vec![created(context, envelope, &profile, password_hash, *must_change_password)])
        }
        StaffCommand::Create { profile, password_hash, must_change_password } => {
            names_are_free(context, None)?;
            Ok(vec![created(context, envelope, profile, password_hash, *must_change_password)])
        }
        StaffCommand::Update { change, password_hash, .. } => update(context, change, password_hash.as_deref()),
        StaffCommand::Archive { .. } => archive(context, envelope),
        StaffCommand::ChangePassword { password_hash, compared_hash, session_id, .. } => {
            let user = target(context)?;
            if user.password_hash != *compared_hash {
                return Err(Refusal::conflict("The password was changed meanwhile"));
            }
            Ok(vec![StaffEvent::Password(PasswordChanged {
                user_id: user.id,
                password_hash: password_hash.clone(),
                session_id: session_id.clone(),
                device_id: context.session.as_ref().and_then(|session| session.device.as_ref()).map(|device| device.device_id),
            })])
        }
        StaffCommand::SignIn { compared_hash, session_id, .. } => {
            let user = target(context)?;
            if user.password_hash != *compared_hash {
                return Err(wrong_credentials());
            }
            if !user.is_active {
                return Err(inactive());
            }
            Ok(vec![StaffEvent::SignedIn(SignedIn {
                user_id: user.id,
                username: user.username.clone(),
                session_id: session_id.clone(),
                device: None,
                wrong_tries: context.person_tries.since_sign_in,
                wrong_tries_since: context.person_tries.first_at,
            })])
        }
        StaffCommand::NoteInvitation { .. } => {
            let user = target(context)?;
            may_get_code(user, envelope)?;
            Ok(vec![StaffEvent::Invited(InvitationMade { user_id: user.id, username: user.username.clone() })])
        }
        StaffCommand::FinishTour => {
            let user = target(context)?;
            Ok((!user.tour_done).then_some(StaffEvent::TourDone(TourDone { user_id: user.id })).into_iter().collect())
        }
        StaffCommand::SignOut { session_id } => {
            Ok(vec![StaffEvent::SignedOut(SignedOut { user_id: envelope.actor.id, session_id: session_id.clone(), end: None })])
        }
    }
}

/// The refusal of a wrong password; the same for an unknown user, so that names cannot be guessed.
pub fn wrong_credentials() -> Refusal {
    Refusal::new(Code::Unauthenticated, "Invalid username or password")
}

/// The refusal of the right password for an account that is switched off.
pub fn inactive() -> Refusal {
    Refusal::new(Code::Inactive, "This account is inactive. Ask an admin.")
}

fn target(context: &StaffContext) -> Decided<&User> {
    context.target.as_ref().ok_or_else(|| Refusal::not_found("user"))
}

pub(super) fn is_active_admin(user: &User) -> bool {
    user.role == Role::Admin && user.is_active
}

fn names_are_free(context: &StaffContext, own: Option<u64>) -> Decided<()> {
    if context.name_owner.is_some_and(|owner| Some(owner) != own) {
        return Err(Refusal::taken("username", "This username is taken"));
    }
    if context.email_owner.is_some_and(|owner| Some(owner) != own) {
        return Err(Refusal::taken("email", "This e-mail is taken"));
    }
    Ok(())
}

fn created(context: &StaffContext, envelope: &Envelope, profile: &Profile, password_hash: &str, must_change_password: bool) -> StaffEvent {
    let user = User {
        id: context.next_id,
        username: profile.username.clone(),
        email: profile.email.clone(),
        password_hash: password_hash.to_owned(),
        role: profile.role,
        first_name: profile.first_name.clone(),
        last_name: profile.last_name.clone(),
        phone: profile.phone.clone(),
        is_active: profile.is_active,
        created_at: envelope.at,
        last_login_at: None,
        must_change_password,
        archived: false,
        tour_done: false,
    };
    StaffEvent::Saved(UserSaved { user, ends_sessions: false })
}

fn update(context: &StaffContext, change: &ProfileChange, password_hash: Option<&str>) -> Decided<Vec<StaffEvent>> {
    let before = target(context)?;
    let mut user = before.clone();
    if let Some(username) = &change.username {
        user.username.clone_from(username);
    }
    for (given, field) in [
        (&change.email, &mut user.email),
        (&change.first_name, &mut user.first_name),
        (&change.last_name, &mut user.last_name),
        (&change.phone, &mut user.phone),
    ] {
        if let Some(value) = given {
            field.clone_from(value);
        }
    }
    user.role = change.role.unwrap_or(user.role);
    user.is_active = change.is_active.unwrap_or(user.is_active);
    user.must_change_password = change.must_change_password.unwrap_or(user.must_change_password);
    if let Some(hash) = password_hash {
        user.password_hash = hash.to_owned();
    }
    if is_active_admin(before) && !is_active_admin(&user) && context.active_admins <= 1 {
        return Err(last_admin());
    }
    names_are_free(context, Some(user.id))?;
    let ends_sessions = user.role != before.role || user.password_hash != before.password_hash || (before.is_active && !user.is_active);
    if user == *before {
        return Ok(Vec::new());
    }
    let ends_pin = context.pin.as_ref().is_some_and(|pin| {
        password_hash.is_some() || (before.is_active && !user.is_active) || !pins::has_length_for(user.role, pin.digits)
    });
    let pin_end = ends_pin.then(|| StaffEvent::PinRemoved(pins::pin_removed(&user)));
    Ok([StaffEvent::Saved(UserSaved { user, ends_sessions })].into_iter().chain(pin_end).collect())
}

fn archive(context: &StaffContext, envelope: &Envelope) -> Decided<Vec<StaffEvent>> {
    let user = target(context)?;
    if is_active_admin(user) && context.active_admins <= 1 {
        return Err(last_admin());
    }
    if user.id == envelope.actor.id {
        return Err(Refusal::conflict("You cannot delete your own account"));
    }
    let pin_end = context.pin.as_ref().map(|_| StaffEvent::PinRemoved(pins::pin_removed(user)));
    let archived = StaffEvent::Archived(UserArchived { user_id: user.id, username: user.username.clone() });
    Ok([archived].into_iter().chain(pin_end).collect())
}

fn last_admin() -> Refusal {
    Refusal::new(Code::LastAdmin, "The last active admin cannot be deleted, deactivated or given another role")
}
