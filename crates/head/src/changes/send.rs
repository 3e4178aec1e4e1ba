//! Sends directives: asks the same of one or several bars.

use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::body::{Checked, check};
use crate::accounts::{Bars, HeadRole, SignedIn, hash_password};
use crate::catalog::{product, users};
use crate::database::Transaction;
use crate::directives::{DirectiveRow, DirectiveView, NewDirective, ask, bars_for, bars_of, effective_of, may_ask, words};
use crate::error::HeadError;
use crate::idempotency::{Answer, IdempotencyKey, Write};
use crate::web::HeadState;
use backup::parcels::{DirectiveKind, NOW};
use base::Timestamp;
use web::form::{Form, RawField};

/// What is asked of which bars.
#[derive(Deserialize, Default, ToSchema)]
#[serde(default)]
pub(super) struct DirectiveBody {
    /// A change is withdrawn with DELETE, not with `withdraw`.
    #[schema(value_type = words::DirectiveKind)]
    kind: RawField,
    /// Its members depend on the kind.
    #[schema(value_type = BTreeMap<String, Value>)]
    body: RawField,
    #[schema(value_type = Bars)]
    bars: RawField,
    /// From when it counts: `next_day`, which is so without it, `now` or a date.
    #[schema(value_type = Option<String>)]
    effective: RawField,
}

/// Asks the same of one or several bars. Answers with a directive for each bar.
#[utoipa::path(post, path = "/api/head/directives", tag = "directives", security(("session" = [])), params(IdempotencyKey),
    request_body = DirectiveBody, responses((status = 201, body = Vec<DirectiveView>), (status = 404), (status = 429)))]
pub(super) async fn send(State(state): State<HeadState>, user: SignedIn, write: Write<DirectiveBody>) -> Result<Answer, HeadError> {
    let now = state.now();
    let mut form = Form::default();
    let words = "There is no such kind of change";
    if write.body.kind.value().is_none() {
        form.reject("kind", words);
    }
    let kind = form.word("kind", &write.body.kind, DirectiveKind::parse, words);
    if let Some(kind) = kind {
        may_ask(&user, kind)?;
    }
    let bars = bars_of(&mut form, &write.body.bars);
    let effective = effective_of(&mut form, &write.body.effective, now);
    let mut checked = kind.map(|kind| check(&mut form, kind, &write.body.body)).unwrap_or_default();
    form.finish()?;
    let Some(kind) = kind else { return Err(HeadError::field("kind", words)) };
    if let Some(password) = checked.password.take() {
        checked.body["password"] = json!(hash_password(&state, password).await?);
    }
    let job = &Job { user: &user, kind, checked: &checked, effective: &effective, now };
    let bars = &bars;
    let sent = write.submit(&state, &user.user_id, move |transaction| async move {
        let bars = bars_for(&transaction, job.user, bars).await?;
        let rows = job.ask(&transaction, &bars).await?;
        Answer::created(&rows.iter().map(DirectiveRow::view).collect::<Vec<_>>())
    });
    sent.await
}

struct Job<'a> {
    user: &'a SignedIn,
    kind: DirectiveKind,
    checked: &'a Checked,
    effective: &'a str,
    now: Timestamp,
}

impl Job<'_> {
    async fn ask(&self, transaction: &Transaction, bars: &[String]) -> Result<Vec<DirectiveRow>, HeadError> {
        let effective = self.note(transaction, bars).await?;
        let new = NewDirective { kind: self.kind, body: self.checked.body.clone(), effective };
        let mut rows = Vec::with_capacity(bars.len());
        for bar in bars {
            rows.push(ask(transaction, bar, &new, self.user, self.now).await?);
        }
        Ok(rows)
    }

    /// Keeps what the chain has from now on, and returns from when the directive counts.
    async fn note(&self, transaction: &Transaction, bars: &[String]) -> Result<String, HeadError> {
        let body = &self.checked.body;
        let chain_id = body["chainId"].as_str().unwrap_or_default();
        let (name, now) = (&self.user.name, self.now);
        let mut effective = self.effective.to_owned();
        match self.kind {
            DirectiveKind::CatalogSet => {
                if let Some(product) = &self.checked.product {
                    let may_change = self.user.role == HeadRole::Owner;
                    product::note_set(transaction, chain_id, product, bars, may_change, (name, now)).await?;
                }
            }
            DirectiveKind::CatalogArchive => {
                self.knows_product(transaction, chain_id).await?;
                product::note_archived(transaction, chain_id, bars, (name, now)).await?;
            }
            DirectiveKind::PriceSet => self.knows_product(transaction, chain_id).await?,
            DirectiveKind::UserSet => {
                let noted = users::note_user(transaction, body, bars, (name, now)).await?;
                if noted.lowers_role || body["isActive"] == Value::Bool(false) {
                    NOW.clone_into(&mut effective);
                }
            }
            DirectiveKind::RateSuggest | DirectiveKind::SettingsSet | DirectiveKind::Withdraw => {}
        }
        Ok(effective)
    }

    async fn knows_product(&self, transaction: &Transaction, chain_id: &str) -> Result<(), HeadError> {
        match product::is_known(transaction, chain_id).await? {
            true => Ok(()),
            false => Err(HeadError::field("chainId", "There is no such product")),
        }
    }
}
