//! Who may have which account, and who may lose it.

use super::{PasswordChanged, SignedIn, SignedOut, User, UserArchived, UserSaved};
use crate::base::{Code, Decided, Envelope, Refusal, Role};

/// What an account is made of, checked at the door.
#[derive(Debug, Clone)]
pub struct Profile {
    /// At least [`super::USERNAME_MIN`] characters.
    pub username: String,
    /// Checked for its form.
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
    /// The very first account, on a box that has none.
    SeedAdmin {
        username: String,
        /// argon2id in PHC format.
        password_hash: String,
        /// Its role (a demo seeds one of each).
        role: Role,
        /// Whether the password must be changed at the first sign-in.
        must_change_password: bool,
    },
    /// A further account.
    Create {
        /// What it is made of.
        profile: Profile,
        /// argon2id in PHC format.
        password_hash: String,
        /// Whether the password must be changed at the first sign-in.
        must_change_password: bool,
    },
    /// Another profile, and another password where one is given.
    Update {
        user_id: u64,
        /// What is given; the rest stays.
        change: ProfileChange,
        /// argon2id in PHC format.
        password_hash: Option<String>,
    },
    /// Deletes the account.
    Archive { user_id: u64 },
    /// The person's own new password.
    ChangePassword {
        /// argon2id in PHC format.
        password_hash: String,
        /// Hash of the password that was given as the present one, as it was when it was compared.
        compared_hash: String,
        /// The session that begins.
        session_id: String,
    },
    /// A right password was given.
    SignIn {
        user_id: u64,
        /// The hash that the password was compared with.
        compared_hash: String,
        /// The session that begins.
        session_id: String,
    },
    /// Ends one session.
    SignOut {
        /// The session that ends.
        session_id: String,
    },
}

/// What an update names; `None` keeps.
#[derive(Debug, Clone, Default)]
pub struct ProfileChange {
    pub username: Option<String>,
    /// New e-mail, or none.
    pub email: Option<Option<String>>,
    pub role: Option<Role>,
    /// New given name, or none.
    pub first_name: Option<Option<String>>,
    /// New family name, or none.
    pub last_name: Option<Option<String>>,
    /// New telephone, or none.
    pub phone: Option<Option<String>>,
    /// Switched on or off.
    pub is_active: Option<bool>,
    /// Whether the next sign-in asks for a new password.
    pub must_change_password: Option<bool>,
}

/// What a decision about staff looks at.
#[derive(Debug)]
pub struct StaffContext {
    pub(super) target: Option<User>,
    pub(super) name_owner: Option<u64>,
    pub(super) email_owner: Option<u64>,
    pub(super) next_id: u64,
    pub(super) active_admins: usize,
}

/// What a decision about staff leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StaffEvent {
    /// An account is as it says.
    Saved(UserSaved),
    /// An account is gone.
    Archived(UserArchived),
    /// A password is new.
    Password(PasswordChanged),
    /// A session began.
    SignedIn(SignedIn),
    /// A session ended.
    SignedOut(SignedOut),
}

/// The rules.
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
        StaffCommand::ChangePassword { password_hash, compared_hash, session_id } => {
            let user = target(context)?;
            if user.password_hash != *compared_hash {
                return Err(Refusal::conflict("The password was changed meanwhile"));
            }
            Ok(vec![StaffEvent::Password(PasswordChanged {
                user_id: user.id,
                password_hash: password_hash.clone(),
                session_id: session_id.clone(),
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
            Ok(vec![StaffEvent::SignedIn(SignedIn { user_id: user.id, username: user.username.clone(), session_id: session_id.clone() })])
        }
        StaffCommand::SignOut { session_id } => {
            Ok(vec![StaffEvent::SignedOut(SignedOut { user_id: envelope.actor.id, session_id: session_id.clone() })])
        }
    }
}

/// What a wrong password and an unknown user read alike.
pub fn wrong_credentials() -> Refusal {
    Refusal::new(Code::Unauthenticated, "Invalid username or password")
}

/// What somebody with the right password and a switched-off account reads.
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
    Ok(if user == *before { Vec::new() } else { vec![StaffEvent::Saved(UserSaved { user, ends_sessions })] })
}

fn archive(context: &StaffContext, envelope: &Envelope) -> Decided<Vec<StaffEvent>> {
    let user = target(context)?;
    if is_active_admin(user) && context.active_admins <= 1 {
        return Err(last_admin());
    }
    if user.id == envelope.actor.id {
        return Err(Refusal::conflict("You cannot delete your own account"));
    }
    Ok(vec![StaffEvent::Archived(UserArchived { user_id: user.id, username: user.username.clone() })])
}

fn last_admin() -> Refusal {
    Refusal::new(Code::LastAdmin, "The last active admin cannot be deleted, deactivated or given another role")
}
