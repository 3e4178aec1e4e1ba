//! Users of head office as the database has them.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use strum::{EnumString, IntoStaticStr, VariantArray};
use tokio_postgres::Row;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::database::Database;
use crate::error::HeadError;
use crate::web::when;
use base::text::fold;

/// The columns that [`HeadUser::of`] reads, of `head_users` as `u`.
pub(super) const COLUMNS: &str = "u.user_id, u.username, u.name, u.password_hash, u.must_change_password, u.role, u.bars, u.is_active, \
     u.totp_secret, u.totp_confirmed_at, u.added_at";
/// What stands for all bars, in the database and on the wire.
const ALL: &str = "all";

/// What a user may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Role)]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum HeadRole {
    /// All bars, everything.
    Owner,
    /// Reports, products and prices of some bars.
    Manager,
}

base::words!(HeadRole);

/// The bars that a user sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bars {
    /// All, also those that are added later.
    All,
    /// These, by their 32 hexadecimal digits.
    These(Vec<String>),
}

impl Bars {
    /// Whether the user sees this bar.
    pub fn has(&self, bar: &str) -> bool {
        match self {
            Bars::All => true,
            Bars::These(bars) => bars.iter().any(|own| own == bar),
        }
    }

    /// `"all"` or a list.
    pub fn json(&self) -> Value {
        match self {
            Bars::All => json!(ALL),
            Bars::These(bars) => json!(bars),
        }
    }

    /// Reads [`Bars::json`]; `None` for anything else.
    pub fn parse(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) if text == ALL => Some(Bars::All),
            Value::Array(bars) => {
                let mut bars: Vec<String> = bars.iter().map(|bar| bar.as_str().map(str::to_owned)).collect::<Option<_>>()?;
                bars.sort();
                bars.dedup();
                Some(Bars::These(bars))
            }
            _ => None,
        }
    }
}

impl Serialize for Bars {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

impl PartialSchema for Bars {
    fn schema() -> RefOr<Schema> {
        let text = || ObjectBuilder::new().schema_type(Type::String);
        let (all, these) = (text().enum_values(Some([ALL])), ArrayBuilder::new().items(text()));
        let description = "All bars, also those that are added later, or these, by their 32 hexadecimal digits.";
        OneOfBuilder::new().description(Some(description)).item(all).item(these).into()
    }
}

impl ToSchema for Bars {}

/// A user.
#[derive(Clone)]
pub struct HeadUser {
    pub user_id: String,
    /// Lower case.
    pub username: String,
    pub name: String,
    pub password_hash: String,
    pub must_change_password: bool,
    pub role: HeadRole,
    pub bars: Bars,
    pub is_active: bool,
    /// Sealed; see [`super::totp`].
    pub totp_secret: Option<Vec<u8>>,
    /// Whether the second factor is set up.
    pub has_totp: bool,
    pub added_at: jiff::Timestamp,
}

impl HeadUser {
    /// The user of a row with [`COLUMNS`].
    ///
    /// # Errors
    /// 500 for a row that is damaged.
    pub(super) fn of(row: &Row) -> Result<Self, HeadError> {
        let damaged = |what: &str| HeadError::internal(format!("head_users: {what}"));
        Ok(HeadUser {
            user_id: row.try_get(0)?,
            username: row.try_get(1)?,
            name: row.try_get(2)?,
            password_hash: row.try_get(3)?,
            must_change_password: row.try_get(4)?,
            role: HeadRole::parse(row.try_get(5)?).ok_or_else(|| damaged("no such role"))?,
            bars: Bars::parse(&row.try_get::<_, Value>(6)?).ok_or_else(|| damaged("no bars"))?,
            is_active: row.try_get(7)?,
            totp_secret: row.try_get(8)?,
            has_totp: row.try_get::<_, Option<jiff::Timestamp>>(9)?.is_some(),
            added_at: row.try_get(10)?,
        })
    }

    /// The user with this name, in any case.
    pub async fn named(database: &Database, username: &str) -> Result<Option<Self>, HeadError> {
        let client = database.client().await?;
        let sql = format!("SELECT {COLUMNS} FROM head_users u WHERE u.username = $1");
        client.query_opt(&sql, &[&fold(username)]).await?.as_ref().map(HeadUser::of).transpose()
    }

    /// The user as answers have it.
    pub(super) fn view(&self) -> UserView {
        UserView {
            id: self.user_id.clone(),
            username: self.username.clone(),
            name: self.name.clone(),
            role: self.role,
            bars: self.bars.clone(),
            is_active: self.is_active,
            must_change_password: self.must_change_password,
            has_totp: self.has_totp,
            created_at: when(self.added_at),
        }
    }
}

/// A user of head office.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = User)]
pub(super) struct UserView {
    id: String,
    username: String,
    name: String,
    role: HeadRole,
    bars: Bars,
    is_active: bool,
    must_change_password: bool,
    /// Whether the second factor is set up.
    has_totp: bool,
    created_at: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_all_or_a_list() {
        for (value, has, lacks) in
            [(json!("all"), Some("b"), None), (json!(["b", "a", "b"]), Some("a"), Some("c")), (json!([]), None, Some("a"))]
        {
            let bars = Bars::parse(&value).expect("bars");
            assert!(has.is_none_or(|bar| bars.has(bar)) && !lacks.is_some_and(|bar| bars.has(bar)), "{value}");
            assert_eq!(Bars::parse(&bars.json()), Some(bars));
        }
        for value in [json!("none"), json!(null), json!([1]), json!({})] {
            assert_eq!(Bars::parse(&value), None, "{value}");
        }
    }
}
