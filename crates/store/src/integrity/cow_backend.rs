//! Copy-on-write overlay over a store file: reads come from the file, writes stay in memory.
//!
//! redb repairs, rolls back and marks a file while it opens it. On this backend none of that reaches the disk, so a file can be
//! examined and left exactly as it is.

use std::collections::BTreeMap;
use std::io;
use std::panic::resume_unwind;
use std::sync::{Mutex, MutexGuard};

use redb::{Database, StorageBackend};

use crate::catch_panic::catch_panic;
use crate::disk::DiskFile;
use crate::redb_backend::FirstDiskError;

/// Bytes that are copied together when one of them is written.
const PAGE: u64 = 4096;

/// redb's storage on a file that is never written to.
#[derive(Debug)]
pub struct CowBackend {
    file: Box<dyn DiskFile>,
    disk_error: FirstDiskError,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    length: u64,
    /// Bytes at the start of the file that are still visible: a part that was truncated and extended again reads as zeros.
    visible: u64,
    /// Pages that were written, by page number.
    written: BTreeMap<u64, Box<[u8]>>,
}

impl CowBackend {
    /// An overlay over `file`.
    pub fn new(file: Box<dyn DiskFile>) -> io::Result<Self> {
        let length = file.len()?;
        let state = Mutex::new(State { length, visible: length, written: BTreeMap::new() });
        Ok(CowBackend { file, disk_error: FirstDiskError::default(), state })
    }

    /// Where failures of the disk are recorded, also after redb has taken the backend.
    pub fn disk_error(&self) -> FirstDiskError {
        self.disk_error.clone()
    }

    fn state(&self) -> io::Result<MutexGuard<'_, State>> {
        self.state.lock().map_err(|_| io::Error::other("reading the file was interrupted"))
    }

    /// The present content of a page.
    fn page(&self, state: &State, number: u64) -> io::Result<Box<[u8]>> {
        if let Some(page) = state.written.get(&number) {
            return Ok(page.clone());
        }
        let mut page = vec![0; PAGE as usize].into_boxed_slice();
        let start = number * PAGE;
        let visible = state.visible.saturating_sub(start).min(PAGE) as usize;
        self.disk_error.record(self.file.read(start, &mut page[..visible]))?;
        Ok(page)
    }
}

/// Closes a database on a [`CowBackend`] without the commit that redb makes when it closes one. Where the pages of a damaged file
/// contradict each other, that commit panics, and panics again during cleanup, which would end the process.
pub fn close_without_commit(database: Database) {
    // redb writes nothing while its thread unwinds.
    catch_panic(move || {
        let _database = database;
        resume_unwind(Box::new("closed without a commit"))
    });
}

/// The pages that `length` bytes from `offset` cover: page number, offset in the page, offset in the bytes, count.
fn pieces(offset: u64, length: usize) -> impl Iterator<Item = (u64, usize, usize, usize)> {
    let mut done = 0;
    std::iter::from_fn(move || {
        let at = offset + done as u64;
        let within = (at % PAGE) as usize;
        let count = (length - done).min(PAGE as usize - within);
        let piece = (at / PAGE, within, done, count);
        done += count;
        (count > 0).then_some(piece)
    })
}

impl StorageBackend for CowBackend {
    fn len(&self) -> io::Result<u64> {
        Ok(self.state()?.length)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let state = self.state()?;
        if offset.saturating_add(out.len() as u64) > state.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        for (number, within, at, count) in pieces(offset, out.len()) {
            out[at..at + count].copy_from_slice(&self.page(&state, number)?[within..within + count]);
        }
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        let mut state = self.state()?;
        if length < state.length {
            let last = length / PAGE;
            let mut page = self.page(&state, last)?;
            page[(length % PAGE) as usize..].fill(0);
            state.written.retain(|number, _| *number < last);
            state.written.insert(last, page);
            state.visible = state.visible.min(length);
        }
        state.length = length;
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut state = self.state()?;
        for (number, within, at, count) in pieces(offset, data.len()) {
            let mut page = self.page(&state, number)?;
            page[within..within + count].copy_from_slice(&data[at..at + count]);
            state.written.insert(number, page);
        }
        state.length = state.length.max(offset + data.len() as u64);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::fs::FileExt;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use proptest::prelude::*;

    use super::*;
    use crate::redb_backend::builder;

    /// An operation on a file: a new length, or bytes at an offset.
    fn step() -> impl Strategy<Value = (u64, Option<Vec<u8>>)> {
        (0u64..20_000, proptest::option::of(proptest::collection::vec(any::<u8>(), 1..9_000)))
    }

    proptest! {
        #[test]
        fn it_behaves_like_a_file_and_leaves_the_real_one_unchanged(steps in proptest::collection::vec(step(), 0..12), start in 0usize..12_000) {
            let mut file = tempfile::tempfile().expect("room");
            let whole: Vec<u8> = (0..start).map(|place| (place % 251) as u8).collect();
            file.write_all(&whole).expect("written");
            let backend = CowBackend::new(Box::new(file.try_clone().expect("a handle"))).expect("a file");
            let mut model = whole.clone();
            for (place, data) in steps {
                match data {
                    None => {
                        backend.set_len(place).expect("set");
                        model.resize(place as usize, 0);
                    }
                    Some(data) => {
                        let end = place as usize + data.len();
                        model.resize(model.len().max(end), 0);
                        model[place as usize..end].copy_from_slice(&data);
                        backend.write(place, &data).expect("written");
                    }
                }
                let mut read = vec![0; model.len()];
                backend.read(0, &mut read).expect("read");
                prop_assert!(read == model && backend.len().expect("a length") == model.len() as u64);
            }
            prop_assert!(backend.read(model.len() as u64, &mut [0]).is_err());
            let mut unchanged = vec![0; whole.len()];
            file.read_exact_at(&mut unchanged, 0).expect("read");
            prop_assert!(unchanged == whole && file.metadata().expect("a file").len() == whole.len() as u64);
        }
    }

    /// Counts writes and changes of the length.
    #[derive(Debug)]
    struct Counted(CowBackend, Arc<AtomicUsize>);

    impl StorageBackend for Counted {
        fn len(&self) -> io::Result<u64> {
            self.0.len()
        }
        fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
            self.0.read(offset, out)
        }
        fn set_len(&self, length: u64) -> io::Result<()> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.set_len(length)
        }
        fn sync_data(&self) -> io::Result<()> {
            self.0.sync_data()
        }
        fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.write(offset, data)
        }
    }

    #[test]
    fn closing_without_a_commit_writes_nothing() {
        let writes_at_close = |close: fn(Database)| {
            let file = tempfile::tempfile().expect("room");
            let writes = Arc::new(AtomicUsize::new(0));
            let backend = Counted(CowBackend::new(Box::new(file)).expect("a file"), writes.clone());
            let database = builder().create_with_backend(backend).expect("a new database");
            let before = writes.load(Ordering::Relaxed);
            close(database);
            writes.load(Ordering::Relaxed) - before
        };
        assert_eq!(writes_at_close(close_without_commit), 0);
        assert!(writes_at_close(drop) > 0, "redb itself commits when it closes a database");
    }
}
