//! Codes with which a box connects: made by an owner for a new or a known bar, used once, for 15 minutes.

use sha2::{Digest, Sha256};

use crate::database::{Database, Transaction};
use crate::error::HeadError;
use crate::keys::{Authority, random};
use crate::web::moment;
use bar::standby::Code;
use base::Timestamp;
use base::text;

/// How long a code counts, in seconds.
pub const CODE_SECONDS: u64 = 15 * 60;
/// How long a code that does not count any more stays in the database, in milliseconds.
const KEPT_MILLIS: i64 = 24 * 60 * 60 * 1000;

/// The bar that a code lets in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodeFor {
    /// A bar that head office does not know yet; the name that it gets.
    New { name: String },
    /// A bar that head office knows, by its 32 hexadecimal digits.
    Known { bar: String },
}

/// A code that was made. Shown once: the database has its hash alone.
#[derive(Debug, Clone)]
pub struct NewCode {
    pub code: Code,
    /// Name of the bar.
    pub name: String,
    pub expires_at: Timestamp,
}

/// Makes a code. `by` is the name of the owner.
///
/// # Errors
/// 400 on field `name`; 404 for a bar that is not known; those of the database.
pub async fn make_code(
    database: &Database,
    authority: &Authority,
    wanted: &CodeFor,
    by: &str,
    now: Timestamp,
) -> Result<NewCode, HeadError> {
    let wanted = &wanted.checked()?;
    let secret = random().map_err(HeadError::internal)?;
    let code = Code::new(secret, Some(authority.fingerprint()));
    let (hash, expires_at) = (&hash(&code), now.plus_seconds(CODE_SECONDS));
    let work = move |transaction: Transaction| async move {
        let (bar, name) = match wanted {
            CodeFor::New { name } => (None, name.clone()),
            CodeFor::Known { bar } => {
                let row = transaction.query_opt("SELECT name FROM bars WHERE bar = $1", &[bar]).await?;
                (Some(bar), row.ok_or_else(|| HeadError::not_found("bar"))?.try_get::<_, String>(0)?)
            }
        };
        let old = Timestamp::from_millis(now.as_millis() - KEPT_MILLIS);
        transaction.execute("DELETE FROM codes WHERE expires_at < $1", &[&moment(old)]).await?;
        let insert = "INSERT INTO codes (hash, bar, name, made_by, made_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)";
        transaction.execute(insert, &[hash, &bar, &name, &by, &moment(now), &moment(expires_at)]).await?;
        Ok::<_, HeadError>(name)
    };
    let name = database.transaction(work).await?;
    Ok(NewCode { code, name, expires_at })
}

impl CodeFor {
    fn checked(&self) -> Result<Self, HeadError> {
        match self {
            CodeFor::New { name } => match text::line(name) {
                Ok(name) if name.is_empty() => Err(HeadError::field("name", "Please enter the name of the bar")),
                Ok(name) => Ok(CodeFor::New { name }),
                Err(error) => Err(HeadError::field("name", error.to_string())),
            },
            known => Ok(known.clone()),
        }
    }
}

/// What the database keeps of a code.
pub(super) fn hash(code: &Code) -> Vec<u8> {
    Sha256::digest(code.secret()).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_one_hash_however_it_is_typed() {
        let code = Code::new([0x5a; 16], Some([7; 32]));
        let typed: Code = code.to_string().to_uppercase().replace('-', " ").parse().expect("a code");
        let bare: Code = code.secret().parse().expect("a code");
        assert_eq!([hash(&typed), hash(&bare)], [hash(&code), hash(&code)]);
        assert_ne!(hash(&Code::new([0x5b; 16], None)), hash(&code));
    }

    #[test]
    fn a_new_bar_needs_a_name() {
        let checked = |name: &str| CodeFor::New { name: name.to_owned() }.checked();
        assert_eq!(checked(" Cape Bar ").ok(), Some(CodeFor::New { name: "Cape Bar".to_owned() }));
        for name in ["", "  ", "Cape\nBar", &"x".repeat(201)] {
            assert!(checked(name).is_err(), "{name}");
        }
    }
}
