//! Re-executes the program without `--code`, so that the code is not in the list of processes, which every user of the machine can read.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

use crate::config::{CODE_ENV, Secret};

const FLAG: &str = "--code";

/// Replaces this process with the same program, with the code in an environment variable, which only root and the same user can read. Returns
/// only if that fails.
pub fn run_without_flag(code: &Secret) -> io::Error {
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => return error,
    };
    let mut args = std::env::args_os();
    let name = args.next().unwrap_or_else(|| program.clone().into_os_string());
    Command::new(program).arg0(name).args(without_flag(args)).env(CODE_ENV, code.reveal()).exec()
}

fn without_flag(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut kept = Vec::new();
    let mut is_value = false;
    for arg in args {
        let is_flag = arg == FLAG;
        let has_value = arg.to_str().is_some_and(|arg| arg.strip_prefix(FLAG).is_some_and(|rest| rest.starts_with('=')));
        if !is_value && !is_flag && !has_value {
            kept.push(arg);
        }
        is_value = is_flag && !is_value;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_flag_and_its_value_are_removed() {
        for (line, kept) in [
            ("follow http://bar.local --code secret --data a", "follow http://bar.local --data a"),
            ("follow --code=secret http://bar.local", "follow http://bar.local"),
            ("--data --codes follow x --code secret", "--data --codes follow x"),
        ] {
            let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
            assert_eq!(without_flag(words(line).into_iter()), words(kept), "{line}");
        }
    }
}
