//! The look at a store file before it is opened for good: is it whole, and is it one that this Barback knows?
//!
//! redb checks no checksums on ordinary reads, and while it opens a file it may mend it or fall back to an older state.
//! So the first look is through a [`Shadow`], and a file that is not whole stays as it is, to the byte.

use std::cell::Cell;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Once;

use redb::{Database, DatabaseError, ReadableDatabase, ReadableTable, StorageError, TableHandle};

use super::disk::{builder, definition, format_of, in_view};
use super::shadow::Shadow;
use super::{FORMAT_VERSION, OpenError, Stored, codec, journal, slots};

/// Files up to this size are read through at the start; larger ones would hold the bar up. 16 MiB take 40 ms on a desktop
/// machine; a Pi reads its card at some 40 MiB/s.
const EXAMINED_BYTES_MAX: u64 = 128 * 1024 * 1024;

/// How a file is opened once it is known to be whole.
pub type Opener = Box<dyn Fn(&Path) -> Result<Database, DatabaseError> + Send + Sync>;

/// Opens an existing file, which may not have been written by this Barback, or not as it is now.
pub fn open_whole(file: &Path, opener: &Opener) -> Result<Database, OpenError> {
    inspect(file)?;
    open(file, opener)
}

/// Opens a file that was whole a moment ago.
pub fn open(file: &Path, opener: &Opener) -> Result<Database, OpenError> {
    told(file, || Ok(opener(file)))
}

fn inspect(file: &Path) -> Result<(), OpenError> {
    let io = |source| OpenError::Io { path: file.to_owned(), source };
    let handle = File::open(file).map_err(io)?;
    let length = handle.metadata().map_err(io)?.len();
    if length == 0 {
        // redb would make a new, empty store of it.
        return Err(OpenError::Damaged { file: file.to_owned() });
    }
    let thorough = length <= EXAMINED_BYTES_MAX;
    let shadow = Shadow::of(handle.try_clone().map_err(io)?).map_err(io)?;
    let head = look_into(file, shadow, thorough)?;
    // Only what was read through can be trusted over redb's own choice.
    if thorough && let Some(flags) = slots::turned_to_newer(&handle).map_err(io)? {
        let shadow = Shadow::of(handle).map_err(io)?;
        slots::turn_in(&shadow, flags).map_err(io)?;
        if look_into(file, shadow, thorough).is_ok_and(|newer| newer >= head) {
            tracing::warn!("the newest commit was whole, but did not count yet: now it does");
            slots::turn(file, flags).map_err(io)?;
        }
    }
    Ok(())
}

/// Number of the newest journal entry of a file that is whole and of a known format. `thorough`: every page and record
/// is read.
fn look_into(file: &Path, shadow: Shadow, thorough: bool) -> Result<u64, OpenError> {
    let damaged = || OpenError::Damaged { file: file.to_owned() };
    told(file, || {
        let mut database = match builder().create_with_backend(shadow) {
            Ok(database) => database,
            Err(error) => return Ok(Err(error)),
        };
        let format = in_view(&database, format_of).ok().flatten().ok_or_else(damaged)?;
        if format > FORMAT_VERSION {
            return Err(OpenError::Newer { file: file.to_owned(), found: format, known: FORMAT_VERSION });
        }
        let whole = !thorough || (database.check_integrity().is_ok_and(|clean| clean) && examine(&database).is_ok());
        let head = in_view(&database, journal::head).map_err(|_| damaged())?;
        if whole { Ok(Ok(head)) } else { Err(damaged()) }
    })
}

/// Every record of every table against its checksum.
fn examine(database: &Database) -> Stored<()> {
    let transaction = database.begin_read()?;
    for handle in transaction.list_tables()? {
        let table = transaction.open_table(definition(handle.name()))?;
        for row in table.iter()? {
            let (key, value) = row?;
            codec::unseal("of the store", key.value(), value.value())?;
        }
    }
    Ok(())
}

/// What `look` finds, in our own words. redb may panic on a file that is cut off or overwritten; that is the same news
/// as an error. A disk that cannot be read is other news: the file on it may be whole.
fn told<T>(file: &Path, look: impl FnOnce() -> Result<Result<T, DatabaseError>, OpenError>) -> Result<T, OpenError> {
    use std::io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    let damaged = || OpenError::Damaged { file: file.to_owned() };
    match quietly(look).ok_or_else(damaged)?? {
        Ok(found) => Ok(found),
        Err(DatabaseError::Storage(StorageError::Io(source))) if !matches!(source.kind(), InvalidData | InvalidInput | UnexpectedEof) => {
            Err(OpenError::Io { path: file.to_owned(), source })
        }
        Err(_) => Err(damaged()),
    }
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// `None` when `work` panics, without a word on the console: its caller finds better ones.
fn quietly<T>(work: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                usual(panic);
            }
        }));
    });
    QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(false);
    result.ok()
}
