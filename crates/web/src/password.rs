//! Password hashing (argon2id in PHC format), generated passwords and session ids.

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};

use base::text::hex;

/// Memory of one hash in KiB: 19 MiB, OWASP's minimum for argon2id with two passes.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Memory that is reserved for a hash, in KiB. The allocator gets more than 32 MiB directly from the system and returns it at once; of
/// smaller sizes it keeps a block for every thread that ever hashed, 19 MiB each. Only pages that are used take memory.
const RESERVED_KIB: usize = 40 * 1024;
/// Length of a salt, in bytes.
const SALT_BYTES: usize = 16;
/// Length of a hash's output, in bytes.
const OUTPUT_BYTES: usize = Params::DEFAULT_OUTPUT_LEN;

/// Hash that the password for an unknown username is compared with, so that the answer takes as long as for a known one. No password is
/// known to match it; its salt and output come from a discarded random password.
pub const DUMMY_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$04M3Qt4MUynsnHHE3DzgYQ$zQbe2Vav/dUbybZzH/gZr2nqIydXV+SSiJZNg9pkLMQ";

/// Memory of one hash of a PIN in KiB, and its passes: as dear as a password's with half the memory (OWASP), because a till of a bar
/// checks many.
const PIN_MEMORY_KIB: u32 = 9 * 1024;
const PIN_PASSES: u32 = 4;
/// Hash that the PIN of an unknown person is compared with. No PIN is known to match it; made as [`DUMMY_HASH`].
pub const DUMMY_PIN_HASH: &str = "$argon2id$v=19$m=9216,t=4,p=1$04M3Qt4MUynsnHHE3DzgYQ$zQbe2Vav/dUbybZzH/gZr2nqIydXV+SSiJZNg9pkLMQ";

/// Characters of generated passwords: none that looks like another one on receipt paper.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Length of a generated password: 12 × 5 bits.
const GENERATED_LENGTH: usize = 12;
/// Bytes of a session id.
const SESSION_BYTES: usize = 16;

/// The system gave no random bytes, or argon2 got no memory.
#[derive(Debug, thiserror::Error)]
#[error("passwords cannot be hashed: {0}")]
pub struct HashError(String);

impl HashError {
    fn of(error: impl std::fmt::Display) -> Self {
        HashError(error.to_string())
    }
}

/// Hashes a password with a new random salt. Takes some tens of milliseconds and 19 MiB, which are freed afterwards.
pub fn hash(password: &str) -> Result<String, HashError> {
    hash_with(password, MEMORY_KIB, PASSES)
}

/// Hashes what stands for a PIN, its HMAC under the box's key. [`matches`] compares it.
pub fn hash_pin(signed: &str) -> Result<String, HashError> {
    hash_with(signed, PIN_MEMORY_KIB, PIN_PASSES)
}

fn hash_with(password: &str, memory_kib: u32, passes: u32) -> Result<String, HashError> {
    let mut salt = [0u8; SALT_BYTES];
    getrandom::fill(&mut salt).map_err(HashError::of)?;
    let params = Params::new(memory_kib, passes, LANES, None).map_err(HashError::of)?;
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params).map_err(HashError::of)?,
        salt: Some(Salt::new(&salt).map_err(HashError::of)?),
        hash: Some(output(password, &salt, params, OUTPUT_BYTES)?),
    };
    Ok(hash.to_string())
}

/// Whether `hash` is a hash of `password`. Takes as long as [`hash`], whatever the result.
pub fn matches(password: &str, hash: &str) -> bool {
    let Ok(hash) = PasswordHash::new(hash) else { return false };
    let (Some(salt), Some(expected), Ok(params)) = (&hash.salt, &hash.hash, Params::try_from(&hash)) else { return false };
    let is_supported = hash.algorithm == Algorithm::Argon2id.ident() && hash.version == Some(Version::V0x13.into());
    // Outputs are compared in constant time.
    is_supported && output(password, salt, params, expected.len()).is_ok_and(|output| output == *expected)
}

/// Whether the text is a hash that [`hash`] makes, with its memory and passes: another one could cost the box any amount of either.
pub fn is_hash(text: &str) -> bool {
    let Ok(hash) = PasswordHash::new(text) else { return false };
    let is_supported = hash.algorithm == Algorithm::Argon2id.ident() && hash.version == Some(Version::V0x13.into());
    let ours = |params: Params| (params.m_cost(), params.t_cost(), params.p_cost()) == (MEMORY_KIB, PASSES, LANES);
    is_supported && hash.salt.is_some() && hash.hash.is_some() && Params::try_from(&hash).is_ok_and(ours)
}

fn output(password: &str, salt: &[u8], params: Params, length: usize) -> Result<Output, HashError> {
    let blocks = params.block_count();
    let mut memory: Vec<Block> = Vec::new();
    memory.try_reserve_exact(blocks.max(RESERVED_KIB)).map_err(HashError::of)?;
    memory.resize(blocks, Block::default());
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let mut output = [0; Output::MAX_LENGTH];
    let output = output.get_mut(..length).ok_or_else(|| HashError::of("the hash is too long"))?;
    argon2.hash_password_into_with_memory(password.as_bytes(), salt, output, &mut memory).map_err(HashError::of)?;
    Output::new(output).map_err(HashError::of)
}

/// A random password for the first sign-in.
pub fn generate() -> Result<String, HashError> {
    let mut bytes = [0u8; GENERATED_LENGTH];
    getrandom::fill(&mut bytes).map_err(HashError::of)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()])).collect())
}

/// Id of a new session: 128 random bits in hexadecimal.
pub fn session_id() -> Result<String, HashError> {
    let mut bytes = [0u8; SESSION_BYTES];
    getrandom::fill(&mut bytes).map_err(HashError::of)?;
    Ok(hex(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_matches_its_password_only() {
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
    fn an_unknown_username_costs_as_much_as_a_known_one() {
        let (dummy, real) = (DUMMY_HASH.split('$'), hash("x").expect("memory"));
        let parameters: Vec<&str> = dummy.take(4).collect();
        assert_eq!(parameters, real.split('$').take(4).collect::<Vec<_>>());
        assert!(PasswordHash::new(DUMMY_HASH).is_ok());
    }

    #[test]
    fn random_texts_differ() {
        let (one, two) = (generate().expect("random"), generate().expect("random"));
        assert_ne!(one, two);
        assert_eq!(one.len(), GENERATED_LENGTH);
        assert_ne!(session_id().expect("random"), session_id().expect("random"));
    }

    #[test]
    fn every_character_is_used() {
        let drawn: String = (0..200).map(|_| generate().expect("random")).collect();
        assert!(LETTERS.iter().all(|letter| drawn.contains(char::from(*letter))), "{drawn}");
    }
}
