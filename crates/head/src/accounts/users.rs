//! Users, for owners: list, create, change, remove.

use axum::Json;
use axum::extract::State;
use axum::http::header::{self, HeaderName, HeaderValue};
use serde_json::json;
use tokio_postgres::error::SqlState;

use super::audit::Event;
use super::audit_list::record;
use super::code_try::CodeTry;
use super::password::hash;
use super::session::{end_all, no_store};
use super::signed_in::{Owner, PresentOwner};
use super::user::{COLUMNS, HeadRole, HeadUser, UserView};
use super::user_body::{NewUser, UserBody, UserChangeBody};
use crate::database::{DatabaseError, Transaction};
use crate::error::{HeadCode, HeadError};
use crate::idempotency::{Answer, IdempotencyKey, Write};
use crate::web::{HeadPath, HeadState, NoMembers, moment};
use base::text::hex;

/// Random bytes of a user's id.
const ID_BYTES: usize = 8;

/// An answer that no cache may keep.
type Uncached<T> = ([(HeaderName, HeaderValue); 1], Json<T>);

/// Lists all users, by username.
#[utoipa::path(get, path = "/api/head/users", tag = "accounts", security(("session" = ["owner"])),
    responses((status = 200, body = Vec<UserView>)))]
pub(super) async fn list(State(state): State<HeadState>, _: Owner) -> Result<Uncached<Vec<UserView>>, HeadError> {
    let client = state.database.client().await?;
    let rows = client.query(&format!("SELECT {COLUMNS} FROM head_users u ORDER BY u.username"), &[]).await?;
    let users = rows.iter().map(|row| Ok(HeadUser::of(row)?.view())).collect::<Result<Vec<_>, HeadError>>()?;
    Ok(([(header::CACHE_CONTROL, no_store())], Json(users)))
}

/// Creates a user, who changes the password and sets up the second factor at the first sign-in.
/// An owner is made with a present code alone.
#[utoipa::path(post, path = "/api/head/users", tag = "accounts", security(("session" = ["owner"])), params(IdempotencyKey),
    request_body = UserBody, responses((status = 201, body = UserView), (status = 429)))]
pub(super) async fn create(
    State(state): State<HeadState>,
    PresentOwner { owner, any }: PresentOwner,
    write: Write<UserBody>,
) -> Result<Answer, HeadError> {
    let NewUser { username, name, password, role, bars, code } = write.body.new_user()?;
    let (now, password_hash) = (state.now(), hash(&state, password).await?);
    let code = match role {
        HeadRole::Owner => CodeTry::begin(&state, &any.user, code.as_deref()).await?,
        HeadRole::Manager => None,
    };
    let user = HeadUser {
        user_id: new_id()?,
        username,
        name,
        password_hash,
        must_change_password: true,
        role,
        bars,
        is_active: true,
        totp_secret: None,
        has_totp: false,
        added_at: moment(now),
    };
    let (user, by, given, own) = (&user, &owner, code.as_ref(), &any.token);
    let made = write.submit(&state, &owner.user_id, move |transaction| async move {
        if let Some(code) = given {
            code.use_up(&transaction).await?;
            own.end_others(&transaction, &by.user_id).await?;
        }
        known_bars(&transaction, user).await?;
        insert(&transaction, user).await?;
        let words = format!("Added {} ({})", user.username, user.role.as_str());
        record(&transaction, now, by, Event::new("user.added", words)).await?;
        Answer::created(&user.view())
    });
    let made = made.await;
    match &code {
        Some(code) => code.settle(made).await,
        None => made,
    }
}

/// Changes a user. Another role, a new password and switching off end the user's sessions everywhere. An owner is raised, reset and
/// switched on with a present code alone.
#[utoipa::path(put, path = "/api/head/users/{id}", tag = "accounts", security(("session" = ["owner"])),
    params(IdempotencyKey, ("id" = String, Path)), request_body = UserChangeBody, responses((status = 200, body = UserView), (status = 429)))]
pub(super) async fn update(
    State(state): State<HeadState>,
    PresentOwner { owner, any }: PresentOwner,
    HeadPath(id): HeadPath<String>,
    write: Write<UserChangeBody>,
) -> Result<Answer, HeadError> {
    let change = write.body.change()?;
    let is_guarded = match read(&state, &id).await? {
        Some(before) => gives_owner(&before, &change.apply(&before, change.password.clone())?),
        None => false,
    };
    let password_hash = match change.password.clone() {
        Some(password) => Some(hash(&state, password).await?),
        None => None,
    };
    let code = if is_guarded { CodeTry::begin(&state, &any.user, change.code.as_deref()).await? } else { None };
    let (now, id, by, change, password_hash) = (state.now(), &id, &owner, &change, &password_hash);
    let (given, own, demo) = (code.as_ref(), &any.token, state.demo);
    let changed = write.submit(&state, &owner.user_id, move |transaction| async move {
        if let Some(code) = given {
            code.use_up(&transaction).await?;
        }
        let before = locked(&transaction, id).await?;
        let after = change.apply(&before, password_hash.clone())?;
        if given.is_none() && !demo && gives_owner(&before, &after) {
            return Err(HeadError::conflict("Somebody else changed this user meanwhile"));
        }
        if before.role != HeadRole::Owner && after.role == HeadRole::Owner {
            own.end_others(&transaction, &by.user_id).await?;
        }
        known_bars(&transaction, &after).await?;
        if is_active_owner(&before) && !is_active_owner(&after) {
            another_owner(&transaction, id).await?;
        }
        let update = "UPDATE head_users SET username = $2, name = $3, password_hash = $4, must_change_password = $5, role = $6, bars = $7, \
            is_active = $8 WHERE user_id = $1";
        let (role, bars) = (after.role.as_str(), after.bars.json());
        let columns: &[&(dyn tokio_postgres::types::ToSql + Sync)] = &[
            &after.user_id,
            &after.username,
            &after.name,
            &after.password_hash,
            &after.must_change_password,
            &role,
            &bars,
            &after.is_active,
        ];
        transaction.execute(update, columns).await.map_err(|error| taken(error, &after.username))?;
        if after.role != before.role || !after.is_active || password_hash.is_some() {
            end_all(&transaction, id).await?;
        }
        record(&transaction, now, by, Event::new("user.changed", words(&before, &after, password_hash.is_some()))).await?;
        Answer::ok(&after.view())
    });
    let changed = changed.await;
    match &code {
        Some(code) => code.settle(changed).await,
        None => changed,
    }
}

/// Whether a change lets somebody in as an owner: another role, a new password, switched on.
fn gives_owner(before: &HeadUser, after: &HeadUser) -> bool {
    let is_new = before.role != HeadRole::Owner || before.password_hash != after.password_hash || after.is_active && !before.is_active;
    after.role == HeadRole::Owner && is_new
}

/// The user with this id, without a lock.
async fn read(state: &HeadState, id: &str) -> Result<Option<HeadUser>, HeadError> {
    let client = state.database.client().await?;
    let sql = format!("SELECT {COLUMNS} FROM head_users u WHERE u.user_id = $1");
    client.query_opt(&sql, &[&id]).await?.as_ref().map(HeadUser::of).transpose()
}

/// Removes a user. What the user did stays on record.
#[utoipa::path(delete, path = "/api/head/users/{id}", tag = "accounts", security(("session" = ["owner"])),
    params(IdempotencyKey, ("id" = String, Path)), responses((status = 204)))]
pub(super) async fn remove(
    State(state): State<HeadState>,
    Owner(owner): Owner,
    HeadPath(id): HeadPath<String>,
    write: Write<NoMembers>,
) -> Result<Answer, HeadError> {
    let (now, id, by) = (state.now(), &id, &owner);
    let removed = write.submit(&state, &owner.user_id, move |transaction| async move {
        let user = locked(&transaction, id).await?;
        if is_active_owner(&user) {
            another_owner(&transaction, id).await?;
        }
        if *id == by.user_id {
            return Err(HeadError::conflict("You cannot remove your own account"));
        }
        end_all(&transaction, id).await?;
        transaction.execute("DELETE FROM head_users WHERE user_id = $1", &[id]).await?;
        record(&transaction, now, by, Event::new("user.removed", format!("Removed {}", user.username))).await?;
        Ok(Answer::no_content())
    });
    removed.await
}

/// A random id of a user.
///
/// # Errors
/// 500 without random bytes.
pub(super) fn new_id() -> Result<String, HeadError> {
    let mut bytes = [0; ID_BYTES];
    getrandom::fill(&mut bytes).map_err(HeadError::internal)?;
    Ok(hex(&bytes))
}

/// Inserts a user without a second factor.
///
/// # Errors
/// 409 `taken` for a username that is in use.
pub(super) async fn insert(transaction: &Transaction, user: &HeadUser) -> Result<(), HeadError> {
    let insert = "INSERT INTO head_users (user_id, username, name, password_hash, must_change_password, role, bars, is_active, totp_step, \
        recovery_codes, added_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10)";
    let (role, bars, codes) = (user.role.as_str(), user.bars.json(), json!([]));
    let columns: &[&(dyn tokio_postgres::types::ToSql + Sync)] = &[
        &user.user_id,
        &user.username,
        &user.name,
        &user.password_hash,
        &user.must_change_password,
        &role,
        &bars,
        &user.is_active,
        &codes,
        &user.added_at,
    ];
    transaction.execute(insert, columns).await.map_err(|error| taken(error, &user.username))?;
    Ok(())
}

/// The user, after all active owners were locked in one order: two owners who switch each other off at once wait here, and the second
/// finds that one owner is left.
async fn locked(transaction: &Transaction, id: &str) -> Result<HeadUser, HeadError> {
    let owners = "SELECT user_id FROM head_users WHERE role = 'owner' ORDER BY user_id FOR UPDATE";
    transaction.query(owners, &[]).await?;
    let sql = format!("SELECT {COLUMNS} FROM head_users u WHERE u.user_id = $1 FOR UPDATE");
    let row = transaction.query_opt(&sql, &[&id]).await?.ok_or_else(|| HeadError::not_found("user"))?;
    HeadUser::of(&row)
}

fn is_active_owner(user: &HeadUser) -> bool {
    user.role == HeadRole::Owner && user.is_active
}

/// Refuses to leave head office without an active owner.
async fn another_owner(transaction: &Transaction, id: &str) -> Result<(), HeadError> {
    let sql = "SELECT count(*) FROM head_users WHERE role = 'owner' AND is_active AND user_id <> $1";
    let others: i64 = transaction.query_one(sql, &[&id]).await?.try_get(0)?;
    match others {
        0 => Err(HeadError::new(HeadCode::LastOwner, "The last active owner stays")),
        _ => Ok(()),
    }
}

/// Refuses bars that do not exist.
async fn known_bars(transaction: &Transaction, user: &HeadUser) -> Result<(), HeadError> {
    let super::Bars::These(bars) = &user.bars else { return Ok(()) };
    let known: Vec<String> = transaction
        .query("SELECT bar FROM bars WHERE bar = ANY($1)", &[bars])
        .await?
        .iter()
        .map(|row| row.try_get(0))
        .collect::<Result<_, _>>()?;
    match bars.iter().find(|bar| !known.contains(bar)) {
        Some(bar) => Err(HeadError::field("bars", format!("There is no bar {bar}"))),
        None => Ok(()),
    }
}

fn taken(error: DatabaseError, username: &str) -> HeadError {
    match error.sql_state() {
        Some(state) if *state == SqlState::UNIQUE_VIOLATION => {
            HeadError::new(HeadCode::Taken, format!("The username {username} is in use")).on_field("username")
        }
        _ => error.into(),
    }
}

/// `Changed jane: role manager, switched off`.
fn words(before: &HeadUser, after: &HeadUser, new_password: bool) -> String {
    let mut changes = Vec::new();
    if after.username != before.username {
        changes.push(format!("username {}", after.username));
    }
    if after.name != before.name {
        changes.push(format!("name {}", after.name));
    }
    if after.role != before.role {
        changes.push(format!("role {}", after.role.as_str()));
    }
    if after.bars != before.bars {
        changes.push(format!("bars {}", after.bars.json()));
    }
    if after.is_active != before.is_active {
        changes.push(if after.is_active { "switched on" } else { "switched off" }.to_owned());
    }
    if new_password {
        changes.push("new password".to_owned());
    }
    let changes = if changes.is_empty() { "nothing".to_owned() } else { changes.join(", ") };
    format!("Changed {}: {changes}", before.username)
}
