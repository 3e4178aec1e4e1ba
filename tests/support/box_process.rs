//! Runs the real binary as a process on a free port: start, kill, terminate, or observe that it refused to start.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The first admin's password, which must be changed at the first sign-in.
pub const FIRST_PASSWORD: &str = "first-password";
/// Start of the line that the box prints when it is open; its port follows.
const OPEN_LINE: &str = "Barback is open on http://localhost:";
/// Start of the line that a second box prints; the first box's address and its own port follow.
const STANDS_BY_LINE: &str = "Barback stands by for ";
/// Longest wait for a process to end.
const END_WAIT: Duration = Duration::from_secs(30);

/// A running box.
pub struct BoxProcess {
    child: Child,
    port: u16,
    startup_output: Vec<String>,
    output_since_open: Arc<Mutex<String>>,
    errors: Option<JoinHandle<String>>,
}

/// A process that has ended.
#[derive(Debug)]
pub struct Ended {
    pub status: ExitStatus,
    /// Its standard error output.
    pub errors: String,
    /// Time from the request to end until it ended.
    pub took: Duration,
}

/// The command that starts a box on `data`, without this machine's environment variables for Barback. It listens on 127.0.0.1 unless
/// `more` contains `--listen`.
pub fn command(data: &Path, more: &[&str]) -> Command {
    command_by(Command::new(program()), data, more)
}

/// The box's program. Tests of another package find it beside theirs.
pub fn program() -> PathBuf {
    if let Some(program) = option_env!("CARGO_BIN_EXE_barback") {
        return program.into();
    }
    let test = std::env::current_exe().expect("a program");
    let program = test.ancestors().nth(2).expect("a folder").join("barback");
    assert!(program.is_file(), "{} is missing: cargo build", program.display());
    program
}

/// As [`command`], for another binary.
pub fn command_by(mut command: Command, data: &Path, more: &[&str]) -> Command {
    clear_environment(&mut command);
    command.env("BARBACK_ADMIN_PASSWORD", FIRST_PASSWORD);
    if !more.contains(&"--listen") {
        command.args(["--listen", "127.0.0.1:0"]);
    }
    command.args(["--no-mdns", "--data"]).arg(data).args(more);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Removes this machine's environment variables for Barback.
pub fn clear_environment(command: &mut Command) {
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("BARBACK_")) {
        command.env_remove(name);
    }
}

impl BoxProcess {
    /// Starts a box and waits until it is open. `Err` if it ends instead.
    pub fn start(data: &Path, more: &[&str]) -> Result<BoxProcess, Ended> {
        BoxProcess::run(command(data, more))
    }

    /// As [`BoxProcess::start`], with another command.
    pub fn run(mut command: Command) -> Result<BoxProcess, Ended> {
        let began = Instant::now();
        let mut child = command.spawn().expect("the binary runs");
        let mut stderr = child.stderr.take().expect("piped");
        let errors = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
        let (mut line, mut lines) = (String::new(), Vec::new());
        while stdout.read_line(&mut line).is_ok_and(|read| read > 0) {
            let stands_by = line.trim_end().strip_prefix(STANDS_BY_LINE).and_then(|rest| rest.rsplit(':').next());
            if let Some(port) = line.trim_end().strip_prefix(OPEN_LINE).or(stands_by) {
                let port = port.parse().expect("a port");
                // The rest is read too, so that the box never blocks on a full pipe.
                let output_since_open = Arc::new(Mutex::new(String::new()));
                let sink = output_since_open.clone();
                std::thread::spawn(move || {
                    let mut line = String::new();
                    while stdout.read_line(&mut line).is_ok_and(|read| read > 0) {
                        sink.lock().expect("not poisoned").push_str(&line);
                        line.clear();
                    }
                });
                return Ok(BoxProcess { child, port, startup_output: lines, output_since_open, errors: Some(errors) });
            }
            lines.push(std::mem::take(&mut line));
        }
        let status = child.wait().expect("it ends");
        Err(Ended { status, errors: errors.join().expect("read"), took: began.elapsed() })
    }

    /// As [`BoxProcess::start`]; panics if the box does not open.
    #[track_caller]
    pub fn open(data: &Path, more: &[&str]) -> BoxProcess {
        BoxProcess::start(data, more).unwrap_or_else(|ended| panic!("the box does not open: {ended:?}"))
    }

    /// The port that it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The lines that it printed before it was open.
    pub fn startup_output(&self) -> &[String] {
        &self.startup_output
    }

    /// What it has printed since it was open.
    pub fn output_since_open(&self) -> String {
        self.output_since_open.lock().expect("not poisoned").clone()
    }

    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Kills the process at once (SIGKILL), as a power cut would.
    pub fn kill(mut self) -> Ended {
        self.child.kill().expect("killed");
        self.ended()
    }

    /// Stops it with SIGTERM, as the system does at a shutdown, and waits until it has ended.
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
