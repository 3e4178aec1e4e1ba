//! `user.set`: a person of the chain, as an account at its bars.

use serde_json::json;

use super::{Checked, Members, chain_id};
use bar::staff::{PASSWORD_MIN, USERNAME_MIN};
use base::Role;
use base::text::{PASSWORD_MAX, fold};
use web::form::Form;

const NAMES: [&str; 9] = ["chainId", "username", "firstName", "lastName", "email", "phone", "role", "isActive", "password"];

pub(super) fn user_set(form: &mut Form, members: &Members<'_>) -> Checked {
    members.refuse_others(form, &NAMES);
    let too_short = format!("Username must be at least {USERNAME_MIN} characters");
    let username = form.required_line("username", &members.get("username"), &too_short).map(|name| fold(&name)).unwrap_or_default();
    if username.chars().count() < USERNAME_MIN {
        form.reject("username", too_short);
    }
    let password = form.password("password", &members.get("password"));
    if let Some(password) = &password {
        let length = if password.trim().is_empty() { 0 } else { password.chars().count() };
        if length < PASSWORD_MIN {
            form.reject("password", format!("Password must be at least {PASSWORD_MIN} characters"));
        } else if length > PASSWORD_MAX {
            form.reject("password", format!("Password must be at most {PASSWORD_MAX} characters"));
        }
    }
    let body = json!({
        "chainId": chain_id(form, members),
        "username": username,
        "firstName": form.line("firstName", &members.get("firstName")),
        "lastName": form.line("lastName", &members.get("lastName")),
        "email": form.email("email", &members.get("email")),
        "phone": form.line("phone", &members.get("phone")),
        "role": form.role("role", &members.get("role")).unwrap_or(Role::Bartender).as_str(),
        "isActive": form.flag("isActive", &members.get("isActive")).unwrap_or(true),
    });
    Checked { body, password, ..Checked::default() }
}
