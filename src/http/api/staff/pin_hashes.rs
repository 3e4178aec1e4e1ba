//! The hashes of PINs: a file beside the box key. Like the key, it is in no journal, backup, export or second box. The journal says only
//! that a PIN was set, and gives it a mark; the hash lies here under that mark.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use base::text::hex;

use super::pin_key::write_private;

/// Name of the file in the data folder. A line for each PIN: user id, mark, hash.
const HASHES_FILE: &str = "pin.hashes";
/// Bytes of a mark.
const MARK_BYTES: usize = 16;
/// Hashes of one person that are kept: the one in use, and those that may be on their way into the journal.
const KEPT_MAX: usize = 4;

/// A PIN's hash under its mark.
#[derive(Debug, Clone, PartialEq, Eq)]
struct StoredHash {
    user_id: u64,
    mark: String,
    /// argon2id in PHC format.
    hash: String,
}

/// The hashes of all PINs, by mark.
pub struct PinHashes {
    /// The data folder; `None` for a store in memory, whose hashes are in memory too.
    folder: Option<PathBuf>,
    /// `None` until the file was read.
    kept: Mutex<Option<Vec<StoredHash>>>,
}

impl PinHashes {
    /// Those of a data folder.
    pub fn in_folder(folder: Option<PathBuf>) -> Self {
        PinHashes { folder, kept: Mutex::default() }
    }

    /// The hash under a mark; `None` on a box where no such PIN was set.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn get(&self, mark: &str) -> io::Result<Option<String>> {
        self.with(|kept| Ok(kept.iter().find(|one| one.mark == mark).map(|one| one.hash.clone())))
    }

    /// Keeps the hash of a person's new PIN; returns its mark. The hash is on the disk before the journal can name it, and the one before
    /// stays until then.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn keep(&self, user_id: u64, hash: String) -> io::Result<String> {
        let mut random = [0; MARK_BYTES];
        getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
        let mark = hex(&random);
        self.with(|kept| {
            let mut all = kept.clone();
            let of_person = all.iter().filter(|one| one.user_id == user_id).count();
            if of_person >= KEPT_MAX
                && let Some(oldest) = all.iter().position(|one| one.user_id == user_id)
            {
                all.remove(oldest);
            }
            all.push(StoredHash { user_id, mark: mark.clone(), hash });
            if let Some(folder) = &self.folder {
                write_private(folder, HASHES_FILE, text_of(&all).as_bytes())?;
            }
            *kept = all;
            Ok(())
        })?;
        Ok(mark)
    }

    fn with<T>(&self, act: impl FnOnce(&mut Vec<StoredHash>) -> io::Result<T>) -> io::Result<T> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.is_none() {
            *kept = Some(self.folder.as_deref().map_or(Ok(Vec::new()), read)?);
        }
        act(kept.get_or_insert_default())
    }
}

fn text_of(kept: &[StoredHash]) -> String {
    kept.iter().map(|one| format!("{} {} {}\n", one.user_id, one.mark, one.hash)).collect()
}

/// The lines of the file; none if there is no file. A line of another form is no PIN.
fn read(folder: &Path) -> io::Result<Vec<StoredHash>> {
    let text = match fs::read_to_string(folder.join(HASHES_FILE)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let line = |line: &str| {
        let mut parts = line.split(' ');
        let (user_id, mark, hash) = (parts.next()?.parse().ok()?, parts.next()?.to_owned(), parts.next()?.to_owned());
        Some(StoredHash { user_id, mark, hash })
    };
    Ok(text.lines().filter_map(line).collect())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn hashes_are_found_by_their_marks_also_after_a_restart() {
        let folder = tempfile::tempdir().expect("a folder");
        let hashes = || PinHashes::in_folder(Some(folder.path().to_owned()));
        assert_eq!(hashes().get("00").expect("no file"), None);
        let first = hashes();
        let (musa, fatu) = (first.keep(3, "hash-1".to_owned()).expect("kept"), first.keep(4, "hash-2".to_owned()).expect("kept"));
        assert_ne!(musa, fatu);
        assert_eq!(hashes().get(&musa).expect("read"), Some("hash-1".to_owned()));
        assert_eq!(hashes().get(&fatu).expect("read"), Some("hash-2".to_owned()));
        let file = folder.path().join(HASHES_FILE);
        assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no draft is left");
    }

    #[test]
    fn a_new_hash_leaves_the_one_in_use_and_the_oldest_goes() {
        let hashes = PinHashes::in_folder(None);
        let other = hashes.keep(9, "other".to_owned()).expect("kept");
        let marks: Vec<String> = (0..=KEPT_MAX).map(|at| hashes.keep(3, format!("hash-{at}")).expect("kept")).collect();
        assert_eq!(hashes.get(&marks[0]).expect("read"), None);
        for (at, mark) in marks.iter().enumerate().skip(1) {
            assert_eq!(hashes.get(mark).expect("read"), Some(format!("hash-{at}")));
        }
        assert_eq!(hashes.get(&other).expect("read"), Some("other".to_owned()));
    }
}
