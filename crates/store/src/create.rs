//! Creates the store file: written and synced under a temporary name, then renamed.

use super::disk::Disk;
use super::folder::Folder;
use super::journal::file_metadata::set_format;
use super::redb_backend::{RedbBackend, builder};
use super::tables::redb_views::WriteView;
use super::{OpenError, Stored};

/// Creates an empty store file in `folder`.
///
/// A power cut can truncate a new file at any byte, and redb cannot always open such a file again. The first commit therefore
/// goes to a temporary name, and the final name always belongs to a complete file.
///
/// # Errors
/// [`OpenError::Io`] when the file cannot be written; [`OpenError::Store`] when its first commit fails.
pub fn create(disk: &dyn Disk, folder: &Folder) -> Result<(), OpenError> {
    let file = folder.store_file();
    let new = file.with_extension("redb.new");
    let io = |source| OpenError::Io { path: new.clone(), source };
    if disk.exists(&new).map_err(io)? {
        disk.remove(&new).map_err(io)?;
    }
    let backend = RedbBackend::new(disk.create(&new).map_err(io)?);
    let database = builder().create_with_backend(backend).map_err(|error| io(std::io::Error::other(error)))?;
    let first_commit = || -> Stored<()> {
        let mut transaction = database.begin_write()?;
        transaction.set_quick_repair(true);
        let mut view = WriteView::new(&transaction);
        set_format(&mut view)?;
        drop(view);
        Ok(transaction.commit()?)
    };
    first_commit()?;
    drop(database);
    disk.open(&new).and_then(|file| file.sync()).map_err(io)?;
    disk.rename(&new, &file).map_err(io)
}
