//! The secret file that all heads share: AES-256-GCM for what the database keeps sealed, such as the authority's key.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

use store::create_private;

/// Length of the secret, in bytes.
pub const SECRET_BYTES: usize = 32;
/// Bits of a file's mode that let others than its owner use it.
const FOREIGN_BITS: u32 = 0o077;

/// Seals and opens values of the database.
pub struct Secret(LessSafeKey);

/// Why the secret cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// The file cannot be read or made.
    #[error("{file}: {reason}")]
    File { file: String, reason: String },
    /// The value was sealed with another secret, under another name, or is damaged.
    #[error("{0} was sealed with another secret file. All heads of a database share one file.")]
    OtherSecret(String),
    /// The system gave no random bytes.
    #[error("the system gave no random bytes: {0}")]
    Random(String),
}

impl Secret {
    /// A secret of these bytes.
    pub fn new(bytes: &[u8; SECRET_BYTES]) -> Result<Self, SecretError> {
        let key = UnboundKey::new(&AES_256_GCM, bytes).map_err(|_| SecretError::Random("no key".to_owned()))?;
        Ok(Secret(LessSafeKey::new(key)))
    }

    /// Makes a secret file of 32 random bytes, mode 0600, and keeps one that exists. Returns whether it was made.
    ///
    /// # Errors
    /// [`SecretError::File`] when it cannot be written, [`SecretError::Random`].
    pub fn create(file: &Path) -> Result<bool, SecretError> {
        let bytes = random::<SECRET_BYTES>()?;
        let mut made = match create_private(file) {
            Ok(made) => made,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(false),
            Err(error) => return Err(file_error(file, error)),
        };
        if let Err(error) = made.write_all(&bytes).and_then(|()| made.sync_all()) {
            // An incomplete file would pass for one that exists.
            let _ = fs::remove_file(file);
            return Err(file_error(file, error));
        }
        Ok(true)
    }

    /// Reads a secret file.
    ///
    /// # Errors
    /// [`SecretError::File`] if it is missing, others may read it, or it is not 32 bytes long.
    pub fn read(file: &Path) -> Result<Self, SecretError> {
        Secret::new(&read_bytes(file).map_err(|error| file_error(file, error))?)
    }

    /// Encrypts `plain`. `name` says what it is, and must be the same when it is opened.
    ///
    /// # Errors
    /// [`SecretError::Random`].
    pub fn seal(&self, name: &str, plain: &[u8]) -> Result<Vec<u8>, SecretError> {
        // Random nonces are safe for 2^32 values of a key; a database has a handful.
        let nonce = random::<NONCE_LEN>()?;
        let mut sealed = plain.to_vec();
        self.0
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(name.as_bytes()), &mut sealed)
            .map_err(|_| SecretError::Random("the value is too long".to_owned()))?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// Decrypts what [`Secret::seal`] returned.
    ///
    /// # Errors
    /// [`SecretError::OtherSecret`].
    pub fn open(&self, name: &str, sealed: &[u8]) -> Result<Vec<u8>, SecretError> {
        let other = || SecretError::OtherSecret(name.to_owned());
        let (nonce, rest) = sealed.split_first_chunk::<NONCE_LEN>().ok_or_else(other)?;
        let mut bytes = rest.to_vec();
        let plain = self.0.open_in_place(Nonce::assume_unique_for_key(*nonce), Aad::from(name.as_bytes()), &mut bytes);
        plain.map(|plain| plain.to_vec()).map_err(|_| other())
    }
}

/// `N` random bytes.
///
/// # Errors
/// [`SecretError::Random`].
pub fn random<const N: usize>() -> Result<[u8; N], SecretError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| SecretError::Random(error.to_string()))?;
    Ok(bytes)
}

fn file_error(file: &Path, error: io::Error) -> SecretError {
    let reason = match error.kind() {
        ErrorKind::NotFound => "there is no secret file. barback-head setup makes one, or copy that of another head.".to_owned(),
        _ => error.to_string(),
    };
    SecretError::File { file: file.display().to_string(), reason }
}

fn read_bytes(file: &Path) -> io::Result<[u8; SECRET_BYTES]> {
    let opened = File::open(file)?;
    let data = opened.metadata()?;
    if data.mode() & FOREIGN_BITS != 0 {
        return Err(io::Error::other("others may read it. Only its owner may: chmod 600"));
    }
    let mut bytes = Vec::new();
    opened.take(SECRET_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    bytes.try_into().map_err(|_| io::Error::other("it is no secret file: it must have 32 bytes"))
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_sealed_value_opens_with_its_secret_and_name_only() {
        let secret = Secret::new(&[7; 32]).expect("a key");
        let sealed = secret.seal("authority", b"a key").expect("sealed");
        assert_eq!(secret.open("authority", &sealed).expect("opened"), b"a key");
        assert_ne!(secret.seal("authority", b"a key").expect("sealed"), sealed, "each has a nonce of its own");
        assert!(secret.open("another", &sealed).is_err());
        assert!(Secret::new(&[8; 32]).expect("a key").open("authority", &sealed).is_err());
        for at in 0..sealed.len() {
            let mut flipped = sealed.clone();
            flipped[at] ^= 1;
            assert!(secret.open("authority", &flipped).is_err(), "byte {at}");
        }
        assert!(secret.open("authority", &sealed[..5]).is_err());
    }

    #[test]
    fn the_file_is_made_once_and_read_by_its_owner_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("secret");
        let missing = Secret::read(&file).err().expect("missing").to_string();
        assert!(missing.contains("barback-head setup"), "{missing}");
        assert!(Secret::create(&file).expect("made"));
        let bytes = fs::read(&file).expect("there");
        assert!(!Secret::create(&file).expect("kept"));
        assert_eq!(fs::read(&file).expect("there"), bytes);
        assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o600);
        let sealed = Secret::read(&file).expect("read").seal("x", b"y").expect("sealed");
        assert_eq!(Secret::read(&file).expect("read").open("x", &sealed).expect("opened"), b"y");
        fs::set_permissions(&file, Permissions::from_mode(0o640)).expect("set");
        assert!(Secret::read(&file).err().expect("refused").to_string().contains("chmod 600"));
        fs::set_permissions(&file, Permissions::from_mode(0o600)).expect("set");
        for wrong in [&b"short"[..], &[1; 33]] {
            fs::write(&file, wrong).expect("written");
            assert!(Secret::read(&file).err().expect("refused").to_string().contains("32 bytes"));
        }
    }
}
