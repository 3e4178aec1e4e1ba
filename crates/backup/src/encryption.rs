//! Encryption of backups: Argon2id derives a key from the passphrase, ChaCha20-Poly1305 encrypts each block.
//!
//! Every file has a key of its own, derived by HKDF-SHA-256 from the passphrase's key and 32 random bytes in the file.
//! The nonce is the number of the block in its file, and the authenticated data are the block's kind and lengths. So a block that
//! was changed, left out, moved, or taken from another file is detected even if the checksums were corrected.
//!
//! `age` was rejected: it adds 140 crates, a second generation of the RustCrypto crates and a translation framework. `ring` and
//! `argon2` are in the program already, for TLS and for passwords.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use argon2::{Algorithm, Argon2, Block, Params, Version};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf;
use serde::{Deserialize, Serialize};

use super::BackupError;
use base::text::hex;
use store::Store;

/// Memory for deriving the key, in KiB: 32 MiB, which a Pi with 512 MB has to spare.
const MEMORY_KIB: u32 = 32 * 1024;
/// Passes over that memory. They take a Pi about a second, once per start.
const PASSES: u32 = 4;
/// Lanes of Argon2. One, because the box needs its other cores for other work.
const LANES: u32 = 1;
/// Most memory that a file may require when it is read, in KiB, so that a forged file cannot exhaust the machine.
const MEMORY_MAX_KIB: u32 = 64 * 1024;
/// Most passes that a file may require.
const PASSES_MAX: u32 = 16;
/// Capacity to allocate, in KiB: the allocator returns blocks above 32 MiB to the system at once.
const ROOM_KIB: usize = 40 * 1024;
/// Bytes of the salt that the passphrase is hashed with.
const SALT_BYTES: usize = 16;
/// Random bytes that make each file's key unique.
const FILE_BYTES: usize = 32;
/// Bytes of a key.
const KEY_BYTES: usize = 32;
/// Derived keys that are cached, so that a USB stick with many files does not need a derivation for each.
const REMEMBERED_MAX: usize = 16;
/// HKDF context, which separates this use of the passphrase's key from any other.
const PURPOSE: &[u8] = b"barback: key of a backup file, version 2\n";
/// The fact that holds the bar's salt; blank while its backups are not encrypted.
const SALT_KEY: &str = "backup-salt";
/// Least characters of a passphrase that new backups are encrypted with.
pub const PASSPHRASE_MIN: usize = 8;

/// Parameters of a file's key derivation; stored in the file unencrypted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct KeyHeader {
    #[serde(flatten)]
    kdf: Kdf,
    /// Random, hexadecimal.
    file: String,
}

/// Parameters of Argon2id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kdf {
    memory_kib: u32,
    passes: u32,
    /// Random, hexadecimal; the same for all files of one bar.
    salt: String,
}

/// Why a file has no key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum KeyError {
    /// No passphrase was given.
    NoPassphrase,
    /// The parameters in the file are out of bounds.
    OutOfBounds,
    /// There is no memory, or there are no random bytes.
    Machine(String),
}

/// The passphrase of encrypted backups with the keys derived from it. Without a passphrase, backups are not encrypted. Cheap to
/// clone.
#[derive(Clone, Default)]
pub struct Keyring(Option<Arc<Inner>>);

struct Inner {
    passphrase: String,
    derived: Mutex<Vec<(Kdf, [u8; KEY_BYTES])>>,
}

impl fmt::Debug for Keyring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_empty() { "Keyring(none)" } else { "Keyring(secret)" })
    }
}

impl Keyring {
    /// The key of new backups; without a passphrase they are not encrypted.
    ///
    /// # Errors
    /// A sentence for the owner when the passphrase is shorter than [`PASSPHRASE_MIN`].
    pub fn for_backups(passphrase: Option<&str>) -> Result<Self, String> {
        match passphrase {
            None => Ok(Keyring::default()),
            Some(short) if short.chars().count() < PASSPHRASE_MIN => {
                Err(format!("The passphrase for backups is too short: take {PASSPHRASE_MIN} characters or more, best four words or more."))
            }
            Some(passphrase) => Ok(Keyring::new(passphrase)),
        }
    }

    /// With the passphrase that backups are encrypted with or were encrypted with.
    pub fn new(passphrase: &str) -> Self {
        Keyring(Some(Arc::new(Inner { passphrase: passphrase.to_owned(), derived: Mutex::default() })))
    }

    /// Whether there is no passphrase.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Stores in the bar's file whether its backups are encrypted, so that none is created unencrypted by mistake.
    ///
    /// # Errors
    /// If the bar's file cannot be written, or the machine has no random bytes.
    pub fn note_whether_encrypted(&self, store: &Store) -> Result<(), BackupError> {
        let known = salt(store)?;
        match (self.is_empty(), known) {
            (true, Some(_)) => {
                tracing::warn!("backups are not encrypted any more: no passphrase is set");
                Ok(store.write(|tables| store::set_metadata(tables, SALT_KEY, ""))?)
            }
            (false, None) => {
                let salt = random::<SALT_BYTES>().map_err(cannot)?;
                Ok(store.write(|tables| store::set_metadata(tables, SALT_KEY, &salt))?)
            }
            _ => Ok(()),
        }
    }

    /// The cipher of a new file of the bar in `store`; `None` if backups are not encrypted.
    ///
    /// # Errors
    /// If the bar's backups are encrypted and the passphrase is missing, or the machine has no memory or random bytes.
    pub(super) fn for_new_file(&self, store: &Store) -> Result<Option<(KeyHeader, Cipher)>, BackupError> {
        if self.is_empty() {
            return if salt(store)?.is_some() { Err(BackupError::PassphraseWanted) } else { Ok(None) };
        }
        self.note_whether_encrypted(store)?;
        let salt = salt(store)?.unwrap_or_default();
        let head = KeyHeader { kdf: Kdf { memory_kib: MEMORY_KIB, passes: PASSES, salt }, file: random::<FILE_BYTES>().map_err(cannot)? };
        let cipher = self.cipher(&head).map_err(|why| match why {
            KeyError::NoPassphrase => BackupError::PassphraseWanted,
            KeyError::OutOfBounds => cannot("its parameters are out of bounds".to_owned()),
            KeyError::Machine(why) => cannot(why),
        })?;
        Ok(Some((head, cipher)))
    }

    /// The cipher of a file that begins with `head`. Takes about a second for a salt that is not cached.
    pub(super) fn cipher(&self, head: &KeyHeader) -> Result<Cipher, KeyError> {
        let Some(inner) = &self.0 else { return Err(KeyError::NoPassphrase) };
        let key = inner.key(&head.kdf)?;
        let file = unhex(&head.file).filter(|file| file.len() == FILE_BYTES).ok_or(KeyError::OutOfBounds)?;
        let wrong = |_| KeyError::Machine("the key cannot be derived".to_owned());
        let derived = hkdf::Salt::new(hkdf::HKDF_SHA256, &file).extract(&key);
        let parameters = [PURPOSE, &head.kdf.memory_kib.to_le_bytes(), &head.kdf.passes.to_le_bytes(), head.kdf.salt.as_bytes()];
        let key: UnboundKey = derived.expand(&parameters, &CHACHA20_POLY1305).map_err(wrong)?.into();
        Ok(Cipher { key: LessSafeKey::new(key), block: 0 })
    }
}

impl Inner {
    fn key(&self, kdf: &Kdf) -> Result<[u8; KEY_BYTES], KeyError> {
        // One derivation at a time, also for callers that wait for the same key, so that the memory is needed once.
        let mut derived = self.derived.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, key)) = derived.iter().find(|(known, _)| known == kdf) {
            return Ok(*key);
        }
        let key = derive(&self.passphrase, kdf)?;
        if derived.len() >= REMEMBERED_MAX {
            derived.remove(0);
        }
        derived.push((kdf.clone(), key));
        Ok(key)
    }
}

fn derive(passphrase: &str, kdf: &Kdf) -> Result<[u8; KEY_BYTES], KeyError> {
    let salt = unhex(&kdf.salt).filter(|salt| salt.len() == SALT_BYTES).ok_or(KeyError::OutOfBounds)?;
    if kdf.memory_kib > MEMORY_MAX_KIB || kdf.passes > PASSES_MAX {
        return Err(KeyError::OutOfBounds);
    }
    let params = Params::new(kdf.memory_kib, kdf.passes, LANES, Some(KEY_BYTES)).map_err(|_| KeyError::OutOfBounds)?;
    let machine = |error: &dyn fmt::Display| KeyError::Machine(error.to_string());
    let blocks = params.block_count();
    let mut room: Vec<Block> = Vec::new();
    room.try_reserve_exact(blocks.max(ROOM_KIB)).map_err(|error| machine(&error))?;
    room.resize(blocks, Block::default());
    let mut key = [0; KEY_BYTES];
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    argon2.hash_password_into_with_memory(passphrase.as_bytes(), &salt, &mut key, &mut room).map_err(|error| machine(&error))?;
    Ok(key)
}

/// Encrypts or decrypts the blocks of one file, in order.
pub(super) struct Cipher {
    key: LessSafeKey,
    /// Number of the next block.
    block: u64,
}

impl Cipher {
    /// Whether no block was processed yet.
    pub fn is_new(&self) -> bool {
        self.block == 0
    }

    /// Bytes that encryption adds to a block.
    pub fn overhead() -> usize {
        CHACHA20_POLY1305.tag_len()
    }

    /// Encrypts the next block in place; `about` is authenticated with it. `None` only for a block that is too large.
    pub fn encrypt(&mut self, about: &[u8], bytes: &mut Vec<u8>) -> Option<()> {
        let nonce = self.nonce();
        self.key.seal_in_place_append_tag(nonce, Aad::from(about), bytes).ok()
    }

    /// Decrypts the next block in place; `None` if it is not the block that was encrypted at this position.
    pub fn decrypt(&mut self, about: &[u8], bytes: &mut Vec<u8>) -> Option<()> {
        let nonce = self.nonce();
        let length = self.key.open_in_place(nonce, Aad::from(about), bytes).ok()?.len();
        bytes.truncate(length);
        Some(())
    }

    /// Never repeats under one key, because a file is written once, from its beginning.
    fn nonce(&mut self) -> Nonce {
        let mut nonce = [0; NONCE_LEN];
        nonce[..size_of::<u64>()].copy_from_slice(&self.block.to_le_bytes());
        self.block += 1;
        Nonce::assume_unique_for_key(nonce)
    }
}

/// The bar's salt; `None` while its backups are not encrypted.
fn salt(store: &Store) -> Result<Option<String>, BackupError> {
    Ok(store.read(|view| store::metadata(view, SALT_KEY))?.filter(|salt| !salt.is_empty()))
}

fn cannot(why: String) -> BackupError {
    BackupError::CannotEncrypt { why }
}

/// Random bytes, hexadecimal.
fn random<const N: usize>() -> Result<String, String> {
    let mut bytes = [0u8; N];
    getrandom::fill(&mut bytes).map_err(|error| error.to_string())?;
    Ok(hex(&bytes))
}

/// Decodes the output of [`hex`].
fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.chars().map(|digit| digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok())).collect::<Option<_>>()?;
    let (pairs, rest) = digits.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|[high, low]| high << 4 | low).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> KeyHeader {
        KeyHeader { kdf: Kdf { memory_kib: 64, passes: 1, salt: "0f".repeat(SALT_BYTES) }, file: random::<FILE_BYTES>().expect("random") }
    }

    #[test]
    fn a_block_is_bound_to_its_key_its_place_and_its_header() {
        let (keys, head) = (Keyring::new("four words and more"), head());
        let cipher = |keys: &Keyring, head: &KeyHeader| keys.cipher(head).expect("a key");
        let mut writer = cipher(&keys, &head);
        let blocks = [b"one".to_vec(), b"two".to_vec()].map(|mut block| {
            writer.encrypt(b"about", &mut block).expect("encrypted");
            block
        });
        let opens = |keys: &Keyring, head: &KeyHeader, skip: usize, about: &[u8], block: &[u8]| {
            let mut reader = cipher(keys, head);
            for earlier in &blocks[..skip] {
                reader.decrypt(b"about", &mut earlier.clone()).expect("decrypted");
            }
            let mut block = block.to_vec();
            reader.decrypt(about, &mut block).map(|()| block)
        };
        assert_eq!(opens(&keys, &head, 0, b"about", &blocks[0]), Some(b"one".to_vec()));
        assert_eq!(opens(&keys, &head, 1, b"about", &blocks[1]), Some(b"two".to_vec()));
        assert_eq!(opens(&keys, &head, 0, b"about", &blocks[1]), None, "a block was left out");
        assert_eq!(opens(&keys, &head, 1, b"about", &blocks[0]), None, "a block came twice");
        assert_eq!(opens(&keys, &head, 0, b"other", &blocks[0]), None, "another header");
        assert_eq!(opens(&Keyring::new("four words and More"), &head, 0, b"about", &blocks[0]), None, "another passphrase");
        assert_eq!(opens(&keys, &self::head(), 0, b"about", &blocks[0]), None, "another file");
    }

    #[test]
    fn a_file_cannot_ask_for_all_memory_or_time() {
        let keys = Keyring::new("four words and more");
        let change = |change: &dyn Fn(&mut KeyHeader)| {
            let mut head = head();
            change(&mut head);
            keys.cipher(&head).err()
        };
        assert_eq!(change(&|_| {}), None);
        for bad in [
            change(&|head| head.kdf.memory_kib = MEMORY_MAX_KIB + 1),
            change(&|head| head.kdf.passes = PASSES_MAX + 1),
            change(&|head| head.kdf.passes = 0),
            change(&|head| head.kdf.salt = "zz".repeat(SALT_BYTES)),
            change(&|head| head.kdf.salt.truncate(3)),
            change(&|head| head.file.clear()),
        ] {
            assert_eq!(bad, Some(KeyError::OutOfBounds));
        }
        assert_eq!(Keyring::default().cipher(&head()).err(), Some(KeyError::NoPassphrase));
        assert_eq!(format!("{keys:?}"), "Keyring(secret)");
    }
}
