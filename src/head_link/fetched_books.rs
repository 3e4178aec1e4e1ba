//! Books that are fetched from head office: files in a folder of the data folder, so that a fetch goes on where it broke off.
//!
//! Each piece is a file of a continuous backup. It gets its name once it is complete and synced, so that nothing is ever repaired.

use std::fs::{self, DirBuilder, File};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::key_files::{KeyFiles, Keys};
use crate::backup::{BackupError, Source, timeline_file, timeline_of, unpack_segment};
use crate::head_office::HeadConnected;
use crate::parcels::{LineName, Mark};
use store::Folder;

/// The folder in the data folder.
const FOLDER: &str = "from-head";
/// The pieces, within it.
const BOOKS: &str = "books";
/// The connection, within it.
const CONNECTION_FILE: &str = "connection.json";
/// A file that is not complete.
const TEMPORARY_FILE: &str = "new";
/// The timeline in the names of the pieces.
const TIMELINE: &str = "head";

/// The connection that a fetch uses. Its code counts only once, so that going on needs it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FetchConnection {
    /// Hash of the code that it was made with.
    pub code_hash: String,
    pub event: HeadConnected,
    /// The line of the pieces; `None` before the first one.
    pub line: Option<LineName>,
}

/// The last entry that was fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LastEntry {
    /// 0 for none.
    pub seq: u64,
    pub mark: Option<Mark>,
}

/// The folder of a fetch, locked.
pub struct FetchedBooks {
    folder: PathBuf,
    keys: KeyFiles,
    _lock: Folder,
}

impl FetchedBooks {
    /// The fetch of this data folder: one that broke off, or a new one.
    ///
    /// # Errors
    /// If another process fetches into the same folder, or the disk does not take it.
    pub fn open(data: &Path) -> Result<Self, BackupError> {
        let folder = data.join(FOLDER);
        let lock = Folder::lock(&folder)?;
        store::give_to_folder_owner(&folder, data);
        let books = folder.join(BOOKS);
        DirBuilder::new().recursive(true).mode(store::FOLDER_MODE).create(&books).map_err(BackupError::io(&books))?;
        Ok(FetchedBooks { keys: KeyFiles::of(&folder), folder, _lock: lock })
    }

    /// The connection that was made last, with its keys; `None` if there is none that can be used.
    pub fn connection(&self) -> Option<(FetchConnection, Keys)> {
        let connection: FetchConnection = serde_json::from_slice(&fs::read(self.folder.join(CONNECTION_FILE)).ok()?).ok()?;
        let keys = self.keys.load(&connection.event.key)?;
        Some((connection, keys))
    }

    /// Keeps a connection; with the keys of a new one.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn keep_connection(&self, connection: &FetchConnection, keys: Option<&Keys>) -> Result<(), BackupError> {
        let kept = || -> io::Result<()> {
            if let Some(keys) = keys {
                self.keys.save(keys)?;
            }
            write(&self.folder, &self.folder.join(CONNECTION_FILE), &serde_json::to_vec(connection)?)
        };
        kept().map_err(BackupError::io(&self.folder))
    }

    /// The last entry of the pieces. A piece that cannot be read is removed, and fetched again.
    ///
    /// # Errors
    /// If the disk cannot be read.
    pub fn last_entry(&self) -> Result<LastEntry, BackupError> {
        while let Some((after, file)) = self.pieces()?.pop() {
            let bytes = fs::read(&file).map_err(BackupError::io(&file))?;
            let read = unpack_segment(&bytes, &file.to_string_lossy()).ok();
            let last = read.filter(|(header, _)| header.after == after).and_then(|(_, mut segment)| segment.entries.pop());
            if let Some(last) = last {
                return Ok(LastEntry { seq: last.seq, mark: Some(Mark::of(&last.bytes)) });
            }
            fs::remove_file(&file).map_err(BackupError::io(&file))?;
        }
        Ok(LastEntry::default())
    }

    /// Keeps the piece of the entries after entry `after`.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn keep_piece(&self, after: u64, bytes: &[u8]) -> Result<(), BackupError> {
        let file = timeline_file(&self.folder.join(BOOKS), TIMELINE, after);
        write(&self.folder, &file, bytes).map_err(BackupError::io(&file))
    }

    /// Removes all pieces.
    ///
    /// # Errors
    /// If one stays.
    pub fn remove_pieces(&self) -> Result<(), BackupError> {
        // The last one first, so that what is left has no gap.
        for (_, file) in self.pieces()?.into_iter().rev() {
            fs::remove_file(&file).map_err(BackupError::io(&file))?;
        }
        Ok(())
    }

    /// The pieces as a backup.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn source(&self) -> Result<Source, BackupError> {
        Source::open(&self.folder.join(BOOKS))
    }

    /// Puts the keys in their place in the data folder.
    ///
    /// # Errors
    /// If the disk does not take them.
    pub fn place_keys(&self, data: &Path, key: &str) -> io::Result<()> {
        let keys = self.keys.load(key).ok_or(ErrorKind::NotFound)?;
        KeyFiles::of(data).save(&keys)
    }

    /// Removes everything: the bar is restored.
    ///
    /// # Errors
    /// If something stays.
    pub fn remove(self) -> io::Result<()> {
        fs::remove_dir_all(&self.folder)
    }

    /// The pieces with the entry that each begins after, in their order.
    fn pieces(&self) -> Result<Vec<(u64, PathBuf)>, BackupError> {
        let folder = self.folder.join(BOOKS);
        let mut pieces = Vec::new();
        for file in fs::read_dir(&folder).map_err(BackupError::io(&folder))? {
            let file = file.map_err(BackupError::io(&folder))?.path();
            pieces.extend(timeline_of(&file).map(|(_, after)| (after, file)));
        }
        pieces.sort();
        Ok(pieces)
    }
}

/// Writes a file under another name, syncs and renames it.
fn write(folder: &Path, file: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = folder.join(TEMPORARY_FILE);
    let mut out = store::replace_private(&temporary)?;
    out.write_all(bytes)?;
    out.sync_all()?;
    fs::rename(&temporary, file)?;
    File::open(file.parent().unwrap_or(folder))?.sync_all()
}
