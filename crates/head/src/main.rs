//! Entry point of `barback-head`: parses the command line, runs the command, returns the exit code.

use std::process::ExitCode;

use head::{cli, config};

fn main() -> ExitCode {
    match config::from_environment() {
        Ok((task, config)) => cli::run(&task, &config),
        Err(exit) => {
            exit.print();
            ExitCode::from(exit.code)
        }
    }
}
