//! The real binary as a process: started on a free port, killed, told to stop, or found to have refused to start.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The first admin's password, which must be changed at the first sign-in.
pub const FIRST_PASSWORD: &str = "first-password";
/// What the box says when it is open; its port follows.
const OPEN_LINE: &str = "Barback is open on http://localhost:";
/// What one says that stands by for another; the other's address and its own port follow.
const STANDS_BY_LINE: &str = "Barback stands by for ";
/// Longest wait for a process that was told to end.
const END_WAIT: Duration = Duration::from_secs(30);

/// A box that is open.
pub struct BoxProcess {
    child: Child,
    port: u16,
    said: Vec<String>,
    said_since: Arc<Mutex<String>>,
    errors: Option<JoinHandle<String>>,
}

/// A box that has ended.
#[derive(Debug)]
pub struct Ended {
    /// How.
    pub status: ExitStatus,
    /// What it said on the error output.
    pub errors: String,
    /// How long it took to end after it was asked to.
    pub took: Duration,
}

/// The command that starts a box on `data`, told nothing by this machine's own variables. For this machine alone, unless
/// `more` says where to listen.
pub fn command(data: &Path, more: &[&str]) -> Command {
    command_by(Command::new(env!("CARGO_BIN_EXE_barback")), data, more)
}

/// As [`command`], where `command` begins with a binary of one's own.
pub fn command_by(mut command: Command, data: &Path, more: &[&str]) -> Command {
    untold(&mut command);
    command.env("BARBACK_ADMIN_PASSWORD", FIRST_PASSWORD);
    if !more.contains(&"--listen") {
        command.args(["--listen", "127.0.0.1:0"]);
    }
    command.args(["--no-mdns", "--data"]).arg(data).args(more);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Takes this machine's own variables away.
pub fn untold(command: &mut Command) {
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("BARBACK_")) {
        command.env_remove(name);
    }
}

impl BoxProcess {
    /// Starts a box and waits until it is open. `Err` when it ends instead.
    pub fn start(data: &Path, more: &[&str]) -> Result<BoxProcess, Ended> {
        BoxProcess::run(command(data, more))
    }

    /// As [`BoxProcess::start`], with a command of one's own.
    pub fn run(mut command: Command) -> Result<BoxProcess, Ended> {
        let began = Instant::now();
        let mut child = command.spawn().expect("the binary runs");
        let mut stderr = child.stderr.take().expect("piped");
        let errors = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        let mut said = BufReader::new(child.stdout.take().expect("piped"));
        let (mut line, mut lines) = (String::new(), Vec::new());
        while said.read_line(&mut line).is_ok_and(|read| read > 0) {
            let stands_by = line.trim_end().strip_prefix(STANDS_BY_LINE).and_then(|rest| rest.rsplit(':').next());
            if let Some(port) = line.trim_end().strip_prefix(OPEN_LINE).or(stands_by) {
                let port = port.parse().expect("a port");
                // The rest is read too, so that the box never waits for somebody to listen.
                let said_since = Arc::new(Mutex::new(String::new()));
                let heard = said_since.clone();
                std::thread::spawn(move || {
                    let mut line = String::new();
                    while said.read_line(&mut line).is_ok_and(|read| read > 0) {
                        heard.lock().expect("unharmed").push_str(&line);
                        line.clear();
                    }
                });
                return Ok(BoxProcess { child, port, said: lines, said_since, errors: Some(errors) });
            }
            lines.push(std::mem::take(&mut line));
        }
        let status = child.wait().expect("it ends");
        Err(Ended { status, errors: errors.join().expect("read"), took: began.elapsed() })
    }

    /// As [`BoxProcess::start`], for a box that has no reason to refuse.
    #[track_caller]
    pub fn open(data: &Path, more: &[&str]) -> BoxProcess {
        BoxProcess::start(data, more).unwrap_or_else(|ended| panic!("the box does not open: {ended:?}"))
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// What it said before it was open, line by line.
    pub fn said(&self) -> &[String] {
        &self.said
    }

    /// What it has said since it was open.
    pub fn said_since(&self) -> String {
        self.said_since.lock().expect("unharmed").clone()
    }

    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The power is cut: the process is gone at once, wherever it was.
    pub fn kill(mut self) -> Ended {
        self.child.kill().expect("killed");
        self.ended()
    }

    /// It is asked to stop, as the system does at a shutdown; waits until it has.
    pub fn terminate(mut self) -> Ended {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("asked to stop");
        self.ended()
    }

    fn ended(&mut self) -> Ended {
        let began = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            assert!(began.elapsed() < END_WAIT, "the box does not end");
            std::thread::sleep(Duration::from_millis(2));
        };
        let took = began.elapsed();
        let errors = self.errors.take().map(|errors| errors.join().expect("read")).unwrap_or_default();
        Ended { status, errors, took }
    }
}

impl Drop for BoxProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
