//! Which binary is tried, and what runs it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::box_process::{clear_environment, command_by};

/// Names a binary other than that of the ordinary build.
const BINARY_ENV: &str = "BARBACK_APPLIANCE";
/// Names what runs it, where it is for another kind of machine.
const RUNNER_ENV: &str = "BARBACK_RUNNER";

/// The binary that is to be handed over; `None` in an ordinary run.
pub fn handed_over() -> Option<PathBuf> {
    std::env::var_os(BINARY_ENV).map(PathBuf::from)
}

/// What runs it; empty where this machine does.
pub fn runner() -> Option<String> {
    std::env::var(RUNNER_ENV).ok().filter(|runner| !runner.is_empty())
}

/// The beginning of a command that runs it.
fn begin() -> Command {
    let binary = handed_over().unwrap_or_else(|| env!("CARGO_BIN_EXE_barback").into());
    match runner() {
        None => Command::new(binary),
        Some(runner) => {
            let mut command = Command::new(runner);
            command.arg(binary);
            command
        }
    }
}

/// The command that starts a box on `data`.
pub fn starts(data: &Path, more: &[&str]) -> Command {
    command_by(begin(), data, more)
}

/// Runs `barback ARGS --data DATA`; what it printed. Fails when that fails.
#[track_caller]
pub fn does(data: &Path, args: &[&str]) -> String {
    let mut command = begin();
    clear_environment(&mut command);
    let output = command.args(args).arg("--data").arg(data).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}
