//! Passwords as argon2id hashes in PHC format, and the random texts that sign-in needs.

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};

use crate::base::text::hex;

/// Memory of one hash in KiB: 19 MiB, OWASP's least for argon2id with two passes.
const MEMORY_KIB: u32 = 19 * 1024;
/// Passes over the memory.
const PASSES: u32 = 2;
/// Lanes.
const LANES: u32 = 1;

/// Room that is asked for, in KiB. What is larger than 32 MiB the allocator fetches from the system and gives back at once;
/// of what is smaller it keeps a piece for every thread that ever hashed, 19 MiB each. Only what is used takes memory.
const ROOM_KIB: usize = 40 * 1024;
/// Length of a salt, in bytes.
const SALT_BYTES: usize = 16;
/// Length of what is kept of a hash, in bytes.
const OUTPUT_BYTES: usize = Params::DEFAULT_OUTPUT_LEN;

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

impl HashError {
    fn of(error: impl std::fmt::Display) -> Self {
        HashError(error.to_string())
    }
}

/// Hashes a password with a fresh salt. Takes some tens of milliseconds and 19 MiB, which it gives back.
pub fn hash(password: &str) -> Result<String, HashError> {
    let mut salt = [0u8; SALT_BYTES];
    getrandom::fill(&mut salt).map_err(HashError::of)?;
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(HashError::of)?;
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params).map_err(HashError::of)?,
        salt: Some(Salt::new(&salt).map_err(HashError::of)?),
        hash: Some(output(password, &salt, params, OUTPUT_BYTES)?),
    };
    Ok(hash.to_string())
}

/// Whether `password` is the one behind `hash`. Takes as long as [`hash`], whatever the answer.
pub fn matches(password: &str, hash: &str) -> bool {
    let Ok(hash) = PasswordHash::new(hash) else { return false };
    let (Some(salt), Some(expected), Ok(params)) = (&hash.salt, &hash.hash, Params::try_from(&hash)) else { return false };
    let ours = hash.algorithm == Algorithm::Argon2id.ident() && hash.version == Some(Version::V0x13.into());
    // Outputs are compared in constant time.
    ours && output(password, salt, params, expected.len()).is_ok_and(|output| output == *expected)
}

fn output(password: &str, salt: &[u8], params: Params, length: usize) -> Result<Output, HashError> {
    let blocks = params.block_count();
    let mut room: Vec<Block> = Vec::new();
    room.try_reserve_exact(blocks.max(ROOM_KIB)).map_err(HashError::of)?;
    room.resize(blocks, Block::default());
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let mut output = [0; Output::MAX_LENGTH];
    let output = output.get_mut(..length).ok_or_else(|| HashError::of("the hash is too long"))?;
    argon2.hash_password_into_with_memory(password.as_bytes(), salt, output, &mut room).map_err(HashError::of)?;
    Output::new(output).map_err(HashError::of)
}

/// A random password for the first sign-in.
pub fn made_up() -> Result<String, HashError> {
    let mut bytes = [0u8; MADE_UP_LENGTH];
    getrandom::fill(&mut bytes).map_err(HashError::of)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()])).collect())
}

/// A new session's id: 128 random bits in hexadecimal.
pub fn session_id() -> Result<String, HashError> {
    let mut bytes = [0u8; SESSION_BYTES];
    getrandom::fill(&mut bytes).map_err(HashError::of)?;
    Ok(hex(&bytes))
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
        for bad in ["not a hash", "$argon2id$v=19$m=19456,t=2,p=1", "$argon2id$v=19$m=19456,t=2,p=1$04M3Qt4MUynsnHHE3DzgYQ"] {
            assert!(!matches("barback26", bad), "{bad}");
        }
        assert_ne!(hash("barback26").expect("memory"), hashed, "each hash has a salt of its own");
    }

    #[test]
    fn what_others_hashed_is_read() {
        use argon2::PasswordHasher;
        let params = Params::new(MEMORY_KIB, PASSES, LANES, None).expect("legal");
        let theirs = Argon2::new(Algorithm::Argon2id, Version::V0x13, params).hash_password(b"barback26").expect("memory").to_string();
        assert!(matches("barback26", &theirs) && !matches("barback27", &theirs));
        assert!(!matches("barback26", &theirs.replace("argon2id", "argon2i")));
        assert!(!matches("barback26", &theirs.replace("v=19", "v=16")));
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

    #[test]
    fn every_letter_is_drawn() {
        let drawn: String = (0..200).map(|_| made_up().expect("random")).collect();
        assert!(LETTERS.iter().all(|letter| drawn.contains(char::from(*letter))), "{drawn}");
    }
}
