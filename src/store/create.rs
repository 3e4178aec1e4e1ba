//! The store file is made under another name, and bears its own only when it is whole.

use redb::Builder;

use crate::store::disk::{Backend, Disk};
use crate::store::folder::Folder;
use crate::store::journal::metadata::note_format;
use crate::store::tables::redb_views::WriteView;
use crate::store::{OpenError, Stored};

/// Pages that redb keeps in memory: enough for a night's working set, small enough for a Pi with 512 MiB.
const CACHE_BYTES: usize = 24 * 1024 * 1024;

/// A file that is being created could be cut off at any byte, and redb cannot always open such a file again. So it
/// gets its first commit under another name; only a whole file ever bears the real one.
pub fn create(disk: &dyn Disk, folder: &Folder) -> Result<(), OpenError> {
    let file = folder.store_file();
    let new = file.with_extension("redb.new");
    let io = |source| OpenError::Io { path: new.clone(), source };
    if disk.exists(&new).map_err(io)? {
        disk.remove(&new).map_err(io)?;
    }
    let backend = Backend::of(disk.create(&new).map_err(io)?);
    let database = builder().create_with_backend(backend).map_err(|error| io(std::io::Error::other(error)))?;
    let first = || -> Stored<()> {
        let mut transaction = database.begin_write()?;
        transaction.set_quick_repair(true);
        let mut view = WriteView::of(&transaction);
        note_format(&mut view)?;
        drop(view);
        Ok(transaction.commit()?)
    };
    first()?;
    drop(database);
    disk.open(&new).and_then(|file| file.sync()).map_err(io)?;
    disk.rename(&new, &file).map_err(io)
}

/// How redb is opened, whatever it is opened on.
pub fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES);
    builder
}
