//! A bar on a simulated slow disk: every sync takes a given time and is counted.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use barback::app::Bar;
use barback::config::Config;
use barback::engine::SystemClock;
use store::{Disk, DiskFile, RealDisk};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::Outcome;

/// The number of syncs of all files so far.
pub type Syncs = Arc<AtomicU64>;

/// The machine's own disk, with a minimum time for each sync of each file.
#[derive(Debug)]
struct SlowDisk {
    sync: Duration,
    syncs: Syncs,
}

#[derive(Debug)]
struct SlowFile {
    file: Box<dyn DiskFile>,
    sync: Duration,
    syncs: Syncs,
}

impl SlowDisk {
    fn slow(&self, file: Box<dyn DiskFile>) -> Box<dyn DiskFile> {
        Box::new(SlowFile { file, sync: self.sync, syncs: self.syncs.clone() })
    }
}

impl Disk for SlowDisk {
    fn exists(&self, file: &Path) -> io::Result<bool> {
        RealDisk.exists(file)
    }
    fn create(&self, file: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(self.slow(RealDisk.create(file)?))
    }
    fn open(&self, file: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(self.slow(RealDisk.open(file)?))
    }
    fn remove(&self, file: &Path) -> io::Result<()> {
        RealDisk.remove(file)
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        RealDisk.rename(from, to)
    }
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        RealDisk.sync_folder(folder)
    }
}

impl DiskFile for SlowFile {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }
    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read(offset, out)
    }
    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.file.write(offset, data)
    }
    fn set_len(&self, length: u64) -> io::Result<()> {
        self.file.set_len(length)
    }
    fn sync(&self) -> io::Result<()> {
        self.file.sync()?;
        self.syncs.fetch_add(1, Ordering::Relaxed);
        // This sleep is the simulated disk, not a wait for something.
        std::thread::sleep(self.sync);
        Ok(())
    }
}

/// A bar that runs in this process until it is dropped.
pub struct SlowBar {
    port: u16,
    syncs: Syncs,
    _runtime: Runtime,
}

impl SlowBar {
    /// Opens the bar of `folder`.
    pub fn open(folder: &Path, sync: Duration) -> Outcome<Self> {
        let config = Config::local(folder);
        let runtime = Runtime::new()?;
        let syncs = Syncs::default();
        let disk = SlowDisk { sync, syncs: syncs.clone() };
        let bar = runtime.block_on(Bar::open_on(Arc::new(disk), &config, Arc::new(SystemClock::start())))?;
        let listener = runtime.block_on(TcpListener::bind(config.listen))?;
        let port = listener.local_addr()?.port();
        runtime.spawn(async move { bar.run(&config, listener, std::future::pending()).await.map_err(|error| eprintln!("{error}")) });
        Ok(SlowBar { port, syncs, _runtime: runtime })
    }

    /// The counter of its syncs.
    pub fn syncs(&self) -> Syncs {
        self.syncs.clone()
    }

    /// The address it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }
}
