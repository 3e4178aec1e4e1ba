//! Passwords as argon2id hashes in PHC format, and the random texts that sign-in needs.

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};

/// Memory of one hash in KiB: 19 MiB, OWASP's least for argon2id with two passes.
const MEMORY_KIB: u32 = 19 * 1024;
/// Passes over the memory.
const PASSES: u32 = 2;
/// Lanes.
const LANES: u32 = 1;

/// The hash that the password of an unknown user is compared with, so that the answer takes as long. No password is
/// known to match it; its salt and output are those of a discarded random one.
pub const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$04M3Qt4MUynsnHHE3DzgYQ$zQbe2Vav/dUbybZzH/gZr2nqIydXV+SSiJZNg9pkLMQ";

/// Letters of made-up passwords: none that looks like another on a till roll.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Length of a made-up password: 12 × 5 bits.
const MADE_UP_LENGTH: usize = 12;
/// Bytes of a session id.
const SESSION_BYTES: usize = 16;

/// The machine gave no random bytes, or argon2 no memory.
#[derive(Debug, thiserror::Error)]
#[error("passwords cannot be hashed: {0}")]
pub struct HashError(String);

fn argon2() -> Result<Argon2<'static>, HashError> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(|error| HashError(error.to_string()))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// Hashes a password with a fresh salt. Takes some tens of milliseconds and 19 MiB.
pub fn hash(password: &str) -> Result<String, HashError> {
    let hash = argon2()?.hash_password(password.as_bytes()).map_err(|error| HashError(error.to_string()))?;
    Ok(hash.to_string())
}

/// Whether `password` is the one behind `hash`. Takes as long as [`hash`], whatever the answer.
pub fn matches(password: &str, hash: &str) -> bool {
    let Ok(argon2) = argon2() else { return false };
    PasswordHash::new(hash).is_ok_and(|hash| argon2.verify_password(password.as_bytes(), &hash).is_ok())
}

/// A random password for the first sign-in.
pub fn made_up() -> Result<String, HashError> {
    let mut bytes = [0u8; MADE_UP_LENGTH];
    getrandom::fill(&mut bytes).map_err(|error| HashError(error.to_string()))?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// A new session's id: 128 random bits in hexadecimal.
pub fn session_id() -> Result<String, HashError> {
    let mut bytes = [0u8; SESSION_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| HashError(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_knows_its_password() {
        let hashed = hash("barback26").expect("memory");
        assert!(hashed.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hashed}");
        assert!(matches("barback26", &hashed));
        assert!(!matches("barback27", &hashed));
        assert!(!matches("barback26", "not a hash"));
    }

    #[test]
    fn nobody_costs_as_much_as_somebody() {
        let (nobody, somebody) = (NOBODY.split('$'), hash("x").expect("memory"));
        let parameters: Vec<&str> = nobody.take(4).collect();
        assert_eq!(parameters, somebody.split('$').take(4).collect::<Vec<_>>());
        assert!(PasswordHash::new(NOBODY).is_ok());
    }

    #[test]
    fn random_texts_differ() {
        let (one, two) = (made_up().expect("random"), made_up().expect("random"));
        assert_ne!(one, two);
        assert_eq!(one.len(), MADE_UP_LENGTH);
        assert_ne!(session_id().expect("random"), session_id().expect("random"));
    }
}
