//! Proxy in front of PostgreSQL that cuts connections around COMMIT.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

/// Name of the server's socket in its folder.
const SOCKET: &str = ".s.PGSQL.5432";
/// Largest piece that is passed on at once.
const PIECE: usize = 64 * 1024;
/// Of so many commits one is cut before it arrives, and one before its answer arrives.
const EVERY: u64 = 4;

/// A running proxy. It passes everything on until it is told to cut.
pub struct CuttingProxy {
    folder: TempDir,
    shared: Arc<Shared>,
}

struct Shared {
    cuts: AtomicBool,
    commits: AtomicU64,
}

impl CuttingProxy {
    /// Starts a proxy for the server whose socket is in the folder that `url` names as `host`.
    pub fn start(url: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let listener = UnixListener::bind(folder.path().join(SOCKET)).expect("a socket");
        let shared = Arc::new(Shared { cuts: AtomicBool::new(false), commits: AtomicU64::new(0) });
        let (server, of_task) = (format!("{}/{SOCKET}", host(url)), shared.clone());
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (server, shared) = (server.clone(), of_task.clone());
                tokio::spawn(async move {
                    // An end of either side ends both.
                    let _ = pass_on(client, &server, &shared).await;
                });
            }
        });
        CuttingProxy { folder, shared }
    }

    /// The URL of a database at the server, through the proxy.
    pub fn url(&self, url: &str) -> String {
        url.replace(host(url), &self.folder.path().display().to_string())
    }

    /// Begins to cut.
    pub fn begin(&self) {
        self.shared.cuts.store(true, Ordering::SeqCst);
    }

    /// How many commits came since.
    pub fn commits(&self) -> u64 {
        self.shared.commits.load(Ordering::SeqCst)
    }
}

fn host(url: &str) -> &str {
    url.split(' ').find_map(|part| part.strip_prefix("host=")).expect("a folder")
}

async fn pass_on(mut client: UnixStream, server: &str, shared: &Shared) -> io::Result<()> {
    let mut server = UnixStream::connect(server).await?;
    let (mut asked, mut answered) = (vec![0; PIECE], vec![0; PIECE]);
    loop {
        tokio::select! {
            read = client.read(&mut asked) => {
                let piece = &asked[..read?];
                if piece.is_empty() {
                    return Ok(());
                }
                let is_commit = piece.windows(6).any(|word| word == b"COMMIT") && shared.cuts.load(Ordering::SeqCst);
                let count = if is_commit { shared.commits.fetch_add(1, Ordering::SeqCst) % EVERY } else { EVERY };
                if count == 0 {
                    return Ok(());
                }
                server.write_all(piece).await?;
                if count == 1 {
                    server.readable().await?;
                    return Ok(());
                }
            }
            read = server.read(&mut answered) => {
                let piece = &answered[..read?];
                if piece.is_empty() {
                    return Ok(());
                }
                client.write_all(piece).await?;
            }
        }
    }
}
