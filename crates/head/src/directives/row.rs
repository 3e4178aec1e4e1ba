//! Directives as the database has them.

use serde::Serialize;
use serde_json::Value;
use strum::{EnumString, IntoStaticStr, VariantArray};
use tokio_postgres::Row;
use utoipa::ToSchema;

use crate::database::DatabaseError;
use crate::web::when;
use backup::parcels::DirectiveKind;

/// The columns that [`DirectiveRow::of`] reads.
pub(crate) const COLUMNS: &str = "id, bar, number, kind, body, effective, by_name, at, state, code, reason, decided_at";
/// The member of a user's body that people do not see: a hash.
const HIDDEN: &str = "password";

/// What became of a directive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum DirectiveState {
    /// The box has not said that it has it.
    Queued,
    /// The box has it, and decides when its time comes.
    Received,
    /// The box made the change.
    Applied,
    /// The box did not make it; code and reason say why.
    Refused,
    /// It was taken back before it was decided.
    Withdrawn,
    /// It waits until the box knows its kind.
    Unsupported,
}

base::words!(DirectiveState);

impl DirectiveState {
    /// The state in a column.
    ///
    /// # Errors
    /// [`DatabaseError::Aborted`] for a text that is none.
    pub(super) fn read(text: &str) -> Result<Self, DatabaseError> {
        DirectiveState::parse(text).ok_or_else(|| DatabaseError::Aborted(format!("a directive is {text}")))
    }

    /// Whether the bar can still decide it.
    pub fn is_open(self) -> bool {
        matches!(self, DirectiveState::Queued | DirectiveState::Received | DirectiveState::Unsupported)
    }
}

/// A directive.
#[derive(Debug, Clone)]
pub struct DirectiveRow {
    /// Milliseconds since 1970 first, so that ids are in the order of time.
    pub id: String,
    /// 32 hexadecimal digits.
    pub bar: String,
    /// From 1 for each bar.
    pub number: i64,
    /// Such as `price.set`.
    pub kind: String,
    pub body: Value,
    /// `next_day`, `now` or a date.
    pub effective: String,
    /// Who asked.
    pub by: String,
    pub at: jiff::Timestamp,
    pub state: DirectiveState,
    /// Why the box refused it, for programs.
    pub code: Option<String>,
    /// Why the box refused it, in words.
    pub reason: Option<String>,
    pub decided_at: Option<jiff::Timestamp>,
}

impl DirectiveRow {
    /// The directive of a row with [`COLUMNS`].
    pub(crate) fn of(row: &Row) -> Result<Self, DatabaseError> {
        Ok(DirectiveRow {
            id: row.try_get(0)?,
            bar: row.try_get(1)?,
            number: row.try_get(2)?,
            kind: row.try_get(3)?,
            body: row.try_get(4)?,
            effective: row.try_get(5)?,
            by: row.try_get(6)?,
            at: row.try_get(7)?,
            state: DirectiveState::read(row.try_get(8)?)?,
            code: row.try_get(9)?,
            reason: row.try_get(10)?,
            decided_at: row.try_get(11)?,
        })
    }

    /// The directive as answers have it.
    pub(crate) fn view(&self) -> DirectiveView {
        let mut body = self.body.clone();
        if let Some(members) = body.as_object_mut() {
            members.remove(HIDDEN);
        }
        DirectiveView {
            id: self.id.clone(),
            bar: self.bar.clone(),
            number: self.number,
            kind: self.kind.clone(),
            body,
            effective: self.effective.clone(),
            by: self.by.clone(),
            at: when(self.at),
            state: self.state,
            code: self.code.clone(),
            reason: self.reason.clone(),
            decided_at: self.decided_at.map(when),
        }
    }

    /// The number of the directive that this one takes back.
    pub(crate) fn target(&self) -> Option<i64> {
        target(&self.kind, &self.body)
    }
}

/// The enum of the OpenAPI document: a newer head office may have put other kinds into the database.
pub(crate) mod words {
    use crate::web::words;
    use backup::parcels;

    words! {
        /// What is asked of a bar.
        DirectiveKind: parcels::DirectiveKind::ALL.map(parcels::DirectiveKind::as_str);
    }
}

/// What head office asks of a bar.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Directive)]
pub(crate) struct DirectiveView {
    /// Ids are in the order of time.
    id: String,
    bar: String,
    /// From 1 for each bar, in the order in which the box gets them.
    number: i64,
    #[schema(value_type = words::DirectiveKind)]
    kind: String,
    /// As the box gets it; its members depend on the kind. A password is left out.
    #[schema(value_type = BTreeMap<String, Value>)]
    body: Value,
    /// `next_day`, `now` or a date.
    effective: String,
    /// Who asked.
    by: String,
    at: String,
    state: DirectiveState,
    /// Why the box refused it, for programs.
    code: Option<String>,
    /// Why the box refused it, in words.
    reason: Option<String>,
    decided_at: Option<String>,
}

/// The number that a `withdraw` is about; `None` for other kinds.
pub(super) fn target(kind: &str, body: &Value) -> Option<i64> {
    if kind == DirectiveKind::Withdraw.as_str() { body["number"].as_i64() } else { None }
}
