//! A throw-away PostgreSQL, for `serve --demo` and for tests: a server in a temporary folder that listens on a socket only. It ends, and its
//! folder is removed, with the process that started it, however that ends.

use std::fs;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::system_user::system_user;

/// Longest time for the server to start or to stop.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often a server that starts or stops is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// The folder of Debian's versions, each with `bin`.
const DEBIAN: &str = "/usr/lib/postgresql";
/// Which user runs the server when root starts it; PostgreSQL refuses to run as root.
const USER: &str = "postgres";
/// The database's own superuser.
const SUPERUSER: &str = "barback";

/// Removes the folder once its input ends, which it does with the process that started the server. `$0`: the folder.
const GUARD: &str = r#"
cat >/dev/null
if pid=$(head -n 1 "$0/data/postmaster.pid" 2>/dev/null); then
    kill -QUIT "$pid" 2>/dev/null
    tries=0
    while kill -0 "$pid" 2>/dev/null && [ "$tries" -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done
    kill -KILL "$pid" 2>/dev/null
fi
rm -rf "$0"
"#;

/// Why there is no throw-away server.
#[derive(Debug, thiserror::Error)]
pub enum ThrowawayError {
    /// No `initdb` and `postgres` in PATH nor in `/usr/lib/postgresql/*/bin`.
    #[error("No PostgreSQL found. Install it (apt install postgresql) or name one: --database URL")]
    NotFound,
    /// Root started it, and there is no user that may run it.
    #[error(
        "PostgreSQL does not run as root, and there is no user {USER}. Install it (apt install postgresql) or start this as another user"
    )]
    NoUser,
    /// A file or a program failed.
    #[error("The throw-away PostgreSQL cannot {what}: {error}")]
    Io {
        /// What was tried.
        what: &'static str,
        /// What the system said.
        error: io::Error,
    },
    /// A program of PostgreSQL ended with an error.
    #[error("The throw-away PostgreSQL cannot {what}: {said}")]
    Failed {
        /// What was tried.
        what: &'static str,
        /// The end of its output.
        said: String,
    },
}

/// How safe the data is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sync {
    /// Data survives the end of the server, also `kill -9`, but not a power cut. Fast.
    Off,
    /// As in a bar: every COMMIT waits for the disk.
    On,
}

/// A running throw-away server.
pub struct Throwaway {
    folder: PathBuf,
    programs: Programs,
    sync: Sync,
    /// Port of 127.0.0.1 for TLS connections.
    tls_port: Option<u16>,
    server: Option<Child>,
    guard: Child,
}

impl Throwaway {
    /// Makes and starts a server.
    ///
    /// # Errors
    /// [`ThrowawayError`], with a sentence for the person who started it.
    pub fn start(sync: Sync) -> Result<Self, ThrowawayError> {
        let mut throwaway = Self::prepare(sync)?;
        let mut initdb = throwaway.programs.postgresql("initdb");
        initdb.args(["--encoding=UTF8", "--locale=C", "--auth=trust", "--no-instructions", "--username", SUPERUSER, "--pgdata"]);
        initdb.arg(throwaway.data());
        if sync == Sync::Off {
            initdb.arg("--no-sync");
        }
        finish(initdb, "make its folder")?;
        throwaway.start_again()?;
        Ok(throwaway)
    }

    /// Makes and starts a standby, which follows this server by streaming replication until [`Throwaway::promote`].
    ///
    /// # Errors
    /// [`ThrowawayError`].
    pub fn standby(&self) -> Result<Self, ThrowawayError> {
        let mut standby = Self::prepare(self.sync)?;
        let mut copy = standby.programs.postgresql("pg_basebackup");
        copy.args(["--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync", "--username", SUPERUSER, "--host"]);
        copy.arg(&self.folder).arg("--pgdata").arg(standby.data());
        finish(copy, "make a standby")?;
        standby.start_again()?;
        Ok(standby)
    }

    /// Makes a standby a primary.
    ///
    /// # Errors
    /// [`ThrowawayError::Failed`] when it is not one within a minute.
    pub fn promote(&self) -> Result<(), ThrowawayError> {
        let mut promote = self.programs.postgresql("pg_ctl");
        promote.args(["promote", "--wait", "--timeout=60", "--pgdata"]).arg(self.data());
        finish(promote, "be promoted")
    }

    /// A folder and its guard.
    fn prepare(sync: Sync) -> Result<Self, ThrowawayError> {
        let programs = Programs::find()?;
        let folder = new_folder(&programs)?;
        let guard = programs.command("/bin/sh").args(["-c", GUARD]).arg(&folder).stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
        let guard = guard.map_err(|error| ThrowawayError::Io { what: "be guarded", error })?;
        Ok(Self { folder, programs, sync, tls_port: None, server: None, guard })
    }

    /// Starts the server with this certificate and key, PEM, on a port of 127.0.0.1, which it returns. Only TLS
    /// connections are accepted then.
    ///
    /// # Errors
    /// [`ThrowawayError`].
    pub fn start_encrypted(&mut self, certificate: &str, key: &str) -> Result<u16, ThrowawayError> {
        let io = |error| ThrowawayError::Io { what: "find a port", error };
        self.stop();
        self.write("server.crt", certificate)?;
        self.write("server.key", key)?;
        self.write("pg_hba.conf", "hostssl all all 127.0.0.1/32 trust\n")?;
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|free| free.local_addr()).map_err(io)?.port();
        self.tls_port = Some(port);
        self.start_again()?;
        Ok(port)
    }

    /// Starts the server so that it lets a user of this machine in as the role of that name only, as Debian's does.
    ///
    /// # Errors
    /// [`ThrowawayError`].
    pub fn start_with_peers(&mut self) -> Result<(), ThrowawayError> {
        self.stop();
        self.write("pg_hba.conf", "local all all peer\n")?;
        self.start_again()
    }

    /// Writes a file that only the server's user may read.
    fn write(&self, name: &str, text: &str) -> Result<(), ThrowawayError> {
        let io = |error| ThrowawayError::Io { what: "write its settings", error };
        let file = self.data().join(name);
        fs::write(&file, text).map_err(io)?;
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).map_err(io)?;
        if let Some((user, group)) = self.programs.run_as {
            chown(&file, Some(user), Some(group)).map_err(io)?;
        }
        Ok(())
    }

    /// Starts the server after [`Throwaway::stop`] or [`Throwaway::kill`], with the data that it had.
    ///
    /// # Errors
    /// [`ThrowawayError::Failed`] when it does not accept connections within a minute.
    pub fn start_again(&mut self) -> Result<(), ThrowawayError> {
        const WHAT: &str = "start";
        let until = Instant::now() + PATIENCE;
        loop {
            let mut server = self.spawn()?;
            if ready(&mut server, &self.data(), until)? {
                self.server = Some(server);
                return Ok(());
            }
            // After a kill the old server's processes hold its memory for a moment.
            if Instant::now() >= until {
                let _ = server.kill();
                let _ = server.wait();
                return Err(ThrowawayError::Failed { what: WHAT, said: end_of(&self.log()) });
            }
            sleep(LOOK);
        }
    }

    fn spawn(&self) -> Result<Child, ThrowawayError> {
        let io = |error| ThrowawayError::Io { what: "start", error };
        let log = fs::OpenOptions::new().create(true).append(true).open(self.log()).map_err(io)?;
        let mut postgres = self.programs.postgresql("postgres");
        postgres.arg("-D").arg(self.data()).arg("-k").arg(&self.folder).args(["-c", "max_connections=200"]);
        match self.tls_port {
            None => postgres.args(["-c", "listen_addresses="]),
            Some(port) => postgres.args(["-c", "listen_addresses=127.0.0.1", "-c", "ssl=on", "-c", &format!("port={port}")]),
        };
        postgres.args(["-c", "timezone=UTC", "-c", "log_timezone=UTC", "-c", "max_prepared_transactions=0"]);
        if self.sync == Sync::Off {
            postgres.args(["-c", "fsync=off", "-c", "full_page_writes=off"]);
        }
        postgres.stdin(Stdio::null()).stdout(log.try_clone().map_err(io)?).stderr(log).spawn().map_err(io)
    }

    /// The URL of `database` at this server; `postgres` is always there.
    pub fn url(&self, database: &str) -> String {
        format!("host={} user={SUPERUSER} dbname={database}", self.folder.display())
    }

    /// Stops the server in good order. Does nothing when it is not running.
    pub fn stop(&mut self) {
        if let Some(server) = &self.server {
            signal(server.id(), Signal::INT);
        }
        self.wait();
    }

    /// Ends the server and the processes of its connections as `kill -9` does. Does nothing when it is not running.
    pub fn kill(&mut self) {
        // A process of a connection that outlived the server for a moment would answer one more statement.
        self.signal_all(Signal::KILL);
        self.wait();
    }

    /// Freezes the server: it keeps its connections and answers nothing. [`Throwaway::thaw`] lets it go on.
    pub fn freeze(&self) {
        self.signal_all(Signal::STOP);
    }

    /// Lets a frozen server go on.
    pub fn thaw(&self) {
        self.signal_all(Signal::CONT);
    }

    /// Signals the server and the processes of its connections, which are its children.
    fn signal_all(&self, which: Signal) {
        let Some(server) = &self.server else { return };
        let children = fs::read_to_string(format!("/proc/{0}/task/{0}/children", server.id())).unwrap_or_default();
        // The server first, or it would replace children that end.
        signal(server.id(), which);
        for child in children.split_whitespace().filter_map(|id| id.parse().ok()) {
            signal(child, which);
        }
    }

    /// Waits for the end of the server.
    fn wait(&mut self) {
        if let Some(mut server) = self.server.take() {
            let _ = server.wait();
        }
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }
}

impl Drop for Throwaway {
    fn drop(&mut self) {
        self.thaw();
        self.stop();
        drop(self.guard.stdin.take());
        let _ = self.guard.wait();
    }
}

/// PostgreSQL's programs, and who runs them.
struct Programs {
    folder: PathBuf,
    /// User and group, when root starts them.
    run_as: Option<(u32, u32)>,
}

impl Programs {
    fn find() -> Result<Self, ThrowawayError> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut versions: Vec<(u32, PathBuf)> =
            fs::read_dir(DEBIAN).into_iter().flatten().flatten().map(|entry| entry.path()).map(version).collect();
        versions.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
        let folders = std::env::split_paths(&path).chain(versions.into_iter().map(|(_, folder)| folder.join("bin")));
        let has = |folder: &PathBuf| ["initdb", "postgres"].iter().all(|program| folder.join(program).is_file());
        let folder = folders.into_iter().find(has).ok_or(ThrowawayError::NotFound)?;
        let run_as = if rustix::process::geteuid().is_root() { Some(system_user(USER).ok_or(ThrowawayError::NoUser)?) } else { None };
        Ok(Self { folder, run_as })
    }

    /// A program beside `postgres`, else of PATH.
    fn postgresql(&self, program: &str) -> Command {
        let beside = self.folder.join(program);
        self.command(if beside.is_file() { beside } else { program.into() })
    }

    /// A process group of its own: Ctrl-C on the console is for head office, which then stops the server.
    fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command.process_group(0).current_dir("/").env_remove("PGDATA").env_remove("PGOPTIONS");
        if let Some((user, group)) = self.run_as {
            command.uid(user).gid(group);
        }
        command
    }
}

fn version(folder: PathBuf) -> (u32, PathBuf) {
    (folder.file_name().and_then(|name| name.to_str()?.parse().ok()).unwrap_or(0), folder)
}

/// A folder that only the server's user may read. Its name is short, because a socket's path has at most 107 bytes.
fn new_folder(programs: &Programs) -> Result<PathBuf, ThrowawayError> {
    static FOLDERS: AtomicU64 = AtomicU64::new(0);
    let io = |error| ThrowawayError::Io { what: "make a folder", error };
    loop {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("barback-postgresql-{}-{number}", std::process::id()));
        match fs::DirBuilder::new().mode(0o700).create(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => {
                made.map_err(io)?;
                if let Some((user, group)) = programs.run_as {
                    chown(&folder, Some(user), Some(group)).map_err(io)?;
                }
                return Ok(folder);
            }
        }
    }
}

/// Runs a program of PostgreSQL to its end.
fn finish(mut command: Command, what: &'static str) -> Result<(), ThrowawayError> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| ThrowawayError::Io { what, error })?;
    if output.status.success() {
        return Ok(());
    }
    Err(ThrowawayError::Failed { what, said: String::from_utf8_lossy(&output.stderr).trim().to_owned() })
}

/// Waits until the server accepts connections. `false`: it ended, or time is up.
fn ready(server: &mut Child, data: &Path, until: Instant) -> Result<bool, ThrowawayError> {
    while Instant::now() < until {
        if server.try_wait().map_err(|error| ThrowawayError::Io { what: "start", error })?.is_some() {
            return Ok(false);
        }
        // The first line is the server's process, the eighth says `ready`.
        let state = fs::read_to_string(data.join("postmaster.pid")).unwrap_or_default();
        let mut lines = state.lines();
        let its_own = lines.next().is_some_and(|id| id.trim() == server.id().to_string());
        if its_own && lines.nth(6).is_some_and(|line| line.trim() == "ready") {
            return Ok(true);
        }
        sleep(LOOK);
    }
    Ok(false)
}

fn end_of(log: &Path) -> String {
    let text = fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().rev().take(5).collect();
    lines.into_iter().rev().collect::<Vec<_>>().join("\n")
}

/// Sends a signal. A process that is gone gets none.
fn signal(id: u32, signal: Signal) {
    if let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, signal);
    }
}
