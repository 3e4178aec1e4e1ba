//! Key and certificate of a paired box: files in the data folder that are in no journal, copy, parcel or export.
//!
//! A restore in place keeps them, because a backup holds the journal alone. A new device has none.

use std::fs::{self, DirBuilder, File};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use rcgen::{CertificateParams, KeyPair, PublicKeyData};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::head_office::HeadConnected;
use crate::parcels::{Position, PrivateKey};
use base::text::hex;
use web::https::BoxIdentity;

/// Their folder within the data folder.
const FOLDER: &str = "head";
/// The private key, PKCS #8. Only the owner can read it.
const KEY_FILE: &str = "box.key";
/// The box's certificate, DER.
const CERTIFICATE_FILE: &str = "box.crt";
/// The certificate of head office's authority, DER.
const AUTHORITY_FILE: &str = "authority.crt";
/// The newest entry that head office was known to have, JSON.
const POSITION_FILE: &str = "position.json";
/// What a second box's certificate is for, JSON.
const SECOND_FILE: &str = "second.json";
/// A file of parcels while it is opened.
const PARCEL_FILE: &str = "parcels.new";
/// Ending of the name of a file that is not complete.
const TEMPORARY: &str = "new";
/// Bytes of a key's hash by which the journal names it.
const HASH_BYTES: usize = 8;

/// A key without a certificate.
pub struct NewKey(KeyPair);

/// The files of a paired box.
pub struct KeyFiles {
    folder: PathBuf,
}

/// A paired box's certificate with its key.
pub struct Keys {
    pub tls: BoxIdentity,
    /// Signs parcels.
    pub signing: PrivateKey,
    /// By which [`HeadConnected`](crate::head_office::HeadConnected) names the key.
    pub hash: String,
}

/// A certificate that a second box keeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptSecond {
    /// The connection of the first box to which it belongs, as in [`SecondCertificate::office`](super::SecondCertificate::office).
    pub office: String,
    /// What the journal gets at the promotion.
    pub event: HeadConnected,
}

impl NewKey {
    /// Makes a P-256 key.
    ///
    /// # Errors
    /// If there are no random bytes.
    pub fn generate() -> Result<Self, rcgen::Error> {
        KeyPair::generate().map(NewKey)
    }

    /// A request for a certificate: PKCS #10, DER. Head office gives the names.
    ///
    /// # Errors
    /// If it cannot be signed.
    pub fn request(&self) -> Result<Vec<u8>, rcgen::Error> {
        Ok(CertificateParams::default().serialize_request(&self.0)?.der().to_vec())
    }

    /// The key with its certificate; `None` if it cannot sign.
    pub fn with_certificate(&self, certificate: Vec<u8>, authority: Vec<u8>) -> Option<Keys> {
        Keys::new(self.0.serialize_der(), certificate, authority)
    }
}

impl Keys {
    fn new(key: Vec<u8>, certificate: Vec<u8>, authority: Vec<u8>) -> Option<Self> {
        let signing = PrivateKey::from_pkcs8(&key)?;
        let public = KeyPair::try_from(key.as_slice()).ok()?;
        let hash = hex(&Sha256::digest(public.der_bytes())[..HASH_BYTES]);
        Some(Keys { tls: BoxIdentity { authority, certificate, key }, signing, hash })
    }
}

impl KeyFiles {
    /// The files of a data folder.
    pub fn of(data: &Path) -> Self {
        KeyFiles { folder: data.join(FOLDER) }
    }

    /// Writes the files, the key last: without it the others count for nothing.
    ///
    /// # Errors
    /// If the disk does not take them.
    pub fn save(&self, keys: &Keys) -> io::Result<()> {
        self.remove()?;
        let BoxIdentity { authority, certificate, key } = &keys.tls;
        self.write(AUTHORITY_FILE, authority)?;
        self.write(CERTIFICATE_FILE, certificate)?;
        self.write(KEY_FILE, key)
    }

    /// Reads the files; `None` if one is missing or damaged, or the key is not the one with this hash.
    pub fn load(&self, hash: &str) -> Option<Keys> {
        let read = |name: &str| fs::read(self.folder.join(name)).ok();
        let keys = Keys::new(read(KEY_FILE)?, read(CERTIFICATE_FILE)?, read(AUTHORITY_FILE)?)?;
        (keys.hash == hash).then_some(keys)
    }

    /// Removes the files, the key first.
    ///
    /// # Errors
    /// If one stays.
    pub fn remove(&self) -> io::Result<()> {
        for name in [KEY_FILE, CERTIFICATE_FILE, AUTHORITY_FILE, POSITION_FILE, SECOND_FILE] {
            match fs::remove_file(self.folder.join(name)) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Writes the files of a second box, which counts once it is promoted.
    ///
    /// # Errors
    /// If the disk does not take them.
    pub fn save_second(&self, keys: &Keys, second: &KeptSecond) -> io::Result<()> {
        self.save(keys)?;
        self.write(SECOND_FILE, &serde_json::to_vec(second)?)
    }

    /// The certificate of a second box; `None` if there is none, or its key is not there.
    pub fn second(&self) -> Option<KeptSecond> {
        let second: KeptSecond = serde_json::from_slice(&fs::read(self.folder.join(SECOND_FILE)).ok()?).ok()?;
        self.load(&second.event.key).map(|_| second)
    }

    /// The position that was saved last, if the file can be read. It may be older than head office's, and of another history.
    pub fn position(&self) -> Option<Position> {
        serde_json::from_slice(&fs::read(self.folder.join(POSITION_FILE)).ok()?).ok()
    }

    /// Saves the position, from which a file for head office begins while there is no connection.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn save_position(&self, position: &Position) -> io::Result<()> {
        self.write(POSITION_FILE, &serde_json::to_vec(position)?)
    }

    /// An empty file that is gone once it is closed.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn unnamed_file(&self) -> io::Result<File> {
        let path = self.folder.join(PARCEL_FILE);
        let file = store::replace_private(&path)?;
        fs::remove_file(&path)?;
        Ok(file)
    }

    /// Writes a file under a temporary name, syncs and renames it, so that a file with this name is always complete.
    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(store::FOLDER_MODE).create(&self.folder)?;
        let (file, temporary) = (self.folder.join(name), self.folder.join(format!("{name}.{TEMPORARY}")));
        let mut out = store::replace_private(&temporary)?;
        out.write_all(bytes)?;
        out.sync_all()?;
        fs::rename(&temporary, &file)?;
        File::open(&self.folder)?.sync_all()
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::parcels::Mark;

    #[test]
    fn a_key_is_read_back_and_no_other_user_of_the_machine_can_read_it() {
        let data = tempfile::tempdir().expect("a folder");
        let files = KeyFiles::of(data.path());
        let keys = NewKey::generate().expect("a key").with_certificate(vec![1], vec![2]).expect("P-256");
        assert!(files.load(&keys.hash).is_none());
        files.save(&keys).expect("written");
        let read = files.load(&keys.hash).expect("there");
        assert_eq!((&read.tls.key, &read.tls.certificate, &read.tls.authority), (&keys.tls.key, &vec![1], &vec![2]));
        assert!(files.load("0000000000000000").is_none(), "a key of another connection");
        let mode = fs::metadata(data.path().join(FOLDER).join(KEY_FILE)).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let position = Position { line: Mark::of(b"1").line(), seq: 7, hash: Mark::of(b"7") };
        files.save_position(&position).expect("written");
        assert_eq!(files.position(), Some(position));
        files.remove().expect("removed");
        assert!(files.load(&keys.hash).is_none() && files.position().is_none());
        files.remove().expect("nothing to remove");
    }

    #[test]
    fn a_damaged_key_is_no_key() {
        let data = tempfile::tempdir().expect("a folder");
        let files = KeyFiles::of(data.path());
        let keys = NewKey::generate().expect("a key").with_certificate(vec![1], vec![2]).expect("P-256");
        files.save(&keys).expect("written");
        fs::write(data.path().join(FOLDER).join(KEY_FILE), b"nonsense").expect("written");
        assert!(files.load(&keys.hash).is_none());
    }
}
