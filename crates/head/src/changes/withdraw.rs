//! Withdraws a directive: takes back what a bar has not decided.

use axum::extract::State;
use serde_json::json;

use crate::accounts::{Event, SignedIn, record};
use crate::catalog::product;
use crate::database::Transaction;
use crate::directives::{COLUMNS, DirectiveRow, DirectiveState, DirectiveView, NewDirective, ask, given, may_ask, take_turn};
use crate::error::HeadError;
use crate::idempotency::{Answer, IdempotencyKey, Write};
use crate::web::{HeadPath, HeadState, NoMembers};
use backup::parcels::{DirectiveKind, NOW};
use base::Timestamp;

/// Withdraws a change: at once if no box has it (204), else by a `withdraw` that is sent to the box (202).
#[utoipa::path(delete, path = "/api/head/directives/{id}", tag = "directives", security(("session" = [])),
    params(IdempotencyKey, ("id" = String, Path)), responses((status = 202, body = DirectiveView), (status = 204)))]
pub(super) async fn withdraw(
    State(state): State<HeadState>,
    user: SignedIn,
    HeadPath(id): HeadPath<String>,
    write: Write<NoMembers>,
) -> Result<Answer, HeadError> {
    let (id, by, now) = (&id, &user, state.now());
    write.submit(&state, &user.user_id, move |transaction| async move { withdraw_within(&transaction, id, by, now).await }).await
}

async fn withdraw_within(transaction: &Transaction, id: &str, by: &SignedIn, now: Timestamp) -> Result<Answer, HeadError> {
    let bar = load(transaction, id).await?.bar;
    by.may_see(&bar).map_err(|_| HeadError::not_found("change"))?;
    let bar_name = take_turn(transaction, &bar).await?.ok_or_else(|| HeadError::not_found("change"))?;
    // As it is now that no box and no other head office changes it.
    let row = load(transaction, id).await?;
    let kind = DirectiveKind::parse(&row.kind).ok_or_else(HeadError::forbidden)?;
    if kind == DirectiveKind::Withdraw {
        return Err(HeadError::conflict("A withdrawal stays. Send the change again."));
    }
    may_ask(by, kind)?;
    match row.state {
        DirectiveState::Applied | DirectiveState::Refused => Err(HeadError::conflict(format!("{bar_name} has decided this change"))),
        DirectiveState::Withdrawn => Err(HeadError::conflict("This change is withdrawn")),
        DirectiveState::Queued if row.number > given(transaction, &bar).await? => {
            withdraw_here(transaction, &row, &bar_name, by, now).await
        }
        DirectiveState::Unsupported => withdraw_here(transaction, &row, &bar_name, by, now).await,
        DirectiveState::Queued | DirectiveState::Received => {
            let sent = match pending(transaction, &row).await? {
                Some(sent) => sent,
                None => {
                    let body = json!({ "number": row.number });
                    let new = NewDirective { kind: DirectiveKind::Withdraw, body, effective: NOW.to_owned() };
                    ask(transaction, &bar, &new, by, now).await?
                }
            };
            Answer::accepted(&sent.view())
        }
    }
}

/// Withdraws one that no box has.
async fn withdraw_here(
    transaction: &Transaction,
    row: &DirectiveRow,
    bar_name: &str,
    by: &SignedIn,
    now: Timestamp,
) -> Result<Answer, HeadError> {
    let sql = "UPDATE directives SET state = $3 WHERE bar = $1 AND number = $2";
    transaction.execute(sql, &[&row.bar, &row.number, &DirectiveState::Withdrawn.as_str()]).await?;
    if row.kind == DirectiveKind::CatalogArchive.as_str() {
        let chain_id = row.body["chainId"].as_str().unwrap_or_default();
        product::note_kept(transaction, chain_id, &row.bar, (&by.name, now)).await?;
    }
    let words = format!("Withdrew change {} of {bar_name}: {}", row.number, row.kind);
    record(transaction, now, by, Event::new("directive.withdrawn", words).of_bar(&row.bar)).await?;
    Ok(Answer::no_content())
}

async fn load(transaction: &Transaction, id: &str) -> Result<DirectiveRow, HeadError> {
    let sql = format!("SELECT {COLUMNS} FROM directives WHERE id = $1");
    let row = transaction.query_opt(&sql, &[&id]).await?.ok_or_else(|| HeadError::not_found("change"))?;
    Ok(DirectiveRow::of(&row)?)
}

/// A withdrawal of it that is on its way.
async fn pending(transaction: &Transaction, row: &DirectiveRow) -> Result<Option<DirectiveRow>, HeadError> {
    let sql = format!("SELECT {COLUMNS} FROM directives WHERE bar = $1 AND kind = $2 AND state IN ('queued', 'received', 'unsupported')");
    for open in &transaction.query(&sql, &[&row.bar, &DirectiveKind::Withdraw.as_str()]).await? {
        let open = DirectiveRow::of(open)?;
        if open.target() == Some(row.number) {
            return Ok(Some(open));
        }
    }
    Ok(None)
}
