//! The body of a user: parsing and rules.

use serde::Deserialize;
use utoipa::ToSchema;

use super::password::new_password;
use super::user::{Bars, HeadRole, HeadUser};
use crate::error::HeadError;
use base::text::fold;
use web::form::{Form, RawField};

const ROLE_WORDS: &str = "Role must be owner or manager";
const BARS_WORDS: &str = "Bars must be \"all\" or a list of bars";

/// A new user.
#[derive(Deserialize, Default, ToSchema)]
#[serde(default)]
pub(super) struct UserBody {
    #[schema(value_type = String)]
    username: RawField,
    /// The username without it.
    #[schema(value_type = Option<String>)]
    name: RawField,
    #[schema(value_type = String)]
    password: RawField,
    #[schema(value_type = HeadRole)]
    role: RawField,
    /// Those of a manager: an owner sees all.
    #[schema(value_type = Option<Bars>)]
    bars: RawField,
    /// A present code of the caller, for an owner.
    #[schema(value_type = Option<String>)]
    code: RawField,
}

/// The change of a user: what is left out stays.
#[derive(Deserialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct UserChangeBody {
    #[schema(value_type = Option<String>)]
    username: RawField,
    #[schema(value_type = Option<String>)]
    name: RawField,
    /// A blank one stays.
    #[schema(value_type = Option<String>)]
    password: RawField,
    #[schema(value_type = Option<HeadRole>)]
    role: RawField,
    #[schema(value_type = Option<Bars>)]
    bars: RawField,
    #[schema(value_type = Option<bool>)]
    is_active: RawField,
    /// A present code of the caller, for a change that raises or resets an owner.
    #[schema(value_type = Option<String>)]
    code: RawField,
}

/// A user to create.
pub(super) struct NewUser {
    pub username: String,
    pub name: String,
    pub password: String,
    pub role: HeadRole,
    pub bars: Bars,
    pub code: Option<String>,
}

/// A change of a user: what is `None` stays.
pub(super) struct UserChange {
    username: Option<String>,
    name: Option<String>,
    pub password: Option<String>,
    role: Option<HeadRole>,
    bars: Option<Bars>,
    is_active: Option<bool>,
    pub code: Option<String>,
}

impl UserBody {
    /// # Errors
    /// 400 with `fields`.
    pub(super) fn new_user(&self) -> Result<NewUser, HeadError> {
        let mut form = Form::default();
        let username = form.required_line("username", &self.username, "Username is required");
        let name = form.line("name", &self.name);
        let password = new_password(&mut form, "password", &self.password);
        if self.role.value().is_none() {
            form.reject("role", ROLE_WORDS);
        }
        let role = form.word("role", &self.role, HeadRole::parse, ROLE_WORDS);
        let given = read_bars(&mut form, &self.bars);
        let code = form.line("code", &self.code);
        let bars = role.and_then(|role| bars_of(&mut form, role, given));
        form.finish()?;
        let (Some(username), Some(role), Some(bars)) = (username, role, bars) else { return Err(HeadError::invalid(ROLE_WORDS)) };
        let name = name.unwrap_or_else(|| username.clone());
        Ok(NewUser { username: fold(&username), name, password: password.unwrap_or_default(), role, bars, code })
    }
}

impl UserChangeBody {
    /// # Errors
    /// 400 with `fields`.
    pub(super) fn change(&self) -> Result<UserChange, HeadError> {
        let mut form = Form::default();
        let username = match self.username.is_present() {
            true => form.required_line("username", &self.username, "Username is required").map(|username| fold(&username)),
            false => None,
        };
        let name = match self.name.is_present() {
            true => form.required_line("name", &self.name, "Name is required"),
            false => None,
        };
        let is_blank = self.password.value().is_none();
        let password = if is_blank { None } else { new_password(&mut form, "password", &self.password) };
        let role = form.word("role", &self.role, HeadRole::parse, ROLE_WORDS);
        let bars = read_bars(&mut form, &self.bars);
        let is_active = form.flag("isActive", &self.is_active);
        let code = form.line("code", &self.code);
        form.finish()?;
        Ok(UserChange { username, name, password, role, bars, is_active, code })
    }
}

impl UserChange {
    /// The user after the change. A manager who becomes an owner sees all bars.
    ///
    /// # Errors
    /// 400 on `bars` for an owner of some bars.
    pub(super) fn apply(&self, before: &HeadUser, password_hash: Option<String>) -> Result<HeadUser, HeadError> {
        let role = self.role.unwrap_or(before.role);
        let mut form = Form::default();
        let given = match (role, &self.bars) {
            (HeadRole::Owner, None) => Some(Bars::All),
            (_, bars) => bars.clone().or_else(|| Some(before.bars.clone())),
        };
        let bars = bars_of(&mut form, role, given);
        form.finish()?;
        Ok(HeadUser {
            username: self.username.clone().unwrap_or_else(|| before.username.clone()),
            name: self.name.clone().unwrap_or_else(|| before.name.clone()),
            must_change_password: before.must_change_password || password_hash.is_some(),
            password_hash: password_hash.unwrap_or_else(|| before.password_hash.clone()),
            role,
            bars: bars.unwrap_or_else(|| before.bars.clone()),
            is_active: self.is_active.unwrap_or(before.is_active),
            ..before.clone()
        })
    }
}

/// The bars of a body; `None` if it has none.
fn read_bars(form: &mut Form, field: &RawField) -> Option<Bars> {
    let bars = Bars::parse(field.value()?);
    if bars.is_none() {
        form.reject("bars", BARS_WORDS);
    }
    bars
}

/// An owner sees all bars; a manager those that are given.
fn bars_of(form: &mut Form, role: HeadRole, given: Option<Bars>) -> Option<Bars> {
    match (role, given) {
        (HeadRole::Owner, None | Some(Bars::All)) => Some(Bars::All),
        (HeadRole::Owner, Some(Bars::These(_))) => {
            form.reject("bars", "An owner sees all bars");
            None
        }
        (HeadRole::Manager, Some(bars)) => Some(bars),
        (HeadRole::Manager, None) => {
            form.reject("bars", BARS_WORDS);
            None
        }
    }
}
