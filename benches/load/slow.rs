//! A bar on a disk whose every sync takes its time.

use std::io;
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use barback::app::Bar;
use barback::base::SystemClock;
use barback::config::{Config, PrinterChoice};
use barback::store::{Folder, Store};
use redb::StorageBackend;
use redb::backends::FileBackend;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::Outcome;

/// The disk below, and how long each sync takes at least.
#[derive(Debug)]
struct Slow {
    disk: FileBackend,
    sync: Duration,
}

impl StorageBackend for Slow {
    fn len(&self) -> io::Result<u64> {
        self.disk.len()
    }
    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.disk.read(offset, out)
    }
    fn set_len(&self, length: u64) -> io::Result<()> {
        self.disk.set_len(length)
    }
    fn sync_data(&self) -> io::Result<()> {
        self.disk.sync_data()?;
        // The disk itself: this is what is simulated, not a wait for something.
        std::thread::sleep(self.sync);
        Ok(())
    }
    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.disk.write(offset, data)
    }
}

/// A bar that serves from this process as long as it lives.
pub struct SlowBar {
    port: u16,
    _runtime: Runtime,
}

impl SlowBar {
    /// Opens the bar of `folder`.
    pub fn open(folder: &Path, sync: Duration) -> Outcome<Self> {
        let config = Config {
            data: folder.to_owned(),
            listen: (Ipv4Addr::LOCALHOST, 0).into(),
            demo: false,
            printer: PrinterChoice::AsSet,
            name: "bar".to_owned(),
            mdns: false,
            allowed_hosts: Vec::new(),
            https: None,
            admin_password: None,
        };
        let runtime = Runtime::new()?;
        let store = Store::open_on(Folder::take(folder)?, move |disk| Slow { disk, sync })?;
        let bar = runtime.block_on(Bar::of(store, &config, Arc::new(SystemClock::start())))?;
        let listener = runtime.block_on(TcpListener::bind(config.listen))?;
        let port = listener.local_addr()?.port();
        runtime.spawn(async move { bar.run(&config, listener, std::future::pending()).await.map_err(|error| eprintln!("{error}")) });
        Ok(SlowBar { port, _runtime: runtime })
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.port
    }
}
