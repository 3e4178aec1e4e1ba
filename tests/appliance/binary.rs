//! The binary under test, and the program that runs it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::box_process::{clear_environment, command_by};

/// Variable that names a binary other than that of the ordinary build.
const BINARY_ENV: &str = "BARBACK_STATIC_FILE";
/// Variable that names an emulator, for a binary of another architecture.
const RUNNER_ENV: &str = "BARBACK_RUNNER";

/// The release binary; `None` in an ordinary run.
pub fn release_binary() -> Option<PathBuf> {
    std::env::var_os(BINARY_ENV).map(PathBuf::from)
}

/// The emulator that runs it; `None` if this machine can.
pub fn runner() -> Option<String> {
    std::env::var(RUNNER_ENV).ok().filter(|runner| !runner.is_empty())
}

/// Command that runs it, without arguments.
fn begin() -> Command {
    let binary = release_binary().unwrap_or_else(|| env!("CARGO_BIN_EXE_barback").into());
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

/// Runs `barback ARGS --data DATA` and returns its output. Panics if it fails.
#[track_caller]
pub fn does(data: &Path, args: &[&str]) -> String {
    let mut command = begin();
    clear_environment(&mut command);
    let output = command.args(args).arg("--data").arg(data).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}
