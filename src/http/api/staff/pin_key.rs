//! The box key: a random file under which PINs are hashed. It is in no backup, export or second box, so that who has a backup
//! cannot try all PINs of four digits.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use base::text::hex;
use store::{give_to_folder_owner, replace_private};

/// Name of the file in the data folder.
const KEY_FILE: &str = "pin.key";
/// What the name of a file ends in before the file is complete.
const DRAFT_ENDING: &str = ".new";
/// Bytes of the key.
const KEY_BYTES: usize = 32;

type Key = [u8; KEY_BYTES];

/// The box key. It is made with the first PIN.
pub struct PinKey {
    /// The data folder; `None` for a store in memory, whose key is in memory too.
    folder: Option<PathBuf>,
    key: Mutex<Option<Key>>,
}

impl PinKey {
    /// The key of a data folder.
    pub fn in_folder(folder: Option<PathBuf>) -> Self {
        PinKey { folder, key: Mutex::default() }
    }

    /// HMAC-SHA256 of a PIN under the key, in hexadecimal. `None` if there is no key yet, and so no PIN.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn sign(&self, pin: &str) -> io::Result<Option<String>> {
        Ok(self.key(false)?.map(|key| sign(&key, pin)))
    }

    /// As [`PinKey::sign`], with a new key if there is none.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn sign_new(&self, pin: &str) -> io::Result<String> {
        let key = self.key(true)?.ok_or_else(|| io::Error::other("there is no key"))?;
        Ok(sign(&key, pin))
    }

    fn key(&self, make: bool) -> io::Result<Option<Key>> {
        let mut known = self.key.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_none() {
            *known = self.folder.as_deref().map_or(Ok(None), read)?;
        }
        if known.is_none() && make {
            let mut key = [0; KEY_BYTES];
            getrandom::fill(&mut key).map_err(|error| io::Error::other(error.to_string()))?;
            if let Some(folder) = &self.folder {
                write_private(folder, KEY_FILE, &key)?;
            }
            *known = Some(key);
        }
        Ok(*known)
    }
}

fn sign(key: &Key, pin: &str) -> String {
    // A key of any length is valid.
    let mac = Hmac::<Sha256>::new_from_slice(key).map(|mac| mac.chain_update(pin).finalize().into_bytes());
    mac.map(|bytes| hex(&bytes)).unwrap_or_default()
}

/// The key of the file; `None` if there is no file. A file of another length is no key: a PIN that was hashed with one is gone.
fn read(folder: &Path) -> io::Result<Option<Key>> {
    match fs::read(folder.join(KEY_FILE)) {
        Ok(bytes) => Ok(bytes.try_into().ok()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes a file that only its owner reads, in full, and syncs it before it gets its name: a PIN is acknowledged only after that.
pub(super) fn write_private(folder: &Path, name: &str, contents: &[u8]) -> io::Result<()> {
    let draft = folder.join(format!("{name}{DRAFT_ENDING}"));
    let mut file = replace_private(&draft)?;
    file.write_all(contents)?;
    file.sync_all()?;
    give_to_folder_owner(&draft, folder);
    fs::rename(&draft, folder.join(name))?;
    fs::File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn the_key_is_made_with_the_first_pin_and_only_its_owner_reads_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let keys = || PinKey::in_folder(Some(folder.path().to_owned()));
        let file = folder.path().join(KEY_FILE);
        assert_eq!(keys().sign("4071").expect("no file"), None);
        assert!(!file.exists());
        let signed = keys().sign_new("4071").expect("written");
        assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no draft is left");
        assert_eq!(keys().sign("4071").expect("read"), Some(signed.clone()), "after a restart");
        assert_ne!(keys().sign("4072").expect("read"), Some(signed.clone()));
        fs::write(&file, "short").expect("written");
        assert_eq!(keys().sign("4071").expect("read"), None);
        assert_ne!(keys().sign_new("4071").expect("written"), signed, "another key");
    }

    #[test]
    fn a_store_in_memory_has_a_key_in_memory() {
        let key = PinKey::in_folder(None);
        let signed = key.sign_new("4071").expect("random");
        assert_eq!(key.sign("4071").expect("known"), Some(signed));
    }
}
