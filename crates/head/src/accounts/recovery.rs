//! Recovery codes: ten, each of which counts once in place of a code of the second factor.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::database::Transaction;
use crate::error::HeadError;
use base::text::hex;

/// Codes of a user.
const CODES: usize = 10;
/// Letters of a code, of 5 bits each: 80 bits, so that a plain hash is enough.
const LETTERS: usize = 16;
/// Letters between two hyphens.
const GROUP: usize = 4;
/// None that looks like another one, because people write the codes down.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// New codes, as people write them down, and what the database keeps of them.
pub(super) struct NewCodes {
    pub shown: Vec<String>,
    pub hashes: Value,
}

impl NewCodes {
    /// # Errors
    /// 500 without random bytes.
    pub(super) fn random(user_id: &str) -> Result<Self, HeadError> {
        let shown = (0..CODES).map(|_| random_code()).collect::<Result<Vec<_>, _>>()?;
        let hashes: Vec<String> = shown.iter().map(|code| hash(user_id, code)).collect();
        Ok(NewCodes { shown, hashes: json!(hashes) })
    }
}

/// Uses a recovery code up. Returns whether it was one. The row stays locked until the transaction ends, so a code that is given at two
/// head offices at once counts once.
pub(super) async fn use_up(transaction: &Transaction, user_id: &str, code: &str) -> Result<bool, HeadError> {
    let row = transaction.query_opt("SELECT recovery_codes FROM head_users WHERE user_id = $1 FOR UPDATE", &[&user_id]).await?;
    let Some(row) = row else { return Ok(false) };
    let mut hashes: Vec<String> = serde_json::from_value(row.try_get(0)?).map_err(HeadError::internal)?;
    let wanted = hash(user_id, code);
    let Some(at) = hashes.iter().position(|hash| *hash == wanted) else { return Ok(false) };
    hashes.remove(at);
    transaction.execute("UPDATE head_users SET recovery_codes = $2 WHERE user_id = $1", &[&user_id, &json!(hashes)]).await?;
    Ok(true)
}

fn random_code() -> Result<String, HeadError> {
    let mut bytes = [0; LETTERS];
    getrandom::fill(&mut bytes).map_err(HeadError::internal)?;
    let letters: Vec<u8> = bytes.iter().map(|byte| ALPHABET[usize::from(*byte) % ALPHABET.len()]).collect();
    let groups: Vec<String> = letters.chunks(GROUP).map(|group| group.iter().map(|letter| char::from(*letter)).collect()).collect();
    Ok(groups.join("-"))
}

/// The same for all spellings of a code.
fn hash(user_id: &str, code: &str) -> String {
    let letters: String = code.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect();
    hex(&Sha256::digest(format!("{user_id}\n{letters}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_typed_freely() {
        let codes = NewCodes::random("u1").expect("random");
        assert_eq!((codes.shown.len(), codes.shown[0].len()), (CODES, LETTERS + LETTERS / GROUP - 1));
        let typed = codes.shown[3].to_uppercase().replace('-', " ");
        assert_eq!(codes.hashes[3], json!(hash("u1", &typed)));
        assert_ne!(codes.hashes[3], json!(hash("u2", &typed)));
    }
}
