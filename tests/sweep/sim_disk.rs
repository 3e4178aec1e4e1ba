//! Simulated disk in memory: records every operation, so that a power cut can be simulated after any of them, and fails on request.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use store::{Disk, DiskFile};

/// Bytes that the disk allocates together.
pub const BLOCK: usize = 4096;

/// Content of a disk: files by path.
pub type Image = BTreeMap<PathBuf, Vec<u8>>;

/// An operation that changes something or makes a change durable.
#[derive(Debug, Clone)]
pub enum Op {
    /// Creates an empty file.
    Create { name: PathBuf, file: usize },
    /// Removes a file.
    Remove { name: PathBuf },
    /// Renames a file.
    Rename { from: PathBuf, to: PathBuf },
    /// Adds a hard link.
    Link { file: PathBuf, name: PathBuf },
    /// Makes names durable.
    SyncNames,
    /// Writes bytes.
    Write { file: usize, offset: usize, data: Vec<u8> },
    /// Sets the length of a file.
    SetLen { file: usize, length: usize },
    /// Makes the bytes of a file durable.
    Sync { file: usize },
    /// A sync failed. The system then drops the writes that it could not make: they read back as if they were stored, but only a
    /// random part is on the disk, and the rest never will be unless it is written again.
    SyncFailed { file: usize, rng: u64 },
}

/// When and how the disk fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// One operation fails, whatever its kind.
    Once,
    /// Every operation fails from then on.
    Permanent,
    /// Every sync fails from then on; the start is counted in syncs.
    Syncs,
    /// One sync fails, counted in syncs.
    OneSync,
    /// Every write and sync fails from then on; reads succeed.
    ReadOnly,
    /// Writes to unallocated blocks (holes) and the creation of files fail from then on.
    Full,
}

#[derive(Debug, Default)]
struct State {
    names: BTreeMap<PathBuf, usize>,
    files: Vec<Vec<u8>>,
    /// Allocated blocks of each file; the others are holes.
    blocks: Vec<BTreeSet<usize>>,
    trace: Vec<Op>,
    /// Operations so far, reads among them.
    operations: u64,
    /// Syncs of bytes so far.
    syncs: u64,
    fault: Option<(u64, Fault)>,
    /// Operations that failed.
    failures: u64,
    /// Seed for what a failed sync leaves on the disk.
    seed: u64,
}

/// The simulated disk. Clones share its state.
#[derive(Debug, Clone, Default)]
pub struct SimDisk {
    state: Arc<Mutex<State>>,
}

/// Kind of an operation, which decides whether a fault applies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Read,
    Change,
    Growth,
    Sync,
}

impl State {
    fn start_operation(&mut self, kind: Kind) -> io::Result<()> {
        self.operations += 1;
        self.syncs += u64::from(kind == Kind::Sync);
        let Some((at, fault)) = self.fault else { return Ok(()) };
        let fails = match fault {
            Fault::Once => self.operations == at,
            Fault::Syncs => self.syncs >= at && kind == Kind::Sync,
            Fault::OneSync => self.syncs == at && kind == Kind::Sync,
            Fault::Permanent => self.operations >= at,
            Fault::ReadOnly => self.operations >= at && kind != Kind::Read,
            Fault::Full => self.operations >= at && kind == Kind::Growth,
        };
        if !fails {
            return Ok(());
        }
        self.failures += 1;
        Err(if fault == Fault::Full { io::ErrorKind::StorageFull.into() } else { io::Error::other("simulated disk failure") })
    }

    fn file_id(&self, name: &Path) -> io::Result<usize> {
        self.names.get(name).copied().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl SimDisk {
    /// A disk that contains `image` durably.
    pub fn holding(image: &Image) -> Self {
        let (names, files) = image.iter().enumerate().map(|(file, (name, bytes))| ((name.clone(), file), bytes.clone())).unzip();
        let blocks = image.values().map(|bytes| written_blocks(bytes)).collect();
        SimDisk { state: Arc::new(Mutex::new(State { names, files, blocks, ..State::default() })) }
    }

    /// Sets the seed for what failed syncs leave on the disk.
    pub fn seeded(self, seed: u64) -> Self {
        self.state().seed = seed;
        self
    }

    /// Lets the disk fail at its `at`-th operation from now, counted from 1, and later as the fault says.
    pub fn fail_at(&self, at: u64, fault: Fault) {
        let mut state = self.state();
        let so_far = if matches!(fault, Fault::Syncs | Fault::OneSync) { state.syncs } else { state.operations };
        state.fault = Some((so_far + at, fault));
    }

    /// Removes the fault.
    pub fn repair(&self) {
        self.state().fault = None;
    }

    /// Present content, durable or not.
    pub fn image(&self) -> Image {
        let state = self.state();
        state.names.iter().map(|(name, file)| (name.clone(), state.files[*file].clone())).collect()
    }

    /// Operations that failed.
    pub fn failures(&self) -> u64 {
        self.state().failures
    }

    /// Operations so far, reads among them.
    pub fn operations(&self) -> u64 {
        self.state().operations
    }

    /// Syncs of bytes so far.
    pub fn syncs(&self) -> u64 {
        self.state().syncs
    }

    /// Changes and syncs so far.
    pub fn changes(&self) -> usize {
        self.state().trace.len()
    }

    /// Every change and sync so far.
    pub fn trace(&self) -> Vec<Op> {
        self.state().trace.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panicked on the disk")
    }

    fn handle(&self, file: usize) -> Box<dyn DiskFile> {
        Box::new(SimFile { disk: self.clone(), file })
    }
}

/// The blocks that are not all zeros.
pub fn written_blocks(bytes: &[u8]) -> BTreeSet<usize> {
    bytes.chunks(BLOCK).enumerate().filter(|(_, block)| block.iter().any(|byte| *byte != 0)).map(|(number, _)| number).collect()
}

impl Disk for SimDisk {
    fn exists(&self, file: &Path) -> io::Result<bool> {
        let mut state = self.state();
        state.start_operation(Kind::Read)?;
        Ok(state.names.contains_key(file))
    }

    fn create(&self, name: &Path) -> io::Result<Box<dyn DiskFile>> {
        let mut state = self.state();
        state.start_operation(Kind::Growth)?;
        if state.names.contains_key(name) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let file = state.files.len();
        state.files.push(Vec::new());
        state.blocks.push(BTreeSet::new());
        state.names.insert(name.to_owned(), file);
        state.trace.push(Op::Create { name: name.to_owned(), file });
        Ok(self.handle(file))
    }

    fn open(&self, name: &Path) -> io::Result<Box<dyn DiskFile>> {
        let mut state = self.state();
        state.start_operation(Kind::Read)?;
        Ok(self.handle(state.file_id(name)?))
    }

    fn remove(&self, name: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.start_operation(Kind::Change)?;
        state.file_id(name)?;
        state.names.remove(name);
        state.trace.push(Op::Remove { name: name.to_owned() });
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.start_operation(Kind::Change)?;
        let file = state.file_id(from)?;
        state.names.remove(from);
        state.names.insert(to.to_owned(), file);
        state.trace.push(Op::Rename { from: from.to_owned(), to: to.to_owned() });
        Ok(())
    }

    fn sync_folder(&self, _folder: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.start_operation(Kind::Change)?;
        state.trace.push(Op::SyncNames);
        Ok(())
    }

    fn link(&self, file: &Path, name: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.start_operation(Kind::Change)?;
        let number = state.file_id(file)?;
        if state.names.contains_key(name) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        state.names.insert(name.to_owned(), number);
        state.trace.push(Op::Link { file: file.to_owned(), name: name.to_owned() });
        Ok(())
    }

    fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        let inside: Vec<PathBuf> = self.state().names.keys().filter(|name| name.starts_with(folder)).cloned().collect();
        inside.iter().try_for_each(|name| self.remove(name))
    }
}

#[derive(Debug)]
struct SimFile {
    disk: SimDisk,
    file: usize,
}

impl DiskFile for SimFile {
    fn len(&self) -> io::Result<u64> {
        let mut state = self.disk.state();
        state.start_operation(Kind::Read)?;
        Ok(state.files[self.file].len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let mut state = self.disk.state();
        state.start_operation(Kind::Read)?;
        let bytes = state.files[self.file].get(offset as usize..offset as usize + out.len());
        out.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut state = self.disk.state();
        let (offset, end) = (offset as usize, offset as usize + data.len());
        let needed = offset / BLOCK..end.div_ceil(BLOCK);
        let grows = needed.clone().any(|block| !state.blocks[self.file].contains(&block));
        state.start_operation(if grows { Kind::Growth } else { Kind::Change })?;
        state.blocks[self.file].extend(needed);
        let bytes = &mut state.files[self.file];
        bytes.resize(bytes.len().max(end), 0);
        bytes[offset..end].copy_from_slice(data);
        state.trace.push(Op::Write { file: self.file, offset, data: data.to_vec() });
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        let mut state = self.disk.state();
        let length = length as usize;
        state.start_operation(Kind::Change)?;
        state.blocks[self.file].retain(|block| block * BLOCK < length);
        state.files[self.file].resize(length, 0);
        state.trace.push(Op::SetLen { file: self.file, length });
        Ok(())
    }

    fn sync(&self) -> io::Result<()> {
        let mut state = self.disk.state();
        let met = state.start_operation(Kind::Sync);
        let file = self.file;
        let rng = state.seed.wrapping_add(state.failures);
        state.trace.push(if met.is_ok() { Op::Sync { file } } else { Op::SyncFailed { file, rng } });
        met
    }
}
